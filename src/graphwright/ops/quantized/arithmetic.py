"""Sums, products, activations and pools of quantized numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import from_numpy, qint32
from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, op
from graphwright.ir.record import lookup
from graphwright.ops.math._broadcast import broadcast_rule
from graphwright.ops.quantized._numbers import (
    TYPES,
    floats,
    integers,
    nearest,
    product_range,
    quantized,
    scalars,
    with_range,
    zero,
)

_RANGES = "min_x: float, max_x: float, min_y: float, max_y: float -> z: Toutput, min_z: float, max_z: float"
_TWO = f"T1: {TYPES}; T2: {TYPES}; Toutput: {TYPES} = qint32"
_SUM_BITS = 14  # how much room a sum has above its operands
_BIAS_BITS = 17


def _require_qint32(name: str, dtype: Any) -> None:
    if dtype is not qint32:
        raise errors.UnimplementedError(f"{name} gives qint32, not {dtype.name}.")


def _broadcast(ctx: ShapeContext) -> list[Dims]:
    inner = ShapeContext(ctx.record, [ctx.input(0), ctx.input(1)], ctx.types[:2], ctx.attrs)
    return with_range(ctx, broadcast_rule(inner), range(2, 6))


def _room(bits: int, *bounds: float) -> Any:
    """The end of a symmetric range in which sums have room."""
    low, high = min(bounds), max(bounds)
    return np.float32(max(-low, high) * (1 << bits))


def _scaled(x: Array, low: float, high: float, end: float) -> Array:
    """Integers of 8 bits as qint32 of a wider range: all of them multiples of one step."""
    dtype = from_numpy(x.dtype)
    first, second = (nearest(floats(np.array(n), dtype, low, high), qint32, -end, end) for n in (0, 1))
    return integers(x) * int(second - first) + int(first)


def _check_shapes(x: Array, y: Array) -> None:
    try:
        np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        raise errors.InvalidArgumentError(f"Incompatible shapes: {list(x.shape)} vs. {list(y.shape)}") from None


def _add(
    x: Array, y: Array, min_x: Array, max_x: Array, min_y: Array, max_y: Array, Toutput: Any
) -> tuple[Array, Any, Any]:
    _require_qint32("QuantizedAdd", Toutput)
    _check_shapes(x, y)
    low_x, high_x, low_y, high_y = scalars(min_x=min_x, max_x=max_x, min_y=min_y, max_y=max_y)
    if low_x > high_x or low_y > high_y:
        raise errors.InvalidArgumentError("min_x and min_y must be at most max_x and max_y")
    end = _room(_SUM_BITS, low_x, high_x, low_y, high_y)
    result = _scaled(x, low_x, high_x, float(end)) + _scaled(y, low_y, high_y, float(end))
    return quantized(result, qint32), -end, end


ADD: OpRecord = op(
    "QuantizedAdd", f"x: T1, y: T2, {_RANGES}", _TWO, shape=_broadcast, kernel=_add,
)  # fmt: skip


def _multiply(
    x: Array, y: Array, min_x: Array, max_x: Array, min_y: Array, max_y: Array, Toutput: Any
) -> tuple[Array, Any, Any]:
    _require_qint32("QuantizedMul", Toutput)
    _check_shapes(x, y)
    ranges = tuple(scalars(min_x=min_x, max_x=max_x, min_y=min_y, max_y=max_y))
    low_x, high_x, low_y, high_y = ranges
    first, second = from_numpy(x.dtype), from_numpy(y.dtype)
    result = (integers(x) - zero(first, low_x, high_x)) * (integers(y) - zero(second, low_y, high_y))
    return quantized(result, qint32), *product_range(first, second, qint32, (low_x, high_x, low_y, high_y))


MULTIPLY: OpRecord = op(
    "QuantizedMul", f"x: T1, y: T2, {_RANGES}", _TWO, shape=_broadcast, kernel=_multiply,
)  # fmt: skip


def _bias_add(
    input: Array, bias: Array, min_input: Array, max_input: Array, min_bias: Array, max_bias: Array, out_type: Any
) -> tuple[Array, Any, Any]:
    _require_qint32("QuantizedBiasAdd", out_type)
    low, high, low_b, high_b = scalars(
        min_input=min_input, max_input=max_input, min_bias=min_bias, max_bias=max_bias
    )  # fmt: skip
    if bias.ndim != 1 or not input.ndim or input.shape[-1] != bias.size:
        raise errors.InvalidArgumentError(
            f"Must provide as many biases as the last dimension of the input tensor: {list(bias.shape)} vs. "
            f"{list(input.shape)}"
        )
    end = _room(_BIAS_BITS, low, high, low_b, high_b)
    terms = [
        nearest(floats(integers(v), from_numpy(v.dtype), lo, hi).astype(np.float32), qint32, -float(end), float(end))
        for v, lo, hi in ((input, low, high), (bias, low_b, high_b))
    ]
    return quantized(terms[0] + terms[1], qint32), -end, end


def _bias_rule(ctx: ShapeContext) -> list[Dims]:
    if ctx.rank(1) not in (None, 1):
        raise ctx.fail(f"Shape must be rank 1 but is rank {ctx.rank(1)}")
    return with_range(ctx, ctx.dims(0), range(2, 6))


BIAS_ADD: OpRecord = op(
    "QuantizedBiasAdd",
    "input: T1, bias: T2, min_input: float, max_input: float, min_bias: float, max_bias: float -> output: out_type, "
    "min_out: float, max_out: float",
    f"T1: {TYPES}; T2: {TYPES}; out_type: {TYPES}",
    shape=_bias_rule,
    kernel=_bias_add,
)

# activations -------------------------------------------------------------------------------------------------


def _activation(name: str, limit: float | None, extra: str = "") -> OpRecord:
    """The numbers from 0.0 to a limit, in the range in which they come."""

    def kernel(features: Array, *bounds: Array, out_type: Any) -> tuple[Array, Any, Any]:
        *given, low, high = scalars(**dict(zip(names, bounds, strict=True)))
        dtype = from_numpy(features.dtype)
        if out_type is not dtype:
            raise errors.UnimplementedError(f"{name} gives {dtype.name} for {dtype.name}, not {out_type.name}.")
        result = np.maximum(integers(features), zero(dtype, low, high))
        most = given[0] if given else limit
        if most is not None:
            result = np.minimum(result, int(nearest(most, dtype, low, high)))
        return quantized(result, dtype), np.float32(low), np.float32(high)

    names = [*(["max_value"] if extra else []), "min_features", "max_features"]
    return op(
        name,
        f"features: Tinput, {extra}min_features: float, max_features: float -> activations: out_type, "
        "min_activations: float, max_activations: float",
        f"Tinput: {TYPES}; out_type: {TYPES} = quint8",
        shape=lambda ctx: with_range(ctx, ctx.dims(0), range(1, len(names) + 1)),
        kernel=kernel,
    )


RELU = _activation("QuantizedRelu", None)
RELU_6 = _activation("QuantizedRelu6", 6.0)
RELU_X = _activation("QuantizedReluX", None, "max_value: float, ")

# pools -------------------------------------------------------------------------------------------------------


def _pool(name: str, of: str) -> OpRecord:
    """A pool of the integers: the mean is rounded, halves to even."""

    def rest(record: OpRecord, attrs: Any) -> dict[str, Any]:
        defaults = {n: a.default for n, a in record.attrs.items() if not a.required}
        return {**defaults, **attrs}

    def kernel(input: Array, min_input: Array, max_input: Array, **attrs: Any) -> tuple[Array, Any, Any]:
        low, high = scalars(min_input=min_input, max_input=max_input)
        record = lookup(of)
        assert record is not None and record.kernel is not None
        whole = rest(record, attrs)
        found = record.kernel(integers(input).astype(np.float64), **{n: whole[n] for n in record.kernel_attrs})
        return quantized(np.rint(found), from_numpy(input.dtype)), np.float32(low), np.float32(high)

    def rule(ctx: ShapeContext) -> list[Dims]:
        record = lookup(of)
        assert record is not None
        result = record.shape(ShapeContext(record, [ctx.input(0)], ctx.types[:1], rest(record, ctx.attrs)))
        return with_range(ctx, result, range(1, 3))

    return op(
        name,
        "input: T, min_input: float, max_input: float -> output: T, min_output: float, max_output: float",
        f'T: {TYPES}; ksize: list(int); strides: list(int); padding: {{"SAME", "VALID"}}',
        shape=rule,
        kernel=kernel,
    )


MAX_POOL = _pool("QuantizedMaxPool", "MaxPool")
AVERAGE_POOL = _pool("QuantizedAvgPool", "AvgPool")

# shapes ------------------------------------------------------------------------------------------------------


def _reshape(tensor: Array, shape: Array, input_min: Array, input_max: Array) -> tuple[Array, Any, Any]:
    record = lookup("Reshape")
    assert record is not None and record.kernel is not None
    low, high = scalars(input_min=input_min, input_max=input_max)
    return record.kernel(tensor, shape), np.float32(low), np.float32(high)


def _reshape_rule(ctx: ShapeContext) -> list[Dims]:
    record = lookup("Reshape")
    assert record is not None
    inner = ShapeContext(record, [ctx.input(0), ctx.input(1)], ctx.types[:2], ctx.attrs)
    result = record.shape(inner)
    ctx.values_used |= inner.values_used
    return with_range(ctx, result, range(2, 4))


RESHAPE: OpRecord = op(
    "QuantizedReshape",
    "tensor: T, shape: Tshape, input_min: float, input_max: float -> output: T, output_min: float, output_max: float",
    "T: type; Tshape: index = int32",
    shape=_reshape_rule,
    kernel=_reshape,
)
