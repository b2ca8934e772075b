"""`harness.random`: the run's source of chance, and sources of a seed, which have the same methods."""

from harnpy.natives.builtins.identifiers import uuid as random_uuid
from harnpy.natives.builtins.identifiers import uuid_v7 as timed_uuid
from harnpy.natives.builtins.random import source_of_run
from harnpy.natives.support.declare import capability, method
from harnpy.natives.support.faults import thrown
from harnpy.natives.support.rng import Rng
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_HANDLE = "HarnessRandom"
_MOST = 2**63
_MOST_BYTES = 1 << 24


@capability(_HANDLE, "f64() -> float", effect="random")
def f64(ctx: "Machine") -> float:
    """A float from 0 to below 1."""
    return source_of_run(ctx).fraction()


@capability(_HANDLE, "u64() -> int", effect="random")
def u64(ctx: "Machine") -> int:
    """63 random bits: what an int holds of 64 without a sign."""
    return source_of_run(ctx).below(_MOST)


@capability(_HANDLE, "range(min: int, max: int) -> int?", effect="random")
def between(ctx: "Machine", least: int, most: int) -> int | None:
    """An int from `min` to `max`, both included; nil when `max` is less."""
    return _between(source_of_run(ctx), least, most)


@capability(_HANDLE, "choice(items: list) -> any", effect="random")
def choice(ctx: "Machine", items: list[Value]) -> Value:
    """One of the elements; nil when there are none."""
    return _choice(source_of_run(ctx), items)


@capability(_HANDLE, "shuffle(items: list) -> list", effect="random", fresh=True)
def shuffle(ctx: "Machine", items: list[Value]) -> list[Value]:
    """The elements in random order."""
    return source_of_run(ctx).shuffled(items)


@capability(_HANDLE, "bytes(count: int) -> bytes", effect="random")
def random_bytes(ctx: "Machine", count: int) -> bytes:
    """`count` unpredictable bytes."""
    return ctx.clock.random_bytes(_checked(count))


@capability(_HANDLE, "uuid() -> string", effect="random")
def uuid(ctx: "Machine") -> str:
    """A random UUID (version 4)."""
    return random_uuid(ctx)


@capability(_HANDLE, "uuid_v7() -> string", effect="random")
def uuid_v7(ctx: "Machine") -> str:
    """A UUID that begins with the time."""
    return timed_uuid(ctx)


@capability(_HANDLE, "seed(seed: int) -> rng", effect="random", fresh=True)
def seed(number: int) -> Rng:
    """A source of its own whose sequence the seed decides."""
    return Rng(number)


@method("rng", "f64() -> float")
def rng_f64(rng: Rng) -> float:
    """A float from 0 to below 1."""
    return rng.fraction()


@method("rng", "u64() -> int")
def rng_u64(rng: Rng) -> int:
    """63 random bits."""
    return rng.below(_MOST)


@method("rng", "range(min: int, max: int) -> int?")
def rng_range(rng: Rng, least: Value = None, most: Value = None) -> int | None:
    """An int from `min` to `max`, both included; nil when `max` is less."""
    for name, bound in (("min", least), ("max", most)):
        if type(bound) is not int:
            raise thrown(f"range: `{name}` must be an int, got {type_of(bound)}")
    return _between(rng, least, most)


@method("rng", "choice(items: list) -> any")
def rng_choice(rng: Rng, items: Value = None) -> Value:
    """One of the elements; nil when there are none."""
    return _choice(rng, _list("choice", items))


@method("rng", "shuffle<T>(items: list<T>) -> list<T>", fresh=True)
def rng_shuffle(rng: Rng, items: Value = None) -> list[Value]:
    """The elements in random order."""
    return rng.shuffled(_list("shuffle", items))


@method("rng", "bytes(count: int) -> bytes")
def rng_bytes(rng: Rng, count: Value = None) -> bytes:
    """`count` bytes of the sequence."""
    if type(count) is not int:
        raise thrown(f"bytes: `count` must be an int, got {type_of(count)}")
    return rng.octets(_checked(count))


def _between(rng: Rng, least: int, most: int) -> int | None:
    return least + rng.below(most - least + 1) if most >= least else None


def _choice(rng: Rng, items: list[Value]) -> Value:
    return items[rng.below(len(items))] if items else None


def _checked(count: int) -> int:
    if not 0 <= count <= _MOST_BYTES:
        raise thrown(f"bytes: `count` must be between 0 and {_MOST_BYTES}, got {count}")
    return count


def _list(name: str, items: Value) -> list[Value]:
    if items.__class__ is not list:
        raise thrown(f"{name}: expected a list, got {type_of(items)}")
    return items
