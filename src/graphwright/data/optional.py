"""`tf.experimental.Optional`: an element that may be absent."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import variant
from graphwright.base.spec import TensorSpec
from graphwright.core.dispatch import apply, apply_multi
from graphwright.data import records_iterators as records
from graphwright.data.specs import OpaqueSpec
from graphwright.data.structure import normalized, output_attrs, packer, spec_of, tensors_of


class Optional:
    """A value that may be missing, such as the next element of an iterator.

    >>> found = tf.experimental.Optional.from_value(3)
    >>> bool(found.has_value()), int(found.get_value())
    (True, 3)
    """

    __slots__ = ("__weakref__", "_element_spec", "_variant_tensor")

    def __init__(self, variant_tensor: Any, element_spec: Any) -> None:
        self._variant_tensor = variant_tensor
        self._element_spec = element_spec

    @staticmethod
    def from_value(value: Any) -> Optional:
        """An optional with the value `value`, a structure of tensors."""
        element = normalized(value)
        spec = spec_of(element)
        return Optional(apply(records.OPTIONAL_FROM_VALUE, (tensors_of(spec, element),)), spec)

    @staticmethod
    def empty(element_spec: Any) -> Optional:
        """An optional without a value.

        >>> bool(tf.experimental.Optional.empty(tf.TensorSpec([])).has_value())
        False
        """
        return Optional(apply(records.OPTIONAL_NONE, ()), element_spec)

    @property
    def element_spec(self) -> Any:
        """The spec of its value."""
        return self._element_spec

    @property
    def _type_spec(self) -> OptionalSpec:
        return OptionalSpec(self._element_spec)

    def has_value(self, name: str | None = None) -> Any:
        """Whether there is a value: a scalar bool tensor."""
        return apply(records.OPTIONAL_HAS_VALUE, (self._variant_tensor,), None, name)

    def get_value(self, name: str | None = None) -> Any:
        """The value; InvalidArgumentError if there is none."""
        attrs = output_attrs(self._element_spec)
        return packer(self._element_spec)(apply_multi(records.OPTIONAL_GET_VALUE, (self._variant_tensor,), attrs, name))

    def __repr__(self) -> str:
        return f"<Optional element_spec={self._element_spec}>"


class OptionalSpec(OpaqueSpec):
    """Describes an optional by the spec of its value.

    >>> tf.OptionalSpec(tf.TensorSpec([], tf.int32))
    OptionalSpec(TensorSpec(shape=(), dtype=tf.int32, name=None),)
    """

    __slots__ = ()

    _attribute = "_variant_tensor"
    _tensor_spec = TensorSpec((), variant)

    @staticmethod
    def from_value(value: Any) -> OptionalSpec:
        """The spec of an optional."""
        return OptionalSpec(value.element_spec)

    @property
    def value_type(self) -> type:
        """The class `tf.experimental.Optional`."""
        return Optional

    def _from_components(self, components: Any) -> Any:
        return Optional(components, self._element_spec)


__all__ = ["Optional", "OptionalSpec"]
