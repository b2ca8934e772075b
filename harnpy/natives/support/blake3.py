"""BLAKE3: bytes in, the 32-byte hash out. Plain Python, for short inputs; the standard library has none."""

from struct import pack, unpack

_IV = (
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
)  # fmt: skip
_PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
_COLUMNS_AND_DIAGONALS = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip
_ROUNDS = 7
_MASK = 0xFFFFFFFF
_BLOCK, _CHUNK = 64, 1024
_CHUNK_START, _CHUNK_END, _PARENT, _ROOT = 1, 2, 4, 8

Words = tuple[int, ...]


def digest(content: bytes) -> bytes:
    """Return the hash of `content`."""
    chunks = max(1, -(-len(content) // _CHUNK))
    if chunks == 1:
        return pack("<8I", *_chunk(content, 0, _ROOT))
    # Chaining values of finished subtrees, the largest first; two of one size become their parent.
    stack: list[Words] = []
    for number in range(chunks - 1):
        value = _chunk(content[number * _CHUNK : (number + 1) * _CHUNK], number, 0)
        total = number + 1
        while total % 2 == 0:
            value = _parent(stack.pop(), value, 0)
            total //= 2
        stack.append(value)
    value = _chunk(content[(chunks - 1) * _CHUNK :], chunks - 1, 0)
    while stack:
        value = _parent(stack.pop(), value, 0 if stack else _ROOT)
    return pack("<8I", *value)


def _chunk(content: bytes, number: int, flags: int) -> Words:
    """Chaining value of one chunk; `flags` go to its last block."""
    value: Words = _IV
    blocks = max(1, -(-len(content) // _BLOCK))
    for index in range(blocks):
        block = content[index * _BLOCK : (index + 1) * _BLOCK]
        mine = _CHUNK_START if index == 0 else 0
        if index == blocks - 1:
            mine |= _CHUNK_END | flags
        words = unpack("<16I", block.ljust(_BLOCK, b"\0"))
        value = _compress(value, words, (number & _MASK, number >> 32, len(block), mine))
    return value


def _parent(left: Words, right: Words, flags: int) -> Words:
    return _compress(_IV, left + right, (0, 0, _BLOCK, _PARENT | flags))


def _compress(value: Words, words: Words, tail: Words) -> Words:
    state = [*value, *_IV[:4], *tail]
    for _ in range(_ROUNDS):
        for step, (a, b, c, d) in enumerate(_COLUMNS_AND_DIAGONALS):
            _mix(state, (a, b, c, d), words[2 * step], words[2 * step + 1])
        words = tuple(words[index] for index in _PERMUTATION)
    return tuple(state[index] ^ state[index + 8] for index in range(8))


def _mix(state: list[int], places: Words, first: int, second: int) -> None:
    a, b, c, d = places
    for word, by_d, by_b in ((first, 16, 12), (second, 8, 7)):
        state[a] = (state[a] + state[b] + word) & _MASK
        mixed = state[d] ^ state[a]
        state[d] = (mixed >> by_d | mixed << (32 - by_d)) & _MASK
        state[c] = (state[c] + state[d]) & _MASK
        mixed = state[b] ^ state[c]
        state[b] = (mixed >> by_b | mixed << (32 - by_b)) & _MASK
