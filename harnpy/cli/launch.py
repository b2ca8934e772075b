#!/usr/bin/env python3
"""The installed `harnpy` command: nothing but a call of `main`, so that start-up imports nothing else."""

# The accelerator itself: `signal` imports `enum`, which costs as much as all of a small program.
import _signal  # pyright: ignore[reportMissingImports, reportMissingModuleSource] (no stub)
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal


def _stop(_number: int, _frame: object) -> None:
    """End the process while not even what does this in order is loaded."""
    try:
        os.write(2, b"error: stopped by SIGINT\n")
    finally:
        os._exit(124)


if __name__ == "__main__" and _signal.getsignal(_signal.SIGINT) is not _signal.SIG_IGN:
    _signal.signal(_signal.SIGINT, _stop)

# The flag is for the user's own code. Without bytecode every start would compile all of harnpy again; like
# the code cache it is kept for the next start, where the folder of the package can be written.
sys.dont_write_bytecode = False

# After the flag, or the package itself stays uncompiled.
from harnpy.system.ends import begin  # noqa: E402

if __name__ == "__main__":
    begin()

# After the signals: from here on one of them ends the process with a line of its own.
from harnpy.__main__ import leave, main  # noqa: E402

if __name__ == "__main__":
    leave(main())
