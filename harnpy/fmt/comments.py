"""Comments and a module in, the node or bracket that each comment belongs to out.

A comment on a line of its own belongs to the next thing that gets a line of its own; one at the end of a line
to the thing that ends there; one with code behind it on its line stays between its neighbours.
"""

from bisect import bisect_right
from collections.abc import Sequence, Set

from harnpy.base.spans import SourceFile
from harnpy.syntax import nodes
from harnpy.syntax.nodes.core import below
from harnpy.syntax.tokens import Comment

# The lines before these operators end with a backslash, behind which no comment can stand.
JOINED = frozenset(("-", "in", "not_in"))

# Nodes whose children stand on lines of their own where the node is broken.
_LISTS = (
    nodes.Module, nodes.Body, nodes.ListLit, nodes.DictLit, nodes.StructConstruct, nodes.Call,
    nodes.MethodCall, nodes.MatchExpr, nodes.SelectExpr, nodes.AttributedDecl, nodes.EnumDecl,
    nodes.StructDecl, nodes.InterfaceDecl, nodes.ImplBlock, nodes.SkillDecl, nodes.EvalPackDecl,
    nodes.ImportDecl, nodes.ShapeType, nodes.CostRoute, nodes.BindDict, nodes.BindList,
)  # fmt: skip

# The longest of them, whose children do not overlap.
_LONG = (nodes.Module, nodes.Body, nodes.ListLit, nodes.DictLit)

# Declarations: their parameters stand in such a list, their bodies do not.
_SIGNED = (
    nodes.FnDecl, nodes.Pipeline, nodes.ToolDecl, nodes.InterfaceMethod, nodes.OverrideDecl,
    nodes.EnumVariant,
)  # fmt: skip


class Place:
    """The comments of one node, by where they stand.

    above         on lines of their own before it
    before, behind   in its line, directly before and behind it
    after         at the end of its last line
    opening       at the end of the line of its opening brace
    closing       on lines of their own before its closing bracket
    """

    __slots__ = ("above", "after", "before", "behind", "closing", "link_above", "link_after", "opening")

    def __init__(self) -> None:
        self.above: list[Comment] = []
        self.before: list[Comment] = []
        self.behind: list[Comment] = []
        self.after: list[Comment] = []
        self.opening: list[Comment] = []
        self.closing: list[Comment] = []
        self.link_above: list[Comment] = []
        self.link_after: list[Comment] = []


Places = dict[nodes.Node, Place]


class Attached:
    """The comments of a module.

    places   by node
    moved    whether a comment may have to leave its line
    kept     those in holes of strings, which stay as written
    """

    __slots__ = ("kept", "moved", "places")

    def __init__(self) -> None:
        self.places: Places = {}
        self.moved = False
        self.kept: set[Comment] = set()


def attach(
    file: SourceFile, module: nodes.Module, comments: Sequence[Comment], homeless: Set[Comment] = frozenset()
) -> "Attached":
    """Find the places of all comments.

    Those in `homeless` stand where no rule has room for them: they go above their statement.
    """
    attacher = _Attacher(file.text)
    for comment in comments:
        attacher.attach(module, comment, above=comment in homeless)
    return attacher.attached


