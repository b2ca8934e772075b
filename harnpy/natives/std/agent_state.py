"""`std/agent_state`: files of an agent session, kept under a root that the program names."""

import os

from harnpy.durable.agent_state import AgentStates, states_of
from harnpy.durable.handoff import KEY, VERSION, Defaults, typed
from harnpy.durable.state_owners import ERROR, IGNORE, WARN, Session, Writer
from harnpy.durable.state_paths import session_of
from harnpy.durable.world import World, world_of
from harnpy.natives.support.declare import NativeModule, capability
from harnpy.natives.support.leading import (
    fitted,
    options_of,
    required,
    required_string,
    without_leading,
)
from harnpy.natives.support.state import state_errors
from harnpy.runtime.handles import Resource
from harnpy.storage.conversion import data
from harnpy.storage.json_file import StateError
from harnpy.values.display import display
from harnpy.values.faults import runtime_fault
from harnpy.values.kinds import Value, type_of
from harnpy.values.text import json_pretty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

MODULE = NativeModule("std/agent_state")

_AGENT = "HarnessAgent"
_LABEL = "state_handle"
_POLICIES = {
    "": IGNORE, "ignore": IGNORE, "off": IGNORE, "warn": WARN, "warning": WARN, "error": ERROR,
    "strict": ERROR,
}  # fmt: skip
_FORMS = "__agent_state_init: expected `(root, options?)` or `(session_id, root, options?)`"
_MOST_OF_INIT = 3
# What agents that are at work note here, for those that do not say who they are.
_ACTIVE = "active_session"


@MODULE.function(
    "agent_state_init(agent: HarnessAgent, root: string, options?: dict) -> any", fresh=True, unchecked=True
)
@capability(_AGENT, "state_init(root: string, options?: dict) -> any", fresh=True, unchecked=True)
def state_init(ctx: "Machine", *args: Value) -> Resource:
    """A handle of a session below `root`, whose folder is made; also `(session_id, root, options?)`."""
    function = "__agent_state_init"
    rest = fitted("agent_state_init", without_leading("agent_state_init", args, "agent"), _MOST_OF_INIT)
    named = rest[0].__class__ is str and rest[1].__class__ is str
    if not named and rest[2] is not None:
        raise runtime_fault(_FORMS)
    root, options = (rest[1], rest[2]) if named else (rest[0], rest[1])
    if root is not None and root.__class__ is not str:
        raise runtime_fault(_FORMS)
    given = options_of(function, options)
    if named:
        given["session_id"] = rest[0]
    with state_errors():
        session = _session(ctx, function, root, given)
        states_of(world_of(ctx)).create(session)
    return _handle(session)


@MODULE.function(
    "agent_state_resume(agent: HarnessAgent, root: string, session_id: string, options?: dict) -> any",
    fresh=True,
    unchecked=True,
)
@capability(
    _AGENT,
    "state_resume(root: string, session_id: string, options?: dict) -> any",
    fresh=True,
    unchecked=True,
)
def state_resume(ctx: "Machine", *args: Value) -> Resource:
    """A handle of a session that is there."""
    function = "__agent_state_resume"
    root, named, options = fitted(
        "agent_state_resume", without_leading("agent_state_resume", args, "agent"), 3
    )
    given = options_of(function, options) | {"session_id": required_string(function, "session_id", named)}
    with state_errors():
        session = _session(ctx, function, root, given)
        states_of(world_of(ctx)).require(session)
    return _handle(session)


@MODULE.function(
    "agent_state_write(agent: HarnessAgent, handle: any, key: string, content: string | bytes) -> nil",
    unchecked=True,
)
@capability(_AGENT, "state_write(handle: any, key: string, content: string | bytes) -> nil", unchecked=True)
def state_write(ctx: "Machine", *args: Value) -> None:
    """Make a string or bytes the content of a key, exactly as they are."""
    function = "__agent_state_write"
    session, key, content = _arguments(function, args, 3)
    name = required_string(function, "key", key)
    given = required(function, "content", content)
    if given.__class__ not in (str, bytes):
        raise runtime_fault(f"{function}: `content` must be a string, got {type_of(given)}")
    with state_errors():
        _states(ctx).write(session, name, given.encode() if given.__class__ is str else given)


@MODULE.function(
    "agent_state_read(agent: HarnessAgent, handle: any, key: string, options?: dict) -> any", unchecked=True
)
@capability(_AGENT, "state_read(handle: any, key: string, options?: dict) -> any", unchecked=True)
def state_read(ctx: "Machine", *args: Value) -> Value:
    """The content of a key, nil when there is none; bytes with the option `as: "bytes"`."""
    function = "__agent_state_read"
    session, key, options = _arguments(function, args, 3)
    name = required_string(function, "key", key)
    form = options_of(function, options).get("as", "text")
    if form not in ("text", "bytes"):
        raise runtime_fault(f'{function}: `as` must be "text" or "bytes", got {display(form)}')
    with state_errors():
        states = _states(ctx)
        return states.read(session, name) if form == "bytes" else states.text(session, name)


