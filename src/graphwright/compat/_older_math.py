"""Functions of `tf.compat.v1` on numbers that have successors."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import int32, int64
from graphwright.base.shape import TensorShape
from graphwright.compat._adapters import argmax, argmin
from graphwright.compat._text import dimension_value
from graphwright.core.context import name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.tensor import Tensor
from graphwright.ops.array.shapes import size as size_of
from graphwright.ops.index.gather import gather
from graphwright.ops.math.binary import minimum
from graphwright.ops.math.casts import cast
from graphwright.ops.math.division import floordiv, truediv
from graphwright.ops.math.reductions import reduce_sum
from graphwright.ops.math.unary import sqrt


def div(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Divide as Python 2's `/`: integers are rounded towards minus infinity.

    >>> tf.compat.v1.div([7, -7], 2).numpy()
    array([ 3, -4], dtype=int32)
    """
    with name_scope(name or "div"):
        left = to_tensor(x)
        right = to_tensor(y, left.dtype)
        return floordiv(left, right) if left.dtype.is_integer else truediv(left, right)


def arg_max(input: Any, dimension: Any, output_type: Any = int64, name: str | None = None) -> Tensor:
    """The index of the largest value along a dimension.

    >>> tf.compat.v1.arg_max([1.0, 3.0, 2.0], 0).numpy()
    np.int64(1)
    """
    found: Tensor = argmax(input, dimension, output_type=output_type, name=name)
    return found


def arg_min(input: Any, dimension: Any, output_type: Any = int64, name: str | None = None) -> Tensor:
    """The index of the smallest value along a dimension.

    >>> tf.compat.v1.arg_min([2.0, 1.0, 3.0], 0).numpy()
    np.int64(1)
    """
    found: Tensor = argmin(input, dimension, output_type=output_type, name=name)
    return found


def batch_gather(params: Any, indices: Any, name: str | None = None) -> Tensor:
    """Gather along the last dimension of the indices, all before it being batches.

    >>> tf.compat.v1.batch_gather([[1, 2], [3, 4]], [[1], [0]]).numpy().tolist()
    [[2], [3]]
    """
    at = to_tensor(indices)
    if at.shape.rank is None:
        raise ValueError("batch_gather does not allow indices with unknown shape.")
    return gather(params, at, axis=at.shape.rank - 1, batch_dims=at.shape.rank - 1, name=name)


def clip_by_average_norm(t: Any, clip_norm: Any, name: str | None = None) -> Tensor:
    """Scale a tensor so that its L2 norm divided by the number of its elements is `clip_norm` at most.

    >>> tf.compat.v1.clip_by_average_norm([3.0, 4.0], 1.0).numpy().tolist()
    [1.2000000476837158, 1.600000023841858]
    """
    with name_scope(name or "clip_by_average_norm"):
        values = to_tensor(t)
        count = cast(size_of(values), values.dtype)
        inverse = count / sqrt(reduce_sum(values * values))
        most = to_tensor(1.0, values.dtype) / to_tensor(clip_norm, values.dtype)
        clipped: Tensor = values * clip_norm * minimum(inverse, most)
        return clipped


def confusion_matrix(
    labels: Any, predictions: Any, num_classes: Any = None, dtype: Any = int32, name: str | None = None,
    weights: Any = None,
) -> Tensor:  # fmt: skip
    """How often each label was predicted as each class.

    >>> tf.compat.v1.confusion_matrix([0, 1, 1], [0, 1, 0]).numpy().tolist()
    [[1, 0], [1, 1]]
    """
    from graphwright import math

    found: Tensor = math.confusion_matrix(labels, predictions, num_classes, weights=weights, dtype=dtype, name=name)
    return found


def bincount(arr: Any, weights: Any = None, minlength: Any = None, maxlength: Any = None, dtype: Any = int32) -> Tensor:
    """How often each integer occurs.

    >>> tf.compat.v1.bincount([1, 1, 3]).numpy()
    array([0, 2, 0, 1], dtype=int32)
    """
    from graphwright import math

    found: Tensor = math.bincount(arr, weights, minlength, maxlength, dtype)
    return found


def dimension_at_index(shape: Any, index: int) -> Any:
    """A dimension of a shape, unknown where the rank is.

    >>> tf.compat.v1.dimension_at_index(tf.TensorShape([2, 3]), 1)
    Dimension(3)
    """
    from graphwright.base.dimension import Dimension

    return Dimension(None) if shape.rank is None else Dimension(dimension_value(TensorShape(shape).as_list()[index]))


def no_regularizer(_: Any) -> None:
    """The regularizer that adds nothing, for `get_variable`.

    >>> tf.compat.v1.no_regularizer(tf.constant(1.0))
    """


def convert_to_tensor_or_indexed_slices(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """A tensor, or the `tf.IndexedSlices` that were passed.

    >>> tf.compat.v1.convert_to_tensor_or_indexed_slices([1.0]).numpy()
    array([1.], dtype=float32)
    """
    if isinstance(value, IndexedSlices):
        if dtype is not None and value.dtype != dtype:
            raise ValueError(
                f"IndexedSlices conversion requested dtype {dtype} for IndexedSlices with dtype {value.dtype}"
            )
        return value
    return to_tensor(value, dtype)


__all__ = [
    "arg_max", "arg_min", "batch_gather", "bincount", "clip_by_average_norm", "confusion_matrix",
    "convert_to_tensor_or_indexed_slices", "dimension_at_index", "div", "no_regularizer",
]  # fmt: skip
