"""Iterators over datasets, of tensors and of NumPy arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.tracebacks import shorten
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect, apply_multi
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor import EagerTensor
from graphwright.data import records_iterators as records
from graphwright.data.optional import Optional
from graphwright.data.options import ExternalStatePolicy
from graphwright.data.specs import IteratorSpec
from graphwright.data.structure import map_parts, output_attrs, packer, wrapper


class Iterator(ABC):
    """What `iter` gives for a dataset: the elements one by one.

    Passed to a traced function it is an argument of its own kind: `next` in the function takes an element each time
    the function runs.

    >>> import graphwright as tf
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
        """The next element; OutOfRangeError behind the last one."""

    @abstractmethod
    def get_next_as_optional(self) -> Optional:
        """The next element as an optional that is empty behind the last one."""

    @abstractmethod
    def __iter__(self) -> Iterator: ...

    @abstractmethod
    def __next__(self) -> Any: ...


class OwnedIterator(Iterator):
    """An iterator over a tensor that holds a position in a run of a dataset."""

    __slots__ = ("__weakref__", "_iterator_resource", "_policy", "_position", "_spec", "_type", "_wrap")

    _saved_together = ("ITERATOR", ("_STATE",))  # the name in a checkpoint, and what is added to its key

    def __init__(self, iterator_resource: Any, element_spec: Any, policy: ExternalStatePolicy | None = None) -> None:
        self._iterator_resource, self._policy = iterator_resource, policy
        self._spec = element_spec
        # kept, for a call with the iterator looks a trace up by it
        self._type = IteratorSpec(element_spec)
        eager = isinstance(iterator_resource, EagerTensor)
        self._position: Any = iterator_resource._array if eager else None
        self._wrap = wrapper(element_spec) if eager else None

    @staticmethod
    def over(variant_tensor: Any, element_spec: Any, policy: ExternalStatePolicy | None = None) -> OwnedIterator:
        """An iterator that begins a run of the dataset in `variant_tensor`."""
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
        """The next element; OutOfRangeError behind the last one.

        >>> import graphwright as tf
        >>> int(iter(tf.data.Dataset.range(3)).get_next())
        0
        """
        attrs = output_attrs(self._spec)
        return packer(self._spec)(apply_multi(records.NEXT, (self._iterator_resource,), attrs))

    def get_next_as_optional(self) -> Optional:
        """The next element as an optional that is empty behind the last one."""
        attrs = output_attrs(self._spec)
        return Optional(apply(records.NEXT_AS_OPTIONAL, (self._iterator_resource,), attrs), self._spec)

    def _serialize_to_tensors(self) -> dict[str, Any]:
        """Where the iterator is, for a checkpoint."""
        outside = self._policy in (ExternalStatePolicy.IGNORE, ExternalStatePolicy.WARN)
        return {"_STATE": to_tensor(self._place().save(outside))}

    def _restore_from_tensors(self, values: Mapping[str, Any]) -> None:
        """Go on where the iterator was that a checkpoint was made of."""
        self._place().restore(values["_STATE"]._ndarray())

    def _place(self) -> Any:
        if self._position is None:
            raise NotImplementedError("An iterator of a function being traced is saved where the function runs.")
        return self._position

    def __iter__(self) -> OwnedIterator:
        if state.graph is not None:
            raise errors.OperatorNotAllowedInGraphError(
                "Iterating over a dataset's iterator in a function being traced needs AutoGraph: a `for` statement "
                "in a function that is converted. Python itself would never find the end, which is only known when the "
                "function runs."
            )
        return self

    def __next__(self) -> Any:
        try:
            if state.graph is not None or self._wrap is None:
                return self.get_next()
            element = self._position.next()
            if element is None:
                raise StopIteration
            return self._wrap(element)
        except Exception as error:
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


class NumpyIterator:
    """An iterator over a dataset that gives NumPy arrays, and scalars where there are no dimensions.

    >>> import graphwright as tf
    >>> next(tf.data.NumpyIterator(tf.data.Dataset.from_tensors([1, 2])))
    array([1, 2], dtype=int32)
    """

    __slots__ = ("_iterator",)

    def __init__(self, dataset: Any) -> None:
        self._iterator = iter(dataset)

    def __iter__(self) -> NumpyIterator:
        return self

    def __next__(self) -> Any:
        return map_parts(_as_numpy, next(self._iterator))

    def __repr__(self) -> str:
        return f"NumpyIterator(iterator={self._iterator!r})"


def _read_only(made: Any) -> Any:
    if isinstance(made, np.ndarray):
        made.flags.writeable = False
    return made


def _as_numpy(part: Any) -> Any:
    if isinstance(part, EagerTensor):
        return _read_only(part.numpy())
    if hasattr(part, "as_numpy_iterator"):  # a dataset inside a dataset gives arrays, too
        return NumpyIterator(part)
    if isinstance(part, SparseTensor):
        from graphwright.ops.sparse.construct import to_dense

        part = to_dense(part)
    return _read_only(part.numpy()) if hasattr(part, "numpy") else part


__all__ = ["Iterator", "NumpyIterator", "OwnedIterator"]
