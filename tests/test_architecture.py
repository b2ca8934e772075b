"""The limits of the architecture: layers, order, fences, sizes, words. Each test names what breaks it."""

import ast
import inspect
import re
import sys
import tokenize
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest

from harnpy.base.abi import NAMES
from harnpy.cli.commands import COMMANDS
from harnpy.cli.commands import harnpy as command_line
from harnpy.diagnostics.explain import registered
from harnpy.diagnostics.model import Code, Message
from harnpy.lowering.module import tables as tables_of_lowering
from harnpy.natives.collect import collect, render, target
from harnpy.runtime.support import namespace
from harnpy.semantics import ranges, resolver
from harnpy.semantics.facts import flow
from harnpy.syntax import lalr_table, nodes, parser
from harnpy.syntax.build.rules import BUILDERS
from harnpy.syntax.driver import BUILD
from harnpy.syntax.visit import NodeTable
from tests.runtime.programs import machine_of
from tests.support.architecture import PACKAGE, ROOT, Source, cycle_in, dotted, order_of, sources
from tests.support.dead import lonely_names, strings, unread_options
from tests.support.limits import CALLS, FENCES, FUNCTION, GENERATED, LATE, LAYERS, MANY, STATE, WIDE

ALL = sources()
TESTS = sources(ROOT / "tests")
IDS = [one.relative for one in ALL]


def within(source: Source, places: tuple[str, ...]) -> bool:
    return any(source.relative.startswith(place) for place in places)


