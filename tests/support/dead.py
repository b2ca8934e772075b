"""What nothing uses: names of harnpy that stand in one place only, options that no code reads."""

import ast
import re
from collections import Counter
from collections.abc import Iterator

import click

from tests.support.architecture import Source, dotted

Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_WORD = re.compile(r"\w+")
# Functions under these are found by their row, not by their name.
_NATIVE = ("builtin", "constant", "method", "old_method", "property_of", "capability")
_ROW = re.compile(r"\.(on|closing)$|^MODULE\.function$")


def lonely_names(sources: list[Source]) -> dict[str, str]:
    """Names that are defined and mentioned nowhere else in `sources`, each with its place."""
    words = Counter(word for source in sources for word in _WORD.findall(source.text))
    return {
        name: f"{source.relative}:{line} {name}"
        for source in sources
        for name, line in _defined(source)
        if words[name] == 1
    }


def _defined(source: Source) -> Iterator[tuple[str, int]]:
    for node in source.nodes:
        if isinstance(node, Named) and not node.name.startswith("__") and not _is_row(node):
            yield node.name, node.lineno
    for node in source.tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        for target in targets:
            # A code is found by its table; `test_codes` asks whether it is reported.
            if isinstance(target, ast.Name) and not target.id.startswith("__") and not _is_code(node):
                yield target.id, node.lineno


def _is_row(node: Named) -> bool:
    for decorator in node.decorator_list:
        name = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if name in _NATIVE or _ROW.search(name):
            return True
    return False


def _is_code(node: ast.stmt) -> bool:
    value = getattr(node, "value", None)
    return isinstance(value, ast.Call) and dotted(value.func) == "Code"


def strings(sources: list[Source]) -> set[str]:
    """All string literals."""
    return {
        node.value
        for source in sources
        for node in source.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def unread_options(command: click.Command, sources: list[Source]) -> list[str]:
    """Options and arguments of a command whose value no code of `sources` reads."""
    read = {
        node.slice.value
        for source in sources
        for node in source.nodes
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
    }
    read |= {
        node.id
        for source in sources
        for function in source.functions()
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    return [one.name for one in command.params if one.expose_value and one.name and one.name not in read]
