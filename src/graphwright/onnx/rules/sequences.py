"""ONNX's sequences, which are lists while a model is converted, and optional values."""

from __future__ import annotations

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, Value, rule, static


def _position(node: Node, index: Tensor | None, length: int, default: int) -> int:
    if index is None:
        return default
    position = int(node.known(index, "a position in a sequence").reshape(-1)[0])
    if not -length <= position <= length:
        raise node.error(f"the position {position} is not in a sequence of {length}.")
    return position + length if position < 0 else position


@rule("SequenceConstruct")
def sequence_construct(node: Node, *tensors: Tensor) -> list[Value]:
    """A sequence of the inputs."""
    return list(tensors)


@rule("SequenceEmpty")
def sequence_empty(node: Node) -> list[Value]:
    """A sequence of nothing."""
    return []


@rule("SequenceLength")
def sequence_length(node: Node, sequence: list[Value]) -> Tensor:
    """The number of tensors."""
    return tf.constant(len(_list(node, sequence)), tf.int64)


def _list(node: Node, sequence: Value) -> list[Value]:
    if not isinstance(sequence, list):
        raise node.error("the input must be a sequence.")
    return sequence


@rule("SequenceAt")
def sequence_at(node: Node, sequence: list[Value], index: Tensor) -> Value:
    """One of the tensors; for a computed position they must be of one shape."""
    values = _list(node, sequence)
    if static(index) is None and values:
        return tf.gather(tf.stack(values), tf.where(index < 0, index + len(values), index))
    position = _position(node, index, len(values), 0)
    if position >= len(values):
        raise node.error(f"the position {position} is not in a sequence of {len(values)}.")
    return values[position]


@rule("SequenceInsert")
def sequence_insert(node: Node, sequence: list[Value], value: Tensor, index: Tensor | None = None) -> list[Value]:
    """With one more tensor, at the end unless a position is given."""
    values = _list(node, sequence)
    position = _position(node, index, len(values), len(values))
    return [*values[:position], value, *values[position:]]


@rule("SequenceErase")
def sequence_erase(node: Node, sequence: list[Value], index: Tensor | None = None) -> list[Value]:
    """Without one of the tensors, the last unless a position is given."""
    values = _list(node, sequence)
    position = _position(node, index, len(values), len(values) - 1)
    return [*values[:position], *values[position + 1 :]]


@rule("SplitToSequence")
def split_to_sequence(node: Node, x: Tensor, split: Tensor | None = None) -> list[Value]:
    """A tensor cut along an axis into parts of one size or of given sizes."""
    axis = node.axis(x, "axis", 0)
    total = (x.shape.static_dims or ())[axis]
    if total is None:
        raise node.unsupported("a split of an axis of unknown size")
    if split is None:
        parts = tf.split(x, [1] * total, axis)
        return list(parts) if node.integer("keepdims", 1) else [tf.squeeze(p, axis) for p in parts]
    sizes = node.known(split, "the sizes of parts")
    if sizes.ndim:
        return list(tf.split(x, sizes.tolist(), axis))
    size = int(sizes)
    if size < 1:
        raise node.error(f"the size of parts is {size}.")
    whole = [size] * (total // size) + ([total % size] if total % size else [])
    return list(tf.split(x, whole, axis))


@rule("ConcatFromSequence")
def concat_from_sequence(node: Node, sequence: list[Value]) -> Tensor:
    """The tensors joined along an axis, or along a new one."""
    values = _list(node, sequence)
    if not values:
        raise node.error("an empty sequence cannot be joined.")
    if node.integer("new_axis"):
        return tf.stack(values, node.checked_axis(node.integer("axis"), node.rank(values[0]) + 1))
    return tf.concat(values, node.axis(values[0], "axis", 0))


@rule("SequenceMap")
def sequence_map(node: Node, sequence: list[Value], *others: Value) -> tuple[Value, ...]:
    """A graph, run for each tensor of a sequence and those of others at the same position."""
    graph = node.graph("body")
    results = [
        node.scope.run_graph(graph, [value, *(o[i] if isinstance(o, list) else o for o in others)])
        for i, value in enumerate(_list(node, sequence))
    ]
    if not results:
        return tuple([] for _ in graph.output)
    return tuple(list(values) for values in zip(*results, strict=True))


@rule("Optional")
def optional(node: Node, value: Value = None) -> Value:
    """A value, or its absence."""
    return value


@rule("OptionalHasElement")
def optional_has_element(node: Node, value: Value = None) -> Tensor:
    """Whether there is a value."""
    return tf.constant(value is not None)


@rule("OptionalGetElement")
def optional_get_element(node: Node, value: Value) -> Value:
    """The value."""
    if value is None:
        raise node.error("the optional value is absent.")
    return value
