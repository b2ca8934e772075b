"""`harn.toml`: where the workspace begins, and the settings in it as plain data."""

import os
import tomllib
from collections.abc import Callable, Mapping
from typing import cast

FILE_NAME = "harn.toml"
MAX_FOLDERS = 16
"""Folders looked at on the way up."""

Probe = Callable[[str], bool]


class BadConfig(Exception):
    """A `harn.toml` that cannot be read; the text says why."""


class Config:
    """Settings of a workspace. `root` is its folder; without a `harn.toml` the tables are empty."""

    __slots__ = ("root", "tables")

    def __init__(self, root: str, tables: Mapping[str, object]) -> None:
        self.root = root
        self.tables = tables

    def table(self, *path: str) -> Mapping[str, object]:
        """The table at a dotted path, such as `table("llm", "providers")`; empty when there is none."""
        current: object = self.tables
        for key in path:
            current = cast("Mapping[str, object]", current).get(key) if isinstance(current, Mapping) else None
        return cast("Mapping[str, object]", current) if isinstance(current, Mapping) else {}


def find_root(start: str, is_file: Probe, exists: Probe) -> str | None:
    """The nearest folder at or above the absolute folder `start` that holds a `harn.toml`, or None.

    The search ends at a folder with a `.git` in it, and after `MAX_FOLDERS` folders. Links are not followed.
    """
    folder = os.path.normpath(start)
    for _ in range(MAX_FOLDERS):
        if is_file(os.path.join(folder, FILE_NAME)):
            return folder
        above = os.path.dirname(folder)
        if above == folder or exists(os.path.join(folder, ".git")):
            return None
        folder = above
    return None


def load_config(start: str, read: Callable[[str], str], is_file: Probe, exists: Probe) -> Config:
    """The settings that hold for the absolute folder `start`.

    Raises:
        BadConfig: the file is no valid TOML.
    """
    root = find_root(start, is_file, exists)
    if root is None:
        return Config(start, {})
    path = os.path.join(root, FILE_NAME)
    try:
        return Config(root, tomllib.loads(read(path)))
    except tomllib.TOMLDecodeError as cause:
        raise BadConfig(f"{path}: {cause}") from None
