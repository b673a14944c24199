"""Samples of ops with wrong inputs; `python -m tests.hostile_inputs.run` runs all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.hostile_inputs.judge import problem
from tests.hostile_inputs.mutations import CANDIDATES, Case, changes
from tests.samples import samples_of

R = tf.raw_ops
_LARGE = ("2147483647", "1099511627776")  # arrays of such sizes may be there, and take time


def _drawn(count: int) -> list[Case]:
    """A change of one sample of some ops each."""
    draw, found = random.Random(38), []
    for record in draw.sample([r for r in CANDIDATES if samples_of(r)], count):
        names = [name for name in changes(record, 0) if not name.endswith(_LARGE)]
        found += [Case(record, 0, draw.choice(names))] if names else []
    return found


@pytest.fixture(autouse=True)
def _all_frames() -> Iterator[None]:
    """Show where an error was raised: that tells whether it is meant."""
    tf.debugging.disable_traceback_filtering()
    yield
    tf.debugging.enable_traceback_filtering()


@pytest.mark.parametrize(("way", "count"), [("eagerly", 250), ("numpy", 120), ("native", 4)])
def test_samples_with_wrong_inputs(way: str, count: int) -> None:
    wrong = [f"{case}: {found}" for case in _drawn(count) if (found := problem(case, way))]
    assert not wrong, "\n".join(wrong)


def _i(*rows: Any) -> Any:
    return np.array(rows, np.int64)


_X, _FOUR = np.ones([2, 2], np.float32), np.ones([1, 4, 4, 1], np.float32)

#: What is refused with words of its own.
REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "SparseReduceSum, index": (
        lambda: R.SparseReduceSum(
            input_indices=_i([0, 0], [-1, 1]), input_values=[1.0, 2.0], input_shape=_i(2, 3), reduction_axes=[1]
        ),
        "out of bounds",
    ),
    "SparseReduceMax, values": (
        lambda: R.SparseReduceMax(
            input_indices=_i([0, 0], [1, 1]), input_values=[1.0], input_shape=_i(2, 3), reduction_axes=[1]
        ),
        "Number of values must match",
    ),
    "SparseReduceSumSparse, sizes": (
        lambda: R.SparseReduceSumSparse(
            input_indices=_i([0, 0]), input_values=[1.0], input_shape=_i(2, -3), reduction_axes=[1]
        ),
        "must not be negative",
    ),
    "SparseReshape, columns": (
        lambda: R.SparseReshape(input_indices=_i([0], [1]), input_shape=_i(2, 3), new_shape=_i(3, 2)),
        "a column for each",
    ),
    "SparseReshape, index": (
        lambda: R.SparseReshape(input_indices=_i([0, 7]), input_shape=_i(2, 3), new_shape=_i(3, 2)),
        "out of bounds",
    ),
    "SparseToDense, index": (
        lambda: R.SparseToDense(
            sparse_indices=[[-1]], output_shape=[3], sparse_values=[1], default_value=0, validate_indices=False
        ),
        "Indices are not valid",
    ),
    "SparseToDense, values": (
        lambda: R.SparseToDense(sparse_indices=[[0], [1]], output_shape=[3], sparse_values=[1, 2, 3], default_value=0),
        "incorrect shape",
    ),
    "SetSize, index": (
        lambda: R.SetSize(set_indices=_i([0, 0], [7, 1]), set_values=[1, 2], set_shape=_i(2, 2)),
        "out of bounds",
    ),
    "SetSize, order": (
        lambda: R.SetSize(set_indices=_i([1, 0], [0, 1]), set_values=[1, 2], set_shape=_i(2, 2)),
        "out of order",
    ),
    "ConcatOffset, axis": (lambda: R.ConcatOffset(concat_dim=5, shape=[[1, 2], [1, 3]]), "out of range: 5 vs. 2"),
    "ConcatOffset, lengths": (lambda: R.ConcatOffset(concat_dim=0, shape=[[1, 2], [1]]), "should contain 2 elements"),
    "MirrorPadGrad": (
        lambda: R.MirrorPadGrad(input=_X, paddings=[[2, 2], [0, 0]], mode="REFLECT"),
        "4 was not less than 2",
    ),
    "TileGrad": (lambda: R.TileGrad(input=_X, multiples=[3, 1]), "must be a multiple"),
    "InplaceUpdate": (lambda: R.InplaceUpdate(x=_X, i=[0], v=[[1.0, 2.0], [3.0, 4.0]]), "a row of x's shape"),
    "RaggedGather": (
        lambda: R.RaggedGather(
            params_nested_splits=[_i(-1, 2, 3)], params_dense_values=[1, 2, 3], indices=[0], OUTPUT_RAGGED_RANK=1
        ),
        "non-negative",
    ),
    "RaggedTensorToVariant": (
        lambda: R.RaggedTensorToVariant(
            rt_nested_splits=[_i(0, 2, 9)], rt_dense_values=[1, 2, 3], batched_input=True
        ),
        "end at 3",
    ),
    "DecodeCSV": (
        lambda: R.DecodeCSV(records=["1,2,3"], record_defaults=[[1], [1]], select_cols=[2, 0]),
        "strictly increasing",
    ),
    "TopK": (lambda: R.TopK(input=[1.0, 2.0], k=2**40), "TopK does not accept these inputs: float32[2]"),
    "InTopK": (lambda: R.InTopK(predictions=[[1.0, 2.0]], targets=[1], k=2**40), "InTopK does not accept"),
    "SpaceToBatch": (lambda: R.SpaceToBatch(input=_FOUR, paddings=[[0, 0], [0, 0]], block_size=2**40), "SpaceToBatch"),
    "BatchToSpaceND": (
        lambda: R.BatchToSpaceND(input=_FOUR, block_shape=_i(2**62, 2**62), crops=[[0, 0], [0, 0]]),
        "not divisible",
    ),
    "Split": (lambda: R.Split(axis=0, value=[1.0], num_split=2**60), "out of memory"),
}  # fmt: skip


@pytest.mark.parametrize(("call", "said"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_refused_in_words(call: Callable[[], Any], said: str) -> None:
    for run in (call, tf.function(call, autograph=False)):
        with pytest.raises(tf.errors.OpError) as raised:
            run()
        assert said in str(raised.value)
