"""Other CPython versions: golden programs, positions of faults and value semantics hold there as well.

`HARNPY_PYTHONS` lists interpreters, separated by `:`; without it those of pyenv are tried. One that lacks the
packages of the tests is skipped by name, or fails with `HARNPY_REQUIRE_PYTHONS` set.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.harn import ROOT

WANTED = ("3.11", "3.12", "3.13")
PACKAGES = (
    "import attrs, click, greenlet, hypothesis, lark, pytest, pytest_timeout, re2, rich, syrupy, xdist, yaml"
)
SUITE = (
    "tests/golden/test_golden.py",
    "tests/lowering/test_positions.py",
    "tests/properties/test_found.py",
    "tests/properties/test_control_flow.py",
    "tests/runtime/test_depth.py",
)


def interpreters() -> dict[str, str]:
    """An interpreter by version, without the one that runs this."""
    named = os.environ.get("HARNPY_PYTHONS")
    if named is not None:
        candidates = named.split(":")
    else:
        root = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
        candidates = [str(path) for path in sorted(root.glob("versions/*/bin/python"))]
    found: dict[str, str] = {}
    for path in candidates:
        version = _answer(path, "import sys; print('%d.%d' % sys.version_info[:2])")
        if version in WANTED:
            found.setdefault(version, path)
    found.pop(f"{sys.version_info[0]}.{sys.version_info[1]}", None)
    return found


def _answer(path: str, code: str) -> str | None:
    """What a line of Python prints there; None when it fails."""
    try:
        done = subprocess.run([path, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _without(reason: str) -> None:
    """Skip for the named reason, or fail where all versions are required."""
    if os.environ.get("HARNPY_REQUIRE_PYTHONS"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("version", WANTED)
def test_programs_mean_the_same_on_other_versions(version: str) -> None:
    if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
        return
    path = interpreters().get(version)
    if path is None:
        _without(f"CPython {version} not found; HARNPY_PYTHONS names interpreters")
        return
    if _answer(path, PACKAGES) is None:
        _without(f"{path} lacks the packages of the tests")
    command = [path, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *SUITE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=550, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
