"""Paths as text: nothing here looks at the disk."""

from posixpath import normpath

from harnpy.natives.support.declare import builtin
from harnpy.values.faults import contract_fault
from harnpy.values.kinds import Value, type_of


# Parts often come from the environment, where a name may not be set.
@builtin("path_join(...parts: string?) -> string", unchecked=True)
def path_join(*parts: Value) -> str:
    """Join parts with `/`; an absolute part starts anew."""
    joined = ""
    for part in parts:
        if not isinstance(part, str):
            raise contract_fault(f"'path_join' parameter `parts` expects string, got {type_of(part)}")
        if part.startswith("/") or not joined:
            joined = part
        elif part:
            joined = joined + part if joined.endswith("/") else f"{joined}/{part}"
    return joined


@builtin("dirname(path: string) -> string")
def dirname(path: str) -> str:
    """The path without its last part; empty when there is none before it."""
    return path_parent(path)


@builtin("basename(path: string) -> string")
def basename(path: str) -> str:
    """The last part; empty for the root."""
    return path_basename(path)


@builtin("extname(path: string) -> string")
def extname(path: str) -> str:
    """The extension with its dot."""
    return path_extension(path)


@builtin("path_parent(path: string) -> string")
def path_parent(path: str) -> str:
    """The path without its last part; empty when there is none before it."""
    trimmed = _trim(path)
    head, slash, _ = trimmed.rpartition("/")
    if not slash or trimmed == "/":
        return ""
    return _trim(head) if head else "/"


@builtin("path_basename(path: string) -> string")
def path_basename(path: str) -> str:
    """The last part; empty for the root and for `..`."""
    name = _trim(path).rpartition("/")[2]
    return "" if name == ".." else name


@builtin("path_stem(path: string) -> string")
def path_stem(path: str) -> str:
    """The last part without its extension."""
    return _split(path)[0]


@builtin("path_extension(path: string) -> string")
def path_extension(path: str) -> str:
    """The extension with its dot; a leading dot starts none."""
    return _split(path)[1]


@builtin("path_with_extension(path: string, extension: string) -> string")
def path_with_extension(path: str, extension: str) -> str:
    """The path with another extension, written with or without the dot."""
    dotted = "." + extension.removeprefix(".") if extension else ""
    return _with_name(path, path_stem(path) + dotted)


@builtin("path_with_stem(path: string, stem: string) -> string")
def path_with_stem(path: str, stem: str) -> str:
    """The path with another stem and the same extension."""
    return _with_name(path, stem + path_extension(path))


@builtin("path_normalize(path: string) -> string")
def path_normalize(path: str) -> str:
    """The path without `.`, doubled separators and `..` that can be resolved."""
    return normpath("/" + path.lstrip("/") if path.startswith("/") else path)


@builtin("path_parts(path: string) -> dict", fresh=True)
def path_parts(path: str) -> dict[str, object]:
    """The pieces `{dir, file, stem, ext, segments}`."""
    stem, extension = _split(path)
    return {
        "dir": path_parent(path),
        "file": path_basename(path),
        "stem": stem,
        "ext": extension,
        "segments": path_segments(path),
    }


@builtin("path_segments(path: string) -> list<string>", fresh=True)
def path_segments(path: str) -> list[str]:
    """The parts between separators, without the root."""
    return [part for part in path.split("/") if part not in ("", ".")]


@builtin("path_is_absolute(path: string) -> bool")
def path_is_absolute(path: str) -> bool:
    """Say whether the path begins at the root."""
    return path.startswith("/")


@builtin("path_is_relative(path: string) -> bool")
def path_is_relative(path: str) -> bool:
    """Say whether the path stands on some folder."""
    return not path.startswith("/")


@builtin("path_relative_to(path: string, base: string) -> string?")
def path_relative_to(path: str, base: str) -> str | None:
    """The way from `base` to `path`, climbing where needed; nil when only one of them is absolute."""
    if path.startswith("/") != base.startswith("/"):
        return None
    target, start = path_segments(path_normalize(path)), path_segments(path_normalize(base))
    shared = 0
    while shared < min(len(target), len(start)) and target[shared] == start[shared]:
        shared += 1
    climbed = [".."] * (len(start) - shared) + target[shared:]
    return "/".join(climbed) or "."


@builtin("path_to_posix(path: string) -> string")
def path_to_posix(path: str) -> str:
    r"""The path with `/` for every `\`."""
    return path.replace("\\", "/")


@builtin("path_to_native(path: string) -> string")
def path_to_native(path: str) -> str:
    r"""The path with this system's separator for every `\` and `/`."""
    return path.replace("\\", "/")


def _trim(path: str) -> str:
    return path.rstrip("/") or path[:1]


def _split(path: str) -> tuple[str, str]:
    name = path_basename(path)
    stem, dot, extension = name.rpartition(".")
    return (stem, dot + extension) if stem else (name, "")


def _with_name(path: str, name: str) -> str:
    parent = path_parent(path)
    if not parent:
        return name
    return parent + name if parent.endswith("/") else f"{parent}/{name}"
