"""`std/memory` and `harness.memory`: records that outlive a run, found again by words or by meaning."""

from harnpy.durable import memory_options as given
from harnpy.natives.support.declare import NativeModule, capability
from harnpy.natives.support.leading import fitted, without_leading
from harnpy.natives.support.memories import memory_of, options_for
from harnpy.values.faults import runtime_fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

MODULE = NativeModule("std/memory")

_HANDLE = "HarnessMemory"
_KEY, _VALUE = 1, 2
Shown = dict[str, Value]


@MODULE.function(
    "memory_open(memory: HarnessMemory, namespace: string, options?: dict) -> dict",
    fresh=True,
    unchecked=True,
)
@capability(_HANDLE, "open(namespace: string, options?: dict) -> dict", fresh=True, unchecked=True)
def memory_open(ctx: "Machine", *args: Value) -> Shown:
    """Say how a namespace is used: `backend` bm25, vector or hybrid, weights, the hint at a model."""
    namespace, options = _arguments("memory_open", args, 2)
    name = given.named("memory_open", "namespace", namespace)
    return memory_of(ctx).open(name, options_for(ctx, "memory_open", options))


@MODULE.function(
    "memory_store(memory: HarnessMemory, namespace: string, key: string, value: any, tags?: any, "
    "options?: dict) -> dict",
    fresh=True,
    unchecked=True,
)
@capability(
    _HANDLE,
    "store(namespace: string, key: string, value: any, tags?: any, options?: dict) -> dict",
    fresh=True,
    unchecked=True,
)
def memory_store(ctx: "Machine", *args: Value) -> Shown:
    """Append a record; it is on the disk when the call returns."""
    rest = without_leading("memory_store", args, "memory")
    namespace, key, value, tags, options = fitted("memory_store", rest, 5)
    name = given.named("memory_store", "namespace", namespace)
    label = given.named("memory_store", "key", key)
    if len(rest) <= _VALUE:
        raise runtime_fault("__memory_store: `value` argument is required")
    chosen = options_for(ctx, "memory_store", options)
    return memory_of(ctx).store(name, (label, value, tags), chosen).shown()


@MODULE.function(
    "memory_recall(memory: HarnessMemory, namespace: string, query: string, k?: any, options?: dict) "
    "-> list<dict>",
    fresh=True,
    unchecked=True,
)
@capability(
    _HANDLE,
    "recall(namespace: string, query: string, k?: any, options?: dict) -> list<dict>",
    fresh=True,
    unchecked=True,
)
def memory_recall(ctx: "Machine", *args: Value) -> list[Shown]:
    """The `k` records that answer a query best, each with its score."""
    namespace, query, limit, options = _arguments("memory_recall", args, 4)
    name = given.named("memory_recall", "namespace", namespace)
    text = given.named("memory_recall", "query", query)
    chosen = options_for(ctx, "memory_recall", options)
    found = memory_of(ctx).recall(name, text, given.hits(limit), chosen)
    return [record.shown(score) for record, score in found]


@MODULE.function(
    "memory_summarize(memory: HarnessMemory, namespace: string, window?: any, options?: dict) -> dict",
    fresh=True,
    unchecked=True,
)
@capability(
    _HANDLE,
    "summarize(namespace: string, window?: any, options?: dict) -> dict",
    fresh=True,
    unchecked=True,
)
def memory_summarize(ctx: "Machine", *args: Value) -> Shown:
    """A text with a line for each of the newest records, or of those of `{limit, query, tags}`."""
    namespace, window, options = _arguments("memory_summarize", args, 3)
    name = given.named("memory_summarize", "namespace", namespace)
    chosen = options_for(ctx, "memory_summarize", options, reads=True)
    return memory_of(ctx).summarize(name, window, chosen)


