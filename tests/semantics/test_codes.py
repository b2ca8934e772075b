"""The examples on the page of every code that names and imports report."""

import pytest

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.diagnostics.codes import flow, match, modules, names, ownership
from harnpy.diagnostics.model import Code
from harnpy.project.graph import load
from harnpy.project.loader import Library
from harnpy.semantics.checker import check

TABLES = (flow, match, modules, names, ownership)
CODES = [value for table in TABLES for value in vars(table).values() if isinstance(value, Code)]
FILES = {
    "/w/broken.harn": "pub fn f( {\n}\n",
    "/w/generated.harn": "/" * ((4 << 20) + 1),
    "/lib/std/math.harn": "pub fn clamp(n: int) -> int {\n  return n\n}\n",
    "/lib/std/text.harn": "pub fn trim_all(n: int) -> int {\n  return n\n}\n",
}


def codes_of(text: str, code: Code) -> set[str]:
    def read(path: str) -> str:
        if path not in FILES:
            raise FileNotFoundError(2, "No such file or directory")
        return FILES[path]

    running = code.command == "run"
    graph = load(SourceFile("/w/main.harn", text), read, library=Library("/lib"), running=running)
    _, report = check(graph, standard(), running=running)
    return {one.code for one in report.diagnostics}


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_examples_show_what_they_say(code: Code) -> None:
    assert codes_of(code.bad, code) == {code.code}
    assert codes_of(code.good, code) == set()
