"""Runs op samples by programs for open sizes and by those specialized for the sizes, and compares the bits.

    python -m tests.support.open_agreement                # samples that are native with open sizes, larger cases
    python -m tests.support.open_agreement --only MatMul  # those of some ops

The samples of an op, with the gradients of those that have some, are one graph with all sizes open. It is compiled as
it is and, like a program for sizes that return, after `specialize`. Samples are small: sums that are cut into blocks
show in the larger cases only. `tests/ops/test_open_agreement.py` runs a slice. What may differ is on the page of
differences: it is not looked at, or compared with a tolerance.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

import graphwright as tf
from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply
from graphwright.core.tensor import EagerTensor
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType
from graphwright.passes import optimize
from graphwright.passes.specialize import specialize
from graphwright.runtime.native.executor import NativeExecutor
from tests.samples import Sample, samples_of
from tests.support.native_graphs import compiled, floats, open_type, type_of
from tests.support.op_samples import (
    WITH_SAMPLES,
    Traced,
    flatten,
    results,
    shape_inputs,
    tensors,
    unknown_sizes,
    weights,
)

_DIFFERENTIABLE: Final = ("float32", "float64", "complex64", "complex128")


class Program:
    """A graph with open sizes that several samples share.

    Attributes:
      trace: the graph, its inputs and their arrays.
      types: the types of the inputs with known sizes.
      again: the arrays of the inputs, made once more: variables change.
      outputs: the results, each with a name.
      host_calls: how often the open program calls NumPy, once it has run.
    """

    def __init__(self) -> None:
        self.types: list[TensorType] = []
        self.again: list[Any] = []
        self.trace = Traced(self._type_of)
        self.outputs: list[tuple[str, Any]] = []
        self.host_calls = 0

    def _type_of(self, tensor: EagerTensor) -> TensorType:
        self.types.append(tensor._type)
        return unknown_sizes(tensor)

    def add(self, record: OpRecord, sample: Sample, name: str) -> None:
        """Add a sample's op, and its gradients where the sample has some."""
        inputs = tensors(sample.inputs)
        with as_default_graph(self.trace.graph):
            constant = shape_inputs(record, inputs, sample.attrs)
            placed = self.trace.placeholders(inputs, constant)
            outputs = [y for y in results(apply(record, placed, sample.attrs)) if not isinstance(y, EagerTensor)]
        self.outputs += [(f"{name}, output {i}", output) for i, output in enumerate(outputs)]
        self.again += [t._array for i, t in enumerate(flatten(tensors(sample.inputs))) if i not in constant]
        which = _varied(record, sample, flatten(inputs), constant) if outputs else []
        if which:
            self._add_gradients(outputs, [(i, flatten(placed)[i]) for i in which], weights(self._eager(record, sample)))

    def _eager(self, record: OpRecord, sample: Sample) -> list[Any]:
        return results(apply(record, tensors(sample.inputs), sample.attrs))

    def _add_gradients(self, outputs: list[Any], inputs: list[tuple[int, Any]], upstream: list[Any]) -> None:
        """Add the gradients of inputs, which have their numbers; the upstream gradients are inputs of the graph."""
        name = self.outputs[-1][0].partition(",")[0]
        given = []
        with as_default_graph(self.trace.graph):
            for output, gradient in zip(outputs, upstream, strict=True):
                if gradient is not None:
                    self.types.append(gradient._type)
                    self.trace.arrays.append(gradient._array)
                    self.again.append(gradient._array)
                    placeholder = self.trace.graph.placeholder(output._type, f"dy{len(self.types)}")
                    given.append((output, placeholder))
            found = tf.gradients([y for y, _ in given], [x for _, x in inputs], grad_ys=[dy for _, dy in given])
            for (i, _), gradient in zip(inputs, found, strict=True):
                dense = None if gradient is None else tf.convert_to_tensor(gradient)
                if dense is not None and not isinstance(dense, EagerTensor):
                    self.outputs.append((f"{name}, gradient of input {i}", tf.identity(dense)))

    def disagreements(self) -> list[str]:
        """The names of the results that differ between the open and the specialized program."""
        graph = self.trace.graph
        graph.outputs = [output for _, output in self.outputs]
        graph.finish()
        captures = list(graph.captures)
        known = specialize(graph, [*self.types, *(t._type for t in captures)])
        programs = [NativeExecutor().compile(optimize(g)) for g in (graph, known)]
        self.host_calls = programs[0].host_calls  # type: ignore[attr-defined]
        found = [
            program.run([*arrays, *(t._array for t in captures)])
            for program, arrays in zip(programs, (self.trace.arrays, self.again), strict=True)
        ]
        return [
            f"{name}: {difference}"
            for (name, value), a, b in zip(self.outputs, *found, strict=True)
            if (difference := how_different(a, b)) and not (_sums_broadcast(value) and _close(a, b))
        ]


def _varied(record: OpRecord, sample: Sample, flat: Sequence[Any], constant: set[int]) -> list[int]:
    """The inputs that the gradient is taken of."""
    if record.gradient is None or record.effect != "none" or sample.gradient is False:
        return []
    chosen = range(len(flat)) if sample.gradient is True else sample.gradient
    return [i for i in chosen if i not in constant and flat[i].dtype.name in _DIFFERENTIABLE]


def _sums_broadcast(value: Any, depth: int = 4) -> bool:
    """Whether a value is the gradient of an operand that may have been broadcast."""
    op = value.op
    return op.type == "BroadcastGradientArgs" or (depth > 0 and any(_sums_broadcast(v, depth - 1) for v in op.inputs))


def _close(a: Any, b: Any) -> bool:
    tolerance = 1e3 * np.finfo(a.dtype).eps
    return bool(np.allclose(a, b, tolerance, tolerance, equal_nan=True))


