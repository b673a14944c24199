"""Isotonic regression: the monotonic rows that are nearest to given ones."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from graphwright.base.dtypes import as_dtype, float16, float32, float64
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, apply_multi, to_tensor
from graphwright.ir.prelude import OpRecord, op


class IsotonicRegression(NamedTuple):
    """The regression, and the segment of each element: elements of one segment have one value."""

    output: Tensor
    segments: Tensor


def _pooled(row: Array) -> tuple[Array, Array]:
    """Neighbours that increase are pooled until no mean is larger than the one before."""
    sums: list[float] = []
    counts: list[int] = []
    for value in row.tolist():
        sums.append(value)
        counts.append(1)
        while len(sums) > 1 and sums[-2] * counts[-1] < sums[-1] * counts[-2]:
            total, count = sums.pop(), counts.pop()
            sums[-1] += total
            counts[-1] += count
    means = [s / n for s, n in zip(sums, counts, strict=True)]
    return np.repeat(means, counts), np.repeat(np.arange(len(counts)), counts)


def _isotonic(x: Array, output_dtype: Any) -> list[Array]:
    dtype = as_dtype(output_dtype).numpy
    rows = x.astype(np.float64).reshape(-1, x.shape[-1]) if x.size else np.zeros((0, 0))
    output, segments = np.zeros(rows.shape), np.zeros(rows.shape, np.int32)
    for i, row in enumerate(rows):
        output[i], segments[i] = _pooled(row)
    return [output.astype(dtype).reshape(x.shape), segments.reshape(x.shape)]


def _gradient(op: Application, grad: Tensor, _: Any = None) -> Gradients:
    """The mean over each segment."""
    segments = op.outputs[1]
    size = apply("Shape", (segments,))
    columns = size[-1]
    flat = apply("Reshape", (segments, apply("Pack", ([-1, columns],))))
    rows = apply("ExpandDims", (apply("Range", (0, apply("Shape", (flat,))[0], 1)), 1))
    ids = apply("Reshape", (apply("AddV2", (flat, apply("Mul", (rows, columns)))), [-1]))
    values = apply("Reshape", (grad, [-1]))
    count = apply("Size", (ids,))
    sums = apply("UnsortedSegmentSum", (values, ids, count))
    sizes = apply("UnsortedSegmentSum", (apply("OnesLike", (values,)), ids, count))
    means = apply("GatherV2", (apply("DivNoNan", (sums, sizes)), ids, 0))
    back = apply("Reshape", (means, size))
    return [back if back.dtype is op.inputs[0].dtype else apply("Cast", (back,), {"DstT": op.inputs[0].dtype})]


ISOTONIC: OpRecord = op(
    "IsotonicRegression",
    "input: T -> output: output_dtype, segments: int32",
    "T: real; output_dtype: floating = float",
    shape=lambda ctx: [ctx.dims(0), ctx.dims(0)],
    kernel=_isotonic,
    gradient=_gradient,
)


def isotonic_regression(inputs: TensorLike, decreasing: bool = True, axis: int = -1) -> tuple[Tensor, Tensor]:
    """The monotonic sequences nearest to those along an axis, in the sense of least squares.

    Args:
      inputs: tensor of numbers.
      decreasing: whether the sequences decrease, or else increase.
      axis: the axis along which they lie.

    Returns the sequences, and the segment of each element: elements of one segment have one value.

    >>> tf.nn.isotonic_regression([3.0, 1.0, 2.0])[0].numpy().tolist()
    [3.0, 1.5, 1.5]
    """
    from graphwright.ops.array.rearrange import transpose

    x = to_tensor(inputs)
    wide = x.dtype in (float16, float32, float64, as_dtype("bfloat16"))
    narrow = x.dtype.is_integer and x.dtype.size < 4
    dtype = x.dtype if wide else float32 if narrow else float64
    rank = x.shape.rank
    if rank is None:
        raise ValueError("tf.nn.isotonic_regression needs a tensor of known rank.")
    order = list(range(rank))
    at = axis % rank
    order[at], order[-1] = order[-1], order[at]
    moved = x if at == rank - 1 else transpose(x, order)
    moved = moved if decreasing else apply("Neg", (moved,))
    output, segments = apply_multi(ISOTONIC, (moved,), {"output_dtype": dtype})
    output = output if decreasing else apply("Neg", (output,))
    if at != rank - 1:
        output, segments = transpose(output, order), transpose(segments, order)
    if at == rank - 1 and decreasing:
        return IsotonicRegression(output, segments)
    return output, segments
