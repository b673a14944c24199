"""Functions of `tf.compat.v1` that have successors."""

from __future__ import annotations

from typing import Any

from graphwright.core.context import state
from graphwright.core.tensor import Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.ops.casts import cast


def get_default_graph() -> Any:
    """The graph of the function being traced; outside every function an empty one that nothing is built into.

    >>> import graphwright as tf
    >>> @tf.function
    ... def f():
    ...     return len(tf.compat.v1.get_default_graph().get_operations())
    >>> int(f())
    0
    """
    return TracingGraph("default") if state.graph is None else state.graph


def assign(
    ref: Any,
    value: Any,
    validate_shape: bool | None = None,
    use_locking: bool | None = None,
    name: str | None = None,
) -> Any:
    """Assign to a variable (use `variable.assign`).

    >>> import graphwright as tf
    >>> int(tf.compat.v1.assign(tf.Variable(1), 5))
    5
    """
    return ref.assign(value)


def assign_add(ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Add to a variable (use `variable.assign_add`).

    >>> import graphwright as tf
    >>> int(tf.compat.v1.assign_add(tf.Variable(1), 5))
    6
    """
    return ref.assign_add(value)


def assign_sub(ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Subtract from a variable (use `variable.assign_sub`).

    >>> import graphwright as tf
    >>> int(tf.compat.v1.assign_sub(tf.Variable(1), 5))
    -4
    """
    return ref.assign_sub(value)


def to_float(x: Any, name: str = "ToFloat") -> Tensor:
    """Cast to float32 (use `tf.cast`).

    >>> import graphwright as tf
    >>> tf.compat.v1.to_float(1).dtype
    tf.float32
    """
    return cast(x, "float32", name)


def to_double(x: Any, name: str = "ToDouble") -> Tensor:
    """Cast to float64 (use `tf.cast`).

    >>> import graphwright as tf
    >>> tf.compat.v1.to_double(1).dtype
    tf.float64
    """
    return cast(x, "float64", name)


def to_int32(x: Any, name: str = "ToInt32") -> Tensor:
    """Cast to int32 (use `tf.cast`).

    >>> import graphwright as tf
    >>> int(tf.compat.v1.to_int32(1.9))
    1
    """
    return cast(x, "int32", name)


def to_int64(x: Any, name: str = "ToInt64") -> Tensor:
    """Cast to int64 (use `tf.cast`).

    >>> import graphwright as tf
    >>> tf.compat.v1.to_int64(1).dtype
    tf.int64
    """
    return cast(x, "int64", name)


__all__ = ["assign", "assign_add", "assign_sub", "to_double", "to_float", "to_int32", "to_int64"]
