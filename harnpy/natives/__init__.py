"""Everything that Harn calls and Python implements; a native is one function with its signature and manual.

The tuples name the modules below `builtins/`, `methods/`, `harness/` and `std/` in reading order, one a line;
`collect.py` reads them, so a module that is not named here does not exist for programs.
"""

BUILTINS: tuple[str, ...] = (
    "core",
    "convert",
    "collections",
    "sets",
    "numbers",
    "statistics",
    "strings",
    "letter_case",
    "assertions",
    "matching",
    "errors",
    "random",
    "identifiers",
    "printing",
    "output",
    "paths",
    "files",
    "trees",
    "logging",
    "data",
    "documents",
    "schema",
    "regex",
    "hashing",
    "encoding",
    "urls",
    "process",
    "human",
    "time",
    "tasks",
    "streams",
    "checkpoint",
    "store",
)
METHODS: tuple[str, ...] = (
    "string",
    "list",
    "list_changes",
    "dict",
    "set",
    "range",
    "pair",
    "enum",
    "iter",
    "generator",
)
HANDLES: tuple[str, ...] = (
    "term",
    "fs",
    "random",
    "process",
    "system",
    "obs",
    "runtime",
    "testing",
)
MODULES: tuple[str, ...] = (
    "checkpoint",
    "agent_state",
    "memory",
    "agent.fact",
    "agent.probe",
    "postgres",
)
"""`agent.fact` is the file `std/agent/fact.py`, which programs import as `std/agent/fact`."""
