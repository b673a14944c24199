"""The native matrix products, called with arrays as they lie in memory, and compared with NumPy's."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from graphwright.runtime.native.kernels.gemm import kernel as gemm
from tests.support.native import Array

TOLERANCE = {"float32": 1e-5, "float64": 1e-13, "float16": 2e-3, "bfloat16": 1e-2}


def multiply(
    a: Array, b: Array, c: Array, flags: int = 0, bias: Array | None = None, packed: Array | None = None
) -> Array:
    """Runs the kernel on arrays as they lie in memory, into `c`."""
    size = c.itemsize
    symbols = gemm.kernel(c.dtype.name, False).symbols
    fields = {
        "a": a.ctypes.data,
        "b": b.ctypes.data,
        "c": c.ctypes.data,
        "bias": 0 if bias is None else bias.ctypes.data,
        "m": a.shape[0],
        "n": b.shape[1],
        "k": a.shape[1],
        "a_row": a.strides[0] // size,
        "a_col": a.strides[1] // size,
        "b_row": b.strides[0] // size,
        "b_col": b.strides[1] // size,
        "c_row": c.strides[0] // size,
        "residual": 0,
        "flags": flags,
        "packed": 0 if packed is None else packed.ctypes.data,
        "epilogue": 0,
        **dict.fromkeys(gemm.NOTES, 0),
    }
    call = (ctypes.c_int64 * len(gemm.CALL))(*(fields[name] for name in gemm.CALL))
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(symbols[gemm.symbol(c.dtype.name)])(ctypes.addressof(call))
    return c


def reference(a: Array, b: Array) -> Array:
    """The product, in a format that loses nothing (integers wrap as NumPy's do)."""
    if a.dtype.kind in "iu":
        return np.matmul(a, b)
    return np.matmul(a.astype(np.float64), b.astype(np.float64))


def close(found: Array, a: Array, b: Array, extra: Any = 0) -> None:
    expected = reference(a, b) + extra
    if found.dtype.kind in "iu":
        np.testing.assert_array_equal(found, expected.astype(found.dtype))
        return
    # The error of a sum grows with the sum of magnitudes.
    size = np.matmul(np.abs(a.astype(np.float64)), np.abs(b.astype(np.float64))) + np.abs(extra) + 1
    assert (np.abs(found.astype(np.float64) - expected) <= TOLERANCE[found.dtype.name] * size).all()
