"""The code of `-e` in, a module that runs it out."""

from harnpy.base.spans import Span
from harnpy.syntax.nodes import (
    AttributedDecl,
    Body,
    FnDecl,
    ImportDecl,
    Module,
    NamedType,
    Node,
    Pipeline,
    TypedParam,
)


def wrap(module: Module) -> Module:
    """Return the module itself when it says what to run, else its statements as a pipeline after its imports.

    All positions stay those of the code as it was given.
    """
    if any(_says_what_to_run(item) for item in module.items):
        return module
    imports = tuple(item for item in module.items if isinstance(item, ImportDecl))
    rest = tuple(item for item in module.items if not isinstance(item, ImportDecl))
    span = module.span
    start = Span(span.file, span.start, span.start)
    pipeline = Pipeline(
        span=span,
        name="main",
        name_span=start,
        params=(_param("harness", "Harness", start), _param("task", "unknown", start)),
        return_type=None,
        throws=None,
        extends=None,
        extends_span=None,
        body=Body(span=span, statements=rest),
        is_pub=False,
    )
    return Module(span=span, items=(*imports, pipeline))


def _says_what_to_run(item: Node) -> bool:
    while isinstance(item, AttributedDecl):
        item = item.inner
    return isinstance(item, Pipeline) or (isinstance(item, FnDecl) and item.name == "main")


def _param(name: str, kind: str, span: Span) -> TypedParam:
    return TypedParam(
        span=span,
        name=name,
        name_span=span,
        type_expr=NamedType(span=span, name=kind),
        default=None,
        rest=False,
    )
