"""Operator table: spelling, precedence, associativity, newline rule, operand rule, ABI name."""

LEFT, RIGHT, NONE = "left", "right", "none"


class Operator:
    """One infix operator. `level` is the row of language.md 3.1: a larger number binds tighter."""

    __slots__ = ("abi", "associativity", "leads_line", "level", "operands", "spelling")

    def __init__(
        self, spelling: str, level: int, associativity: str, leads_line: bool, operands: str, abi: str
    ) -> None:
        self.spelling = spelling
        self.level = level
        self.associativity = associativity
        # True: a line that begins with the operator continues the line before (rule N3).
        self.leads_line = leads_line
        # How operands are used: pipe, logic, equality, order, membership, default, range, arithmetic.
        self.operands = operands
        # Name of the slow path in emitted code; empty where the operator is lowered to control flow.
        self.abi = abi


_ROWS = (
    Operator("|>", 1, LEFT, True, "pipe", ""),
    Operator("||", 3, LEFT, True, "logic", ""),
    Operator("&&", 4, LEFT, True, "logic", ""),
    Operator("==", 5, LEFT, True, "equality", "_eq"),
    Operator("!=", 5, LEFT, True, "equality", "_ne"),
    Operator("<", 6, LEFT, True, "order", "_lt"),
    Operator(">", 6, LEFT, True, "order", "_gt"),
    Operator("<=", 6, LEFT, True, "order", "_le"),
    Operator(">=", 6, LEFT, True, "order", "_ge"),
    Operator("in", 6, LEFT, False, "membership", "_in"),
    Operator("not_in", 6, LEFT, False, "membership", "_in"),
    Operator("??", 7, LEFT, True, "default", ""),
    Operator("..", 8, NONE, True, "range", "_range"),
    Operator("..=", 8, NONE, True, "range", "_range"),
    Operator("+", 9, LEFT, True, "arithmetic", "_add"),
    Operator("-", 9, LEFT, False, "arithmetic", "_sub"),
    Operator("*", 10, LEFT, True, "arithmetic", "_mul"),
    Operator("/", 10, LEFT, True, "arithmetic", "_div"),
    Operator("%", 10, LEFT, True, "arithmetic", "_mod"),
    Operator("**", 12, RIGHT, True, "arithmetic", "_pow"),
)

INFIX: dict[str, Operator] = {row.spelling: row for row in _ROWS}
"""Infix operators by spelling; `not_in` stands for the two words `not in`."""

COMPOUND: dict[str, str] = {"+=": "+", "-=": "-", "*=": "*", "/=": "/", "%=": "%"}
"""Compound assignments and the operator each applies."""
