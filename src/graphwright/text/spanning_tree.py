"""Spanning trees of directed graphs with the highest score, by the algorithm of Chu, Liu and Edmonds."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.core.dispatch import apply_multi
from graphwright.core.tensor import Array
from graphwright.core.typing import Application, Gradients
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims

_NONE = -np.inf
MaxSpanningTree = namedtuple("MaxSpanningTree", ["max_scores", "argmax_sources"])


def _cycle(sources: list[int], root: int) -> list[int]:
    """The nodes of a cycle among the best sources; empty where there is none."""
    seen = [0] * len(sources)
    for start in range(len(sources)):
        node = start
        while node != root and not seen[node]:
            seen[node] = start + 1
            node = sources[node]
        if node != root and seen[node] == start + 1:
            cycle = [node]
            while sources[cycle[-1]] != node:
                cycle.append(sources[cycle[-1]])
            return cycle
    return []


def _tree(scores: Array, root: int) -> list[int]:
    """The source of each node of the best tree; `scores[target, source]`. Chu and Liu (1965), Edmonds (1967)."""
    scores = scores.copy()
    np.fill_diagonal(scores, _NONE)
    best = [int(scores[node].argmax()) if node != root else root for node in range(len(scores))]
    cycle = _cycle(best, root)
    if not cycle:
        return best
    others = [n for n in range(len(scores)) if n not in cycle]
    size = len(others) + 1
    merged = np.full((size, size), _NONE)
    merged[:-1, :-1] = scores[np.ix_(others, others)]
    leaving = scores[np.ix_(others, cycle)]
    merged[:-1, -1] = leaving.max(1)
    entering = scores[np.ix_(cycle, others)] - np.array([scores[n, best[n]] for n in cycle])[:, None]
    merged[-1, :-1] = entering.max(0)
    found = _tree(merged, others.index(root))
    result = [0] * len(scores)
    for node in cycle:
        result[node] = best[node]
    for i, node in enumerate(others):
        source = found[i]
        result[node] = cycle[int(leaving[i].argmax())] if source == size - 1 else others[source]
    entered = found[-1]
    result[cycle[int(entering[:, entered].argmax())]] = others[entered]
    result[root] = root
    return result


def _best(scores: Array, forest: bool) -> list[int]:
    """The sources of the best tree, or forest: roots are their own, with the score of the diagonal.

    One node more is the source of all roots; in a tree, a penalty that no other scores outweigh keeps it from having
    several.
    """
    count = len(scores)
    wide = np.full((count + 1, count + 1), _NONE)
    wide[:count, :count] = scores
    finite = scores[np.isfinite(scores)]
    penalty = 0.0 if forest else 1.0 + 2.0 * count * float(np.abs(finite).max(initial=0.0))
    wide[:count, count] = np.diagonal(scores) - penalty
    found = _tree(wide, count)[:count]
    return [node if source == count else source for node, source in enumerate(found)]


def _trees(num_nodes: Array, scores: Array, forest: bool) -> list[Array]:
    if scores.ndim != 3 or scores.shape[1] != scores.shape[2] or num_nodes.shape != scores.shape[:1]:
        raise errors.InvalidArgumentError(
            "scores is [batch, nodes, nodes] and num_nodes [batch], got "
            f"{list(scores.shape)} and {list(num_nodes.shape)}"
        )
    totals = np.zeros(len(num_nodes), scores.dtype)
    sources = np.full(scores.shape[:2], -1, np.int32)
    for i, count in enumerate(num_nodes.tolist()):
        if not 0 <= count <= scores.shape[1]:
            raise errors.InvalidArgumentError(f"num_nodes[{i}] is {count}, and there are scores for {scores.shape[1]}")
        if count:
            found = _best(scores[i, :count, :count].astype(np.float64), forest)
            sources[i, :count] = found
            totals[i] = scores[i, range(count), found].sum()
    return [totals, sources]


def _tree_dims(ctx: ShapeContext) -> list[Dims]:
    dims = ctx.dims(1)
    return [ctx.dims(0), None if dims is None else dims[:2]]


def _tree_gradient(op: Application, d_scores: Any, d_sources: Any) -> Gradients:
    """The score of a tree is the sum of those of its edges."""
    scores = op.inputs[1]
    edges = tf.one_hot(op.outputs[1], tf.shape(scores)[2], dtype=scores.dtype)
    return [None, edges * tf.reshape(d_scores, [-1, 1, 1])]


MAX_SPANNING_TREE = op(
    "MaxSpanningTree", "num_nodes: int32, scores: T -> max_scores: T, argmax_sources: int32",
    "T: {int32, float, double}; forest: bool = false",
    shape=_tree_dims, kernel=_trees, gradient=_tree_gradient,
)  # fmt: skip


def max_spanning_tree(num_nodes: Any, scores: Any, forest: bool = False, name: str | None = None) -> Any:
    """The spanning trees with the highest score of a batch of directed graphs.

    Args:
      num_nodes: int32 [batch], how many nodes each graph has.
      scores: [batch, nodes, nodes] of int32, float32 or float64: `scores[b, t, s]` is that of an edge from s to t, and
        `scores[b, r, r]` that of the root r.
      forest: allow several roots.
      name: of the operation.

    Returns a named tuple: `max_scores` [batch] and `argmax_sources` int32 [batch, nodes], where each node's edge comes
    from: a root's from itself; -1 behind the last node.

    >>> tf.text.max_spanning_tree([2], [[[1, 5], [7, 0]]]).argmax_sources.numpy().tolist()
    [[0, 0]]
    """
    return MaxSpanningTree(*apply_multi(MAX_SPANNING_TREE, (num_nodes, scores), {"forest": forest}, name))


__all__ = ["max_spanning_tree"]
