"""tf.recompute_grad and tf.autodiff.ForwardAccumulator."""

from __future__ import annotations

from tests.behaviour.table import listed

ROWS = listed("""
# == recompute_grad
@tf.recompute_grad
def f(x):
    print('called')
    return tf.sin(x) * x
x = tf.constant(2.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = f(x)
t.gradient(y, x)
v = tf.Variable(3.0)
g = tf.recompute_grad(lambda x: x * v)
with tf.GradientTape() as t:
    t.watch(x)
    y = g(x)
t.gradient(y, [x, v])
@tf.function
def h(x):
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.recompute_grad(lambda x: tf.exp(x) * v)(x)
    return t.gradient(y, [x, v])
h(x)

# == recompute_grad of structures, keywords, second order
f = tf.recompute_grad(lambda x, y, k=2.0: (x * y * k, x + y))
x, y = tf.constant(2.0), tf.constant(3.0)
with tf.GradientTape() as t:
    t.watch([x, y])
    a, b = f(x, y, k=5.0)
    c = a + b
t.gradient(c, [x, y])
g = tf.recompute_grad(lambda x: x ** 3)
with tf.GradientTape() as o:
    o.watch(x)
    with tf.GradientTape() as t:
        t.watch(x)
        z = g(x)
    d = t.gradient(z, x)
[z, d]
h = tf.recompute_grad(lambda d: d['a'] * 2)
with tf.GradientTape() as t:
    t.watch(x)
    z = h({'a': x})
t.gradient(z, x)
tf.recompute_grad(lambda: tf.constant(1.0))()
class A:
    @tf.recompute_grad
    def m(self, x):
        return x * 2
f(x, y)

# == recompute_grad in a loop
@tf.function
def f(x):
    y = x
    g = tf.recompute_grad(tf.sin)
    for _ in tf.range(3):
        y = g(y)
    return y
x = tf.constant(1.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = f(x)
t.gradient(y, x)

# == ForwardAccumulator
x = tf.constant([[2.0, 3.0], [1.0, 4.0]])
v = tf.Variable([[1.0], [2.0]])
with tf.autodiff.ForwardAccumulator(v, tf.constant([[1.0], [0.0]])) as acc:
    l = tf.reduce_sum(tf.matmul(x, v) ** 2)
acc.jvp(l)
acc.jvp(v)
acc.jvp(x)
acc.jvp(x, unconnected_gradients='zero')
acc.jvp([l, {'a': v}])
acc.jvp(x, unconnected_gradients='bad')
acc.jvp(tf.constant(3))

# == ForwardAccumulator arguments
x = tf.constant(1.0)
tf.autodiff.ForwardAccumulator(x, 1.0)
tf.autodiff.ForwardAccumulator([x], [tf.constant(1.0), x])
tf.autodiff.ForwardAccumulator(x, tf.constant(1))
tf.autodiff.ForwardAccumulator(tf.constant(1), tf.constant(1))
tf.autodiff.ForwardAccumulator([x, x], [x, x])
tf.autodiff.ForwardAccumulator()
tf.autodiff.ForwardAccumulator(x, None)
with tf.autodiff.ForwardAccumulator({'a': x}, {'a': tf.constant(2.0)}) as acc:
    y = x * x
acc.jvp(y)
with tf.autodiff.ForwardAccumulator(x, tf.constant(2.0)) as acc:
    with acc:
        pass

# == ForwardAccumulator nested
x = tf.constant(2.0)
with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as outer:
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as inner:
        y = x ** 3
inner.jvp(y)
outer.jvp(inner.jvp(y))
outer.jvp(y)
inner.jvp(outer.jvp(y))

# == ForwardAccumulator over a tape
x = tf.constant([1.0, 2.0])
with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as acc:
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.reduce_sum(x ** 3)
    g = t.gradient(y, x)
acc.jvp(g)
acc.jvp(y)
with tf.GradientTape() as t:
    t.watch(x)
    with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as acc:
        y = tf.reduce_sum(x ** 3)
    j = acc.jvp(y)
t.gradient(j, x)

# == ForwardAccumulator through functions and control flow
@tf.function
def f(x):
    y = x
    for _ in tf.range(3):
        y = tf.sin(y)
    if x > 0:
        y = y * 2
    return y
x = tf.constant(1.0)
with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc:
    y = f(x)
    z = tf.cond(x > 0, lambda: x * 3, lambda: x)
    w = tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, a * a), (0, x + 1.0))[1]
acc.jvp([y, z, w])
@tf.function
def g(x):
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as acc:
        y = f(x)
    return acc.jvp(y)
g(x)
@tf.function
def h(x, d):
    with tf.autodiff.ForwardAccumulator(x, d) as acc:
        y = x * x
    return y, acc.jvp(y)
h(x, tf.constant(3.0))

# == ForwardAccumulator and custom gradients
@tf.custom_gradient
def f(x):
    return x * 2, lambda d: d * 10
x = tf.constant(1.0)
with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc:
    y = f(x)
acc.jvp(y)

# == ForwardAccumulator stops
x = tf.constant(1.0)
with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc:
    y = tf.stop_gradient(x) + x * x
    z = tf.cast(x, tf.int32)
    s = tf.stop_gradient(x)
acc.jvp(y)
acc.jvp(z)
acc.jvp(s)
y2 = x * 3
acc.jvp(y2)
acc.jvp(x)

# == ForwardAccumulator and slices
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
t = tf.constant([[1.0, 0.0], [0.0, 0.0]])
with tf.autodiff.ForwardAccumulator(x, t) as acc:
    ys = [tf.gather(x, [0]), x[0], tf.transpose(x), tf.reduce_max(x, 0), tf.nn.softmax(x), tf.linalg.inv(x), tf.concat([x, x], 0), tf.where(x > 1, x, 0.0), tf.cumsum(x), tf.sort(x), tf.linalg.det(x), tf.reduce_logsumexp(x), tf.einsum('ij,jk->ik', x, x), tf.tensordot(x, x, 1), tf.pad(x, [[1, 0], [0, 0]]), tf.math.top_k(x, 1)[0], tf.unstack(x)[0], tf.nn.relu(x - 2)]
[acc.jvp(y) for y in ys]

# == variables of ForwardAccumulator
v = tf.Variable(2.0)
with tf.autodiff.ForwardAccumulator(v, tf.constant(3.0)) as acc:
    y = v * v
    v.assign(5.0)
    z = v * 1.0
acc.jvp(y)
acc.jvp(z)
""")
ON_PURPOSE = {
    "ForwardAccumulator and custom gradients": "The custom gradient is the derivative in both modes; TensorFlow takes that of the ops inside where it sees them.",
}
