"""Sums of float16 and bfloat16 numbers: each within a unit in the last place of what TensorFlow accumulates."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_TYPES = ["tf.float16", "tf.bfloat16"]
# a few hundred numbers of one sign, so that sums in 16 bits would stop growing
_LONG = "tf.cast(tf.range(300) % 17 + 1, {0}) / 7"
_WIDE = "tf.reshape(tf.cast(tf.range(600) % 23 + 1, {0}) / 9, [20, 30])"
_SQUARE = "tf.reshape(tf.cast(tf.range(1600) % 13 + 1, {0}) / 50, [40, 40])"
_IMAGE = "tf.reshape(tf.cast(tf.range(1152) % 19 + 1, {0}) / 8, [1, 12, 12, 8])"
_BIG = "t([60000.0, 60000.0, -60000.0], {0})"

_FUNCTIONS = [
    *(f"tf.reduce_{f}({x})" for f in ("sum", "mean", "prod", "max", "min", "logsumexp") for x in (_LONG, _BIG)),
    *(f"tf.math.reduce_{f}({x})" for f in ("std", "variance", "euclidean_norm") for x in (_LONG, _BIG)),
    *(f"tf.reduce_{f}({_WIDE}, {a})" for f in ("sum", "mean", "logsumexp") for a in ("0", "1", "[0, 1]")),
    *(f"tf.math.reduce_{f}({_WIDE}, {a})" for f in ("std", "variance", "euclidean_norm") for a in ("0", "1")),
    f"tf.matmul({_SQUARE}, {_SQUARE})", f"tf.linalg.matvec({_SQUARE}, {_SQUARE}[0])", f"tf.matmul({_SQUARE}, {_SQUARE}, transpose_b=True)",
    f"tf.matmul(tf.stack([{_SQUARE}, {_SQUARE}]), {_SQUARE})", f"tf.einsum('ij,jk->ik', {_SQUARE}, {_SQUARE})", f"tf.einsum('ij,ij->i', {_SQUARE}, {_SQUARE})",
    f"tf.einsum('ij->j', {_SQUARE})", f"tf.einsum('ij,ij->', {_SQUARE}, {_SQUARE})", f"tf.tensordot({_SQUARE}, {_SQUARE}, 1)", f"tf.tensordot({_SQUARE}, {_SQUARE}, 2)",
    *(f"tf.cumsum({_LONG}{flag})" for flag in ("", ", exclusive=True", ", reverse=True")), f"tf.math.cumprod({_LONG}[:12])",
    f"tf.math.cumulative_logsumexp({_LONG})",
    *(f"tf.math.segment_{f}({_LONG}, tf.range(300) // 100)" for f in ("sum", "mean", "prod", "max", "min")),
    *(f"tf.math.unsorted_segment_{f}({_LONG}, tf.range(300) % 3, 3)" for f in ("sum", "mean", "prod", "max", "min", "sqrt_n")),
    f"tf.nn.softmax({_WIDE})", f"tf.nn.log_softmax({_WIDE})", f"tf.nn.softmax({_LONG})", f"tf.nn.log_softmax({_LONG})", f"tf.nn.softmax({_WIDE}, 0)",
    f"tf.nn.moments({_WIDE}, [0])", f"tf.nn.moments({_WIDE}, [0, 1])", f"tf.nn.l2_normalize({_LONG}, 0)", f"tf.nn.l2_loss({_LONG})", f"tf.norm({_LONG})", f"tf.norm({_LONG}, 1)", f"tf.norm({_LONG}, 3)",
    f"tf.linalg.global_norm([{_LONG}])", f"tf.clip_by_norm({_LONG}, 2.0)", f"tf.nn.softmax_cross_entropy_with_logits({_WIDE}, {_WIDE})",
    f"tf.nn.sparse_softmax_cross_entropy_with_logits(tf.range(20), {_WIDE})", f"tf.nn.zero_fraction({_LONG})",
    f"tf.nn.conv2d({_IMAGE}, tf.ones([3, 3, 8, 2], {{0}}) / 3, 1, 'SAME')", f"tf.nn.conv2d({_IMAGE}, tf.ones([3, 3, 8, 2], {{0}}) / 3, 2, 'VALID')",
    f"tf.nn.depthwise_conv2d({_IMAGE}, tf.ones([3, 3, 8, 1], {{0}}) / 3, [1, 1, 1, 1], 'SAME')", f"tf.nn.avg_pool2d({_IMAGE}, 5, 1, 'SAME')", f"tf.nn.avg_pool2d({_IMAGE}, 12, 1, 'VALID')",
    f"tf.nn.conv1d({_IMAGE}[0], tf.ones([3, 8, 2], {{0}}) / 3, 1, 'SAME')", f"tf.nn.bias_add({_WIDE}, {_WIDE}[0])", f"tf.linalg.trace({_SQUARE})", f"tf.add_n([{_LONG}] * 20)",
    f"tf.scatter_nd(tf.zeros([300, 1], tf.int32), {_LONG}, [1])", f"tf.tensor_scatter_nd_add(tf.zeros([1], {{0}}), tf.zeros([300, 1], tf.int32), {_LONG})",
    f"tf.math.polyval([{_LONG}[:3], {_LONG}[3:6]], {_LONG}[6:9])", "tf.linspace(t(0.0, {0}), t(3.0, {0}), 100)", "tf.math.bincount([0, 1, 0], weights=tf.cast([0.5, 1.5, 2.5], {0}))",
    f"tf.image.resize({_IMAGE}, [5, 7])", f"tf.math.reduce_mean({_IMAGE}, [1, 2])", f"tf.sparse.reduce_sum(tf.sparse.from_dense({_WIDE}), 1)",
    f"tf.nn.batch_normalization({_WIDE}, {_WIDE}[0], {_WIDE}[1], None, None, 1e-3)", f"tf.math.squared_difference({_LONG}, {_LONG}[::-1])",
    *(f"tf.math.{f}(tf.cast(tf.linspace(-3.0, 3.0, 61), {{0}}))" for f in ("exp", "log", "tanh", "sigmoid", "erf", "erfc", "sin", "cos", "tan", "sinh", "cosh", "asinh", "atan", "expm1", "log1p", "softplus", "sqrt", "rsqrt", "square", "lgamma", "digamma", "ndtri", "bessel_i0", "bessel_i1", "bessel_i0e", "bessel_i1e", "log_sigmoid", "reciprocal")),
    *(f"tf.nn.{f}(tf.cast(tf.linspace(-3.0, 3.0, 61), {{0}}))" for f in ("gelu", "elu", "selu", "silu", "softsign", "leaky_relu", "relu6")),
]  # fmt: skip

ROWS = [f.format(kind) for f in _FUNCTIONS for kind in _TYPES]

_REASONS: dict[str, list[str]] = {
    "Computed in float32 and rounded once; TensorFlow rounds to 16 bits on the way.": [
        "tf.reduce_sum(t([60000.0, 60000.0, -60000.0], tf.float16))",
        "tf.reduce_mean(t([60000.0, 60000.0, -60000.0], tf.float16))",
        "tf.reduce_prod(tf.cast(tf.range(300) % 17 + 1, tf.bfloat16) / 7)",
        "tf.einsum('ij,jk->ik', tf.reshape(tf.cast(tf.range(1600) % 13 + 1, tf.float16) / 50, [40, 40]), tf.reshape(tf.cast(tf.range(1600) % 13 + 1, tf.float16) / 50, [40, 40]))",
        "tf.einsum('ij,ij->i', tf.reshape(tf.cast(tf.range(1600) % 13 + 1, tf.float16) / 50, [40, 40]), tf.reshape(tf.cast(tf.range(1600) % 13 + 1, tf.float16) / 50, [40, 40]))",
        "tf.einsum('ij,ij->', tf.reshape(tf.cast(tf.range(1600) % 13 + 1, tf.float16) / 50, [40, 40]), tf.reshape(tf.cast(tf.range(1600) % 13 + 1, tf.float16) / 50, [40, 40]))",
        "tf.math.cumulative_logsumexp(tf.cast(tf.range(300) % 17 + 1, tf.float16) / 7)",
        "tf.math.cumulative_logsumexp(tf.cast(tf.range(300) % 17 + 1, tf.bfloat16) / 7)",
    ],
    "Each step rounds to 16 bits in both; where the last step subtracts nearly equal numbers, one unit in the last place shows.": [
        "tf.nn.batch_normalization(tf.reshape(tf.cast(tf.range(600) % 23 + 1, tf.float16) / 9, [20, 30]), tf.reshape(tf.cast(tf.range(600) % 23 + 1, tf.float16) / 9, [20, 30])[0], tf.reshape(tf.cast(tf.range(600) % 23 + 1, tf.float16) / 9, [20, 30])[1], None, None, 1e-3)",
        "tf.nn.batch_normalization(tf.reshape(tf.cast(tf.range(600) % 23 + 1, tf.bfloat16) / 9, [20, 30]), tf.reshape(tf.cast(tf.range(600) % 23 + 1, tf.bfloat16) / 9, [20, 30])[0], tf.reshape(tf.cast(tf.range(600) % 23 + 1, tf.bfloat16) / 9, [20, 30])[1], None, None, 1e-3)",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
