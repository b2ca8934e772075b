"""Rules of expressions without blocks: literals, operators, access, calls, collections."""

from collections.abc import Sequence
from typing import cast

from harnpy.fmt.comments import JOINED
from harnpy.fmt.context import Layouter, Rules
from harnpy.fmt.doc import Bracketed, Call, Calls, Chain, Doc, Link, Verbatim, bracketed, flat_of, row
from harnpy.fmt.rules.precedence import (
    OR,
    PREFIX,
    RANGE,
    level_of,
    operand_needs,
    prefixed_needs,
    receiver_needs,
)
from harnpy.fmt.rules.types import JOINT, type_arguments
from harnpy.fmt.spelling import duration, key, number, quoted, raw, respelt
from harnpy.syntax import nodes

TABLE: Rules = Rules("fmt expressions")

_BLOCK_QUOTE = '"""'


# ---- literals


@TABLE.on(nodes.Int)
def _int(layouter: Layouter, node: nodes.Node) -> Doc:
    return str(cast("nodes.Int", node).value)


@TABLE.on(nodes.Float)
def _float(layouter: Layouter, node: nodes.Node) -> Doc:
    return number(cast("nodes.Float", node).value, node.span.text)


@TABLE.on(nodes.Bool)
def _bool(layouter: Layouter, node: nodes.Node) -> Doc:
    return "true" if cast("nodes.Bool", node).value else "false"


@TABLE.on(nodes.Nil)
def _nil(layouter: Layouter, node: nodes.Node) -> Doc:
    return "nil"


@TABLE.on(nodes.Str)
def _str(layouter: Layouter, node: nodes.Node) -> Doc:
    return _verbatim(node) or quoted(cast("nodes.Str", node).value)


def _verbatim(node: nodes.Node) -> Doc | None:
    """A `\"\"\"` string as it is written; its indentation is part of it."""
    text = node.span.text
    if not text.startswith(_BLOCK_QUOTE):
        return None
    return Verbatim(text) if "\n" in text else text


@TABLE.on(nodes.RawStr)
def _raw(layouter: Layouter, node: nodes.Node) -> Doc:
    return raw(cast("nodes.RawStr", node).value)


@TABLE.on(nodes.Duration)
def _duration(layouter: Layouter, node: nodes.Node) -> Doc:
    return duration(cast("nodes.Duration", node).ms)


@TABLE.on(nodes.InterpolatedString)
def _interpolated(layouter: Layouter, node: nodes.Node) -> Doc:
    written = _verbatim(node)
    if written is not None:
        return written
    text = node.span.text
    if "\\" in text or "\t" in text:
        text = respelt(text)
    return Verbatim(text) if "\n" in text else text


@TABLE.on(nodes.Ident)
def _ident(layouter: Layouter, node: nodes.Node) -> Doc:
    name = cast("nodes.Ident", node).name
    return f"({name})" if name in _STATEMENT_WORDS and _stands_alone(node) else name


# Names that would open a statement if they stood at its start without parentheses.
_STATEMENT_WORDS = frozenset(("emit", "require"))


def _stands_alone(node: nodes.Node) -> bool:
    """Is a name written in parentheses of its own?"""
    text, start, end = node.span.file.text, node.span.start, node.span.end
    before, behind = text[max(0, start - 20) : start].rstrip(), text[end : end + 20].lstrip()
    return before.endswith("(") and behind.startswith(")") and not before[:-1][-1:].isidentifier()


# ---- operators


def operand(layouter: Layouter, node: nodes.Expr, needed: bool) -> Doc:
    """An operand, in parentheses where they are needed."""
    doc = layouter.doc(node)
    return parenthesised(doc) if needed else doc


def parenthesised(doc: Doc) -> Doc:
    """A document in parentheses."""
    return row("(", doc, ")")


@TABLE.on(nodes.UnaryOp)
def _unary(layouter: Layouter, node: nodes.Node) -> Doc:
    unary = cast("nodes.UnaryOp", node)
    return row(unary.op, operand(layouter, unary.operand, prefixed_needs(unary.operand)))


