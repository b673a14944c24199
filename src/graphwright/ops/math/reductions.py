"""Reductions over axes: sum, mean, product, extremes, logic, Euclidean norm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base import size_arithmetic as sizes
from graphwright.base.dtypes import bool as bool_dtype
from graphwright.base.dtypes import float32, from_numpy, int32
from graphwright.core.convert import convert_to_tensor
from graphwright.core.prelude import Application, Array, AxisLike, Gradients, Tensor, TensorLike, apply
from graphwright.core.tensor_like import AnyRagged
from graphwright.ir.lowering import Lowering, Reduce
from graphwright.ir.prelude import Builder, Decompose, Gradient, Kernel, Operation, OpRecord, Unsupported, Value, op
from graphwright.ops.math._broadcast import index_vector
from graphwright.ops.math._known_elements import Partial, by_reduction, logical_and, logical_or, maximum, minimum
from graphwright.ops.math._reduce import (
    all_over,
    any_over,
    array_axes,
    as_whole,
    axis_input,
    known_axes,
    largest_over,
    product_over,
    reduced_count,
    reduced_rule,
    smallest_over,
    spread,
    sum_over,
    with_kept_axes,
)
from graphwright.ops.math._unary import conjugate

_ORDERED = (
    "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, "
    "qint8, quint8, qint32, qint16, quint16}"
)

# kernels -----


def _wide(x: Array) -> Any:
    """The dtype in which 16 bit floats are summed, else the array's own."""
    return np.float32 if x.dtype.itemsize == 2 and x.dtype.kind not in "iu" else x.dtype


def _accumulated(over_axes: Callable[..., Array]) -> Callable[..., Array]:
    def kernel(x: Array, axes: Array, keep_dims: bool) -> Array:
        over = array_axes(x, axes)
        if not over:
            return x
        wide = _wide(x)
        total = over_axes(x, over, wide, None, keep_dims)
        return total if wide is x.dtype else total.astype(x.dtype)

    return kernel


def _mean(x: Array, axes: Array, keep_dims: bool) -> Array:
    over = array_axes(x, axes)
    if not over:
        return x
    count = 1
    for axis in over:
        count *= x.shape[axis]
    if x.dtype.kind not in "iu":
        total = sum_over(x, over, _wide(x), None, keep_dims)
        if count <= 1 and (count or x.dtype.kind == "c"):
            return total.astype(x.dtype)  # dividing an infinite complex number by 1 would give NaN
        return np.divide(total, np.asarray(count, total.dtype)).astype(x.dtype)  # type: ignore[no-any-return]
    total = sum_over(x, over, np.uint64 if x.dtype.kind == "u" else np.int64, None, keep_dims)
    if count == 0:
        return np.zeros(total.shape, x.dtype)
    divisor = total.dtype.type(count)
    quotient: Array = total // divisor
    # integers are divided towards zero
    return (quotient + ((total < 0) & (quotient * divisor != total))).astype(x.dtype)  # type: ignore[no-any-return]


def _lowest(dtype: np.dtype[Any]) -> Any:
    kind = from_numpy(dtype)
    return -np.inf if kind.is_floating else kind.min


def _highest(dtype: np.dtype[Any]) -> Any:
    kind = from_numpy(dtype)
    return np.inf if kind.is_floating else kind.max


def _extreme(over_axes: Callable[..., Array], of_nothing: Callable[..., Any]) -> Callable[..., Array]:
    def kernel(x: Array, axes: Array, keep_dims: bool) -> Array:
        over = array_axes(x, axes)
        if x.size == 0:
            shape = sum_over(x, over, None, None, keep_dims).shape
            return np.full(shape, of_nothing(x.dtype), x.dtype)
        return over_axes(x, over, None, None, keep_dims)

    return kernel


def _logic(over_axes: Callable[..., Array]) -> Callable[..., Array]:
    def kernel(x: Array, axes: Array, keep_dims: bool) -> Array:
        return over_axes(x, array_axes(x, axes), None, None, keep_dims)

    return kernel


def _euclidean_norm(x: Array, axes: Array, keep_dims: bool) -> Array:
    kind, over = x.dtype.kind, array_axes(x, axes)
    if kind in "iu":  # the sum of the squares wraps, as any of the dtype does
        total = sum_over(np.square(x), over, x.dtype, None, keep_dims)
        return np.nan_to_num(np.sqrt(total, dtype=np.float64)).astype(x.dtype)
    wide = _wide(x)
    squares = x * np.conj(x) if kind == "c" else np.square(x, dtype=wide)
    return np.sqrt(sum_over(squares, over, wide, None, keep_dims)).astype(x.dtype)


# gradients -----


def _sum_gradient(op: Application, grad: Tensor) -> Gradients:
    return [spread(with_kept_axes(op, grad), op.inputs[0]), None]


