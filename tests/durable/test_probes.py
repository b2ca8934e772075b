"""P1-P8: what is run, what is concluded from it, what is kept of it."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import harnpy
from harnpy.durable import probes
from harnpy.durable.probes import Ran
from harnpy.sessions.redaction import SHAPES, Redactor, is_sensitive
from tests.durable.memories import fault

HEAD = 'import { probe, probe_eval, probe_typecheck } from "std/agent/probe"\n'


def run(body: str, folder: Path, permissions: str = "default") -> list[str]:
    """Lines that a program prints."""
    out = io.StringIO()
    show = "  const show = fn(x) { harness.stdio.println(x) }\n"
    source = f"{HEAD}fn main(harness: Harness) {{\n{show}{body}\n}}\n"
    outcome = harnpy.run(source, cwd=folder, stdout=out, stderr=io.StringIO(), permissions=permissions)
    assert outcome.exit_code == 0, outcome
    return out.getvalue().splitlines()


def ran(exit_code: int | None = 0, stdout: str = "", stderr: str = "", timed_out: bool = False) -> Ran:
    return Ran(exit_code, stdout, stderr, 1, timed_out)


def test_trace_ids_to_the_last_digit() -> None:
    observed = "eval exit=0 outcome=pass stdout=hi"
    assert probes.trace_of("eval", "echo hi", observed) == "probe_376355e9696278dc"


def test_P1_nothing_is_left_of_a_snippet_whatever_happens(tmp_path: Path) -> None:
    found = run(
        """
  const at = {lang: "harn", store_fact: false}
  const good = probe_eval("pipeline main(h: Harness) { h.stdio.println(1) }", at)
  show(good.outcome)
  const told = fn() {
    try { probe_eval("x", {lang: "harn", store_fact: false, cwd: "absent"}) } catch (e) { return "thrown" }
    return "fine"
  }
  show(told())
""",
        tmp_path,
    )
    assert found == ["pass", "thrown"]
    assert [path.name for path in (tmp_path / ".harn-tmp").iterdir()] == [".gitignore"]


def test_P2_a_fact_that_cannot_be_stored_is_part_of_the_result(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    found = run(
        """
  const r = probe_eval("true", {root: "file"})
  show("${r.outcome} ${r.keys().contains("fact_id")}")
  show(r.fact_error)
""",
        tmp_path,
    )
    assert found[0] == "pass false"
    assert found[1].startswith("Runtime error: memory: failed to ")


def test_P3_a_number_is_compared_by_its_text_in_eval_and_with_the_errors_in_typecheck() -> None:
    assert probes.judged_eval(ran(stdout=" 42\n"), 42).outcome == "pass"
    assert probes.judged_eval(ran(stdout="42.0"), 42).outcome == "fail"
    report = json.dumps(
        {"data": {"files": [{"diagnostics": [{"severity": "error"}, {"severity": "warning"}]}]}}
    )
    assert probes.judged_typecheck(ran(1, report), 1).outcome == "pass"
    assert probes.judged_typecheck(ran(1, report), 1).observed == "typecheck outcome=pass errors=1 warnings=1"
    assert probes.judged_typecheck(ran(0, report), None).outcome == "fail"
    assert probes.judged_typecheck(ran(0, report), "1").outcome == "fail"


def test_P4_the_word_null_is_kept_and_what_is_empty_left_out() -> None:
    made = probes.Probe("eval", "printf null", probes.judged_eval(ran(stdout="null"), None))
    made.ran = ran(stdout="null")
    assert made.evidence()["stdout"] == "null"
    assert "stderr" not in made.evidence()
    assert "timed_out" not in made.evidence()


def test_P5_with_an_expected_text_the_exit_code_is_not_consulted() -> None:
    assert probes.judged_eval(ran(9, "hi\n"), " hi ").observed == "eval exit=9 outcome=pass stdout=hi"
    assert probes.judged_eval(ran(0, "hi", timed_out=True), "hi").outcome == "fail"
    assert (
        probes.judged_eval(ran(None, "", "boom\n"), None).observed == "eval exit=? outcome=fail stderr=boom"
    )


def test_P6_equal_probes_are_one_fact(tmp_path: Path) -> None:
    found = run('  show(probe_eval("echo hi").fact_id == probe("Eval", "echo hi").fact_id)', tmp_path)
    assert found == ["true"]
    log = (tmp_path / ".harn/memory/project/facts/events.jsonl").read_text()
    assert log.count('"type":"store"') == 2


def test_P7_harnpy_itself_is_the_default_binary(tmp_path: Path) -> None:
    (tmp_path / "harnpy.py").write_text("raise SystemExit(9)")
    found = run(
        """
  const r = probe_typecheck("pipeline main(h: Harness) { h.stdio.println(1) }\\n", {store_fact: false})
  show("${r.outcome} ${r.evidence.command} ${r.observed}")
  show(probe_eval("x", {lang: "harn", harn_bin: "/bin/false", store_fact: false}).evidence.command)
