"""Sorting, the largest elements, and positions in sorted rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, int32
from graphwright.base.dtypes import bool as bool_
from graphwright.core.prelude import (
    Array,
    EagerTensor,
    Tensor,
    apply,
    apply_multi,
    errors,
    name_scope,
    only_computes,
    to_tensor,
)
from graphwright.core.typing import Application, AxisLike, DTypeLike, Gradients, TensorLike
from graphwright.ir.emit import Emitter, Operand, Unsupported
from graphwright.ir.graph import Operation, Value
from graphwright.ir.prelude import (
    Builder,
    Callee,
    CustomCall,
    Decompose,
    Dim,
    Dims,
    Generate,
    Loader,
    ShapeContext,
    Symbol,
    library_kind,
    op,
)
from graphwright.ops.array.rearrange import transpose
from graphwright.ops.array.shapes import rank as rank_of
from graphwright.ops.array.shapes import reshape, shape

_INDEX = "{int16, int32, int64}"
_MAX_PASSES = 16  # over a row, each for one of its largest elements, before sorting the row is quicker
_FEW = 1 << 10  # elements that are sorted before they are searched once

# the largest elements ---------------------------------------------------------------------------------------


def _top_k_rule(ctx: ShapeContext) -> list[Dims]:
    dims = ctx.dims(0)
    if ctx.rank(1) not in (0, None):
        raise ctx.fail(f"Shape must be rank 0 but is rank {ctx.rank(1)}")
    if dims is None:
        return [None, None]
    if not dims:
        raise ctx.fail("input must be >= 1-D, got shape []")
    known = ctx.dims_value(1)
    k = Symbol() if known is None else known[0]
    if isinstance(k, int):
        if k < 0:
            raise ctx.fail(f"Need k >= 0, got {k}")
        if isinstance(dims[-1], int) and dims[-1] < k:
            raise ctx.fail(f"input must have at least k columns. Had {dims[-1]}, needed {k}")
    result = (*dims[:-1], k)
    return [result, result]


def _descending(x: Array) -> Array:
    """The positions of the elements of each row from the largest down, equal ones in their order; NaN is largest."""
    if x.dtype.kind == "V" or x.dtype.name == "bfloat16":
        x = x.astype(np.float32)
    rising = np.argsort(x[..., ::-1], axis=-1, kind="stable")
    positions: Array = x.shape[-1] - 1 - rising[..., ::-1]
    return positions


def _first_few(x: Array, k: int) -> Array | None:
    """The first `k` of `_descending`, by searching rows; None where sorting is quicker, or the least value counts."""
    if x.size < _FEW or not 0 < k <= min(_MAX_PASSES, x.shape[-1]):
        return None
    if x.dtype.name not in ("float32", "float64", "int32", "int64"):
        return None
    rest = x.copy()
    least = -np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    found = []
    for _ in range(k):
        found.append(rest.argmax(-1, keepdims=True))
        if (np.take_along_axis(rest, found[-1], -1) == least).any():
            return None
        np.put_along_axis(rest, found[-1], least, -1)
    return np.concatenate(found, -1)


def _top_k(input: Array, k: Array, sorted: bool, index_type: DType) -> list[Array]:
    if not input.ndim:
        raise errors.InvalidArgumentError("input must be >= 1-D, got shape []")
    if int(k) < 0:
        raise errors.InvalidArgumentError(f"Need k >= 0, got {int(k)}")
    if input.shape[-1] < int(k):
        raise errors.InvalidArgumentError(f"input must have at least k columns. Had {input.shape[-1]}, needed {int(k)}")
    positions = _first_few(input, int(k))
    if positions is None:
        positions = _descending(input)[..., : int(k)]
    return [np.take_along_axis(input, positions, -1), positions.astype(index_type.numpy)]


def _top_k_gradient(op: Application, grad: Tensor, _: Tensor | None = None) -> Gradients:
    """Each gradient is scattered to the position of its value."""
    if grad is None:
        return [None, None]
    x, positions = op.inputs[0], apply("Cast", (op.outputs[1],), {"DstT": int32})
    size = shape(x)
    columns, count = size[-1], shape(positions)[-1]
    rows = apply("Prod", (size[:-1], np.int32(0)), {"keep_dims": False})
    starts = reshape(apply("Range", (np.int32(0), rows, np.int32(1))) * columns, [-1, 1])
    indices = reshape(reshape(positions, apply("Pack", ([rows, count],))) + starts, [-1, 1])
    flat = apply("ScatterNd", (indices, reshape(grad, [-1]), reshape(rows * columns, [1])))
    return [reshape(flat, size), None]


def _library_top_k(op: Operation) -> Callee | None:
    """A row at a time. How many there are must be known, or be all."""
    x, (values, positions) = op.inputs[0].type, op.outputs
    if not x.dims or not values.type.dims or x.dtype.numpy.kind == "b":
        return None
    columns, count, dtype = x.dims[-1], values.type.dims[-1], x.dtype
    numbers = columns, count, library_kind(dtype), dtype.size, positions.type.dtype.size
    return Callee("sort", "gw_top_k", (1,), (1, 1), numbers, (columns, 16))


TOP_K = op(
    "TopKV2",
    "input: T, k: Tk -> values: T, indices: index_type",
    f"sorted: bool = true; T: real; Tk: {_INDEX} = int32; index_type: {_INDEX} = int32",
    shape=_top_k_rule,
    kernel=_top_k,
    gradient=_top_k_gradient,
    native=CustomCall(_library_top_k, "input must have at least k columns."),
)


class TopKV2(NamedTuple):
    """What `tf.math.top_k` gives."""

    values: Tensor
    indices: Tensor


def top_k(
    input: TensorLike, k: TensorLike = 1, sorted: bool = True, index_type: DTypeLike = int32, name: str | None = None
) -> TopKV2:
    """The `k` largest elements of each row, the last axis, from the largest down, and their positions.

    Of equal elements the first come first; NaN counts as the largest. A named tuple `(values, indices)`, both of the
    shape of the input with `k` as the last dimension; `indices` of `index_type`.

    Raises InvalidArgumentError (ValueError in a graph) for a scalar, a negative `k` and one larger than the rows.

    >>> values, indices = tf.math.top_k([1, 4, 3, 4], k=3)
    >>> values.numpy(), indices.numpy()
    (array([4, 4, 3], dtype=int32), array([1, 3, 2], dtype=int32))
    """
    attrs = {"sorted": sorted, "index_type": as_dtype(index_type)}
    return TopKV2(*apply_multi(TOP_K, (input, k), attrs, name))


# sorting ----------------------------------------------------------------------------------------------------


def sort(values: TensorLike, axis: AxisLike = -1, direction: str = "ASCENDING", name: str | None = None) -> Tensor:
    """The elements sorted along an axis, of numbers; `direction` is `ASCENDING` or `DESCENDING`.

    Raises ValueError for another direction, InvalidArgumentError (ValueError in a graph) for an axis that is not there.

    >>> tf.sort([3, 1, 2], direction="DESCENDING").numpy()
    array([3, 2, 1], dtype=int32)
    """
    with name_scope(name or "sort"):
        result: Tensor = _sorted(values, axis, direction, 0)
    return result


def argsort(
    values: TensorLike, axis: AxisLike = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None
) -> Tensor:
    """The positions of the elements in sorted order along an axis, int32; equal elements stay in their order.

    Raises what `tf.sort` does. `stable` asks for what is always so.

    >>> tf.argsort([3, 1, 2]).numpy()
    array([1, 2, 0], dtype=int32)
    """
    del stable
    with name_scope(name or "argsort"):
        result: Tensor = _sorted(values, axis, direction, 1)
    return result


def _sorted(values: Any, axis: AxisLike, direction: str, which: int) -> Tensor:
    """Output `which` of TopKV2 over the whole axis; negated values reverse the order."""
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(
            f"Argument `direction` should be one of ASCENDING, DESCENDING. Received: direction={direction}"
        )
    x = to_tensor(values, None, "values")
    at = _axis(x, axis)
    rising = direction == "ASCENDING"
    if which == 0 and only_computes(x):
        found = _sorted_array(x._array, at, rising)
        if found is not None:
            return EagerTensor(found, x._type)
    last = x.shape.rank is not None and at in (-1, x.shape.rank - 1)
    swap = None if last else _swap(x, at)
    ordered = _order_reversed(x) if rising else x
    ordered = ordered if swap is None else transpose(ordered, swap)
    size = shape(ordered)[-1]
    result = apply_multi(TOP_K, (ordered, size), {"sorted": True})[which]
    result = result if swap is None else transpose(result, swap)
    return _order_reversed(result) if rising and which == 0 else result


def _sorted_array(x: Array, axis: int, rising: bool) -> Array | None:
    """What NumPy sorts, without positions; None for other dtypes, and for NaNs and zeros with a sign."""
    if not x.size or x.dtype.name not in ("float32", "float64", "int32", "int64"):
        return None
    found = np.sort(x, axis)
    if x.dtype.kind == "f":
        negative_zero = np.array(-0.0, x.dtype).view(f"i{x.itemsize}")
        if np.isnan(found.take(-1, axis)).any() or (found.view(negative_zero.dtype) == negative_zero).any():
            return None
    return found if rising else np.flip(found, axis)


def _axis(x: Tensor, axis: Any) -> int:
    if axis is None or np.ndim(axis):
        raise ValueError(f"Argument `axis` must be a constant scalar. Received: axis={axis}.")
    at = int(axis)
    rank = x.shape.rank
    if rank is not None and not -rank <= at < rank:
        raise errors.ShapeMismatchError(f"axis {at} is out of range for values of shape {x.shape}.")
    return at


def _swap(x: Tensor, axis: int) -> Array | Tensor:
    """The permutation that swaps this axis and the last."""
    rank = x.shape.rank
    if rank is None:
        count = rank_of(x)
        order = apply("Range", (np.int32(0), count, np.int32(1)))
        at, last = (axis if axis >= 0 else count + axis), count - 1
        picked = apply("SelectV2", (apply("Equal", (order, at)), last, order))
        return apply("SelectV2", (apply("Equal", (order, last)), at, picked))
    axes = list(range(rank))
    axes[axis], axes[-1] = axes[-1], axes[axis]
    return np.array(axes, np.int32)


def _order_reversed(x: Tensor) -> Tensor:
    """Values of the opposite order and the same dtype; applying it twice restores them."""
    if x.dtype.is_unsigned:
        return apply("Sub", (to_tensor(np.array(np.iinfo(x.dtype.numpy).max, x.dtype.numpy)), x))
    if x.dtype.is_integer:
        return apply("Sub", (to_tensor(np.array(-1, x.dtype.numpy)), x))  # -1 - x, which never overflows
    return apply("Neg", (x,))


# positions in sorted rows -----------------------------------------------------------------------------------


def _bound_rule(ctx: ShapeContext) -> Dims:
    rows, values = ctx.dims(0), ctx.dims(1)
    for dims, name in ((rows, "sorted_inputs"), (values, "values")):
        if dims is not None and len(dims) != 2:
            raise ctx.fail(f"Shape must be rank 2 but is rank {len(dims)} for `{name}` argument")
    first, second = (None if d is None else d[0] for d in (rows, values))
    if isinstance(first, int) and isinstance(second, int) and first != second:
        raise ctx.fail("Leading dim_size of both tensors must match.")
    return values


def _bound(side: Literal["left", "right"]) -> Callable[..., Array]:
    def kernel(sorted_inputs: Array, values: Array, out_type: DType) -> Array:
        if len(sorted_inputs) != len(values):
            raise errors.InvalidArgumentError("Leading dim_size of both tensors must match.")
        result = np.empty(values.shape, out_type.numpy)
        for i, (row, value) in enumerate(zip(sorted_inputs, values, strict=True)):
            result[i] = np.searchsorted(row, value, side)
        if side == "left" and values.dtype.kind not in "iubOSU":
            result[np.isnan(values)] = 0  # no element is less than NaN
        return result

    return kernel


def _bound_native(passed: Callable[..., Operand]) -> Generate:
    """A rule from `passed(e, element, value)`, whether the value stands behind an element of the row.

    Each iteration looks half as far ahead as the one before, beginning with the largest power of two.
    """

    def emit(e: Emitter, load: Loader, index: Sequence[Operand], out_type: DType) -> Operand:
        row, value = index[0], load(1, index)
        size, one = load.size(0, 1), e.const(1, "int64")
        # the exponent of a double is the position of its highest bit
        exponent = e.right_shift(e.bitcast(e.convert(size, "float64"), "int64"), e.const(52, "int64"))
        iterations = e.sub(exponent, e.const(1022, "int64"))

        def halve(iteration: Operand, found: Operand) -> list[Operand]:
            ahead = e.left_shift(one, e.sub(e.sub(iterations, one), iteration))
            candidate = e.add(found, ahead)
            inside = e.compare("le", candidate, size)
            element = load(0, [row, e.sub(e.min(candidate, size), one)])
            return [e.select(e.logical_and(inside, passed(e, element, value)), candidate, found)]

        (found,) = load.repeat(iterations, halve, e.const(0, "int64"))
        return e.convert(found, out_type)

    return Generate(emit, exact=_row_counts)


def _row_counts(op: Operation) -> list[tuple[Dim, ...]]:
    """There are as many rows of values as sorted ones."""
    dims = [v.type.dims for v in op.inputs]
    return [] if None in dims else [tuple(one[0] for one in dims if one)]


def _less(e: Emitter, a: Operand, b: Operand) -> Operand:
    """NumPy's order: NaN comes last."""
    less = e.compare("lt", a, b)
    return e.logical_or(less, e.logical_and(e.isnan(b), e.logical_not(e.isnan(a)))) if a.is_float else less


