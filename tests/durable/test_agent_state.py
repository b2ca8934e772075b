"""A1-A10: files of agent sessions, as programs see them."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from harnpy.durable.handoff import Defaults, typed
from harnpy.durable.world import world_of
from harnpy.natives.std import agent_state as natives
from tests.crash.worlds import world_in
from tests.durable.running import run
from tests.support.harn import EXE

IMPORTS = 'import "std/agent_state"\n'
FAULT = """
fn fault(action: fn() -> any) -> string {
  try {
    action()
  } catch (e) {
    return to_string(e)
  }
  return "none"
}

fn loose(value: any) -> any {
  return value
}
"""
HEAD = IMPORTS + FAULT


def test_A1_a_session_leads_nowhere_else(tmp_path: Path) -> None:
    text = (
        HEAD
        + 'for id in ["../x", "/x", "a/b", "."] {\n'
        + '  println(fault({ -> agent_state_init("r", {session_id: id}) }))\n}\n'
    )
    assert run(tmp_path, text).lines == [
        f"Runtime error: agent_state: session_id '{id}' must be a single path component"
        for id in ("../x", "/x", "a/b", ".")
    ]


def test_A2_metadata_has_the_bytes_of_the_design(tmp_path: Path) -> None:
    text = HEAD + (
        "harness.testing.clock_set(1764496800999)\n"
        'const h = agent_state_init("r", {session_id: "conflict-session", writer_id: "stage-a"})\n'
        'agent_state_write(h, "k", "x")\n'
    )
    run(tmp_path, text)
    assert (tmp_path / "r/conflict-session/.agent_state_meta/k.json").read_bytes() == (
        b'{\n  "writer": {\n    "writer_id": "stage-a",\n    "session_id": "conflict-session"\n  },\n'
        b'  "updated_at": 1764496800\n}'
    )


def test_A4_keys_that_get_in_each_others_way_have_owners_each(tmp_path: Path) -> None:
    text = HEAD + (
        'const a = agent_state_init("r", {session_id: "s", writer_id: "a"})\n'
        'agent_state_write(a, "a.json/x", "nested")\nagent_state_write(a, "a", "plain")\n'
        'const b = agent_state_resume("r", "s", {writer_id: "b", conflict_policy: "error"})\n'
        'println(fault({ -> agent_state_write(b, "a", "1") }))\n'
        'println(fault({ -> agent_state_write(b, "a.json/x", "1") }))\n'
        'agent_state_delete(a, "a")\nprintln(fault({ -> agent_state_write(b, "a", "mine") }))\n'
        "println(agent_state_list(b))\n"
    )
    first, second, free, listed = run(tmp_path, text).lines
    assert "key 'a' was previously written by 'a'" in first
    assert "key 'a.json/x' was previously written by 'a'" in second
    assert (free, listed) == ("none", "[a, a.json/x]")
    assert len(list((tmp_path / "r/s/.agent_state_meta/.alt").iterdir())) == 1


def test_A5_nothing_is_made_before_the_conflict_is_judged(tmp_path: Path) -> None:
    text = HEAD + (
        'const a = agent_state_init("r", {session_id: "s", writer_id: "a"})\nagent_state_write(a, "k", "1")\n'
        'const b = agent_state_resume("r", "s", {writer_id: "b", conflict_policy: "error"})\n'
        'println(fault({ -> agent_state_write(b, "k", "2") }))\n'
    )
    run(tmp_path, text)
    names = sorted(str(one.relative_to(tmp_path / "r")) for one in (tmp_path / "r").rglob("*"))
    assert names == [
        "s",
        "s/.agent_state_meta",
        "s/.agent_state_meta/.lock",
        "s/.agent_state_meta/k.json",
        "s/k",
    ]


def test_A7_a_warning_names_both_writers_once(tmp_path: Path) -> None:
    text = HEAD + (
        'const a = agent_state_init("r", {session_id: "s", writer_id: "a"})\nagent_state_write(a, "k", "1")\n'
        'const b = agent_state_resume("r", "s", {writer_id: "b", conflict_policy: "warn"})\n'
        'agent_state_write(b, "k", "2")\nagent_state_write(a, "k", "1")\nagent_state_write(b, "k", "2")\n'
    )
    assert run(tmp_path, text).warnings == [
        "[harnpy] warning: agent_state.write: key 'k' was previously written by 'a' and is now being written "
        "by 'b' [agent_state.write]"
    ]


def test_A9_nil_options_are_absent_and_wrong_arguments_have_the_texts_of_the_design(tmp_path: Path) -> None:
    text = HEAD + (
        'const h = agent_state_init("r", {session_id: nil, writer_id: " ", conflict_policy: nil})\n'
        "println([len(h.session_id), h.writer.writer_id == h.session_id, h.conflict_policy, type_of(h)])\n"
        "println(fault({ -> agent_state_init(loose(5)) }))\n"
        'println(fault({ -> agent_state_init("a", "b", {}, 1) }))\n'
        'println(fault({ -> agent_state_init(" ") }))\n'
        'println(fault({ -> agent_state_init(harness.fs, "r") }))\n'
        "println(fault({ -> agent_state_read(h, loose(nil)) }))\n"
        'println(fault({ -> agent_state_read(h, "k", {as: "html"}) }))\n'
        'println(fault({ -> agent_state_handoff(h, loose("x")) }))\n'
        "println(fault({ -> agent_state_handoff(h, loose(nil)) }))\n"
        "println(fault({ -> h.nothing }))\n"
    )
    assert run(tmp_path, text).lines == [
        "[36, true, ignore, resource]",
        "Runtime error: __agent_state_init: expected `(root, options?)` or `(session_id, root, options?)`",
        "Arity mismatch: 'agent_state_init' expects at most 3 arguments, got 4",
        "Runtime error: __agent_state_init: `root` must not be empty",
        "Type error: agent_state_init: expected HarnessAgent, got HarnessFs",
        "Runtime error: __agent_state_read: `key` is required",
        'Runtime error: __agent_state_read: `as` must be "text" or "bytes", got html',
        "Runtime error: __agent_state_handoff: `summary` must be a JSON object",
        "Runtime error: __agent_state_handoff: `summary` is required",
        "Type error: cannot access property `nothing` on state_handle — it exposes `_type`, `backend`, "
        "`root`, `session_id`, `handoff_key`, `conflict_policy`, `writer`",
    ]


def test_A10_content_is_kept_to_the_byte(tmp_path: Path) -> None:
    text = HEAD + (
        'const h = agent_state_init("r", {session_id: "s"})\n'
        'agent_state_write(h, "big", "x".repeat(1048576))\n'
        'println(len(agent_state_read(h, "big")))\nagent_state_write(h, "raw", bytes_from_hex("00ff80"))\n'
        'println(bytes_to_hex(agent_state_read(h, "raw", {as: "bytes"})))\n'
    )
    assert run(tmp_path, text).lines == ["1048576", "00ff80"]
    assert (tmp_path / "r/s/raw").read_bytes() == b"\x00\xff\x80"


def test_a_root_outside_the_workspace_is_refused(tmp_path: Path) -> None:
    ran = run(tmp_path / "inside", IMPORTS + 'agent_state_init("../outside")\n')
    assert "sandbox violation: builtin 'agent_state_init' attempted to write" in ran.error
    assert not (tmp_path / "outside").exists()


def test_another_process_goes_on_from_the_handoff(tmp_path: Path) -> None:
    first = IMPORTS + (
        'const h = agent_state_init("r", {session_id: "s1"})\nagent_state_write(h, "plan.md", "# Plan")\n'
        'agent_state_handoff(h, {status: "ready"})\n'
    )
    second = IMPORTS + (
        'const h = agent_state_resume("r", "s1")\nprintln(agent_state_read(h, "plan.md"))\n'
        "const e = json_parse(agent_state_read(h, agent_state_handoff_key()))\n"
        'println("${e.summary.status} ${e.session_id} ${e.key}")\n'
    )
    for text in (first, second):
        (tmp_path / "p.harn").write_text(text)
        done = subprocess.run(
            [*EXE, "run", "p.harn"], cwd=tmp_path, capture_output=True, text=True, check=True
        )
    assert done.stdout == "# Plan\nready s1 __handoff.json\n"


def test_the_abort_hook_leaves_the_old_content(tmp_path: Path) -> None:
    write = (
        IMPORTS + 'const h = agent_state_init("r", {session_id: "s"})\nagent_state_write(h, "k", argv[0])\n'
    )
    (tmp_path / "p.harn").write_text(write)
    subprocess.run([*EXE, "run", "p.harn", "--", "before"], cwd=tmp_path, check=True)
    environ = {**os.environ, "HARN_AGENT_STATE_ABORT_AFTER_TMP_WRITE": "1"}
    done = subprocess.run(
        [*EXE, "run", "p.harn", "--", "after"], cwd=tmp_path, env=environ, capture_output=True, check=False
    )
    assert done.returncode == -signal.SIGABRT
    assert (tmp_path / "r/s/k").read_text() == "before"


def test_defaults_follow_the_active_session(tmp_path: Path) -> None:
    ctx = world_in(tmp_path).ctx
    assert world_of(ctx)
    ctx.state["active_session"] = {"session_id": "agent-7", "worker_id": "w-1", "run_id": "run-2"}
    handle = natives.state_init(ctx, str(tmp_path / "r"))
    assert handle.properties["session_id"] == "agent-7"
    assert handle.properties["writer"] == {
        "writer_id": "w-1", "stage_id": "w-1", "session_id": "agent-7", "worker_id": "w-1",
    }  # fmt: skip


# ---- handoffs

TYPED = {
    "source_persona": " p ",
    "task": "t",
    "reason": "r",
    "target_persona_or_human": {"kind": "queue", "id": " x "},
}


def test_a_typed_handoff_has_every_field() -> None:
    found = typed(dict(TYPED), Defaults("0-1", 5, "run-2"))
    assert found == {
        "_type": "handoff_artifact", "kind": "handoff", "id": "handoff_0-1", "parent_run_id": "run-2",
        "source_persona": "p", "task": "t", "reason": "r",
        "target_persona_or_human": {"kind": "worker", "id": "x", "label": None, "uri": None},
        "evidence_refs": [], "files_or_entities_touched": [], "open_questions": [], "blocked_on": [],
        "requested_capabilities": [], "allowed_side_effects": [], "budget_remaining": None,
        "deadline_checkback": None, "confidence": None, "receipt_links": [], "route_decision": None,
        "created_at": "5", "metadata": {},
    }  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        {"task": " "}, {"task": 5}, {"reason": ""}, {"target_persona_or_human": {"kind": "human"}},
        {"target_persona_or_human": "x"}, {"evidence_refs": "x"}, {"evidence_refs": [1]},
        {"open_questions": [1]},
        {"confidence": "high"}, {"route_decision": {"why": "x"}}, {"metadata": []}, {"budget_remaining": 5},
        {"budget_remaining": {"tokens": 1.5}}, {"source_persona": None},
    ],
)  # fmt: skip
def test_a_summary_of_other_types_is_an_ordinary_one(change: dict[str, object]) -> None:
    assert typed({**TYPED, **change}, Defaults("0", 5, None)) is None


def test_parts_of_a_typed_handoff_are_normalised() -> None:
    summary = {
        **TYPED,
        "confidence": -1,
        "budget_remaining": {"tokens": 5, "dollars": 2},
        "receipt_links": [{"kind": " ", "label": "", "path": "p"}],
        "effects": {"a": 1},
        "policy_override": {},
        "evidence_refs": [{"path": "p", "more": 1}],
        "other": 1,
    }
    found = json.loads(json.dumps(typed(summary, Defaults("0", 5, None))))
    assert found["confidence"] == 0.0
    assert found["budget_remaining"] == {"tokens": 5, "tool_calls": None, "dollars": 2.0}
    assert found["receipt_links"] == [
        {"kind": "run_receipt", "label": None, "run_id": None, "artifact_id": None, "path": "p", "href": None}
    ]
    assert found["evidence_refs"] == [
        {"artifact_id": None, "kind": None, "label": None, "path": "p", "uri": None}
    ]
    assert found["effects"] == {"a": 1}
    assert "policy_override" not in found
    assert "other" not in found
