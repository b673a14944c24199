"""The gradient of einsum: products over labels again, summed where an input was broadcast, on its diagonals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.core.prelude import Application, Gradients, Tensor, apply, apply_multi
from graphwright.core.tape import wants
from graphwright.ops.linalg._einsum_labels import parse, spell
from graphwright.ops.math._broadcast import repeated_axes, sum_repeated
from graphwright.ops.math._unary import conjugate


def gradient(op: Application, grad: Tensor) -> Gradients:
    """The gradients of the inputs that want one."""
    labels, output = parse(op.attrs["equation"])
    return [_of_input(op, i, labels, output, grad) if wants(op, i) else None for i in range(len(labels))]


def _of_input(op: Application, i: int, labels: tuple[str, ...], output: str, grad: Tensor) -> Tensor:
    """The product of the incoming gradient and the other inputs, over the labels of input i.

    An ellipsis of the inputs that the output lacks stands for no axes.
    """
    x, own = op.inputs[i], labels[i] if "." in output else labels[i].replace(".", "")
    others = [conjugate(v) for k, v in enumerate(op.inputs) if k != i]
    terms = [output, *(one for k, one in enumerate(labels) if k != i)]
    once = "".join(dict.fromkeys(own.replace(".", "")))
    there = "".join(label for label in once if any(label in one for one in terms))
    lead = "." if "." in output else ""
    value = _product(terms, [grad, *others], lead + there)
    if lead:
        value = _summed_ellipsis(value, x, own, len(there))
    if len(there) < len(once):
        value = _broadcast(value, x, own, once, there)
    flat = "".join(dict.fromkeys(own))  # the labels where they occur first
    if "." in own and own[0] != ".":
        value = _product(["." + once], [value], flat)
    return _on_diagonals(value, x, own) if len(flat) < len(own) else value


def _product(terms: Sequence[str], factors: list[Tensor], result: str) -> Tensor:
    if [result] == list(terms):
        return factors[0]
    return apply("Einsum", (factors,), {"equation": spell(terms, result)})


def _summed_ellipsis(value: Tensor, x: Tensor, own: str, inner: int) -> Tensor:
    """Sums over the axes of the ellipsis, which lead, along which the input was repeated."""
    wide, dims = value._type.dims, x._type.dims
    start, behind = (own.index("."), len(own) - own.index(".") - 1) if "." in own else (0, 0)
    if wide is not None and dims is not None:
        ellipsis = dims[start : len(dims) - behind] if "." in own else ()
        outer = wide[: len(wide) - inner]
        axes = repeated_axes(ellipsis, outer)
        if axes is not None:
            return sum_repeated(value, axes, len(outer) - len(ellipsis))
    sizes, wanted = apply("Shape", (value,)), apply("Shape", (x,))
    kept = wanted[start : -behind if behind else None] if "." in own else wanted[:0]
    count = apply("Sub", (apply("Rank", (value,)), inner))
    target = apply("ConcatV2", ([kept, sizes[count:]], 0))
    axes_later, _ = apply_multi("BroadcastGradientArgs", (target, sizes))  # as `passes.unbroadcast` finds it
    return apply("Reshape", (apply("Sum", (value, axes_later)), target))


def _axis(own: str, position: int) -> int:
    """The axis of a label: counted from the end behind an ellipsis."""
    return position - len(own) if "." in own[:position] else position


def _broadcast(value: Tensor, x: Tensor, own: str, once: str, there: str) -> Tensor:
    """Broadcast over the labels that only this input has."""
    sizes = apply("Shape", (x,))
    for k in reversed(range(len(once))):
        if once[k] not in there:
            value = apply("ExpandDims", (value, k - len(once)))
    target = apply("Pack", ([sizes[_axis(own, own.index(label))] for label in once],))
    if "." in own:
        behind = len(own) - own.index(".") - 1
        outer = sizes[own.index(".") : -behind if behind else None]
        target = apply("ConcatV2", ([outer, target], 0))
    return apply("BroadcastTo", (value, target))


def _on_diagonals(value: Tensor, x: Tensor, own: str) -> Tensor:
    """Each repeated label as an axis of its own: the value where the indices agree, zeros elsewhere."""
    repeated = [p for p, label in enumerate(own) if label in own[:p]]
    for p in [p for p in repeated if "." not in own[:p]] + [p for p in reversed(repeated) if "." in own[:p]]:
        value = apply("ExpandDims", (value, _axis(own, p)))
    for p in repeated:
        same = apply("Equal", (_indices(x, own, own.index(own[p])), _indices(x, own, p)))
        value = apply("SelectV2", (same, value, np.zeros((), value.dtype.numpy)))
    return value


def _indices(x: Tensor, own: str, position: int) -> Tensor:
    """The indices along the axis of a label, in a shape that is broadcast to that of the input."""
    count = apply("Shape", (x,))[_axis(own, position)]
    every = apply("Range", (np.int32(0), count, np.int32(1)))
    if "." not in own[position:]:
        return apply("Reshape", (every, [-1] + [1] * (len(own) - position - 1)))
    if x._type.rank is not None:
        return apply("Reshape", (every, [-1] + [1] * (x._type.rank - position - 1)))
    behind = apply("Sub", (apply("Rank", (x,)), position + 1))
    ones = apply("Fill", (apply("ExpandDims", (behind, 0)), np.int32(1)))
    return apply("Reshape", (every, apply("ConcatV2", ([np.full(1, -1, np.int32), ones], 0))))
