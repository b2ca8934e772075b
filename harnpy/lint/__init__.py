"""Lint: what is right for the machine and still not what a careful author would leave standing.

A rule is one file of `rules`; the linter walks the tree once and asks the rules of each node's class.
"""

_ORDER = (
    "text",
    "model",
    "flow",
    "names",
    "expressions",
    "coalesce",
    "comments",
    "types",
    "rules",
    "linter",
    "program",
    "fixes",
)
