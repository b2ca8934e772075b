"""Specs of annotations in, tests of values and the texts of their failures out (language.md 4.7).

A spec is a nested tuple made at compile time: a tag, the type as the language displays it, then by tag:

    ("any", t)                        everything: `any`, type parameters, unknown names, `set<T>`
    ("kind", t, name)                 a kind; `float` admits ints, `number` both, `closure` all callables
    ("list", t, element)              a list whose elements fit
    ("dict", t, key, value)           a dict whose values fit
    ("tuple", t, (element, …))        a list of exactly these elements
    ("union", t, (member, …))         ("both", t, (member, …)) for intersections
    ("shape", t, ((name, optional, field), …), open)   a dict or struct with these fields
    ("lit", t, value)                 a literal type
    ("struct", t, name[, fields])     an instance; with fields also as in a shape, for struct literals
    ("enum", t, name)                 ("result", t) for Result
    ("interface", t, name, (method, …))
    ("fn", t)                         anything callable
    ("never", t)                      nothing
"""

from __future__ import annotations

from harnpy.diagnostics.suggest import edit_distance, nearest
from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.faults import Fault, contract_fault, type_fault
from harnpy.values.functions import CALLABLES
from harnpy.values.kinds import Value, type_of
from harnpy.values.records import RESULTS, StructValue, VariantValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Spec = tuple[Value, ...]
    Test = Callable[[Value], bool]

_MISSING: Value = object()
# Kinds that the checks of parameters describe one by one; all others are named as types are.
_SIMPLE = frozenset(
    {"int", "float", "number", "string", "bool", "nil", "bytes", "list", "dict", "set", "closure"}
)
_KIND_ALIASES = {"fn": "closure"}


class Contract:
    """A spec and the test made from it."""

    __slots__ = ("accepts", "spec", "text")

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.text: str = spec[1]
        self.accepts: Test = test_of(spec)

    def problem(self, value: Value) -> str | None:
        """What is wrong with a value, as the schema functions word it with its path; None when it fits."""
        if self.accepts(value):
            return None
        path, message = schema_problem(self.spec, value, "root")
        return f"at {path}: {message}"


def check_parameter(value: Value, contract: Contract, function: str, parameter: str) -> Value:
    """Return the argument, or fault when it does not fit its parameter."""
    if contract.accepts(value):
        return value
    raise _parameter_fault(contract.spec, value, function, parameter)


def check_default(value: Value, contract: Contract, parameter: str) -> Value:
    """Return the default value of a parameter, or fault when it does not fit."""
    if contract.accepts(value):
        return value
    raise _parameter_fault(contract.spec, value, "", parameter)


def check_binding(value: Value, contract: Contract, name: str) -> Value:
    """Return the value of an annotated `let` or `const`, or fault when it does not fit."""
    if contract.accepts(value):
        return value
    raise contract_fault(f"binding `{name}` expects {contract.text}, got {type_of(value)}")


# Tests.


def test_of(spec: Spec) -> Test:
    """The test of a spec."""
    return _TESTS[spec[0]](spec)


def _kind_test(spec: Spec) -> Test:
    kind = _KIND_ALIASES.get(spec[2], spec[2])
    if kind == "closure":
        return lambda value: value.__class__ in CALLABLES
    if kind in ("float", "number"):
        return lambda value: value.__class__ is int or value.__class__ is float
    if kind in ("enum", "struct"):
        base = VariantValue if kind == "enum" else StructValue
        return lambda value: isinstance(value, base)
    return lambda value: type_of(value) == kind


def _list_test(spec: Spec) -> Test:
    element = test_of(spec[2])
    if spec[2][0] == "any":
        return lambda value: value.__class__ is list
    return lambda value: value.__class__ is list and all(element(item) for item in value)


def _dict_test(spec: Spec) -> Test:
    inner = test_of(spec[3])
    if spec[3][0] == "any":
        return lambda value: type_of(value) == "dict"
    return lambda value: value.__class__ is dict and all(inner(item) for item in value.values())


