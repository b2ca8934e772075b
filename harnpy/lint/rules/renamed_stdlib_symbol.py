"""LNT-001: a builtin called by an old name."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_001, "renamed-stdlib-symbol")


@RULE.on(nodes.Call)
def look_at_call(subject: Subject, call: nodes.Call) -> None:
    """The row of an old name has the new one in its signature."""
    old = subject.builtin(call)
    if not old:
        return
    row = subject.catalog.builtin(old)
    if row is None or "deprecated" not in row.flags:
        return
    new = row.signature.partition("(")[0].partition("<")[0]
    if new != old:
        span = call.callee.span
        subject.tell(
            codes.RENAMED,
            span,
            help=f"replace `{old}` with `{new}`",
            fix=RULE.fix(span, new),
            old=old,
            new=new,
        )
