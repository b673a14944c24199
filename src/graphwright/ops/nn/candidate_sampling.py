"""Candidate samplers, for losses that evaluate few of very many classes.

Uniform, log-uniform and learned unigram samplers give TensorFlow's candidates for the same seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from graphwright.base.files import local_path, told_as_tensorflow_does
from graphwright.core.prelude import Array, Tensor, TensorLike, apply_multi, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ir.reach import Reach, Reaches
from graphwright.ops.random import _philox
from graphwright.ops.random._seeds import SeedStream, get_seed, stream_of

_BLOCKS_PER_CANDIDATE = 512
"""128-bit blocks reserved per candidate (determined by observing TensorFlow)."""

Draw = Callable[[Array, Array, int], Any]
"""Draws a number of classes from a key and a counter."""


def _rule(ctx: ShapeContext) -> tuple[Dims, Dims, Dims]:
    dims = ctx.dims(0)
    if dims is not None and len(dims) != 2:
        raise ctx.fail("true_classes must be a matrix")
    count = ctx.attrs["num_sampled"]
    return (count,), (Symbol(), ctx.attrs["num_true"]) if dims is None else dims, (count,)


def _check(true_classes: Array, num_true: int, size: int) -> None:
    if true_classes.ndim != 2:
        raise errors.InvalidArgumentError("true_classes must be a matrix")
    if true_classes.shape[1] != num_true:
        raise errors.InvalidArgumentError(
            f"true_classes must have num_true columns, expected: {true_classes.shape[1]} was: {num_true}"
        )
    outside = true_classes[(true_classes < 0) | (true_classes >= size)]
    if outside.size:
        raise errors.InvalidArgumentError(f"`true_candidate` out of range [0, {size}), received {outside[0]}")


Counts = tuple[Array, Array, Array]
"""What a kernel returns: the sampled classes, and the expected counts of the true and the sampled ones."""

Probability = Callable[[Array], Array]
"""The probability of drawing each of these classes."""


def _sample(
    draw: Draw,
    probability: Probability,
    true_classes: Array,
    count: int,
    unique: bool,
    key_counter: tuple[Array, Array],
) -> tuple[Array, Array, Array]:
    """Sample classes and compute the expected counts of the true and the sampled classes.

    With `unique`, the expected count follows from the number of tries needed, unless no class was rejected.
    """
    tries, draw_count = count, count
    while True:
        classes = draw(*key_counter, draw_count)
        if not unique:
            break
        first_indices = np.sort(np.unique(classes, return_index=True)[1])
        if len(first_indices) >= count:
            classes, tries = classes[first_indices[:count]], int(first_indices[count - 1]) + 1
            break
        draw_count *= 2

    def expected(ids: Array) -> Array:
        found = probability(ids)
        with np.errstate(divide="ignore"):
            found = -np.expm1(tries * np.log1p(-found)) if tries > count else found * count
        return np.asarray(found, np.float32)

    return classes.astype(np.int64), expected(true_classes), expected(classes)


def _reserve(name: str, count: int, seed: int, seed2: int, *detail: Any) -> tuple[tuple[Array, Array], SeedStream]:
    """Reserve blocks for `count` candidates; returns their key and counter and the stream."""
    first, second, stream = stream_of(name, seed, seed2, count, *detail)
    key, counter = _philox.key_counter_from_pair(first, second)
    return (key, counter + np.array([stream.take(_BLOCKS_PER_CANDIDATE * count), 0], np.uint64)), stream


def _check_range(unique: bool, count: int, size: int) -> None:
    if unique and count > size:
        raise errors.InvalidArgumentError("Sampler's range is too small.")


# kernels ----------------------------------------------------------------------------------------------------


def _uniform(
    true: Array, *, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int, seed2: int
) -> Counts:
    _check(true, num_true, range_max)
    _check_range(unique, num_sampled, range_max)
    key_counter, _ = _reserve("UniformCandidateSampler", num_sampled, seed, seed2, unique, range_max)

    def draw(key: Array, counter: Array, count: int) -> Any:
        return _philox.full_int(key, counter, (count,), np.dtype(np.uint64)) % np.uint64(range_max)

    return _sample(draw, lambda ids: np.full(ids.shape, 1 / range_max), true, num_sampled, unique, key_counter)


def _log_uniform(
    true: Array, *, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int, seed2: int
) -> Counts:
    _check(true, num_true, range_max)
    _check_range(unique, num_sampled, range_max)
    key_counter, _ = _reserve("LogUniformCandidateSampler", num_sampled, seed, seed2, unique, range_max)
    log_range = np.log(range_max + 1.0)

    def draw(key: Array, counter: Array, count: int) -> Any:
        drawn = _philox.uniform(key, counter, (count,), np.dtype(np.float64))
        return (np.exp(drawn * log_range).astype(np.int64) - 1) % range_max

    def probability(ids: Array) -> Array:
        return np.asarray(np.log((ids + 2.0) / (ids + 1.0)) / log_range)

    return _sample(draw, probability, true, num_sampled, unique, key_counter)


def _learned_unigram(
    true: Array, *, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int, seed2: int
) -> Counts:
    _check(true, num_true, range_max)
    _check_range(unique, num_sampled, range_max)
    key_counter, stream = _reserve("LearnedUnigramCandidateSampler", num_sampled, seed, seed2, unique, range_max)
    seen = stream.memory.setdefault("classes", np.ones(range_max, np.int64))
    sums = np.cumsum(seen)

    def draw(key: Array, counter: Array, count: int) -> Any:
        drawn = _philox.words(key, counter, count).astype(np.int64) % sums[-1]
        return np.searchsorted(sums, drawn, side="right")

    found = _sample(draw, lambda ids: seen[ids.astype(np.int64)] / sums[-1], true, num_sampled, unique, key_counter)
    stream.memory["classes"] = seen + np.bincount(true.reshape(-1), minlength=range_max)
    return found


def _fixed_unigram(
    true: Array,
    *,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: object,
    distortion: float,
    num_reserved_ids: int, num_shards: int, shard: int, unigrams: Sequence[float], seed: int, seed2: int,
) -> Counts:  # fmt: skip
    weights = _weights(_as_text(vocab_file), unigrams, distortion, num_reserved_ids, num_shards, shard)
    if len(weights) != range_max:
        raise errors.InvalidArgumentError(f"range is {range_max} must be equal to weights size {len(weights)}")
    _check(true, num_true, range_max)
    _check_range(unique, num_sampled, int(np.count_nonzero(weights)))
    key_counter, _ = _reserve("FixedUnigramCandidateSampler", num_sampled, seed, seed2, unique, weights.tobytes())
    sums = np.cumsum(weights)

    def draw(key: Array, counter: Array, count: int) -> Any:
        drawn = _philox.uniform(key, counter, (count,), np.dtype(np.float64)) * sums[-1]
        return np.minimum(np.searchsorted(sums, drawn, side="right"), np.flatnonzero(weights)[-1])

    return _sample(draw, lambda ids: weights[ids] / sums[-1], true, num_sampled, unique, key_counter)


def _as_text(path: Any) -> str:
    return path.decode() if isinstance(path, bytes) else str(path)


def _weights(
    vocab_file: str, unigrams: Sequence[float], distortion: float, reserved: int, shards: int, shard: int
) -> Array:
    """The weight of each class of the shard; reserved classes have none."""
    if bool(vocab_file) == bool(len(unigrams)):
        raise errors.InvalidArgumentError(
            "Must only provide one of vocab_file and unigrams."
            if vocab_file
            else "Must provide either vocab_file or unigrams."
        )
    if not 0 <= shard < shards:
        raise errors.InvalidArgumentError("shard must be in range [0, num_shards)")
    if reserved < 0:
        raise errors.InvalidArgumentError(f"num_reserved_ids must not be negative, got {reserved}")
    counts = _counts_in(vocab_file) if vocab_file else list(unigrams)
    powers = np.power(np.asarray(counts, np.float32), np.float32(distortion)).astype(np.float64)
    weights = np.concatenate([np.zeros(reserved), powers])[shard::shards]
    if not ((weights >= 0) & np.isfinite(weights)).all() or not weights.any():
        raise errors.InvalidArgumentError("Counts must be finite and not negative, and one of the shard's positive.")
    return weights


def _counts_in(path: str) -> list[float]:
    with told_as_tensorflow_does(path), open(local_path(path), encoding="utf-8") as lines:
        return [float(line.rpartition(",")[2]) for line in lines if line.strip()]


def _all(true: Array, *, num_true: int, num_sampled: int, unique: bool, seed: int, seed2: int) -> Counts:
    _check(true, num_true, num_sampled)
    return np.arange(num_sampled), np.ones(true.shape, np.float32), np.ones(num_sampled, np.float32)


def _sampler(name: str, kernel: Callable[..., Counts], attrs: str, reaches: Reaches | None = None) -> OpRecord:
    return op(
        name,
        "true_classes: int64 -> sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float",
        f"num_true: int >= 1; num_sampled: int >= 1; unique: bool; {attrs}seed: int = 0; seed2: int = 0",
        shape=_rule,
        kernel=kernel,
        effect="random",
        no_gradient=True,
        reaches=reaches,
    )


_RANGE = "range_max: int >= 1; "
UNIFORM = _sampler("UniformCandidateSampler", _uniform, _RANGE)
LOG_UNIFORM = _sampler("LogUniformCandidateSampler", _log_uniform, _RANGE)
LEARNED_UNIGRAM = _sampler("LearnedUnigramCandidateSampler", _learned_unigram, _RANGE)
THREAD_UNSAFE_UNIGRAM = _sampler("ThreadUnsafeUnigramCandidateSampler", _learned_unigram, _RANGE)
ALL = _sampler("AllCandidateSampler", _all, "")
FIXED_UNIGRAM = _sampler(
    "FixedUnigramCandidateSampler", _fixed_unigram,
    _RANGE + 'vocab_file: string = ""; distortion: float = 1.0; num_reserved_ids: int = 0; num_shards: int >= 1 = 1; '
    "shard: int >= 0 = 0; unigrams: list(float) = []; ",
    {"vocab_file": Reach.READS},
)  # fmt: skip

# public functions -------------------------------------------------------------------------------------------


class Candidates(NamedTuple):
    """The sampled classes and the expected counts of the true and the sampled ones."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def _apply(record: OpRecord, true_classes: TensorLike, seed: int | None, name: str | None, **attrs: Any) -> Candidates:
    seed1, seed2 = get_seed(seed)
    return Candidates(*apply_multi(record, (true_classes,), {**attrs, "seed": seed1, "seed2": seed2}, name))


def uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Candidates:
    """Sample classes below `range_max` from a uniform distribution.

    Args:
      true_classes: int64 `[batch, num_true]`: the target classes.
      num_true: the number of target classes per example.
      num_sampled: the number of classes to sample.
      unique: whether to sample without replacement.
      range_max: the number of classes.
      seed: operation seed, see `tf.random.set_seed`.

    Returns `sampled_candidates` `[num_sampled]`, `true_expected_count` `[batch, num_true]` and
    `sampled_expected_count` `[num_sampled]`: the classes, and the expected counts of the true and sampled ones.
    Raises InvalidArgumentError for true classes out of range, and if there are too few classes to sample.

    >>> sampled, expected, _ = tf.random.uniform_candidate_sampler([[1], [2]], 1, 3, True, 3)
    >>> sorted(sampled.numpy().tolist()), expected.shape.as_list()
    ([0, 1, 2], [2, 1])
    """
    attrs = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return _apply(UNIFORM, true_classes, seed, name, **attrs)


def log_uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Candidates:
    """Sample classes from a log-uniform (Zipfian) distribution: P(k) = `log((k + 2) / (k + 1)) / log(range_max + 1)`.

    It approximates the frequency of words sorted from most to least common. Arguments, results and errors are those of
    `uniform_candidate_sampler`.

    >>> sampled, _, _ = tf.random.log_uniform_candidate_sampler([[1]], 1, 4, False, 1000)
    >>> sampled.shape
    TensorShape([4])
    """
    attrs = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return _apply(LOG_UNIFORM, true_classes, seed, name, **attrs)


