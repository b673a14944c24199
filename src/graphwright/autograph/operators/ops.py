"""The few ops that staged statements are built from."""

from __future__ import annotations

from typing import Any

from graphwright.core.dispatch import apply, apply_effect


def add(x: Any, y: Any) -> Any:
    """`x + y`."""
    return apply("AddV2", (x, y), {}, "add")


def subtract(x: Any, y: Any) -> Any:
    """`x - y`."""
    return apply("Sub", (x, y), {}, "sub")


def multiply(x: Any, y: Any) -> Any:
    """`x * y`."""
    return apply("Mul", (x, y), {}, "mul")


def less(x: Any, y: Any) -> Any:
    """`x < y`."""
    return apply("Less", (x, y))


def greater(x: Any, y: Any) -> Any:
    """`x > y`."""
    return apply("Greater", (x, y))


def both(x: Any, y: Any) -> Any:
    """`x and y`, of tensors that may both be computed."""
    return apply("LogicalAnd", (x, y))


def either(x: Any, y: Any) -> Any:
    """`x or y`, of tensors that may both be computed."""
    return apply("LogicalOr", (x, y))


def item(tensor: Any, index: Any) -> Any:
    """`tensor[index]` along the first axis."""
    return apply("GatherV2", (tensor, index, 0), {"batch_dims": 0}, "item")


def first_size(tensor: Any) -> Any:
    """The size of the first axis: an int where it is known, else a scalar int32 tensor."""
    dims = tensor.shape.symbolic
    if dims and isinstance(dims[0], int):
        return dims[0]
    return item(apply("Shape", (tensor,), {}), 0)


def check(stored: Any, message: Any) -> None:
    """Stop with an InvalidArgumentError that shows `message` (a string, tensor, or list of them) unless `stored`."""
    data = list(message) if isinstance(message, (list, tuple)) else [message]
    apply_effect("Assert", (stored, data), {"summarize": 3})
