"""Every op record on its samples: values, types, gradients and errors, on every executor.

`tests/ops/<package>/test_samples.py` imports everything from here and names its `PACKAGE`; the tests then run for the
records of that package.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.base.shape import Symbol
from graphwright.core.context import as_default_graph
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.op_inputs import complete_attrs
from graphwright.core.tensor import EagerTensor
from graphwright.core.tracing import TracingGraph
from graphwright.ir.infer import infer, partial_value
from graphwright.ir.record import OpRecord, registered
from graphwright.ir.types import TensorType, tensor_type
from graphwright.ops.op_index import FAMILIES
from graphwright.passes import optimize
from graphwright.runtime.selection import executor
from tests.samples import ErrorSample, Sample, error_samples_of, samples_of
from tests.support.gradients import differences

for _module in FAMILIES:
    if _module.startswith("ops."):
        importlib.import_module(f"graphwright.{_module}")

RECORDS = sorted((r for r in registered() if r.family.startswith("graphwright.ops.")), key=lambda r: r.name)
WITH_SAMPLES = [r for r in RECORDS if samples_of(r)]
WITH_ERROR_SAMPLES = [r for r in RECORDS if error_samples_of(r)]
DIFFERENTIABLE = [r for r in WITH_SAMPLES if r.gradient is not None and r.effect == "none"]
each = pytest.mark.parametrize


def also(*values: Any) -> list[Any]:
    """Further variants of a test, for the thorough stage; those of compiled code run in the stages of executors too."""
    return [pytest.param(value, marks=pytest.mark.thorough) for value in values]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize the tests that are marked with `records` over those of them that belong to the module's `PACKAGE`."""
    for mark in metafunc.definition.iter_markers("records"):
        prefix = f"graphwright.ops.{metafunc.module.PACKAGE}."
        records = [r for r in mark.args[0] if r.family.startswith(prefix)]
        metafunc.parametrize("record", records, ids=by_name)


# relative tolerances between executors
TOLERANCE = {
    "float16": 4e-3,
    "bfloat16": 3e-2,
    "float32": 2e-5,
    "complex64": 2e-5,
    "float64": 1e-10,
    "complex128": 1e-10,
}


def by_name(record: OpRecord) -> str:
    return record.name


# inputs -----


def tensors(inputs: Any) -> list[Any]:
    """Eager tensors, one per declared input; lists for list inputs."""
    values = inputs() if callable(inputs) else inputs
    return [[to_tensor(v) for v in x] if isinstance(x, list) else to_tensor(x) for x in values]


def flatten(values: Iterable[Any]) -> list[Any]:
    return [v for x in values for v in (x if isinstance(x, list) else [x])]


def results(value: Any) -> list[Any]:
    """The outputs of an application as a list; an op without outputs gives none."""
    if value is None or isinstance(value, tf.Operation):
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def shape_inputs(record: OpRecord, inputs: Sequence[Any], attrs: Any) -> set[int]:
    """Positions of the flat inputs whose values the output types depend on."""
    flat = flatten(inputs)
    _, used = infer(record, flat, [t._type for t in flat], complete_attrs(record, flat, attrs))
    return set(used)


def unknown_sizes(t: EagerTensor) -> TensorType:
    return tensor_type(t.dtype, tuple(Symbol() for _ in t.shape))


def unknown_rank(t: EagerTensor) -> TensorType:
    return tensor_type(t.dtype, None)


def static(t: EagerTensor) -> TensorType:
    return t._type


class Traced:
    """An application in a graph of its own: placeholders of chosen types, constants for the rest."""

    def __init__(self, type_of: Callable[[EagerTensor], TensorType]) -> None:
        self.graph = TracingGraph("table")
        self.type_of = type_of
        self.arrays: list[Any] = []

    def placeholders(self, inputs: Sequence[Any], constant: set[int]) -> list[Any]:
        """Placeholders for the inputs, except those that are to be constants."""
        at = -1

        def one(t: EagerTensor) -> Any:
            nonlocal at
            at += 1
            if at in constant:
                return t
            self.arrays.append(t._array)
            return self.graph.placeholder(self.type_of(t), f"x{len(self.arrays)}")

        return [[one(t) for t in x] if isinstance(x, list) else one(x) for x in inputs]

    def run(self, outputs: Sequence[Any], executor_name: str) -> list[Any]:
        """The values of the outputs."""
        self.graph.outputs = list(outputs)
        self.graph.finish()
        program = executor(executor_name).compile(optimize(self.graph))
        return program.run([*self.arrays, *(t._array for t in self.graph.captures)])


