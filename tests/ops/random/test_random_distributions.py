"""Gamma, Poisson, binomial and truncated normal numbers, permutations, candidates: distributions and bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.ops.random import _box_muller, _seeds

COUNT = 40_000
# critical value of the Kolmogorov-Smirnov statistic for 40,000 samples at a significance of 1e-5
FARTHEST = 2.5 / np.sqrt(COUNT)


@pytest.fixture(autouse=True)
def _seed() -> None:
    tf.random.set_seed(17)
    _seeds._eager_streams.clear()


def distance(drawn: Any, function: Callable[[Any], Any]) -> float:
    """The Kolmogorov-Smirnov statistic: the largest distance between empirical and expected distribution functions."""
    ordered = np.sort(np.asarray(drawn, np.float64).reshape(-1))
    expected = np.asarray(function(tf.constant(ordered)))
    steps = np.arange(len(ordered) + 1) / len(ordered)
    return float(max(np.abs(expected - steps[1:]).max(), np.abs(expected - steps[:-1]).max()))


def below(x: Any) -> Any:
    """The distribution function of the standard normal distribution."""
    return tf.math.erfc(-x / np.sqrt(2.0)) / 2.0


@pytest.mark.parametrize("alpha", [0.1, 0.7, 1.0, 2.5, 40.0, 1e4])
@pytest.mark.parametrize("beta", [None, 0.5])
def test_gamma(alpha: float, beta: float | None) -> None:
    draws = [
        tf.random.gamma([COUNT], alpha, beta, tf.float64, seed=3),
        tf.random.stateless_gamma([COUNT], [1, 2], tf.constant(alpha, tf.float64), beta, tf.float64),
    ]
    for drawn in draws:
        assert distance(drawn, lambda x: tf.math.igamma(tf.constant(alpha, tf.float64), x * (beta or 1.0))) < FARTHEST


@pytest.mark.parametrize("lam", [0.2, 3.0, 9.9, 10.1, 500.0])
def test_poisson(lam: float) -> None:
    for drawn in (
        tf.random.poisson([COUNT], lam, tf.float64, seed=3),
        tf.random.stateless_poisson([COUNT], [1, 2], lam, tf.int32),
    ):
        counts = drawn.numpy().astype(np.float64)
        assert abs(counts.mean() - lam) < 5 * np.sqrt(lam / COUNT)
        assert abs(counts.var() / lam - 1) < 5 * np.sqrt((2 + 1 / lam) / COUNT)
        for k in np.unique(np.floor(lam + np.sqrt(lam) * np.arange(-2, 3))):
            if k >= 0:
                chance = float(tf.math.igammac(tf.constant(k + 1.0, tf.float64), tf.constant(lam, tf.float64)))
                assert abs((counts <= k).mean() - chance) < 5 * np.sqrt(0.25 / COUNT)


@pytest.mark.parametrize(
    ("low", "high"),
    [
        (-2.0, 2.0),
        (-1e30, 1e30),
        (0.5, 0.6),
        (-1.0, 9.0),
        (1.9, 2.5),
        (2.1, 3.0),
        (6.0, 40.0),
        (-9.0, -8.0),
        (-60.0, -50.0),
    ],
)
def test_truncated_normals(low: float, high: float) -> None:
    bounds = [tf.constant(3.0 + 2.0 * b, tf.float64) for b in (low, high)]
    drawn = tf.random.stateless_parameterized_truncated_normal(
        [COUNT], [1, 2], tf.constant(3.0, tf.float64), tf.constant(2.0, tf.float64), *bounds
    )
    x = (drawn.numpy() - 3.0) / 2.0
    assert x.min() >= low - 1e-12
    assert x.max() <= high + 1e-12
    if high < -30:  # probabilities underflow here: the tail is close to an exponential distribution
        assert distance(-x - 50.0, lambda z: 1.0 - tf.exp(-50.0 * z - z * z / 2.0)) < 2 * FARTHEST
        return
    sign = -1.0 if low > 0 else 1.0  # the side where the distribution function is not near 1
    first, last = sorted(sign * np.array([low, high]))
    whole = below(tf.constant(last, tf.float64)) - below(tf.constant(first, tf.float64))
    assert distance(sign * x, lambda z: (below(z) - below(tf.constant(first, tf.float64))) / whole) < FARTHEST


def test_binomial() -> None:
    for n, p in ((20.0, 0.3), (1000.0, 0.9)):
        drawn = tf.random.stateless_binomial([COUNT], [1, 2], n, p).numpy()
        assert abs(drawn.mean() - n * p) < 5 * np.sqrt(n * p * (1 - p) / COUNT)
        assert abs(drawn.var() / (n * p * (1 - p)) - 1) < 0.05


def test_shapes() -> None:
    assert tf.random.gamma([2, 3], [1.0, 2.0], [[1.0], [2.0], [3.0]]).shape == [2, 3, 3, 2]
    assert tf.random.poisson([4], [[1.0], [2.0]]).shape == [4, 2, 1]
    assert tf.random.gamma([], [1.0, 2.0]).shape == [2]

    @tf.function(input_signature=[tf.TensorSpec([1], tf.int32), tf.TensorSpec([None])])
    def draw(shape: Any, rates: Any) -> Any:
        return (
            tf.random.gamma(shape, rates),
            tf.random.poisson(shape, rates),
            tf.random.stateless_poisson([4, 2], [1, 2], rates),
        )

    assert [r.shape for r in draw([3], [1.0, 2.0])] == [[3, 2], [3, 2], [4, 2]]
    assert draw.get_concrete_function().output_shapes[0].rank == 2


def test_extreme_parameters() -> None:
    # as TensorFlow 2.21 does
    assert np.isnan(tf.random.gamma([2], [-1.0, np.nan]).numpy()).all()
    np.testing.assert_array_equal(tf.random.gamma([2], 0.0).numpy(), np.finfo(np.float32).tiny)
    np.testing.assert_array_equal(tf.random.poisson([2], [-1.0, 0.0, np.inf]).numpy(), [[0, 0, np.inf]] * 2)
    np.testing.assert_array_equal(tf.random.poisson([1], [-1.0], dtype=tf.int32).numpy(), [[0]])
    assert tf.random.poisson([1], [1e30, np.inf], dtype=tf.int64).numpy().tolist() == [[2**63 - 1] * 2]


def test_numbers_repeat_with_the_seed_and_only_then() -> None:
    def draw() -> list[bytes]:
        tf.random.set_seed(1)
        drawn = [tf.random.gamma([5], 2.0), tf.random.gamma([5], 2.0), tf.random.poisson([5], 9.0, seed=1)]
        return [x.numpy().tobytes() for x in drawn]

    assert draw() == draw()
    assert len(set(draw())) == 3
    staged = tf.function(lambda: tf.random.gamma([5], 2.0))
    assert not np.array_equal(staged(), staged())


# gradients --------------------------------------------------------------------------------------------------

# alpha, a sample, and its derivative by alpha: recorded from TensorFlow 2.21
SLOPES = [
    (0.01, 1e-30, 6.851666733195268e-27), (0.5, 0.2, 0.7940505663308431), (1.0, 1.0, 1.1735630272247275),
    (2.0, 3.0, 1.3217985181779608), (7.0, 5.0, 0.8613410926736427), (50.0, 60.0, 1.0975795857767148),
    (1e4, 9e3, 0.9482604393), (0.5, 10.0, 4.162989887060221), (3.0, 1e-5, 4.256358560358653e-05),
]  # fmt: skip


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_derivative_of_gamma_samples(dtype: str) -> None:
    alpha, sample, slope = (np.array(column) for column in zip(*SLOPES, strict=True))
    if dtype == "float32":
        keep = sample > 1e-20
        alpha, sample, slope = alpha[keep], sample[keep], slope[keep]
    arguments = [tf.constant(x, dtype) for x in (alpha, sample)]
    found = tf.function(lambda a, x: tf.raw_ops.RandomGammaGrad(alpha=a, sample=x), jit_compile=True)(*arguments)
    np.testing.assert_allclose(found.numpy(), slope, rtol=1e-10 if dtype == "float64" else 2e-6)


@pytest.mark.parametrize("draw", [
    lambda a: tf.random.gamma([3000], a, [2.0, 4.0]),
    lambda a: tf.random.stateless_gamma([3000, 2], [1, 2], a, [2.0, 4.0]),
])  # fmt: skip
def test_gradients_of_gamma(draw: Any) -> None:
    """The mean of gamma samples is alpha / beta, so the mean of their derivatives is 1 / beta."""
    for alpha in (tf.constant([0.5, 6.0]), tf.constant(3.0)):
        with tf.GradientTape() as tape:
            tape.watch(alpha)
            mean = tf.reduce_mean(draw(alpha), 0)
        found = tape.gradient(mean, alpha)
        assert found.shape == alpha.shape
        expected = [0.5, 0.25] if alpha.shape.rank else 0.75
        np.testing.assert_allclose(found.numpy(), expected, rtol=0.12)


def test_counts_have_no_gradient() -> None:
    lam = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(lam)
        drawn = tf.reduce_sum(tf.random.stateless_poisson([3], [1, 2], lam, tf.float32))
    assert tape.gradient(drawn, lam) is None
    with tf.GradientTape() as tape:
        tape.watch(lam)
        drawn = tf.reduce_sum(tf.random.poisson([3], lam))
    with pytest.raises(LookupError, match="RandomPoissonV2"):
        tape.gradient(drawn, lam)


def test_truncated_normal_has_no_gradient() -> None:
    mean = tf.constant(0.5)
    with tf.GradientTape() as tape:
        tape.watch(mean)
        drawn = tf.random.stateless_parameterized_truncated_normal([3], [1, 2], mean)
    with pytest.raises(LookupError, match="ParameterizedTruncatedNormal"):
        tape.gradient(drawn, mean)


# permutations -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [0, 1, 2, 9, 63, 64, 999])
@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
def test_indices_are_permuted(most: int, dtype: str) -> None:
    index = tf.cast(tf.range(most + 1), dtype)
    found = [tf.random.experimental.index_shuffle(index, seed, tf.constant(most, dtype)) for seed in ([1, 2], [1, 3])]
    for each in found:
        assert each.dtype == dtype
        assert sorted(each.numpy().tolist()) == list(range(most + 1))
    assert most < 9 or not np.array_equal(*found)
    one = tf.random.experimental.index_shuffle(index[-1], [1, 2], tf.constant(most, dtype))
    assert (one.shape, int(one)) == ([], int(found[0][-1]))


def test_positions_are_uniform() -> None:
    seeds = np.stack([np.arange(COUNT), np.arange(COUNT) + 5], -1)
    found = tf.random.experimental.index_shuffle(tf.constant(3), tf.constant(seeds, tf.int32), 9).numpy()
    assert np.abs(np.bincount(found, minlength=10) - COUNT / 10).max() < 5 * np.sqrt(COUNT / 10)


def test_large_indices() -> None:
    for most in (2**62, 2**63 - 1):
        found = tf.random.experimental.index_shuffle(
            tf.range(100, dtype=tf.int64), [1, 2], tf.constant(most, tf.int64)
        ).numpy()
        assert found.min() >= 0
        assert len(np.unique(found)) == 100
        assert found.max() > most // 2


def test_rows_are_shuffled_by_a_seed() -> None:
    rows = tf.constant(np.arange(200).reshape(100, 2))
    one, again, other = (
        tf.random.experimental.stateless_shuffle(rows, seed).numpy() for seed in ([1, 2], [1, 2], [2, 2])
    )
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, other)
    assert sorted(map(tuple, one.tolist())) == list(map(tuple, rows.numpy().tolist()))


# candidates -------------------------------------------------------------------------------------------------

TRUE = tf.constant([[1, 2], [3, 4]], tf.int64)
# the classes of three calls, recorded from TensorFlow 2.21
DRAWN = {
    ("uniform", 4): [[5, 0, 3, 8], [9, 8, 8, 7], [5, 8, 4, 2]],
    ("uniform", 7): [[5, 0, 3, 8, 7, 4, 8], [9, 9, 2, 5, 5, 1, 5], [8, 4, 6, 6, 8, 2, 8]],
    ("log_uniform", 4): [[0, 6, 0, 4], [7, 9, 9, 1], [3, 0, 0, 6]],
    ("log_uniform", 7): [[0, 6, 0, 4, 1, 5, 0], [2, 1, 5, 5, 7, 0, 8], [1, 2, 0, 4, 0, 9, 0]],
    ("learned_unigram", 4): [[7, 3, 0, 0], [4, 2, 1, 2], [3, 1, 1, 7]],
    ("learned_unigram", 7): [[7, 3, 0, 0, 7, 6, 6], [2, 3, 5, 2, 1, 2, 4], [1, 4, 8, 4, 8, 2, 8]],
}
EXPECTED = {  # with seed 1, four of ten classes: the samples and the expected counts of the true classes
    ("uniform", True): ([1, 5, 4, 7], [[0.40951002, 0.40951002], [0.40951002, 0.40951002]]),
    ("uniform", False): ([1, 5, 1, 4], [[0.4, 0.4], [0.4, 0.4]]),
    ("log_uniform", True): ([7, 1, 4, 0], [[0.60393685, 0.47218633], [0.38638303, 0.32658938]]),
    ("log_uniform", False): ([7, 1, 4, 4], [[0.67636836, 0.47989097], [0.37223235, 0.30413598]]),
    ("learned_unigram", True): ([7, 9, 3, 2], [[0.4, 0.4], [0.4, 0.4]]),
}


@pytest.mark.parametrize(("name", "count"), DRAWN)
def test_candidates_equal_tensorflow(name: str, count: int) -> None:
    _seeds._global_seed = None
    sampler = getattr(tf.random, f"{name}_candidate_sampler")
    found = [sampler(TRUE, 2, count, False, 10, seed=3)[0].numpy().tolist() for _ in range(3)]
    assert found == DRAWN[name, count]


@pytest.mark.parametrize(("name", "unique"), EXPECTED)
def test_expected_counts_equal_tensorflow(name: str, unique: bool) -> None:
    _seeds._global_seed = None
    sampled, of_true, _ = getattr(tf.nn, f"{name}_candidate_sampler")(TRUE, 2, 4, unique, 10, seed=1)
    drawn, expected = EXPECTED[name, unique]
    assert sampled.numpy().tolist() == drawn
    np.testing.assert_allclose(of_true.numpy(), expected, rtol=1e-6)


def test_learned_counts_equal_tensorflow() -> None:
    _seeds._global_seed = None
    found = [tf.random.learned_unigram_candidate_sampler(TRUE, 2, 4, True, 10, seed=3) for _ in range(2)]
    np.testing.assert_allclose(found[0][2].numpy(), [0.468559] * 4, rtol=1e-6)
    np.testing.assert_allclose(found[1][2].numpy(), [0.60343057, 0.60343057, 0.60343057, 0.35895002], rtol=1e-6)


def test_fixed_candidates(tmp_path: Any) -> None:
    (tmp_path / "words.csv").write_text("one,1\ntwo,2\nthree,5\n", encoding="utf-8")
    ways: list[tuple[dict[str, Any], list[float]]] = [
        ({"unigrams": [1.0, 2.0, 5.0]}, [1 / 8, 2 / 8, 5 / 8]),
        ({"vocab_file": str(tmp_path / "words.csv")}, [1 / 8, 2 / 8, 5 / 8]),
        ({"unigrams": [1.0, 4.0], "num_reserved_ids": 1, "distortion": 0.5}, [0, 1 / 3, 2 / 3]),
        ({"unigrams": [9.0, 1.0, 9.0, 2.0, 9.0, 5.0], "num_shards": 2, "shard": 1}, [1 / 8, 2 / 8, 5 / 8]),
    ]
    for item, shares in ways:
        sampled, of_true, _ = tf.random.fixed_unigram_candidate_sampler([[0], [1], [2]], 1, COUNT, False, 3, **item)
        found = np.bincount(sampled.numpy(), minlength=3) / COUNT
        np.testing.assert_allclose(found, shares, atol=5 * np.sqrt(0.25 / COUNT))
        np.testing.assert_allclose(of_true.numpy()[:, 0], np.array(shares) * COUNT, rtol=1e-6)
    with pytest.raises(tf.errors.NotFoundError):
        tf.random.fixed_unigram_candidate_sampler([[0]], 1, 1, False, 3, vocab_file=str(tmp_path / "none.csv"))


@pytest.mark.parametrize(
    "counts",
    [
        {"unigrams": [0.0, 0.0, 0.0]},
        {"unigrams": [1.0, -1.0, 1.0]},
        {"unigrams": [1.0, np.nan, 1.0]},
        {"unigrams": [1.0] * 4, "num_reserved_ids": -1},
    ],
)
def test_invalid_counts(counts: dict[str, Any]) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.random.fixed_unigram_candidate_sampler([[0]], 1, 1, False, 3, **counts)


def test_true_classes_of_another_type() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="int64"):
        tf.random.uniform_candidate_sampler(tf.zeros([1, 1], tf.int32), 1, 1, False, 3)


def test_candidates_in_a_function() -> None:
    @tf.function
    def draw() -> Any:
        return tf.random.learned_unigram_candidate_sampler([[1]], 1, 1000, False, 4, seed=2)

    assert float(draw()[1][0, 0]) == 250.0
    assert float(draw()[1][0, 0]) == 400.0


# doubles ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [tf.random.stateless_normal, tf.random.stateless_truncated_normal])
def test_float64_normals(draw: Any) -> None:
    drawn = draw([COUNT], [1, 2], dtype=tf.float64)
    if draw is tf.random.stateless_normal:
        assert distance(drawn, below) < FARTHEST
    else:
        tail = float(below(tf.constant(-2.0, tf.float64)))
        assert distance(drawn, lambda x: (below(x) - tail) / (1 - 2 * tail)) < FARTHEST


def test_pairs_of_float64_normals() -> None:
    """Accurate to a few ulp where the sine is not near 0."""
    first, second = np.random.default_rng(0).random((2, 100_000))
    first[:3], second[:3] = (0.0, 1e-300, 1 - 2**-53), (0.0, 0.25, 1 - 2**-53)
    radius = np.sqrt(-2 * np.log(np.maximum(first, 1e-7)))
    angle = 2 * np.pi * second
    for found, expected in zip(
        _box_muller.pair_of_arrays(first, second), (np.sin(angle) * radius, np.cos(angle) * radius), strict=True
    ):
        np.testing.assert_allclose(found, expected, rtol=5 * 2.0**-53, atol=0)


def test_the_gradient_of_a_shuffle_undoes_the_permutation() -> None:
    x = tf.constant(np.arange(12.0).reshape(4, 3))
    with tf.GradientTape() as tape:
        tape.watch(x)
        result = tf.random.experimental.stateless_shuffle(x, seed=[3, 4])
        total = tf.reduce_sum(result * tf.reshape(tf.range(4, dtype=tf.float64), [4, 1]))
    came_from = (result.numpy()[:, 0] / 3).astype(int)
    expected = np.empty((4, 3))
    expected[came_from] = np.arange(4.0)[:, None]
    np.testing.assert_array_equal(tape.gradient(total, x), expected)


def test_random_index_shuffle_is_the_permutation_of_a_seed_of_three() -> None:
    index = tf.range(10)
    found = tf.random_index_shuffle(index, [1, 2, 0], 9)
    assert found.numpy().tolist() == tf.random.experimental.index_shuffle(index, [1, 2], 9).numpy().tolist()
    other = tf.random_index_shuffle(index, [1, 2, 0], 9, rounds=6)
    assert sorted(other.numpy().tolist()) == list(range(10))
    assert other.numpy().tolist() != found.numpy().tolist()
