"""Code objects on disk: modules of a program in, the same modules out while no source has changed.

One file per module; the only place that loads marshalled data or executes a code object. Loading a forged
file would be code execution, so a file counts only in a directory that belongs to the user and nobody else
may enter, when it is regular, the user's own, not writable by others, and its checksum holds. Everything
else is treated as absent, and a cache that cannot be written is no cache.
"""

from __future__ import annotations

import marshal
import os
import sys
import time

# The hash behind checked `.pyc` files: part of the interpreter, where every other one is a library to load.
from _imp import source_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from types import CodeType
    from typing import Any

    Source = tuple[str, int, int, int, bytes]
    """One source file as captured: path, size, `mtime_ns`, inode, SHA-256 of its text."""

MAGIC = b"HARNPY\x00\x02"
SETTLED_NS = 2_000_000_000
"""A file younger than this when it was captured may change again without its times telling."""

MAX_BYTES = 256 << 20
MAX_AGE_S = 30 * 86_400
_TEMPORARY_AGE_S = 3_600
_TOUCH_S = 86_400
_PRIVATE = 0o077
_OTHERS_WRITE = 0o022

_SUM_BYTES = 8
_SOURCES = (".py", ".lark", ".harn")


class Stored:
    """One module as cached.

    path      absolute path of its source
    key       digest over the sources of its import closure and the build
    sources   its import closure, itself first
    imports   (path, key) of the other modules of its closure, in the order they were stored
    payload   what `runtime.modules` needs: marshallable data with code objects
    """

    __slots__ = ("imports", "key", "path", "payload", "sources")

    def __init__(
        self,
        path: str,
        key: bytes,
        sources: tuple[Source, ...],
        imports: tuple[tuple[str, bytes], ...],
        payload: tuple[object, ...],
    ) -> None:
        self.path = path
        self.key = key
        self.sources = sources
        self.imports = imports
        self.payload = payload


class CodeCache:
    """The cache in one folder for one build of harnpy; `digest` is SHA-256."""

    __slots__ = ("_build", "_digest", "folder")

    def __init__(self, folder: str, build: str, digest: Callable[[bytes], bytes]) -> None:
        self.folder = folder
        self._build = build
        self._digest = digest

    def load(self, path: str) -> list[Stored] | None:
        """The modules of the program at `path`, the main one first; None unless all of them are current."""
        if not _is_private(self.folder):
            return None
        found = self._read(path)
        if found is None:
            return None
        main, captured = found
        if not self._unchanged(main, captured):
            return None
        modules = [main]
        for name, key in main.imports:
            other = self._read(name)
            if other is None or other[0].key != key:
                return None
            modules.append(other[0])
        return modules

    def store(self, modules: Iterable[Stored]) -> None:
        """Write modules, then remove what is old or too much. Never fails: a full disk means no cache."""
        try:
            if not self.prepare():
                return
            for number, module in enumerate(modules):
                # An import that is current may have been stored as a program of its own: that stays.
                if number == 0 or not self._has(module):
                    self._write(module, time.time_ns())
            self._sweep()
        except OSError:
            return

    def prepare(self) -> bool:
        """Make the folder where it is missing; False when nothing can be kept there."""
        try:
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
        except OSError:
            return False
        return _is_private(self.folder)

    def key(self, sources: Iterable[Source]) -> bytes:
        """The key of a module with this import closure."""
        parts = [self._build.encode()]
        parts += [path.encode("utf-8", "surrogateescape") + b"\0" + sha for path, _, _, _, sha in sources]
        return self._digest(b"\n".join(parts))

    def captured(self, path: str, seen: os.stat_result, text: bytes) -> Source:
        """A source that had the state `seen` before its content `text` was read."""
        return (path, seen.st_size, seen.st_mtime_ns, seen.st_ino, self._digest(text))

    def file_of(self, path: str) -> str:
        """Where the module with the source `path` is kept."""
        number = checksum(path.encode("utf-8", "surrogateescape")).hex()
        name = os.path.basename(path)[:80].replace("\0", "")
        return os.path.join(self.folder, f"{name}-{number}")

    def _unchanged(self, module: Stored, captured: int) -> bool:
        """Stat every source; hash them all when the times cannot be trusted, and note that they hold."""
        fresh: list[Source] = []
        settled = True
        for path, size, mtime, inode, sha in module.sources:
            try:
                seen = os.stat(path)
            except OSError:
                return False
            if (seen.st_size, seen.st_mtime_ns, seen.st_ino) != (size, mtime, inode):
                settled = False
                if seen.st_size != size:
                    return False
            settled = settled and mtime <= captured - SETTLED_NS
            fresh.append((path, seen.st_size, seen.st_mtime_ns, seen.st_ino, sha))
        if settled:
            return True
        now = time.time_ns()
        if not all(self._still(path, sha) for path, _, _, _, sha in fresh):
            return False
        module.sources = tuple(fresh)
        try:
            self._write(module, now)
        except OSError:
            return True
        return True

    def _has(self, module: Stored) -> bool:
        found = self._read(module.path)
        return found is not None and found[0].key == module.key

    def _still(self, path: str, sha: bytes) -> bool:
        try:
            with open(path, "rb") as file:
                return self._digest(file.read()) == sha
        except OSError:
            return False

    def _read(self, path: str) -> tuple[Stored, int] | None:
        data = _read_private(self.file_of(path))
        if data is None or len(data) < len(MAGIC) + _SUM_BYTES or not data.startswith(MAGIC):
            return None
        start = len(MAGIC) + _SUM_BYTES
        if checksum(memoryview(data)[start:]) != data[len(MAGIC) : start]:
            return None
        try:
            build, name, key, captured, sources, imports, payload = marshal.loads(memoryview(data)[start:])
        except (ValueError, EOFError, TypeError):
            return None
        if build != self._build or name != path:
            return None
        return Stored(path, key, sources, imports, payload), captured

    def _write(self, module: Stored, now: int) -> None:
        record: Any = (
            self._build,
            module.path,
            module.key,
            now,
            module.sources,
            module.imports,
            module.payload,
        )
        body = marshal.dumps(record)
        target = self.file_of(module.path)
        temporary = f"{target}.{os.getpid()}.tmp"
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
        handle = os.open(temporary, flags, 0o600)
        try:
            with open(handle, "wb") as file:
                file.write(MAGIC + checksum(body) + body)
            os.replace(temporary, target)
        except OSError:
            os.unlink(temporary)
            raise

    def _sweep(self) -> None:
        now = time.time()
        kept: list[tuple[float, int, str]] = []
        for entry in os.scandir(self.folder):
            seen = entry.stat(follow_symlinks=False)
            age = now - seen.st_mtime
            if age > (_TEMPORARY_AGE_S if entry.name.endswith(".tmp") else MAX_AGE_S):
                _remove(entry.path)
            else:
                kept.append((seen.st_mtime, seen.st_size, entry.path))
        total = sum(size for _, size, _ in kept)
        for _, size, path in sorted(kept):
            if total <= MAX_BYTES:
                break
            _remove(path)
            total -= size


