"""The harness finds a writer that cuts the file first and never syncs: R01, R02 and R03 check themselves."""

import os
from pathlib import Path

import pytest

from harnpy.durable.checkpoints import checkpoints_of
from harnpy.storage.entries import encode_entry
from harnpy.storage.json_file import StateError
from harnpy.system.ops import worded
from tests.crash import test_failures, test_kills, test_power
from tests.crash.worlds import KeptCheckpoints

CAUGHT = (AssertionError, StateError)


class KeptNaively(KeptCheckpoints):
    """Checkpoints written as most programs write a file."""

    def put(self, key: str, value: str) -> None:
        ops, path = self.world.ops, checkpoints_of(self.world).file.path
        os.makedirs(os.path.dirname(path), exist_ok=True)
        entries = checkpoints_of(self.world).entries().with_entry(key, encode_entry(key, value))
        try:
            descriptor = ops.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for part in entries.parts():
                ops.write(descriptor, [part])
            ops.release(descriptor)
        except OSError as error:
            raise StateError(f"checkpoint write error: {worded(error)}", "") from None


def test_harness_selfcheck_R01_finds_a_file_that_is_cut(quick_path: Path) -> None:
    with pytest.raises(CAUGHT):
        test_kills.test_R01_a_kill_at_any_step_leaves_the_old_state_or_the_new(
            KeptNaively, "replace", quick_path
        )


def test_harness_selfcheck_R02_finds_a_file_that_is_cut(quick_path: Path) -> None:
    with pytest.raises(CAUGHT):
        test_failures.test_R02_a_step_that_fails_leaves_the_old_value_and_no_litter(
            KeptNaively, "write", "", quick_path
        )


def test_harness_selfcheck_R03_finds_content_that_is_not_synced(quick_path: Path) -> None:
    with pytest.raises(CAUGHT):
        test_power.test_R03_every_state_after_a_power_loss_is_the_old_one_or_the_new(
            KeptNaively, "replace", quick_path
        )
