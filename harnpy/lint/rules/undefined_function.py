"""LNT-022: a call of a name that means nothing."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.diagnostics.codes import names
from harnpy.lint.model import Rule, Subject

RULE = Rule(codes.LNT_022, "undefined-function", alone=True)


@RULE.closing
def look_at_calls(subject: Subject) -> None:
    """The resolver has found them."""
    for one in subject.found.diagnostics:
        if one.message is names.UNKNOWN_CALL:
            near = str(one.data.get("near", "")).removeprefix(" — ")
            subject.tell(codes.UNDEFINED_FUNCTION, one.span, help=near or one.help, name=one.data["name"])