_BOUND = ("sorted_inputs: T, values: T -> output: out_type", "T: type; out_type: index = int32")
LOWER_BOUND = op(
    "LowerBound", *_BOUND, shape=_bound_rule, kernel=_bound("left"), no_gradient=True,
    native=_bound_native(lambda e, element, value: e.compare("lt", element, value)),
)  # fmt: skip
UPPER_BOUND = op(
    "UpperBound", *_BOUND, shape=_bound_rule, kernel=_bound("right"), no_gradient=True,
    native=_bound_native(lambda e, element, value: e.logical_not(_less(e, value, element))),
)  # fmt: skip


def searchsorted(
    sorted_sequence: TensorLike,
    values: TensorLike,
    side: str = "left",
    out_type: DTypeLike = int32,
    name: str | None = None,
) -> Tensor:
    """For each value, where it would stand in a sorted row, the last axis: before equal elements, or behind them.

    All axes but the last must agree. The result has the shape of `values` and the dtype `out_type`, int32 or int64.

    Raises ValueError for a `side` that is neither `left` nor `right`, InvalidArgumentError (ValueError in a graph) for
    shapes that do not fit.

    >>> tf.searchsorted([1, 3, 3, 5], [0, 3, 9]).numpy(), tf.searchsorted([1, 3, 3, 5], [3], side="right").numpy()
    (array([0, 1, 4], dtype=int32), array([3], dtype=int32))
    """
    if side not in ("left", "right"):
        raise ValueError(f"Argument `side` must be either 'right' or 'left'. Received: `side` = '{side}'.")
    with name_scope(name or "searchsorted"):
        rows = to_tensor(sorted_sequence, None, "sorted_sequence")
        try:
            needles = to_tensor(values, rows.dtype if not hasattr(values, "dtype") else None, "values")
        except TypeError as error:
            raise errors.DTypeMismatchError(str(error)) from None
        record = LOWER_BOUND if side == "left" else UPPER_BOUND
        flat = [reshape(t, apply("Pack", ([-1, shape(t)[-1]],))) for t in (rows, needles)]
        found = apply(record, flat, {"out_type": as_dtype(out_type)})
        return reshape(found, shape(needles))


