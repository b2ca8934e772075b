"""How the messages of lint rules are made, and the repairs that several of them share."""

from harnpy.diagnostics.model import WARNING, Message, Repair

SIMPLIFY = Repair("expressions/simplify", "behavior-preserving", "write the simpler form that means the same")
UNUSED = Repair("bindings/rename-unused", "behavior-preserving", "mark the name as unused on purpose")
REFORMAT = Repair("format/reformat", "format-only", "lay the text out as `harnpy fmt` does")
REMOVE = Repair("declarations/remove-unused", "surface-changing", "remove the declaration")
FLATTEN = Repair("control-flow/flatten", "behavior-preserving", "write the statements without the detour")


def finding(code: str, rule: str, template: str, *, severity: str = WARNING, help: str = "") -> Message:
    """The message of a rule; its label names the rule."""
    return Message(code, template, severity=severity, source="lint", label=f"lint[{rule}]", help=help)