def learned_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Candidates:
    """Sample classes in proportion to how often they were true classes in previous calls.

    Each starts with a count of one. Arguments, results and errors are those of `uniform_candidate_sampler`.

    >>> sampled, _, _ = tf.random.learned_unigram_candidate_sampler([[1]], 1, 4, False, 10)
    >>> sampled.shape
    TensorShape([4])
    """
    attrs = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return _apply(LEARNED_UNIGRAM, true_classes, seed, name, **attrs)


def fixed_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Sequence[float] = (),
    seed: int | None = None,
    name: str | None = None,
) -> Candidates:
    """Sample classes in proportion to a list or a file of counts; the candidates differ from TensorFlow's.

    Args:
      true_classes, num_true, num_sampled, unique, range_max, seed: as for `uniform_candidate_sampler`.
      vocab_file: a file with a line per class that ends with a comma and its count; or
      unigrams: the counts.
      distortion: the exponent applied to the counts.
      num_reserved_ids: the number of leading classes without counts, which are never sampled.
      num_shards, shard: sample only from every `num_shards`-th class, starting at `shard`.

    >>> sampled, _, _ = tf.random.fixed_unigram_candidate_sampler([[1]], 1, 4, False, 3, unigrams=[0.0, 0.0, 1.0])
    >>> sampled.numpy()
    array([2, 2, 2, 2])
    """
    attrs: dict[str, Any] = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique}
    attrs |= {
        "range_max": range_max,
        "vocab_file": vocab_file,
        "distortion": distortion,
        "num_reserved_ids": num_reserved_ids,
    }
    attrs |= {"num_shards": num_shards, "shard": shard, "unigrams": list(unigrams)}
    return _apply(FIXED_UNIGRAM, true_classes, seed, name, **attrs)


def all_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    seed: int | None = None,
    name: str | None = None,
) -> Candidates:
    """Return all classes below `num_sampled`, each with an expected count of one, to compare losses without sampling.

    Arguments and results are those of `uniform_candidate_sampler`.

    >>> tf.random.all_candidate_sampler([[1]], 1, 3, True)[0].numpy()
    array([0, 1, 2])
    """
    attrs = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique}
    return _apply(ALL, true_classes, seed, name, **attrs)
