"""Catalog rows and look-up: a name in, its signature and where its code lives out."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


BUILTIN, METHOD, PROPERTY, CAPABILITY = "builtin", "method", "property", "capability"
FUNCTION = "function"
"""Family of the functions of native modules; the others are named above."""


class Row:
    """One native.

    family     builtin, method, property, capability or function
    owner      empty for builtins; for the others the kind (`string`), the handle type (`HarnessFs`) or the
               import path of the module (`std/checkpoint`)
    signature  as declared, in Harn's syntax: `split(text: string, sep?: string) -> list<string>`
    effect     permission it needs, empty for none: read write net run env stdio clock random exit;
               `connect` for what judges the hosts that its first argument leads to itself
    module     Python module that holds it, imported at first call
    attribute  name of the Python function in that module
    flags      subset of: mutates (changes its receiver in place), fresh (returns a value nobody else holds),
               context (takes the machine as first Python argument), waits (`async def`), deprecated,
               constant (a builtin whose name stands for the result of calling it), unchecked (it judges its
               arguments itself: the signature is for readers and the checker)
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
    """One parameter of a native: its type as written, if it may be left out, if it takes the rest."""

    __slots__ = ("name", "optional", "rest", "type")

    def __init__(self, name: str, type: str, optional: bool, rest: bool) -> None:
        self.name = name
        self.type = type
        self.optional = optional
        self.rest = rest


# Names looked up in the text before all of its lines are sorted by name.
_FEW = 12


class Catalog:
    """Rows by what a program can write: builtins by name, methods and properties by kind and name.

    A row is made when first asked for: `builtin`, `method`, `property_row`, `capability` and `function` make
    one, the tables `builtins`, `methods`, `properties`, `capabilities` and `modules` all of their family.
    `refusable` says that a run may refuse builtins, so every call of one must be a call.
    """

    __slots__ = ("_lines", "_made", "_sought", "_text", "refusable")

    def __init__(self, rows: Iterable[Row] = (), text: str = "") -> None:
        """A catalog of rows, or of those that the lines of `text` describe."""
        self.refusable = False
        self._text = text
        self._sought = 0
        # Lines, once they are sorted, and made rows by family, owner, name.
        self._lines: dict[str, dict[str, dict[str, str]]] | None = None
        self._made: dict[str, dict[str, dict[str, Row]]] = {
            family: {} for family in (BUILTIN, METHOD, PROPERTY, CAPABILITY, FUNCTION)
        }
        for row in rows:
            self._made[row.family].setdefault(row.owner, {})[row.name] = row

    def builtin(self, name: str) -> Row | None:
        """The builtin `name`, if there is one."""
        return self._row(BUILTIN, "", name)

    def method(self, kind: str, name: str) -> Row | None:
        """The method `name` of values of `kind`, if there is one."""
        return self._row(METHOD, kind, name)

    def property_row(self, kind: str, name: str) -> Row | None:
        """The property `name` of values of `kind`, if there is one."""
        return self._row(PROPERTY, kind, name)

    def capability(self, handle: str, name: str) -> Row | None:
        """The method `name` of the harness handle type `handle`, if there is one."""
        return self._row(CAPABILITY, handle, name)

    def function(self, module: str, name: str) -> Row | None:
        """The function `name` of the native module `std/…`, if there is one."""
        return self._row(FUNCTION, module, name)

    @property
    def builtins(self) -> dict[str, Row]:
        """All builtins by name."""
        return self._all(BUILTIN).setdefault("", {})

    @property
    def methods(self) -> dict[str, dict[str, Row]]:
        """All methods by kind and name."""
        return self._all(METHOD)

    @property
    def properties(self) -> dict[str, dict[str, Row]]:
        """All properties by kind and name."""
        return self._all(PROPERTY)

    @property
    def capabilities(self) -> dict[str, dict[str, Row]]:
        """All methods of harness handles by handle type and name."""
        return self._all(CAPABILITY)

    @property
    def modules(self) -> dict[str, dict[str, Row]]:
        """All functions of native modules by import path and name."""
        return self._all(FUNCTION)

    def _row(self, family: str, owner: str, name: str) -> Row | None:
        row = self._made[family].get(owner, {}).get(name)
        if row is None and self._text:
            line = self._line(family, owner, name)
            if line:
                row = _row_of(line)
                self._made[family].setdefault(owner, {})[name] = row
        return row

    def _line(self, family: str, owner: str, name: str) -> str:
        """The line of a row; empty when there is none."""
        if self._lines is None and self._sought < _FEW:
            self._sought += 1
            start = self._text.find(f"\n{family}\t{owner}\t{name}\t") + 1
            return self._text[start : self._text.index("\n", start)] if start else ""
        return self._sorted().get(family, {}).get(owner, {}).get(name, "")

    def _sorted(self) -> dict[str, dict[str, dict[str, str]]]:
        if self._lines is None:
            self._lines = {}
            for line in self._text.split("\n"):
                if line:
                    family, owner, name, _ = line.split("\t", 3)
                    self._lines.setdefault(family, {}).setdefault(owner, {})[name] = line
        return self._lines

    def _all(self, family: str) -> dict[str, dict[str, Row]]:
        made = self._made[family]
        for owner, lines in self._sorted().pop(family, {}).items():
            rows = made.setdefault(owner, {})
            for name, line in lines.items():
                if name not in rows:
                    rows[name] = _row_of(line)
        return made


def _row_of(line: str) -> Row:
    family, owner, name, signature, effect, module, attribute, flags, summary = line.split("\t")
    return Row(family, owner, name, signature, effect, module, attribute, frozenset(flags.split()), summary)


def line_of(row: Row) -> str:
    """A row as one line of `catalog/rows.py`: its fields in the order of `Row`, between tabs."""
    head = (row.family, row.owner, row.name, row.signature, row.effect)
    return "\t".join((*head, row.module, row.attribute, " ".join(sorted(row.flags)), row.summary))


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
    parts: list[str] = []
    depth = start = 0
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
