"""Shared by the tests of this folder: a resolved program, and types of its expressions from annotations."""

from typing import TypeVar

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.diagnostics.report import Report
from harnpy.semantics.check_context import Program as Known
from harnpy.semantics.generics import expand
from harnpy.semantics.resolver import resolve
from harnpy.semantics.signatures import World
from harnpy.semantics.typechecker import check_module, enroll
from harnpy.semantics.typeforms import STRING, UNTYPED, Shape, Type, Union, union
from harnpy.syntax.nodes import Call, FnDecl, Ident, Index, Member, Node, Str, TypedParam
from harnpy.syntax.parser import parse
from harnpy.syntax.visit import walk

Found = TypeVar("Found", bound=Node)


class Program:
    """A program without errors of names; parameters have the types they are written with."""

    def __init__(self, text: str) -> None:
        self.module, parsed = parse(SourceFile("t.harn", text))
        assert not parsed.has_errors, [one.text for one in parsed.diagnostics]
        self.bindings, self.report = resolve(self.module, standard(), {}, running=False)
        assert not self.report.has_errors, [one.text for one in self.report.diagnostics]
        self.world = World(standard())
        self.world.read("t", self.module, self.bindings)

    def all(self, kind: type[Found]) -> list[Found]:
        """Every node of a class, in the order of the source."""
        return [one for one in walk(self.module) if isinstance(one, kind)]

    def function(self, name: str) -> FnDecl:
        """The function of that name."""
        return next(one for one in self.all(FnDecl) if one.name == name)

    def type_of(self, node: Node) -> Type:
        """The type of a parameter, of a part of one, or of a call."""
        if isinstance(node, Ident):
            declared = self.bindings.symbols[node].node
            if isinstance(declared, TypedParam):
                return self.world.annotation(declared.type_expr, self.bindings)
        if isinstance(node, Member):
            return _field(self.type_of(node.object), node.name)
        if isinstance(node, Index) and isinstance(node.index, Str):
            return _field(self.type_of(node.object), node.index.value)
        return STRING if isinstance(node, Call) else UNTYPED


def check_types_of(program: Program, *, strict: bool = False) -> Report:
    """What the type checker says of a program."""
    return check_module(enroll(Known(standard(), strict=strict), program.module, program.bindings))


def _field(whole: Type, name: str) -> Type:
    """The type of a field of a record or of a union of them."""
    whole = expand(whole)
    parts = whole.members if isinstance(whole, Union) else (whole,)
    found = [one.field(name) for one in map(expand, parts) if isinstance(one, Shape)]
    return union(one.type for one in found if one is not None) if found else UNTYPED


def texts(report: Report) -> list[str]:
    """The sentences, in the order of the source."""
    return [one.text for one in report.sorted()]
