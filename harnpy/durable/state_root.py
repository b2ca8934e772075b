"""Where state is kept: the script, the environment and the working directory in, folders and names out.

Every way to start a program uses this one resolver, so checkpoints, store and memory share one base.
"""

import os

from harnpy.system.paths import contains

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_STEM = "default"

_STATE, _MEMORY = ".harn", "memory"


class Roots:
    """The places of one run.

    script  absolute path of the program file; None when there is none
    base    the project's folder, or the script's, or where the run was started
    state   holds checkpoints and store
    memory  holds the namespaces of memory, unless a call names another root
    stem    name of the run's checkpoint file; a host without scripts may set it
    """

    __slots__ = ("_named", "base", "cwd", "memory", "script", "state", "stem")

    def __init__(
        self,
        script: str | None,
        project: str | None,
        cwd: str,
        environ: "Mapping[str, str]",
        state: str | None = None,
    ) -> None:
        """`project` is the folder of the nearest `harn.toml`, `state` a root that the host names."""
        self.script = script
        self.cwd = cwd
        self.base = project or (cwd if script is None else os.path.dirname(script))
        named = state or _given(environ, "HARN_STATE_DIR") or _STATE
        self.state = os.path.normpath(os.path.join(self.base, named))
        # A person typed this one where the program was started.
        memory = _given(environ, "HARN_MEMORY_ROOT")
        self.memory = os.path.join(cwd, memory) if memory else os.path.join(self.base, _STATE, _MEMORY)
        # Which of the two somebody outside of the project has named.
        self._named = (named != _STATE, memory is not None)
        self.stem = DEFAULT_STEM if script is None else stem_of(script)

    @property
    def checkpoints(self) -> str:
        """The folder of checkpoint files."""
        return os.path.join(self.state, "checkpoints")

    @property
    def store(self) -> str:
        """The file of the key-value store."""
        return os.path.join(self.state, "store.json")

    @property
    def granted(self) -> tuple[str, ...]:
        """The roots that a confined run may touch: those that were named, and those that lie in the base.

        A project that comes with a link in the place of `.harn` must not lead its programs elsewhere.
        """
        base = os.path.realpath(self.base)
        roots = zip((self.state, self.memory), self._named, strict=True)
        return tuple(path for path, named in roots if named or contains(base, os.path.realpath(path)))

    def memory_root(self, option: str | None = None) -> str:
        """The root of memory for one call; `option` is the call's `root`, blank as absent."""
        named = (option or "").strip()
        return os.path.join(self.cwd, named) if named else self.memory

    def shown(self, path: str) -> str:
        """A path as lock files record it: relative to the base where it is below."""
        relative = os.path.relpath(path, self.base)
        return path if relative.startswith("..") else relative


def stem_of(path: str) -> str:
    """The stem of a script: its last component without the last extension; `default` when nothing is left."""
    stem = os.path.splitext(os.path.basename(path))[0]
    return DEFAULT_STEM if stem in ("", ".", "..") else stem


def _given(environ: "Mapping[str, str]", name: str) -> str | None:
    value = environ.get(name, "")
    return value if value.strip() else None