@TABLE.on(nodes.TryStar)
def _try_star(layouter: Layouter, node: nodes.Node) -> Doc:
    inner = cast("nodes.TryStar", node).operand
    return row("try* ", operand(layouter, inner, level_of(inner) < PREFIX))


@TABLE.on(nodes.RangeExpr)
def _range(layouter: Layouter, node: nodes.Node) -> Doc:
    given = cast("nodes.RangeExpr", node)
    start = operand(layouter, given.start, level_of(given.start) <= RANGE)
    end = operand(layouter, given.end, level_of(given.end) <= RANGE)
    return row(start, "..=" if given.inclusive else "..", end)


@TABLE.on(nodes.Ternary)
def _ternary(layouter: Layouter, node: nodes.Node) -> Doc:
    ternary = cast("nodes.Ternary", node)
    parts = (
        operand(layouter, ternary.condition, level_of(ternary.condition) < OR),
        " ? ",
        operand(layouter, ternary.then, _is_pipe(ternary.then)),
        " : ",
        operand(layouter, ternary.otherwise, _is_pipe(ternary.otherwise)),
    )
    made = row(*parts)
    return flat_of(made) or made


def _is_pipe(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.BinaryOp) and node.op == "|>"


@TABLE.on(nodes.BinaryOp)
def _binary(layouter: Layouter, node: nodes.Node) -> Doc:
    """Operations are laid out from the innermost left operand on, however many there are."""
    spine: list[nodes.BinaryOp] = []
    current = cast("nodes.Expr", node)
    while isinstance(current, nodes.BinaryOp) and (not spine or _continues(layouter, spine[-1])):
        spine.append(current)
        current = current.left
    first = spine[-1]
    head = operand(layouter, first.left, operand_needs(first, first.left, left=True))
    links: list[Link] = []
    for one in reversed(spine):
        right = operand(layouter, one.right, operand_needs(one, one.right, left=False))
        sign = "not in" if one.op == "not_in" else one.op
        link = Link(f"{sign} ", right, joint=JOINT if one.op in JOINED else "")
        if one in layouter.places:
            place = layouter.places[one]
            link.above, link.after = layouter.lines(place.link_above), layouter.ends(place.link_after)
        links.append(link)
    return Chain(head, links)


def _continues(layouter: Layouter, parent: nodes.BinaryOp) -> bool:
    """Is the left operand of an operation part of the same chain?"""
    left = parent.left
    if operand_needs(parent, left, left=True):
        return False
    return not _bears_comments(layouter, left)


# ---- access and calls


@TABLE.on(
    nodes.Member,
    nodes.Index,
    nodes.Slice,
    nodes.Call,
    nodes.MethodCall,
    nodes.TryOperator,
    nodes.NonNullAssert,
)
def _postfix(layouter: Layouter, node: nodes.Node) -> Doc:
    """Accesses and calls are laid out from what the first is made on, however many there are."""
    spine: list[nodes.Expr] = []
    last = cast("nodes.Expr", node)
    inner = receiver_of(last)
    while inner is not None:
        spine.append(last)
        if _parenthesise(last, inner) or _bears_comments(layouter, inner) or receiver_of(inner) is None:
            break
        last, inner = inner, receiver_of(inner)
    first = cast("nodes.Expr", inner)
    parts: list[Doc] = [operand(layouter, first, _parenthesise(last, first))]
    calls: list[Call] = []
    for one in reversed(spine):
        _add(layouter, one, calls[-1].rest if calls else parts, calls)
    head = row(*parts)
    return Calls(head, calls) if calls else head


