"""Facts against the truth: lowering with a test of every fact around the expression that it speaks of."""

import ast as pyast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from harnpy.lowering import module as lowering
from harnpy.lowering.context import Context, Tables
from harnpy.semantics.facts.answers import Facts
from harnpy.semantics.facts.kinds import ALL, BITS, OTHER, Value
from harnpy.syntax import nodes
from harnpy.values.containers import SetValue
from harnpy.values.display import display
from harnpy.values.kinds import type_of

NAME = "_fact"
_UNTESTED = (nodes.Spread, nodes.Closure)
_DEEPEST, _MOST = 4, 60


class Claims:
    """The facts met while programs were lowered, and those that were refuted while they ran."""

    def __init__(self) -> None:
        self.claims: list[tuple[Value, nodes.Node]] = []
        self.refuted: dict[str, str] = {}
        self.tested = 0

    def names(self) -> dict[str, Any]:
        """What emitted code must see to test facts."""
        return {NAME: self.test}

    def test(self, number: int, value: Any) -> Any:
        """Note the fact when `value` refutes it."""
        claim, node = self.claims[number]
        self.tested += 1
        if not holds(claim, value):
            span = node.span
            line, column = span.file.line_col(span.start)
            text = span.file.text[span.start : span.end]
            where = f"{span.file.path}:{line}:{column} {type(node).__name__} `{text[:50]}`"
            self.refuted.setdefault(where, f"{claim} is {type_of(value)} {display(value)[:60]}")
        return value

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Lower with tests of facts."""
        original = lowering.tables
        lowering.tables = lambda: self._testing(original())
        try:
            yield
        finally:
            lowering.tables = original

    def _testing(self, made: Tables) -> Tables:
        for cls, handler in list(made.expr.rows.items()):
            if cls not in _UNTESTED:
                made.expr.rows[cls] = self._wrapped(handler)
        return made

    def _wrapped(self, handler: Any) -> Any:
        def lower(cx: Context, node: nodes.Node) -> pyast.expr:
            result = handler(cx, node)
            facts = cx.facts
            if isinstance(result, pyast.Constant) or not isinstance(facts, Facts):
                return result
            claim = facts.value(node)
            if claim.mask in (0, ALL):
                return result
            self.claims.append((claim, node))
            number = pyast.Constant(len(self.claims) - 1)
            call = pyast.Call(pyast.Name(NAME, pyast.Load()), [number, result], [])
            for one in (number, call, call.func):
                pyast.copy_location(one, result)
            return call

        return lower


def holds(claim: Value, value: Any, depth: int = 0) -> bool:
    """Whether a value is among those that the fact allows."""
    if claim.mask == ALL:
        return True
    kind = type_of(value)
    if not claim.mask & BITS.get(kind, OTHER):
        return False
    if kind == "int":
        return claim.lo <= value <= claim.hi
    if depth < _DEEPEST and kind in ("list", "set", "dict"):
        return _contents_hold(claim, value, depth + 1)
    if kind in ("struct", "enum") and claim.what is not None:
        found: str = value.NAME if kind == "struct" else value.ENUM
        declared: Any = claim.what
        return found == declared.name
    if kind == "closure" and isinstance(claim.what, nodes.FnDecl):
        return claim.what.name in value.__code__.co_name
    return True


def _contents_hold(claim: Value, value: Any, depth: int) -> bool:
    if isinstance(value, dict):
        items = list(value.values())
        for name, field in (claim.fields or {}).items():
            if name not in value or not holds(field, value[name], depth):
                return False
    else:
        items = list(value.items.values()) if isinstance(value, SetValue) else value
    if claim.elem is None:
        return True
    return all(holds(claim.elem, item, depth) for item in items[:_MOST] + items[-_MOST:])
