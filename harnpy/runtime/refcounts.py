"""Nothing in, the reference counts of unshared containers out: measured, not assumed (lowering.md 9).

The shapes below are those of emitted code: a test stands at statement level in the frame that holds the
variable. Each must read the baseline when nobody else holds the container and more when somebody does. Where
one fails, as with an interpreter that borrows references, the constants become `NEVER`, which no count
equals, so that every write copies: slow, never wrong.
"""

from __future__ import annotations

from sys import getrefcount

from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NEVER = -1


class Counts:
    """Counts of an unshared local, element or cell content, module global and instance field."""

    __slots__ = ("element", "field", "local", "module")

    def __init__(self, local: int, element: int, module: int, field: int) -> None:
        self.local = local
        self.element = element
        self.module = module
        self.field = field


class _Record:
    """An instance with one field."""

    __slots__ = ("f_x",)

    def __init__(self, f_x: Value) -> None:
        self.f_x = f_x


def measure() -> Counts:
    """The counts of this interpreter; all `NEVER` when the battery does not hold."""
    counts = Counts(_local(), _element(), _module(), _field())
    return counts if battery_holds(counts) else Counts(NEVER, NEVER, NEVER, NEVER)


def battery_holds(counts: Counts) -> bool:
    """Whether unshared containers read exactly the counts, and shared ones of every shape more."""
    unshared = (
        (_local, counts.local),
        (_after_call, counts.local),
        (_element, counts.element),
        (_cell, counts.element),
        (_module, counts.module),
        (_field, counts.field),
    )
    return all(shape() == count for shape, count in unshared) and all(
        shape() > counts.local for shape in _SHARED
    )


def _local() -> int:
    xs: list[Value] = [0]
    return getrefcount(xs)


def _after_call() -> int:
    xs: list[Value] = [0]
    _length(xs)
    return getrefcount(xs)


def _length(xs: list[Value]) -> int:
    return len(xs)


def _element() -> int:
    m: dict[str, Value] = {"a": [0]}
    return getrefcount(m["a"])


def _cell() -> int:
    c: list[Value] = [[0]]
    return getrefcount(c[0])


def _module() -> int:
    namespace: dict[str, Value] = {"_refs": getrefcount, "rows": [0]}
    return _in_namespace(_read_global, namespace)()


def _read_global() -> int:
    return _refs(rows)  # noqa: F821  # pyright: ignore (globals of the copy)


def _in_namespace(function: Value, namespace: dict[str, Value]) -> Callable[[], int]:
    made: Value = type(function)(function.__code__, namespace)
    return made


def _field() -> int:
    p = _Record([0])
    return getrefcount(p.f_x)


def _seen_by_callee() -> int:
    xs: list[Value] = [0]
    count = _count_parameter(xs)
    return count if xs else 0


def _count_parameter(xs: list[Value]) -> int:
    return getrefcount(xs)


def _second_local() -> int:
    xs: list[Value] = [0]
    ys = xs
    count = getrefcount(xs)
    return count if ys else 0


def _in_list() -> int:
    xs: list[Value] = [0]
    holder = [xs]
    count = getrefcount(xs)
    return count if holder else 0


def _in_dict() -> int:
    xs: list[Value] = [0]
    holder = {"a": xs}
    count = getrefcount(xs)
    return count if holder else 0


def _in_field() -> int:
    xs: list[Value] = [0]
    holder = _Record(xs)
    count = getrefcount(xs)
    return count if holder.f_x else 0


def _captured() -> int:
    xs: list[Value] = [0]

    def reader(ys: Value = xs) -> int:
        return len(ys)

    count = getrefcount(xs)
    return count if reader() else 0


def _iterated() -> int:
    xs: list[Value] = [0]
    for _ in xs:
        return getrefcount(xs)
    return 0


def _thrown() -> int:
    xs: list[Value] = [0]
    try:
        raise ValueError(xs)
    except ValueError as error:
        count = getrefcount(xs)
        return count if error.args else 0


def _bound_method() -> int:
    xs: list[Value] = [0]
    append = xs.append
    count = getrefcount(xs)
    append(1)
    return count


def _in_generator() -> int:
    xs: list[Value] = [0]
    held = _holding(xs)
    next(held)
    count = getrefcount(xs)
    return count if next(held) else 0


def _holding(xs: list[Value]) -> Iterator[int]:
    yield 0
    yield len(xs)


def _operand() -> int:
    xs: list[Value] = [0]
    pair = (xs, getrefcount(xs))
    return pair[1]


_SHARED = (
    _seen_by_callee,
    _second_local,
    _in_list,
    _in_dict,
    _in_field,
    _captured,
    _iterated,
    _thrown,
    _bound_method,
    _in_generator,
    _operand,
)
