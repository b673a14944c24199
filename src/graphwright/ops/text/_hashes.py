"""Hash functions for string buckets: MurmurHash64A and the keyed SipHash-2-4."""

from __future__ import annotations

_MASK = 2**64 - 1
_SEED, _FACTOR = 0xDECAFCAFFE, 0xC6A4A7935BD1E995


def murmur_hash64(text: bytes) -> int:
    """MurmurHash64A, with the seed that TensorFlow uses."""
    state = _SEED ^ len(text) * _FACTOR & _MASK
    full_words = len(text) // 8 * 8
    for at in range(0, full_words, 8):
        word = int.from_bytes(text[at : at + 8], "little") * _FACTOR & _MASK
        word = (word ^ word >> 47) * _FACTOR & _MASK
        state = (state ^ word) * _FACTOR & _MASK
    if full_words < len(text):
        state = (state ^ int.from_bytes(text[full_words:], "little")) * _FACTOR & _MASK
    state = (state ^ state >> 47) * _FACTOR & _MASK
    return state ^ state >> 47


def _rotate(value: int, shift: int) -> int:
    return (value << shift | value >> (64 - shift)) & _MASK


def _sip_rounds(a: int, b: int, c: int, d: int, count: int) -> tuple[int, int, int, int]:
    for _ in range(count):
        a, c = a + b & _MASK, c + d & _MASK
        b, d = _rotate(b, 13) ^ a, _rotate(d, 16) ^ c
        a = _rotate(a, 32)
        c, a = c + b & _MASK, a + d & _MASK
        b, d = _rotate(b, 17) ^ c, _rotate(d, 21) ^ a
        c = _rotate(c, 32)
    return a, b, c, d


def sip_hash(text: bytes, key: tuple[int, int]) -> int:
    """SipHash-2-4 with a key of two 64-bit words."""
    low, high = (word & _MASK for word in key)
    a, b = low ^ 0x736F6D6570736575, high ^ 0x646F72616E646F6D
    c, d = low ^ 0x6C7967656E657261, high ^ 0x7465646279746573
    full_words = len(text) // 8 * 8
    words = [int.from_bytes(text[at : at + 8], "little") for at in range(0, full_words, 8)]
    words.append((len(text) & 0xFF) << 56 | int.from_bytes(text[full_words:], "little"))
    for word in words:
        a, b, c, d = _sip_rounds(a, b, c, d ^ word, 2)
        a ^= word
    a, b, c, d = _sip_rounds(a, b, c ^ 0xFF, d, 4)
    return a ^ b ^ c ^ d
