"""The signature of `main`, which is called with the root handle of the run (language.md 4.18)."""

from harnpy.diagnostics.codes import names as codes
from harnpy.diagnostics.report import Report
from harnpy.syntax.nodes import AttributedDecl, FnDecl, Module, NamedType, TypeNode

_ADVICE = "rewrite as `fn main(harness: Harness) { ... }` and reach the outside world through `harness`"


def is_main(decl: FnDecl) -> bool:
    """Is a function of the module level the entry?"""
    return decl.name == "main"


def check_main(module: Module, report: Report) -> None:
    """Report a `main` that does not take `harness: Harness` alone."""
    for item in module.items:
        decl = item.inner if isinstance(item, AttributedDecl) else item
        if isinstance(decl, FnDecl) and is_main(decl):
            _check(decl, report)


def _check(main: FnDecl, report: Report) -> None:
    if len(main.params) != 1 or main.params[0].rest:
        report.error(codes.MAIN_PARAMETERS, main.name_span, help=_ADVICE)
        return
    (parameter,) = main.params
    written = parameter.type_expr
    if parameter.name not in ("harness", "_harness"):
        report.error(codes.MAIN_PARAMETER_NAME, parameter.name_span, help=_ADVICE, name=parameter.name)
    elif not _is_root(written):
        place = parameter.name_span if written is None else written.span
        found = "any" if written is None else written.span.text
        report.error(codes.MAIN_PARAMETER_TYPE, place, help=_ADVICE, found=found)


def _is_root(written: TypeNode | None) -> bool:
    return isinstance(written, NamedType) and written.name == "Harness"
