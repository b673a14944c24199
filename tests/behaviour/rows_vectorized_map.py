"""Programs about tf.vectorized_map: each family of ops, control flow, structures, captures, fallbacks, gradients."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_FUNCTIONS = """
lambda r: r * 2 + 1, x
lambda r: tf.reduce_sum(r), x
lambda r: tf.reduce_max(r, axis=-1, keepdims=True), x
lambda r: tf.argmax(r), x
lambda r: tf.nn.softmax(r), x
lambda r: tf.nn.log_softmax(r), x
lambda r: tf.nn.relu(r) + tf.nn.elu(r), x
lambda r: tf.where(r > 0, r, 0.0), x
lambda r: tf.where(r > 0), x
lambda r: tf.boolean_mask(r, r > 0), x
lambda r: tf.tensordot(r, r, 1), x
lambda a: a @ a, m
lambda a: tf.linalg.inv(a), m
lambda a: tf.linalg.det(a), m
lambda a: tf.linalg.cholesky(a @ tf.transpose(a) + tf.eye(2)), m
lambda a: tf.linalg.solve(a, tf.eye(2)), m
lambda a: tf.linalg.trace(a), m
lambda a: tf.linalg.diag_part(a), m
lambda a: tf.linalg.diag(a[0]), m
lambda a: tf.linalg.band_part(a, 0, -1), m
lambda a: tf.linalg.matvec(a, [1.0, 2.0]), m
lambda a: tf.linalg.svd(a, compute_uv=False), m
lambda a: tf.linalg.eigh(a + tf.transpose(a))[0], m
lambda a: tf.linalg.triangular_solve(a, tf.ones([2, 1])), m
lambda a: tf.linalg.expm(a * 0.1), m
lambda a: tf.linalg.norm(a), m
lambda a: tf.einsum('ij,jk->ik', a, a), m
lambda a: tf.transpose(a), m
lambda a: tf.reshape(a, [-1]), m
lambda a: tf.reshape(a, [4, 1]), m
lambda a: tf.reverse(a, [0]), m
lambda a: tf.roll(a, 1, 0), m
lambda a: tf.tile(a, [1, 2]), m
lambda a: tf.pad(a, [[0, 1], [0, 0]]), m
lambda a: tf.concat([a, a], 0), m
lambda a: tf.stack([a, a], 1), m
lambda a: tf.unstack(a), m
lambda a: tf.split(a, 2, 1), m
lambda a: tf.expand_dims(a, -1), m
lambda a: tf.squeeze(a[None]), m
lambda a: a[0], m
lambda a: a[:, 1], m
lambda a: a[..., tf.newaxis], m
lambda a: tf.slice(a, [0, 1], [2, 1]), m
lambda a: tf.gather(a, [1, 0]), m
lambda a: tf.gather_nd(a, [[0, 1]]), m
lambda i: tf.gather(tf.constant([10, 20, 30, 40]), i), n
lambda i: tf.constant([10, 20, 30, 40])[i], n
lambda i: tf.gather(x, i - 1, axis=1), n
lambda i: tf.one_hot(i, 5), n
lambda i: tf.range(3) + i, n
lambda i: tf.range(i), n
lambda i: tf.range(5)[:i], n
lambda i: tf.zeros([i]), n
lambda i: tf.fill([2], i), n
lambda i: tf.eye(2) * tf.cast(i, tf.float32), n
lambda i: tf.cast(i, tf.float32) / 2.0, n
lambda i: tf.bitwise.bitwise_xor(i, 5), n
lambda i: tf.shape(i), n
lambda a: tf.shape(a), m
lambda a: tf.size(a), m
lambda a: tf.rank(a), m
lambda a: tf.zeros_like(a), m
lambda a: tf.ones_like(a), m
lambda a: tf.broadcast_to(a[0], [3, 2]), m
lambda a: tf.cumsum(a, axis=0), m
lambda a: tf.math.cumprod(a, axis=1, exclusive=True), m
lambda a: tf.sort(a), m
lambda a: tf.argsort(a, direction='DESCENDING'), m
lambda a: tf.math.top_k(a, 1), m
lambda a: tf.reduce_logsumexp(a), m
lambda a: tf.reduce_any(a > 3), m
lambda a: tf.math.segment_sum(a, [0, 1]), m
lambda a: tf.math.unsorted_segment_sum(a, [1, 0], 2), m
lambda a: tf.tensor_scatter_nd_update(a, [[0]], [[9.0, 9.0]]), m
lambda a: tf.scatter_nd([[1]], a[:1], [3, 2]), m
lambda a: tf.clip_by_value(a, 2.0, 5.0), m
lambda a: tf.clip_by_norm(a, 1.0), m
lambda a: tf.math.l2_normalize(a), m
lambda a: tf.complex(a, a), m
lambda a: tf.signal.fft(tf.cast(a, tf.complex64)), m
lambda a: tf.signal.rfft(a), m
lambda a: tf.math.polyval([a, a], 2.0), m
lambda a: tf.nn.moments(a, [0]), m
lambda a: tf.nn.bias_add(a, [1.0, 2.0]), m
lambda a: tf.nn.conv2d(a[None, :, :, None], tf.ones([2, 2, 1, 1]), 1, 'SAME'), m
lambda a: tf.nn.max_pool2d(a[None, :, :, None], 2, 1, 'SAME'), m
lambda a: tf.nn.avg_pool2d(a[None, :, :, None], 2, 1, 'VALID'), m
lambda a: tf.nn.conv1d(a[None], tf.ones([1, 2, 2]), 1, 'SAME'), m
lambda a: tf.nn.depthwise_conv2d(a[None, :, :, None], tf.ones([1, 1, 1, 2]), [1, 1, 1, 1], 'SAME'), m
lambda a: tf.image.resize(a[:, :, None], [3, 3]), m
lambda i: tf.nn.embedding_lookup(x, i - 1), tf.constant([1, 2])
lambda i: tf.nn.sparse_softmax_cross_entropy_with_logits(i, [1.0, 2.0, 3.0, 4.0]), n
lambda t: tf.strings.length(t), s
lambda t: t + 'x', s
lambda t: tf.strings.upper(t), s
lambda t: tf.strings.to_number('1'), s
lambda t: tf.strings.substr(t, 0, 1), s
lambda t: tf.strings.split(t, 'b'), s
lambda i: tf.strings.as_string(i), n
lambda c: tf.cond(c, lambda: 1, lambda: 2), b
lambda c: tf.cond(True, lambda: tf.cast(c, tf.int32), lambda: 2), b
lambda i: tf.cond(i > 1, lambda: i * 10, lambda: -i), n
lambda i: tf.cond(i > 1, lambda: (i * 10, x), lambda: (-i, -x)), n
lambda i: tf.switch_case(i - 1, [lambda: i, lambda: i * 10]), n
lambda i: tf.case([(i > 2, lambda: 1), (i > 1, lambda: 2)], default=lambda: 3), n
lambda i: tf.while_loop(lambda k, v: k < i, lambda k, v: (k + 1, v * 2), (0, 1)), n
lambda i: tf.while_loop(lambda k, v: k < 3, lambda k, v: (k + 1, v + i), (0, 0)), n
lambda i: tf.while_loop(lambda k: k < 3, lambda k: (k + 1,), (0,)), n
lambda i: tf.while_loop(lambda k, v: tf.reduce_any(v < i), lambda k, v: (k + 1, v + [1, 2]), (0, [0, 0])), n
lambda i: tf.map_fn(lambda y: y * i, tf.range(3)), n
lambda i: tf.scan(lambda p, y: p + y * i, tf.range(3)), n
lambda i: tf.foldl(lambda p, y: p + y * i, tf.range(3)), n
lambda i: tf.vectorized_map(lambda y: y * i, tf.range(3)), n
lambda a: tf.vectorized_map(lambda r: tf.reduce_sum(r) + a[0, 0], a), m
lambda i: tf.numpy_function(lambda v: v + 1, [i], tf.int32), n
lambda i: tf.stop_gradient(i), n
lambda i: tf.identity(i), n
lambda i: tf.identity_n([i, i]), n
lambda i: tf.debugging.assert_positive(i), n
lambda i: (tf.debugging.assert_greater(i, 1), i)[1], n
lambda i: tf.print(i), n
lambda i: None, n
lambda i: 3, n
lambda i: x, n
lambda i: [i, {'k': (i, x)}], n
lambda t: t[0] + t[1]['k'], (n, {'k': n})
lambda t: t['a'] * 2, {'a': n}
lambda t: t, [n, x]
lambda t: t, 3
lambda t: t, ()
lambda t: t + 1, tf.zeros([0, 2])
lambda t: t + 1, tf.constant(1)
lambda t: t + 1, tf.ragged.constant([[1], [2, 3]])
lambda t: tf.reduce_sum(t), tf.ragged.constant([[1], [2, 3]])
lambda t: t, tf.sparse.from_dense([[1, 0], [0, 2]])
lambda t: t + 1, np.arange(3)
lambda t: t + 1, [1, 2, 3]
lambda t: t['a'], [{'a': 1}]
lambda i: tf.sparse.from_dense([i, 0]), n
lambda i: tf.RaggedTensor.from_row_lengths([i, i], [1, 1]), n
lambda i: tf.random.uniform([2]).shape[0] + i, n
lambda i: tf.random.stateless_uniform([2], [i, 3]), n
lambda i: tf.random.stateless_normal([2], [1, i]), n
lambda i: tf.random.stateless_uniform([2], [1, 2]), n
lambda i: tf.math.lgamma(tf.cast(i, tf.float32)), n
lambda i: tf.math.igamma(tf.cast(i, tf.float32), 2.0), n
lambda i: tf.math.betainc(2.0, 3.0, tf.cast(i, tf.float32) / 4), n
lambda i: tf.unique(tf.stack([i, i]))[0], n
lambda i: tf.searchsorted([1, 2, 3], tf.reshape(i, [1])), n
lambda i: tf.histogram_fixed_width([i, 1], [0, 5], 2), n
lambda i: tf.bincount([i]), n
lambda i: tf.math.bincount([i, 1], minlength=4, maxlength=4), n
lambda a: tf.matmul(a, m[0], transpose_b=True), m
lambda a: tf.matmul(m[0], a), m
lambda a: tf.matmul(m, a), m
lambda a: tf.add_n([a, a, m[0]]), m
lambda a: tf.math.reduce_std(a), m
lambda a: tf.linalg.LinearOperatorFullMatrix(a).solve(tf.ones([2, 1])), m
lambda a: tf.quantization.fake_quant_with_min_max_args(a), m
lambda i: tf.io.decode_raw(tf.strings.as_string(i), tf.uint8), n
lambda i: tf.ensure_shape(i, []), n
lambda a: tf.ensure_shape(a, [2, 2]), m
lambda i: tf.TensorArray(tf.int32, 2).unstack([i, i + 1]).stack(), n
lambda i: tf.TensorArray(tf.int32, 2).write(0, i).write(1, 5).stack(), n
lambda i: tf.while_loop(lambda k, t: k < 3, lambda k, t: (k + 1, t.write(k, i * k)), (0, tf.TensorArray(tf.int32, 3)))[1].stack(), n
lambda a: tf.gradients(a, a), m
lambda i: i.shape.as_list(), n
lambda a: len(a), m
lambda a: [r for r in a], m
lambda i: int(i), n
lambda i: tf.scan(lambda p, y: p + y, tf.range(3)), n
lambda i: tf.scan(lambda p, y: p + y * i, tf.range(3), initializer=0), n
lambda i: tf.TensorArray(tf.int32, 2).unstack([4, 5]).write(0, i).stack(), n
lambda i: tf.TensorArray(tf.int32, 2).unstack([4, 5]).gather([1]) + i, n
lambda i: tf.TensorArray(tf.int32, 4).unstack([4, 5, 6, 7]).read(i), n
lambda i: tf.while_loop(lambda k, t: k < i, lambda k, t: (k + 1, t.write(k, i * k)), (0, tf.TensorArray(tf.int32, 3).unstack([7, 7, 7])))[1].stack(), n
lambda i: (i, tf.sparse.from_dense([[i, 0]])), n
""".strip().split("\n")
ROWS = product(
    "vectorized_map of <f>",
    """
    x = tf.constant([[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]])
    n = tf.constant([1, 2, 3])
    m = tf.reshape(tf.range(1.0, 13.0), [3, 2, 2])
    s = tf.constant(['a', 'bc', ''])
    b = tf.constant([True, False, True])
    tf.vectorized_map(<f>)
    """,
    f=_FUNCTIONS,
)
ROWS |= listed("""
# == captures and variables in vectorized_map
v = tf.Variable(2.0)
x = tf.constant([1.0, 2.0])
tf.vectorized_map(lambda i: i * v, x)
tf.vectorized_map(lambda i: v.assign_add(i), x)
v.numpy()
tf.vectorized_map(lambda i: v.assign(3.0), x)
v

