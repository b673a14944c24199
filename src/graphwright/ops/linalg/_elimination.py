"""Elimination with partial pivoting, for matrices that LAPACK would not treat alike: those with NaN or infinities."""

from __future__ import annotations

import math

import numpy as np

from graphwright.core.prelude import Array


def factored(x: Array) -> tuple[Array, Array, Array]:
    """The factors of matrices in one, the order of their rows, and which matrices can be divided by.

    As in TensorFlow, and in the compiled form: a NaN is a pivot only where it comes first in its column; a matrix
    whose first pivot is NaN, or one of whose pivots is 0, cannot be divided by. A column of zeros stays as it is.
    """
    n = x.shape[-1]
    lu = x.reshape(math.prod(x.shape[:-2]), n, n).copy()
    order = np.tile(np.arange(n), (len(lu), 1))
    each = np.arange(len(lu))
    regular = np.ones(len(lu), bool)
    with np.errstate(all="ignore"):
        for k in range(n):
            sizes = np.abs(lu[:, k:, k]).astype(np.float64)
            first = np.isnan(sizes[:, 0])
            pivot = k + np.where(first, 0, np.where(np.isnan(sizes), -1.0, sizes).argmax(1))
            lu[each, k], lu[each, pivot] = lu[each, pivot], lu[each, k]
            order[each, k], order[each, pivot] = order[each, pivot], order[each, k]
            by = lu[:, k, k, None]
            regular &= by[:, 0] != 0
            if k == 0:
                regular &= ~first
            lu[:, k + 1 :, k] /= np.where(by == 0, np.ones((), x.dtype), by)
            lu[:, k + 1 :, k + 1 :] -= lu[:, k + 1 :, k, None] * lu[:, k, None, k + 1 :]
    return lu.reshape(x.shape), order.reshape(x.shape[:-1]), regular.reshape(x.shape[:-2])


def substituted(lu: Array, order: Array, rhs: Array) -> Array:
    """The solutions of equations from `factored` matrices of any outer shape, which is also that of `rhs`."""
    n = lu.shape[-1]
    x = np.take_along_axis(rhs, order[..., None], -2).astype(lu.dtype)
    with np.errstate(all="ignore"):
        for k in range(n):
            x[..., k + 1 :, :] -= lu[..., k + 1 :, k, None] * x[..., k, None, :]
        for k in reversed(range(n)):
            x[..., k, :] /= lu[..., k, k, None]
            x[..., :k, :] -= lu[..., :k, k, None] * x[..., k, None, :]
    return x


def odd_matrices(x: Array) -> Array:
    """Which matrices hold NaN or infinities."""
    odd: Array = np.asarray(~np.isfinite(x).all((-1, -2)))
    return odd


def signs_of_orders(order: Array) -> Array:
    """1 for an even and -1 for an odd permutation, along the last axis."""
    n = order.shape[-1]
    later = order[..., :, None] > order[..., None, :]
    odd = (later & (np.arange(n)[:, None] < np.arange(n))).sum((-1, -2)) % 2
    signs: Array = 1 - 2 * odd
    return signs


__all__ = ["factored", "odd_matrices", "signs_of_orders", "substituted"]
