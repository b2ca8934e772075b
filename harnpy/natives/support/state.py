"""Errors of kept state in, faults of the program out."""

from collections.abc import Generator
from contextlib import contextmanager

from harnpy.storage.json_file import StateError
from harnpy.values.faults import Fault, runtime_fault

_ADVICE = {
    "decode": "restore the file, or look at it with `harnpy doctor repair`; nothing overwrites it meanwhile",
    "lock": "another process may hold the lock, or the folder of the state cannot be written",
    "read": "see to it that the file can be read; it is never taken for empty",
    "write": "the old content is intact, unless the disk itself failed",
}


@contextmanager
def state_errors() -> Generator[None]:
    """Make faults of errors of kept state that the body raises."""
    try:
        yield
    except StateError as error:
        raise state_fault(error) from None


def state_fault(error: StateError) -> Fault:
    """What a program catches; whoever started the program is told the file and what to do."""
    fault = runtime_fault(error.text)
    words = error.text.split(" ", 2)[1:2]
    advice = _ADVICE.get(words[0]) if words and error.path else None
    if advice is not None:
        fault.help = f"{error.path}: {advice}"
    return fault
