"""Grammar in, parse table out: `python -m harnpy.syntax.maketable` writes `lalr_table.py` from `harn.lark`.

The only file that imports Lark. Lark computes the LALR(1) automaton; states are numbered anew, breadth first
over sorted symbols, so that the same grammar always gives the same file.
"""

import logging
import os
from collections.abc import Iterator

import lark
from lark.lexer import Lexer, LexerState

from harnpy.base.resources import data_folder
from harnpy.syntax import driver

STARTS = ("module", "expression", "type_alone", "signature")

Rule = tuple[str, int, int, str, tuple[int, ...]]

# Recovery puts these on the stack itself.
_KEPT_FOR_RECOVERY = {"<statement>", "<expr>"}

_HEAD = '''"""Parse table, generated from grammar/harn.lark by `python -m harnpy.syntax.maketable`; not edited by hand.

RULES: (left side, length, action, build name, kept values); ROWS: symbol to state, or to the complement of a rule.
"""
# fmt: off
'''


class Conflict(Exception):
    """The grammar is not LALR(1)."""


class _NoLexer(Lexer):
    """Stands in for Lark's lexer, which is never used."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[lark.Token]:
        """Yield nothing."""
        return iter(())


class _Collector(logging.Handler):
    """Keeps what Lark logs about conflicts."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line."""
        self.lines.append(record.getMessage())


def grammar_text() -> str:
    """The text of the grammar file."""
    with open(os.path.join(data_folder("grammar"), "harn.lark"), encoding="utf-8") as file:
        return file.read()


def conflicts_of(grammar: str) -> tuple[lark.Lark, list[str]]:
    """Let Lark compute the automaton of `grammar`; also return the conflicts that it settled by itself."""
    collector, level = _Collector(), lark.logger.level
    lark.logger.addHandler(collector)
    lark.logger.setLevel(logging.DEBUG)
    try:
        made = lark.Lark(grammar, parser="lalr", lexer=_NoLexer, start=list(STARTS), debug=True)
    finally:
        lark.logger.removeHandler(collector)
        lark.logger.setLevel(level)
    return made, [line for line in collector.lines if "onflict" in line]


def table_text(grammar: str) -> str:
    """Return the text of `lalr_table.py` for `grammar`.

    Raises:
        Conflict: two actions are possible somewhere.
    """
    made, conflicts = conflicts_of(grammar)
    if conflicts:
        raise Conflict("\n".join(conflicts))
    spellings = {
        terminal.name: str(terminal.pattern.value) for terminal in made.terminals if terminal.pattern
    }
    table = made.parser.parser._parse_table
    rules = sorted(made.rules, key=lambda rule: (rule.origin.name, rule.order, str(rule)))
    numbers = {rule: number for number, rule in enumerate(rules)}
    states = _numbering(table)
    rows: list[dict[str, int]] = [{} for _ in states]
    for old, new in states.items():
        for symbol, (action, target) in sorted(table.states[old].items()):
            shift = action.name == "Shift"
            rows[new][_kind(symbol, spellings)] = states[target] if shift else ~numbers[target]
    written = [_rule(rule) for rule in rules]
    rows, starts = collapse(rows, written, {name: states[table.start_states[name]] for name in STARTS})
    parts = [_HEAD, "RULES = (\n", *(f"    {rule!r},\n" for rule in written), ")\n\nROWS = (\n"]
    parts += [f"    {row!r},\n" for row in rows]
    return "".join([*parts, f")\n\nSTARTS = {starts!r}\n"])


def collapse(
    rows: list[dict[str, int]], rules: list[Rule], starts: dict[str, int]
) -> tuple[list[dict[str, int]], dict[str, int]]:
    """Remove unit reductions: a state takes over, token by token, what the states behind them would do.

    What `?rule` lines cost a parser is the reduction of one symbol to the next, six times per operand. A new
    state stands for the state that a symbol leads to together with those that unit reductions lead on to.
    """
    return _Collapse(rows, rules).run(starts)


_Key = tuple[tuple[int, ...], tuple[tuple[str, int], ...]]


