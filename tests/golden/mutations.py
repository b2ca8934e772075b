"""Small damages to programs: bytes and tokens changed, dropped, doubled and swapped at random places."""

import random
import re

_BYTES = b"{}()[];:,.?!|&=+-*/%<>\"'\\\n $_abc019"
# The spaces after a token belong to it: without them it would be the same program too often.
_TOKEN = re.compile(r"(?:\w+|[=!<>]=|->|\|>|\?\?|\*\*|\.\.=?|[^ ])[ ]*|[ ]+")


def mutants_of(text: str, count: int, seed: int) -> list[str]:
    """`count` damaged copies of a program; fewer when some come out alike."""
    rng = random.Random(seed)
    data, tokens = text.encode(), _TOKEN.findall(text)
    found = (_bytes(data, rng) if rng.random() < 0.4 else _tokens(tokens, rng) for _ in range(count))
    return [one for one in dict.fromkeys(found) if one != text]


def _bytes(data: bytes, rng: random.Random) -> str:
    """Up to three bytes replaced, dropped or put in."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(changed))
        match rng.randrange(3):
            case 0:
                changed[at] = rng.randrange(256)
            case 1 if len(changed) > 1:
                del changed[at]
            case _:
                changed.insert(at, rng.choice(_BYTES))
    return changed.decode("utf-8", "replace")


def _tokens(tokens: list[str], rng: random.Random) -> str:
    """A token dropped, doubled elsewhere, exchanged with another, replaced by it, or a few dropped."""
    changed = list(tokens)
    first, second = rng.randrange(len(changed)), rng.randrange(len(changed))
    match rng.randrange(5):
        case 0:
            del changed[first]
        case 1:
            changed.insert(first, changed[second])
        case 2:
            changed[first], changed[second] = changed[second], changed[first]
        case 3:
            changed[first] = changed[second]
        case _:
            del changed[first : first + rng.randint(1, 11)]
    return "".join(changed)
