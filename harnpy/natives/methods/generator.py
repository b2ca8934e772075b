"""Methods of generators and streams, which share one protocol."""

from harnpy.natives.support.declare import method
from harnpy.values.iterators import GeneratorValue, IterValue, iter_of
from harnpy.values.kinds import Value


@method("generator", "next() -> dict", fresh=True)
@method("stream", "next() -> dict", fresh=True)
def next_step(mine: GeneratorValue) -> dict[str, Value]:
    """Run the body to its next value: `{done: false, value}`; `{done: true, value: nil}` after the last."""
    try:
        return {"done": False, "value": mine.pull()}
    except StopIteration:
        return {"done": True, "value": None}


@method("generator", "iter() -> iter<T>", fresh=True)
@method("stream", "iter() -> iter<T>", fresh=True)
def iterate(mine: GeneratorValue) -> IterValue | None:
    """A lazy iterator over the values that are left; it and the handle continue each other."""
    return iter_of(mine)
