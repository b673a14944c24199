"""Stateful random ops: uniform, normal, truncated normal, integers, shuffle and categorical."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, float32, int64
from graphwright.base.room import check_room
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.eager_jit import routine
from graphwright.core.prelude import Array, DTypeLike, ShapeLike, Tensor, TensorLike, apply, errors, name_scope
from graphwright.ir.lowering import Draw
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, describe_dims, op
from graphwright.ir.sizes import listed_in
from graphwright.ops.random import _philox
from graphwright.ops.random._seeds import get_seed, stream_of

_BLOCKS_PER_VALUE = 256
"""128-bit blocks reserved per number, regardless of what it needs (determined by observing TensorFlow)."""


def _no_vector(shape: str) -> str:
    return f"shape must be a vector of {{int32,int64}}, got shape {shape}; a shape is a list of sizes, such as [2]"


def shape_from_value(ctx: ShapeContext, i: int = 0) -> Dims:
    """The shape that an input's value is; that must be a vector."""
    dims = ctx.dims(i)
    if dims is not None and len(dims) != 1:
        raise ctx.fail(_no_vector(describe_dims(dims)))
    return ctx.dims_value(i)


def checked_size(shape: Any) -> tuple[int, ...]:
    """The dimensions in a shape tensor's value; InvalidArgumentError if one is negative."""
    if np.ndim(shape) != 1:
        raise errors.ShapeMismatchError(_no_vector(describe_dims(np.shape(shape))))
    dims = tuple(int(d) for d in shape)
    if any(d < 0 for d in dims):
        raise errors.InvalidArgumentError(f"Dimension {min(dims)} must be >= 0; shape is {list(dims)}.")
    check_room(dims)
    return dims


def _reserve(name: str, shape: tuple[int, ...], seed: int, seed2: int, *detail: Any) -> tuple[Array, Array]:
    """Reserve blocks for a draw of this shape and return its key and counter."""
    return stream_position(name, seed, seed2, _BLOCKS_PER_VALUE * int(np.prod(shape, dtype=np.int64)), *detail)


def _distribution(name: str, draw: Callable[..., Array], native: Draw) -> OpRecord:
    """The record of a distribution without parameters, drawn by `draw(key, counter, shape, dtype)`."""

    def kernel(shape: Array, *, seed: int, seed2: int, dtype: DType) -> Array:
        dims = checked_size(shape)
        key, counter = _reserve(name, dims, seed, seed2, dtype)
        return draw(key, counter, dims, dtype.numpy)

    return op(
        name,
        "shape: T -> output: dtype",
        "seed: int = 0; seed2: int = 0; dtype: floating; T: index",
        shape=shape_from_value,
        kernel=kernel,
        native=native,
        sizes=listed_in(0),
        effect="random",
        no_gradient=True,
    )


RANDOM_UNIFORM = _distribution("RandomUniform", _philox.uniform, Draw("uniform", _BLOCKS_PER_VALUE))
RANDOM_STANDARD_NORMAL = _distribution("RandomStandardNormal", _philox.normal, Draw("normal", _BLOCKS_PER_VALUE))
TRUNCATED_NORMAL = _distribution("TruncatedNormal", _philox.truncated_normal, Draw("truncated", _BLOCKS_PER_VALUE))


def _uniform_int(shape: Array, minval: Array, maxval: Array, *, seed: int, seed2: int) -> Array:
    if minval >= maxval:
        raise errors.InvalidArgumentError(f"Need minval < maxval, got {minval} >= {maxval}")
    dims = checked_size(shape)
    key, counter = _reserve("RandomUniformInt", dims, seed, seed2, minval.dtype)
    return _philox.uniform_int(key, counter, dims, minval, maxval)


RANDOM_UNIFORM_INT = op(
    "RandomUniformInt", "shape: T, minval: Tout, maxval: Tout -> output: Tout",
    "seed: int = 0; seed2: int = 0; Tout: index; T: index",
    shape=shape_from_value, kernel=_uniform_int, native=Draw("integers", _BLOCKS_PER_VALUE), sizes=listed_in(0),
    effect="random", no_gradient=True,
)  # fmt: skip


def stream_position(name: str, seed: int, seed2: int, blocks: int, *detail: Any) -> tuple[Array, Array]:
    """Consume `blocks` blocks of an op's stream and return the key and counter of the first."""
    first, second, stream = stream_of(name, seed, seed2, *detail)
    key, counter = _philox.key_counter_from_pair(first, second)
    return key, counter + np.array([stream.take(blocks), 0], np.uint64)


