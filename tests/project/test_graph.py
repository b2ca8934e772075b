"""Modules of a program: where imports lead, in which order, what is wrong with them."""

from pathlib import Path

import pytest

from harnpy.base.spans import SourceFile
from harnpy.project import graph as graphs
from harnpy.project.graph import Graph, load
from harnpy.project.loader import CannotRead, Library, Loader, Location, entry_location
from harnpy.system.sources import read_source


def program(files: dict[str, str], *, running: bool = False) -> Graph:
    def read(path: str) -> str:
        if path not in files:
            raise CannotRead("No such file or directory (os error 2)")
        return files[path]

    entry = "/w/main.harn"
    return load(SourceFile(entry, files[entry]), read, library=Library("/lib"), running=running)


def keys(graph: Graph) -> list[str]:
    return [one.key for one in graph.in_order()]


def test_dependencies_come_first_and_once() -> None:
    graph = program(
        {
            "/w/main.harn": 'import "./a"\nimport "b"\n',
            "/w/a.harn": 'import "./b"\nimport "std/math"\n',
            "/w/b.harn": "pub const x = 1\n",
            "/lib/std/math.harn": "pub const pi_ish = 3\n",
        }
    )
    assert keys(graph)[-1] == "/w/main.harn"
    assert sorted(keys(graph)) == ["/w/a.harn", "/w/b.harn", "/w/main.harn", "std/math"]
    assert keys(graph).index("/w/b.harn") < keys(graph).index("/w/a.harn")
    assert list(graph.entry.imports.values()) == ["/w/a.harn", "/w/b.harn"]


def test_cycles_form_a_group_and_are_late() -> None:
    graph = program(
        {
            "/w/main.harn": 'import "./even"\n',
            "/w/even.harn": 'import "./odd"\n',
            "/w/odd.harn": 'import "./even"\n',
        }
    )
    assert [{one.key for one in group} for group in graph.groups] == [
        {"/w/even.harn", "/w/odd.harn"},
        {"/w/main.harn"},
    ]
    assert graph.modules["/w/even.harn"].late == {"/w/odd.harn"}
    assert graph.entry.late == frozenset()


def test_a_module_that_imports_itself_is_late() -> None:
    graph = program({"/w/main.harn": 'import "./main"\n'})
    assert graph.entry.late == {"/w/main.harn"}


@pytest.mark.parametrize("path", ["./nowhere", "std/nowhere", "std/../../etc/passwd", ""])
@pytest.mark.parametrize("running", [True, False])
def test_what_cannot_be_had_is_reported_at_the_import(path: str, running: bool) -> None:
    graph = program({"/w/main.harn": f'import "{path}"\n'}, running=running)
    (found,) = graph.report.diagnostics
    prefix = "" if running else "preflight: "
    assert (found.code, found.text) == ("HARN-MOD-001", f"{prefix}unresolved import '{path}'")
    assert list(graph.entry.imports.values()) == [None]


def test_a_file_that_cannot_be_read_is_not_called_missing(tmp_path: Path) -> None:
    (tmp_path / "latin.harn").write_bytes(b'pub const x = "\xe9"\n')
    (tmp_path / "shapes.harn").write_text("pub const x = 1\n")
    text = 'import "./latin"\nimport "./shape"\nimport "std/mth"\nimport "./nothing_alike"\n'
    entry = SourceFile(str(tmp_path / "main.harn"), text)
    unreadable, near, standard, alone = load(entry, read_source).report.sorted()
    assert unreadable.label == "cannot be read"
    assert unreadable.help.endswith("latin.harn: stream did not contain valid UTF-8 (byte 15)")
    assert near.label == "not found"
    assert near.help.endswith(" — did you mean `./shapes`?")
    assert standard.help == "Unknown stdlib module: std/mth — did you mean `std/math`?"
    assert (near.repairable, unreadable.repairable, alone.repairable) == (True, False, False)


def test_paths_lead_from_the_importing_file() -> None:
    loader = Loader(lambda path: "", Library("/lib"))
    here = Location("/w/sub/a.harn", "/w/sub/a.harn", "sub/a.harn")
    found, standard = loader.locate("../marks", here), loader.locate("std/text", here)
    beside = loader.locate("b.harn", here)
    assert found is not None
    assert beside is not None
    assert standard is not None
    assert (found.key, found.shown) == ("/w/marks.harn", "marks.harn")
    assert beside.key == "/w/sub/b.harn"
    assert (standard.key, standard.file) == ("std/text", "/lib/std/text.harn")
    sibling = loader.locate("./json", standard)
    assert sibling is not None
    assert sibling.key == "std/json"


def test_shown_path_may_differ_from_the_place() -> None:
    graph = load(SourceFile("main.harn", 'import "./a"\n'), lambda path: "", path="/w/main.harn")
    assert set(graph.modules) == {"/w/main.harn", "/w/a.harn"}
    assert graph.modules["/w/a.harn"].file.path == "a.harn"
    assert entry_location("x.harn").key.endswith("/x.harn")


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "MAX_FILES", 2)
    files = {"/w/main.harn": 'import "./a"\nimport "./b"\n', "/w/a.harn": "", "/w/b.harn": ""}
    assert [one.code for one in program(files).report.diagnostics] == ["HARN-HPY-001"]
    files = {"/w/main.harn": 'import "./a"\n', "/w/a.harn": "/" * 2 + "é" * (2 << 20)}
    (found,) = program(files).report.diagnostics
    assert found.code == "HARN-HPY-001"
    assert "4194306 bytes" in found.text
