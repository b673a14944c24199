"""Functions of `tf.compat.v1` that have successors."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from graphwright.base.dtypes import as_dtype
from graphwright.base.shape import TensorShape
from graphwright.core.context import name_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.sparse_tensor import SparseTensor, SparseTensorSpec
from graphwright.core.tensor import Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.ir.types import tensor_type
from graphwright.ops.array.constants import constant
from graphwright.ops.math.casts import cast
from graphwright.ops.ragged.ragged_tensor import RaggedTensor


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


@contextlib.contextmanager
def colocate_with(op: Any, ignore_existing: bool = False) -> Iterator[None]:
    """Run the block: there is one device.

    >>> with tf.compat.v1.colocate_with(tf.constant(1)):
    ...     x = tf.constant(2)
    """
    yield


def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """A tensor that is `input` unless a session is fed another value for it.

    Args:
      input: the default.
      shape: what is known of the shape of other values.
      name: its name, `PlaceholderWithDefault` by default.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.placeholder_with_default(1.0, [])
    ...     print(session.run(x), session.run(x, {x: 2.0}))
    1.0 2.0
    """
    return apply("PlaceholderWithDefault", (input,), {"shape": TensorShape(shape)}, name)


def sparse_placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor whose parts a session is fed, as a `SparseTensorValue` or a tuple.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.sparse_placeholder(tf.float32, [2, 2])
    ...     print(session.run(tf.sparse.reduce_sum(x), {x: ([[0, 1]], [3.0], [2, 2])}))
    3.0
    """
    rank = None if shape is None else TensorShape(shape).rank
    prefix = f"{name}/" if name else ""
    values = placeholder(dtype, [None], f"{prefix}values")
    indices = placeholder("int64", [None, rank], f"{prefix}indices")
    sizes = TensorShape(shape)
    if sizes.is_fully_defined():
        return SparseTensor(indices, values, constant(sizes.as_list(), "int64"))
    components = indices, values, placeholder("int64", [rank], f"{prefix}shape")
    return SparseTensorSpec(sizes, values.dtype)._from_components(components)  # keeps the known part of the shape


def ragged_placeholder(dtype: Any, ragged_rank: int, value_shape: Any = None, name: str | None = None) -> Any:
    """A ragged tensor that a session is fed, as a `RaggedTensorValue`.

    Args:
      dtype: the dtype of its elements.
      ragged_rank: how many dimensions are ragged.
      value_shape: the shape of the innermost values.
      name: its name.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.ragged.placeholder(tf.int32, 1)
    ...     value = tf.compat.v1.ragged.RaggedTensorValue([1, 2, 3], [0, 2, 3])
    ...     print(session.run(tf.reduce_sum(x, 1), {x: value}))
    [3 3]
    """
    with name_scope(name or "RaggedPlaceholder"):
        result: Any = placeholder(dtype, TensorShape([None]).concatenate(TensorShape(value_shape or ())), "flat_values")
        if not ragged_rank:
            return result
        for i in reversed(range(ragged_rank)):
            splits = placeholder("int64", [None], f"row_splits_{i}")
            result = RaggedTensor.from_row_splits(result, splits, validate=False)
    return result


def assign(
    ref: Any, value: Any, validate_shape: bool | None = None, use_locking: bool | None = None, name: str | None = None
) -> Any:
    """Assign to a variable (use `variable.assign`).

    >>> int(tf.compat.v1.assign(tf.Variable(1), 5))
    5
    """
    return ref.assign(value, name=name)


