"""The key-value store of a project: values that outlive the run and are shared by its programs."""

from harnpy.durable.keeping import convert, encode
from harnpy.durable.keyvalue import KeyValues, store_of
from harnpy.durable.world import world_of
from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.leading import fitted, required_text
from harnpy.natives.support.state import state_errors
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_HANDLE = "HarnessRuntime"


@builtin("store_get(key: string) -> any", fresh=True, unchecked=True)
@capability(_HANDLE, "store_get(key: string) -> any", fresh=True, unchecked=True)
def store_get(ctx: "Machine", *args: Value) -> Value:
    """The value of a key; nil when there is none."""
    key = _key("store_get", args, 1)[0]
    with state_errors():
        entries = _kept(ctx, "store_get").entries()
    return entries.value(key) if entries.has(key) else None


@builtin("store_set(key: string, value: any) -> nil", unchecked=True)
@capability(_HANDLE, "store_set(key: string, value: any) -> nil", unchecked=True)
def store_set(ctx: "Machine", *args: Value) -> None:
    """Keep a value under a key; it is on the disk when the call returns."""
    key, value = _key("store_set", args, 2)
    subject = f"store_set: value for key '{key}'"
    world = world_of(ctx)
    with state_errors():
        line = encode(world, key, convert(world, value, subject), subject)
        _kept(ctx, "store_set").put(key, line)


@builtin("store_delete(key: string) -> nil", unchecked=True)
@capability(_HANDLE, "store_delete(key: string) -> nil", unchecked=True)
def store_delete(ctx: "Machine", *args: Value) -> None:
    """Forget the value of a key."""
    key = _key("store_delete", args, 1)[0]
    with state_errors():
        _kept(ctx, "store_delete").delete(key)


@builtin("store_list() -> list<string>", fresh=True, unchecked=True)
@capability(_HANDLE, "store_list() -> list<string>", fresh=True, unchecked=True)
def store_list(ctx: "Machine", *args: Value) -> list[str]:
    """All keys, sorted."""
    fitted("store_list", args, 0)
    with state_errors():
        return _kept(ctx, "store_list").entries().keys()


@builtin("store_save() -> nil", unchecked=True)
@capability(_HANDLE, "store_save() -> nil", unchecked=True)
def store_save(ctx: "Machine", *args: Value) -> None:
    """Write the file of the store again, with what it holds now."""
    fitted("store_save", args, 0)
    with state_errors():
        _kept(ctx, "store_save").save()


@builtin("store_clear() -> nil", unchecked=True)
@capability(_HANDLE, "store_clear() -> nil", unchecked=True)
def store_clear(ctx: "Machine", *args: Value) -> None:
    """Forget all values; this works on a damaged file too."""
    fitted("store_clear", args, 0)
    with state_errors():
        _kept(ctx, "store_clear").clear()


def _kept(ctx: "Machine", function: str) -> KeyValues:
    world = world_of(ctx)
    world.permit(function)
    return store_of(world)


def _key(function: str, args: tuple[Value, ...], count: int) -> list[Value]:
    """The arguments, the first of them as the text of a key."""
    given = fitted(function, args, count)
    return [required_text(function, "key", given[0]), *given[1:]]
