"""Front door of the type checker: resolved modules in, the types of their expressions and a report out."""

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
from harnpy.syntax.nodes import AttributedDecl, Binding, FnDecl, Module, Pipeline, ToolDecl

ROWS = Rows(
    (LITERALS, ACCESS, OPERATORS, CALLS, FUNCTIONS, BLOCKS, MATCHES),
    (STATEMENTS, DECLARATIONS, BLOCK_STATEMENTS, MATCH_STATEMENTS),
)
"""Every handler of the checker."""


def enroll(program: Program, module: Module, bindings: Bindings) -> Checking:
    """Read the declarations of a module; its bodies are checked when somebody asks for what they give.

    Modules that import each other are all enrolled before one of them is checked.
    """
    ctx = Checking(program, bindings, ROWS, check_function)
    program.world.read("", module, bindings)
    program.deprecated.update(attributes.deprecations(module))
    for item in module.items:
        inner = item.inner if isinstance(item, AttributedDecl) else item
        if isinstance(inner, DECLARING):
            program.homes[inner] = ctx
        if isinstance(inner, (FnDecl, ToolDecl, Pipeline)):
            ctx.announce(inner)
        elif isinstance(inner, Binding):
            for name in names_of(inner.pattern):
                symbol = bindings.symbols.get(name)
                if symbol is not None:
                    program.early.setdefault(symbol, (ctx, inner))
    return ctx


def check_module(ctx: Checking) -> Report:
    """Check all statements and bodies of a module that was enrolled; `ctx.types` has their types then."""
    module = ctx.bindings.module
    run_statements(ctx, module.items)
    for decl in list(ctx.waiting):
        work = ctx.waiting.pop(decl, None)
        if work is not None:
            work()
    check_main(module, ctx.report)
    return ctx.report
