"""Counts the op samples that run without a host call with known sizes, the first open, all open, and ranks open.

    python -m tests.support.open_sizes            # the counts
    python -m tests.support.open_sizes --missing  # and the ops that are native with known sizes only

A sample counts as native if its graph of one op compiles without a call of a NumPy kernel. Where not even the ranks are
known, that is the graph for the ranks of the sample, with all sizes open: a call has it compiled at once. Code is
generated but not compiled, so a count of all samples takes half a minute. `tests/ops/test_native_with_open_sizes.py`
holds the number.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from graphwright.base.shape import Symbol
from graphwright.core.tensor import EagerTensor
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType, tensor_type
from graphwright.passes import optimize
from graphwright.passes.specialize import specialize
from graphwright.runtime.native.lower.body import write_body
from tests.samples import samples_of
from tests.support.op_samples import (
    WITH_SAMPLES,
    Traced,
    flatten,
    shape_inputs,
    static,
    tensors,
    traced,
    unknown_rank,
    unknown_sizes,
)


def first_open(t: EagerTensor) -> TensorType:
    """The type of a tensor whose first size is not known."""
    return tensor_type(t.dtype, tuple(Symbol() if axis == 0 else size for axis, size in enumerate(t.shape.as_list())))


FORMS: Final[dict[str, Callable[[EagerTensor], TensorType]]] = {
    "known": static, "first open": first_open, "all open": unknown_sizes, "rank open": unknown_rank,
}  # fmt: skip


def _constant(record: OpRecord, sample: Any) -> set[int]:
    """The inputs that a program knows when it is traced: what types depend on, and handles of variables."""
    inputs = tensors(sample.inputs)
    handles = {i for i, t in enumerate(flatten(inputs)) if t.dtype.name == "resource"}
    return shape_inputs(record, inputs, sample.attrs) | handles


def _for_ranks(trace: Traced) -> FuncGraph:
    """The graph that a call compiles at once: for the ranks of the arrays."""
    own = [v.type for v in trace.graph.inputs]
    ranked = [tensor_type(t.dtype, tuple(Symbol() for _ in a.shape)) for t, a in zip(own, trace.arrays, strict=False)]
    return specialize(trace.graph, [*ranked, *own[len(ranked) :]])


def is_native(record: OpRecord, sample: Any, type_of: Callable[[EagerTensor], TensorType]) -> bool:
    """Whether a sample's op compiles without a host call."""
    try:
        trace, outputs = traced(record, sample, type_of, _constant(record, sample))
        trace.graph.outputs = list(outputs)
        trace.graph.finish()
        graph = _for_ranks(trace) if type_of is unknown_rank else trace.graph
        code = write_body(optimize(graph))
    except Exception:  # what cannot be traced or compiled is not native
        return False
    return code.w.host_calls == 0


def native_samples(
    records: Sequence[OpRecord], forms: Sequence[str] = tuple(FORMS)
) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """How many samples are native in each form; how many of each op are not, of those with known sizes."""
    counts: Counter[str] = Counter()
    missing: dict[str, Counter[str]] = {form: Counter() for form in forms}
    for record in records:
        for sample in samples_of(record):
            if not is_native(record, sample, static):
                continue
            for form in forms:
                if form == "known" or is_native(record, sample, FORMS[form]):
                    counts[form] += 1
                else:
                    missing[form][record.name] += 1
    return counts, missing


def main(arguments: Sequence[str]) -> None:
    """Print the counts."""
    counts, missing = native_samples(WITH_SAMPLES)
    for form, count in counts.items():
        print(f"{form}: {count}")
    if "--missing" in arguments:
        for form in ("first open", "all open", "rank open"):
            print(f"\n{form}, not native: " + ", ".join(f"{op} {n}" for op, n in missing[form].most_common()))


if __name__ == "__main__":
    main(sys.argv[1:])