def _mean_gradient(op: Application, grad: Tensor) -> Gradients:
    share = apply("RealDiv", (grad, reduced_count(op, grad.dtype)))
    return [spread(with_kept_axes(op, share), op.inputs[0]), None]


def _extreme_gradient(op: Application, grad: Tensor) -> Gradients:
    """Shared evenly by all elements that equal the extreme."""
    x, axes = op.inputs
    chosen = apply("Cast", (apply("Equal", (x, with_kept_axes(op, op.outputs[0]))),), {"DstT": grad.dtype})
    count = apply("Sum", (chosen, axes), {"keep_dims": op.attrs["keep_dims"]})
    share = with_kept_axes(op, apply("RealDiv", (grad, count)))
    return [apply("Mul", (chosen, share)), None]


def _product_gradient(op: Application, grad: Tensor) -> Gradients:
    """The gradient times the product of all other elements, which needs no division by a zero."""
    x, axes = op.inputs[0], known_axes(op)
    spread_grad = spread(with_kept_axes(op, grad), x)
    if axes is not None and len(axes) == 1:
        others = _product_of_others(x, axes[0])
    elif axes is not None and len(axes) == x._type.rank:
        others = _reshaped_like(_product_of_others(apply("Reshape", (x, [-1])), 0), x)
    elif axes is not None:
        others = _product_of_others_over(x, axes)
    else:
        others = _product_by_quotients(op)
    return [apply("Mul", (spread_grad, conjugate(others))), None]


def _product_of_others(x: Tensor, axis: int) -> Tensor:
    before = apply("Cumprod", (x, axis), {"exclusive": True})
    after = apply("Cumprod", (x, axis), {"exclusive": True, "reverse": True})
    return apply("Mul", (before, after))


def _reshaped_like(value: Tensor, x: Tensor) -> Tensor:
    return apply("Reshape", (value, apply("Shape", (x,))))


def _product_of_others_over(x: Tensor, axes: tuple[int, ...]) -> Tensor:
    """As `_product_of_others`, over several axes: they become one axis at the front."""
    order = axes + tuple(i for i in range(x.ndim) if i not in axes)
    front = apply("Transpose", (x, index_vector(order)))
    shape = apply("Shape", (front,))
    sides = [apply("Prod", (part, 0)) for part in (shape[: len(axes)], shape[len(axes) :])]
    others = _product_of_others(apply("Reshape", (front, apply("Pack", (sides,)))), 0)
    back = tuple(order.index(i) for i in range(len(order)))
    return apply("Transpose", (_reshaped_like(others, front), index_vector(back)))


def _product_by_quotients(op: Application) -> Tensor:
    """The same for axes known only at run time: the product of the nonzero elements, divided by each of them."""
    x, axes = op.inputs
    is_zero = apply("Equal", (x, apply("ZerosLike", (x,))))
    safe = apply("SelectV2", (is_zero, apply("OnesLike", (x,)), x))
    count = apply("Sum", (apply("Cast", (is_zero,), {"DstT": int32}), axes), {"keep_dims": True})
    product = apply("Prod", (safe, axes), {"keep_dims": True})
    # with a single zero, only at its index are the other elements free of zeros
    elsewhere = apply("Equal", (count, apply("Cast", (is_zero,), {"DstT": int32})))
    return apply("SelectV2", (elsewhere, apply("RealDiv", (product, safe)), apply("ZerosLike", (x,))))


def _euclidean_norm_gradient(op: Application, grad: Tensor) -> Gradients:
    if grad.dtype.is_complex:
        # the norm is real, whatever its dtype
        grad = apply("Cast", (apply("Real", (grad,), {"Tout": grad.dtype.real_dtype}),), {"DstT": grad.dtype})
    scaled = apply("RealDiv", (grad, op.outputs[0]))
    return [apply("Mul", (op.inputs[0], with_kept_axes(op, scaled))), None]


def _native_euclidean_norm(b: Builder, op: Operation, x: Value, axes: Value) -> list[Value]:
    if not x.dtype.is_floating:
        raise Unsupported("the norm of integers, which is rounded")
    narrow = x.dtype.size == 2
    wide = b("Cast", x, DstT=float32) if narrow else x
    root = b("Sqrt", b("Sum", b("Square", wide), axes, keep_dims=op.attrs["keep_dims"]))
    return [b("Cast", root, DstT=x.dtype) if narrow else root]


# records -----


def _reduction(
    name: str, types: str, kernel: Kernel, gradient: Gradient, native: Lowering, partial: Partial | None = None
) -> OpRecord:
    return op(
        name,
        "input: T, reduction_indices: Tidx -> output: T",
        f"keep_dims: bool = false; T: {types}; Tidx: index = int32",
        shape=reduced_rule,
        kernel=kernel,
        gradient=gradient,
        native=native,
        partial=partial,
    )


