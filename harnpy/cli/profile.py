"""`run --profile`: calls and times per Harn function, as a table for people and as JSON."""

import cProfile
from collections.abc import Callable, Iterable
from typing import TypeVar

from harnpy.cli.envelope import pretty
from harnpy.runtime.errors import frame_name

ROWS = 20

Result = TypeVar("Result")


class Profiler:
    """Measures one run; `around` is what the pipeline calls the program through."""

    __slots__ = ("_profile",)

    def __init__(self) -> None:
        self._profile = cProfile.Profile()

    def around(self, body: Callable[[], Result]) -> Result:
        """Run `body` under measurement."""
        return self._profile.runcall(body)

    def rows(self, files: Iterable[str]) -> list[dict[str, object]]:
        """One row per function in `files`, the most own time first."""
        wanted = frozenset(files)
        found: list[dict[str, object]] = []
        for entry in self._profile.getstats():
            code = entry.code
            if isinstance(code, str) or code.co_filename not in wanted:
                continue
            found.append(
                {
                    "function": frame_name(code),
                    "file": code.co_filename,
                    "line": code.co_firstlineno,
                    "calls": entry.callcount,
                    "own_ms": round(entry.inlinetime * 1000, 3),
                    "total_ms": round(entry.totaltime * 1000, 3),
                }
            )
        return sorted(found, key=_own, reverse=True)


def table(rows: list[dict[str, object]]) -> str:
    """The rows for a person, at most `ROWS` of them."""
    lines = [f"{'calls':>10} {'own ms':>10} {'total ms':>10}  function"]
    lines += [
        f"{row['calls']:>10} {row['own_ms']:>10.3f} {row['total_ms']:>10.3f}  "
        f"{row['function']} ({row['file']}:{row['line']})"
        for row in rows[:ROWS]
    ]
    if len(rows) > ROWS:
        lines.append(f"… {len(rows) - ROWS} more")
    return "\n".join(lines) + "\n"


def document(rows: list[dict[str, object]]) -> str:
    """The rows as JSON."""
    return pretty({"schemaVersion": 1, "functions": rows})


def _own(row: dict[str, object]) -> float:
    own = row["own_ms"]
    return own if isinstance(own, float) else 0.0
