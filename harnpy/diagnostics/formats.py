"""Reports for other tools: SARIF 2.1.0, workflow commands of GitHub Actions, JUnit XML."""

from collections.abc import Iterable, Mapping
from html import escape

from harnpy import __version__
from harnpy.base.spans import Span
from harnpy.diagnostics.model import ERROR, WARNING, Code, Diagnostic
from harnpy.diagnostics.report import Report

Outcome = Report | str
"""What was found in a file, or the line that says why it could not be read."""

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {ERROR: "error", WARNING: "warning"}


def sarif(files: Iterable[tuple[str, Outcome]], codes: Mapping[str, Code]) -> dict[str, object]:
    """One run of SARIF: a rule for each code that occurs, a result for each diagnostic."""
    results: list[dict[str, object]] = []
    failures: list[dict[str, object]] = []
    used: dict[str, None] = {}
    for path, outcome in files:
        if isinstance(outcome, str):
            failures.append({"level": "error", "message": {"text": outcome}, "locations": [_file(path)]})
            continue
        for one in outcome.sorted():
            used[one.code] = None
            results.append(_result(one))
    driver = {
        "name": "harnpy",
        "version": __version__,
        "rules": [_rule(code, codes.get(code)) for code in sorted(used)],
    }
    run: dict[str, object] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
        "invocations": [{"executionSuccessful": not failures, "toolExecutionNotifications": failures}],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str, row: Code | None) -> dict[str, object]:
    rule: dict[str, object] = {"id": code}
    if row is not None:
        rule |= {"shortDescription": {"text": row.summary}, "fullDescription": {"text": row.why}}
    return rule


def _result(one: Diagnostic) -> dict[str, object]:
    text = f"{one.text}\n{one.help}" if one.help else one.text
    result: dict[str, object] = {
        "ruleId": one.code,
        "level": _LEVELS.get(one.severity, "note"),
        "message": {"text": text},
        "locations": [_region(one.span)],
    }
    if one.notes:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": note.text}, **_region(note.span)}
            for number, note in enumerate(one.notes, start=1)
        ]
    return result


def _region(span: Span) -> dict[str, object]:
    first, last = span.file.line_col(span.start), span.file.line_col(span.end)
    region = {
        "startLine": first[0],
        "startColumn": first[1],
        "endLine": last[0],
        "endColumn": last[1],
    }
    return {"physicalLocation": {"artifactLocation": {"uri": span.file.path}, "region": region}}


def _file(path: str) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": {"uri": path}}}


# ---- GitHub ------------------------------------------------------------------------------------


def github(files: Iterable[tuple[str, Outcome]]) -> str:
    """A workflow command for each diagnostic."""
    lines: list[str] = []
    for path, outcome in files:
        if isinstance(outcome, str):
            lines.append(f"::error file={_escaped(path)}::{_escaped(outcome)}\n")
        else:
            lines += [f"{_command(one)}\n" for one in outcome.sorted()]
    return "".join(lines)


def _command(one: Diagnostic) -> str:
    line, column = one.span.file.line_col(one.span.start)
    level = _LEVELS.get(one.severity, "notice")
    place = f"file={_escaped(one.span.file.path)},line={line},col={column}"
    return f"::{level} {place},title={one.code}::{_escaped(one.text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


# ---- JUnit -------------------------------------------------------------------------------------


def junit(files: Iterable[tuple[str, Outcome]], *, strict: bool = False) -> str:
    """A test case for each file, failed by its errors; by its warnings too when `strict`."""
    cases: list[str] = []
    failures = 0
    for path, outcome in files:
        lines = _failing(outcome, strict=strict)
        if lines:
            failures += 1
            said, body = (escape(_visible(text)) for text in (lines[0], "\n".join(lines)))
            inner = f'<failure type="diagnostics" message="{said}">{body}</failure>'
        else:
            inner = ""
        shown = escape(_visible(path))
        cases.append(f'    <testcase name="{shown}" classname="check" file="{shown}">{inner}</testcase>\n')
    counts = f'name="harnpy" tests="{len(cases)}" failures="{failures}"'
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites {counts}>\n  <testsuite {counts}>\n'
        f"{''.join(cases)}  </testsuite>\n</testsuites>\n"
    )


def _failing(outcome: Outcome, *, strict: bool) -> list[str]:
    if isinstance(outcome, str):
        return [outcome]
    severities = (ERROR, WARNING) if strict else (ERROR,)
    return [_line(one) for one in outcome.sorted() if one.severity in severities]


def _line(one: Diagnostic) -> str:
    line, column = one.span.file.line_col(one.span.start)
    return f"{one.span.file.path}:{line}:{column}: {one.severity}[{one.code}]: {one.text}"


def _visible(text: str) -> str:
    """Text without the control characters that XML cannot hold."""
    return "".join(char if char >= " " or char in "\t\n" else "\ufffd" for char in text)
