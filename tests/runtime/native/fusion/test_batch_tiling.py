"""Batches that go through a network a few images at a time: what is tiled, and that values stay the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.frozen import replace
from graphwright.runtime.native.machine.limits import derive
from graphwright.runtime.native.machine.machine import REFERENCE
from graphwright.runtime.native.runtime import capi
from graphwright.runtime.selection import executor
from tests.aot.libraries import build, needs_compiler, same_bits

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]


def drawn(*shape: int) -> Any:
    return tf.constant(np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32) * np.float32(0.3))


STEM, WIDE, EACH, NARROW = drawn(3, 3, 3, 18), drawn(1, 1, 18, 35), drawn(3, 3, 35, 1), drawn(1, 1, 35, 18)
A, B = drawn(35), drawn(18)


def conv(x: Any, filters: Any, strides: int = 1) -> Any:
    return tf.nn.conv2d(x, filters, strides, "SAME")


def inverted(x: Any) -> Any:
    """A residual block of MobileNet's kind behind a first convolution."""
    x = tf.nn.relu6(conv(x, STEM, 2))
    y = tf.nn.relu6(tf.nn.bias_add(conv(x, WIDE), A))
    y = tf.nn.relu6(tf.nn.depthwise_conv2d(y, EACH, [1, 1, 1, 1], "SAME"))
    return x + tf.nn.batch_normalization(conv(y, NARROW), B, tf.abs(B) + 0.1, B, B, 1e-3)


def squeezed(x: Any) -> Any:
    """Squeeze and excitation."""
    y = tf.nn.silu(conv(conv(x, STEM), WIDE))
    means = tf.reshape(tf.reduce_mean(y, [1, 2]), [-1, 1, 1, 35])
    return conv(y * tf.sigmoid(conv(means, tf.reshape(EACH[:1, :1], [1, 1, 35, 1]))), NARROW)


def pooled(x: Any) -> Any:
    y = tf.nn.max_pool2d(tf.pad(conv(x, STEM), [[0, 0], [1, 2], [0, 1], [0, 0]]), 3, 2, "VALID")
    y = tf.concat([y, tf.nn.avg_pool2d(y, 3, 1, "SAME")], 3)
    return tf.reduce_max(conv(y, tf.tile(NARROW, [1, 1, 2, 1])[:, :, :36]), [1, 2])


def of_each_image(x: Any) -> Any:
    """Summands of each image's own, and one of the same rank for all."""
    y = conv(conv(x, STEM), WIDE)
    return conv(y * x[:, :1, :1, :1] + A[None, None, None], NARROW) + tf.reduce_sum(x)


def normalised(x: Any) -> Any:
    y = conv(conv(x, STEM), WIDE)
    y = tf.compat.v1.nn.fused_batch_norm(y, A, A, A, tf.abs(A) + 0.2, is_training=False)[0]
    return conv(tf.nn.relu(y), NARROW)


def seen_in_between(x: Any) -> Any:
    y = conv(x, STEM)
    z = conv(tf.nn.relu(y), WIDE)
    return y, tf.shape(z), conv(z, NARROW)


def over_the_batch(x: Any) -> Any:
    """Statistics of the batch are no operation on each image, what is before and behind them is."""
    y = conv(conv(x, STEM), WIDE)
    return conv(conv(y - tf.reduce_mean(y, 0), NARROW), WIDE)


def updated(x: Any) -> Any:
    """A variable that changes between two convolutions with it."""
    w = updated_variable
    y = conv(conv(x, STEM), w)
    w.assign(w * 0.5)
    return conv(conv(y, NARROW), w)


updated_variable: Any = None

PROGRAMS: list[tuple[Callable[[Any], Any], int]] = [
    (inverted, 1), (squeezed, 1), (pooled, 1), (of_each_image, 1), (normalised, 1), (seen_in_between, 1),
    (over_the_batch, 2), (updated, 2),
]  # fmt: skip


def counted(monkeypatch: Any) -> list[Any]:
    """The steps that go by tiles, however small the images."""
    from graphwright.runtime.native.fusion import batch_tiling

    found: list[Any] = []
    tiles = batch_tiling.tiles

    def noted(*given: Any) -> Any:
        steps = tiles(*given)
        found.extend(steps)
        return steps

    monkeypatch.setattr(batch_tiling, "tiles", noted)
    easily = replace(derive(REFERENCE), leaves_cache_bytes=1, from_memory_bytes=1)
    monkeypatch.setattr(batch_tiling, "limits", lambda: easily)
    return found


