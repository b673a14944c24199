"""Philox 4x32-10 and the basic distributions drawn from it.

The generator is that of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011): ten
rounds mix a 128-bit counter with a 64-bit key into one block of four 32-bit words; incrementing the counter gives the
next block. Words are converted to numbers as in TensorFlow, so a seed gives the same numbers in both: bits, integers
and uniform numbers agree exactly. Normal numbers use correctly rounded logarithm, sine and cosine where TensorFlow
calls the C library: 98.6 % of float32 and 99.8 % of float64 numbers agree exactly, the others to 3 and 2 ulp.

Keys and counters are uint64 arrays of 1 and 2 elements, as the ops take them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np

from graphwright.core.eager_jit import drawn
from graphwright.core.tensor import Array
from graphwright.ops.random._box_muller import pair_of_arrays

PHILOX, THREEFRY, AUTO_SELECT = 1, 2, 3
"""Algorithm ids in the ops' `alg` input."""

_U64 = np.uint64
_LOW = _U64(0xFFFFFFFF)
_32 = _U64(32)
_MULTIPLIERS = _U64(0xD2511F53), _U64(0xCD9E8D57)
_KEY_STEPS = 0x9E3779B9, 0xBB67AE85
_ROUNDS = 10
_MASK = (1 << 64) - 1

# The key used to derive a key and a counter from a seed.
SEED_KEY = 0x02461E293EC8F720

# Rejection consumes a varying number of words per truncated normal, so each result reserves this many.
_RESERVED_WORDS = 256
_TRUNCATED_AT = 2.0

_BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
_MANTISSA_BITS = {np.dtype(np.float16): 10, _BFLOAT16: 7, np.dtype(np.float32): 23, np.dtype(np.float64): 52}


def _mix(low: Array, high: Array, key: int) -> Array:
    """The block of four words for each 128-bit counter, passed as low and high halves: uint32 `[..., 4]`."""
    x0, x1, x2, x3 = low & _LOW, low >> _32, high & _LOW, high >> _32
    key0, key1 = key & 0xFFFFFFFF, key >> 32
    for _ in range(_ROUNDS):
        product0, product1 = x0 * _MULTIPLIERS[0], x2 * _MULTIPLIERS[1]
        x0 = (product1 >> _32) ^ x1 ^ _U64(key0)
        x2 = (product0 >> _32) ^ x3 ^ _U64(key1)
        x1, x3 = product1 & _LOW, product0 & _LOW
        key0, key1 = (key0 + _KEY_STEPS[0]) & 0xFFFFFFFF, (key1 + _KEY_STEPS[1]) & 0xFFFFFFFF
    return np.stack([x0, x1, x2, x3], axis=-1).astype(np.uint32)


def _blocks(key: Array, counter: Array, offsets: Array) -> Array:
    """The blocks at these offsets from the counter: uint32 `offsets.shape + [4]`."""
    start = counter[0]
    low = offsets.astype(_U64) + start  # wraps around; the carry goes into the high half
    high = counter[1] + (low < start).astype(_U64)
    return _mix(low, high, int(key[0]))


def _compiled(what: str, key: Array, counter: Array, count: int, stride: int = 1) -> Any:
    """The same numbers from compiled code; None if it is not available or `count` is too small to pay off."""
    return drawn(what, int(key[0]), (int(counter[0]), int(counter[1])), count, stride)


