"""Checkpoints: values that outlive the run, by key. Every call sees the file as it is now."""

from harnpy.durable.checkpoints import Checkpoints, checkpoints_of
from harnpy.durable.keeping import convert, encode
from harnpy.durable.world import world_of
from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.leading import fitted, required_text
from harnpy.natives.support.state import state_errors
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_HANDLE = "HarnessRuntime"


@builtin("checkpoint(key: string, value: any) -> nil", unchecked=True)
@capability(_HANDLE, "checkpoint(key: string, value: any) -> nil", unchecked=True)
def checkpoint(ctx: "Machine", *args: Value) -> None:
    """Keep a value under a key; it is on the disk when the call returns."""
    key, line = _entry(ctx, "checkpoint", args)
    with state_errors():
        _kept(ctx, "checkpoint").put(key, line)


@builtin("checkpoint_insert(key: string, value: any) -> dict", fresh=True, unchecked=True)
@capability(_HANDLE, "checkpoint_insert(key: string, value: any) -> dict", fresh=True, unchecked=True)
def checkpoint_insert(ctx: "Machine", *args: Value) -> dict[str, Value]:
    """Keep a value unless the key holds one: `{inserted, value}` with the value it holds then."""
    key, line = _entry(ctx, "checkpoint_insert", args)
    with state_errors():
        return _kept(ctx, "checkpoint_insert").insert(key, line)


@builtin("checkpoint_get(key: string) -> any", fresh=True, unchecked=True)
@capability(_HANDLE, "checkpoint_get(key: string) -> any", fresh=True, unchecked=True)
def checkpoint_get(ctx: "Machine", *args: Value) -> Value:
    """The value of a key; nil when there is none."""
    key = _key("checkpoint_get", args)
    with state_errors():
        entries = _kept(ctx, "checkpoint_get").entries()
    return entries.value(key) if entries.has(key) else None


@builtin("checkpoint_exists(key: string) -> bool", unchecked=True)
@capability(_HANDLE, "checkpoint_exists(key: string) -> bool", unchecked=True)
def checkpoint_exists(ctx: "Machine", *args: Value) -> bool:
    """Whether a key holds a value, also nil."""
    key = _key("checkpoint_exists", args)
    with state_errors():
        return _kept(ctx, "checkpoint_exists").entries().has(key)


@builtin("checkpoint_delete(key: string) -> nil", unchecked=True)
@capability(_HANDLE, "checkpoint_delete(key: string) -> nil", unchecked=True)
def checkpoint_delete(ctx: "Machine", *args: Value) -> None:
    """Forget the value of a key."""
    key = _key("checkpoint_delete", args)
    with state_errors():
        _kept(ctx, "checkpoint_delete").delete(key)


@builtin("checkpoint_clear() -> nil", unchecked=True)
@capability(_HANDLE, "checkpoint_clear() -> nil", unchecked=True)
def checkpoint_clear(ctx: "Machine", *args: Value) -> None:
    """Forget all values; this works on a damaged file too."""
    fitted("checkpoint_clear", args, 0)
    with state_errors():
        _kept(ctx, "checkpoint_clear").clear()


@builtin("checkpoint_list() -> list<string>", fresh=True, unchecked=True)
@capability(_HANDLE, "checkpoint_list() -> list<string>", fresh=True, unchecked=True)
def checkpoint_list(ctx: "Machine", *args: Value) -> list[str]:
    """All keys, sorted."""
    fitted("checkpoint_list", args, 0)
    with state_errors():
        return _kept(ctx, "checkpoint_list").entries().keys()


def _kept(ctx: "Machine", function: str) -> Checkpoints:
    world = world_of(ctx)
    world.permit(function)
    return checkpoints_of(world)


def _key(function: str, args: tuple[Value, ...]) -> str:
    return required_text(function, "key", fitted(function, args, 1)[0])


def _entry(ctx: "Machine", function: str, args: tuple[Value, ...]) -> tuple[str, bytes]:
    """The key and the encoded entry of a value."""
    given, value = fitted(function, args, 2)
    key = required_text(function, "key", given)
    subject = f"{function}: value for key '{key}'"
    world = world_of(ctx)
    with state_errors():
        return key, encode(world, key, convert(world, value, subject), subject)
