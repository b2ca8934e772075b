"""Shared by the tests of this folder: declarations and types as text in, what the checker reads out."""

from typing import TypeVar

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.semantics.resolver import resolve
from harnpy.semantics.signatures import World
from harnpy.semantics.typeforms import AliasInfo, Fn, InterfaceInfo, StructInfo, Type
from harnpy.syntax.nodes import FnDecl, InterfaceDecl, Node, StructDecl, TypeDecl
from harnpy.syntax.parser import parse
from harnpy.syntax.visit import walk

Found = TypeVar("Found", FnDecl, InterfaceDecl, StructDecl, TypeDecl)


class Declared:
    """A program of declarations, and what they say."""

    def __init__(self, text: str, *written: str) -> None:
        """Read the declarations; the types `written` besides are found by `types`."""
        lines = [text, *(f"type Written{at} = {one}" for at, one in enumerate(written))]
        self.module, parsed = parse(SourceFile("t.harn", "\n".join(lines)))
        assert not parsed.has_errors, [one.text for one in parsed.diagnostics]
        catalog = standard()
        self.bindings, _ = resolve(self.module, catalog, {})
        self.world = World(catalog)
        self.world.read("t", self.module, self.bindings)
        self.types: dict[str, Type] = {one: self.target(f"Written{at}") for at, one in enumerate(written)}

    def alias(self, name: str) -> AliasInfo:
        """What `type NAME = …` declares."""
        return self.world.alias(self.node(TypeDecl, name))

    def struct(self, name: str) -> StructInfo:
        """What `struct NAME` declares."""
        return self.world.struct(self.node(StructDecl, name))

    def interface(self, name: str) -> InterfaceInfo:
        """What `interface NAME` declares."""
        return self.world.interface(self.node(InterfaceDecl, name))

    def target(self, name: str) -> Type:
        """What `type NAME = …` stands for."""
        return self.alias(name).target

    def function(self, name: str) -> Fn:
        """The type of `fn NAME`."""
        return self.world.function(self.node(FnDecl, name), self.bindings)

    def node(self, kind: type[Found], name: str) -> Found:
        """The declaration of this kind and name."""
        nodes: list[Node] = list(walk(self.module))
        (found,) = (one for one in nodes if isinstance(one, kind) and one.name == name)
        return found
