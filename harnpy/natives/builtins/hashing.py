"""Digests: strings or bytes in, hexadecimal or base64 text out."""

import hashlib
import hmac
from base64 import b64encode, urlsafe_b64encode

from harnpy.natives.support import blake3 as blake3_hash
from harnpy.natives.support.args import octets
from harnpy.natives.support.declare import builtin
from harnpy.values.kinds import Value


@builtin("sha256(data: string | bytes) -> string", aliases=("sha256_hex",))
def sha256(data: Value) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(octets(data)).hexdigest()


@builtin("sha224(data: string | bytes) -> string")
def sha224(data: Value) -> str:
    """SHA-224 in hexadecimal."""
    return hashlib.sha224(octets(data)).hexdigest()


@builtin("sha384(data: string | bytes) -> string")
def sha384(data: Value) -> str:
    """SHA-384 in hexadecimal."""
    return hashlib.sha384(octets(data)).hexdigest()


@builtin("sha512(data: string | bytes) -> string")
def sha512(data: Value) -> str:
    """SHA-512 in hexadecimal."""
    return hashlib.sha512(octets(data)).hexdigest()


@builtin("sha512_256(data: string | bytes) -> string")
def sha512_256(data: Value) -> str:
    """SHA-512/256 in hexadecimal."""
    return hashlib.new("sha512_256", octets(data)).hexdigest()


@builtin("sha3_256(data: string | bytes) -> string")
def sha3_256(data: Value) -> str:
    """SHA3-256 in hexadecimal."""
    return hashlib.sha3_256(octets(data)).hexdigest()


@builtin("sha3_512(data: string | bytes) -> string")
def sha3_512(data: Value) -> str:
    """SHA3-512 in hexadecimal."""
    return hashlib.sha3_512(octets(data)).hexdigest()


@builtin("blake3(data: string | bytes) -> string")
def blake3(data: Value) -> str:
    """BLAKE3 in hexadecimal."""
    return blake3_hash.digest(octets(data)).hex()


@builtin("md5(data: string | bytes) -> string")
def md5(data: Value) -> str:
    """MD5 in hexadecimal; for checksums of old formats, not for secrets."""
    return hashlib.md5(octets(data), usedforsecurity=False).hexdigest()


@builtin("sha256_base64url(data: string | bytes) -> string")
def sha256_base64url(data: Value) -> str:
    """SHA-256 in base64url without padding."""
    return urlsafe_b64encode(hashlib.sha256(octets(data)).digest()).decode().rstrip("=")


@builtin("hmac_sha256(key: string | bytes, message: string | bytes) -> string")
def hmac_sha256(key: Value, message: Value) -> str:
    """HMAC-SHA-256 in hexadecimal."""
    return hmac.new(octets(key), octets(message), "sha256").hexdigest()


@builtin("hmac_sha256_base64(key: string | bytes, message: string | bytes) -> string")
def hmac_sha256_base64(key: Value, message: Value) -> str:
    """HMAC-SHA-256 in base64."""
    return b64encode(hmac.new(octets(key), octets(message), "sha256").digest()).decode()


@builtin("hmac_sha1(key: string | bytes, message: string | bytes) -> string")
def hmac_sha1(key: Value, message: Value) -> str:
    """HMAC-SHA-1 in hexadecimal."""
    return hmac.new(octets(key), octets(message), "sha1").hexdigest()


@builtin("constant_time_eq(left: string | bytes, right: string | bytes) -> bool")
def constant_time_eq(left: Value, right: Value) -> bool:
    """Compare secrets in a time that tells nothing of where they differ."""
    return hmac.compare_digest(octets(left), octets(right))
