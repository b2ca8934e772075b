"""What the parser would have taken: its stack in, the possible tokens and their name in messages out."""

from collections.abc import Iterable, Mapping, Sequence

from harnpy.syntax.build.declarations import AFTER_ATTRIBUTE, AFTER_PUB
from harnpy.syntax.driver import ACCEPT, RuleRows, Stack
from harnpy.syntax.tokens import END, GUARD_ELSE, IDENT, OPENERS, SEP, Token

Rows = Sequence[Mapping[str, int]]

STATEMENT = "<statement>"

# What a place is called where only a name fits: by the rule that could begin there, then by the token before.
_NAMES_BY_RULE = (
    ("<bind_name>", "variable name or destructuring pattern"),
    ("<parameter>", "parameter name"),
    ("<variant>", "variant name"),
    ("<struct_field>", "field name"),
    ("<select_case>", "select case variable"),
    ("<entry>", "dict key"),
    ("<cost_option>", "option name"),
    ("<shape_part>", "field name"),
    ("<dict_field>", "field name"),
    ("<list_element>", "variable name"),
    ("<type_param>", "type parameter name"),
    ("<skill_field>", "field name"),
    ("<bound>", "type parameter name"),
    ("<attribute_arg>", "attribute argument"),
    ("<interface_method>", "`type` or `fn`"),
    ("<impl_method>", "`fn`"),
    ("<list_of{IDENT,_comma}>", "import name"),
)
_NAMES_BY_TOKEN = {
    "fn": "function name",
    "pipeline": "pipeline name",
    "struct": "type name",
    "enum": "type name",
    "type": "type name",
    "interface": "type name",
    "impl": "type name",
    "TOOL": "tool name",
    "SKILL": "skill name",
    "EVAL_PACK": "eval pack name",
    "extends": "pipeline name",
    ".": "member name",
    "?.": "member name",
    "AS": "alias name",
    "catch": "error variable",
    "@": "attribute name",
    "override": "function name",
    "import": "import path string",
    "...": "parameter name",
}
_SHOWN = {GUARD_ELSE: "else", "FROM": "from", "AS": "as", "TYPE_GT": ">", "HOLE_CLOSE": "}", "SUMMARIZE": "}"}
_TOP_SEPARATOR = "top-level item separator (`;` or newline)"
_PLAIN = (")", "]", "}", "{", GUARD_ELSE, "->", "=", ":", "FROM", "AS", "TYPE_GT", ",", "HOLE_CLOSE")


def _is_rule(symbol: str) -> bool:
    return symbol.startswith("<") and symbol.endswith(">") and len(symbol) > 1


class Expectations:
    """The parser at the token where it stopped."""

    def __init__(self, rows: Rows, rules: RuleRows, stack: Stack) -> None:
        self.rows = rows
        self.rules = rules
        self.stack = stack
        row = rows[stack.states[-1]]
        self.kinds = frozenset(kind for kind in row if not _is_rule(kind) and self.takes((kind,)))
        before_name = list(stack.states)
        if IDENT in self.kinds:
            self._shift(before_name, IDENT)
            before_name.pop()
        self.rules_here = frozenset(symbol for symbol in rows[before_name[-1]] if _is_rule(symbol))

    @property
    def at_operand(self) -> bool:
        """May an expression start here?"""
        return "spawn" in self.kinds

    def takes(self, kinds: Iterable[str]) -> bool:
        """Could the parser shift tokens of these kinds, one after the other?"""
        states = list(self.stack.states)
        return all(self._shift(states, kind) for kind in kinds)

    def _shift(self, states: list[int], kind: str) -> bool:
        rows, bottom = self.rows, len(self.rows)
        while True:
            action = rows[states[-1]].get(kind, bottom)
            if action >= 0:
                states.append(action)
                return action < bottom
            left, length = self.rules[~action][:2]
            if length:
                del states[-length:]
            if left in ACCEPT and len(states) == 1:
                return kind == END
            states.append(rows[states[-1]][left])

    def open_bracket(self) -> Token | None:
        """The innermost bracket that waits for its closer, as far as the stack knows."""
        closed = 0
        for value in reversed(self.stack.values):
            if isinstance(value, Token):
                if value.kind in (")", "]", "}"):
                    closed += 1
                elif value.kind in OPENERS:
                    if not closed:
                        return value
                    closed -= 1
        return None

    def wanted(self, found: Token, before: Token | None) -> str:
        """The words for what should stand where `found` does."""
        bracket = self.open_bracket()
        closer = OPENERS[bracket.kind] if bracket else ""
        if found.kind == END and closer in self.kinds:
            return _SHOWN.get(closer, closer)
        if "struct" in self.kinds and not self.at_operand:
            return AFTER_ATTRIBUTE if "@" in self.kinds else AFTER_PUB
        if self.at_operand:
            return "expression"
        if "<type>" in self.rules_here or "<optional>" in self.rules_here:
            return "type"
        if IDENT in self.kinds:
            return self._name_role(before)
        return self._punctuation(closer)

    def _name_role(self, before: Token | None) -> str:
        if before is not None and before.kind == "(" and len(self.stack.values) > 1:
            opener = self.stack.values[-2]
            if isinstance(opener, Token) and opener.kind == "catch":
                return "error variable"
        for rule, role in _NAMES_BY_RULE:
            if rule in self.rules_here:
                return role
        return _NAMES_BY_TOKEN.get(before.text if before else "", "") or (
            _NAMES_BY_TOKEN.get(before.kind if before else "", "name")
        )

    def _punctuation(self, closer: str) -> str:
        if SEP in self.kinds and not self._in_list(closer):
            top = all(not isinstance(value, Token) or value.kind != "{" for value in self.stack.values)
            return _TOP_SEPARATOR if top else "statement separator (`;` or newline)"
        if closer in self.kinds:
            return _SHOWN.get(closer, closer)
        for kind in _PLAIN:
            if kind in self.kinds:
                return _SHOWN.get(kind, kind)
        if "in" in self.kinds and "+" not in self.kinds:
            return "in"
        if self.kinds <= {"STRING"} and self.kinds:
            return "import path string"
        if self.kinds <= {END}:
            return _TOP_SEPARATOR
        return min(sorted(self.kinds), key=len, default=_TOP_SEPARATOR)

    def _in_list(self, closer: str) -> bool:
        """Do we stand between the entries of a dict or the like, where a comma would do as well?"""
        return "," in self.kinds and closer == "}"
