"""HARN-TYP codes of what cannot be done with a value: operators, calls, access to nil and beyond a tuple."""

from harnpy.diagnostics.model import WARNING, Code, Message, Repair

TYP_002 = Code(
    "HARN-TYP-002",
    "operands of the wrong kind",
    why="Operators work on certain kinds of values: arithmetic on numbers, `+` also on two strings, two "
    "lists or two dicts, `<` and its like on two values with an order. An operand that may be nil must be "
    "handled first.",
    bad="pub fn run(flag: bool) -> any {\n  return flag - 1\n}\n",
    good="pub fn run(flag: bool) -> any {\n  return (flag ? 1 : 0) - 1\n}\n",
    related=("HARN-TYP-003",),
)
TYP_003 = Code(
    "HARN-TYP-003",
    "text added to something else",
    why="`+` joins two strings and converts nothing. An interpolated string takes any value.",
    bad='pub fn label(n: int) -> string {\n  return "n=" + n\n}\n',
    good='pub fn label(n: int) -> string {\n  return "n=${n}"\n}\n',
    repairs=(Repair("style/string-interpolation", "behavior-preserving", "write one interpolated string"),),
    related=("HARN-TYP-002",),
)
TYP_018 = Code(
    "HARN-TYP-018",
    "call of something that is no function",
    why="Only functions, closures and builtins can be called.",
    bad="pub fn run(n: int) -> any {\n  return n(1)\n}\n",
    good="pub fn run(n: int) -> any {\n  return n + 1\n}\n",
)
TYP_025 = Code(
    "HARN-TYP-025",
    "access to a value that may be nil",
    why="nil has no properties and no methods. Test for nil first, give a default with `??`, or use the "
    "optional forms `?.name`, `?.name()` and `?[index]`, which give nil for nil. An index read such as "
    "`xs[0]` may be nil too, when the list is too short.",
    bad="pub fn size(text: string?) -> int {\n  return text.len()\n}\n",
    good="pub fn size(text: string?) -> int {\n  return text?.len() ?? 0\n}\n",
)
TYP_027 = Code(
    "HARN-TYP-027",
    "index beyond a tuple",
    why="A tuple type says how many values there are; positions count from 0.",
    bad='pub fn run() -> any {\n  const pair: tuple<int, string> = [1, "a"]\n  return pair[2]\n}\n',
    good='pub fn run() -> any {\n  const pair: tuple<int, string> = [1, "a"]\n  return pair[1]\n}\n',
)

CANNOT_ADD = Message(
    "HARN-TYP-002", "can't add {left} and {right}", source="type", label="operands do not fit together"
)
CANNOT_CALCULATE = Message(
    "HARN-TYP-002",
    "can't use '{op}' on {left} and {right} (needs numeric operands)",
    source="type",
    label="operands do not fit together",
)
CANNOT_MULTIPLY = Message(
    "HARN-TYP-002",
    "can't multiply {left} and {right} (try string * int)",
    source="type",
    label="operands do not fit together",
)
CANNOT_NEGATE = Message(
    "HARN-TYP-002", "can't use '-' on {type} (needs a numeric operand)", source="type", label="not a number"
)
NIL_OPERAND = Message(
    "HARN-TYP-002",
    "operand of '{op}' may be nil (type {type}); handle nil first or provide a default with `??`",
    source="type",
    label="may be nil",
)
NOT_PERMITTED = Message(
    "HARN-TYP-002",
    "{value} is not a permitted comparison value of {type}",
    source="type",
    label="never equal",
)
POINTLESS_ORDER = Message(
    "HARN-TYP-002",
    "Comparison '{op}' may not be meaningful for types {left} and {right}",
    severity=WARNING,
    source="type",
    label="no order between these",
)
MIXED_ORDER = Message(
    "HARN-TYP-002",
    "Comparing {left} with {right} using '{op}' may give unexpected results",
    severity=WARNING,
    source="type",
    label="no order between these",
)
CANNOT_ADD_TEXT = Message(
    "HARN-TYP-003", "can't add {left} and {right}", source="type", label="only two strings can be added"
)
NOT_CALLABLE = Message(
    "HARN-TYP-018", "expression of type '{type}' is not callable", source="type", label="not a function"
)
NILABLE_ACCESS = Message(
    "HARN-TYP-025",
    "cannot access {what} on nilable type `{type}`; the value may be nil at runtime",
    source="type",
    label="may be nil",
    help="use the optional form (`?.`) or a guard",
)
NIL_ACCESS = Message(
    "HARN-TYP-025",
    "cannot access {what} on `nil`; the value is statically known to be nil here",
    source="type",
    label="nil here",
    help="use the optional form (`?.`) or a guard",
)
TUPLE_INDEX = Message(
    "HARN-TYP-027",
    "tuple index {index} is out of bounds for arity {arity}",
    source="type",
    label="no such position",
)
