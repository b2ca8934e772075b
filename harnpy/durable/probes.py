"""Probes: what a command did in, a verdict with its evidence out. Nothing is run here."""

from harnpy.durable.identity import text_digest
from harnpy.values.display import display
from harnpy.values.faults import Fault, Thrown
from harnpy.values.kinds import Value
from harnpy.values.text import parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Fields = dict[str, Value]

SCHEMA = "harn.probe.v1"
EVAL, TYPECHECK = "eval", "typecheck"
KINDS = (EVAL, TYPECHECK, "test", "inspect")
SHELL, HARN = "shell", "harn"
PASS, FAIL, UNKNOWN = "pass", "fail", "unknown"
OPTIONS, KIND, LANG, BODY = range(1, 5)
"""Numbers of the codes."""
COMMAND_SIZE = 240

_TEXT, _LINE, _CLAIM, _SNIPPET = 4096, 240, 120, 1024
_TRACE_DIGITS = 16
_SURE, _UNSURE = 0.9, 0.4
_OPTIONS_OF_FACTS = ("namespace", "scope", "root", "now", "asserted_at", "tags", "embed")


def refusal(code: int, message: str) -> Fault:
    """The error of a probe: thrown as a text."""
    return Thrown(f"HARN-PROBE-{code:03}: std/agent/probe: {message}")


def options_of(value: Value) -> Fields:
    """The options of a probe; nil ones are absent."""
    if value is None:
        return {}
    if value.__class__ is not dict:
        raise refusal(OPTIONS, "options must be a dict")
    return {name: one for name, one in value.items() if one is not None}


def kind_of(value: Value) -> str:
    """A kind by any of its spellings."""
    shown = _text(value)
    if not shown:
        raise refusal(KIND, "kind is required")
    found = shown.replace("-", "_").lower()
    if found not in KINDS:
        raise refusal(KIND, f"unknown kind `{shown}` (expected one of {', '.join(KINDS)})")
    return found


def body_of(value: Value) -> str:
    """What is to be probed."""
    if value.__class__ is not str or not value.strip():
        raise refusal(BODY, "body must be a non-empty string")
    return value


def lang_of(value: Value) -> str:
    """The language of what is evaluated."""
    shown = _text(value)
    found = shown.lower() or SHELL
    if found not in (SHELL, HARN):
        raise refusal(LANG, f"unknown lang `{shown}` (expected shell or harn)")
    return found


def _text(value: Value) -> str:
    return "" if value is None else display(value).strip()


def cut(text: str, most: int, note: "Callable[[int], None] | None" = None) -> str:
    """A text of at most so many characters, and a word on how many were left out."""
    rest = len(text) - most
    if rest <= 0:
        return text
    if note is not None:
        note(rest)
    return f"{text[:most]}\n…[truncated {rest} bytes]"


class Ran:
    """How a command ended; a probe that runs nothing has none of this."""

    __slots__ = ("duration_ms", "exit_code", "stderr", "stdout", "timed_out")

    def __init__(
        self, exit_code: int | None, stdout: str, stderr: str, duration_ms: int, timed_out: bool
    ) -> None:
        self.exit_code = exit_code
        self.stdout = stdout
        self.stderr = stderr
        self.duration_ms = duration_ms
        self.timed_out = timed_out


class Verdict:
    """What was found: the outcome and the line that tells it."""

    __slots__ = ("observed", "outcome")

    def __init__(self, outcome: str, observed: str) -> None:
        self.outcome = outcome
        self.observed = observed


def reserved(kind: str) -> Verdict:
    """The verdict on a kind that nothing runs for yet."""
    return Verdict(UNKNOWN, f"probe kind `{kind}` is not supported (supported kinds: {EVAL}, {TYPECHECK})")


def judged_eval(ran: Ran, expected: Value) -> Verdict:
    """The verdict on a command or program: by its output where one is expected, else by its exit code."""
    output = ran.stdout.strip()
    if ran.timed_out:
        passed = False
    elif expected is not None:
        passed = (expected if isinstance(expected, str) else display(expected)).strip() == output
    else:
        passed = ran.exit_code == 0
    outcome = PASS if passed else FAIL
    code = "?" if ran.exit_code is None else ran.exit_code
    told = f"eval exit={code} outcome={outcome}"
    if output:
        told += f" stdout={cut(output, _LINE)}"
    elif ran.stderr.strip():
        told += f" stderr={cut(ran.stderr.strip(), _LINE)}"
    return Verdict(outcome, told)


