"""Where the workspace of a program begins: the folder of the nearest `harn.toml`."""

import os

FILE_NAME = "harn.toml"
MAX_FOLDERS = 16
"""Folders looked at on the way up."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Probe = Callable[[str], bool]


def find_root(start: str, is_file: "Probe", exists: "Probe") -> str | None:
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
