"""Regular expressions: pattern and text in, matches, captures, replaced or split text out; in linear time."""

from harnpy.natives.support.declare import builtin
from harnpy.natives.support.patterns import Match, compiled
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine


@builtin("regex_match(pattern: string, text: string, flags?: string) -> list<string>?", fresh=True)
def regex_match(ctx: "Machine", pattern: str, text: str, flags: str | None = None) -> list[str] | None:
    """Return what matched, from left to right; nil when nothing did."""
    return [match.text for match in compiled(ctx, pattern, flags).matches(text)] or None


@builtin("regex_captures(pattern: string, text: string, flags?: string) -> list<dict>", fresh=True)
def regex_captures(
    ctx: "Machine", pattern: str, text: str, flags: str | None = None
) -> list[dict[str, Value]]:
    """Return `{match, groups, start, end, line}` of each match, with a key for each named group."""
    regex = compiled(ctx, pattern, flags)
    found: list[dict[str, Value]] = []
    line, counted = 1, 0
    for match in regex.matches(text):
        line += text.count("\n", counted, match.start)
        counted = match.start
        entry: dict[str, Value] = {name: match.groups[index] for name, index in regex.names.items()}
        entry |= {"match": match.text, "groups": match.groups[1:], "start": match.start, "end": match.end}
        entry["line"] = line
        found.append(entry)
    return found


@builtin(
    "regex_replace(pattern: string, replacement: string, text: string, flags?: string) -> string",
    aliases=("regex_replace_all",),
)
def regex_replace(ctx: "Machine", pattern: str, replacement: str, text: str, flags: str | None = None) -> str:
    """Replace every match; `$1`, `$name` and `${name}` stand for groups, `$$` for a dollar."""
    regex = compiled(ctx, pattern, flags)
    template = _template(replacement, regex.names)
    out: list[str] = []
    end = 0
    for match in regex.matches(text):
        out.append(text[end : match.start])
        out += [part if isinstance(part, str) else _group(match, part) for part in template]
        end = match.end
    out.append(text[end:])
    return "".join(out)


@builtin("regex_split(text: string, pattern: string, flags?: string) -> list<string>", fresh=True)
def regex_split(ctx: "Machine", text: str, pattern: str, flags: str | None = None) -> list[str]:
    """Split text at every match; the text comes first here."""
    parts: list[str] = []
    end = 0
    for match in compiled(ctx, pattern, flags).matches(text):
        parts.append(text[end : match.start])
        end = match.end
    parts.append(text[end:])
    return parts


def _group(match: Match, index: int) -> str:
    return match.groups[index] or "" if 0 <= index < len(match.groups) else ""


def _template(replacement: str, names: dict[str, int]) -> list[str | int]:
    """Split a replacement into texts and group numbers; an unknown group has the number -1."""
    parts: list[str | int] = []
    texts = replacement.split("$")
    parts.append(texts[0])
    at = 1
    while at < len(texts):
        rest = texts[at]
        if not rest and at + 1 < len(texts):
            parts += ["$", texts[at + 1]]
            at += 2
            continue
        name, after = _reference(rest)
        if name:
            parts += [int(name) if name.isdigit() else names.get(name, -1), after]
        else:
            parts.append("$" + rest)
        at += 1
    return parts


def _reference(rest: str) -> tuple[str, str]:
    """The name that follows a dollar, and what stands after it; an empty name for a plain dollar."""
    if rest.startswith("{"):
        name, brace, after = rest[1:].partition("}")
        return (name, after) if brace and name else ("", rest)
    length = 0
    while length < len(rest) and rest[length].isascii() and (rest[length].isalnum() or rest[length] == "_"):
        length += 1
    return rest[:length], rest[length:]
