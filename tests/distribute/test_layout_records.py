"""The records of layouts on samples, on the host: whole tensors come back as they are, what does not fit is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.core.dispatch import apply
from graphwright.core.placement import LayoutError
from graphwright.distribute.dtensor.records import RELAYOUT, RELAYOUT_LIKE
from tests.support.executors import executor_in_force

dtensor = tf.experimental.dtensor
MESH = dtensor.Mesh(["x", "y"], [[0, 1], [2, 3]], range(4), [f"CPU:{i}" for i in range(4)])
SAMPLES = [
    (np.arange(8.0, dtype=np.float32).reshape(4, 2), ["x", "y"]),
    (np.arange(4), ["unsharded"]),
    (np.array([True, False]), ["y"]),
    (np.array([[1 + 2j, 3j]], np.complex64), ["unsharded", "x"]),
    (np.zeros([0, 4], np.float16), ["x", "match"]),
    (np.array(2.5), []),
    (np.array([b"a", b"b"], object), ["x"]),
]
BAD = [
    ([4, 2], ["x"], "has 1 dimensions, .* the tensor 2"),
    ([3, 2], ["x", "unsharded"], "3.* 2"),
    ([], ["y"], "has 1 dimensions, .* the tensor 0"),
]


def text(specs: list[str]) -> str:
    """The attribute for these specs."""
    found: str = dtensor.Layout(specs, MESH).to_string()
    return found


@pytest.mark.parametrize("executor", ["eager", "numpy", "native"])
@pytest.mark.parametrize(("array", "specs"), SAMPLES, ids=[str(a.dtype) for a, _ in SAMPLES])
def test_whole_tensors_come_back(array: Any, specs: list[str], executor: str) -> None:
    def both(x: Any) -> Any:
        return apply(RELAYOUT, (x,), {"layout": text(specs)}), apply(RELAYOUT_LIKE, (x, tf.ones([3])))

    if executor == "eager":
        found = both(tf.constant(array))
    else:
        with executor_in_force(executor):
            found = tf.function(both)(tf.constant(array))
    for one in found:
        assert one.dtype == tf.constant(array).dtype
        np.testing.assert_array_equal(one.numpy(), array)


def test_gradients_go_through() -> None:
    x, like = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([5.0])

    @tf.function
    def gradient(x: Any, like: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch([x, like])
            y = apply(RELAYOUT_LIKE, (apply(RELAYOUT, (x,), {"layout": text(["x", "y"])}), like))
            loss = tf.reduce_sum(y**3)
        return tape.gradient(loss, [x, like])

    by_x, by_like = gradient(x, like)
    assert by_x.numpy().tolist() == [[3.0, 12.0], [27.0, 48.0]] and by_like is None


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize(("shape", "specs", "message"), BAD)
def test_layouts_that_do_not_fit(shape: list[int], specs: list[str], message: str, staged: bool) -> None:
    def laid_out(x: Any) -> Any:
        return apply(RELAYOUT, (x,), {"layout": text(specs)})

    with pytest.raises(LayoutError, match=message):
        (tf.function(laid_out) if staged else laid_out)(tf.ones(shape))


def test_sizes_that_are_not_known_are_not_refused() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, 2])])
    def laid_out(x: Any) -> Any:
        return apply(RELAYOUT, (x,), {"layout": text(["x", "y"])})

    assert laid_out(tf.ones([4, 2])).shape == [4, 2]
