"""Specs of datasets, iterators and optionals: by them functions know such arguments, whatever is behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphwright.base.dtypes import DType, resource, variant
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec


class _OneTensor(TypeSpec):
    """Describes objects over one opaque tensor by the elements that come out of them."""

    __slots__ = ("__dict__", "_element_spec")

    _attribute: ClassVar[str]
    _tensor_spec: ClassVar[TensorSpec]

    def __init__(self, element_spec: Any) -> None:
        self._element_spec = element_spec

    @property
    def element_spec(self) -> Any:
        """The spec of the elements."""
        return self._element_spec

    def _serialize(self) -> tuple[Any, ...]:
        return (self._element_spec,)

    @property
    def _component_specs(self) -> Any:
        return self._tensor_spec

    def _to_components(self, value: Any) -> Any:
        return getattr(value, self._attribute)

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensor of `value`; TypeError where it is of another kind."""
        if not isinstance(value, self.value_type):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return [getattr(value, self._attribute)]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Makes a value of the next tensor."""
        return self._from_components(next(tensors))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._element_spec!r},)"


def _scalar(dtype: DType) -> TensorSpec:
    return TensorSpec((), dtype)


class DatasetSpec(_OneTensor):
    """Describes a dataset by what its elements are.

    Args:
      element_spec: a structure of specs.
      dataset_shape: that of a scalar.

    >>> import graphwright as tf
    >>> tf.data.DatasetSpec.from_value(tf.data.Dataset.range(3))
    DatasetSpec(TensorSpec(shape=(), dtype=tf.int64, name=None), TensorShape([]))
    """

    __slots__ = ("_shape",)

    _attribute = "_variant_tensor"
    _tensor_spec = _scalar(variant)

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        super().__init__(element_spec)
        self._shape = TensorShape(dataset_shape)

    @staticmethod
    def from_value(value: Any) -> DatasetSpec:
        """The spec of a dataset."""
        return DatasetSpec(value.element_spec)

    @property
    def value_type(self) -> type:
        """The class `tf.data.Dataset`."""
        from graphwright.data.dataset import Dataset

        return Dataset

    def _serialize(self) -> tuple[Any, ...]:
        return self._element_spec, self._shape

    def _from_components(self, components: Any) -> Any:
        from graphwright.data.dataset import Dataset

        return Dataset._of(components, self._element_spec, "VariantDataset")

    def __repr__(self) -> str:
        return f"DatasetSpec({self._element_spec!r}, {self._shape!r})"


class IteratorSpec(_OneTensor):
    """Describes an iterator over a dataset by what its elements are.

    >>> import graphwright as tf
    >>> tf.data.IteratorSpec(tf.TensorSpec([], tf.int64)).is_compatible_with(iter(tf.data.Dataset.range(3)))
    True
    """

    __slots__ = ()

    _attribute = "_iterator_resource"
    _tensor_spec = _scalar(resource)

    @staticmethod
    def from_value(value: Any) -> IteratorSpec:
        """The spec of an iterator."""
        return IteratorSpec(value.element_spec)

    @property
    def value_type(self) -> type:
        """The class of iterators over datasets."""
        from graphwright.data.iterators import OwnedIterator

        return OwnedIterator

    def _from_components(self, components: Any) -> Any:
        from graphwright.data.iterators import OwnedIterator

        return OwnedIterator(components, self._element_spec)


class OptionalSpec(_OneTensor):
    """Describes an optional by what it may hold.

    >>> import graphwright as tf
    >>> tf.OptionalSpec(tf.TensorSpec([], tf.int32))
    OptionalSpec(TensorSpec(shape=(), dtype=tf.int32, name=None),)
    """

    __slots__ = ()

    _attribute = "_variant_tensor"
    _tensor_spec = _scalar(variant)

    @staticmethod
    def from_value(value: Any) -> OptionalSpec:
        """The spec of an optional."""
        return OptionalSpec(value.element_spec)

    @property
    def value_type(self) -> type:
        """The class `tf.experimental.Optional`."""
        from graphwright.data.optional import Optional

        return Optional

    def _from_components(self, components: Any) -> Any:
        from graphwright.data.optional import Optional

        return Optional(components, self._element_spec)


__all__ = ["DatasetSpec", "IteratorSpec", "OptionalSpec"]
