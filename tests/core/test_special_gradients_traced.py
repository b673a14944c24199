"""Gradients of elementwise ops at special values are the same eagerly, traced with known sizes and with open ones.

As in `test_special_values_traced`: infinities and NaN are compared as they are, numbers to the last places of the
largest term, since some slopes are differences.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.core.test_special_values_traced import RECORDS, alike, applied, special

PRODUCTS = {"InvGrad", "Mul", "MulNoNan", "Pow", "ReciprocalGrad", "RsqrtGrad", "SigmoidGrad", "SqrtGrad", "TanhGrad"}
"""Of infinite complex numbers: which parts are NaN depends on the order of factors, and on what is fused."""


def gradients(records: Any, *operands: Any) -> list[Any]:
    """The gradients of all ops, of a tape for each."""
    found: list[Any] = []
    for record in records:
        with tf.GradientTape() as tape:
            tape.watch(operands)
            result = applied(record, *operands)
        try:
            found.append([] if result is None else tape.gradient(result, operands))
        except (LookupError, TypeError):  # there is none, or none of this dtype
            found.append([])
    return found


def same(want: Any, have: Any) -> Any:
    """Which elements are as they should be; of numbers below 1 the absolute difference counts."""
    with np.errstate(all="ignore"):
        return alike(want, have, True, np.maximum(np.abs(want), 1).astype(np.float64))


@pytest.mark.parametrize(
    ("dtype", "arity"),
    [
        ("float32", 1),
        *(
            pytest.param(dtype, arity, marks=pytest.mark.thorough)
            for dtype in ("float32", "float64", "float16", "complex64")
            for arity in (1, 2)
            if (dtype, arity) != ("float32", 1)
        ),
    ],
)
def test_gradients_at_special_values(dtype: str, arity: int) -> None:
    x = special(dtype)
    x = x[:: 3 if x.dtype.kind == "c" and arity == 2 else 1]
    operands = [x] if arity == 1 else [grid.ravel() for grid in np.meshgrid(x, x)]
    tensors = [tf.constant(operand) for operand in operands]
    records = [r for r in RECORDS if len(r.inputs) == arity and not (x.dtype.kind == "c" and r.name in PRODUCTS)]
    eager = gradients(records, *tensors)
    records, eager = zip(*((r, g) for r, g in zip(records, eager, strict=True) if g), strict=True)
    assert len(records) > 5
    for open_sizes in (False, True):
        signature = [tf.TensorSpec([None] if open_sizes else t.shape, t.dtype) for t in tensors]
        compiled = tf.function(lambda *given: gradients(records, *given), input_signature=signature)(*tensors)
        for record, wants, haves in zip(records, eager, compiled, strict=True):
            for i, (want, have) in enumerate(zip(wants, haves, strict=True)):
                assert (want is None) == (have is None), (record.name, i)
                if want is None:
                    continue
                w, h = want.numpy(), have.numpy()
                right = same(w.real, h.real) & same(w.imag, h.imag) if x.dtype.kind == "c" else same(w, h)
                told = [(*(o[k] for o in operands), w[k], h[k]) for k in np.flatnonzero(~right)[:3]]
                assert not told, (record.name, i, open_sizes, told)
