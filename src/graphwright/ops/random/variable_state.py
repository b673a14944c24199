"""Random ops whose state is a variable, as used by `tf.random.Generator`.

A state is an int64 vector: two counter words, low word first, and the key. Each number advances the counter by 256, a
binomial one by 50 times that, regardless of what it consumes, so generators that drew equally many numbers are in the
same state. The algorithm is that of `ops.random._philox`.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Array, errors
from graphwright.core.variable_state import VariableState
from graphwright.ir.lowering import Structural
from graphwright.ir.prelude import Dims, ShapeContext, op
from graphwright.ops.random import _philox
from graphwright.ops.random.sampling import checked_size, shape_from_value
from graphwright.ops.random.stateless_distributions import check_shape_suffix, draw_binomial

STATE_SIZE = 3
"""Words in a state: two of the counter and the key."""

_BLOCKS_PER_NUMBER = 256
_BLOCKS_PER_COUNT = 50 * _BLOCKS_PER_NUMBER
_MASK = 0xFFFFFFFFFFFFFFFF


def _check_algorithm(algorithm: Array) -> None:
    if int(algorithm) == _philox.THREEFRY:
        raise errors.UnimplementedError("The ThreeFry algorithm is not supported here; use Philox.")
    if int(algorithm) not in (_philox.PHILOX, _philox.AUTO_SELECT):
        raise errors.InvalidArgumentError(
            f"Unsupported algorithm id: {int(algorithm)}; use 1 (Philox) or 3 (chosen automatically)."
        )


def _advance(resource: VariableState, algorithm: Array, numbers: int, blocks: int = _BLOCKS_PER_NUMBER) -> Array:
    """Advance the counter of a state by `numbers` numbers and return the previous state."""
    _check_algorithm(algorithm)
    with resource.lock:
        before = resource.read()
        if before.dtype != np.int64 or before.ndim != 1 or before.size < STATE_SIZE:
            raise errors.InvalidArgumentError(
                f"The state of a random generator must be a vector of at least {STATE_SIZE} int64, not "
                f"{before.dtype} of shape {list(before.shape)}."
            )
        low, high = (int(word) & _MASK for word in before[:2])
        counter = (low | high << 64) + numbers * blocks
        after = before.copy()
        after[:2] = np.array([counter & _MASK, counter >> 64 & _MASK], np.uint64).view(np.int64)
        resource.write(after)
    return before


def _key_counter(state: Array) -> tuple[Array, Array]:
    words = state.view(np.uint64)
    return words[2:3], words[:2]


# skipping ---------------------------------------------------------------------------------------------------


def _skip(resource: VariableState, algorithm: Array, delta: Array) -> None:
    _advance(resource, algorithm, int(delta))


RNG_READ_AND_SKIP = op(
    "RngReadAndSkip", "resource: resource, alg: int32, delta: uint64 -> value: int64",
    shape=lambda ctx: (STATE_SIZE,), effect="write", no_gradient=True, native=Structural(),
    kernel=lambda resource, alg, delta: _advance(resource, alg, int(np.uint64(delta).astype(np.int64)))[:STATE_SIZE],
)  # fmt: skip
RNG_SKIP = op(
    "RngSkip", "resource: resource, algorithm: int64, delta: int64 ->",
    shape=lambda ctx: [], kernel=_skip, effect="write", no_gradient=True,
)  # fmt: skip

# sampling ---------------------------------------------------------------------------------------------------

_INPUTS = "resource: resource, algorithm: int64, shape: shape_dtype"
_ATTRS = "shape_dtype: type = int64"


def _drawn_dims(ctx: ShapeContext) -> Dims:
    return shape_from_value(ctx, 2)


def _drawing(draw: Callable[..., Array]) -> Callable[..., Array]:
    def kernel(resource: VariableState, algorithm: Array, shape: Array, *, dtype: DType) -> Array:
        dims = checked_size(shape)
        return draw(*_key_counter(_advance(resource, algorithm, math.prod(dims))), dims, dtype.numpy)

    return kernel


def _draws(name: str, draw: Callable[..., Array], default: str) -> Any:
    return op(
        name, f"{_INPUTS} -> output: dtype", f"dtype: type = {default}; {_ATTRS}",
        shape=_drawn_dims, kernel=_drawing(draw), effect="write", no_gradient=True,
    )  # fmt: skip


STATEFUL_UNIFORM = _draws("StatefulUniform", _philox.uniform, "float")
STATEFUL_NORMAL = _draws("StatefulStandardNormalV2", _philox.normal, "float")
STATEFUL_TRUNCATED_NORMAL = _draws("StatefulTruncatedNormal", _philox.truncated_normal, "float")
STATEFUL_FULL_INT = _draws("StatefulUniformFullInt", _philox.full_int, "uint64")


def _uniform_int(resource: VariableState, algorithm: Array, shape: Array, minval: Array, maxval: Array) -> Array:
    if minval >= maxval:
        raise errors.InvalidArgumentError(f"Need minval < maxval, got {minval} >= {maxval}")
    dims = checked_size(shape)
    return _philox.uniform_int(*_key_counter(_advance(resource, algorithm, math.prod(dims))), dims, minval, maxval)


STATEFUL_UNIFORM_INT = op(
    "StatefulUniformInt", f"{_INPUTS}, minval: dtype, maxval: dtype -> output: dtype",
    f"dtype: type = int64; {_ATTRS}", shape=_drawn_dims, kernel=_uniform_int, effect="write", no_gradient=True,
)  # fmt: skip


def _binomial(
    resource: VariableState, algorithm: Array, shape: Array, counts: Array, probs: Array, *, dtype: DType
) -> Array:
    """Binomial counts of successes."""
    dims = checked_size(shape)
    check_shape_suffix(dims, counts, probs)
    rows = math.prod(np.broadcast_shapes(counts.shape, probs.shape))
    numbers = math.prod(dims) + 3 * rows  # three extra per parameter
    if int(algorithm) == _philox.THREEFRY:
        raise errors.InvalidArgumentError(f"Unsupported algorithm id: {int(algorithm)}; use 1 (Philox).")
    state = _advance(resource, algorithm, numbers, _BLOCKS_PER_COUNT)
    return draw_binomial(counts, probs, dims, *_key_counter(state), dtype)


STATEFUL_BINOMIAL = op(
    "StatefulRandomBinomial",
    "resource: resource, algorithm: int64, shape: S, counts: T, probs: T -> output: dtype",
    "S: index; T: {half, float, double, int32, int64} = double; dtype: {half, float, double, int32, int64} = int64",
    shape=_drawn_dims, kernel=_binomial, effect="write", no_gradient=True,
)  # fmt: skip


def _non_deterministic(shape: Array, *, dtype: DType) -> Array:
    if dtype.numpy.itemsize not in (4, 8) or not dtype.is_integer:
        raise errors.InvalidArgumentError(f"Unsupported dtype: {dtype.name}; use int32, int64, uint32 or uint64.")
    dims = checked_size(shape)
    drawn = np.frombuffer(secrets.token_bytes(math.prod(dims) * dtype.numpy.itemsize), dtype.numpy)
    return drawn.reshape(dims)


NON_DETERMINISTIC_INTS = op(
    "NonDeterministicInts", "shape: shape_dtype -> output: dtype", "dtype: type = int64; shape_dtype: type = int64",
    shape=shape_from_value, kernel=_non_deterministic, effect="random", no_gradient=True,
)  # fmt: skip
