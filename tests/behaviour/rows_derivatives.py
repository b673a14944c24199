"""tf.custom_gradient in every form, and tf.grad_pass_through."""

from __future__ import annotations

from tests.behaviour.table import listed

ROWS = listed("""
# == custom_gradient of one argument
@tf.custom_gradient
def f(x):
    def grad(dy):
        return dy * 10
    return x * x, grad
x = tf.constant(3.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = f(x)
y
t.gradient(y, x)
f.__name__

# == custom_gradient of several arguments and results
@tf.custom_gradient
def f(x, y):
    def grad(da, db):
        return da + db, da * 100
    return (x * y, x + y), grad
x, y = tf.constant(3.0), tf.constant(4.0)
with tf.GradientTape(persistent=True) as t:
    t.watch([x, y])
    a, b = f(x, y)
    c = a + 2 * b
t.gradient(c, [x, y])
t.gradient(a, [x, y])
t.gradient(b, y)

# == custom_gradient with keyword arguments
@tf.custom_gradient
def f(x, *, scale=2.0, other=None):
    return x * scale, lambda dy: dy * scale * 10
x = tf.constant(3.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = f(x, scale=5.0)
t.gradient(y, x)
f(x, scale=tf.constant(2.0), other='a')
f(x, no_such=3)
tf.function(lambda x: f(x, scale=2.0))(x)
tf.function(lambda x: f(x, scale=tf.constant(2.0)))(x)
tf.function(lambda x: f(x=x))(x)
f(x=x)

# == custom_gradient with variables
v = tf.Variable(2.0)
@tf.custom_gradient
def f(x):
    y = x * v
    def grad(dy, variables=None):
        return dy * 10, [dy * 100 for _ in variables]
    return y, grad
x = tf.constant(3.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = f(x)
t.gradient(y, [x, v])
@tf.function
def g(x):
    with tf.GradientTape() as t:
        t.watch(x)
        y = f(x)
    return t.gradient(y, [x, v])
g(x)

# == custom_gradient that uses variables and does not take them
v = tf.Variable(2.0)
@tf.custom_gradient
def f(x):
    return x * v, lambda dy: dy
f(tf.constant(1.0))
tf.function(f)(tf.constant(1.0))
@tf.custom_gradient
def g(x):
    return x * 2, lambda dy, variables=None: (dy, [])
g(tf.constant(1.0))
with tf.GradientTape() as t:
    x = tf.constant(1.0)
    t.watch(x)
    y = g(x)
t.gradient(y, x)

# == custom_gradient with variables that are not trainable
v = tf.Variable(2.0, trainable=False)
@tf.custom_gradient
def f(x):
    return x * v, lambda dy: dy * 7
x = tf.constant(1.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = f(x)
t.gradient(y, [x, v])

# == custom_gradient with a wrong number of variable gradients
v = tf.Variable(2.0)
@tf.custom_gradient
def f(x):
    return x * v, lambda dy, variables: (dy, [])
x = tf.constant(1.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = f(x)
t.gradient(y, [x, v])

# == custom_gradient whose grad takes **kwargs
v = tf.Variable(2.0)
@tf.custom_gradient
def f(x):
    def grad(dy, **kw):
        print(sorted(kw), len(kw['variables']))
        return dy, [dy * 5]
    return x * v, grad
x = tf.constant(1.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = f(x)
t.gradient(y, [x, v])

# == custom_gradient whose grad returns too few or too many
@tf.custom_gradient
def f(x, y):
    return x * y, lambda d: d
x = tf.constant(1.0)
with tf.GradientTape() as t:
    t.watch(x)
    z = f(x, x)
t.gradient(z, x)
@tf.custom_gradient
def g(x):
    return x, lambda d: (d, d)
with tf.GradientTape() as t:
    t.watch(x)
    z = g(x)
t.gradient(z, x)

# == custom_gradient whose grad returns None
@tf.custom_gradient
def f(x, y):
    return x * y, lambda d: (d, None)
x = tf.constant(1.0)
y = tf.constant(2.0)
with tf.GradientTape() as t:
    t.watch([x, y])
    z = f(x, y)
t.gradient(z, [x, y])
with tf.GradientTape() as t:
    t.watch([x, y])
    z = f(x, y)
t.gradient(z, [x, y], unconnected_gradients='zero')

# == custom_gradient that forgets to return grad
@tf.custom_gradient
def f(x):
    return x
f(tf.constant(1.0))
@tf.custom_gradient
def g(x):
    return x, 3
g(tf.constant(1.0))
with tf.GradientTape() as t:
    x = tf.constant(1.0)
    t.watch(x)
    y = g(x)
t.gradient(y, x)
tf.custom_gradient(3)
tf.custom_gradient()
tf.custom_gradient(lambda x: (x, lambda d: d * 2))(tf.constant(3.0))

# == custom_gradient of structures
@tf.custom_gradient
def f(d):
    def grad(dy):
        return {'a': dy * 2, 'b': dy * 3}
    return d['a'] * d['b'], grad
a, b = tf.constant(2.0), tf.constant(3.0)
with tf.GradientTape() as t:
    t.watch([a, b])
    y = f({'a': a, 'b': b})
t.gradient(y, [a, b])
@tf.custom_gradient
def g(x):
    def grad(*d):
        return sum(d)
    return {'u': x, 'v': [x * 2, x * 3]}, grad
with tf.GradientTape() as t:
    t.watch(a)
    y = g(a)
    z = y['u'] + y['v'][0] + y['v'][1]
y
t.gradient(z, a)
@tf.custom_gradient
def h(xs):
    return tf.add_n(xs), lambda d: [d * 2] * len(xs)
with tf.GradientTape() as t:
    t.watch([a, b])
    y = h([a, b])
t.gradient(y, [a, b])

# == custom_gradient nested and second order
@tf.custom_gradient
def f(x):
    return x ** 3, lambda d: d * 3 * x ** 2
@tf.custom_gradient
def g(x):
    return f(x) * 2, lambda d: d * 6 * x ** 2
x = tf.constant(2.0)
for h in (f, g, tf.function(f), tf.function(g)):
    with tf.GradientTape() as o:
        o.watch(x)
        with tf.GradientTape() as t:
            t.watch(x)
            y = h(x)
        d = t.gradient(y, x)
    print(y.numpy(), d.numpy(), o.gradient(d, x).numpy())
@tf.custom_gradient
def k(x):
    @tf.custom_gradient
    def grad(d):
        return d * 100, lambda dd: dd * 7
    return x, grad
with tf.GradientTape() as o:
    o.watch(x)
    with tf.GradientTape() as t:
        t.watch(x)
        y = k(x)
    d = t.gradient(y, x)
d
o.gradient(d, x)

# == custom_gradient of methods
class A:
    def __init__(self):
        self.v = tf.Variable(2.0)
        self.k = 10.0
    @tf.custom_gradient
    def m(self, x):
        return x * self.k, lambda d: (None, d * 1000)
    def n(self, x):
        @tf.custom_gradient
        def f(x):
            return x * self.v, lambda d, variables=None: (d * 5, [d * 6])
        return f(x)
a = A()
x = tf.constant(1.0)
a.n(x)
with tf.GradientTape() as t:
    t.watch(x)
    y = a.n(x)
t.gradient(y, [x, a.v])
class B:
    @staticmethod
    @tf.custom_gradient
    def s(x):
        return x, lambda d: d * 4
with tf.GradientTape() as t:
    t.watch(x)
    y = B.s(x)
t.gradient(y, x)
a.m(x)

# == custom_gradient in functions
@tf.custom_gradient
def f(x):
    def grad(d):
        print('grad traced')
        return d * 10
    print('traced')
    return tf.identity(x), grad
@tf.function
def g(x):
    return f(x) + f(x)
x = tf.constant(1.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = g(x)
t.gradient(y, x)
g(x)
@tf.function
def h(x):
    return tf.gradients(f(x), x)
h(x)

# == custom_gradient in control flow
@tf.custom_gradient
def f(x):
    return x * 2, lambda d: d * 10
x = tf.constant(1.0)
@tf.function
def g(x):
    y = x
    for _ in tf.range(3):
        y = f(y)
    return y
with tf.GradientTape() as t:
    t.watch(x)
    y = g(x)
[y, t.gradient(y, x)]
@tf.function
def h(x):
    return tf.cond(x > 0, lambda: f(x), lambda: x)
with tf.GradientTape() as t:
    t.watch(x)
    y = h(x)
t.gradient(y, x)
with tf.GradientTape() as t:
    t.watch(x)
    y = tf.map_fn(f, tf.stack([x, x]))
t.gradient(y, x)

# == custom_gradient of a tf.function
@tf.custom_gradient
@tf.function
def f(x):
    return x * 2, lambda d: d * 10
f(tf.constant(1.0))
@tf.function
@tf.custom_gradient
def g(x):
    return x * 2, lambda d: d * 10
x = tf.constant(1.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = g(x)
t.gradient(y, x)

# == custom_gradient of values that are no tensors
@tf.custom_gradient
def f(x):
    return x * 2, lambda d: d * 10
f(3.0)
f([1.0, 2.0])
f(np.array([1.0]))
f(tf.Variable(1.0))
f('a')
f(None)
v = tf.Variable(1.0)
with tf.GradientTape() as t:
    y = f(v)
t.gradient(y, v)

# == custom_gradient with integers and numbers among arguments
@tf.custom_gradient
def f(x, n, flag):
    return x * tf.cast(n, tf.float32), lambda d: (d * 3, None, None)
x = tf.constant(2.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = f(x, 3, True)
t.gradient(y, x)

# == grad_pass_through
r = tf.grad_pass_through(tf.round)
x = tf.constant(1.6)
with tf.GradientTape() as t:
    t.watch(x)
    y = r(x) * 3
t.gradient(y, x)
v = tf.Variable(1.0)
z = tf.Variable(3.0)
with tf.GradientTape() as t:
    a = tf.grad_pass_through(z.assign)(v)
t.gradient(a, v)
tf.grad_pass_through(lambda x: (x, x))(x)
""")
ON_PURPOSE = {
    "custom_gradient with keyword arguments": "Keyword arguments are taken in functions too, not eagerly alone, and have gradients.",
}
