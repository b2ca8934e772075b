"""What the passes of this package hand on: a module with its side tables."""

from harnpy.semantics.symbols import Owner, Symbol
from harnpy.syntax.nodes import Node
from harnpy.syntax.nodes.declarations import EnumDecl, ImportDecl, Module, StructDecl


class VariantRef:
    """A mention of an enum variant. `known` is False when the enum lacks it (its value is made all the same)."""

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

    symbols    node to symbol: uses (Ident, StructConstruct, NamedType, AppliedType, ImplBlock, Pipeline.extends
               under the Pipeline in `parents`) and declarations (BindName, TypedParam, PBind, FnDecl, ToolDecl,
               Pipeline, StructDecl, EnumDecl, InterfaceDecl, TypeDecl, ImportName, ImportDecl with a namespace).
               Builtins and globals (`harness`, `argv`) have symbols of kind BUILTIN and GLOBAL, one each.
    owners     callable node (and the Module) to its Owner
    variants   Member, MethodCall, Call, Ident or PEnum node that names an enum variant to the VariantRef
    holes      the right operand of a `|>` that contains `_` to True; the `_` Idents in it have no symbol
    wildcard   ImportDecl without names to the symbols it binds
    parents    Pipeline with `extends` to the parent Pipeline node
    """

    __slots__ = ("exports", "holes", "module", "owners", "parents", "symbols", "variants", "wildcard")

    def __init__(self, module: Module) -> None:
        self.module = module
        self.symbols: dict[Node, Symbol] = {}
        self.owners: dict[Node, Owner] = {}
        self.variants: dict[Node, VariantRef] = {}
        self.holes: dict[Node, bool] = {}
        self.wildcard: dict[ImportDecl, tuple[Symbol, ...]] = {}
        self.parents: dict[Node, Node] = {}
        self.exports: dict[str, Symbol] = {}


class ModuleNames:
    """What importers may know of a module: its exports and its types."""

    __slots__ = ("enums", "exports", "private", "structs")

    def __init__(self, bindings: Bindings) -> None:
        self.exports = bindings.exports
        self.private: frozenset[str] = frozenset()
        self.enums: dict[str, EnumDecl] = {}
        self.structs: dict[str, StructDecl] = {}


class CheckedModule:
    """A module that may be lowered: its AST, its names and the facts about its expressions.

    key        identifies the module in a program: `std/math`, or the absolute path of its file
    imports    ImportDecl to the key of the module it names
    late       keys of imported modules that form a cycle with this one: their names are read late
    """

    __slots__ = ("bindings", "facts", "imports", "key", "late", "module")

    def __init__(
        self,
        key: str,
        module: Module,
        bindings: Bindings,
        facts: object,
        imports: dict[ImportDecl, str],
        late: frozenset[str],
    ) -> None:
        self.key = key
        self.module = module
        self.bindings = bindings
        self.facts = facts
        self.imports = imports
        self.late = late
