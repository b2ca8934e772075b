"""Arguments of the memory functions: values of a program in, what the store works with out, or the fault."""

from harnpy.durable.memory_events import BACKENDS
from harnpy.values.display import display
from harnpy.values.faults import runtime_fault
from harnpy.values.kinds import Value, type_of

Options = dict[str, Value]

LEXICAL, SEMANTIC, HYBRID = "lexical", "semantic", "hybrid"
"""How recall looks for records."""
MOST_HITS, MOST_SUMMARIZED = 100, 200

_BM25, _VECTOR, _HYBRID = BACKENDS
_HITS, _SUMMARIZED = 5, 20
_BACKENDS = {
    "": _BM25, "bm25": _BM25, "lexical": _BM25, "vector": _VECTOR, "semantic": _VECTOR, "hybrid": _HYBRID,
}  # fmt: skip
_MODES = {
    "lexical": LEXICAL, "bm25": LEXICAL, "semantic": SEMANTIC, "vector": SEMANTIC, "hybrid": HYBRID,
}  # fmt: skip
_MODE_OF = {_BM25: LEXICAL, _VECTOR: SEMANTIC, _HYBRID: HYBRID}


def named(function: str, name: str, value: Value) -> str:
    """The display text of an argument that must not be blank."""
    found = "" if value is None else display(value)
    if not found.strip():
        raise runtime_fault(f"__{function}: `{name}` must be a non-empty string")
    return found


def text(options: Options, *names: str) -> str | None:
    """The display text of the first option of these that is neither absent nor blank."""
    for name in names:
        value = options.get(name)
        found = "" if value is None else display(value)
        if found.strip():
            return found
    return None


def hint(options: Options) -> str | None:
    """The hint at an embedding model, by either of its names."""
    return text(options, "embed_model_hint", "model_hint")


def tags(function: str, value: Value) -> list[str]:
    """One tag or a list of them: their texts, sorted, each once; `function` is as the fault names it."""
    if value is None:
        return []
    if value.__class__ is not str and value.__class__ is not list:
        raise runtime_fault(f"{function}: `tags` must be a string, list, or nil, got {type_of(value)}")
    texts = [value] if value.__class__ is str else [display(one) for one in value]
    return sorted({one for one in texts if one.strip()})


def flags(value: Value) -> dict[str, bool]:
    """Flags by name: the bools of a dict, or all the names of a list; sorted."""
    found: dict[str, bool] = {}
    if value.__class__ is dict:
        found = {name: on for name, on in value.items() if on.__class__ is bool}
    elif value.__class__ is list:
        found = {display(name): True for name in value if name is not None and display(name).strip()}
    return {name: found[name] for name in sorted(found)}


def number(value: Value) -> float | None:
    """A finite number as a float; None for anything else."""
    if value.__class__ is not int and value.__class__ is not float:
        return None
    found = float(value)
    return found if found - found == 0.0 else None


def size(value: Value) -> int | None:
    """A number of at least 0, truncated; None for anything else."""
    found = number(value)
    return None if found is None or found < 0 else int(value)


def hits(value: Value) -> int:
    """How many hits a recall gives."""
    return _clamped(value, _HITS, MOST_HITS)


def backend(value: str | None) -> str:
    """The backend of a namespace by any of its names."""
    name = (value or "").strip().lower()
    if name not in _BACKENDS:
        raise runtime_fault(f"__memory_open: unknown backend `{name}` (expected bm25, vector, or hybrid)")
    return _BACKENDS[name]


def mode(value: str | None, kept: str) -> str:
    """How to recall: as the option says, else as the backend is made for."""
    if value is None:
        return _MODE_OF[kept]
    name = value.strip().lower()
    if name not in _MODES:
        raise runtime_fault(
            f"__memory_recall: unknown recall mode `{name}` (expected lexical, semantic, or hybrid)"
        )
    return _MODES[name]


def window(value: Value) -> tuple[int, str | None, list[str]]:
    """What a summary is of: how many records, the query they answer, tags of which they have one."""
    if value is None:
        return _SUMMARIZED, None, []
    if value.__class__ is int and value > 0:
        return min(value, MOST_SUMMARIZED), None, []
    if value.__class__ is not dict:
        raise runtime_fault(f"__memory_summarize: `window` must be nil, int, or dict, got {type_of(value)}")
    given = value.get("tags")
    wanted = tags("memory_summarize", value.get("tag") if given is None else given)
    return _clamped(value.get("limit"), _SUMMARIZED, MOST_SUMMARIZED), text(value, "query"), wanted


def _clamped(value: Value, usual: int, most: int) -> int:
    if value.__class__ is not int and value.__class__ is not float:
        return usual
    return max(1, int(min(value, most))) if value > 0 else usual
