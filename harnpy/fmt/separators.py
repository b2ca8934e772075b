"""Separator comments: `// ----` and `// --- Title ----` in, the same brought to a given width out."""

import re

_SEPARATOR = re.compile(r"//\s*([-=*#])\1{2,}(?:\s*(?P<title>\S.*?)\s*(?:\1{3,})?)?\s*\Z")
_SHORTEST = 3


def resized(comment: str, width: int) -> str:
    """A separator comment as wide as `width`; any other comment as it is."""
    found = _SEPARATOR.match(comment)
    if found is None:
        return comment
    mark, title = found[1], found["title"]
    start = f"// {mark * 3} {title} " if title else "// "
    return start + mark * max(width - len(start), _SHORTEST)
