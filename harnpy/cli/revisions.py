"""Files that changed since a revision of the git repository around the working directory."""

import os

import click

from harnpy.system.env import environment
from harnpy.system.process import Child, Command

_LONGEST_MS = 30_000


def changed_since(revision: str) -> frozenset[str]:
    """Absolute paths of files that differ from `revision`, and of those that git does not know."""
    if not revision or revision.startswith("-"):
        raise click.UsageError(f"`--changed-from` needs a revision, such as `main`, got '{revision}'")
    top = _git("rev-parse", "--show-toplevel").rstrip("\n")
    names = _git("diff", "--name-only", "-z", "--diff-filter=d", revision, "--").split("\0")
    names += _git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", ":/").split("\0")
    return frozenset(os.path.realpath(os.path.join(top, name)) for name in names if name)


def _git(*arguments: str) -> str:
    """What a git command writes; its complaint becomes an error of usage."""
    command = Command(["git", *arguments], os.getcwd(), environment(), timeout_ms=_LONGEST_MS)
    try:
        done = Child(command).finish()
    except OSError as cause:
        reason = cause.strerror or type(cause).__name__
        raise click.UsageError(f"`--changed-from` needs git, which does not start: {reason}") from None
    if done.exit_code != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        reason = said[0] if said else "git failed without a word"
        raise click.UsageError(f"`--changed-from`: {reason}")
    return done.stdout.decode("utf-8", "surrogateescape")
