"""Work that would hold up other tasks: a plain function in, its result out, run where it disturbs nobody."""

from collections.abc import Callable

from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

SMALL = 65_536
"""Up to this many bytes a file is read or written on the spot."""


def blocking(ctx: "Machine", work: Callable[..., Value], *args: Value) -> Value:
    """Run `work(*args)` in a thread when other tasks could go on meanwhile, else here."""
    return ctx.hub.in_thread(lambda: work(*args))


def if_large(ctx: "Machine", size: int, work: Callable[..., Value], *args: Value) -> Value:
    """As `blocking` when the work is about more than `SMALL` bytes, else here."""
    return blocking(ctx, work, *args) if size > SMALL else work(*args)
