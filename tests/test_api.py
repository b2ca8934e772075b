"""The Python API: what an embedder sees of a run, and that runs share nothing."""

import io
import threading
from pathlib import Path

import pytest

import harnpy
from harnpy.base.clock import FixedClock
from harnpy.pipeline import RunOutcome


def run(text: str, **host: object) -> tuple[RunOutcome, str]:
    out = io.StringIO()
    return harnpy.run(text, stdout=out, **host), out.getvalue()  # pyright: ignore[reportArgumentType] (the host's options)


def test_value_exit_code_and_output() -> None:
    outcome, out = run("println(argv)\nreturn {n: [1, 2]}", args=["a"])
    assert (outcome.value, outcome.exit_code, out) == ({"n": [1, 2]}, 0, "[a]\n")
    assert outcome.diagnostics == []


def test_an_uncaught_error_is_data() -> None:
    outcome, _ = run("const x = nil\nprintln(x + 1)")
    assert outcome.exit_code == 1
    assert outcome.failure is not None
    assert (outcome.failure.file, outcome.failure.line) == ("<source>", 2)


def test_static_errors_are_diagnostics() -> None:
    outcome, _ = run("fn f( {")
    assert outcome.exit_code == 1
    assert {one.severity for one in outcome.diagnostics} == {"error"}


def test_blocks_beyond_the_nesting_of_python_are_a_diagnostic() -> None:
    def nested(depth: int) -> str:
        return "for i in [1] { try { " * depth + "println(i)" + " } catch (e) { } }" * depth

    assert run(f"const é = 1; {nested(9)}")[1] == "1\n"
    outcome, out = run(f"const é = 1; {nested(11)}")
    assert (outcome.exit_code, out) == (1, "")
    (found,) = outcome.diagnostics
    assert (found.code, found.span.file.line_col(found.span.start)[0]) == ("HARN-HPY-001", 1)
    assert found.span.text in {"f", "t"}


def test_a_path_and_a_clock(tmp_path: Path) -> None:
    path = tmp_path / "a.harn"
    path.write_text("return now_ms()", "utf-8")
    assert harnpy.run(path=str(path), clock=FixedClock(1234)).value == 1234
    missing = harnpy.run(path=str(tmp_path / "b.harn"))
    assert missing.exit_code == 125
    assert missing.unreadable is not None


def test_permissions_of_a_run() -> None:
    outcome, _ = run('read_file("/etc/hostname")', permissions="none")
    assert outcome.failure is not None
    assert "HARN-CAP-201" in outcome.failure.text


def test_timeout_and_entry() -> None:
    outcome, _ = run("while true {}", timeout_ms=100)
    assert (outcome.exit_code, outcome.stopped) == (124, "timeout")
    outcome, _ = run("pipeline a() { 1 }\npipeline b() { 2 }", entry="b")
    assert outcome.value == 2


def test_runs_share_no_state() -> None:
    first, _ = run("struct P { x: int }\nlet n = 1\nreturn P {x: n}")
    second, _ = run("struct P { y: string }\nlet n = 2\nreturn P {y: to_string(n)}")
    assert type(first.value) is not type(second.value)
    outcome, _ = run("return n")
    assert outcome.exit_code == 1


def test_runs_in_two_threads() -> None:
    results: list[object] = []

    def work(number: int) -> None:
        text = f"""
            let t = 0
            for i in 0..20000 {{ t += {number} }}
            const p = parallel each [1, 2] {{ x -> x * {number} }}
            return [t, p]
        """
        results.append(harnpy.run(text, stdout=io.StringIO()).value)

    threads = [threading.Thread(target=work, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results, key=str) == [[20000, [1, 2]], [40000, [2, 4]]]


def test_what_is_missing_is_said() -> None:
    with pytest.raises(TypeError, match="needs a source or a path"):
        harnpy.run()
    with pytest.raises(TypeError, match="needs a source or a path"):
        harnpy.check()
    with pytest.raises(NotImplementedError, match="no formatter yet"):
        harnpy.format_source("let x = 1")


def test_check_finds_without_running() -> None:
    report = harnpy.check("println(nothing_like_that)")
    assert [one.code for one in report.diagnostics] == ["HARN-NAM-001"]
