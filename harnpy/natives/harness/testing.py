"""What tests may put in place of the world: time, standard input, terminals, answers of people and hosts."""

from harnpy.base.clock import FixedClock
from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.leading import fitted
from harnpy.runtime.fixtures import Entry, fixtures_of
from harnpy.runtime.timers import milliseconds
from harnpy.values.display import display
from harnpy.values.faults import type_fault
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_STREAMS = ("stdin", "stdout", "stderr")
_ENVELOPE = frozenset({"result", "error", "params"})
# Who looks for prepared answers before asking the world.
_ASKED = frozenset(
    {
        ("embed", "text_response"),
        ("memory", "embed"),
        ("secrets", "get"),
        ("interaction", "question_response"),
        ("interaction", "approval_response"),
        ("interaction", "dual_control_response"),
        ("interaction", "escalation_response"),
    }
)


@builtin("mock_time(ms: any) -> nil")
@capability("HarnessTesting", "clock_set(ms: any) -> nil")
def clock_set(ctx: "Machine", ms: Value) -> None:
    """Let the program's clock stand at `ms` milliseconds since 1970; only sleeping moves it on."""
    ctx.hub.timers.replace(FixedClock(int(_length("mock_time", ms))))


@builtin("advance_time(ms: any) -> nil")
@capability("HarnessTesting", "clock_advance(ms: any) -> nil")
def clock_advance(ctx: "Machine", ms: Value) -> None:
    """Move a mocked clock on by `ms` milliseconds; what is due then can run. The real clock is left alone."""
    timers = ctx.hub.timers
    if timers.replaced:
        timers.advance(_length("advance_time", ms))
        timers.fire()


@builtin("unmock_time() -> nil")
@capability("HarnessTesting", "clock_reset() -> nil")
def clock_reset(ctx: "Machine") -> None:
    """Give the program the real clock back."""
    ctx.hub.timers.replace(None)


@builtin("mock_stdin(text: string) -> nil")
@capability("HarnessTesting", "stdin_set(text: string) -> nil")
def stdin_set(ctx: "Machine", text: str) -> None:
    """Let the program read `text` from its standard input."""
    ctx.state["stdin"] = [text]


@builtin("unmock_stdin() -> nil")
@capability("HarnessTesting", "stdin_reset() -> nil")
def stdin_reset(ctx: "Machine") -> None:
    """Give the program the real standard input back."""
    ctx.state.pop("stdin", None)


@builtin("mock_tty(stream: string, on: bool) -> nil")
@capability("HarnessTesting", "tty_set(stream: string, on: bool) -> nil")
def tty_set(ctx: "Machine", stream: str, on: bool) -> None:
    """Say whether `stdin`, `stdout` or `stderr` passes for a terminal."""
    if stream not in _STREAMS:
        raise type_fault(f"mock_tty: unknown stream '{stream}'. Expected stdin, stdout, or stderr")
    ctx.state.setdefault("tty", {})[stream] = on


@builtin("unmock_tty() -> nil")
@capability("HarnessTesting", "tty_reset() -> nil")
def tty_reset(ctx: "Machine") -> None:
    """Look at the real streams again."""
    ctx.state.pop("tty", None)


@builtin("capture_stderr_start() -> nil")
@capability("HarnessTesting", "capture_stderr_start() -> nil")
def capture_stderr_start(ctx: "Machine") -> None:
    """Collect what is written to the error stream instead of showing it."""
    ctx.state["stderr"] = []


@builtin("capture_stderr_take() -> string")
@capability("HarnessTesting", "capture_stderr_take() -> string")
def capture_stderr_take(ctx: "Machine") -> str:
    """What was collected; the error stream is shown again."""
    return "".join(ctx.state.pop("stderr", None) or [])


