"""Import paths in, places and source texts out; files are read through a function given from outside."""

import os
from collections.abc import Callable, Collection

from harnpy.base.resources import data_folder
from harnpy.base.spans import SourceFile
from harnpy.diagnostics.suggest import nearest

SUFFIX = ".harn"
STANDARD = "std/"
MAX_BYTES = 4 << 20
"""Longest source that is loaded."""

Read = Callable[[str], str]


class CannotRead(Exception):
    """What a `read` raises for a file that cannot be had, as `OSError` does; `missing`: there is none."""

    def __init__(self, text: str, *, missing: bool = True) -> None:
        super().__init__(text)
        self.missing = missing


class TooLarge(Exception):
    """A source longer than `MAX_BYTES`."""

    def __init__(self, path: str, size: int) -> None:
        super().__init__(path, size)
        self.path = path
        self.size = size


class Location:
    """Where a module is: the key that identifies it in a program, its file, and the path shown to people."""

    __slots__ = ("file", "key", "shown")

    def __init__(self, key: str, file: str, shown: str) -> None:
        self.key = key
        self.file = file
        self.shown = shown

    @property
    def folder(self) -> str:
        """What relative imports start from, in terms of keys."""
        return os.path.dirname(self.key)


class Library:
    """The standard library.

    folder   holds `std/` with the modules written in Harn; found by itself when None
    natives  import paths of the modules that Python implements: they have no file to load
    """

    __slots__ = ("folder", "natives")

    def __init__(self, folder: str | None = None, natives: Collection[str] = ()) -> None:
        self.folder = folder
        self.natives = natives


def entry_location(shown: str, path: str | None = None) -> Location:
    """The place of the program file; without a path, code that stands in the working directory."""
    absolute = os.path.abspath(path or shown)
    return Location(absolute, absolute, shown)


class Loader:
    """Finds modules from the place of the one that imports them."""

    def __init__(self, read: Read, library: Library) -> None:
        self._read = read
        self._stdlib = library.folder
        self.natives = library.natives

    def locate(self, path: str, importer: Location) -> Location | None:
        """The place that `path` names in a file, or None for a path that can name nothing."""
        if not path or "\0" in path:
            return None
        if path.startswith(STANDARD) or (importer.key.startswith(STANDARD) and not os.path.isabs(path)):
            return self._standard(path, importer)
        named = path if path.endswith(SUFFIX) else path + SUFFIX
        key = os.path.normpath(os.path.join(importer.folder, named))
        return Location(key, key, os.path.normpath(os.path.join(os.path.dirname(importer.shown), named)))

    def _standard(self, path: str, importer: Location) -> Location | None:
        name = path.removesuffix(SUFFIX)
        if not path.startswith(STANDARD):
            name = os.path.join(importer.folder, name)
        key = os.path.normpath(name)
        if not key.startswith(STANDARD):
            return None
        if self._stdlib is None:
            self._stdlib = data_folder("stdlib")
        return Location(key, os.path.join(self._stdlib, key + SUFFIX), key)

    def load(self, location: Location) -> SourceFile:
        """Read the module at a place.

        Raises:
            CannotRead: there is no such file, or it cannot be read.
            TooLarge: it is longer than anything a person writes.
        """
        try:
            text = self._read(location.file)
        except OSError as cause:
            missing = isinstance(cause, (FileNotFoundError, NotADirectoryError))
            raise CannotRead(cause.strerror or str(cause), missing=missing) from None
        except ValueError as cause:
            raise CannotRead(str(cause), missing=bool(getattr(cause, "missing", False))) from None
        check_size(location.shown, text)
        return SourceFile(location.shown, text)


def meant(path: str, location: Location, natives: Collection[str] = ()) -> str | None:
    """The path that a writer of `path`, which leads to no file, most likely meant.

    `natives` are import paths of modules without a file.
    """
    folder, wanted = os.path.split(location.file)
    beside = [os.path.basename(one) for one in natives if os.path.dirname(one) == location.folder]
    try:
        beside += [name.removesuffix(SUFFIX) for name in os.listdir(folder) if name.endswith(SUFFIX)]
    except OSError:
        if not beside:
            return None
    found = nearest(wanted.removesuffix(SUFFIX), sorted(beside))
    if found is None:
        return None
    return os.path.join(os.path.dirname(path), found)


def check_size(shown: str, text: str) -> None:
    """Raise TooLarge for a text of more than `MAX_BYTES` bytes."""
    if len(text) > MAX_BYTES // 4:
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > MAX_BYTES:
            raise TooLarge(shown, size)