def target_package(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "harnpy"


def test_packages_import_only_what_stands_below_them() -> None:
    wrong: list[str] = []
    for source in ALL:
        allowed = {source.package, *LAYERS.get(source.package, ())}
        for module, node in source.imports():
            if module.split(".")[0] != "harnpy":
                continue
            packages = {target_package(module)} if module != "harnpy" else _names(node) - {"__version__"}
            if not packages <= allowed:
                wrong.append(f"{source.relative}:{node.lineno} imports {module}")
    assert wrong == []


def _names(node: ast.stmt) -> set[str]:
    return {alias.name for alias in node.names} if isinstance(node, ast.ImportFrom) else set()


def test_every_package_has_a_layer_and_the_layers_sort() -> None:
    packages = {source.package for source in ALL}
    assert packages - set(LAYERS) == set()
    below = {name: set(allowed) for name, allowed in LAYERS.items()}
    below["cli"].discard("__main__")
    assert cycle_in(below) == []


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    names = {source.name for source in ALL}
    graph: dict[str, set[str]] = {}
    for source in ALL:
        targets: set[str] = set()
        for module, node in source.imports():
            inner = {f"{module}.{name}" for name in _names(node)} & names
            targets |= inner or ({module} & names)
        graph[source.name] = targets - {source.name}
    # The installed script calls the entry point, which loads commands by name.
    graph["harnpy.cli.launch"] = set()
    # The package itself imports the pipeline inside its functions; everything below reads its version.
    graph["harnpy"] = set()
    assert cycle_in(graph) == []


def test_files_of_a_package_import_only_those_listed_above() -> None:
    wrong: list[str] = []
    for package in sorted({source.path.parent for source in ALL} - {PACKAGE}):
        order = order_of(package)
        if order is None:
            continue
        prefix = ".".join(package.relative_to(ROOT).parts)
        place = {name: number for number, name in enumerate(order)}
        for source in ALL:
            if not source.name.startswith(f"{prefix}."):
                continue
            own = source.name.removeprefix(f"{prefix}.").split(".")[0]
            if own not in place:
                wrong.append(f"{source.relative} is missing in _ORDER of {prefix}")
                continue
            for module, node in source.imports():
                for named in _targets(module, node, prefix):
                    if named in place and place[named] > place[own]:
                        wrong.append(f"{source.relative}:{node.lineno} imports {named}, listed below {own}")
    assert wrong == []


def _targets(module: str, node: ast.stmt, prefix: str) -> set[str]:
    if module == prefix:
        return _names(node)
    return {module.removeprefix(f"{prefix}.").split(".")[0]} if module.startswith(f"{prefix}.") else set()


@pytest.mark.parametrize("fenced", FENCES)
def test_fenced_modules_stay_behind_their_fence(fenced: str) -> None:
    wrong = [
        f"{source.relative}:{node.lineno}"
        for source in ALL
        for module, node in source.imports()
        if module.split(".")[0] == fenced and not within(source, FENCES[fenced])
    ]
    assert wrong == []


@pytest.mark.parametrize("fenced", CALLS)
def test_forbidden_calls_stay_behind_their_fence(fenced: str) -> None:
    wrong = [
        f"{source.relative}:{line}"
        for source in ALL
        for name, line in source.calls()
        if name == fenced and not within(source, CALLS[fenced])
    ]
    assert wrong == []


def test_the_environment_is_read_in_one_place() -> None:
    wrong = [
        f"{source.relative}:{node.lineno}"
        for source in ALL
        for node in source.nodes
        if isinstance(node, ast.Attribute) and dotted(node) in ("os.environ", "os.getenv")
        if not within(source, ("harnpy/system/",))
    ]
    assert wrong == []


def test_imports_are_absolute() -> None:
    wrong = [
        f"{source.relative}:{node.lineno}"
        for source in ALL
        for node in source.nodes
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert wrong == []


def test_late_imports_are_few_and_say_why() -> None:
    wrong: list[str] = []
    for source in ALL:
        lines = source.text.splitlines()
        late = source.late_imports()
        if source.relative in LATE:
            if len(late) > LATE[source.relative]:
                wrong.append(f"{source.relative} has {len(late)} late imports")
            continue
        wrong += [
            f"{source.relative}:{node.lineno}"
            for node in late
            if not any("# late:" in line for line in lines[max(0, node.lineno - 3) : node.lineno])
        ]
    assert wrong == []


def test_files_are_short(capsys: pytest.CaptureFixture[str]) -> None:
    long = {one.relative: one.lines for one in (*ALL, *TESTS) if one.relative not in GENERATED}
    with capsys.disabled():
        for name, lines in long.items():
            if lines > 300:
                sys.stdout.write(f"\nnote: {name} has {lines} lines")
    assert {name: lines for name, lines in long.items() if lines > 600} == {}


def test_functions_are_short() -> None:
    wrong = [
        f"{source.relative}:{function.lineno} {function.name} has {length} lines"
        for source in (*ALL, *TESTS)
        for function in source.functions()
        if (length := (function.end_lineno or 0) - function.lineno + 1) > 80
    ]
    assert wrong == []


def test_functions_take_at_most_five_parameters() -> None:
    wrong = [
        f"{source.relative}:{function.lineno} {function.name} takes {count}"
        for source in (*ALL, *TESTS)
        for function in source.functions()
        if (count := _parameters(function)) > 5 and not _keeps_its_fields(function)
        if f"{source.relative} {function.name}" not in MANY
    ]
    assert wrong == []


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    arguments = function.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return len([name for name in names if name not in ("self", "cls")])


def _keeps_its_fields(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Is it the constructor of plain data, which takes its fields and does nothing but keep them?"""
    return function.name == "__init__" and all(
        isinstance(one, ast.Assign | ast.AnnAssign) and all(map(_of_self, _assigned(one)))
        for one in function.body
    )


def _of_self(target: ast.expr) -> bool:
    return dotted(target).startswith("self.")


def test_classes_have_at_most_twenty_methods() -> None:
    wrong = [
        f"{source.relative}:{one.lineno} {one.name} has {count}"
        for source in (*ALL, *TESTS)
        for one in source.classes()
        if (count := len([item for item in one.body if isinstance(item, FUNCTION)])) > _most_methods(one)
        and one.name not in WIDE
    ]
    assert wrong == []


def _most_methods(node: ast.ClassDef) -> int:
    return 12 if any(dotted(base) == "Protocol" for base in node.bases) else 20


def test_public_names_are_documented() -> None:
    wrong: list[str] = []
    for source in ALL:
        wrong += [source.relative] if not ast.get_docstring(source.tree) else []
        for node in _public(source.tree.body):
            text = ast.get_docstring(node)
            if not text or text.startswith(("This function", "This class")):
                wrong.append(f"{source.relative}:{node.lineno} {node.name}")
    assert wrong == []


Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _public(body: list[ast.stmt]) -> list[Documented]:
    found: list[Documented] = []
    for node in body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            found.append(node)
            if isinstance(node, ast.ClassDef):
                found += _public(node.body)
    return found


def test_packages_hold_no_logic_in_their_init() -> None:
    wrong = [
        source.relative
        for source in ALL
        if source.path.name == "__init__.py"
        and source.path.parent not in (PACKAGE, PACKAGE / "syntax" / "nodes")
        # The register of natives names one module a line.
        if source.lines > (80 if source.package == "natives" else 60) or any(True for _ in source.functions())
    ]
    assert wrong == []


def test_forbidden_words() -> None:
    wrong: list[str] = []
    for source in (*ALL, *TESTS):
        if source.path == Path(__file__):
            continue
        for token in tokenize.generate_tokens(StringIO(source.text).readline):
            if token.type != tokenize.COMMENT:
                continue
            text = token.string
            bare = re.search(r"# type: ignore(\[[^]]*\])?\s*$|# pragma: no cover\s*$", text)
            if re.search(r"\b(TODO|FIXME|XXX)\b", text) or bare:
                wrong.append(f"{source.relative}:{token.start[0]} {text}")
    assert wrong == []


def test_no_bare_except() -> None:
    wrong = [
        f"{source.relative}:{node.lineno}"
        for source in (*ALL, *TESTS)
        for node in source.nodes
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]
    assert wrong == []


def test_modules_keep_no_state() -> None:
    """A module-level container is a table: nothing in the package changes it after import."""
    wrong: list[str] = []
    for source in ALL:
        if within(source, STATE):
            continue
        tables = {
            dotted(target)
            for node in source.tree.body
            for target in _assigned(node)
            if dotted(target)
            and isinstance(getattr(node, "value", None), ast.Dict | ast.List | ast.Set | ast.Call)
        }
        for function in source.functions():
            local = {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
            local |= {
                one.id
                for one in ast.walk(function)
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
            }
            wrong += [
                f"{source.relative}:{line} changes {name}"
                for name, line in _changed(function)
                if name in tables and name not in local
            ]
            wrong += [
                f"{source.relative}:{node.lineno} global"
                for node in ast.walk(function)
                if isinstance(node, ast.Global)
            ]
    assert wrong == []


def _assigned(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []


CHANGES = ("append", "add", "update", "extend", "insert", "pop", "clear", "setdefault", "remove", "discard")


def _changed(function: ast.AST) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            found.append((dotted(node.value), node.lineno))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            found.append((dotted(node.func.value), node.lineno))
    return found


def test_top_level_is_fixed() -> None:
    files = {"pyproject.toml", "README.md", "Makefile", "harnpy", "grammar", "stdlib", "examples", "tests"}
    here = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert here - {"build", "dist"} == files


def test_the_root_of_the_package_is_fixed() -> None:
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py", "pipeline.py"}


# ---- completeness


def test_the_rules_of_the_grammar_are_the_build_functions() -> None:
    assert {name for _, _, action, name, _ in lalr_table.RULES if action == BUILD} == set(BUILDERS)


def test_the_register_of_nodes_is_complete() -> None:
    families = {nodes.Node, nodes.Expr, nodes.Stmt, nodes.Pattern, nodes.TypeNode}
    written = {
        value for value in vars(nodes).values() if isinstance(value, type) and issubclass(value, nodes.Node)
    }
    assert written - families == set(nodes.ALL)
    assert len(nodes.ALL) == len(set(nodes.ALL))


def test_the_resolver_has_a_row_for_every_node() -> None:
    table = NodeTable("resolve")
    for one in resolver.TABLES:
        table.merge(one)
    assert table.missing(nodes.ALL) == []


# What stands inside statements and expressions is walked by the rows of these.
RUN = [one for one in nodes.ALL if issubclass(one, nodes.Expr | nodes.Stmt)]


def test_the_facts_have_a_row_for_everything_that_runs() -> None:
    assert ranges.Facts
    rows = {*flow.ROWS.rows, *flow.STATEMENTS.rows, *flow.ENTRY.rows}
    assert [one.__name__ for one in RUN if one not in rows] == []


def test_lowering_has_a_row_for_everything_that_runs() -> None:
    made = tables_of_lowering()
    rows = {*made.expr.rows, *made.run.rows, *made.into.rows}
    # A defer wraps the statements after it, so the list of statements lowers it.
    assert [one.__name__ for one in RUN if one not in rows] == ["DeferStmt"]


def test_the_runtime_binds_exactly_the_names_of_emitted_code() -> None:
    assert set(namespace(machine_of())) == set(NAMES)


def test_the_catalog_holds_exactly_the_declared_natives() -> None:
    assert target().read_text("utf-8") == render(collect()), "run: make catalog"


def test_every_signature_of_a_native_parses() -> None:
    for row in collect():
        declared = parser.parse_signature(row.signature)
        assert declared.name == row.name or "deprecated" in row.flags, row.signature


# ---- codes


TABLES_OF_CODES = [source for source in ALL if source.relative.startswith("harnpy/diagnostics/codes/")]
OTHERS = [source for source in ALL if source not in TABLES_OF_CODES]
CODE = re.compile(r"HARN-[A-Z]{3}-\d{3}")
# `explain` shows with these how codes are spelt.
SPELLINGS = {"HARN-TYP-001", "HARN-TYP-007"}


def _messages() -> dict[str, Message]:
    modules = [import_module(source.name) for source in TABLES_OF_CODES]
    return {name: value for one in modules for name, value in vars(one).items() if isinstance(value, Message)}


def test_every_code_has_a_complete_row() -> None:
    for row in registered().codes.values():
        assert isinstance(row, Code)
        assert all((row.summary, row.why, row.bad, row.good, row.command)), row.code


def test_every_message_is_reported_and_every_code_by_a_message() -> None:
    words = set(re.findall(r"\w+", "\n".join(source.text for source in OTHERS)))
    messages = _messages()
    assert [name for name in messages if name not in words] == []
    said = {one.code for one in messages.values()}
    said |= {code for text in strings(OTHERS) for code in CODE.findall(text)} - SPELLINGS
    assert said == set(registered().codes)


def test_every_code_has_a_case() -> None:
    cases = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*") if _is_case(path))
    assert [code for code in registered().codes if code not in cases] == []


def _is_case(path: Path) -> bool:
    return path.suffix in (".py", ".harn", ".ambr", ".error") and path != Path(__file__)


def test_no_code_is_used_again() -> None:
    retired = (PACKAGE / "diagnostics" / "codes" / "retired.txt").read_text("utf-8")
    assert set(CODE.findall(retired)) & set(registered().codes) == set()


# ---- dead things

KEPT = {
    # Called by click.
    "list_commands", "get_command", "format_commands",
    # Front doors of a package beside the one that a run takes.
    "parse_expression", "parse_type",
    # Found by looking through the module.
    "CODES",
    # Its import is what counts.
    "_WALKS",
}  # fmt: skip
"""Names that stand in one place of harnpy for a reason."""


def test_nothing_is_defined_that_nothing_uses() -> None:
    found = lonely_names(ALL)
    assert [place for name, place in found.items() if name not in KEPT] == []
    assert KEPT - set(found) == set()


def test_every_name_for_emitted_code_is_emitted() -> None:
    places = ("harnpy/lowering/", "harnpy/base/operators.py")
    emitted = strings([source for source in ALL if within(source, places)])
    assert [name for name in NAMES if name not in emitted] == []


def test_every_snapshot_has_its_test() -> None:
    wrong: list[str] = []
    for path in sorted((ROOT / "tests").rglob("*.ambr")):
        source = next((one for one in TESTS if one.path == path.parents[1] / f"{path.stem}.py"), None)
        tests = {one.name for one in source.functions()} if source is not None else set()
        named = re.findall(r"^# name: (\w+)", path.read_text("utf-8"), re.MULTILINE)
        wrong += [f"{path.name}: {name}" for name in dict.fromkeys(named) if name not in tests]
    assert wrong == []


def test_every_standard_module_is_tested() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.harn")]
    for path in sorted((ROOT / "stdlib" / "std").rglob("*.harn")):
        name = path.relative_to(ROOT / "stdlib").with_suffix("").as_posix()
        assert any(f'"{name}"' in text for text in texts), name


def test_every_option_is_read() -> None:
    code = [source for source in ALL if source.package == "cli"]
    for command in [command_line, *(import_module(module).command for module, _ in COMMANDS.values())]:
        assert unread_options(command, code) == [], command.name
        for one in command.params:
            assert (
                getattr(one, "help", "") or getattr(one, "hidden", False) or not one.opts[0].startswith("-")
            )


def test_every_file_of_natives_is_listed() -> None:
    listed = {inspect.getfile(import_module(row.module)) for row in collect()}
    root = PACKAGE / "natives"
    here = {path for path in root.glob("*/**/*.py") if path.relative_to(root).parts[0] != "support"}
    assert {str(path) for path in here if path.name != "__init__.py"} == listed


def test_the_makefile_names_what_exists() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    for module in re.findall(r"-m (harnpy[.\w]+|tests[.\w]+)", text):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file(), module
    for path in re.findall(r"\b(tests/[\w./]+)", text):
        assert (ROOT / path).exists(), path
    targets = re.findall(r"^([a-z-]+):", text, re.MULTILINE)
    assert re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE) == [" ".join(targets)]


def test_what_every_program_loads_stays_light() -> None:
    wrong = [
        f"{source.relative}:{node.lineno} imports {module}"
        for source in ALL
        if source.package in ("base", "diagnostics", "catalog", "system", "values", "runtime")
        for module, node in source.imports()
        if module.split(".")[0] in ("typing", "dataclasses", "enum", "attr", "attrs")
        if node not in source.for_types()
    ]
    assert wrong == []