def traced(
    record: OpRecord, sample: Any, type_of: Callable[[EagerTensor], TensorType], constant: set[int] | None = None
) -> tuple[Traced, list[Any]]:
    inputs = tensors(sample.inputs)
    trace = Traced(type_of)
    with as_default_graph(trace.graph):
        constant = shape_inputs(record, inputs, sample.attrs) if constant is None else constant
        placed = trace.placeholders(inputs, constant)
        outputs = results(apply(record, placed, sample.attrs))
    return trace, outputs


# comparing -----


def disagreement(found: Any, expected: EagerTensor, sample: Sample) -> str:
    """How a value differs from the eager one, or nothing."""
    array = expected._array
    if not isinstance(array, np.ndarray):
        return ""
    if found.dtype != array.dtype or found.shape != array.shape:
        return f"{found.dtype}{found.shape} instead of {array.dtype}{array.shape}"
    if not sample.exact or (array.dtype.kind == "O" and found.tolist() == array.tolist()):
        return ""
    tolerance = sample.rtol or TOLERANCE.get(expected.dtype.name, 0)
    wide = np.complex128 if array.dtype.kind == "c" else np.float64 if tolerance else array.dtype
    a, b = found.astype(wide), array.astype(wide)
    with np.errstate(all="ignore"):
        same = np.isclose(a, b, tolerance, tolerance * 0.1, equal_nan=True) if tolerance else a == b
    return "" if np.all(same) else f"{found.tolist()} instead of {array.tolist()}"


def check_all(record: OpRecord, samples: Sequence[Any], check: Callable[[Any], str]) -> None:
    """Run a check on every sample and fail with all problems it reports."""
    problems = []
    for i, sample in enumerate(samples):
        try:
            problem = check(sample)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        if problem:
            problems.append(f"{record.name} sample {i} {describe(sample)}:\n    {problem}")
    fail_if_any(problems)


def fail_if_any(problems: list[str]) -> None:
    """Fail with the first few problems."""
    assert not problems, f"{len(problems)} samples:\n" + "\n".join(problems[:4])


def describe(sample: Any) -> str:
    inputs = "..." if callable(sample.inputs) else ", ".join(str(x).replace("\n", "") for x in sample.inputs)
    return f"({inputs[:200]}) {dict(sample.attrs) or ''}"


# the tests -----


@pytest.mark.records(WITH_SAMPLES)
def test_types(record: OpRecord) -> None:
    """What the rules infer is what the kernel gives."""

    def check(sample: Sample) -> str:
        inputs = tensors(sample.inputs)
        flat = flatten(inputs)
        outputs = results(apply(record, inputs, sample.attrs))
        inferred, _ = infer(record, flat, [t._type for t in flat], complete_attrs(record, flat, sample.attrs))
        for output, type_ in zip(outputs, inferred, strict=True):
            array = output._array
            if type_.is_static and output._type is not type_:
                return f"inferred {type_}, the tensor says {output._type}"
            if isinstance(array, np.ndarray) and (array.dtype, array.shape) != (output.dtype.numpy, output._type.dims):
                return f"inferred {output._type}, the kernel gave {array.dtype}{array.shape}"
        return ""

    check_all(record, samples_of(record), check)


@each("type_of", [static, unknown_sizes, unknown_rank])
@pytest.mark.records(WITH_SAMPLES)
def test_inference(record: OpRecord, type_of: Callable[[EagerTensor], TensorType]) -> None:
    """What is inferred of less known inputs is true: sizes agree, and a symbol stands for one size."""

    def check(sample: Sample) -> str:
        inputs = tensors(sample.inputs)
        expected = results(apply(record, inputs, sample.attrs))
        for constant in (set(), shape_inputs(record, inputs, sample.attrs)):
            trace = Traced(type_of)
            sizes: dict[Symbol, int] = {}
            with as_default_graph(trace.graph):
                placed = trace.placeholders(inputs, constant)
                for p, t in zip(flatten(placed), flatten(inputs), strict=True):
                    bind(sizes, p._type.dims, t.shape)
                outputs = results(apply(record, placed, sample.attrs))
            for output, actual in zip(outputs, expected, strict=True):
                if output.dtype is not actual.dtype or not bind(sizes, output._type.dims, actual.shape):
                    return f"inferred {output._type} with {constant or 'no'} constants, is {actual._type}"
                value = partial_value(output) if output.dtype.is_integer else None
                if value is not None and sample.exact and not bind(sizes, value, actual._array.reshape(-1)):
                    return f"the known value {value} is {actual._array}"
        return ""

    check_all(record, samples_of(record), check)


