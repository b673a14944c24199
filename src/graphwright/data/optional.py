"""`tf.experimental.Optional`: an element that may not be there."""

from __future__ import annotations

from typing import Any

from graphwright.core.dispatch import apply, apply_multi
from graphwright.data import records_iterators as records
from graphwright.data.specs import OptionalSpec
from graphwright.data.structure import normalized, output_attrs, packer, spec_of, tensors_of


class Optional:
    """A value that may be missing, such as the next element of an iterator that may be at its end.

    >>> import graphwright as tf
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
        """An optional that holds `value`, a structure of tensors."""
        element = normalized(value)
        spec = spec_of(element)
        return Optional(apply(records.OPTIONAL_FROM_VALUE, (tensors_of(spec, element),)), spec)

    @staticmethod
    def empty(element_spec: Any) -> Optional:
        """An optional that holds nothing.

        >>> import graphwright as tf
        >>> bool(tf.experimental.Optional.empty(tf.TensorSpec([])).has_value())
        False
        """
        return Optional(apply(records.OPTIONAL_NONE, ()), element_spec)

    @property
    def element_spec(self) -> Any:
        """The spec of what it may hold."""
        return self._element_spec

    @property
    def _type_spec(self) -> OptionalSpec:
        return OptionalSpec(self._element_spec)

    def has_value(self, name: str | None = None) -> Any:
        """Whether there is a value: a scalar bool tensor."""
        return apply(records.OPTIONAL_HAS_VALUE, (self._variant_tensor,), None, name)

    def get_value(self, name: str | None = None) -> Any:
        """The value; InvalidArgumentError where there is none."""
        attrs = output_attrs(self._element_spec)
        return packer(self._element_spec)(apply_multi(records.OPTIONAL_GET_VALUE, (self._variant_tensor,), attrs, name))

    def __repr__(self) -> str:
        return f"<Optional element_spec={self._element_spec}>"


__all__ = ["Optional"]
