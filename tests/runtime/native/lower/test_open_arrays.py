"""Arrays of open sizes rearranged, counted and searched: as with known sizes, or the kernel's error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.native_graphs import Array, floats
from tests.support.open_programs import Inputs, check

pytest.importorskip("llvmlite")


def ints(*rows: Any, dtype: str = "int32") -> Array:
    return np.array(rows, dtype)


Case = tuple[Callable[..., Any], list[Inputs], list[Inputs]]
BLOCKS: dict[str, Case] = {
    "space to batch": (
        lambda x: tf.space_to_batch(x, [2, 3], [[0, 1], [2, 0]]),
        [(floats(2, 3, 4, 5),), (floats(1, 1, 1, 1),), (floats(0, 3, 4, 2),), (floats(1, 5, 7, 0),)],
        [(floats(2, 4, 4, 5),), (floats(2, 3, 5, 5),)],
    ),
    "batch to space": (
        lambda x: tf.batch_to_space(x, [2, 3], [[0, 1], [2, 0]]),
        [(floats(12, 3, 4, 5),), (floats(6, 1, 1, 1),), (floats(0, 3, 4, 2),), (floats(6, 5, 7, 0),)],
        [(floats(4, 3, 4, 5),), (floats(6, 0, 4, 5),)],
    ),
    "back without crops": (
        lambda x: tf.batch_to_space(tf.space_to_batch(x, [2], [[0, 0]]), [2], [[0, 0]]),
        [(floats(3, 4, 5),), (floats(3, 0, 5),)], [(floats(3, 5, 5),)],
    ),
    "computed pads": (
        lambda x, n: tf.space_to_batch(x, [n[0], 2], [[n[1], n[2]], [0, n[3]]]),
        [(floats(2, 3, 4, 5), ints(3, 1, 2, 0)), (floats(1, 1, 1, 1), ints(1, 0, 0, 1))],
        [(floats(2, 3, 4, 5), ints(0, 1, 2, 0)), (floats(2, 3, 4, 5), ints(2, -1, 2, 0)),
         (floats(2, 3, 4, 5), ints(3, 1, 1, 0)), (floats(2, 3, 4, 5), ints(3, 1, 2, 1))],
    ),
    "computed crops": (
        lambda x, n: tf.batch_to_space(x, [n[0], 2], [[n[1], n[2]], [0, n[3]]]),
        [(floats(6, 3, 4, 5), ints(3, 1, 2, 0)), (floats(2, 1, 1, 1), ints(1, 1, 0, 2))],
        [(floats(6, 3, 4, 5), ints(0, 1, 2, 0)), (floats(6, 3, 4, 5), ints(3, 1, -2, 0)),
         (floats(6, 3, 4, 5), ints(2, 1, 1, 0)), (floats(6, 3, 4, 5), ints(3, 5, 5, 1))],
    ),
    "space to depth": (
        lambda x: tf.nn.space_to_depth(x, 2),
        [(floats(2, 4, 6, 3),), (floats(1, 2, 2, 1),), (floats(0, 2, 2, 1),), (floats(1, 0, 2, 1),)],
        [(floats(2, 3, 6, 3),), (floats(2, 4, 5, 3),)],
    ),
    "depth to space": (
        lambda x: tf.nn.depth_to_space(x, 2),
        [(floats(2, 3, 5, 8),), (floats(1, 1, 1, 4),), (floats(0, 2, 2, 4),)], [(floats(2, 3, 6, 6),)],
    ),
    "channels first": (
        lambda x: (tf.nn.space_to_depth(x, 2, "NCHW"), tf.nn.depth_to_space(x, 2, "NCHW")),
        [(floats(2, 4, 6, 8),)], [(floats(2, 4, 5, 6),), (floats(2, 6, 6, 8),)],
    ),
}  # fmt: skip
"""Functions, and inputs that they take and refuse."""

PADS: dict[str, Case] = {
    "computed widths": (
        lambda x, n: (tf.pad(x, [[n[0], n[1]], [0, n[2]]]), tf.pad(x, [[n[0], 0], [n[1], n[2]]], constant_values=7.0)),
        [(floats(2, 3), ints(0, 2, 1)), (floats(2, 3), ints(0, 0, 0)), (floats(0, 3), ints(2, 1, 0))],
        [(floats(2, 3), ints(-1, 2, 1)), (floats(2, 3), ints(1, -1, 1)), (floats(2, 3), ints(1, 2, -3))],
    ),
    "any matrix of widths": (
        lambda x, n: tf.pad(x, tf.transpose(tf.reshape(n, [2, 2]))),
        [(floats(2, 3), ints([0, 2], [1, 3])), (floats(0, 3), ints([0, 0], [0, 0]))],
        [(floats(2, 3), ints([0, -2], [1, 3]))],
    ),
}  # fmt: skip


def counts(binary: bool = False) -> Callable[..., Any]:
    return lambda x, n, weights: tf.raw_ops.DenseBincount(input=x, size=n, weights=weights, binary_output=binary)


COUNTS: dict[str, Case] = {
    "numbers": (
        counts(),
        [(ints(1, 3, 1, 9), ints(5)[0], ints(2, 0, 3, 1)), (ints(1, 3), ints(2)[0], np.zeros(0, np.int32)),
         (np.zeros(0, np.int32), ints(3)[0], np.zeros(0, np.int32)), (ints(1), ints(0)[0], ints(1))],
        [(ints(1, 3, 1), ints(5)[0], ints(2, 0)), (ints(1, -1), ints(2)[0], ints(1, 1)),
         (np.zeros(0, np.int32), ints(3)[0], ints(1)), (ints(1), ints(-1)[0], ints(1))],
    ),
    "a number": (
        counts(), [(ints(1)[0], ints(2)[0], np.zeros(0, np.int32))], [(ints(1)[0], ints(2)[0], ints(7))],
    ),
    "rows": (
        counts(),
        [(ints([1, 3, 1], [0, 0, 7]), ints(4)[0], floats(2, 3)), (ints([1, 0]), ints(2)[0], floats(0, 3)),
         (ints([1, 0]), ints(2)[0], floats(1, 0))],
        [(ints([1, 3, 1], [0, 0, 7]), ints(4)[0], floats(2, 2))],
    ),
    "rows without weights": (
        counts(True),
        [(ints([1, 3, 1], [0, 0, 7]), ints(4)[0], floats(0)), (ints([1], [0]), ints(4)[0], floats(0))],
        [(ints([1, 3], [0, 7]), ints(4)[0], floats(2))],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str) -> None:
    check(*COUNTS[name])


def folded(mode: str) -> Callable[..., Any]:
    return lambda x: tf.raw_ops.MirrorPadGrad(input=x, paddings=[[0, 0], [2, 1]], mode=mode)


PADS |= {
    "gradient of reflection": (
        folded("REFLECT"), [(floats(2, 6),), (floats(2, 9),), (floats(0, 7),)], [(floats(2, 5),), (floats(2, 2),)],
    ),
    "gradient of mirroring": (
        folded("SYMMETRIC"), [(floats(2, 5),), (floats(2, 9),)], [(floats(2, 4),), (floats(2, 2),)],
    ),
    "split": (
        lambda x: tf.split(x, [2, -1, 0, 1], 1), [(floats(2, 6),), (floats(2, 3),), (floats(0, 9),)],
        [(floats(2, 2),), (floats(2, 0),)],
    ),
    "split with the rest first": (
        lambda x: tf.split(x, [-1, 2, 0]), [(floats(6, 2),), (floats(2, 2),)], [(floats(1, 2),)],
    ),
    "split with the rest last": (
        lambda x: tf.split(x, [0, 2, -1]), [(floats(6, 2),), (floats(2, 2),)], [(floats(1, 2),)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PADS)
def test_pads(name: str) -> None:
    check(*PADS[name])


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks(name: str) -> None:
    check(*BLOCKS[name])


def reverse(**axes: int) -> Callable[..., Any]:
    return lambda x, n: tf.raw_ops.ReverseSequence(input=x, seq_lengths=n, **axes)


def in_top_k(predictions: Any, targets: Any, k: Any) -> Any:
    return tf.raw_ops.InTopKV2(predictions=predictions, targets=targets, k=k)


ROWS: dict[str, Case] = {
    "bounds": (
        lambda x, y: (tf.raw_ops.LowerBound(sorted_inputs=x, values=y),
                      tf.raw_ops.UpperBound(sorted_inputs=x, values=y, out_type=tf.int64)),
        [(np.sort(floats(2, 9)), floats(2, 3)), (np.sort(floats(1, 1)), floats(1, 4)), (floats(2, 0), floats(2, 3)),
         (floats(0, 3), floats(0, 2)), (floats(2, 3), floats(2, 0))],
        [(floats(2, 3), floats(1, 3)), (floats(1, 3), floats(2, 3))],
    ),
    "sequences": (
        reverse(seq_dim=1),
        [(floats(2, 5, 3), ints(3, 5)), (floats(2, 0, 3), ints(0, 0)), (floats(0, 5, 3), ints(dtype="int32"))],
        [(floats(2, 5, 3), ints(3)), (floats(1, 5, 3), ints(3, 1)), (floats(2, 5, 3), ints(3, 6)),
         (floats(2, 5, 3), ints(-1, 2))],
    ),
    "sequences along the first axis": (
        reverse(seq_dim=0, batch_dim=-1), [(floats(5, 2), ints(3, 5))], [(floats(5, 2), ints(3, 5, 1))],
    ),
    "top k": (
        in_top_k,
        [(floats(4, 9), ints(0, 8, 3, 9), ints(3)[0]), (floats(2, 1), ints(0, -1), ints(1)[0]),
         (floats(2, 0), ints(0, 0), ints(1)[0]), (floats(0, 3), ints(dtype="int32"), ints(1)[0]),
         (np.array([[np.nan, 1.0], [np.inf, 0.0], [2.0, 2.0]], np.float32), ints(1, 1, 1), ints(1)[0])],
        [(floats(4, 9), ints(0, 8), ints(3)[0]), (floats(1, 9), ints(0, 8), ints(3)[0])],
    ),
    "stitched": (
        lambda i, j, x, y: tf.dynamic_stitch([i, j], [x, y]),
        [(ints([0, 3]), ints(1), floats(1, 2, 5), floats(1, 5)),
         (ints([0, 3]), ints(1), floats(1, 2, 0), floats(1, 0))],
        [(ints([0, 3]), ints(1), floats(1, 2, 5), floats(1, 4)), (ints([0, 3]), ints(1), floats(1, 2, 1), floats(1, 5)),
         (ints([0, 3]), ints(1), floats(1, 3, 5), floats(1, 5))],
    ),
    "ensured": (
        lambda x: tf.ensure_shape(x, [2, None]) * 2.0, [(floats(2, 3),), (floats(2, 0),)],
        [(floats(3, 2),), (floats(1, 2),)],
    ),
    "saturation": (
        lambda x, s: tf.raw_ops.AdjustSaturation(images=x, scale=s),
        [(floats(2, 4, 5, 3), floats(2)[0]), (floats(1, 0, 5, 3), floats(2)[0])],
        [(floats(2, 4, 5, 4), floats(2)[0]), (floats(2, 4, 5, 1), floats(2)[0])],
    ),
    "key and counter": (
        lambda seed: tf.raw_ops.StatelessRandomGetKeyCounter(seed=seed),
        [(ints(3, 4),)], [(ints(3),), (ints(3, 4, 5),)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_rows(name: str) -> None:
    check(*ROWS[name])


@pytest.mark.parametrize("change", ["assign", "assign_add", "assign_sub"])
def test_variables(change: str) -> None:
    """A variable takes open sizes that turn out to be its own, and stays as it is where they do not."""
    variable = tf.Variable(floats(2, 3))

    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def update(x: Any) -> None:
        getattr(variable, change)(x * 2.0)

    before, x = variable.numpy().copy(), floats(2, 3) + 1
    update(x)
    assert update.explain().traces[0].host_calls == ()
    wanted = {"assign": 2 * x, "assign_add": before + 2 * x, "assign_sub": before - 2 * x}[change]
    np.testing.assert_array_equal(variable, wanted)
    for shape in ((2, 1), (1, 3), (3, 2)):
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"test_open_arrays\.py"):
            update(floats(*shape))
    np.testing.assert_array_equal(variable, wanted)
