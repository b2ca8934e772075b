"""LNT-015: a name of a pattern that nothing reads."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.diagnostics.model import Fix
from harnpy.lint.model import Rule, Subject
from harnpy.lint.names import declared
from harnpy.syntax import nodes
from harnpy.syntax.visit import walk

RULE = Rule(codes.LNT_015, "unused-pattern-binding")

_Part = nodes.DictField | nodes.ListElem


@RULE.on(nodes.DictField, nodes.ListElem)
def look_at_part(subject: Subject, part: _Part) -> None:
    """A part of a destructuring."""
    if not part.target.name.startswith("_"):
        symbol = subject.symbol(part.target)
        if symbol is not None and not symbol.used and not symbol.exported:
            subject.note(RULE, part)


# Names among alternatives, which no pattern may have: that is told already.
_REJECTED = Rule(codes.LNT_015, "unused-pattern-binding")


@RULE.on(nodes.POr)
def look_at_alternatives(subject: Subject, pattern: nodes.POr) -> None:
    """Comes before the names in it."""
    for node in walk(pattern):
        subject.note(_REJECTED, node)


@RULE.on(nodes.PBind)
def look_at_arm(subject: Subject, name: nodes.PBind) -> None:
    """A name in a match arm."""
    if not name.name.startswith("_"):
        symbol = subject.symbol(name)
        if symbol is not None and not symbol.used:
            subject.note(RULE, name)


@RULE.closing
def tell(subject: Subject) -> None:
    """Told with the other rules about names."""
    rejected = set(subject.noted(_REJECTED))
    for node in subject.noted(RULE):
        if node in rejected or subject.is_dead(node.span.start):
            continue
        if isinstance(node, nodes.PBind):
            owner = _enum_with(subject, node.name)
            fix = None if owner else _renamed(subject, node, node)
            subject.tell(
                codes.UNUSED_BINDING, node.span, help=_meant(owner, node.name), fix=fix, name=node.name
            )
        elif isinstance(node, _Part):
            target = node.target
            subject.tell(codes.UNUSED_BINDING, target.span, fix=_fix(subject, node), name=target.name)


def _enum_with(subject: Subject, variant: str) -> str | None:
    """The enum whose variant a name without dot was perhaps meant to be."""
    for symbol in subject.bindings.symbols.values():
        decl = symbol.origin().node
        if isinstance(decl, nodes.EnumDecl) and any(one.name == variant for one in decl.variants):
            return symbol.name
    return None


def _meant(enum: str | None, name: str) -> str | None:
    return f"`{name}` takes every value here; the variant is written `{enum}.{name}`" if enum else None


def _fix(subject: Subject, part: _Part) -> Fix | None:
    symbol = declared(subject, part.target)
    if symbol.reassigned or symbol.mutated:
        return None
    if isinstance(part, nodes.DictField) and not part.is_rest and part.target.span.start == part.span.start:
        name = part.target.name
        return RULE.fix(part.target.span, f"{name}: _{name}") if subject.is_free(f"_{name}") else None
    return _renamed(subject, part.target, part.target)


def _renamed(subject: Subject, name: nodes.BindName | nodes.PBind, at: nodes.Node) -> Fix | None:
    better = f"_{name.name}"
    return RULE.fix(at.span, better) if subject.is_free(better) else None
