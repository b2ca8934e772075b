"""What rules work with: a node in, its document with its comments out, by the table of all rules."""

from collections.abc import Callable, Sequence

from harnpy.fmt.comments import Place, Places
from harnpy.fmt.doc import Block, Commented, Doc, Lines, Verbatim, flat_of, row
from harnpy.fmt.spelling import comment_lines
from harnpy.syntax import nodes
from harnpy.syntax.tokens import Comment
from harnpy.syntax.visit import NodeTable

Rule = Callable[["Layouter", nodes.Node], Doc]
Rules = NodeTable[Rule]


class Layouter:
    """Turns nodes into documents; `width` is that of a line."""

    __slots__ = ("nowhere", "places", "rows", "said", "width")

    def __init__(self, rules: Rules, places: Places, width: int) -> None:
        self.rows = rules.rows
        self.places = places
        self.width = width
        self.nowhere = Place()
        # The comments that stand in a document by now.
        self.said: set[Comment] = set()

    def doc(self, node: nodes.Node) -> Doc:
        """The document of a node, with its comments."""
        made = self.rows[node.__class__](self, node)
        if self.places:
            place = self.places.get(node)
            if place is not None:
                return self.commented(made, place)
        return made

    def docs(self, items: Sequence[nodes.Node]) -> list[Doc]:
        """The documents of several nodes."""
        return [self.doc(item) for item in items]

    def place(self, node: nodes.Node) -> Place:
        """The comments of a node."""
        return self.places.get(node, self.nowhere)

    def commented(self, doc: Doc, place: Place) -> Doc:
        """A document with the comments around it."""
        if place.before or place.behind:
            doc = row(
                *[part for comment in place.before for part in (self.inline(comment), " ")],
                doc,
                *[part for comment in place.behind for part in (" ", self.inline(comment))],
            )
        if place.above or place.after:
            doc = Commented(doc, self.lines(place.above), self.ends(place.after))
        return doc

    def lines(self, comments: Sequence[Comment]) -> list[str]:
        """Comments on lines of their own."""
        if not comments:
            return []
        self.said.update(comments)
        return comment_lines(comments, self.width)

    def ends(self, comments: Sequence[Comment]) -> list[str]:
        """Comments at the end of a line."""
        if not comments:
            return []
        self.said.update(comments)
        return [comment.text.rstrip() for comment in comments]

    def inline(self, comment: Comment) -> Doc:
        """A comment between code."""
        self.said.add(comment)
        return Verbatim(comment.text) if "\n" in comment.text else comment.text

    def block(self, body: nodes.Body, head: Doc = "{") -> Block:
        """The statements of a body between braces, always on several lines."""
        place = self.place(body)
        return Block(
            head,
            self.docs(body.statements),
            opening=self.ends(place.opening),
            closing=self.lines(place.closing),
        )

    def members(self, node: nodes.Node, head: Doc, members: Sequence[Doc]) -> Doc:
        """The members of a declaration between braces, one a line."""
        return row(head, " ", Block("{", members, closing=self.lines(self.place(node).closing)))


def short_block(layouter: Layouter, body: nodes.Body, head: Doc = "{") -> Block:
    """A body on one line where it is one plain statement: of a closure or a match arm."""
    block = layouter.block(body, head)
    if len(body.statements) != 1 or block.opening or block.closing:
        return block
    first = flat_of(head)
    text = flat_of(block.statements[0])
    if text is None or first is None or isinstance(body.statements[0], (nodes.ThrowStmt, nodes.Closure)):
        return block
    block.flat = f"{first} {text} }}"
    return block


def stacked(docs: Sequence[Doc]) -> Doc:
    """Documents below each other; a single one as it is."""
    return docs[0] if len(docs) == 1 else Lines(docs)
