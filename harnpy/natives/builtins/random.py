"""Random numbers and choices: of the run's own source, or of an `rng` that is passed first."""

from harnpy.natives.support.declare import builtin
from harnpy.natives.support.rng import Rng
from harnpy.values.faults import Fault, type_fault
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_SEED_BYTES = 8


@builtin("random(rng?: any) -> float", effect="random")
def random_fraction(ctx: "Machine", rng: Value = None) -> float:
    """A float from 0 to below 1."""
    return _source(ctx, "random", rng).fraction()


@builtin("random_int(...bounds: any) -> int", effect="random")
def random_int(ctx: "Machine", *arguments: Value) -> int | None:
    """`random_int(min, max)`: an int from `min` to `max`, both included; nil when `max` is less."""
    source, bounds = _split(ctx, "random_int", arguments, 2)
    for name, bound in zip(("min", "max"), bounds, strict=True):
        if bound.__class__ is not int:
            raise type_fault(f"random_int: `{name}` must be an int, got {type_of(bound)}")
    least, most = bounds
    return least + source.below(most - least + 1) if most >= least else None


@builtin("random_choice(...items: any) -> any", effect="random")
def random_choice(ctx: "Machine", *arguments: Value) -> Value:
    """`random_choice(list)`: one of the elements; nil when there are none."""
    source, (items,) = _split(ctx, "random_choice", arguments, 1)
    chosen = _list("random_choice", items)
    return chosen[source.below(len(chosen))] if chosen else None


@builtin("random_shuffle(...items: any) -> list", effect="random", fresh=True)
def random_shuffle(ctx: "Machine", *arguments: Value) -> list[Value]:
    """`random_shuffle(list)`: the elements in random order."""
    source, (items,) = _split(ctx, "random_shuffle", arguments, 1)
    return source.shuffled(_list("random_shuffle", items))


@builtin("rng_seed(seed: int) -> rng", effect="random", fresh=True)
def rng_seed(seed: int) -> Rng:
    """A source of random numbers whose sequence `seed` decides."""
    return Rng(seed)


def source_of_run(ctx: "Machine") -> Rng:
    """The run's own source, seeded from the clock's random bytes."""
    source = ctx.state.get("random")
    if not isinstance(source, Rng):
        source = ctx.state["random"] = Rng(int.from_bytes(ctx.clock.random_bytes(_SEED_BYTES), "big"))
    return source


def _source(ctx: "Machine", name: str, rng: Value) -> Rng:
    if rng is None:
        return source_of_run(ctx)
    if not isinstance(rng, Rng):
        raise type_fault(f"{name}: expected an rng, got {type_of(rng)}")
    return rng


def _split(
    ctx: "Machine", name: str, arguments: tuple[Value, ...], count: int
) -> tuple[Rng, tuple[Value, ...]]:
    """The source and the other arguments of a call, whose first argument may be an rng."""
    first = arguments[0] if arguments else None
    source = first if isinstance(first, Rng) else None
    rest = arguments if source is None else arguments[1:]
    if len(rest) != count:
        wanted = "1 argument" if count == 1 else f"{count} arguments"
        raise Fault(f"Arity mismatch: '{name}' expects {wanted}, got {len(rest)}")
    return source or source_of_run(ctx), rest


def _list(name: str, items: Value) -> list[Value]:
    if items.__class__ is not list:
        raise type_fault(f"{name}: expected a list, got {type_of(items)}")
    return items
