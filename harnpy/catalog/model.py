"""Catalog rows and look-up: a name in, its signature and where its code lives out."""

from collections.abc import Iterable

BUILTIN, METHOD, PROPERTY, CAPABILITY = "builtin", "method", "property", "capability"


class Row:
    """One native.

    family     builtin, method, property or capability
    owner      empty for builtins; the kind (`string`) or the handle type (`HarnessFs`) for the others
    signature  as declared, in Harn's syntax: `split(text: string, sep?: string) -> list<string>`
    effect     permission it needs, empty for none: read write net run env stdio clock random exit
    module     Python module that holds it, imported at first call
    attribute  name of the Python function in that module
    flags      subset of: mutates (changes its receiver in place), fresh (returns a value nobody else holds),
               context (takes the machine as first Python argument), waits (`async def`), deprecated
    """

    __slots__ = (
        "attribute",
        "effect",
        "family",
        "flags",
        "module",
        "name",
        "owner",
        "signature",
        "summary",
    )

    def __init__(
        self,
        family: str,
        owner: str,
        name: str,
        signature: str,
        effect: str,
        module: str,
        attribute: str,
        flags: frozenset[str],
        summary: str,
    ) -> None:
        self.family = family
        self.owner = owner
        self.name = name
        self.signature = signature
        self.effect = effect
        self.module = module
        self.attribute = attribute
        self.flags = flags
        self.summary = summary


class Parameter:
    """One parameter of a native: its type as written, whether it may be left out, whether it takes the rest."""

    __slots__ = ("name", "optional", "rest", "type")

    def __init__(self, name: str, type: str, optional: bool, rest: bool) -> None:
        self.name = name
        self.type = type
        self.optional = optional
        self.rest = rest


class Catalog:
    """Rows by what a program can write: builtins by name, methods and properties by kind and name."""

    __slots__ = ("builtins", "capabilities", "methods", "properties")

    def __init__(self, rows: Iterable[Row]) -> None:
        self.builtins: dict[str, Row] = {}
        self.methods: dict[str, dict[str, Row]] = {}
        self.properties: dict[str, dict[str, Row]] = {}
        self.capabilities: dict[str, dict[str, Row]] = {}
        tables = {METHOD: self.methods, PROPERTY: self.properties, CAPABILITY: self.capabilities}
        for row in rows:
            if row.family == BUILTIN:
                self.builtins[row.name] = row
            else:
                tables[row.family].setdefault(row.owner, {})[row.name] = row


def parameters_of(signature: str) -> list[Parameter]:
    """Split the parameter list of a signature; types stay text.

    `pad(text: string, width: int, fill: string = " ") -> string` gives text, width and the optional fill.
    """
    inside = signature[signature.index("(") + 1 : _closing(signature, signature.index("("))]
    return [_parameter(part.strip()) for part in _split(inside) if part.strip()]


def result_of(signature: str) -> str:
    """The result type of a signature as text; `any` when none is written."""
    rest = signature[_closing(signature, signature.index("(")) + 1 :].strip()
    return rest.removeprefix("->").strip() or "any"


def _parameter(text: str) -> Parameter:
    rest = text.startswith("...")
    head, _, default = text.removeprefix("...").partition(" = ")
    name, _, kind = head.partition(":")
    optional = name.endswith("?") or bool(default)
    return Parameter(name.rstrip("? "), kind.strip() or "any", optional, rest)


def _closing(text: str, opening: int) -> int:
    depth = 0
    for index in range(opening, len(text)):
        if text[index] in "([{":
            depth += 1
        elif text[index] in ")]}":
            depth -= 1
            if depth == 0:
                return index
    raise ValueError(f"unbalanced signature: {text}")


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    previous = ""
    for index, char in enumerate(text):
        if char in "([{<":
            depth += 1
        elif char in ")]}" or (char == ">" and previous != "-"):
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
        previous = char
    return [*parts, text[start:]]
