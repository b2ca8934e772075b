"""Reductions in, nodes out: one function per rule of the grammar, under the name of the rule.

`rules.BUILDERS` is the table. A function takes the context, the span and the kept values of its rule.
"""

_ORDER = (
    "problems",
    "literals",
    "types",
    "patterns",
    "expressions",
    "blocks",
    "statements",
    "declarations",
    "rules",
)