# whether a target is among the largest -------------------------------------------------------------------------


def _in_top_k_rule(ctx: ShapeContext) -> Dims:
    predictions, targets = ctx.dims(0), ctx.dims(1)
    if predictions is not None and len(predictions) != 2:
        raise ctx.fail("predictions must be 2-dimensional")
    if targets is not None and len(targets) != 1:
        raise ctx.fail("targets must be 1-dimensional")
    rows = None if predictions is None else predictions[0]
    count = None if targets is None else targets[0]
    if isinstance(rows, int) and isinstance(count, int) and rows != count:
        raise ctx.fail(f"First dimension of predictions {rows} must match length of targets {count}")
    known = count if isinstance(count, int) or rows is None else rows
    return (Symbol() if known is None else known,)


def _in_top_k(predictions: Array, targets: Array, k: Array) -> Array:
    if len(predictions) != len(targets):
        raise errors.InvalidArgumentError(
            f"First dimension of predictions {len(predictions)} must match length of targets {len(targets)}"
        )
    inside: Array = (targets >= 0) & (targets < predictions.shape[1])
    if not predictions.shape[1]:
        return inside
    own = np.take_along_axis(predictions, np.where(inside, targets, 0)[:, None], 1)
    larger = (predictions > own).sum(1)
    result: Array = inside & np.isfinite(predictions).all(1) & (larger < k)
    return result


