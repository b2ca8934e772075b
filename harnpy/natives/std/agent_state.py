"""`std/agent_state`: files of an agent session, kept under a root that the program names."""

from harnpy.natives.support.declare import NativeModule

MODULE = NativeModule("std/agent_state")


@MODULE.function("agent_state_handoff_key() -> string")
def handoff_key() -> str:
    """The key under which `agent_state_handoff` writes."""
    return "__handoff.json"
