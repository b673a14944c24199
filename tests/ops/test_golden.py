"""Every op computes what TensorFlow computed: values, dtypes, shapes, and the class of what is raised."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright  # noqa: F401  (lets op families be found)
from graphwright.base import errors
from graphwright.core import dispatch
from graphwright.core.tensor import eager
from graphwright.ir.record import lookup
from tests.golden.encoding import Array, same
from tests.golden.load import Application, applications

# Ops that were recorded and that we have not got yet. A test fails when one of them appears: take it off
# the list.
MISSING: frozenset[str] = frozenset()

# How far results may be from TensorFlow's, relative to their size, by dtype.
TOLERANCE = {
    np.dtype(np.float64): 2e-14,
    np.dtype(np.float32): 2e-6,
    np.dtype(np.complex64): 2e-6,
    np.dtype(np.complex128): 2e-14,
    np.dtype(np.float16): 2e-3,
}
BFLOAT16_TOLERANCE = 1.6e-2

# TensorFlow itself calls these "unexpected"; the documented class for a division by zero is the other one.
OTHER_ERRORS = {"TruncateDiv": "InvalidArgumentError", "TruncateMod": "InvalidArgumentError"}


def close(ours: Array, theirs: Array) -> bool:
    """Whether two arrays agree: exactly where the dtype is exact, to the tolerance of the dtype elsewhere."""
    if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
        return False
    if theirs.dtype.kind in "OSUbiu" or theirs.dtype.names:
        return same(ours, theirs)
    wide = np.complex128 if theirs.dtype.kind == "c" else np.float64
    tolerance = TOLERANCE.get(theirs.dtype, BFLOAT16_TOLERANCE)
    return np.allclose(ours.astype(wide), theirs.astype(wide), rtol=tolerance, atol=tolerance / 4, equal_nan=True)


def apply(recorded: Application) -> list[Array]:
    """Our outputs, flat."""
    inputs = [[eager(v) for v in i] if isinstance(i, list) else eager(i) for i in recorded.inputs]
    result: Any = dispatch.apply(recorded.op, inputs, recorded.attrs)
    return [t._array for t in (result if isinstance(result, list) else [result])]


def difference(recorded: Application) -> str | None:
    """What is different from what was recorded, or None."""
    try:
        outputs = apply(recorded)
    except Exception as raised:
        expected = OTHER_ERRORS.get(recorded.op, recorded.error) if recorded.error else None
        if expected is not None and isinstance(raised, getattr(errors, expected, ())):
            return None
        expected = recorded.error or "no error"
        return f"raised {type(raised).__name__}: {str(raised)[:300]}\n    expected {expected}"
    if recorded.outputs is None:
        return f"gave {outputs}\n    expected {recorded.error}: {recorded.message}"
    if len(outputs) != len(recorded.outputs) or not all(map(close, outputs, recorded.outputs)):
        return f"gave {outputs}\n    expected {recorded.outputs}"
    return None


@pytest.mark.parametrize("op", sorted(applications()))
def test_op(op: str) -> None:
    if op in MISSING:
        assert lookup(op) is None, f"{op} is there now: take it off MISSING"
        return
    found = [(recorded, difference(recorded)) for recorded in applications()[op]]
    differences = [f"{recorded}\n    {text}" for recorded, text in found if text is not None]
    assert not differences, f"{len(differences)} of {len(found)} differ:\n" + "\n".join(differences[:5])


def test_missing_names_recorded_ops() -> None:
    assert set(applications()) >= MISSING
