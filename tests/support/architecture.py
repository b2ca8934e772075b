"""What the architecture test reads: source files of harnpy, their imports, functions and names."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "harnpy"


class Source:
    """One Python file: its dotted name, text and tree."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.relative = path.relative_to(ROOT).as_posix()
        parts = list(path.relative_to(ROOT).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        self.name = ".".join(parts)
        self.text = path.read_text("utf-8")
        self.tree = ast.parse(self.text)
        self.nodes = list(ast.walk(self.tree))
        self.lines = self.text.count("\n") + 1

    @property
    def package(self) -> str:
        """The part after `harnpy`, or the file itself for those of the root."""
        parts = self.name.split(".")
        return parts[1] if len(parts) > 1 else "harnpy"

    def imports(self) -> Iterator[tuple[str, ast.stmt]]:
        """Every imported module as a dotted name, wherever it is imported."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield alias.name, node
            elif isinstance(node, ast.ImportFrom):
                yield node.module or "", node

    def for_types(self) -> list[ast.stmt]:
        """Statements that only the type checker runs: those under `if TYPE_CHECKING`."""
        return [
            inner
            for node in self.nodes
            if isinstance(node, ast.If) and dotted(node.test) == "TYPE_CHECKING"
            for inner in ast.walk(node)
            if isinstance(inner, ast.stmt)
        ]

    def late_imports(self) -> list[ast.stmt]:
        """Imports inside functions."""
        found: list[ast.stmt] = []
        for function in self.functions():
            found += [node for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)]
        return list(dict.fromkeys(found))

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Every function, nested ones included."""
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    def classes(self) -> Iterator[ast.ClassDef]:
        """Every class."""
        for node in self.nodes:
            if isinstance(node, ast.ClassDef):
                yield node

    def calls(self) -> Iterator[tuple[str, int]]:
        """The dotted name of every plain call, with its line."""
        for node in self.nodes:
            if isinstance(node, ast.Call):
                name = dotted(node.func)
                if name:
                    yield name, node.lineno


def dotted(node: ast.expr) -> str:
    """`a.b.c` of a chain of names; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        left = dotted(node.value)
        return f"{left}.{node.attr}" if left else ""
    return ""


def sources(folder: Path = PACKAGE) -> list[Source]:
    """All Python files below a folder."""
    return [Source(path) for path in sorted(folder.rglob("*.py")) if "__pycache__" not in path.parts]


def order_of(package: Path) -> tuple[str, ...] | None:
    """The `_ORDER` of a package."""
    tree = ast.parse((package / "__init__.py").read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and dotted(node.targets[0]) == "_ORDER":
            value: tuple[str, ...] = ast.literal_eval(node.value)
            return value
    return None


def cycle_in(graph: dict[str, set[str]]) -> list[str]:
    """One cycle of a graph as a path, or nothing."""
    state: dict[str, int] = {}
    trail: list[str] = []

    def visit(name: str) -> list[str]:
        state[name] = 1
        trail.append(name)
        for target in sorted(graph.get(name, ())):
            if state.get(target) == 1:
                return [*trail[trail.index(target) :], target]
            if target not in state:
                found = visit(target)
                if found:
                    return found
        trail.pop()
        state[name] = 2
        return []

    for name in graph:
        if name not in state:
            found = visit(name)
            if found:
                return found
    return []
