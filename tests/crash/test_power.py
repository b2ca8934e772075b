"""R03: whatever a power loss leaves of unsynced steps, readers find the old state or the new."""

import shutil
from pathlib import Path

import pytest

from harnpy.system.ops import Ops
from tests.crash.power import Disk, Recorder, lay_out
from tests.crash.test_kills import OPERATIONS, changed, operate
from tests.crash.worlds import STORES, Kept, contents, filled, world_in


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("kind", STORES)
def test_R03_every_state_after_a_power_loss_is_the_old_one_or_the_new(
    kind: type[Kept], operation: str, quick_path: Path
) -> None:
    root = quick_path / "root"
    root.mkdir()
    before = filled(kind, root)
    allowed = (before, changed(before, operation))
    seen: set[bytes] = set()
    states = [0]

    def judge(disk: Disk) -> None:
        for files, folders in disk.states():
            mark = repr((sorted(files.items()), sorted(folders))).encode()
            if mark in seen:
                continue
            seen.add(mark)
            states[0] += 1
            target = quick_path / "after"
            lay_out(root, target, files, folders)
            assert contents(kind, target) in allowed
            shutil.rmtree(target)

    recorder = Recorder(root, judge)
    kept = kind(world_in(root))
    kept.world = world_in(root, Ops(recorder))
    operate(kept, operation)
    # Acknowledged: from here on only the new state will do.
    allowed = (changed(before, operation),)
    seen.clear()
    judge(recorder.disk)
    assert states[0] > (3 if operation == "remove" else 10)
