"""Vectors in, similarities out: cosines, and the blend of words and vectors.

Sums run from left to right in binary64, one row or many: what numpy adds, it adds element by element for all
rows at once, so the last digits are the same with it and without.
"""

from array import array
from importlib import import_module
from math import sqrt

from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Vector = Sequence[float]

_MANY = 2_000
"""From this many rows on numpy is used when it is there."""


def dot(left: "Vector", right: "Vector") -> float:
    """The sum of the products, from left to right."""
    total = 0.0
    for one, other in zip(left, right, strict=True):
        total += one * other
    return total


def cosine(left: "Vector", right: "Vector") -> float:
    """The cosine of the angle between two vectors; 0 when one of them has no length."""
    return _quotient(dot(left, right), dot(left, left), dot(right, right))


def cosines(query: "Vector", rows: "Sequence[Vector]") -> list[float]:
    """The cosine of each row with the query."""
    if len(rows) > _MANY:
        found = _by_columns(query, rows)
        if found is not None:
            return found
    own = dot(query, query)
    return [_quotient(dot(query, row), own, dot(row, row)) for row in rows]


def _quotient(product: float, left: float, right: float) -> float:
    lengths = sqrt(left) * sqrt(right)
    return product / lengths if lengths else 0.0


def _by_columns(query: "Vector", rows: "Sequence[Vector]") -> list[float] | None:
    """The same with numpy; None without it."""
    try:
        # An optional dependency, and only many rows are worth its start.
        numpy: Value = import_module("numpy")
    except ImportError:
        return None
    flat = array("d")
    for row in rows:
        flat.extend(row)
    columns: Value = numpy.ascontiguousarray(numpy.frombuffer(flat).reshape(len(rows), len(query)).T)
    products: Value = numpy.zeros(len(rows))
    squares: Value = numpy.zeros(len(rows))
    for value, column in zip(query, columns, strict=True):
        products += value * column
        squares += column * column
    own = dot(query, query)
    pairs = zip(products.tolist(), squares.tolist(), strict=True)
    return [_quotient(product, own, square) for product, square in pairs]


def blend(
    words: dict[int, float], similar: dict[int, float], weights: tuple[float, float]
) -> dict[int, float]:
    """Scores of words and similarities as one score each; what has neither is left out.

    `weights` are those of words and of similarity.
    """
    by_words, by_vectors = weights
    best = max([1.0, *words.values()])
    found: dict[int, float] = {}
    for document in words.keys() | similar.keys():
        score, nearness = words.get(document, 0.0), similar.get(document, 0.0)
        if score > 0.0 or nearness > 0.0:
            found[document] = by_words * (max(score, 0.0) / best) + by_vectors * max(nearness, 0.0)
    return found
