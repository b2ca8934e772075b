"""Front door of lint: a checked module in, what its rules have to say out."""

from collections.abc import Callable, Sequence

from harnpy.catalog.model import Catalog
from harnpy.diagnostics.codes.flow import STRAY_JUMP
from harnpy.diagnostics.model import ERROR, Diagnostic
from harnpy.diagnostics.report import Report
from harnpy.lint.flow import behind_exit
from harnpy.lint.model import CALLABLES, Rule, Subject
from harnpy.lint.rules import RULES
from harnpy.lint.types import StaticTypes
from harnpy.semantics.facts.answers import Facts
from harnpy.semantics.ranges import NOTHING_KNOWN
from harnpy.semantics.results import CheckedModule
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node
from harnpy.syntax.nodes.core import below

_AROUND = frozenset((*CALLABLES, nodes.SpawnExpr, nodes.Parallel, nodes.MutexBlock))

Look = Callable[..., None]


class Selection:
    """Which rules look, with what each node class is shown to.

    `others` tells of the findings of rules that the resolver applies whether they are wanted.
    """

    __slots__ = ("_others", "rows", "rules")

    def __init__(self, rules: Sequence[Rule], others: Callable[[str, str], bool] | None = None) -> None:
        self.rules = tuple(rules)
        self._others = others
        rows: dict[type[Node], list[Look]] = {
            nodes.InterpolatedString: [_note_string],
            nodes.AttributedDecl: [_note_attributes],
            nodes.Binding: [_note_binding],
            nodes.Body: [_note_dead],
        }
        for rule in self.rules:
            for cls, look in rule.looks:
                rows.setdefault(cls, []).append(look)
        self.rows = {cls: tuple(looks) for cls, looks in rows.items()}

    def reports(self, one: Diagnostic) -> bool:
        """Whether a finding of the passes before belongs to the report of `lint`."""
        if one.message.source != "lint":
            return False
        name = one.message.label.removeprefix("lint[").rstrip("]")
        return self._others is None or self._others(one.code, name)


def for_check(report: Report) -> Selection:
    """The rules that `check` reports beside what it has found.

    After an error much of a module looks unused or needless: then only rules that speak of types go on.
    """
    wrong = any(one.severity == ERROR and one.message.source != "lint" for one in report.diagnostics)
    return Selection([one for one in RULES if not (one.alone or one.opt_in) and (one.typed or not wrong)])


def for_lint(
    select: frozenset[str] = frozenset(),
    ignore: frozenset[str] = frozenset(),
    more: frozenset[str] = frozenset(),
) -> Selection:
    """The rules that `lint` reports: those selected, or all that are on and `more`, but none ignored.

    Rules are named by themselves or by their codes.
    """

    def is_wanted(code: str, name: str, *, opt_in: bool = False) -> bool:
        names = {code, name}
        return not names & ignore and (bool(names & select) if select else not opt_in or bool(names & more))

    return Selection(
        [one for one in RULES if is_wanted(one.code.code, one.name, opt_in=one.opt_in)], is_wanted
    )


def names() -> dict[str, str]:
    """Every rule that can be selected, by name and by code, each with its code."""
    known = {one.name: one.code.code for one in RULES}
    known[STRAY_JUMP.label.removeprefix("lint[").rstrip("]")] = STRAY_JUMP.code
    return known | {code: code for code in known.values()}


def lint(checked: CheckedModule, catalog: Catalog, selection: Selection, found: Report) -> Report:
    """Show a module to the rules; `found` is what the passes before have reported about it."""
    path = checked.module.span.file.path
    if path.endswith((".generated.harn", ".generated.harn.txt")):
        return Report()

    def facts() -> Facts:
        return checked.facts if isinstance(checked.facts, Facts) else NOTHING_KNOWN

    types = StaticTypes(checked.types, facts, checked.bindings)
    subject = Subject(checked.module, checked.bindings, types, catalog)
    subject.found = found
    subject.test_source = is_test_source(path)
    _walk(subject, selection.rows)
    walked, subject.report = subject.report, Report()
    for rule in selection.rules:
        if rule.layout:
            _close(rule, subject)
    subject.report.extend(walked)
    for rule in selection.rules:
        if not rule.layout:
            _close(rule, subject)
    return subject.report


def is_test_source(path: str) -> bool:
    """Whether a file holds tests, by its path."""
    *folders, name = path.replace("\\", "/").split("/")
    return "tests" in folders or name.endswith(("_test.harn", "-test.harn"))


def _close(rule: Rule, subject: Subject) -> None:
    for close in rule.closes:
        close(subject)


def _walk(subject: Subject, rows: dict[type[Node], tuple[Look, ...]]) -> None:
    """Show every node to the rules of its class, parents first, in the order of the source."""
    around = subject.around
    pending: list[Node | None] = [subject.module]
    while pending:
        node = pending.pop()
        if node is None:
            around.pop()
            continue
        cls = node.__class__
        if cls in rows:
            for look in rows[cls]:
                look(subject, node)
        if cls in _AROUND:
            around.append(node)
            pending.append(None)
        pending += below(node)[::-1]


def _note_string(subject: Subject, node: nodes.InterpolatedString) -> None:
    """Tell where a string with holes ends, for those who read the text."""
    subject.trivia.holed[node.span.start] = node.span.end


def _note_attributes(subject: Subject, node: nodes.AttributedDecl) -> None:
    """Tell what stands before a declaration, for those who look at it."""
    inner: Node = node
    attributes: tuple[nodes.Attribute, ...] = ()
    while isinstance(inner, nodes.AttributedDecl):
        attributes += inner.attributes
        inner = inner.inner
    subject.attributes[inner] = attributes


def _note_binding(subject: Subject, node: nodes.Binding) -> None:
    """Tell what declares a name."""
    subject.types.declared[node.pattern] = node


def _note_dead(subject: Subject, body: nodes.Body) -> None:
    """Tell what never runs; another diagnostic says so, and nothing more needs to be said about it."""
    dead = behind_exit(body)
    if dead:
        subject.dead.append((dead[0].span.start, dead[-1].span.end))
