"""HARN-HPY-004: state on the disk that cannot be read."""

from harnpy.diagnostics.model import Code

HPY_004 = Code(
    "HARN-HPY-004",
    "damaged state found",
    why="A file of checkpoints, of the store or of memory cannot be read as what it is: it was cut, edited "
    "or overwritten by something else. It is never taken for empty and never overwritten: every call on it "
    "fails with its name and the place of the damage. `harnpy doctor repair PATH` keeps the damaged file "
    "beside the repaired one, which holds all entries that can still be read; `checkpoint_clear()` starts "
    "anew.",
    bad='checkpoint("plan", {steps: 3})\n// cut behind its back: truncate -s -5 .harn/checkpoints/plan.json\n'
    'println(checkpoint_get("plan"))\n',
    good='checkpoint("plan", {steps: 3})\nprintln(checkpoint_get("plan"))\n',
    command="doctor repair",
)
