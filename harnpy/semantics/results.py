"""What the passes of this package hand on: a module with its side tables."""

from collections.abc import Callable, Mapping

from harnpy.semantics.symbols import Owner, Symbol
from harnpy.semantics.typeforms import Type
from harnpy.syntax.nodes import Node
from harnpy.syntax.nodes.declarations import EnumDecl, ImportDecl, Module, StructDecl
from harnpy.syntax.nodes.statements import Binding


class VariantRef:
    """A mention of an enum variant; its value is made even when the enum lacks it (`known` is False)."""

    __slots__ = ("enum", "known", "variant")

    def __init__(self, enum: EnumDecl | None, variant: str, known: bool) -> None:
        # None stands for the built-in enum Result.
        self.enum = enum
        self.variant = variant
        self.known = known

    @property
    def enum_name(self) -> str:
        """Name of the enum."""
        return self.enum.name if self.enum else "Result"


class Bindings:
    """Names of one module, resolved.

    symbols    node to symbol: uses (Ident, StructConstruct, NamedType, AppliedType, ImplBlock, a PEnum whose
               `enum` is no enum but a value) and declarations (BindName, TypedParam, PBind, FnDecl, ToolDecl,
               Pipeline, StructDecl, EnumDecl, InterfaceDecl, TypeDecl, SkillDecl, EvalPackDecl, TypeParam,
               ImportName, ImportDecl with a namespace).
               Builtins and globals (`harness`, `argv`) have symbols of kind BUILTIN and GLOBAL, one each.
    owners     callable node (and the Module) to its Owner
    variants   Member, MethodCall, Call, Ident or PEnum node that names an enum variant to the VariantRef
    holes      the right operand of a `|>` that contains `_` to True; the `_` Idents in it have no symbol
    wildcard   ImportDecl without names to the symbols it binds
    parents    Pipeline with `extends` to the parent Pipeline node
    redeclared Binding that declares a const a second time in one scope to the name: a fault when it runs
    hidden     symbol to the one of an enclosing scope that has its name
    exports    names offered to importers, `pub import` included
    siblings   `@sibling` functions, which files of the same directory may select

    `_` as a parameter or in a binding has a symbol of its own that no use finds.
    """

    __slots__ = (
        "exports",
        "hidden",
        "holes",
        "module",
        "owners",
        "parents",
        "redeclared",
        "siblings",
        "symbols",
        "variants",
        "wildcard",
    )

    def __init__(self, module: Module) -> None:
        self.module = module
        self.symbols: dict[Node, Symbol] = {}
        self.owners: dict[Node, Owner] = {}
        self.variants: dict[Node, VariantRef] = {}
        self.holes: dict[Node, bool] = {}
        self.wildcard: dict[ImportDecl, tuple[Symbol, ...]] = {}
        self.parents: dict[Node, Node] = {}
        self.redeclared: dict[Binding, str] = {}
        self.hidden: dict[Symbol, Symbol] = {}
        self.exports: dict[str, Symbol] = {}
        self.siblings: dict[str, Symbol] = {}


class ModuleNames:
    """What importers may know of a module: its exports, its types, the names it keeps to itself."""

    __slots__ = ("enums", "exports", "private", "siblings", "structs")

    def __init__(self, bindings: Bindings | None = None) -> None:
        self.exports: dict[str, Symbol] = {} if bindings is None else bindings.exports
        self.siblings: dict[str, Symbol] = {} if bindings is None else bindings.siblings
        self.private: frozenset[str] = frozenset()
        self.enums: dict[str, EnumDecl] = {}
        self.structs: dict[str, StructDecl] = {}


class CheckedModule:
    """A module that may be lowered: its AST, its names and the facts about its expressions.

    key        identifies the module in a program: `std/math`, or the absolute path of its file
    imports    ImportDecl to the key of the module it names
    late       keys of imported modules that form a cycle with this one: their names are read late
    types      expressions to their types; empty but for the entry of a program
    """

    __slots__ = ("_analyse", "_facts", "bindings", "imports", "key", "late", "module", "types")

    def __init__(
        self,
        key: str,
        module: Module,
        bindings: Bindings,
        analyse: Callable[[], object],
        imports: dict[ImportDecl, str],
        late: frozenset[str],
        types: Mapping[Node, Type] | None = None,
    ) -> None:
        self.key = key
        self.module = module
        self.bindings = bindings
        self._analyse = analyse
        self._facts: object = None
        self.imports = imports
        self.late = late
        self.types: Mapping[Node, Type] = types or {}

    @property
    def facts(self) -> object:
        """The facts about its expressions, found when they are first asked for."""
        if self._facts is None:
            self._facts = self._analyse()
        return self._facts
