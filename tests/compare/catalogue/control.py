"""Control flow: branches, loops, folds and maps, in and out of traces."""

# ruff: noqa: E501 - templates are data

from __future__ import annotations

from tests.compare.grammar import Family, each

_CALLS = [
    "tf.cond({test}, lambda: {e}, lambda: {e})",
    "tf.cond({test}, lambda: {x} * 2, lambda: {x} - 1)",
    "tf.cond({test}, lambda: tf.cond({test}, lambda: {e}, lambda: {x}), lambda: {e})",
    "tf.case([({test}, lambda: {x} + 1), ({test}, lambda: {x} * 3)], default=lambda: {x})",
    "tf.case([({test}, lambda: {x} + 1)], exclusive={flag})",
    "tf.switch_case({ints:;0,4}, [lambda: {x}, lambda: {x} * 2, lambda: {x} - 1])",
    "tf.switch_case({ints:;0,4}, [lambda: {x}, lambda: {x} * 2], default=lambda: -{x})",
    "tf.while_loop(lambda i, a: i < {n}, lambda i, a: (i + 1, {body}), (0, {x}))",
    "tf.while_loop(lambda i, a: i < {n}, lambda i, a: (i + 1, {body}), (0, {x}), maximum_iterations={n})[1]",
    "tf.while_loop(lambda a: tf.reduce_sum(tf.abs(a)) < 50.0, lambda a: (a * 2.0 + 1.0,), ({x},), maximum_iterations=8)",
    "tf.while_loop(lambda i, a: i < {n}, lambda i, a: (i + 1, tf.concat([a, a[:1]], 0)), (0, {x}), "
    "[tf.TensorShape([]), tf.TensorShape([None, 3])])[1]",
    "tf.while_loop(lambda i, t: i < 4, lambda i, t: (i + 1, t.write(i, {x} * tf.cast(i, {dtype}))), "
    "(0, tf.TensorArray({dtype}, 4)))[1].stack()",
    "tf.scan(lambda a, r: {step}, {x})",
    "tf.scan(lambda a, r: {step}, {x}, {noise:3}, reverse={flag})",
    "tf.scan(lambda a, r: (a[0] + r[0], a[1] * r[1]), ({x}, {x}))",
    *each("tf.NAME(lambda a, r: {step}, {x})", "foldl foldr"),
    *each("tf.NAME(lambda a, r: {step}, {x}, {noise:3})", "foldl foldr"),
    "tf.map_fn(lambda r: {row}, {x})",
    "tf.map_fn(lambda r: tf.reduce_sum(r), {x})",
    "tf.map_fn(lambda r: (r * 2, r[0]), {x}, fn_output_signature=({dtype}, {dtype}))",
    "tf.map_fn(lambda r: r[0] * r[1], ({x}, {x}), fn_output_signature={dtype})",
    "tf.map_fn(lambda i: {x}[i], {ints:4;0,2}, fn_output_signature={dtype})",
    *["tf.vectorized_map(lambda r: {row}, {x})"] * 4,
    "tf.vectorized_map(lambda r: {row3}, {noise:2,3,4})",
    "tf.vectorized_map(lambda r: (r[0] * r[1], tf.reduce_max(r[1])), ({x}, {x}))",
    "tf.vectorized_map(lambda i: tf.gather({x}, i), {ints:4;0,2})",
    "tf.vectorized_map(lambda r: tf.matmul(r, {noise:4,2}), {noise:2,3,4})",
    *each("tf.vectorized_map(lambda r: tf.linalg.NAME(r), {spd:3,2})", "inv det cholesky trace diag_part slogdet"),
    "tf.vectorized_map(lambda r: tf.random.stateless_normal([2], {seed}) + r[0], {x})",
    "tf.function(lambda a: {e_a}, autograph=False)({x})",
    "tf.function(lambda a: tf.scan(lambda s, r: s * 0.5 + r, a), autograph=False)({x})",
    "tf.recompute_grad(lambda a: {e_a})({x})",
    "tf.custom_gradient(lambda a: ({e_a}, lambda d: d * 3))({x})",
    "tf.stop_gradient({x}) * {x}",
    "tf.identity_n([{x}, {x}])",
    "grad(lambda a: {e_a}, {x})",
    "grad(lambda a: tf.scan(lambda s, r: tf.tanh(s + r), a), {x})",
    "grad(lambda a: tf.while_loop(lambda i, b: i < 3, lambda i, b: (i + 1, tf.sin(b) * b), (0, a))[1], {x})",
    "grad(lambda a: tf.map_fn(lambda r: tf.reduce_prod(r) * r, a), {x})",
    "grad(lambda a: tf.cond(tf.reduce_sum(a) > 0, lambda: a * a, lambda: tf.exp(a)), {x})",
    "grad(lambda a: tf.vectorized_map(lambda r: {row}, a), {x})",
    "grad2(lambda a: tf.while_loop(lambda i, b: i < 2, lambda i, b: (i + 1, b * b), (0, a))[1], {x})",
    "jvp(lambda a: tf.scan(lambda s, r: s * r, a), {x}, tf.ones_like({x}))",
    "(lambda t: t.write(0, {x}).write(2, {x} * 2).stack())(tf.TensorArray({dtype}, 3, element_shape=[{n}, 3]))",
    "(lambda t: t.unstack({x}).gather([1, 0]))(tf.TensorArray({dtype}, 2))",
    "(lambda t: t.split({x}, [1, 1]).concat())(tf.TensorArray({dtype}, 2, infer_shape=False))",
    "(lambda t: t.scatter([1, 0], {x}).read(0))(tf.TensorArray({dtype}, 2))",
    "tf.py_function(lambda a: a * 2, [{x}], {dtype})",
    "tf.numpy_function(lambda a: a * 2, [{x}], {dtype})",
    "tf.map_fn(lambda r: tf.while_loop(lambda s: tf.reduce_sum(s) < 9.0, lambda s: (s * 2 + 1,), (r,), maximum_iterations=5)[0], {x})",
]
_PARTS = {
    "x": ["{noise:2,3}"],
    "test": ["tf.reduce_sum({x}) > 0", "{flags:}", "tf.constant({flag})", "{ints:;0,3} > 1"],
    "e": ["tf.exp({x})", "{x} + {x}", "tf.reduce_sum({x}, 0)", "{x} * 2", "tf.nn.softmax({x})", "tf.transpose({x})"],
    "e_a": ["tf.tanh(a) * a", "a * 2 + 1", "tf.reduce_sum(a * a, 1)", "tf.exp(a) / 2", "tf.sort(a)", "a[:, 0] * a[:, 1]"],
    "body": ["a * 2 + 1", "tf.sin(a)", "a + {x}", "tf.cumsum(a)", "tf.reverse(a, [0])", "tf.where(a > 0, a * 0.5, a - 1)"],
    "step": ["a + r", "a * r", "tf.maximum(a, r)", "a * 0.5 - r", "tf.tanh(a + r)", "tf.where(r > 0, a, r)"],
    "row": [
        *("r * 2", "tf.reduce_sum(r)", "tf.sort(r)", "tf.nn.softmax(r)", "r[0] * r[1:]", "tf.cumsum(r)", "tf.reverse(r, [0])"),
        *("tf.concat([r, r * 2], 0)", "tf.stack([r, r])", "tf.gather(r, [2, 0])", "tf.tensordot(r, {noise:3}, 1)", "tf.roll(r, 1, 0)"),
        *("tf.where(r > 0, r, -r)", "tf.math.top_k(r, 2)", "tf.reshape(r, [3, 1])", "tf.pad(r, [[1, 1]])", "tf.tile(r, [2])"),
        *("tf.expand_dims(r, -1)", "tf.argmax(r)", "tf.cast(r, tf.int32)", "tf.broadcast_to(r, [2, 3])", "tf.linalg.diag(r)"),
        *("tf.clip_by_value(r, -0.5, 0.5)", "tf.norm(r)", "tf.one_hot(tf.cast(r, tf.int32), 3)"),
        *("tf.scan(lambda s, v: s + v, r)", "tf.cond(tf.reduce_sum(r) > 0, lambda: r, lambda: -r)", "tf.tensor_scatter_nd_add(r, [[1]], [1.0])"),
        *("tf.signal.rfft(tf.cast(r, tf.float32))", "tf.einsum('i,j->ij', r, r)", "tf.split(r, 3)", "tf.repeat(r, 2)", "tf.unstack(r)"),
    ],
    "row3": [
        *("tf.reduce_mean(r, {axis:2})", "tf.transpose(r)", "tf.matmul(r, r, transpose_b=True)", "tf.linalg.norm(r)", "r[:, 1]"),
        *("tf.reduce_max(r, {axis:2}, keepdims=True)", "tf.concat([r, r], {axis:2})", "tf.gather(r, [1, 0], axis={axis:2})"),
        *("tf.nn.softmax(r, {axis:2})", "tf.cumsum(r, {axis:2})", "tf.math.segment_sum(r, [0, 0, 1])", "r[..., tf.newaxis]"),
        *("tf.sort(r, {axis:2})", "tf.linalg.band_part(r, 1, 0)", "tf.split(r, 2, axis=1)", "tf.unstack(r, axis={axis:2})", "tf.squeeze(r[:1])"),
    ],
    "n": ["3", "2", "1", "4", "0"],
}  # fmt: skip

FAMILY = Family(_CALLS, ["float32"] * 3 + ["float64"], _PARTS)
