"""HARN-NAM and the codes of unknown types and variants: names that mean nothing here, or no longer."""

from harnpy.diagnostics.model import WARNING, Code, Message, Repair

_CLOSEST = Repair("bindings/rename-to-closest", "scope-local", "use the name that was most likely meant")

NAM_001 = Code(
    "HARN-NAM-001",
    "unknown value",
    why="A name is read that no declaration, import or builtin in sight has. Names of a block end with it, "
    "and `_` only throws a value away.",
    bad='fn main(harness: Harness) {\n  const response = "hi"\n  harness.stdio.println(reponse)\n}\n',
    good='fn main(harness: Harness) {\n  const response = "hi"\n  harness.stdio.println(response)\n}\n',
    repairs=(_CLOSEST,),
    related=("HARN-NAM-002",),
)
NAM_002 = Code(
    "HARN-NAM-002",
    "unknown call target",
    why="A function is called that is not declared, imported or built in.",
    bad="pub fn run(text: string) -> int {\n  return lenght(text)\n}\n",
    good="pub fn run(text: string) -> int {\n  return len(text)\n}\n",
    repairs=(_CLOSEST,),
    related=("HARN-NAM-001",),
)
NAM_003 = Code(
    "HARN-NAM-003",
    "unknown attribute",
    why="Attributes without a meaning are ignored, so a misspelt one silently does nothing.",
    bad="@tset\npub fn probe() -> int {\n  return 3\n}\n",
    good="@complexity(allow)\npub fn probe() -> int {\n  return 3\n}\n",
)
TYP_020 = Code(
    "HARN-TYP-020",
    "unknown type",
    why="A struct literal names a type that no struct declaration in sight has. In an annotation an unknown "
    "name is a warning: it accepts every value, so that nothing is checked there.",
    bad="struct Point {\n  x: int\n}\n\npub fn run() -> any {\n  return Ponit {x: 1}\n}\n",
    good="struct Point {\n  x: int\n}\n\npub fn run() -> any {\n  return Point {x: 1}\n}\n",
    repairs=(Repair("imports/fix-path", "scope-local", "import the type or correct its name"),),
)
TYP_023 = Code(
    "HARN-TYP-023",
    "unknown variant",
    why="The enum declares no variant of that name. The program runs and gets a value that no declared "
    "pattern matches, which is seldom meant.",
    bad="enum Color {\n  Red\n  Green\n}\n\npub fn run() -> any {\n  return Color.Purple(1)\n}\n",
    good="enum Color {\n  Red\n  Green\n}\n\npub fn run() -> any {\n  return Color.Red\n}\n",
)
NAM_004 = Code(
    "HARN-NAM-004",
    "unknown field or member",
    why="The struct, record or module is known and has no field or member of that name.",
    bad="struct User {\n  email: string\n}\n\npub fn run(user: User) -> string {\n  return user.emial\n}\n",
    good="struct User {\n  email: string\n}\n\npub fn run(user: User) -> string {\n  return user.email\n}\n",
    repairs=(_CLOSEST,),
    related=("HARN-NAM-005",),
)
NAM_005 = Code(
    "HARN-NAM-005",
    "unknown method",
    why="Values of this kind have no method of that name; the help line lists those they have.",
    bad="pub fn shout(text: string) -> string {\n  return text.uper()\n}\n",
    good="pub fn shout(text: string) -> string {\n  return text.upper()\n}\n",
    repairs=(_CLOSEST,),
    related=("HARN-NAM-004", "HARN-NAM-013"),
)
NAM_009 = Code(
    "HARN-NAM-009",
    "deprecated function",
    why="Its author has marked it with `@deprecated`: it still works and will go.",
    bad='@deprecated(since: "0.4", use: "fresh")\nfn stale(n: int) -> int {\n  return n\n}\n\n'
    "pub fn fresh(n: int) -> int {\n  return n + 1\n}\n\npub fn run() -> int {\n  return stale(1)\n}\n",
    good="pub fn fresh(n: int) -> int {\n  return n + 1\n}\n\npub fn run() -> int {\n  return fresh(1)\n}\n",
    repairs=(Repair("stdlib/migrate-renamed", "scope-local", "use what has replaced it"),),
)
NAM_011 = Code(
    "HARN-NAM-011",
    "attribute on the wrong kind of declaration",
    why="Each attribute has a meaning for certain declarations only; before others it does nothing.",
    bad="@test\npub fn probe() -> int {\n  return 3\n}\n",
    good="@test\npipeline probe() {\n  assert_eq(1 + 2, 3)\n}\n",
    related=("HARN-NAM-003", "HARN-NAM-012"),
)
NAM_012 = Code(
    "HARN-NAM-012",
    "attribute with a wrong argument",
    why="An argument that the attribute does not know, or of a form it cannot use, is ignored.",
    bad="@deprecated(since: 3)\npub fn old() -> int {\n  return 3\n}\n",
    good='@deprecated(since: "0.3")\npub fn old() -> int {\n  return 3\n}\n',
    related=("HARN-NAM-003", "HARN-NAM-011"),
)
NAM_013 = Code(
    "HARN-NAM-013",
    "method with an old name or meaning",
    why="Methods such as `push` and `sort` change the list they are called on and give nil, so their result "
    "is not worth keeping; `sorted`, `sorted_by` and `reversed` make a new list. Old names of other "
    "methods still work and are reported as warnings.",
    bad='pub fn run() -> string {\n  let sizes = [3, 1]\n  const low = sizes.sort()\n  return "${low}"\n}\n',
    good="pub fn run() -> string {\n  const sizes = [3, 1]\n  const low = sizes.sorted()\n"
    '  return "${low}"\n}\n',
    repairs=(Repair("methods/migrate-removed", "behavior-preserving", "call what does this now"),),
    related=("HARN-NAM-005", "HARN-OWN-001"),
)
NAM_101 = Code(
    "HARN-NAM-101",
    "main with another signature",
    why="The function `main` is called with the root handle of the run and nothing else.",
    bad='fn main() {\n  log("hi")\n}\n',
    good='fn main(harness: Harness) {\n  harness.stdio.println("hi")\n}\n',
    repairs=(Repair("bindings/thread-harness-needs-param", "surface-changing", "take `harness: Harness`"),),
)

