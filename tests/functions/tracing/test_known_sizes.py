"""What tracing knows of sizes: values of shape tensors are followed through the graph, known ones and symbols.

A program takes a tensor of shape [B, T, 8]; its result has the dimensions that the table says in terms of B and T.
"""

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.size_arithmetic import add, floordiv, maximum, minimum, multiply, subtract

OPEN = object()  # a size that nothing is known of


def _reshaped(shape):
    return lambda x: tf.reshape(x, shape(x, tf.shape(x)))


def _filled(shape):
    return lambda x: tf.fill(shape(x, tf.shape(x)), 1.0)


def _branched(x):
    sizes = tf.cond(
        tf.reduce_sum(x) > 0, lambda: tf.stack([tf.shape(x)[0], 4, -1]), lambda: tf.stack([tf.shape(x)[0], 4, -1])
    )
    return tf.reshape(x, sizes)


def _while_of_one_shape(x):
    sizes = tf.stack([tf.shape(x)[0], 4, -1])
    i = tf.constant(0)
    while i < 3:
        x = x + 1
        i += 1
    return tf.reshape(x, sizes)


PROGRAMS = {
    # values of shape tensors
    "slice, constant": (_reshaped(lambda x, s: tf.concat([s[:2], [2, 4]], 0)), lambda b, t: (b, t, 2, 4)),
    "slice, constant, rest": (
        _reshaped(lambda x, s: tf.concat([s[:1], [4, -1]], 0)),
        lambda b, t: (b, 4, multiply(t, 2)),
    ),
    "stack": (_reshaped(lambda x, s: tf.stack([s[0], s[1], 8, 1])), lambda b, t: (b, t, 8, 1)),
    "product of two sizes": (_reshaped(lambda x, s: tf.stack([s[0] * s[1], 8])), lambda b, t: (multiply(b, t), 8)),
    "reduce_prod": (_reshaped(lambda x, s: tf.stack([tf.reduce_prod(s[:2]), 8])), lambda b, t: (multiply(b, t), 8)),
    "flattened": (_reshaped(lambda x, s: [-1, 8]), lambda b, t: (multiply(b, t), 8)),
    "flattened whole": (_reshaped(lambda x, s: [-1]), lambda b, t: (multiply(multiply(b, t), 8),)),
    "size": (_reshaped(lambda x, s: tf.reshape(tf.size(x), [1])), lambda b, t: (multiply(multiply(b, t), 8),)),
    "where, known": (_reshaped(lambda x, s: tf.where([True, True, False], s, 8)), lambda b, t: (b, t, 8)),
    "where of equal": (
        _reshaped(lambda x, s: tf.where(s > 3, tf.concat([s[:2], [8]], 0), s)),
        lambda b, t: (b, t, 8),
    ),
    "zeros copy": (
        _reshaped(lambda x, s: (lambda g: tf.where(g == 0, s, g))(tf.stack([s[0], 0, 8]))),
        lambda b, t: (b, t, 8),
    ),
    "-1 is replaced": (
        _filled(lambda x, s: (lambda g: tf.where(g == -1, s, g))(tf.stack([-1, s[1], 4]))),
        lambda b, t: (b, t, 4),
    ),
    "cast": (_filled(lambda x, s: tf.cast(tf.cast(s, tf.int64)[:2], tf.int32)), lambda b, t: (b, t)),
    "gather": (_filled(lambda x, s: tf.gather(s, [2, 0])), lambda b, t: (8, b)),
    "slice of the op": (_filled(lambda x, s: tf.slice(s, [1], [2])), lambda b, t: (t, 8)),
    "stride": (_filled(lambda x, s: s[::-1]), lambda b, t: (8, t, b)),
    "unstack": (_filled(lambda x, s: tf.stack(tf.unstack(s)[1:])), lambda b, t: (t, 8)),
    "split": (_filled(lambda x, s: tf.split(s, [1, 2])[1]), lambda b, t: (t, 8)),
    "tile": (_filled(lambda x, s: tf.tile(s[:1], [2])), lambda b, t: (b, b)),
    "reverse": (_filled(lambda x, s: tf.reverse(s, [0])), lambda b, t: (8, t, b)),
    "expand_dims, squeeze": (_filled(lambda x, s: tf.squeeze(tf.expand_dims(s, 0), [0])), lambda b, t: (b, t, 8)),
    "broadcast_to": (_filled(lambda x, s: tf.broadcast_to(s[1], [2])), lambda b, t: (t, t)),
    "fill": (_filled(lambda x, s: tf.fill([2], s[0])), lambda b, t: (b, b)),
    "pad": (_filled(lambda x, s: tf.pad(s[:2], [[0, 1]], constant_values=5)), lambda b, t: (b, t, 5)),
    "range": (_filled(lambda x, s: tf.range(2, 6, 2)), lambda b, t: (2, 4)),
    "rank": (_filled(lambda x, s: tf.stack([tf.rank(x), s[0]])), lambda b, t: (3, b)),
    "identity": (_filled(lambda x, s: tf.stop_gradient(tf.identity(s))), lambda b, t: (b, t, 8)),
    "ensure_shape": (_filled(lambda x, s: tf.ensure_shape(s, [3])), lambda b, t: (b, t, 8)),
    "concat of a matrix": (_filled(lambda x, s: tf.reshape(tf.stack([s[:2], s[1:]]), [4])), lambda b, t: (b, t, t, 8)),
    "matrix row": (_filled(lambda x, s: tf.stack([s[:2], s[1:]])[1]), lambda b, t: (t, 8)),
    "scatter": (
        _filled(lambda x, s: tf.tensor_scatter_nd_update(s, [[1]], [7])),
        lambda b, t: (b, 7, 8),
    ),
    "add": (_filled(lambda x, s: tf.add(s, [1, 0, 2])), lambda b, t: (add(b, 1), t, 10)),
    "sub and max": (
        _filled(lambda x, s: tf.maximum(s - 1, 0)),
        lambda b, t: (maximum(subtract(b, 1), 0), maximum(subtract(t, 1), 0), 7),
    ),
    "mul": (_filled(lambda x, s: s[:2] * 2), lambda b, t: (multiply(b, 2), multiply(t, 2))),
    "floordiv": (_filled(lambda x, s: s // 2), lambda b, t: (floordiv(b, 2), floordiv(t, 2), 4)),
    "there and back": (_filled(lambda x, s: s * 2 // 2), lambda b, t: (b, t, 8)),
    "mod": (_filled(lambda x, s: tf.stack([s[0] * 4 % 2, s[0]])), lambda b, t: (0, b)),
    "minimum": (_filled(lambda x, s: tf.minimum(s, 5)), lambda b, t: (minimum(b, 5), minimum(t, 5), 5)),
    "clip": (_filled(lambda x, s: tf.clip_by_value(s, 0, 6)), lambda b, t: (minimum(b, 6), minimum(t, 6), 6)),
    "reductions": (
        _filled(lambda x, s: tf.stack([tf.reduce_sum(s), tf.reduce_max(s[2:])])),
        lambda b, t: (add(add(b, t), 8), 8),
    ),
    "branches": (_branched, lambda b, t: (b, 4, multiply(t, 2))),
    "loop": (_while_of_one_shape, lambda b, t: (b, 4, multiply(t, 2))),
    "dynamic shape": (
        lambda x: tf.broadcast_to(x, tf.broadcast_dynamic_shape(tf.shape(x), [8])),
        lambda b, t: (b, t, 8),
    ),
    # sizes of results
    "without the first": (lambda x: x[:, 1:], lambda b, t: (b, maximum(subtract(t, 1), 0), 8)),
    "without the last": (lambda x: x[:, :-1], lambda b, t: (b, maximum(subtract(t, 1), 0), 8)),
    "without the last, computed": (
        lambda x: x[:, : tf.shape(x)[1] - 1],
        lambda b, t: (b, maximum(subtract(t, 1), 0), 8),
    ),
    "halves": (lambda x: tf.concat([x[: tf.shape(x)[0] // 2], x[tf.shape(x)[0] // 2 :]], 0), lambda b, t: (b, t, 8)),
    "turned": (lambda x: tf.concat([x[:, 1:], x[:, :1]], 1), lambda b, t: (b, t, 8)),
    "cut, filled up": (
        lambda x: tf.pad(x[:, :5], [[0, 0], [0, 5 - tf.shape(x[:, :5])[1]], [0, 0]]),
        lambda b, t: (b, 5, 8),
    ),
    "split, joined": (lambda x: tf.concat(tf.split(x, 2, 1), 1), lambda b, t: (b, t, 8)),
    "pairs": (lambda x: tf.reshape(tf.reshape(x[:, :, 0], [-1, 2]), [-1]), lambda b, t: (multiply(b, t),)),
    "blocks": (
        lambda x: tf.nn.depth_to_space(tf.nn.space_to_depth(x[..., None], 2), 2)[..., 0],
        lambda b, t: (b, t, 8),
    ),
    "zeros like": (_filled(lambda x, s: tf.zeros_like(s[:2]) + s[1:]), lambda b, t: (t, 8)),
    "spectrum": (
        lambda x: tf.abs(tf.signal.rfft(tf.transpose(x, [0, 2, 1]))),
        lambda b, t: (b, 8, minimum(t, add(floordiv(t, 2), 1))),
    ),
    "spectrum of a length": (
        lambda x: tf.round(tf.signal.irfft(tf.signal.rfft(tf.transpose(x, [0, 2, 1]), [16]), tf.shape(x)[1:2]) / 50),
        lambda b, t: (b, 8, t),
    ),
    "without both": (lambda x: x[:, 1:-1], lambda b, t: (b, maximum(subtract(t, 2), 0), 8)),
    "differences": (lambda x: x[:, 1:] - x[:, :-1], lambda b, t: (b, maximum(subtract(t, 1), 0), 8)),
    "slice to the end": (lambda x: tf.slice(x, [0, 0, 1], [-1, -1, -1]), lambda b, t: (b, t, 7)),
    "every second": (lambda x: x[:, ::2], lambda b, t: (b, floordiv(add(t, 1), 2), 8)),
    "every other": (lambda x: x[:, 1::2], lambda b, t: (b, floordiv(t, 2), 8)),
    "backwards": (lambda x: x[:, ::-2], lambda b, t: (b, floordiv(add(t, 1), 2), 8)),
    "at most three": (lambda x: x[:, :3], lambda b, t: (b, minimum(t, 3), 8)),
    "as long as": (lambda x: x[:, : tf.shape(x)[1]], lambda b, t: (b, t, 8)),
    "concat": (lambda x: tf.concat([x, x, x[:, :, :1]], 2), lambda b, t: (b, t, 17)),
    "concat of open sizes": (
        lambda x: tf.concat([x, tf.zeros([tf.shape(x)[0], 1, 8])], 1),
        lambda b, t: (b, add(t, 1), 8),
    ),
    "concat, split": (
        lambda x: tf.split(tf.concat([x, x], 1), [tf.shape(x)[1], -1], 1, num=2)[1],
        lambda b, t: (b, t, 8),
    ),
    "pad sizes": (lambda x: tf.pad(x, [[0, 0], [1, 2], [0, 0]]), lambda b, t: (b, add(t, 3), 8)),
    "pad, convolution": (
        lambda x: tf.nn.conv1d(tf.pad(x, [[0, 0], [1, 1], [0, 0]]), tf.ones([3, 8, 2]), 1, "VALID"),
        lambda b, t: (b, t, 2),
    ),
    "strided convolution": (
        lambda x: tf.nn.conv1d(x, tf.ones([3, 8, 2]), 2, "SAME"),
        lambda b, t: (b, floordiv(add(t, 1), 2), 2),
    ),
    "tile of sizes": (lambda x: tf.tile(x, [1, 2, 1]), lambda b, t: (b, multiply(t, 2), 8)),
    "repeat": (
        lambda x: tf.reshape(tf.tile(x[:, :, None], [1, 1, 2, 1]), [tf.shape(x)[0], -1, 8]),
        lambda b, t: (b, multiply(t, 2), 8),
    ),
    "range of a size": (lambda x: tf.range(tf.shape(x)[1] + 1), lambda b, t: (add(t, 1),)),
    "range from a size": (lambda x: tf.range(tf.shape(x)[1], tf.shape(x)[1] * 3), lambda b, t: (multiply(t, 2),)),
    "resize": (
        lambda x: tf.image.resize(x[..., None], [tf.shape(x)[1] * 2, 16], "nearest")[..., 0],
        lambda b, t: (b, multiply(t, 2), 16),
    ),
    "nothing known": (lambda x: tf.boolean_mask(x[0], x[0, :, 0] > 1), lambda b, t: (OPEN, 8)),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_tracing_knows_the_sizes(name):
    program, expected = PROGRAMS[name]
    result = {}

    @tf.function(input_signature=[tf.TensorSpec([None, None, 8])])
    def run(x):
        found = program(x)
        result["dims"], result["input"] = found._type.dims, x._type.dims
        return found

    values = np.arange(3 * 4 * 8, dtype=np.float32).reshape(3, 4, 8)
    np.testing.assert_array_equal(run(values), program(tf.constant(values)))
    dims, wanted = result["dims"], expected(*result["input"][:2])
    assert len(dims) == len(wanted)
    assert tuple(w if w is OPEN else d for d, w in zip(dims, wanted, strict=True)) == wanted
