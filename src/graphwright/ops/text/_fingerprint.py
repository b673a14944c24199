"""The 64-bit fingerprint of FarmHash, by which words are sorted into buckets."""

from __future__ import annotations

_MASK = 2**64 - 1
_K0, _K1, _K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F


def fingerprint64(text: bytes) -> int:
    """A number from 0 to 2**64 - 1."""
    size = len(text)
    if size <= 16:
        return _up_to_16(text, size)
    if size <= 32:
        return _up_to_32(text, size)
    if size <= 64:
        return _up_to_64(text, size)
    return _longer(text, size)


def _word(text: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(text[at : at + size], "little")


def _rotated(value: int, by: int) -> int:
    value &= _MASK
    return value if by == 0 else (value >> by | value << (64 - by)) & _MASK


def _folded(value: int) -> int:
    value &= _MASK
    return value ^ value >> 47


def _mixed(u: int, v: int, by: int) -> int:
    a = _folded((u ^ v) * by)
    b = _folded(((v & _MASK) ^ a) * by)
    return b * by & _MASK


def _up_to_16(text: bytes, size: int) -> int:
    if size >= 8:
        by = _K2 + size * 2
        a, b = _word(text, 0) + _K2, _word(text, size - 8)
        c = _rotated(b, 37) * by + a
        d = (_rotated(a, 25) + b) * by
        return _mixed(c & _MASK, d & _MASK, by)
    if size >= 4:
        by = _K2 + size * 2
        return _mixed((size + (_word(text, 0, 4) << 3)) & _MASK, _word(text, size - 4, 4), by)
    if size > 0:
        y = text[0] + (text[size >> 1] << 8)
        z = size + (text[size - 1] << 2)
        return _folded(y * _K2 & _MASK ^ z * _K0 & _MASK) * _K2 & _MASK
    return _K2


def _up_to_32(text: bytes, size: int) -> int:
    by = _K2 + size * 2
    a, b = _word(text, 0) * _K1, _word(text, 8)
    c, d = _word(text, size - 8) * by, _word(text, size - 16) * _K2
    u = _rotated(a + b, 43) + _rotated(c, 30) + d
    v = a + _rotated(b + _K2, 18) + c
    return _mixed(u & _MASK, v & _MASK, by)


def _up_to_64(text: bytes, size: int) -> int:
    by = _K2 + size * 2
    a, b = _word(text, 0) * _K2, _word(text, 8)
    c, d = _word(text, size - 8) * by, _word(text, size - 16) * _K2
    y = (_rotated(a + b, 43) + _rotated(c, 30) + d) & _MASK
    z = _mixed(y, (a + _rotated(b + _K2, 18) + c) & _MASK, by)
    e, f = _word(text, 16) * by, _word(text, 24)
    g, h = (y + _word(text, size - 32)) * by, (z + _word(text, size - 24)) * by
    u = _rotated(e + f, 43) + _rotated(g, 30) + h
    v = e + _rotated(f + a, 18) + g
    return _mixed(u & _MASK, v & _MASK, by)


def _weak(text: bytes, at: int, a: int, b: int) -> tuple[int, int]:
    """Two sums over 32 bytes."""
    w, x, y, z = (_word(text, at + i) for i in (0, 8, 16, 24))
    a += w
    b = _rotated(b + a + z, 21)
    c = a
    a += x + y
    b += _rotated(a, 44)
    return (a + z) & _MASK, (b + c) & _MASK


def _longer(text: bytes, size: int) -> int:
    seed = 81
    x = seed
    y = (seed * _K1 + 113) & _MASK
    z = _folded(y * _K2 + 113) * _K2 & _MASK
    v, w = (0, 0), (0, 0)
    x = (x * _K2 + _word(text, 0)) & _MASK
    end = (size - 1) // 64 * 64
    last = end + ((size - 1) & 63) - 63
    for at in range(0, end, 64):
        x = _rotated(x + y + v[0] + _word(text, at + 8), 37) * _K1 & _MASK
        y = _rotated(y + v[1] + _word(text, at + 48), 42) * _K1 & _MASK
        x ^= w[1]
        y = (y + v[0] + _word(text, at + 40)) & _MASK
        z = _rotated(z + w[0], 33) * _K1 & _MASK
        v = _weak(text, at, v[1] * _K1, x + w[0])
        w = _weak(text, at + 32, z + w[1], y + _word(text, at + 16))
        z, x = x, z
    by = _K1 + ((z & 0xFF) << 1)
    at = last
    w = ((w[0] + ((size - 1) & 63)) & _MASK, w[1])
    v = ((v[0] + w[0]) & _MASK, v[1])
    w = ((w[0] + v[0]) & _MASK, w[1])
    x = _rotated(x + y + v[0] + _word(text, at + 8), 37) * by & _MASK
    y = _rotated(y + v[1] + _word(text, at + 48), 42) * by & _MASK
    x ^= w[1] * 9 & _MASK
    y = (y + v[0] * 9 + _word(text, at + 40)) & _MASK
    z = _rotated(z + w[0], 33) * by & _MASK
    v = _weak(text, at, v[1] * by, x + w[0])
    w = _weak(text, at + 32, z + w[1], y + _word(text, at + 16))
    z, x = x, z
    first = (_mixed(v[0], w[0], by) + _folded(y) * _K0 + z) & _MASK
    return _mixed(first, (_mixed(v[1], w[1], by) + x) & _MASK, by)