def assign_add(ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Add to a variable (use `variable.assign_add`).

    >>> int(tf.compat.v1.assign_add(tf.Variable(1), 5))
    6
    """
    return ref.assign_add(value, name=name)


def assign_sub(ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Subtract from a variable (use `variable.assign_sub`).

    >>> int(tf.compat.v1.assign_sub(tf.Variable(1), 5))
    -4
    """
    return ref.assign_sub(value, name=name)


def _scatter(method: str) -> Callable[..., Any]:
    locks = method == "scatter_update"  # the default, which has no effect

    def scatter(ref: Any, indices: Any, updates: Any, use_locking: bool = locks, name: str | None = None) -> Any:
        rows = IndexedSlices(to_tensor(updates, ref.dtype), to_tensor(indices))
        return getattr(ref, method)(rows, use_locking, name)

    scatter.__name__ = scatter.__qualname__ = method
    scatter.__doc__ = f"""`variable.{method}` with indices and rows as arguments of their own.

    >>> v = tf.compat.v1.{method}(tf.Variable([4.0, 6.0]), [1], [2.0])
    >>> v.shape
    TensorShape([2])
    """
    return scatter


def _scatter_nd(method: str) -> Callable[..., Any]:
    locks = method == "scatter_nd_update"

    def scatter_nd(ref: Any, indices: Any, updates: Any, use_locking: bool = locks, name: str | None = None) -> Any:
        return getattr(ref, method)(indices, updates, name)

    scatter_nd.__name__ = scatter_nd.__qualname__ = method
    scatter_nd.__doc__ = f"""`variable.{method}`.

    >>> v = tf.compat.v1.{method}(tf.Variable([4.0, 6.0]), [[1]], [2.0])
    >>> v.shape
    TensorShape([2])
    """
    return scatter_nd


scatter_add, scatter_sub, scatter_mul, scatter_div, scatter_min, scatter_max, scatter_update = map(
    _scatter,
    ("scatter_add", "scatter_sub", "scatter_mul", "scatter_div", "scatter_min", "scatter_max", "scatter_update"),
)
scatter_nd_add, scatter_nd_sub, scatter_nd_update = map(
    _scatter_nd, ("scatter_nd_add", "scatter_nd_sub", "scatter_nd_update")
)


def batch_scatter_update(
    ref: Any, indices: Any, updates: Any, use_locking: bool = True, name: str | None = None
) -> Any:  # fmt: skip
    """`variable.batch_scatter_update` with indices and rows as arguments of their own.

    >>> tf.compat.v1.batch_scatter_update(tf.Variable([[1, 2], [3, 4]]), [[0], [1]], [[9], [8]]).numpy().tolist()
    [[9, 2], [3, 8]]
    """
    rows = IndexedSlices(to_tensor(updates, ref.dtype), to_tensor(indices))
    return ref.batch_scatter_update(rows, use_locking, name)


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


def to_bfloat16(x: Any, name: str = "ToBFloat16") -> Tensor:
    """Cast to bfloat16 (use `tf.cast`).

    >>> tf.compat.v1.to_bfloat16(1).dtype
    tf.bfloat16
    """
    return cast(x, "bfloat16", name)


def to_complex64(x: Any, name: str = "ToComplex64") -> Tensor:
    """Cast to complex64 (use `tf.cast`).

    >>> tf.compat.v1.to_complex64(1).dtype
    tf.complex64
    """
    return cast(x, "complex64", name)


def to_complex128(x: Any, name: str = "ToComplex128") -> Tensor:
    """Cast to complex128 (use `tf.cast`).

    >>> tf.compat.v1.to_complex128(1).dtype
    tf.complex128
    """
    return cast(x, "complex128", name)


__all__ = [
    "assign",
    "assign_add",
    "assign_sub",
    "batch_scatter_update",
    "colocate_with",
    "placeholder",
    "placeholder_with_default",
    "ragged_placeholder",
    "scatter_add",
    "scatter_div",
    "scatter_max",
    "scatter_min",
    "scatter_mul",
    "scatter_nd_add",
    "scatter_nd_sub",
    "scatter_nd_update",
    "scatter_sub",
    "scatter_update",
    "sparse_placeholder",
    "to_bfloat16",
    "to_complex64",
    "to_complex128",
    "to_double",
    "to_float",
    "to_int32",
    "to_int64",
]  # fmt: skip
