"""The memory of a machine, and what answers when it needs a vector: a prepared answer, else the host."""

import os

from harnpy.durable import memory_options
from harnpy.durable.memory import Memory
from harnpy.durable.world import world_of
from harnpy.natives.support.leading import options_of
from harnpy.runtime.fixtures import prepared
from harnpy.runtime.operations import ask_host
from harnpy.runtime.permissions import READ, WRITE
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_OPERATION = "memory.embed"
_TARGETS = (("embed", "text_response"), ("memory", "embed"))


def memory_of(ctx: "Machine") -> Memory:
    """The memory of a machine, made at its first use."""
    parts = world_of(ctx).parts
    found = parts.get("memory")
    if found is None:

        def ask(request: dict[str, Value]) -> Value:
            for target in _TARGETS:
                answer = prepared(ctx.state, target, [request])
                if answer:
                    return answer[0]
            return ask_host(ctx, _OPERATION, request)

        found = parts["memory"] = Memory(world_of(ctx), ask)
    return found


def options_for(ctx: "Machine", function: str, value: Value, *, reads: bool = False) -> dict[str, Value]:
    """The options of a memory function; the run must be allowed to touch the root that they name."""
    options = options_of(f"__{function}", value)
    root = memory_options.text(options, "root")
    if root is None:
        world_of(ctx).permit(function)
    else:
        path = os.path.normpath(os.path.join(ctx.cwd, root.strip()))
        ctx.permissions.check_path(READ if reads else WRITE, path, function)
    return options
