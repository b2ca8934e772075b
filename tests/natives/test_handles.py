"""Handles without builtins of their own, questions to people, and what handles do not have."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from harnpy.natives.builtins import files, human, logging, output, printing
from harnpy.natives.harness import fs, obs, random, system, term, testing
from harnpy.natives.support.rng import Rng
from harnpy.runtime.handles import CLASSES, MEMBERS, ROOT, member, unknown_method
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value, type_of


def fault_of(function: Callable[..., Value], *args: Value) -> Value:
    with pytest.raises(Fault) as caught:
        function(*args)
    return caught.value.value


def test_the_root_lists_its_members() -> None:
    assert type_of(ROOT) == "Harness"
    assert type_of(member(ROOT, "fs")) == "HarnessFs"
    listed = ", ".join(f"`{name}`" for name in MEMBERS)
    assert fault_of(member, ROOT, "studio") == (
        f"Type error: cannot access property `studio` on Harness — Harness exposes {listed}"
    )
    handle = member(ROOT, "fs")
    assert str(fault_of(member, handle, "x")).startswith(
        "Type error: cannot access property `x` on HarnessFs — "
    )
    assert unknown_method(handle, "m", True).value == "Type error: value of type HarnessFs has no method `m`"
    assert unknown_method(member(ROOT, "llm"), "call", False).value == (
        "capability unavailable in harnpy: harness.llm.call"
    )
    assert CLASSES["obs"] is type(member(ROOT, "obs"))


def test_output(ctx: Value) -> None:
    printing.println(ctx, 1, "a", [None])
    printing.println(ctx)
    printing.print_values(ctx, "x")
    output.log(ctx, {"k": 1})
    output.eprintln(ctx, "e")
    output.progress(ctx, "load", "rows", 1, 2)
    assert ctx.stdout.getvalue() == "1 a [nil]\n\nx[harn] {k: 1}\n"
    assert ctx.stderr.getvalue() == "e\n[load] rows (1/2)\n"


def test_input(ctx: Value) -> None:
    ctx.stdin = io.StringIO("one\r\ntwo\nrest\nmore")
    assert output.read_line(ctx) == "one"
    assert output.prompt_user(ctx, "name? ") == "two"
    assert output.read_stdin(ctx) == "rest\nmore"
    assert output.read_stdin(ctx) is None
    assert output.read_line(ctx) is None
    assert output.read_line(ctx, {}) == {"ok": False, "status": "eof", "value": None}
    ctx.state["stdin"] = ["mocked\n"]
    assert output.read_line(ctx, {}) == {"ok": True, "status": "ok", "value": "mocked"}
    assert output.read_line(ctx) is None
    assert ctx.stdout.getvalue() == "name? "


def test_colours(ctx: Value) -> None:
    assert output.color(ctx, "x", "red") == "x"
    output.set_color_mode(ctx, "always")
    assert output.color(ctx, "x", "red") == "\x1b[31mx\x1b[0m"
    assert output.bold(ctx, 1) == "\x1b[1m1\x1b[0m"
    assert output.color(ctx, "x", "mauve") == "x"
    assert fault_of(output.set_color_mode, ctx, "x") == (
        "set_color_mode: invalid mode 'x'. Expected 'auto', 'always', or 'never'."
    )


def test_log_lines(ctx: Value) -> None:
    logging.log_info(ctx, "hi", {"z": 1, "a": [None], "level": "no"})
    logging.log_json(ctx, "k", {"a": 1})
    assert ctx.stdout.getvalue() == (
        '{"ts":"2026-01-02T03:04:05.678Z","level":"info","msg":"hi","a":[null],"z":1}\n'
        '{"ts":"2026-01-02T03:04:05.678Z","key":"k","value":"{a: 1}"}\n'
    )
    logging.log_set_level(ctx, "warn")
    logging.log_info(ctx, "dropped")
    logging.obs_log(ctx, "kept", "error")
    assert json.loads(ctx.stdout.getvalue().splitlines()[-1])["msg"] == "kept"
    assert len(ctx.stdout.getvalue().splitlines()) == 3
    assert fault_of(logging.log_set_level, ctx, "x") == (
        "log_set_level: invalid level 'x'. Expected debug, info, warn, or error"
    )


def test_a_file_is_replaced_only_while_it_is_as_expected(ctx: Value, tmp_path: Path) -> None:
    files.write_file(ctx, "f", "old")
    assert fs.replace_file(ctx, "f", "new", {"expected": "other"})["status"] == "conflict"
    assert fs.replace_file(ctx, "f", "new", {"expected": "old"})["status"] == "replaced"
    assert fs.replace_file(ctx, "g", "new", {"expected": "old"})["status"] == "missing"
    assert fs.replace_file(ctx, "g", "new")["replaced"] is True
    assert files.read_file(ctx, "f") == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["f", "g"]
    fs.append_locked(ctx, "f", "+")
    assert files.read_file(ctx, "f") == "new+"


def test_the_terminal(ctx: Value) -> None:
    ctx.state["tty"] = {"stdout": True, "stdin": False}
    assert term.stream_is_tty(ctx, "stdout") is True
    term.clear(ctx)
    assert ctx.stdout.getvalue() == "\x1b[2J\x1b[H"
    ctx.stdin = io.StringIO("secret\n")
    assert term.read_password(ctx, "key: ") == "secret"
    assert (
        fault_of(term.stream_is_tty, ctx, "x")
        == "is_tty: unknown stream 'x'. Expected stdin, stdout, or stderr"
    )


def test_chance(ctx: Value) -> None:
    assert 0 <= random.f64(ctx) < 1
    assert random.between(ctx, 3, 3) == 3
    assert random.between(ctx, 3, 2) is None
    assert len(random.random_bytes(ctx, 5)) == 5
    one, two = random.seed(7), random.seed(7)
    assert isinstance(one, Rng)
    assert [random.rng_range(one, 1, 6) for _ in range(9)] == [random.rng_range(two, 1, 6) for _ in range(9)]
    assert sorted(random.rng_shuffle(one, [1, 2, 3])) == [1, 2, 3]
    assert random.rng_choice(one, []) is None


def test_facts_and_measures(ctx: Value) -> None:
    assert set(system.identity()) == {"username", "hostname", "pid"}
    assert system.cpu()["count"] >= 1
    assert set(system.platform()) == {"os", "arch", "version"}
    assert set(system.memory()) == {"total_bytes", "free_bytes"}
    obs.counter(ctx, "n")
    obs.gauge(ctx, "g", 2)
    assert [(entry["kind"], entry["value"]) for entry in ctx.state["metrics"]] == [
        ("counter", 1),
        ("gauge", 2),
    ]
    assert obs.span(ctx, "s", {"a": 1}, lambda: 5) == 5
    assert ctx.state["spans"][0]["name"] == "s"


def test_people_answer_on_the_terminal(ctx: Value) -> None:
    ctx.stdin = io.StringIO("blue\n42\nyes fine\nno not yet\ny\n")
    assert human.ask_user(ctx, "Colour?") == "blue"
    assert human.ask_user(ctx, "How many?", {"default": 1}) == 42
    approved = human.request_approval(ctx, "ship")
    assert (approved["approved"], approved["reason"]) == (True, "fine")
    denied = fault_of(human.request_approval, ctx, "ship")
    assert (denied["name"], denied["message"]) == ("ApprovalDeniedError", "not yet")
    assert human.escalate_to(ctx, "lead", "stuck")["status"] == "accepted"
    assert ctx.stderr.getvalue().startswith("Colour? How many? Approve ship? [y/N] ")
    assert human.ask_user(ctx, "Slow?", {"default": "later"}) == "later"
    late = fault_of(human.ask_user, ctx, "Slow?")
    assert (late["name"], late["category"], late["message"], late["kind"]) == (
        "HumanTimeoutError", "timeout", "question timed out", "question",
    )  # fmt: skip
    assert fault_of(human.request_approval, ctx, "ship")["message"] == "approval timed out"


def test_two_people_for_dual_control(ctx: Value) -> None:
    ctx.stdin = io.StringIO("ann\ny\nann\ny\neve\ny\nbob\ny\n")
    assert human.dual_control(ctx, 2, 2, lambda: "done", ["ann", "bob"]) == "done"


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda ctx: human.ask_user(ctx, ""), "ask_user: `prompt` must not be empty"),
        (lambda ctx: human.request_approval(ctx, "x", {"quorum": 0}),
         "request_approval: quorum must be positive"),
        (lambda ctx: human.request_approval(ctx, "x", {"evidence_refs": 1}),
         "request_approval: evidence_refs must be a list"),
        (lambda ctx: human.dual_control(ctx, 0, 1, lambda: 1), "dual_control: `n` must be > 0"),
        (lambda ctx: human.dual_control(ctx, 3, 2, lambda: 1),
         "dual_control: n must be less than or equal to m"),
        (lambda ctx: human.dual_control(ctx, 1, 2, 5), "dual_control: action must be a closure"),
        (lambda ctx: human.dual_control(ctx, 1, 3, lambda: 1, ["a"]),
         "dual_control: expected at least 3 approvers, got 1"),
        (lambda ctx: human.hitl_pending({"kinds": ["x"]}), "hitl_pending: unsupported kind 'x'"),
    ],
)  # fmt: skip
def test_wrong_questions(ctx: Value, call: Callable[..., Value], text: Value) -> None:
    assert fault_of(call, ctx) == "Runtime error: " + text


def test_prepared_answers(ctx: Value) -> None:
    testing.respond(ctx, "interaction", "approval_response", True)
    testing.respond(ctx, "interaction.question_response", "x")
    assert human.ask_user(ctx, "?") == "x"
    assert human.request_approval(ctx, "go")["approved"] is True
    testing.clear(ctx)
    testing.respond_error(ctx, "interaction", "question_response", "boom")
    assert fault_of(human.ask_user, ctx, "?") == "boom"
    testing.clear(ctx)
    testing.respond(ctx, "interaction", "question_response", {"answer": "5"})
    assert human.ask_user(ctx, "?", {"schema": {"type": "int"}}) == 5
