"""HARN-NAM and the codes of unknown types and variants: names that mean nothing here."""

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
    "unknown struct type",
    why="A struct literal names a type that no struct declaration in sight has.",
    bad="struct Point {\n  x: int\n}\n\npub fn run() -> any {\n  return Ponit {x: 1}\n}\n",
    good="struct Point {\n  x: int\n}\n\npub fn run() -> any {\n  return Point {x: 1}\n}\n",
    repairs=(Repair("imports/fix-path", "scope-local", "import the struct or correct its name"),),
)
TYP_023 = Code(
    "HARN-TYP-023",
    "unknown variant",
    why="The enum declares no variant of that name. The program runs and gets a value that no declared "
    "pattern matches, which is seldom meant.",
    bad="enum Color {\n  Red\n  Green\n}\n\npub fn run() -> any {\n  return Color.Purple(1)\n}\n",
    good="enum Color {\n  Red\n  Green\n}\n\npub fn run() -> any {\n  return Color.Red\n}\n",
)

UNKNOWN_VALUE = Message(
    "HARN-NAM-001", "value `{name}` is not defined or imported{near}", source="type", label="not defined here"
)
DISCARD_READ = Message(
    "HARN-NAM-001",
    "discard name `_` is valid only in a binding or pattern",
    source="type",
    label="nothing is stored under `_`",
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
UNKNOWN_VARIANT = Message(
    "HARN-TYP-023",
    "Unknown variant '{variant}' in enum '{enum}'",
    severity=WARNING,
    source="type",
    label="not a variant of this enum",
)