def execute(code: CodeType, namespace: dict[str, object]) -> None:
    """Run the code object of a module in its namespace."""
    exec(code, namespace)


def folder_from(environ: Mapping[str, str]) -> str | None:
    """The cache folder that the environment names; None when it turns the cache off."""
    if "0" in (environ.get("HARNPY_CODE_CACHE"), environ.get("HARN_BYTECODE_CACHE")):
        return None
    own = environ.get("HARNPY_CACHE_DIR")
    if not own:
        shared = environ.get("XDG_CACHE_HOME")
        if not shared:
            home = environ.get("HOME")
            if not home:
                return None
            shared = os.path.join(home, ".cache")
        own = os.path.join(shared, "harnpy")
    return os.path.join(own, "code")


def build_of(folders: Iterable[str], version: str) -> str:
    """What identifies this build: Python, harnpy, and names, sizes and times of the files in `folders`.

    Stands for the hashes of grammar, catalog and lowering, which would have to be read on every start.
    """
    parts: list[object] = [version, sys.version, sys.implementation.cache_tag]
    for folder in folders:
        try:
            entries = [entry for entry in os.scandir(folder) if entry.name.endswith(_SOURCES)]
        except OSError:
            continue
        files = [(entry.name, seen.st_size, seen.st_mtime_ns) for entry in entries if (seen := entry.stat())]
        files.sort()
        parts.append(files)
    text = repr(parts).encode()
    return f"{version}:{sys.hexversion:x}:{len(text):x}:{checksum(text).hex()}"


def checksum(data: bytes | memoryview) -> bytes:
    """Eight bytes that tell damaged data from whole; no help against forgery."""
    return source_hash(sys.hexversion, data)


def _is_private(folder: str) -> bool:
    try:
        seen = os.lstat(folder)
    except OSError:
        return False
    is_folder = seen.st_mode & 0o170000 == 0o040000
    return is_folder and seen.st_uid == os.geteuid() and not seen.st_mode & _PRIVATE


def _read_private(path: str) -> bytes | None:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return None
    with open(handle, "rb", 0) as file:
        seen = os.fstat(handle)
        regular = seen.st_mode & 0o170000 == 0o100000
        if not regular or seen.st_uid != os.geteuid() or seen.st_mode & _OTHERS_WRITE:
            return None
        if time.time() - seen.st_mtime > _TOUCH_S:
            os.utime(handle)
        return file.readall()


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
