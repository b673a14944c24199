"""Choosing by a condition: where, select, and the distinct elements of a vector."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, from_numpy, int32
from graphwright.base.dtypes import bool as bool_type
from graphwright.core.eager_jit import text_routine
from graphwright.core.prelude import Array, Tensor, apply, apply_multi, errors, state, to_tensor
from graphwright.core.typing import Application, DTypeLike, Gradients, TensorLike
from graphwright.ir.lowering import Builder, Decompose, Elementwise, Routed
from graphwright.ir.prelude import Dim, Dims, Operation, ShapeContext, Symbol, Unsupported, Value, describe_dims, op
from graphwright.ops.array._dims import merge_dims
from graphwright.ops.math._broadcast import broadcast_dims, unbroadcast
from graphwright.ops.math._known_elements import by_elements, selected

# Where ------------------------------------------------------------------------------------------------------


def _where_shape(ctx: ShapeContext) -> Dims:
    if ctx.rank(0) == 0:
        raise ctx.fail("WhereOp : Unhandled input dimensions: 0")
    rank = ctx.rank(0)
    return (Symbol(), Symbol() if rank is None else rank)


def _where_kernel(input: Array) -> Array:
    if not input.ndim:
        raise errors.InvalidArgumentError("WhereOp : Unhandled input dimensions: 0")
    return np.argwhere(input).astype(np.int64)


WHERE = op(
    "Where",
    "input: T -> index: int64",
    "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, "
    "uint16, complex128, half, uint32, uint64, bool} = bool",
    shape=_where_shape,
    kernel=_where_kernel,
    no_gradient=True,
    native=Routed("where"),
)


# SelectV2, Select -------------------------------------------------------------------------------------------


def _select_v2_shape(ctx: ShapeContext) -> Dims:
    condition, then, other = (ctx.dims(i) for i in range(3))
    try:
        return broadcast_dims(ctx, condition, broadcast_dims(ctx, then, other))
    except errors.ShapeMismatchError:
        if state.graph is not None:
            raise
        raise errors.ShapeMismatchError(_not_broadcastable(condition, then, other)) from None


def _not_broadcastable(condition: Dims, then: Dims, other: Dims) -> str:
    shapes = f"condition {describe_dims(condition)}, then {describe_dims(then)}, and else {describe_dims(other)}"
    return f"{shapes} must be broadcastable"


def _select_v2_kernel(condition: Array, t: Array, e: Array) -> Array:
    try:
        return np.where(condition, t, e)
    except ValueError:
        raise errors.InvalidArgumentError(_not_broadcastable(condition.shape, t.shape, e.shape)) from None


def _select_v2_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.array.constants import constant

    condition, then, other = op.inputs
    zero = constant(0, grad.dtype)
    out = op.outputs[0]
    return [
        None,
        unbroadcast(then, out, apply(SELECT_V2, (condition, grad, zero)), None)[0],
        unbroadcast(other, out, apply(SELECT_V2, (condition, zero, grad)), None)[0],
    ]


SELECT_V2 = op(
    "SelectV2",
    "condition: bool, t: T, e: T -> output: T",
    "T: type",
    shape=_select_v2_shape,
    kernel=_select_v2_kernel,
    gradient=_select_v2_gradient,
    partial=by_elements(selected),
    native=Elementwise(lambda e, condition, x, y: e.select(condition, x, y)),
)


def _select_shape(ctx: ShapeContext) -> Dims:
    condition, then, other = (ctx.dims(i) for i in range(3))
    text = f"'then' and 'else' must have the same size.  but received: {describe_dims(then)} vs. {describe_dims(other)}"
    dims = merge_dims(ctx, then, other, text)
    if dims is None or condition in (None, ()):
        return dims
    if len(condition or ()) == 1 and len(dims) != 1:
        size = condition[0] if condition else None
        if not dims or (isinstance(size, int) and isinstance(dims[0], int) and size != dims[0]):
            saw = dims[0] if dims else "a scalar"
            raise ctx.fail(f"Number of batches of 'then' must match size of 'cond', but saw: {saw} vs. {size}")
        return dims
    return merge_dims(ctx, dims, condition, "'condition' must be a scalar, a vector or of the shape of 'then'")


def _select_kernel(condition: Array, t: Array, e: Array) -> Array:
    if t.shape != e.shape:
        raise errors.InvalidArgumentError(
            f"'then' and 'else' must have the same size.  but received: {describe_dims(t.shape)} vs. "
            f"{describe_dims(e.shape)}"
        )
    if condition.ndim == 1 and t.shape[:1] != condition.shape:
        saw = t.shape[0] if t.ndim else "a scalar"
        raise errors.InvalidArgumentError(
            f"Number of batches of 'then' must match size of 'cond', but saw: {saw} vs. {condition.size}"
        )
    if condition.ndim == 1 and t.ndim > 1:
        condition = condition.reshape(condition.shape + (1,) * (t.ndim - 1))
    return np.where(condition, t, e)


def _select_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.array.constants import zeros_like

    condition, zeros = op.inputs[0], zeros_like(grad)
    return [None, apply(SELECT, (condition, grad, zeros)), apply(SELECT, (condition, zeros, grad))]


def _as_select_v2(b: Builder, op: Operation, condition: Value, t: Value, e: Value) -> list[Value]:
    if t.type.dims is None or e.type.dims is None or condition.type.rank not in (0, 1, t.type.rank):
        raise Unsupported("values that may differ in shape")
    for _ in range((t.type.rank or 0) - 1 if condition.type.rank == 1 else 0):
        condition = b("ExpandDims", condition, b.const(np.array(-1, np.int32)))
    return [b("SelectV2", condition, t, e)]


def _select_sizes(op: Operation) -> list[tuple[Dim, Dim]]:
    condition, then, other = (v.type.dims or () for v in op.inputs)
    return [*zip(then, other, strict=False), *zip(then, condition, strict=False)]


SELECT = op(
    "Select",
    "condition: bool, t: T, e: T -> output: T",
    "T: type",
    shape=_select_shape,
    kernel=_select_kernel,
    gradient=_select_gradient,
    partial=by_elements(selected),
    native=Decompose(_as_select_v2, exact=_select_sizes),
)


def where(
    condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """The elements of `x` where `condition` is True and of `y` elsewhere, all three broadcast together.

    Without `x` and `y`: the coordinates of what is True (or not 0), one row of int64 each. Raises ValueError when
    only one of them is passed, InvalidArgumentError (ValueError in a graph) for shapes that do not broadcast.

    >>> tf.where([True, False], [1, 2], 0)
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 0], dtype=int32)>
    >>> tf.where([0, 3, 4]).numpy().tolist()
    [[1], [2]]
    """
    if x is None and y is None:
        return apply(
            WHERE,
            (condition if isinstance(condition, Tensor) else to_tensor(condition, None, "condition", bool_type),),
            name=name,
        )
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return apply(SELECT_V2, (condition, x, y), name=name)


# Unique -----------------------------------------------------------------------------------------------------


def _distinct(x: Array, counted: bool) -> tuple[Array, Array, Array]:
    """Distinct elements in order of first appearance, the index of each input element among them, and their counts."""
    if x.ndim != 1:
        raise errors.InvalidArgumentError("unique expects a 1D vector.")
    routine = text_routine("unique", x.size) if x.dtype == object else None
    found = None if routine is None else routine(x)
    if found is not None:
        numbers, first = found
        return x[first], numbers, np.bincount(numbers, minlength=len(first))
    # NaN equals nothing, so each one is distinct; NumPy sorts only its own dtypes with NaN last
    foreign = x.dtype.kind == "V" and from_numpy(x.dtype).is_floating
    _, first, inverse, counts = np.unique(
        x.astype(np.float32) if foreign else x,
        return_index=True,
        return_inverse=True,
        return_counts=True,
        equal_nan=False,
    )
    order = np.argsort(first, kind="stable")
    position = np.empty_like(order)
    position[order] = np.arange(order.size)
    return x[first[order]], position[inverse.reshape(-1)], counts[order]


def _unique_shape(ctx: ShapeContext) -> list[Dims]:
    if ctx.rank(0) not in (None, 1):
        raise ctx.fail("unique expects a 1D vector.")
    dims = ctx.dims(0)
    count = Symbol()
    result: list[Dims] = [(count,), (Symbol(),) if dims is None else dims, (count,)]
    return result[: len(ctx.record.outputs)]


def _unique_kernel(x: Array, out_idx: DType) -> list[Array]:
    values, positions, _ = _distinct(x, False)
    return [values, positions.astype(out_idx.numpy)]


def _unique_counts_kernel(x: Array, out_idx: DType) -> list[Array]:
    values, positions, counts = _distinct(x, True)
    return [values, positions.astype(out_idx.numpy), counts.astype(out_idx.numpy)]


UNIQUE = op(
    "Unique",
    "x: T -> y: T, idx: out_idx",
    "T: type; out_idx: index = int32",
    shape=_unique_shape,
    kernel=_unique_kernel,
    native=Routed("unique"),
)

UNIQUE_WITH_COUNTS = op(
    "UniqueWithCounts",
    "x: T -> y: T, idx: out_idx, count: out_idx",
    "T: type; out_idx: index = int32",
    shape=_unique_shape,
    kernel=_unique_counts_kernel,
    native=Routed("unique"),
)


def _distinct_rows(x: Array, axis: Array) -> tuple[Array, Array, Array]:
    """As `_distinct`, for the slices along an axis; without an axis, for the elements of a vector."""
    if axis.size > 1 or axis.ndim > 1:
        raise errors.InvalidArgumentError(f"axis does not support input dtype or shape: {axis.tolist()}")
    if not axis.size:
        return _distinct(x, True)
    at = int(axis.reshape(()))
    if not -x.ndim <= at < x.ndim:
        raise errors.InvalidArgumentError(f"axis has to be between [0, {x.ndim})")
    seen: dict[Any, int] = {}
    rows = np.moveaxis(x, at, 0)
    flat = rows.reshape(len(rows), int(np.prod(rows.shape[1:]))).tolist()
    positions = np.array([seen.setdefault(tuple(row), len(seen)) for row in flat], np.intp).reshape(len(rows))
    first = np.zeros(len(seen), np.intp)
    first[positions[::-1]] = np.arange(len(rows))[::-1]
    return np.take(x, first, at), positions, np.bincount(positions, minlength=len(seen))


def _unique_rows_shape(ctx: ShapeContext) -> list[Dims]:
    dims, axis = ctx.dims(0), ctx.value(1)
    count = Symbol()
    if dims is None or axis is None or axis.size > 1:
        result: list[Dims] = [None if dims is None else tuple(Symbol() for _ in dims), (Symbol(),), (Symbol(),)]
        return result[: len(ctx.record.outputs)]
    if not axis.size:
        if len(dims) != 1:
            raise ctx.fail("unique expects a 1D vector.")
        at = 0
    else:
        at = int(axis.reshape(()))
        if not -len(dims) <= at < len(dims):
            raise ctx.fail(f"axis has to be between [0, {len(dims)})")
        at %= len(dims)
    result = [(*dims[:at], count, *dims[at + 1 :]), (dims[at],), (count,)]
    return result[: len(ctx.record.outputs)]


def _unique_rows_kernel(x: Array, axis: Array, out_idx: DType) -> list[Array]:
    values, positions, _ = _distinct_rows(x, axis)
    return [values, positions.astype(out_idx.numpy)]


def _unique_rows_counts_kernel(x: Array, axis: Array, out_idx: DType) -> list[Array]:
    values, positions, counts = _distinct_rows(x, axis)
    return [values, positions.astype(out_idx.numpy), counts.astype(out_idx.numpy)]


UNIQUE_ROWS = op(
    "UniqueV2",
    "x: T, axis: Taxis -> y: T, idx: out_idx",
    "T: type; Taxis: index = int64; out_idx: index = int32",
    shape=_unique_rows_shape,
    kernel=_unique_rows_kernel,
    native=Routed("unique"),
)

UNIQUE_ROWS_WITH_COUNTS = op(
    "UniqueWithCountsV2",
    "x: T, axis: Taxis -> y: T, idx: out_idx, count: out_idx",
    "T: type; Taxis: index = int64; out_idx: index = int32",
    shape=_unique_rows_shape,
    kernel=_unique_rows_counts_kernel,
    native=Routed("unique"),
)


def _list_difference_kernel(x: Array, y: Array, out_idx: DType) -> list[Array]:
    for name, vector in (("x", x), ("y", y)):
        if vector.ndim != 1:
            raise errors.InvalidArgumentError(f"{name} should be a 1D vector.")
    kept = np.flatnonzero(~np.isin(x, y))
    return [x[kept], kept.astype(out_idx.numpy)]


def _list_difference_dims(ctx: ShapeContext) -> list[Dims]:
    for i, name in enumerate("xy"):
        dims = ctx.dims(i)
        if dims is not None and len(dims) != 1:
            raise ctx.fail(f"{name} should be a 1D vector.")
    count = Symbol()
    return [(count,), (count,)]


LIST_DIFFERENCE = op(
    "ListDiff",
    "x: T, y: T -> out: T, idx: out_idx",
    "T: type; out_idx: index = int32",
    shape=_list_difference_dims,
    kernel=_list_difference_kernel,
)


class ListDifference(NamedTuple):
    """What `tf.compat.v1.setdiff1d` returns: the elements that are left, and where they are in x."""

    out: Tensor
    idx: Tensor


def setdiff1d(x: TensorLike, y: TensorLike, index_dtype: DTypeLike = int32, name: str | None = None) -> ListDifference:
    """The elements of a vector that are not in another, in their order, and where they are.

    >>> out, idx = tf.compat.v1.setdiff1d([3, 1, 4, 1, 5], [1, 4])
    >>> out.numpy().tolist(), idx.numpy().tolist()
    ([3, 5], [0, 4])
    """
    return ListDifference(*apply_multi(LIST_DIFFERENCE, (x, y), {"out_idx": as_dtype(index_dtype)}, name))


class Unique(NamedTuple):
    """What `tf.unique` returns: the distinct elements, and for each element of x its index among them."""

    y: Tensor
    idx: Tensor


class UniqueWithCounts(NamedTuple):
    """What `tf.unique_with_counts` returns: as `Unique`, and how often each distinct element occurs."""

    y: Tensor
    idx: Tensor
    count: Any


def unique(x: TensorLike, out_idx: DTypeLike = int32, name: str | None = None) -> Unique:
    """The distinct elements of a vector in order of appearance, and for each element its index among them.

    >>> y, idx = tf.unique([3, 1, 3])
    >>> y.numpy().tolist(), idx.numpy().tolist()
    ([3, 1], [0, 1, 0])
    """
    return Unique(*apply_multi(UNIQUE, (x,), {"out_idx": as_dtype(out_idx)}, name))


def unique_with_counts(x: TensorLike, out_idx: DTypeLike = int32, name: str | None = None) -> UniqueWithCounts:
    """The distinct elements of a vector, for each element its index among them, and how often each occurs.

    >>> tf.unique_with_counts([3, 1, 3]).count.numpy().tolist()
    [2, 1]
    """
    return UniqueWithCounts(*apply_multi(UNIQUE_WITH_COUNTS, (x,), {"out_idx": as_dtype(out_idx)}, name))
