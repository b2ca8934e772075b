"""Layouts of findings for other tools, shared by `check` and `lint`."""

from collections.abc import Sequence

from harnpy.diagnostics.report import Report

LAYOUTS = ("text", "json", "sarif", "github", "junit")
"""What `--output-format` takes."""

STAGES = ("tokens", "tree", "ast", "types", "python")
"""What `--show` takes, in the order of the walk."""

Outcome = Report | str
"""What was found in a file, or the line that says why it could not be read."""


def laid_out(layout: str, files: Sequence[tuple[str, Outcome]], *, strict: bool) -> str:
    """The findings as `sarif`, `github` or `junit`; text and JSON are the command's own."""
    # late: text and JSON, which people and most tools take, need none of it
    from harnpy.cli.envelope import pretty
    from harnpy.diagnostics.explain import registered
    from harnpy.diagnostics.formats import github, junit, sarif

    if layout == "sarif":
        return pretty(sarif(files, registered().codes))
    return github(files) if layout == "github" else junit(files, strict=strict)
