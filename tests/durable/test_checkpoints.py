"""C1-C12, K1-K4: checkpoints, the store and stages, as programs see them."""

import io
from pathlib import Path

import pytest

from harnpy.pipeline import Request
from harnpy.pipeline import run as run_request
from tests.durable.running import run

STAGES = (
    "import {\n  checkpoint_stage,\n  checkpoint_stage_keyed,\n  checkpoint_stage_keyed_retry,\n"
    '  checkpoint_stage_retry,\n} from "std/checkpoint"\n'
)
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


def file_of(folder: Path) -> Path:
    return folder / ".harn/checkpoints/demo.json"


def test_C1_the_file_is_complete_after_every_call_and_has_the_bytes_of_the_design(tmp_path: Path) -> None:
    run(tmp_path, 'checkpoint("b", {x: 1})\ncheckpoint("a", nil)\n')
    assert file_of(tmp_path).read_bytes() == b'{\n  "a": null,\n  "b": {\n    "x": 1\n  }\n}'


def test_C3_every_call_sees_the_file_as_it_is_now(tmp_path: Path) -> None:
    run(tmp_path, 'checkpoint("a", 1)\n')
    text = (
        'println(checkpoint_get("a"))\nwrite_file(".harn/checkpoints/demo.json", "{\\"a\\": 22}")\n'
        'println(checkpoint_get("a"))\ncheckpoint("b", 3)\n'
    )
    assert run(tmp_path, text).lines == ["1", "22"]
    assert file_of(tmp_path).read_text() == '{\n  "a": 22,\n  "b": 3\n}'


def test_C4_a_file_in_another_layout_is_read_and_written_in_ours(tmp_path: Path) -> None:
    file_of(tmp_path).parent.mkdir(parents=True)
    file_of(tmp_path).write_text('{"b":{"y":[1,2],"x":1e3},\t"a":"\\u00e9\\/","b2":{}}')
    assert run(tmp_path, 'println(checkpoint_get("b"))\ncheckpoint("c", 0)\n').lines == [
        "{x: 1000.0, y: [1, 2]}"
    ]
    assert file_of(tmp_path).read_text() == (
        '{\n  "a": "é/",\n  "b": {\n    "x": 1000.0,\n    "y": [\n      1,\n      2\n    ]\n  },\n'
        '  "b2": {},\n  "c": 0\n}'
    )


def test_C6_a_result_that_somebody_else_kept_meanwhile_is_the_result(tmp_path: Path) -> None:
    theirs = 'write_file(".harn/checkpoints/demo.json", "{\\"s\\": \\"theirs\\"}")'
    text = (
        STAGES
        + f'println(checkpoint_stage("s", fn() {{\n  {theirs}\n  "mine"\n}}))\nprintln(checkpoint_get("s"))\n'
    )
    (tmp_path / ".harn/checkpoints").mkdir(parents=True)
    assert run(tmp_path, text).lines == ["theirs", "theirs"]


def test_C6_what_the_stage_itself_wrote_is_replaced_by_its_result(tmp_path: Path) -> None:
    text = (
        STAGES
        + 'println(checkpoint_stage("s", fn() {\n  checkpoint("s", "inside")\n  "result"\n}))\n'
        + 'println(checkpoint_get("s"))\n'
    )
    assert run(tmp_path, text).lines == ["result", "result"]


def test_C7_exit_ends_a_stage_and_is_no_attempt(tmp_path: Path) -> None:
    text = (
        STAGES
        + 'let n = 0\ncheckpoint_stage_retry("s", 3, fn() {\n  n = n + 1\n  println(n)\n  exit(0)\n})\n'
    )
    assert run(tmp_path, text).lines == ["1"]
    assert not file_of(tmp_path).exists()
    assert list((tmp_path / ".harn/checkpoints/demo.stages").iterdir()) == []


def test_C7_a_deadline_is_not_retried(tmp_path: Path) -> None:
    text = STAGES + (
        'let n = 0\ntry {\n  deadline 50ms {\n    checkpoint_stage_retry("s", 1000, fn() {\n      n = n + 1\n'
        '      sleep_ms(10000)\n    })\n  }\n} catch (e) {\n  println("${n} ${e}")\n}\n'
    )
    assert run(tmp_path, text).lines == ["1 Deadline exceeded"]


REFUSED_IDENTITIES = {
    "{cb: fn() { 1 }}": "identity.cb is a closure",
    "[1.0 / 0.0]": "identity[0] is infinity",
    "{d: 5s}": "identity.d is a duration",
    "Ok(1)": "identity is an enum value",
}


