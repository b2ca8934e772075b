"""jq expressions: text in, a tree of tuples out; the first item of a tuple names the form."""

import json
import re

from harnpy.values.kinds import Value

Tree = tuple[Value, ...]
"""One form: `("field", base, name)`, `("pipe", left, right)`, `("call", name, arguments)`, …."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|(?P<string>\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<field>\.[A-Za-z_]\w*)|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<mark>\.\.|//|==|!=|<=|>=|[.\[\]{}()|,:;?<>+\-*/%]))",
    re.ASCII,
)
_DEEPEST = 20
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


class JqError(Exception):
    """An expression that is wrong or a value that does not fit it; the text says why."""


def parse(text: str) -> Tree:
    """Return the tree of an expression."""
    parser = _Parser(_tokens(text))
    tree = parser.pipe()
    if parser.kind != "end":
        raise JqError(f"unexpected `{parser.text}`")
    return tree


def _tokens(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise JqError(f"unexpected `{text[at:].lstrip()[:1]}`")
        found.append((match.lastgroup, match.group(match.lastgroup)))
        at = match.end()
    return [*found, ("end", "end of expression")]


class _Parser:
    """Recursive descent; every level of precedence is one method, the loosest first."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    @property
    def kind(self) -> str:
        """Kind of the token that comes next."""
        return self.tokens[self.at][0]

    @property
    def text(self) -> str:
        """Its text."""
        return self.tokens[self.at][1]

    def take(self, *wanted: str) -> str | None:
        """Step over the next token when it is one of these marks or words."""
        kind, text = self.tokens[self.at]
        if kind in ("mark", "word") and text in wanted:
            self.at += 1
            return text
        return None

    def need(self, wanted: str) -> None:
        """Step over a token that must come next."""
        if self.take(wanted) is None:
            raise JqError(f"expected `{wanted}`, found `{self.text}`")

    def pipe(self) -> Tree:
        """`a | b`."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise JqError("expression is nested too deeply")
        tree = self.comma()
        while self.take("|"):
            tree = ("pipe", tree, self.comma())
        self.depth -= 1
        return tree

    def comma(self) -> Tree:
        """`a, b`."""
        tree = self.alternative()
        while self.take(","):
            tree = ("comma", tree, self.alternative())
        return tree

    def alternative(self) -> Tree:
        """`a // b`, from the right."""
        parts = [self.disjunction()]
        while self.take("//"):
            parts.append(self.disjunction())
        tree = parts.pop()
        while parts:
            tree = ("alternative", parts.pop(), tree)
        return tree

    def disjunction(self) -> Tree:
        """`a or b`."""
        tree = self.conjunction()
        while self.take("or"):
            tree = ("or", tree, self.conjunction())
        return tree

    def conjunction(self) -> Tree:
        """`a and b`."""
        tree = self.comparison()
        while self.take("and"):
            tree = ("and", tree, self.comparison())
        return tree

    def comparison(self) -> Tree:
        """`a < b`; comparisons do not chain."""
        tree = self.sum()
        operator = self.take(*_COMPARISONS)
        return ("binary", operator, tree, self.sum()) if operator else tree

    def sum(self) -> Tree:
        """`a + b`, `a - b`."""
        tree = self.product()
        while operator := self.take("+", "-"):
            tree = ("binary", operator, tree, self.product())
        return tree

    def product(self) -> Tree:
        """`a * b`, `a / b`, `a % b`."""
        tree = self.postfix()
        while operator := self.take("*", "/", "%"):
            tree = ("binary", operator, tree, self.postfix())
        return tree

    def postfix(self) -> Tree:
        """A term and what is hung on it: fields, indexes, slices, `?`."""
        if self.take("-"):
            return ("negative", self.postfix())
        tree: Tree = self.term()
        while True:
            if self.kind == "field":
                tree = ("field", tree, ("literal", self.text[1:]))
                self.at += 1
            elif self.take("["):
                tree = self.bracket(tree)
            elif self.take("?"):
                tree = ("optional", tree)
            elif self.text == "." and self.tokens[self.at + 1][0] == "string":
                self.at += 1
                tree = ("field", tree, self.term())
            elif self.text == "." and self.tokens[self.at + 1][1] == "[":
                self.at += 1
            else:
                return tree

    def bracket(self, base: Tree) -> Tree:
        """What follows `[`: everything, an index or a slice."""
        if self.take("]"):
            return ("iterate", base)
        low = None if self.text == ":" else self.pipe()
        if self.take(":"):
            high = None if self.text == "]" else self.pipe()
            self.need("]")
            return ("slice", base, low, high)
        self.need("]")
        return ("field", base, low)

    def term(self) -> Tree:
        """What stands alone."""
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return ("literal", float(text) if any(mark in text for mark in ".eE") else int(text))
        if kind == "string":
            return ("literal", _string(text))
        if kind == "field":
            return ("field", ("identity",), ("literal", text[1:]))
        if kind == "word":
            return self.word(text)
        if text == ".":
            # Nothing, or the field `."a b"`.
            return ("field", ("identity",), self.term()) if self.kind == "string" else ("identity",)
        if text == "..":
            return ("recurse",)
        if text == "(":
            tree = self.pipe()
            self.need(")")
            return tree
        if text == "[":
            tree = None if self.text == "]" else self.pipe()
            self.need("]")
            return ("array", tree)
        if text == "{":
            return self.object()
        raise JqError(f"unexpected `{text}`")

    def word(self, name: str) -> Tree:
        """A constant, `if`, or a function."""
        if name in ("true", "false", "null"):
            return ("literal", {"true": True, "false": False}.get(name))
        if name == "if":
            return self.condition()
        arguments: list[Tree] = []
        if self.take("("):
            arguments.append(self.pipe())
            while self.take(";"):
                arguments.append(self.pipe())
            self.need(")")
        return ("call", name, tuple(arguments))

    def condition(self) -> Tree:
        """`if a then b else c end`."""
        test = self.pipe()
        self.need("then")
        positive = self.pipe()
        if self.take("elif"):
            return ("if", test, positive, self.condition())
        negative = self.pipe() if self.take("else") else ("identity",)
        self.need("end")
        return ("if", test, positive, negative)

    def object(self) -> Tree:
        """`{a, b: x, (k): v}`."""
        pairs: list[tuple[Tree, Tree]] = []
        while not self.take("}"):
            pairs.append(self.pair())
            if not self.take(","):
                self.need("}")
                break
        return ("object", tuple(pairs))

    def pair(self) -> tuple[Tree, Tree]:
        """One entry of an object; a key alone stands for the field of that name."""
        kind, text = self.tokens[self.at]
        self.at += 1
        if text == "(" and kind == "mark":
            key = self.pipe()
            self.need(")")
        elif kind in ("word", "string", "number"):
            key: Tree = ("literal", _string(text) if kind == "string" else text)
        else:
            raise JqError(f"unexpected `{text}`")
        if self.take(":"):
            return key, self.alternative()
        return key, ("field", ("identity",), key)


def _string(text: str) -> str:
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        raise JqError(f"bad string {text}") from None
