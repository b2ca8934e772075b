"""Harn values: which Python object carries each kind, and what the language says of equality, order, display.

Exact `list`, `dict`, `int`, `float`, `str` carry the common kinds, because CPython specialises for exact
types; subclasses with a shared bit were refused (reads twice as slow, lowering.md 9).
"""

_ORDER = (
    "kinds",
    "faults",
    "hashing",
    "containers",
    "templates",
    "records",
    "functions",
    "display",
    "equality",
    "ordering",
    "iterators",
    "json_errors",
    "text",
    "convert",
    "contracts",
)
