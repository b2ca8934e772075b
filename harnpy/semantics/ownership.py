"""Calls that change their receiver, and data from outside that nobody has checked (language.md 4.1, 5.7)."""

from collections.abc import Mapping

from harnpy.diagnostics.codes import names, ownership
from harnpy.semantics.check_context import Checking
from harnpy.semantics.members import Member
from harnpy.semantics.resolve_expressions import root_of
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.semantics.typeforms import ANY, DICT, LIST, UNTYPED, Type
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Call, Expr, Ident, MethodCall, Node

# What to use in place of old methods that are no other spelling of a present one.
_SUCCESSORS = {
    "appending": "push",
    "dropping_last": "slice",
    "adding": "add",
    "removing": "remove",
    "delete": "remove",
}
# Changing methods with a sibling that makes a new list.
_COPYING = {"sort": "sorted", "sort_by": "sorted_by", "reverse": "reversed"}
# Changing methods that give what they have taken out, or whether there was something.
_GIVING = frozenset({("list", "pop"), ("dict", "remove"), ("set", "remove")})
# Builtins whose result has whatever form the outside world gives it.
_BOUNDARIES = frozenset({"json_parse", "yaml_parse", "toml_parse", "csv_parse"})
# Types of data that nobody has checked.
_UNCHECKED = frozenset({ANY, UNTYPED, DICT, LIST})


def check_method_call(ctx: Checking, call: MethodCall, kind: str, native: Member) -> bool:
    """Report an old spelling, a change of what must not change, and a result that is not what is meant.

    True when the result was reported, so that its type is no news.
    """
    if native.deprecated:
        instead = _SUCCESSORS.get(call.method, native.name)
        ctx.report.error(
            names.OLD_METHOD, call.method_span, method=call.method, kinds=f"`{kind}`", instead=instead
        )
    if native.mutates:
        _check_receiver(ctx, call, kind)
        return call not in ctx.standing and _check_result(ctx, call, kind)
    return False


def _check_receiver(ctx: Checking, call: MethodCall, kind: str) -> None:
    """The receiver must be a place whose root is a `let`."""
    root = root_of(call.object)
    if call.optional:
        ctx.report.error(ownership.MUTATES_OPTIONAL, call.method_span, kind=kind, method=call.method)
    elif root is None:
        ctx.report.error(ownership.MUTATES_TEMPORARY, call.object.span, kind=kind, method=call.method)
    else:
        symbol = ctx.symbols.get(root)
        if symbol is not None and symbol.kind is not SymbolKind.LET:
            ctx.report.error(
                ownership.MUTATES_IMMUTABLE, root.span, kind=kind, method=call.method, name=root.name
            )


def _check_result(ctx: Checking, call: MethodCall, kind: str) -> bool:
    """Where a value is wanted, a method that changes its receiver seldom has the one that is meant."""
    target = ctx.targets.get(call)
    if kind == "list" and call.method in _COPYING:
        ctx.report.error(names.USE_COPY, call.method_span, method=call.method, copying=_COPYING[call.method])
    elif target is not None and target.span.text == call.object.span.text:
        ctx.report.error(names.RESULT_REPLACES, call.method_span, method=call.method)
    elif (kind, call.method) not in _GIVING:
        ctx.report.error(names.RESULT_IS_NIL, call.method_span, method=call.method)
    else:
        return False
    return True


def source_of(value: Expr, symbols: Mapping[Node, Symbol]) -> str | None:
    """The builtin that an expression gets unvalidated data from, as messages name it: `` `f()` ``."""
    if isinstance(value, Call) and isinstance(value.callee, Ident):
        symbol = symbols.get(value.callee)
        if symbol is not None and symbol.kind is SymbolKind.BUILTIN and symbol.name in _BOUNDARIES:
            return f"`{symbol.name}()`"
    return None


def check_access(ctx: Checking, access: nodes.Member | nodes.Index, whole: Type) -> None:
    """Report the use of a part of unvalidated data when strict types are asked for.

    `whole` is the type of the object: what has a schema or an annotation has a better one than `any`.
    """
    if not ctx.program.strict or whole not in _UNCHECKED:
        return
    symbol = ctx.symbols.get(access.object)
    source = ctx.sources.get(symbol) if symbol is not None else source_of(access.object, ctx.symbols)
    if source is not None:
        kind = "property access" if isinstance(access, nodes.Member) else "subscript access"
        ctx.report.error(ownership.UNVALIDATED, access.span, access=kind, origin=source)
