"""Elementwise ops on special values are the same eagerly, traced with known sizes and traced with open ones.

Results are compared as they are: infinities, NaN and zeros with their signs; other numbers to the last places, which
NumPy's functions and ours may round differently.
"""

from __future__ import annotations

import importlib
import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphwright as tf
from graphwright.core.dispatch import apply
from graphwright.ir.lowering import Elementwise
from graphwright.ir.record import registered
from graphwright.ops.op_index import FAMILIES
from graphwright.passes.simplify import RULES
from tests.support.native import numpy_dtype
from tests.support.native_graphs import Array

for _module in FAMILIES:
    if _module.startswith("ops."):
        importlib.import_module(f"graphwright.{_module}")

RECORDS = sorted(
    (r for r in registered() if isinstance(r.native, Elementwise) and r.family.startswith("graphwright.ops.")),
    key=lambda r: r.name,
)
EITHER_ZERO = {"Maximum", "Minimum", "Relu", "Relu6"}
"""The sign of their zeros is nowhere laid down; TensorFlow's depends on the dtype and on the place in the array."""
CONSTANTS = {
    "f": [0.0, 1.0, -1.0, 2.0, 0.5, -0.5, 3.0, math.inf, math.nan],
    "c": [0, 1, -1, 2, 0.5, 1j],
    "i": [0, 1, -1, 2],
    "u": [0, 1, 2],
    "b": [True, False],
}
"""Operands that are known while a function is traced, for which there are simpler forms."""


def special(dtype: str) -> Array:
    """The values, of a dtype."""
    kind: Any = np.dtype(numpy_dtype(dtype))
    if kind.kind == "b":
        return np.array([True, False])
    if kind.kind in "iu":
        info = np.iinfo(kind)
        return np.array([0, 1, 2, 7, info.max, info.min, *([-1, -2] if info.min else [])], kind)
    if kind.kind == "c":
        parts = np.array([0.0, -0.0, 1.0, -1.0, 0.5, 2.0, math.inf, -math.inf, math.nan])
        result = np.empty((9, 9), kind)
        result.real, result.imag = parts[:, None], parts
        return result.ravel()
    floats = ml_dtypes.finfo(kind)
    sizes = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 20.0, 100.0, math.pi, math.inf, float(floats.max), float(floats.tiny)]
    return np.array([*sizes, *(-n for n in sizes), math.nan]).astype(kind)


def applied(record: Any, *inputs: Any) -> Any:
    """The op's result; None where it does not take the dtype or the values, or has attributes that must be given."""
    try:
        return apply(record, list(inputs), None)
    except (TypeError, ValueError, tf.errors.InvalidArgumentError):
        return None


def cases(x: Array) -> list[tuple[str, Any]]:
    """Programs of one operand or two, by name."""
    found: list[tuple[str, Any]] = []
    kind = x.dtype.kind if x.dtype.kind in "biuc" else "f"
    for record in RECORDS:
        if len(record.inputs) == 1:
            found.append((record.name, lambda a, _, r=record: applied(r, a)))
        if len(record.inputs) == 2:
            found.append((record.name, lambda a, b, r=record: applied(r, a, b)))
            for number in CONSTANTS[kind] if record.name in RULES else ():
                c = np.array(number).astype(x.dtype)
                found.append((f"{record.name} of x and {c}", lambda a, _, r=record, c=c: applied(r, a, tf.constant(c))))
                found.append((f"{record.name} of {c} and x", lambda a, _, r=record, c=c: applied(r, tf.constant(c), a)))
    return found


OPEN = ["float32", "float16", "complex64", "complex128", "int32", "uint8", "bool"]


USUAL = [("float32", True), ("complex64", True), ("int32", True), ("bool", True), ("float32", False)]
REST = [(dtype, open_sizes) for dtype in OPEN for open_sizes in (True, False) if (dtype, open_sizes) not in USUAL]


