"""Printing of tensors and variables, as TensorFlow prints them."""

from __future__ import annotations

from typing import Any

import numpy as np


def numpy_text(tensor: Any, is_repr: bool) -> str:
    """The value as text; a placeholder text for values that are no arrays."""
    array = tensor._array
    if not isinstance(array, np.ndarray):
        return f"<unprintable: {tensor.dtype.name}>" if tensor.dtype.name != "resource" else "<ResourceHandle>"
    if is_repr:
        # NumPy 2 writes scalars as np.float32(1.0); the tensor says its dtype already, and shows the Python number
        text = repr(array) if array.ndim else repr(array.item())
    else:
        text = str(array)
    return "\n" + text if "\n" in text else text


def tensor_repr(tensor: Any) -> str:
    """`<tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>`."""
    return f"<tf.Tensor: shape={tensor.shape}, dtype={tensor.dtype.name}, numpy={numpy_text(tensor, True)}>"


def tensor_str(tensor: Any) -> str:
    """`tf.Tensor([1 2], shape=(2,), dtype=int32)`."""
    return f"tf.Tensor({numpy_text(tensor, False)}, shape={tensor.shape}, dtype={tensor.dtype.name})"