""",
        tmp_path,
    )
    assert found == ["pass harnpy check <snippet> --json typecheck outcome=pass errors=0 warnings=0",
                     "/bin/false run <snippet>"]  # fmt: skip


def test_P8_secrets_do_not_reach_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEPLOY_TOKEN", "quite-secret-indeed")
    key = "sk-proj-" + "a1" * 20
    found = run(f'  show(probe_eval("echo {key} $DEPLOY_TOKEN").evidence.stdout)', tmp_path)
    assert found == [f"{key} quite-secret-indeed", ""]
    log = (tmp_path / ".harn/memory/project/facts/events.jsonl").read_text()
    assert key not in log
    assert "quite-secret-indeed" not in log
    assert "<redacted:openai_key:48>" in log
    assert "<redacted:known_value:19>" in log


def test_P8_cleaning_twice_changes_nothing_and_innocents_stay() -> None:
    samples = {
        "jwt": "eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl", "github_token": "ghp_" + "a" * 36,
        "github_pat_fine": "github_pat_" + "a" * 22, "slack_token": "xoxb-1234567890",
        "aws_access_key": "AKIA" + "A" * 16, "gitlab_token": "glpat-" + "a" * 20,
        "huggingface_token": "hf_" + "a" * 20, "cerebras_key": "csk-" + "a" * 20,
        "together_key": "tgp_v1_" + "a" * 20, "google_api_key": "AIza" + "a" * 35,
        "npm_token": "npm_" + "a" * 36,
        "openai_key": "sk-ant-" + "a" * 20, "stripe_key": "sk_live_" + "a" * 16,
        "private_key_block": "-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----",
        "bearer_token": "bearer abcdefghijkl",
    }  # fmt: skip
    assert list(samples) == [name for name, _ in SHAPES]
    redactor = Redactor({"API_KEY": "!2345678", "SHORT_TOKEN": "1234567", "PATH": "/usr/bin:/bin"})
    for name, secret in samples.items():
        cleaned = redactor.clean({"x": [f"a {secret} b"]})
        assert cleaned == {"x": [f"a <redacted:{name}:{len(secret)}> b"]}
        assert redactor.clean(cleaned) == cleaned
    assert redactor.text("!2345678 1234567 /usr/bin:/bin") == "<redacted:known_value:8> 1234567 /usr/bin:/bin"
    innocent = "0123456789abcdef0123456789abcdef01234567 max_tokens=200 https://example.com"
    assert redactor.text(innocent) == innocent
    assert [name for name in ("input_tokens", "TOKEN", "x-api-key", "HOME") if is_sensitive(name)] == [
        "TOKEN", "x-api-key"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("password=hunter2", "<redacted:sensitive_assignment:16>"),
        ('x "api_key": "abc.def" y', 'x "api_key": "abc.def" y'),
        ("api-key: 'abc.def'", "<redacted:sensitive_assignment:18>"),
        ("TOKEN = secret", "<redacted:sensitive_assignment:14>"),
        ("see https://ann:pw@example.com/x", "see https://example.com/x"),
        ("const token = abc1", "const token = abc1"),
        ("token = process.env.X", "token = process.env.X"),
        ("token = a1.b", "token = a1.b"),
        ("apiKey = readKey(path)", "apiKey = readKey(path)"),
        ("secret = f2 (path)", "secret = f2 (path)"),
        ("max_tokens=200", "max_tokens=200"),
        ("Token = struct {}", "Token = struct {}"),
    ],
)
def test_P8_what_is_assigned_to_a_secret(text: str, cleaned: str) -> None:
    redactor = Redactor({})
    assert redactor.text(text) == cleaned
    assert redactor.text(cleaned) == cleaned


@pytest.mark.parametrize(
    ("output", "counts"),
    [
        ('{"data":{"files":[]}}', (0, 0)),
        ('{"data":{"summary":{"errors":3,"warnings":1}}}', (3, 1)),
        ('{"summary":{"errors":2}}', (2, -1)),
        ("{}", (-1, -1)),
        ("[]", None),
        ("oops", None),
    ],
)
def test_counts_of_a_report(output: str, counts: Any) -> None:
    assert probes.counted(output) == counts


def test_a_report_that_does_not_count_is_judged_by_the_exit_code() -> None:
    assert probes.judged_typecheck(ran(0, "{}"), None).outcome == "pass"
    assert probes.judged_typecheck(ran(1, "{}"), None).outcome == "fail"
    assert probes.judged_typecheck(ran(1, "oops"), 0).observed == "typecheck outcome=fail (no JSON envelope)"
    assert probes.judged_typecheck(ran(0, "oops"), None).outcome == "pass"


def test_long_texts_are_cut_and_say_so() -> None:
    notes: list[int] = []
    assert probes.cut("ü" * 10, 10) == "ü" * 10
    assert probes.cut("ü" * 13, 10, notes.append) == "ü" * 10 + "\n…[truncated 3 bytes]"
    assert notes == [3]
    made = probes.Probe("eval", "x " * 100 + "\ny", probes.judged_eval(ran(), None)).fact({})
    assert made["claim"].startswith("probe eval `x x ")
    assert "\n" not in made["claim"]


def test_every_fault_has_its_code() -> None:
    start = "HARN-PROBE-00"
    assert fault(probes.options_of, 5) == f"{start}1: std/agent/probe: options must be a dict"
    assert fault(probes.kind_of, None) == f"{start}2: std/agent/probe: kind is required"
    assert fault(probes.kind_of, " Guess") == (
        f"{start}2: std/agent/probe: unknown kind `Guess` (expected one of eval, typecheck, test, inspect)"
    )
    assert (
        fault(probes.lang_of, "Perl ")
        == f"{start}3: std/agent/probe: unknown lang `Perl` (expected shell or harn)"
    )
    assert fault(probes.body_of, " ") == f"{start}4: std/agent/probe: body must be a non-empty string"


def test_a_probe_is_known_to_run_commands(tmp_path: Path) -> None:
    program = tmp_path / "p.harn"
    program.write_text(
        f'{HEAD}fn main(harness: Harness) {{ harness.stdio.println(probe_eval("true").outcome) }}\n'
    )
    done = subprocess.run(
        [sys.executable, "-m", "harnpy", "check", "--effects", str(program)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == f"{program}: --permissions none --allow-run\n"
