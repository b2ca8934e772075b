"""Programs of `faults/`: every fault is reported in its line, nothing else is; and how people see it.

A comment `// error CODE, warning CODE` names what its line is guilty of.
"""

import re
from pathlib import Path
from types import ModuleType

import pytest
from syrupy.assertion import SnapshotAssertion

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.diagnostics.codes import arity, flow, generics, match, names, operations, ownership, types
from harnpy.diagnostics.explain import repairs_by_code
from harnpy.diagnostics.model import Message
from harnpy.diagnostics.render import Frames
from harnpy.diagnostics.report import Report
from harnpy.project.graph import load
from harnpy.project.loader import Library
from harnpy.semantics.checker import check

FOLDER = Path(__file__).parent / "faults"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.harn"))
MARK = re.compile(r"(error|warning) (HARN-[A-Z]{3}-\d{3})")
TABLES: tuple[ModuleType, ...] = (types, operations, generics, arity, names, match, flow, ownership)
# Messages of `run`, of programs that cannot be compiled, and of `--strict-types`: other tests show them.
ELSEWHERE = (
    flow.JUMP_OUTSIDE_LOOP,
    flow.YIELD_OUTSIDE_FUNCTION,
    flow.UNKNOWN_PARENT,
    flow.CYCLIC_PARENT,
    flow.OUT_OF_SCOPE,
    ownership.UNVALIDATED,
)

Found = list[tuple[int, str, str]]


def read(path: str) -> str:
    """The text of a neighbour."""
    return (FOLDER / Path(path).name).read_text("utf-8")


def report_of(name: str) -> Report:
    """What the checker says of a program, without lints."""
    path = f"{name}.harn"
    graph = load(SourceFile(path, read(path)), read, library=Library("/none"), running=False)
    return check(graph, standard())[1]


def marked(text: str) -> Found:
    """What the comments of a program ask for."""
    wanted: Found = []
    for number, line in enumerate(text.split("\n"), 1):
        comment = line.partition("// ")[2]
        wanted += [(number, severity, code) for severity, code in MARK.findall(comment)]
    return sorted(wanted)


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_fault_is_found_and_nothing_else(name: str) -> None:
    found = {
        (one.span.file.line_col(one.span.start)[0], one.severity, one.code)
        for one in report_of(name).diagnostics
    }
    assert sorted(found) == sorted(set(marked(read(f"{name}.harn"))))


@pytest.mark.parametrize("name", PROGRAMS)
def test_how_people_see_it(name: str, snapshot: SnapshotAssertion) -> None:
    assert Frames(repairs=repairs_by_code()).report(report_of(name)) == snapshot


def test_every_message_is_among_them() -> None:
    shown = {one.message for name in PROGRAMS for one in report_of(name).diagnostics}
    known = {
        f"{table.__name__.rpartition('.')[2]}.{name}": value
        for table in TABLES
        for name, value in vars(table).items()
        if isinstance(value, Message) and value not in ELSEWHERE
    }
    assert [name for name, message in known.items() if message not in shown] == []
