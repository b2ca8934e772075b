"""A pool on a server: where a statement goes, what becomes of its connection, when none is tried at all."""

from harnpy.natives.support.postgres.binding import adapters
from harnpy.natives.support.postgres.breaker import Breaker
from harnpy.natives.support.postgres.connecting import Lane
from harnpy.natives.support.postgres.failures import CLOSED, Failure, alone
from harnpy.natives.support.postgres.options import PRIMARY, REPLICA, REPLICA_OR_PRIMARY
from harnpy.natives.support.postgres.running import Memory, Runner
from harnpy.natives.support.postgres.statements import Statement
from harnpy.natives.support.postgres.transactions import Transaction
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.base.clock import Clock
    from harnpy.natives.support.postgres.connecting import Connection
    from harnpy.natives.support.postgres.options import Modes, PoolOptions
    from harnpy.natives.support.postgres.sources import Source


class Pool:
    """The primary and its replicas."""

    __slots__ = (
        "_breaker",
        "_literal",
        "_memory",
        "_primary",
        "_replicas",
        "_turns",
        "closed",
        "form",
        "policy",
    )

    def __init__(self, options: "PoolOptions", sources: "list[Source]", clock: "Clock") -> None:
        """`sources` are those of the primary and of the replicas."""
        self._primary, *self._replicas = [Lane(one, options, clock) for one in sources]
        self._literal = [one.literal for one in sources]
        self._breaker = Breaker(clock, options.threshold, options.reset_ms)
        self._memory = Memory()
        self._turns = 0
        self.closed = False
        self.form = options.form
        self.policy = options.policy

    def hosts(self) -> list[tuple[str, bool]]:
        """All hosts that it may connect to, and whether the program itself names them."""
        lanes = zip(self._lanes, self._literal, strict=True)
        return [(host, literal) for lane, literal in lanes for host in lane.hosts()]

    async def open(self) -> None:
        """Connect to every server once, then be ready."""
        known = adapters()
        await self._primary.open(known)
        for lane in self._replicas:
            try:
                await lane.open(known)
            except Failure as failure:
                raise alone(f"pg_pool replica: {failure.text}") from None

    def begin(self, modes: "Modes", task: Value) -> Transaction:
        """A transaction that is still to begin."""
        return Transaction(self._primary, self._taken, self._memory, modes).of(task, self.form)

    async def run(self, statement: Statement) -> Value:
        """Run a statement where its route leads."""
        lane = self._lane(statement.route)
        self._check()
        try:
            connection = await lane.take(statement.task)
            try:
                runner = Runner(lane, connection, self._memory, inside=False)
                given = await runner.run(statement)
            finally:
                await lane.give(connection)
        except Failure as failure:
            self._breaker.failed(failure)
            raise
        except BaseException:
            self._breaker.abandoned()
            raise
        self._breaker.succeeded()
        return given

    async def close(self) -> bool:
        """Close the pool; False when it was closed already."""
        was, self.closed = self.closed, True
        if not was:
            for lane in self._lanes:
                await lane.close()
        return not was

    async def end(self) -> None:
        """Close everything at the end of the program."""
        self.closed = True
        for lane in self._lanes:
            await lane.end()

    async def clear_statements(self) -> dict[str, Value]:
        """Forget prepared statements, and what was learnt of statements."""
        if self.closed:
            raise Failure(CLOSED)
        self._memory.forget()
        counts = [await lane.clear_statements() for lane in self._lanes]
        return {
            "pools": len(counts),
            "connections_cleared": sum(cleared for cleared, _ in counts),
            "connections_skipped": sum(skipped for _, skipped in counts),
        }

    @property
    def _lanes(self) -> list[Lane]:
        return [self._primary, *self._replicas]

    def _lane(self, policy: str) -> Lane:
        """Where a statement of a policy goes; those with several replicas take them in turn."""
        if policy == PRIMARY or (policy == REPLICA_OR_PRIMARY and not self._replicas):
            return self._primary
        if not self._replicas:
            raise Failure(f"read routing policy `{policy}` requires at least one replica")
        if policy == REPLICA:
            return self._replicas[0]
        self._turns += 1
        return self._replicas[(self._turns - 1) % len(self._replicas)]

    def _check(self) -> None:
        if self.closed:
            raise Failure(CLOSED)
        self._breaker.admit()

    async def _taken(self, task: Value) -> "Connection":
        """A connection of the primary for a transaction."""
        self._check()
        try:
            connection = await self._primary.take(task)
        except Failure as failure:
            self._breaker.failed(failure)
            raise
        except BaseException:
            self._breaker.abandoned()
            raise
        self._breaker.succeeded()
        return connection
