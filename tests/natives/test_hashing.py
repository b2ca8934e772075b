"""Digests against published vectors; encodings and their errors; URLs."""

from collections.abc import Callable

import pytest

from harnpy.natives.builtins import encoding, hashing, urls
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from harnpy.values.records import Err, Ok

# Lengths of inputs made of bytes 0, 1, 2, …, 250, 0, 1, … and their BLAKE3 hashes (published vectors).
BLAKE3 = [
    (0, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"),
    (1, "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213"),
    (1023, "10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11"),
    (1024, "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7"),
    (1025, "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"),
    (2048, "e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a"),
    (2049, "5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030"),
    (3072, "b98cb0ff3623be03326b373de6b9095218513e64f1ee2edd2525c7ad1e5cffd2"),
    (31744, "62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47"),
]


@pytest.mark.parametrize(("length", "expected"), BLAKE3)
def test_blake3(length: int, expected: Value) -> None:
    assert hashing.blake3(bytes(index % 251 for index in range(length))) == expected


def fault_of(function: Callable[..., Value], *args: Value) -> Value:
    with pytest.raises(Fault) as caught:
        function(*args)
    return caught.value.value


def test_digests() -> None:
    assert hashing.sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert hashing.md5(b"abc") == "900150983cd24fb0d6963f7d28e17f72"
    assert hashing.sha512_256("abc") == "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"
    assert hashing.sha224("abc")[:8] == "23097d22"
    assert hashing.sha3_512("abc")[:8] == "b751850b"
    assert hashing.hmac_sha1("key", "The quick brown fox jumps over the lazy dog") == (
        "de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d9"
    )
    assert hashing.hmac_sha256_base64("key", "").endswith("=")
    assert "=" not in hashing.sha256_base64url("a")
    assert hashing.constant_time_eq("a", b"a") is True
    assert hashing.constant_time_eq("a", "ab") is False


@pytest.mark.parametrize(
    ("function", "text", "message"),
    [
        (encoding.base64_decode, "!abc", "base64 decode error: Invalid symbol 33, offset 0."),
        (encoding.base64_decode, "ab!d", "base64 decode error: Invalid symbol 33, offset 2."),
        (encoding.base64_decode, "YWI", "base64 decode error: Invalid padding"),
        (encoding.base64url_decode, "YW+", "base64url decode error: Invalid symbol 43, offset 2."),
        (encoding.hex_decode, "zz", "hex decode error: Invalid character 'z' at position 0"),
        (encoding.hex_decode, "abc", "hex decode error: Odd number of digits"),
        (encoding.bytes_from_hex, "0g", "bytes_from_hex: Invalid character 'g' at position 1"),
        (encoding.base32_decode, "1", "base32 decode error: invalid length"),
        (
            encoding.bytes_to_string,
            b"a\xff",
            "bytes_to_string: invalid utf-8 sequence of 1 bytes from index 1",
        ),
        (encoding.gzip_decode, b"no", "gzip_decode: invalid gzip header"),
        (encoding.gzip_decode, b"", "gzip_decode: unexpected end of file"),
    ],
)
def test_what_is_wrong_is_said(function: Callable[..., Value], text: Value, message: str) -> None:
    assert fault_of(function, text) == "Runtime error: " + message


def test_encodings_go_both_ways() -> None:
    for text in ("", "a", "ab", "abc", "hello?>", "é😀"):
        assert encoding.base64_decode(encoding.base64_encode(text)) == text
        assert encoding.base64url_decode(encoding.base64url_encode(text)) == text
        assert encoding.base32_decode(encoding.base32_encode(text)) == text
        assert encoding.hex_decode(encoding.hex_encode(text)) == text
        assert encoding.gzip_decode(encoding.gzip_encode(text)) == text.encode()
    assert encoding.base64_encode("hello?>") == "aGVsbG8/Pg=="
    assert encoding.base64url_encode("hello?>") == "aGVsbG8_Pg"
    assert encoding.base64_decode("/w==") == "\ufffd"
    assert encoding.gzip_encode("x") == encoding.gzip_encode("x")
    assert encoding.bytes_slice(b"abc", -5, 2) == b"ab"
    assert encoding.bytes_slice(b"abc", 2, 1) == b""
    assert encoding.bytes_slice(b"abc", 1) == b"bc"


def test_urls() -> None:
    assert urls.url_encode("a b&c=é") == "a%20b%26c%3D%C3%A9"
    assert urls.url_decode("a%20b+c%zz") == "a b c%zz"
    parts = urls.url_parse("https://u:p@Example.com:8443/a%20b?x=1#f")
    assert parts == {
        "scheme": "https", "host": "example.com", "port": 8443, "path": "/a%20b", "query": "x=1",
        "fragment": "f", "username": "u", "password": "p",
    }  # fmt: skip
    assert urls.url_build(parts) == "https://u:p@example.com:8443/a%20b?x=1#f"
    assert urls.url_parse("http://h")["path"] == "/"
    assert fault_of(urls.url_parse, "/a") == "url_parse: relative URL without a base"
    assert (
        urls.url_build({"scheme": "http", "host": "h", "path": "a b", "query": "q=1"}) == "http://h/a%20b?q=1"
    )
    assert urls.query_parse("?a=1&b=x+y&a=%26&c") == [
        {"key": "a", "value": "1"},
        {"key": "b", "value": "x y"},
        {"key": "a", "value": "&"},
        {"key": "c", "value": ""},
    ]
    assert urls.query_stringify([{"key": "a b", "value": "&"}, {"key": "n", "value": 1}]) == "a+b=%26&n=1"
    assert fault_of(urls.query_stringify, ["x"]) == "query_stringify: each item must be a {key, value} dict"


def test_env_files() -> None:
    found = urls.parse_env_file("# c\nexport A=1\nB='x # y'\nC=\"a\\nb\" # t\nD = plain # rest\n")
    assert isinstance(found, Ok)
    assert found.f0 == {"A": "1", "B": "x # y", "C": "a\nb", "D": "plain"}
    assert isinstance(urls.parse_env_file("no equals"), Err)
    assert isinstance(urls.parse_env_file("A='open"), Err)
