"""The limits of the architecture: layers, order, fences, sizes, words. Each test names what breaks it."""

import ast
import re
import sys
import tokenize
from io import StringIO
from pathlib import Path

import pytest

from tests.support.architecture import PACKAGE, ROOT, Source, cycle_in, dotted, order_of, sources

BACK = ("base", "diagnostics", "catalog", "system", "values", "runtime")

LAYERS: dict[str, tuple[str, ...]] = {
    "base": (),
    "diagnostics": ("base",),
    "catalog": ("base",),
    "system": ("base",),
    "syntax": ("base", "diagnostics"),
    "project": ("base", "diagnostics", "syntax"),
    "semantics": ("base", "diagnostics", "catalog", "syntax", "project"),
    # Natives are looked up by name, so lowering reads the catalog as well.
    "lowering": ("base", "diagnostics", "catalog", "syntax", "semantics"),
    "values": ("base", "diagnostics"),
    "runtime": ("base", "diagnostics", "catalog", "system", "values"),
    "natives": BACK,
    "pipeline": ("base", "catalog", "diagnostics", "lowering", "natives", "project", "runtime",
                 "semantics", "syntax", "system", "values"),
    "harnpy": ("base", "diagnostics", "pipeline", "runtime", "system"),
    "__main__": ("cli", "harnpy", "pipeline", "runtime"),
    "cli": ("__main__", "base", "catalog", "diagnostics", "harnpy", "lowering", "natives", "pipeline",
            "project", "runtime", "semantics", "syntax", "system", "values"),
}  # fmt: skip
"""What a package may import besides itself; every one may read the version from the root."""

FENCES: dict[str, tuple[str, ...]] = {
    "attr": ("harnpy/syntax/", "harnpy/semantics/", "harnpy/project/"),
    "attrs": ("harnpy/syntax/", "harnpy/semantics/", "harnpy/project/"),
    "lark": ("harnpy/syntax/",),
    "click": ("harnpy/cli/",),
    "rich": ("harnpy/cli/",),
    "greenlet": ("harnpy/runtime/hub.py",),
    "asyncio": ("harnpy/runtime/hub.py", "harnpy/runtime/loop.py"),
    "re2": ("harnpy/natives/support/patterns.py",),
    "yaml": ("harnpy/natives/builtins/",),
    "marshal": ("harnpy/runtime/codecache.py",),
    "ctypes": ("harnpy/system/",),
    "fcntl": ("harnpy/system/",),
    "pickle": (),
    "shelve": (),
}
"""Third parties and dangerous modules: where they may be imported."""

CALLS: dict[str, tuple[str, ...]] = {
    "eval": (),
    "exec": ("harnpy/runtime/codecache.py",),
    "os.system": (),
    "tempfile.mktemp": (),
    "os.replace": ("harnpy/system/", "harnpy/runtime/codecache.py"),
    "time.time": ("harnpy/base/clock.py", "harnpy/runtime/codecache.py"),
    "datetime.now": (),
    "datetime.datetime.now": (),
    "random.random": (),
    "random.randint": (),
    "print": (),
}
"""Calls that are allowed in named places only."""

LATE: dict[str, int] = {
    "harnpy/__init__.py": 6,
    "harnpy/__main__.py": 6,
    "harnpy/cli/commands.py": 3,
    "harnpy/cli/run.py": 1,
    "harnpy/pipeline.py": 16,
    "harnpy/runtime/hub.py": 2,
}
"""Most imports inside functions; elsewhere only the opener of an optional dependency, marked `# late:`."""

GENERATED = ("harnpy/catalog/rows.py", "harnpy/syntax/lalr_table.py")
"""Literals written by a program: exempt from sizes."""

# Tables that are written once at import and read ever after are no state; these two are more.
STATE = ("harnpy/runtime/codecache.py",)

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
                for target in _targets(module, node, prefix):
                    if target in place and place[target] > place[own]:
                        wrong.append(f"{source.relative}:{node.lineno} imports {target}, listed below {own}")
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
        for source in ALL
        for function in source.functions()
        # A constructor takes what its fields are; natives take what their signature says.
        if function.name != "__init__" and not within(source, ("harnpy/natives/",))
        if (count := _parameters(function)) > 5
    ]
    assert wrong == []


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    return len([name for name in names if name not in ("self", "cls")])


def test_classes_have_at_most_twenty_methods() -> None:
    wrong = [
        f"{source.relative}:{one.lineno} {one.name}"
        for source in ALL
        for one in source.classes()
        if len([item for item in one.body if isinstance(item, ast.FunctionDef) and item.name[:2] != "__"])
        > 20
    ]
    assert wrong == []


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
