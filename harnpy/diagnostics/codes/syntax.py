"""Codes of the lexer and the parser: HARN-PAR-001 to 007, and HARN-CMP-001 for holes and durations."""

from harnpy.diagnostics.model import Code, Message

EXPECTED = Message(
    "HARN-PAR-001", "expected {wanted}, found {found}", source="parser", label="unexpected token"
)
LINE_BREAK = Message(
    "HARN-PAR-001", "expected {wanted}, found newline", source="parser", label="line break not allowed here"
)
END_OF_FILE = Message(
    "HARN-PAR-002", "unexpected end of file, expected {wanted}", source="parser", label="file ends here"
)
CHARACTER = Message(
    "HARN-PAR-003", "Unexpected character '{character}' at {line}:{column}", source="lexer", label="here"
)
UNTERMINATED_STRING = Message(
    "HARN-PAR-004", "Unterminated string at {line}:{column}", source="lexer", label="here"
)
UNTERMINATED_COMMENT = Message(
    "HARN-PAR-005", "Unterminated block comment at {line}:{column}", source="lexer", label="here"
)
INTEGER_RANGE = Message(
    "HARN-PAR-006",
    "Integer literal `{digits}` is out of range for int (i64) at {line}:{column}",
    source="lexer",
    label="here",
)
RETIRED_RANGE = Message(
    "HARN-PAR-007",
    "`start to end` ranges were removed; "
    "ranges are `start..end` (end excluded) or `start..=end` (end included)",
    source="parser",
    label="retired range keyword",
    help="write `a..=b` for `a to b` and `a..b` for `a to b exclusive`",
)
INVALID_HOLE = Message(
    "HARN-CMP-001", "invalid interpolation `{hole}`: {cause}", source="compile", label="in this hole"
)
DURATION_RANGE = Message(
    "HARN-CMP-001", "duration literal is too large", source="compile", label="more than 64-bit milliseconds"
)

CODES: tuple[Code, ...] = (
    Code(
        "HARN-PAR-001",
        "A token stands where the grammar wants something else",
        why="The parser reads a file token by token. Here the next token cannot continue what stands before "
        "it: something is missing in front of it, or it is one too many.",
        bad='fn main(harness: Harness) {\n  const total = )\n  harness.stdio.println("${total}")\n}\n',
        good='fn main(harness: Harness) {\n  const total = 3\n  harness.stdio.println("${total}")\n}\n',
        related=("HARN-PAR-002",),
    ),
    Code(
        "HARN-PAR-002",
        "The file ends inside an unfinished form",
        why="A bracket, a block or an expression was opened and the file ends before it is complete.",
        bad="fn twice(n: int) -> int {\n  return n * 2\n",
        good="pub fn twice(n: int) -> int {\n  return n * 2\n}\n",
        related=("HARN-PAR-001",),
    ),
    Code(
        "HARN-PAR-003",
        "A character that begins no token",
        why="Outside strings and comments only names, numbers, operators and brackets can stand. "
        "An empty hole `${}` and a backslash in a hole are refused for the same reason.",
        bad="pub const price = 3 # 4\n",
        good="pub const price = 3 // 4\n",
    ),
    Code(
        "HARN-PAR-004",
        "A string without its closing quote",
        why='A string between single quotes `"` ends on the line it starts on. '
        'Text over several lines stands between `"""`.',
        bad='pub const title = "open\n',
        good='pub const title = "open"\n',
    ),
    Code(
        "HARN-PAR-005",
        "A block comment without its end",
        why="Block comments nest, so every `/*` needs a `*/` of its own.",
        bad="pub const a = 1\n/* never closed\n",
        good="pub const a = 1\n/* closed */\n",
    ),
    Code(
        "HARN-PAR-006",
        "An integer literal beyond 64 bits",
        why="The type int holds 64-bit signed values. Larger numbers are floats or strings.",
        bad="pub const big = 99999999999999999999\n",
        good="pub const big = 99999999999999999999.0\n",
    ),
    Code(
        "HARN-PAR-007",
        "A range in the removed spelling `a to b`",
        why="Ranges are written with dots: `a..b` leaves the end out, `a..=b` takes it in.",
        bad="pub fn each_one() {\n  for i in 1 to 3 {\n    log(i)\n  }\n}\n",
        good="pub fn each_one() {\n  for i in 1..=3 {\n    log(i)\n  }\n}\n",
    ),
    Code(
        "HARN-CMP-001",
        "A form that parses but cannot be compiled",
        why="The program is made of valid tokens, yet this part has no meaning where it stands: a hole in a "
        "string that is no expression, a duration beyond 64-bit milliseconds, a `break` outside a loop.",
        bad='pub const text = "${1 +}"\n',
        good='pub const text = "${1 + 2}"\n',
        related=("HARN-PAR-001",),
    ),
)
"""The page of every code of this family."""