def judged_typecheck(ran: Ran, expected: Value) -> Verdict:
    """The verdict on a program that was checked: by the errors in the report."""
    counts = counted(ran.stdout)
    errors, warnings = counts or (-1, -1)
    if ran.timed_out or (counts is None and ran.exit_code != 0):
        passed = False
    elif expected is not None:
        is_number = expected.__class__ is int or expected.__class__ is float
        passed = expected == errors if is_number else _text(expected) == ""
    else:
        passed = errors == 0 if errors >= 0 else ran.exit_code == 0
    outcome = PASS if passed else FAIL
    if counts is None:
        return Verdict(outcome, f"typecheck outcome={outcome} (no JSON envelope)")
    return Verdict(outcome, f"typecheck outcome={outcome} errors={errors} warnings={warnings}")


def counted(output: str) -> tuple[int, int] | None:
    """Errors and warnings in a report of `check --json`; -1 where it does not say, None for no report."""
    try:
        report = parse_json(output)
    except Fault:
        return None
    if report.__class__ is not dict:
        return None
    data = report.get("data")
    files: Value = data.get("files") if data.__class__ is dict else None
    if isinstance(files, list):
        every: list[Value] = [*files]
        listed = [one.get("diagnostics") for one in every if one.__class__ is dict]
        found = [one for many in listed if many.__class__ is list for one in many if one.__class__ is dict]
        severities = [one.get("severity") for one in found]
        return severities.count("error"), severities.count("warning")
    summary = data.get("summary") if data.__class__ is dict else None
    summary = report.get("summary") if summary is None else summary
    if summary.__class__ is not dict:
        return -1, -1
    errors, warnings = (summary.get(name) for name in ("errors", "warnings"))
    return errors if errors.__class__ is int else -1, warnings if warnings.__class__ is int else -1


def trace_of(kind: str, body: str, observed: str) -> str:
    """The id that equal probes with equal results share."""
    return "probe_" + text_digest(f"{kind}\n{body}\n{observed}")[:_TRACE_DIGITS]


class Probe:
    """One probe: what was asked and what came of it. `note` is told how much of a text was left out."""

    __slots__ = ("body", "command", "kind", "lang", "note", "ran", "verdict")

    def __init__(self, kind: str, body: str, verdict: Verdict) -> None:
        self.kind = kind
        self.body = body
        self.verdict = verdict
        self.ran: Ran | None = None
        self.command: str | None = None
        self.lang: str | None = None
        self.note: Callable[[int], None] | None = None

    @property
    def trace(self) -> str:
        """The id of the probe."""
        return trace_of(self.kind, self.body, self.verdict.observed)

    def evidence(self) -> Fields:
        """What the verdict rests on; what is empty is left out."""
        made: Fields = {"trace_id": self.trace, "snippet": cut(self.body, _TEXT, self.note)}
        if self.command is not None:
            made["command"] = cut(self.command, COMMAND_SIZE, self.note)
        ran = self.ran
        if ran is None:
            return made
        for name, text in (("stdout", ran.stdout), ("stderr", ran.stderr)):
            if text:
                made[name] = cut(text, _TEXT, self.note)
        if ran.exit_code is not None:
            made["exit_code"] = ran.exit_code
        made["duration_ms"] = ran.duration_ms
        return {**made, "timed_out": True} if ran.timed_out else made

    def envelope(self, expected: Value, asserted_at: str) -> Fields:
        """The result as programs get it, without the fact."""
        made: Fields = {
            "schema": SCHEMA,
            "kind": self.kind,
            "outcome": self.verdict.outcome,
            "observed": self.verdict.observed,
            "evidence": self.evidence(),
            "asserted_at": asserted_at,
        }
        return made if expected is None else {**made, "expected": expected}

    def fact(self, options: Fields) -> Fields:
        """What is stored of the probe, as the input of a fact."""
        verdict = self.verdict
        snippet = " ".join(cut(self.body.strip(), _CLAIM).split("\n"))
        provenance: Fields = {"source": "probe", "probe_kind": self.kind}
        if self.lang is not None:
            provenance["lang"] = self.lang
        if self.command is not None:
            provenance["command"] = cut(self.command, COMMAND_SIZE)
        given: Value = options.get("provenance")
        more: Fields = given if given.__class__ is dict else {}
        return {
            "kind": "observation",
            "claim": f"probe {self.kind} `{snippet}` → {verdict.outcome}",
            "confidence": _UNSURE if verdict.outcome == UNKNOWN else _SURE,
            "evidence": [
                {"kind": "tool_output", "ref": self.trace, "snippet": cut(verdict.observed, _SNIPPET)}
            ],
            "provenance": {**provenance, **more},
        }


def options_for_fact(options: Fields) -> Fields:
    """The options of a probe that its fact is stored with."""
    return {name: options[name] for name in _OPTIONS_OF_FACTS if name in options}
