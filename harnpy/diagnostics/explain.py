"""Registered codes in, the pages behind `harnpy explain` out: one page, its JSON, the whole catalogue."""

from types import ModuleType

from harnpy.diagnostics.codes import (
    arity,
    durable,
    flow,
    fmt,
    generics,
    lint_flow,
    lint_layout,
    lint_names,
    lint_values,
    match,
    modules,
    names,
    operations,
    ownership,
    runtime,
    syntax,
    types,
)
from harnpy.diagnostics.model import Code, Message, Repair
from harnpy.diagnostics.render import repair_line
from harnpy.diagnostics.suggest import nearest

SCHEMA_VERSION = 1
STABILITY = "stable"

CATEGORIES: dict[str, str] = {
    "TYP": "types",
    "PAR": "syntax",
    "NAM": "names",
    "ORC": "control flow and orchestration",
    "STD": "standard library",
    "MOD": "modules",
    "IMP": "imports",
    "OWN": "mutability and ownership",
    "RCV": "error recovery",
    "MAT": "pattern matching",
    "LNT": "lint",
    "FMT": "formatting",
    "CMP": "compilation",
    "HPY": "harnpy itself",
    "CAP": "capabilities",
}
"""Categories that may have pages, in catalogue order."""

UNREPORTED = ("CAP", "LLM", "PRM", "RMD", "SUS", "POL", "MET", "CST")
"""Categories of Harn's registry that have codes harnpy does not report."""

EXITS: dict[int, tuple[str, str]] = {
    0: ("success", "The program ended normally, or there was nothing to report."),
    1: (
        "the program failed",
        "An uncaught error, an `Err` result, a program that does not compile, findings of `check`, "
        "or output that could not be written.",
    ),
    2: ("usage", "The command line was wrong: unknown command or option, missing or malformed argument."),
    70: (
        "internal error of harnpy",
        "A bug in harnpy. The message names a report file; please attach it to a bug report.",
    ),
    124: (
        "stopped",
        "The run was stopped by a signal (Ctrl+C, SIGTERM, SIGHUP) or reached its `--timeout`.",
    ),
    125: (
        "could not be prepared",
        "The file could not be read, or configuration, permissions or dependencies are wrong. "
        "Nothing of the program ran.",
    ),
}
"""Exit codes with a title and one or two sentences."""


_RULE = "lint["
"""What the label of a lint message begins with, before the name of its rule."""


class Registry:
    """All codes by name, in the order of their tables."""

    __slots__ = ("_rules", "codes")

    def __init__(self, tables: tuple[ModuleType, ...]) -> None:
        self.codes: dict[str, Code] = {}
        # Names of lint rules, each with its code.
        self._rules: dict[str, str] = {}
        for table in tables:
            for value in vars(table).values():
                if isinstance(value, Message) and value.label.startswith(_RULE):
                    self._rules[value.label[len(_RULE) : -1]] = value.code
                for row in _rows(value):
                    self.codes.setdefault(row.code, row)

    def find(self, spelt: str) -> Code | None:
        """The code a person means by `HARN-TYP-007`, `harn-typ-007`, `typ-007` or the name of a lint rule."""
        named = self._rules.get(spelt.strip().lower())
        return self.codes.get(named or _canonical(spelt))

    def suggestion(self, spelt: str) -> str | None:
        """The code or rule nearest to a misspelt one."""
        return nearest(_canonical(spelt), self.codes) or nearest(spelt.strip().lower(), self._rules)

    def in_order(self) -> list[Code]:
        """All codes by category of `CATEGORIES`, then by number."""
        order = {name: position for position, name in enumerate(CATEGORIES)}
        return sorted(
            self.codes.values(), key=lambda row: (order.get(category_of(row), len(order)), row.code)
        )


def registered() -> Registry:
    """Every code that harnpy reports."""
    found = (syntax, types, operations, generics, names, arity, modules, match, ownership, flow, fmt, runtime)
    return Registry((*found, durable, lint_names, lint_values, lint_flow, lint_layout))


def repairs_by_code() -> dict[str, tuple[Repair, ...]]:
    """What `Frames` prints below a diagnostic."""
    return {row.code: row.repairs for row in registered().codes.values() if row.repairs}


def category_of(row: Code) -> str:
    """The middle part of a code."""
    return row.code.split("-")[1]


def body(row: Code) -> str:
    """The explanation in Markdown: title, what it means, a program that has the fault, one that has not."""
    flag = "run" if row.command == "run" else row.command
    return (
        f"# {row.code} — {row.summary}\n\n{row.why.strip()}\n\n"
        f"## Reported by `harnpy {flag}`\n\n```harn\n{row.bad.strip()}\n```\n\n"
        f"## Better\n\n```harn\n{row.good.strip()}\n```\n"
    )


