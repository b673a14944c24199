"""Every elementwise op on zeros of both signs, denormals, infinities, NaN and huge numbers: native against NumPy."""

from __future__ import annotations

import importlib
import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from graphwright.core.dispatch import apply
from graphwright.ir.lowering import Elementwise
from graphwright.ir.record import OpRecord, registered
from graphwright.ops.op_index import FAMILIES
from graphwright.passes import optimize
from graphwright.runtime.native.executor import NativeExecutor
from graphwright.runtime.reference import NumpyExecutor
from tests.support.native import FLOATS, numpy_dtype
from tests.support.native_graphs import Array, traced, type_of

pytest.importorskip("llvmlite")

for _module in FAMILIES:
    if _module.startswith("ops."):
        importlib.import_module(f"graphwright.{_module}")

RECORDS = sorted(
    (r for r in registered() if isinstance(r.native, Elementwise) and r.family.startswith("graphwright.ops.")),
    key=lambda r: r.name,
)
TOLERANCE = {"float16": 2e-3, "bfloat16": 1.6e-2, "float32": 1e-6, "float64": 2e-15}

EITHER_ZERO = {"Maximum", "Minimum", "Relu", "Relu6", "Sign"}
"""The sign of their zeros is nowhere laid down; TensorFlow's depends on the dtype and on the place in the array."""


def special(dtype: str) -> Array:
    info = ml_dtypes.finfo(numpy_dtype(dtype))
    sizes = [0.0, 0.5, 1.0, 1.5, 2.5, 3.0, 20.0, 88.0, 100.0, 1e4, math.pi, math.inf]
    sizes += [float(n) for n in (info.max, info.tiny, info.smallest_subnormal, info.eps, 1 + info.eps)]
    return np.array([*sizes, *(-n for n in sizes), math.nan]).astype(numpy_dtype(dtype))


def applied(record: OpRecord, inputs: tuple[Any, ...]) -> Any:
    """The op's result; None where it has no such dtype, or attributes that must be given."""
    try:
        return apply(record, list(inputs), None)
    except (TypeError, ValueError):
        return None


@pytest.mark.parametrize(
    "dtype", [pytest.param(name, marks=[] if name == "float32" else pytest.mark.thorough) for name in FLOATS]
)
@pytest.mark.parametrize("arity", [1, 2])
def test_special_values(arity: int, dtype: str) -> None:
    x = special(dtype)
    arguments = [x] if arity == 1 else [grid.ravel().copy() for grid in np.meshgrid(x, x)]
    tried: list[OpRecord] = []

    def all_of_them(*inputs: Any) -> list[Any]:
        results = [(r, applied(r, inputs)) for r in RECORDS if len(r.inputs) == arity]
        tried.extend(r for r, result in results if result is not None)
        return [result for _, result in results if result is not None]

    graph = optimize(traced(all_of_them, [type_of(a) for a in arguments]))
    assert len(tried) > 20
    with np.errstate(all="ignore"):
        expected = NumpyExecutor().compile(graph).run(arguments)
    for record, want, have in zip(tried, expected, NativeExecutor().compile(graph).run(arguments), strict=True):
        wrong = ~agree(want, have, dtype, record.name)
        cases = [(*(a[i] for a in arguments), want[i], have[i]) for i in np.flatnonzero(wrong)[:3]]
        assert not cases, (record.name, cases)


def agree(want: Array, have: Array, dtype: str, name: str) -> Array:
    """Which elements are as they should be: the same, or as near as the dtype's last places."""
    if want.dtype.kind in "biu":
        return np.asarray(want == have)
    if want.dtype.kind == "c":
        return agree(want.real, have.real, dtype, name) & agree(want.imag, have.imag, dtype, name)
    a, b = want.astype(np.float64), have.astype(np.float64)
    least = 4 * float(ml_dtypes.finfo(numpy_dtype(dtype)).smallest_subnormal)
    with np.errstate(all="ignore"):
        fine = (a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= TOLERANCE[dtype] * np.abs(a) + least)
    if name not in EITHER_ZERO:
        fine &= ~((a == 0) & (b == 0) & (np.signbit(a) != np.signbit(b)))
    return np.asarray(fine)
