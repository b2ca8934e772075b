"""Errors of natives in the shapes that programs catch: io dicts, parse dicts, plain strings."""

import errno
import os

from harnpy.values.faults import Fault, Thrown, runtime_fault

_KINDS = {
    errno.ENOENT: "not_found",
    errno.EACCES: "permission_denied",
    errno.EPERM: "permission_denied",
    errno.EEXIST: "already_exists",
    errno.EISDIR: "is_a_directory",
    errno.ENOTDIR: "not_a_directory",
    errno.ENOTEMPTY: "directory_not_empty",
    errno.EINVAL: "invalid_input",
    errno.ENOSPC: "storage_full",
    errno.EDQUOT: "quota_exceeded",
    errno.EROFS: "read_only_filesystem",
    errno.ELOOP: "filesystem_loop",
    errno.ENAMETOOLONG: "invalid_filename",
    errno.EXDEV: "crosses_devices",
    errno.EFBIG: "file_too_large",
    errno.EBUSY: "resource_busy",
    errno.ETXTBSY: "executable_file_busy",
    errno.EINTR: "interrupted",
    errno.ETIMEDOUT: "timed_out",
    errno.EPIPE: "broken_pipe",
}
NOT_UTF8 = "stream did not contain valid UTF-8"


def cause_of(error: OSError | UnicodeDecodeError | ValueError) -> tuple[str, str]:
    """Return the kind of a failure and its words as the system puts them."""
    if isinstance(error, UnicodeDecodeError):
        return "invalid_data", NOT_UTF8
    if isinstance(error, ValueError):
        return "invalid_input", "file name contained an unexpected NUL byte"
    number = error.errno or 0
    return _KINDS.get(number, "other"), f"{os.strerror(number)} (os error {number})"


def io_error(deed: str, error: OSError | UnicodeDecodeError | ValueError) -> dict[str, object]:
    """The dict a program catches; `deed` is `Failed to read file /a/b`."""
    kind, cause = cause_of(error)
    return {"error": "io_error", "kind": kind, "message": f"{deed}: {cause}"}


def io_fault(deed: str, error: OSError | UnicodeDecodeError | ValueError) -> Fault:
    """The same as a fault."""
    return Thrown(io_error(deed, error))


def parse_fault(format: str, message: str, line: int, column: int) -> Fault:
    """The dict thrown by the parsers of YAML and TOML; `message` is the reason without place."""
    return Thrown(
        {
            "error": "structured_parse_error",
            "format": format,
            "kind": "malformed",
            "message": f"{format.upper()} parse error: {message} at line {line} column {column}",
            "line": line,
            "column": column,
        }
    )


def thrown(text: str) -> Fault:
    """A string thrown by a builtin: `name: reason`."""
    return Thrown(text)


def invalid(text: str) -> Fault:
    """A validation fault: the text with `Runtime error: ` before it, as caught too."""
    return runtime_fault(text)