def page(row: Code, registry: Registry) -> str:
    """The whole text that `explain CODE` prints."""
    parts = [body(row).removeprefix("# ")]
    if row.repairs:
        parts.append("".join(f"Repair: {repair_line(one)}\n" for one in row.repairs))
    known = [registry.codes[name] for name in row.related if name in registry.codes]
    if known:
        parts.append("See also:\n" + "".join(f"  - {one.code} — {one.summary}\n" for one in known))
    return "\n".join(parts)


def page_data(row: Code) -> dict[str, object]:
    """The page as data, keys sorted."""
    return {
        "apiStability": STABILITY,
        "body": body(row),
        "category": category_of(row),
        "code": row.code,
        "related": list(row.related),
        "repairs": _repairs(row),
        "schemaVersion": SCHEMA_VERSION,
        "summary": row.summary,
    }


def exit_page(number: int) -> str | None:
    """The page of an exit code, or None for one without a fixed meaning."""
    known = EXITS.get(number)
    return f"exit {number} — {known[0]}\n\n{known[1]}\n" if known else None


def exit_data(number: int | None = None) -> dict[str, object]:
    """The page of an exit code as data, or all of them."""
    if number is None:
        rows: list[dict[str, object]] = [
            {"body": text, "exit": code, "summary": title} for code, (title, text) in EXITS.items()
        ]
        return {"exits": rows, "schemaVersion": SCHEMA_VERSION}
    title, text = EXITS[number]
    return {"body": text, "exit": number, "schemaVersion": SCHEMA_VERSION, "summary": title}


def exit_table() -> str:
    """All exit codes with a fixed meaning, one a line."""
    lines = "".join(f"{number:>4}  {title}\n" for number, (title, _) in EXITS.items())
    return lines + "   n  what the program returned, or gave to `exit(n)`\n"


def unknown_lines(spelt: str, registry: Registry) -> list[str]:
    """What to tell someone who asked for a code without a page."""
    parts = _canonical(spelt).split("-")
    reportable = len(parts) == 3 and parts[2].isdigit() and len(parts[2]) == 3
    if reportable and parts[1] in (*CATEGORIES, *UNREPORTED):
        return [f"[harnpy] {_canonical(spelt)} is not reported by harnpy"]
    guess = registry.suggestion(spelt)
    lines = [
        f"[harnpy] Unknown Harn diagnostic code `{spelt}`. Expected `HARN-<CAT>-<NNN>` (e.g. `HARN-NAM-001`)."
    ]
    if guess:
        lines.append(f"[harnpy] Did you mean `{guess}`?")
    lines.append(
        "[harnpy] Run `harnpy explain HARN-NAM-001` for an example, "
        "or `harnpy explain --catalog` for the full registry."
    )
    return lines


def catalog_text(registry: Registry) -> str:
    """One line per code."""
    lines: list[str] = []
    for row in registry.in_order():
        repairs = "".join(f" [repair: {one.ident} ({one.safety})]" for one in row.repairs)
        lines.append(f"{row.code} ({category_of(row)}) — {row.summary}{repairs}\n")
    return "".join(lines)


def catalog_markdown(registry: Registry) -> str:
    """A table per category."""
    parts = ["# Diagnostic codes\n"]
    for ident, title in CATEGORIES.items():
        rows = [row for row in registry.in_order() if category_of(row) == ident]
        if rows:
            lines = "".join(f"| {row.code} | {row.summary.replace('|', chr(92) + '|')} |\n" for row in rows)
            parts.append(f"## {ident}: {title}\n\n| Code | Summary |\n|---|---|\n{lines}")
    return "\n".join(parts)


def catalog_data(registry: Registry) -> dict[str, object]:
    """The catalogue as data."""
    rows = registry.in_order()
    counts = {ident: sum(category_of(row) == ident for row in rows) for ident in CATEGORIES}
    return {
        "schemaVersion": SCHEMA_VERSION,
        "categories": [
            {"id": ident, "title": title, "count": counts[ident]}
            for ident, title in CATEGORIES.items()
            if counts[ident]
        ],
        "codes": [
            {
                "code": row.code,
                "category": category_of(row),
                "summary": row.summary,
                "repairs": _repairs(row),
                "related": list(row.related),
                "explanationPresent": True,
                "apiStability": STABILITY,
            }
            for row in rows
        ],
    }


def _rows(value: object) -> tuple[Code, ...]:
    """The codes that a name of a table holds: one, several, or none."""
    if isinstance(value, tuple):
        parts: tuple[object, ...] = value  # pyright: ignore[reportUnknownVariableType] (its items are looked at)
        return tuple(one for one in parts if isinstance(one, Code))
    return (value,) if isinstance(value, Code) else ()


def _repairs(row: Code) -> list[dict[str, str]]:
    return [{"id": one.ident, "safety": one.safety, "summary": one.summary} for one in row.repairs]


def _canonical(spelt: str) -> str:
    upper = spelt.strip().upper()
    return upper if upper.startswith("HARN-") else f"HARN-{upper}"
