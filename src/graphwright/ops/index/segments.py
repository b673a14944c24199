"""Sums, means, products and extremes of segments: rows of a tensor that carry the same number."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphwright.base.dtypes import DType, from_numpy
from graphwright.core.convert import convert_to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors, name_scope
from graphwright.ir.lowering import Segments
from graphwright.ir.prelude import Dims, Emitter, Gradient, Operand, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.index.scatter import by_segment, of_own_segment, segment_dims, segment_kernel, segment_sizes

_LONG_SEGMENT, _LONG_ROW = 1024, 16  # elements from which on it pays to add a segment up by itself

# segments in order -----


def _sorted_rule(ctx: ShapeContext) -> Dims:
    data, ids = ctx.dims(0), ctx.dims(1)
    if ids is not None and len(ids) != 1:
        raise errors.ShapeMismatchError("segment_ids should be a vector.")
    if data is not None and not data:
        raise errors.ShapeMismatchError("Shape must be at least rank 1 but is rank 0")
    if data is None:
        return None
    if ids is not None and isinstance(ids[0], int) and isinstance(data[0], int) and ids[0] != data[0]:
        raise _unequal()
    return (Symbol(), *data[1:])


def _unequal() -> errors.ShapeMismatchError:
    return errors.ShapeMismatchError("segment_ids should be the same size as dimension 0 of input.")


def _sorted_kernel(gather: Callable[[Array, Array, Array], None], initial: float) -> Callable[..., Array]:
    """A kernel from `gather(result, ids, rows)`; segments without rows are `initial`."""

    def kernel(data: Array, segment_ids: Array) -> Array:
        if segment_ids.ndim != 1:
            raise errors.ShapeMismatchError("segment_ids should be a vector.")
        if not data.ndim or len(data) != len(segment_ids):
            raise _unequal()
        if segment_ids.size and (segment_ids[0] < 0 or (np.diff(segment_ids) < 0).any()):
            raise errors.InvalidArgumentError("segment ids are not increasing")
        count = int(segment_ids[-1]) + 1 if segment_ids.size else 0
        result = np.full((count, *data.shape[1:]), initial, data.dtype)
        gather(result, segment_ids, data)
        return result

    return kernel


def _extreme(function: np.ufunc) -> Callable[[Array, Array, Array], None]:
    """Takes the extreme of rows; segments begin with the row at which they start."""

    def gather(result: Array, ids: Array, rows: Array) -> None:
        if ids.size:
            firsts = np.flatnonzero(np.diff(ids, prepend=-1))
            result[ids[firsts]] = function.reduceat(rows, firsts, axis=0)

    return gather


def _total(result: Array, ids: Array, rows: Array) -> None:
    """Adds rows up in their order, as compiled code does; long segments of long rows at once."""
    firsts = np.flatnonzero(np.diff(ids, prepend=-1))
    columns = rows.size // max(len(rows), 1)
    if columns < _LONG_ROW or rows.size < _LONG_SEGMENT * len(firsts):  # of short rows NumPy would add pairs
        np.add.at(result, ids, rows)
        return
    for first, end in zip(firsts.tolist(), [*firsts[1:].tolist(), len(ids)], strict=True):
        result[ids[first]] = np.add.reduce(rows[first:end], axis=0, dtype=result.dtype, initial=0)


def _mean(result: Array, ids: Array, rows: Array) -> None:
    _total(result, ids, rows)
    counts = np.maximum(np.bincount(ids, minlength=len(result)), 1).reshape(-1, *[1] * (result.ndim - 1))
    if result.dtype.kind in "iu":
        # towards zero, as integers are divided in C, and in a dtype that has room for the counts
        wide = result.astype(np.uint64 if result.dtype == np.uint64 else np.int64)
        counts = counts.astype(wide.dtype)
        result[...] = (wide - np.fmod(wide, counts)) // counts
    else:
        result /= counts.astype(result.dtype)


def _sum_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply("GatherV2", (grad, op.inputs[1], 0)), None]


def _columns(counts: Tensor, like: Tensor) -> Tensor:
    """Row counts in the dtype of `like`, with trailing axes of size 1."""
    rest = apply("OnesLike", (apply("Shape", (like,))[1:],))
    shaped = apply("Reshape", (counts, apply("ConcatV2", ([apply("Shape", (counts,)), rest], 0))))
    return apply("Cast", (shaped,), {"DstT": like.dtype})


def _sums(rows: Tensor, ids: Tensor, like: Tensor) -> Tensor:
    """The sum of each segment; `like` determines their number, so that it is known statically."""
    return apply("UnsortedSegmentSum", (rows, ids, apply("Shape", (like,))[0]))


def _mean_gradient(op: Application, grad: Tensor) -> Gradients:
    ids = op.inputs[1]
    counts = _sums(apply("OnesLike", (ids,)), ids, op.outputs[0])
    share = apply("DivNoNan", (grad, _columns(counts, grad)))
    return [apply("GatherV2", (share, ids, 0)), None]


def _extreme_gradient(op: Application, grad: Tensor) -> Gradients:
    """Rows that share the extreme share its gradient."""
    data, ids = op.inputs
    is_extreme = apply("Equal", (apply("GatherV2", (op.outputs[0], ids, 0)), data))
    ones = apply("Cast", (is_extreme,), {"DstT": grad.dtype})
    share = apply("DivNoNan", (grad, _sums(ones, ids, op.outputs[0])))
    shares = apply("GatherV2", (share, ids, 0))
    return [apply("SelectV2", (is_extreme, shares, apply("ZerosLike", (shares,)))), None]


def _prod_gradient(data: Tensor, ids: Tensor, count: Tensor, grad: Tensor) -> Tensor:
    """The product of all others: that of those that are not 0, times what the others that are 0 come to.

    Where there is one such, that is the number itself, so that the gradient of the gradient is right too; of two or
    more the product is 0, and so is its gradient.
    """
    nothing, one = apply("ZerosLike", (data,)), apply("OnesLike", (data,))
    is_zero = apply("Equal", (data, nothing))
    safe = apply("SelectV2", (is_zero, one, data))
    others = apply("Div", (of_own_segment(apply("UnsortedSegmentProd", (safe, ids, count)), data, ids), safe))
    besides = _of_others(apply("Cast", (is_zero,), {"DstT": "int32"}), data, ids, count)
    zeros = _of_others(apply("SelectV2", (is_zero, data, nothing)), data, ids, count)
    zeros = apply("SelectV2", (apply("Equal", (besides, 1)), zeros, nothing))
    zeros = apply("SelectV2", (apply("Equal", (besides, 0)), one, zeros))
    return apply("Mul", (of_own_segment(grad, data, ids), apply("Mul", (others, zeros))))


def _sorted_prod_gradient(op: Application, grad: Tensor) -> Gradients:
    data, ids = op.inputs
    return [_prod_gradient(data, ids, apply("Shape", (op.outputs[0],))[0], grad), None]


def _of_others(values: Tensor, data: Tensor, ids: Tensor, count: Tensor) -> Tensor:
    """For each element, the sum over the other elements of its segment."""
    whole = apply("UnsortedSegmentSum", (values, ids, count))
    return apply("Sub", (of_own_segment(whole, data, ids), values))


def _shared(e: Emitter, total: Operand, count: Operand) -> Operand:
    """The mean from the sum; small integers cannot represent the count."""
    if total.is_float or total.is_complex:
        return e.div(total, e.convert(count, total.dtype))
    wide = "uint64" if total.dtype == "uint64" else "int64"
    return e.convert(e.div(e.convert(total, wide), e.convert(count, wide)), total.dtype)


def _sorted(
    name: str,
    gather: Callable[[Array, Array, Array], None],
    initial: float,
    native: Segments,
    gradient: Gradient,
    types: str = "quantized_number",
) -> OpRecord:
    return op(
        name,
        "data: T, segment_ids: Tindices -> output: T",
        f"T: {types}; Tindices: index",
        shape=_sorted_rule,
        kernel=_sorted_kernel(gather, initial),
        gradient=gradient,
        native=native,
    )


_GREATER = np.maximum, lambda e, old, new: e.max(old, new)
_SMALLER = np.minimum, lambda e, old, new: e.min(old, new)
_PRODUCT = np.multiply, lambda e, old, new: e.mul(old, new)
_TOTAL = np.add, lambda e, old, new: e.add(old, new)

SEGMENT_SUM: OpRecord = _sorted("SegmentSum", _total, 0, Segments(_TOTAL[1], 0, 0), _sum_gradient)
SEGMENT_MEAN = _sorted("SegmentMean", _mean, 0, Segments(_TOTAL[1], 0, 0, _shared), _mean_gradient)
SEGMENT_PROD = _sorted("SegmentProd", np.multiply.at, 1, Segments(_PRODUCT[1], 1, 1), _sorted_prod_gradient)
SEGMENT_MAX, SEGMENT_MIN = (
    _sorted(name, _extreme(function), 0, Segments(emit, None, 0), _extreme_gradient, "real")
    for name, (function, emit) in (("SegmentMax", _GREATER), ("SegmentMin", _SMALLER))
)

# segments in any order -----


def _numbered(
    name: str,
    combine: tuple[np.ufunc, Callable[..., Operand]],
    initial: Callable[[DType], float],
    gradient: Gradient,
    types: str = "real",
) -> OpRecord:
    """The record of what combines the elements of each segment, by a function of NumPy's and as a native rule."""
    function, emit = combine
    return op(
        name,
        "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T",
        f"T: {types}; Tindices: index; Tnumsegments: index = int32",
        shape=segment_dims,
        kernel=segment_kernel(function.at, lambda dtype: initial(from_numpy(dtype))),
        gradient=gradient,
        native=by_segment(emit, initial),
        sizes=segment_sizes,
    )


