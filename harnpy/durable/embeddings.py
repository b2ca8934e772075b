"""Texts in, vectors out: from the cache of a namespace, else from whoever answers `memory.embed`.

A cached vector is a file named by the digest of its text, in a folder named by the digest of the hint; it is
used without asking anybody, so the same log and cache give the same hits with a host and without.
"""

import os
from array import array

from harnpy.durable.identity import text_digest
from harnpy.durable.memory_events import encode
from harnpy.durable.memory_log import failed
from harnpy.system.atomic import replace_in
from harnpy.system.beneath import SymbolicLink, descend, read_in
from harnpy.system.ops import worded
from harnpy.values.display import display
from harnpy.values.faults import Fault, runtime_fault
from harnpy.values.kinds import Value, type_of
from harnpy.values.text import parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from harnpy.durable.memory_space import Space
    from harnpy.durable.world import World

    Ask = Callable[[dict[str, Value]], Value]

FOLDER = "vectors"

_HEX = frozenset("0123456789abcdef")
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
_DIGITS = 64


class Embedding:
    """A vector and the model that made it."""

    __slots__ = ("model", "vector")

    def __init__(self, vector: list[float], model: str) -> None:
        self.vector = vector
        self.model = model

    def shown(self) -> dict[str, Value]:
        """The embedding as programs get it."""
        return {"vector": self.vector, "model": self.model, "dim": len(self.vector)}


def answered(response: Value, hint: str) -> Embedding:
    """The embedding that a response holds, or the fault of a bad one."""
    if response.__class__ is not dict:
        raise _bad("host must return a dict with {vector, model?, dim?}")
    if response.get("vector") is None:
        raise _bad("host response missing `vector` field")
    vector = _vector(response["vector"])
    dim = response.get("dim")
    if dim.__class__ is float and dim == dim // 1:
        dim = int(dim)
    if dim.__class__ is int and dim >= 0 and dim != len(vector):
        raise _bad(f"declared dim={dim} does not match vector length={len(vector)}")
    model = response.get("model")
    shown = "" if model is None else display(model)
    return Embedding(vector, shown if shown.strip() else hint)


def _vector(given: Value) -> list[float]:
    if given.__class__ is not list:
        raise _bad(f"vector must be a list, got {type_of(given)}")
    vector: list[float] = []
    for one in given:
        if one.__class__ is not float and one.__class__ is not int:
            raise _bad(f"vector entries must be numbers, got {type_of(one)}")
        number = float(one)
        if number - number != 0.0:
            raise _bad("vector entries must be finite numbers")
        vector.append(number)
    if not vector:
        raise _bad("host returned an empty vector")
    return vector


def _bad(text: str) -> Fault:
    return runtime_fault(f"memory.embed: {text}")


