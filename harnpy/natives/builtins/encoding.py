"""Bytes as text and back: base64, base32, hexadecimal, UTF-8, gzip."""

import gzip
import zlib

from harnpy.natives.support import encodings
from harnpy.natives.support.args import octets
from harnpy.natives.support.declare import builtin
from harnpy.natives.support.encodings import DecodeError
from harnpy.natives.support.faults import invalid
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value

_LARGEST = 1 << 30


@builtin("base64_encode(data: string | bytes) -> string")
def base64_encode(data: Value) -> str:
    """Base64 with padding."""
    return encodings.to_base64(octets(data))


@builtin("base64_decode(text: string) -> string")
def base64_decode(text: str) -> str:
    """The text that base64 stands for; bytes that are no UTF-8 become replacement characters."""
    return _lossy(_base64("base64 decode error", text))


@builtin("base64url_encode(data: string | bytes) -> string")
def base64url_encode(data: Value) -> str:
    """Base64url without padding."""
    return encodings.to_base64(octets(data), url=True)


@builtin("base64url_decode(text: string) -> string")
def base64url_decode(text: str) -> str:
    """The text that base64url stands for."""
    return _lossy(_base64("base64url decode error", text, url=True))


@builtin("base32_encode(data: string | bytes) -> string")
def base32_encode(data: Value) -> str:
    """Base32 with padding."""
    return encodings.to_base32(octets(data))


@builtin("base32_decode(text: string) -> string")
def base32_decode(text: str) -> str:
    """The text that base32 stands for."""
    try:
        return _lossy(encodings.from_base32(text))
    except DecodeError as error:
        raise invalid(f"base32 decode error: {error}") from None


@builtin("hex_encode(data: string | bytes) -> string")
def hex_encode(data: Value) -> str:
    """Two hexadecimal digits for each byte."""
    return octets(data).hex()


@builtin("hex_decode(text: string) -> string")
def hex_decode(text: str) -> str:
    """The text that hexadecimal digits stand for."""
    return _lossy(_hex("hex decode error", text))


@builtin("bytes_from_string(text: string) -> bytes")
def bytes_from_string(text: str) -> bytes:
    """The UTF-8 bytes of a text."""
    return text.encode("utf-8")


@builtin("bytes_to_string(data: bytes) -> string")
def bytes_to_string(data: bytes) -> str:
    """The text of UTF-8 bytes; anything else is a fault."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise invalid(f"bytes_to_string: {_utf8_problem(error)}") from None


@builtin("bytes_to_string_lossy(data: bytes) -> string")
def bytes_to_string_lossy(data: bytes) -> str:
    """The text of bytes; what is no UTF-8 becomes replacement characters."""
    return _lossy(data)


@builtin("bytes_to_hex(data: bytes) -> string")
def bytes_to_hex(data: bytes) -> str:
    """Two hexadecimal digits for each byte."""
    return data.hex()


@builtin("bytes_from_hex(text: string) -> bytes")
def bytes_from_hex(text: str) -> bytes:
    """The bytes that hexadecimal digits stand for."""
    return _hex("bytes_from_hex", text)


@builtin("bytes_to_base64(data: bytes) -> string")
def bytes_to_base64(data: bytes) -> str:
    """Base64 with padding."""
    return encodings.to_base64(data)


@builtin("bytes_from_base64(text: string) -> bytes")
def bytes_from_base64(text: str) -> bytes:
    """The bytes that base64 stands for."""
    return _base64("bytes_from_base64", text)


@builtin("bytes_from_base64url(text: string) -> bytes")
def bytes_from_base64url(text: str) -> bytes:
    """The bytes that base64url stands for."""
    return _base64("bytes_from_base64url", text, url=True)


@builtin("bytes_len(data: bytes) -> int")
def bytes_len(data: bytes) -> int:
    """Number of bytes."""
    return len(data)


@builtin("bytes_concat(left: bytes, right: bytes) -> bytes")
def bytes_concat(left: bytes, right: bytes) -> bytes:
    """Both, one behind the other."""
    return left + right


@builtin("bytes_slice(data: bytes, start: int, end?: int) -> bytes")
def bytes_slice(data: bytes, start: int, end: int | None = None) -> bytes:
    """The bytes from `start` up to `end`, both clamped."""
    first = max(0, start)
    return data[first : len(data) if end is None else max(first, end)]


@builtin("bytes_eq(left: bytes, right: bytes) -> bool")
def bytes_eq(left: bytes, right: bytes) -> bool:
    """Say whether both hold the same bytes."""
    return left == right


@builtin("gzip_encode(data: string | bytes, level?: int) -> bytes")
def gzip_encode(data: Value, level: int | None = None) -> bytes:
    """Compress; `level` from 0 to 9, 6 without one. The same input gives the same bytes."""
    chosen = 6 if level is None else level
    if not 0 <= chosen <= 9:
        raise invalid("gzip_encode: level must be between 0 and 9")
    return gzip.compress(octets(data), chosen, mtime=0)


@builtin("gzip_decode(data: bytes) -> bytes")
def gzip_decode(data: bytes) -> bytes:
    """Decompress; what is no gzip data, or grows beyond a gigabyte, is a fault."""
    out: list[bytes] = []
    size, rest = 0, data
    try:
        while rest:
            stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
            part = stream.decompress(rest, _LARGEST - size + 1)
            size += len(part)
            if size > _LARGEST:
                raise invalid(f"gzip_decode: output is larger than {_LARGEST} bytes")
            out.append(part + stream.flush())
            if not stream.eof:
                raise invalid("gzip_decode: unexpected end of file")
            rest = stream.unused_data
    except zlib.error:
        raise invalid("gzip_decode: invalid gzip header") from None
    if not data:
        raise invalid("gzip_decode: unexpected end of file")
    return b"".join(out)


def _lossy(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _base64(name: str, text: str, *, url: bool = False) -> bytes:
    try:
        return encodings.from_base64(text, url=url)
    except DecodeError as error:
        raise _refused(name, error) from None


def _hex(name: str, text: str) -> bytes:
    try:
        return encodings.from_hex(text)
    except DecodeError as error:
        raise _refused(name, error) from None


def _refused(name: str, error: DecodeError) -> Fault:
    return invalid(f"{name}: {error}")


def _utf8_problem(error: UnicodeDecodeError) -> str:
    if error.reason == "unexpected end of data":
        return f"incomplete utf-8 byte sequence from index {error.start}"
    return f"invalid utf-8 sequence of {error.end - error.start} bytes from index {error.start}"
