"""What other classes may be or have, for annotations and `isinstance`."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class SupportsTracingProtocol(Protocol):
    """An object that says itself how functions are traced for it.

    >>> class Fruit:
    ...     def __tf_tracing_type__(self, context):
    ...         return tf.TensorSpec([])
    >>> isinstance(Fruit(), tf.types.experimental.SupportsTracingProtocol)
    True
    """

    @abstractmethod
    def __tf_tracing_type__(self, context: Any) -> Any:
        """The trace type of the object; see `tf.types.experimental.TraceType`."""


__all__ = ["SupportsTracingProtocol"]
