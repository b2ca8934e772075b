"""The command in a folder of its own."""

from pathlib import Path

import pytest

from tests.support.harn import Command


@pytest.fixture
def harnpy(tmp_path: Path) -> Command:
    """The `harnpy` command with a cache of its own, standing in an empty folder."""
    return Command(tmp_path)
