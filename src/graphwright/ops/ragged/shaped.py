"""Public functions that take a `DynamicRaggedShape`: tensors are broadcast, reshaped and filled to ragged shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphwright.core.prelude import Tensor, apply, to_tensor
from graphwright.ops.ragged.broadcast import broadcast
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.ragged.row_partition import RowPartition
from graphwright.ops.ragged.shape import DynamicRaggedShape


def broadcast_to(original: Callable[..., Any], input: Any, shape: Any, name: str | None = None) -> Any:
    """Repeat a tensor to a ragged shape."""
    if isinstance(input, RaggedTensor) or not isinstance(shape, DynamicRaggedShape):
        raise ValueError(
            "tf.broadcast_to takes an ordinary tensor and a shape; for a ragged tensor write an operation that "
            f"broadcasts, like `x + tf.zeros(shape)`. Got {type(input).__name__} and {type(shape).__name__}."
        )
    x = to_tensor(input)
    if not shape.num_row_partitions:
        return original(x, shape.inner_shape, name)
    rows = _arranged(apply("Fill", (shape.inner_shape, np.int8(0))), shape)
    _, (flat, whole) = broadcast([x, rows])
    flat = apply("BroadcastTo", (flat, apply("Shape", (whole,))))  # dimensions inside of the values too
    return _arranged(flat, shape)  # by the rows of the shape, which know what is uniform


def reshape(original: Callable[..., Any], tensor: Any, shape: Any, name: str | None = None) -> Any:
    """Arrange the values of a tensor anew: `[-1]` gives those of a ragged tensor."""
    flat = tensor.flat_values if isinstance(tensor, RaggedTensor) else to_tensor(tensor)
    if not isinstance(shape, DynamicRaggedShape):
        return original(flat, shape, name)
    return _arranged(original(flat, shape.inner_shape, name), shape)


def zeros(original: Callable[..., Any], shape: Any, dtype: Any = "float32", name: str | None = None) -> Any:
    """Zeros of a ragged shape."""
    return _arranged(original(shape.inner_shape, dtype, name), shape)


def fill(original: Callable[..., Any], dims: Any, value: Any, name: str | None = None) -> Any:
    """A value, repeated to a ragged shape."""
    return _arranged(original(dims.inner_shape, value, name), dims)


HANDLERS: Final[dict[str, Callable[..., Any]]] = {
    "broadcast_to": broadcast_to,
    "reshape": reshape,
    "zeros": zeros,
    "ones": zeros,
    "fill": fill,
}
"""Handlers by public name, for calls with a shape or, of the first two, a ragged tensor among their arguments."""


def _arranged(flat: Tensor, shape: DynamicRaggedShape) -> Any:
    """The values divided into the rows of a shape."""
    result: Any = flat
    for partition in reversed(shape.row_partitions):
        result = _rows(result, partition)
    return result


def _rows(values: Any, partition: RowPartition) -> RaggedTensor:
    length = partition.uniform_row_length()
    if length is not None:
        return RaggedTensor.from_uniform_row_length(values, length, nrows=partition.nrows(), validate=False)
    return RaggedTensor.from_row_splits(values, partition.row_splits(), validate=True)
