"""Schur's decomposition in double precision, and functions of triangular matrices."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphwright.core.prelude import Array

_EPS: Final = float(np.finfo(np.float64).eps)
_MOST_STEPS: Final = 60  # per eigenvalue; some four are needed


def _hessenberg(a: Array) -> tuple[Array, Array]:
    """Zeros below the first subdiagonal, by Householder's reflections."""
    h, q = np.array(a, np.complex128), np.eye(len(a), dtype=np.complex128)
    for k in range(len(a) - 2):
        v = h[k + 1 :, k].copy()
        size = np.linalg.norm(v)
        if size == 0:
            continue
        v[0] += size * (v[0] / abs(v[0]) if v[0] else 1)
        v /= np.linalg.norm(v)
        h[k + 1 :] -= 2 * np.outer(v, v.conj() @ h[k + 1 :])
        h[:, k + 1 :] -= 2 * np.outer(h[:, k + 1 :] @ v, v.conj())
        q[:, k + 1 :] -= 2 * np.outer(q[:, k + 1 :] @ v, v.conj())
    return h, q


def _shift(h: Array, k: int) -> complex:
    """The eigenvalue of the last 2 x 2 block that is nearer to its corner (Wilkinson)."""
    a, b, c, d = h[k - 1, k - 1], h[k - 1, k], h[k, k - 1], h[k, k]
    middle, root = (a + d) / 2, np.sqrt(((a - d) / 2) ** 2 + b * c)
    return complex(min(middle + root, middle - root, key=lambda v: abs(v - d)))


def schur(a: Array) -> tuple[Array, Array]:
    """Upper triangular T and unitary Q with `a = Q T Q^H` (Golub and Van Loan, 7.5), in complex128."""
    _, exponent = np.frexp(max(np.abs(a.real).max(initial=0.0), np.abs(a.imag).max(initial=0.0)))
    scale = float(np.ldexp(0.5, max(int(exponent), -1000)))  # a power of two, so that no square overflows
    h, q = _hessenberg(a / scale)
    last, steps = len(a) - 1, 0
    while last > 0:
        first = last
        while first > 0:
            if abs(h[first, first - 1]) <= _EPS * (abs(h[first, first]) + abs(h[first - 1, first - 1])):
                h[first, first - 1] = 0
                break
            first -= 1
        if first == last:
            last, steps = last - 1, 0
            continue
        steps += 1
        if steps > _MOST_STEPS:
            raise np.linalg.LinAlgError("Schur's decomposition did not converge.")
        shift = _shift(h, last) if steps % 20 else abs(h[last, last - 1]) + h[last, last]
        _step(h, q, first, last, shift)
    return np.triu(h) * scale, q


def _step(h: Array, q: Array, first: int, last: int, shift: complex) -> None:
    """One implicit QR step with a shift on a block, by Givens' rotations."""
    x, y = h[first, first] - shift, h[first + 1, first]
    for k in range(first, last):
        size = np.hypot(abs(x), abs(y))
        if size:
            c, s = x / size, y / size
            turn = np.array([[c.conjugate(), s.conjugate()], [-s, c]])
            from_ = max(k - 1, 0)
            h[k : k + 2, from_:] = turn @ h[k : k + 2, from_:]
            to = min(k + 3, last + 1)
            h[:to, k : k + 2] = h[:to, k : k + 2] @ turn.conj().T
            q[:, k : k + 2] = q[:, k : k + 2] @ turn.conj().T
        if k + 2 <= last:
            x, y = h[k + 1, k], h[k + 2, k]


def triangular_root(t: Array) -> Array:
    """The principal square root of an upper triangular matrix (Björck and Hammarling, 1983)."""
    n = len(t)
    root = np.zeros_like(t)
    with np.errstate(all="ignore"):
        for j in range(n):
            root[j, j] = np.sqrt(t[j, j])
            for i in range(j - 1, -1, -1):
                inner = root[i, i + 1 : j] @ root[i + 1 : j, j]
                root[i, j] = (t[i, j] - inner) / (root[i, i] + root[j, j])
    return root


_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(12)


def triangular_log(t: Array) -> Array:
    """The principal logarithm of an upper triangular matrix: square roots until it is near 1, then Padé's formula.

    The formula is a sum over the nodes of Gauss and Legendre (Higham, Functions of Matrices, 11.4).
    """
    if not np.diagonal(t).all():
        return np.full_like(t, complex(np.nan, np.nan))
    one = np.eye(len(t))
    halvings = 0
    while np.linalg.norm(t - one, 1) > 0.3 and halvings < 60 and np.isfinite(t).all():
        t = triangular_root(t)
        halvings += 1
    x = t - one
    result = np.zeros_like(t)
    for node, weight in zip((_NODES + 1) / 2, _WEIGHTS / 2, strict=True):
        result += weight * np.linalg.solve(one + node * x, x)
    return np.asarray(2.0**halvings * np.triu(result))
