"""The terminal on standard input: a reader in, a line that was typed without being shown out."""

import sys
import termios
from collections.abc import Callable


def hidden_line(read: Callable[[], str | None]) -> str | None:
    """Call `read` with the echo of the terminal switched off; without a terminal just call it."""
    try:
        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
    except (OSError, ValueError, termios.error):
        return read()
    silent = [*before]
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(number, termios.TCSADRAIN, silent)
    try:
        return read()
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)
