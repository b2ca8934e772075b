"""LNT-016: a parameter that nothing reads."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_016, "unused-parameter")


@RULE.on(nodes.FnDecl, nodes.ToolDecl, nodes.Closure)
def look_at_callable(subject: Subject, node: nodes.FnDecl | nodes.ToolDecl | nodes.Closure) -> None:
    """`self` belongs to every method; what a pipeline is given is decided by who runs it."""
    for param in node.params:
        symbol = subject.symbol(param)
        if symbol is None or symbol.used or param.name == "self" or param.name.startswith("_"):
            continue
        subject.note(RULE, param)
        if isinstance(node, nodes.ToolDecl):
            # Callers give these by name.
            subject.note(_NAMED, param)


# Parameters whose name is part of what a model is told.
_NAMED = Rule(codes.LNT_016, "unused-parameter")


@RULE.closing
def tell(subject: Subject) -> None:
    """Told with the other rules about names."""
    named = set(subject.noted(_NAMED))
    for param in subject.noted(RULE):
        if isinstance(param, nodes.TypedParam):
            better = f"_{param.name}"
            renames = param not in named and subject.is_free(better)
            subject.tell(
                codes.UNUSED_PARAMETER,
                param.name_span,
                help=f"use it, or call it `{better}`",
                fix=RULE.fix(param.name_span, better) if renames else None,
                name=param.name,
            )
