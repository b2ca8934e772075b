"""Identifiers that need no register: UUIDs by chance, by time and by name (RFC 9562)."""

from hashlib import sha1

from harnpy.natives.support.declare import builtin
from harnpy.natives.support.text import WHITE_SPACE
from harnpy.values.faults import runtime_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_NAMESPACES = {
    "dns": "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "url": "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
    "oid": "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
    "x500": "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
}
_SIZE = 16
_TIME_SIZE = 6
_GROUPS = (8, 4, 4, 4, 12)
_HEX = frozenset("0123456789abcdef")


@builtin("uuid() -> string", effect="random")
def uuid(ctx: "Machine") -> str:
    """A random UUID (version 4)."""
    return _text(_stamped(ctx.clock.random_bytes(_SIZE), 4))


@builtin("uuid_v7() -> string", effect="random")
def uuid_v7(ctx: "Machine") -> str:
    """A UUID that begins with the time in milliseconds, so that later ones sort after earlier ones."""
    moment = (ctx.clock.now_ms() & ((1 << 48) - 1)).to_bytes(_TIME_SIZE, "big")
    return _text(_stamped(moment + ctx.clock.random_bytes(_SIZE - _TIME_SIZE), 7))


@builtin("uuid_v5(namespace: string, name: string) -> string")
def uuid_v5(namespace: str, name: str) -> str:
    """The UUID of a name within a namespace, which is a UUID or one of dns, url, oid, x500."""
    known = uuid_parse(_NAMESPACES.get(namespace.lower(), namespace))
    if known is None:
        raise runtime_fault("uuid_v5: namespace must be a UUID or one of dns/url/oid/x500")
    # The standard asks for SHA-1 here; nothing is kept secret by it.
    digest = sha1(
        bytes.fromhex(known.replace("-", "")) + name.encode("utf-8", "surrogatepass"), usedforsecurity=False
    )
    return _text(_stamped(digest.digest()[:_SIZE], 5))


@builtin("uuid_parse(text: string) -> string?")
def uuid_parse(text: str) -> str | None:
    """A UUID in lower case with hyphens, nil for any other text."""
    bare = text.strip(WHITE_SPACE).lower().removeprefix("urn:uuid:")
    if bare.startswith("{") and bare.endswith("}"):
        bare = bare[1:-1]
    groups = bare.split("-")
    if len(groups) > 1 and tuple(map(len, groups)) != _GROUPS:
        return None
    digits = "".join(groups)
    return _text(bytes.fromhex(digits)) if len(digits) == 2 * _SIZE and _HEX.issuperset(digits) else None


@builtin("uuid_nil() -> string")
def uuid_nil() -> str:
    """The UUID of zeros."""
    return _text(bytes(_SIZE))


def _stamped(octets: bytes, version: int) -> bytes:
    marked = bytearray(octets)
    marked[6] = (marked[6] & 0x0F) | (version << 4)
    marked[8] = (marked[8] & 0x3F) | 0x80
    return bytes(marked)


def _text(octets: bytes) -> str:
    digits = octets.hex()
    groups: list[str] = []
    start = 0
    for size in _GROUPS:
        groups.append(digits[start : start + size])
        start += size
    return "-".join(groups)
