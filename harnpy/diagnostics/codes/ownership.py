"""HARN-OWN codes: changes of what must not change."""

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