def same(found: Any, expected: Any) -> bool:
    pairs = zip(tf.nest.flatten(found), tf.nest.flatten(expected), strict=True)
    return all(a.shape == b.shape and np.allclose(a.numpy(), b.numpy(), 1e-4, 1e-4) for a, b in pairs)


@pytest.mark.parametrize("any_batch", [False, True])
@pytest.mark.parametrize("batch", [2, 7, 12])
@pytest.mark.parametrize(("run", "count"), PROGRAMS, ids=[run.__name__ for run, _ in PROGRAMS])
def test_values(monkeypatch: Any, run: Callable[[Any], Any], count: int, batch: int, any_batch: bool) -> None:
    found = counted(monkeypatch)
    monkeypatch.setitem(globals(), "updated_variable", tf.Variable(WIDE))
    staged = tf.function(run, input_signature=[tf.TensorSpec([None if any_batch else batch, 11, 9, 3])])
    x = drawn(batch, 11, 9, 3)
    for _ in range(3):  # the second call packs filters, the third reads them packed
        updated_variable.assign(WIDE)
        result = staged(x)
    updated_variable.assign(WIDE)
    assert same(result, run(x))
    assert len(found) == count
    if capi.layout_ok():  # entered by ctypes a program has Python read and write variables
        assert staged.explain().traces[0].host_calls == ()


@pytest.mark.parametrize("batch", [0, 1, 3, 32])
def test_one_program_for_every_batch(monkeypatch: Any, batch: int) -> None:
    found = counted(monkeypatch)
    staged = tf.function(inverted, input_signature=[tf.TensorSpec([None, 11, 9, 3])])
    staged(drawn(2, 11, 9, 3))
    x = drawn(batch, 11, 9, 3)
    assert same(staged(x), inverted(x))
    assert len(found) == 1 and len(staged.explain().traces) == 1


def test_several_images_to_a_tile(monkeypatch: Any) -> None:
    found = counted(monkeypatch)
    tf.function(inverted)(drawn(30, 11, 9, 3))
    assert [step.images for step in found] == [6]


@pytest.mark.parametrize("batch", [5, 8])
def test_bits_do_not_depend_on_the_number_of_threads(monkeypatch: Any, batch: int) -> None:
    counted(monkeypatch)
    staged, x = tf.function(squeezed), drawn(batch, 40, 41, 3)
    results = []
    try:
        for threads in (1, 2, 3):
            tf.config.threading.set_intra_op_parallelism_threads(threads)
            results.append(staged(x).numpy().tobytes())
    finally:
        tf.config.threading.set_intra_op_parallelism_threads(0)
    assert len(set(results)) == 1


def test_gradients_keep_what_they_need(monkeypatch: Any) -> None:
    """Where all that is in between is read again nothing is gained."""
    found = counted(monkeypatch)
    x = drawn(8, 11, 9, 3)

    def gradient(filters: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(filters)
            y = tf.reduce_sum(tf.sin(conv(tf.nn.relu(conv(x, STEM)), filters)))
        return tape.gradient(y, filters)

    assert same(tf.function(gradient)(WIDE), gradient(WIDE))
    assert found == []


@pytest.mark.parametrize(
    "run",
    [
        lambda x: conv(conv(x, STEM), drawn(9, 9, 18, 200)),  # a filter larger than the images
        lambda x: tf.nn.relu(conv(x, STEM)),  # nothing in between
        lambda x: tf.nn.relu(x) + 1.0,
    ],
)
def test_not_worth_it(monkeypatch: Any, run: Callable[[Any], Any]) -> None:
    found = counted(monkeypatch)
    x = drawn(4, 11, 9, 3)
    assert same(tf.function(run)(x), run(x))
    assert found == []


def test_small_batches_stay_as_they_are() -> None:
    """What fits into the cache as a whole is not cut."""
    staged, x = tf.function(inverted), drawn(2, 11, 9, 3)
    assert "gw_split_evenly" not in staged.experimental_get_compiler_ir(x)(stage="llvm")
    large = tf.zeros([32, 64, 64, 3])
    assert "gw_split_evenly" in staged.experimental_get_compiler_ir(large)(stage="llvm")


@pytest.mark.thorough
@needs_compiler
def test_in_a_library(monkeypatch: Any, tmp_path: Path) -> None:
    counted(monkeypatch)
    concrete = tf.function(inverted).get_concrete_function(tf.TensorSpec([None, 11, 9, 3]))
    model = build(concrete, tmp_path, name="tiled").Model()
    for batch in (1, 5):
        same_bits(model(drawn(batch, 11, 9, 3).numpy()), concrete(drawn(batch, 11, 9, 3)))
