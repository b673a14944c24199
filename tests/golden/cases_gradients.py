"""Expressions in x (and y, z) whose values and gradients are recorded.

The gradients are those of the value's sum, by a tape that watches all inputs.
"""

from __future__ import annotations

from tests.golden.case import f32, i32, wave

_VECTOR = {"x": f32([0.3, -0.7, 0.9, -0.1])}
_POSITIVE = {"x": f32([0.3, 0.7, 1.9, 4.0])}
_TWO = {"x": wave(2, 3), "y": wave(2, 3, scale=1.3) + 0.25}
_ROWS = {"x": wave(2, 3), "y": wave(1, 3, scale=1.3) + 0.25}
_MATRIX = {"x": wave(2, 3)}
_CUBE = {"x": wave(2, 3, 2)}

_UNARY = (
    "abs acos acosh asin asinh atan atanh cos cosh digamma erf erfc exp expm1 lgamma log log1p negative"
    " reciprocal rsqrt sigmoid sign sin sinh softplus sqrt square tan tanh floor ceil round erfinv"
)
_UNARY_POSITIVE = {
    "acosh": "x + 1.5",
    "acos": "x / 5.0",
    "asin": "x / 5.0",
    "atanh": "x / 5.0",
    "erfinv": "x / 5.0",
}
_NEEDS_POSITIVE = {"log", "sqrt", "rsqrt", "lgamma", "digamma", "log1p", *_UNARY_POSITIVE}