def _unsorted_extreme_gradient(op: Application, grad: Tensor) -> Gradients:
    data, ids, count = op.inputs
    is_extreme = apply("Equal", (of_own_segment(op.outputs[0], data, ids), data))
    ones = apply("Cast", (is_extreme,), {"DstT": grad.dtype})
    share = apply("DivNoNan", (grad, apply("UnsortedSegmentSum", (ones, ids, count))))
    shares = of_own_segment(share, data, ids)
    return [apply("SelectV2", (is_extreme, shares, apply("ZerosLike", (shares,)))), None, None]


def _numbered_prod_gradient(op: Application, grad: Tensor) -> Gradients:
    data, ids, count = op.inputs
    return [_prod_gradient(data, ids, count, grad), None, None]


UNSORTED_MAX = _numbered("UnsortedSegmentMax", _GREATER, lambda dtype: dtype.min, _unsorted_extreme_gradient)
UNSORTED_MIN = _numbered("UnsortedSegmentMin", _SMALLER, lambda dtype: dtype.max, _unsorted_extreme_gradient)
UNSORTED_PROD: OpRecord = _numbered(
    "UnsortedSegmentProd", _PRODUCT, lambda dtype: 1, _numbered_prod_gradient, "quantized_number"
)

# public functions -----


def segment_sum(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the rows of each segment.

    Args:
      data: tensor of numbers.
      segment_ids: vector of int32 or int64, one number for each row, none smaller than the one before.

    The result has a row for each number up to the last; what no row has is 0. Raises InvalidArgumentError for
    numbers that are not increasing.

    >>> tf.math.segment_sum([1, 2, 3, 4], [0, 0, 2, 2]).numpy()
    array([3, 0, 7], dtype=int32)
    """
    return apply(SEGMENT_SUM, (data, segment_ids), None, name)


def segment_mean(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The mean of the rows of each segment; see `segment_sum`.

    >>> tf.math.segment_mean([1.0, 2.0, 3.0], [0, 0, 1]).numpy()
    array([1.5, 3. ], dtype=float32)
    """
    return apply(SEGMENT_MEAN, (data, segment_ids), None, name)


def segment_max(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The largest of the rows of each segment, element by element; see `segment_sum`.

    >>> tf.math.segment_max([1, 2, 3], [0, 0, 1]).numpy()
    array([2, 3], dtype=int32)
    """
    return apply(SEGMENT_MAX, (data, segment_ids), None, name)


def segment_min(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The smallest of the rows of each segment, element by element; see `segment_sum`.

    >>> tf.math.segment_min([1, 2, 3], [0, 0, 1]).numpy()
    array([1, 3], dtype=int32)
    """
    return apply(SEGMENT_MIN, (data, segment_ids), None, name)


def segment_prod(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The product of the rows of each segment, 1 where there are none; see `segment_sum`.

    >>> tf.math.segment_prod([1, 2, 3, 4], [0, 0, 2, 2]).numpy()
    array([ 2,  1, 12], dtype=int32)
    """
    return apply(SEGMENT_PROD, (data, segment_ids), None, name)


def unsorted_segment_max(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
) -> Tensor:
    """The largest of the elements with each number, the lowest number of the dtype where there are none.

    Args:
      data: tensor of numbers.
      segment_ids: int32 or int64 tensor whose shape is that of the first axes of `data`; what has a negative number
        is left out.
      num_segments: the number of segments.

    Raises InvalidArgumentError for a number that is too large.

    >>> tf.math.unsorted_segment_max([1, 5, 3], [1, 0, 1], 2).numpy()
    array([5, 3], dtype=int32)
    """
    return apply(UNSORTED_MAX, (data, segment_ids, num_segments), None, name)


def unsorted_segment_min(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
) -> Tensor:
    """The smallest of the elements with each number, the highest number of the dtype where there are none.

    Arguments and errors are those of `unsorted_segment_max`.

    >>> tf.math.unsorted_segment_min([1, 5, 3], [1, 0, 1], 2).numpy()
    array([5, 1], dtype=int32)
    """
    return apply(UNSORTED_MIN, (data, segment_ids, num_segments), None, name)


def unsorted_segment_prod(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
) -> Tensor:
    """The product of the elements with each number, 1 where there are none; see `unsorted_segment_max`.

    >>> tf.math.unsorted_segment_prod([1, 5, 3], [1, 0, 1], 2).numpy()
    array([5, 3], dtype=int32)
    """
    return apply(UNSORTED_PROD, (data, segment_ids, num_segments), None, name)


def _sums_and_counts(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike) -> tuple[Tensor, Tensor]:
    """The sum of each segment, and the number of its elements, at least 1."""
    data, ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
    counts = apply("UnsortedSegmentSum", (apply("OnesLike", (ids,)), ids, num_segments))
    counts = apply("Maximum", (counts, apply("OnesLike", (counts,))))
    sums = apply("UnsortedSegmentSum", (data, ids, num_segments))
    return sums, _columns(counts, sums)


def unsorted_segment_mean(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
) -> Tensor:
    """The mean of the elements with each number, 0 where there are none; see `unsorted_segment_max`.

    >>> tf.math.unsorted_segment_mean([1.0, 5.0, 3.0], [1, 0, 1], 2).numpy()
    array([5., 2.], dtype=float32)
    """
    with name_scope(name or "UnsortedSegmentMean"):
        sums, counts = _sums_and_counts(data, segment_ids, num_segments)
        return sums / counts


def unsorted_segment_sqrt_n(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
) -> Tensor:
    """The sum of the elements with each number, divided by the square root of their count.

    >>> tf.math.unsorted_segment_sqrt_n([1.0, 2.0, 3.0, 4.0], [0, 0, 0, 0], 1).numpy()
    array([5.], dtype=float32)
    """
    with name_scope(name or "UnsortedSegmentSqrtN"):
        sums, counts = _sums_and_counts(data, segment_ids, num_segments)
        return sums / apply("Sqrt", (counts,))