@MODULE.function(
    "memory_forget(memory: HarnessMemory, namespace: string, predicate: any, options?: dict) -> dict",
    fresh=True,
    unchecked=True,
)
@capability(
    _HANDLE,
    "forget(namespace: string, predicate: any, options?: dict) -> dict",
    fresh=True,
    unchecked=True,
)
def memory_forget(ctx: "Machine", *args: Value) -> Shown:
    """Hide the records that contain a text or match `{id, key, tag or tags, query}`."""
    rest = without_leading("memory_forget", args, "memory")
    namespace, predicate, options = fitted("memory_forget", rest, 3)
    name = given.named("memory_forget", "namespace", namespace)
    if len(rest) <= _KEY:
        raise runtime_fault("__memory_forget: `predicate` argument is required")
    return memory_of(ctx).forget(name, predicate, options_for(ctx, "memory_forget", options))


@MODULE.function(
    "memory_update(memory: HarnessMemory, namespace: string, id: string, patch: dict, options?: dict) "
    "-> dict?",
    fresh=True,
    unchecked=True,
)
@capability(
    _HANDLE,
    "update(namespace: string, id: string, patch: dict, options?: dict) -> dict?",
    fresh=True,
    unchecked=True,
)
def memory_update(ctx: "Machine", *args: Value) -> Shown | None:
    """Change fields of a record; nil when there is none of that id."""
    namespace, one, patch, options = _arguments("memory_update", args, 4)
    name = given.named("memory_update", "namespace", namespace)
    record_id = given.named("memory_update", "id", one)
    if patch.__class__ is not dict:
        raise runtime_fault("__memory_update: `patch` must be a dict")
    chosen = options_for(ctx, "memory_update", options)
    found = memory_of(ctx).update(name, record_id, patch, chosen)
    return None if found is None else found.shown()


@MODULE.function(
    "memory_list(memory: HarnessMemory, namespace: string, options?: dict) -> list<dict>",
    fresh=True,
    unchecked=True,
)
@capability(_HANDLE, "list(namespace: string, options?: dict) -> list<dict>", fresh=True, unchecked=True)
def memory_list(ctx: "Machine", *args: Value) -> list[Shown]:
    """Records, newest first; `status`, `scope`, `tag`, `flag` and `limit` choose among them."""
    return _listed(ctx, "memory_list", args, None)


@MODULE.function(
    "memory_reminders(memory: HarnessMemory, namespace: string, options?: dict) -> list<dict>",
    fresh=True,
    unchecked=True,
)
@capability(_HANDLE, "reminders(namespace: string, options?: dict) -> list<dict>", fresh=True, unchecked=True)
def memory_reminders(ctx: "Machine", *args: Value) -> list[Shown]:
    """As `memory_list` with the flag `auto_surface`, unless the options name another."""
    return _listed(ctx, "memory_reminders", args, "auto_surface")


@MODULE.function(
    "embed(embed: HarnessEmbed, text: string, options?: dict) -> dict", fresh=True, unchecked=True
)
@capability("HarnessEmbed", "text(text: string, options?: dict) -> dict", fresh=True, unchecked=True)
def embed(ctx: "Machine", *args: Value) -> Shown:
    """The vector of a text: `{vector, model, dim}`, from the cache or from who answers `memory.embed`."""
    text, options = fitted("embed", without_leading("embed", args, "embed"), 2)
    wanted = given.named("embed", "text", text)
    return memory_of(ctx).embed(wanted, options_for(ctx, "embed", options)).shown()


def _arguments(function: str, args: tuple[Value, ...], count: int) -> list[Value]:
    return fitted(function, without_leading(function, args, "memory"), count)


def _listed(ctx: "Machine", function: str, args: tuple[Value, ...], flag: str | None) -> list[Shown]:
    namespace, options = _arguments(function, args, 2)
    name = given.named(function, "namespace", namespace)
    chosen = options_for(ctx, function, options, reads=True)
    if flag is not None:
        chosen.setdefault("flag", flag)
    return [record.shown() for record in memory_of(ctx).list(name, chosen)]
