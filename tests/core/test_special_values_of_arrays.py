"""Reductions, scans, products, sorting, losses, pictures on special values: the same eagerly and traced.

Each function runs on the same arrays eagerly, traced with their sizes and traced with open ones. Results are compared
as in `test_special_values_traced`: infinities, NaN and zeros with their signs, other numbers to the last places.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.core.test_special_values_traced import alike

INF, NAN = np.inf, np.nan
ARRAYS: dict[str, Any] = {
    "mixed": [[NAN, 1.0, -0.0, INF], [0.0, -0.0, -INF, 2.0], [1e-40, 3e38, -1e38, -1.0], [INF, -INF, 5.0, -0.0]],
    "negative zeros": [[-0.0] * 4] * 4,
    "infinities": [[INF, 1, 2, INF], [1, INF, INF, 3], [-INF, 1, -INF, 2], [1, 2, 3, -INF]],
    "NaN": [[NAN] * 4, [1, NAN, 2, 3], [NAN, NAN, 1, 2], [0, 0, 0, NAN]],
    "subnormal": [[1e-45, -1e-45, 1e-38, -1e-38], [1e-20, 1e-20, 1e-20, -1e-20], [-1e-45, 0, -0.0, 1e-40], [1e-39] * 4],
    "no rows": np.zeros((0, 4)),
    "no columns": np.zeros((4, 0)),
}
ELSEWHERE = [tf.constant([[1.0, 0.0], [-1.0, INF]])[..., None, None]]  # a filter with special values

Function = Callable[[Any], list[Any]]


def along(function: Any, *axes: int | None, **options: Any) -> Function:
    return lambda x: [function(x, axis=axis, **options) for axis in axes]


def scans(function: Any) -> Function:
    flags = [(a, e, r) for a in (0, 1) for e in (False, True) for r in (False, True)]
    return lambda x: [function(x, a, exclusive=e, reverse=r) for a, e, r in flags]


def halves(x: Any) -> Any:
    return tf.range(tf.shape(x)[0]) // 2


def colours(x: Any) -> Any:
    return tf.tile(x[:, :, None], [1, 1, 3])


def image(x: Any) -> Any:
    return x[None, :, :, None]


M, N, P = tf.math, tf.nn, tf.image
FUNCTIONS: dict[str, Function] = {
    **{name: along(getattr(tf, f"reduce_{name}"), 0, 1, None) for name in ("sum", "prod", "max", "min", "mean")},
    "logsumexp": along(tf.reduce_logsumexp, 0, 1, None),
    **{name: along(getattr(M, f"reduce_{name}"), 0, 1, None) for name in ("std", "variance", "euclidean_norm")},
    "norms": lambda x: [tf.norm(x, order, axis=a) for order in (1, 2, INF, 3) for a in (0, 1)],
    "cumsum": scans(tf.cumsum),
    "cumprod": scans(M.cumprod),
    "cumulative_logsumexp": scans(M.cumulative_logsumexp),
    "softmax": lambda x: [f(x, a) for f in (N.softmax, N.log_softmax) for a in (0, 1)],
    "cross entropy": lambda x: [
        N.softmax_cross_entropy_with_logits(x, x[::-1]),
        N.sigmoid_cross_entropy_with_logits(x, x[::-1]),
        N.weighted_cross_entropy_with_logits(x, x[::-1], 2.0),
    ],
    "normalize": lambda x: [M.l2_normalize(x, 0), M.l2_normalize(x, 1), N.l2_loss(x)],
    "matmul": lambda x: [tf.matmul(x, x, transpose_a=True), tf.matmul(x, x, transpose_b=True)],
    "einsum": lambda x: [tf.einsum("ij,ij->i", x, x), tf.tensordot(x, x, [[0], [0]])],
    "segments": lambda x: [getattr(M, f"segment_{n}")(x, halves(x)) for n in ("sum", "prod", "max", "min", "mean")],
    "unsorted segments": lambda x: [
        getattr(M, f"unsorted_segment_{n}")(x, halves(x), 3) for n in ("sum", "prod", "max", "min", "mean", "sqrt_n")
    ],
    "sort": lambda x: [*(tf.sort(x, a, d) for a in (0, 1) for d in ("ASCENDING", "DESCENDING")), tf.argsort(x, 1)],
    "clip": lambda x: [
        tf.clip_by_value(x, -1.0, 1.0),
        tf.clip_by_norm(x, 1.0),
        tf.clip_by_norm(x, 1.0, [1]),
        *tf.clip_by_global_norm([x, x], 1.0)[0],
    ],
    "moments": lambda x: [*N.moments(x, [0]), *N.moments(x, [0, 1]), M.zero_fraction(x), M.count_nonzero(x, axis=0)],
    "predicates": lambda x: [tf.reduce_any(x > 0, 0), tf.reduce_all(x > 0, 1), tf.where(M.is_nan(x))],
    "sets": lambda x: [
        *tf.unique(tf.reshape(x, [-1])),
        M.in_top_k(tf.zeros(tf.shape(x)[:1], tf.int32), tf.cast(x, tf.float32), 1),
    ],
    "colours": lambda x: [f(colours(x)) for f in (P.rgb_to_hsv, P.hsv_to_rgb, P.rgb_to_yiq, P.yiq_to_rgb)],
    "pictures": lambda x: [
        P.adjust_brightness(colours(x), 0.1),
        P.adjust_contrast(colours(x), 2.0),
        P.adjust_saturation(colours(x), 2.0),
        P.adjust_hue(colours(x), 0.2),
        P.total_variation(x[:, :, None]),
    ],
    "pools": lambda x: [
        N.max_pool2d(image(x), 2, 1, "SAME"),
        N.avg_pool2d(image(x), 2, 1, "SAME"),
        N.lrn(tf.cast(x, tf.float32)[None, None]),
        N.conv2d(image(x), tf.cast(ELSEWHERE[0], x.dtype), 1, "SAME"),
    ],
}
NOT_EMPTY: dict[str, Function] = {
    "argmax": lambda x: [f(x, a) for f in (tf.argmax, tf.argmin) for a in (0, 1)],
    "top_k": lambda x: [*M.top_k(x, 2)],
    "resize": lambda x: [
        P.resize(image(x), [3, 5], method=method) for method in ("bilinear", "nearest", "bicubic", "area", "lanczos3")
    ],
    "scatter": lambda x: [
        tf.tensor_scatter_nd_add(x, [[0]], x[:1]),
        tf.tensor_scatter_nd_max(x, [[0]], x[:1]),
        tf.scatter_nd([[1], [1], [0], [1]], x, [2, 4]),
    ],
}
PRODUCTS = {"matmul", "einsum", "pools"}
"""A multiply-add may be fused: what underflows then takes the sign of the product."""
EXTREMES = {"max", "min", "segments", "unsorted segments", "scatter", "pools"}
"""The sign of the zero that they find is nowhere laid down."""
CANCELLING = {"cross entropy"}
"""Small differences of larger numbers."""


def check(name: str, dtype: Any) -> None:
    function = FUNCTIONS.get(name) or NOT_EMPTY[name]
    arrays = {key: tf.cast(np.array(array, np.float32), dtype) for key, array in ARRAYS.items()}
    if name in NOT_EMPTY:
        arrays = {key: x for key, x in arrays.items() if 0 not in x.shape}
    known = tf.function(function, autograph=False)
    opened = tf.function(function, input_signature=[tf.TensorSpec([None, None], dtype)], autograph=False)
    size = 10.0 if name in CANCELLING else None
    for key, x in arrays.items():
        eager = function(x)
        for way, found in (("known", known(x)), ("open", opened(x))):
            for i, (want, have) in enumerate(zip(eager, found, strict=True)):
                w, h = want.numpy(), have.numpy()
                right = alike(w, h, name in PRODUCTS | EXTREMES, size)
                assert right.all(), f"{name}, {key}, result {i}, {way} sizes: {w.tolist()}, {h.tolist()}"


@pytest.mark.parametrize("name", ["resize", "cumulative_logsumexp", "sets"])
def test_what_was_found(name: str) -> None:
    check(name, tf.float32)


@pytest.mark.thorough
@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "float64"])
@pytest.mark.parametrize("name", [*FUNCTIONS, *NOT_EMPTY])
def test_special_values_of_arrays(name: str, dtype: str) -> None:
    check(name, tf.as_dtype(dtype))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_what_runs_begins_with_the_first_complex_number(dtype: str) -> None:
    """Also where times 1 and plus 0 would change it; the same eagerly and traced."""
    x = tf.constant([[complex(2, INF), 2], [complex(INF, -0.0), 1], [complex(0.5, -0.0), -1]], dtype)
    function = scans(tf.cumsum), scans(M.cumprod)
    opened = tf.TensorSpec([None, None], dtype)
    for scan in function:
        eager = scan(x)
        for found in (tf.function(scan)(x), tf.function(scan, input_signature=[opened])(x)):
            for want, have in zip(eager, found, strict=True):
                assert alike(want.numpy(), have.numpy(), False).all(), (want, have)
    first = tf.function(M.cumprod)(x)[0].numpy()
    assert (first.real.tolist(), first.imag.tolist()) == ([2.0, 2.0], [INF, 0.0])
