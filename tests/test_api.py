"""The Python API: what an embedder sees of a run, and that runs share nothing."""

import inspect
import io
import re
import threading
from pathlib import Path
from typing import Any

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
    outcome, _ = run("const x: any = nil\nprintln(x + 1)")
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
    assert harnpy.run(path=path, clock=FixedClock(1)).value == 1
    assert not harnpy.check(path=path).diagnostics


def test_a_program_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "b.harn"
    missing = harnpy.run(path=path)
    cause = "No such file or directory (os error 2)"
    assert (missing.exit_code, missing.unreadable) == (125, (str(path), cause))
    assert missing.message == f"[harnpy] Error reading {path}: {cause}"
    with pytest.raises(harnpy.Unreadable) as refused:
        harnpy.check(path=path)
    assert str(refused.value) == cause
    assert harnpy.run(path="a\0b").exit_code == 125


def test_permissions_of_a_run() -> None:
    outcome, _ = run('read_file("/etc/hostname")', permissions="none")
    assert outcome.failure is not None
    assert "HARN-CAP-201" in outcome.failure.text


def test_timeout_and_entry() -> None:
    outcome, _ = run("while true {}", timeout_ms=100)
    assert (outcome.exit_code, outcome.stopped) == (124, "timeout")
    assert run("return 3", timeout_ms=10**30)[0].value == 3
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


def test_a_program_is_formatted() -> None:
    assert harnpy.format_source("fn f( a ) {return a}") == "fn f(a) {\n  return a\n}\n"
    assert harnpy.format_source("// ---\nf()\n", separator_width=9) == "// ------\nf()\n"
    assert harnpy.format_source("f(1, 2)", line_width=5) == "f(\n  1,\n  2,\n)\n"
    with pytest.raises(harnpy.Unformattable, match="Expected expression, got \\) at 1:7"):
        harnpy.format_source("f(1 + )")
    with pytest.raises(ValueError, match="width must be at least 1"):
        harnpy.format_source("f()", line_width=0)


WRONG: list[tuple[dict[str, object], type[Exception], str]] = [
    ({"timout": 3}, TypeError, "unexpected keyword argument 'timout'"),
    ({"source": b"1"}, TypeError, "source must be a str, not bytes"),
    ({"path": "a.harn"}, TypeError, "harnpy.run takes a source or a path, not both"),
    ({"source": None, "path": b"a.harn"}, TypeError, "path must be a str or a path object, not bytes"),
    ({"source": None, "path": ""}, ValueError, "path must not be empty"),
    ({"args": "abc"}, TypeError, "args must be a list of str, not str"),
    ({"args": [1]}, TypeError, "args must be a list of str, not with int"),
    ({"args": 1}, TypeError, "args must be a list of str, not int"),
    ({"permissions": "some"}, ValueError, "permissions must be 'none', 'default' or 'all', not 'some'"),
    ({"permissions": None}, TypeError, "permissions must be 'none', 'default' or 'all', not NoneType"),
    ({"grants": {"deny": ["len"]}}, TypeError, "grants must be a harnpy.Grants, not dict"),
    ({"timeout_ms": 0}, ValueError, "timeout_ms must be an int of milliseconds above 0, not 0"),
    ({"timeout_ms": 1.5}, TypeError, "timeout_ms must be an int of milliseconds above 0, not float"),
    ({"clock": FixedClock}, TypeError, "clock must be a harnpy.Clock, not type"),
    ({"stdin": "text"}, TypeError, "stdin must be a text stream with read and readline"),
    ({"stdout": io.BytesIO()}, TypeError, "stdout must be a text stream with write and flush"),
    ({"stderr": 2}, TypeError, "stderr must be a text stream with write and flush"),
    ({"cwd": "/nowhere/at/all"}, ValueError, "cwd must be a folder that exists, not '/nowhere/at/all'"),
    ({"cwd": 1}, TypeError, "cwd must be a str or a path object, not int"),
    ({"entry": 1}, TypeError, "entry must be a str, not int"),
]


