"""LNT-025: an assertion in code that is no test."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.lint.model import Rule, Subject
from harnpy.lint.names import in_test
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_025, "assert-outside-test")


@RULE.on(nodes.Call)
def look_at_call(subject: Subject, call: nodes.Call) -> None:
    """Assertions are the builtins of that name; tests, their helpers and other assertions may call them."""
    callee = call.callee
    if not isinstance(callee, nodes.Ident) or not callee.name.startswith("assert"):
        return
    name = subject.builtin(call)
    if name and not subject.test_source and not in_test(subject) and not _in_assertion(subject):
        subject.tell(codes.ASSERTED, callee.span, name=name)


def _in_assertion(subject: Subject) -> bool:
    function = subject.function()
    return isinstance(function, nodes.FnDecl) and function.name.startswith("assert")
