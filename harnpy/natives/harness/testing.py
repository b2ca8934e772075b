"""What tests may put in place of the world: time, standard input, terminals, answers of people and hosts."""

from harnpy.base.clock import FixedClock
from harnpy.natives.support.declare import builtin, capability
from harnpy.runtime.timers import milliseconds
from harnpy.values.faults import type_fault
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_STREAMS = ("stdin", "stdout", "stderr")


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


@capability("HarnessTesting", "respond(value: any, target?: string) -> nil")
def respond(ctx: "Machine", value: Value, target: str | None = None) -> None:
    """Answer the next question to a person or host, or the next one to `target`, with a value."""
    _answers(ctx).append({"target": target, "value": value})


@capability("HarnessTesting", "respond_error(error: any, target?: string) -> nil")
def respond_error(ctx: "Machine", error: Value, target: str | None = None) -> None:
    """Let the next question to a person or host, or the next one to `target`, throw an error."""
    _answers(ctx).append({"target": target, "error": error})


@capability("HarnessTesting", "calls() -> list<dict>", fresh=True)
def calls(ctx: "Machine") -> list[Value]:
    """The questions that prepared answers were given to, in order."""
    return list(ctx.state.get("calls", []))


@capability("HarnessTesting", "clear() -> nil")
def clear(ctx: "Machine") -> None:
    """Forget prepared answers and recorded questions."""
    ctx.state.pop("answers", None)
    ctx.state.pop("calls", None)


def _answers(ctx: "Machine") -> list[Value]:
    return ctx.state.setdefault("answers", [])


def _length(name: str, value: Value) -> float:
    ms = milliseconds(value)
    if ms is None:
        raise type_fault(f"{name}: expected a duration or int milliseconds, got {type_of(value)}")
    return ms