def _tuple_test(spec: Spec) -> Test:
    elements = [test_of(one) for one in spec[2]]

    def test(value: Value) -> bool:
        return (
            value.__class__ is list
            and len(value) == len(elements)
            and all(fits(item) for fits, item in zip(elements, value, strict=True))
        )

    return test


def _union_test(spec: Spec) -> Test:
    members = [test_of(one) for one in spec[2]]
    return lambda value: any(fits(value) for fits in members)


def _both_test(spec: Spec) -> Test:
    members = [test_of(one) for one in spec[2]]
    return lambda value: all(fits(value) for fits in members)


def _shape_test(spec: Spec) -> Test:
    fields = [(name, optional, test_of(field)) for name, optional, field in spec[2]]

    def test(value: Value) -> bool:
        found = fields_of(value)
        if found is None:
            return False
        for name, optional, fits in fields:
            item = found.get(name, _MISSING)
            if item is _MISSING:
                if not optional:
                    return False
            elif not fits(item) and not (optional and item is None):
                return False
        return True

    return test


def fields_of(value: Value) -> dict[str, Value] | None:
    """The fields of a dict or a struct, None for what has none."""
    if value.__class__ is dict:
        return value
    if isinstance(value, StructValue):
        return value.fields
    return value.entry if type_of(value) == "dict" else None


def _struct_test(spec: Spec) -> Test:
    name = spec[2]
    if len(spec) == len(("struct", "t", "name")):
        return lambda value: isinstance(value, StructValue) and name == value.NAME
    fits = _shape_test(("shape", spec[1], spec[3], True))
    return lambda value: isinstance(value, StructValue) and name == value.NAME and fits(value)


def _enum_test(spec: Spec) -> Test:
    name = spec[2]
    return lambda value: isinstance(value, VariantValue) and name == value.ENUM


def _interface_test(spec: Spec) -> Test:
    names = spec[3]
    return lambda value: isinstance(value, StructValue) and all(name in value.METHODS for name in names)


_TESTS: dict[str, Callable[[Spec], Test]] = {
    "any": lambda spec: lambda value: True,
    "kind": _kind_test,
    "list": _list_test,
    "dict": _dict_test,
    "tuple": _tuple_test,
    "union": _union_test,
    "both": _both_test,
    "shape": _shape_test,
    "lit": lambda spec: lambda value: equal(value, spec[2]),
    "struct": _struct_test,
    "enum": _enum_test,
    "result": lambda spec: lambda value: value.__class__ in RESULTS,
    "interface": _interface_test,
    "fn": lambda spec: lambda value: value.__class__ in CALLABLES,
    "never": lambda spec: lambda value: False,
}


# Texts of parameters.


def _parameter_fault(spec: Spec, value: Value, function: str, path: str) -> Fault:
    """The fault of an argument, or of a part of it at `path`; without a function that of a default value."""
    tag = spec[0]
    who = f"function '{function}' parameter '{path}'" if function else f"parameter '{path}'"
    if tag == "union":
        return _union_fault(spec, value, function, path)
    if tag == "both":
        bad = next(one for one in spec[2] if not test_of(one)(value))
        return _parameter_fault(bad, value, function, path)
    if tag == "lit":
        return type_fault(f"{who}: {schema_problem(spec, value, 'root')[1]}")
    if tag == "interface":
        return type_fault(
            f"parameter '{path}': expected value satisfying interface '{spec[2]}', got {type_of(value)}"
        )
    if tag == "list" and value.__class__ is list:
        at, message = schema_problem(spec, value, "root")
        return type_fault(f"{who}: at {at}: {message}")
    if tag == "dict" or (tag == "shape" and not spec[3]) or (tag == "kind" and spec[2] == "dict"):
        fault = _fields_fault(spec, value, function, path)
        if fault is not None:
            return fault
    simple = _simple_text(spec)
    if simple is not None:
        return type_fault(f"{who} expected {simple}, got {type_of(value)} ({display(value)})")
    owner = f"'{function}' parameter" if function else "parameter"
    return contract_fault(f"{owner} `{path}` expects {spec[1]}, got {type_of(value)}")


