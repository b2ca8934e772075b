"""The catalog: its rows are those of the declarations, and every signature can be read."""

import inspect
from importlib import import_module

from harnpy.catalog.model import Catalog, parameters_of, result_of
from harnpy.catalog.standard import standard
from harnpy.natives.collect import collect, render, target


def test_the_rows_are_current() -> None:
    # `make catalog` writes them.
    assert render(collect()) == target().read_text(encoding="utf-8")


def test_lazy_and_eager_look_up_agree() -> None:
    lazy, eager = standard(), Catalog(collect())
    assert lazy.builtins.keys() == eager.builtins.keys()
    assert lazy.methods.keys() == eager.methods.keys()
    for kind, rows in eager.methods.items():
        assert rows.keys() == lazy.methods[kind].keys()
    one = standard().method("list", "map")
    assert one is not None
    assert one.signature == eager.methods["list"]["map"].signature
    assert standard().builtin("no such") is None


def test_every_native_has_a_manual_and_a_readable_signature() -> None:
    for row in collect():
        assert row.summary.endswith("."), row.name
        assert parameters_of(row.signature) is not None
        assert result_of(row.signature)


def test_signatures_and_python_parameters_agree() -> None:
    for row in collect():
        function = vars(import_module(row.module))[row.attribute]
        parameters = list(inspect.signature(function).parameters.values())
        taken = parameters[("context" in row.flags) :]
        if row.family in ("method", "property"):
            taken = taken[1:]
        if any(one.kind is one.VAR_POSITIONAL for one in taken):
            continue
        assert len(taken) == len(parameters_of(row.signature)), row.name
        for declared, python in zip(parameters_of(row.signature), taken, strict=True):
            assert not declared.optional or python.default is not python.empty, (row.name, declared.name)


def test_parameters_are_split_at_their_commas_only() -> None:
    parameters = parameters_of(
        "f<T>(a: dict<string, T>, b?: fn(T, int) -> bool, ...rest: {x: int, y: int}) -> T"
    )
    assert [one.name for one in parameters] == ["a", "b", "rest"]
    assert [one.type for one in parameters] == ["dict<string, T>", "fn(T, int) -> bool", "{x: int, y: int}"]
    assert [one.optional for one in parameters] == [False, True, False]
    assert parameters[2].rest
