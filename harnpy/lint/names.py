"""Questions about declarations that several rules ask."""

from harnpy.lint.model import Subject
from harnpy.semantics.symbols import Symbol
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node


def declared(subject: Subject, name: Node) -> Symbol:
    """The symbol of a declared name that is known to have one."""
    return subject.bindings.symbols[name]


def in_test(subject: Subject) -> bool:
    """Whether the node that is looked at belongs to a test: a pipeline `test_*`, or one marked `@test`."""
    for one in subject.around:
        if isinstance(one, nodes.Pipeline):
            marked = any(attribute.name == "test" for attribute in subject.attributes.get(one, ()))
            return marked or one.name.startswith("test_")
    return False
