"""The circuit breaker of a pool: outcomes of calls in, whether the next one is tried at all out."""

from harnpy.natives.support.postgres.failures import CIRCUIT, Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.base.clock import Clock


class Breaker:
    """Opens after `threshold` lost connections in a row; after `reset_ms` one call may try again."""

    __slots__ = ("_clock", "_failures", "_opened", "_probing", "_reset_ms", "_threshold")

    def __init__(self, clock: "Clock", threshold: int, reset_ms: float) -> None:
        self._clock = clock
        self._threshold = threshold
        self._reset_ms = reset_ms
        self._failures = 0
        self._opened: float | None = None
        self._probing = False

    def admit(self) -> None:
        """Let a call through, or fail."""
        if self._opened is None:
            return
        if self._probing or self._clock.monotonic_ms() - self._opened < self._reset_ms:
            raise Failure(CIRCUIT)
        self._probing = True

    def succeeded(self) -> None:
        """A call went well."""
        self._failures = 0
        self._opened = None
        self._probing = False

    def failed(self, failure: Failure) -> None:
        """A call failed: only lost connections count, and what the server says proves that it is there."""
        if failure.lost:
            self._failures += 1
            if self._threshold and (self._probing or self._failures >= self._threshold):
                self._opened = self._clock.monotonic_ms()
        elif self._probing and failure.sqlstate is not None:
            self.succeeded()
        self._probing = False

    def abandoned(self) -> None:
        """A call was given up before it had an outcome."""
        self._probing = False
