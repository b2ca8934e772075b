"""Programs: entry, result, exit code; modules and imports; the names that emitted code sees."""

import pytest

from harnpy.base.abi import NAMES
from harnpy.runtime.modules import ModuleCode
from harnpy.runtime.refcounts import NEVER, Counts, battery_holds, measure
from harnpy.runtime.support import namespace
from harnpy.values.display import display
from tests.runtime.programs import KEY, machine_of, module, result_of, run, stderr_of


def test_support_binds_exactly_the_abi() -> None:
    assert set(namespace(machine_of())) == set(NAMES)


def test_names_of_python_are_out_of_reach() -> None:
    with pytest.raises(ImportError):
        run("import os\n")
    failure = run("def _init(): return print\n").failure
    assert failure is not None
    assert failure.text.startswith("Runtime error: Undefined variable: print")


@pytest.mark.parametrize(
    ("result", "code"),
    [
        ("3", 3),
        ("300", 255),
        ("-3", 0),
        ("True", 0),
        ("'text'", 0),
        ("None", 0),
        ("_Ok(5)", 0),
        ("_Err('m')", 1),
    ],
)
def test_exit_codes(result: str, code: int) -> None:
    assert run(f"def _init(): return {result}\n").exit_code == code


def test_the_payload_of_err_goes_to_the_error_stream() -> None:
    assert stderr_of("def _init(): return _Err([1, 'a'])\n") == "[1, a]\n"


def test_abort_ends_the_run() -> None:
    natives = [("_n_exit", "builtin", "", "exit")]
    result = run("def _init(): _n_exit.call(258)\n", natives=natives)
    assert (result.exit_code, result.failure) == (2, None)


def test_entry_is_the_default_pipeline_else_the_first_else_main() -> None:
    source = "def _pipe_a(): return 'a'\ndef _pipe_default(): return 'd'\ndef main(h): return display(h)\n"
    first, default = ("pipeline", "a", "_pipe_a", ()), ("pipeline", "default", "_pipe_default", ())
    main = ("main", "main", "main", (("h", "Harness"),))
    assert result_of(source, entries=[first, default, main]) == "d"
    assert result_of(source, entries=[main, first]) == "a"
    assert display(result_of("def main(h): return [h]\n", entries=[main])) == "[<Harness>]"


def test_pipeline_parameters_come_from_the_host() -> None:
    source = "def _pipe_p(harness, task, other): return [harness, task, other]\n"
    parameters = (("harness", "Harness"), ("task", ""), ("other", "Harness"))
    code = module(source, entries=[("pipeline", "p", "_pipe_p", parameters)])
    result = machine_of(code, inputs={"task": "t"}).run(KEY)
    assert display(result.value) == "[<Harness>, t, nil]"


def test_statements_run_before_main_and_on_finish_after() -> None:
    source = "def _init():\n    global k\n    k = 5\ndef main(): return k\n"
    code = module(source, entries=[("main", "main", "main", ())])
    machine = machine_of(code)
    machine.on_finish = lambda harness, value: [value]
    assert machine.run(KEY).value == [5]


def test_a_module_runs_once_and_cycles_bind_late() -> None:
    a = module(
        "def _init():\n    global m, count\n    count = 1\n    m = _import(0)\n"
        "    return _imported(m, 'both')()\n"
        "def mine(): return 'a'\n",
        imports=["/project/b.harn"],
        exports=[("mine", "mine"), ("count", "count")],
    )
    b = module(
        "def _init():\n    global other\n    other = _import(0)\n"
        "def both(): return [_late(other, 'mine')(), _late(other, 'count')]\n",
        "/project/b.harn",
        "b.harn",
        imports=[KEY],
        exports=[("both", "both")],
    )
    result = machine_of(a, b).run(KEY)
    assert result.value == ["a", 1]


def test_names_that_are_not_exported() -> None:
    lib = module("x = 1\n", "/project/lib.harn", "lib.harn", exports=[("x", "x")], private=["hidden"])
    for name, text in (
        ("y", "Runtime error: Import error: 'y' is not exported by /project/lib.harn"),
        (
            "hidden",
            "Runtime error: Import error: 'hidden' is not exported by /project/lib.harn — it is defined "
            "there but not `pub`; mark it `pub` to export it",
        ),
    ):
        entry = module(f"def _init(): _imported(_import(0), '{name}')\n", imports=["/project/lib.harn"])
        failure = machine_of(lib, entry).run(KEY).failure
        assert failure is not None
        assert failure.text == f"{text} (line 1)"


def test_namespaces() -> None:
    lib = module(
        "x = 1\ndef f(a): return a\n", "/project/lib.harn", "lib.harn", exports=[("x", "x"), ("f", "f")]
    )
    source = (
        "def _init():\n    m = _namespace(_import(0))\n    return [_prop(m, 'x'), _method(m, 'f', 2), m]\n"
    )
    result = machine_of(lib, module(source, imports=["/project/lib.harn"])).run(KEY)
    assert display(result.value) == "[1, 2, {f: <fn(a)>, x: 1}]"
    bad = "def _init(): return _prop(_namespace(_import(0)), 'nope')\n"
    failure = machine_of(lib, module(bad, imports=["/project/lib.harn"])).run(KEY).failure
    assert failure is not None
    assert failure.text == "Runtime error: module `/project/lib.harn` has no exported member `nope` (line 1)"


def test_module_code_survives_packing() -> None:
    code = module("x = 1\n", imports=["a"], exports=[("x", "x")], tail_sites=[(1, 2)], private=["p"])
    again = ModuleCode.unpack(code.pack())
    assert again.pack() == code.pack()


def test_tools_are_values() -> None:
    source = (
        "def _init():\n    t = _tool('t', 'does', lambda a: a, {})\n"
        "    return [_call(t, 5), _prop(t, 'name')]\n"
    )
    assert result_of(source) == [5, "t"]


def test_reference_counts_are_calibrated() -> None:
    counts = measure()
    assert counts.local == NEVER or battery_holds(counts)
    assert not battery_holds(Counts(counts.local + 1, counts.element, counts.module, counts.field))
