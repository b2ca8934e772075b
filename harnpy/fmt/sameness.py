"""Two modules in, whether they are the same program out: spans, import order and respelt parts aside."""

from typing import cast

from harnpy.fmt.rules.declarations import import_order, sorted_names
from harnpy.fmt.rules.types import optional_of
from harnpy.syntax import nodes
from harnpy.syntax.nodes.core import changed

# `var` is written `let`.
_SPELLINGS = frozenset(("span", "word"))
_RESPELT = frozenset((nodes.UnionType, nodes.ImportDecl, nodes.Module))


class _Fields(dict[type[nodes.Node], tuple[tuple[str, ...], tuple[str, ...]]]):
    """The fields of a class that say something: those of plain values and those of nodes."""

    def __missing__(self, cls: type[nodes.Node]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        said = [name for name in cls.FIELDS if name not in _SPELLINGS and not name.endswith("_span")]
        found = (
            tuple([name for name in said if name not in cls.PARTS]),
            tuple([name for name in said if name in cls.PARTS]),
        )
        self[cls] = found
        return found


def difference(left: nodes.Module, right: nodes.Module) -> nodes.Node | None:
    """The first node found of `right` that says something else than its counterpart, or None."""
    fields = _Fields()
    pending: list[tuple[nodes.Node, nodes.Node]] = [(left, right)]
    while pending:
        one, other = pending.pop()
        cls = one.__class__
        if cls in _RESPELT or other.__class__ in _RESPELT:
            one, other = _canonical(one), _canonical(other)
            cls = one.__class__
        if cls is not other.__class__:
            return other
        plain, parts = fields[cls]
        for name in plain:
            if getattr(one, name) != getattr(other, name):
                return other
        for name in parts:
            ours, theirs = getattr(one, name), getattr(other, name)
            if isinstance(ours, nodes.Node) and isinstance(theirs, nodes.Node):
                pending.append((ours, theirs))
            elif not _pair_up((ours,), (theirs,), pending):
                return other
    return None


def _pair_up(
    ours: tuple[object, ...], theirs: tuple[object, ...], pending: list[tuple[nodes.Node, nodes.Node]]
) -> bool:
    """Put the nodes in two tuples side by side; False where the tuples are not alike."""
    if len(ours) != len(theirs):
        return False
    for one, other in zip(ours, theirs, strict=True):
        if isinstance(one, nodes.Node) and isinstance(other, nodes.Node):
            pending.append((one, other))
        elif one.__class__ is tuple and other.__class__ is tuple:
            if not _pair_up(cast("tuple[object, ...]", one), cast("tuple[object, ...]", other), pending):
                return False
        elif one != other:
            return False
    return True


def _canonical(node: nodes.Node) -> nodes.Node:
    """A node as the formatter would write it: unions as `T?`, imports and their names sorted."""
    if isinstance(node, nodes.UnionType):
        inner = optional_of(node.members)
        return node if inner is None else nodes.OptionalType(span=node.span, inner=inner)
    if isinstance(node, nodes.ImportDecl) and node.names is not None:
        return changed(node, names=sorted_names(node.names))
    if isinstance(node, nodes.Module):
        return changed(node, items=_with_sorted_imports(node.items))
    return node


def _with_sorted_imports(items: tuple[nodes.Node, ...]) -> tuple[nodes.Node, ...]:
    found: list[nodes.Node] = []
    run: list[nodes.ImportDecl] = []
    for item in items:
        if isinstance(item, nodes.ImportDecl):
            run.append(item)
            continue
        found += [*sorted(run, key=import_order), item]
        run = []
    return (*found, *sorted(run, key=import_order))
