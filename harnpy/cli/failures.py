"""Bugs of harnpy: one line and a report file for the user, the traceback only where it is asked for."""

import os
import platform
import tempfile
import traceback

from harnpy import __version__
from harnpy.cli.console import write_error
from harnpy.cli.exit_codes import INTERNAL
from harnpy.system.env import environment


def report_internal(error: BaseException) -> int:
    """Tell the user of a bug, leave its traceback in a file, return the exit code."""
    text = "".join(traceback.format_exception(error))
    kind = type(error).__name__
    if environment().get("HARNPY_DEBUG") == "1":
        write_error(text)
    try:
        where = f"; report: {_write_report(text)}"
    except OSError as cause:
        where = f" (no report: {cause})"
    write_error(f"[harnpy] internal error: {kind} in harnpy {__version__}{where}\n")
    return INTERNAL


def _write_report(text: str) -> str:
    """Write what a bug report needs: versions and the traceback, no arguments, values or environment."""
    handle, path = tempfile.mkstemp(prefix="harnpy-report-", suffix=".txt")
    head = f"harnpy {__version__}\nPython {platform.python_version()} on {platform.platform()}\n\n"
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(head + text)
    return path