# == gradients through vectorized_map
x = tf.constant([1.0, 2.0, 3.0])
w = tf.Variable(2.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = tf.vectorized_map(lambda i: tf.sin(i) * w, x)
t.gradient(y, [x, w])

# == gradients inside vectorized_map
x = tf.constant([1.0, 2.0, 3.0])
def f(i):
    with tf.GradientTape() as t:
        t.watch(i)
        y = i ** 3
    return t.gradient(y, i)
tf.vectorized_map(f, x)
def g(i):
    with tf.GradientTape() as o:
        o.watch(i)
        z = f(i)
    return o.gradient(z, i)
tf.vectorized_map(g, x)

# == autograph in vectorized_map
@tf.function
def h(x):
    def f(i):
        if i > 1:
            return i * 10
        else:
            return -i
    return tf.vectorized_map(f, x)
h(tf.constant([1, 2, 3]))
def f(i):
    if i > 1:
        return i * 10
    return -i
tf.vectorized_map(f, tf.constant([1, 2, 3]))
def loop(i):
    s = 0
    for k in tf.range(i):
        s += k
    return s
tf.function(lambda x: tf.vectorized_map(loop, x))(tf.constant([1, 2, 3]))

# == fallback_to_while_loop
n = tf.constant([1, 2, 3])
tf.vectorized_map(lambda i: tf.py_function(lambda v: v + 1, [i], tf.int32), n, fallback_to_while_loop=False)
tf.vectorized_map(lambda i: tf.strings.as_string(i), n, fallback_to_while_loop=False)
tf.vectorized_map(lambda i: i + 1, n, False)
tf.vectorized_map(lambda i: i + 1, n, warn=False)
tf.vectorized_map(lambda i: i + 1)
tf.vectorized_map(None, n)
tf.vectorized_map(3, n)
tf.vectorized_map(lambda: 1, n)
tf.vectorized_map(lambda i, j: i, n)

# == different leading sizes
tf.vectorized_map(lambda t: t[0], (tf.zeros([2]), tf.zeros([3])))
tf.vectorized_map(lambda t: t[0] + t[1], (tf.zeros([1]), tf.zeros([3])))
tf.vectorized_map(lambda t: t[0] + t[1], (tf.ones([3]), tf.ones([1])))

# == unknown sizes
@tf.function(input_signature=[tf.TensorSpec([None, 2])])
def f(x):
    y = tf.vectorized_map(lambda r: tf.reduce_sum(r), x)
    print(y.shape)
    return y
f(tf.ones([3, 2]))
f(tf.ones([0, 2]))
@tf.function(input_signature=[tf.TensorSpec(None)])
def g(x):
    return tf.vectorized_map(lambda r: tf.reduce_sum(r), x)
g(tf.ones([3, 2]))
@tf.function(input_signature=[tf.TensorSpec([None, None])])
def h(x):
    y = tf.vectorized_map(lambda r: tf.cumsum(r) @ tf.eye(2) if False else r * 2, x)
    print(y.shape)
    return y
h(tf.ones([3, 2]))

# == a tf.function in vectorized_map
@tf.function
def f(i):
    return i * 2
tf.vectorized_map(f, tf.constant([1, 2]))
tf.vectorized_map(lambda i: f(i) + f(i), tf.constant([1, 2]))

# == a custom gradient in vectorized_map
@tf.custom_gradient
def f(x):
    return x * 2, lambda d: d * 100
x = tf.constant([1.0, 2.0])
with tf.GradientTape() as t:
    t.watch(x)
    y = tf.vectorized_map(f, x)
t.gradient(y, x)

# == random numbers differ by element
tf.random.set_seed(3)
r = tf.vectorized_map(lambda i: tf.random.uniform([4]), tf.range(3))
[r.shape, len(np.unique(r.numpy()))]
r = tf.vectorized_map(lambda i: tf.random.normal([4]) + tf.cast(i, tf.float32), tf.range(3))
[r.shape, len(np.unique(r.numpy()))]
r = tf.vectorized_map(lambda i: tf.random.shuffle(tf.range(5)), tf.range(3))
[r.shape, sorted(r.numpy()[0].tolist())]
tf.vectorized_map(lambda i: tf.random.categorical([[1.0, 1.0]], 3).shape[1] + i, tf.range(2))
g = tf.random.Generator.from_seed(1)
tf.vectorized_map(lambda i: g.uniform([2]), tf.range(2)).shape

# == jacobians use it
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = tf.sin(x) * x[0, 0]
    z = tf.reduce_sum(x ** 2, 1)
t.jacobian(y, x)
t.jacobian(z, x, experimental_use_pfor=False)
t.batch_jacobian(x ** 2, x)
t.batch_jacobian(y, x)
with tf.GradientTape() as t:
    t.watch(x)
    y = x ** 3
t.batch_jacobian(y, x)
@tf.function
def f(x):
    with tf.GradientTape() as t:
        t.watch(x)
        y = x
        for _ in tf.range(3):
            y = tf.sin(y)
    return t.jacobian(y, x)
f(tf.constant([1.0, 2.0]))
""")
_MORE = "TensorFlow has no rule for this; here it runs."
_SCALARS = "TensorFlow takes the first of no sizes; here the error names the scalar."
_CONVERTED = "The function is converted by AutoGraph here, eagerly and in functions."
ON_PURPOSE = {
    **{
        f"vectorized_map of {f}": reason
        for reason, functions in {
            _MORE: [
                "lambda c: tf.cond(True, lambda: tf.cast(c, tf.int32), lambda: 2), b",
                "lambda i: tf.switch_case(i - 1, [lambda: i, lambda: i * 10]), n",
                "lambda i: x, n",
                "lambda i: [i, {'k': (i, x)}], n",
                "lambda t: tf.reduce_sum(t), tf.ragged.constant([[1], [2, 3]])",
                "lambda t: t, tf.sparse.from_dense([[1, 0], [0, 2]])",
                "lambda i: tf.RaggedTensor.from_row_lengths([i, i], [1, 1]), n",
            ],
            _SCALARS: [
                "lambda t: t, 3",
                "lambda t: t + 1, tf.constant(1)",
                "lambda t: t + 1, [1, 2, 3]",
                "lambda t: t['a'], [{'a': 1}]",
            ],
            _CONVERTED: ["lambda a: len(a), m", "lambda a: [r for r in a], m", "lambda i: int(i), n"],
        }.items()
        for f in functions
    },
    "captures and variables in vectorized_map": "What no row changes is assigned once; TensorFlow fails.",
    "autograph in vectorized_map": _CONVERTED,
    "fallback_to_while_loop": "There is a rule for AsString here.",
}
