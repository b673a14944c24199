"""Sums and means of segments of rows that indices choose: gathers and segment sums in one op."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.convert import convert_to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op
from graphwright.ops.array._dims import merge_dim

_IDS = "Tidx: index = int32; Tsegmentids: index = int32"
_KINDS = {"Sum": "real", "Mean": "floating", "SqrtN": "floating"}


def _rule(ctx: ShapeContext) -> Dims:
    data, indices, ids = (ctx.dims(i) for i in range(3))
    for dims, name in ((indices, "indices"), (ids, "segment_ids")):
        if dims is not None and len(dims) != 1:
            raise errors.ShapeMismatchError(f"{name} should be a vector.")
    if data == ():
        raise errors.ShapeMismatchError("Shape must be at least rank 1 but is rank 0")
    if indices and ids and merge_dim(indices[0], ids[0]) is None:
        raise _unequal()
    if len(ctx.types) > 3 and ctx.rank(3):
        raise errors.ShapeMismatchError("num_segments should be a scalar.")
    if data is None:
        return None
    count = (ctx.dims_value(3) or (Symbol(),))[0] if len(ctx.types) > 3 else Symbol()
    if isinstance(count, int) and count < 0:
        raise errors.ShapeMismatchError("Cannot specify a negative value for num_segments")
    return (count, *data[1:])


def _unequal() -> errors.ShapeMismatchError:
    return errors.ShapeMismatchError("segment_ids and indices should have same size.")


def _counts(ids: Array, size: int, like: Array, kind: str) -> Array:
    """What the sum of each segment is divided by, with trailing axes."""
    found = np.maximum(np.bincount(ids, minlength=size), 1).astype(np.float64)
    roots = found if kind == "Mean" else np.sqrt(found)
    return roots.reshape(-1, *[1] * (like.ndim - 1))


def _kernel(kind: str) -> Any:
    def kernel(data: Array, indices: Array, ids: Array, count: Array | None = None, **_: bool) -> Array:
        if indices.ndim != 1 or len(indices) != len(ids):
            raise _unequal()
        if ids.size and (np.diff(ids) < 0).any():
            raise errors.InvalidArgumentError("segment ids are not increasing")
        if ids.size and ids[0] < 0:
            raise errors.InvalidArgumentError("segment ids must be >= 0")
        size = int(count) if count is not None else int(ids[-1]) + 1 if ids.size else 0
        if ids.size and ids[-1] >= size:
            raise errors.InvalidArgumentError("segment ids must be < num_segments")
        outside = (indices < 0) | (indices >= len(data))
        if outside.any():
            at = int(np.argmax(outside))
            raise errors.InvalidArgumentError(f"Bad: indices[{at}] == {indices[at]} out of range [0, {len(data)})")
        narrow = data.dtype.kind not in "iu" and data.dtype.itemsize == 2
        result = np.zeros((size, *data.shape[1:]), np.float32 if narrow else data.dtype)
        if ids.size:
            firsts = np.flatnonzero(np.diff(ids, prepend=-1))
            rows = data[indices].astype(result.dtype, copy=False)
            result[ids[firsts]] = np.add.reduceat(rows, firsts, axis=0)
        if kind != "Sum" and size:
            result = result / _counts(ids, size, data, kind)
        return result.astype(data.dtype, copy=False)

    return kernel


def _gradient(kind: str) -> Any:
    def gradient(op: Application, grad: Tensor) -> Gradients:
        data, indices, ids = op.inputs[:3]
        rows = apply("Cast", (apply("Shape", (data,))[0],), {"DstT": "int32"})
        found = apply(f"SparseSegment{kind}Grad", (grad, indices, ids, rows))
        return [found, *[None] * (len(op.inputs) - 1)]

    return gradient


def _grad_rule(ctx: ShapeContext) -> Dims:
    grad = ctx.dims(0)
    return None if grad is None else ((ctx.dims_value(3) or (Symbol(),))[0], *grad[1:])


def _rows_rule(ctx: ShapeContext) -> list[Dims]:
    grad, count = ctx.dims(0), Symbol()
    return [None if grad is None else (count, *grad[1:]), (count,)]


def _rows_kernel(kind: str) -> Any:
    """The rows of the gradient that are not zeros, and their places."""
    whole = _grad_kernel(kind)

    def kernel(grad: Array, indices: Array, ids: Array, size: Array) -> list[Array]:
        places = np.unique(indices)
        return [np.ascontiguousarray(whole(grad, indices, ids, size)[places]), places]

    return kernel


def _grad_kernel(kind: str) -> Any:
    def kernel(grad: Array, indices: Array, ids: Array, size: Array) -> Array:
        if ids.size and (ids.min() < 0 or ids.max() >= len(grad)):
            at = int(np.argmax((ids < 0) | (ids >= len(grad))))
            raise errors.InvalidArgumentError(f"Segment id {ids[at]} out of range [0, {len(grad)})")
        if indices.size and (indices.min() < 0 or indices.max() >= int(size)):
            at = int(np.argmax((indices < 0) | (indices >= int(size))))
            raise errors.InvalidArgumentError(f"Index {indices[at]} out of range [0, {int(size)})")
        shared = grad if kind == "Sum" else (grad / _counts(ids, len(grad), grad, kind)).astype(grad.dtype)
        result = np.zeros((int(size), *grad.shape[1:]), grad.dtype)
        np.add.at(result, indices, shared[ids])
        return result

    return kernel


def _grad_gradient(kind: str) -> Any:
    def gradient(op: Application, grad: Tensor) -> Gradients:
        """A sum of segments is the adjoint of its gradient."""
        given, indices, ids, _ = op.inputs
        count = apply("Shape", (given,))[0]
        return [apply(f"SparseSegment{kind}WithNumSegments", (grad, indices, ids, count)), None, None, None]

    return gradient


for _kind, _types in _KINDS.items():
    for _suffix, _count, _more in (
        ("", "", ""),
        ("WithNumSegments", ", num_segments: Tnumsegments", "Tnumsegments: index = int32; "),
    ):
        op(
            f"SparseSegment{_kind}{_suffix}",
            f"data: T, indices: Tidx, segment_ids: Tsegmentids{_count} -> output: T",
            f"T: {_types}; Tidx: index = int32; {_more}Tsegmentids: index = int32; sparse_gradient: bool = false",
            shape=_rule,
            kernel=_kernel(_kind),
            gradient=_gradient(_kind),
        )
    op(
        f"SparseSegment{_kind}Grad",
        "grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32 -> output: T",
        f"T: floating; {_IDS}",
        shape=_grad_rule,
        kernel=_grad_kernel(_kind),
        gradient=_grad_gradient(_kind),
    )
    op(
        f"SparseSegment{_kind}GradV2",
        "grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32 -> output: T, "
        "sorted_unique_indices: Tidx",
        f"T: floating; {_IDS}",
        shape=_rows_rule,
        kernel=_rows_kernel(_kind),
    )


def _segments(
    kind: str, data: TensorLike, indices: TensorLike, ids: TensorLike, count: TensorLike | None, name: str | None
) -> Tensor:
    inputs = [convert_to_tensor(v) for v in (data, indices, ids)]
    if count is None:
        return apply(f"SparseSegment{kind}", inputs, None, name)
    return apply(f"SparseSegment{kind}WithNumSegments", (*inputs, count), None, name)


def sparse_segment_sum(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """Sum the rows of `data` at `indices` by segment, without gathering them first.

    Args:
      data: the rows.
      indices: a vector: which rows.
      segment_ids: a vector of the same length, in ascending order: the segment of each.
      num_segments: the number of segments, by default as many as there are; those without rows are 0.
      name: the name of the operation.
      sparse_gradient: has no effect; gradients are tensors.

    Raises InvalidArgumentError for indices or segments out of range, and for segments out of order.

    >>> tf.sparse.segment_sum([[1, 2], [3, 4], [5, 6]], [0, 2], [0, 0]).numpy().tolist()
    [[6, 8]]
    """
    return _segments("Sum", data, indices, segment_ids, num_segments, name)


def sparse_segment_mean(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """The mean of the rows of `data` at `indices` by segment; see `tf.sparse.segment_sum`.

    >>> tf.sparse.segment_mean([[1.0], [3.0], [5.0]], [0, 2], [0, 0]).numpy().tolist()
    [[3.0]]
    """
    return _segments("Mean", data, indices, segment_ids, num_segments, name)


def sparse_segment_sqrt_n(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """The sum of the rows of `data` at `indices` by segment, over the root of their number; see `segment_sum`.

    >>> tf.sparse.segment_sqrt_n([[1.0], [3.0], [5.0], [7.0]], [0, 1, 2, 3], [0, 0, 0, 0]).numpy().tolist()
    [[8.0]]
    """
    return _segments("SqrtN", data, indices, segment_ids, num_segments, name)
