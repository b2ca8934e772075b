"""HARN-MAT codes: patterns that cannot be used, and values that no arm takes."""

from harnpy.diagnostics.model import WARNING, Code, Message, Repair

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
MAT_001 = Code(
    "HARN-MAT-001",
    "match that leaves cases out",
    why="When a value can only be one of certain things, a `match` on it must have an arm for each: the "
    "variants of an enum, the members of a union, `true` and `false`. At run time a value without an arm "
    "is an error. An arm with a guard covers nothing; `_` covers the rest.",
    bad='pub fn word(flag: bool) -> string {\n  return match flag {\n    true -> { "yes" }\n  }\n}\n',
    good='pub fn word(flag: bool) -> string {\n  return match flag {\n    true -> { "yes" }\n'
    '    false -> { "no" }\n  }\n}\n',
    repairs=(Repair("match/add-missing-arms", "scope-local", "write an arm for each missing case"),),
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
NON_EXHAUSTIVE = Message(
    "HARN-MAT-001",
    "Non-exhaustive match on {subject}: missing {missing}",
    source="type",
    label="cases are missing",
    help="add the missing arms, or `_ -> { ... }` for the rest",
)
NOT_ALL_HANDLED = Message(
    "HARN-MAT-001",
    "unreachable() argument has type `{type}` — not all cases are handled",
    source="type",
    label="can still be this type",
    repairable=False,
    help="handle what is left before this line, or use a `match`",
)
KINDS_LEFT = Message(
    "HARN-MAT-001",
    "{word} reached but `{name}: unknown` was not fully narrowed — uncovered concrete type(s): {kinds}",
    severity=WARNING,
    source="type",
    label="kinds are left",
    repairable=False,
)
PATTERN_TYPE = Message(
    "HARN-MAT-003",
    "Match pattern type mismatch: matching {type} against {literal} literal",
    severity=WARNING,
    source="type",
    label="never matches",
)
