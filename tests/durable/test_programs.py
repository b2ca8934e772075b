"""Memory as programs and their hosts meet it: functions of the host, prepared answers, permissions."""

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import harnpy
from harnpy.runtime.operations import taken
from tests.durable.memories import fault

HEAD = """
import { embed, memory_list, memory_open, memory_recall, memory_store, memory_update } from "std/memory"
fn fault(action: any) -> string {
  try { action() } catch (e) { return to_string(e) }
  return "no fault"
}
fn loose(value: any) -> any { return value }
"""


def run(body: str, folder: Path, **options: Any) -> list[str]:
    """Lines that a program prints."""
    out, err = io.StringIO(), io.StringIO()
    show = "  const show = fn(x) { harness.stdio.println(x) }\n"
    source = f"{HEAD}fn main(harness: Harness) {{\n{show}{body}\n}}\n"
    outcome = harnpy.run(source, cwd=folder, stdout=out, stderr=err, **options)
    assert outcome.exit_code == 0, outcome
    return [*out.getvalue().splitlines(), *err.getvalue().splitlines()]


def test_a_function_of_the_host_answers_memory_embed(tmp_path: Path) -> None:
    asked: list[Any] = []

    def embedder(request: dict[str, Any]) -> dict[str, Any]:
        asked.append(request)
        return {"vector": (len(request["text"]), 1), "model": "counter"}

    body = """
  memory_open("n", {backend: "vector", embed_model_hint: "h"})
  memory_store("n", "k", "v", nil, {id: "1"})
  show(memory_recall("n", "query")[0].id)
  show(embed("four", {root: "x"}))
"""
    assert run(body, tmp_path, host={"memory.embed": embedder}) == [
        "1",
        "{dim: 2, model: counter, vector: [4.0, 1.0]}",
    ]
    assert asked == [
        {"text": 'k\nv\n\n"v"', "model_hint": "h"},
        {"text": "query", "model_hint": "h"},
        {"text": "four", "model_hint": "default"},
    ]
    # What was cached needs no host.
    assert run('  show(memory_recall("n", "query")[0].id)', tmp_path) == ["1"]


def test_a_function_of_the_host_may_be_async_or_fail(tmp_path: Path) -> None:
    async def later(request: dict[str, Any]) -> dict[str, Any]:
        return {"vector": [1]}

    assert run('  show(embed("t", {root: "a"}).model)', tmp_path, host={"memory.embed": later}) == ["default"]

    def failing(request: dict[str, Any]) -> None:
        raise ValueError("no quota")

    body = '  show(fault(fn() { embed("t", {root: "b"}) }))'
    told = run(body, tmp_path, host={"memory.embed": failing})
    assert told == ["Runtime error: host_call: memory.embed failed: ValueError: no quota"]
    told = run(body, tmp_path, host={"memory.embed": lambda request: object()})
    assert told[0].startswith("Runtime error: host_call: memory.embed returned a object; it may return ")
    assert run(body, tmp_path) == ["Runtime error: host_call: unsupported operation memory.embed"]


@pytest.mark.parametrize("host", [[], {"memory.embed": 5}, {5: print}])
def test_functions_of_the_host_are_judged(host: Any) -> None:
    with pytest.raises(TypeError, match=r"^host.* must be "):
        harnpy.run("", host=host)


class Array:
    """What gives itself as lists, as arrays do."""

    def tolist(self) -> list[float]:
        return [0.5]


def test_values_of_the_host_become_values_of_the_program() -> None:
    given = {"a": (1, Array(), True, None, b"x", {"b": 2.5})}
    assert taken("op", given, 0) == {"a": [1, [0.5], True, None, b"x", {"b": 2.5}]}
    assert "an int beyond 64 bits" in fault(taken, "op", 1 << 64, 0)
    assert "a dict with a key that is no str" in fault(taken, "op", {1: 2}, 0)
    nested: list[Any] = []
    for _ in range(200):
        nested = [nested]
    assert "nests deeper than 120 levels" in fault(taken, "op", nested, 0)


def test_prepared_answers(tmp_path: Path) -> None:
    body = """
  const t = harness.testing
  const ask = fn(text) { fault(fn() { embed(text, {root: "r${text}"}) }) }
  t.respond("memory.embed", {result: {vector: [1]}})
  show(ask("a") + ask("b"))
  t.respond("memory", "embed", {vector: [2]}, {text: "c"})
  show(ask("c"))
  show(ask("d"))
  show(ask("e"))
  show(t.calls().len())
  show(t.calls()[0])
  t.push_scope()
  t.respond("embed", "text_response", {vector: [3]})
  show(ask("f"))
  show(ask("g"))
  t.pop_scope()
  show(ask("h"))
  t.clear()
  show(ask("i"))
  t.respond("memory.embed", {error: "quota", params: {text: "j"}})
  show(ask("j"))
  show(fault(fn() { t.pop_scope() }))
  show(fault(fn() { t.respond("fs", "nothing", 1) }))
  show(fault(fn() { t.respond("memory", "embed", 1, loose("x")) }))
  show(fault(fn() { t.respond("memory", "embed", 1, nil, loose("x")) }))
  show(fault(fn() { t.respond("fs", "nothing", 1, nil, nil, true) }))
"""
    none = "Runtime error: no fixture for memory.embed matched arguments [{model_hint: default, text: "
    assert run(body, tmp_path) == [
        "no faultno fault",
        "no fault",
        "no fault",
        f"{none}e}}]",
        "5",
        "{args: [{model_hint: default, text: a}], capability: memory, method: embed, operation: embed, "
        "params: {model_hint: default, text: a}}",
        "no fault",
        "Runtime error: no fixture for embed.text_response matched arguments "
        "[{model_hint: default, text: g}]",
        f"{none}h}}]",
        "Runtime error: host_call: unsupported operation memory.embed",
        "quota",
        "Type error: HarnessTesting.pop_scope called without a matching push_scope",
        "Type error: HarnessTesting.respond: undeclared method `harness.fs.nothing`",
        "Type error: HarnessTesting.respond: selector must be a dict, got string",
        "Type error: HarnessTesting.respond: repeat must be a bool, got string",
        "no fault",
    ]


