"""`harness.system`: what the machine and the process are."""

from harnpy.natives.support.declare import capability
from harnpy.system import env as facts
from harnpy.values.kinds import Value

_HANDLE = "HarnessSystem"


@capability(_HANDLE, "identity() -> dict", fresh=True)
def identity() -> dict[str, Value]:
    """`{username, hostname, pid}`."""
    return {"username": facts.user_name(), "hostname": facts.host_name(), "pid": facts.process_id()}


@capability(_HANDLE, "platform() -> dict", fresh=True)
def platform() -> dict[str, Value]:
    """`{os, arch, version}`."""
    return {"os": facts.platform_name(), "arch": facts.architecture(), "version": facts.kernel_version()}


@capability(_HANDLE, "cpu() -> dict", fresh=True)
def cpu() -> dict[str, Value]:
    """`{count, arch}`: processors this process may use."""
    return {"count": facts.processor_count(), "arch": facts.architecture()}


@capability(_HANDLE, "memory() -> dict", fresh=True)
def memory() -> dict[str, Value]:
    """`{total_bytes, free_bytes}`; zeros where the system does not tell."""
    total, free = facts.memory_bytes()
    return {"total_bytes": total, "free_bytes": free}
