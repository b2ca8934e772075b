"""Standard streams as natives see them: the run's own, or what a test put in their place.

A run's state holds, under `stdin`, the text a test supplies (a list of one string, shortened as it is read),
under `tty` the answers a test gives for terminals, under `stderr` the list that collects captured output, and
under `color` the mode of colouring.
"""

from harnpy.natives.support.args import option
from harnpy.system.env import is_terminal, wants_color

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_NUMBERS = {"stdin": 0, "stdout": 1, "stderr": 2}


def read_line(ctx: "Machine") -> str | None:
    """Read one line without its line break; None at the end of input."""
    mocked = option(ctx.state, "stdin")
    if mocked.__class__ is list:
        head, found, rest = str(mocked[0]).partition("\n")
        mocked[0] = rest
        return head.removesuffix("\r") if head or found else None
    line = ctx.stdin.readline() if ctx.stdin is not None else ""
    if not line:
        return None
    return line.removesuffix("\n").removesuffix("\r")


def read_rest(ctx: "Machine") -> str | None:
    """Read all that is left of the input; None when nothing is."""
    mocked = option(ctx.state, "stdin")
    if mocked.__class__ is list:
        text = str(mocked[0])
        mocked[0] = ""
    else:
        text = ctx.stdin.read() if ctx.stdin is not None else ""
    return text or None


def is_tty(ctx: "Machine", stream: str) -> bool:
    """Say whether `stdin`, `stdout` or `stderr` is a terminal."""
    mocked = option(ctx.state, "tty")
    if mocked.__class__ is dict and stream in mocked:
        return bool(mocked[stream])
    return is_terminal(_NUMBERS[stream])


def write_error(ctx: "Machine", text: str) -> None:
    """Write to the error stream, or to a test's capture of it."""
    captured = option(ctx.state, "stderr")
    if captured.__class__ is list:
        captured.append(text)
    else:
        ctx.stderr.write(text)


def colored(ctx: "Machine", stream: str = "stdout") -> bool:
    """Say whether text for `stream` gets colours now."""
    return wants_color(ctx.environ, is_tty(ctx, stream), str(ctx.state.get("color", "auto")))
