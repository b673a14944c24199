"""Matrix products and convolutions of quantized numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import from_numpy, qint32
from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, op
from graphwright.ir.record import lookup
from graphwright.ops.quantized._numbers import TYPES, integers, product_range, quantized, scalars, with_range, zero


def _record(name: str) -> OpRecord:
    found = lookup(name)
    assert found is not None and found.kernel is not None
    return found


def _operands(x: Array, y: Array, ranges: list[float], out: Any, name: str) -> tuple[Array, Array, tuple[Any, Any]]:
    """The integers of both operands above those that stand for 0.0, and the range of the products."""
    if out is not qint32:
        raise errors.UnimplementedError(f"{name} gives qint32, not {out.name}.")
    if ranges[0] > ranges[1] or ranges[2] > ranges[3]:
        raise errors.InvalidArgumentError(f"The least of a range must be at most its largest, got {ranges}.")
    first, second = from_numpy(x.dtype), from_numpy(y.dtype)
    low, high, low_y, high_y = ranges
    bounds = product_range(first, second, out, (low, high, low_y, high_y))
    return (
        (integers(x) - zero(first, low, high)).astype(np.float64),  # products and sums of them are exact
        (integers(y) - zero(second, low_y, high_y)).astype(np.float64),
        bounds,
    )


def _matmul(
    a: Array, b: Array, min_a: Array, max_a: Array, min_b: Array, max_b: Array, *, Toutput: Any, transpose_a: bool,
    transpose_b: bool, Tactivation: Any,
) -> tuple[Array, Any, Any]:  # fmt: skip
    if a.ndim != 2 or b.ndim != 2:
        raise errors.InvalidArgumentError(f"In[0] and In[1] must be matrices, got {list(a.shape)} and {list(b.shape)}")
    ranges = scalars(min_a=min_a, max_a=max_a, min_b=min_b, max_b=max_b)
    first, second, bounds = _operands(a, b, ranges, Toutput, "QuantizedMatMul")
    first, second = (first.T if transpose_a else first), (second.T if transpose_b else second)
    if first.shape[1] != second.shape[0]:
        raise errors.InvalidArgumentError(f"Matrix size-incompatible: In[0]: {list(a.shape)}, In[1]: {list(b.shape)}")
    return quantized(first @ second, Toutput), *bounds


def _matmul_rule(ctx: ShapeContext) -> list[Dims]:
    for i in range(2):
        if ctx.rank(i) not in (None, 2):
            raise ctx.fail(f"Shape must be rank 2 but is rank {ctx.rank(i)}")
    record = _record("MatMul")
    inner = ShapeContext(record, [ctx.input(0), ctx.input(1)], ctx.types[:2], ctx.attrs)
    return with_range(ctx, record.shape(inner), range(2, 6))


MATMUL: OpRecord = op(
    "QuantizedMatMul",
    "a: T1, b: T2, min_a: float, max_a: float, min_b: float, max_b: float -> out: Toutput, min_out: float, "
    "max_out: float",
    f"T1: {TYPES}; T2: {TYPES}; Toutput: {TYPES} = qint32; transpose_a: bool = false; transpose_b: bool = false; "
    f"Tactivation: {TYPES} = quint8",
    shape=_matmul_rule,
    kernel=_matmul,
)


def _whole(attrs: Any) -> dict[str, Any]:
    defaults = {n: a.default for n, a in _record("Conv2D").attrs.items() if not a.required}
    return {**defaults, **attrs}


def _convolve(
    input: Array, filter: Array, min_input: Array, max_input: Array, min_filter: Array, max_filter: Array, *,
    out_type: Any, **attrs: Any,
) -> tuple[Array, Any, Any]:  # fmt: skip
    ranges = scalars(min_input=min_input, max_input=max_input, min_filter=min_filter, max_filter=max_filter)
    x, weights, bounds = _operands(input, filter, ranges, out_type, "QuantizedConv2D")
    record, whole = _record("Conv2D"), _whole(attrs)
    assert record.kernel is not None
    result = record.kernel(x, weights, **{n: whole[n] for n in record.kernel_attrs})
    return quantized(np.rint(result), out_type), *bounds


def _convolve_rule(ctx: ShapeContext) -> list[Dims]:
    record = _record("Conv2D")
    inner = ShapeContext(record, [ctx.input(0), ctx.input(1)], ctx.types[:2], _whole(ctx.attrs))
    return with_range(ctx, record.shape(inner), range(2, 6))


CONVOLVE: OpRecord = op(
    "QuantizedConv2D",
    "input: Tinput, filter: Tfilter, min_input: float, max_input: float, min_filter: float, max_filter: float -> "
    "output: out_type, min_output: float, max_output: float",
    f"Tinput: {TYPES}; Tfilter: {TYPES}; out_type: {TYPES} = qint32; strides: list(int); "
    'padding: {"SAME", "VALID"}; dilations: list(int) = [1, 1, 1, 1]',
    shape=_convolve_rule,
    kernel=_convolve,
)
