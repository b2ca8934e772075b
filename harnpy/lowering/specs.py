"""Annotations to contract specs: a type in, the nested tuples of `values/contracts.py` out (language.md 4.7).

A spec starts with its tag and the type as the language displays it (5.1).
"""

from collections.abc import Callable
from typing import cast

from harnpy.semantics.results import Bindings
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax.nodes import (
    AppliedType,
    EnumDecl,
    FnType,
    InterfaceDecl,
    IntersectionType,
    ListType,
    LitIntType,
    LitStrType,
    NamedType,
    OptionalType,
    ShapeType,
    StructDecl,
    TypeDecl,
    TypeNode,
    UnionType,
)

Spec = tuple[object, ...]

KINDS = frozenset(
    [
        "int",
        "float",
        "decimal",
        "string",
        "bytes",
        "bool",
        "nil",
        "duration",
        "list",
        "dict",
        "set",
        "closure",
        "range",
        "iter",
        "pair",
        "generator",
        "stream",
        "atomic",
        "channel",
        "task_handle",
        "rng",
        "resource",
        "builtin",
        "number",
    ]
)
_HARNESS = "Harness"
# Names that accept every value (language.md 4.7: type parameters, unknown names, set<T>).
_MAX_DEPTH = 8


class SpecMaker:
    """Makes specs from the annotations of one module.

    Recursive aliases stop at a fixed depth: beyond it everything is accepted.
    """

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self._depth = 0
        self._makers: dict[type[TypeNode], Callable[..., Spec]] = {
            NamedType: self._named,
            AppliedType: self._applied,
            ListType: self._list,
            OptionalType: self._optional,
            UnionType: self._union,
            IntersectionType: self._intersection,
            ShapeType: self._shape,
            FnType: self._fn,
            LitStrType: self._literal_text,
            LitIntType: self._literal_int,
        }

    def spec(self, node: TypeNode | None) -> Spec:
        """The spec of an annotation."""
        if node is None:
            return ("any", "any")
        return self._makers[type(node)](node)

    def text(self, node: TypeNode | None) -> str:
        """The type as the language displays it."""
        return str(self.spec(node)[1])

    def _named(self, node: NamedType) -> Spec:
        name = node.name
        if name in ("true", "false"):
            return ("kind", "bool", "bool")
        symbol = self.bindings.symbols.get(node)
        if symbol is not None and symbol.kind is not SymbolKind.BUILTIN:
            return self._declared(name, symbol.origin().node)
        if name == "never":
            return ("never", "never")
        if name in KINDS or name.startswith(_HARNESS):
            return ("kind", name, name)
        return ("any", name)

    def _declared(self, name: str, target: object) -> Spec:
        if isinstance(target, TypeDecl):
            return self._alias(target)
        if isinstance(target, StructDecl):
            return ("struct", name, target.name)
        if isinstance(target, EnumDecl):
            return ("enum", name, target.name)
        if isinstance(target, InterfaceDecl):
            return ("interface", name, target.name, tuple(one.name for one in target.methods))
        return ("any", name)

    def _alias(self, target: TypeDecl) -> Spec:
        if self._depth >= _MAX_DEPTH or target.type_params:
            return ("any", target.name)
        self._depth += 1
        try:
            return self.spec(target.type_expr)
        finally:
            self._depth -= 1

    def _applied(self, node: AppliedType) -> Spec:
        args = tuple(self.spec(one) for one in node.args)
        text = f"{node.name}<{', '.join(str(one[1]) for one in args)}>"
        name = node.name
        if name == "list" and len(args) == 1:
            return ("list", text, args[0])
        if name == "dict" and len(args) == 2:
            return ("dict", text, args[0], args[1])
        if name == "tuple":
            return ("tuple", text, args)
        if name == "owned" and args:
            return args[0]
        if name in ("iter", "Iter"):
            return ("kind", text, "iter")
        if name in ("Generator", "Stream"):
            return ("kind", text, name.lower())
        if name == "Pair":
            return ("kind", text, "pair")
        if name == "Result":
            return ("result", text)
        if name == "Schema":
            return ("kind", text, "dict")
        if name == "Option" and args:
            return self._union_of((args[0], ("kind", "nil", "nil")))
        symbol = self.bindings.symbols.get(node)
        target = symbol.origin().node if symbol is not None else None
        if isinstance(target, StructDecl):
            return ("struct", text, target.name)
        if isinstance(target, EnumDecl):
            return ("enum", text, target.name)
        return ("any", text)

    def _list(self, node: ListType) -> Spec:
        element = self.spec(node.element)
        return ("list", f"list<{element[1]}>", element)

    def _optional(self, node: OptionalType) -> Spec:
        return self._union_of((self.spec(node.inner), ("kind", "nil", "nil")))

    def _union(self, node: UnionType) -> Spec:
        return self._union_of(tuple(self.spec(one) for one in node.members))

    def _union_of(self, members: tuple[Spec, ...]) -> Spec:
        flat: list[Spec] = []
        for member in members:
            inner = members_of(member) if member[0] == "union" else (member,)
            flat += [one for one in inner if one not in flat and one[0] != "never"]
        if not flat:
            return ("never", "never")
        if len(flat) == 1:
            return flat[0]
        if any(one[0] == "any" for one in flat):
            return ("any", " | ".join(str(one[1]) for one in flat))
        nil = ("kind", "nil", "nil")
        rest = [one for one in flat if one != nil]
        if len(flat) == 2 and len(rest) == 1 and rest[0][0] not in ("fn", "both"):
            text = f"{rest[0][1]}?"
        else:
            text = " | ".join(str(one[1]) for one in rest + ([nil] if nil in flat else []))
        return ("union", text, tuple(flat))

    def _intersection(self, node: IntersectionType) -> Spec:
        members = tuple(self.spec(one) for one in node.members)
        return ("both", " & ".join(str(one[1]) for one in members), members)

    def _shape(self, node: ShapeType) -> Spec:
        fields = tuple((one.name, one.optional, self.spec(one.type_expr)) for one in node.fields)
        parts = [f"{name}{'?' if optional else ''}: {spec[1]}" for name, optional, spec in fields]
        parts += ["..." + self.text(tail) for tail in node.tails]
        return ("shape", "{" + ", ".join(parts) + "}", fields, bool(node.tails))

    def _fn(self, node: FnType) -> Spec:
        params = ", ".join(self.text(one) for one in node.params)
        return ("fn", f"fn({params}) -> {self.text(node.result)}")

    def _literal_text(self, node: LitStrType) -> Spec:
        return ("lit", f'"{node.value}"', node.value)

    def _literal_int(self, node: LitIntType) -> Spec:
        return ("lit", str(node.value), node.value)