def _simple_text(spec: Spec) -> str | None:
    """How a parameter's text names a type whose test is one of kinds; None for other types."""
    tag = spec[0]
    if tag == "kind":
        return spec[2] if spec[2] in _SIMPLE else None
    if tag == "list":
        return "list"
    if tag == "dict":
        return "dict"
    if tag == "fn":
        return "closure"
    if tag in ("never", "lit"):
        return spec[1]
    if tag == "union":
        parts = [_simple_text(one) for one in spec[2]]
        return None if None in parts else "|".join([part for part in parts if part is not None])
    return None


def _union_fault(spec: Spec, value: Value, function: str, path: str) -> Fault:
    rest = [one for one in spec[2] if not _is_nil(one)]
    who = f"function '{function}' parameter '{path}'" if function else f"parameter '{path}'"
    if rest and all(one[0] == "lit" for one in rest):
        return type_fault(f"{who}: {schema_problem(spec, value, 'root')[1]}")
    if len(rest) == 1 and rest[0][0] in ("shape", "list", "dict") and fields_or_items(value):
        return _parameter_fault(rest[0], value, function, path)
    simple = _simple_text(spec)
    if simple is not None:
        return type_fault(f"{who} expected {simple}, got {type_of(value)} ({display(value)})")
    owner = f"'{function}' parameter" if function else "parameter"
    return contract_fault(f"{owner} `{path}` expects {spec[1]}, got {type_of(value)}")


def fields_or_items(value: Value) -> bool:
    """Whether a value has parts that a contract can find fault with one by one."""
    return value.__class__ is list or fields_of(value) is not None


def _is_nil(spec: Spec) -> bool:
    return spec[0] == "kind" and spec[2] == "nil"


def _fields_fault(spec: Spec, value: Value, function: str, path: str) -> Fault | None:
    who = f"function '{function}' parameter '{path}'" if function else f"parameter '{path}'"
    found = fields_of(value)
    if found is None:
        return type_fault(f"{who}: expected dict or struct, got {type_of(value)}")
    if spec[0] == "kind":
        return None
    if spec[0] == "dict":
        if value.__class__ is not dict:
            return None
        fields: list[tuple[str, bool, Spec]] = [(name, False, spec[3]) for name in sorted(found)]
    else:
        fields = spec[2]
    for name, optional, field in fields:
        item = found.get(name, _MISSING)
        if item is _MISSING:
            if not optional:
                return type_fault(f"{who}: missing field '{name}' ({field[1]}){_available(name, found)}")
        elif not test_of(field)(item) and not (optional and item is None):
            return _parameter_fault(field, item, function, f"{path}.{name}")
    return None


