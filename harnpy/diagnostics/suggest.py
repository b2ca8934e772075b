"""Did you mean: a misspelt name and the names at hand in, the nearest one out (language.md 4.6)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def edit_distance(left: str, right: str, limit: int) -> int:
    """Levenshtein distance of two words; `limit + 1` stands for every larger value."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    previous = list(range(len(right) + 1))
    for row, a in enumerate(left, 1):
        current = [row]
        for column, b in enumerate(right, 1):
            current.append(
                min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (a != b))
            )
        if min(current) > limit:
            return limit + 1
        previous = current
    return previous[-1]


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate a writer of `name` most likely meant, or None.

    Allowed are one edit for names up to 2 characters, two up to 5, three beyond; or the same words of a
    snake_case name in another order. Ties go by distance, difference of lengths, alphabet.
    """
    limit = 1 if len(name) <= 2 else 2 if len(name) <= 5 else 3
    words, letters = sorted(name.split("_")), frozenset(name)
    best: tuple[int, int, str] | None = None
    for candidate in candidates:
        if candidate == name or candidate.startswith("__"):
            continue
        if len(letters.difference(candidate)) > limit:
            # Every letter that the candidate lacks is an edit.
            continue
        distance = edit_distance(name, candidate, limit)
        if distance > limit and len(words) > 1 and sorted(candidate.split("_")) == words:
            distance = limit
        if distance <= limit:
            rank = (distance, abs(len(candidate) - len(name)), candidate)
            best = rank if best is None or rank < best else best
    return best[2] if best else None


def misspelt(word: str, keywords: Iterable[str]) -> str | None:
    """Return the keyword that `word` is a slip of the fingers for, or None.

    Stricter than `nearest`, as most names are no keywords: one edit, two in a word of six letters or more, or
    the same letters in another order.
    """
    limit = 1 if len(word) < len("return") else 2
    letters = sorted(word)
    for keyword in keywords:
        if word != keyword and (sorted(keyword) == letters or edit_distance(word, keyword, limit) <= limit):
            return keyword
    return None