@pytest.mark.parametrize("identity", REFUSED_IDENTITIES)
def test_C8_an_identity_that_json_cannot_tell_apart_is_refused(identity: str, tmp_path: Path) -> None:
    text = (
        STAGES
        + FAULT
        + f'println(fault({{ -> checkpoint_stage_keyed("s", loose({identity}), {{ -> 1 }}) }}))\n'
    )
    assert run(tmp_path, text).lines == [
        "Type error: checkpoint_stage_keyed: identity cannot be fingerprinted: "
        + REFUSED_IDENTITIES[identity]
    ]


def test_C8_sets_bytes_decimals_ranges_and_structs_are_identities(tmp_path: Path) -> None:
    text = STAGES + (
        "struct P {\n  x: int\n}\n"
        'checkpoint_stage_keyed("s", {a: set(2, 1), b: bytes_from_string("x"), r: 1..3, '
        "p: P {x: 1}}, { -> 1 })\n"
        'println(checkpoint_get("s").fingerprint == "sha256:" + sha256(json_stringify({a: set(2, 1), '
        'b: bytes_from_string("x"), r: 1..3, p: P {x: 1}})))\n'
    )
    assert run(tmp_path, text).lines == ["true"]


FINGERPRINTS = {
    '{pin: "abc"}': "ffd3a62b9f87a391f1e0ade23630223fe0c092cb9412270633d723bb99ca6fe4",
    '{source_sha: "abc123", lock_sha: "def456", toolchain: "rust-1.90"}': (
        "28234a10de87204dafa92e2492d8b2053d289357436d02eeabd5680586ac3f58"
    ),
    "{n: 1}": "2bfd14f43d17fc7cea24e0917a8879b4b2f880b8baeec1b9d90fbaad655e71bd",
    "{n: 1.0}": "3b6b06ecd1c968c8e738e0f11c4bb361fca80a9a694de22fe66a05286afbd081",
    "nil": "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b",
}


@pytest.mark.parametrize("identity", FINGERPRINTS)
def test_fingerprints_are_those_of_the_design(identity: str, tmp_path: Path) -> None:
    run(tmp_path, STAGES + f'checkpoint_stage_keyed("prepare", {identity}, {{ -> {{ready: true}} }})\n')
    assert file_of(tmp_path).read_text() == (
        f'{{\n  "prepare": {{\n    "fingerprint": "sha256:{FINGERPRINTS[identity]}",\n'
        '    "schema": "harn.checkpoint_stage.keyed.v1",\n    "value": {\n      "ready": true\n    }\n  }\n}'
    )


def test_C9_a_stage_called_without_its_identity_gives_the_value_and_warns_once(tmp_path: Path) -> None:
    text = STAGES + (
        'checkpoint_stage_keyed("build", {v: 1}, { -> "made" })\n'
        'println(checkpoint_stage("build", { -> "ran" }))\n'
        'println(checkpoint_stage("build", { -> "ran" }))\n'
    )
    ran = run(tmp_path, text)
    assert ran.lines == ["made", "made"]
    assert ran.warnings == [
        "[harnpy] warning: stage 'build' holds a keyed record but was called without an identity "
        "[checkpoint.stage_form]"
    ]


def test_C10_what_would_not_come_back_is_refused_or_lost_by_wish(tmp_path: Path) -> None:
    nest = "let deep: any = 1\nfor i in 0..121 {\n  deep = [deep]\n}\n"
    text = (
        FAULT
        + nest
        + (
            'println(fault({ -> checkpoint("k", deep) }))\nprintln(fault({ -> checkpoint("k", deep[0]) }))\n'
            'println(fault({ -> checkpoint("k", {a: [-1.0 / 0.0]}) }))\n'
        )
    )
    ran = run(tmp_path, text)
    assert ran.lines == [
        "Runtime error: checkpoint: value for key 'k' cannot be stored: value nests deeper than 120 levels",
        "none",
        "Runtime error: checkpoint: value for key 'k' cannot be stored: value.a[0] is -infinity",
    ]
    lossy = run(
        tmp_path,
        'checkpoint("k", [1, fn() { 2 }])\nprintln(checkpoint_get("k"))\n',
        HARNPY_LOSSY_VALUES="warn",
    )
    assert lossy.lines == ["[1, nil]"]
    assert len(lossy.warnings) == 1
    assert "value[1] is a closure" in lossy.warnings[0]
    assert lossy.warnings[0].endswith("[state.lossy]")


