"""Habits of other languages: the tokens around a fault in, the sentence how Harn writes it out.

Nothing here decides whether there is a fault. A hint only comes with one that the parser has found.
"""

import re
from collections.abc import Sequence

from harnpy.diagnostics.suggest import misspelt
from harnpy.syntax.tokens import (
    ELLIPSIS,
    END,
    ENDS_OPERAND,
    FLOAT,
    IDENT,
    INT,
    SEP,
    STARTS_OPERAND,
    STRING,
    STRING_OPEN,
    WORD,
    Token,
)

_FUNCTION = "a function is declared with `fn`: `fn f(x) { … }`"
_CLASS = "types are declared with `struct Name { field: type }`, their methods with `impl Name { … }`"
_ELSE_IF = "write `else if`"
_MATCH = "write `match x { 1 -> { … } _ -> { … } }`"
_CLOSURE = "a closure is written `{ x -> x + 1 }`, or `fn(x) { return x + 1 }`"
_UNION = "a line cannot begin with `|`: end the line above with it"
_CALL = "a call needs parentheses"
_IMPORT = 'write `import { name } from "./module"`, or `import "./module"` for everything it offers'
_TYPED = "the type stands behind the name: `let x: int = 3`"
_RANGE = "a range is written `a..b` (end excluded) or `a..=b` (end included)"

# Words before an operand that are names in Harn, so that the operand comes as a surprise.
_BEFORE_OPERAND: dict[str, str] = {
    **dict.fromkeys(("def", "function", "func", "fun", "sub", "proc"), _FUNCTION),
    **dict.fromkeys(("class", "record", "object", "data"), _CLASS),
    **dict.fromkeys(("elif", "elsif", "elseif"), _ELSE_IF),
    **dict.fromkeys(("switch", "case", "when"), _MATCH),
    **dict.fromkeys(("int", "float", "string", "str", "bool", "double", "char", "long", "auto"), _TYPED),
    **dict.fromkeys(("use", "using", "include", "from"), _IMPORT),
    **dict.fromkeys(("raise", "panic"), "write `throw`"),
    **dict.fromkeys(("val", "final", "static", "local", "my"), "write `const x = …`, or `let x = …`"),
    **dict.fromkeys(("public", "export"), "what other files may import is marked `pub`"),
    **dict.fromkeys(("private", "internal"), "what is not marked `pub` is private"),
    **dict.fromkeys(("except", "rescue"), "write `try { … } catch (e) { … }`"),
    "foreach": "write `for x in xs { … }`",
    "unless": "write `if !(…) { … }`",
    "until": "write `while !(…) { … }`",
    "do": "write `while … { … }`",
    "loop": "write `while true { … }`",
    "new": "a struct is made without `new`: `Point {x: 1}`; errors are plain values: `throw \"text\"`",
    "lambda": _CLOSURE,
    "async": "a function needs no `async`; `spawn { … }` starts a task, `await(task)` waits for it",
    "not": "write `!` for `not`",
    "del": "write `xs.remove(…)`",
    "module": "a file is a module and needs no declaration",
    "namespace": "a file is a module and needs no declaration",
    "package": "a file is a module and needs no declaration",
    "trait": "write `interface`",
    "end": "a block ends with `}`",
}  # fmt: skip

# Those of them that stand anywhere in an expression; the others only begin a statement.
_ANYWHERE = frozenset(("not", "new", "lambda", "async", "function", "func"))

# Words behind an operand that are names in Harn.
_BEHIND_OPERAND: dict[str, str] = {
    **dict.fromkeys(("elif", "elsif", "elseif"), _ELSE_IF),
    "and": "write `&&`",
    "or": "write `||`",
    "as": "convert with `to_int(x)`, `to_float(x)` or `to_string(x)`",
    "mod": "write `%` for the remainder",
    "div": "write `/`: between two ints it gives an int",
    "xor": "write `a != b`",
    "then": "a block stands between `{` and `}`",
    "do": "a block stands between `{` and `}`",
    "except": "write `try { … } catch (e) { … }`",
    "unless": "write `if !(…) { … }`",
}

