"""`harn.toml`: the settings of a workspace as plain data."""

import os
import tomllib
from collections.abc import Callable, Mapping
from typing import cast

from harnpy.project.workspace import FILE_NAME, find_root


class BadConfig(Exception):
    """A `harn.toml` that cannot be read; the text says why."""


def _table(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


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
            current = _table(current).get(key)
        return _table(current)


def load_config(
    start: str, read: Callable[[str], str], is_file: Callable[[str], bool], exists: Callable[[str], bool]
) -> Config:
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
