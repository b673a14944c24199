"""Gradients of gradients and forward mode for every differentiable op record, on its samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.core.context import as_default_graph
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tape import carries_gradient
from graphwright.ir.record import OpRecord
from tests.samples import Sample, samples_of
from tests.support.gradients import differences
from tests.support.op_samples import (
    DIFFERENTIABLE,
    RECORDS,
    STEP,
    Traced,
    by_name,
    check_all,
    disagreement,
    flatten,
    gradients,
    results,
    shape_inputs,
    tensors,
    unknown_sizes,
    varied,
    weights,
    with_input,
)

pytestmark = pytest.mark.thorough

each = pytest.mark.parametrize


ONCE_AT_ZERO = {"Prod": "its second gradient goes through Cumprod's, which is 0 at zeros, as TensorFlow's is"}
"""Ops whose gradient has no gradient of its own where an element is zero, and why."""


class Case:
    """A sample with the inputs to move and the gradients that come in."""

    def __init__(self, record: OpRecord, sample: Sample) -> None:
        self.record, self.attrs, self.sample = record, sample.attrs, sample
        self.inputs = tensors(sample.inputs)
        self.flat = flatten(self.inputs)
        self.which = varied(sample, self.flat)
        self.incoming = weights(results(apply(record, self.inputs, self.attrs)))
        moved = sum(self.flat[i]._array.size for i in self.which)
        self.is_empty = not moved or all(g is None for g in self.incoming)

    @property
    def has_zeros(self) -> bool:
        """Whether an element that is moved is zero."""
        return any(bool(np.any(self.flat[i]._array == 0)) for i in self.which)

    def slope(self, inputs: Sequence[Any], like: Sequence[Any] | None = None) -> Any:
        """A real number computed from all the gradients, which have the shapes of the inputs (or of `like`)."""
        found = gradients(self.record, inputs, self.attrs, self.which, self.incoming)
        shapes = like or flatten(inputs)
        factors = self.directions([shapes[i] for i in self.which])
        return tf.add_n(
            [real_product(tf.convert_to_tensor(g), w) for g, w in zip(found, factors, strict=True) if g is not None]
        )

    def directions(self, like: Sequence[Any]) -> list[Any]:
        """Fixed factors, one tensor for each."""
        terms = []
        for k, t in enumerate(like):
            shape = t.shape.as_list()
            values = np.sin(np.arange(int(np.prod(shape))) * 1.7 + k + 0.3).reshape(shape)
            terms.append(to_tensor(values + 0.5j * values if t.dtype.is_complex else values, t.dtype))
        return terms


def real_product(a: Any, b: Any) -> Any:
    """The sum of the real parts of a times the conjugate of b."""
    product = tf.math.real(a * tf.math.conj(b)) if a.dtype.is_complex else a * b
    return tf.reduce_sum(tf.cast(product, tf.float64))


#: Ops whose gradients have none themselves, with the op that says so: in TensorFlow as here.
ONCE = {
    "BatchNormWithGlobalNormalization": "BatchNormWithGlobalNormalizationGrad",
    "Dilation2D": "Dilation2DBackprop",
}
TWICE = [record for record in DIFFERENTIABLE if record.name not in ONCE]


@each("name", ONCE)
def test_a_gradient_without_one_says_so_by_name(name: str) -> None:
    record = next(r for r in DIFFERENTIABLE if r.name == name)
    case = Case(record, samples_of(record)[0])
    sources = [case.flat[i] for i in case.which]
    with tf.GradientTape() as tape:
        tape.watch(sources)
        slope = case.slope(case.inputs)
    with pytest.raises(LookupError, match=f"gradient registry has no entry for: {ONCE[name]}"):
        tape.gradient(slope, sources)


@each("record", TWICE, ids=by_name)
def test_second_gradients(record: OpRecord) -> None:
    """The gradient of the gradient is what differences of the gradient say, eagerly and traced."""

    def check(sample: Sample) -> str:
        case = Case(record, sample)
        if case.is_empty or (record.name in ONCE_AT_ZERO and case.has_zeros):
            return ""
        if all(g is None for g in gradients(record, case.inputs, case.attrs, case.which, case.incoming)):
            return ""
        sources = [case.flat[i] for i in case.which]
        with tf.GradientTape() as tape:
            tape.watch(sources)
            slope = case.slope(case.inputs)
        found = tape.gradient(slope, sources, unconnected_gradients="zero")
        for i, gradient in zip(case.which, found, strict=True):
            expected = differences(
                case.flat[i]._array, lambda x, i=i: float(case.slope(with_input(case.inputs, i, to_tensor(x)))), STEP
            )
            value = tf.convert_to_tensor(gradient)._array
            if not np.allclose(value, expected, sample.rtol or 2e-5, 1e-5, equal_nan=True):
                return f"input {i}: {value.tolist()} instead of {expected.tolist()}"
        return in_graphs(case, found)

    check_all(record, samples_of(record), check)


def in_graphs(case: Case, eager: Sequence[Any]) -> str:
    """Whether the second gradients of a traced application are those of an eager one."""
    trace = Traced(unknown_sizes)
    with as_default_graph(trace.graph):
        constant = shape_inputs(case.record, case.inputs, case.attrs) - set(case.which)
        placed = trace.placeholders(case.inputs, constant)
        flat = flatten(placed)
        sources = [flat[i] for i in case.which]
        with tf.GradientTape() as tape:
            tape.watch(sources)
            slope = case.slope(placed, like=case.flat)
        found = tape.gradient(slope, sources, unconnected_gradients="zero")
        outputs = [tf.convert_to_tensor(g) for g in found]
    problems = [
        disagreement(v, tf.convert_to_tensor(e), case.sample)
        for v, e in zip(trace.run(outputs, "numpy"), eager, strict=True)
    ]
    return "; ".join(p for p in problems if p)


@each("record", TWICE, ids=by_name)
def test_forward_mode(record: OpRecord) -> None:
    """A direction pushed forward and weighed is the gradient of the weighed result along the direction."""

    def check(sample: Sample) -> str:
        case = Case(record, sample)
        if case.is_empty:
            return ""
        sources = [case.flat[i] for i in case.which]
        along = case.directions(sources)
        with tf.autodiff.ForwardAccumulator(sources, along) as accumulator:
            outputs = results(apply(record, case.inputs, case.attrs))
        pushed = accumulator.jvp(outputs)
        pairs = [(p, w) for p, w in zip(pushed, case.incoming, strict=True) if p is not None and w is not None]
        found = gradients(record, case.inputs, case.attrs, case.which, case.incoming)
        forward = sum(float(real_product(p, w)) for p, w in pairs)
        back = sum(
            float(real_product(tf.convert_to_tensor(g), a)) for g, a in zip(found, along, strict=True) if g is not None
        )
        if any(p.shape != o.shape or p.dtype != o.dtype for p, o in zip(pushed, outputs, strict=True) if p is not None):
            return f"{pushed} for {outputs}"
        same = np.isclose(forward, back, 1e-9, 1e-9, equal_nan=True)
        return "" if same else f"{forward} forward, {back} backward"

    check_all(record, samples_of(record), check)


SILENT = [r for r in RECORDS if r.gradient is None and not r.no_gradient]


@each("record", SILENT, ids=by_name)
def test_an_op_without_gradient_says_so_by_name(record: OpRecord) -> None:
    def check(sample: Sample) -> str:
        inputs = tensors(sample.inputs)
        sources = [t for t in flatten(inputs) if carries_gradient(t)]
        with tf.GradientTape() as tape:
            tape.watch(sources)
            outputs = [v for v in results(apply(record, inputs, sample.attrs)) if carries_gradient(v)]
        if not sources or not outputs:
            return ""
        try:
            tape.gradient(outputs, sources)
        except LookupError as error:
            return "" if f"gradient registry has no entry for: {record.name}" in str(error) else str(error)
        return "nothing was raised"

    check_all(record, samples_of(record), check)


def test_records_marked_no_gradient_have_none() -> None:
    """The ops with floats on both sides through which nothing goes: they are constant there, or draw whole numbers."""
    pure = [r for r in RECORDS if r.no_gradient and r.effect == "none"]
    flat = {r.name for r in pure if any_float(r.inputs, r) and any_float(r.outputs, r)}
    drawn = {"StatelessRandomBinomial", "StatelessRandomPoisson"}
    # TensorFlow has none either
    steps = {"CTCBeamSearchDecoder", "CTCGreedyDecoder", "DrawBoundingBoxes", "HSVToRGB", "RaggedRange"}
    counts = {"DenseCountSparseOutput", "RaggedCountSparseOutput", "SparseBincount", "SparseCountSparseOutput"}
    assert flat == {"OnesLike", "Range", "StopGradient", "ZerosLike", "_PadRows"} | drawn | steps | counts


def any_float(args: Sequence[Any], record: OpRecord) -> bool:
    """Whether one of the declared arguments may be floating-point."""
    for arg in args:
        allowed = None if arg.type_attr is None else record.attrs[arg.type_attr].allowed
        if arg.dtype is None and arg.type_attr is not None and (allowed is None or tf.float32 in allowed):
            return True
    return False
