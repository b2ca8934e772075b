"""HARN-TYP codes of type parameters: their number, their variance, their bounds."""

from harnpy.diagnostics.model import Code, Message

TYP_011 = Code(
    "HARN-TYP-011",
    "type arguments for a function that takes none",
    why="Only a function with type parameters, `fn name<T>(…)`, can be called with type arguments.",
    bad="fn twice(n: int) -> int {\n  return n * 2\n}\n\npub fn run() -> int {\n  return twice<int>(1)\n}\n",
    good="fn twice(n: int) -> int {\n  return n * 2\n}\n\npub fn run() -> int {\n  return twice(1)\n}\n",
    related=("HARN-TYP-013",),
)
TYP_012 = Code(
    "HARN-TYP-012",
    "type parameter used against its variance",
    why="A parameter declared `out` may only stand where values come out, one declared `in` only where they "
    "go in; otherwise values of the wrong type could pass.",
    bad="pub type Sink<out T> = fn(T) -> int\n",
    good="pub type Sink<in T> = fn(T) -> int\n",
)
TYP_013 = Code(
    "HARN-TYP-013",
    "wrong number of type arguments",
    why="A call names all type arguments or none; without any they are found from the arguments.",
    bad="fn same<T>(value: T) -> T {\n  return value\n}\n\n"
    "pub fn run() -> int {\n  return same<int, string>(1)\n}\n",
    good="fn same<T>(value: T) -> T {\n  return value\n}\n\n"
    "pub fn run() -> int {\n  return same<int>(1)\n}\n",
    related=("HARN-TYP-011",),
)
TYP_015 = Code(
    "HARN-TYP-015",
    "type that does not satisfy an interface",
    why="A bound `where T: I` promises the function that its argument has the methods of `I`. A struct has "
    "them by an `impl` block with the same names, parameters and results.",
    bad="interface Named {\n  fn label(self) -> string\n}\n\nstruct Cat {\n  age: int\n}\n\n"
    "fn greet<T>(who: T) -> string where T: Named {\n  return who.label()\n}\n\n"
    "pub fn run() -> string {\n  return greet(Cat {age: 3})\n}\n",
    good="interface Named {\n  fn label(self) -> string\n}\n\nstruct Cat {\n  age: int\n}\n\n"
    'impl Cat {\n  fn label(self) -> string {\n    return "cat of ${self.age}"\n  }\n}\n\n'
    "fn greet<T>(who: T) -> string where T: Named {\n  return who.label()\n}\n\n"
    "pub fn run() -> string {\n  return greet(Cat {age: 3})\n}\n",
    related=("HARN-NAM-005",),
)

NO_TYPE_PARAMETERS = Message(
    "HARN-TYP-011",
    "Function '{name}' does not declare type parameters",
    source="type",
    label="takes no type arguments",
)
MISPLACED_VARIANCE = Message(
    "HARN-TYP-012",
    "type parameter '{variable}' is declared '{word}' ({variance}) but appears in a {position} position in "
    "{owner}",
    source="type",
    label="contradicts its use",
)
TYPE_ARGUMENT_COUNT = Message(
    "HARN-TYP-013",
    "Function '{name}' expects {count} type arguments, got {given}",
    source="type",
    label="wrong number of type arguments",
)
UNSATISFIED = Message(
    "HARN-TYP-015",
    "Type '{type}' does not satisfy interface '{interface}': {reason} (required by constraint "
    "`where {variable}: {interface}`)",
    source="type",
    label="does not satisfy the bound",
    help="give the type an `impl` block with the methods of the interface",
)
