"""How alike texts are: the longest common subsequence of tokens (ROUGE-L)."""

from __future__ import annotations

from collections import namedtuple
from itertools import pairwise
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.base.shape import Symbol
from graphwright.core.dispatch import apply_multi
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.text._rows import check_splits, tensor_or_ragged

RougeL = namedtuple("RougeL", ["f_measure", "p_measure", "r_measure"])


def _longest_common(a: list[Any], b: list[Any]) -> int:
    """The length of the longest common subsequence."""
    lengths = [0] * (len(b) + 1)
    for x in a:
        diagonal = 0
        for j, y in enumerate(b, 1):
            here = lengths[j]
            lengths[j] = diagonal + 1 if x == y else max(here, lengths[j - 1])
            diagonal = here
    return lengths[-1]


def _rouge_l(hyp_values: Array, hyp_splits: Array, ref_values: Array, ref_splits: Array, alpha: Array) -> list[Array]:
    check_splits(hyp_splits, len(hyp_values))
    check_splits(ref_splits, len(ref_values))
    if len(hyp_splits) != len(ref_splits):
        raise errors.InvalidArgumentError(
            f"There are {len(hyp_splits) - 1} hypotheses and {len(ref_splits) - 1} references"
        )
    weight = np.float32(alpha.item())
    if weight > 1:
        raise errors.InvalidArgumentError(f"alpha must be <= 1, got {weight}")
    found = np.zeros((3, len(hyp_splits) - 1), np.float32)
    texts, references = hyp_values.tolist(), ref_values.tolist()
    for i, ((a, b), (c, d)) in enumerate(
        zip(pairwise(hyp_splits.tolist()), pairwise(ref_splits.tolist()), strict=True)
    ):
        common = np.float32(_longest_common(texts[a:b], references[c:d]))
        if not common:
            continue
        precision, recall = common / np.float32(b - a), common / np.float32(d - c)
        found[:, i] = _measure(precision, recall, weight), precision, recall
    return list(found)


def _measure(precision: Any, recall: Any, alpha: Any) -> Any:
    """The weighted harmonic mean; a negative weight stands for the default."""
    weight = np.float32(0.5) if alpha < 0 else alpha
    return recall * precision / ((1 - weight) * precision + weight * recall)


def _rouge_dims(ctx: ShapeContext) -> list[Dims]:
    dims = ctx.dims(1)
    count = dims[0] - 1 if dims and isinstance(dims[0], int) else Symbol()
    return [(count,)] * 3


ROUGE_L = op(
    "RougeL",
    "hyp_values: Tvalues, hyp_splits: Tsplits, ref_values: Tvalues, ref_splits: Tsplits, alpha: float32 "
    "-> f_measure: float32, p_measure: float32, r_measure: float32",
    "Tsplits: index = int64; Tvalues: type",
    shape=_rouge_dims, kernel=_rouge_l, no_gradient=True,
)  # fmt: skip


def rouge_l(hypotheses: Any, references: Any, alpha: float | None = None) -> Any:
    """ROUGE-L of texts and what they should be: by the longest common subsequence of tokens.

    Args:
      hypotheses: a ragged tensor with the tokens of each text.
      references: one with the tokens of what it should be.
      alpha: the weight of recall in the F-measure, at most 1; by default 0.5.

    Returns a named tuple of float32 vectors: `f_measure`, `p_measure` (precision) and `r_measure` (recall).
    Raises ValueError for another `alpha`.

    >>> texts = tf.ragged.constant([["captain", "of", "the", "ship"]])
    >>> tf.text.metrics.rouge_l(texts, tf.ragged.constant([["captain", "ship"]])).p_measure.numpy().tolist()
    [0.5]
    """
    if alpha is not None and alpha > 1:
        raise ValueError("alpha cannot be greater than 1")
    texts, wanted = (tensor_or_ragged(x) for x in (hypotheses, references))
    texts, wanted = (x if isinstance(x, tf.RaggedTensor) else tf.RaggedTensor.from_tensor(x) for x in (texts, wanted))
    if texts.ragged_rank != 1 or wanted.ragged_rank != 1:
        raise ValueError(f"Texts are rows of tokens, got shapes {texts.shape} and {wanted.shape}.")
    inputs = (
        texts.values,
        texts.row_splits,
        wanted.values,
        wanted.row_splits,
        np.float32(-1 if alpha is None else alpha),
    )
    return RougeL(*apply_multi(ROUGE_L, inputs))


__all__ = ["rouge_l"]
