"""Layouts of findings for other tools, shared by `check` and `lint`."""

from collections.abc import Sequence

from harnpy.cli.envelope import pretty
from harnpy.diagnostics.explain import registered
from harnpy.diagnostics.formats import Outcome, github, junit, sarif

LAYOUTS = ("text", "json", "sarif", "github", "junit")
"""What `--output-format` takes."""


def laid_out(layout: str, files: Sequence[tuple[str, Outcome]], *, strict: bool) -> str:
    """The findings as `sarif`, `github` or `junit`; text and JSON are the command's own."""
    if layout == "sarif":
        return pretty(sarif(files, registered().codes))
    return github(files) if layout == "github" else junit(files, strict=strict)
