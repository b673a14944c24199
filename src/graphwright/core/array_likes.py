"""Arrays of NumPy and of other libraries: what counts as one, and NumPy's array for it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphwright.core.tensor import Array

_NUMPY: Final = (np.ndarray, np.generic)
# asked of every argument of a slow call, so the usual values are known by their class
_PLAIN: Final = frozenset([bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, type(None)])
_PROTOCOLS: Final = ("__array__", "__array_interface__", "__array_struct__", "__dlpack__")


def is_array_like(value: Any) -> bool:
    """Whether a value is an array of NumPy's, or has a protocol by which NumPy gets one from it."""
    if isinstance(value, _NUMPY):
        return True
    if type(value) in _PLAIN or isinstance(value, type):
        return False
    return any(hasattr(value, protocol) for protocol in _PROTOCOLS)


def numpy_array(value: Any) -> Array:
    """NumPy's array for what `is_array_like`. It may share its memory with the value.

    Raises ValueError for an array in the memory of another device, or one that its library does not hand out.
    """
    if isinstance(value, _NUMPY):
        return np.asarray(value)
    if hasattr(value, "__array__"):
        return np.asarray(value.__array__())
    if hasattr(value, "__array_interface__") or hasattr(value, "__array_struct__"):
        return np.asarray(value)
    try:
        return np.from_dlpack(value)
    except (BufferError, RuntimeError, TypeError) as error:
        raise ValueError(
            f"Cannot convert an object of type {type(value).__name__} to a Tensor: {error}. "
            "tf.experimental.dlpack.from_dlpack takes arrays on other devices."
        ) from None


class NoMemory(MemoryError):
    """Raised if there is no memory for an array; has what `errors.out_of_memory` needs."""

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        super().__init__(f"no memory for an array of shape {shape} and type {dtype}")
        self.shape, self.dtype = shape, dtype


__all__ = ["NoMemory", "is_array_like", "numpy_array"]
