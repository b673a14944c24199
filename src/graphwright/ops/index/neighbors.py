"""The nearest of some points, and a choice of one by its distance, as k-means clustering takes them."""

from __future__ import annotations

import numpy as np

from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op


def _nearest(points: Array, centers: Array, k: Array) -> tuple[Array, Array]:
    if points.ndim != 2 or centers.ndim != 2 or points.shape[1] != centers.shape[1]:
        raise errors.InvalidArgumentError(
            f"Input points and centers must be matrices of as many columns, got {list(points.shape)} and "
            f"{list(centers.shape)}"
        )
    if k.ndim or k < 0:
        raise errors.InvalidArgumentError(f"Input k must be a scalar, not negative, got {k.tolist()}")
    squares = ((points[:, None].astype(np.float64) - centers) ** 2).sum(-1)
    order = np.argsort(squares, axis=1, kind="stable")[:, : int(k)]
    return order.astype(np.int64), np.take_along_axis(squares, order, 1).astype(np.float32)


def _nearest_rule(ctx: ShapeContext) -> list[Dims]:
    for i in range(2):
        if ctx.rank(i) not in (None, 2):
            raise ctx.fail(f"Shape must be rank 2 but is rank {ctx.rank(i)}")
    points, count = ctx.dims(0), Symbol()
    rows = points[0] if points else Symbol()
    return [(rows, count), (rows, count)]


NEAREST: OpRecord = op(
    "NearestNeighbors",
    "points: float, centers: float, k: int64 -> nearest_center_indices: int64, nearest_center_distances: float",
    shape=_nearest_rule, kernel=_nearest,
)  # fmt: skip


def _chain(distances: Array, seed: Array) -> Array:
    """The end of a Markov chain over all points whose limit is a choice in proportion to the distances."""
    if distances.ndim != 1 or not distances.size:
        raise errors.InvalidArgumentError(f"distances must be a vector, not empty, got {list(distances.shape)}")
    draws = np.random.Generator(np.random.Philox(int(seed) % 2**64)).random(distances.size)
    current = 0
    for i in range(1, distances.size):
        if distances[current] * draws[i] < distances[i]:
            current = i
    return np.array(current, np.int64)


CHAIN: OpRecord = op(
    "KMC2ChainInitialization", "distances: float, seed: int64 -> index: int64",
    shape=lambda ctx: (), kernel=_chain, no_gradient=True,
)  # fmt: skip
