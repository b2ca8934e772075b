"""`std/agent/probe`: try a command or a snippet, get a verdict with evidence, and keep it as a fact."""

import os
import sys

from harnpy.durable import fact_store, facts, probes
from harnpy.durable.memory_options import text
from harnpy.durable.probes import EVAL, HARN, TYPECHECK, Fields, Probe, Ran
from harnpy.durable.world import world_of
from harnpy.natives.builtins.files import delete_file, write_file
from harnpy.natives.builtins.trees import workspace_temp_dir
from harnpy.natives.std.agent.fact import now
from harnpy.natives.support.commands import SHELL, command_of, run
from harnpy.natives.support.declare import NativeModule
from harnpy.natives.support.leading import fitted, without_leading
from harnpy.natives.support.memories import memory_of, options_for
from harnpy.sessions.redaction import Redactor
from harnpy.values.display import display
from harnpy.values.faults import CATCH, Fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

MODULE = NativeModule("std/agent/probe")

# Without the current folder among the places of modules: a `harnpy.py` there is none of ours.
_OWN = (sys.executable, "-P", "-m", "harnpy")
_SHOWN = "<snippet>"


@MODULE.function(
    "probe(harness: Harness, kind: string, body: string, options?: dict) -> dict",
    effect="run",
    fresh=True,
    unchecked=True,
)
def probe(ctx: "Machine", *args: Value) -> Fields:
    """Probe a body: `eval` runs it, `typecheck` checks it; the verdict is kept as a fact."""
    kind, body, options = fitted("probe", without_leading("probe", args), 3)
    return _probed(ctx, kind, body, options)


@MODULE.function(
    "probe_eval(harness: Harness, body: string, options?: dict) -> dict",
    effect="run",
    fresh=True,
    unchecked=True,
)
def probe_eval(ctx: "Machine", *args: Value) -> Fields:
    """Run a command of the shell, or a program with `lang: "harn"`."""
    body, options = fitted("probe_eval", without_leading("probe_eval", args), 2)
    return _probed(ctx, EVAL, body, options)


@MODULE.function(
    "probe_typecheck(harness: Harness, body: string, options?: dict) -> dict",
    effect="run",
    fresh=True,
    unchecked=True,
)
def probe_typecheck(ctx: "Machine", *args: Value) -> Fields:
    """Check a program."""
    body, options = fitted("probe_typecheck", without_leading("probe_typecheck", args), 2)
    return _probed(ctx, TYPECHECK, body, options)


def _probed(ctx: "Machine", kind: Value, body: Value, given: Value) -> Fields:
    options = probes.options_of(given)
    named = probes.kind_of(kind)
    snippet = probes.body_of(body)
    made = _tried(ctx, named, snippet, options)
    if ctx.state.get("active_session"):
        made.note = lambda rest: _note_cut(ctx, rest)
    stamp = text(options, "asserted_at") or text(options, "now") or now(ctx)
    envelope = made.envelope(options.get("expected"), stamp)
    if options.get("store_fact") is not False:
        envelope |= _kept(ctx, made, options)
    return envelope


def _tried(ctx: "Machine", kind: str, body: str, options: Fields) -> Probe:
    """The probe with what came of it."""
    lang, expected = text(options, "lang"), options.get("expected")
    if kind == EVAL:
        lang = probes.lang_of(lang)
        if lang == HARN:
            ran, command = _ran_file(ctx, body, options, ["run"], [])
        else:
            ran, command = _ran(ctx, [SHELL, "-c", body], options), body
        made = Probe(kind, body, probes.judged_eval(ran, expected))
    elif kind == TYPECHECK:
        ran, command = _ran_file(ctx, body, options, ["check"], ["--json"])
        made = Probe(kind, body, probes.judged_typecheck(ran, expected))
    else:
        ran, command = None, None
        made = Probe(kind, body, probes.reserved(kind))
    made.ran, made.command, made.lang = ran, command, None if lang is None else lang.strip().lower()
    return made


def _ran_file(
    ctx: "Machine", body: str, options: Fields, before: list[str], after: list[str]
) -> tuple[Ran, str]:
    """Run harnpy, or the binary of the options, on a file that holds the body and is gone afterwards."""
    named = text(options, "harn_binary") or text(options, "harn_bin")
    program = list(_OWN) if named is None else [named]
    path = os.path.join(workspace_temp_dir(ctx), f"harn-probe-{world_of(ctx).ids.text()}.harn")
    try:
        write_file(ctx, path, body)
        ran = _ran(ctx, [*program, *before, path, *after], options)
    finally:
        if os.path.lexists(path):
            delete_file(ctx, path)
    shown = "harnpy" if named is None else named
    return ran, " ".join([shown, *before, _SHOWN, *after])


def _ran(ctx: "Machine", argv: list[str], options: Fields) -> Ran:
    command = command_of(ctx, "probe", argv, options)
    given: Value = options.get("env_remove")
    removed: list[Value] = given if given.__class__ is list else [given]
    for name in removed:
        command.env.pop(display(name), None)
    started = ctx.clock.monotonic_ms()
    outcome, _, _ = run(ctx, "probe", command)
    duration = round(ctx.clock.monotonic_ms() - started)
    most = options.get("max_inline_bytes")
    size = most if type(most) is int and most >= 0 else None
    stdout, stderr = (one[:size].decode("utf-8", "replace") for one in (outcome.stdout, outcome.stderr))
    return Ran(outcome.exit_code, stdout, stderr, duration, outcome.timed_out)


def _kept(ctx: "Machine", made: Probe, options: Fields) -> Fields:
    """Store the probe as a fact; what prevents that is part of the result and does not fail the probe."""
    chosen = probes.options_for_fact(options)
    redactor = Redactor(ctx.environ)
    try:
        given = redactor.clean(made.fact(options))
        fact = facts.normal(given, chosen, "store_fact", lambda: now(ctx))
        return {"fact_id": fact_store.kept(memory_of(ctx), fact, options_for(ctx, "memory_store", chosen)).id}
    except CATCH as failure:
        told = failure.value if isinstance(failure, Fault) else str(failure)
        message = told if isinstance(told, str) else display(told)
        world_of(ctx).warn("probe.fact", made.trace, f"the fact of a probe was not stored: {message}")
        return {"fact_error": message}


def _note_cut(ctx: "Machine", rest: int) -> None:
    world_of(ctx).event(
        "boundary_failure",
        {
            "boundary": "agent_prompt_content",
            "kind": "truncated",
            "detail": "a text of a probe was cut",
            "dropped_count": 1,
            "dropped_bytes": rest,
        },
    )
