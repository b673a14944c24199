"""Connectionist temporal classification: losses, and the likeliest labels of frames."""

from __future__ import annotations

import numpy as np

from graphwright.core.tensor import Array

_NONE = -np.inf


def log_softmax(x: Array) -> Array:
    """Logarithms of probabilities along the last axis, in double precision."""
    wide = x.astype(np.float64)
    shifted = wide - wide.max(-1, keepdims=True) if wide.shape[-1] else wide
    made: Array = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
    return made


def frames_needed(labels: Array, merge_repeated: bool) -> int:
    """The least number of frames that can stand for labels: equal neighbours need a blank between them."""
    repeats = int((labels[1:] == labels[:-1]).sum()) if merge_repeated else 0
    return len(labels) + repeats


def loss_and_slope(log_probs: Array, labels: Array, blank: int, merge_repeated: bool) -> tuple[float, Array]:
    """The negative logarithm of the labels' probability, and its gradient with regard to the logits of the frames.

    `log_probs` has a row for each frame. Forward and backward sums over all paths through the labels with blanks
    around them.
    """
    states = np.full(2 * len(labels) + 1, blank)
    states[1::2] = labels
    count, frames = len(states), len(log_probs)
    skips = np.zeros(count, bool)
    skips[2:] = states[2:] != blank
    if merge_repeated:
        skips[2:] &= states[2:] != states[:-2]
    seen = log_probs[:, states]
    stays = np.ones(count, bool) if merge_repeated else states == blank
    with np.errstate(divide="ignore", invalid="ignore"):
        forward = np.full((frames, count), _NONE)
        forward[0, :2] = seen[0, :2]
        for t in range(1, frames):
            last = forward[t - 1]
            total = np.where(stays, last, _NONE)
            total[1:] = np.logaddexp(total[1:], last[:-1])
            total[2:] = np.where(skips[2:], np.logaddexp(total[2:], last[:-2]), total[2:])
            forward[t] = total + seen[t]
        backward = np.full((frames, count), _NONE)
        backward[-1, -2:] = 0
        for t in range(frames - 2, -1, -1):
            following = backward[t + 1] + seen[t + 1]
            total = np.where(stays, following, _NONE)
            total[:-1] = np.logaddexp(total[:-1], following[1:])
            total[:-2] = np.where(skips[2:], np.logaddexp(total[:-2], following[2:]), total[:-2])
            backward[t] = total
        whole = np.logaddexp.reduce(forward[-1, -2:])
        shares = np.exp(forward + backward - whole)
    slope = np.exp(log_probs)
    np.subtract.at(slope.T, states, shares.T)
    return -float(whole), slope


def greedy(logits: Array, blank: int, merge_repeated: bool) -> tuple[list[int], float]:
    """The likeliest class of each frame without blanks (and repetitions), and minus the sum of their logits."""
    best = logits.argmax(-1)
    kept = best != blank
    if merge_repeated and len(best):
        kept[1:] &= best[1:] != best[:-1]
    return best[kept].tolist(), -float(logits.max(-1).sum()) if len(best) else 0.0


def beam_search(log_probs: Array, blank: int, width: int, paths: int) -> list[tuple[tuple[int, ...], float]]:
    """The likeliest labels and the logarithms of their probabilities, of at most `width` kept at each frame."""
    # for each prefix: logarithms of the probability that its last frame is a blank, or its last label
    beams: dict[tuple[int, ...], tuple[float, float]] = {(): (0.0, _NONE)}
    classes = [c for c in range(log_probs.shape[1]) if c != blank]
    for row in log_probs.tolist():
        found: dict[tuple[int, ...], tuple[float, float]] = {}
        for prefix, (with_blank, with_label) in beams.items():
            whole = float(np.logaddexp(with_blank, with_label))
            old = found.get(prefix, (_NONE, _NONE))
            repeated = with_label + row[prefix[-1]] if prefix else _NONE
            found[prefix] = (float(np.logaddexp(old[0], whole + row[blank])), float(np.logaddexp(old[1], repeated)))
            for c in classes:
                longer = (*prefix, c)
                before = with_blank if prefix and prefix[-1] == c else whole
                was = found.get(longer, (_NONE, _NONE))
                found[longer] = (was[0], float(np.logaddexp(was[1], before + row[c])))
        ordered = sorted(found.items(), key=lambda entry: -np.logaddexp(*entry[1]))
        beams = dict(ordered[:width])
    return [(prefix, float(np.logaddexp(*scores))) for prefix, scores in list(beams.items())[:paths]]
