"""Text encodings of bytes, with errors that say what is wrong where: base64, base32, hexadecimal."""

from base64 import b32encode, b64encode

_STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_URL = _STANDARD[:62] + "-_"
_BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_HEX = "0123456789abcdef"


class DecodeError(Exception):
    """A text that is no encoding; the words say why."""


def to_base64(content: bytes, *, url: bool = False) -> str:
    """Base64 with padding; base64url without."""
    text = b64encode(content).decode()
    return text.replace("+", "-").replace("/", "_").rstrip("=") if url else text


def from_base64(text: str, *, url: bool = False) -> bytes:
    """The bytes of base64 with padding, or of base64url with or without."""
    body = text.rstrip("=")
    padding = len(text) - len(body)
    alphabet = _URL if url else _STANDARD
    values = _digits(body, alphabet)
    loose = len(body) % 4
    if loose == 1 or (not url and (len(text) % 4 or padding > 2)):
        raise DecodeError("Invalid padding" if loose != 1 else f"Invalid input length: {len(text)}")
    if url and padding and len(text) % 4:
        raise DecodeError("Invalid padding")
    number = 0
    for value in values:
        number = number << 6 | value
    surplus = len(body) * 6 % 8
    if number & ((1 << surplus) - 1):
        last = len(body) - 1
        raise DecodeError(f"Invalid last symbol {ord(body[last])}, offset {last}.")
    return (number >> surplus).to_bytes(len(body) * 6 // 8, "big")


def to_base32(content: bytes) -> str:
    """Base32 with padding."""
    return b32encode(content).decode()


def from_base32(text: str) -> bytes:
    """The bytes of base32 in capitals, with or without padding."""
    body = text.rstrip("=")
    if len(body) % 8 in (1, 3, 6):
        raise DecodeError("invalid length")
    number = 0
    for value in _digits(body, _BASE32):
        number = number << 5 | value
    return (number >> len(body) * 5 % 8).to_bytes(len(body) * 5 // 8, "big")


def from_hex(text: str) -> bytes:
    """The bytes of pairs of hexadecimal digits."""
    if len(text) % 2:
        raise DecodeError("Odd number of digits")
    for index, char in enumerate(text):
        if char.lower() not in _HEX:
            raise DecodeError(f"Invalid character '{char}' at position {index}")
    return bytes.fromhex(text)


def _digits(body: str, alphabet: str) -> list[int]:
    places = {char: index for index, char in enumerate(alphabet)}
    values: list[int] = []
    for char in body:
        value = places.get(char)
        if value is None:
            offset = len(body[: len(values)].encode())
            raise DecodeError(f"Invalid symbol {char.encode()[0]}, offset {offset}.")
        values.append(value)
    return values
