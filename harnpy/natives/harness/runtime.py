"""What `harness.runtime` offers beyond the builtins of concurrency."""

from harnpy.natives.support.declare import builtin, capability
from harnpy.values.faults import Abort
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine


@builtin("exit(code?: int) -> never", effect="exit")
@capability("HarnessRuntime", "exit(code?: int) -> never", effect="exit")
def exit_program(ctx: "Machine", code: int | None = None) -> None:
    """End the program with an exit code, modulo 256; no handler and no cleanup runs."""
    ctx.stop[0] = True
    raise Abort("exit", (code or 0) % 256)


@capability("HarnessRuntime", "task() -> dict", fresh=True)
def task(ctx: "Machine") -> dict[str, Value]:
    """The running task: `{id, cancelled}`; the id of the main program is `vm_task_0`."""
    current = ctx.hub.current
    return {"id": current.name, "cancelled": current.cancel > 0}
