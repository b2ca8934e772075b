"""`harness.term`: the terminal itself; sizes and the colour mode stand with their builtins."""

from harnpy.natives.support.declare import capability
from harnpy.natives.support.faults import thrown
from harnpy.natives.support.streams import is_tty, read_line, write_error
from harnpy.system.terminal import hidden_line
from harnpy.values.display import display
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_STREAMS = ("stdin", "stdout", "stderr")
_CLEAR = "\x1b[2J\x1b[H"


@capability("HarnessTerm", "is_tty(stream: string) -> bool", effect="stdio")
def stream_is_tty(ctx: "Machine", stream: str) -> bool:
    """Say whether `stdin`, `stdout` or `stderr` is a terminal."""
    if stream not in _STREAMS:
        raise thrown(f"is_tty: unknown stream '{stream}'. Expected stdin, stdout, or stderr")
    return is_tty(ctx, stream)


@capability("HarnessTerm", "read_password(prompt?: any) -> string?", effect="stdio")
def read_password(ctx: "Machine", prompt: Value = None) -> str | None:
    """Read a line that the terminal does not show; nil at the end of input."""
    write_error(ctx, "" if prompt is None else display(prompt))
    if "stdin" in ctx.state or not is_tty(ctx, "stdin"):
        return read_line(ctx)
    line = hidden_line(lambda: read_line(ctx))
    write_error(ctx, "\n")
    return line


@capability("HarnessTerm", "clear() -> nil", effect="stdio")
def clear(ctx: "Machine") -> None:
    """Clear the screen, when the output is one."""
    if is_tty(ctx, "stdout"):
        ctx.stdout.write(_CLEAR)