class _Collapse:
    """One run: the old rows, and the new states found so far, each a set of old ones with its actions."""

    def __init__(self, rows: list[dict[str, int]], rules: list[Rule]) -> None:
        self.rows = rows
        self.rules = rules
        self.used = {left for left, _, action, _, _ in rules if action != driver.UNIT} | _KEPT_FOR_RECOVERY
        self.numbers: dict[_Key, int] = {}
        self.order: list[_Key] = []

    def run(self, starts: dict[str, int]) -> tuple[list[dict[str, int]], dict[str, int]]:
        """Find all states, breadth first."""
        entries = {name: self.state({}, old) for name, old in starts.items()}
        rows: list[dict[str, int]] = []
        for members, actions in self.order:
            gotos = self.gotos(members)
            row = {kind: act if act < 0 else self.state(gotos, act) for kind, act in actions}
            row.update(
                {symbol: self.state(gotos, old) for symbol, old in sorted(gotos.items()) if symbol in self.used}
            )
            rows.append(row)
        return rows, entries

    def gotos(self, members: tuple[int, ...]) -> dict[str, int]:
        """Where rules lead from a new state."""
        found: dict[str, int] = {}
        for member in members:
            for symbol, old in self.rows[member].items():
                if _is_rule(symbol) and found.setdefault(symbol, old) != old:
                    raise Conflict(f"unit reductions merge states that differ after {symbol}")
        return found

    def state(self, gotos: dict[str, int], entered: int) -> int:
        """The new state for entering old state `entered` from a state with these gotos."""
        members, actions = {entered}, dict[str, int]()
        for kind, action in self.rows[entered].items():
            current, state = action, entered
            while current < 0 and self.rules[~current][2] == driver.UNIT:
                state = gotos[self.rules[~current][0]]
                if kind not in self.rows[state]:
                    break
                current = self.rows[state][kind]
            else:
                if not _is_rule(kind):
                    actions[kind] = current
                    members.add(state)
        key = (tuple(sorted(members)), tuple(sorted(actions.items())))
        if key not in self.numbers:
            self.numbers[key] = len(self.order)
            self.order.append(key)
        return self.numbers[key]


def _is_rule(symbol: str) -> bool:
    return len(symbol) > 2 and symbol.startswith("<") and symbol.endswith(">")


def _numbering(table: lark.parsers.lalr_analysis.IntParseTable) -> dict[int, int]:
    """Old state number to new: breadth first from the starts, symbols in order."""
    order = [table.start_states[name] for name in STARTS]
    seen = set(order)
    for state in order:
        for _, (action, target) in sorted(table.states[state].items()):
            if action.name == "Shift" and target not in seen:
                seen.add(target)
                order.append(target)
    return {old: new for new, old in enumerate(order)}


def _kind(symbol: str, spellings: dict[str, str]) -> str:
    """Our name of a grammar symbol: the spelling of a literal, else its name without the mark of no value."""
    if symbol == "$END":
        return "END"
    if symbol in spellings:
        return spellings[symbol]
    return symbol.removeprefix("_") if symbol.isupper() else f"<{symbol}>"


def _rule(rule: lark.grammar.Rule) -> Rule:
    """One row of RULES; among the kept values -1 stands for an absent part."""
    name, length = str(rule.origin.name), len(rule.expansion)
    kept = [
        number
        for number, symbol in enumerate(rule.expansion)
        if not symbol.name.startswith("_") and not (symbol.is_term and symbol.filter_out)
    ]
    left = f"<{name}>"
    if name.startswith(("list_of{", "run_of{")):
        action = driver.FIRST if len(kept) == 1 else driver.NEXT
        return left, length, action, "", tuple(kept)
    if name.startswith("_") or (rule.options.expand1 and rule.alias is None and len(kept) == 1):
        return left, length, driver.UNIT if length == 1 else driver.PICK, "", tuple(kept[:1]) or (0,)
    return left, length, driver.BUILD, str(rule.alias or name), tuple(_with_absent(rule, kept))


def _with_absent(rule: lark.grammar.Rule, kept: list[int]) -> Iterator[int]:
    """The kept positions in order, with -1 where an optional part is missing."""
    position = 0
    for empty in rule.options.empty_indices or [False] * len(rule.expansion):
        if empty:
            yield -1
        else:
            if position in kept:
                yield position
            position += 1


def main() -> None:
    """Write the table beside this file."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lalr_table.py")
    text = table_text(grammar_text())
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