def bind(sizes: dict[Symbol, int], dims: Any, actual: Any) -> bool:
    """Whether dims fit the actual sizes, noting what each symbol stands for."""
    if dims is None:
        return True
    if len(dims) != len(actual):
        return False
    return all(
        (sizes.setdefault(d, int(n)) if isinstance(d, Symbol) else d) == n for d, n in zip(dims, actual, strict=True)
    )


@each("type_of", [*also(static), unknown_sizes])
@pytest.mark.records(WITH_SAMPLES)
def test_numpy_executor(record: OpRecord, type_of: Callable[[EagerTensor], TensorType]) -> None:
    def check(sample: Sample) -> str:
        expected = results(apply(record, tensors(sample.inputs), sample.attrs))
        for constant in (None, set()):
            trace, outputs = traced(record, sample, type_of, constant)
            found = trace.run(outputs, "numpy")
            problems = [disagreement(f, e, sample) for f, e in zip(found, expected, strict=True)]
            if any(problems):
                return "; ".join(problems)
        return ""

    check_all(record, samples_of(record), check)


@pytest.mark.executors
@each("type_of", [*also(static), unknown_sizes])
@pytest.mark.records(WITH_SAMPLES)
def test_native_executor(record: OpRecord, type_of: Callable[[EagerTensor], TensorType]) -> None:
    """All samples in one graph: compiling is what takes the time."""
    if executor("native").name != "native":
        pytest.skip("LLVM is not there")
    samples = samples_of(record)
    trace = Traced(type_of)
    outputs: list[Any] = []
    expected: list[tuple[int, Any]] = []
    for i, sample in enumerate(samples):
        inputs = tensors(sample.inputs)
        expected += [(i, e) for e in results(apply(record, inputs, sample.attrs))]
        with as_default_graph(trace.graph):
            placed = trace.placeholders(inputs, shape_inputs(record, inputs, sample.attrs))
            outputs += results(apply(record, placed, sample.attrs))
    if not outputs:
        pytest.skip("no outputs to compare")
    found = trace.run(outputs, "native")
    problems = []
    for value, (i, e) in zip(found, expected, strict=True):
        problem = disagreement(value, e, samples[i])
        if problem:
            problems.append(f"{record.name} sample {i} {describe(samples[i])}:\n    {problem}")
    fail_if_any(problems)


# gradients -----

STEP = 1e-6


def varied(sample: Sample, flat: Sequence[Any]) -> list[int]:
    """The inputs to differentiate: those of double precision."""
    if sample.gradient is False:
        return []
    chosen = range(len(flat)) if sample.gradient is True else sample.gradient
    return [i for i in chosen if flat[i].dtype in (tf.float64, tf.complex128)]


def weights(outputs: Sequence[Any]) -> list[Any]:
    """A gradient to come into each output: None where it carries none."""
    incoming = []
    for k, t in enumerate(outputs):
        if not (t.dtype.is_floating or t.dtype.is_complex):
            incoming.append(None)
            continue
        count = int(np.prod(t.shape.as_list()))
        values = np.cos(np.arange(count) * 1.3 + k + 0.4)
        if t.dtype.is_complex:
            values = values + 1j * np.sin(np.arange(count) * 0.7 + 1)
        incoming.append(to_tensor(values.reshape(t.shape.as_list()), t.dtype))
    return incoming


def gradients(
    record: OpRecord, inputs: Sequence[Any], attrs: Any, which: Sequence[int], incoming: Sequence[Any]
) -> list[Any]:
    flat = flatten(inputs)
    with tf.GradientTape() as tape:
        tape.watch([flat[i] for i in which])
        outputs = results(apply(record, inputs, attrs))
    pairs = [(o, g) for o, g in zip(outputs, incoming, strict=True) if g is not None]
    return tape.gradient([o for o, _ in pairs], [flat[i] for i in which], output_gradients=[g for _, g in pairs])


def weighted(record: OpRecord, inputs: Sequence[Any], attrs: Any, incoming: Sequence[Any]) -> float:
    """The real number whose derivatives the gradients are."""
    outputs = results(apply(record, inputs, attrs))
    return float(
        sum(
            np.sum(np.real(np.conj(g._array) * o._array))
            for o, g in zip(outputs, incoming, strict=True)
            if g is not None
        )
    )


def numeric(record: OpRecord, inputs: list[Any], attrs: Any, i: int, incoming: Sequence[Any]) -> Any:
    """Central differences with regard to flat input i."""

    def at(moved: Any) -> float:
        return weighted(record, with_input(inputs, i, to_tensor(moved)), attrs, incoming)

    return differences(flatten(inputs)[i]._array, at, STEP)


