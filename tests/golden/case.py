"""One recorded application of an op, and short spellings for its inputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import ml_dtypes
import numpy as np

from tests.golden.encoding import Array


@dataclass
class Case:
    """An op by its raw name, with one entry per declared input (a list for list inputs).

    Attributes that follow from the inputs are left out; dtypes stand as names.
    """

    op: str
    inputs: list[Any]
    attrs: dict[str, Any] = field(default_factory=dict)


def case(op: str, *inputs: Any, **attrs: Any) -> Case:
    """The application of `op` to `inputs`."""
    return Case(op, list(inputs), attrs)


def array(dtype: str, value: Any) -> Array:
    """An array of a dtype given by name."""
    return np.asarray(value).astype(getattr(ml_dtypes, dtype, dtype))


def f32(value: Any) -> Array:
    """A float32 array."""
    return np.asarray(value, np.float32)


def f64(value: Any) -> Array:
    """A float64 array."""
    return np.asarray(value, np.float64)


def i32(value: Any) -> Array:
    """An int32 array."""
    return np.asarray(value, np.int32)


def i64(value: Any) -> Array:
    """An int64 array."""
    return np.asarray(value, np.int64)


def u64(value: Any) -> Array:
    """A uint64 array."""
    return np.asarray(value, np.uint64)


def c64(value: Any) -> Array:
    """A complex64 array."""
    return np.asarray(value, np.complex64)


def b(value: Any) -> Array:
    """A bool array."""
    return np.asarray(value, np.bool_)


def s(value: Any) -> Array:
    """An array of strings."""
    return np.asarray(value, object)


def counting(*shape: int, dtype: str = "float32", start: int = 0) -> Array:
    """`start`, `start + 1`, ... in this shape."""
    size = int(np.prod(shape))
    return array(dtype, np.arange(start, start + size).reshape(shape))


def wave(*shape: int, dtype: str = "float32", scale: float = 2.0) -> Array:
    """Numbers of both signs, none of them alike, in this shape; rounded so that they are short."""
    size = int(np.prod(shape))
    return array(dtype, np.round(np.sin(np.arange(size) * 2.3 + 0.7) * scale, 3).reshape(shape))
