"""Helper processes: work for later runs that goes on in the background, seen and waited for by nobody."""

import os
import signal
import sys
from contextlib import suppress
from importlib import import_module

from harnpy.system.locks import locked_folder

MOST_SECONDS = 60
"""How long a helper may take."""

_SHELL = "/bin/sh"
# The shell starts the helper and ends at once, so that no process of ours is left to wait for.
_SCRIPT = '"$@" &'
_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); from harnpy.system.helper import main; main(*sys.argv[2:])"
)
_FIRST_OTHER = 3
_MOST_DESCRIPTORS = 256
_LOWEST_PRIORITY = 19


def start_helper(function: str, argument: str, folder: str) -> None:
    """Call `function`, written `module:name`, with an argument in a process of its own, at low priority.

    It has no standard streams and no terminal. Helpers for one folder work one after the other. Where no
    process can be started nothing happens: a helper is never needed.
    """
    if not sys.executable:
        return
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    command = [sys.executable, "-P", "-c", _PROGRAM, package, function, argument, folder]
    silent = [(os.POSIX_SPAWN_OPEN, one, os.devnull, os.O_RDWR, 0) for one in range(_FIRST_OTHER)]
    with suppress(OSError, NotImplementedError):
        shell = os.posix_spawn(
            _SHELL,
            [_SHELL, "-c", _SCRIPT, _SHELL, *command],
            os.environ,
            file_actions=silent,
            setsid=True,
        )
        os.waitpid(shell, 0)


def main(function: str, argument: str, folder: str) -> None:
    """The helper itself: run to the end, or until its time is over."""
    os.closerange(_FIRST_OTHER, _MOST_DESCRIPTORS)
    # The default action ends the process.
    signal.alarm(MOST_SECONDS)
    os.nice(_LOWEST_PRIORITY)
    module, _, name = function.partition(":")
    with suppress(FileNotFoundError), locked_folder(folder):
        import_module(module).__dict__[name](argument)
