"""Every op with a batching rule, on its samples: all rows at once give what each row gives alone."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.core.dispatch import apply_any
from graphwright.functions.vectorize import vectorized_map as _rules  # noqa: F401
from graphwright.functions.vectorize.batching import BY_LOWERING, RULES
from graphwright.ir.record import OpRecord
from tests.samples import Sample, samples_of
from tests.support.op_samples import TOLERANCE, WITH_SAMPLES, by_name, flatten, results, tensors

WITH_RULE = [
    r
    for r in WITH_SAMPLES
    if (r.name in RULES or type(r.native) in BY_LOWERING) and r.effect == "none" and not r.calls_functions
]


def _second_row(value: Any) -> Any:
    """Another row of the same kind: half the number, where halves are numbers of the dtype."""
    if value.dtype.is_floating or value.dtype.is_complex:
        return tf.cast(tf.cast(value, value.dtype) * tf.cast(0.5, value.dtype), value.dtype)
    return value


def _cases(record: OpRecord) -> list[tuple[Sample, list[Any], int]]:
    found = []
    for sample in samples_of(record):
        inputs = tensors(sample.inputs)
        if any(v.dtype in (tf.variant, tf.resource) for v in flatten(inputs)):
            continue
        found += [(sample, inputs, i) for i in range(len(flatten(inputs)))]
    return found


def _in_structure(inputs: list[Any], flat: list[Any]) -> list[Any]:
    rest = iter(flat)
    return [[next(rest) for _ in v] if isinstance(v, list) else next(rest) for v in inputs]


def _check(record: OpRecord, sample: Sample, inputs: list[Any], differing: set[int], size: Any) -> None:
    flat = flatten(inputs)
    rows = {i: [flat[i], _second_row(flat[i]), flat[i]] for i in differing}

    def compute(row: dict[int, Any]) -> list[Any]:
        given = [row.get(i, v) for i, v in enumerate(flat)]
        return results(apply_any(record, _in_structure(inputs, given), sample.attrs))

    try:
        expected = [compute({i: r[n] for i, r in rows.items()}) for n in range(3)]
    except (errors.OpError, ValueError, TypeError):
        return  # the other row is no input of the op
    if any(v.dtype is tf.variant for v in expected[0]):
        return
    if any(a.shape != b.shape for row in expected for a, b in zip(row, expected[0], strict=True)):
        return
    stacked = {i: tf.stack(r) for i, r in rows.items()}
    if size is None:
        specs = {i: tf.TensorSpec([None, *v.shape[1:]], v.dtype) for i, v in stacked.items()}
        mapped = tf.function(lambda elems: tf.vectorized_map(compute, elems, warn=False), input_signature=[specs])
    else:
        mapped = partial(tf.vectorized_map, compute, warn=False)
    for n, result in enumerate(mapped(stacked)):
        for one, many in zip((row[n] for row in expected), tf.unstack(result), strict=True):
            _assert_close(np.asarray(one.numpy()), np.asarray(many.numpy()), _tolerance(record, one.dtype.name))


def _tolerance(record: OpRecord, dtype: str) -> float:
    # gradients of resizing add in single precision, in another order for more images
    return TOLERANCE["float32" if "Resize" in record.name else dtype] if dtype in TOLERANCE else 0


def _assert_close(one: Any, many: Any, tolerance: float) -> None:
    assert one.shape == many.shape
    if tolerance:
        wide = np.complex128 if one.dtype.kind == "c" else np.float64
        np.testing.assert_allclose(many.astype(wide), one.astype(wide), rtol=tolerance, atol=tolerance)
    else:
        np.testing.assert_array_equal(many, one)


HOW_MANY = pytest.mark.parametrize(
    "part", [pytest.param(False, marks=pytest.mark.thorough), True], ids=["every sample", "one sample"]
)


@HOW_MANY
@pytest.mark.parametrize("record", WITH_RULE, ids=by_name)
def test_one_input_differs(record: OpRecord, part: bool) -> None:
    cases = _cases(record)
    for sample, inputs, i in cases[len(cases) // 2 :][:1] if part else cases:
        _check(record, sample, inputs, {i}, 3)


@HOW_MANY
@pytest.mark.parametrize("record", WITH_RULE, ids=by_name)
def test_all_floating_inputs_differ_in_an_unknown_number_of_rows(record: OpRecord, part: bool) -> None:
    cases = [case for case in _cases(record) if case[2] == 0]
    for sample, inputs, _ in cases[:1] if part else cases[:: max(1, len(cases) // 2)]:
        differing = {n for n, v in enumerate(flatten(inputs)) if v.dtype.is_floating or v.dtype.is_complex}
        _check(record, sample, inputs, differing or {0}, None)
