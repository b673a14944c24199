"""The native rules of array ops give what the kernels give, for every sample, whatever is known while compiling."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import pytest

from graphwright.base.shape import Symbol
from graphwright.core.context import as_default_graph
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tracing import TracingGraph
from graphwright.ir.lowering import Alias, Assemble, Decompose, Elementwise, Generate, Strided
from graphwright.ir.record import lookup
from graphwright.ir.types import tensor_type
from graphwright.ops.op_index import FAMILIES
from tests.samples import error_samples_of, samples_of
from tests.support.rules_by_hand import Refused, follow

MODULES = [
    "array.constants",
    "array.ranges",
    "math.casts",
    "array.shapes",
    "array.broadcasting",
    "array.concat",
    "array.split",
    "array.rearrange",
    "array.pad",
    "array.tile",
    "index.slicing",
    "index.gather",
    "index.scatter",
    "array.select",
    "linalg.diagonals",
    "array.space_to_batch",
]
KINDS = (Alias, Assemble, Decompose, Elementwise, Generate, Strided)
DECLARED = [lookup(n) for m in MODULES for n in FAMILIES[f"ops.{m}"].split()]
RECORDS = [r for r in DECLARED if isinstance(r.native, KINDS)]
MODES = ("all known", "sizes unknown", "values unknown", "nothing known")

# Where a rule may leave the work to the kernel: the op's axes, sizes or paddings are not constants.
NEED_CONSTANTS = {
    "Transpose", "ConjugateTranspose", "ReverseV2", "Reverse", "Roll", "ConcatV2", "Concat", "Split", "SplitV", "Pad",
    "PadV2", "GatherV2", "Slice", "StridedSlice", "SpaceToBatchND", "BatchToSpaceND", "MatrixDiagV3",
    "MatrixDiagPartV3", "MatrixSetDiagV3", "MirrorPadGrad", "LinSpace",
}  # fmt: skip
NEED_SIZES = {
    "BroadcastArgs",
    "Split", "SplitV", "BroadcastTo", "Fill", "Slice", "ConcatV2", "Concat", "Pack", "Unpack", "Select", "EnsureShape",
    "SpaceToBatchND", "BatchToSpaceND", "SpaceToDepth", "DepthToSpace",
    "MirrorPadGrad",
}  # fmt: skip
# Samples among an op's that have no code, and why.
NO_CODE = {
    "GatherNd": "bad indices that are ignored",
    "Cast": "floats that are truncated",
    "Bitcast": "another size of elements",
    "Fill": "a value that is a vector of one element",
    "MatrixDiagV3": "diagonals other than the main one",
    "MatrixDiagPartV3": "diagonals other than the main one",
    "MatrixSetDiagV3": "diagonals other than the main one",
    "SpaceToDepth": "channels first",
    "DepthToSpace": "channels first",
}


def staged(record: Any, sample: Any, mode: str) -> tuple[Any, list[Any]]:
    """The operation in a graph, and the values of its inputs."""
    inputs = [[to_tensor(v) for v in x] if isinstance(x, list) else to_tensor(x) for x in sample.inputs]
    sizes_known = mode in ("all known", "values unknown")
    values_known = mode in ("all known", "sizes unknown")
    graph = TracingGraph("f")
    flat: list[Any] = []

    def enter(tensor: Any, is_constant: bool) -> Any:
        flat.append(tensor._array)
        if is_constant and values_known:
            return tensor
        dims = tensor._type.dims if sizes_known or is_constant else tuple(Symbol() for _ in tensor._type.dims)
        return graph.placeholder(tensor_type(tensor.dtype, dims), "x")

    with as_default_graph(graph):
        provided = [
            [enter(t, False) for t in value] if isinstance(value, list) else enter(value, _is_structural(record, i))
            for i, value in enumerate(inputs)
        ]
        result = apply(record, provided, dict(sample.attrs))
    return (result[0] if isinstance(result, list) else result).op, flat


def _is_structural(record: Any, i: int) -> bool:
    """Whether an input determines positions or sizes, not the elements themselves."""
    names = "axis dim perm shape dims begin end strides size paddings multiples shift split_dim size_splits concat_dim"
    others = "depth start limit delta k num num_rows num_cols block_shape crops"
    return record.inputs[i].name in [*names.split(), *others.split()]


def computed(op: Any, flat: list[Any]) -> list[Any]:
    result = op.record.bound_kernel(op.attrs)(*op.record.group(flat, op.attrs))
    return result if isinstance(result, list) else [result]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("record", RECORDS, ids=lambda r: r.name)
def test_rule_and_kernel_agree(record: Any, mode: str) -> None:
    left_to_kernel = 0
    samples = samples_of(record)
    for sample in samples:
        op, flat = staged(record, sample, mode)
        with np.errstate(all="ignore"):
            expected = computed(op, flat)
            found = follow(op, flat, [e.shape for e in expected])
        if found is None:
            left_to_kernel += all(a.dtype.kind != "O" for a in flat)
            continue
        assert len(found) == len(expected)
        for ours, theirs in zip(found, expected, strict=True):
            np.testing.assert_array_equal(ours, theirs, strict=True, err_msg=repr(sample))
    allowed = (
        (record.name in NEED_CONSTANTS and mode in ("values unknown", "nothing known"))
        or (record.name in NEED_SIZES and mode != "all known")
        or record.name in NO_CODE
    )
    assert allowed or not left_to_kernel, f"{left_to_kernel} of {len(samples)} samples are left to the kernel"


@pytest.mark.parametrize("record", [r for r in RECORDS if isinstance(r.native, Generate)], ids=lambda r: r.name)
def test_check_refuses_what_the_kernel_refuses(record: Any) -> None:
    for sample in error_samples_of(record):
        try:
            op, flat = staged(record, sample, "values unknown")
            expected = [v.shape.as_list() for v in op.outputs]
        except (TypeError, ValueError):
            continue  # refused while tracing
        if None in expected[0] or 0 in expected[0]:
            continue
        with pytest.raises(sample.error):
            computed(op, flat)
        with contextlib.suppress(Refused):
            assert follow(op, flat, [tuple(expected[0])]) is None, f"{sample} is computed"
