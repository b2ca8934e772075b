"""LNT-037: two arms of a match with one pattern."""

from harnpy.diagnostics.codes import lint_flow as codes
from harnpy.lint.expressions import literal_value
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Pattern

RULE = Rule(codes.LNT_037, "duplicate-match-arm")


@RULE.on(nodes.MatchExpr)
def look_at_match(subject: Subject, match: nodes.MatchExpr) -> None:
    """Arms without a guard; variants are the type checker's affair."""
    seen: set[tuple[str, str]] = set()
    for arm in match.arms:
        key = _key(arm.pattern)
        if key is None or arm.guard is not None:
            continue
        if key in seen:
            whole = subject.trivia.lines_of(arm.span)
            fix = None if whole is None else RULE.fix(whole, "")
            subject.tell(codes.DUPLICATE_ARM, arm.pattern.span, fix=fix)
        seen.add(key)


def _key(pattern: Pattern) -> tuple[str, str] | None:
    if isinstance(pattern, nodes.PBind):
        return "name", pattern.name
    if not isinstance(pattern, nodes.PLit):
        return None
    if isinstance(pattern.value, nodes.Nil):
        return "nil", ""
    value = literal_value(pattern.value)
    return None if value is None else (type(value).__name__, repr(value))