class Cache:
    """The cached vectors of one namespace under one hint."""

    __slots__ = ("_hint", "_space", "_world", "folder")

    def __init__(self, world: "World", space: "Space", hint: str) -> None:
        self._world = world
        self._space = space
        self._hint = hint
        self.folder = text_digest(hint)

    @property
    def _folders(self) -> list[str]:
        """Where vectors are looked for: the folder of the digest, then that of the hint itself."""
        hint = self._hint
        is_digest = len(hint) == _DIGITS and _HEX.issuperset(hint)
        plain = bool(hint) and _PLAIN.issuperset(hint) and not is_digest
        return [self.folder, hint] if plain else [self.folder]

    def get(self, text: str) -> Embedding | None:
        """The cached vector of a text."""
        return self.read(text_digest(text))

    def many(self, digests: "Iterable[str]") -> "dict[str, Sequence[float]]":
        """The cached vectors of texts with these digests; read once, they are packed into the index."""
        packed, fresh = self._space.reader.packed(self._hint), dict[str, tuple[str, bytes]]()
        found: dict[str, Sequence[float]] = {}
        folder = self._folder_of_hint()
        try:
            for digest in digests:
                stamp = None if folder is None else _stamp(folder, f"{digest}.json")
                kept = packed.get(digest)
                if stamp is not None and kept is not None and kept[0] == stamp:
                    found[digest] = array("d", kept[1])
                    continue
                made = self.read(digest) if folder is None or stamp is None else self._of(folder, digest)
                if made is None:
                    continue
                found[digest] = made.vector
                if stamp is not None:
                    fresh[digest] = (stamp, array("d", made.vector).tobytes())
        finally:
            if folder is not None:
                self._world.ops.release(folder)
        self._space.reader.pack(self._hint, fresh)
        return found

    def _folder_of_hint(self) -> int | None:
        try:
            return self._open(self.folder, make=False)
        except OSError:
            # Reading the files says what is wrong.
            return None

    def read(self, digest: str) -> Embedding | None:
        """The cached vector of the text with this digest."""
        name = f"{digest}.json"
        for folder in self._folders:
            path = os.path.join(self._space.folder, FOLDER, folder, name)
            content = self._content(folder, name, path)
            if content is not None:
                return _cached(content, path)
        return None

    def _of(self, folder: int, digest: str) -> Embedding:
        """The vector in a file that is there, of the open folder of the hint."""
        name = f"{digest}.json"
        path = os.path.join(self._space.folder, FOLDER, self.folder, name)
        try:
            content = read_in(self._world.ops, folder, name)
        except OSError as error:
            raise _unreadable(path, error) from None
        return _cached(content, path)

    def _content(self, folder: str, name: str, path: str) -> bytes | None:
        ops = self._world.ops
        try:
            opened = self._open(folder, make=False)
            if opened is None:
                return None
            try:
                return read_in(ops, opened, name)
            finally:
                ops.release(opened)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unreadable(path, error) from None

    def put(self, text: str, made: Embedding) -> None:
        """Keep a vector."""
        ops = self._world.ops
        name = f"{text_digest(text)}.json"
        content = encode({"model": made.model, "dim": len(made.vector), "vector": made.vector})
        path = os.path.join(self._space.folder, FOLDER, self.folder)
        try:
            folder = self._open(self.folder, make=True)
            if folder is None:
                raise FileNotFoundError
            try:
                self._warn_of_models(folder, made)
                ops.release(replace_in(ops, folder, name, [content], self._world.ids.hex()))
                for other in self._folders[1:]:
                    self._link((name, folder), other, content)
            finally:
                ops.release(folder)
        except SymbolicLink:
            raise runtime_fault("memory namespace must not escape the memory root") from None
        except OSError as error:
            raise failed("create", path, error) from None

    def _link(self, original: tuple[str, int], other: str, content: bytes) -> None:
        """Let the vector be found by the hint as well: by a second name, else by a copy."""
        ops = self._world.ops
        name = original[0]
        folder = self._open(other, make=True)
        if folder is None:
            return
        try:
            ops.link(original, (name, folder))
        except FileExistsError:
            return
        except OSError:
            ops.release(replace_in(ops, folder, name, [content], self._world.ids.hex()))
        finally:
            ops.release(folder)

    def _open(self, folder: str, *, make: bool) -> int | None:
        space = self._space.open(make=make)
        if space is None:
            return None
        try:
            return descend(self._world.ops, space, [FOLDER, folder], make=make)
        finally:
            self._world.ops.release(space)

    def _warn_of_models(self, folder: int, made: Embedding) -> None:
        """Tell that vectors of two models stand under one hint: they do not compare."""
        with os.scandir(folder) as entries:
            earlier = next((one.name for one in entries if one.name.endswith(".json")), None)
        if earlier is None:
            return
        found = parse_json(read_in(self._world.ops, folder, earlier).decode("utf-8", "replace"))
        model = found.get("model") if found.__class__ is dict else None
        if model.__class__ is str and model != made.model:
            message = f"vectors of '{model}' and of '{made.model}' are cached under the hint '{self._hint}'"
            self._world.warn("memory.embed_model", f"{self._space.folder} {self._hint}", message)


def _stamp(folder: int, name: str) -> str | None:
    """What tells whether a file is still as it was; None when it is not there."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except OSError:
        return None
    return f"{found.st_ino}:{found.st_size}:{found.st_mtime_ns}"


def _cached(content: bytes, path: str) -> Embedding:
    try:
        found = parse_json(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise _damaged(path, "stream did not contain valid UTF-8") from None
    except Fault as fault:
        place = f"line {fault.value.get('line', 1)}, column {fault.value.get('column', 1)}"
        raise _damaged(path, f"malformed JSON at {place}") from None
    if found.__class__ is not dict:
        raise _damaged(path, "not a JSON object")
    try:
        made = answered(found, "")
    except Fault as fault:
        raise _damaged(path, str(fault.value).rpartition("memory.embed: ")[2]) from None
    if not made.model:
        raise _damaged(path, "missing field `model`")
    return made


def _unreadable(path: str, error: OSError) -> Fault:
    return runtime_fault(f"memory: failed to read cached embedding {path}: {worded(error)}")


def _damaged(path: str, detail: str) -> Fault:
    fault = runtime_fault(f"memory: failed to parse cached embedding {path}: {detail}")
    fault.help = f"remove {path}, and the text is embedded again; nothing overwrites it meanwhile"
    return fault


class Embedder:
    """Embeds texts for one call: each text is asked for once."""

    __slots__ = ("_ask", "_cache", "_hint", "_known", "_world")

    def __init__(self, world: "World", cache: Cache, hint: str, ask: "Ask") -> None:
        self._world = world
        self._cache = cache
        self._hint = hint
        self._ask = ask
        self._known: dict[str, Embedding] = {}

    def embed(self, text: str) -> Embedding:
        """The vector of a text."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._found(text)
        return found

    def cached(self, digests: list[str]) -> "dict[str, Sequence[float]]":
        """The cached vectors of the texts with these digests, as far as there are any."""
        return self._world.perform(lambda park: self._cache.many(dict.fromkeys(digests)))

    def _found(self, text: str) -> Embedding:
        cached: Embedding | None = self._world.perform(lambda park: self._cache.get(text))
        if cached is not None:
            return cached
        made = answered(self._ask({"text": text, "model_hint": self._hint}), self._hint)
        self._world.perform(lambda park: self._cache.put(text, made))
        return made
