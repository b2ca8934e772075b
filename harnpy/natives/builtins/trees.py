"""Whole trees of files and the places a run knows: walking, globbing, temporary folders, roots."""

import os
import stat

from harnpy.natives.support.args import int_option, option
from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.faults import io_fault, thrown
from harnpy.natives.support.globs import glob_pattern
from harnpy.natives.support.patterns import Pattern
from harnpy.natives.support.places import judged, write_octets
from harnpy.runtime.permissions import READ, WRITE
from harnpy.system import folders
from harnpy.system.env import home_folder, temporary_folder
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_DEEPEST = 10_000


@builtin("walk_dir(path: string, options?: dict) -> list<dict>", effect="read", fresh=True)
@capability("HarnessFs", "walk(path: string, options?: dict) -> list<dict>", effect="read", fresh=True)
def walk_dir(ctx: "Machine", path: str, options: dict[str, Value] | None = None) -> list[dict[str, object]]:
    """List a folder and all below it; options `max_depth` (int) and `follow_symlinks` (false)."""
    place = judged(ctx, READ, path, "walk_dir")
    deepest = int_option(options, "max_depth", "walk_dir", _DEEPEST) or 0
    follow = bool(option(options, "follow_symlinks", False))
    try:
        return [
            {
                "path": found,
                "depth": depth,
                "is_dir": stat.S_ISDIR(status.st_mode),
                "is_file": stat.S_ISREG(status.st_mode),
            }
            for found, depth, status in folders.walk(place.path, deepest, follow=follow)
            if depth == 0 or not follow or ctx.permissions.allows_path(READ, found)
        ]
    except OSError as error:
        raise io_fault(f"Failed to list directory {place.path}", error) from error


@builtin(
    "glob(pattern: string, base_or_options?: any, options?: dict) -> list<string>", effect="read", fresh=True
)
@capability(
    "HarnessFs",
    "glob(pattern: string, base_or_options?: any, options?: dict) -> list<string>",
    effect="read",
    fresh=True,
)
def glob(
    ctx: "Machine", pattern: str, base_or_options: Value = None, options: dict[str, Value] | None = None
) -> list[str]:
    """Absolute paths that fit `*`, `**`, `?`, `[…]` and `{a,b}`, sorted; `[]` outside the permitted roots.

    Options: `base` (a folder, else the working directory) and the bools `files_only`, `dirs_only`,
    `include_hidden`.
    """
    if base_or_options.__class__ is dict:
        options, base_or_options = base_or_options, None
    base = base_or_options if base_or_options is not None else option(options, "base", ".")
    if not isinstance(base, str):
        raise thrown(f"glob: base must be a string, got {type_of(base)}")
    start, rest = _fixed_part(os.path.join(ctx.cwd, base, pattern))
    if "\0" in start or not ctx.permissions.allows_path(READ, start):
        return []
    if not rest:
        return [start] if folders.exists(start) else []
    return _matches(ctx, start, rest, options)


@builtin("find_text(root: string, pattern: string, options?: dict) -> any", effect="read")
@capability("HarnessFs", "find_text(root: string, pattern: string, options?: dict) -> any", effect="read")
def find_text(ctx: "Machine", root: str, pattern: str, options: Value = None) -> None:
    """Search files for a pattern; not supported yet."""
    del ctx, root, pattern, options
    raise Fault("not supported by harnpy: find_text")


@builtin("temp_dir() -> string")
@capability("HarnessFs", "temp_dir() -> string")
def temp_dir(ctx: "Machine") -> str:
    """Name the host's temporary folder; writing there needs a grant."""
    return _given_folder(ctx) or temporary_folder()


@builtin("workspace_temp_dir() -> string", effect="write")
@capability("HarnessFs", "workspace_temp_dir() -> string", effect="write")
def workspace_temp_dir(ctx: "Machine") -> str:
    """Return the workspace's own temporary folder, made when missing; its content is ignored by git."""
    given = _given_folder(ctx)
    if given is not None:
        return given
    path = os.path.join(ctx.root, ".harn-tmp")
    _make(ctx, path, "workspace_temp_dir")
    if not folders.exists(os.path.join(path, ".gitignore")):
        write_octets(ctx, os.path.join(path, ".gitignore"), b"*\n", "workspace_temp_dir")
    return path