def with_input(inputs: Sequence[Any], i: int, value: Any) -> list[Any]:
    at = iter(range(len(flatten(inputs))))

    def one(t: Any) -> Any:
        return value if next(at) == i else t

    return [[one(t) for t in x] if isinstance(x, list) else one(x) for x in inputs]


@pytest.mark.records(DIFFERENTIABLE)
def test_gradients(record: OpRecord) -> None:
    def check(sample: Sample) -> str:
        inputs = tensors(sample.inputs)
        flat = flatten(inputs)
        which = varied(sample, flat)
        incoming = weights(results(apply(record, inputs, sample.attrs)))
        if not which or all(g is None for g in incoming):
            return ""
        found = gradients(record, inputs, sample.attrs, which, incoming)
        for i, gradient in zip(which, found, strict=True):
            expected = numeric(record, inputs, sample.attrs, i, incoming)
            value = np.zeros_like(expected) if gradient is None else tf.convert_to_tensor(gradient)._array
            if value.shape != expected.shape or value.dtype != expected.dtype:
                return f"input {i}: {value.dtype}{value.shape} instead of {expected.dtype}{expected.shape}"
            if not np.allclose(value, expected, sample.rtol or 1e-5, 1e-6, equal_nan=True):
                return f"input {i}: {value.tolist()} instead of {expected.tolist()}"
        return ""

    check_all(record, samples_of(record), check)


@each("type_of", [*also(static), unknown_sizes, *also(unknown_rank)])
@pytest.mark.records(DIFFERENTIABLE)
def test_gradients_in_graphs(record: OpRecord, type_of: Callable[[EagerTensor], TensorType]) -> None:
    """The same gradient, traced, where the rule can see less of the shapes."""

    def check(sample: Sample) -> str:
        inputs = tensors(sample.inputs)
        which = varied(sample, flatten(inputs))
        incoming = weights(results(apply(record, inputs, sample.attrs)))
        if not which or all(g is None for g in incoming):
            return ""
        expected = [
            None if g is None else tf.convert_to_tensor(g)
            for g in gradients(record, inputs, sample.attrs, which, incoming)
        ]
        for constant in (shape_inputs(record, inputs, sample.attrs) - set(which), set()):
            trace = Traced(type_of)
            with as_default_graph(trace.graph):
                placed = trace.placeholders(inputs, constant)
                found = gradients(record, placed, sample.attrs, which, incoming)
                outputs = [tf.identity(tf.convert_to_tensor(g)) for g in found if g is not None]
            if [g is None for g in found] != [e is None for e in expected]:
                return f"gradients {found} instead of {expected}"
            values = trace.run(outputs, "numpy")
            problems = [
                disagreement(v, e, sample) for v, e in zip(values, [e for e in expected if e is not None], strict=True)
            ]
            if any(problems):
                return "; ".join(problems)
        return ""

    check_all(record, samples_of(record), check)


# errors -----


@pytest.mark.records(WITH_ERROR_SAMPLES)
def test_errors_eagerly(record: OpRecord) -> None:
    def check(sample: ErrorSample) -> str:
        try:
            apply(record, tensors(sample.inputs), sample.attrs)
        except sample.error as error:
            return "" if sample.message in str(error) else f"it says {error}"
        return "nothing was raised"

    check_all(record, error_samples_of(record), check)


@pytest.mark.executors
@each("executor_name", ["numpy", "native"])
@each("type_of", [static, unknown_sizes, *also(unknown_rank)])
@pytest.mark.records(WITH_ERROR_SAMPLES)
def test_errors_in_graphs(record: OpRecord, type_of: Callable[[EagerTensor], TensorType], executor_name: str) -> None:
    """Tracing refuses it, or running does; the class is the same."""

    def check(sample: ErrorSample) -> str:
        trace = Traced(type_of)
        inputs = tensors(sample.inputs)
        try:
            with as_default_graph(trace.graph):
                everything = set(range(len(flatten(inputs)))) if type_of is static else set()
                outputs = results(apply(record, trace.placeholders(inputs, everything), sample.attrs))
        except sample.error:
            return "tracing refuses it" if sample.while_tracing is False else ""
        if sample.while_tracing and type_of is static:
            return "tracing takes it"
        try:
            trace.run(outputs or trace.graph.inputs, executor_name)
        except sample.error as error:
            return "" if isinstance(error, errors.OpError) else f"running raises {error!r}"
        return "nothing was raised"

    check_all(record, error_samples_of(record), check)


__all__ = ["pytest_generate_tests", *(name for name in dir() if name.startswith("test_"))]