def shuffled(value: Array, key: Array, counter: Array) -> Array:
    """Shuffle the rows with Fisher-Yates, using the words from `key` and `counter`.

    Each row in turn is swapped with itself or a later one; the distance is the word modulo the rows that remain.
    """
    rows = len(value)
    shuffle = routine("shuffle", rows)
    in_place = shuffle is not None and value.ndim == 1 and value.dtype.kind in "iuf" and value.itemsize in (4, 8)
    order: Array = value.copy() if in_place else np.arange(rows)
    step = 1 << 16  # words drawn per step
    for begin in range(0, rows - 1, step):
        drawn = _philox.words(*_philox.advanced(key, counter, begin // 4), min(step, rows - 1 - begin))
        if shuffle is not None:
            shuffle(order, drawn, begin)
        else:
            fisher_yates_swaps(order, begin, drawn)
    return order if in_place else value[order]


def fisher_yates_swaps(items: Any, begin: int, drawn: Array) -> None:
    """Perform the Fisher-Yates swaps of `shuffled` for the items from `begin` on, one for each word."""
    indices = np.arange(begin, begin + drawn.size)
    others = indices + drawn % (len(items) - indices).astype(np.uint32)
    for first, second in zip(indices.tolist(), others.tolist(), strict=True):
        items[first], items[second] = items[second], items[first]


def _shuffle(value: Array, *, seed: int, seed2: int) -> Array:
    if value.ndim == 0 or len(value) < 2:
        return value
    return shuffled(value, *stream_position("RandomShuffle", seed, seed2, -(-(len(value) - 1) // 4), value.dtype))


RANDOM_SHUFFLE = op(
    "RandomShuffle", "value: T -> output: T", "seed: int = 0; seed2: int = 0; T: type",
    shape=lambda ctx: ctx.dims(0), kernel=_shuffle, effect="random", no_gradient=True,
)  # fmt: skip


def draw_categories(logits: Array, count: int, key: Array, counter: Array, dtype: DType) -> Array:
    """Sample indices with probabilities `softmax(logits)` by inverting the cumulative sum: `[batch, count]`.

    Non-finite logits are never drawn; a row without finite logits gives the number of classes.
    """
    if count < 0:
        raise errors.InvalidArgumentError(f"num_samples should be non-negative, got {count}")
    if not logits.shape[1]:
        raise errors.InvalidArgumentError(f"num_classes should be positive, got {logits.shape[1]}")
    wide = logits.astype(np.float64)
    finite = np.isfinite(wide)
    largest = wide.max(axis=-1, keepdims=True, initial=-np.inf, where=finite)
    with np.errstate(invalid="ignore", over="ignore"):
        weights = np.where(finite, np.exp(wide - largest), 0.0)
    sums = np.cumsum(weights, axis=-1)
    chosen = _philox.uniform(key, counter, (len(logits), count), np.dtype(np.float64))
    choose = routine("choose", chosen.size)
    if choose is not None and sums.size:
        return np.asarray(choose(sums, chosen).astype(dtype.numpy, copy=False))
    drawn = [np.searchsorted(row, u * row[-1], side="right") for row, u in zip(sums, chosen, strict=True)]
    return np.asarray(drawn, dtype.numpy).reshape(len(logits), count)


def categorical_dims(ctx: Any) -> Any:
    """`[batch, num_samples]`; also the shape rule of the stateless op."""
    if ctx.rank(0) not in (None, 2):
        raise ctx.fail("logits should be a matrix")
    count = ctx.dims_value(1)
    batch = Symbol() if ctx.dims(0) is None else ctx.dims(0)[0]
    return batch, Symbol() if count is None else count[0]


def _multinomial(logits: Array, num_samples: Array, *, seed: int, seed2: int, output_dtype: DType) -> Array:
    count = int(num_samples)
    blocks = 2 * _BLOCKS_PER_VALUE * len(logits) * -(-max(count, 0) // 4) * 4
    position = stream_position("Multinomial", seed, seed2, blocks, logits.dtype, output_dtype)
    return draw_categories(logits, count, *position, output_dtype)


MULTINOMIAL = op(
    "Multinomial", "logits: T, num_samples: int32 -> output: output_dtype",
    "seed: int = 0; seed2: int = 0; T: real; output_dtype: index = int64",
    shape=categorical_dims, kernel=_multinomial, effect="random", no_gradient=True,
)  # fmt: skip


# public functions --------------------------------------------------------------------------------------------


def shape_tensor(shape: Any) -> Tensor:
    """Convert a tensor, TensorShape or sequence to an int32 vector (or one of its own integer dtype)."""
    if hasattr(shape, "as_list") and not isinstance(shape, Tensor):
        shape = shape.as_list()
    hint = as_dtype("int32")
    sizes = np.zeros(0, np.int32) if isinstance(shape, (list, tuple)) and not shape else shape
    return to_tensor(sizes, None, "shape", hint)


def scaled(drawn: Tensor, factor: Any, offset: TensorLike, name: str | None) -> Tensor:
    """`drawn * factor + offset`, skipping a factor of 1 and an offset of 0."""
    if not _is_number(factor, 1):
        drawn = apply("Mul", (drawn, convert_to_tensor(factor, drawn.dtype)), name="mul")
    if not _is_number(offset, 0):
        drawn = apply("AddV2", (drawn, convert_to_tensor(offset, drawn.dtype)), name=name)
    return drawn


def _is_number(value: Any, number: int) -> bool:
    return isinstance(value, (int, float)) and value == number


def uniform(
    shape: ShapeLike,
    minval: Any = 0,
    maxval: Any = None,
    dtype: DTypeLike = float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Sample a uniform distribution over [minval, maxval).

    Args:
      shape: of the result.
      minval, maxval: bounds; `maxval` defaults to 1 for floats and is required for integers.
      dtype: half, bfloat16, float32, float64, int32 or int64.
      seed: operation seed, see `tf.random.set_seed`.

    Raises:
      ValueError: for another dtype, or an integer dtype without `maxval`.

    >>> x = tf.random.uniform([100], 2.0, 3.0)
    >>> bool(tf.reduce_all((x >= 2.0) & (x < 3.0)))
    True
    """
    kind = as_dtype(dtype)
    if kind not in RANDOM_UNIFORM.attrs["dtype"].allowed + RANDOM_UNIFORM_INT.attrs["Tout"].allowed:  # type: ignore[operator]
        raise ValueError(
            f"Argument `dtype` got invalid value {dtype}. Accepted dtypes are half, bfloat16, float32, "
            f"float64, int32, int64."
        )
    if maxval is None:
        if kind.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {kind.name}")
        maxval = 1
    with name_scope(name or "random_uniform"):
        size = shape_tensor(shape)
        seed1, seed2 = get_seed(seed)
        if kind.is_integer:
            low, high = convert_to_tensor(minval, kind, name="min"), convert_to_tensor(maxval, kind, name="max")
            return apply(RANDOM_UNIFORM_INT, (size, low, high), {"seed": seed1, "seed2": seed2})
        drawn = apply(RANDOM_UNIFORM, (size,), {"dtype": kind, "seed": seed1, "seed2": seed2})
        if _is_number(minval, 0) and _is_number(maxval, 1):
            return drawn
        low = convert_to_tensor(minval, kind, name="min")
        return scaled(drawn, apply("Sub", (convert_to_tensor(maxval, kind, name="max"), low), name="sub"), low, None)


def normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Sample a normal distribution.

    >>> tf.random.normal([2, 3]).shape
    TensorShape([2, 3])
    """
    return _normal(RANDOM_STANDARD_NORMAL, shape, mean, stddev, dtype, seed, name or "random_normal")


def truncated_normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Sample a normal distribution truncated to two standard deviations around the mean.

    >>> bool(tf.reduce_all(tf.abs(tf.random.truncated_normal([100])) <= 2.0))
    True
    """
    return _normal(TRUNCATED_NORMAL, shape, mean, stddev, dtype, seed, name or "truncated_normal")


def _normal(
    record: Any, shape: ShapeLike, mean: TensorLike, stddev: Any, dtype: Any, seed: int | None, name: str
) -> Tensor:
    with name_scope(name):
        size = shape_tensor(shape)
        seed1, seed2 = get_seed(seed)
        drawn = apply(record, (size,), {"dtype": as_dtype(dtype), "seed": seed1, "seed2": seed2})
        return scaled(drawn, stddev, mean, None)


def shuffle(value: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor:
    """Shuffle the rows of a tensor.

    >>> sorted(tf.random.shuffle(tf.range(4)).numpy().tolist())
    [0, 1, 2, 3]
    """
    seed1, seed2 = get_seed(seed)
    return apply(RANDOM_SHUFFLE, (value,), {"seed": seed1, "seed2": seed2}, name)


def categorical(
    logits: TensorLike,
    num_samples: TensorLike,
    dtype: DTypeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Sample class indices from unnormalised log-probabilities `logits` `[batch, classes]`: `[batch, num_samples]`.

    >>> tf.random.categorical([[0.0, -100.0]], 3).numpy()
    array([[0, 0, 0]])
    """
    seed1, seed2 = get_seed(seed)
    attrs = {"seed": seed1, "seed2": seed2, "output_dtype": int64 if dtype is None else as_dtype(dtype)}
    return apply(MULTINOMIAL, (logits, num_samples), attrs, name or "categorical")


def fresh_seed() -> int:
    """A non-deterministic seed."""
    return secrets.randbits(63)
