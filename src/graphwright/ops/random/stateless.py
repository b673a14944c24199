"""Stateless random ops: a seed determines the numbers; uniform ones equal TensorFlow's bit for bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, float32, int32, int64, uint32, uint64
from graphwright.core.prelude import Array, Tensor, apply, apply_multi, convert_to_tensor, errors, name_scope
from graphwright.core.typing import DTypeLike, ShapeLike, TensorLike
from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Builder, Decompose, Draw
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, op
from graphwright.ir.sizes import listed_in
from graphwright.ops.random import _philox
from graphwright.ops.random._algorithms import Algorithm, algorithm
from graphwright.ops.random._seeds import seed_tensor
from graphwright.ops.random.sampling import (
    categorical_dims,
    checked_size,
    draw_categories,
    scaled,
    shape_from_value,
    shape_tensor,
)

_ALGORITHMS = (_philox.PHILOX, _philox.AUTO_SELECT)


def _result_dims(ctx: ShapeContext) -> Dims:
    if not ctx.types[1].shape.is_compatible_with([1]):
        raise ctx.fail("key must have shape [1]")
    return shape_from_value(ctx)


def check_algorithm(alg: Array) -> None:
    """Raise InvalidArgumentError for the id of an algorithm that is not implemented."""
    if int(alg) not in _ALGORITHMS:
        raise errors.InvalidArgumentError(
            f"Unsupported algorithm id: {int(alg)}; use 1 (Philox) or 3 (chosen automatically)."
        )


_INPUTS = "shape: Tshape, key: uint64, counter: uint64, alg: int32"
_ATTRS = "dtype: floating = float32; Tshape: index = int32"
_INTS = "{int32, int64, uint32, uint64}"


def _distribution(name: str, draw: Callable[..., Array], native: Draw, attrs: str = _ATTRS) -> OpRecord:
    """The record of a distribution without parameters, drawn by `draw(key, counter, shape, dtype)`."""

    def kernel(shape: Array, key: Array, counter: Array, alg: Array, *, dtype: DType) -> Array:
        check_algorithm(alg)
        return draw(key, counter, checked_size(shape), dtype.numpy)

    return op(
        name, f"{_INPUTS} -> output: dtype", attrs, shape=_result_dims, kernel=kernel, native=native,
        sizes=listed_in(0), no_gradient=True,
    )  # fmt: skip


STATELESS_UNIFORM = _distribution("StatelessRandomUniformV2", _philox.uniform, Draw("uniform"))
STATELESS_NORMAL = _distribution("StatelessRandomNormalV2", _philox.normal, Draw("normal"))
STATELESS_TRUNCATED_NORMAL = _distribution("StatelessTruncatedNormalV2", _philox.truncated_normal, Draw("truncated"))
STATELESS_FULL_INT = _distribution(
    "StatelessRandomUniformFullIntV2",
    _philox.full_int,
    Draw("words"),
    f"dtype: {_INTS} = uint64; Tshape: index = int32",
)


def _uniform_int(shape: Array, key: Array, counter: Array, alg: Array, minval: Array, maxval: Array) -> Array:
    check_algorithm(alg)
    if minval >= maxval:
        raise errors.InvalidArgumentError(f"Need minval < maxval, got {minval} >= {maxval}")
    return _philox.uniform_int(key, counter, checked_size(shape), minval, maxval)


def _uniform_int_of_words(b: Builder, op: Operation, *inputs: Value) -> list[Value]:
    """Words with all bits random, in unsigned arithmetic, which wraps as `_philox.uniform_int` does."""
    *state, low, high = inputs
    first, last = constant_value(low), constant_value(high)
    if first is None or last is None or first.ndim or last.ndim or first >= last:
        raise Unsupported("bounds that are not known, or that the kernel refuses")
    dtype = low.type.dtype
    unsigned = {int32: uint32, int64: uint64}.get(dtype, dtype)
    start, end = first.view(unsigned.numpy), last.view(unsigned.numpy)
    words = b("StatelessRandomUniformFullIntV2", *state, dtype=unsigned)
    drawn = b("AddV2", b("FloorMod", words, b.const(np.array(end - start))), b.const(start))
    return [drawn if unsigned is dtype else b("Cast", drawn, DstT=dtype)]


STATELESS_UNIFORM_INT = op(
    "StatelessRandomUniformIntV2", f"{_INPUTS}, minval: dtype, maxval: dtype -> output: dtype",
    f"dtype: {_INTS}; Tshape: index = int32",
    shape=_result_dims, kernel=_uniform_int, native=Decompose(_uniform_int_of_words), no_gradient=True,
)  # fmt: skip


def _key_counter(seed: Array) -> tuple[Array, Array]:
    return _philox.key_counter_from_seed(seed)


def _key_counter_dims(ctx: ShapeContext) -> list[tuple[int]]:
    if not ctx.types[0].shape.is_compatible_with([2]):
        raise ctx.fail("seed must have shape [2]")
    return [(1,), (2,)]


STATELESS_KEY_COUNTER = op(
    "StatelessRandomGetKeyCounter", "seed: Tseed -> key: uint64, counter: uint64", "Tseed: index = int64",
    shape=_key_counter_dims, kernel=_key_counter, native=Draw("seed"), no_gradient=True,
)  # fmt: skip
STATELESS_ALGORITHM = op(
    "StatelessRandomGetAlg", "-> alg: int32",
    shape=lambda ctx: (), kernel=lambda: np.int32(_philox.PHILOX), stateful=True, no_gradient=True,
)  # fmt: skip


def _multinomial(logits: Array, num_samples: Array, seed: Array, *, output_dtype: DType) -> Array:
    return draw_categories(logits, int(num_samples), *_philox.key_counter_from_seed(seed), output_dtype)


STATELESS_MULTINOMIAL = op(
    "StatelessMultinomial", "logits: T, num_samples: int32, seed: Tseed -> output: output_dtype",
    "T: real; Tseed: index = int64; output_dtype: index = int64",
    shape=categorical_dims, kernel=_multinomial, no_gradient=True,
)  # fmt: skip


def seeded(seed: TensorLike, alg: TensorLike = "auto_select") -> tuple[Any, Any, Any]:
    """The key, counter and algorithm id for a seed pair and an algorithm name."""
    chosen = Algorithm.AUTO_SELECT if alg is None else algorithm(alg)
    number = _philox.PHILOX if chosen is Algorithm.AUTO_SELECT else chosen.value
    key, counter = apply_multi(STATELESS_KEY_COUNTER, (seed_tensor(seed, "seed"),))
    return key, counter, convert_to_tensor(np.int32(number))


def stateless_uniform(
    shape: ShapeLike,
    seed: TensorLike,
    minval: Any = 0,
    maxval: Any = None,
    dtype: DTypeLike = float32,
    name: str | None = None,
    alg: str = "auto_select",
) -> Tensor:
    """Sample a uniform distribution deterministically from a seed, equal to TensorFlow bit for bit.

    Args:
      shape: of the result.
      seed: two integers, a tensor of shape [2].
      minval, maxval: bounds, `maxval` excluded; for integers, two None bounds mean the full range.
      alg: "philox" or "auto_select" (the same algorithm), its number or a `tf.random.Algorithm`.

    Raises ValueError for an unknown algorithm, InvalidArgumentError for "threefry", which is not implemented.

    >>> tf.random.stateless_uniform([2], seed=[1, 2])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.8440604 , 0.19204533], dtype=float32)>
    """
    kind = as_dtype(dtype)
    if kind.is_integer and (minval is None) != (maxval is None):
        raise ValueError(
            f"For integer `dtype` argument {kind.name}, argument `minval` and `maxval` must be both None or not None."
        )
    if kind in (uint32, uint64) and minval is not None:
        raise ValueError(
            f"Argument `dtype` got invalid value {kind.name} for a range: numbers of this dtype are drawn over the "
            "whole range, with `minval` and `maxval` None; int32 and int64 take bounds."
        )
    if maxval is None and not kind.is_integer:
        maxval = 1
    with name_scope(name or "stateless_random_uniform"):
        size, (key, counter, number) = shape_tensor(shape), seeded(seed, alg)
        if kind.is_integer and minval is None:
            return apply(STATELESS_FULL_INT, (size, key, counter, number), {"dtype": kind})
        low, high = convert_to_tensor(minval, kind), convert_to_tensor(maxval, kind)
        if kind.is_integer:
            return apply(STATELESS_UNIFORM_INT, (size, key, counter, number, low, high))
        drawn = apply(STATELESS_UNIFORM, (size, key, counter, number), {"dtype": kind})
        return scaled(drawn, apply("Sub", (high, low), name="sub"), low, None)


def stateless_normal(
    shape: ShapeLike,
    seed: TensorLike,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = float32,
    name: str | None = None,
    alg: str = "auto_select",
) -> Tensor:
    """Sample a normal distribution deterministically from a seed.

    >>> tf.random.stateless_normal([3], seed=[1, 2]).shape
    TensorShape([3])
    """
    return _normal(STATELESS_NORMAL, shape, seed, mean, stddev, dtype, name or "stateless_random_normal", alg)


def stateless_truncated_normal(
    shape: ShapeLike,
    seed: TensorLike,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = float32,
    name: str | None = None,
    alg: str = "auto_select",
) -> Tensor:
    """Sample a normal distribution truncated to two standard deviations, deterministically from a seed.

    >>> float(tf.reduce_max(abs(tf.random.stateless_truncated_normal([100], seed=[1, 2])))) <= 2.0
    True
    """
    name = name or "stateless_truncated_normal"
    return _normal(STATELESS_TRUNCATED_NORMAL, shape, seed, mean, stddev, dtype, name, alg)


def _normal(
    record: Any, shape: Any, seed: TensorLike, mean: Any, stddev: Any, dtype: DTypeLike, name: str, alg: str
) -> Tensor:
    with name_scope(name):
        key, counter, number = seeded(seed, alg)
        drawn = apply(record, (shape_tensor(shape), key, counter, number), {"dtype": as_dtype(dtype)})
        return scaled(drawn, stddev, mean, None)


def stateless_categorical(
    logits: TensorLike, num_samples: TensorLike, seed: TensorLike, dtype: DTypeLike = int64, name: str | None = None
) -> Tensor:
    """Sample class indices from log-probabilities `logits`, deterministically from a seed.

    >>> tf.random.stateless_categorical([[0.0, -1e9]], 3, seed=[1, 2]).numpy()
    array([[0, 0, 0]])
    """
    inputs = (logits, num_samples, seed_tensor(seed))
    return apply(STATELESS_MULTINOMIAL, inputs, {"output_dtype": as_dtype(dtype)}, name)
