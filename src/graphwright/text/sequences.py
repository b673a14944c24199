"""The best sequences of states, of scores for each step and of which state may follow which."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.shape import Symbol
from graphwright.core.dispatch import apply_multi
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.text._rows import row_splits, rows, splits_dim


def _start_step_end(matrix: Array, states: int, has_outer: bool, none: Any) -> tuple[Array, Array, Array]:
    """What a matrix of transitions says of the first state, of two states in turn, and of the last one.

    An outer state, which comes before and after the sequence, has the last row and column.
    """
    if has_outer:
        return matrix[states, :states], matrix[:states, :states], matrix[:states, states]
    return np.full(states, none), matrix[:states, :states], np.full(states, none)


class _Search:
    """The search for the best sequence of one example."""

    def __init__(self, allowed: Any, weights: Any, log_space: bool) -> None:
        self.allowed, self.weights, self.log_space = allowed, weights, log_space
        self.worst = np.float32(-np.inf) if log_space else np.float32(0)

    def combined(self, *scores: Array) -> Array:
        result = scores[0]
        for other in scores[1:]:
            result = result + other if self.log_space else result * other
        found: Array = result
        return found

    def step(self, before: Array, scores: Array) -> Array:
        """Scores of all pairs of a state and the next one."""
        return np.where(self.allowed[1], self.combined(before[:, None], self.weights[1], scores[None]), self.worst)

    def first(self, scores: Array) -> Array:
        return np.where(self.allowed[0], self.combined(scores, self.weights[0]), self.worst)

    def last(self, total: Array) -> Array:
        return np.where(self.allowed[2], self.combined(total, self.weights[2]), self.worst)

    def viterbi(self, scores: Array) -> list[int]:
        total = self.first(scores[0])
        origins = []
        for step in scores[1:]:
            pairs = self.step(total, step)
            origins.append(pairs.argmax(0))
            total = pairs.max(0)
        state = int(self.last(total).argmax())
        states = [state]
        for origin in reversed(origins):
            state = int(origin[state])
            states.append(state)
        return states[::-1]

    def greedy(self, scores: Array) -> list[int]:
        states: list[int] = []
        for i, step in enumerate(scores):
            if not i:
                found = self.first(step)
            else:
                before = np.full(len(step), 0 if self.log_space else 1, np.float32)
                found = self.step(before, step)[states[-1]]
            states.append(int((self.last(found) if i == len(scores) - 1 else found).argmax()))
        return states


def _matrix(value: Array, size: int, none: Any, name: str) -> Array:
    """A matrix of transitions; an empty one allows all."""
    if value.size == 0:
        return np.full((size, size), none)
    if value.shape != (size, size):
        raise errors.InvalidArgumentError(f"{name} has shape {list(value.shape)}, expected {[size, size]}")
    return value


def _search(
    scores: Array,
    sequence_lengths: Array,
    allowed_transitions: Array,
    transition_weights: Array,
    Tsplits: DType,
    use_viterbi: bool,
    use_log_space: bool,
    use_start_and_end_states: bool,
) -> list[Array]:
    if scores.ndim != 3:
        raise errors.InvalidArgumentError(f"The scores have rank 3, got shape {list(scores.shape)}")
    lengths = sequence_lengths.reshape(-1).tolist()
    batch, longest, states = scores.shape
    if len(lengths) != batch:
        raise errors.InvalidArgumentError(f"There are {len(lengths)} sequence lengths for {batch} sequences")
    if max(lengths, default=0) > longest:
        raise errors.InvalidArgumentError("The scores tensor is too short for the longest sequence length.")
    size = states + use_start_and_end_states
    neutral = np.float32(0 if use_log_space else 1)
    allowed = _matrix(allowed_transitions, size, True, "allowed_transitions")
    weights = _matrix(transition_weights, size, neutral, "transition_weights")
    search = _Search(
        _start_step_end(allowed, states, use_start_and_end_states, True),
        _start_step_end(weights, states, use_start_and_end_states, neutral),
        use_log_space,
    )
    one = search.viterbi if use_viterbi else search.greedy
    found = [one(scores[i, :length]) if length else [] for i, length in enumerate(lengths)]
    return [np.array([s for row in found for s in row], np.int32), row_splits(lengths, Tsplits.numpy)]


def _search_dims(ctx: ShapeContext) -> list[Dims]:
    return [(Symbol(),), (splits_dim(ctx.dims(1)),)]


CONSTRAINED_SEQUENCE = op(
    "ConstrainedSequence",
    "scores: float32, sequence_lengths: Tin, allowed_transitions: bool, transition_weights: float32 "
    "-> states: int32, states_splits: Tsplits",
    "Tin: index; Tsplits: index = int64; use_viterbi: bool; use_log_space: bool; use_start_and_end_states: bool",
    shape=_search_dims, kernel=_search, no_gradient=True,
)  # fmt: skip


def _sequence(scores: Any, lengths: Any, allowed: Any, weights: Any, attrs: dict[str, Any], name: str) -> Any:
    if isinstance(scores, tf.RaggedTensor):
        lengths = scores.row_lengths() if lengths is None else lengths
        scores = scores.to_tensor()
    with tf.name_scope(name):
        found = tf.convert_to_tensor(scores, tf.float32)
        if found.shape.rank == 2:
            found = tf.expand_dims(found, 0)
        if lengths is None:
            lengths = tf.fill([tf.shape(found)[0]], tf.shape(found)[1])
        allowed = tf.zeros([0, 0], tf.bool) if allowed is None else allowed
        weights = tf.zeros([0, 0], tf.float32) if weights is None else weights
        states, splits = apply_multi(
            CONSTRAINED_SEQUENCE,
            (found, tf.convert_to_tensor(lengths), allowed, weights),
            attrs | {"Tsplits": tf.int64},
        )
        return rows(states, splits)


def greedy_constrained_sequence(
    scores: Any,
    sequence_length: Any = None,
    allowed_transitions: Any = None,
    transition_weights: Any = None,
    use_log_space: bool = False,
    use_start_and_end_states: bool = False,
    name: str | None = None,
) -> Any:
    """Sequences of states, in which each state is the best that may follow the one before.

    The arguments are those of `viterbi_constrained_sequence`.

    >>> allowed = [[True, True], [False, True]]
    >>> tf.text.greedy_constrained_sequence([[[10.0, 12.0], [13.0, 12.0]]], allowed_transitions=allowed)
    <tf.RaggedTensor [[1, 1]]>
    """
    attrs = {"use_viterbi": False, "use_log_space": use_log_space, "use_start_and_end_states": use_start_and_end_states}
    return _sequence(
        scores, sequence_length, allowed_transitions, transition_weights, attrs, name or "BulkGreedyConstrainedSequence"
    )


def viterbi_constrained_sequence(
    scores: Any,
    sequence_length: Any = None,
    allowed_transitions: Any = None,
    transition_weights: Any = None,
    use_log_space: bool = False,
    use_start_and_end_states: bool = True,
    name: str | None = None,
) -> Any:
    """The sequences of states with the best score as a whole, found by Viterbi's algorithm.

    Args:
      scores: float32 [batch, steps, states], the score of each state at each step; [steps, states] for a batch of one.
      sequence_length: int32 or int64 [batch], how many steps each sequence has; by default all.
      allowed_transitions: bool [states, states], whether the state of the column may follow that of the row.
      transition_weights: float32 [states, states], what that counts.
      use_log_space: add scores and weights rather than multiply them; else none should be negative.
      use_start_and_end_states: transitions have a row and a column more, for the outer state that comes before and
        after the sequence.
      name: of the operation.

    Returns a ragged tensor of int32 with the states of each sequence.
    Raises InvalidArgumentError for shapes that do not fit.

    >>> tf.text.viterbi_constrained_sequence([[[10.0, 12.0], [13.0, 12.0]]], use_start_and_end_states=False)
    <tf.RaggedTensor [[1, 0]]>
    """
    attrs = {"use_viterbi": True, "use_log_space": use_log_space, "use_start_and_end_states": use_start_and_end_states}
    return _sequence(
        scores,
        sequence_length,
        allowed_transitions,
        transition_weights,
        attrs,
        name or "BulkViterbiConstrainedSequence",
    )


__all__ = ["greedy_constrained_sequence", "viterbi_constrained_sequence"]
