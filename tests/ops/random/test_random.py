"""Random ops: TensorFlow's numbers for a seed, its seeding rules, and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.ops.random import _seeds


def test_eager_numbers_after_set_seed_equal_tensorflow() -> None:
    # recorded from TensorFlow 2.21
    tf.random.set_seed(42)
    np.testing.assert_array_equal(tf.random.uniform([3]).numpy(), np.float32([0.6645621, 0.44100678, 0.3528825]))
    np.testing.assert_array_equal(tf.random.uniform([3]).numpy(), np.float32([0.68789124, 0.48447883, 0.9309944]))
    np.testing.assert_allclose(tf.random.normal([2]).numpy(), np.float32([-0.55909735, -0.5347214]), rtol=3e-7)


def test_numbers_in_functions_equal_tensorflow() -> None:
    # recorded from TensorFlow 2.21: each op continues its own stream from call to call
    tf.random.set_seed(42)

    @tf.function
    def draw() -> Any:
        return tf.random.uniform([2]), tf.random.uniform([2], seed=3)

    first, second = draw(), draw()
    np.testing.assert_array_equal(first[0].numpy(), np.float32([0.8354591, 0.9162973]))
    np.testing.assert_array_equal(first[1].numpy(), np.float32([0.63789964, 0.16047871]))
    np.testing.assert_array_equal(second[0].numpy(), np.float32([0.95270336, 0.23137903]))


def test_two_functions_draw_the_same_from_the_same_seeds() -> None:
    tf.random.set_seed(7)

    def draw() -> Any:
        return tf.random.uniform([4])

    np.testing.assert_array_equal(tf.function(draw)().numpy(), tf.function(draw)().numpy())


def test_set_seed_restarts_streams() -> None:
    tf.random.set_seed(1)
    first = [tf.random.uniform([2]).numpy() for _ in range(3)]
    assert not np.array_equal(first[0], first[1])
    tf.random.set_seed(1)
    np.testing.assert_array_equal([tf.random.uniform([2]).numpy() for _ in range(3)], first)


DRAWS: dict[str, Any] = {
    "uniform": lambda: tf.random.uniform([4]),
    "of a seed": lambda: tf.random.normal([4], seed=2),
    "shuffled": lambda: tf.random.shuffle(tf.range(50)),
    "in a loop": lambda: tf.map_fn(lambda i: i + tf.random.uniform([], seed=3), tf.range(3.0)),
    "gamma": lambda: tf.random.gamma([4], 2.0),
    "learned": lambda: tf.random.learned_unigram_candidate_sampler([[1]], 1, 2, False, 3)[1],
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=list(DRAWS))
def test_set_seed_restarts_functions(draw: Any) -> None:
    """Functions keep the seeds they were traced with, whatever the global seed is later (as in TensorFlow)."""
    function = tf.function(draw)
    tf.random.set_seed(1)
    first = [function().numpy() for _ in range(3)]
    assert not np.array_equal(first[0], first[1])
    tf.random.set_seed(2)
    np.testing.assert_array_equal([function().numpy() for _ in range(3)], first)


def test_without_seeds_numbers_differ() -> None:
    assert not np.array_equal(tf.random.uniform([8]).numpy(), tf.random.uniform([8]).numpy())
    draw = tf.function(lambda: tf.random.normal([8]))
    assert not np.array_equal(draw().numpy(), draw().numpy())


def test_an_operation_seed_alone_repeats_from_run_to_run_but_not_from_call_to_call() -> None:
    _seeds._eager_streams.clear()
    first, second = tf.random.uniform([3], seed=5).numpy(), tf.random.uniform([3], seed=5).numpy()
    assert not np.array_equal(first, second)
    _seeds._eager_streams.clear()
    np.testing.assert_array_equal(tf.random.uniform([3], seed=5).numpy(), first)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("draw", ["stateless_uniform", "stateless_normal", "stateless_truncated_normal"])
def test_stateless_draws_depend_on_the_seed_alone(draw: str, dtype: str) -> None:
    function = getattr(tf.random, draw)
    a, b, c = (function([50], seed, dtype=dtype) for seed in ([1, 2], [1, 2], [2, 1]))
    assert a.dtype == dtype
    np.testing.assert_array_equal(a.numpy(), b.numpy())
    assert not np.array_equal(a.numpy(), c.numpy())
    staged = tf.function(lambda s: function([50], s, dtype=dtype))(tf.constant([1, 2]))
    np.testing.assert_array_equal(staged.numpy(), a.numpy())


def test_distributions() -> None:
    tf.random.set_seed(3)
    x = tf.random.normal([20_000], mean=2.0, stddev=3.0).numpy()
    assert abs(x.mean() - 2.0) < 0.1
    assert abs(x.std() - 3.0) < 0.1
    u = tf.random.uniform([20_000], -1.0, 4.0).numpy()
    assert u.min() >= -1.0
    assert u.max() < 4.0
    assert abs(u.mean() - 1.5) < 0.05
    i = tf.random.uniform([20_000], 3, 6, dtype=tf.int64).numpy()
    assert set(i.tolist()) == {3, 4, 5}
    assert np.abs(tf.random.truncated_normal([20_000]).numpy()).max() <= 2.0
    counts = np.bincount(tf.random.categorical([[0.0, -1e9, 2.0]], 20_000).numpy()[0], minlength=3)
    assert counts[1] == 0
    assert abs(counts[2] / counts[0] - np.exp(2.0)) < 0.6


def test_shuffle_permutes_rows() -> None:
    rows = tf.constant(np.arange(20).reshape(10, 2))
    shuffled = tf.random.shuffle(rows, seed=1).numpy()
    assert sorted(map(tuple, shuffled.tolist())) == sorted(map(tuple, rows.numpy().tolist()))
    assert not np.array_equal(shuffled, rows.numpy())


def test_unknown_shapes_while_tracing() -> None:
    @tf.function(input_signature=[tf.TensorSpec([2], tf.int32)])
    def draw(shape: Any) -> Any:
        return tf.random.uniform(shape)

    assert draw([2, 3]).shape == [2, 3]
    assert draw([0, 4]).shape == [0, 4]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: tf.random.uniform([2], dtype=tf.int32),
            ValueError,
            "Must specify maxval for integer dtype int32",
        ),
        (lambda: tf.random.uniform([2], dtype=tf.string), ValueError, "invalid value"),
        (
            lambda: tf.random.uniform([2], 5, 5, dtype=tf.int32),
            tf.errors.InvalidArgumentError,
            "Need minval < maxval, got 5 >= 5",
        ),
        (lambda: tf.random.stateless_uniform([2], seed=[1, 2, 3]), ValueError, r"seed must have shape \[2\]"),
        (lambda: tf.random.stateless_uniform([2], [1, 2], alg="bogus"), ValueError, "unsupported value bogus"),
        (lambda: tf.random.stateless_normal([2], [1, 2], alg=7), ValueError, "unsupported value 7"),
        (lambda: tf.random.split([1, 2], alg="threefry"), tf.errors.InvalidArgumentError, "algorithm id: 2"),
        (
            lambda: tf.random.experimental.stateless_shuffle([1, 2], [1, 2], alg="threefry"),
            tf.errors.InvalidArgumentError,
            "algorithm id: 2",
        ),
        (lambda: tf.random.uniform([-1]), (ValueError, tf.errors.InvalidArgumentError), "-1"),
    ],
)
def test_bad_input(call: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_initializers() -> None:
    tf.random.set_seed(1)
    limit = np.sqrt(6.0 / (100 + 50))
    drawn = tf.initializers.GlorotUniform()([100, 50]).numpy()
    assert np.abs(drawn).max() <= limit
    assert abs(drawn.std() - limit / np.sqrt(3)) < 0.01
    assert abs(tf.initializers.HeNormal()([200, 100]).numpy().std() - np.sqrt(2 / 200)) < 0.005
    np.testing.assert_array_equal(tf.zeros_initializer()([2]).numpy(), [0, 0])
    np.testing.assert_array_equal(tf.constant_initializer(3.0)([2], tf.float64).numpy(), [3, 3])
    with pytest.raises(ValueError, match="Argument `mode`"):
        tf.initializers.VarianceScaling(mode="fan")


def test_a_number_drawn_with_a_computed_seed_is_used_further() -> None:
    """The number is left in memory by the step that draws it, and an op on numbers in registers reads it."""

    def drawn(seed: tf.Tensor) -> tf.Tensor:
        return tf.random.stateless_uniform([], seed + 1, 0.8, 1.0) * 2.0

    seed = tf.constant([1, 2], tf.int64)
    assert float(tf.function(drawn)(seed)) == float(drawn(seed))
