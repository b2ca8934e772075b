"""The stages of a program as text, for people who look into the machine: `check --show STAGE`."""

import ast as pyast
from collections.abc import Mapping

from harnpy.base.spans import SourceFile, Span
from harnpy.catalog.standard import standard
from harnpy.diagnostics.report import Report
from harnpy.lowering.module import lower
from harnpy.project.graph import load
from harnpy.project.loader import Library
from harnpy.semantics.checker import check_program
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import Type
from harnpy.syntax import parser
from harnpy.syntax.nodes import Node
from harnpy.syntax.nodes.core import dump
from harnpy.system.sources import read_source


def show(stage: str, file: SourceFile, path: str | None) -> tuple[str, Report]:
    """One stage as text, and what was wrong on the way to it."""
    module, report = parser.parse(file)
    if stage == "tokens":
        lines = [f"{_range(Span(file, one.start, one.end)):12} {one!r}\n" for one in parser.tokens(file)]
        return "".join(lines), report
    if stage == "tree":
        steps = parser.reductions(file)
        return "" if steps is None else parser.outline(steps) + "\n", report
    if stage == "ast":
        return dump(module) + "\n", report
    catalog = standard()
    program = check_program(
        load(file, read_source, path=path, library=Library(natives=catalog.modules)), catalog
    )
    if stage == "types":
        return _types(file, program.entry.types), program.report
    if program.report.has_errors:
        return "", program.report
    return pyast.unparse(lower(program.entry, catalog).tree) + "\n", program.report


def _types(file: SourceFile, types: Mapping[Node, Type]) -> str:
    """A line for each expression in the order of the source: its place, its text, its type."""
    found = sorted((node for node in types if node.span.file is file), key=lambda one: one.span.start)
    return "".join(
        f"{_range(node.span):12} {_one_line(node.span.text)}: {display(types[node])}\n" for node in found
    )


def _one_line(text: str) -> str:
    """The beginning of a text without its line breaks."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _MOST else f"{flat[: _MOST - 1]}…"


_MOST = 48


def _range(span: Span) -> str:
    first, last = span.file.line_col(span.start), span.file.line_col(span.end)
    return f"{first[0]}:{first[1]}-{last[0]}:{last[1]}"