# Words that open a statement, and words that go on behind a block.
_OPENING = (
    *("const", "let", "var", "fn", "return", "throw", "if", "for", "while", "match", "guard", "require"),
    *("import", "pub", "struct", "enum", "type", "interface", "impl", "pipeline", "tool", "defer", "spawn"),
    *("emit", "yield", "parallel", "override"),
)
_ATTACHED = ("else", "catch", "finally")
_PRINTING = frozenset(("print", "println", "echo", "puts", "say"))
_EXPONENT = re.compile(r"[eE](\d+)")
_GROUPS = re.compile(r"(?:_\d+)+")
_BASED = re.compile(r"x[0-9a-fA-F]+|o[0-7]+|b[01]+")
_NUMBERS = frozenset((INT, FLOAT, "DURATION"))
_STRINGS = frozenset((STRING, STRING_OPEN))
_NAMES = frozenset((IDENT, WORD))
# What may start an operand, and is no argument list.
_SURPRISES = STARTS_OPERAND - {"("}
_STATEMENT_EDGES = frozenset((SEP, "{", "}", "->", "pub"))
_BINDERS = frozenset(("let", "const", "var"))
_LONGEST_LOOK = 60


class Surroundings:
    """The fault at `index` of the tokens of `text`, and what the parser wanted there."""

    __slots__ = ("before", "following", "index", "text", "token", "tokens", "wanted")

    def __init__(self, text: str, tokens: Sequence[Token], index: int, wanted: str) -> None:
        self.text = text
        self.tokens = tokens
        self.index = index
        self.wanted = wanted
        self.token = tokens[index]
        self.before = tokens[index - 1] if index else Token(SEP, "", -1, -1)
        self.following = tokens[index + 1] if index + 1 < len(tokens) else Token(END, "", -1, -1)

    @property
    def glued(self) -> bool:
        """Does the token stand directly behind the one before?"""
        return self.before.end == self.token.start

    def back(self, count: int) -> Token:
        """The token `count` places before the fault."""
        return self.tokens[self.index - count] if self.index >= count else Token(SEP, "", -1, -1)


def hint(here: Surroundings) -> str | None:
    """How Harn writes what probably was meant, or None."""
    for look in (_number, _prefix, _arrow, _operator, _declaration, _form, _words, _division):
        found = look(here)
        if found is not None:
            return found
    return None


def forgotten_comma(here: Surroundings) -> bool:
    """Do two parts of a list, a call or a dict stand side by side?"""
    return (
        here.token.kind in STARTS_OPERAND
        and not here.glued
        and here.before.kind in ENDS_OPERAND
        and here.before.text not in _ANYWHERE
    )


def _number(here: Surroundings) -> str | None:
    """Letters behind digits: `1e3`, `1_000`, `0x1F`, `3px`."""
    before, token = here.before, here.token
    if before.kind not in _NUMBERS or token.kind not in _NAMES or not here.glued:
        return None
    word = token.text
    if _GROUPS.fullmatch(word):
        return f"digits have no separators: write `{before.text}{word.replace('_', '')}`"
    if before.text == "0" and _BASED.fullmatch(word):
        return f"numbers are decimal: write `{int('0' + word, 0)}`" if len(word) < _LONGEST_LOOK else None
    exponent = word if _EXPONENT.fullmatch(word) else _signed_exponent(here)
    if exponent:
        return _without_exponent(before.text + exponent)
    return (
        "a number ends with its digits and a name begins with a letter; durations end in ms, s, m, h, d or w"
    )


def _signed_exponent(here: Surroundings) -> str:
    """The rest of `1e-3` behind its digits."""
    sign, digits = here.following, here.tokens[here.index + 2 : here.index + 3]
    if here.token.text in ("e", "E") and sign.text in ("+", "-") and digits and digits[0].kind == INT:
        return "e" + sign.text + digits[0].text
    return ""


