"""Questions to people: asked on the terminal, answered there or by what a test prepared."""

from harnpy.natives.support.args import option
from harnpy.natives.support.blocking import blocking
from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.faults import invalid, thrown
from harnpy.natives.support.schemas import Checker, shown_path
from harnpy.natives.support.streams import read_line, write_error
from harnpy.runtime.calls import adapt
from harnpy.runtime.fixtures import prepared
from harnpy.system.env import user_name
from harnpy.values.display import display
from harnpy.values.faults import Fault, Thrown
from harnpy.values.kinds import Value, type_of
from harnpy.values.text import json_stringify, parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_HANDLE = "HarnessInteraction"
_KINDS = ("question", "approval", "dual_control", "escalation")
_YES = ("y", "yes", "true", "approve", "approved", "ok")
Answer = dict[str, Value]


@builtin("ask_user(prompt: string, options?: dict) -> any", effect="stdio")
@capability(_HANDLE, "ask_user(prompt: string, options?: dict) -> any", effect="stdio")
def ask_user(ctx: "Machine", prompt: str, options: Value = None) -> Value:
    """Ask a question and return the answer; options `schema`, `default`, `timeout`."""
    if not prompt.strip():
        raise invalid("ask_user: `prompt` must not be empty")
    request = _request_id(ctx, "question")
    fallback, schema = option(options, "default"), option(options, "schema")
    answer = _prepared(ctx, "question")
    if answer is None:
        line = _asked(ctx, f"{prompt} ")
        if line is None:
            if fallback is not None:
                return fallback
            raise _timed_out("question timed out", request, "question")
        answer = {"answer": line}
    return _accepted(ctx, answer.get("answer"), schema, fallback)


@capability(_HANDLE, "ask(question: string, kind?: string) -> any", effect="stdio")
def ask(ctx: "Machine", question: str, kind: str | None = None) -> Value:
    """Ask a question; `kind` names the type of the answer: string, int, float or bool."""
    samples: dict[str, Value] = {"int": 0, "float": 0.0, "bool": False}
    answer = ask_user(ctx, question)
    return answer if kind not in samples else _coerced(answer, samples[kind])


@builtin("request_approval(action: string, options?: dict) -> dict", effect="stdio", fresh=True)
@capability(_HANDLE, "request_approval(action: string, options?: dict) -> dict", effect="stdio", fresh=True)
def request_approval(ctx: "Machine", action: str, options: Value = None) -> Answer:
    """Ask for approval; options `quorum`, `reviewers`, `detail`. A denial and silence are thrown."""
    quorum = option(options, "quorum", 1)
    if type(quorum) is not int or quorum < 1:
        raise invalid("request_approval: quorum must be positive")
    for name in ("evidence_refs", "reviewers"):
        if option(options, name, []).__class__ is not list:
            raise invalid(f"request_approval: {name} must be a list")
    detail = option(options, "detail")
    what = action if detail is None else f"{action} ({display(detail)})"
    return _approvals(ctx, "approval", what, quorum, option(options, "reviewers", []))


@builtin(
    "dual_control(n: int, m: int, action: closure | any, approvers?: list<string>) -> any", effect="stdio"
)
@capability(
    _HANDLE,
    "dual_control(n: int, m: int, action: closure | any, approvers?: list<string>) -> any",
    effect="stdio",
)
def dual_control(ctx: "Machine", n: int, m: int, action: Value, approvers: Value = None) -> Value:
    """Call the closure once `n` of `m` people have approved, and return its value."""
    if n < 1:
        raise invalid("dual_control: `n` must be > 0")
    if n > m:
        raise invalid("dual_control: n must be less than or equal to m")
    call = adapt(action, 0)
    if call is None:
        raise invalid("dual_control: action must be a closure")
    if approvers and len(approvers) < m:
        raise invalid(f"dual_control: expected at least {m} approvers, got {len(approvers)}")
    _approvals(ctx, "dual_control", f"{n} of {m} people must agree", n, approvers or [])
    return call()


@builtin("escalate_to(role: string, reason: string) -> dict", effect="stdio", fresh=True)
@capability(_HANDLE, "escalate_to(role: string, reason: string) -> dict", effect="stdio", fresh=True)
def escalate_to(ctx: "Machine", role: str, reason: str) -> Answer:
    """Hand a matter to a role and wait until somebody accepts it."""
    request = _request_id(ctx, "escalation")
    answer = _prepared(ctx, "escalation")
    while answer is None:
        line = _asked(ctx, f"Escalation to {role}: {reason}. Accept? [y/N] ")
        if line is None:
            raise _timed_out("escalation timed out", request, "escalation")
        if line.strip().lower() in _YES:
            answer = {"reviewer": user_name()}
    return {
        "request_id": request,
        "role": role,
        "reason": reason,
        "trace_id": None,
        "status": "accepted",
        "accepted_at": _now(ctx),
        "reviewer": answer.get("reviewer"),
    }


