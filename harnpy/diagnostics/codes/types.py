"""HARN-TYP codes of values that do not fit where they are put: bindings, arguments, results, fields.

Texts of mismatches end in `{detail}`: empty, or ` (…)` with the part that does not fit.
"""

from harnpy.diagnostics.model import WARNING, Code, Message, Repair

_CONVERT = Repair(
    "casts/insert-explicit-conversion", "scope-local", "convert one side, or change the declared type"
)
_FOUND = "found this type"

TYP_001 = Code(
    "HARN-TYP-001",
    "parts of a value have another type than expected",
    why="A tuple holds one value of each of its types in order; a closure that is handed over must take what "
    "it will be called with; the pair pattern of a `for` needs pairs.",
    bad='pub const pair: tuple<int, int> = [1, "a"]\n',
    good='pub const pair: tuple<int, string> = [1, "a"]\n',
    repairs=(_CONVERT,),
    related=("HARN-TYP-006", "HARN-TYP-007"),
)
TYP_004 = Code(
    "HARN-TYP-004",
    "result of another type than declared",
    why="Callers rely on the type after `->`. Every `return`, the last value of a pipeline and every `emit` "
    "must fit it, and a function whose result cannot be nil must not end without a `return`.",
    bad='pub fn size() -> int {\n  return "three"\n}\n',
    good="pub fn size() -> int {\n  return 3\n}\n",
    repairs=(_CONVERT,),
    related=("HARN-TYP-008",),
)
TYP_005 = Code(
    "HARN-TYP-005",
    "assignment of another type",
    why="A name keeps the type of its declaration, so that everything that reads it stays right. Indexes are "
    "held to the kind of what they index.",
    bad='pub fn run() -> int {\n  let total: int = 1\n  total = "a"\n  return total\n}\n',
    good="pub fn run() -> int {\n  let total: int = 1\n  total = 2\n  return total\n}\n",
    repairs=(_CONVERT,),
    related=("HARN-TYP-007",),
)
TYP_006 = Code(
    "HARN-TYP-006",
    "argument of another type",
    why="An argument must fit the parameter it is given to; when the program runs, the call would fail.",
    bad='fn double(n: int) -> int {\n  return n * 2\n}\n\npub fn run() -> int {\n  return double("two")\n}\n',
    good="fn double(n: int) -> int {\n  return n * 2\n}\n\npub fn run() -> int {\n  return double(2)\n}\n",
    repairs=(_CONVERT,),
    related=("HARN-ORC-001",),
)
TYP_007 = Code(
    "HARN-TYP-007",
    "binding of another type than declared",
    why="The type of a `const`, a `let` or a parameter is a promise about its value; the default of a "
    "parameter must keep it too.",
    bad='pub const limit: int = "3"\n',
    good="pub const limit: int = 3\n",
    repairs=(_CONVERT,),
    related=("HARN-TYP-005",),
)
TYP_008 = Code(
    "HARN-TYP-008",
    "closure with another result than expected",
    why="The last value of a closure is its result. It must fit the type after `->`, or the result that the "
    "parameter it is handed to asks for.",
    bad='pub fn run() -> int {\n  const size = fn(n: int) -> int { "${n}" }\n  return size(3)\n}\n',
    good="pub fn run() -> int {\n  const size = fn(n: int) -> int { n + 1 }\n  return size(3)\n}\n",
    repairs=(_CONVERT,),
    related=("HARN-TYP-004",),
)
TYP_009 = Code(
    "HARN-TYP-009",
    "struct field of another type, or none",
    why="A struct value holds every field of its declaration, each of the declared type; only fields marked "
    "`?` may be left out.",
    bad='struct Point {\n  x: int\n}\n\npub fn run() -> Point {\n  return Point {x: "1"}\n}\n',
    good="struct Point {\n  x: int\n}\n\npub fn run() -> Point {\n  return Point {x: 1}\n}\n",
    repairs=(_CONVERT,),
    related=("HARN-NAM-004",),
)
TYP_026 = Code(
    "HARN-TYP-026",
    "throw that `throws` does not name",
    why="Callers handle what a function declares to throw. Whatever leaves the function uncaught must be of "
    "the type after `throws`.",
    bad="pub fn check(n: int) -> int throws string {\n  if n < 0 {\n    throw {code: n}\n  }\n"
    "  return n\n}\n",
    good='pub fn check(n: int) -> int throws string {\n  if n < 0 {\n    throw "negative: ${n}"\n  }\n'
    "  return n\n}\n",
)
TYP_028 = Code(
    "HARN-TYP-028",
    "parameter without a type",
    why="Without a type nothing that is done with the parameter can be checked, nor what callers pass. "
    "Closures need none: they take their types from where they stand.",
    bad="pub fn same(n) -> any {\n  return n\n}\n",
    good="pub fn same(n: int) -> any {\n  return n\n}\n",
    repairs=(Repair("types/annotate-parameter", "surface-changing", "write the type of the parameter"),),
)

