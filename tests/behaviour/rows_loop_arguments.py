"""Every argument of tf.while_loop, tf.switch_case, tf.case and tf.cond, eagerly, in functions, and in TensorFlow 1."""

from __future__ import annotations

from tests.behaviour.table import listed

ROWS = listed("""
# == while_loop arguments
i = tf.constant(0)
tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), [i])
tf.while_loop(lambda i: i < 3, lambda i: [i + 1], (i,))
tf.while_loop(lambda i: i < 3, lambda i: i + 1, i)
tf.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), (0, 1.0))
tf.while_loop(lambda d: d['i'] < 3, lambda d: ({'i': d['i'] + 1},), ({'i': i},))
tf.while_loop(cond=lambda i: i < 3, body=lambda i: [i + 1], loop_vars=[i], parallel_iterations=1, swap_memory=True, maximum_iterations=2, name='n')
tf.while_loop(lambda i: True, lambda i: [i + 1], [i], maximum_iterations=5)
tf.while_loop(lambda i: True, lambda i: [i + 1], [i], maximum_iterations=tf.constant(5))
tf.while_loop(lambda i: True, lambda i: i + 1, [i], maximum_iterations=0)
tf.while_loop(lambda i: i < 3, lambda i: i + 1, [i], maximum_iterations=-1)
tf.while_loop(lambda i: i < 3, lambda i: i + 1, [i], parallel_iterations=0)
tf.while_loop(lambda i: i < 3, lambda i: i + 1, [i], parallel_iterations='a')
tf.while_loop(lambda i: i < 3, lambda i: i + 1, [])
tf.while_loop(lambda: False, lambda: None, [])
tf.while_loop(3, lambda i: i, [i])
tf.while_loop(lambda i: i < 3, 3, [i])
tf.while_loop(lambda i: i < 3, lambda i: (i + 1, i), [i])
tf.while_loop(lambda i: [True], lambda i: [i + 1], [i], maximum_iterations=2)
tf.while_loop(lambda i: None, lambda i: i + 1, [i])
tf.while_loop(lambda i: i < 3, lambda i: i + 1.5, [i])
tf.while_loop(lambda i: i < 3, lambda i: None, [i])
tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), (0, tf.constant([1])))
tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, None), (0, None))
tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.constant([1, 2])), (0, tf.ragged.constant([[1], [2, 3]])))[1]
tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.ragged.constant([[1], [2, 3]])), (0, tf.constant([1, 2])))[1]
tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, [x]), (0, tf.constant([1, 2])))
tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, [x[0]]), (0, (tf.constant([1, 2]),)))

# == while_loop arguments in a function
def run(g):
    return tf.function(g)()
i = tf.constant(0)
run(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [i]))
run(lambda: tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), [i]))
run(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, i))
run(lambda: tf.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), (0, 1.0)))
run(lambda: tf.while_loop(lambda i: True, lambda i: i + 1, [i], maximum_iterations=5))
run(lambda: tf.while_loop(lambda i: True, lambda i: i + 1, [i], maximum_iterations=tf.constant(5)))
run(lambda: tf.while_loop(lambda i: True, lambda i: i + 1, [i], maximum_iterations=[1, 2]))
run(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [i], parallel_iterations=0))
run(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, []))
run(lambda: tf.while_loop(lambda i: i < 3, lambda i: (i + 1, i), [i]))
run(lambda: tf.while_loop(lambda i: [True], lambda i: i + 1, [i], maximum_iterations=2))
run(lambda: tf.while_loop(lambda i: i - 3, lambda i: i + 1, [i]))
run(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1.5, [i]))
run(lambda: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), (0, tf.constant([1]))))
run(lambda: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), (0, tf.constant([1])), shape_invariants=(tf.TensorShape([]), tf.TensorShape([None]))))
run(lambda: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), (0, tf.constant([1])), shape_invariants=(tf.TensorShape([]),)))
run(lambda: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), (0, tf.constant([1])), shape_invariants=(tf.TensorShape([]), tf.TensorShape([2]))))
run(lambda: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x[None]), (0, tf.constant([1])), shape_invariants=(None, tf.TensorShape(None))))
run(lambda: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x), (0, {'a': [tf.constant([1]), 2]}), shape_invariants=(tf.TensorShape([]), {'a': [tf.TensorShape([None]), tf.TensorShape([])]})))
run(lambda: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, None), (0, None)))
run(lambda: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.sparse.add(x, x)), (0, tf.sparse.from_dense([1, 0]))))
run(lambda: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + 1), (0, tf.ragged.constant([[1], [2, 3]]))))
run(lambda: tf.while_loop(lambda i, t: i < 3, lambda i, t: (i + 1, t.write(i, i)), (0, tf.TensorArray(tf.int32, 3)))[1].stack())

# == shape_invariants eagerly and wrong ones
i, x = tf.constant(0), tf.constant([1])
tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, tf.concat([x, x], 0)), (i, x), shape_invariants=(tf.TensorShape([]), tf.TensorShape([None])))
tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, tf.concat([x, x], 0)), (i, x), shape_invariants=(i.shape, tf.TensorShape([5])))
tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, tf.concat([x, x], 0)), (i, x), shape_invariants=3)

# == shapes after while_loop
@tf.function
def f(x):
    r = tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, tf.concat([x, x], 0)), (0, x), shape_invariants=(tf.TensorShape([]), tf.TensorShape([None, 2])))
    print(r[0].shape, r[1].shape)
    s = tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, x + 1.0), (0, x))
    print(s[1].shape)
    m = tf.while_loop(lambda i: True, lambda i: i + 1, [0], maximum_iterations=3)
    print(type(m).__name__, m[0].shape, m[0].dtype)
    return r
f(tf.ones([1, 2]))

# == gradients of while_loop
def pow3(x, **kw):
    return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), (0, 1.0), **kw)[1]
x = tf.constant(2.0)
def grads(f):
    with tf.GradientTape(persistent=True) as o:
        o.watch(x)
        with tf.GradientTape() as t:
            t.watch(x)
            y = f(x)
        d = t.gradient(y, x)
    return y, d, o.gradient(d, x)
grads(pow3)
grads(tf.function(pow3))
grads(lambda x: tf.function(lambda x: pow3(x, maximum_iterations=2))(x))
grads(lambda x: tf.function(lambda x: pow3(x, parallel_iterations=1, swap_memory=True))(x))
grads(lambda x: tf.compat.v1.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), (0, 1.0))[1])
grads(lambda x: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), (0, 1.0), back_prop=False)[1])

# == while_loop of version 1
v1 = tf.compat.v1
v1.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])
v1.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)], return_same_structure=False)
v1.while_loop(lambda i: i < 3, lambda i: i + 1, [0], None, 10, True, False, 'n', 2, False)
with tf.Graph().as_default(), v1.Session() as s:
    a = v1.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])
    b = v1.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)], return_same_structure=True)
    c = v1.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j), [tf.constant(0), tf.constant('x')], name='loop')
    print(isinstance(a, tf.Tensor), type(b).__name__, type(c).__name__, s.run([a, b, c]))
    x = v1.placeholder(tf.float32, [None])
    y = v1.while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, v * x), (0, x))[1]
    print(s.run(v1.gradients(y, x), {x: [1.0, 2.0]}))

# == switch_case
x = tf.constant(2)
f = [lambda: x, lambda: x * 10, lambda: x * 100]
[tf.switch_case(i, f) for i in (0, 1, 2, 3, -1, 100)]
[tf.switch_case(tf.constant(i), f, default=lambda: tf.constant(-7)) for i in (0, 1, 2, 3, -1)]
tf.switch_case(tf.constant(5), {5: lambda: 1, 7: lambda: 2})
tf.switch_case(tf.constant(6), {0: lambda: 1, 1: lambda: 2})
tf.switch_case(tf.constant(6), {5: lambda: 1, 7: lambda: 2}, default=lambda: 3)
tf.switch_case(tf.constant(0), [(0, lambda: 1), (1, lambda: 2)])
tf.switch_case(tf.constant(1), [(1, lambda: 1), (0, lambda: 2)])
tf.switch_case(tf.constant(0), [(0, lambda: 1), (0, lambda: 2)])
tf.switch_case(tf.constant(0), [(1, lambda: 1), (3, lambda: 2)])
tf.switch_case(tf.constant(0), {})
tf.switch_case(tf.constant(0), [])
tf.switch_case(tf.constant(0), [1, 2])
tf.switch_case(tf.constant(0), 3)
tf.switch_case(tf.constant(0.0), f)
tf.switch_case(tf.constant([0]), f)
tf.switch_case(tf.constant(0, tf.int64), f)
tf.switch_case(True, f)
tf.switch_case('a', f)
tf.switch_case(None, f)
tf.switch_case(tf.constant(0), f, name='n')
tf.switch_case(tf.constant(0), [lambda: None, lambda: None])
tf.switch_case(tf.constant(0), [lambda: (x, [x, {'a': x}]), lambda: (x, [x, {'a': x}])])
tf.switch_case(np.int64(1), f)
tf.switch_case(tf.Variable(1), f)

# == switch_case in functions
x = tf.constant(2)
@tf.function
def f(i, x):
    return tf.switch_case(i, [lambda: x, lambda: x * 10], default=lambda: x * 100)
[f(tf.constant(i), x) for i in (0, 1, 2, -1)]
[f(i, x) for i in (0, 1, 2, -1)]
@tf.function
def g(i):
    return tf.switch_case(i, {3: lambda: tf.constant(1.0), 0: lambda: tf.constant(2.0)})
[g(tf.constant(i)) for i in (0, 1, 3, -1)]
@tf.function
def h(i, x):
    r = tf.switch_case(i, [lambda: tf.zeros([2]), lambda: tf.zeros([3]), lambda: tf.zeros([1, 1])])
    print(r.shape)
    return r
h(tf.constant(1), x)
@tf.function
def k(i, x):
    return tf.switch_case(i, [lambda: x, lambda: tf.cast(x, tf.float32)])
k(tf.constant(1), x)
@tf.function
def l(i):
    return tf.switch_case(i, [lambda: 1, lambda: None])
l(tf.constant(1))
z = tf.constant(3.0)
with tf.GradientTape() as t:
    t.watch(z)
    y = tf.function(lambda i, z: tf.switch_case(i, [lambda: z, lambda: z * z, lambda: tf.sin(z)]))(tf.constant(1), z)
t.gradient(y, z)

# == case
x, y = tf.constant(1), tf.constant(2)
tf.case([(x < y, lambda: 1), (x > y, lambda: 2)], default=lambda: 3)
tf.case([(x > y, lambda: 1), (x > y, lambda: 2)], default=lambda: 3)
tf.case([(x > y, lambda: 1), (x > y, lambda: 2)])
tf.case([(x < y, lambda: 1)])
tf.case([(x < y, lambda: 1)], default=None)
tf.case([(x < y, lambda: 1), (x < y, lambda: 2)], exclusive=True, default=lambda: 3)
tf.case([(x < y, lambda: 1), (x > y, lambda: 2)], exclusive=True)
tf.case([(x > y, lambda: 1), (x > y, lambda: 2)], exclusive=True)
tf.case([(x < y, lambda: 1), (x < y, lambda: 2)])
tf.case([(True, lambda: 1), (False, lambda: 2)], default=lambda: 3)
tf.case([(False, lambda: 1)], default=lambda: 3)
tf.case([(tf.constant([True]), lambda: 1)], default=lambda: 3)
tf.case([], default=lambda: 3)
tf.case([])
tf.case(3)
tf.case([(x < y, lambda: 1, 3)])
tf.case([x < y])
tf.case({}, default=lambda: 3)
tf.case([(x < y, lambda: (x, {'a': y}))], default=lambda: (y, {'a': x}))
tf.case([(x < y, lambda: [x])], strict=True)
tf.case([(x < y, lambda: [x])], default=lambda: [y], strict=True)
tf.case([(x < y, lambda: [x])], default=lambda: [y], strict=False)
tf.case([(x < y, lambda: None)], default=lambda: None)
tf.case([(x < y, lambda: 1)], default=3)
tf.case([(x < y, lambda: 1)], lambda: 2, False, True, 'n')
tf.case([(tf.Variable(True), lambda: 1)], default=lambda: 3)
tf.case([(lambda: x < y, lambda: 1)], default=lambda: 3)
tf.compat.v1.case({x.ref(): lambda: 1} if False else [(x < y, lambda: 1)])
tf.compat.v1.case([(x < y, lambda: 1), (x > y, lambda: 2)], exclusive=True)

# == case in functions
def run(g, *a):
    return tf.function(g)(*a)
x, y = tf.constant(1), tf.constant(2)
run(lambda x, y: tf.case([(x < y, lambda: 1), (x > y, lambda: 2)], default=lambda: 3), x, y)
run(lambda x, y: tf.case([(x < y, lambda: 1), (x > y, lambda: 2)], default=lambda: 3), y, y)
run(lambda x, y: tf.case([(x < y, lambda: 1), (x > y, lambda: 2)]), x, y)
run(lambda x, y: tf.case([(x < y, lambda: 1), (x > y, lambda: 2)]), y, y)
run(lambda x, y: tf.case([(x < y, lambda: 1), (x < y, lambda: 2)], exclusive=True, default=lambda: 3), x, y)
run(lambda x, y: tf.case([(x < y, lambda: 1), (x > y, lambda: 2)], exclusive=True, default=lambda: 3), x, y)
run(lambda x, y: tf.case([(x < y, lambda: x)], default=lambda: tf.cast(y, tf.float32)), x, y)
run(lambda x, y: tf.case([(x < y, lambda: (x, {'a': y}))], default=lambda: (y, {'a': x})), x, y)
run(lambda x, y: tf.case([(True, lambda: x)], default=lambda: y), x, y)
run(lambda x, y: tf.case([(x, lambda: x)], default=lambda: y), x, y)

# == two exclusive conditions without a default
x, y = tf.constant(1), tf.constant(2)
tf.case([(x < y, lambda: 1), (x < y, lambda: 2)], exclusive=True)
tf.function(lambda x, y: tf.case([(x < y, lambda: 1), (x < y, lambda: 2)], exclusive=True))(x, y)

# == a body that returns its variable without a list
i = tf.constant(0)
tf.while_loop(lambda i: i < 3, lambda i: i + 1, [i])
tf.while_loop(lambda d: d['i'] < 3, lambda d: {'i': d['i'] + 1}, [{'i': i}])
tf.while_loop(lambda i: i < 3, lambda i: i + 1, [i], maximum_iterations=2)

# == cond structures
x = tf.constant(1)
def run(a, b, p=True):
    print('staged')
    return tf.function(lambda p: tf.cond(p, a, b))(tf.constant(p))
import collections
P = collections.namedtuple('P', 'a b')
run(lambda: P(x, x), lambda: P(x, 2))
run(lambda: {'b': x, 'a': x}, lambda: {'a': x, 'b': 3}, False)
run(lambda: collections.OrderedDict(b=x, a=1), lambda: collections.OrderedDict(b=x, a=3))
run(lambda: (), lambda: ())
run(lambda: [], lambda: [])
run(lambda: (None, x), lambda: (None, x))
run(lambda: ([x], x), lambda: ((x,), x))
run(lambda: tf.sparse.from_dense([1, 0]), lambda: tf.sparse.from_dense([1, 2]))
run(lambda: tf.IndexedSlices(tf.constant([1]), tf.constant([0])), lambda: tf.IndexedSlices(tf.constant([1]), tf.constant([1])))
run(lambda: tf.TensorArray(tf.int32, 1).write(0, 3).stack(), lambda: tf.constant([5]))
run(lambda: tf.ragged.constant([[1]]), lambda: tf.constant([[1]]))
run(lambda: 'a', lambda: 1)
run(lambda: True, lambda: x)
run(lambda: 1.5, lambda: 2)
run(lambda: np.float32(1), lambda: 2.0)
run(lambda: x, lambda: tf.no_op())
run(lambda: tf.no_op(), lambda: tf.no_op())
run(lambda: tf.print('a'), lambda: tf.print('b'))
run(lambda: tf.Variable(1.0) if False else 1, lambda: 2)
run(lambda: tf.ones([2, 3]), lambda: tf.ones([4, 3]))

# == cond of version 1
v1 = tf.compat.v1
v1.cond(tf.constant(True), lambda: 1, lambda: 2)
v1.cond(tf.constant(True), true_fn=lambda: [1], false_fn=lambda: [2])
v1.cond(tf.constant(True), lambda: [1], lambda: [2], strict=True)
v1.cond(tf.constant(True), fn1=lambda: 1, fn2=lambda: 2)
v1.cond(True, lambda: [1], lambda: [2], True)
with tf.Graph().as_default(), v1.Session() as s:
    p = v1.placeholder(tf.bool)
    a = v1.cond(p, lambda: [1], lambda: [2])
    b = v1.cond(p, lambda: [1], lambda: [2], strict=True)
    c = v1.cond(p, lambda: (1, {'a': 2.0}), lambda: (3, {'a': 4.0}))
    print(type(a).__name__, type(b).__name__, s.run([a, b, c], {p: True}), s.run([a, b, c], {p: False}))
""")
ON_PURPOSE = {
    "two exclusive conditions without a default": "Two conditions that hold are an error without a default too; TensorFlow takes the first.",
    "a body that returns its variable without a list": "One variable needs no list eagerly either, as in functions.",
}