GRADIENTS: list[tuple[str, dict[str, object]]] = [
    (f"tf.math.{name}({_UNARY_POSITIVE.get(name, 'x')})", _POSITIVE if name in _NEEDS_POSITIVE else _VECTOR)
    for name in _UNARY.split()
]
GRADIENTS += [
    (expression, inputs)
    for inputs in (_TWO, _ROWS)
    for expression in (
        "x + y",
        "x - y",
        "x * y",
        "x / y",
        "tf.maximum(x, y)",
        "tf.minimum(x, y)",
        "tf.math.squared_difference(x, y)",
        "tf.atan2(x, y)",
        "tf.math.divide_no_nan(x, y)",
        "x % y",
        "tf.math.floordiv(x, y)",
        "tf.where(x > y, x, y)",
        "tf.pow(tf.abs(x) + 0.5, y)",
        "tf.math.xlogy(x, tf.abs(y) + 0.5)",
        "tf.add_n([x + y, x * y])",
    )
]
GRADIENTS += [
    ("tf.matmul(x, y, transpose_b=True)", _TWO),
    ("tf.matmul(x, y, transpose_a=True)", _TWO),
    ("tf.matmul(x, x, transpose_a=True) * 2.0", _MATRIX),
    ("tf.matmul(x, tf.transpose(x, [0, 2, 1]))", _CUBE),
    ("x ** 2", _MATRIX),
    ("x ** 3.0", _MATRIX),
    ("x ** 0", _MATRIX),
    ("tf.reduce_sum(x, 1) ** 2", _MATRIX),
    ("tf.reduce_mean(x, 0) ** 2", _MATRIX),
    ("tf.reduce_prod(x, 1)", _MATRIX),
    ("tf.reduce_prod(x)", {"x": f32([2.0, 0.0, 3.0])}),
    ("tf.reduce_max(x, 1)", _MATRIX),
    ("tf.reduce_max(x)", {"x": f32([1.0, 3.0, 3.0])}),
    ("tf.reduce_min(x, [0, 1])", _MATRIX),
    ("tf.reduce_logsumexp(x, 1)", _MATRIX),
    ("tf.math.reduce_variance(x)", _MATRIX),
    ("tf.math.reduce_std(x)", _MATRIX),
    ("tf.norm(x)", _MATRIX),
    ("tf.reshape(x, [3, 2]) * [[1.0, 2.0]]", _MATRIX),
    ("tf.transpose(x) * [[1.0, 2.0]]", _MATRIX),
    ("tf.expand_dims(x, 1) * 2.0", _MATRIX),
    ("tf.squeeze(x[:1]) * 3.0", _MATRIX),
    ("x[:, 1]", _MATRIX),
    ("x[::-1, ::2] * 2.0", _MATRIX),
    ("x[..., tf.newaxis, 0]", _MATRIX),
    ("tf.slice(x, [0, 1], [2, 2])", _MATRIX),
    ("tf.concat([x, y], 1) ** 2", _TWO),
    ("tf.stack([x, y], 1) ** 2", _TWO),
    ("tf.unstack(x)[1] * 2.0", _MATRIX),
    ("tf.split(x, 3, 1)[1] * 2.0", _MATRIX),
    ("tf.tile(x, [2, 2]) ** 2", _MATRIX),
    ("tf.pad(x, [[1, 0], [0, 2]]) ** 2", _MATRIX),
    ("tf.pad(x, [[1, 1], [1, 1]], 'REFLECT') ** 2", _MATRIX),
    ("tf.gather(x, [1, 1, 0]) * 2.0", _MATRIX),
    ("tf.gather(x, [2, 0, 2], axis=1) ** 2", _MATRIX),
    ("tf.gather_nd(x, [[0, 1], [1, 2], [0, 1]]) ** 2", _MATRIX),
    ("tf.reverse(x, [1]) * [1.0, 2.0, 3.0]", _MATRIX),
    ("tf.cumsum(x, 1) ** 2", _MATRIX),
    ("tf.math.cumprod(x, 1)", _MATRIX),
    ("tf.broadcast_to(x, [2, 2, 3]) ** 2", _MATRIX),
    ("tf.clip_by_value(x, -0.5, 0.5)", _MATRIX),
    ("tf.cast(x, tf.float64) ** 2", _MATRIX),
    ("tf.stop_gradient(x) * x", _MATRIX),
    ("tf.roll(x, 1, 1) * [1.0, 2.0, 3.0]", _MATRIX),
    ("tf.math.segment_sum(x, [0, 0]) ** 2", _MATRIX),
    ("tf.math.unsorted_segment_sum(x, [1, 0], 2) ** 2", _MATRIX),
    ("tf.scatter_nd([[1], [0]], x, [3, 3]) ** 2", _MATRIX),
    ("tf.tensor_scatter_nd_update(x, [[0, 0]], [2.0]) ** 2", _MATRIX),
    ("tf.math.top_k(x, 2)[0] ** 2", _MATRIX),
    ("tf.linalg.diag(x[0]) ** 2", _MATRIX),
    ("tf.linalg.band_part(x, 0, -1) ** 2", _MATRIX),
    ("tf.where([[True], [False]], x, 0.0) ** 2", _MATRIX),
    ("tf.nn.relu(x)", _MATRIX),
    ("tf.nn.relu6(x * 5.0)", _MATRIX),
    ("tf.nn.leaky_relu(x)", _MATRIX),
    ("tf.nn.elu(x)", _MATRIX),
    ("tf.nn.selu(x)", _MATRIX),
    ("tf.nn.gelu(x)", _MATRIX),
    ("tf.nn.silu(x)", _MATRIX),
    ("tf.nn.softsign(x)", _MATRIX),
    ("tf.nn.softmax(x) * [1.0, 2.0, 3.0]", _MATRIX),
    ("tf.nn.log_softmax(x) * [1.0, 2.0, 3.0]", _MATRIX),
    ("tf.nn.softmax_cross_entropy_with_logits([[0.0, 1.0, 0.0], [0.5, 0.25, 0.25]], x)", _MATRIX),
    ("tf.nn.sparse_softmax_cross_entropy_with_logits([2, 0], x)", _MATRIX),
    ("tf.nn.sigmoid_cross_entropy_with_logits(labels=[[0.0, 1.0, 0.5]] * 2, logits=x)", _MATRIX),
    ("tf.nn.bias_add(x, y)", {"x": wave(2, 3), "y": wave(3)}),
    ("tf.nn.l2_loss(x)", _MATRIX),
    ("tf.einsum('ij,kj->ik', x, y)", _TWO),
    ("tf.tensordot(x, y, [[0], [0]])", _TWO),
    ("tf.linalg.matvec(x, y)", {"x": wave(2, 3), "y": wave(3)}),
    ("tf.nn.l2_normalize(x, 1) * [1.0, 2.0, 3.0]", _MATRIX),
    ("tf.sort(x, 1) * [1.0, 2.0, 3.0]", _MATRIX),
    ("tf.identity(x) + tf.reduce_sum(x)", _MATRIX),
    ("tf.reduce_sum(x * x * x) * x", _MATRIX),
    ("tf.repeat(x, 2, 0) ** 2", _MATRIX),
    ("tf.math.accumulate_n([x, x * 2.0])", _MATRIX),
    ("tf.math.polyval([1.0, 2.0, x], y)", _TWO),
    ("tf.eye(2) @ x", _MATRIX),
    ("tf.cond(tf.reduce_sum(x) > 0.0, lambda: x * 2.0, lambda: x * 3.0)", _MATRIX),
    ("x * tf.cast(y, tf.float32)", {"x": wave(3), "y": i32([1, 2, 3])}),
    ("tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * x), [0, x])[1]", _MATRIX),
]
