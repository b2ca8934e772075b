"""Values and texts in, identities out: canonical JSON, digests, identifiers that ascend."""

from hashlib import sha256

from harnpy.values.text import json_stringify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.base.clock import Clock
    from harnpy.values.kinds import Value

_TIME_BITS, _COUNT_BITS = 48, 12
_GROUPS = (8, 4, 4, 4, 12)
_FINGERPRINT = "sha256:"


def digest(content: bytes) -> str:
    """The SHA-256 of bytes as 64 lower-case hex digits."""
    return sha256(content).hexdigest()


def text_digest(text: str) -> str:
    """The SHA-256 of the UTF-8 of a text."""
    return digest(text.encode("utf-8", "surrogatepass"))


def fingerprint(identity: "Value") -> str:
    """What tells two identities of a stage apart: the digest of their canonical JSON."""
    return _FINGERPRINT + text_digest(json_stringify(identity))


class Identifiers:
    """UUIDs of version 7 that ascend within a run, also when its clock goes back."""

    __slots__ = ("_clock", "_last")

    def __init__(self, clock: "Clock") -> None:
        self._clock = clock
        # Milliseconds and a count within them, as one number.
        self._last = 0

    def hex(self) -> str:
        """The next identifier as 32 hex digits."""
        moment = (self._clock.now_ms() & ((1 << _TIME_BITS) - 1)) << _COUNT_BITS
        self._last = max(moment, self._last + 1) & ((1 << (_TIME_BITS + _COUNT_BITS)) - 1)
        ms, count = self._last >> _COUNT_BITS, self._last & ((1 << _COUNT_BITS) - 1)
        chance = int.from_bytes(self._clock.random_bytes(8), "big") & ((1 << 62) - 1)
        return f"{ms:012x}7{count:03x}{(0b10 << 62) | chance:016x}"

    def text(self) -> str:
        """The next identifier in groups with hyphens."""
        digits = self.hex()
        parts: list[str] = []
        start = 0
        for size in _GROUPS:
            parts.append(digits[start : start + size])
            start += size
        return "-".join(parts)