def test_a_root_outside_the_workspace_needs_a_grant(tmp_path: Path) -> None:
    work, outside = tmp_path / "work", tmp_path / "outside"
    work.mkdir()
    outside.mkdir()
    body = f"""
  const told = fn(r) {{
    try {{ memory_store("n", "k", "v", nil, {{root: r}}) }} catch (e) {{ return e.category }}
    return "fine"
  }}
  show(told("{outside}"))
  show(told("inside"))
"""
    assert run(body, work) == ["tool_rejected", "fine"]
    assert list(outside.iterdir()) == []
    assert run(body, work, permissions="all") == ["fine", "fine"]


def test_wrong_capabilities_and_missing_arguments(tmp_path: Path) -> None:
    body = """
  show(fault(fn() { memory_store(harness.fs, "n", "k", 1) }))
  show(fault(fn() { memory_store("n", "k") }))
  show(fault(fn() { memory_store(nil, "k", 1) }))
  show(fault(fn() { memory_update("n", "i", "x") }))
  show(fault(fn() { memory_list("n", "x") }))
  show(memory_list(harness, "n").len())
  show(harness.memory.recall("n", "q").len())
"""
    assert run(body, tmp_path) == [
        "Type error: memory_store: expected HarnessMemory, got HarnessFs",
        "Runtime error: __memory_store: `value` argument is required",
        "Runtime error: __memory_store: `namespace` must be a non-empty string",
        "Runtime error: __memory_update: `patch` must be a dict",
        "Runtime error: __memory_list: `options` must be a dict or nil, got string",
        "0",
        "0",
    ]
    assert list(tmp_path.iterdir()) == []


def test_authority_is_not_stored(tmp_path: Path) -> None:
    body = '  show(fault(fn() { memory_store("n", "k", {a: [harness.fs]}) }))'
    (told,) = run(body, tmp_path)
    assert told == "Type error: HarnessFs is runtime authority and cannot be persisted as domain state"


def test_tasks_of_one_program_share_a_namespace(tmp_path: Path) -> None:
    body = """
  const found = parallel each 0..24 { n ->
    memory_store("n", "k${n}", "common word${n}", nil, {id: "${n}"})
    const hits = memory_recall("n", "word${n}", 1)
    memory_update("n", "${n}", {status: "seen"})
    hits[0].id
  }
  show(found.sorted().len())
  show(memory_list("n", {status: "seen"}).len())
  show(memory_recall("n", "common", 100).len())
"""
    assert run(body, tmp_path) == ["24", "24", "24"]
    lines = (tmp_path / ".harn/memory/n/events.jsonl").read_bytes().splitlines()
    assert len(lines) == 48


def test_runs_of_one_process_share_a_namespace(tmp_path: Path) -> None:
    for number in range(3):
        body = f'  memory_store("n", "key", "v{number}")\n  show(memory_recall("n", "key").len())'
        assert run(body, tmp_path) == [str(number + 1)]


def test_R07_a_damaged_log_is_named_with_the_way_out_and_repaired(tmp_path: Path) -> None:
    run('  memory_store("n", "key", "word", nil, {id: "1"})', tmp_path)
    log = tmp_path / ".harn/memory/n/events.jsonl"
    whole = log.read_bytes()
    log.write_bytes(b"{\n" + whole)
    outcome = harnpy.run(f'{HEAD}fn main(harness: Harness) {{ memory_list(harness, "n") }}', cwd=tmp_path)
    assert outcome.failure is not None
    assert f"memory: failed to parse line 1 from {log}: malformed JSON" in outcome.failure.text
    assert f"harnpy doctor repair {log}" in outcome.failure.help
    assert log.read_bytes() == b"{\n" + whole
    done = subprocess.run(
        [sys.executable, "-m", "harnpy", "doctor", "repair", str(log)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = f"{log}: HARN-HPY-004: moved what is no event in line 1 to {log}.torn\n"
    assert (done.returncode, done.stderr) == (0, told)
    assert log.read_bytes() == whole
    assert run('  show(memory_list("n")[0].key)', tmp_path) == ["key"]
