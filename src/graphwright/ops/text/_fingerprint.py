"""FarmHash's 64-bit fingerprint, used for hash buckets."""

from __future__ import annotations

_MASK = 2**64 - 1
_K0, _K1, _K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F


def fingerprint64(text: bytes) -> int:
    """The fingerprint: a number from 0 to 2**64 - 1."""
    size = len(text)
    if size <= 16:
        return _hash_up_to_16(text, size)
    if size <= 32:
        return _hash_up_to_32(text, size)
    if size <= 64:
        return _hash_up_to_64(text, size)
    return _hash_long(text, size)


def _word(text: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(text[at : at + size], "little")


def _rotate(value: int, shift: int) -> int:
    value &= _MASK
    return value if shift == 0 else (value >> shift | value << (64 - shift)) & _MASK


def _shift_mix(value: int) -> int:
    value &= _MASK
    return value ^ value >> 47


def _hash_16(u: int, v: int, multiplier: int) -> int:
    a = _shift_mix((u ^ v) * multiplier)
    b = _shift_mix(((v & _MASK) ^ a) * multiplier)
    return b * multiplier & _MASK


def _hash_up_to_16(text: bytes, size: int) -> int:
    if size >= 8:
        multiplier = _K2 + size * 2
        a, b = _word(text, 0) + _K2, _word(text, size - 8)
        c = _rotate(b, 37) * multiplier + a
        d = (_rotate(a, 25) + b) * multiplier
        return _hash_16(c & _MASK, d & _MASK, multiplier)
    if size >= 4:
        multiplier = _K2 + size * 2
        return _hash_16((size + (_word(text, 0, 4) << 3)) & _MASK, _word(text, size - 4, 4), multiplier)
    if size > 0:
        y = text[0] + (text[size >> 1] << 8)
        z = size + (text[size - 1] << 2)
        return _shift_mix(y * _K2 & _MASK ^ z * _K0 & _MASK) * _K2 & _MASK
    return _K2


def _hash_up_to_32(text: bytes, size: int) -> int:
    multiplier = _K2 + size * 2
    a, b = _word(text, 0) * _K1, _word(text, 8)
    c, d = _word(text, size - 8) * multiplier, _word(text, size - 16) * _K2
    u = _rotate(a + b, 43) + _rotate(c, 30) + d
    v = a + _rotate(b + _K2, 18) + c
    return _hash_16(u & _MASK, v & _MASK, multiplier)


def _hash_up_to_64(text: bytes, size: int) -> int:
    multiplier = _K2 + size * 2
    a, b = _word(text, 0) * _K2, _word(text, 8)
    c, d = _word(text, size - 8) * multiplier, _word(text, size - 16) * _K2
    y = (_rotate(a + b, 43) + _rotate(c, 30) + d) & _MASK
    z = _hash_16(y, (a + _rotate(b + _K2, 18) + c) & _MASK, multiplier)
    e, f = _word(text, 16) * multiplier, _word(text, 24)
    g, h = (y + _word(text, size - 32)) * multiplier, (z + _word(text, size - 24)) * multiplier
    u = _rotate(e + f, 43) + _rotate(g, 30) + h
    v = e + _rotate(f + a, 18) + g
    return _hash_16(u & _MASK, v & _MASK, multiplier)


def _weak_hash_32(text: bytes, at: int, a: int, b: int) -> tuple[int, int]:
    """Two weak checksums of 32 bytes."""
    w, x, y, z = (_word(text, at + i) for i in (0, 8, 16, 24))
    a += w
    b = _rotate(b + a + z, 21)
    c = a
    a += x + y
    b += _rotate(a, 44)
    return (a + z) & _MASK, (b + c) & _MASK


def _hash_long(text: bytes, size: int) -> int:
    seed = 81
    x = seed
    y = (seed * _K1 + 113) & _MASK
    z = _shift_mix(y * _K2 + 113) * _K2 & _MASK
    v, w = (0, 0), (0, 0)
    x = (x * _K2 + _word(text, 0)) & _MASK
    end = (size - 1) // 64 * 64
    last = end + ((size - 1) & 63) - 63
    for at in range(0, end, 64):
        x = _rotate(x + y + v[0] + _word(text, at + 8), 37) * _K1 & _MASK
        y = _rotate(y + v[1] + _word(text, at + 48), 42) * _K1 & _MASK
        x ^= w[1]
        y = (y + v[0] + _word(text, at + 40)) & _MASK
        z = _rotate(z + w[0], 33) * _K1 & _MASK
        v = _weak_hash_32(text, at, v[1] * _K1, x + w[0])
        w = _weak_hash_32(text, at + 32, z + w[1], y + _word(text, at + 16))
        z, x = x, z
    multiplier = _K1 + ((z & 0xFF) << 1)
    at = last
    w = ((w[0] + ((size - 1) & 63)) & _MASK, w[1])
    v = ((v[0] + w[0]) & _MASK, v[1])
    w = ((w[0] + v[0]) & _MASK, w[1])
    x = _rotate(x + y + v[0] + _word(text, at + 8), 37) * multiplier & _MASK
    y = _rotate(y + v[1] + _word(text, at + 48), 42) * multiplier & _MASK
    x ^= w[1] * 9 & _MASK
    y = (y + v[0] * 9 + _word(text, at + 40)) & _MASK
    z = _rotate(z + w[0], 33) * multiplier & _MASK
    v = _weak_hash_32(text, at, v[1] * multiplier, x + w[0])
    w = _weak_hash_32(text, at + 32, z + w[1], y + _word(text, at + 16))
    z, x = x, z
    first = (_hash_16(v[0], w[0], multiplier) + _shift_mix(y) * _K0 + z) & _MASK
    return _hash_16(first, (_hash_16(v[1], w[1], multiplier) + x) & _MASK, multiplier)
