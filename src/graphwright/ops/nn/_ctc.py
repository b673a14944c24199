"""Connectionist temporal classification in NumPy: loss, greedy and beam search decoding."""

from __future__ import annotations

import numpy as np

from graphwright.core.tensor import Array

_LOG_ZERO = -np.inf


def log_softmax(x: Array) -> Array:
    """Log-probabilities along the last axis, in double precision."""
    wide = x.astype(np.float64)
    shifted = wide - wide.max(-1, keepdims=True) if wide.shape[-1] else wide
    result: Array = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
    return result


def frames_needed(labels: Array, merge_repeated: bool) -> int:
    """The minimum number of frames for a label sequence: equal neighbours need a blank between them."""
    repeats = int((labels[1:] == labels[:-1]).sum()) if merge_repeated else 0
    return len(labels) + repeats


def loss_and_gradient(log_probs: Array, labels: Array, blank: int, merge_repeated: bool) -> tuple[float, Array]:
    """The negative log-likelihood of the labels and its gradient with respect to the logits of the frames.

    The forward-backward algorithm over all alignments of the labels with blanks between them; `log_probs` has a row
    per frame.
    """
    states = np.full(2 * len(labels) + 1, blank)
    states[1::2] = labels
    count, frames = len(states), len(log_probs)
    may_skip = np.zeros(count, bool)
    may_skip[2:] = states[2:] != blank
    if merge_repeated:
        may_skip[2:] &= states[2:] != states[:-2]
    emissions = log_probs[:, states]
    may_repeat = np.ones(count, bool) if merge_repeated else states == blank
    with np.errstate(divide="ignore", invalid="ignore"):
        forward = np.full((frames, count), _LOG_ZERO)
        forward[0, :2] = emissions[0, :2]
        for t in range(1, frames):
            last = forward[t - 1]
            total = np.where(may_repeat, last, _LOG_ZERO)
            total[1:] = np.logaddexp(total[1:], last[:-1])
            total[2:] = np.where(may_skip[2:], np.logaddexp(total[2:], last[:-2]), total[2:])
            forward[t] = total + emissions[t]
        backward = np.full((frames, count), _LOG_ZERO)
        backward[-1, -2:] = 0
        for t in range(frames - 2, -1, -1):
            following = backward[t + 1] + emissions[t + 1]
            total = np.where(may_repeat, following, _LOG_ZERO)
            total[:-1] = np.logaddexp(total[:-1], following[1:])
            total[:-2] = np.where(may_skip[2:], np.logaddexp(total[:-2], following[2:]), total[:-2])
            backward[t] = total
        total_log_prob = np.logaddexp.reduce(forward[-1, -2:])
        posteriors = np.exp(forward + backward - total_log_prob)
    gradient = np.exp(log_probs)
    np.subtract.at(gradient.T, states, posteriors.T)
    return -float(total_log_prob), gradient


def greedy(logits: Array, blank: int, merge_repeated: bool) -> tuple[list[int], float]:
    """Best-path decoding: the most likely class per frame without blanks (and repeats), and the negated score."""
    best = logits.argmax(-1)
    emitted = best != blank
    if merge_repeated and len(best):
        emitted[1:] &= best[1:] != best[:-1]
    return best[emitted].tolist(), -float(logits.max(-1).sum()) if len(best) else 0.0


def beam_search(log_probs: Array, blank: int, width: int, paths: int) -> list[tuple[tuple[int, ...], float]]:
    """Prefix beam search: the most likely label sequences and log-probabilities, `width` prefixes per frame."""
    # for each prefix: the log-probabilities of ending in a blank and in its last label
    beams: dict[tuple[int, ...], tuple[float, float]] = {(): (0.0, _LOG_ZERO)}
    classes = [c for c in range(log_probs.shape[1]) if c != blank]
    for row in log_probs.tolist():
        extended: dict[tuple[int, ...], tuple[float, float]] = {}
        for prefix, (with_blank, with_label) in beams.items():
            total_log_prob = float(np.logaddexp(with_blank, with_label))
            current = extended.get(prefix, (_LOG_ZERO, _LOG_ZERO))
            repeated = with_label + row[prefix[-1]] if prefix else _LOG_ZERO
            extended[prefix] = (
                float(np.logaddexp(current[0], total_log_prob + row[blank])),
                float(np.logaddexp(current[1], repeated)),
            )
            for c in classes:
                longer_prefix = (*prefix, c)
                before = with_blank if prefix and prefix[-1] == c else total_log_prob
                previous = extended.get(longer_prefix, (_LOG_ZERO, _LOG_ZERO))
                extended[longer_prefix] = (previous[0], float(np.logaddexp(previous[1], before + row[c])))
        ordered = sorted(extended.items(), key=lambda entry: -np.logaddexp(*entry[1]))
        beams = dict(ordered[:width])
    return [(prefix, float(np.logaddexp(*scores))) for prefix, scores in list(beams.items())[:paths]]
