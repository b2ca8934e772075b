#!/usr/bin/env python3
"""The installed `harnpy` command: nothing but a call of `main`, so that start-up imports nothing else."""

import sys

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