def _native_in_top_k(b: Builder, op: Operation, predictions: Value, targets: Value, k: Value) -> list[Value]:
    """The number of elements of each row that exceed the prediction for its target."""
    if predictions.type.dims is None or targets.type.dims is None:
        raise Unsupported("not even the ranks are known")
    dtype, last, classes = targets.type.dtype, b.const(np.int32(1)), predictions.type.dims[1]
    zero = b.const(np.array(0, dtype.numpy))
    if isinstance(classes, int):
        limit = b.const(np.array(classes, dtype.numpy))
    else:
        limit = b("Unpack", b("Shape", predictions, out_type=dtype), num=2, axis=0)[1]  # type: ignore[index]
    inside = b("LogicalAnd", b("GreaterEqual", targets, zero), b("Less", targets, limit))
    if isinstance(classes, int) and classes:
        position = b("ExpandDims", b("SelectV2", inside, targets, zero), last)
        own = b("GatherV2", predictions, position, last, batch_dims=1)
    else:  # there may be none to be gathered
        numbers = b("Range", zero, limit, b.const(np.array(1, dtype.numpy)))
        target = b("Equal", b("ExpandDims", targets, last), numbers)
        others = b("SelectV2", target, predictions, b.const(np.float32(-np.inf)))
        own = b("Max", others, last, keep_dims=True)
    larger = b("Greater", predictions, own)
    before = b("Sum", b("Cast", larger, SrcT=bool_, DstT=dtype, Truncate=False), last, keep_dims=False)
    finite = b("All", b("IsFinite", predictions), last, keep_dims=False)
    return [b("LogicalAnd", b("LogicalAnd", inside, finite), b("Less", before, k))]


IN_TOP_K = op(
    "InTopKV2",
    "predictions: float32, targets: T, k: T -> precision: bool",
    "T: index = int32",
    shape=_in_top_k_rule,
    kernel=_in_top_k,
    native=Decompose(_native_in_top_k, exact=_row_counts),
    no_gradient=True,
)


def in_top_k(targets: TensorLike, predictions: TensorLike, k: TensorLike, name: str | None = None) -> Tensor:
    """Whether the prediction for the target class is among the `k` largest of its row, a bool for each row.

    Classes tied at the border are all among them. False for a target that is no class, and for rows with a value that
    is not finite. `predictions` is a float32 matrix, `targets` a vector of int32 or int64.

    Raises InvalidArgumentError (ValueError in a graph) for other ranks, or a number of targets that differs from that
    of the rows.

    >>> tf.math.in_top_k([1, 1], tf.constant([[0.1, 0.9], [0.8, 0.2]]), k=1).numpy()
    array([ True, False])
    """
    return apply(IN_TOP_K, (predictions, targets, k), None, name or "in_top_k")
