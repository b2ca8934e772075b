"""Rules of expressions that hold blocks: closures, `if`, `match`, `try`, concurrency; and of patterns."""

import re
from collections.abc import Sequence
from typing import cast

from harnpy.fmt.context import Layouter, Rules, short_block
from harnpy.fmt.doc import Block, Chain, Doc, Link, Signature, bracketed, flat_of, row
from harnpy.fmt.rules.expressions import TABLE as EXPRESSIONS
from harnpy.fmt.rules.expressions import options, parenthesised
from harnpy.fmt.rules.types import JOINT
from harnpy.fmt.spelling import key
from harnpy.syntax import nodes

TABLE: Rules = Rules("fmt blocks")
TABLE.merge(EXPRESSIONS)


# ---- functions as values


@TABLE.on(nodes.TypedParam)
def _param(layouter: Layouter, node: nodes.Node) -> Doc:
    param = cast("nodes.TypedParam", node)
    parts: list[Doc] = ["..." if param.rest else "", param.name]
    if param.type_expr is not None:
        parts += (": ", layouter.doc(param.type_expr))
    if param.default is not None:
        parts += (" = ", layouter.doc(param.default))
    return row(*parts)


def parameters(layouter: Layouter, params: Sequence[nodes.TypedParam]) -> Doc:
    """Parameters in parentheses."""
    return bracketed(("(", ")"), layouter.docs(params))


@TABLE.on(nodes.Closure)
def _closure(layouter: Layouter, node: nodes.Node) -> Doc:
    closure = cast("nodes.Closure", node)
    if not closure.fn_syntax:
        head = row("{ ", *separated(layouter.docs(closure.params)), " ->" if closure.params else "->")
        return short_block(layouter, closure.body, head)
    result = results(layouter, closure.return_type, closure.throws)
    head = Signature(["fn", parameters(layouter, closure.params), *result])
    return row(head, " ", short_block(layouter, closure.body))


def separated(docs: Sequence[Doc], between: str = ", ") -> list[Doc]:
    """Documents with a separator between them."""
    parts: list[Doc] = []
    for doc in docs:
        parts += (between, doc) if parts else (doc,)
    return parts


def results(layouter: Layouter, result: nodes.TypeNode | None, throws: nodes.TypeNode | None) -> list[Doc]:
    """What follows the parameters: `-> T throws E`."""
    parts: list[Doc] = []
    if result is not None:
        parts += (" -> ", layouter.doc(result))
    if throws is not None:
        parts += (" throws ", layouter.doc(throws))
    return parts


# ---- branches


def header(layouter: Layouter, node: nodes.Expr) -> Doc:
    """The expression before the brace of a block; an empty struct literal there would be that block."""
    doc = layouter.doc(node)
    text = flat_of(doc)
    bare = isinstance(node, nodes.StructConstruct) or (text is not None and text.endswith(" {}"))
    return parenthesised(doc) if bare else doc


@TABLE.on(nodes.IfElse)
def _if(layouter: Layouter, node: nodes.Node) -> Doc:
    parts: list[Doc] = []
    branch: nodes.Node | None = node
    while isinstance(branch, nodes.IfElse):
        parts += ("if ", header(layouter, branch.condition), " ", layouter.block(branch.then))
        branch = branch.otherwise
        if branch is not None:
            parts.append(" else ")
    if isinstance(branch, nodes.Body):
        parts.append(layouter.block(branch))
    return row(*parts)


@TABLE.on(nodes.MatchExpr)
def _match(layouter: Layouter, node: nodes.Node) -> Doc:
    match = cast("nodes.MatchExpr", node)
    return layouter.members(node, row("match ", header(layouter, match.value)), layouter.docs(match.arms))


@TABLE.on(nodes.MatchArm)
def _arm(layouter: Layouter, node: nodes.Node) -> Doc:
    arm = cast("nodes.MatchArm", node)
    guard: tuple[Doc, ...] = (" if ", layouter.doc(arm.guard)) if arm.guard is not None else ()
    return row(layouter.doc(arm.pattern), *guard, " -> ", short_block(layouter, arm.body))


@TABLE.on(nodes.TryExpr)
def _try(layouter: Layouter, node: nodes.Node) -> Doc:
    return row("try ", layouter.block(cast("nodes.TryExpr", node).body))


@TABLE.on(nodes.TryCatch)
def _try_catch(layouter: Layouter, node: nodes.Node) -> Doc:
    handled = cast("nodes.TryCatch", node)
    parts: list[Doc] = ["try ", layouter.block(handled.body)]
    if handled.catch_body is not None:
        parts.append(" catch ")
        if handled.error_var is not None:
            parts += ("(", layouter.doc(handled.error_var))
            if handled.error_type is not None:
                parts += (": ", layouter.doc(handled.error_type))
            parts.append(") ")
        parts.append(layouter.block(handled.catch_body))
    if handled.finally_body is not None:
        parts += (" finally ", layouter.block(handled.finally_body))
    return row(*parts)


@TABLE.on(nodes.Retry)
def _retry(layouter: Layouter, node: nodes.Node) -> Doc:
    retry = cast("nodes.Retry", node)
    count = layouter.doc(retry.count)
    # Harn takes nothing longer there without parentheses.
    plain = isinstance(retry.count, (nodes.Ident, nodes.Int))
    return row("retry ", count if plain else parenthesised(count), " ", layouter.block(retry.body))


