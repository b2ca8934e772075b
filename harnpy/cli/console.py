"""Where text for people goes: stderr, with colours when it is a terminal, lines cut to its width."""

import sys

import click

from harnpy.diagnostics.render import Painter, plain
from harnpy.system.ends import put
from harnpy.system.env import environment, is_terminal, terminal_size, wants_color

_STDOUT, _STDERR = 1, 2

_STYLES: dict[str, dict[str, object]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "info": {"fg": "blue", "bold": True},
    "note": {"fg": "magenta"},
    "help": {"fg": "cyan"},
    "gutter": {"fg": "blue"},
}


class Console:
    """The channel to a person. `color` is `auto`, `always` or `never`."""

    __slots__ = ("color", "paint", "terminal", "width")

    def __init__(self, color: str = "auto") -> None:
        self.color = color
        self.terminal = sys.stderr is not None and is_terminal(_STDERR)
        self.paint: Painter = painted if wants_color(environment(), self.terminal, color) else plain
        self.width = terminal_size()[0] if self.terminal else None

    def line(self, text: str) -> None:
        """Write one line to stderr."""
        write_error(text + "\n")

    def warning(self, text: str) -> None:
        """Write a warning of harnpy itself."""
        self.line(f"[harnpy] {self.paint('warning', 'warning')}: {text}")

    def error(self, text: str) -> None:
        """Write an error of harnpy itself or of the way it was called."""
        self.line(f"[harnpy] {self.paint('error', 'error')}: {text}")


def painted(role: str, text: str) -> str:
    """The painter with colours."""
    return click.style(text, **_STYLES[role])  # pyright: ignore[reportArgumentType] (the table holds its options)


def write_out(text: str) -> None:
    """Write to stdout; what cannot be written ends the command."""
    put(text)


def write_error(text: str) -> None:
    """Write to stderr after everything that went to stdout before; the end of the process sees a failure."""
    for stream, more in ((sys.stdout, ""), (sys.stderr, text)):
        if stream is None:
            continue
        try:
            stream.write(more)
            stream.flush()
        except (OSError, ValueError):
            if stream is sys.stderr:
                # Nothing more can be told; the exit code will.
                sys.stderr = None