UNKNOWN_VALUE = Message(
    "HARN-NAM-001", "value `{name}` is not defined or imported{near}", source="type", label="not defined here"
)
DISCARD_READ = Message(
    "HARN-NAM-001",
    "discard name `_` is valid only in a binding or pattern",
    source="type",
    label="nothing is stored under `_`",
    repairable=False,
)
UNKNOWN_CALL = Message(
    "HARN-NAM-002",
    "call target `{name}` is not defined or imported{near}",
    source="type",
    label="not defined here",
)
UNKNOWN_ATTRIBUTE = Message(
    "HARN-NAM-003", "unknown attribute `@{name}`", severity=WARNING, source="type", label="has no effect"
)
UNKNOWN_STRUCT = Message(
    "HARN-TYP-020", "unknown struct type `{name}`{near}", source="type", label="no struct of this name"
)
UNKNOWN_TYPE = Message(
    "HARN-TYP-020",
    "unknown type `{name}`{near}",
    severity=WARNING,
    source="type",
    label="accepts every value",
    help="declare or import the type, or write `any` when every value is meant",
)
UNKNOWN_VARIANT = Message(
    "HARN-TYP-023",
    "Unknown variant '{variant}' in enum '{enum}'",
    severity=WARNING,
    source="type",
    label="not a variant of this enum",
)
NO_FIELD = Message(
    "HARN-NAM-004",
    "field `{field}` does not exist on {kind} `{type}`{near}",
    source="type",
    label="no such field",
)
NO_MEMBER = Message(
    "HARN-NAM-004",
    "module `{module}` has no exported member `{name}`{near}",
    source="type",
    label="not offered by the module",
)
NO_CAPABILITY = Message(
    "HARN-NAM-004", "`Harness` has no capability `{name}`{near}", source="type", label="no such capability"
)
UNKNOWN_FIELD = Message(
    "HARN-NAM-004",
    "Unknown field '{field}' in struct '{struct}'",
    severity=WARNING,
    source="type",
    label="no such field",
    repairable=False,
)
ACCESS_ON_UNKNOWN = Message(
    "HARN-NAM-004",
    "{access} on an `unknown` value will fail at runtime if the value is not a shape with that field",
    severity=WARNING,
    source="type",
    label="narrow the value first",
    repairable=False,
)
NO_METHOD = Message(
    "HARN-NAM-005",
    "method `{method}` does not exist on {receiver}{near}",
    source="type",
    label="no such method",
)
NO_HANDLE_METHOD = Message(
    "HARN-NAM-005",
    "value of type {handle} has no method `{method}`{near}",
    source="type",
    label="no such method",
)
NO_FUNCTION_MEMBER = Message(
    "HARN-NAM-005",
    "module `{module}` has no exported member `{name}`{near}",
    source="type",
    label="not offered by the module",
)
NO_METHOD_IN_BOUND = Message(
    "HARN-NAM-005",
    "Method '{method}' not found in interface '{interface}' (constraint on '{variable}')",
    severity=WARNING,
    source="type",
    label="not promised by the bound",
    repairable=False,
)
NO_METHOD_IN_BOUNDS = Message(
    "HARN-NAM-005",
    "Method '{method}' not found in constraint interfaces {interfaces} (constraint on '{variable}')",
    severity=WARNING,
    source="type",
    label="not promised by the bounds",
    repairable=False,
)
DEPRECATED = Message(
    "HARN-NAM-009", "`{name}` is deprecated{since}", severity=WARNING, source="type", label="deprecated"
)
MISPLACED_ATTRIBUTE = Message(
    "HARN-NAM-011",
    "`@{attribute}` only applies to {declarations} declarations",
    severity=WARNING,
    source="type",
    label="has no effect here",
)
UNKNOWN_ATTRIBUTE_ARGUMENT = Message(
    "HARN-NAM-012",
    "unknown `@{attribute}` argument `{argument}`; expected one of [{expected}]",
    severity=WARNING,
    source="type",
    label="has no effect",
)
ATTRIBUTE_ARGUMENTS = Message(
    "HARN-NAM-012",
    "`@{attribute}` requires {wanted}",
    severity=WARNING,
    source="type",
    label="has no effect",
)
ATTRIBUTE_VALUE = Message(
    "HARN-NAM-012",
    "`@{attribute}({argument}: ...)` must be {wanted}",
    severity=WARNING,
    source="type",
    label="has no effect",
)
RESULT_IS_NIL = Message(
    "HARN-NAM-013",
    "`{method}` changes its receiver in place and returns nil, so this value is always nil",
    source="type",
    label="always nil",
    repairable=False,
    help="call it as a statement of its own",
)
RESULT_REPLACES = Message(
    "HARN-NAM-013",
    "`{method}` now changes its receiver in place, so assigning its result back replaces the receiver with "
    "that result",
    source="type",
    label="replaces the receiver",
    repairable=False,
)
USE_COPY = Message(
    "HARN-NAM-013",
    "`{method}` now changes its receiver in place and returns nil — use `{copying}()` for a new list",
    source="type",
    label="always nil",
)
OLD_METHOD = Message(
    "HARN-NAM-013",
    "method `{method}` was removed from {kinds} — did you mean `{instead}`?",
    severity=WARNING,
    source="type",
    label="old name",
)
MAIN_PARAMETERS = Message(
    "HARN-NAM-101",
    "`main` must take a single `harness: Harness` parameter",
    source="type",
    label="called with the root handle",
)
MAIN_PARAMETER_NAME = Message(
    "HARN-NAM-101",
    "`main` parameter is named `{name}`, expected `harness` or `_harness`",
    source="type",
    label="holds the root handle",
)
MAIN_PARAMETER_TYPE = Message(
    "HARN-NAM-101",
    "`main(harness: …)` parameter type must be `Harness`, found `{found}`",
    source="type",
    label="holds the root handle",
)
