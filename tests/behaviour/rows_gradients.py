"""Programs about gradients: tapes within tapes, custom gradients, sliced gradients, the forward accumulator."""

from __future__ import annotations

from tests.behaviour.table import listed

ROWS = listed(
    """
    # == a tape gives one gradient
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * x
    tape.gradient(y, x)
    tape.gradient(y, x)  # error: A non-persistent GradientTape can only be used to compute one set of gradients

    # == a persistent tape gives many
    x = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        z = y * y
    tape.gradient(y, x), tape.gradient(z, x), tape.gradient(z, y)
    del tape

    # == watch_accessed_variables=False
    x, y = tf.Variable(3.0), tf.Variable(2.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x)
        z = x * y
    tape.gradient(z, [x, y])

    # == watched_variables in the order of their use
    x, y, z = tf.Variable(3.0), tf.Variable(2.0), tf.Variable(1.0, trainable=False)
    with tf.GradientTape() as tape:
        r = y * x * z
    [v is y or v is x for v in tape.watched_variables()], len(tape.watched_variables())

    # == stop_recording
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * x
        with tape.stop_recording():
            z = y * y
        r = y + z
    tape.gradient(r, x)

    # == reset
    x = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        tape.reset()
        z = x + x
    tape.gradient(y, x), tape.gradient(z, x)

    # == a gradient inside of its tape
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * x
        g = tape.gradient(y, x)
    g

    # == a persistent tape inside of its context
    x = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        g = tape.gradient(y, x)
    g, tape.gradient(g, x)

    # == nested tapes
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x ** 3
        g = inner.gradient(y, x)
    outer.gradient(g, x)

    # == three nested tapes
    x = tf.Variable(2.0)
    with tf.GradientTape() as a:
        with tf.GradientTape() as b:
            with tf.GradientTape() as c:
                y = x ** 4
            y1 = c.gradient(y, x)
        y2 = b.gradient(y1, x)
    a.gradient(y2, x)

    # == a tape entered twice
    x = tf.Variable(2.0)
    tape = tf.GradientTape(persistent=True)
    with tape:
        y = x * x
    with tape:
        z = y * 3.0
    tape.gradient(z, x)

    # == a tape entered within itself
    tape = tf.GradientTape()
    with tape:
        with tape:  # error: Tape is still recording
            pass

    # == watch of what is no tensor
    with tf.GradientTape() as tape:
        tape.watch(3.0)  # error: tf.Tensor

    # == watch of an int logs
    with tf.GradientTape() as tape:
        tape.watch(tf.constant(3))
    warned('dtype')

    # == watch of structures
    x, y = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch({'a': x, 'b': [y]})
        z = x * y
    tape.gradient(z, {'a': x, 'b': [y]})

    # == a gradient after a change of the variable
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = v * v
    v.assign(100.0)
    tape.gradient(y, v)

    # == an assignment within a tape is not differentiated
    v, x = tf.Variable(3.0), tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        v.assign(x * 10)
        y = v * 5
    tape.gradient(y, x)

    # == assign_add within a tape
    v, x = tf.Variable(3.0), tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        v.assign_add(x)
        y = v * v
    tape.gradient(y, v), tape.gradient(y, x)

    # == a variable replaced by a tensor has no gradient
    x = tf.Variable(2.0)
    for i in range(2):
        with tf.GradientTape() as tape:
            y = x + 1
        print(type(x).__name__ != 'x', tape.gradient(y, x) is None)
        x = x + 1

    # == calculations outside of the library have no gradient
    x = tf.Variable([[1.0, 2.0]])
    with tf.GradientTape() as tape:
        y = np.mean(x ** 2, axis=0)
        y = tf.reduce_mean(y, axis=0)
    tape.gradient(y, x)

    # == a gradient of gather is IndexedSlices
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        y = tf.gather(v, [0, 2, 0])
    tape.gradient(y, v)

    # == a gradient of gather of a tensor
    v = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(v)
        y = tf.gather(v, [0, 2, 0])
    g = tape.gradient(y, v)
    type(g).__name__
    tf.convert_to_tensor(g)

    # == a sum of sliced gradients
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        y = tf.gather(v, [0, 2]) * 2.0
        z = tf.gather(v, [1]) * 3.0
        s = tf.reduce_sum(y) + tf.reduce_sum(z)
    tape.gradient(s, v)

    # == IndexedSlices and a dense gradient
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        s = tf.reduce_sum(tf.gather(v, [0, 2])) + tf.reduce_sum(v)
    tape.gradient(s, v)

    # == embedding_lookup
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    with tf.GradientTape() as tape:
        y = tf.nn.embedding_lookup(v, [[0, 2]])
    tape.gradient(y, v)

    # == custom_gradient
    @tf.custom_gradient
    def f(x):
        def grad(upstream):
            return upstream * 100.0
        return x * x, grad
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    y, tape.gradient(y, x)

    # == custom_gradient of several arguments and results
    @tf.custom_gradient
    def f(x, y):
        def grad(a, b):
            return a + 10.0 * b, 2.0 * a - b
        return (x * y, x + y), grad
    x, y = tf.constant(3.0), tf.constant(4.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        a, b = f(x, y)
        s = a + 2.0 * b
    tape.gradient(s, [x, y])

    # == custom_gradient with keyword arguments
    @tf.custom_gradient
    def f(x, scale=2.0):
        def grad(upstream):
            return upstream * 7.0
        return x * scale, grad
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x, scale=5.0)
    y, tape.gradient(y, x)

    # == custom_gradient with variables needs them in grad
    v = tf.Variable(2.0)
    @tf.custom_gradient
    def f(x):
        def grad(upstream, variables=None):
            return upstream * v, [upstream * 50.0 for _ in variables]
        return x * v, grad
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    tape.gradient(y, [x, v])

    # == custom_gradient with variables and without the argument
    v = tf.Variable(2.0)
    @tf.custom_gradient
    def f(x):
        def grad(upstream):
            return upstream
        return x * v, grad
    with tf.GradientTape() as tape:
        y = f(tf.constant(3.0))  # error: variables

    # == custom_gradient in a function
    @tf.custom_gradient
    def f(x):
        return tf.math.log1p(tf.exp(x)), lambda up: up * (1 - 1 / (1 + tf.exp(x)))
    @tf.function
    def g(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return tape.gradient(y, x)
    g(tf.constant(100.0)), g(tf.constant(0.0))

    # == custom_gradient with the wrong number of gradients
    @tf.custom_gradient
    def f(x, y):
        return x * y, lambda up: up
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = f(x, x)
    tape.gradient(z, x)

    # == custom_gradient called without arguments
    decorator = tf.custom_gradient()
    callable(decorator)

    # == custom_gradient that returns no pair
    @tf.custom_gradient
    def f(x):
        return x
    f(tf.constant(1.0))

    # == the second gradient of custom_gradient
    @tf.custom_gradient
    def f(x):
        return x ** 2, lambda up: up * x * 3.0
    x = tf.constant(2.0)
    with tf.GradientTape() as a:
        a.watch(x)
        with tf.GradientTape() as b:
            b.watch(x)
            y = f(x)
        g = b.gradient(y, x)
    g, a.gradient(g, x)

    # == custom_gradient keeps names and docstrings
    @tf.custom_gradient
    def f(x):
        "A docstring."
        return x, lambda up: up
    f.__name__, f.__doc__

    # == custom_gradient gives None
    @tf.custom_gradient
    def f(x, y):
        return x * y, lambda up: (up, None)
    x, y = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        z = f(x, y)
    tape.gradient(z, [x, y])

    # == custom_gradient of a structure
    @tf.custom_gradient
    def f(d):
        return d['a'] * d['b'], lambda up: {'a': up * 10.0, 'b': up * 20.0}
    d = {'a': tf.constant(2.0), 'b': tf.constant(3.0)}
    with tf.GradientTape() as tape:
        tape.watch(d)
        z = f(d)
    tape.gradient(z, d)

    # == stop_gradient
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * tf.stop_gradient(x * x)
    tape.gradient(y, x)

    # == recompute_grad
    count = []
    @tf.recompute_grad
    def f(x):
        count.append(1)
        return x * x * x
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    tape.gradient(y, x)
    len(count)

    # == recompute_grad with a variable
    v = tf.Variable(4.0)
    f = tf.recompute_grad(lambda x: x * v * v)
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    tape.gradient(y, [x, v])

    # == grad_pass_through
    x = tf.Variable(2.7)
    with tf.GradientTape() as tape:
        y = tf.grad_pass_through(tf.round)(x) * 3.0
    y, tape.gradient(y, x)

    # == an op without gradient
    x = tf.constant([3.0, 1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.cast(tf.argsort(x), tf.float32)
    tape.gradient(y, x)

    # == a gradient through a function
    @tf.function
    def f(x):
        if x > 0:
            return x * x
        return -x
    def g(v):
        x = tf.constant(v)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return tape.gradient(y, x)
    g(3.0), g(-3.0)

    # == a tape around a function and within one
    v = tf.Variable(3.0)
    @tf.function
    def f():
        with tf.GradientTape() as tape:
            y = v * v
        return tape.gradient(y, v)
    with tf.GradientTape() as tape:
        g = f()
    g, tape.gradient(g, v)

    # == tf.gradients in a function
    @tf.function
    def f(x):
        y = x * x
        return tf.gradients(y, x), tf.gradients(y, [x], grad_ys=[tf.constant(3.0)])
    f(tf.constant(4.0))

    # == tf.gradients eagerly
    x = tf.constant(1.0)
    tf.gradients(x, x)  # error: not supported when eager execution is enabled

    # == tf.gradients with stop_gradients and unconnected
    @tf.function
    def f(x, z):
        y = x * x
        w = y * x
        return tf.gradients(w, x, stop_gradients=[y]), tf.gradients(w, z), tf.gradients(w, z, unconnected_gradients='zero')
    f(tf.constant(4.0), tf.constant(1.0))

    # == tf.hessians
    @tf.function
    def f(x):
        return tf.hessians(tf.reduce_sum(x ** 3), x)
    f(tf.constant([1.0, 2.0]))

    # == ForwardAccumulator
    x = tf.constant([2.0, 3.0])
    with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as acc:
        y = tf.reduce_sum(x ** 3)
        z = tf.constant(1.0)
    acc.jvp(y), acc.jvp(z), acc.jvp(z, unconnected_gradients=tf.UnconnectedGradients.ZERO), acc.jvp(x)

    # == ForwardAccumulator of several primals
    x, y = tf.Variable(2.0), tf.constant(5.0)
    with tf.autodiff.ForwardAccumulator([x, y], [tf.constant(1.0), tf.constant(10.0)]) as acc:
        z = x * y
    acc.jvp(z), acc.jvp([z, z * 1.0])

    # == ForwardAccumulator over a tape
    x = tf.constant([2.0, 3.0])
    with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 1.0])) as acc:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(x ** 3)
        g = tape.gradient(y, x)
    acc.jvp(g)

    # == nested ForwardAccumulators
    x = tf.constant(2.0)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as outer:
        with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as inner:
            y = x ** 3
        d = inner.jvp(y)
    outer.jvp(d), outer.jvp(y)

    # == ForwardAccumulator of an int
    tf.autodiff.ForwardAccumulator(tf.constant(1), tf.constant(1))

    # == ForwardAccumulator with a tangent of another shape
    tf.autodiff.ForwardAccumulator(tf.constant([1.0, 2.0]), tf.constant(1.0))

    # == ForwardAccumulator through a function and a loop
    @tf.function
    def f(x):
        for i in tf.range(3):
            x = x * x
        return x
    x = tf.constant(1.1)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc:
        y = f(x)
    acc.jvp(y)

    # == a gradient of a ragged tensor
    r = tf.ragged.constant([[1.0, 2.0], [3.0]])
    with tf.GradientTape() as tape:
        tape.watch(r)
        y = tf.reduce_sum(r * r)
    tape.gradient(y, r)

    # == jacobian of a function
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.stack([x[0] * x[1], x[0] + x[1]])
        return tape.jacobian(y, x)
    f(tf.constant([2.0, 3.0]))

    # == clip_by_global_norm of gradients with None
    g, n = tf.clip_by_global_norm([tf.constant([3.0, 4.0]), None, tf.constant(0.0)], 1.0)
    g, n

    # == a gradient after the target was deleted
    x = tf.Variable(1.0)
    with tf.GradientTape() as tape:
        y = x * 2
        z = y * y
        del y
    tape.gradient(z, x)

    # == the same tensor as target and source
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
    tape.gradient(x, x)

    # == a gradient of an int target
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.cast(x, tf.int32)
    tape.gradient(y, x)
    """
)

ON_PURPOSE = {
    "a sum of sliced gradients": "Slices are summed in the order in which gradients arrive, the last use first.",
}
