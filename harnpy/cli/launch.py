#!/usr/bin/env python3
"""The installed `harnpy` command: nothing but a call of `main`, so that start-up imports nothing else."""

import sys

from harnpy.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