TUPLE_POSITION = Message(
    "HARN-TYP-001",
    "tuple position {position}: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
CLOSURE_PARAMETERS = Message(
    "HARN-TYP-001",
    "closure parameters: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
NOT_PAIRS = Message(
    "HARN-TYP-001",
    "cannot destructure {found} with a `for (a, b)` pair pattern — expected a Pair. Use "
    "`for {{index, value}} in list.enumerate()`, `for [a, b] in list.zip(...)`, or wrap the source with "
    "`iter(...)` to yield Pairs.",
    source="type",
    label="yields no pairs",
    repairable=False,
)
RETURN_VALUE = Message(
    "HARN-TYP-004",
    "return value: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
PIPELINE_RESULT = Message(
    "HARN-TYP-004",
    "pipeline result: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
FALL_THROUGH = Message(
    "HARN-TYP-004",
    "function can fall through without returning {expected}",
    source="type",
    label="may end without a `return`",
    repairable=False,
    help="end with a `return`, or let the result be optional",
)
STREAM_RESULT = Message(
    "HARN-TYP-004",
    "`gen fn` must return Stream<T>, found {found}",
    source="type",
    label="returns a stream",
    repairable=False,
)
EMIT_VALUE = Message(
    "HARN-TYP-004",
    "`emit` value: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
ASSIGNMENT = Message(
    "HARN-TYP-005",
    "assignment to `{name}`: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
SUBSCRIPT = Message(
    "HARN-TYP-005",
    "subscript index: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
ARGUMENT = Message(
    "HARN-TYP-006",
    "argument {number} `{parameter}`: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
ARGUMENT_VALUE = Message(
    "HARN-TYP-006",
    "argument {number} `{parameter}`: {value} is not a permitted value of {type}",
    source="type",
    label="not one of the permitted values",
)
ARGUMENT_FIELD = Message(
    "HARN-TYP-006",
    "argument {number} `{parameter}`: unknown field `{field}` in closed record; expected one of "
    "{fields}{near}",
    source="type",
    label="no field of the record",
    repairable=False,
)
VARIANT_ARGUMENT = Message(
    "HARN-TYP-006",
    "{enum}.{variant} argument `{parameter}`: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
BINDING = Message(
    "HARN-TYP-007",
    "{kind} binding `{name}`: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
PARAMETER_DEFAULT = Message(
    "HARN-TYP-007",
    "parameter default `{parameter}`: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
CLOSURE_RETURN = Message(
    "HARN-TYP-008",
    "closure return value: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
STRUCT_FIELD = Message(
    "HARN-TYP-009",
    "field `{field}` in struct `{struct}`: expected {expected}, found {found}{detail}",
    source="type",
    label=_FOUND,
)
MISSING_FIELD = Message(
    "HARN-TYP-009",
    "Missing field '{field}' in struct '{struct}' construction",
    severity=WARNING,
    source="type",
    label="lacks a field",
    repairable=False,
)
UNCOVERED_THROW = Message(
    "HARN-TYP-026",
    "this callable can throw `{thrown}`, which its declared `throws {declared}` does not cover",
    source="type",
    label="throws more than it declares",
    help="name it after `throws`, or catch it inside",
)
UNTYPED_PARAMETER = Message(
    "HARN-TYP-028",
    "{kind} `{name}` parameter `{parameter}` has no type annotation",
    severity=WARNING,
    source="type",
    label="needs a type",
)
