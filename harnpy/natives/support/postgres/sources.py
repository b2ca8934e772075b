"""Where a server is: a source as a program names it in, the text for the driver out.

What a program writes down itself needs a grant for the network; what the environment or the host gives does
not, since whoever started the program has put it there.
"""

from harnpy.natives.support.postgres.judging import text
from harnpy.runtime.fixtures import prepared
from harnpy.runtime.operations import ask_host
from harnpy.values.faults import Fault, runtime_fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_ENV, _SECRET = "env:", "secret:"
_OPERATION = "secrets.get"
_FUNCTION = "pg_pool"


class Source:
    """A connection text. `literal`: the program holds it itself."""

    __slots__ = ("literal", "text")

    def __init__(self, text: str, *, literal: bool) -> None:
        self.text = text
        self.literal = literal

    def __repr__(self) -> str:
        return "<source>"


def source_of(ctx: "Machine", function: str, value: Value) -> Source:
    """The connection text that a source stands for."""
    if value is None:
        raise runtime_fault(f"{function}: url, env:, secret:, or {{url|env|secret}} is required")
    if value.__class__ is str:
        return _of_text(ctx, value.strip())
    if value.__class__ is dict:
        return _of_dict(ctx, value)
    raise _refused("connection source must be a string or dict")


def _of_text(ctx: "Machine", given: str) -> Source:
    if given.startswith(_ENV):
        return _of_environment(ctx, given[len(_ENV) :])
    if given.startswith(_SECRET):
        return _of_secret(ctx, given[len(_SECRET) :])
    return Source(given, literal=True)


def _of_dict(ctx: "Machine", given: dict[str, Value]) -> Source:
    if given.get("url") is not None:
        if text(given, "url") is None:
            raise _refused("url must be a non-empty string")
        return Source(given["url"], literal=True)
    for name, find in (("env", _of_environment), ("secret", _of_secret)):
        named = text(given, name)
        if named is not None:
            return find(ctx, named)
    raise _refused("connection dict must contain url, env, or secret")


def _of_environment(ctx: "Machine", given: str) -> Source:
    name = given.strip()
    found = ctx.environ.get(name) if ctx.permissions.allows_env(name) else None
    if found is None:
        raise _refused(f"environment variable `{name}` is not set")
    return Source(found.strip(), literal=False)


def _of_secret(ctx: "Machine", given: str) -> Source:
    """A prepared answer, else what the host says, else the variable `HARN_SECRET_<NAMESPACE>_<NAME>`."""
    name = given.strip()
    answer = prepared(ctx.state, ("secrets", "get"), [{"name": name}])
    if answer:
        found = answer[0]
    elif _OPERATION in ctx.operations:
        found = ask_host(ctx, _OPERATION, {"name": name})
    else:
        variable = "HARN_SECRET_" + "".join(one if one.isalnum() else "_" for one in name.upper())
        # The program never sees it, so it need not be allowed to see the variable.
        found = ctx.environ.get(variable)
        if found is None:
            fault = _refused(f"secret `{name}` is not known")
            fault.help = f"set the environment variable {variable}"
            raise fault
    if found.__class__ is not str or not found.strip():
        raise _refused("secret value must be a non-empty UTF-8 string")
    return Source(found.strip(), literal=False)


def _refused(reason: str) -> Fault:
    return runtime_fault(f"{_FUNCTION}: {reason}")
