"""IndexedSlices: some rows of a tensor that is zero elsewhere, as gradients of gathers are."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import DType, as_dtype, float32, int32, int64
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor_like import AnyTensor
from graphwright.ir.infer import partial_value


class IndexedSlices(AnyTensor):
    """Rows of a larger tensor: row `indices[i]` has `values[i]` added to it, all other rows are zero.

    Args:
      values: tensor of shape [n, d1, ..., dk].
      indices: int32 or int64 tensor of shape [n]; the same row may be named more than once.
      dense_shape: integer vector with the shape of the larger tensor, or None.

    Converting one to a tensor makes the larger tensor, which needs `dense_shape`.

    >>> rows = tf.IndexedSlices(tf.constant([[1.0], [2.0]]), tf.constant([2, 0]), tf.constant([3, 1]))
    >>> tf.convert_to_tensor(rows).numpy().tolist()
    [[2.0], [0.0], [1.0]]
    """

    __slots__ = ("_dense_shape", "_indices", "_values")

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self._values = to_tensor(values)
        self._indices = to_tensor(indices)
        self._dense_shape = None if dense_shape is None else to_tensor(dense_shape)

    @property
    def values(self) -> Any:
        """The rows."""
        return self._values

    @property
    def indices(self) -> Any:
        """Where each row goes."""
        return self._indices

    @property
    def dense_shape(self) -> Any:
        """The shape of the larger tensor, or None."""
        return self._dense_shape

    @property
    def dtype(self) -> DType:
        """The dtype of the rows."""
        return self._values.dtype

    @property
    def shape(self) -> TensorShape:
        """The shape of the larger tensor, as far as it is known."""
        if self._dense_shape is None:
            return TensorShape(None)
        return TensorShape.from_dims(partial_value(self._dense_shape))

    @property
    def device(self) -> str:
        """Always the empty string."""
        return ""

    @property
    def _type_spec(self) -> IndexedSlicesSpec:
        shape = None if self._dense_shape is None else self._dense_shape.dtype
        return IndexedSlicesSpec(self.shape, self.dtype, self._indices.dtype, shape, self._indices.shape)

    def __tf_tensor__(self, dtype: DType | None = None, name: str | None = None) -> Any:
        if dtype is not None and dtype is not self.dtype:
            raise ValueError(
                f"Tensor conversion requested dtype {dtype.name} for IndexedSlices with dtype {self.dtype.name}"
            )
        if self._dense_shape is None:
            raise ValueError(f"Tensor conversion requested for IndexedSlices without dense_shape: {self}")
        rows = apply("StridedSlice", (self._dense_shape, [0], [1], [1]), {"shrink_axis_mask": 1})
        result = apply("UnsortedSegmentSum", (self._values, self._indices, rows), name=name)
        if not result._type.is_static and self.shape.rank is not None:
            result.set_shape(self.shape)
        return result

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(apply("Neg", (self._values,)), self._indices, self._dense_shape)

    def __repr__(self) -> str:
        shape = "" if self._dense_shape is None else f", dense_shape={self._dense_shape!r}"
        return f"IndexedSlices(indices={self._indices!r}, values={self._values!r}{shape})"


class IndexedSlicesSpec(TypeSpec):
    """The type of an `IndexedSlices`: shape of the larger tensor, dtypes, and how many rows there are.

    >>> tf.IndexedSlicesSpec([10, 3]).value_type.__name__
    'IndexedSlices'
    """

    __slots__ = ("_dense_shape_dtype", "_dtype", "_indices_dtype", "_indices_shape", "_shape")

    def __init__(
        self,
        shape: Any = None,
        dtype: Any = float32,
        indices_dtype: Any = int64,
        dense_shape_dtype: Any = None,
        indices_shape: Any = None,
    ) -> None:
        self._shape = TensorShape(shape)
        self._dtype = as_dtype(dtype)
        self._indices_dtype = as_dtype(indices_dtype)
        self._dense_shape_dtype = None if dense_shape_dtype is None else as_dtype(dense_shape_dtype)
        self._indices_shape = TensorShape([None] if indices_shape is None else indices_shape)

    @property
    def value_type(self) -> type:
        """The class `IndexedSlices`."""
        return IndexedSlices

    def _serialize(self) -> tuple[Any, ...]:
        return (self._shape, self._dtype, self._indices_dtype, self._dense_shape_dtype, self._indices_shape)

    @property
    def _component_specs(self) -> Any:
        row = self._shape[1:] if self._shape.rank else TensorShape(None)
        specs = [
            TensorSpec(self._indices_shape.concatenate(row), self._dtype),
            TensorSpec(self._indices_shape, self._indices_dtype),
        ]
        if self._dense_shape_dtype is not None:
            specs.append(TensorSpec([self._shape.rank], self._dense_shape_dtype))
        return tuple(specs)

    def _to_components(self, value: Any) -> Any:
        if self._dense_shape_dtype is None:
            return (value.values, value.indices)
        return (value.values, value.indices, value.dense_shape)

    def _from_components(self, components: Any) -> IndexedSlices:
        return IndexedSlices(*components)


def dense(value: Any) -> Any:
    """A gradient as one tensor."""
    return value.__tf_tensor__() if isinstance(value, IndexedSlices) else value


def concatenated(parts: list[IndexedSlices]) -> IndexedSlices:
    """The sum of several: all their rows."""
    index = int32 if all(p.indices.dtype is int32 for p in parts) else int64
    indices = [p.indices if p.indices.dtype is index else apply("Cast", (p.indices,), {"DstT": index}) for p in parts]
    shape = next((p.dense_shape for p in parts if p.dense_shape is not None), None)
    return IndexedSlices(apply("ConcatV2", ([p.values for p in parts], 0)), apply("ConcatV2", (indices, 0)), shape)


__all__ = ["IndexedSlices", "IndexedSlicesSpec", "concatenated", "dense"]