class _Attacher:
    """Finds the place of one comment after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.attached = Attached()
        self.places = self.attached.places
        self.sorted: dict[nodes.Node, tuple[list[nodes.Node], list[int]]] = {}

    def attach(self, module: nodes.Module, comment: Comment, *, above: bool) -> None:
        """Put `comment` where it belongs, or above its statement."""
        path: list[nodes.Node] = [module]
        while True:
            previous, inside, following = self.around(path[-1], comment)
            if inside is None:
                break
            if isinstance(inside, nodes.InterpolatedString):
                self.attached.kept.add(comment)
                return
            path.append(inside)
        if above:
            self.above_statement(path, comment)
        elif self.leads_line(comment):
            self.own_line(path, comment, previous, following)
        elif self.ends_line(comment):
            self.end_of_line(path, comment, previous, following)
        else:
            self.within_line(path, comment, previous, following)

    def leave_line(self, node: nodes.Node) -> None:
        """A comment inside of a statement may have to leave its line."""
        if not isinstance(node, (nodes.Body, nodes.Module)):
            self.attached.moved = True

    def place(self, node: nodes.Node) -> Place:
        """The comments of a node."""
        found = self.places.get(node)
        if found is None:
            found = self.places[node] = Place()
        return found

    def children(self, node: nodes.Node) -> tuple[list[nodes.Node], list[int]]:
        """The nodes below a node by their starts, and the starts."""
        found = self.sorted.get(node)
        if found is None:
            kids = sorted(below(node), key=lambda one: (one.span.start, one.span.end))
            found = self.sorted[node] = (kids, [one.span.start for one in kids])
        return found

    def around(
        self, node: nodes.Node, comment: Comment
    ) -> tuple[nodes.Node | None, nodes.Node | None, nodes.Node | None]:
        """The children before, around and behind a comment."""
        kids, starts = self.children(node)
        index = bisect_right(starts, comment.start)
        # Bodies overlap with what stands before them: that of a closure begins at its parameters' brace.
        nearest = kids[max(0, index - 1) : index] if isinstance(node, _LONG) else reversed(kids[:index])
        for inside in nearest:
            if inside.span.end >= comment.end:
                return None, inside, None
        previous = kids[index - 1] if index else None
        return previous, None, kids[index] if index < len(kids) else None

    def leads_line(self, comment: Comment) -> bool:
        """Is there nothing before the comment on its line?"""
        start = self.text.rfind("\n", 0, comment.start) + 1
        return not self.text[start : comment.start].strip(" \t\r\ufeff")

    def ends_line(self, comment: Comment) -> bool:
        """Is there nothing behind the comment on its line, but commas and other comments?"""
        end = self.text.find("\n", comment.end)
        rest = self.text[comment.end : len(self.text) if end < 0 else end].strip(" \t\r,;")
        while rest.startswith("/*") and "*/" in rest:
            rest = rest[rest.index("*/") + 2 :].strip(" \t\r,;")
        return not rest or rest.startswith("//")

    def own_line(
        self,
        path: list[nodes.Node],
        comment: Comment,
        previous: nodes.Node | None,
        following: nodes.Node | None,
    ) -> None:
        """A comment on lines of its own."""
        node = path[-1]
        self.leave_line(node)
        if self.is_link(node, comment):
            self.place(node).link_above.append(comment)
        elif self.in_list(node, comment, following):
            if following is None:
                self.place(node).closing.append(comment)
            else:
                self.place(following).above.append(comment)
        elif isinstance(following, nodes.Body):
            self.into_body(following, comment)
        else:
            self.above_line(path, comment)

    def end_of_line(
        self,
        path: list[nodes.Node],
        comment: Comment,
        previous: nodes.Node | None,
        following: nodes.Node | None,
    ) -> None:
        """A comment at the end of a line of code."""
        node = path[-1]
        self.leave_line(node)
        if self.is_link(node, comment):
            self.place(node).link_after.append(comment)
        elif isinstance(following, nodes.Body) and not isinstance(node, (nodes.Body, nodes.Module)):
            self.place(following).opening.append(comment)
        elif isinstance(node, nodes.Body) and previous is None:
            self.place(node).opening.append(comment)
        elif isinstance(following, nodes.IfElse) and isinstance(node, nodes.IfElse):
            self.place(following.then).opening.append(comment)
        elif self.in_list(node, comment, following):
            self.in_line_of_list(node, comment, previous, following)
        else:
            self.above_line(path, comment)

    def in_line_of_list(
        self, node: nodes.Node, comment: Comment, previous: nodes.Node | None, following: nodes.Node | None
    ) -> None:
        """A comment at the end of a line between the items of a list."""
        if previous is not None and "\n" not in self.text[previous.span.end : comment.start]:
            self.place(previous).after.append(comment)
        elif following is not None:
            self.place(following).above.append(comment)
        else:
            self.place(node).closing.append(comment)

    def within_line(
        self,
        path: list[nodes.Node],
        comment: Comment,
        previous: nodes.Node | None,
        following: nodes.Node | None,
    ) -> None:
        """A comment with code on both sides of it."""
        self.attached.moved = True
        between = self.text[previous.span.end : comment.start] if previous is not None else "?"
        if previous is not None and not between.strip(" \t(") and not isinstance(previous, nodes.Body):
            self.place(self.last_of(previous)).behind.append(comment)
        elif following is not None and not isinstance(following, nodes.Body):
            self.place(self.first_of(following)).before.append(comment)
        elif isinstance(following, nodes.Body):
            self.into_body(following, comment)
        elif isinstance(path[-1], nodes.Body):
            self.place(path[-1]).closing.append(comment)
        elif self.in_list(path[-1], comment, following):
            self.in_line_of_list(path[-1], comment, previous, following)
        else:
            self.above_line(path, comment)

    def into_body(self, body: nodes.Body, comment: Comment) -> None:
        """Above the first statement of a body."""
        if body.statements:
            self.place(body.statements[0]).above.append(comment)
        else:
            self.place(body).closing.append(comment)

    def is_link(self, node: nodes.Node, comment: Comment) -> bool:
        """Does the comment stand where a chain of operators or calls may break?"""
        if isinstance(node, nodes.BinaryOp):
            return node.op not in JOINED and node.left.span.end <= comment.start
        return isinstance(node, nodes.MethodCall) and comment.end <= node.method_span.start

    def in_list(self, node: nodes.Node, comment: Comment, following: nodes.Node | None) -> bool:
        """Does the comment stand among the items of a list that can be broken?"""
        if isinstance(node, nodes.MethodCall):
            return comment.start >= node.method_span.end
        if isinstance(node, nodes.Call):
            return comment.start >= node.callee.span.end
        if isinstance(node, (nodes.MatchExpr, nodes.SelectExpr)):
            return self.text.rfind("{", node.span.start, comment.start) >= 0 and not isinstance(
                following, nodes.Expr
            )
        if isinstance(node, _SIGNED):
            return bool(
                node.params if not isinstance(node, nodes.EnumVariant) else node.fields
            ) and isinstance(following, nodes.TypedParam)
        return isinstance(node, _LISTS)

    def above_line(self, path: list[nodes.Node], comment: Comment) -> None:
        """Above the innermost thing around the comment that has a line of its own."""
        for parent, node in zip(path[-2::-1], path[:0:-1], strict=True):
            if isinstance(node, nodes.Body):
                continue
            if isinstance(parent, (nodes.Module, nodes.Body, nodes.MatchExpr)) or (
                isinstance(parent, _LISTS) and not self.on_first_line(parent, node)
            ):
                self.place(node).above.append(comment)
                return
        self.place(path[0]).closing.append(comment)

    def above_statement(self, path: list[nodes.Node], comment: Comment) -> None:
        """Above the innermost statement around the comment."""
        self.attached.moved = True
        for parent, node in zip(path[-2::-1], path[:0:-1], strict=True):
            if isinstance(parent, (nodes.Module, nodes.Body)) and not isinstance(node, nodes.Body):
                self.place(node).above.append(comment)
                return
        self.place(path[0]).closing.append(comment)

    def on_first_line(self, parent: nodes.Node, node: nodes.Node) -> bool:
        """Does a child of a list stand before its bracket?"""
        if isinstance(parent, nodes.Call):
            return node is parent.callee or node in parent.type_args
        if isinstance(parent, nodes.MethodCall):
            return node is parent.object or node in parent.type_args
        return isinstance(node, (nodes.TypeParam, nodes.Body))

    def first_of(self, node: nodes.Node) -> nodes.Node:
        """The innermost node that starts where `node` starts."""
        while True:
            kids, _ = self.children(node)
            if not kids or kids[0].span.start != node.span.start or not _plain(kids[0]):
                return node
            node = kids[0]

    def last_of(self, node: nodes.Node) -> nodes.Node:
        """The innermost node that ends where `node` ends."""
        while True:
            kids, _ = self.children(node)
            if not kids or kids[-1].span.end != node.span.end or not _plain(kids[-1]):
                return node
            node = kids[-1]


def _plain(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Expr)