def test_C10_a_struct_is_kept_as_a_dict_with_a_warning(tmp_path: Path) -> None:
    ran = run(tmp_path, 'struct P {\n  x: int\n}\ncheckpoint("k", P {x: 1})\nprintln(checkpoint_get("k"))\n')
    assert ran.lines == ["{x: 1}"]
    assert len(ran.warnings) == 1
    assert ran.warnings[0].endswith("[state.converted]")


def test_C11_tasks_share_the_state_of_their_run(tmp_path: Path) -> None:
    text = 'parallel 20 { i -> checkpoint("k${i}", i) }\nprintln(len(checkpoint_list()))\n'
    assert run(tmp_path, text).lines == ["20"]


def test_C12_max_retries_counts_attempts(tmp_path: Path) -> None:
    text = (
        STAGES
        + FAULT
        + (
            'let n = 0\nprintln(fault({ -> checkpoint_stage_retry("s", 2, fn() {\n  n = n + 1\n'
            '  throw "x"\n}) }))\nprintln(n)\n'
            'println(fault({ -> checkpoint_stage_retry("s", loose("2"), { -> 1 }) }))\n'
            'println(fault({ -> checkpoint_stage("s", loose(5)) }))\n'
            'println(fault({ -> checkpoint_stage(harness.fs, "s", { -> 1 }) }))\n'
        )
    )
    assert run(tmp_path, text).lines == [
        "checkpoint_stage_retry failed after 2 attempts: x",
        "2",
        "Runtime error: checkpoint_stage_retry: `max_retries` must be an int, got string",
        "Runtime error: checkpoint_stage: `run` must be a closure, got int",
        "Type error: checkpoint_stage: expected HarnessRuntime, got HarnessFs",
    ]


def test_the_lock_of_a_stage_has_the_name_of_the_design(tmp_path: Path) -> None:
    text = STAGES + 'checkpoint_stage("prepare", { -> println(list_dir(".harn/checkpoints/demo.stages")) })\n'
    assert run(tmp_path, text).lines == ["[45666d976bab316d970ec459afd866d9.lock]"]


def test_a_stage_that_waits_too_long_says_for_whom(tmp_path: Path) -> None:
    text = (
        STAGES
        + FAULT
        + (
            'parallel 2 { i ->\n  println(fault({ -> checkpoint_stage("s", fn() {\n    sleep_ms(400)\n'
            "    i\n  }) }))\n}\n"
        )
    )
    lines = sorted(run(tmp_path, text, HARNPY_STAGE_WAIT_MS="100").lines)
    assert lines[1] == "none"
    assert lines[0].startswith("Runtime error: checkpoint stage 's' is running in process ")
    assert lines[0].endswith("; gave up after 100ms")


def test_K2_the_store_is_a_file_beside_the_checkpoints(tmp_path: Path) -> None:
    run(tmp_path, 'store_set("b", [1])\nstore_set("a", nil)\n')
    store = tmp_path / ".harn/store.json"
    assert store.read_bytes() == b'{\n  "a": null,\n  "b": [\n    1\n  ]\n}'
    assert store.with_suffix(".lock").is_file()


def test_K3_save_as_the_first_call_keeps_the_file_and_makes_one(tmp_path: Path) -> None:
    store = tmp_path / ".harn/store.json"
    run(tmp_path, "store_save()\n")
    assert store.read_bytes() == b"{}"
    store.write_text('{"a":1}')
    run(tmp_path, "store_save()\n")
    assert store.read_bytes() == b'{\n  "a": 1\n}'


def test_K1_clear_recovers_a_damaged_store(tmp_path: Path) -> None:
    store = tmp_path / ".harn/store.json"
    store.parent.mkdir()
    store.write_text("{")
    text = FAULT + 'println(fault({ -> store_set("a", 1) }))\nstore_clear()\nstore_set("a", 1)\n'
    assert (
        run(tmp_path, text)
        .lines[0]
        .startswith(f"Runtime error: store decode error in {store}: malformed JSON at line 1")
    )
    assert store.read_bytes() == b'{\n  "a": 1\n}'


def test_K4_a_value_that_is_too_large_is_refused_by_size(tmp_path: Path) -> None:
    text = (
        FAULT
        + 'store_set("a", 1)\nprintln(fault({ -> store_set("a", "x".repeat(100)) }))\n'
        + 'println(store_get("a"))\n'
    )
    path = tmp_path / "demo.harn"
    path.write_text(text)
    request = Request(str(path))
    request.limits = {"value": 50}
    request.stdout = out = io.StringIO()
    run_request(request)
    refusal, kept = out.getvalue().splitlines()
    assert refusal.startswith(
        "Runtime error: HARN-HPY-001: store_set: value for key 'a' cannot be stored: it takes "
    )
    assert kept == "1"
