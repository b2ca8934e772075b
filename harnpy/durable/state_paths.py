"""Sessions and keys of agent state: what programs name in, parts of a path or a refusal out."""

from harnpy.storage.json_file import StateError
from harnpy.system.atomic import is_leftover

METADATA, ALTERNATIVE = ".agent_state_meta", ".alt"
"""The folder of a session that holds metadata, and the one in it for keys that get in each other's way."""

_LONGEST_NAME = 255
_FORBIDDEN = frozenset("/\\\0")


def session_of(named: str) -> str:
    """A session's identifier: one component of a path.

    Raises:
        StateError: it is something else.
    """
    found = named.strip()
    fits = 0 < len(found.encode("utf-8", "surrogatepass")) <= _LONGEST_NAME
    if not fits or found in (".", "..") or not _FORBIDDEN.isdisjoint(found) or _is_reserved(found):
        raise _refused(f"session_id '{found}' must be a single path component")
    return found


def parts_of(key: str, function: str) -> list[str]:
    """The parts of a key below its session; `.` and doubled slashes vanish.

    Raises:
        StateError: it is empty, leads out of the session, or is a name that the session keeps for itself.
    """
    trimmed = key.strip()
    if not trimmed:
        raise StateError(f"{function}: `key` must not be empty", "")
    if trimmed.startswith("/"):
        raise _refused(f"key '{trimmed}' must be relative")
    parts = [part for part in trimmed.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise _refused(f"key '{trimmed}' must not escape the session root")
    if any(_is_reserved(part) for part in parts):
        raise _refused(f"key '{trimmed}' uses a reserved internal path")
    if "\0" in trimmed:
        # Shown without it: terminals end texts there.
        raise _refused(f"key '{trimmed.replace(chr(0), '?')}' must not hold a NUL")
    if not parts:
        raise _refused("key must contain at least one path component")
    return parts


def _is_reserved(part: str) -> bool:
    return part == METADATA or is_leftover(part)


def _refused(what: str) -> StateError:
    return StateError(f"agent_state: {what}", "")
