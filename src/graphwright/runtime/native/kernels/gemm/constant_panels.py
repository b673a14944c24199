"""A constant second operand of a product, packed when the program is written.

The kernel reads it as what it packs itself (`pack.py`), but for this: a panel has all rows of the matrix.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphwright.base.config import uses
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.gemm.kernel import plan
from graphwright.runtime.native.llvm.storage import ELEMENTS

# What is smaller stays in the cache, where it is read as quickly as it lies.
_LEAST_ROWS, _LEAST_BYTES = 64, 1 << 17
_LINE: Final = 64  # bytes of the cache


def width(dtype: str, rows: int, columns: int) -> int | None:
    """The columns of a panel, for a matrix that gains by it."""
    if not uses("constant_panels") or dtype not in ("float32", "float64"):
        return None
    element = ELEMENTS[dtype]
    found = plan(element, jit.host()).columns
    large = rows * columns * element.size >= _LEAST_BYTES
    return found if large and rows >= _LEAST_ROWS and columns >= found else None


def packed(matrix: Any, transposed: bool, columns: int) -> Any:
    """Panels of so many columns, each row after row; zeros behind the last column."""
    matrix = matrix.T if transposed else matrix
    rows, across = matrix.shape
    count = -(-across // columns)
    filled = np.pad(matrix, ((0, 0), (0, count * columns - across))).reshape(rows, count, columns)
    result = _at_a_line((count, rows, columns), matrix.dtype)
    result[:] = filled.transpose(1, 0, 2)
    return result


def _at_a_line(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array whose vectors lie in one line of the cache each."""
    size = math.prod(shape) * dtype.itemsize
    room = np.empty(size + _LINE, np.uint8)
    start = -room.__array_interface__["data"][0] % _LINE
    return room[start : start + size].view(dtype).reshape(shape)
