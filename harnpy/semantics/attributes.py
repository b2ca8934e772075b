"""Attributes: where they may stand, what arguments they take, what `@deprecated` says (language.md 4.19)."""

from collections.abc import Callable

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import names as codes
from harnpy.diagnostics.report import Report
from harnpy.semantics.resolution import suggestion
from harnpy.syntax.nodes import (
    Attribute,
    AttributeArg,
    AttributedDecl,
    Binding,
    DictLit,
    Expr,
    FnDecl,
    Ident,
    ImportDecl,
    ListLit,
    Member,
    Module,
    Node,
    Pipeline,
    RawStr,
    Str,
    ToolDecl,
)

_Test = Callable[[Expr], bool]


class _Rule:
    """What an attribute asks for.

    places   declarations it may stand before, with the word for them; none when every one will do
    named    its named arguments, each with a test of its value and what the test wants
    sole     the only form its arguments may have, with the words for it; None when all are named
    """

    __slots__ = ("named", "places", "sole", "word")

    def __init__(
        self,
        word: str = "",
        places: tuple[type[Node], ...] = (),
        named: dict[str, tuple[_Test, str]] | None = None,
        sole: tuple[Callable[[tuple[AttributeArg, ...]], bool], str] | None = None,
    ) -> None:
        self.word = word
        self.places = places
        self.named = named or {}
        self.sole = sole


class Deprecation:
    """What `@deprecated(since:, use:)` says; empty texts where it does not."""

    __slots__ = ("since", "use")

    def __init__(self, since: str, use: str) -> None:
        self.since = since
        self.use = use


def check(decl: AttributedDecl, report: Report) -> None:
    """Report attributes before the wrong declaration, and arguments that they do not take."""
    if isinstance(decl.inner, (Binding, ImportDecl)):
        # No declaration that takes attributes, as the parser has said.
        return
    for attribute in decl.attributes:
        rule = _RULES.get(attribute.name)
        if rule is None:
            continue
        if rule.places and not isinstance(decl.inner, rule.places):
            report.error(
                codes.MISPLACED_ATTRIBUTE,
                attribute.name_span,
                attribute=attribute.name,
                declarations=rule.word,
            )
        elif rule.sole is not None:
            fits, wanted = rule.sole
            if not fits(attribute.args):
                report.error(
                    codes.ATTRIBUTE_ARGUMENTS, attribute.span, attribute=attribute.name, wanted=wanted
                )
        else:
            _named_arguments(attribute, rule, report)


def deprecations(module: Module) -> dict[Node, Deprecation]:
    """The deprecated declarations of a module, with what their attribute says."""
    found: dict[Node, Deprecation] = {}
    for item in module.items:
        if isinstance(item, AttributedDecl):
            for attribute in item.attributes:
                if attribute.name == "deprecated":
                    said = {one.name: _text(one.value) for one in attribute.args}
                    found[item.inner] = Deprecation(said.get("since", ""), said.get("use", ""))
    return found


def deprecated_use(report: Report, span: Span, name: str, told: Deprecation) -> None:
    """Report a use of the deprecated `name`."""
    since = f" (since {told.since})" if told.since else ""
    advice = f"use `{told.use}` instead" if told.use else None
    report.error(codes.DEPRECATED, span, help=advice, name=name, since=since)


def _named_arguments(attribute: Attribute, rule: _Rule, report: Report) -> None:
    known = ", ".join(f'"{name}"' for name in rule.named)
    for arg in attribute.args:
        test = rule.named.get(arg.name or "")
        if test is None:
            name = arg.name or arg.value.span.text
            near = suggestion(name, rule.named).removeprefix(" — ")
            report.error(
                codes.UNKNOWN_ATTRIBUTE_ARGUMENT,
                arg.span,
                help=near or None,
                attribute=attribute.name,
                argument=name,
                expected=known,
            )
        elif not test[0](arg.value):
            report.error(
                codes.ATTRIBUTE_VALUE,
                arg.value.span,
                attribute=attribute.name,
                argument=arg.name,
                wanted=test[1],
            )


def _is_symbol(value: Expr) -> bool:
    """A string, a name or a dotted name."""
    while isinstance(value, Member):
        value = value.object
    return isinstance(value, (Str, RawStr, Ident))


def _text(value: Expr) -> str:
    return value.value if isinstance(value, (Str, RawStr)) else value.span.text


def _is_cases(value: Expr) -> bool:
    return isinstance(value, ListLit) and all(map(_is_case, value.items))


def _is_case(value: Expr) -> bool:
    """`{name: "…", args: […]}`."""
    if not isinstance(value, DictLit):
        return False
    held = {one.key.value: one.value for one in value.entries if isinstance(one.key, Str)}
    whole = len(held) == len(value.entries) == 2
    return whole and isinstance(held.get("name"), (Str, RawStr)) and isinstance(held.get("args"), ListLit)


def _is_scope(args: tuple[AttributeArg, ...]) -> bool:
    return len(args) == 1 and args[0].name == "scope" and _text(args[0].value) in ("file", "case")


def _is_allow(args: tuple[AttributeArg, ...]) -> bool:
    return len(args) == 1 and args[0].name is None and _text(args[0].value) == "allow"


_SYMBOL = (_is_symbol, "a string or symbol")
_RULES: dict[str, _Rule] = {
    "test": _Rule(
        "pipeline",
        (Pipeline,),
        named={"cases": (_is_cases, "a list of `{name, args}` rows"), "fixture": _SYMBOL},
    ),
    "test_fixture": _Rule("function", (FnDecl,), sole=(_is_scope, "exactly one `scope: file|case` argument")),
    "deprecated": _Rule(named={"since": _SYMBOL, "use": _SYMBOL}),
    "complexity": _Rule("function", (FnDecl, Pipeline, ToolDecl), sole=(_is_allow, "the argument `allow`")),
}
