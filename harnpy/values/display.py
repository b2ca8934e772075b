"""A value in, its text out: what printing, interpolation and `to_string` show (language.md 4.5).

Works on a stack of its own, so that a value of any depth can be shown.
"""

from __future__ import annotations

from harnpy.values.functions import parameter_names
from harnpy.values.kinds import FunctionType, NoneType, Value, kind_of_class

_SHOWN_BYTES = 32
_EXACT_INTEGRAL = 1e15
_UNITS = (
    (604_800_000, "w"),
    (86_400_000, "d"),
    (3_600_000, "h"),
    (60_000, "m"),
    (1_000, "s"),
    (1, "ms"),
)


def display(value: Value) -> str:
    """Return the text of a value."""
    cls = value.__class__
    if cls is str:
        return value
    if cls is int:
        return int.__repr__(value)
    scalar = _SCALAR_TEXT.get(cls)
    if scalar is not None:
        return scalar(value)
    return _display_deep(value)


def display_float(value: float) -> str:
    """Return the shortest text that reads back as the same float, never with an exponent."""
    text = repr(value)
    if text == "nan":
        return "NaN"
    if "e" in text:
        text = positional(text)
    if text.endswith(".0") and not -_EXACT_INTEGRAL < value < _EXACT_INTEGRAL:
        return text[:-2]
    return text


def positional(text: str) -> str:
    """Return a number in exponent notation written out; an integral one ends in `.0`."""
    mantissa, _, exponent = text.partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, fraction = mantissa.removeprefix("-").partition(".")
    shift = int(exponent)
    digits = whole + fraction
    point = len(whole) + shift
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    if point >= len(digits):
        return f"{sign}{digits}{'0' * (point - len(digits))}.0"
    return f"{sign}{digits[:point]}.{digits[point:]}"


def display_duration(ms: int) -> str:
    """Return a duration in the largest unit that divides it."""
    if ms == 0:
        return "0ms"
    for size, unit in _UNITS:
        if ms % size == 0:
            return f"{ms // size}{unit}"
    raise AssertionError("one millisecond divides every duration")


def display_decimal(units: int, scale: int) -> str:
    """Return a decimal with its stored scale."""
    if scale == 0:
        return str(units)
    sign = "-" if units < 0 else ""
    digits = str(abs(units)).rjust(scale + 1, "0")
    return f"{sign}{digits[:-scale]}.{digits[-scale:]}"


def display_bytes(value: bytes) -> str:
    """Return bytes as hexadecimal digits, cut after 32."""
    rest = len(value) - _SHOWN_BYTES
    return f'b"{value[:_SHOWN_BYTES].hex()}{f"...+{rest}" if rest > 0 else ""}"'


def display_function(function: FunctionType) -> str:
    """Return a Harn function as its parameter list."""
    return f"<fn({', '.join(parameter_names(function))})>"


def _display_bool(value: bool) -> str:
    return "true" if value else "false"


def _display_nil(value: None) -> str:
    return "nil"


_SCALAR_TEXT: dict[type, Value] = {
    float: display_float,
    bool: _display_bool,
    NoneType: _display_nil,
    bytes: display_bytes,
    FunctionType: display_function,
}


class _Text:
    """A piece of finished text among the values still to be written."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


_COMMA, _LIST_END, _DICT_END, _CALL_END = _Text(", "), _Text("]"), _Text("}"), _Text(")")


def _display_deep(value: Value) -> str:
    out: list[str] = []
    # What is still to be written, last first.
    pending: list[Value] = [value]
    while pending:
        part = pending.pop()
        cls = part.__class__
        if cls is _Text:
            out.append(part.text)
        elif cls is str:
            out.append(part)
        elif cls is int:
            out.append(int.__repr__(part))
        elif cls in _SCALAR_TEXT:
            out.append(_SCALAR_TEXT[cls](part))
        elif cls is list:
            _push_items("[", part, _LIST_END, out, pending)
        elif cls is dict:
            _push_fields("{", part, out, pending)
        else:
            _WRITERS.get(kind_of_class(cls), _write_handle)(part, out, pending)
    return "".join(out)


def _push_items(head: str, items: list[Value], end: _Text, out: list[str], pending: list[Value]) -> None:
    texts = _flat_texts(items)
    if texts is not None:
        out.append(f"{head}{', '.join(texts)}{end.text}")
        return
    out.append(head)
    pending.append(end)
    for index in range(len(items) - 1, 0, -1):
        pending.append(items[index])
        pending.append(_COMMA)
    if items:
        pending.append(items[0])


def _flat_texts(items: list[Value]) -> list[str] | None:
    """The texts of items without parts; None when one has parts."""
    texts: list[str] = []
    for item in items:
        cls = item.__class__
        if cls is str:
            texts.append(item)
        elif cls is int:
            texts.append(int.__repr__(item))
        elif cls in _SCALAR_TEXT:
            texts.append(_SCALAR_TEXT[cls](item))
        else:
            return None
    return texts


def _push_fields(head: str, fields: dict[str, Value], out: list[str], pending: list[Value]) -> None:
    out.append(head)
    pending.append(_DICT_END)
    names = sorted(fields)
    for index in range(len(names) - 1, -1, -1):
        name = names[index]
        pending.append(fields[name])
        pending.append(_Text(f", {name}: " if index else f"{name}: "))


def _write_enum(part: Value, out: list[str], pending: list[Value]) -> None:
    name = f"{part.ENUM}.{part.VARIANT}"
    fields = part.fields
    if fields:
        _push_items(f"{name}(", fields, _CALL_END, out, pending)
    else:
        out.append(name)


def _write_struct(part: Value, out: list[str], pending: list[Value]) -> None:
    _push_fields(f"{part.NAME} {{", part.fields, out, pending)


def _write_pair(part: Value, out: list[str], pending: list[Value]) -> None:
    _push_items("(", [part.first, part.second], _CALL_END, out, pending)


def _write_set(part: Value, out: list[str], pending: list[Value]) -> None:
    _push_items("set(", list(part.items.values()), _CALL_END, out, pending)


def _write_range(part: Value, out: list[str], pending: list[Value]) -> None:
    out.append(f"{part.start}{'..=' if part.inclusive else '..'}{part.end}")


def _write_duration(part: Value, out: list[str], pending: list[Value]) -> None:
    out.append(display_duration(part.ms))


def _write_decimal(part: Value, out: list[str], pending: list[Value]) -> None:
    out.append(display_decimal(part.units, part.scale))


def _write_builtin(part: Value, out: list[str], pending: list[Value]) -> None:
    out.append(f"<builtin {part.name}>")


def _write_dict(part: Value, out: list[str], pending: list[Value]) -> None:
    # A carrier that stands for a dict, such as a tool or a module namespace.
    _push_fields("{", part.entry, out, pending)


def _write_atomic(part: Value, out: list[str], pending: list[Value]) -> None:
    out.append(f"<atomic:{part.value}>")


def _write_handle(part: Value, out: list[str], pending: list[Value]) -> None:
    # A carrier defined above this package may have a method `shown`: its text without the brackets.
    shown = getattr(part, "shown", None)
    out.append(f"<{shown() if shown is not None else part.KIND}>")


_WRITERS: dict[str, Value] = {
    "enum": _write_enum,
    "struct": _write_struct,
    "pair": _write_pair,
    "set": _write_set,
    "range": _write_range,
    "duration": _write_duration,
    "decimal": _write_decimal,
    "builtin": _write_builtin,
    "dict": _write_dict,
    "atomic": _write_atomic,
}