@builtin("hitl_pending(filters?: dict) -> list<dict>", fresh=True)
@capability(_HANDLE, "hitl_pending(filters?: dict) -> list<dict>", fresh=True)
def hitl_pending(filters: Value = None) -> list[Value]:
    """Questions that wait for an answer; one asked on the terminal never does while the program runs on."""
    kinds = option(filters, "kinds", [])
    for kind in kinds if kinds.__class__ is list else [kinds]:
        if kind not in _KINDS:
            raise invalid(f"hitl_pending: unsupported kind '{display(kind)}'")
    return []


def _approvals(ctx: "Machine", kind: str, what: str, quorum: int, reviewers: list[Value]) -> Answer:
    """Collect approvals of distinct reviewers; the first denial decides."""
    request = _request_id(ctx, kind)
    signatures: dict[str, Answer] = {}
    reason: Value = None
    while len(signatures) < quorum:
        answer = _prepared(ctx, kind) or _decision(ctx, what, named=quorum > 1 or bool(reviewers))
        if answer is None:
            raise _timed_out("approval timed out", request, kind)
        reviewer = display(answer.get("reviewer") or user_name())
        if reviewers and reviewer not in reviewers:
            continue
        reason = answer.get("reason")
        if not answer.get("approved"):
            raise _denied(request, reviewer, reason)
        signatures.setdefault(reviewer, {"reviewer": reviewer, "signed_at": _now(ctx), "signature": None})
    return {
        "request_id": request,
        "approved": True,
        "reviewers": list(signatures),
        "approved_at": _now(ctx),
        "reason": reason,
        "signatures": list(signatures.values()),
    }


def _decision(ctx: "Machine", what: str, *, named: bool) -> Answer | None:
    """One reviewer's decision from the terminal; None at the end of input."""
    reviewer = _asked(ctx, "Reviewer: ") if named else user_name()
    line = None if reviewer is None else _asked(ctx, f"Approve {what}? [y/N] ")
    if line is None:
        return None
    word, _, reason = line.strip().partition(" ")
    return {"approved": word.lower() in _YES, "reviewer": reviewer, "reason": reason.strip() or None}


def _asked(ctx: "Machine", prompt: str) -> str | None:
    write_error(ctx, prompt)
    line = blocking(ctx, read_line, ctx)
    return line if isinstance(line, str) else None


def _prepared(ctx: "Machine", kind: str) -> Answer | None:
    """The next answer that a test prepared for this kind of question."""
    found = prepared(ctx.state, ("interaction", f"{kind}_response"), [{"kind": kind}])
    if not found:
        return None
    value = found[0]
    if value.__class__ is dict:
        return value
    return {"answer": value, "approved": value is True, "accepted": value is True}


def _accepted(ctx: "Machine", answer: Value, schema: Value, fallback: Value) -> Value:
    """The answer in the form that was asked for."""
    if schema is None:
        return answer if fallback is None else _coerced(answer, fallback)
    value = answer
    if isinstance(answer, str) and not Checker(ctx).fits(answer, schema):
        try:
            value = parse_json(answer)
        except Fault:
            value = answer
    issue = next(Checker(ctx).issues(value, schema), None)
    if issue is not None:
        raise thrown(f"ask_user: at {shown_path(issue[0])}: {issue[1]}")
    return value


def _coerced(answer: Value, sample: Value) -> Value:
    """The answer as a value of the kind of `sample`, or `sample` when it is none."""
    kind = type_of(sample)
    if type_of(answer) == kind:
        return answer
    if kind == "string":
        return display(answer)
    text = answer.strip() if isinstance(answer, str) else json_stringify(answer)
    try:
        value = parse_json(text)
    except Fault:
        return sample
    if kind == "float" and type(value) is int:
        return float(value)
    return value if type_of(value) == kind else sample


def _request_id(ctx: "Machine", kind: str) -> str:
    state = ctx.state.setdefault("human", {"count": 0, "run": ctx.clock.random_bytes(6).hex()})
    state["count"] += 1
    return f"hitl_{kind}_{state['run']}_{state['count']}"


def _now(ctx: "Machine") -> int:
    return ctx.hub.timers.clock.now_ms()


def _timed_out(message: str, request: str, kind: str) -> Fault:
    return Thrown(
        {
            "name": "HumanTimeoutError",
            "category": "timeout",
            "message": message,
            "request_id": request,
            "kind": kind,
        }
    )


def _denied(request: str, reviewer: str, reason: Value) -> Fault:
    return Thrown(
        {
            "name": "ApprovalDeniedError",
            "category": "generic",
            "message": reason or "approval was denied",
            "request_id": request,
            "reviewers": [reviewer],
            "reason": reason,
        }
    )
