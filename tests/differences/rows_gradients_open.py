"""Gradients of einsum with repeated labels, least squares and response normalization, also where sizes are open."""
# ruff: noqa: E501

from __future__ import annotations

from math import prod


def _x(*shape: int) -> str:
    """Numbers that differ, as doubles of a shape."""
    return f"tf.reshape(tf.sin(tf.range(1, {prod(shape) + 1}, dtype=tf.float64) ** 2), {list(shape)})"


_ONE = {
    "abba->ab": (2, 3, 3, 2), "aabb->ab": (2, 2, 3, 3), "aabb->a": (2, 2, 3, 3), "abab->ba": (2, 3, 2, 3), "aa->": (3, 3), "aa->a": (3, 3),
    "aaa->a": (2, 2, 2), "aaaa->": (2, 2, 2, 2), "aaabb->b": (2, 2, 2, 3, 3), "aab->b": (2, 2, 3), "aba->ba": (2, 3, 2), "aabc->cb": (2, 2, 3, 2),
    "...aa->...a": (2, 3, 3), "...aa->...": (2, 3, 3), "aa...->a...": (2, 2, 3), "a...a->...a": (2, 3, 2), "a...ab->b...": (2, 3, 2, 2), "aa...bb->...ab": (2, 2, 3, 2, 2),
    "...a->...": (2, 3), "a...->...": (2, 3), "ab...->b...": (2, 3, 2), "...ab->...ba": (2, 2, 3),
}  # fmt: skip
_TWO = {
    "aab,b->a": ((2, 2, 3), (3,)), "aab,bb->a": ((2, 2, 3), (3, 3)), "baab,bc->ca": ((2, 3, 3, 2), (2, 4)), "aa,aa->a": ((3, 3), (3, 3)),
    "aa,bb->ab": ((2, 2), (3, 3)), "aab,cb->": ((2, 2, 3), (4, 3)), "bij,bjj->bi": ((2, 3, 4), (2, 4, 4)), "abba,c->c": ((2, 3, 3, 2), (2,)),
    "...aa,...a->...a": ((2, 3, 3), (2, 3)), "...aa,ab->...b": ((2, 3, 3), (3, 2)), "...aab,...bc->...ac": ((1, 2, 2, 3), (4, 3, 2)),
    "ii...,jj...->ij...": ((2, 2, 3), (3, 3, 1)), "...ab,...bc->...ac": ((4, 1, 2, 3), (2, 3, 2)), "a...,a...->...": ((2, 1, 3), (2, 4, 1)),
    "...a,a...->...": ((2, 3), (3, 1)), "...a,b->...b": ((2, 3), (2,)), "...ab,bc->...ac": ((2, 2, 3), (3, 2)),
}  # fmt: skip
_EQUATIONS = [
    *((f"lambda x: tf.einsum('{e}', x) ** 2", _x(*s)) for e, s in _ONE.items()),
    *((f"lambda x, y: tf.einsum('{e}', x, y) ** 2", f"{_x(*a)}, {_x(*b)}") for e, (a, b) in _TWO.items()),
]

_SYSTEMS = [((4, 3), (4, 2)), ((3, 4), (3, 2)), ((3, 3), (3, 1)), ((2, 3, 2), (2, 3, 1)), ((2, 2, 3), (2, 2, 1))]
_LEAST = [
    (
        f"lambda a, b: tf.linalg.lstsq(a + 3.0 * tf.eye({a[-2]}, {a[-1]}, dtype=tf.float64), b, {r})",
        f"{_x(*a)}, {_x(*b)}",
    )
    for a, b in _SYSTEMS
    for r in (0.0, 0.5)
]
_NO_FORMULA = ("lambda a, b: tf.linalg.lstsq(a, b, fast=False)", f"{_x(3, 2)}, {_x(3, 1)}")
_NEAR = [
    (f"lambda x: tf.nn.lrn(x, depth_radius={r}, bias=0.5, alpha=0.7, beta=0.6)", f"tf.cast({_x(1, 2, 2, c)}, tf.float32)")
    for r in (0, 1, 2, 3, 5, 9)
    for c in (1, 3, 4)
]  # fmt: skip

ROWS = [
    *(f"grad({f}, {x})" for f, x in (*_EQUATIONS, *_LEAST, *_NEAR, _NO_FORMULA)),
    *(f"unsized(lambda *v: grad({f}, *v), {x})" for f, x in (*_EQUATIONS[::2], *_LEAST, *_NEAR[1::4], _NO_FORMULA)),
    *(f"unknown(lambda *v: grad({f}, *v), {x})" for f, x in (*_EQUATIONS[1::3], *_LEAST[:4])),
    *(f"grad2({f}, {x})" for f, x in (*_EQUATIONS[:4], *_EQUATIONS[12:16])),
    "grad(lambda x: tf.einsum('aab->ab', x), t([[[1 + 1j]]], tf.complex64))",
    "grad_with(lambda x: tf.einsum('aa->a', x), np.inf, tf.ones([2, 2]))",
    "grad(lambda x: tf.einsum('aa->a', x), tf.zeros([0, 0]))",
    "grad(lambda x: tf.nn.lrn(x), tf.ones([1, 1, 1, 0]))",
]
