"""Gradients of broadcasts whose sizes were not known while tracing, without axes that only the run knows.

Such a gradient is `Reshape(Sum(g, BroadcastGradientArgs(x, y)), x)`. Where shapes are known by now, or at least their
ranks, the sum is over constant axes. An axis that may or may not have been repeated is split in two, `g // x` and `x`,
and summed over the first: one of the two is 1. The last axes of `x` may take no part, as those of matrices.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.base.dtypes import DType, int32
from graphwright.base.shape import Dim, Symbol
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import partial_value
from graphwright.passes._rewrite import Rewriter


def sum_over_known_axes(op: Operation, rewriter: Rewriter) -> list[Value] | None:
    """The rule for Reshape."""
    total = op.inputs[0].op
    if total.type != "Sum" or total.inputs[1].op.type != "BroadcastGradientArgs" or total.attrs["keep_dims"]:
        return None
    which, shapes = total.inputs[1].index, total.inputs[1].op.inputs
    grad, dims = total.inputs[0], total.inputs[0].type.dims
    own, other = partial_value(shapes[which]), partial_value(shapes[1 - which])
    target = op.inputs[1]
    whole = own if target is shapes[which] else partial_value(target)
    if own is None or other is None or dims is None or whole is None or whole[: len(own)] != own:
        return None
    inner = len(whole) - len(own)
    if len(dims) != max(len(own), len(other)) + inner:
        return None
    if own == other and grad.type.dims == whole:
        return [grad]
    lead = len(dims) - len(whole)
    repeated, unsure = _axes(own, other[max(len(other) - len(own), 0) :])
    axes = [*range(lead), *(lead + axis for axis in repeated)]
    build = _Shapes(rewriter, op, target)
    if unsure:
        grad, axes = _split(build, grad, axes, unsure, lead)
    if axes:
        (grad,) = rewriter.apply("Sum", [grad, build.vector(axes, int32)], {"keep_dims": False}, op)
    return rewriter.apply("Reshape", [grad, target], {}, op, [op.outputs[0].type])


def _axes(own: Sequence[Dim], other: Sequence[Dim]) -> tuple[list[int], list[int]]:
    """The axes of an operand of these sizes that are certain to be repeated or of size 1, and those that may be."""
    repeated, unsure = [], []
    for axis, size in enumerate(own):
        at = axis - (len(own) - len(other))
        theirs: Dim = other[at] if at >= 0 else 1
        if size == 1:
            repeated.append(axis)
        elif isinstance(size, Symbol) and theirs != size and theirs != 1:
            unsure.append(axis)
    return repeated, unsure


def _split(
    build: _Shapes, grad: Value, axes: Sequence[int], unsure: Sequence[int], lead: int
) -> tuple[Value, list[int]]:
    """A gradient with each unsure axis as two, and the axes to sum over."""
    (sizes,) = build.apply("Shape", [grad], out_type=build.dtype)
    one = build.number(1)
    parts: list[Value] = []
    summed: list[int] = []
    for axis in range(len(grad.type.dims or ())):
        size = build.element(sizes, axis)
        if axis - lead in unsure:
            own = build.element(build.shape, axis - lead)
            (is_one,) = build.apply("Equal", [own, one])
            (times,) = build.apply("SelectV2", [is_one, size, one])
            summed.append(len(parts))
            parts += [times, own]
            continue
        if axis in axes:
            summed.append(len(parts))
        parts.append(size)
    (target,) = build.apply("Pack", parts, axis=0)
    return build.apply("Reshape", [grad, target])[0], summed


class _Shapes:
    """Operations on shapes, in place of `like`."""

    def __init__(self, rewriter: Rewriter, like: Operation, shape: Value) -> None:
        self.rewriter, self.like, self.shape = rewriter, like, shape
        self.dtype: DType = shape.dtype

    def apply(self, name: str, inputs: Sequence[Value], **attrs: object) -> list[Value]:
        return self.rewriter.apply(name, inputs, attrs, self.like)

    def vector(self, elements: Sequence[int], dtype: DType) -> Value:
        return self.rewriter.constant(np.array(elements, dtype.numpy), dtype, self.like)

    def number(self, value: int) -> Value:
        return self.rewriter.constant(np.array(value, self.dtype.numpy), self.dtype, self.like)

    def element(self, vector: Value, at: int) -> Value:
        """One element of a vector of sizes, as a scalar."""
        begin, end, stride = (self.vector([n], int32) for n in (at, at + 1, 1))
        return self.apply("StridedSlice", [vector, begin, end, stride], shrink_axis_mask=1)[0]
