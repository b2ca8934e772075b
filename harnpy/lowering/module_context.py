"""What all functions of one module share: constants, classes of structs and variants, contracts, natives."""

import ast as pyast
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import cast

from harnpy.base.mangle import mangle, shadow
from harnpy.base.spans import Span
from harnpy.catalog.model import Catalog
from harnpy.lowering import emit
from harnpy.lowering.facts import FactsLike
from harnpy.lowering.module_names import ModuleNames
from harnpy.lowering.specs import Spec, SpecMaker, struct_spec
from harnpy.semantics.results import CheckedModule, VariantRef
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax.nodes import (
    Call,
    Member,
    MethodCall,
    Node,
    Spread,
    StructConstruct,
    StructDecl,
    TypeDecl,
)


class ModuleContext(ModuleNames):
    """State of lowering that belongs to a whole module."""

    def __init__(self, checked: CheckedModule, catalog: Catalog, facts: FactsLike) -> None:
        self.checked = checked
        super().__init__(checked.bindings)
        self.catalog = catalog
        self.facts = facts
        self.specs = SpecMaker(checked.bindings)
        # Statements of the Python module: constants and classes, then functions and the rest.
        self.constants: list[pyast.stmt] = []
        self.body: list[pyast.stmt] = []
        # (family, owner, name) of every native the module mentions, to its Python name.
        self.natives: dict[tuple[str, str, str], str] = {}
        # Line and byte column of calls in tail position: their frames are not in the Harn stack.
        self.tail_sites: set[tuple[int, int]] = set()
        # Imported names that are read through the module object, because the modules form a cycle.
        self.late: dict[Symbol, str] = {}
        # Functions that are lowered when they are first called.
        self.waiting: frozenset[Node] = frozenset()
        self._shared: dict[object, str] = {}
        self._counter = 0

    # ---- names of the Python module --------------------------------------------------------------

    def fresh(self, prefix: str) -> str:
        """A name of the Python module that nothing else uses."""
        self._counter += 1
        return f"{prefix}{self._counter}"

    def constant(self, key: object, make: Callable[[], pyast.expr], span: Span) -> str:
        """Name of a module constant made once per `key` at module start."""
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = self.fresh("_k")
            self.constants.append(emit.assign(found, make(), span))
        return found

    def native(self, family: str, owner: str, name: str) -> str:
        """Python name of a native that the module start binds."""
        key = (family, owner, name)
        found = self.natives.get(key)
        if found is None:
            found = self.natives[key] = f"_n{len(self.natives)}_{name}"
        return found

    def closure_name(self, stem: str) -> str:
        """A Python name for a function without one; `unmangle` gives the stem back."""
        self._counter += 1
        return shadow(stem, self._counter)

    def site(self, span: Span) -> tuple[int, int]:
        """Line and UTF-8 byte column where a call is, as tracebacks tell it."""
        return span.file.byte_column(span.start)

    # ---- structs and variants --------------------------------------------------------------------

    def struct_class(self, declaration: StructDecl) -> str:
        """Python name of the class of a struct."""
        span = declaration.name_span

        def make() -> pyast.expr:
            fields = [emit.const(one.name, span) for one in declaration.fields]
            optional = [emit.const(one.name, span) for one in declaration.fields if one.optional]
            parts = [emit.const(declaration.name, span), emit.tuple_of(fields, span)]
            return emit.support("_struct", [*parts, emit.tuple_of(optional, span)], span)

        return self.constant(("struct", declaration), make, span)

    def struct_named(self, node: StructConstruct) -> StructDecl | None:
        """The struct that a literal names."""
        symbol = self.bindings.symbols.get(node)
        declared = symbol.origin().node if symbol is not None else None
        if isinstance(declared, TypeDecl):
            return self.structs.get(str(self.specs.spec(declared.type_expr)[2:3][0]))
        return declared if isinstance(declared, StructDecl) else None

    def impl_name(self, declaration: StructDecl, method: str) -> str:
        """Python name of a function from an `impl` of this module."""
        return shadow_method(declaration.name, method)

    def arity_of(self, ref: VariantRef) -> int:
        """Number of declared fields of a variant; 0 for one that the enum lacks."""
        if ref.enum is None:
            return 1
        found = next((one for one in ref.enum.variants if one.name == ref.variant), None)
        return len(found.fields) if found is not None else 0

    def may_lack_fields(self, ref: VariantRef) -> bool:
        """True when some value of the variant may have been made with too few arguments."""
        if ref.enum is None:
            return False
        return ref.enum.is_pub or (ref.enum.name, ref.variant) in self._short_variants

    @cached_property
    def _short_variants(self) -> frozenset[tuple[str, str]]:
        found: set[tuple[str, str]] = set()
        for node, ref in self.bindings.variants.items():
            args = (
                node.args
                if isinstance(node, (Call, MethodCall))
                else ()
                if isinstance(node, Member)
                else None
            )
            if args is not None and (
                len(args) < self.arity_of(ref) or any(isinstance(one, Spread) for one in args)
            ):
                found.add((ref.enum_name, ref.variant))
        return frozenset(found)

    def variant_class(self, ref: VariantRef, given: int, span: Span) -> str:
        """Python name of the class of a variant."""
        if ref.enum is None:
            return "_Ok" if ref.variant == "Ok" else "_Err"
        arity = self.arity_of(ref) if ref.known else given

        def make() -> pyast.expr:
            parts = (ref.enum_name, ref.variant, arity)
            return emit.support("_variant", [emit.const(part, span) for part in parts], span)

        return self.constant(("variant", ref.enum_name, ref.variant), make, span)

    def variant_value(self, ref: VariantRef, args: Sequence[pyast.expr], span: Span) -> pyast.expr:
        """A value of a variant with these arguments."""
        cls = self.variant_class(ref, len(args), span)
        arity = self.arity_of(ref) if ref.known else len(args)
        exact = len(args) == arity and not any(isinstance(one, pyast.Starred) for one in args)
        if exact and arity:
            return emit.call(emit.name(cls, span), args, span)
        maker = emit.attribute(emit.name(cls, span), "make", span)
        if args or arity:
            return emit.call(maker, args, span)
        single = self.constant(("single", cls), lambda: emit.call(maker, [], span), span)
        return emit.name(single, span)

    # ---- contracts -------------------------------------------------------------------------------

    def contract(self, spec: Spec, span: Span) -> pyast.expr:
        """A contract object, made once per spec."""
        made = self.constant(
            ("contract", spec), lambda: emit.support("_contract", [literal(spec, span)], span), span
        )
        return emit.name(made, span)

    def struct_contract(self, declaration: StructDecl, span: Span) -> pyast.expr:
        """The contract that a literal of the struct must satisfy."""
        return self.contract(struct_spec(self.specs, declaration), span)

    def schema_of(self, symbol: Symbol, span: Span) -> pyast.expr:
        """The schema that a type stands for in value position."""
        declared = symbol.origin().node
        if isinstance(declared, TypeDecl):
            spec = self.specs.spec(declared.type_expr)
        elif isinstance(declared, StructDecl):
            spec = struct_spec(self.specs, declared)
        else:
            spec = ("enum" if symbol.kind is SymbolKind.ENUM else "any", symbol.name, symbol.name)
        return self._schema(spec, span)

    def schema_of_kind(self, kind: str, span: Span) -> pyast.expr:
        """The schema of a primitive type named in value position."""
        return self._schema(("kind", kind, kind), span)

    def _schema(self, spec: Spec, span: Span) -> pyast.expr:
        made = self.constant(
            ("schema", spec), lambda: emit.support("_schema", [literal(spec, span)], span), span
        )
        return emit.name(made, span)


def shadow_method(struct: str, method: str) -> str:
    """Python name under which a method of `struct` can be called directly."""
    return shadow(mangle(method), 0) + mangle(struct)


def literal(value: object, span: Span) -> pyast.expr:
    """Nested tuples of plain values as an expression."""
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        return emit.tuple_of([literal(part, span) for part in parts], span)
    return emit.const(cast("str | float | bool | None", value), span)
