"""HARN-ORC-001 and HARN-STD-003: calls with the wrong number of arguments.

`{count}` is the number with its noun: `1 argument`, `2 arguments`, `1-2 arguments`, `at least 1 argument`.
"""

from harnpy.diagnostics.model import WARNING, Code, Message

ORC_001 = Code(
    "HARN-ORC-001",
    "call with too few arguments",
    why="Every parameter without a default needs an argument, else the call fails when it is reached. "
    "Arguments beyond the parameters are ignored.",
    bad="fn add(a: int, b: int) -> int {\n  return a + b\n}\n\npub fn run() -> int {\n  return add(1)\n}\n",
    good="fn add(a: int, b: int) -> int {\n  return a + b\n}\n\n"
    "pub fn run() -> int {\n  return add(1, 2)\n}\n",
    related=("HARN-STD-003", "HARN-TYP-006"),
)
STD_003 = Code(
    "HARN-STD-003",
    "builtin with a wrong number of arguments",
    why="Builtin functions refuse missing and surplus arguments; builtin methods ignore surplus ones and "
    "take nil for missing ones, so a call with a wrong number is a mistake.",
    bad="pub fn run(names: list<string>) -> int {\n  return len(names, 1)\n}\n",
    good="pub fn run(names: list<string>) -> int {\n  return len(names)\n}\n",
    related=("HARN-ORC-001",),
)

TOO_FEW_ARGUMENTS = Message(
    "HARN-ORC-001",
    "Function '{name}' expects at least {count}, got {given}",
    severity=WARNING,
    source="type",
    label="arguments missing",
)
VARIANT_ARITY = Message(
    "HARN-ORC-001",
    "{enum}.{variant} expects {count}, got {given}",
    severity=WARNING,
    source="type",
    label="wrong number of arguments",
)
BUILTIN_ARITY = Message(
    "HARN-STD-003",
    "Builtin function '{name}' expects {count}, got {given}",
    severity=WARNING,
    source="type",
    label="wrong number of arguments",
)
METHOD_ARITY = Message(
    "HARN-STD-003",
    "`{kind}.{method}` expects {count}, got {given}",
    source="type",
    label="wrong number of arguments",
)
