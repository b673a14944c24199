"""Functions of `tf.compat.v1` that have successors."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import as_dtype
from graphwright.base.shape import TensorShape
from graphwright.core.context import state
from graphwright.core.tensor import Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.ir.types import tensor_type
from graphwright.ops.math.casts import cast


def get_default_graph() -> Any:
    """The graph of the function being traced; outside every function an empty one that nothing is built into.

    >>> @tf.function
    ... def f():
    ...     return len(tf.compat.v1.get_default_graph().get_operations())
    >>> int(f())
    0
    """
    return TracingGraph("default") if state.graph is None else state.graph


def reset_default_graph() -> None:
    """Do nothing: there is no default graph outside functions.

    Raises AssertionError while a function is traced.

    >>> tf.compat.v1.reset_default_graph()
    """
    if state.graph is not None:
        raise AssertionError("Do not use tf.reset_default_graph() to clear nested graphs.")


def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> Tensor:
    """An input of the graph being built.

    Args:
      dtype: the dtype of its elements.
      shape: its shape, as far as it is known.
      name: its name, `Placeholder` by default.

    Raises:
      RuntimeError: no graph is being built.

    >>> def f():
    ...     return tf.compat.v1.placeholder(tf.float32, [None, 2], name="x")
    >>> tf.compat.v1.wrap_function(f, []).graph.inputs
    [<tf.Tensor 'x:0' shape=(None, 2) dtype=float32>]
    """
    if not isinstance(state.graph, TracingGraph):
        raise RuntimeError("tf.placeholder() is not compatible with eager execution.")
    declared = tensor_type(as_dtype(dtype), TensorShape(shape).symbolic)
    return state.graph.placeholder(declared, state.graph.scope + (name or "Placeholder"))


def assign(
    ref: Any, value: Any, validate_shape: bool | None = None, use_locking: bool | None = None, name: str | None = None
) -> Any:
    """Assign to a variable (use `variable.assign`).

    >>> int(tf.compat.v1.assign(tf.Variable(1), 5))
    5
    """
    return ref.assign(value)


def assign_add(ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Add to a variable (use `variable.assign_add`).

    >>> int(tf.compat.v1.assign_add(tf.Variable(1), 5))
    6
    """
    return ref.assign_add(value)


def assign_sub(ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Subtract from a variable (use `variable.assign_sub`).

    >>> int(tf.compat.v1.assign_sub(tf.Variable(1), 5))
    -4
    """
    return ref.assign_sub(value)


def to_float(x: Any, name: str = "ToFloat") -> Tensor:
    """Cast to float32 (use `tf.cast`).

    >>> tf.compat.v1.to_float(1).dtype
    tf.float32
    """
    return cast(x, "float32", name)


def to_double(x: Any, name: str = "ToDouble") -> Tensor:
    """Cast to float64 (use `tf.cast`).

    >>> tf.compat.v1.to_double(1).dtype
    tf.float64
    """
    return cast(x, "float64", name)


def to_int32(x: Any, name: str = "ToInt32") -> Tensor:
    """Cast to int32 (use `tf.cast`).

    >>> int(tf.compat.v1.to_int32(1.9))
    1
    """
    return cast(x, "int32", name)


def to_int64(x: Any, name: str = "ToInt64") -> Tensor:
    """Cast to int64 (use `tf.cast`).

    >>> tf.compat.v1.to_int64(1).dtype
    tf.int64
    """
    return cast(x, "int64", name)


__all__ = ["assign", "assign_add", "assign_sub", "to_double", "to_float", "to_int32", "to_int64"]
