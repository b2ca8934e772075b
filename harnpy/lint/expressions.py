"""Questions about expressions that several rules ask."""

from harnpy.syntax import nodes
from harnpy.syntax.nodes import Expr, Node

_LITERALS = (nodes.Int, nodes.Float, nodes.Bool, nodes.Str, nodes.RawStr, nodes.Duration)

SIMPLE = (
    *_LITERALS,
    nodes.Nil,
    nodes.Ident,
    nodes.Member,
    nodes.Index,
    nodes.Call,
    nodes.MethodCall,
    nodes.ListLit,
    nodes.DictLit,
    nodes.InterpolatedString,
)
"""Forms that may stand as an operand without parentheses."""


def same_path(left: Node, right: Node) -> bool:
    """Whether two expressions are one name, or one chain of properties from it."""
    while isinstance(left, nodes.Member) and isinstance(right, nodes.Member):
        if left.name != right.name or left.optional != right.optional:
            return False
        left, right = left.object, right.object
    return isinstance(left, nodes.Ident) and isinstance(right, nodes.Ident) and left.name == right.name


def is_pure(node: Node) -> bool:
    """Whether an expression is a name, a literal or a property of one: evaluating it does nothing else."""
    while isinstance(node, nodes.Member):
        node = node.object
    return isinstance(node, (nodes.Ident, nodes.Nil, *_LITERALS))


def literal_value(node: Expr) -> object:
    """The value of a number, text or bool literal, also a negative one; None for any other expression."""
    if isinstance(node, nodes.Duration):
        return None
    if isinstance(node, (nodes.Int, nodes.Float, nodes.Bool, nodes.Str, nodes.RawStr)):
        return node.value
    if (
        isinstance(node, nodes.UnaryOp)
        and node.op == "-"
        and isinstance(node.operand, (nodes.Int, nodes.Float))
    ):
        return -node.operand.value
    return None
