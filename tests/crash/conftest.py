"""Folders for crash tests, in memory where that is possible: a kill loses nothing of those either."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

MEMORY = "/dev/shm"


@pytest.fixture
def quick_path() -> Iterator[Path]:
    """An empty folder on a file system whose syncs take no time."""
    folder = Path(
        tempfile.mkdtemp(prefix="harnpy-crash-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
    )
    yield folder
    shutil.rmtree(folder)
