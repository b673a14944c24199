"""Base classes of specs that libraries define."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import DType, as_dtype, float32
from graphwright.base.shape import TensorShape, as_shape
from graphwright.base.spec import TensorSpec, TypeSpec


class BatchableTypeSpec(TypeSpec):
    """A spec whose values can be stacked to batches and taken apart again."""

    __slots__ = ()

    def _batch(self, batch_size: int | None) -> TypeSpec:
        """The spec of a batch of such values."""
        raise NotImplementedError(f"{type(self).__name__}._batch")

    def _unbatch(self) -> TypeSpec:
        """The spec of one value of such a batch."""
        raise NotImplementedError(f"{type(self).__name__}._unbatch")


BatchableTypeSpec.register(TensorSpec)


class DenseSpec(TypeSpec):
    """A spec with a shape, a dtype and a name, which a subclass may keep in properties of its own.

    Args:
      shape: anything `tf.TensorShape` takes.
      dtype: anything `tf.as_dtype` takes.
      name: the name.
    """

    _shape: TensorShape
    _dtype: DType
    _name: str | None

    def __init__(self, shape: Any, dtype: Any = float32, name: str | None = None) -> None:
        self._shape, self._dtype, self._name = as_shape(shape), as_dtype(dtype), name

    @property
    def shape(self) -> TensorShape:
        """The shape."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The dtype."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name, or None."""
        return self._name
