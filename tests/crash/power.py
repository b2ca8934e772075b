"""Power loss: the steps of an operation in, every state of the disk out that it may leave behind.

What was not synced may be there in part: of the last write any number of bytes, of the changes of folders any
selection. A step is recorded as it happens and played into new folders afterwards.
"""

import os
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

Entry = tuple[str, str]
MOST_PENDING = 6


class File:
    """Content on the disk, and writes that may not have reached it."""

    def __init__(self, content: bytes = b"") -> None:
        self.durable = content
        self.content = content

    def variants(self) -> list[bytes]:
        """What may be there after the power came back."""
        if self.content == self.durable:
            return [self.content]
        same = 0
        while self.content[: same + 1] == self.durable[: same + 1]:
            same += 1
        torn = [self.content[:end] for end in range(same, len(self.content) + 1)]
        return list(dict.fromkeys([self.durable, *torn]))


class Disk:
    """Files by folder and name, and changes of folders that are not synced: (folder, change) in order."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: dict[Entry, File] = {}
        self.folders: set[str] = set()
        self.pending: list[tuple[str, Callable[[dict[Entry, File], set[str]], None]]] = []
        for path in root.rglob("*"):
            if path.is_dir():
                self.folders.add(str(path))
            else:
                self.files[str(path.parent), path.name] = File(path.read_bytes())

    def states(self) -> Iterator[tuple[dict[Entry, bytes], set[str]]]:
        """Every state that the disk may be in now."""
        kept, free = self.pending[:-MOST_PENDING], self.pending[-MOST_PENDING:]
        for choice in product((False, True), repeat=len(free)):
            files, folders = dict(self.files), set(self.folders)
            for chosen, (_, change) in zip((*[True] * len(kept), *choice), (*kept, *free), strict=True):
                if chosen:
                    change(files, folders)
            names = list(files)
            for contents in product(*[_variants(name, files[name]) for name in names]):
                yield dict(zip(names, contents, strict=True)), folders


def _variants(name: Entry, file: File) -> list[bytes]:
    # Notes in lock files mean nothing.
    return [file.content] if name[1].endswith("lock") else file.variants()


class Recorder:
    """A hook of `system.ops.Ops` that plays every step on a model of the disk; `after` sees it each time."""

    def __init__(self, root: Path, after: Callable[[Disk], None]) -> None:
        self.disk = Disk(root)
        self.after = after
        self.open: dict[int, File] = {}
        # Files that have been made, by the entry they have by now, synced or not.
        self.named: dict[Entry, File] = dict(self.disk.files)

    def __call__(self, call: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        before = _shown(call, arguments)
        result = function(*arguments)
        getattr(self, f"_{call}", self._nothing)(before, arguments, result)
        self.after(self.disk)
        return result

    def _nothing(self, before: Entry | None, arguments: tuple[Any, ...], result: Any) -> None:
        """Neither content nor names change."""

    def _open(self, entry: Entry | None, arguments: tuple[Any, ...], result: int) -> None:
        assert entry is not None
        if os.path.isdir(os.path.join(*entry)):
            return
        file = self.named.get(entry)
        if file is None:
            file = self.named[entry] = File()
            self.disk.pending.append((entry[0], _adding(entry, file)))
        if arguments[1] & os.O_TRUNC:
            file.content = b""
        self.open[result] = file

    def _write(self, entry: Entry | None, arguments: tuple[Any, ...], result: int) -> None:
        file = self.open[arguments[0]]
        # The descriptor tells where the write ended; writes of this product only ever add.
        file.content += b"".join(arguments[1])[:result]

    def _truncate(self, entry: Entry | None, arguments: tuple[Any, ...], result: Any) -> None:
        file = self.open[arguments[0]]
        file.content = file.content[: arguments[1]]

    def _fsync(self, entry: Entry | None, arguments: tuple[Any, ...], result: Any) -> None:
        file = self.open[arguments[0]]
        file.durable = file.content

    def _rename(self, entry: Entry | None, arguments: tuple[Any, ...], result: Any) -> None:
        assert entry is not None
        new = (entry[0], arguments[1])
        self.named[new] = self.named.pop(entry)
        self.disk.pending.append((entry[0], _moving(entry, new)))

    def _unlink(self, entry: Entry | None, arguments: tuple[Any, ...], result: Any) -> None:
        assert entry is not None
        self.named.pop(entry, None)
        self.disk.pending.append((entry[0], _removing(entry)))

    def _mkdir(self, entry: Entry | None, arguments: tuple[Any, ...], result: Any) -> None:
        assert entry is not None
        path = os.path.join(*entry)
        self.disk.pending.append((entry[0], lambda files, folders: folders.add(path)))

    def _fsyncdir(self, entry: Entry | None, arguments: tuple[Any, ...], result: Any) -> None:
        folder = os.readlink(f"/proc/self/fd/{arguments[0]}")
        mine = [one for one in self.disk.pending if one[0] == folder]
        self.disk.pending = [one for one in self.disk.pending if one[0] != folder]
        for _, change in mine:
            change(self.disk.files, self.disk.folders)


def _shown(call: str, arguments: tuple[Any, ...]) -> Entry | None:
    """Folder and name of the entry that a step is about."""
    places = {"open": 3, "rename": 2, "unlink": 1, "mkdir": 2}
    if call not in places:
        return None
    folder = arguments[places[call]]
    above = "" if folder is None else os.readlink(f"/proc/self/fd/{folder}")
    path = os.path.normpath(os.path.join(above, arguments[0]))
    return os.path.dirname(path), os.path.basename(path)


def _adding(entry: Entry, file: File) -> Callable[[dict[Entry, File], set[str]], None]:
    def change(files: dict[Entry, File], folders: set[str]) -> None:
        files[entry] = file

    return change


def _moving(old: Entry, new: Entry) -> Callable[[dict[Entry, File], set[str]], None]:
    def change(files: dict[Entry, File], folders: set[str]) -> None:
        # The name may have been lost together with the file's first one.
        if old in files:
            files[new] = files.pop(old)

    return change


def _removing(entry: Entry) -> Callable[[dict[Entry, File], set[str]], None]:
    def change(files: dict[Entry, File], folders: set[str]) -> None:
        files.pop(entry, None)

    return change


def lay_out(root: Path, target: Path, files: dict[Entry, bytes], folders: set[str]) -> None:
    """Make a state of the disk a real folder; what stands in a folder that was lost is lost too."""
    target.mkdir()
    known = {str(root)}
    for folder in sorted(folders):
        if os.path.dirname(folder) in known:
            known.add(folder)
            (target / Path(folder).relative_to(root)).mkdir()
    for (folder, name), content in files.items():
        if folder in known:
            (target / Path(folder).relative_to(root) / name).write_bytes(content)
