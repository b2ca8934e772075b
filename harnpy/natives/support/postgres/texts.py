"""The server's texts of composed values in, their parts out: arrays, ranges, hstore, geometry."""

import re
from collections.abc import Callable

from harnpy.values.kinds import Value

Decode = Callable[[bytes], Value]
"""What makes a value of the text of one."""

_QUOTED = re.compile(r'"((?:[^"\\]|\\.|"")*)"', re.DOTALL)
_ESCAPE = re.compile(r'\\(.)|""', re.DOTALL)
_NUMBER = re.compile(r"[-+]?(?:Infinity|NaN|[0-9.]+(?:e[-+]?[0-9]+)?)", re.IGNORECASE)
_BOUNDS = re.compile(r'("(?:[^"\\]|\\.|"")*"|[^,]*),("(?:[^"\\]|\\.|"")*"|.*)', re.DOTALL)
_PAIR = re.compile(r'"((?:[^"\\]|\\.)*)"=>(?:"((?:[^"\\]|\\.)*)"|NULL)', re.DOTALL)
_EMPTY = {"start": None, "end": None, "start_inclusive": False, "end_inclusive": False, "empty": True}


def array(text: str, delimiter: str, decode: Decode) -> list[Value]:
    """The elements of an array, nested as its dimensions are; NULL is nil."""
    top: list[Value] = []
    open_lists = [top]
    # Bounds that do not begin at 1 stand in front: `[0:1]={…}`.
    at = text.index("{")
    while at < len(text):
        character = text[at]
        if character == "{":
            inner: list[Value] = []
            open_lists[-1].append(inner)
            open_lists.append(inner)
        elif character == "}":
            open_lists.pop()
        elif character == '"':
            found = _QUOTED.match(text, at)
            if found is None:
                raise ValueError("an array with a quote that does not end")
            open_lists[-1].append(decode(_plain(found[1]).encode()))
            at = found.end()
            continue
        elif character != delimiter:
            end = _end(text, at, delimiter)
            word = text[at:end]
            open_lists[-1].append(None if word.upper() == "NULL" else decode(word.encode()))
            at = end
            continue
        at += 1
    (whole,) = top
    return whole


def span(text: str, decode: Decode) -> dict[str, Value]:
    """A range: its bounds, an open one nil. The empty one says that it is."""
    if text == "empty":
        return dict(_EMPTY)
    found = _BOUNDS.fullmatch(text[1:-1])
    if found is None:
        raise ValueError("a range without a comma")
    start, end = (_bound(one, decode) for one in found.groups())
    return {
        "start": start,
        "end": end,
        "start_inclusive": text[0] == "[",
        "end_inclusive": text[-1] == "]",
    }


def hstore(text: str) -> dict[str, Value]:
    """Texts by text; NULL is nil."""
    return {
        _plain(found[1]): None if found[2] is None else _plain(found[2]) for found in _PAIR.finditer(text)
    }


def point(text: str) -> dict[str, Value]:
    """`(x,y)`."""
    return _points(text)[0]


def line(text: str) -> dict[str, Value]:
    """`{a,b,c}`."""
    a, b, c = _numbers(text)
    return {"a": a, "b": b, "c": c}


def segment(text: str) -> dict[str, Value]:
    """`[(x,y),(x,y)]`."""
    start, end = _points(text)
    return {"start": start, "end": end}


def box(text: str) -> dict[str, Value]:
    """`(x,y),(x,y)`: the upper right corner comes first."""
    upper, lower = _points(text)
    return {"upper_right": upper, "lower_left": lower}


def path(text: str) -> dict[str, Value]:
    """`((x,y),…)` when closed, `[(x,y),…]` when open."""
    return {"closed": text.startswith("("), "points": _points(text)}


def polygon(text: str) -> dict[str, Value]:
    """`((x,y),…)`."""
    return {"points": _points(text)}


def circle(text: str) -> dict[str, Value]:
    """`<(x,y),r>`."""
    x, y, radius = _numbers(text)
    return {"center": {"x": x, "y": y}, "radius": radius}


def _plain(quoted: str) -> str:
    """What stands between quotes without its escapes."""
    if "\\" not in quoted and '""' not in quoted:
        return quoted
    return _ESCAPE.sub(lambda found: found[1] or '"', quoted)


def _end(text: str, start: int, delimiter: str) -> int:
    """Where an element without quotes ends."""
    ends = [at for one in (delimiter, "}") if (at := text.find(one, start)) >= 0]
    return min(ends, default=len(text))


def _bound(text: str, decode: Decode) -> Value:
    if not text:
        return None
    return decode((_plain(text[1:-1]) if text.startswith('"') else text).encode())


def _numbers(text: str) -> list[float]:
    return [float(found) for found in _NUMBER.findall(text)]


def _points(text: str) -> list[dict[str, Value]]:
    numbers = _numbers(text)
    return [{"x": numbers[at], "y": numbers[at + 1]} for at in range(0, len(numbers), 2)]