def _available(name: str, fields: dict[str, Value]) -> str:
    if not fields:
        return " — no fields present"
    # Stricter than for names of variables: half of the word at most.
    limit = min(3, max(1, len(name) // 2))
    near = nearest(name, [field for field in sorted(fields) if edit_distance(name, field, limit) <= limit])
    hint = f", did you mean '{near}'?" if near else ""
    return f"{hint} — available fields: {', '.join(sorted(fields))}"


# Texts of schemas.


def schema_problem(spec: Spec, value: Value, path: str) -> tuple[str, str]:
    """Where and why a value that does not fit is wrong, in the words of the schema functions."""
    tag = spec[0]
    if tag == "union":
        rest = [one for one in spec[2] if not _is_nil(one)]
        if len(rest) == 1:
            return schema_problem(rest[0], value, path)
        if all(one[0] == "lit" for one in rest):
            return path, f"{_quoted(value)} is not one of {_listed([one[2] for one in rest])}"
        return path, "value did not match any union branch"
    if tag == "lit":
        return path, f"{_quoted(spec[2])} was expected"
    if tag == "list" and value.__class__ is list:
        fits = test_of(spec[2])
        for index, item in enumerate(value):
            if not fits(item):
                return schema_problem(spec[2], item, f"{path}[{index}]")
    if tag in ("shape", "dict"):
        inner = _field_problem(spec, value, path)
        if inner is not None:
            return inner
    name = (
        "dict"
        if tag == "shape"
        else spec[2]
        if tag == "kind"
        else tag
        if tag in ("list", "dict")
        else spec[1]
    )
    return path, f"expected type '{name}', got '{type_of(value)}'"


def _field_problem(spec: Spec, value: Value, path: str) -> tuple[str, str] | None:
    found = fields_of(value)
    if found is None:
        return None
    fields: Value = spec[2] if spec[0] == "shape" else [(name, False, spec[3]) for name in sorted(found)]
    for name, optional, field in fields:
        item = found.get(name, _MISSING)
        if item is _MISSING:
            if not optional:
                return path, f'"{name}" is a required property'
        elif not test_of(field)(item) and not (optional and item is None):
            return schema_problem(field, item, f"{path}.{name}")
    return None


def _quoted(value: Value) -> str:
    return f'"{value}"' if value.__class__ is str else display(value)


def _listed(values: list[Value]) -> str:
    texts = [_quoted(value) for value in values]
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]


# Schemas.


def schema_of(spec: Spec) -> dict[str, Value]:
    """The schema of a type in value position, as `schema_of(T)` gives it."""
    return _SCHEMAS[spec[0]](spec)


def _union_schema(spec: Spec) -> dict[str, Value]:
    rest = [one for one in spec[2] if not _is_nil(one)]
    if rest and all(one[0] == "lit" for one in rest):
        schema: dict[str, Value] = {"enum": [one[2] for one in rest]}
    elif len(rest) == 1:
        schema = schema_of(rest[0])
    else:
        schema = {"union": [schema_of(one) for one in rest]}
    return {**schema, "nullable": True} if len(rest) < len(spec[2]) else schema


def _fields_schema(fields: tuple[tuple[str, bool, Spec], ...]) -> dict[str, Value]:
    return {
        "type": "dict",
        "properties": {name: _field_schema(optional, field) for name, optional, field in fields},
        "required": [name for name, optional, _ in fields if not optional],
    }


def _field_schema(optional: bool, field: Spec) -> dict[str, Value]:
    schema = schema_of(field)
    return {**schema, "nullable": True} if optional else schema


def _kind_schema(spec: Spec) -> dict[str, Value]:
    return {"type": spec[2]}


def _both_schema(spec: Spec) -> dict[str, Value]:
    fields = tuple(field for one in spec[2] if one[0] == "shape" for field in one[2])
    return _fields_schema(fields) if fields else schema_of(spec[2][0])


def _struct_schema(spec: Spec) -> dict[str, Value]:
    return _fields_schema(spec[3]) if len(spec) > len(("struct", "t", "name")) else {"type": "struct"}


_SCHEMAS: dict[str, Callable[[Spec], dict[str, Value]]] = {
    "any": lambda spec: {"type": "any"},
    "kind": _kind_schema,
    "list": lambda spec: {"type": "list", "items": schema_of(spec[2])},
    "dict": lambda spec: {"type": "dict", "additional_properties": schema_of(spec[3])},
    "tuple": lambda spec: {
        "type": "list",
        "items": {"type": "any"},
        "min_items": len(spec[2]),
        "max_items": len(spec[2]),
    },
    "union": _union_schema,
    "both": _both_schema,
    "shape": lambda spec: _fields_schema(spec[2]),
    "lit": lambda spec: {"const": spec[2]},
    "struct": _struct_schema,
    "enum": lambda spec: {"type": "enum"},
    "result": lambda spec: {"type": "enum"},
    "interface": lambda spec: {"type": "struct"},
    "fn": lambda spec: {"type": "closure"},
    "never": lambda spec: {"enum": []},
}
