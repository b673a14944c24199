"""What all tables have: dtypes, a handle, looking up."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from graphwright.base.dtypes import DType, as_dtype
from graphwright.core.context import outside_graphs
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.resource import TrackableResource
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor import Tensor
from graphwright.core.tensor_like import AnyRagged
from graphwright.lookup import records

_numbers = itertools.count(1)


def checked(keys: Any, dtype: DType) -> Tensor:
    """Keys as a tensor of that dtype; TypeError for tensors of another one."""
    arguments = getattr(keys, "dtype", dtype)
    if arguments != dtype:
        raise TypeError(f"Dtype of argument `keys` must be {dtype!r}, received: {arguments!r}")
    return to_tensor(keys, dtype)


def of_values(lookup: Callable[[Any], Any], keys: Any) -> Any:
    """What a table holds for keys: for ragged and sparse ones, of their values, at their places."""
    if isinstance(keys, AnyRagged):
        return keys.with_flat_values(lookup(keys.flat_values))  # type: ignore[attr-defined]
    if isinstance(keys, SparseTensor):
        return keys.with_values(lookup(keys.values))
    return lookup(keys)


class LookupTable(TrackableResource):
    """A table with keys of one dtype and values of another.

    Args:
      key_dtype, value_dtype: dtypes.
      default_value: what keys get that are not there.
      name: what the table is called where a session finds it.
    """

    def __init__(self, key_dtype: Any, value_dtype: Any, default_value: Any, name: str) -> None:
        super().__init__()
        self._key_dtype, self._value_dtype = as_dtype(key_dtype), as_dtype(value_dtype)
        self._shared_name = f"{name}_{next(_numbers)}"
        with outside_graphs():
            self._default_value = to_tensor(default_value, self._value_dtype)

    @property
    def key_dtype(self) -> DType:
        """The dtype of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> DType:
        """The dtype of the values."""
        return self._value_dtype

    @property
    def name(self) -> str:
        """The table's name."""
        return self._shared_name

    def _naming(self) -> dict[str, Any]:
        """Attributes of the op that makes the table."""
        return {"shared_name": self._shared_name, "key_dtype": self._key_dtype, "value_dtype": self._value_dtype}

    def size(self, name: str | None = None) -> Tensor:
        """The number of entries, an int64 scalar."""
        return apply(records.SIZE, (self.resource_handle,), None, name)

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The values of keys; the default for those that are not there.

        Raises TypeError for keys of another dtype.
        """
        return self._found(keys, self._default_value, name)

    def _found(self, keys: Any, default: Any, name: str | None) -> Any:
        """The values of the keys in a tensor."""
        return apply(records.FIND, (self.resource_handle, checked(keys, self._key_dtype), default), None, name)

    def __getitem__(self, keys: Any) -> Any:
        return self.lookup(keys)

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys and all values, in one order."""
        attrs = {"Tkeys": self._key_dtype, "Tvalues": self._value_dtype}
        keys, values = apply_multi(records.EXPORT, (self.resource_handle,), attrs, name)
        return keys, values

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {}

    def __repr__(self) -> str:
        stored = self.resource_handle._array
        return f"<graphwright.lookup.{type(self).__name__} {stored!r}>"
