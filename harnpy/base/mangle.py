"""Harn name to Python identifier and back; emitted names never meet Python's own (lowering.md 3)."""

# Prefix for names that Python reserves and for names with a leading underscore, which the ABI owns.
_ESCAPE = "u_"

KEYWORDS = frozenset({
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
})  # fmt: skip
"""What Python reserves; written out, since the module that lists them is one more to load at every start."""


def mangle(name: str) -> str:
    """Return the Python identifier that carries the Harn name `name`."""
    if name.startswith(("_", _ESCAPE)) or name in KEYWORDS:
        return _ESCAPE + name
    return name


def unmangle(identifier: str) -> str:
    """Return the Harn name behind an identifier made by `mangle`, without the suffix of a shadowing one."""
    name = identifier.partition("·")[0]
    return name.removeprefix(_ESCAPE)


def shadow(identifier: str, number: int) -> str:
    """Return the identifier of the `number`th declaration of one name in one Python scope.

    The separator `·` is a letter to Python and cannot stand in a Harn name, so no name can collide.
    """
    return f"{identifier}·{number}"
