"""Records in, the lines that sum them up out."""

from itertools import islice

from harnpy.durable.memory_records import Record
from harnpy.durable.memory_search import View
from harnpy.durable.stamps import moment

MOST_BYTES = 4000
"""Longest text of a summary."""


def summarized(view: View, limit: int, query: str | None, tags: list[str]) -> list[Record]:
    """The records of a summary, oldest first: the best or the newest that have any of the tags."""
    ranked = view.newest() if query is None else (record for record, _ in view.ranked(query))
    wanted = (record for record in ranked if not tags or set(tags) & set(record.tags))
    return sorted(islice(wanted, limit), key=lambda record: (moment(record.stored_at), record.id))


def text_of_summary(records: list[Record]) -> str:
    """A line for each record, up to the one that would make the text too long."""
    lines: list[str] = []
    left = MOST_BYTES
    for record in records:
        first = record.text.partition("\n")[0].strip()
        line = f"- [{','.join(record.tags)}] {record.key}: {first}\n"
        left -= len(line.encode("utf-8", "surrogatepass"))
        if left < 0:
            break
        lines.append(line)
    return "".join(lines)
