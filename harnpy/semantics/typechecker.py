"""Front door of the type checker: a resolved module in, the types of its expressions and a report out."""

from harnpy.diagnostics.report import Report
from harnpy.semantics import attributes
from harnpy.semantics.check_access import ACCESS
from harnpy.semantics.check_blocks import BLOCK_STATEMENTS, BLOCKS
from harnpy.semantics.check_bodies import DECLARING, run_statements
from harnpy.semantics.check_calls import CALLS
from harnpy.semantics.check_context import Checking, Program, Rows
from harnpy.semantics.check_declarations import DECLARATIONS
from harnpy.semantics.check_functions import FUNCTIONS, check_function
from harnpy.semantics.check_literals import LITERALS
from harnpy.semantics.check_matches import MATCH_STATEMENTS, MATCHES
from harnpy.semantics.check_operators import OPERATORS
from harnpy.semantics.check_statements import STATEMENTS
from harnpy.semantics.entry import check_main
from harnpy.semantics.resolve_patterns import names_of
from harnpy.semantics.results import Bindings
from harnpy.semantics.typeforms import Type
from harnpy.syntax.nodes import AttributedDecl, Binding, FnDecl, Module, Node, Pipeline, ToolDecl

ROWS = Rows(
    (LITERALS, ACCESS, OPERATORS, CALLS, FUNCTIONS, BLOCKS, MATCHES),
    (STATEMENTS, DECLARATIONS, BLOCK_STATEMENTS, MATCH_STATEMENTS),
)
"""Every handler of the checker."""


def enroll(program: Program, module: Module, bindings: Bindings) -> None:
    """Read the declarations of a module. Modules that import each other are all enrolled first."""
    program.world.read("", module, bindings)
    program.deprecated.update(attributes.deprecations(module))
    for item in module.items:
        if isinstance(item, DECLARING):
            program.homes[item] = bindings
            if isinstance(item, AttributedDecl):
                program.homes[item.inner] = bindings


def check_types(program: Program, module: Module, bindings: Bindings) -> tuple[dict[Node, Type], Report]:
    """Check a module that was enrolled: the type of each expression, and what is wrong."""
    ctx = Checking(program, bindings, ROWS, check_function)
    for item in module.items:
        inner = item.inner if isinstance(item, AttributedDecl) else item
        if isinstance(inner, (FnDecl, ToolDecl, Pipeline)):
            ctx.announce(inner)
        elif isinstance(inner, Binding):
            for name in names_of(inner.pattern):
                symbol = ctx.symbols.get(name)
                if symbol is not None:
                    ctx.early.setdefault(symbol, inner)
    run_statements(ctx, module.items)
    for decl in list(ctx.waiting):
        work = ctx.waiting.pop(decl, None)
        if work is not None:
            work()
    check_main(module, ctx.report)
    return ctx.types, ctx.report
