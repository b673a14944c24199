"""What other classes may be or have, for annotations and `isinstance`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np


@runtime_checkable
class SupportsTracingProtocol(Protocol):
    """An object that says itself how functions are traced for it.

    >>> import graphwright as tf
    >>> class Fruit:
    ...     def __tf_tracing_type__(self, context):
    ...         return tf.TensorSpec([])
    >>> isinstance(Fruit(), tf.types.experimental.SupportsTracingProtocol)
    True
    """

    @abstractmethod
    def __tf_tracing_type__(self, context: Any) -> Any:
        """The trace type of the object; see `tf.types.experimental.TraceType`."""


class _SupportsTensor(Protocol):
    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any: ...


_Plain: TypeAlias = bool | int | float | complex | str | bytes

TensorLike: TypeAlias = _SupportsTensor | np.ndarray[Any, Any] | np.generic | _Plain | Sequence[Any]
"""Anything that becomes a tensor: tensors, variables, arrays, numbers, text, nested sequences of them."""

__all__ = ["SupportsTracingProtocol", "TensorLike"]