def _bool_reduction(name: str, kernel: Kernel, native: Reduce, partial: Partial) -> OpRecord:
    return op(
        name,
        "input: bool, reduction_indices: Tidx -> output: bool",
        "keep_dims: bool = false; Tidx: index = int32",
        shape=reduced_rule,
        kernel=kernel,
        no_gradient=True,
        native=native,
        partial=partial,
    )


SUM = _reduction(
    "Sum", "quantized_number", _accumulated(sum_over), _sum_gradient, Reduce("sum"), by_reduction(sizes.add, 0)
)
MEAN = _reduction("Mean", "quantized_number", _mean, _mean_gradient, Reduce("mean"))
PROD = _reduction(
    "Prod",
    "quantized_number",
    _accumulated(product_over),
    _product_gradient,
    Reduce("prod"),
    by_reduction(sizes.multiply, 1),
)
MAX = _reduction(
    "Max", _ORDERED, _extreme(largest_over, _lowest), _extreme_gradient, Reduce("max"), by_reduction(maximum)
)
MIN = _reduction(
    "Min", _ORDERED, _extreme(smallest_over, _highest), _extreme_gradient, Reduce("min"), by_reduction(minimum)
)
ANY = _bool_reduction("Any", _logic(any_over), Reduce("any"), by_reduction(logical_or, 0))
ALL = _bool_reduction("All", _logic(all_over), Reduce("all"), by_reduction(logical_and, 1))
EUCLIDEAN_NORM = _reduction(
    "EuclideanNorm", "quantized_number", _euclidean_norm, _euclidean_norm_gradient, Decompose(_native_euclidean_norm)
)

# public functions -----


def _reduce(record: OpRecord, x: TensorLike, axis: TensorLike | None, keepdims: bool, name: str | None) -> Tensor:
    if not isinstance(x, Tensor):
        if isinstance(x, AnyRagged):
            from graphwright.ops.ragged.reduce import reduce_ragged

            return reduce_ragged(record.name, x, axis, bool(keepdims))  # type: ignore[no-any-return, arg-type]
        x = convert_to_tensor(x, dtype=bool_dtype if record.inputs[0].dtype is not None else None, name="input_tensor")
    result: Tensor = apply(record, (x, axis_input(x, axis)), {"keep_dims": bool(keepdims)}, name)
    return as_whole(result, axis, keepdims)


def reduce_sum(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The sum over axes.

    `axis` is None (every axis), an axis or a list of axes, negative ones counted from the end; they disappear
    unless `keepdims`. The dtype stays, integers wrap. Raises InvalidArgumentError (also a ValueError) for an axis
    that does not exist.

    >>> tf.reduce_sum([[1, 2], [3, 4]], axis=0).numpy()
    array([4, 6], dtype=int32)
    """
    return _reduce(SUM, input_tensor, axis, keepdims, name)


def reduce_mean(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The mean over axes (see `reduce_sum`); of integers it is truncated, of nothing NaN.

    >>> tf.reduce_mean([[1., 2.], [3., 4.]], axis=1).numpy()
    array([1.5, 3.5], dtype=float32)
    """
    return _reduce(MEAN, input_tensor, axis, keepdims, name)


def reduce_prod(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The product over axes (see `reduce_sum`).

    >>> tf.reduce_prod([[1, 2], [3, 4]], axis=0).numpy()
    array([3, 8], dtype=int32)
    """
    return _reduce(PROD, input_tensor, axis, keepdims, name)


def reduce_max(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The largest element over axes (see `reduce_sum`), NaN where one is NaN; of nothing the smallest number.

    >>> tf.reduce_max([[1, 2], [3, 4]], axis=0).numpy()
    array([3, 4], dtype=int32)
    """
    return _reduce(MAX, input_tensor, axis, keepdims, name)


def reduce_min(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The smallest element over axes (see `reduce_sum`), NaN where one is NaN; of nothing the largest number.

    >>> tf.reduce_min([[1, 2], [3, 4]], axis=0).numpy()
    array([1, 2], dtype=int32)
    """
    return _reduce(MIN, input_tensor, axis, keepdims, name)


def reduce_any(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """Whether at least one holds, over axes (see `reduce_sum`).

    >>> tf.reduce_any([[True, False], [False, False]], axis=1).numpy()
    array([ True, False])
    """
    return _reduce(ANY, input_tensor, axis, keepdims, name)


def reduce_all(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """Whether all hold, over axes (see `reduce_sum`).

    >>> tf.reduce_all([[True, False], [True, True]], axis=1).numpy()
    array([False,  True])
    """
    return _reduce(ALL, input_tensor, axis, keepdims, name)


def reduce_euclidean_norm(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The square root of the sum of squares over axes (see `reduce_sum`).

    >>> tf.math.reduce_euclidean_norm([[3., 4.], [5., 12.]], axis=1).numpy()
    array([ 5., 13.], dtype=float32)
    """
    return _reduce(EUCLIDEAN_NORM, input_tensor, axis, keepdims, name)
