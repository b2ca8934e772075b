"""LNT-011: statements behind one that leaves."""

from harnpy.diagnostics.codes import lint_flow as codes
from harnpy.lint.flow import behind_exit
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_011, "dead-code-after-return", alone=True)


@RULE.on(nodes.Body)
def look_at_body(subject: Subject, body: nodes.Body) -> None:
    """The first of them; functions among them can still be called."""
    dead = behind_exit(body)
    if not dead:
        return
    exit_ = body.statements[len(body.statements) - len(dead) - 1]
    part = subject.span(exit_.span.end, dead[-1].span.end)
    plain = not any(isinstance(one, nodes.FnDecl) for one in dead)
    fix = RULE.fix(part, "") if plain and not subject.trivia.commented(part.start, part.end) else None
    subject.tell(codes.DEAD_CODE, dead[0].span, fix=fix)
