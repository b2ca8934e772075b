"""LNT-066: the result of a method without effects, thrown away."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.model import Rule, Subject
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

RULE = Rule(codes.LNT_066, "discarded-pure-result")

# Kinds whose methods only look at their receiver, or change it in place.
_VALUES = (
    "string",
    "int",
    "float",
    "decimal",
    "bool",
    "duration",
    "bytes",
    "list",
    "dict",
    "set",
    "range",
    "pair",
)

# Names that methods of hosts and handles have too.
_AMBIGUOUS = frozenset((
    "all", "any", "contains", "count_by", "difference", "drop_while", "empty", "ends_with", "entries",
    "filter", "find", "find_index", "first", "flat_map", "get", "group_by", "has", "index_of",
    "intersection", "is_disjoint", "is_subset", "is_superset", "iter", "join", "keys", "last",
    "last_index_of", "len", "map", "max", "max_by", "merge", "min", "min_by", "none", "reduce", "replace",
    "starts_with", "sum", "symmetric_difference", "take", "take_while", "union", "values",
))  # fmt: skip

# What does the same to the receiver itself.
_IN_PLACE = {"sorted": "sort", "sorted_by": "sort_by", "reversed": "reverse"}

_OUTER = (SymbolKind.NAMESPACE, SymbolKind.IMPORT, SymbolKind.GLOBAL, SymbolKind.BUILTIN)


@RULE.on(nodes.Body)
def look_at_body(subject: Subject, body: nodes.Body) -> None:
    """All statements but the last, which may be the value of the block."""
    for statement in body.statements[:-1]:
        if isinstance(statement, nodes.MethodCall):
            _look_at(subject, statement)


@RULE.on(nodes.FnDecl, nodes.ForIn, nodes.WhileLoop)
def look_at_last(subject: Subject, node: nodes.FnDecl | nodes.ForIn | nodes.WhileLoop) -> None:
    """These bodies have no value, so their last statement is one like the others."""
    statements = node.body.statements
    if statements and isinstance(statements[-1], nodes.MethodCall):
        _look_at(subject, statements[-1])


@RULE.on(nodes.Module)
def look_at_script(subject: Subject, module: nodes.Module) -> None:
    """Statements of a script."""
    for item in module.items[:-1]:
        if isinstance(item, nodes.MethodCall):
            _look_at(subject, item)


def _look_at(subject: Subject, call: nodes.MethodCall) -> None:
    if call in subject.bindings.variants or not _may_be_pure(subject, call.method):
        return
    if any(isinstance(one, nodes.Closure) for one in call.args):
        return
    root = _root(call.object)
    symbol = subject.symbol(root)
    if symbol is not None and symbol.kind in _OUTER:
        return
    known = (
        None if symbol is not None and symbol.kind is SymbolKind.PARAM else subject.types.kinds(call.object)
    )
    if not _is_pure(subject, call, known) or call.method in _methods_of_file(subject):
        return
    name = call.object.span.text.partition("\n")[0]
    help_text = _advice(call, name, lists="list" in (subject.types.kinds(call.object) or ("list",)))
    subject.tell(codes.DISCARDED, call.span, help=help_text, method=call.method, name=name)


def _may_be_pure(subject: Subject, method: str) -> bool:
    """Whether values of some kind have a method of this name that leaves them as they are."""
    rows = (subject.catalog.method(kind, method) for kind in _VALUES)
    return any(row is not None and "mutates" not in row.flags for row in rows)


def _root(node: Node) -> Node:
    while isinstance(node, (nodes.Member, nodes.Index, nodes.MethodCall, nodes.NonNullAssert)):
        node = node.operand if isinstance(node, nodes.NonNullAssert) else node.object
    return node


def _is_pure(subject: Subject, call: nodes.MethodCall, kinds: frozenset[str] | None) -> bool:
    """A receiver that is certainly a builtin value, or a method name that only such values have."""
    methods = subject.catalog.methods
    if kinds is not None:
        found = {kind: methods.get(kind, {}).get(call.method) for kind in kinds if kind != "nil"}
        return bool(found) and all(
            kind in _VALUES and row is not None and "mutates" not in row.flags for kind, row in found.items()
        )
    if call.method in _AMBIGUOUS:
        return False
    found = {kind: rows.get(call.method) for kind, rows in methods.items() if call.method in rows}
    return (
        bool(found)
        and all(kind in _VALUES and row and "mutates" not in row.flags for kind, row in found.items())
        and not any(call.method in rows for rows in subject.catalog.capabilities.values())
    )


def _methods_of_file(subject: Subject) -> set[str]:
    blocks = [one for one in subject.module.items if isinstance(one, nodes.ImplBlock)]
    return {method.name for block in blocks for method in block.methods}


def _advice(call: nodes.MethodCall, name: str, *, lists: bool) -> str:
    """What to write instead; only lists have methods that do the same in place."""
    method = call.method
    text = f"`{method}` returns a new value instead of modifying `{name}`"
    if isinstance(call.object, (nodes.Ident, nodes.Member, nodes.Index)):
        text += (
            f" — assign it back, as in `{name} = {name}.{method}(...)`, which needs `{name}` declared `let`"
        )
        if lists and method in _IN_PLACE:
            text += f", or call `{name}.{_IN_PLACE[method]}()` to change it in place"
    explicitly = f"discard the result explicitly with `const _ = {name}.{method}(...)`"
    return f"{text}. To call `{method}` purely for its errors, {explicitly}"
