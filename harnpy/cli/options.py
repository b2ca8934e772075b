"""Option values that several commands share: durations, name lists, permissions."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from harnpy.base.words import DURATION_UNITS
from harnpy.catalog.standard import standard
from harnpy.diagnostics.suggest import nearest
from harnpy.runtime.grants import BASES, Grants

OPTIONAL_VALUES = ("--allow-net", "--allow-run", "--deny-run", "--deny-env", "--deny-net")
"""Options that mean everything when no value follows `=`."""

Command = TypeVar("Command", bound=Callable[..., Any])


def duration(text: str) -> int:
    """The milliseconds of `500ms`, `8s`, `2m`, `1h`, `1d`, `1w`: a unit is required, zero refused."""
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = DURATION_UNITS.get(text[len(digits) :])
    if unit is None or not (digits.isascii() and digits.isdigit()) or int(digits) == 0:
        raise click.BadParameter(f"'{text}' is no duration; write 500ms, 8s, 2m, 1h, 1d or 1w (not zero)")
    return int(digits) * unit


def names(text: str) -> frozenset[str]:
    """The names in a list separated by commas; an empty one is refused."""
    found = frozenset(part.strip() for part in text.split(",") if part.strip())
    if not found:
        raise click.BadParameter("expected names separated by commas")
    return found


def _completed(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The names that the last of a list may become."""
    before, comma, begun = incomplete.rpartition(",")
    known = [name for name, spelt in builtin_names().items() if name in spelt and name.startswith(begun)]
    return [f"{before}{comma}{name}" for name in sorted(known)]


def permission_options(command: Command) -> Command:
    """Give a command the options of permissions."""
    folder = click.Path()
    for option in reversed(
        (
            click.option(
                "--permissions",
                "base",
                type=click.Choice(BASES),
                help="What the options below add to or take from; `default` when not given.",
            ),
            click.option("--no-sandbox", is_flag=True, help="The same as --permissions all."),
            click.option(
                "--allow",
                type=names,
                metavar="LIST",
                shell_complete=_completed,
                help="Only these builtins may be called.",
            ),
            click.option(
                "--deny",
                type=names,
                metavar="LIST",
                shell_complete=_completed,
                help="These builtins may not be called.",
            ),
            click.option("--allow-read", multiple=True, type=folder, metavar="DIR", help="May be read."),
            click.option("--deny-read", multiple=True, type=folder, metavar="DIR", help="May not be read."),
            click.option("--allow-write", multiple=True, type=folder, metavar="DIR", help="May be changed."),
            click.option(
                "--deny-write", multiple=True, type=folder, metavar="DIR", help="May not be changed."
            ),
            click.option(
                "--allow-net",
                multiple=True,
                type=names,
                metavar="LIST",
                help="Hosts; all when none is named.",
            ),
            click.option(
                "--deny-net", multiple=True, type=names, metavar="LIST", help="Hosts; all when none is named."
            ),
            click.option(
                "--allow-run",
                multiple=True,
                type=names,
                metavar="LIST",
                help="Commands; all when none is named.",
            ),
            click.option(
                "--deny-run",
                multiple=True,
                type=names,
                metavar="LIST",
                help="Commands; all when none is named.",
            ),
            click.option(
                "--allow-env", multiple=True, type=names, metavar="LIST", help="Environment variables."
            ),
            click.option(
                "--deny-env",
                multiple=True,
                type=names,
                metavar="LIST",
                help="Variables; all when none is named.",
            ),
        )
    ):
        command = option(command)
    return command


def grants_of(given: dict[str, Any]) -> Grants:
    """The grants that `permission_options` were given."""
    if given["no_sandbox"] and given["base"] not in (None, "all"):
        raise click.UsageError(f"`--no-sandbox` and `--permissions {given['base']}` exclude each other")
    if given["allow"] is not None and given["deny"] is not None:
        raise click.UsageError("`--allow` and `--deny` exclude each other")
    for option in ("allow", "deny"):
        if given[option] is not None:
            _known_builtins(f"--{option}", given[option])
    grants = Grants()
    grants.allow = given["allow"]
    grants.deny = given["deny"] or frozenset()
    grants.allow_read = list(given["allow_read"])
    grants.deny_read = list(given["deny_read"])
    grants.allow_write = list(given["allow_write"])
    grants.deny_write = list(given["deny_write"])
    grants.allow_net = _merged(given["allow_net"])
    grants.allow_run = _merged(given["allow_run"])
    grants.deny_run = _merged(given["deny_run"])
    grants.allow_env = _merged(given["allow_env"])
    grants.deny_env = _merged(given["deny_env"])
    grants.deny_net = _merged(given["deny_net"])
    return grants


def builtin_names() -> dict[str, tuple[str, ...]]:
    """What `--allow` and `--deny` take: names of builtins, and of methods of handles that no builtin shares.

    A method that has a builtin of another name leads to that name; all others stand for themselves.
    """
    catalog = standard()
    places: dict[tuple[str, str], list[str]] = {}
    for name, row in catalog.builtins.items():
        places.setdefault((row.module, row.attribute), []).append(name)
    found: dict[str, tuple[str, ...]] = {}
    for rows in catalog.capabilities.values():
        for name, row in rows.items():
            found[name] = tuple(places.get((row.module, row.attribute), [name]))
    return found | {name: (name,) for name in catalog.builtins}


def _known_builtins(option: str, given: frozenset[str]) -> None:
    """Refuse names that would allow or deny nothing."""
    known = builtin_names()
    for name in sorted(given):
        spelt = known.get(name, ())
        if name in spelt:
            continue
        guess = " or ".join(f"'{one}'" for one in spelt)
        if not guess and (near := nearest(name, known)):
            guess = f"'{near}'"
        hint = f"; did you mean {guess}?" if guess else ""
        raise click.UsageError(f"`{option}` names no builtin '{name}'{hint}")


def widened(base: str, grants: Grants) -> list[str]:
    """What the grants add to the base, in words."""
    parts: list[str] = []
    if base != "all":
        parts += [f"read {path}" for path in grants.allow_read]
        parts += [f"write {path}" for path in grants.allow_write]
        parts += [f"net {name}" for name in grants.allow_net]
        parts += [f"run {name}" for name in grants.allow_run]
    return parts


def spell_out(arguments: list[str]) -> list[str]:
    """The arguments with `=*` after each bare option of `OPTIONAL_VALUES`."""
    return [f"{one}=*" if one in OPTIONAL_VALUES else one for one in arguments]


def _merged(lists: tuple[frozenset[str], ...]) -> list[str]:
    return sorted({name for names in lists for name in names})
