"""`harness.fs`: what has no plain builtin beside it, and the conditional replace."""

from hashlib import sha256

from harnpy.natives.support.args import option
from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.faults import io_fault, thrown
from harnpy.natives.support.places import append_octets, judged
from harnpy.runtime.permissions import WRITE, Place
from harnpy.system.atomic import replace_beneath
from harnpy.system.folders import status_of
from harnpy.system.paths import READ, open_file, read_all
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_NEW_MODE = 0o644


@capability("HarnessFs", "append_locked(path: string, text: string) -> nil", effect="write")
def append_locked(ctx: "Machine", path: str, text: str) -> None:
    """Add `text` to the end of a file; processes that do so at once wait for each other."""
    append_octets(ctx, path, text.encode("utf-8"), "append_file", exclusive=True)


@builtin("replace_file(path: string, text: string, options?: dict) -> dict", effect="write", fresh=True)
@capability(
    "HarnessFs",
    "replace_text(path: string, text: string, options?: dict) -> dict",
    effect="write",
    fresh=True,
)
def replace_file(ctx: "Machine", path: str, text: str, options: Value = None) -> dict[str, Value]:
    """Replace a file in one step, so that a reader sees the old text or the new one.

    Options `expected` (text), `expected_sha256`, `expected_identity`: replace only while the file is so.
    Returns `{status, replaced, path, sha256}`; status is `replaced`, `conflict` or `missing`.
    """
    place = judged(ctx, WRITE, path, "replace_file")
    report: dict[str, Value] = {"path": place.path, "replaced": False, "sha256": None}
    try:
        status, mode = _state(place, options)
        if status == "replaced":
            nonce = ctx.clock.random_bytes(4).hex()
            replace_beneath(place.root, place.path, text.encode("utf-8"), mode=mode, nonce=nonce)
            report |= {"replaced": True, "sha256": sha256(text.encode("utf-8")).hexdigest()}
    except OSError as error:
        raise io_fault(f"Failed to replace file {place.path}", error) from error
    return report | {"status": status}


def _state(place: Place, options: Value) -> tuple[str, int]:
    """What will come of replacing, and the mode of the file that is there."""
    wanted = {name: option(options, name) for name in ("expected", "expected_sha256", "expected_identity")}
    for name, value in wanted.items():
        if value is not None and not isinstance(value, str):
            raise thrown(f"replace_file: `{name}` must be a string, got {type_of(value)}")
    conditional = any(value is not None for value in wanted.values())
    try:
        found = status_of(place.path)
    except FileNotFoundError:
        return ("missing" if conditional else "replaced"), _NEW_MODE
    if conditional:
        content = read_all(open_file(place.root, place.path, READ))
        actual = {
            "expected": content.decode("utf-8", "replace"),
            "expected_sha256": sha256(content).hexdigest(),
            "expected_identity": found.identity,
        }
        if any(value is not None and value != actual[name] for name, value in wanted.items()):
            return "conflict", found.mode
    return "replaced", found.mode
