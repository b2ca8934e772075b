"""LNT-028: a conversion of a value to the kind it has."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.expressions import SIMPLE
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_028, "unnecessary-cast")

_CASTS: dict[str, tuple[str, str]] = {
    "to_int": ("int", "an int"),
    "to_float": ("float", "a float"),
    "to_string": ("string", "a string"),
    "to_list": ("list", "a list"),
}


@RULE.on(nodes.Call)
def look_at_call(subject: Subject, call: nodes.Call) -> None:
    """The argument must certainly have the kind."""
    if not isinstance(call.callee, nodes.Ident) or call.callee.name not in _CASTS or len(call.args) != 1:
        return
    name = subject.builtin(call)
    arg = call.args[0]
    if not name or isinstance(arg, nodes.Spread):
        return
    kind, shown = _CASTS[name]
    if subject.types.kinds(arg) == frozenset((kind,)):
        start, end = subject.text.index("(", call.callee.span.end) + 1, call.span.end - 1
        inner = subject.text[start:end].strip().rstrip(",")
        # A point behind a number would belong to it.
        receiver = isinstance(arg, (nodes.Int, nodes.Float)) and subject.text.startswith(".", call.span.end)
        text = inner if isinstance(arg, SIMPLE) and not receiver else f"({inner})"
        fix = None if subject.trivia.commented(start, end) else RULE.fix(call.span, text)
        subject.tell(codes.NO_OP_CAST, call.span, fix=fix, name=name, kind=shown)