def _without_exponent(number: str) -> str:
    plain = repr(float(number))
    if "e" in plain or "inf" in plain:
        return "numbers have no exponent: multiply by a power, as in `2.0 * 10.0 ** 30`"
    return f"numbers have no exponent: write `{plain}`"


def _prefix(here: Surroundings) -> str | None:
    """A letter before a string: `f"…"`."""
    if here.token.kind not in _STRINGS or here.before.kind not in _NAMES or not here.glued:
        return None
    if here.before.text.lower() in ("f", "s", "t"):
        return 'every string takes holes: write `"${name}"` without a letter before the quote'
    return 'the only prefix of a string is `r`, as in `r"\\d+"`'


def _arrow(here: Surroundings) -> str | None:
    """Closures as `x => …`, `(x, y) => …`, `(x) -> …` or `|x| …`."""
    token = here.token
    if token.kind == "=" and here.following.text == ">" and token.end == here.following.start:
        return _CLOSURE
    if token.kind == "|" and here.wanted == "expression":
        return _UNION if here.before.kind == SEP else _CLOSURE
    if token.kind == "->" and here.before.kind in (")", IDENT):
        alone = here.back(2).kind in ("(", ",") and here.back(4).kind != "fn"
        return _CLOSURE if alone or "separator" in here.wanted else None
    if token.kind not in (",", ")", ":") or not _in_bare_parentheses(here):
        return None
    depth = 1
    for number in range(here.index, min(here.index + _LONGEST_LOOK, len(here.tokens) - 2)):
        kind = here.tokens[number].kind
        depth += (kind == "(") - (kind == ")")
        if depth == 0:
            first, second = here.tokens[number + 1], here.tokens[number + 2]
            arrow = first.kind == "->" or (first.kind == "=" and second.text == ">")
            return _CLOSURE if arrow else None
    return None


def _in_bare_parentheses(here: Surroundings) -> bool:
    """Are the innermost parentheses around the fault neither of a call nor of a declaration?"""
    depth = 0
    for count in range(1, min(_LONGEST_LOOK, here.index + 1)):
        kind = here.back(count).kind
        depth += (kind == ")") - (kind == "(")
        if depth < 0:
            opened_by = here.back(count + 1).kind
            return opened_by not in ENDS_OPERAND and opened_by != "fn"
    return False


def _operator(here: Surroundings) -> str | None:
    """`x++`, `===`, `<>`, `:=`, `1...3`, `//`."""
    token, before, glued = here.token, here.before, here.glued
    if token.kind == "+" and before.kind == "+" and glued:
        return "write `x += 1`"
    if before.kind in ("+", "-") and here.back(2).kind == before.kind and here.back(2).end == before.start:
        return f"write `x {before.kind}= 1`"
    if token.kind == "=" and before.kind in ("==", "!=") and glued:
        return f"write `{before.kind}`"
    if token.kind == ">" and before.kind == "<" and glued:
        return "write `!=`"
    if token.kind == ":" and here.following.kind == "=":
        return "write `let x = …` to declare, `x = …` to assign"
    if token.kind == ELLIPSIS and before.kind in ENDS_OPERAND:
        return _RANGE
    return None


def _declaration(here: Surroundings) -> str | None:
    """Bindings, imports and functions in the manner of other languages."""
    token, before = here.token, here.before
    if token.kind == "(" and before.kind in _BINDERS:
        return "a list is taken apart with `let [a, b] = …`, a dict with `let {a, b} = …`"
    if token.kind in _BINDERS and before.kind == "(" and here.back(2).kind == "for":
        return "write `for i in 0..n { … }`"
    if token.text == "from" and here.back(2).kind == "import":
        return (
            f"write `import {{ {before.text} }} from …`, or `import * as {before.text} from …` for all of it"
        )
    if token.kind == "*" and before.kind == "import":
        return 'write `import * as m from "./module"`'
    if before.kind == "import" and token.kind in _NAMES:
        return _IMPORT
    if here.wanted == "{" and token.kind == "=" and before.kind == ")":
        return "the body of a function is a block: `fn f(x) { return … }`"
    if before.text == "mut" and here.back(2).kind in _BINDERS:
        return "`let` declares what can change, `const` what cannot"
    if here.wanted == "=" and token.kind in (SEP, END) and _in_binding(here):
        return "a binding needs a value; write `nil` when there is none yet"
    return None


