"""A pool that answers from fixtures and keeps a list of what it was asked; it touches no network."""

from harnpy.natives.support.postgres.failures import CLOSED, ENDED, Failure, alone
from harnpy.natives.support.postgres.judging import integer
from harnpy.natives.support.postgres.options import PRIMARY
from harnpy.natives.support.postgres.statements import COUNT, FIRST, Statement
from harnpy.storage.conversion import data
from harnpy.values.display import display
from harnpy.values.faults import Fault, runtime_fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.natives.support.postgres.options import Modes

SET_CONFIG = "select set_config($1, $2, true)"
_FUNCTION = "pg_mock_pool"
_CONTAINS = "contains"


class Fixture:
    """One prepared answer. `left` says how often it is still given, None for ever."""

    __slots__ = ("affected", "contains", "error", "left", "params", "rows", "sql")

    def __init__(self, given: dict[str, Value]) -> None:
        sql: Value = given.get("sql")
        rows: Value = given.get("rows")
        if sql.__class__ is not str or not sql.strip():
            raise _refused("fixture.sql is required")
        if rows is not None and (
            rows.__class__ is not list or any(row.__class__ is not dict for row in rows)
        ):
            raise _refused("fixture.rows must be a list")
        self.sql = sql.strip()
        self.rows: list[Value] = rows or []
        params = given.get("params")
        self.params = None if params is None else data(params)
        affected = integer(given.get("rows_affected"))
        self.affected = max(0, len(self.rows) if affected is None else affected)
        error = given.get("error")
        self.error = "" if error is None else display(error).strip()
        self.contains = _matching(given.get("match"))
        self.left = _times(given.get("times"))

    def answers(self, sql: str, params: list[Value]) -> bool:
        """Whether a call gets this answer."""
        if self.left == 0 or not (self.sql in sql if self.contains else self.sql == sql):
            return False
        return self.params is None or _same(self.params, params)


class MockPool:
    """A pool for tests: fixtures, the calls so far, open or closed."""

    __slots__ = ("_fixtures", "calls", "closed", "form", "policy")

    def __init__(self, fixtures: Value) -> None:
        self._fixtures = [Fixture(one) for one in _listed(fixtures)]
        self.calls: list[Value] = []
        self.closed = False
        self.form = "text"
        self.policy = PRIMARY

    def begin(self, modes: "Modes", task: Value) -> "MockTransaction":
        """A transaction that is still to begin."""
        return MockTransaction(self, modes)

    async def run(self, statement: Statement) -> Value:
        """Answer a statement."""
        if self.closed:
            raise Failure(CLOSED)
        params = data(statement.params)
        found = self._met(statement.sql, params, execute=statement.gives == COUNT)
        if found is None:
            raise alone(f"pg_mock: no fixture matched `{statement.sql}`")
        if statement.gives == COUNT:
            return found.affected
        if statement.gives == FIRST:
            return found.rows[0] if found.rows else None
        return list(found.rows)

    async def control(self, sql: str) -> None:
        """Take note of a statement about savepoints."""
        if self.closed:
            raise Failure(CLOSED)
        self.take(sql, [])

    def take(self, sql: str, params: list[Value]) -> None:
        """Take note of a statement that needs no fixture; one with an error makes it fail."""
        self._met(sql, params, execute=True)

    def close(self) -> bool:
        """Close the pool; False when it was closed already."""
        was, self.closed = self.closed, True
        return not was

    def _met(self, sql: str, params: list[Value], *, execute: bool) -> Fixture | None:
        """Record a call and give the first fixture that answers it."""
        self.calls.append({"sql": sql, "params": params, "execute": execute})
        for one in self._fixtures:
            if one.answers(sql, params):
                if one.left is not None:
                    one.left -= 1
                if one.error:
                    raise alone(f"pg_mock: {one.error}")
                return one
        return None


class MockTransaction:
    """A transaction on a mock: the calls between its first and its last record."""

    __slots__ = ("_begun", "_modes", "_pool", "closed", "conflict", "form", "policy")

    def __init__(self, pool: MockPool, modes: "Modes") -> None:
        self._pool = pool
        self._modes = modes
        self._begun = False
        self.closed = False
        self.conflict = False
        self.form = pool.form
        self.policy = pool.policy

    async def begin(self) -> None:
        """Record the beginning and the settings."""
        if self._pool.closed:
            raise Failure(CLOSED)
        try:
            self._pool.take(self._modes.begin, [])
        except Failure as failure:
            raise failure.within("begin failed") from None
        self._begun = True
        for name, value in self._modes.settings:
            try:
                self._pool.take(SET_CONFIG, [name, value])
            except Failure as failure:
                raise failure.within(f"set_config({name}) failed") from None

    async def run(self, statement: Statement) -> Value:
        """Answer a statement."""
        self._check()
        return await self._pool.run(statement)

    async def control(self, sql: str) -> None:
        """Take note of a statement about savepoints."""
        self._check()
        await self._pool.control(sql)

    async def commit(self) -> None:
        """Record the end."""
        self._begun = False
        try:
            self._pool.take("COMMIT", [])
        except Failure as failure:
            raise failure.within("commit failed") from None

    async def rollback(self) -> None:
        """Record that it was undone."""
        if self._begun:
            self._begun = False
            try:
                self._pool.take("ROLLBACK", [])
            except Failure:
                # What is thrown is what made it roll back.
                return

    def close(self) -> None:
        """Take no more statements."""
        self.closed = True

    def _check(self) -> None:
        if self.closed:
            raise Failure(ENDED)


def _listed(value: Value) -> list[dict[str, Value]]:
    if value is None:
        return []
    listed = [value] if value.__class__ is dict else value
    if listed.__class__ is not list:
        raise _refused("fixtures must be a list of dicts")
    if any(one.__class__ is not dict for one in listed):
        raise _refused("each fixture must be a dict")
    return listed


def _matching(value: Value) -> bool:
    if value is None or value == "exact":
        return False
    if value != _CONTAINS:
        raise _refused(f'fixture.match must be "exact" or "contains", got {display(value)}')
    return True


def _times(value: Value) -> int | None:
    if value is None:
        return None
    if value.__class__ is not int or value <= 0:
        raise _refused(f"fixture.times must be an int above 0, got {display(value)}")
    return value


def _same(wanted: Value, found: Value) -> bool:
    """Whether two converted values are one: kinds count, so 1 and 1.0 differ."""
    if wanted.__class__ is not found.__class__:
        return False
    if wanted.__class__ is list:
        return len(wanted) == len(found) and all(_same(a, b) for a, b in zip(wanted, found, strict=True))
    if wanted.__class__ is dict:
        return wanted.keys() == found.keys() and all(_same(wanted[name], found[name]) for name in wanted)
    return wanted == found


def _refused(reason: str) -> Fault:
    return runtime_fault(f"{_FUNCTION}: {reason}")
