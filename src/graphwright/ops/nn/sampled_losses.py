"""Losses that look at a sample of the classes: sampled softmax, noise-contrastive estimation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from graphwright.base.dtypes import int64
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, apply_multi, errors, name_scope, to_tensor
from graphwright.ir.prelude import OpRecord, Symbol, op
from graphwright.ops.nn.candidate_sampling import log_uniform_candidate_sampler
from graphwright.ops.nn.losses import sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits
from graphwright.ops.nn.moments import embedding_lookup


class AccidentalHits(NamedTuple):
    """Where a sampled candidate is one of a row's true classes."""

    indices: Tensor
    ids: Tensor
    weights: Tensor


def _hits(true_classes: Array, sampled: Array, num_true: int, seed: int, seed2: int) -> list[Array]:
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise errors.InvalidArgumentError("true_classes must be a matrix of num_true columns")
    if sampled.ndim != 1:
        raise errors.InvalidArgumentError("sampled_candidates must be a vector")
    place = {c: i for i, c in enumerate(sampled.tolist())}
    found = [(row, place[c]) for row, classes in enumerate(true_classes.tolist()) for c in classes if c in place]
    pairs = np.array(found, np.int64).reshape(-1, 2)
    least = np.full(len(pairs), np.finfo(np.float32).min, np.float32)
    return [pairs[:, 0].astype(np.int32), pairs[:, 1].copy(), least]


HITS: OpRecord = op(
    "ComputeAccidentalHits",
    "true_classes: int64, sampled_candidates: int64 -> indices: int32, ids: int64, weights: float",
    "num_true: int; seed: int = 0; seed2: int = 0",
    shape=lambda ctx: [(count := Symbol(),), (count,), (count,)],
    kernel=_hits,
    no_gradient=True,
)


def compute_accidental_hits(
    true_classes: TensorLike,
    sampled_candidates: TensorLike,
    num_true: int,
    seed: int | None = None,
    name: str | None = None,
) -> AccidentalHits:
    """Where sampled candidates are true classes: rows, positions in the sample, and a weight that rules them out.

    Args:
      true_classes: int64 matrix of shape [batch, num_true].
      sampled_candidates: int64 vector, what a candidate sampler returned.
      num_true: the number of true classes of each row.
      seed: has no effect.
      name: the name of the operation.

    >>> hits = tf.nn.compute_accidental_hits([[1, 2], [3, 1]], [5, 1, 3], 2)
    >>> hits.indices.numpy().tolist(), hits.ids.numpy().tolist()
    ([0, 1, 1], [1, 2, 1])
    """
    return AccidentalHits(*apply_multi(HITS, (true_classes, sampled_candidates), {"num_true": num_true}, name))


def _rows_dot(a: Tensor, b: Tensor) -> Tensor:
    return apply("Sum", (apply("Mul", (a, b)), -1))


def _sampled_logits(
    weights: Any,
    biases: TensorLike,
    labels: TensorLike,
    inputs: Tensor,
    sampled_values: Any,
    num_true: int,
    remove_hits: bool,
) -> tuple[Tensor, Tensor]:
    """Logits of the true and of the sampled classes, minus the logarithm of their expected counts; and labels."""
    wanted = to_tensor(labels)
    wanted = wanted if wanted.dtype is int64 else apply("Cast", (wanted,), {"DstT": int64})
    flat = apply("Reshape", (wanted, [-1]))
    sampled, true_count, sampled_count = (apply("StopGradient", (to_tensor(v),)) for v in sampled_values)
    sampled = sampled if sampled.dtype is int64 else apply("Cast", (sampled,), {"DstT": int64})
    ids = apply("ConcatV2", ([flat, sampled], 0))
    rows, offsets = embedding_lookup(weights, ids), embedding_lookup(biases, ids)
    rows = rows if rows.dtype is inputs.dtype else apply("Cast", (rows,), {"DstT": inputs.dtype})
    offsets = offsets if offsets.dtype is inputs.dtype else apply("Cast", (offsets,), {"DstT": inputs.dtype})
    count = apply("Shape", (flat,))[0]
    depth = apply("Shape", (rows,))[1:]
    true_rows = apply("Reshape", (rows[:count], apply("ConcatV2", ([[-1, num_true], depth], 0))))
    true_logits = _rows_dot(apply("ExpandDims", (inputs, 1)), true_rows)
    true_logits = apply("AddV2", (true_logits, apply("Reshape", (offsets[:count], [-1, num_true]))))
    sampled_logits = apply("MatMul", (inputs, rows[count:]), {"transpose_b": True})
    sampled_logits = apply("AddV2", (sampled_logits, offsets[count:]))
    if remove_hits:
        hits = compute_accidental_hits(wanted, sampled, num_true)
        places = apply("Pack", ([apply("Cast", (hits.indices,), {"DstT": int64}), hits.ids],), {"axis": 1})
        least = apply("Cast", (hits.weights,), {"DstT": inputs.dtype})
        sampled_logits = apply("TensorScatterAdd", (sampled_logits, places, least))
    true_logits = apply("Sub", (true_logits, apply("Log", (true_count,))))
    sampled_logits = apply("Sub", (sampled_logits, apply("Log", (sampled_count,))))
    share = apply("RealDiv", (apply("OnesLike", (true_logits,)), np.asarray(num_true, inputs.dtype.numpy)))
    targets = apply("ConcatV2", ([share, apply("ZerosLike", (sampled_logits,))], 1))
    return apply("ConcatV2", ([true_logits, sampled_logits], 1)), targets