# ---- concurrency and scopes


@TABLE.on(nodes.DeadlineBlock)
def _deadline(layouter: Layouter, node: nodes.Node) -> Doc:
    limit = cast("nodes.DeadlineBlock", node)
    return row("deadline ", header(layouter, limit.duration), " ", layouter.block(limit.body))


@TABLE.on(nodes.SpawnExpr)
def _spawn(layouter: Layouter, node: nodes.Node) -> Doc:
    return row("spawn ", layouter.block(cast("nodes.SpawnExpr", node).body))


@TABLE.on(nodes.Block)
def _block(layouter: Layouter, node: nodes.Node) -> Doc:
    return row("block ", layouter.block(cast("nodes.Block", node).body))


_MODE = re.compile(r"(?:each|settle)\b")
_MODES = {"count": "", "each": "each ", "each_stream": "each ", "settle": "settle "}


@TABLE.on(nodes.Parallel)
def _parallel(layouter: Layouter, node: nodes.Node) -> Doc:
    given = cast("nodes.Parallel", node)
    over = header(layouter, given.expr)
    if given.mode == "count" and any(map(_MODE.match, (flat_of(over) or "", given.expr.span.text))):
        # A number of that name would be read as the word.
        over = parenthesised(over)
    parts: list[Doc] = [f"parallel {_MODES[given.mode]}", over, " "]
    if given.options:
        parts += ("with ", options(layouter, given.options), " ")
    head: Doc = "{" if given.variable is None else row("{ ", layouter.doc(given.variable), " ->")
    parts.append(layouter.block(given.body, head))
    if given.mode == "each_stream":
        parts.append(" as stream")
    return row(*parts)


@TABLE.on(nodes.SelectExpr)
def _select(layouter: Layouter, node: nodes.Node) -> Doc:
    select = cast("nodes.SelectExpr", node)
    arms: list[tuple[int, Doc]] = [(case.span.start, layouter.doc(case)) for case in select.cases]
    if select.timeout is not None and select.timeout_body is not None:
        waited = row("timeout ", header(layouter, select.timeout), " ", layouter.block(select.timeout_body))
        arms.append((select.timeout.span.start, waited))
    if select.default is not None:
        arms.append((select.default.span.start, row("default ", layouter.block(select.default))))
    return layouter.members(node, "select", [doc for _, doc in sorted(arms, key=lambda arm: arm[0])])


@TABLE.on(nodes.SelectCase)
def _case(layouter: Layouter, node: nodes.Node) -> Doc:
    case = cast("nodes.SelectCase", node)
    channel = header(layouter, case.channel)
    return row(layouter.doc(case.variable), " from ", channel, " ", layouter.block(case.body))


@TABLE.on(nodes.CostRoute)
def _cost_route(layouter: Layouter, node: nodes.Node) -> Doc:
    route = cast("nodes.CostRoute", node)
    place = layouter.place(route.body)
    inside = [*layouter.docs(route.options), *layouter.docs(route.body.statements)]
    closing = [*place.opening, *place.closing, *layouter.place(node).closing]
    return row("cost_route ", Block("{", inside, closing=layouter.lines(closing)))


# ---- patterns of match arms


@TABLE.on(nodes.PWild)
def _wild(layouter: Layouter, node: nodes.Node) -> Doc:
    return "_"


@TABLE.on(nodes.PBind)
def _bind(layouter: Layouter, node: nodes.Node) -> Doc:
    return cast("nodes.PBind", node).name


@TABLE.on(nodes.PLit)
def _literal(layouter: Layouter, node: nodes.Node) -> Doc:
    return layouter.doc(cast("nodes.PLit", node).value)


@TABLE.on(nodes.PExpr)
def _compared(layouter: Layouter, node: nodes.Node) -> Doc:
    return layouter.doc(cast("nodes.PExpr", node).value)


@TABLE.on(nodes.PEnum)
def _variant(layouter: Layouter, node: nodes.Node) -> Doc:
    pattern = cast("nodes.PEnum", node)
    name = ".".join(part for part in (pattern.namespace, pattern.enum, pattern.variant) if part is not None)
    if pattern.args is None:
        return name
    return row(name, bracketed(("(", ")"), layouter.docs(pattern.args)))


@TABLE.on(nodes.PDict)
def _dict_pattern(layouter: Layouter, node: nodes.Node) -> Doc:
    entries = cast("nodes.PDict", node).entries
    return bracketed(("{", "}"), [row(f"{key(name)}: ", layouter.doc(inner)) for name, inner in entries])


@TABLE.on(nodes.PList)
def _list_pattern(layouter: Layouter, node: nodes.Node) -> Doc:
    pattern = cast("nodes.PList", node)
    items = layouter.docs(pattern.items)
    if pattern.rest is not None:
        items.append(row("...", layouter.doc(pattern.rest)))
    return bracketed(("[", "]"), items)


@TABLE.on(nodes.POr)
def _alternatives(layouter: Layouter, node: nodes.Node) -> Doc:
    first, *others = layouter.docs(cast("nodes.POr", node).alternatives)
    return Chain(first, [Link("| ", other, joint=JOINT) for other in others])
