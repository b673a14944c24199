"""Random numbers from seeds: the bits of `ops.random._philox`, in integers of jax."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation
from graphwright.ops.random import _philox
from graphwright.ops.random._box_muller import pair
from graphwright.runtime.xla.emitter import ArrayEmitter, ArrayOperand, value_of
from graphwright.runtime.xla.rules.elementwise import output_dims

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block

_LOW: Final = np.uint64(0xFFFFFFFF)
_32: Final = np.uint64(32)
_MULTIPLIERS: Final = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_KEY_STEPS: Final = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_ROUNDS: Final = 10
_SEED_KEY: Final = np.uint64(0x02461E293EC8F720)
_MANTISSA: Final = {"float16": 10, "bfloat16": 7, "float32": 23, "float64": 52}


def _mix(low: Any, high: Any, key: Any) -> Any:
    """The block of four words for each counter: uint32 `[..., 4]`."""
    x0, x1, x2, x3 = low & _LOW, low >> _32, high & _LOW, high >> _32
    key0, key1 = key & _LOW, key >> _32
    for _ in range(_ROUNDS):
        product0, product1 = x0 * _MULTIPLIERS[0], x2 * _MULTIPLIERS[1]
        x0 = (product1 >> _32) ^ x1 ^ key0
        x2 = (product0 >> _32) ^ x3 ^ key1
        x1, x3 = product1 & _LOW, product0 & _LOW
        key0, key1 = (key0 + _KEY_STEPS[0]) & _LOW, (key1 + _KEY_STEPS[1]) & _LOW
    return jnp.stack(jnp.broadcast_arrays(x0, x1, x2, x3), axis=-1).astype(np.uint32)


def _words(key: Any, counter: Any, count: int) -> Any:
    """The first `count` words: uint32 `[count]`."""
    low = jnp.arange(-(-count // 4), dtype=np.uint64) + counter[0]
    high = counter[1] + (low < counter[0]).astype(np.uint64)
    return _mix(low, high, key[0]).reshape(-1)[:count]


def _unit_floats(bits: Any, dtype: Any) -> Any:
    unsigned = np.dtype(f"u{dtype.itemsize}")
    mask = unsigned.type((1 << _MANTISSA[dtype.name]) - 1)
    one = np.ones((), dtype)
    return lax.bitcast_convert_type((bits.astype(unsigned) & mask) | one.view(unsigned), dtype) - one


def _unit_doubles(words: Any) -> Any:
    pairs = words.astype(np.uint64)
    return _unit_floats((pairs[0::2] << _32) | pairs[1::2], np.dtype(np.float64))


def uniform(key: Any, counter: Any, count: int, dtype: Any) -> Any:
    """Uniform numbers in [0, 1)."""
    if dtype == np.float64:
        return _unit_doubles(_words(key, counter, 2 * count))
    return _unit_floats(_words(key, counter, count), dtype)


def full_int(key: Any, counter: Any, count: int, dtype: Any) -> Any:
    """Integers of the full range."""
    if dtype.itemsize == 4:
        return lax.bitcast_convert_type(_words(key, counter, count), dtype)
    pairs = _words(key, counter, 2 * count).astype(np.uint64)
    return lax.bitcast_convert_type(pairs[0::2] | (pairs[1::2] << _32), dtype)


def normal(key: Any, counter: Any, count: int, dtype: Any) -> Any:
    """Normal numbers, by Box and Muller's transform in double precision."""
    wide = dtype == np.float64
    per_block = 2 if wide else 4
    words = _words(key, counter, 4 * -(-count // per_block))
    units = _unit_doubles(words) if wide else _unit_floats(words, np.dtype(np.float32))
    first, second = units[0::2], units[1::2]
    if wide:
        found = pair(ArrayEmitter(), ArrayOperand(first), ArrayOperand(second))
        numbers = jnp.stack([value_of(found[0]), value_of(found[1])], axis=-1)
    else:
        single, double = np.float32, np.float64
        logarithm = jnp.log(jnp.maximum(first, single(1e-7)).astype(double)).astype(single)
        radius = jnp.sqrt(single(-2) * logarithm)
        angle = (double(2 * math.pi) * second.astype(double)).astype(single).astype(double)
        numbers = jnp.stack([jnp.sin(angle).astype(single) * radius, jnp.cos(angle).astype(single) * radius], axis=-1)
    return numbers.reshape(-1)[:count].astype(dtype)


def seeded(seed: Any) -> tuple[Any, Any]:
    """The key and the counter that a pair of numbers stands for."""
    low, high = lax.bitcast_convert_type(seed.astype(np.int64), np.uint64)
    mixed = _mix(low, high, _SEED_KEY).astype(np.uint64)
    key = mixed[0] | (mixed[1] << _32)
    return key[None], jnp.stack([jnp.zeros((), np.uint64), mixed[2] | (mixed[3] << _32)])


def _check_algorithm(block: Block, op: Operation) -> None:
    number = block.array(op.inputs[3])
    block.require(jnp.any(number == np.array([_philox.PHILOX, _philox.AUTO_SELECT])))


def _drawn(draw: Callable[..., Any]) -> Any:
    def lower(block: Block, op: Operation) -> Sequence[Any]:
        dims = output_dims(op)
        _check_algorithm(block, op)
        key, counter = block.traced(op.inputs[1]), block.traced(op.inputs[2])
        return [draw(key, counter, math.prod(dims), op.attrs["dtype"].numpy).reshape(dims)]

    return lower


def _drawn_from_seed(draw: Callable[..., Any]) -> Any:
    def lower(block: Block, op: Operation) -> Sequence[Any]:
        dims = output_dims(op)
        key, counter = seeded(block.traced(op.inputs[1]))
        return [draw(key, counter, math.prod(dims), op.attrs["dtype"].numpy).reshape(dims)]

    return lower


def _uniform_int(block: Block, op: Operation) -> Sequence[Any]:
    dims = output_dims(op)
    _check_algorithm(block, op)
    key, counter, lowest, highest = (block.traced(op.inputs[i]) for i in (1, 2, 4, 5))
    if lowest.ndim or highest.ndim:
        raise Unsupported("its inputs are refused")
    block.require(lowest < highest)
    unsigned = np.dtype(f"u{lowest.dtype.itemsize}")
    start, end = (lax.bitcast_convert_type(x, unsigned) for x in (lowest, highest))
    # where the bounds are refused nothing is looked at, but nothing may be divided by zero
    span = jnp.maximum(end - start, unsigned.type(1))
    numbers = full_int(key, counter, math.prod(dims), unsigned) % span + start
    return [lax.bitcast_convert_type(numbers, lowest.dtype).reshape(dims)]


def _key_counter(block: Block, op: Operation) -> Sequence[Any]:
    key, counter = seeded(block.traced(op.inputs[0]))
    found = [key, counter, np.int32(_philox.PHILOX)]
    return [jnp.asarray(value) for value in found[: len(op.outputs)]]


def _read_and_skip(block: Block, op: Operation) -> Sequence[Any]:
    """The state of a generator, which moves on by 256 blocks for each number."""
    number, amount = block.variable(op.inputs[0]), block.traced(op.inputs[2]).astype(np.uint64)
    state = block.states[number]
    algorithm = block.array(op.inputs[1])
    block.require(jnp.any(algorithm == np.array([_philox.PHILOX, _philox.AUTO_SELECT])))
    if state is None or state.dtype != np.int64 or state.shape != (3,):
        raise Unsupported("its inputs are refused")
    words = lax.bitcast_convert_type(state, np.uint64)
    # the amount is a signed number of 64 bits, its product with 256 one of 72
    high = lax.shift_right_arithmetic(lax.bitcast_convert_type(amount, np.int64), np.int64(56))
    low = words[0] + (amount << np.uint64(8))
    carried = (low < words[0]).astype(np.uint64)
    moved = jnp.stack([low, words[1] + lax.bitcast_convert_type(high, np.uint64) + carried, words[2]])
    block.states[number] = lax.bitcast_convert_type(moved, np.int64)
    block.written.add(number)
    return [state]


RANDOM: Final[dict[str, Any]] = {
    "StatelessRandomUniformV2": _drawn(uniform),
    "StatelessRandomNormalV2": _drawn(normal),
    "StatelessRandomUniformFullIntV2": _drawn(full_int),
    "StatelessRandomUniformIntV2": _uniform_int,
    "StatelessRandomUniform": _drawn_from_seed(uniform),
    "StatelessRandomNormal": _drawn_from_seed(normal),
    "StatelessRandomGetKeyCounter": _key_counter,
    "StatelessRandomGetKeyCounterAlg": _key_counter,
    "RngReadAndSkip": _read_and_skip,
}
"""The functions that lower random ops, by the ops' names."""
