"""Panels of B that stay: the first product packs, the next ones read, others in between pack for themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.kernels.gemm.blocking import Blocking
from graphwright.runtime.native.llvm.storage import ELEMENTS
from tests.support.gemm import close, multiply

if not jit.available():
    pytest.skip("llvmlite is not here", allow_module_level=True)

SIZES = [(24, 300, 100), (49, 1000, 48), (64, 40, 49), (128, 700, 600), (256, 64, 2000), (97, 1, 30), (30, 520, 1)]


def room(b: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Memory for all of B, whose header says that it is empty, with a mark behind it."""
    columns = Blocking.of(ELEMENTS[b.dtype.name], jit.host()).columns
    size = packed_weights.room(*b.shape, columns, b.itemsize)
    whole = np.zeros(size + 8 + 64, np.uint8)
    start = -whole.ctypes.data % 64
    whole[start + size : start + size + 8] = 77
    return whole[start : start + size + 8]


def header(packed: np.ndarray[Any, Any]) -> int:
    return int(packed[:8].view(np.int64)[0])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("m", "k", "n"), SIZES)
def test_products_share_the_panels(m: int, k: int, n: int, dtype: str) -> None:
    rng = np.random.default_rng(m)
    a, b = (rng.normal(size=shape).astype(dtype) for shape in [(m, k), (k, n)])
    packed, first = room(b), np.empty((m, n), dtype)
    multiply(a, b, first, packed=packed)
    close(first, a, b)
    assert header(packed) == 2 or n == 1
    for rows in (m, 24, 300):  # other products find the panels, whatever B holds by now
        a = rng.normal(size=(rows, k)).astype(dtype)
        own, c = multiply(a, b, np.empty((rows, n), dtype)), np.empty((rows, n), dtype)
        multiply(a, b if n == 1 else np.full_like(b, np.nan), c, packed=packed)
        np.testing.assert_array_equal(c, own)
    assert (packed[-8:] == 77).all()


def test_a_product_that_comes_while_another_packs_does_it_for_itself() -> None:
    rng = np.random.default_rng(0)
    a, b = (rng.normal(size=shape).astype(np.float32) for shape in [(64, 200), (200, 300)])
    packed = room(b)
    packed[:8].view(np.int64)[0] = 1
    before = packed.copy()
    close(multiply(a, b, np.empty((64, 300), np.float32), packed=packed), a, b)
    np.testing.assert_array_equal(packed, before)
