"""HARN-OWN codes: changes of what must not change, and data that nobody has checked."""

from harnpy.diagnostics.model import WARNING, Code, Message, Repair

OWN_001 = Code(
    "HARN-OWN-001",
    "change of an immutable binding",
    why="Only `let` makes a name that can be assigned or changed in place; constants, parameters and names "
    "bound by patterns keep their value.",
    bad="pub fn run() -> int {\n  const limit = 3\n  limit = 4\n  return limit\n}\n",
    good="pub fn run() -> int {\n  let limit = 3\n  limit = 4\n  return limit\n}\n",
    repairs=(Repair("bindings/make-mutable", "scope-local", "declare the name with `let`"),),
)
OWN_004 = Code(
    "HARN-OWN-004",
    "data from outside used without a check",
    why="What comes from a parser, a file or another process can have any form. Under `--strict-types` it "
    "must be checked against a schema before its parts are used.",
    bad="pub fn name_of(text: string) -> any {\n  return json_parse(text).name\n}\n",
    good="pub fn name_of(text: string) -> any {\n"
    '  const user = schema_expect(json_parse(text), {type: "object", properties: {name: {type: "string"}}})\n'
    "  return user.name\n}\n",
    command="check --strict-types",
)

ASSIGNED = Message(
    "HARN-OWN-001",
    "Cannot assign to '{name}': variable is immutable (declared with 'const'); "
    "use 'let' for a mutable binding",
    severity=WARNING,
    source="type",
    label="immutable",
)
CHANGED = Message(
    "HARN-OWN-001",
    "Cannot mutate '{name}' through an immutable binding (declared with 'const'); "
    "use 'let' for a mutable binding",
    severity=WARNING,
    source="type",
    label="immutable",
)
MUTATES_IMMUTABLE = Message(
    "HARN-OWN-001",
    "`{kind}.{method}` mutates '{name}', which is immutable (declared with 'const' or a parameter)",
    source="type",
    label="immutable",
)
MUTATES_TEMPORARY = Message(
    "HARN-OWN-001",
    "`{kind}.{method}` mutates its receiver, but the receiver is a temporary value",
    source="type",
    label="the change would be lost",
    repairable=False,
    help="bind the value with `let` first",
)
MUTATES_OPTIONAL = Message(
    "HARN-OWN-001",
    "`{kind}.{method}` mutates its receiver and cannot be called through `?.`",
    source="type",
    label="use `.` after a check for nil",
    repairable=False,
)
UNVALIDATED = Message(
    "HARN-OWN-004",
    "Direct {access} on unvalidated {origin} result",
    source="type",
    label="not checked against a schema",
    help="check the value with `schema_expect` or `schema_check` before using its parts",
)
