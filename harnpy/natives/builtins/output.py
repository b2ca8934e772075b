"""Output and terminal input: values in, their display on a stream out; lines of input back."""

from harnpy.natives.support.args import option
from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.faults import thrown
from harnpy.natives.support.streams import colored, is_tty, read_rest, write_error
from harnpy.natives.support.streams import read_line as next_line
from harnpy.values.display import display
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_COLORS = {
    "black": 30, "red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "white": 37,
    "gray": 90, "grey": 90, "bright_red": 91, "bright_green": 92, "bright_yellow": 93, "bright_blue": 94,
    "bright_magenta": 95, "bright_cyan": 96, "bright_white": 97,
}  # fmt: skip


@builtin("eprint(value?: any) -> nil", effect="stdio")
@capability("HarnessStdio", "eprint(value?: any) -> nil", effect="stdio")
def eprint(ctx: "Machine", *values: Value) -> None:
    """Write a value to the error stream."""
    write_error(ctx, "".join([display(value) for value in values]))


@builtin("eprintln(value?: any) -> nil", effect="stdio")
@capability("HarnessStdio", "eprintln(value?: any) -> nil", effect="stdio")
def eprintln(ctx: "Machine", *values: Value) -> None:
    """Write a value and a line break to the error stream."""
    write_error(ctx, "".join([display(value) for value in values]) + "\n")


@builtin("log(...values: any) -> nil", effect="stdio")
@capability("HarnessStdio", "log(value?: any) -> nil", effect="stdio")
def log(ctx: "Machine", *values: Value) -> None:
    """Write `[harn] `, the values and a line break to standard output."""
    ctx.stdout.write("[harn] " + " ".join([display(value) for value in values]) + "\n")


@builtin("progress(phase: string, message: string, amount?: any, total?: any) -> nil", effect="stdio")
@capability(
    "HarnessStdio",
    "progress(phase: string, message: string, amount?: any, total?: any) -> nil",
    effect="stdio",
)
def progress(ctx: "Machine", phase: str, message: str, amount: Value = None, total: Value = None) -> None:
    """Tell the user how far a long job is, on the error stream; `amount` may be `{current, total}`."""
    if amount.__class__ is dict:
        amount, total = option(amount, "current", option(amount, "progress")), option(amount, "total")
    done = "" if amount is None else f" ({display(amount)})"
    if amount is not None and total is not None:
        done = f" ({display(amount)}/{display(total)})"
    write_error(ctx, f"[{phase}] {message}{done}\n")


@builtin("read_line(options?: dict) -> any", effect="stdio")
@capability("HarnessStdio", "read_line(options?: dict) -> any", effect="stdio")
def read_line(ctx: "Machine", options: dict[str, Value] | None = None) -> Value:
    """Read a line of input: the text, nil at the end; with options `{ok, status, value}`."""
    if options is None:
        return next_line(ctx)
    prompt = options.get("prompt")
    if prompt is not None:
        ctx.stdout.write(display(prompt))
    line = next_line(ctx)
    return {"ok": line is not None, "status": "eof" if line is None else "ok", "value": line}


@builtin("prompt_user(message?: any) -> any", effect="stdio")
@capability("HarnessStdio", "prompt(message?: any) -> any", effect="stdio")
def prompt_user(ctx: "Machine", message: Value = None) -> str | None:
    """Write `message` and read the answer; nil at the end of input."""
    ctx.stdout.write("" if message is None else display(message))
    return next_line(ctx)


@builtin("read_stdin() -> any", effect="stdio")
@capability("HarnessStdio", "read_stdin() -> any", effect="stdio")
def read_stdin(ctx: "Machine") -> str | None:
    """Read all that is left of the input; nil when nothing is."""
    return read_rest(ctx)


@builtin("is_stdin_tty() -> bool", effect="stdio")
@capability("HarnessStdio", "is_stdin_tty() -> bool", effect="stdio")
def is_stdin_tty(ctx: "Machine") -> bool:
    """Say whether the input is a terminal."""
    return is_tty(ctx, "stdin")


@builtin("is_stdout_tty() -> bool", effect="stdio")
@capability("HarnessStdio", "is_stdout_tty() -> bool", effect="stdio")
def is_stdout_tty(ctx: "Machine") -> bool:
    """Say whether the output is a terminal."""
    return is_tty(ctx, "stdout")


@builtin("is_stderr_tty() -> bool", effect="stdio")
@capability("HarnessStdio", "is_stderr_tty() -> bool", effect="stdio")
def is_stderr_tty(ctx: "Machine") -> bool:
    """Say whether the error stream is a terminal."""
    return is_tty(ctx, "stderr")


@builtin("color(text: any, name: string) -> string")
def color(ctx: "Machine", text: Value, name: str) -> str:
    """Return the text in a colour; plain when colours are off or the name is unknown."""
    code = _COLORS.get(name.lower())
    return _styled(ctx, text, str(code)) if code is not None else display(text)


@builtin("bold(text: any) -> string")
def bold(ctx: "Machine", text: Value) -> str:
    """Return the text in bold; plain when colours are off."""
    return _styled(ctx, text, "1")


@builtin("dim(text: any) -> string")
def dim(ctx: "Machine", text: Value) -> str:
    """Return the text dimmed; plain when colours are off."""
    return _styled(ctx, text, "2")


@builtin("set_color_mode(mode: string) -> nil", effect="stdio")
@capability("HarnessTerm", "set_color_mode(mode: string) -> nil", effect="stdio")
def set_color_mode(ctx: "Machine", mode: str) -> None:
    """Choose when text is coloured: `auto`, `always` or `never`."""
    if mode not in ("auto", "always", "never"):
        raise thrown(f"set_color_mode: invalid mode '{mode}'. Expected 'auto', 'always', or 'never'.")
    ctx.state["color"] = mode


def _styled(ctx: "Machine", text: Value, code: str) -> str:
    shown = display(text)
    return f"\x1b[{code}m{shown}\x1b[0m" if colored(ctx) else shown