def words(key: Array, counter: Array, count: int) -> Array:
    """The first `count` 32-bit words: uint32 `[count]`."""
    compiled = _compiled("words", key, counter, count)
    if compiled is not None:
        return np.asarray(compiled)
    return _blocks(key, counter, np.arange(-(-count // 4))).reshape(-1)[:count]


def _double_words(key: Array, counter: Array, count: int) -> Array:
    """The first `count` 64-bit words, each from two 32-bit words, low word first: uint64 `[count]`."""
    pairs = words(key, counter, 2 * count).astype(_U64)
    joined: Array = pairs[0::2] | (pairs[1::2] << _32)
    return joined


def key_counter_from_seed(seed: Array) -> tuple[Array, Array]:
    """The key `[1]` and counter `[2]` derived from a seed pair (`StatelessRandomGetKeyCounter`)."""
    low, high = np.asarray(seed).astype(np.int64).view(_U64)
    mixed = _mix(np.array(low), np.array(high), SEED_KEY).astype(_U64)
    key = mixed[0] | (mixed[1] << _32)
    return np.array([key], _U64), np.array([0, mixed[2] | (mixed[3] << _32)], _U64)


def key_counter_from_pair(seed: int, seed2: int) -> tuple[Array, Array]:
    """The initial key and counter of an op with `seed` and `seed2` attributes."""
    return np.array([seed & _MASK], _U64), np.array([0, seed2 & _MASK], _U64)


def advanced(key: Array, counter: Array, blocks: int) -> tuple[Array, Array]:
    """The key, and the counter advanced by `blocks`."""
    at = int(counter[0]) + (int(counter[1]) << 64) + blocks
    return key, np.array([at & _MASK, at >> 64 & _MASK], _U64)


def full_int(key: Array, counter: Array, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Integers over the full range of `dtype`, which is 32 or 64 bits wide."""
    draw = words if dtype.itemsize == 4 else _double_words
    return draw(key, counter, math.prod(shape)).view(dtype).reshape(shape)


def uniform_int(key: Array, counter: Array, shape: Sequence[int], minval: Array, maxval: Array) -> Array:
    """Integers in `[minval, maxval)`; the bounds share a 32- or 64-bit dtype and `minval < maxval`."""
    dtype = np.asarray(minval).dtype
    unsigned = np.dtype(f"u{dtype.itemsize}")
    # unsigned arithmetic wraps, so the range is right even if its width does not fit the signed dtype
    start, end = np.atleast_1d(minval).view(unsigned), np.atleast_1d(maxval).view(unsigned)
    drawn = full_int(key, counter, shape, unsigned) % (end - start) + start
    return np.asarray(drawn).view(dtype).reshape(shape)


def _unit_floats(bits: Array, dtype: np.dtype[Any]) -> Array:
    """Numbers in [0, 1): the low bits of `bits` as the mantissa of a number in [1, 2), minus one."""
    mantissa = _MANTISSA_BITS[dtype]
    one = np.ones((), dtype)
    unsigned = np.dtype(f"u{dtype.itemsize}")
    mask = unsigned.type((1 << mantissa) - 1)
    numbers: Array = ((bits.astype(unsigned) & mask) | one.view(unsigned)).view(dtype)
    return numbers - one


def _unit_doubles(drawn: Array) -> Array:
    """Float64 in [0, 1) from pairs of 32-bit words, high word first."""
    pairs = drawn.astype(_U64)
    return _unit_floats((pairs[..., 0::2] << _32) | pairs[..., 1::2], np.dtype(np.float64))


def uniform(key: Array, counter: Array, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Uniform numbers in [0, 1) of dtype half, bfloat16, float32 or float64."""
    count = math.prod(shape)
    compiled = _compiled(f"uniform_{dtype.name}", key, counter, count)
    if compiled is not None:
        return np.asarray(compiled).reshape(shape)
    if dtype == np.float64:
        return _unit_doubles(words(key, counter, 2 * count)).reshape(shape)
    return _unit_floats(words(key, counter, count), dtype).reshape(shape)


def _box_muller(first: Array, second: Array) -> Array:
    """Pairs of normal numbers from pairs of uniform ones, interleaved along the last axis.

    The functions are evaluated in double precision and then rounded, so the result is the same on every platform.
    """
    dtype = first.dtype
    if dtype == np.float64:
        found = np.stack(pair_of_arrays(first, second), axis=-1)
        return found.reshape(*first.shape[:-1], 2 * first.shape[-1])
    wide = np.float64
    logarithm = np.log(np.maximum(first, dtype.type(1e-7)).astype(wide)).astype(dtype)
    radius = np.sqrt(dtype.type(-2) * logarithm)
    angle = (2 * math.pi * second.astype(wide)).astype(dtype).astype(wide)
    pairs = np.stack([np.sin(angle).astype(dtype) * radius, np.cos(angle).astype(dtype) * radius], axis=-1)
    return pairs.reshape(*first.shape[:-1], 2 * first.shape[-1])


def _normals_from_words(drawn: Array, dtype: np.dtype[Any]) -> Array:
    """Normal numbers along the last axis: one float64 per two words, or one float32 per word."""
    units = _unit_doubles(drawn) if dtype == np.float64 else _unit_floats(drawn, np.dtype(np.float32))
    return _box_muller(units[..., 0::2], units[..., 1::2])


def normal(key: Array, counter: Array, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Normal numbers (mean 0, deviation 1) of dtype half, bfloat16, float32 or float64."""
    count = math.prod(shape)
    word_dtype = "float64" if dtype == np.float64 else "float32"
    compiled = _compiled(f"normal_{word_dtype}", key, counter, count)
    if compiled is not None:
        return np.asarray(compiled.astype(dtype, copy=False)).reshape(shape)
    per_block = 2 if dtype == np.float64 else 4
    bits = words(key, counter, 4 * -(-count // per_block))
    return _normals_from_words(bits, dtype)[:count].astype(dtype).reshape(shape)


def pairs(kind: str, key: Array, counter: Array, starts: Array, stride: int) -> Array:
    """Two float64 numbers, "uniform" or "normal", from the block at each offset from the counter: `[starts, 2]`.

    `stride` is the constant difference between successive offsets, or 0 if it varies.
    """
    if stride:
        compiled = _compiled(f"{kind}_float64", *advanced(key, counter, int(starts[0])), 2 * starts.size, stride)
        if compiled is not None:
            return np.asarray(compiled).reshape(-1, 2)
    units = _unit_doubles(_blocks(key, counter, starts))
    return units if kind == "uniform" else _box_muller(units[..., 0::2], units[..., 1::2])


def reserved_blocks(element_size: int) -> int:
    """How many blocks lie between those of two groups of truncated numbers."""
    return _RESERVED_WORDS * (2 if element_size == 8 else 4) // 4


def truncated_normal(key: Array, counter: Array, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Normal numbers, rejected until they are within two standard deviations of the mean.

    The numbers of one block form a group, which is redrawn as a whole from the blocks that follow.
    """
    count = math.prod(shape)
    per_group = 2 if dtype == np.float64 else 4
    stride = reserved_blocks(dtype.itemsize)
    word_dtype = "float64" if dtype == np.float64 else "float32"
    compiled = _compiled(f"truncated_{word_dtype}", key, counter, count, stride)
    if compiled is not None:
        return np.asarray(compiled.astype(dtype, copy=False)).reshape(shape)
    groups, blocks = -(-count // per_group), 4
    starts = np.arange(groups, dtype=_U64) * _U64(stride)
    bits = _compiled("words", key, counter, 4 * groups, stride)
    bits = _blocks(key, counter, starts) if bits is None else np.asarray(bits).reshape(groups, 4)
    found = _normals_from_words(bits, dtype)
    pending = np.flatnonzero((np.abs(found) >= _TRUNCATED_AT).any(axis=1))
    while len(pending):
        offsets = starts[pending, None] + np.arange(blocks, dtype=_U64)
        candidates = _normals_from_words(_blocks(key, counter, offsets).reshape(len(pending), 4 * blocks), dtype)
        accepted = np.abs(candidates) < _TRUNCATED_AT
        complete = accepted.sum(axis=1) >= per_group
        chosen = accepted & (np.cumsum(accepted, axis=1) <= per_group)
        found[pending[complete]] = candidates[complete][chosen[complete]].reshape(-1, per_group)
        pending, blocks = pending[~complete], 2 * blocks  # rare: widen the search for the groups still short of numbers
    return np.asarray(found.reshape(-1)[:count].astype(dtype).reshape(shape))
