"""Glob patterns: `*`, `**`, `?`, `[…]`, `{a,b}` in, an RE2 pattern over whole relative paths out."""

_SPECIAL = frozenset("\\.+()|^$#&-~ \t\n\r\v\f*?[]{}")


def glob_pattern(glob: str, *, hidden: bool = False) -> str:
    """Translate a glob; unless `hidden`, a wildcard does not match a leading dot."""
    start = "" if hidden else r"[^./]"
    out: list[str] = []
    at, depth = 0, 0
    while at < len(glob):
        char, first = glob[at], at == 0 or glob[at - 1] == "/"
        at += 1
        if char == "*" and glob.startswith("*", at):
            at += 1
            at += glob.startswith("/", at)
            out.append(_folders(start) if glob[at - 1] == "/" else _rest(start))
        elif char == "*":
            out.append(f"(?:{start}[^/]*)?" if first and start else "[^/]*")
        elif char == "?":
            out.append(start if first and start else "[^/]")
        elif char == "[" and glob.find("]", at + 1) > 0:
            end = glob.find("]", at + 1)
            out.append(_bracket(glob[at:end]))
            at = end + 1
        elif char == "{" and "}" in glob[at:]:
            depth += 1
            out.append("(?:")
        elif depth and char == "}":
            depth -= 1
            out.append(")")
        elif depth and char == ",":
            out.append("|")
        else:
            out.append("\\" + char if char in _SPECIAL else char)
    return "(?s)" + "".join(out) + ")" * depth


def _folders(start: str) -> str:
    return f"(?:{start or '[^/]'}[^/]*/)*"


def _rest(start: str) -> str:
    return f"(?:(?:{start or '[^/]'}[^/]*/)*{start or '[^/]'}[^/]*)?"


def _bracket(inside: str) -> str:
    negated = inside[:1] in ("!", "^")
    body = inside[1:] if negated else inside
    safe = "".join("\\" + char if char in "\\[]^" else char for char in body)
    return f"[^/{safe}]" if negated else f"[{safe}]"
