"""What the machine says about itself: environment, names, places, terminals."""

import os
import pwd
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def environment() -> dict[str, str]:
    """A copy of the process environment."""
    return dict(os.environ)


def home_folder() -> str:
    """The user's home folder."""
    return os.path.expanduser("~")


def temporary_folder() -> str:
    """The host's temporary folder: `TMPDIR`, else `/tmp`."""
    return os.environ.get("TMPDIR") or "/tmp"  # noqa: S108  named only; permissions decide about its use


def process_id() -> int:
    """Number of this process."""
    return os.getpid()


def user_name() -> str:
    """Login name of the effective user, its number when it has none."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def host_name() -> str:
    """Name of this machine."""
    return os.uname().nodename


def platform_name() -> str:
    """`linux`, `macos` or `windows`."""
    return {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)


def architecture() -> str:
    """Processor family: `x86_64`, `aarch64`, …."""
    return {"arm64": "aarch64", "amd64": "x86_64"}.get(os.uname().machine.lower(), os.uname().machine)


def terminal_size() -> tuple[int, int]:
    """Columns and rows of the terminal; 80 by 24 when there is none."""
    for number in (1, 2, 0):
        try:
            size = os.get_terminal_size(number)
        except OSError:
            continue
        if size.columns:
            return size.columns, size.lines
    return 80, 24


def is_terminal(number: int) -> bool:
    """Say whether descriptor `number` (0, 1 or 2) is a terminal."""
    try:
        return os.isatty(number)
    except OSError:
        return False


def wants_color(environ: "Mapping[str, str]", terminal: bool, wish: str = "auto") -> bool:
    """Say whether to colour: a wish beats `NO_COLOR`, that beats `FORCE_COLOR`, that beats the terminal."""
    if wish != "auto":
        return wish == "always"
    if environ.get("NO_COLOR"):
        return False
    forced = environ.get("FORCE_COLOR")
    return terminal if not forced else forced not in ("0", "false")


def processor_count() -> int:
    """Processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory_bytes() -> tuple[int, int]:
    """Total and free memory in bytes; zeros where the system does not tell."""
    try:
        page = os.sysconf("SC_PAGE_SIZE")
        return page * os.sysconf("SC_PHYS_PAGES"), page * os.sysconf("SC_AVPHYS_PAGES")
    except (ValueError, OSError):
        return 0, 0


def kernel_version() -> str:
    """Release of the running kernel."""
    return os.uname().release