@builtin("mkdtemp(prefix?: string) -> string", effect="write")
@capability("HarnessFs", "mkdtemp(prefix?: string) -> string", effect="write")
def mkdtemp(ctx: "Machine", prefix: str | None = None) -> str:
    """Make a new folder in `temp_dir()` and return it."""
    return _fresh_folder(ctx, temp_dir(ctx), prefix, "mkdtemp")


@builtin("mkdtemp_in_workspace(prefix?: string) -> string", effect="write")
@capability("HarnessFs", "mkdtemp_in_workspace(prefix?: string) -> string", effect="write")
def mkdtemp_in_workspace(ctx: "Machine", prefix: str | None = None) -> str:
    """Make a new folder in `workspace_temp_dir()` and return it."""
    return _fresh_folder(ctx, workspace_temp_dir(ctx), prefix, "mkdtemp_in_workspace")


@builtin("cwd() -> string")
@capability("HarnessFs", "cwd() -> string")
def cwd(ctx: "Machine") -> str:
    """The working directory, on which relative paths stand."""
    return ctx.cwd


@builtin("source_dir() -> string")
@capability("HarnessFs", "source_dir() -> string")
def source_dir(ctx: "Machine") -> str:
    """The folder of the program file."""
    return ctx.source_dir


@builtin("project_root() -> string")
@capability("HarnessFs", "project_root() -> string")
def project_root(ctx: "Machine") -> str:
    """The workspace: the nearest folder with a `harn.toml`, else the working directory."""
    return ctx.root


@builtin("home_dir() -> string")
@capability("HarnessFs", "home_dir() -> string")
def home_dir() -> str:
    """The user's home folder."""
    return home_folder()


@builtin("asset_root() -> string")
def asset_root(ctx: "Machine") -> str:
    """The folder that assets of the program are looked up in: that of its source."""
    return ctx.source_dir


@builtin("execution_root() -> string")
def execution_root(ctx: "Machine") -> str:
    """The folder that commands run in: the working directory."""
    return ctx.cwd


def _given_folder(ctx: "Machine") -> str | None:
    """The folder that the host set aside for this run (a test case has one of its own)."""
    given = ctx.state.get("temporary_folder")
    return given if isinstance(given, str) else None


def _make(ctx: "Machine", path: str, builtin: str) -> None:
    place = judged(ctx, WRITE, path, builtin)
    try:
        folders.make_folders(place.root, place.path)
    except OSError as error:
        raise io_fault(f"Failed to create directory {place.path}", error) from error


def _fresh_folder(ctx: "Machine", base: str, prefix: str | None, builtin: str) -> str:
    name = prefix if prefix is not None else "harn-"
    if "/" in name or "\0" in name:
        raise thrown(f"{builtin}: prefix must be a file name")
    path = os.path.join(base, name + ctx.clock.random_bytes(6).hex())
    _make(ctx, path, builtin)
    return path


def _fixed_part(pattern: str) -> tuple[str, str]:
    """Split a pattern into the folder before its first wildcard and the rest."""
    parts = pattern.split("/")
    for count, part in enumerate(parts):
        if any(char in part for char in "*?[{"):
            return os.path.normpath("/".join(parts[:count]) or "/"), "/".join(parts[count:])
    return os.path.normpath(pattern), ""


def _matches(ctx: "Machine", start: str, rest: str, options: dict[str, Value] | None) -> list[str]:
    matcher = Pattern(glob_pattern(rest, hidden=bool(option(options, "include_hidden", False))))
    wanted = _wanted(options)
    deepest = _DEEPEST if "**" in rest else rest.count("/") + 1
    prefix = len(start.rstrip("/")) + 1
    try:
        return sorted(
            path
            for path, depth, status in folders.walk(start, deepest)
            if depth > 0 and wanted(status.st_mode) and matcher.fits(path[prefix:])
        )
    except OSError:
        return []


def _wanted(options: dict[str, Value] | None):  # noqa: ANN202  a predicate over modes
    if option(options, "files_only"):
        return stat.S_ISREG
    return stat.S_ISDIR if option(options, "dirs_only") else bool