def _in_binding(here: Surroundings) -> bool:
    """Does the statement begin with `let`, `const` or `var`?"""
    for count in range(1, _LONGEST_LOOK):
        kind = here.back(count).kind
        if kind in _BINDERS or kind == SEP:
            return kind != SEP
    return False


def _form(here: Surroundings) -> str | None:
    """Blocks without braces, arms without blocks, keys without values."""
    token, before, wanted = here.token, here.before, here.wanted
    if wanted == "{" and before.kind == "->":
        return 'what follows `->` is a block: `1 -> { "one" }`'
    if token.kind == ":" and (wanted == "{" or before.text in ("except", "finally", "else", "try")):
        return "a block stands between `{` and `}`"
    if wanted == ":" and before.kind in _NAMES and (token.kind in (",", "}") or token.text == "\n"):
        return f"there is no short form here: write `{before.text}: {before.text}`"
    if token.kind == "{" and before.kind == ")":
        return _BEFORE_OPERAND.get(_word_before_parentheses(here))
    if token.kind == "if" and before.kind in ENDS_OPERAND and not _new_line(here):
        return "write `condition ? a : b`"
    if token.kind == "for" and before.kind in ENDS_OPERAND and wanted in ("]", "}", ")"):
        return "write `xs.map({ x -> … })`, and `.filter({ x -> … })` for a condition"
    return None


def _word_before_parentheses(here: Surroundings) -> str:
    """The word before the parentheses that close right before the fault, as in `switch (x) {`."""
    depth = 0
    for count in range(1, _LONGEST_LOOK):
        kind = here.back(count).kind
        depth += (kind == ")") - (kind == "(")
        if depth == 0:
            return here.back(count + 1).text
    return ""


def _new_line(here: Surroundings) -> bool:
    return "\n" in here.text[here.before.end : here.token.start]


def _words(here: Surroundings) -> str | None:
    """Words that mean something elsewhere, and calls without parentheses."""
    token, before = here.token, here.before
    if token.kind == IDENT and before.kind in ENDS_OPERAND and token.text == "is":
        return f'write `type_of({before.text if before.kind == IDENT else "x"}) == "…"`'
    if token.kind in _NAMES and before.kind in ENDS_OPERAND and token.text in _BEHIND_OPERAND:
        return _BEHIND_OPERAND[token.text]
    if token.kind == IDENT and (before.kind == "}" or here.wanted == "else"):
        keyword = misspelt(token.text, _ATTACHED)
        if keyword is not None:
            return f"did you mean `{keyword}`?"
    if before.kind not in _NAMES or token.kind not in _SURPRISES or _new_line(here):
        return None
    word = before.text
    if word in ("typeof", "instanceof"):
        return f'write `type_of({token.text if token.kind == IDENT else "x"}) == "…"`'
    if word == "await":
        return "write `await(…)`: " + _CALL
    if word in _ANYWHERE:
        return _BEFORE_OPERAND[word]
    if here.back(2).kind not in _STATEMENT_EDGES:
        return None
    if word in _PRINTING:
        return f"write `println(…)`: {_CALL}"
    if word in _BEFORE_OPERAND:
        return _BEFORE_OPERAND[word]
    keyword = misspelt(word, _OPENING)
    if keyword is not None:
        return f"did you mean `{keyword}`?"
    return f"write `{word}(…)`: {_CALL}" if token.kind in _STRINGS else None


def _division(here: Surroundings) -> str | None:
    """A comment on the line of the token before that looks like a divisor."""
    line_end = here.text.find("\n", here.before.end)
    rest = here.text[here.before.end : len(here.text) if line_end < 0 else line_end].strip()
    if here.before.kind in ENDS_OPERAND and re.match(r"//\s*[\w(.]+\s*[)\]},]", rest):
        return "`//` begins a comment; `/` between two ints gives an int"
    return None
