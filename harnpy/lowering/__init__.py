"""Checked tree in, Python code out (lowering.md).

Emitted code is made of Python `ast` nodes with the positions of the Harn source, never of text: columns
survive into tracebacks and no string of a program can become code.
"""

_ORDER = (
    "emit",
    "facts",
    "specs",
    "ownership",
    "callgraph",
    "module_names",
    "module_context",
    "function_state",
    "context",
    "contracts",
    "guards",
    "access",
    "places",
    "patterns",
    "inlining",
    "operations",
    "calls",
    "methods",
    "expressions",
    "errors",
    "counting",
    "statements",
    "functions",
    "concurrency",
    "declarations",
    "later",
    "module",
    "compiled",
)
