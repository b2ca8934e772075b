"""A context as natives see the machine: clock, streams and permissions of one temporary workspace."""

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from harnpy.base.clock import FixedClock
from harnpy.runtime.grants import Grants
from harnpy.runtime.permissions import Permissions
from harnpy.values.records import Records


def make_context(
    root: Path, base: str = "default", grants: Grants | None = None, text: str = ""
) -> SimpleNamespace:
    """A context whose workspace and working directory are `root`."""
    folder = str(root.resolve())
    clock = FixedClock(1_767_323_045_678)
    return SimpleNamespace(
        clock=clock,
        permissions=Permissions(base, folder, folder, grants),
        stdout=io.StringIO(),
        stderr=io.StringIO(),
        stdin=io.StringIO(text),
        argv=[],
        records=Records(),
        state={},
        cwd=folder,
        root=folder,
        source_dir=folder,
        environ={"HOME": "/root", "PATH": "/usr/bin:/bin", "NAME": "ann"},
        hub=SimpleNamespace(timers=SimpleNamespace(clock=clock), in_thread=lambda work: work()),
    )


@pytest.fixture
def ctx(tmp_path: Path) -> SimpleNamespace:
    """A context with the permissions `default`."""
    return make_context(tmp_path)
