"""A copy of the golden tree that programs may write into, and nothing of the user's around it."""

import shutil
from pathlib import Path

import pytest

from tests.golden.programs import TREE


@pytest.fixture(scope="session")
def golden_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The golden tree at a place that programs may change."""
    copy = tmp_path_factory.mktemp("golden") / "lang"
    shutil.copytree(TREE, copy)
    return copy


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No code cache and a state folder of its own for every program."""
    monkeypatch.setenv("HARNPY_CODE_CACHE", "0")
    monkeypatch.setenv("HARN_STATE_DIR", str(tmp_path))
