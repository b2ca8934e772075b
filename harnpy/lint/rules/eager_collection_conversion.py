"""LNT-004: an iterator where a list, a set or a dict is declared."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.expressions import SIMPLE
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Expr, TypeNode

RULE = Rule(codes.LNT_004, "eager-collection-conversion", alone=True)

_COLLECTIONS = frozenset(("list", "set", "dict"))
_LAZY = frozenset(("iter",))


@RULE.on(nodes.Binding)
def look_at_binding(subject: Subject, binding: nodes.Binding) -> None:
    """The declared type stands before the value."""
    _look_at(subject, binding.type_ann, binding.value)


@RULE.on(nodes.ReturnStmt)
def look_at_return(subject: Subject, form: nodes.ReturnStmt) -> None:
    """The declared type is that of the function around; a closure seldom has one."""
    function = subject.around[-1] if subject.around else None
    if isinstance(function, (nodes.FnDecl, nodes.Closure)) and form.value is not None:
        _look_at(subject, function.return_type, form.value)


@RULE.on(nodes.Call)
def look_at_call(subject: Subject, call: nodes.Call) -> None:
    """The declared types are those of the parameters of a function of this program."""
    symbol = subject.symbol(call.callee)
    called = symbol.origin().node if symbol is not None else None
    if isinstance(called, nodes.FnDecl):
        for param, arg in zip(called.params, call.args, strict=False):
            if not param.rest:
                _look_at(subject, param.type_expr, arg)


def _look_at(subject: Subject, declared: TypeNode | None, value: Expr) -> None:
    kind = _collection(declared)
    if not kind or subject.types.kinds(value) != _LAZY:
        return
    whole = subject.trivia.balanced(value.span)
    text = whole.text if isinstance(value, SIMPLE) else f"({whole.text})"
    subject.tell(codes.LAZY_VALUE, value.span, fix=RULE.fix(whole, f"{text}.to_{kind}()"), kind=kind)


def _collection(declared: TypeNode | None) -> str:
    if isinstance(declared, nodes.ListType):
        return "list"
    if isinstance(declared, (nodes.NamedType, nodes.AppliedType)) and declared.name in _COLLECTIONS:
        return declared.name
    return ""
