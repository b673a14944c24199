"""Ragged forms of public functions that relate values to those of the same row: moments, softmax, order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import float32
from graphwright.core.prelude import Tensor, apply, errors
from graphwright.ops.ragged.broadcast import elementwise
from graphwright.ops.ragged.construct import map_flat_values
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.ragged.reduce import reduce_ragged


def variance(
    original: Callable[..., Any], input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Any:
    """The mean of squares less the square of the mean."""
    x = input_tensor
    if x.dtype.is_integer:
        x = x.with_flat_values(apply("Cast", (x.flat_values,), {"DstT": "float64"}))
    mean = reduce_ragged("Mean", x, axis, bool(keepdims))
    squares = reduce_ragged("Mean", x * x, axis, bool(keepdims))
    return squares - mean * mean


def deviation(
    original: Callable[..., Any], input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Any:
    """The square root of the variance."""
    from graphwright.ops.math.unary import sqrt

    return sqrt(variance(original, input_tensor, axis, keepdims))


def softmax(original: Callable[..., Any], logits: Any, axis: Any = None, name: str | None = None) -> Any:
    """Softmax over an axis, which has to be one whose rows other rows can be compared with."""
    highest = reduce_ragged("Max", logits, -1 if axis is None else axis, True)
    raised = _mapped("Exp", elementwise(_difference, logits, _constant(highest)))
    return raised / reduce_ragged("Sum", raised, -1 if axis is None else axis, True)


def logsumexp(
    original: Callable[..., Any], input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Any:
    """The logarithm of the sum of exponentials, without overflow; -inf for empty rows."""
    x = input_tensor
    highest = reduce_ragged("Max", x, axis, True)
    base = _constant(map_flat_values(_finite, highest))
    total = reduce_ragged("Sum", _mapped("Exp", elementwise(_difference, x, base)), axis, bool(keepdims))
    if not keepdims:
        base = _constant(map_flat_values(_finite, reduce_ragged("Max", x, axis, False)))
    return _mapped("Log", total) + base


def moments(
    original: Callable[..., Any], x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None
) -> Any:
    """Mean and variance, in float32 for float16."""
    narrow = x.dtype.name == "float16"
    wide = x.with_flat_values(apply("Cast", (x.flat_values,), {"DstT": float32})) if narrow else x
    mean = reduce_ragged("Mean", wide, axes, True)
    if not (x.dtype.is_floating or x.dtype.is_complex):
        raise errors.InvalidArgumentError(f"tf.nn.moments takes floating-point numbers, got {x.dtype.name}; cast them.")
    squares = elementwise(lambda a, b: apply("SquaredDifference", (a, b)), wide, _constant(mean))
    found = [reduce_ragged("Mean", v, axes, bool(keepdims)) for v in (wide, squares)]
    return tuple(map_flat_values(lambda v: apply("Cast", (v,), {"DstT": x.dtype}), v) for v in found) if narrow else (
        found[0], found[1]
    )  # fmt: skip


def is_ordered(original: Callable[..., Any], x: RaggedTensor, name: str | None = None) -> Tensor:
    """Whether the values are in order, one row after the other."""
    return original(x.flat_values, name)  # type: ignore[no-any-return]


def _difference(x: Tensor, y: Tensor) -> Tensor:
    return apply("Sub", (x, y))


def _mapped(name: str, x: Any) -> Any:
    return map_flat_values(lambda values: apply(name, (values,)), x)


def _constant(x: Any) -> Any:
    """The same without a gradient."""
    return _mapped("StopGradient", x)


def _finite(x: Tensor) -> Tensor:
    """Zeros instead of infinite values, of which differences are NaN."""
    return apply("SelectV2", (apply("IsFinite", (x,)), x, np.zeros((), x.dtype.numpy)))
