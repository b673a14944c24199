"""The samples of all ops on the xla executor: values and errors, and which of them are compiled.

A part of the records by default; XLA_SAMPLES=all for all of them, as a change of the executor should be tested.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from graphwright.base.config import options
from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply
from graphwright.ir.record import OpRecord
from graphwright.passes import optimize
from graphwright.runtime.selection import executor
from tests.samples import samples_of
from tests.support import op_samples
from tests.support.op_samples import (
    WITH_ERROR_SAMPLES,
    WITH_SAMPLES,
    Traced,
    by_name,
    describe,
    disagreement,
    fail_if_any,
    results,
    shape_inputs,
    static,
    tensors,
)

pytest.importorskip("jax", reason="the xla executor needs jax: pip install graphwright[xla]")

_ALL = os.environ.get("XLA_SAMPLES") == "all"
#: Formulas of some hundred operations, which take XLA a minute to compile.
_SLOW = frozenset({"Igamma", "Igammac", "IgammaGradA", "Polygamma", "Zeta", "Betainc", "RandomGammaGrad"})


def _chosen(records: list[OpRecord]) -> list[OpRecord]:
    return records if _ALL else [r for i, r in enumerate(records) if i % 6 == 0 and r.name not in _SLOW]


class Compiled:
    """All samples of a record in one graph, run on the executor."""

    def __init__(self, record: OpRecord) -> None:
        self.samples = samples_of(record)
        trace = Traced(static)
        outputs: list[Any] = []
        self.expected: list[tuple[int, Any]] = []
        for i, sample in enumerate(self.samples):
            inputs = tensors(sample.inputs)
            self.expected += [(i, e) for e in results(apply(record, inputs, sample.attrs))]
            with as_default_graph(trace.graph):
                placed = trace.placeholders(inputs, shape_inputs(record, inputs, sample.attrs))
                outputs += results(apply(record, placed, sample.attrs))
        trace.graph.outputs = list(outputs)
        trace.graph.finish()
        self.program: Any = executor("xla").compile(optimize(trace.graph))
        self.found = self.program.run([*trace.arrays, *(t._array for t in trace.graph.captures)]) if outputs else []


@pytest.mark.timeout(400)
@pytest.mark.parametrize("record", _chosen(WITH_SAMPLES), ids=by_name)
def test_values(record: OpRecord) -> None:
    compiled = Compiled(record)
    if not compiled.found:
        pytest.skip("no outputs to compare")
    problems = []
    for value, (i, e) in zip(compiled.found, compiled.expected, strict=True):
        problem = disagreement(value, e, compiled.samples[i])
        if problem:
            problems.append(f"{record.name} sample {i} {describe(compiled.samples[i])}:\n    {problem}")
    fail_if_any(problems)
    unexpected = [f"{r.op.type}: {r.reason}" for r in compiled.program.refusals if r.unexpected]
    assert not unexpected, unexpected


@pytest.mark.parametrize("record", _chosen(WITH_ERROR_SAMPLES), ids=by_name)
def test_errors(record: OpRecord) -> None:
    with options.overridden(verify=False):
        op_samples.test_errors_in_graphs(record, static, "xla")


#: Ops that models and training steps are made of.
_COMMON = """
    Add AvgPoolGrad BiasAdd Cast Cholesky ConcatV2 Conv2D Conv2DBackpropFilter Conv2DBackpropInput Cumsum
    DepthwiseConv2dNative Einsum Exp FFT GatherNd GatherV2 IRFFT LogSoftmax MatMul MatrixInverse Max MaxPool
    MaxPoolGrad Mean OneHot Pack Pad Prod RFFT Reshape ReverseV2 Roll ScatterNd SelectV2 Slice Softmax Split
    StatelessRandomNormalV2 StatelessRandomUniformV2 StridedSlice Sum TensorScatterAdd Tile TopKV2 Transpose
    UnsortedSegmentSum
"""


@pytest.mark.parametrize("name", _COMMON.split())
def test_what_is_compiled(name: str) -> None:
    """Samples of these ops stay outside only for what no program of XLA can have: text, and what is an error."""
    record = next(r for r in WITH_SAMPLES if r.name == name)
    reasons = [r.reason for r in Compiled(record).program.refusals]
    allowed = ("string stays outside", "its inputs are refused", "a cast that truncates", "matrices of no elements",
               "a diagonal", "ignores bad indices", "a mean of no integers", "along a diagonal", "wide integers",
               "does not cover these operands")  # fmt: skip
    assert [r for r in reasons if not any(text in r for text in allowed)] == []


def test_the_table_is_complete() -> None:
    """Each name in the tables of lowerings is that of an op."""
    from graphwright.ir.record import lookup
    from graphwright.runtime.xla.rules.library import LIBRARY
    from graphwright.runtime.xla.table import BY_NAME, lowering_of

    for name in (*BY_NAME, *LIBRARY):
        record = lookup(name)
        assert record is not None and lowering_of(record) is not None, name
