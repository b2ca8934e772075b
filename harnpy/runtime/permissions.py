"""What a run may touch: one decision point that every native with an effect asks.

A base (`none`, `default`, `all`) and what the command line adds or takes away in; a resolved place or a fault
out. Deny beats allow. Nothing prompts.
"""

import os

from harnpy.runtime.grants import Grants
from harnpy.system.credentials import holds_credentials
from harnpy.system.env import home_folder
from harnpy.system.paths import DEVICES, contains, git_folders, resolve, resolve_entry
from harnpy.values.faults import Fault

READ, WRITE, DELETE = "read", "write", "delete"


class Place:
    """A path that was judged: `root` is the folder to open it beneath, None when nothing confines it."""

    __slots__ = ("path", "root")

    def __init__(self, path: str, root: str | None) -> None:
        self.path = path
        self.root = root


def refusal(category: str, message: str) -> Fault:
    """A host failure: the program catches `{category, message}`."""
    return Fault({"category": category, "message": message}, "plain")


def rejected(message: str, help: str = "") -> Fault:
    """A refusal by the sandbox; `help` is for whoever started the program."""
    fault = refusal("tool_rejected", message)
    fault.help = help
    return fault


class Permissions:
    """Decides; `root` is the workspace, `cwd` what relative paths stand on."""

    __slots__ = ("_denied", "_grants", "_home", "_roots", "_state", "base", "confined", "cwd", "root")

    def __init__(
        self,
        base: str = "default",
        root: str = ".",
        cwd: str | None = None,
        grants: Grants | None = None,
        state: tuple[str, ...] = (),
    ) -> None:
        """`state` are the folders of what the run keeps: as free as the workspace."""
        self.base = base
        self.cwd = os.path.abspath(cwd if cwd is not None else os.getcwd())
        self.root = resolve(root, self.cwd)
        self.confined = base != "all"
        self._grants = grants or Grants()
        self._home: str | None = None
        given = self._grants
        own = [self.root] if base == "default" else []
        self._roots = {
            READ: own + self._resolved(given.allow_read + given.allow_write),
            WRITE: own + self._resolved(given.allow_write),
        }
        self._state = self._resolved(list(state)) if base == "default" else []
        self._denied = {READ: self._resolved(given.deny_read), WRITE: self._resolved(given.deny_write)}

    def narrowed(self, deny: frozenset[str]) -> "Permissions":
        """The same permissions without the builtins of `deny`."""
        grants = self._grants.copy()
        grants.deny = grants.deny | deny
        return Permissions(self.base, self.root, self.cwd, grants, tuple(self._state))

    def check_builtin(self, *names: str) -> None:
        """Fault when `--deny` names the builtin or `--allow` leaves it out; `names` are all its spellings."""
        grants = self._grants
        denied = next((name for name in names if name in grants.deny), None)
        if denied is None and grants.allow is not None and grants.allow.isdisjoint(names):
            denied = names[0]
        if denied is not None:
            raise rejected(f"Tool '{denied}' is not permitted.")

    def restricts_builtins(self) -> bool:
        """Say whether `check_builtin` can refuse anything in this run."""
        return self._grants.restrict_builtins()

    def check_effect(self, effect: str, builtin: str) -> None:
        """Fault when a whole kind of effect is refused; paths and names are judged one by one later."""
        grants = self._grants
        if effect == "run" and self.base == "none" and not grants.allow_run:
            raise rejected(_violation(builtin, "run a process", "--allow-run"))
        if effect == "net":
            if "*" in grants.deny_net:
                raise rejected(_attempted(builtin, "use the network; --deny-net refuses it"))
            if self.base != "all" and set(grants.allow_net) <= set(grants.deny_net):
                raise rejected(_violation(builtin, "use the network", "--allow-net"))

    def check_path(self, action: str, path: str, builtin: str) -> str:
        """Return `path` absolute and resolved, or fault; `action` is read, write or delete."""
        return self.place(action, path, builtin).path

    def place(self, action: str, path: str, builtin: str) -> Place:
        """As `check_path`, with the root that the path must be opened beneath."""
        resolved = self._resolve(action, path)
        if self._is_free(action, resolved):
            return Place(resolved, None)
        root = self._root_of(action, resolved)
        if root is None:
            reason, help = self._why_not(action, resolved)
            raise rejected(_attempted(builtin, f"{action} '{resolved}' {reason}"), help)
        return Place(resolved, root)

    def _why_not(self, action: str, resolved: str) -> tuple[str, str]:
        """Where a refused path lies, and which flag would allow it if one does."""
        kind = READ if action == READ else WRITE
        denied = [one for one in self._denied[kind] if contains(one, resolved)]
        if denied:
            flag = f"--deny-{kind}={denied[0]}"
            return f"under a denied root [{', '.join(denied)}]; {flag} refuses it", ""
        roots = self._roots[kind]
        if any(contains(root, resolved) for root in roots):
            return "where credentials are kept; only --permissions all would allow it", ""
        secret = holds_credentials(resolved, self._home or "")
        help = "" if secret else f"--allow-{kind}={os.path.dirname(resolved)} would allow it"
        if kind == WRITE and any(contains(root, resolved) for root in self._roots[READ]):
            return "under a read-only workspace root", help
        if contains(self.root, resolved):
            # Only the base `none` leaves the workspace out of the roots.
            return f"which --permissions none leaves out{'; ' if help else ''}{help}", ""
        return f"outside workspace_roots [{', '.join(roots or [self.root])}]", help

    def allows_path(self, action: str, path: str) -> bool:
        """Say whether `place` would not fault."""
        resolved = self._resolve(action, path)
        return self._is_free(action, resolved) or self._root_of(action, resolved) is not None

    def check_run(self, command: str, builtin: str) -> None:
        """Fault unless the program named `command` may be started."""
        grants, name = self._grants, os.path.basename(command)
        if _listed(grants.deny_run, command, name):
            refused = next(one for one in ("*", command, name) if one in grants.deny_run)
            flag = "--deny-run" if refused == "*" else f"--deny-run={refused}"
            raise rejected(_attempted(builtin, f"run '{command}'; {flag} refuses it"))
        limited = grants.allow_run or self.base == "none"
        if limited and not _listed(grants.allow_run, command, name):
            raise rejected(_violation(builtin, f"run '{command}'", f"--allow-run={name}"))

    def check_host(self, host: str, builtin: str, *, literal: bool) -> None:
        """Fault unless the run may connect to a host; one that the program does not name itself it may."""
        grants = self._grants
        if _listed(grants.deny_net, host):
            flag = "--deny-net" if "*" in grants.deny_net else f"--deny-net={host}"
            raise rejected(_attempted(builtin, f"connect to '{host}'; {flag} refuses it"))
        if literal and self.base != "all" and not _listed(grants.allow_net, host):
            raise rejected(_violation(builtin, f"connect to '{host}'", f"--allow-net={host}"))

    def allows_env(self, name: str) -> bool:
        """Say whether the program may see the environment variable `name`."""
        grants = self._grants
        if _listed(grants.deny_env, name):
            return False
        return _listed(grants.allow_env, name) if self.base == "none" else True

    def _resolve(self, action: str, path: str) -> str:
        if path in DEVICES:
            return path
        return resolve_entry(path, self.cwd) if action == DELETE else resolve(path, self.cwd)

    def _is_free(self, action: str, resolved: str) -> bool:
        """Say whether no root need hold the path: a device, or anything not denied when nothing confines."""
        return resolved in DEVICES or not (self.confined or self._is_denied(action, resolved))

    def _is_denied(self, action: str, resolved: str) -> bool:
        return any(contains(one, resolved) for one in self._denied[READ if action == READ else WRITE])

    def _root_of(self, action: str, resolved: str) -> str | None:
        kind = READ if action == READ else WRITE
        if self._home is None:
            self._home = os.path.realpath(home_folder())
        if holds_credentials(resolved, self._home):
            return None
        if self._is_denied(action, resolved):
            return None
        for root in (*self._roots[kind], *self._state):
            if contains(root, resolved):
                return root
        if kind == READ:
            if resolved in self._grants.files:
                return os.path.dirname(resolved)
            for root in git_folders(self.root) if self.base == "default" else ():
                if contains(root, resolved):
                    return root
        return None

    def _resolved(self, paths: list[str]) -> list[str]:
        return [resolve(path, self.cwd) for path in paths]


def _listed(names: list[str], *candidates: str) -> bool:
    return "*" in names or any(candidate in names for candidate in candidates)


def _violation(builtin: str, deed: str, flag: str) -> str:
    return _attempted(builtin, f"{deed}; {flag} would allow it")


def _attempted(builtin: str, deed: str) -> str:
    return f"HARN-CAP-201: sandbox violation: builtin '{builtin}' attempted to {deed}"