def _samples(labels: TensorLike, num_true: int, num_sampled: int, num_classes: int, seed: int | None) -> Any:
    classes = to_tensor(labels)
    classes = classes if classes.dtype is int64 else apply("Cast", (classes,), {"DstT": int64})
    return log_uniform_candidate_sampler(classes, num_true, num_sampled, True, num_classes, seed)


def nce_loss(
    weights: TensorLike | Sequence[TensorLike],
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    name: str = "nce_loss",
) -> Tensor:
    """The loss of noise-contrastive estimation of each row: true classes against a sample of all.

    Args:
      weights: matrix of shape [num_classes, dim], or a list of its parts.
      biases: vector of `num_classes`.
      labels: int64 matrix of shape [batch, num_true]: the true classes.
      inputs: matrix of shape [batch, dim].
      num_sampled: how many classes are sampled for the batch.
      num_classes: the number of classes.
      num_true: the number of true classes of each row.
      sampled_values: what a candidate sampler returned, by default `log_uniform_candidate_sampler`.
      remove_accidental_hits: whether samples that are true classes of a row are left out of it.
      name: the name of the operations.

    >>> sampled = (tf.constant([2], tf.int64), tf.constant([[0.5]]), tf.constant([0.5]))
    >>> tf.nn.nce_loss(tf.eye(3), tf.zeros(3), [[1]], [[0.0, 1.0, 0.0]], 1, 3, sampled_values=sampled).numpy().round(3)
    array([1.267], dtype=float32)
    """
    with name_scope(name):
        x = to_tensor(inputs)
        sampled = sampled_values or _samples(labels, num_true, num_sampled, num_classes, None)
        logits, targets = _sampled_logits(weights, biases, labels, x, sampled, num_true, remove_accidental_hits)
        losses = sigmoid_cross_entropy_with_logits(targets, logits)
        return apply("Sum", (losses, 1))


def sampled_softmax_loss(
    weights: TensorLike | Sequence[TensorLike],
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    seed: int | None = None,
    name: str = "sampled_softmax_loss",
) -> Tensor:
    """The softmax cross entropy of each row over its true classes and a sample of the others.

    It is for training with very many classes; evaluate with the softmax of all logits. Arguments are those of
    `tf.nn.nce_loss`, and `seed` is the sampler's.

    >>> sampled = (tf.constant([2], tf.int64), tf.constant([[0.5]]), tf.constant([0.5]))
    >>> arguments = tf.eye(3), tf.zeros(3), [[1]], [[0.0, 1.0, 0.0]], 1, 3
    >>> tf.nn.sampled_softmax_loss(*arguments, sampled_values=sampled).numpy().round(3)
    array([0.313], dtype=float32)
    """
    with name_scope(name):
        x = to_tensor(inputs)
        sampled = sampled_values or _samples(labels, num_true, num_sampled, num_classes, seed)
        logits, targets = _sampled_logits(weights, biases, labels, x, sampled, num_true, remove_accidental_hits)
        return softmax_cross_entropy_with_logits(apply("StopGradient", (targets,)), logits)