@pytest.mark.parametrize(("given", "kind", "text"), WRONG, ids=[one[2] for one in WRONG])
def test_a_wrong_argument_is_named(given: dict[str, object], kind: type[Exception], text: str) -> None:
    host: Any = {"source": "return 1", **given}
    with pytest.raises(kind, match=re.escape(text)):
        harnpy.run(**host)


def test_check_refuses_the_same() -> None:
    wrong: Any = b"1"
    with pytest.raises(TypeError, match="source must be a str, not bytes"):
        harnpy.check(wrong)
    with pytest.raises(TypeError, match=r"harnpy\.check takes a source or a path, not both"):
        harnpy.check("1", path="a.harn")


def test_grants_may_be_used_again(tmp_path: Path) -> None:
    path = tmp_path / "a.harn"
    path.write_text("return len([1])", "utf-8")
    grants = harnpy.Grants()
    grants.deny = frozenset({"len"})
    for _ in range(2):
        outcome = harnpy.run(path=path, grants=grants)
        assert outcome.failure is not None
        assert outcome.failure.text == "Error [tool_rejected]: Tool 'len' is not permitted."
    assert grants.files == []
    wrong: Any = grants
    wrong.deny_read = "/etc"
    with pytest.raises(TypeError, match=r"grants\.deny_read must be a list of str, not str"):
        harnpy.run("return 1", grants=wrong)


def test_an_uncaught_error_is_not_written() -> None:
    err = io.StringIO()
    outcome, _ = run('eprintln("own")\nthrow "lost"', stderr=err)
    assert err.getvalue() == "own\n"
    assert outcome.failure is not None
    assert outcome.failure.text == "Thrown: lost"


@pytest.mark.parametrize("text", ['println("é\ud800")', "const \udc80 = 1", "// \udfff", '"${\ud800}"'])
def test_a_lone_surrogate_is_a_diagnostic(text: str) -> None:
    outcome, _ = run("const é = 1\n" + text)
    assert outcome.exit_code == 1
    (found,) = outcome.diagnostics
    assert found.code == "HARN-PAR-003"
    assert found.text.startswith("Unexpected character '\\ud")
    assert found.span.file.byte_column(found.span.start)[0] == 2
    assert [one.text for one in harnpy.check("const é = 1\n" + text).diagnostics] == [found.text]


def test_what_is_public_is_there() -> None:
    for name in harnpy.__all__:
        assert getattr(harnpy, name)
    assert set(dir(harnpy)) == set(harnpy.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        getattr(harnpy, "Nothing")  # noqa: B009 (a name that no checker knows)
    assert (Path(harnpy.__file__).parent / "py.typed").is_file()
    assert list(inspect.signature(harnpy.run).parameters)[:3] == ["source", "path", "args"]


def test_outcomes_and_values_show_what_they_are() -> None:
    outcome, _ = run(
        "struct P { x: int }\nenum C { Red(n: int)\n Off }\n"
        "return [Ok(1), Err([2]), set(1, 2), 1..3, 1..=3, pair(1, nil), 5ms, P {x: 1}, C.Red(2), C.Off]"
    )
    assert repr(outcome.value) == (
        "[Ok(1), Err([2]), SetValue([1, 2]), RangeValue(1..3), RangeValue(1..=3), PairValue(1, None), "
        "DurationValue(5ms), P(x=1), C.Red(2), C.Off]"
    )
    assert repr(run("return 1")[0]) == "RunOutcome(exit_code=1, value=1)"
    assert repr(run("1 / 0\n")[0]) == (
        "RunOutcome(exit_code=1, failure=Failure('Division by zero', <source>:1))"
    )
    found = "Diagnostic(error[HARN-NAM-002] <source>:1:1: call target `nothing` is not defined or imported)"
    assert repr(harnpy.check("nothing()")) == f"Report([{found}])"


def test_check_finds_without_running() -> None:
    report = harnpy.check("println(nothing_like_that)")
    assert [one.code for one in report.diagnostics] == ["HARN-NAM-001"]