@pytest.mark.parametrize(
    ("dtype", "open_sizes"), [*USUAL, *(pytest.param(*one, marks=pytest.mark.thorough) for one in REST)]
)
def test_special_values(dtype: str, open_sizes: bool) -> None:
    x = special(dtype)
    a, b = (tf.constant(grid.ravel()) for grid in np.meshgrid(x, x))
    eager = [(name, program, program(a, b)) for name, program in cases(x)]
    eager = [case for case in eager if case[2] is not None]
    assert len(eager) > 10
    signature = [tf.TensorSpec([None] if open_sizes else a.shape, a.dtype)] * 2
    compiled = tf.function(lambda a, b: [program(a, b) for _, program, _ in eager], input_signature=signature)
    for (name, _, want), have in zip(eager, compiled(a, b), strict=True):
        wrong = ~alike(want.numpy(), have.numpy(), name.split()[0] in EITHER_ZERO)
        told = [(a.numpy()[i], b.numpy()[i], want.numpy()[i], have.numpy()[i]) for i in np.flatnonzero(wrong)[:3]]
        assert not told, (name, told)


def alike(want: Array, have: Array, either_zero: bool, size: Any = None) -> Array:
    """Which elements are the same; a part of a complex number is as near as the number's size lets it be."""
    assert (want.dtype, want.shape) == (have.dtype, have.shape)
    if want.dtype.kind in "biu":
        return np.asarray(want == have)
    if want.dtype.kind == "c":
        size = np.abs(want).astype(np.float64)
        return alike(want.real, have.real, either_zero, size) & alike(want.imag, have.imag, either_zero, size)
    info = ml_dtypes.finfo(want.dtype)
    u, v = want.astype(np.float64), have.astype(np.float64)
    with np.errstate(all="ignore"):
        near = np.abs(u - v) <= 8 * float(info.eps) * (np.abs(u) if size is None else size) + 4 * float(
            info.smallest_subnormal
        )
    same = (u == v) | (np.isnan(u) & np.isnan(v)) | (near & (v != 0))
    return np.asarray(same & (either_zero | (u != 0) | (v != 0) | (np.signbit(u) == np.signbit(v))))


def extreme(dtype: str) -> Array:
    """Complex numbers of parts that are huge, subnormal, or where exponentials end."""
    info, end = np.finfo(dtype), {"complex64": 88.0, "complex128": 709.0}[dtype]
    sizes = [0.0, 1e-10, 1.0, 2.0, 20.0, math.pi / 2, end, 1.005 * end, math.inf]
    sizes += [float(n) for n in (info.max, info.max / 4, 2 * info.max**0.5, info.tiny, info.smallest_subnormal)]
    parts = np.array([*sizes, *(-n for n in sizes), math.nan])
    result = np.empty((len(parts), len(parts)), dtype)
    result.real, result.imag = parts[:, None], parts
    return result.ravel()


PRODUCTS = {"Square"}
"""Multiply-adds of NumPy's products of complex numbers may be fused, ours are not."""


@pytest.mark.parametrize("open_sizes", [True, False])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_extreme_complex_numbers(dtype: str, open_sizes: bool) -> None:
    x = tf.constant(extreme(dtype))
    eager = [(r, applied(r, x)) for r in RECORDS if len(r.inputs) == 1 and r.name not in PRODUCTS]
    eager = [(record, result) for record, result in eager if result is not None]
    assert len(eager) > 20
    signature = [tf.TensorSpec([None] if open_sizes else x.shape, x.dtype)]
    compiled = tf.function(lambda v: [applied(r, v) for r, _ in eager], input_signature=signature)
    for (record, want), have in zip(eager, compiled(x), strict=True):
        wrong = ~alike(want.numpy(), have.numpy(), False)
        told = [(x.numpy()[i], want.numpy()[i], have.numpy()[i]) for i in np.flatnonzero(wrong)[:3]]
        assert not told, (record.name, told)


def test_logarithms_near_1_keep_their_digits() -> None:
    x = tf.constant([1e-10, 1e-10j, -1e-12 + 1e-3j, 1e-200j], tf.complex128)
    sizes = [1e-10 - 5e-21, 5e-21, np.log(np.hypot(1 - 1e-12, 1e-3)), 0.0]
    for function in (tf.math.log1p, tf.function(tf.math.log1p)):
        np.testing.assert_allclose(function(x).numpy().real, sizes, rtol=1e-9)


@pytest.mark.parametrize("exponent", [0.5, -0.5, 2.0, 3.0, 0.0, -1.0])
def test_constant_exponents(exponent: float) -> None:
    x = tf.constant([-math.inf, -1.0, -0.0, 0.0, 1.0, math.inf, math.nan])
    eager, compiled = x**exponent, tf.function(lambda v: v**exponent)(x)
    assert alike(eager.numpy(), compiled.numpy(), False).all(), (eager, compiled)
