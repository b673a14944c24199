"""SparseTensor: a tensor given by the elements that are not zero, and where they are."""

from __future__ import annotations

from typing import Any, ClassVar

from graphwright.base.dtypes import DType, as_dtype, float32, int64
from graphwright.base.services import DISPATCH_SPARSE
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.base.spec_registry import register
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor_like import AnyTensor
from graphwright.ir.infer import partial_value


class SparseTensor(AnyTensor):
    """A tensor by its elements that are not zero: element `indices[i]` is `values[i]`.

    Args:
      indices: int64 tensor of shape [n, rank], one row of coordinates for each element.
      values: tensor of shape [n].
      dense_shape: int64 vector, the shape of the whole tensor.

    Most functions want the rows of `indices` in order; `tf.sparse.reorder` puts them so. Raises ValueError for shapes
    that do not fit.

    >>> x = tf.SparseTensor([[0, 1], [1, 0]], [3, 4], [2, 2])
    >>> tf.sparse.to_dense(x).numpy().tolist()
    [[0, 3], [4, 0]]
    """

    __slots__ = ("__weakref__", "_dense_shape", "_indices", "_static", "_values")
    _served: ClassVar[bool] = False

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        if not SparseTensor._served:
            SparseTensor._served = True
            DISPATCH_SPARSE.get()()
        self._indices = to_tensor(indices, int64, "indices")
        self._values = to_tensor(values, None, "values")
        self._dense_shape = to_tensor(dense_shape, int64, "dense_shape")
        self._static: TensorShape | None = None
        rows = self._indices.shape.with_rank(2)
        count = self._values.shape.with_rank(1)
        rank = self._dense_shape.shape.with_rank(1)
        for (one, i), (other, j) in (((rows, 0), (count, 0)), ((rows, 1), (rank, 0))):
            if one[i] is not None and other[j] is not None and one[i] != other[j]:
                raise ValueError(
                    f"Dimensions {one[i]} and {other[j]} are not compatible: indices must have shape (n, rank), "
                    f"values (n,) and dense_shape (rank,), got {rows}, {count} and {rank}."
                )

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """A sparse tensor of anything with `indices`, `values` and `dense_shape`; TypeError for the rest."""
        if not all(hasattr(sparse_tensor_value, name) for name in ("indices", "values", "dense_shape")):
            raise TypeError(
                "Argument sparse_tensor_value must be either SparseTensor or SparseTensorValue. "
                f"Received type {type(sparse_tensor_value)}: {sparse_tensor_value}."
            )
        provided = sparse_tensor_value
        return cls(provided.indices, provided.values, provided.dense_shape)

    @property
    def indices(self) -> Any:
        """The coordinates, one row for each element."""
        return self._indices

    @property
    def values(self) -> Any:
        """The elements."""
        return self._values

    @property
    def dense_shape(self) -> Any:
        """The shape of the whole tensor, as a tensor."""
        return self._dense_shape

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        return self._values.dtype

    @property
    def shape(self) -> TensorShape:
        """The shape of the whole tensor, as far as it is known."""
        known = partial_value(self._dense_shape)
        if known is None:
            rank = self._indices.shape[1] if self._indices.shape.rank == 2 else None
            found = TensorShape(None if rank is None else [None] * rank)
        else:
            found = TensorShape.from_dims(known)
        return found if self._static is None else found.merge_with(self._static)

    def get_shape(self) -> TensorShape:
        """The shape of the whole tensor; the same as `shape`."""
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Add what is known of the shape; ValueError if it contradicts what is known already."""
        self._static = self.shape.merge_with(TensorShape(shape))

    @property
    def graph(self) -> Any:
        """The graph of the elements."""
        return self._values.graph

    @property
    def op(self) -> Any:
        """The operation that makes the elements."""
        return self._values.op

    @property
    def name(self) -> Any:
        """The name of the elements."""
        return self._values.name

    @property
    def device(self) -> str:
        """Always the empty string."""
        return ""

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """The elements and their places in a session, the default session by default, as a `SparseTensorValue`.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session():
        ...     tf.SparseTensor([[1]], [3], [2]).eval().values
        array([3], dtype=int32)
        """
        return self.graph.evaluated(self, feed_dict, session)

    def with_values(self, new_values: Any) -> SparseTensor:
        """The same places with other elements, a vector of as many.

        >>> x = tf.SparseTensor([[1]], [3], [2])
        >>> tf.sparse.to_dense(x.with_values([5])).numpy()
        array([0, 5], dtype=int32)
        """
        result = SparseTensor(self._indices, new_values, self._dense_shape)
        result._static = self._static
        return result

    @property
    def _type_spec(self) -> SparseTensorSpec:
        return SparseTensorSpec(self.shape, self.dtype)

    def _scaled(self, record: str, other: Any) -> SparseTensor:
        """Elements with what is at their places in a dense tensor that broadcasts to this one."""
        other = to_tensor(other, self.dtype, "y")
        if other.shape.rank != 0:
            whole = apply("BroadcastTo", (other, self._dense_shape))
            other = apply("GatherNd", (whole, self._indices))
        return self.with_values(apply(record, (self._values, other)))

    def __mul__(self, other: Any) -> SparseTensor:
        return self._scaled("Mul", other)

    def __truediv__(self, other: Any) -> SparseTensor:
        if isinstance(other, SparseTensor):
            return NotImplemented
        other = to_tensor(other, self.dtype, "y")
        if not self.dtype.is_integer:
            return self._scaled("RealDiv", other)
        wide = "float32" if self.dtype.size < 4 else "float64"  # as tensors of integers are divided
        numbers = self.with_values(apply("Cast", (self._values,), {"DstT": wide}))
        return numbers._scaled("RealDiv", apply("Cast", (other,), {"DstT": wide}))

    __div__ = __truediv__

    def __rmul__(self, other: Any) -> SparseTensor:
        return self._scaled("Mul", other)

    def __repr__(self) -> str:
        return f"SparseTensor(indices={self._indices}, values={self._values}, dense_shape={self._dense_shape})"


@register("tf.SparseTensorSpec")
class SparseTensorSpec(TypeSpec):
    """The type of a `SparseTensor`: the shape of the whole tensor and the dtype of its elements.

    >>> tf.SparseTensorSpec([None, 3], tf.int32)
    SparseTensorSpec(TensorShape([None, 3]), tf.int32)
    """

    __slots__ = ("_dtype", "_shape")

    def __init__(self, shape: Any = None, dtype: Any = float32) -> None:
        self._shape = TensorShape(shape)
        self._dtype = as_dtype(dtype)

    @property
    def shape(self) -> TensorShape:
        """The shape of the whole tensor."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        return self._dtype

    @property
    def rank(self) -> int | None:
        """The number of dimensions, where it is known."""
        return self._shape.rank

    @property
    def value_type(self) -> type:
        """The class `SparseTensor`."""
        return SparseTensor

    @classmethod
    def from_value(cls, value: Any) -> SparseTensorSpec:
        """The spec of a sparse tensor; TypeError for anything else."""
        if not isinstance(value, SparseTensor):
            raise TypeError("Expected SparseTensor or SparseTensorValue.")
        return value._type_spec

    def _serialize(self) -> tuple[Any, ...]:
        return (self._shape, self._dtype)

    @property
    def _component_specs(self) -> Any:
        rank = self._shape.rank
        return (TensorSpec([None, rank], int64), TensorSpec([None], self._dtype), TensorSpec([rank], int64))

    def _to_components(self, value: Any) -> Any:
        return (value.indices, value.values, value.dense_shape)

    def _from_components(self, components: Any) -> SparseTensor:
        result = SparseTensor(*components)
        if not self._shape.is_fully_defined() or not result.shape.is_fully_defined():
            result._static = result.shape.merge_with(self._shape)
        return result

    @property
    def __batch_encoder__(self) -> Any:
        from graphwright.core.sparse_rows import SparseRowEncoder

        return SparseRowEncoder()

    def _batch(self, batch_size: int | None) -> SparseTensorSpec:
        """The spec of a stack of `batch_size` such tensors."""
        return SparseTensorSpec(TensorShape([batch_size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> SparseTensorSpec:
        """The spec of one row of such a tensor; ValueError for one without rows."""
        if self._shape.rank == 0:
            raise ValueError("A sparse tensor without dimensions cannot be taken apart into rows.")
        return SparseTensorSpec(self._shape[1:], self._dtype)

    def __repr__(self) -> str:
        return f"SparseTensorSpec({self._shape!r}, {self._dtype!r})"


__all__ = ["SparseTensor", "SparseTensorSpec"]
