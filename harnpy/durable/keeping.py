"""Values on their way to a file: refused with their place, or encoded; what changes kind is warned of."""

from harnpy.storage.conversion import Refused, stored
from harnpy.storage.entries import encode_entry
from harnpy.storage.json_file import StateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.durable.world import World
    from harnpy.values.kinds import Value

LONGEST = 64 << 20
"""Most bytes of one stored value, unless the run says otherwise."""

_LOSSY = "HARNPY_LOSSY_VALUES"


def convert(world: "World", value: "Value", subject: str) -> "Value":
    """The JSON of a value; `subject` says in errors what it is: `checkpoint: value for key 'plan'`.

    Raises:
        StateError: a part of it would not come back.
        Fault: a part of it is authority.
    """
    lossy = world.ctx.environ.get(_LOSSY) == "warn"
    try:
        made = stored(value, lossy=lossy)
    except Refused as offence:
        raise StateError(f"{subject} cannot be stored: {offence}", "") from None
    for place, kind, kept in made.changes:
        world.warn("state.converted", kind, f"{subject}: {place} is a {kind} and is kept as {kept}")
    for offence in made.lost:
        world.warn(
            "state.lossy", f"{subject} {offence}", f"{subject} loses a part: {offence}, null is stored"
        )
    return made.json


def encode(world: "World", key: str, value: "Value", subject: str) -> bytes:
    """The entry of a converted value, as it stands in a file.

    Raises:
        StateError: it is too large, or a text in it is no text.
    """
    try:
        line = encode_entry(key, value)
    except UnicodeEncodeError:
        raise StateError(f"{subject} cannot be stored: a text in it is not valid Unicode", "") from None
    most = world.ctx.limits.get("value", LONGEST)
    if len(line) > most:
        needs = f"it takes {len(line)} bytes, and `--limit value` is {most}"
        raise StateError(f"HARN-HPY-001: {subject} cannot be stored: {needs}", "")
    return line
