"""HARN-MAT codes that depend on names and shapes of patterns alone."""

from harnpy.diagnostics.model import Code, Message

MAT_003 = Code(
    "HARN-MAT-003",
    "pattern that cannot be used",
    why="Alternatives of an or-pattern must be literals, list and dict patterns do not nest, and a variant "
    "without its enum must belong to exactly one enum of the file.",
    bad='pub fn label(n: int) -> string {\n  return match n {\n    2 | rest -> { "some" }\n'
    '    _ -> { "many" }\n  }\n}\n',
    good='pub fn label(n: int) -> string {\n  return match n {\n    2 | 3 -> { "some" }\n'
    '    _ -> { "many" }\n  }\n}\n',
)

OR_PATTERN = Message(
    "HARN-MAT-003",
    "Or-pattern alternatives must be literal patterns (string, int, float, bool, nil, or `_`). "
    "Identifier bindings and destructuring patterns are not allowed inside `|`.",
    source="type",
    label="not a literal",
)
NESTED_PATTERN = Message(
    "HARN-MAT-003",
    "nested list/dict patterns are not supported in match arms",
    source="type",
    label="nested pattern",
    help="bind the element with an identifier and match it in a nested `match`",
)
AMBIGUOUS_VARIANT = Message(
    "HARN-MAT-003",
    "match pattern `{variant}(...)` is ambiguous: variant `{variant}` is declared by enums {enums}; "
    "qualify it as `{first}.{variant}(...)`",
    source="type",
    label="which enum?",
)
IMPORTED_VARIANT = Message(
    "HARN-MAT-003",
    "match pattern `{variant}(...)` names a variant of imported enum `{enum}`; imported variants must be "
    "qualified as `{enum}.{variant}(...)`",
    source="type",
    label="qualify this",
)
NO_VARIANT = Message(
    "HARN-MAT-003",
    "match pattern `{variant}(...)` names no variant of an enum of this file{near}",
    source="type",
    label="no such variant",
)
