"""An `unknown` that was looked at kind by kind and is open where the program gives up (language.md 5.5)."""

from harnpy.diagnostics.codes import match
from harnpy.semantics.check_context import Checking, Path
from harnpy.semantics.narrowing import DEMANDED, KINDS, RULED
from harnpy.semantics.typeforms import Prim, members_of
from harnpy.syntax.nodes import Node


def warn_of_kinds_left(ctx: Checking, node: Node, word: str, *, lenient: bool = False) -> bool:
    """Warn when an `unknown` was looked at kind by kind, and some kinds end here unseen; says whether.

    lenient: not where a test demands a kind, as `if type_of(x) != "list" { throw … }` does, which means
        the other kinds to end there.
    """
    warned = False
    for path, kinds in ctx.known.items():
        if path[-1] == RULED and not (lenient and (*path, DEMANDED) in ctx.known):
            gone = {one.name for one in members_of(kinds) if isinstance(one, Prim)}
            left = [kind for kind in KINDS if kind not in gone]
            if left and gone:
                ctx.report.error(
                    match.KINDS_LEFT, node.span, word=word, name=path_text(path), kinds=", ".join(left)
                )
                warned = True
    return warned


def path_text(path: Path) -> str:
    """A path as it is written."""
    keys = [one for one in path[1:] if one != RULED]
    parts = [path[0].name, *(f".{one}" if isinstance(one, str) else f"[{one}]" for one in keys)]
    return "".join(parts)
