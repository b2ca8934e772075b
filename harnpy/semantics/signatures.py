"""What the declarations of a program say: its named types, its functions, its annotations."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar, cast

from harnpy.catalog.model import Catalog
from harnpy.semantics.annotations import read
from harnpy.semantics.native_types import Natives
from harnpy.semantics.results import Bindings
from harnpy.semantics.substitution import arguments, substitute
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
    BrokenStmt,
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

_INFOS = cast(
    "dict[type[Node], type[Any]]",
    {StructDecl: StructInfo, EnumDecl: EnumInfo, InterfaceDecl: InterfaceInfo, TypeDecl: AliasInfo},
)
_TYPES = cast(
    "dict[type[Node], Callable[[Info, tuple[Type, ...]], Type]]",
    {StructDecl: Struct, EnumDecl: Enum, InterfaceDecl: Interface, TypeDecl: Alias},
)


class World:
    """What all declarations of a program say. `assoc`: associated types of the interface being read."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.natives = Natives(catalog)
        self._infos: dict[Node, Info] = {}
        self._filled: set[Node] = set()
        self._variables: dict[TypeParam, Var] = {}
        self._annotations: dict[TypeNode, Type] = {}
        self._functions: dict[Node, Fn] = {}
        self.assoc: Mapping[str, Var] = {}

    # ---- declarations ---------------------------------------------------------------------------

    def read(self, _key: str, module: Module, bindings: Bindings) -> None:
        """Read the declarations at the top level of a module."""
        self.declare(module.items, bindings)

    def declare(self, items: Iterable[Node], bindings: Bindings) -> None:
        """Read the declarations among the statements of a module or a body; methods once all types are."""
        plain = [one.inner if isinstance(one, AttributedDecl) else one for one in items]
        self._filled |= set(_cut_short(plain))
        for one in plain:
            if one.__class__ in _INFOS:
                self._fill(cast("Declared", one), bindings)
        for one in plain:
            if isinstance(one, ImplBlock):
                _implement(self, one, bindings)

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

    def named(self, decl: Declared, args: tuple[Type, ...] = ()) -> Type:
        """The type that the name of a declaration stands for."""
        info = self._infos.get(decl) or self._info(decl, _INFOS[decl.__class__])
        return _TYPES[decl.__class__](info, args[: len(info.variables)])

    def field(self, struct: Struct, name: str) -> Field | None:
        """A field of a struct, its type arguments put in."""
        found = struct.info.fields.get(name)
        if found is None or not struct.info.variables:
            return found
        given = arguments(struct.info.variables, struct.args)
        return Field(name, substitute(found.type, given), found.optional)

    def method(self, owner: Struct | Enum, name: str) -> Fn | None:
        """A method that an `impl` gives, its receiver's type arguments put in; without `self`."""
        found = owner.info.methods.get(name)
        if found is None or not owner.info.variables:
            return found
        return cast("Fn", substitute(found, arguments(owner.info.variables, owner.args)))

    def interface_method(self, interface: Interface, name: str) -> Fn | None:
        """A method of an interface; an associated type is its default, or may be anything."""
        info = interface.info
        found = info.methods.get(name)
        if found is None or not (info.variables or info.assoc_vars):
            return found
        given = arguments(info.variables, interface.args)
        for assoc, variable in info.assoc_vars.items():
            given[variable.info] = info.assoc.get(assoc) or UNTYPED
        return cast("Fn", substitute(found, given))

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
            _fill_interface(self, decl, bindings)

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
        associated = self.assoc.get(node.name)
        if associated is not None:
            return associated
        symbol = bindings.symbols.get(node)
        return None if symbol is None else self._of_symbol(symbol, args, bindings)

    def _of_symbol(self, symbol: Symbol, args: tuple[Type, ...], bindings: Bindings) -> Type:
        decl = symbol.origin().node
        if isinstance(decl, TypeParam):
            return self.variable(decl)
        if decl.__class__ not in _INFOS:
            # A value, or a name of a module that could not be had.
            return UNTYPED
        if symbol.kind is not SymbolKind.IMPORT:
            self._fill(cast("Declared", decl), bindings)
        return self.named(cast("Declared", decl), args)

    # ---- functions ------------------------------------------------------------------------------

    def function(self, decl: Function, bindings: Bindings) -> Fn:
        """The type of a declared callable, `self` included; what is not annotated is `UNTYPED`."""
        found = self._functions.get(decl)
        if found is None:
            found = self._functions[decl] = _function(self, decl, bindings)
        return found

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


def _cut_short(items: Sequence[Node]) -> Iterator[TypeDecl]:
    """Aliases of which a part was lost: the line below begins with a `|` that did not parse."""
    for one, below in pairwise(items):
        if isinstance(one, TypeDecl) and isinstance(below, BrokenStmt) and below.span.text.startswith("|"):
            yield one


def _fill_interface(world: World, decl: InterfaceDecl, bindings: Bindings) -> None:
    info = world.interface(decl)
    info.assoc_vars.update((one.name, Var(VarInfo(one.name))) for one in decl.assoc)
    outer, world.assoc = world.assoc, info.assoc_vars
    for one in decl.assoc:
        info.assoc[one.name] = None if one.type_expr is None else world.annotation(one.type_expr, bindings)
    for method in decl.methods:
        info.methods[method.name] = without_self(world.function(method, bindings))
    world.assoc = outer


def _implement(world: World, block: ImplBlock, bindings: Bindings) -> None:
    symbol = bindings.symbols.get(block)
    decl = None if symbol is None else symbol.origin().node
    if isinstance(decl, (StructDecl, EnumDecl)):
        info = world.struct(decl) if isinstance(decl, StructDecl) else world.enum(decl)
        for method in block.methods:
            info.methods[method.name] = without_self(world.function(method, bindings))


def _function(world: World, decl: Function, bindings: Bindings) -> Fn:
    variables: tuple[Var, ...] = ()
    if isinstance(decl, (FnDecl, InterfaceMethod)):
        variables = tuple([world.variable(one) for one in decl.type_params])
    if isinstance(decl, FnDecl):
        _bound(world, decl, variables, bindings)
    throws = None
    if not isinstance(decl, InterfaceMethod) and decl.throws is not None:
        throws = world.annotation(decl.throws, bindings)
    result = world.annotation(decl.return_type, bindings)
    if isinstance(decl, FnDecl) and decl.predicate is not None:
        result = BOOL
    return Fn(_params(world, decl.params, bindings), result, variables, throws)


def _bound(world: World, decl: FnDecl, variables: tuple[Var, ...], bindings: Bindings) -> None:
    named = {one.info.name: one.info for one in variables}
    for where in decl.where:
        info = named.get(where.name)
        if info is not None:
            info.bounds += tuple([world.annotation(one, bindings) for one in where.bounds])


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
