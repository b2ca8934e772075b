"""Facts for lowering: kinds of every expression, intervals of ints, known callees and structs."""

from collections.abc import Mapping

from harnpy.catalog.model import Catalog
from harnpy.semantics.facts import callables, expressions, literals, methods, patterns, regions, statements
from harnpy.semantics.facts.answers import NOTHING_KNOWN, Facts
from harnpy.semantics.facts.flow import Flow
from harnpy.semantics.facts.world import TooMuch, World
from harnpy.semantics.results import Bindings
from harnpy.syntax.nodes import Module

__all__ = ["NOTHING_KNOWN", "Facts", "analyse"]

_WALKS = (callables, expressions, literals, methods, patterns, regions, statements)
"""The modules whose handlers the walk needs."""


def analyse(
    module: Module,
    bindings: Bindings,
    catalog: Catalog,
    imported: Mapping[str, object] | None = None,
    *,
    session: bool = False,
) -> Facts:
    """Find what is certain about the values of `module`.

    Facts of `imported` modules are not used: a body there may change without this module being lowered again.
    In a `session` the module-level names live on and may be seen, and shadowed, by code that comes later.
    """
    if bindings.parents:
        # A parent pipeline's body runs in two scopes.
        return NOTHING_KNOWN
    world = World(bindings, catalog, Flow, session)
    try:
        world.activate(module)
        world.solve()
    except (RecursionError, TooMuch):
        return NOTHING_KNOWN
    world.frozen = True
    return Facts(world, world.record)
