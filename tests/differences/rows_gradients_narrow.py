"""Gradients of numbers of 16 bits, of float64 and complex numbers, at points where formulas have none."""

from __future__ import annotations

_ROW = "[[0.0, 0.0, 2.0]]"

_PROGRAMS = [
    "tf.nn.softmax(x) ** 2", "tf.nn.log_softmax(x)", "tf.nn.softmax_cross_entropy_with_logits([[0., 1., 0.]], x)",
    "tf.nn.sparse_softmax_cross_entropy_with_logits([1], x)", "tf.nn.sigmoid_cross_entropy_with_logits(x, x)",
    "tf.nn.l2_loss(x)", "tf.nn.l2_normalize(x)", "tf.clip_by_norm(x, 1.0)", "tf.reduce_logsumexp(x)",
    "tf.math.cumprod(x, 1)", "tf.cumsum(x, 1)", "tf.math.cumulative_logsumexp(x, 1)", "tf.maximum(x, 0.0)",
    "tf.minimum(x, 0.0)", "tf.math.divide_no_nan(x, x)", "tf.math.multiply_no_nan(x, x)", "tf.math.xlogy(x, x)",
    "tf.math.xdivy(x, x)", "tf.math.xlog1py(x, x)", "tf.atan2(x, x)", "x ** 2", "x ** 0.5", "tf.pow(x, x)",
    "tf.clip_by_value(x, 0.0, 1.0)", "tf.where(x > 0, tf.sqrt(x), 0)", "tf.where(x > 0, tf.math.log(x), 0)",
    "tf.where(x > 0, 1 / x, 0)", "tf.where(x > 0, tf.math.rsqrt(x), 0)", "tf.where(x > 0, x ** 0.5, 0)",
    "tf.norm(x - x)", "tf.sqrt(tf.reduce_sum(tf.square(x - x), -1))", "tf.matmul(x, x, transpose_b=True)",
    "tf.sort(x)", "tf.math.top_k(x, 2)[0]", "tf.math.segment_max(tf.transpose(x), [0, 0, 0])",
    "tf.math.unsorted_segment_min(tf.transpose(x), [0, 0, 0], 1)", "tf.nn.max_pool1d(x[..., None], 2, 1, 'VALID')",
    "tf.nn.avg_pool1d(x[..., None], 2, 1, 'VALID')", "tf.nn.moments(x, [1])[1]", "tf.math.reduce_std(x)",
    "tf.nn.relu(x) + tf.nn.relu6(x)", "tf.nn.leaky_relu(x)", "tf.nn.elu(x)", "tf.nn.selu(x)", "tf.math.softplus(x)",
    "tf.math.acos(x / 2)", "tf.math.asin(x / 2)", "tf.math.acosh(x / 2)", "tf.math.atanh(x / 2)", "tf.abs(x)",
    "tf.sign(x)", "tf.tan(x)", "tf.math.squared_difference(x, x)", "tf.gather(x, [0, 2, 2], axis=1)",
]  # fmt: skip

_TRIPLET = """tf.reduce_sum(tf.maximum(tf.norm(x - x) - tf.norm(x - 1.0) + 0.5, 0.0))"""

_COMPLEX = [
    "tf.math.real(tf.sqrt(x))", "tf.abs(x)", "tf.math.angle(x)", "tf.abs(x - x)", "tf.math.real(x / x)",
    "tf.math.real(tf.math.divide_no_nan(x, x - x))", "tf.math.imag(x * tf.math.conj(x))", "tf.math.real(x ** 2)",
    "tf.where(tf.abs(x) > 1, tf.math.real(tf.math.log(x)), 0)", "tf.where(tf.abs(x) > 1, tf.math.real(1 / x), 0)",
    "tf.where(tf.abs(x) > 1, tf.math.real(tf.math.rsqrt(x)), 0)", "tf.math.real(tf.reduce_prod(x))",
    "tf.math.real(tf.cumsum(x))", "tf.math.real(tf.math.cumprod(x))", "tf.math.real(tf.tensordot(x, x, 1))",
    "tf.cast(x, tf.float32)", "tf.math.real(tf.sign(x))", "tf.math.real(tf.math.sigmoid(x))",
]  # fmt: skip

_DTYPES = ["float16", "bfloat16", "float64"]

ROWS = [
    *(f"grad(lambda x: {f}, t({_ROW}, tf.{d}))" for f in _PROGRAMS for d in _DTYPES),
    *(f"grad2(lambda x: {f}, t({_ROW}, tf.{d}))" for f in _PROGRAMS for d in ("float32", "float64")),
    *(
        f"traced(lambda a: grad(lambda x: {f}, a), t({_ROW}, tf.{d}))"
        for f in _PROGRAMS
        for d in ("float32", "float16")
    ),
    *(f"jvp(lambda x: {f}, t({_ROW}), t([[1.0, 0.0, 2.0]]))" for f in _PROGRAMS),
    *(f"{g}(lambda x: {_TRIPLET}, t({_ROW}))" for g in ("grad", "grad2")),
    *(f"grad(lambda x: {f}, t([0j, 1 + 0j, 3 - 4j], tf.{d}))" for f in _COMPLEX for d in ("complex64", "complex128")),
    *(f"traced(lambda a: grad(lambda x: {f}, a), t([0j, 1 + 0j, 3 - 4j], tf.complex64))" for f in _COMPLEX),
]

ON_PURPOSE: dict[str, str] = {}
