"""Names of namespaces in, the parts of their folders out, or the fault of one that leads elsewhere."""

from harnpy.durable.memory_log import INDEX, RESERVED
from harnpy.values.faults import runtime_fault


def parts_of(namespace: str) -> tuple[str, ...]:
    """The folders below the root of memory that a namespace stands for."""
    name = namespace.strip()
    if not name:
        raise runtime_fault("memory namespace must be non-empty")
    if name.startswith("/"):
        raise runtime_fault("memory namespace must be relative")
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    if ".." in parts:
        raise runtime_fault("memory namespace must not escape the memory root")
    if not parts:
        raise runtime_fault("memory namespace must contain a path component")
    if any(part in RESERVED or part.startswith(INDEX) or "\0" in part for part in parts):
        raise runtime_fault("memory namespace must not use a reserved name")
    return parts
