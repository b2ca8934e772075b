"""What the declarations of a program say: its named types, its functions, its annotations."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TypeVar, cast

from harnpy.catalog.model import Catalog
from harnpy.semantics.annotations import known, read
from harnpy.semantics.native_types import Natives
from harnpy.semantics.results import Bindings
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.semantics.typeforms import (
    BOOL,
    UNTYPED,
    Alias,
    AliasInfo,
    Enum,
    EnumInfo,
    Field,
    Fn,
    Interface,
    InterfaceInfo,
    Param,
    Struct,
    StructInfo,
    Type,
    Var,
    VarInfo,
)
from harnpy.syntax.nodes import (
    AppliedType,
    AttributedDecl,
    Closure,
    EnumDecl,
    FnDecl,
    ImplBlock,
    InterfaceDecl,
    InterfaceMethod,
    Module,
    NamedType,
    Node,
    Pipeline,
    StructDecl,
    ToolDecl,
    TypeDecl,
    TypedParam,
    TypeNode,
    TypeParam,
)

Info = StructInfo | EnumInfo | InterfaceInfo | AliasInfo
Declared = StructDecl | EnumDecl | InterfaceDecl | TypeDecl
Function = FnDecl | ToolDecl | Pipeline | InterfaceMethod
_Form = TypeVar("_Form", StructInfo, EnumInfo, InterfaceInfo, AliasInfo)

_INFOS = {StructDecl: StructInfo, EnumDecl: EnumInfo, InterfaceDecl: InterfaceInfo, TypeDecl: AliasInfo}


class World:
    """What all declarations of a program say. `unknown` holds the annotations whose name nobody declares."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.natives = Natives(catalog)
        self.unknown: dict[TypeNode, str] = {}
        self._infos: dict[Node, Info] = {}
        self._filled: set[Node] = set()
        self._variables: dict[TypeParam, Var] = {}
        self._annotations: dict[TypeNode, Type] = {}
        self._functions: dict[Node, Fn] = {}
        # Associated types of the interface that is being read, by name.
        self._assoc: Mapping[str, Var] = {}

    # ---- declarations ---------------------------------------------------------------------------

    def read(self, _key: str, module: Module, bindings: Bindings) -> None:
        """Read the declarations at the top level of a module."""
        self.declare(module.items, bindings)

    def declare(self, items: Iterable[Node], bindings: Bindings) -> None:
        """Read the declarations among the statements of a module or a body; methods once all types are."""
        plain = [one.inner if isinstance(one, AttributedDecl) else one for one in items]
        for one in plain:
            if one.__class__ in _INFOS:
                self._fill(cast("Declared", one), bindings)
        for one in plain:
            if isinstance(one, ImplBlock):
                self._implement(one, bindings)

    def struct(self, decl: StructDecl) -> StructInfo:
        """What a struct declaration says."""
        return self._info(decl, StructInfo)

    def enum(self, decl: EnumDecl) -> EnumInfo:
        """What an enum declaration says."""
        return self._info(decl, EnumInfo)

    def interface(self, decl: InterfaceDecl) -> InterfaceInfo:
        """What an interface declaration says."""
        return self._info(decl, InterfaceInfo)

    def alias(self, decl: TypeDecl) -> AliasInfo:
        """What a type declaration says."""
        return self._info(decl, AliasInfo)

    def self_type(self, decl: StructDecl | EnumDecl) -> Type:
        """The type of `self` in an `impl`: the declaration with its own type parameters."""
        if isinstance(decl, StructDecl):
            info = self.struct(decl)
            return Struct(info, info.variables)
        info = self.enum(decl)
        return Enum(info, info.variables)

    def variable(self, node: TypeParam) -> Var:
        """The type of a declared type parameter."""
        found = self._variables.get(node)
        if found is None:
            found = self._variables[node] = Var(VarInfo(node.name, node.variance, (), node))
        return found

    def _info(self, decl: Declared, form: type[_Form]) -> _Form:
        found = self._infos.get(decl)
        if found is None:
            variables = tuple([self.variable(one) for one in decl.type_params])
            found = self._infos[decl] = form(decl, decl.name, variables)  # pyright: ignore[reportArgumentType] - form and declaration go together
        assert isinstance(found, form)
        return found

    def _fill(self, decl: Declared, bindings: Bindings) -> None:
        if decl in self._filled:
            return
        self._filled.add(decl)
        if isinstance(decl, TypeDecl):
            self.alias(decl).target = self.annotation(decl.type_expr, bindings)
        elif isinstance(decl, StructDecl):
            self.struct(decl).fields.update(
                (one.name, Field(one.name, self.annotation(one.type_expr, bindings), one.optional))
                for one in decl.fields
            )
        elif isinstance(decl, EnumDecl):
            self.enum(decl).variants.update(
                (one.name, _params(self, one.fields, bindings)) for one in decl.variants
            )
        else:
            self._fill_interface(decl, bindings)

    def _fill_interface(self, decl: InterfaceDecl, bindings: Bindings) -> None:
        info = self.interface(decl)
        for one in decl.assoc:
            info.assoc_vars[one.name] = Var(VarInfo(one.name))
        outer, self._assoc = self._assoc, info.assoc_vars
        for one in decl.assoc:
            info.assoc[one.name] = None if one.type_expr is None else self.annotation(one.type_expr, bindings)
        for method in decl.methods:
            info.methods[method.name] = without_self(self.function(method, bindings))
        self._assoc = outer

    def _implement(self, block: ImplBlock, bindings: Bindings) -> None:
        symbol = bindings.symbols.get(block)
        decl = None if symbol is None else symbol.origin().node
        if isinstance(decl, (StructDecl, EnumDecl)):
            info = self.struct(decl) if isinstance(decl, StructDecl) else self.enum(decl)
            for method in block.methods:
                info.methods[method.name] = without_self(self.function(method, bindings))

    # ---- annotations ----------------------------------------------------------------------------

    def annotation(self, node: TypeNode | None, bindings: Bindings) -> Type:
        """The type that an annotation stands for; `UNTYPED` without one."""
        if node is None:
            return UNTYPED
        found = self._annotations.get(node)
        if found is None:
            found = self._annotations[node] = read(node, partial(self._declared, bindings))
        return found

    def _declared(
        self, bindings: Bindings, node: NamedType | AppliedType, args: tuple[Type, ...]
    ) -> Type | None:
        associated = self._assoc.get(node.name)
        if associated is not None:
            return associated
        symbol = bindings.symbols.get(node)
        if symbol is None:
            if not known(node):
                self.unknown[node] = node.name
            return None
        return self._of_symbol(symbol, args, bindings)

    def _of_symbol(self, symbol: Symbol, args: tuple[Type, ...], bindings: Bindings) -> Type:
        decl = symbol.origin().node
        if isinstance(decl, TypeParam):
            return self.variable(decl)
        if decl.__class__ not in _INFOS:
            # A value, or a name of a module that could not be had.
            return UNTYPED
        if symbol.kind is not SymbolKind.IMPORT:
            self._fill(cast("Declared", decl), bindings)
        if isinstance(decl, TypeDecl):
            info = self.alias(decl)
            return Alias(info, args[: len(info.variables)])
        if isinstance(decl, StructDecl):
            info = self.struct(decl)
            return Struct(info, args[: len(info.variables)])
        if isinstance(decl, EnumDecl):
            info = self.enum(decl)
            return Enum(info, args[: len(info.variables)])
        info = self.interface(cast("InterfaceDecl", decl))
        return Interface(info, args[: len(info.variables)])

    # ---- functions ------------------------------------------------------------------------------

    def function(self, decl: Function, bindings: Bindings) -> Fn:
        """The type of a declared callable, `self` included; what is not annotated is `UNTYPED`."""
        found = self._functions.get(decl)
        if found is None:
            found = self._functions[decl] = self._function(decl, bindings)
        return found

    def _function(self, decl: Function, bindings: Bindings) -> Fn:
        variables: tuple[Var, ...] = ()
        if isinstance(decl, (FnDecl, InterfaceMethod)):
            variables = tuple([self.variable(one) for one in decl.type_params])
        if isinstance(decl, FnDecl):
            named = {one.info.name: one.info for one in variables}
            for where in decl.where:
                info = named.get(where.name)
                if info is not None:
                    bounds = tuple([self.annotation(one, bindings) for one in where.bounds])
                    info.bounds += bounds
        throws = None
        if not isinstance(decl, InterfaceMethod) and decl.throws is not None:
            throws = self.annotation(decl.throws, bindings)
        result = self.annotation(decl.return_type, bindings)
        if isinstance(decl, FnDecl) and decl.predicate is not None:
            result = BOOL
        return Fn(_params(self, decl.params, bindings), result, variables, throws)

    def closure(self, node: Closure, bindings: Bindings) -> Fn:
        """The type of a closure as far as it is written."""
        throws = None if node.throws is None else self.annotation(node.throws, bindings)
        return Fn(
            _params(self, node.params, bindings), self.annotation(node.return_type, bindings), (), throws
        )

    def builtin(self, name: str) -> Fn | None:
        """The type of a builtin function; None when there is none of this name."""
        row = self.catalog.builtin(name)
        return None if row is None else self.natives.of(row)


def without_self(function: Fn) -> Fn:
    """A method as a caller sees it."""
    if function.params and function.params[0].name == "self":
        return Fn(function.params[1:], function.result, function.variables, function.throws)
    return function


def _params(world: World, params: Iterable[TypedParam], bindings: Bindings) -> tuple[Param, ...]:
    return tuple(
        [
            Param(world.annotation(one.type_expr, bindings), one.name, one.default is not None, one.rest)
            for one in params
        ]
    )
