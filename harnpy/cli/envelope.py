"""Machine documents: the one envelope of every `--json`, with all five keys in a fixed order."""

import json
from collections.abc import Mapping

SCHEMAS: dict[str, int] = {"check": 1, "doctor": 1, "explain": 1, "fmt": 1, "lint": 1, "run": 1}
"""Commands with machine output and the version of their document."""


def envelope(
    data: object,
    *,
    error: Mapping[str, object] | None = None,
    warnings: tuple[Mapping[str, object], ...] = (),
) -> dict[str, object]:
    """The document around `data`."""
    return {
        "schemaVersion": 1,
        "ok": error is None,
        "data": data,
        "error": error,
        "warnings": list(warnings),
    }


def failure(code: str, message: str, details: object = None) -> dict[str, object]:
    """The `error` of an envelope."""
    return {"code": code, "message": message, "details": details}


def pretty(document: object) -> str:
    """A document over several lines, with a line break at its end."""
    return _whole(json.dumps(document, indent=2, ensure_ascii=False)) + "\n"


def compact(document: object) -> str:
    """A document on one line, with a line break at its end."""
    return _whole(json.dumps(document, ensure_ascii=False, separators=(",", ":"))) + "\n"


def _whole(text: str) -> str:
    """The text with a replacement character for each byte of an argument or a name that is no UTF-8."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
