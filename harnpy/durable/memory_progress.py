"""How far the making of an index has come, for people who wait for it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.durable.world import World

_EVERY_MS = 2_000.0


class Progress:
    """Tells of one namespace, only when it takes long, and then every few seconds."""

    __slots__ = ("_folder", "_last", "_world")

    def __init__(self, world: "World", folder: str) -> None:
        self._world = world
        self._folder = folder
        self._last: float | None = None

    def report(self, done: int, total: int) -> None:
        """Take note that `done` bytes of `total` have been read."""
        now = self._world.clock.monotonic_ms()
        if self._last is None:
            self._last = now
        elif now - self._last >= _EVERY_MS:
            self._last = now
            self._tell(done, total)
        if done >= total:
            self._last = None

    def _tell(self, done: int, total: int) -> None:
        ctx = self._world.ctx
        if ctx.observer is not None:
            self._world.event("memory.index", {"folder": self._folder, "done": done, "total": total})
        else:
            percent = done * 100 // max(total, 1)
            ctx.stderr.write(f"[harnpy] memory: indexing {self._folder}: {percent} %\n")
