"""Runs op samples by programs for open sizes and by those specialized for the sizes, and compares the bits.

    python -m tests.support.open_agreement                      # all samples, and the larger cases
    python -m tests.support.open_agreement --only MatMul        # those of an op
    python -m tests.support.open_agreement --cases              # the larger cases alone

The samples of an op, with the gradients of those that have some, are one graph with all sizes open. It is compiled as it
is and, like a program for sizes that return, after `specialize`. Samples are small; sums that are cut into blocks show in
the larger cases only. `tests/ops/test_open_agreement.py` runs a slice.
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
from graphwright.core.tracing import TracingGraph
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType
from graphwright.passes import optimize
from graphwright.passes.specialize import specialize
from graphwright.runtime.native.executor import NativeExecutor
from tests.samples import Sample, samples_of
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

Array = np.ndarray[Any, Any]


_DIFFERENTIABLE: Final = ("float32", "float64", "complex64", "complex128")


class Program:
    """A graph with open sizes that several samples share.

    Attributes:
      trace: the graph, its inputs and their arrays.
      types: the types of the inputs with known sizes.
      again: the arrays of the inputs, made once more: variables change.
      outputs: the results, each with a name.
    """

    def __init__(self) -> None:
        self.types: list[TensorType] = []
        self.again: list[Any] = []
        self.trace = Traced(self._type_of)
        self.outputs: list[tuple[str, Any]] = []

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
                if gradient is not None:
                    self.outputs.append((f"{name}, gradient of input {i}", tf.identity(gradient)))

    def disagreements(self) -> list[str]:
        """The names of the results that differ between the open and the specialized program."""
        graph = self.trace.graph
        graph.outputs = [output for _, output in self.outputs]
        graph.finish()
        captures = list(graph.captures)
        known = specialize(graph, [*self.types, *(t._type for t in captures)])
        found = [
            NativeExecutor().compile(optimize(g)).run([*arrays, *(t._array for t in captures)])
            for g, arrays in ((graph, self.trace.arrays), (known, self.again))
        ]
        return [
            f"{name}: {difference}"
            for (name, _), a, b in zip(self.outputs, *found, strict=True)
            if (difference := how_different(a, b))
        ]


def _varied(record: OpRecord, sample: Sample, flat: Sequence[Any], constant: set[int]) -> list[int]:
    """The inputs that the gradient is taken of."""
    if record.gradient is None or record.effect != "none" or sample.gradient is False:
        return []
    chosen = range(len(flat)) if sample.gradient is True else sample.gradient
    return [i for i in chosen if i not in constant and flat[i].dtype.name in _DIFFERENTIABLE]


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
    """What differs on an op's samples: all in one program, or one by one if that fails."""
    samples = [s for s in samples_of(record) if s.exact]
    try:
        yield from _disagreements(record, list(enumerate(samples)))
    except Exception:
        for i, sample in enumerate(samples):
            try:
                yield from _disagreements(record, [(i, sample)])
            except Exception as error:
                yield f"{record.name} sample {i}: {type(error).__name__}: {error}"


def _disagreements(record: OpRecord, samples: Sequence[tuple[int, Sample]]) -> list[str]:
    program = Program()
    for i, sample in samples:
        program.add(record, sample, f"{record.name} sample {i}")
    return program.disagreements() if program.outputs else []


def main(arguments: Sequence[str]) -> None:
    """Print what differs."""
    only = arguments[arguments.index("--only") + 1 :] if "--only" in arguments else None
    for record in WITH_SAMPLES:
        if only is None or record.name in only:
            for line in disagreements(record):
                print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
