"""The type spec of ragged tensors."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import DType, as_dtype, float32, int64
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.base.spec_registry import register
from graphwright.core.prelude import DTypeLike, ShapeLike, Tensor, TensorLike
from graphwright.ops.ragged.ragged_tensor import PRIVATE, RaggedTensor


@register("tf.RaggedTensorSpec")
class RaggedTensorSpec(TypeSpec):
    """The type of a `RaggedTensor`: shape, dtype, number of ragged dimensions, and row splits dtype.

    >>> tf.RaggedTensorSpec([None, None], tf.int32)
    RaggedTensorSpec(TensorShape([None, None]), tf.int32, 1, tf.int64)
    """

    __slots__ = ("_dtype", "_ragged_rank", "_row_splits_dtype", "_shape")

    def __init__(
        self,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = float32,
        ragged_rank: int | None = None,
        row_splits_dtype: DTypeLike = int64,
        flat_values_spec: Tensor | None = None,
    ) -> None:
        self._shape = TensorShape(shape)
        self._dtype = as_dtype(dtype if flat_values_spec is None else flat_values_spec.dtype)
        self._row_splits_dtype = as_dtype(row_splits_dtype)
        if ragged_rank is None:
            if self._shape.rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = self._shape.rank - 1
        if self._shape.rank is not None and ragged_rank >= self._shape.rank:
            raise ValueError(f"Argument `ragged_rank` ({ragged_rank}) must be less than rank ({self._shape.rank}).")
        self._ragged_rank = ragged_rank

    @property
    def shape(self) -> TensorShape:
        """The static shape; ragged dimensions are None."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self._dtype

    @property
    def ragged_rank(self) -> int:
        """The number of ragged dimensions."""
        return self._ragged_rank

    @property
    def row_splits_dtype(self) -> DType:
        """The dtype of the splits."""
        return self._row_splits_dtype

    @property
    def flat_values_spec(self) -> None:
        """Always None: the values are tensors."""
        return None

    @property
    def value_type(self) -> type:
        """The class `RaggedTensor`, or `tf.Tensor` if no dimension is ragged."""
        return RaggedTensor if self._ragged_rank else TensorSpec(None).value_type

    @classmethod
    def from_value(cls, value: TensorLike) -> RaggedTensorSpec:
        """The spec of a ragged tensor; TypeError for anything else."""
        if not isinstance(value, RaggedTensor):
            raise TypeError("Expected `value` to be a `RaggedTensor`.")
        found: RaggedTensorSpec = value._type_spec
        return found

    def _serialize(self) -> tuple[TensorShape, DType, int, DType]:
        return (self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype)

    @property
    def _component_specs(self) -> Any:
        if not self._ragged_rank:
            return (TensorSpec(self._shape, self._dtype),)
        known = self._shape.rank is not None
        inner = self._shape[self._ragged_rank + 1 :] if known else TensorShape(None)
        rows = self._shape[0] if known else None
        flat = TensorSpec(TensorShape([None]).concatenate(inner), self._dtype)
        outer = TensorSpec([None if rows is None else rows + 1], self._row_splits_dtype)
        return (flat, outer, *[TensorSpec([None], self._row_splits_dtype)] * (self._ragged_rank - 1))

    def _to_components(self, value: Any) -> Any:
        if not isinstance(value, RaggedTensor):
            return (value,)
        return (value.flat_values, *value.nested_row_splits)

    def _from_components(self, components: Any) -> Any:
        result = components[0]
        sizes = self._shape.as_list() if self._shape.rank is not None else []
        for depth in range(self._ragged_rank, 0, -1):
            uniform = sizes[depth] if sizes else None
            result = RaggedTensor(result, components[depth], PRIVATE, uniform)
        return result

    @property
    def __batch_encoder__(self) -> Any:
        from graphwright.ops.ragged.variants import RaggedEncoder

        return RaggedEncoder()

    def _batch(self, batch_size: int | None) -> RaggedTensorSpec:
        """The spec of a stack of `batch_size` such tensors."""
        shape = TensorShape([batch_size]).concatenate(self._shape)
        return RaggedTensorSpec(shape, self._dtype, self._ragged_rank + 1, self._row_splits_dtype)

    def _unbatch(self) -> RaggedTensorSpec:
        """The spec of one row; ValueError if no dimension is ragged."""
        if not self._ragged_rank:
            raise ValueError(f"The rows of {self} cannot be taken apart: no dimension is ragged.")
        return RaggedTensorSpec(self._shape[1:], self._dtype, self._ragged_rank - 1, self._row_splits_dtype)

    def _of_any_length(self) -> RaggedTensorSpec:
        """The spec with an unknown row length."""
        shape = self._shape
        if self._ragged_rank == 0 and shape.rank:
            shape = TensorShape([None]).concatenate(shape[1:])
        return RaggedTensorSpec(shape, self._dtype, self._ragged_rank, self._row_splits_dtype)

    def __repr__(self) -> str:
        parts = (self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype)
        return f"RaggedTensorSpec({', '.join(map(repr, parts))})"