def struct_spec(maker: SpecMaker, declaration: StructDecl) -> Spec:
    """The spec of a struct's fields, shown as the shape that a bad literal should have had."""
    fields = tuple((one.name, one.optional, maker.spec(one.type_expr)) for one in declaration.fields)
    parts = [f"{name}{'?' if optional else ''}: {spec[1]}" for name, optional, spec in fields]
    return ("struct", "{" + ", ".join(parts) + "}", declaration.name, fields)


INLINE = {
    "int": ("_py_int",),
    "string": ("_py_str",),
    "bool": ("_py_bool",),
    "float": ("_py_float", "_py_int"),
    "number": ("_py_float", "_py_int"),
    "list": ("_py_list",),
    "dict": ("_Dict",),
    "nil": ("_NoneType",),
    "bytes": ("_py_bytes",),
}
"""Kinds that one class test (or two) decides, and the support names of the classes."""


def inline_classes(spec: Spec) -> tuple[str, ...] | None:
    """Classes that admit exactly the values of `spec`; None when a class test does not decide it."""
    if spec[0] == "kind":
        return INLINE.get(str(spec[2]))
    if spec[0] == "union":
        found: list[str] = []
        for member in members_of(spec):
            classes = inline_classes(member)
            if classes is None:
                return None
            found += classes
        return tuple(found)
    return None


def members_of(spec: Spec) -> tuple[Spec, ...]:
    """The member specs of a union, tuple or intersection."""
    return cast("tuple[Spec, ...]", spec[2])


def admits_everything(spec: Spec) -> bool:
    """True when no value can fail the contract."""
    return spec[0] == "any"
