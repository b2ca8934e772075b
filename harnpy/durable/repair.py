"""Repair of damaged state: a file or folder in, what was wrong with each file and what was saved out.

Nothing is thrown away: a damaged file stays beside the repaired one. Repair takes the lock that writers take,
so programs may run meanwhile.
"""

import os

from harnpy.base.clock import Clock
from harnpy.durable.identity import Identifiers
from harnpy.durable.memory_log import LOCK, LOG, TORN, mend, open_log, repair
from harnpy.storage.entries import Entries, decode_entries
from harnpy.storage.json_file import StateError
from harnpy.system.atomic import is_leftover, open_to_sync, replace_in
from harnpy.system.beneath import read_in
from harnpy.system.locks import LockError, Locks
from harnpy.system.ops import Ops, worded
from harnpy.values.faults import Fault, Thrown
from harnpy.values.text import NotAnObject, salvage_members

WHOLE, REPAIRED, FAILED = "whole", "repaired", "failed"

DAMAGED = "damaged"
"""The ending of a damaged file that was put aside."""

_JSON = ".json"
_MARK = "\ufeff"
_LOCK_FLAGS = os.O_RDWR | os.O_CREAT


class Outcome:
    """What became of one file: `status`, and a sentence for people."""

    __slots__ = ("path", "status", "text")

    def __init__(self, path: str, status: str, text: str) -> None:
        self.path = path
        self.status = status
        self.text = text


class Repairer:
    """Repairs files of state on the disk."""

    __slots__ = ("_ids", "_locks", "_ops")

    def __init__(self, ops: Ops | None = None) -> None:
        clock = Clock()
        self._ops = ops or Ops()
        self._locks = Locks(self._ops, clock)
        self._ids = Identifiers(clock)

    def repair(self, path: str) -> list[Outcome]:
        """Look at a file of state, or at all below a folder, and repair what is damaged.

        Raises:
            StateError: nothing is at the path.
        """
        if os.path.isdir(path):
            files = sorted(_files_below(path))
        elif os.path.exists(path):
            files = [path]
        else:
            raise StateError(f"nothing is at {path}", path)
        return [self._repair_file(one) for one in files]

    def _repair_file(self, path: str) -> Outcome:
        above, name = os.path.split(path)
        is_log = name == LOG
        lock = LOCK if is_log else f"{os.path.splitext(name)[0]}.lock"
        try:
            folder = open_to_sync(self._ops, above or ".")
        except OSError as error:
            return Outcome(path, FAILED, f"cannot be opened: {worded(error)}")
        try:
            descriptor = self._ops.open(lock, _LOCK_FLAGS, folder=folder)
            with self._locks.held(os.path.join(above, lock), descriptor):
                return self._log(folder, path) if is_log else self._json(folder, name, path)
        except OSError as error:
            return Outcome(path, FAILED, f"cannot be repaired: {worded(error)}")
        except (LockError, Fault) as error:
            text = error.value if isinstance(error, Fault) else error
            return Outcome(path, FAILED, f"cannot be repaired: {text}")
        finally:
            self._ops.release(folder)

    def _json(self, folder: int, name: str, path: str) -> Outcome:
        content = read_in(self._ops, folder, name)
        # What is no UTF-8 becomes characters that no entry may hold.
        text = content.decode("utf-8", "surrogateescape").removeprefix(_MARK)
        try:
            entries = decode_entries(content.decode())
        except (UnicodeDecodeError, NotAnObject, Thrown):
            return self._salvage(folder, name, path, content, text)
        return Outcome(path, WHOLE, f"whole, {_counted(len(entries.keys()), 'entry')}")

    def _salvage(self, folder: int, name: str, path: str, content: bytes, text: str) -> Outcome:
        found, lost = salvage_members(text)
        kept = {key: written for key, written in found if _is_text(key) and _is_text(written)}
        body = ",".join(f'"{number}":{written}' for number, written in enumerate(kept.values()))
        decoded = decode_entries(f"{{{body}}}")
        entries = Entries()
        for number, key in enumerate(kept):
            entries = entries.with_value(key, decoded.value(str(number)))
        aside = self._free_name(folder, f"{name}.{DAMAGED}")
        self._ops.release(replace_in(self._ops, folder, aside, [content], self._ids.hex()))
        self._ops.release(replace_in(self._ops, folder, name, entries.parts(), self._ids.hex()))
        lines = ", ".join(str(text.count("\n", 0, one) + 1) for one in lost)
        told = f"HARN-HPY-004: damaged at line {lines}; kept {_counted(len(kept), 'entry')}"
        shown = os.path.join(os.path.dirname(path), aside)
        return Outcome(path, REPAIRED, f"{told}, the damaged file is {shown}")

    def _free_name(self, folder: int, wanted: str) -> str:
        """A name that nothing has: what was put aside earlier stays."""
        taken = set(os.listdir(folder))
        number, name = 1, wanted
        while name in taken:
            number += 1
            name = f"{wanted}.{number}"
        return name

    def _log(self, folder: int, path: str) -> Outcome:
        log = open_log(self._ops, folder, path)
        if log is None:
            return Outcome(path, FAILED, "is gone")
        try:
            moved = mend(self._ops, folder, log)
        finally:
            log.close()
        log = open_log(self._ops, folder, path)
        if log is None:
            return Outcome(path, FAILED, "is gone")
        try:
            bad = repair(self._ops, folder, log, self._ids.hex())
        finally:
            log.close()
        if not bad:
            return Outcome(path, REPAIRED if moved else WHOLE, moved or "whole")
        lines = ", ".join(map(str, bad))
        aside = os.path.join(os.path.dirname(path), TORN)
        return Outcome(path, REPAIRED, f"HARN-HPY-004: moved what is no event in line {lines} to {aside}")


def _files_below(path: str) -> list[str]:
    """Files of state below a folder: checkpoints, the store, memory logs."""
    found: list[str] = []
    for above, _, names in os.walk(path):
        for name in names:
            checkpoint = os.path.basename(above) == "checkpoints" and name.endswith(_JSON)
            if (checkpoint and not is_leftover(name)) or name in ("store.json", LOG):
                found.append(os.path.join(above, name))
    return found


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _counted(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun.removesuffix('y')}ies"
