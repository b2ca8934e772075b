"""`std/checkpoint`: stages whose results are kept, so that a program that is started again goes on.

`max_retries` is the number of attempts altogether. A stage runs at least once: a crash between its effects
and the save runs it again.
"""

from harnpy.durable.identity import fingerprint
from harnpy.durable.stages import Keyed, Plain, stages_of
from harnpy.durable.world import World, world_of
from harnpy.natives.support.declare import NativeModule
from harnpy.natives.support.leading import fitted, required, required_text, without_leading
from harnpy.natives.support.state import state_errors
from harnpy.runtime.calls import adapt
from harnpy.runtime.errors import caught
from harnpy.runtime.limits import lower_limit, raise_limit
from harnpy.runtime.task import Cancelled
from harnpy.storage.conversion import Refused, distinct
from harnpy.values.display import display
from harnpy.values.faults import CATCH, Thrown, runtime_fault, type_fault
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harnpy.runtime.machine import Machine

    Produce = Callable[[], Value]

MODULE = NativeModule("std/checkpoint")

_DEADLINE = "Deadline exceeded"


@MODULE.function(
    "checkpoint_stage(runtime: HarnessRuntime, name: string, run: fn() -> any) -> any", unchecked=True
)
def checkpoint_stage(ctx: "Machine", *args: Value) -> Value:
    """The kept result of stage `name`, or that of `run`, which is kept."""
    function = "checkpoint_stage"
    name, run = _arguments(function, args, 2)
    with state_errors():
        return stages_of(_world(ctx, function)).run(Plain(function, name), _callback(function, run))


@MODULE.function(
    "checkpoint_stage_retry(runtime: HarnessRuntime, name: string, max_retries: int, "
    "run: fn() -> any) -> any",
    unchecked=True,
)
def checkpoint_stage_retry(ctx: "Machine", *args: Value) -> Value:
    """As `checkpoint_stage`, with up to `max_retries` attempts in a row."""
    function = "checkpoint_stage_retry"
    name, most, run = _arguments(function, args, 3)
    world = _world(ctx, function)
    with state_errors():
        stage = Plain(function, name)
        return stages_of(world).run(stage, _attempts(world, stage, most, _callback(function, run)))


@MODULE.function(
    "checkpoint_stage_keyed(runtime: HarnessRuntime, name: string, identity: any, run: fn() -> any) -> any",
    unchecked=True,
)
def checkpoint_stage_keyed(ctx: "Machine", *args: Value) -> Value:
    """As `checkpoint_stage`, but a result that was kept for another `identity` does not count."""
    function = "checkpoint_stage_keyed"
    name, identity, run = _arguments(function, args, 3)
    with state_errors():
        stage = Keyed(function, name, _fingerprint(function, identity))
        return stages_of(_world(ctx, function)).run(stage, _callback(function, run))


@MODULE.function(
    "checkpoint_stage_keyed_retry(runtime: HarnessRuntime, name: string, identity: any, max_retries: int, "
    "run: fn() -> any) -> any",
    unchecked=True,
)
def checkpoint_stage_keyed_retry(ctx: "Machine", *args: Value) -> Value:
    """As `checkpoint_stage_keyed`, with up to `max_retries` attempts in a row."""
    function = "checkpoint_stage_keyed_retry"
    name, identity, most, run = _arguments(function, args, 4)
    world = _world(ctx, function)
    with state_errors():
        stage = Keyed(function, name, _fingerprint(function, identity))
        return stages_of(world).run(stage, _attempts(world, stage, most, _callback(function, run)))


def _world(ctx: "Machine", function: str) -> World:
    world = world_of(ctx)
    world.permit(function)
    return world


def _arguments(function: str, args: tuple[Value, ...], count: int) -> list[Value]:
    """The arguments after the capability, the first of them as the text of a name."""
    given = fitted(function, without_leading(function, args, "runtime"), count)
    return [required_text(function, "name", given[0]), *given[1:]]


def _callback(function: str, value: Value) -> "Produce":
    call = adapt(required(function, "run", value), 0)
    if call is None:
        raise runtime_fault(f"{function}: `run` must be a closure, got {type_of(value)}")
    return call


def _fingerprint(function: str, identity: Value) -> str:
    try:
        distinct(identity, "identity")
    except Refused as offence:
        raise type_fault(f"{function}: identity cannot be fingerprinted: {offence}") from None
    return fingerprint(identity)


def _attempts(world: World, stage: Plain, most: Value, run: "Produce") -> "Produce":
    """Calls `run` until it succeeds, as often as is allowed."""
    if required(stage.function, "max_retries", most).__class__ is not int:
        raise runtime_fault(f"{stage.function}: `max_retries` must be an int, got {type_of(most)}")

    def attempts() -> Value:
        reason = "unknown error"
        for attempt in range(1, most + 1):
            room = raise_limit(1)
            try:
                return run()
            except CATCH as error:
                if _is_control(error):
                    raise
                reason = display(caught(error))
            finally:
                lower_limit(room)
            told = {"stage": stage.name, "attempt": attempt, "error": reason}
            world.event("checkpoint.attempt_failed", told)
        raise Thrown(f"{stage.function} failed after {most} attempts: {reason}")

    return attempts


def _is_control(error: BaseException) -> bool:
    """Whether an error is a signal to the task rather than the outcome of an attempt."""
    if isinstance(error, Cancelled):
        return True
    return isinstance(error, Thrown) and error.value == _DEADLINE
