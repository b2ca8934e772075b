"""The wheel and the project file: what is in them, and that an installed harnpy runs from anywhere."""

import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from harnpy import __version__
from tests.support.harn import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = ["repl", "lsp", "jupyter", "llm", "postgres", "workers", "vector", "yaml", "otel", "sandbox"]


def test_there_are_six_core_dependencies() -> None:
    assert len(PROJECT["dependencies"]) == 6


def test_all_stands_for_every_extra() -> None:
    extras = PROJECT["optional-dependencies"]
    assert set(EXTRAS) | {"all", "dev", "fuzz", "mutate", "fuse"} == set(extras)
    assert extras["all"] == [f"harnpy[{','.join(EXTRAS)}]"]


def test_the_lock_has_a_hash_for_every_package_and_covers_the_project() -> None:
    text = (ROOT / "tests" / "requirements" / "lock.txt").read_text("utf-8")
    entries = [part for part in text.replace("\\\n", " ").splitlines() if "==" in part]
    assert all("--hash=sha256:" in entry for entry in entries)
    locked = {entry.partition("==")[0].lower() for entry in entries}
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    for extra in EXTRAS:
        wanted += PROJECT["optional-dependencies"][extra]
    names = {one.partition("[")[0].partition(">")[0].lower().replace("_", "-") for one in wanted}
    assert names - locked - {"harnpy"} == set()


def test_the_floors_are_those_of_the_project() -> None:
    floors = {}
    for line in (ROOT / "tests" / "requirements" / "floors.txt").read_text("utf-8").splitlines():
        if "==" in line:
            name, _, version = line.partition("==")
            floors[name] = version
    for one in PROJECT["dependencies"]:
        name, _, rest = one.partition(">=")
        assert floors[name].startswith(rest.partition(",")[0]), one


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built through the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_package_and_its_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert f"harnpy-{__version__}.dist-info/METADATA" in names
    assert f"harnpy-{__version__}.data/scripts/harnpy" in names
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "harnpy").rglob("*.py")}
    assert sources - set(names) == set()
    for folder in ("grammar", "stdlib"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and not path.name.startswith("."):
                assert f"harnpy/_data/{path.relative_to(ROOT).as_posix()}" in names
    assert [name for name in names if name.startswith(("tests/", "examples/", "build/"))] == []


@pytest.mark.timeout(300)
def test_an_installed_wheel_runs_from_anywhere(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=False, system_site_packages=False)
    python = tmp_path / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    # The dependencies of this environment stand in for a download.
    site = next((tmp_path / "env" / "lib").glob("python*")) / "site-packages"
    own = next(path for path in sys.path if path.endswith("site-packages"))
    for name in ("attr", "attrs", "click", "greenlet", "re2", "_re2"):
        for found in Path(own).glob(f"{name}*"):
            if not (site / found.name).exists():
                (site / found.name).symlink_to(found)
    command = [str(tmp_path / "env" / "bin" / "harnpy"), "run", "-e", 'harness.stdio.println("hi")']
    done = subprocess.run(
        command,
        cwd="/",
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "hi\n", "")