@MODULE.function(
    "agent_state_list(agent: HarnessAgent, handle: any) -> list<string>", fresh=True, unchecked=True
)
@capability(_AGENT, "state_list(handle: any) -> list<string>", fresh=True, unchecked=True)
def state_list(ctx: "Machine", *args: Value) -> list[str]:
    """All keys of a session, sorted."""
    (session,) = _arguments("__agent_state_list", args, 1)
    with state_errors():
        return _states(ctx).keys(session)


@MODULE.function("agent_state_delete(agent: HarnessAgent, handle: any, key: string) -> nil", unchecked=True)
@capability(_AGENT, "state_delete(handle: any, key: string) -> nil", unchecked=True)
def state_delete(ctx: "Machine", *args: Value) -> None:
    """Remove a key; one that is not there is fine."""
    function = "__agent_state_delete"
    session, key = _arguments(function, args, 2)
    with state_errors():
        _states(ctx).delete(session, required_string(function, "key", key))


@MODULE.function(
    "agent_state_handoff(agent: HarnessAgent, handle: any, summary: dict) -> nil", unchecked=True
)
@capability(_AGENT, "state_handoff(handle: any, summary: dict) -> nil", unchecked=True)
def state_handoff(ctx: "Machine", *args: Value) -> None:
    """Write what the next agent reads at the key of handoffs: a summary, and its typed form if it has one."""
    function = "__agent_state_handoff"
    session, summary = _arguments(function, args, 2)
    given = data(required(function, "summary", summary))
    if given.__class__ is not dict:
        raise runtime_fault(f"{function}: `summary` must be a JSON object")
    world = world_of(ctx)
    seconds = world.now_ms() // 1000
    defaults = Defaults(world.ids.text(), seconds, _active(ctx).get("run_id"))
    envelope: dict[str, Value] = {
        "_type": "agent_state_handoff",
        "version": VERSION,
        "key": KEY,
        "root": session.root,
        "session_id": session.id,
        "summary": given,
        "handoff": typed(given, defaults),
        "writer": session.writer.fields,
        "written_at": seconds,
    }
    with state_errors():
        _states(ctx).write(session, KEY, json_pretty(envelope).encode())


@MODULE.function("agent_state_handoff_key() -> string")
def handoff_key() -> str:
    """The key under which `agent_state_handoff` writes."""
    return KEY


def _states(ctx: "Machine") -> AgentStates:
    return states_of(world_of(ctx))


def _arguments(function: str, args: tuple[Value, ...], count: int) -> list[Value]:
    """The arguments after the capability, the first of them as the session of the handle."""
    public = function.removeprefix("__")
    given = fitted(public, without_leading(public, args, "agent"), count)
    handle = required(function, "handle", given[0])
    if not isinstance(handle, Resource) or not isinstance(handle.held, Session):
        raise runtime_fault(f"{function}: `handle` must be an opaque state_handle resource")
    return [handle.held, *given[1:]]


def _handle(session: Session) -> Resource:
    properties = {
        "backend": "filesystem",
        "root": session.root,
        "session_id": session.id,
        "handoff_key": KEY,
        "conflict_policy": session.policy,
        "writer": dict(session.writer.fields),
    }
    return Resource(_LABEL, properties, session)


def _session(ctx: "Machine", function: str, root: Value, options: dict[str, Value]) -> Session:
    """The session that arguments and options mean; the run must be allowed to write at its root."""
    named = required_string(function, "root", root)
    if not named.strip():
        raise runtime_fault(f"{function}: `root` must not be empty")
    path = os.path.normpath(os.path.join(ctx.cwd, named.strip()))
    place = ctx.permissions.check_path("write", path, function.removeprefix("__"))
    world = world_of(ctx)
    id = session_of(_text(options, "session_id") or _default_session(ctx, world))
    return Session(path, place, id, _writer(ctx, options, id), _policy(options))


def _writer(ctx: "Machine", options: dict[str, Value], session: str) -> Writer:
    active = _active(ctx)
    worker = _text(options, "worker_id") or active.get("worker_id")
    named = _text(options, "writer_id")
    stage = _text(options, "stage_id") or worker or active.get("run_id") or active.get("execution_kind")
    return Writer(
        {
            "writer_id": named or worker or stage or session,
            "stage_id": stage,
            "session_id": session,
            "worker_id": worker,
        }
    )


def _policy(options: dict[str, Value]) -> str:
    named = (_text(options, "conflict_policy") or _text(options, "two_writer") or "").lower()
    if named not in _POLICIES:
        raise StateError(f"agent_state: unknown conflict policy '{named}'", "")
    return _POLICIES[named]


def _default_session(ctx: "Machine", world: World) -> str:
    active = _active(ctx)
    return active.get("session_id") or active.get("workflow_session_id") or world.ids.text()


def _active(ctx: "Machine") -> dict[str, str]:
    return ctx.state.get(_ACTIVE) or {}


def _text(options: dict[str, Value], name: str) -> str | None:
    """An option as text without blanks around it; blank is absent."""
    value = options.get(name)
    return None if value is None else display(value).strip() or None