def _add(layouter: Layouter, node: nodes.Expr, parts: list[Doc], calls: list[Call]) -> None:
    """Put one access or call behind the others."""
    if isinstance(node, nodes.MethodCall):
        place = layouter.place(node)
        name = row("?." if node.optional else ".", node.method, type_arguments(layouter, node.type_args))
        arguments = _arguments(layouter, node, node.args)
        above = layouter.lines(place.link_above)
        calls.append(Call(flat_of(name) or "", arguments, [], above, layouter.ends(place.link_after)))
    elif isinstance(node, nodes.Call):
        parts.append(type_arguments(layouter, node.type_args))
        parts.append(_arguments(layouter, node, node.args))
    elif isinstance(node, nodes.Member):
        parts.append(f"{'?.' if node.optional else '.'}{node.name}")
    elif isinstance(node, nodes.Index):
        parts.append(row("?.[" if node.optional else "[", layouter.doc(node.index), "]"))
    elif isinstance(node, nodes.Slice):
        start = layouter.doc(node.start) if node.start is not None else ""
        end = layouter.doc(node.end) if node.end is not None else ""
        parts.append(row("[", start, ":", end, "]"))
    else:
        parts.append("?" if isinstance(node, nodes.TryOperator) else "!")


def receiver_of(node: nodes.Expr) -> nodes.Expr | None:
    """What an access or a call is made on."""
    if isinstance(node, (nodes.Member, nodes.Index, nodes.Slice, nodes.MethodCall)):
        return node.object
    if isinstance(node, nodes.Call):
        return node.callee
    return node.operand if isinstance(node, (nodes.TryOperator, nodes.NonNullAssert)) else None


def _parenthesise(node: nodes.Expr, receiver: nodes.Expr) -> bool:
    if isinstance(node, (nodes.TryOperator, nodes.NonNullAssert)):
        return level_of(receiver) < level_of(node) and receiver_needs(receiver, called=False)
    return receiver_needs(receiver, called=isinstance(node, nodes.Call))


def _bears_comments(layouter: Layouter, node: nodes.Expr) -> bool:
    if node not in layouter.places:
        return False
    place = layouter.places[node]
    return bool(place.before or place.behind or place.above or place.after)


def _arguments(layouter: Layouter, node: nodes.Expr, arguments: Sequence[nodes.Expr]) -> Doc:
    closing = layouter.lines(layouter.place(node).closing)
    return bracketed(("(", ")"), layouter.docs(arguments), closing=closing)


@TABLE.on(nodes.Spread)
def _spread(layouter: Layouter, node: nodes.Node) -> Doc:
    return row("...", layouter.doc(cast("nodes.Spread", node).expr))


# ---- collections


@TABLE.on(nodes.ListLit)
def _list(layouter: Layouter, node: nodes.Node) -> Doc:
    items = layouter.docs(cast("nodes.ListLit", node).items)
    return bracketed(("[", "]"), items, closing=layouter.lines(layouter.place(node).closing))


@TABLE.on(nodes.DictLit)
def _dict(layouter: Layouter, node: nodes.Node) -> Doc:
    entries = layouter.docs(cast("nodes.DictLit", node).entries)
    return bracketed(("{", "}"), entries, closing=layouter.lines(layouter.place(node).closing))


@TABLE.on(nodes.StructConstruct)
def _struct(layouter: Layouter, node: nodes.Node) -> Doc:
    made = cast("nodes.StructConstruct", node)
    closing = layouter.lines(layouter.place(node).closing)
    return bracketed((f"{made.name} {{", "}"), layouter.docs(made.entries), closing=closing)


@TABLE.on(nodes.DictEntry)
def _entry(layouter: Layouter, node: nodes.Node) -> Doc:
    entry = cast("nodes.DictEntry", node)
    if entry.key is None:
        return layouter.doc(entry.value)
    return row(entry_key(layouter, entry), ": ", layouter.doc(entry.value))


def entry_key(layouter: Layouter, entry: nodes.DictEntry) -> Doc:
    """The key of an entry: a word, a string, or an expression in brackets."""
    if isinstance(entry.key, nodes.Str) and not entry.computed:
        return key(entry.key.value)
    return row("[", layouter.doc(cast("nodes.Expr", entry.key)), "]")


def options(layouter: Layouter, entries: Sequence[nodes.DictEntry]) -> Doc:
    """The options behind `with`."""
    return Bracketed(("{", "}"), layouter.docs(entries), padding=" ")
