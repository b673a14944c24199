"""Dimension parameters of a model's inputs: sizes of one name are one size.

Tensors of a function's arguments have open sizes that need not agree. Where a model gives two of them one name, all
tensors but the first get the size of that one, which is compared with their own when the function is called.
"""

from __future__ import annotations

from collections.abc import Sequence

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.tensors import Message


def with_shared_sizes(inputs: Sequence[Message], arguments: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """The arguments, with one symbol for all sizes of one name."""
    first: dict[str, Tensor] = {}
    return tuple(_shared(info, value, first) for info, value in zip(inputs, arguments, strict=True))


def _shared(info: Message, value: Tensor, first: dict[str, Tensor]) -> Tensor:
    names = _names(info)
    if not any(names):
        return value
    own = tf.shape(value, out_type=tf.int64)
    met = {axis: first[name] for axis, name in enumerate(names) if name in first}
    for axis, name in enumerate(names):
        if name and name not in first:
            first[name] = own[axis]
        elif name and axis not in met:  # twice in one input
            met[axis] = first[name]
    if not met:
        return value
    for axis, size in met.items():
        tf.debugging.assert_equal(
            own[axis],
            size,
            f"The input '{info.name}' has another size '{names[axis]}' (axis {axis}) than an input or axis before it; "
            "`tf.onnx.load(model, shared_sizes=False)` takes no notice of the names.",
        )
    static = value.shape.as_list()
    sizes = [met.get(axis, own[axis]) if size is None else size for axis, size in enumerate(static)]
    return tf.reshape(value, tf.stack([tf.cast(size, tf.int64) for size in sizes]))


def _names(info: Message) -> list[str]:
    """The parameter of each dimension, empty where it has none."""
    return [d.dim_param if d.WhichOneof("value") == "dim_param" else "" for d in info.type.tensor_type.shape.dim]
