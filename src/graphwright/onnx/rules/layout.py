"""Where the channels are: ONNX has them first, convolutions here compute with them last.

A result with the channels first is a transpose of one with them last. What follows looks behind that transpose and puts
another one after itself; those that nothing needs are dropped when the graph is compiled. So a network has transposes
at its ends instead of two around each convolution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import graphwright as tf
from graphwright.core.tensor import EagerTensor, SymbolicTensor, Tensor
from graphwright.onnx.known_values import static

_Elementwise = Callable[..., Tensor]


def channels_last(x: Tensor, rank: int) -> Tensor:
    """With the channels after the axes of space."""
    behind = behind_transpose(x)
    return tf.transpose(x, [0, *range(2, rank), 1]) if behind is None else behind


def channels_first(x: Tensor, rank: int) -> Tensor:
    """With the channels before the axes of space."""
    return tf.transpose(x, [0, rank - 1, *range(1, rank - 1)])


def behind_transpose(x: Tensor) -> Tensor | None:
    """The tensor with the channels last of which this is the transpose, if it is one."""
    if not isinstance(x, SymbolicTensor) or x.op.type != "Transpose":
        return None
    rank, order = x.shape.rank, static(x.op.inputs[1])
    if rank is None or rank < 3 or order is None or order.tolist() != [0, rank - 1, *range(1, rank - 1)]:
        return None
    behind: Tensor = x.op.inputs[0]
    return behind


def elementwise(function: _Elementwise, *tensors: Tensor) -> Tensor:
    """An elementwise function of tensors that are broadcast, with the channels where they are before a transpose."""
    first = next((t for t in tensors if behind_transpose(t) is not None), None)
    if first is None or first.shape.rank is None:
        return function(*tensors)
    moved = [_moved(t, first.shape.rank) for t in tensors]
    if any(t is None for t in moved):
        return function(*tensors)
    return channels_first(function(*moved), first.shape.rank)


def _moved(x: Tensor, rank: int) -> Tensor | None:
    """A tensor that goes with others of a rank, with the channels last; None if that takes a transpose of its own."""
    behind, dims = behind_transpose(x), x.shape.static_dims
    if behind is not None and x.shape.rank == rank:
        return behind
    if dims is None or None in dims or len(dims) > rank:
        return None
    full = [1] * (rank - len(dims)) + [d or 0 for d in dims]
    if full[0] != 1 or any(d != 1 for d in full[2:]):
        return None
    return x if not dims else tf.reshape(x, [1] * (rank - 1) + [full[1]])


def prepared(function: Callable[..., Tensor], *tensors: Tensor) -> Tensor:
    """A function of weights, computed when the model is loaded if they are constants."""
    if not all(isinstance(t, EagerTensor) for t in tensors):
        return function(*tensors)
    with tf.init_scope():
        return function(*tensors)


def per_channel(values: Tensor, rank: int) -> Tensor:
    """A vector that is broadcast along the channels of a tensor of some rank."""
    return tf.reshape(values, [1, -1, *[1] * (rank - 2)])


def same_padding(
    sizes: Sequence[int | None], window: Sequence[int | None], strides: Sequence[int], dilations: Sequence[int]
) -> list[tuple[int, int]] | None:
    """The pads that TensorFlow's padding "SAME" adds, if they are known."""
    if None in window or any(size is None and stride != 1 for size, stride in zip(sizes, strides, strict=True)):
        return None
    result = []
    for size, k, stride, dilation in zip(sizes, window, strides, dilations, strict=True):
        total = max((-(-(size or 0) // stride) - 1) * stride + ((k or 0) - 1) * dilation + 1 - (size or 0), 0)
        result.append((total // 2, total - total // 2))
    return result


__all__ = [
    "behind_transpose",
    "channels_first",
    "channels_last",
    "elementwise",
    "per_channel",
    "prepared",
    "same_padding",
]
