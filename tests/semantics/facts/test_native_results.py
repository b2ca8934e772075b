"""The results that signatures of natives promise are those of their Python functions."""

from importlib import import_module

import pytest

from harnpy.catalog.model import Row, result_of
from harnpy.catalog.standard import standard
from harnpy.semantics.facts.calls import NEUTRAL, SOMETIMES_NIL

SCALARS = {"int": "int", "string": "str", "bool": "bool", "float": "float", "nil": "None", "bytes": "bytes"}
CATALOG = standard()
ROWS = [*CATALOG.builtins.values(), *(row for table in CATALOG.methods.values() for row in table.values())]
PROMISING = [row for row in ROWS if result_of(row.signature) in SCALARS]
# Their loops run behind a wrapper without annotations.
WRAPPED = {"find_index"}


@pytest.mark.parametrize("row", PROMISING, ids=lambda row: f"{row.owner}.{row.name}")
def test_a_promised_scalar_is_what_the_function_returns(row: Row) -> None:
    if row.name in NEUTRAL | SOMETIMES_NIL | WRAPPED:
        return
    function = getattr(import_module(row.module), row.attribute)
    written = function.__annotations__.get("return")
    name = written if isinstance(written, str) else getattr(written, "__name__", str(written))
    assert name == SCALARS[result_of(row.signature)]
