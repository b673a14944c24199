"""Simulated quantization: floats rounded to what integers of few bits would represent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, op

_BITS = "num_bits: int = 8; narrow_range: bool = false"


def _nudged(least: Array, most: Array, num_bits: int, narrow_range: bool) -> tuple[Array, Array, Array]:
    """The range moved so that zero is one of its steps, and the size of a step; in float32."""
    if not 2 <= num_bits <= 16:
        raise errors.InvalidArgumentError("num_bits must be between 2 and 16, inclusive")
    first, last = np.float32(narrow_range), np.float32(2**num_bits - 1)
    with np.errstate(all="ignore"):
        step = (most - least) / (last - first)
        zero = first - least / step
        # halves go away from zero; a zero outside of the range becomes its nearest end
        rounded = np.where(zero < first, first, np.where(zero > last, last, np.floor(zero + np.float32(0.5))))
        return (first - rounded) * step, (last - rounded) * step, step


def _quantized(inputs: Array, least: Array, most: Array, num_bits: int, narrow_range: bool) -> Array:
    low, high, step = _nudged(least, most, num_bits, narrow_range)
    with np.errstate(all="ignore"):
        inverse = np.float32(1) / step
        zero = np.floor(np.float32(0.5) - low * inverse)
        steps = (np.maximum(np.minimum(inputs, high), low) - low) * inverse
        result = (np.floor(steps - zero + np.float32(0.5))) * step
    return np.asarray(np.where((least == 0) & (most == 0), np.float32(0), result), np.float32)


# one range for all elements, or one for each channel -------------------------------------------------------------


def _shape_rule(rank: int) -> Callable[[ShapeContext], Dims]:
    def rule(ctx: ShapeContext) -> Dims:
        dims = ctx.dims(0)
        for i, name in ((1, "min"), (2, "max")):
            bound = ctx.dims(i)
            if bound is None:
                continue
            if len(bound) != rank:
                raise ctx.fail(f"`{name}` must be rank {rank} but is rank {len(bound)}")
            if rank and dims and isinstance(dims[-1], int) and isinstance(bound[0], int) and dims[-1] != bound[0]:
                raise ctx.fail(f"{name} has incorrect size, expected {dims[-1]} was {bound[0]}")
        return dims

    return rule


def _kernel(rank: int) -> Callable[..., Array]:
    def kernel(inputs: Array, least: Array, most: Array, num_bits: int, narrow_range: bool) -> Array:
        for bound, name in ((least, "min"), (most, "max")):
            if bound.ndim != rank:
                raise errors.ShapeMismatchError(f"`{name}` must be rank {rank} but is rank {bound.ndim}")
            if rank and bound.shape != inputs.shape[-1:]:
                expected = inputs.shape[-1] if inputs.ndim else 1
                raise errors.ShapeMismatchError(f"{name} has incorrect size, expected {expected} was {bound.shape[0]}")
        return _quantized(inputs, least, most, num_bits, narrow_range)

    return kernel


def _bounds(op: Application) -> tuple[Any, Any]:
    """The nudged range in operations, as in `_nudged`."""
    least, most = op.inputs[1], op.inputs[2]
    first, last = float(op.attrs["narrow_range"]), float(2 ** op.attrs["num_bits"] - 1)
    step = apply("RealDiv", (apply("Sub", (most, least)), last - first))
    zero = apply("Sub", (first, apply("RealDiv", (least, step))))
    rounded = apply("Floor", (apply("AddV2", (zero, 0.5)),))
    rounded = apply("Maximum", (apply("Minimum", (rounded, last)), first))
    low, high = (apply("Mul", (apply("Sub", (end, rounded)), step)) for end in (first, last))
    return low, high


def _gradient(op: Application, grad: Tensor) -> Gradients:
    """Elements in the range pass the gradient on; those below and above it pass it to the ends of the range."""
    inputs, least, most = op.inputs
    low, high = _bounds(op)
    degenerate = apply(
        "LogicalAnd", (apply("Equal", (least, apply("ZerosLike", (least,)))), apply("Equal", (most, 0.0)))
    )
    known = apply("LogicalNot", (degenerate,))
    below = apply("LogicalAnd", (known, apply("Less", (inputs, low))))
    above = apply("LogicalAnd", (known, apply("Greater", (inputs, high))))
    within = apply("LogicalAnd", (apply("GreaterEqual", (inputs, low)), apply("LessEqual", (inputs, high))))
    within = apply("LogicalOr", (degenerate, within))
    nothing = apply("ZerosLike", (grad,))
    to_ends = (_summed(apply("SelectV2", (mask, grad, nothing)), least) for mask in (below, above))
    return [apply("SelectV2", (within, grad, nothing)), *to_ends]


def _summed(grad: Any, bound: Any) -> Tensor:
    """The sum for each range: of all elements, or of those of its channel."""
    per_channel = bound.shape.rank == 1
    rank = apply("Rank", (grad,))
    return apply("Sum", (grad, apply("Range", (0, rank - 1 if per_channel else rank, 1))), {"keep_dims": False})


def _record(name: str, rank: int) -> OpRecord:
    return op(
        name,
        "inputs: float32, min: float32, max: float32 -> outputs: float32",
        _BITS,
        shape=_shape_rule(rank),
        kernel=_kernel(rank),
        gradient=_gradient,
    )


FAKE_QUANT = _record("FakeQuantWithMinMaxVars", 0)
FAKE_QUANT_PER_CHANNEL = _record("FakeQuantWithMinMaxVarsPerChannel", 1)


def _args_kernel(inputs: Array, min: float, max: float, num_bits: int, narrow_range: bool) -> Array:
    if min >= max:
        raise errors.InvalidArgumentError(f"min has to be smaller than max, was: {min:g} >= {max:g}")
    return _quantized(inputs, np.asarray(min, np.float32), np.asarray(max, np.float32), num_bits, narrow_range)


def _args_gradient(op: Application, grad: Tensor) -> Gradients:
    attrs = {n: op.attrs[n] for n in ("min", "max", "num_bits", "narrow_range")}
    return [apply("FakeQuantWithMinMaxArgsGradient", (grad, op.inputs[0]), attrs)]


_ARGS = f"min: float = -6.0; max: float = 6.0; {_BITS}"

FAKE_QUANT_ARGS: OpRecord = op(
    "FakeQuantWithMinMaxArgs",
    "inputs: float32 -> outputs: float32",
    _ARGS,
    shape=lambda ctx: ctx.dims(0),
    kernel=_args_kernel,
    gradient=_args_gradient,
)


def _within(inputs: Array, least: Array, most: Array, num_bits: int, narrow_range: bool) -> tuple[Array, Array, Array]:
    """Which elements are in the range, below and above it."""
    low, high, _ = _nudged(least, most, num_bits, narrow_range)
    flat = (least == 0) & (most == 0)
    return flat | ((inputs >= low) & (inputs <= high)), ~flat & (inputs < low), ~flat & (inputs > high)


def _args_grad(grads: Array, inputs: Array, min: float, max: float, num_bits: int, narrow_range: bool) -> Array:
    if grads.shape != inputs.shape:
        raise errors.ShapeMismatchError("gradient and input must be the same size")
    ends = np.asarray(min, np.float32), np.asarray(max, np.float32)
    return np.where(_within(inputs, *ends, num_bits, narrow_range)[0], grads, np.float32(0))


def _args_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    attrs = {n: op.attrs[n] for n in ("min", "max", "num_bits", "narrow_range")}
    return [apply(ARGS_GRAD, (grad, op.inputs[1]), attrs), None]


ARGS_GRAD: OpRecord = op(
    "FakeQuantWithMinMaxArgsGradient",
    "gradients: float32, inputs: float32 -> backprops: float32",
    _ARGS,
    shape=lambda ctx: ctx.dims(1),
    kernel=_args_grad,
    gradient=_args_grad_gradient,
)


def _vars_grad(
    grads: Array, inputs: Array, least: Array, most: Array, num_bits: int, narrow_range: bool
) -> list[Array]:
    if grads.shape != inputs.shape:
        raise errors.ShapeMismatchError("gradient and input must be the same size")
    within, below, above = _within(inputs, least, most, num_bits, narrow_range)
    axes = tuple(range(inputs.ndim - least.ndim))
    sums = [np.asarray(np.where(mask, grads, np.float32(0)).sum(axes), np.float32) for mask in (below, above)]
    return [np.where(within, grads, np.float32(0)), *sums]


VARS_GRAD, CHANNELS_GRAD = (
    op(
        f"FakeQuantWithMinMaxVars{kind}Gradient",
        "gradients: float32, inputs: float32, min: float32, max: float32 -> backprops_wrt_input: float32, "
        "backprop_wrt_min: float32, backprop_wrt_max: float32",
        _BITS,
        shape=lambda ctx: [ctx.dims(1), ctx.dims(2), ctx.dims(3)],
        kernel=_vars_grad,
    )
    for kind in ("", "PerChannel")
)


def fake_quant_with_min_max_vars(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """Floats clipped to a range and rounded to one of its `2 ** num_bits` steps, one of which is zero.

    Args:
      inputs: the floats.
      min: the least, a scalar.
      max: the largest, a scalar.
      num_bits: the number of bits, from 2 to 16.
      narrow_range: whether the range has one step less, so that it can be symmetric.
      name: the name of the operation.

    >>> tf.quantization.fake_quant_with_min_max_vars([-1.0, 0.3, 0.4, 7.0], 0.0, 3.0, num_bits=2).numpy()
    array([0., 0., 0., 3.], dtype=float32)
    """
    attrs = {"num_bits": num_bits, "narrow_range": narrow_range}
    return apply(FAKE_QUANT, (inputs, min, max), attrs, name)


def fake_quant_with_min_max_vars_per_channel(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """`fake_quant_with_min_max_vars` with a range for each index of the last axis.

    Args:
      inputs: the floats.
      min: the least of each channel, a vector.
      max: the largest of each channel, a vector.
      num_bits: the number of bits, from 2 to 16.
      narrow_range: whether the ranges have one step less.
      name: the name of the operation.

    >>> tf.quantization.fake_quant_with_min_max_vars_per_channel([[7.0, 7.0]], [0.0, 0.0], [1.0, 3.0]).numpy()
    array([[1., 3.]], dtype=float32)
    """
    attrs = {"num_bits": num_bits, "narrow_range": narrow_range}
    return apply(FAKE_QUANT_PER_CHANNEL, (inputs, min, max), attrs, name)


def fake_quant_with_min_max_args(
    inputs: TensorLike,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """`fake_quant_with_min_max_vars` with a range of Python numbers.

    >>> tf.quantization.fake_quant_with_min_max_args([7.0], 0, 5).numpy()
    array([5.], dtype=float32)
    """
    attrs = {"min": float(min), "max": float(max), "num_bits": num_bits, "narrow_range": narrow_range}
    return apply(FAKE_QUANT_ARGS, (inputs,), attrs, name)


def fake_quant_with_min_max_args_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """The gradient of `fake_quant_with_min_max_args`: 0 outside of the range.

    >>> tf.quantization.fake_quant_with_min_max_args_gradient([1.0, 1.0], [7.0, 3.0], 0, 5).numpy()
    array([0., 1.], dtype=float32)
    """
    attrs = {"min": float(min), "max": float(max), "num_bits": num_bits, "narrow_range": narrow_range}
    return apply(ARGS_GRAD, (gradients, inputs), attrs, name)


class FakeQuantGradients(NamedTuple):
    """The gradients of the inputs and of the ends of the range."""

    backprops_wrt_input: Tensor
    backprop_wrt_min: Tensor
    backprop_wrt_max: Tensor


def fake_quant_with_min_max_vars_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> FakeQuantGradients:
    """The gradients of `fake_quant_with_min_max_vars`: what lies outside of the range goes to its ends.

    >>> found = tf.quantization.fake_quant_with_min_max_vars_gradient([1.0, 2.0], [7.0, 3.0], 0.0, 5.0)
    >>> [g.numpy().tolist() for g in found]
    [[0.0, 2.0], 0.0, 1.0]
    """
    attrs = {"num_bits": num_bits, "narrow_range": narrow_range}
    return FakeQuantGradients(*apply_multi(VARS_GRAD, (gradients, inputs, min, max), attrs, name))


def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> FakeQuantGradients:
    """The gradients of `fake_quant_with_min_max_vars_per_channel`.

    >>> found = tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient([[1.0]], [[7.0]], [0.0], [5.0])
    >>> [g.numpy().tolist() for g in found]
    [[[0.0]], [0.0], [1.0]]
    """
    attrs = {"num_bits": num_bits, "narrow_range": narrow_range}
    return FakeQuantGradients(*apply_multi(CHANNELS_GRAD, (gradients, inputs, min, max), attrs, name))
