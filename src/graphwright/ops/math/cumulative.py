"""Running sums and products along an axis."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Application, Array, AxisLike, Gradients, Tensor, TensorLike, apply, errors, state
from graphwright.ir.lowering import Scan
from graphwright.ir.prelude import Dims, Emitter, Gradient, Kernel, Operand, OpRecord, ShapeContext, op
from graphwright.ops.math._broadcast import in_float32
from graphwright.ops.math._reduce import axis_input
from graphwright.ops.math._unary import conjugate


def _out_of_range(axis: int, rank: int) -> errors.ShapeMismatchError:
    low = -rank if rank else 0
    return errors.ShapeMismatchError(f"ScanOp: Expected scan axis in the range [{low}, {rank}), but got {axis}")


def _rule(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if ctx.rank(1) not in (0, None):
        raise ctx.fail("ScanOp: axis must be a scalar")
    if dims is not None and state.graph is not None:
        axis = ctx.dims_value(1)
        if axis is not None and isinstance(axis[0], int) and not -len(dims) <= axis[0] < len(dims):
            raise _out_of_range(axis[0], len(dims))
    return dims


def _scan(accumulate: Callable[..., Array], neutral: float) -> Callable[..., Array]:
    """A kernel from `accumulate(x, axis=..., dtype=...)`; exclusive scans start with `neutral`."""

    def kernel(x: Array, axis_input: Array, exclusive: bool, reverse: bool) -> Array:
        axis = int(axis_input)
        if not -x.ndim <= axis < x.ndim:
            raise _out_of_range(axis, x.ndim)
        if reverse:
            x = np.flip(x, axis)
        if exclusive and x.shape[axis]:
            edge = [(0, 0)] * x.ndim
            edge[axis] = (1, 0)
            inner = [slice(None)] * x.ndim
            inner[axis] = slice(0, -1)
            x = _padded(x[tuple(inner)], edge, neutral)
        result = accumulate(x, axis=axis, dtype=x.dtype)
        return np.flip(result, axis) if reverse else result

    return kernel


def _padded(x: Array, edge: list[tuple[int, int]], value: float) -> Array:
    shape = [size + before + after for size, (before, after) in zip(x.shape, edge, strict=True)]
    padded = np.full(shape, value, x.dtype)
    padded[tuple(slice(before, None) for before, _ in edge)] = x
    return padded


def _scan_attrs(op: Application, reverse: bool) -> dict[str, Any]:
    return {"exclusive": op.attrs["exclusive"], "reverse": reverse}


def _cumsum_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply(CUMSUM, (grad, op.inputs[1]), _scan_attrs(op, not op.attrs["reverse"])), None]


def _cumprod_gradient(op: Application, grad: Tensor) -> Gradients:
    """As TensorFlow has it: 0 where the element is 0."""
    x, axis = op.inputs
    product = apply("Mul", (conjugate(op.outputs[0]), grad))
    total = apply(CUMSUM, (product, axis), _scan_attrs(op, not op.attrs["reverse"]))
    divide = "DivNoNan" if x.dtype.is_floating or x.dtype.is_complex else "Div"
    return [apply(divide, (total, conjugate(x))), None]


def _record(name: str, kernel: Kernel, gradient: Gradient, types: str, native: Scan) -> OpRecord:
    return op(
        name,
        "x: T, axis: Tidx -> out: T",
        f"exclusive: bool = false; reverse: bool = false; T: {types}; Tidx: index = int32",
        shape=_rule,
        kernel=kernel,
        gradient=gradient,
        native=native,
    )


def _log_sums(x: Array, axis: int, dtype: DType) -> Array:
    sums: Array = np.logaddexp.accumulate(x, axis) + x.dtype.type(0)  # the sum of -0.0 alone is 0.0
    return sums


def _log_sums_gradient(op: Application, grad: Tensor) -> Gradients:
    """Positive and negative gradients are summed separately, as logarithms, so that nothing overflows."""
    x, axis = op.inputs
    reverse = not op.attrs["reverse"]
    lowest = apply("Log", (apply("ZerosLike", (grad,)),))
    parts = []
    for one_sign in (grad, apply("Neg", (grad,))):
        positive = apply("Greater", (one_sign, apply("ZerosLike", (grad,))))
        safe = apply("SelectV2", (positive, one_sign, apply("OnesLike", (grad,))))
        # selected last: where nothing comes in, a result of -inf must not become nan
        shifted = apply("SelectV2", (positive, apply("Sub", (apply("Log", (safe,)), op.outputs[0])), lowest))
        total = apply(CUMULATIVE_LOGSUMEXP, (shifted, axis), _scan_attrs(op, reverse))
        parts.append(apply("Exp", (apply("AddV2", (total, x)),)))
    return [apply("Sub", tuple(parts)), None]


def _native_log_sum(e: Emitter, a: Operand, b: Operand) -> Operand:
    """log(exp(a) + exp(b)); where both are the same infinity there is no difference to speak of."""
    apart = e.add(e.max(a, b), e.log1p(e.exp(e.neg(e.abs(e.sub(a, b))))))
    return e.select(e.compare("eq", a, b), e.add(a, e.const(math.log(2.0), a)), apart)


_SUMS = Scan(lambda e, a, b: e.add(a, b), start=0.0, neutral=-0.0)
_PRODUCTS = Scan(lambda e, a, b: e.mul(a, b), start=1.0, neutral=1.0)
_LOG_SUMS = Scan(_native_log_sum, start=-math.inf, neutral=-math.inf, in_float32=True)

CUMSUM: OpRecord = _record("Cumsum", _scan(np.cumsum, 0), _cumsum_gradient, "quantized_number", _SUMS)
CUMPROD = _record("Cumprod", _scan(np.cumprod, 1), _cumprod_gradient, "quantized_number", _PRODUCTS)
CUMULATIVE_LOGSUMEXP: OpRecord = _record(
    "CumulativeLogsumexp", in_float32(_scan(_log_sums, -np.inf)), _log_sums_gradient, "floating", _LOG_SUMS
)


def cumsum(
    x: TensorLike, axis: AxisLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running sum along an axis; `exclusive` leaves each element out of its own, `reverse` starts at the end.

    >>> tf.cumsum([1, 2, 3]).numpy(), tf.cumsum([1, 2, 3], exclusive=True, reverse=True).numpy()
    (array([1, 3, 6], dtype=int32), array([5, 3, 0], dtype=int32))
    """
    return apply(CUMSUM, (x, axis_input(x, axis)), {"exclusive": exclusive, "reverse": reverse}, name)


def cumprod(
    x: TensorLike, axis: AxisLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running product along an axis; see `cumsum`.

    >>> tf.math.cumprod([1, 2, 3]).numpy()
    array([1, 2, 6], dtype=int32)
    """
    return apply(CUMPROD, (x, axis_input(x, axis)), {"exclusive": exclusive, "reverse": reverse}, name)


def cumulative_logsumexp(
    x: TensorLike, axis: AxisLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The logarithm of the running sum of exponentials along an axis; see `cumsum`.

    >>> [round(float(v), 4) for v in tf.math.cumulative_logsumexp([0., 0., 0.])]
    [0.0, 0.6931, 1.0986]
    """
    attrs = {"exclusive": exclusive, "reverse": reverse}
    return apply(CUMULATIVE_LOGSUMEXP, (x, axis_input(x, axis)), attrs, name)
