"""Shorthands for arrays of the dtypes of indices, shapes and strings."""

from __future__ import annotations

from typing import Any

import numpy as np


def i32(values: Any) -> Any:
    """An int32 array."""
    return np.array(values, np.int32)


def i64(values: Any) -> Any:
    """An int64 array."""
    return np.array(values, np.int64)


def f32(values: Any) -> Any:
    """A float32 array."""
    return np.array(values, np.float32)


def f64(values: Any) -> Any:
    """A float64 array."""
    return np.array(values, np.float64)


def text(*values: str | bytes) -> Any:
    """An array of strings; a single one gives a scalar."""
    result = np.empty(len(values), object)
    result[:] = [v.encode() if isinstance(v, str) else v for v in values]
    return result.reshape(()) if len(values) == 1 else result