def how_different(a: Any, b: Any) -> str:
    """How two results differ, or nothing; NaNs are equal."""
    if not isinstance(a, np.ndarray):
        return ""
    if (a.dtype, a.shape) != (b.dtype, b.shape):
        return f"{a.dtype}{a.shape} open, {b.dtype}{b.shape} known"
    if a.dtype.kind == "O":
        return "" if a.tolist() == b.tolist() else "texts differ"
    width = a.dtype.itemsize
    bits = [np.ascontiguousarray(v).view(np.uint8).reshape(-1, width) for v in (a, b)]
    wrong = (bits[0] != bits[1]).any(axis=-1) & ~((a != a) & (b != b)).reshape(-1)
    if not wrong.any():
        return ""
    with np.errstate(all="ignore"):
        x, y = (v.reshape(-1)[wrong].astype(np.complex128 if v.dtype.kind == "c" else np.float64) for v in (a, b))
        largest = float(np.nanmax(np.abs(x - y) / np.maximum(np.abs(y), np.finfo(np.float64).tiny)))
    return f"{int(wrong.sum())} of {wrong.size} differ, by at most {largest:.1e} of the value"


def disagreements(record: OpRecord) -> Iterator[str]:
    """What differs on an op's samples: all in one program, or one by one if that fails or calls NumPy."""
    samples = [(i, s) for i, s in enumerate(samples_of(record)) if s.exact]
    try:
        program, found = _run(record, samples)
    except Exception:
        program, found = None, []
    if program is not None and not (found and program.host_calls):
        yield from found
        return
    for i, sample in samples:
        try:
            program, found = _run(record, [(i, sample)])
            if not program.host_calls:
                yield from found
        except Exception as error:
            yield f"{record.name} sample {i}: {type(error).__name__}: {error}"


def _run(record: OpRecord, samples: Sequence[tuple[int, Sample]]) -> tuple[Program, list[str]]:
    program = Program()
    for i, sample in samples:
        program.add(record, sample, f"{record.name} sample {i}")
    return program, program.disagreements() if program.outputs else []


# larger cases -----


def _normalized(x: Any, gain: Any, offset: Any) -> Any:
    mean, variance = tf.nn.moments(x, [-1], keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + 1e-5) * gain + offset


def _attention(q: Any, k: Any, v: Any) -> Any:
    return tf.matmul(tf.nn.softmax(tf.matmul(q, k, transpose_b=True) * 0.125), v)


def _recurrent(x: Any, w: Any, u: Any) -> Any:
    h = tf.zeros_like(x[0] @ w)
    for t in tf.range(3):
        h = tf.tanh(x[t] @ w + h @ u)
    return h


CASES: Final[dict[str, tuple[Callable[..., Any], list[tuple[int, ...]]]]] = {
    "short column": (lambda x, w: x @ w, [(33, 9), (9, 1)]),
    "dense": (lambda x, w, b: tf.nn.relu(x @ w + b), [(33, 700), (700, 50), (50,)]),
    "stacks of products": (lambda x, w: x @ w, [(5, 33, 70), (5, 70, 50)]),
    "einsum": (lambda x, w: tf.einsum("bij,jkl->bikl", x, w), [(3, 20, 16), (16, 4, 9)]),
    "attention": (_attention, [(3, 4, 33, 64), (3, 4, 70, 64), (3, 4, 70, 64)]),
    "recurrent": (lambda x, w, u: tf.function(_recurrent)(x, w, u), [(3, 5, 16), (16, 24), (24, 24)]),
    "layer norm": (_normalized, [(37, 65), (65,), (65,)]),
    "softmax": (lambda x: tf.nn.softmax(x), [(30, 401)]),
    "total": (lambda x: tf.reduce_sum(tf.exp(x)), [(300, 1000)]),
    "total in many parts": (lambda x: tf.reduce_sum(tf.tanh(x)), [(12500, 8)]),
    "rows": (lambda x: tf.reduce_logsumexp(x, 1), [(30, 400)]),
    "spectrum": (lambda x: tf.abs(tf.signal.rfft(x)), [(10, 100)]),
    "cholesky": (lambda x: tf.linalg.cholesky(x @ tf.transpose(x) + 10.0 * tf.eye(40)), [(40, 40)]),
    "segments": (lambda x: tf.math.unsorted_segment_sum(x, tf.range(30) % 3, 3), [(30, 100)]),
    "average pool": (lambda x: tf.nn.avg_pool2d(x, 3, 2, "SAME"), [(3, 9, 10, 5)]),
}


def case_disagreements(name: str) -> Iterator[str]:
    """What differs in a larger case and the gradients of its inputs, with all sizes open."""
    function, shapes = CASES[name]
    arrays = [floats(*shape, seed=i) for i, shape in enumerate(shapes)]

    def both(*inputs: Any) -> Any:
        y = function(*inputs)
        return [y, *tf.gradients(y * y, list(inputs))]

    known = compiled(both, *map(type_of, arrays))
    opened = compiled(both, *(open_type(a, *[None] * a.ndim) for a in arrays))
    for i, (a, b) in enumerate(zip(opened.run(list(arrays)), known.run(list(arrays)), strict=True)):
        difference = how_different(a, b)
        if difference:
            yield f"{name}, {f'gradient {i - 1}' if i else 'result'}: {difference}"


def main(arguments: Sequence[str]) -> None:
    """Print what differs."""
    only = arguments[arguments.index("--only") + 1 :] if "--only" in arguments else None
    for record in WITH_SAMPLES:
        if only is None or record.name in only:
            for line in disagreements(record):
                print(line, flush=True)
    for name in CASES if only is None else ():
        for line in case_disagreements(name):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
