"""LNT-038: `require` where an assertion would tell more."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.lint.model import Rule, Subject
from harnpy.lint.names import in_test
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_038, "require-in-test")


@RULE.on(nodes.Require)
def look_at_require(subject: Subject, form: nodes.Require) -> None:
    """Only in the test itself, not in what it calls."""
    if in_test(subject):
        subject.tell(codes.REQUIRED, form.span)
