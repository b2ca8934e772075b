"""LNT-003: snake_case for what is called, PascalCase for types."""

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import lint_names as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_003, "naming-convention")

_CALLED: dict[type[nodes.Node], str] = {
    nodes.FnDecl: "function",
    nodes.ToolDecl: "tool",
    nodes.Pipeline: "pipeline",
}
_TYPES: dict[type[nodes.Node], str] = {
    nodes.StructDecl: "struct",
    nodes.EnumDecl: "enum",
    nodes.InterfaceDecl: "interface",
    nodes.TypeDecl: "type",
}


@RULE.on(nodes.FnDecl, nodes.ToolDecl, nodes.Pipeline)
def look_at_callable(subject: Subject, node: nodes.FnDecl | nodes.ToolDecl | nodes.Pipeline) -> None:
    """No capital letters."""
    name = node.name
    if name != name.lower():
        snake = "".join(f"_{char.lower()}" if char.isupper() else char for char in name).strip("_")
        _tell(subject, node.name_span, (_CALLED[node.__class__], name, snake), called=True)


@RULE.on(nodes.StructDecl, nodes.EnumDecl, nodes.InterfaceDecl, nodes.TypeDecl)
def look_at_type(
    subject: Subject, node: nodes.StructDecl | nodes.EnumDecl | nodes.InterfaceDecl | nodes.TypeDecl
) -> None:
    """A capital letter first, and no underscores."""
    bare = node.name.lstrip("_")
    if not bare or (not bare[0].islower() and "_" not in bare):
        return
    pascal = "".join(part[:1].upper() + part[1:] for part in bare.split("_"))
    _tell(subject, node.name_span, (_TYPES[node.__class__], node.name, pascal), called=False)


def _tell(subject: Subject, span: Span, named: tuple[str, str, str], *, called: bool) -> None:
    kind, name, better = named
    message = codes.FUNCTION_CASE if called else codes.TYPE_CASE
    subject.tell(message, span, help=f"rename it to `{better}`", kind=kind, name=name)
