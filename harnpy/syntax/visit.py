"""Dispatch over node classes by dict, and a walk over a tree."""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from harnpy.syntax.nodes.core import Node, below

Handler = TypeVar("Handler", bound=Callable[..., object])


class NodeTable(Generic[Handler]):
    """Handlers by node class. `rows` is read directly in hot loops: `table.rows[node.__class__]`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: dict[type[Node], Handler] = {}

    def on(self, *classes: type[Node]) -> Callable[[Handler], Handler]:
        """Register the decorated function for `classes`; a second one for a class is a mistake of ours."""

        def register(handler: Handler) -> Handler:
            for cls in classes:
                if cls in self.rows:
                    raise AssertionError(f"{self.name}: {cls.__name__} has two handlers")
                self.rows[cls] = handler
            return handler

        return register

    def merge(self, other: "NodeTable[Handler]") -> None:
        """Add the rows of `other`."""
        twice = self.rows.keys() & other.rows.keys()
        if twice:
            raise AssertionError(f"{self.name}: {twice.pop().__name__} has two handlers")
        self.rows.update(other.rows)

    def missing(self, wanted: Iterable[type[Node]]) -> list[str]:
        """Names of the classes in `wanted` without a handler."""
        return [cls.__name__ for cls in wanted if cls not in self.rows]


def walk(item: Node) -> Iterator[Node]:
    """Yield `item` and every node below it, parents first, in source order."""
    pending = [item]
    while pending:
        current = pending.pop()
        yield current
        pending += below(current)[::-1]
