"""Postings of the words of a query in, scores out: BM25 with a boost for words of key and tags.

The order of every addition is part of the format: sums are plain left-to-right additions in binary64, so that
the same log gives the same last digit everywhere. `sum`, `fsum` and products of vectors do not.
"""

from math import log1p

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Container, Iterable, Sequence

IN_KEY, IN_TAG = 1, 2
"""Marks of an occurrence; they share a number with the count of occurrences."""
FIELDS = 2
"""Numbers of one posting: the document, and the shape of how the word occurs there."""

_MARK_BITS, _LENGTH_BITS = 2, 32
_LENGTH = (1 << _LENGTH_BITS) - 1
_KEY_BOOST, _TAG_BOOST = 0.4, 0.25
_SATURATION, _SCALE = 1.2, 2.2
_SHORT, _LONG = 0.25, 0.75


def shape(count: int, marks: int, length: int) -> int:
    """All that matters of a word in a document: occurrences, marks, words of the document."""
    return (count << _MARK_BITS | marks) << _LENGTH_BITS | length


class Statistics:
    """What scores need to know of all active records: their number and that of their words."""

    __slots__ = ("records", "words")

    def __init__(self, records: int, words: int) -> None:
        self.records = records
        self.words = words

    @property
    def average(self) -> float:
        """Words of a record on average."""
        return max(self.words, 1) / max(self.records, 1)

    def weight(self, holding: int) -> float:
        """How much a word tells that `holding` records have."""
        return log1p((max(self.records, 1) - holding + 0.5) / (holding + 0.5))

    def term(self, one: int, weight: float) -> float:
        """What a word of this weight adds to the score of a document that has it in this shape."""
        count = one >> (_LENGTH_BITS + _MARK_BITS)
        # A document with a word in it has a length of at least one.
        length = one & _LENGTH
        return (weight * (count * _SCALE)) / (
            count + _SATURATION * (_SHORT + (_LONG * length) / self.average)
        )


def scores(
    postings: "Iterable[array[int]]", statistics: Statistics, dead: "Container[int]" = ()
) -> dict[int, float]:
    """The score of each document that a word of the query occurs in.

    `postings` holds one array for each word of the query, in its order, repeats included; documents in `dead`
    are no longer there.
    """
    totals: dict[int, float] = {}
    boosts: dict[int, float] = {}
    for entries in postings:
        documents, shapes = entries[0::FIELDS], entries[1::FIELDS]
        if dead:
            alive = [number for number, document in enumerate(documents) if document not in dead]
            documents, shapes = [documents[one] for one in alive], [shapes[one] for one in alive]
        weight = statistics.weight(len(documents))
        # Many documents, few shapes.
        terms = {one: statistics.term(one, weight) for one in set(shapes)}
        added = zip(documents, map(terms.__getitem__, shapes), strict=True)
        if not totals:
            totals = dict(added)
        else:
            for document, term in added:
                totals[document] = totals[document] + term if document in totals else term
        _boost(boosts, documents, shapes)
    for document, boost in boosts.items():
        totals[document] += boost
    return totals


def _boost(boosts: dict[int, float], documents: "Sequence[int]", shapes: "Sequence[int]") -> None:
    """Add what a word is worth in key and tags."""
    marked = {one: one >> _LENGTH_BITS & (IN_KEY | IN_TAG) for one in set(shapes)}
    if not any(marked.values()):
        return
    for document, one in zip(documents, shapes, strict=True):
        marks = marked[one]
        if marks:
            boost = boosts.get(document, 0.0) + (_KEY_BOOST if marks & IN_KEY else 0.0)
            boosts[document] = boost + (_TAG_BOOST if marks & IN_TAG else 0.0)