@capability(
    "HarnessTesting",
    "respond(target: string, member_or_answer: any, value?: any, when?: dict, repeat?: bool, "
    "unregistered_ok?: bool) -> nil",
    unchecked=True,
)
def respond(ctx: "Machine", *args: Value) -> None:
    """Prepare the answer to calls of `respond("memory", "embed", value)` or `respond("memory.embed", value)`.

    `when` names what the first argument of the call must have, `repeat` lets the answer stand. A dotted
    target takes a dict with `result`, `error`, `params` (as `when`) as well.
    """
    target, rest = _target("respond", fitted("HarnessTesting.respond", args, 6))
    value, when, repeat, _ = rest
    entry = _entry("respond", value, when, repeat)
    if "." in display(args[0]) and value.__class__ is dict and _ENVELOPE & value.keys():
        failed = "error" in value
        answer = display(value["error"]) if failed else value.get("result")
        matched = value.get("params") if when is None else when
        entry = _entry("respond", answer, matched, repeat, error=failed)
    fixtures_of(ctx.state).add(target, entry)


@capability(
    "HarnessTesting",
    "respond_error(target: string, member_or_message: any, message?: any, when?: dict, repeat?: bool, "
    "unregistered_ok?: bool) -> nil",
    unchecked=True,
)
def respond_error(ctx: "Machine", *args: Value) -> None:
    """Let calls of a target, named as for `respond`, throw a message."""
    given = fitted("HarnessTesting.respond_error", args, 6)
    target, (value, when, repeat, _) = _target("respond_error", given)
    fixtures_of(ctx.state).add(target, _entry("respond_error", value, when, repeat, error=True))


@capability("HarnessTesting", "calls() -> list<dict>", fresh=True)
def calls(ctx: "Machine") -> list[Value]:
    """The calls that prepared answers met, in order: `{capability, method, operation, params, args}`."""
    return list(fixtures_of(ctx.state).calls)


@capability("HarnessTesting", "clear() -> nil")
def clear(ctx: "Machine") -> None:
    """Forget prepared answers and recorded calls."""
    fixtures_of(ctx.state).clear()


@capability("HarnessTesting", "push_scope() -> nil")
def push_scope(ctx: "Machine") -> None:
    """Put prepared answers and recorded calls aside until `pop_scope`."""
    fixtures_of(ctx.state).push()


@capability("HarnessTesting", "pop_scope() -> nil")
def pop_scope(ctx: "Machine") -> None:
    """Take back what `push_scope` put aside."""
    if not fixtures_of(ctx.state).pop():
        raise type_fault("HarnessTesting.pop_scope called without a matching push_scope")


def _target(function: str, args: list[Value]) -> tuple[tuple[str, str], list[Value]]:
    """The capability and the member that are named, and the arguments after them."""
    first = args[0]
    if first.__class__ is not str:
        raise type_fault(f"HarnessTesting.{function}: target must be a string, got {type_of(first)}")
    capability, dot, member = first.partition(".")
    rest = [*args[1:5]]
    if not dot:
        if args[1].__class__ is not str:
            raise type_fault(f"HarnessTesting.{function}: method must be a string, got {type_of(args[1])}")
        member, rest = args[1], [*args[2:6]]
    if rest[3] is not True and (capability, member) not in _ASKED:
        raise type_fault(f"HarnessTesting.{function}: undeclared method `harness.{capability}.{member}`")
    return (capability, member), rest


def _entry(function: str, value: Value, when: Value, repeat: Value, *, error: bool = False) -> Entry:
    if when is not None and when.__class__ is not dict:
        raise type_fault(f"HarnessTesting.{function}: selector must be a dict, got {type_of(when)}")
    if repeat is not None and repeat.__class__ is not bool:
        raise type_fault(f"HarnessTesting.{function}: repeat must be a bool, got {type_of(repeat)}")
    return Entry(value, when, repeat, error=error)


def _length(name: str, value: Value) -> float:
    ms = milliseconds(value)
    if ms is None:
        raise type_fault(f"{name}: expected a duration or int milliseconds, got {type_of(value)}")
    return ms
