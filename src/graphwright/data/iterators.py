"""Iterators over datasets: of tensors and of NumPy arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.base import errors, nest
from graphwright.base.dtypes import resource
from graphwright.base.spec import TensorSpec
from graphwright.base.tracebacks import shorten
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect, apply_multi
from graphwright.core.sparse_tensor import SparseTensor, SparseTensorSpec
from graphwright.core.tensor import EagerTensor
from graphwright.data import records_iterators as records
from graphwright.data.optional import Optional
from graphwright.data.options import ExternalStatePolicy
from graphwright.data.specs import OpaqueSpec
from graphwright.data.structure import map_components, output_attrs, packer, wrapper


class Iterator(ABC):
    """An iterator over a dataset.

    A traced function may take one as an argument: `next` in it takes an element each time the function runs.

    >>> isinstance(iter(tf.data.Dataset.range(3)), tf.data.Iterator)
    True
    """

    __slots__ = ()

    @property
    @abstractmethod
    def element_spec(self) -> Any:
        """The spec of the elements."""

    @abstractmethod
    def get_next(self) -> Any:
        """The next element; OutOfRangeError after the last one."""

    @abstractmethod
    def get_next_as_optional(self) -> Optional:
        """The next element as an optional that is empty after the last one."""

    @abstractmethod
    def __iter__(self) -> Iterator: ...

    @abstractmethod
    def __next__(self) -> Any: ...


class OwnedIterator(Iterator):
    """An iterator by the tensor of its `IteratorResource`."""

    __slots__ = ("__weakref__", "_iterator_resource", "_policy", "_resource", "_spec", "_type", "_wrap")

    _saved_together = ("ITERATOR", ("_STATE",))  # the name in a checkpoint, and the suffixes of its keys

    def __init__(self, iterator_resource: Any, element_spec: Any, policy: ExternalStatePolicy | None = None) -> None:
        self._iterator_resource, self._policy = iterator_resource, policy
        self._spec = element_spec
        # kept, because calls with the iterator look up traces by it
        self._type = IteratorSpec(element_spec)
        eager = isinstance(iterator_resource, EagerTensor)
        self._resource: Any = iterator_resource._array if eager else None
        self._wrap = wrapper(element_spec) if eager else None

    @staticmethod
    def over(variant_tensor: Any, element_spec: Any, policy: ExternalStatePolicy | None = None) -> OwnedIterator:
        """An iterator that starts a run of the dataset in `variant_tensor`."""
        handle = apply(records.ANONYMOUS, (), output_attrs(element_spec))
        apply_effect(records.MAKE, (variant_tensor, handle))
        return OwnedIterator(handle, element_spec, policy)

    @property
    def element_spec(self) -> Any:
        """The spec of the elements."""
        return self._spec

    @property
    def _type_spec(self) -> IteratorSpec:
        return self._type

    def get_next(self) -> Any:
        """The next element; OutOfRangeError after the last one.

        >>> int(iter(tf.data.Dataset.range(3)).get_next())
        0
        """
        attrs = output_attrs(self._spec)
        return packer(self._spec)(apply_multi(records.NEXT, (self._iterator_resource,), attrs))

    def get_next_as_optional(self) -> Optional:
        """The next element as an optional that is empty after the last one."""
        attrs = output_attrs(self._spec)
        return Optional(apply(records.NEXT_AS_OPTIONAL, (self._iterator_resource,), attrs), self._spec)

    def _serialize_to_tensors(self) -> dict[str, Any]:
        """The state of the iterator, for a checkpoint."""
        ignore = self._policy in (ExternalStatePolicy.IGNORE, ExternalStatePolicy.WARN)
        return {"_STATE": to_tensor(self._saveable().save(ignore))}

    def _restore_from_tensors(self, values: Mapping[str, Any]) -> None:
        """Continue from the state in a checkpoint."""
        self._saveable().restore(values["_STATE"]._ndarray())

    def _saveable(self) -> Any:
        if self._resource is None:
            raise NotImplementedError("A symbolic iterator cannot be saved: save it outside the function.")
        return self._resource

    def __iter__(self) -> OwnedIterator:
        if state.graph is not None:
            raise errors.OperatorNotAllowedInGraphError(
                "Iterating over a dataset's iterator in a function being traced needs AutoGraph: a `for` statement "
                "in a converted function. Plain Python would never reach the end, which is known only when the "
                "function runs."
            )
        return self

    def __next__(self) -> Any:
        try:
            if state.graph is not None or self._wrap is None:
                return self.get_next()
            element = self._resource.next()
            if element is None:
                raise StopIteration
            return self._wrap(element)
        except BaseException as error:  # Ctrl-C too
            shorten(error)
            raise

    def __staged_iter__(self) -> OwnedIterator:
        return self

    def __staged_next__(self, default: Any) -> Any:
        from graphwright.control.branches import cond

        found = self.get_next_as_optional()
        return cond(found.has_value(), found.get_value, lambda: default)

    def __staged_for__(self, *loop: Any) -> None:
        from graphwright.data.loops import loop_over_iterator

        loop_over_iterator(self, *loop)

    def __repr__(self) -> str:
        return f"<OwnedIterator element_spec={self._spec}>"


class IteratorSpec(OpaqueSpec):
    """Describes an iterator over a dataset by the spec of its elements.

    >>> tf.data.IteratorSpec(tf.TensorSpec([], tf.int64)).is_compatible_with(iter(tf.data.Dataset.range(3)))
    True
    """

    __slots__ = ()

    _attribute = "_iterator_resource"
    _tensor_spec = TensorSpec((), resource)

    @staticmethod
    def from_value(value: Any) -> IteratorSpec:
        """The spec of an iterator."""
        return IteratorSpec(value.element_spec)

    @property
    def value_type(self) -> type:
        """The class of iterators over datasets."""
        return OwnedIterator

    def _from_components(self, components: Any) -> Any:
        return OwnedIterator(components, self._element_spec)


class NumpyIterator:
    """An iterator over a dataset that returns NumPy arrays, and NumPy scalars for tensors of rank 0.

    >>> next(tf.data.NumpyIterator(tf.data.Dataset.from_tensors([1, 2])))
    array([1, 2], dtype=int32)
    """

    __slots__ = ("_iterator",)

    def __init__(self, dataset: Any) -> None:
        self._iterator = iter(dataset)

    def __iter__(self) -> NumpyIterator:
        return self

    def __next__(self) -> Any:
        return map_components(_as_numpy, next(self._iterator))

    def __repr__(self) -> str:
        return f"NumpyIterator(iterator={self._iterator!r})"


def check_has_numpy_values(element_spec: Any) -> None:
    """TypeError if elements have components that are not tensors."""
    from graphwright.ops.ragged.spec import RaggedTensorSpec

    for part in nest.flatten(element_spec):
        if not isinstance(part, (TensorSpec, RaggedTensorSpec, SparseTensorSpec)):
            raise TypeError(
                "`tf.data.Dataset.as_numpy_iterator()` is not supported for datasets that produce values of type "
                f"{part.value_type}."
            )


def _read_only(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    return value


def _as_numpy(part: Any) -> Any:
    if isinstance(part, EagerTensor):
        return _read_only(part.numpy())
    if hasattr(part, "as_numpy_iterator"):  # a dataset inside a dataset
        return NumpyIterator(part)
    if isinstance(part, SparseTensor):
        from graphwright.ops.sparse.construct import to_dense

        part = to_dense(part)
    return _read_only(part.numpy()) if hasattr(part, "numpy") else part


__all__ = ["Iterator", "IteratorSpec", "NumpyIterator", "OwnedIterator", "check_has_numpy_values"]
