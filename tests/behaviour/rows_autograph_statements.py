"""Programs of AutoGraph with statements of one kind each: lists, printing, options of loops, exceptions, refusals."""

from __future__ import annotations

from tests.behaviour.table import listed

ROWS = listed(
    """
    # == a list of tensors, appended to in a Python loop
    @tf.function
    def f(x):
        l = []
        for i in range(3):
            l.append(x + i)
        return tf.stack(l)
    f(tf.constant(1))

    # == a list is appended to in a staged loop
    @tf.function
    def f(x):
        l = []
        for i in tf.range(3):
            l.append(x)
        return l
    f(tf.constant(1))

    # == TensorArray in a staged loop
    @tf.function
    def f(n):
        a = tf.TensorArray(tf.int32, 0, dynamic_size=True)
        for i in tf.range(n):
            a = a.write(i, i * i)
        return a.stack()
    f(tf.constant(4)), f(tf.constant(0))

    # == TensorArray written without keeping the result
    @tf.function
    def f(n):
        a = tf.TensorArray(tf.int32, 3)
        for i in tf.range(n):
            a.write(i, i * i).mark_used()
        return a.stack()
    f(tf.constant(3))

    # == assert of a tensor that is false
    @tf.function
    def f(x):
        tf.debugging.assert_positive(x, message='must be positive')
        return x
    f(tf.constant(1))
    f(tf.constant(-1))  # error: must be positive

    # == assert of a Python value
    @tf.function
    def f(x, n):
        assert n > 0, 'n is not positive'
        return x
    f(tf.constant(1), 1)
    f(tf.constant(1), -1)  # error: n is not positive

    # == raise in a Python branch
    @tf.function
    def f(x, kind):
        if kind not in ('a', 'b'):
            raise ValueError('unknown kind ' + kind)
        return x
    f(tf.constant(1), 'a')
    f(tf.constant(1), 'c')  # error: unknown kind c

    # == try and except at tracing
    @tf.function
    def f(x):
        try:
            return x + {}['missing']
        except KeyError:
            return x - 1
    f(tf.constant(1))

    # == try and finally
    @tf.function
    def f(x):
        try:
            x = x + 1
        finally:
            x = x * 2
        return x
    f(tf.constant(1))

    # == an error of an op at tracing keeps its class
    @tf.function
    def f(x):
        return tf.matmul(x, x)
    f(tf.ones([2, 3]))  # error: in user code

    # == an error at run time keeps its class
    @tf.function
    def f(x, i):
        return tf.gather(x, i)
    f(tf.ones([2]), tf.constant(5))  # error: indices

    # == an exception of the user's own class passes
    class Mine(Exception):
        pass
    @tf.function
    def f(x):
        raise Mine('mine')
    f(tf.constant(1))  # error: mine

    # == with a context manager
    @tf.function
    def f(x):
        with tf.name_scope('scope'):
            y = x + 1
        return y
    f(tf.constant(1))
    f.get_concrete_function(tf.constant(1)).outputs[0].name

    # == a context manager of the user
    import contextlib
    @contextlib.contextmanager
    def c():
        print('enter')
        yield 5
        print('leave')
    @tf.function
    def f(x):
        with c() as v:
            print('body')
            return x + v
    f(tf.constant(1))

    # == nested functions and closures
    @tf.function
    def f(x):
        n = 3
        def g(y):
            if y > 0:
                return y * n
            return y - n
        return g(x)
    f(tf.constant(2)), f(tf.constant(-2))

    # == nonlocal
    @tf.function
    def f(x):
        n = tf.constant(0)
        def g():
            nonlocal n
            n = n + x
        g()
        g()
        return n
    f(tf.constant(3))

    # == nonlocal in a branch
    @tf.function
    def f(x):
        n = tf.constant(0)
        def g():
            nonlocal n
            if x > 2:
                n = n + x
        g()
        return n
    f(tf.constant(3)), f(tf.constant(1))

    # == global
    counter = 0
    @tf.function
    def f(x):
        global counter
        counter = counter + 1
        return x
    f(tf.constant(3)), f(tf.constant(1))
    counter

    # == a recursive helper with a Python end
    def power(x, n):
        if n == 0:
            return tf.ones_like(x)
        return x * power(x, n - 1)
    f = tf.function(power)
    f(tf.constant(2), 5)

    # == default arguments of a helper
    def g(x, k=3, *, m=tf.constant(2)):
        return x * k + m
    @tf.function
    def f(x):
        return g(x), g(x, 4), g(x, m=1)
    f(tf.constant(1))

    # == a lambda with a condition
    @tf.function
    def f(x):
        g = lambda v: v if v > 0 else -v
        return g(x)
    f(tf.constant(2)), f(tf.constant(-2))

    # == a decorated helper
    import functools
    def twice(g):
        @functools.wraps(g)
        def h(*args):
            return g(g(*args))
        return h
    @twice
    def inc(x):
        if x > 0:
            x = x + 1
        return x
    f = tf.function(inc)
    f(tf.constant(1)), f(tf.constant(-1))

    # == do_not_convert keeps a function as it is
    @tf.autograph.experimental.do_not_convert
    def g(x):
        if x > 0:
            return x
        return -x
    @tf.function
    def f(x):
        return g(x)
    f(tf.constant(1))  # error: symbolic `tf.Tensor`

    # == do_not_convert of a Python condition
    @tf.autograph.experimental.do_not_convert
    def g(x, c):
        if c:
            return x
        return -x
    @tf.function
    def f(x):
        return g(x, True), g(x, False)
    f(tf.constant(1))

    # == autograph=False
    @tf.function(autograph=False)
    def f(x):
        if x > 0:
            return x
        return -x
    f(tf.constant(1))  # error: symbolic `tf.Tensor`

    # == autograph=False and tf.cond
    @tf.function(autograph=False)
    def f(x):
        return tf.cond(x > 0, lambda: x, lambda: -x)
    f(tf.constant(1)), f(tf.constant(-1))

    # == tf.autograph.to_graph
    def f(x):
        if x > 0:
            x = x * x
        return x
    g = tf.autograph.to_graph(f)
    g(tf.constant(3)), g(-3)

    # == tf.autograph.to_code is text
    def f(x):
        if x > 0:
            x = x * x
        return x
    'def tf__f' in tf.autograph.to_code(f)

    # == print in a staged branch runs for both while tracing
    @tf.function
    def f(x):
        if x > 0:
            print('positive')
        else:
            print('other')
        return x
    f(tf.constant(1))
    f(tf.constant(-1))

    # == tf.print in a staged branch runs in one
    import sys
    @tf.function
    def f(x):
        if x > 0:
            tf.print('positive', x, output_stream=sys.stdout)
        else:
            tf.print('other', x, output_stream=sys.stdout)
    f(tf.constant(1))
    f(tf.constant(-1))

    # == tf.print in a loop
    import sys
    @tf.function
    def f(n):
        for i in tf.range(n):
            if i % 2 == 0:
                continue
            tf.print(i, output_stream=sys.stdout)
    f(tf.constant(6))

    # == print in a staged loop runs once
    @tf.function
    def f(n):
        for i in tf.range(n):
            print('body')
        return n
    f(tf.constant(6))

    # == a variable is assigned in a loop
    v = tf.Variable(0)
    @tf.function
    def f(n):
        for i in tf.range(n):
            v.assign_add(i)
    f(tf.constant(5))
    v

    # == a variable is assigned in one branch
    v = tf.Variable(0)
    @tf.function
    def f(c):
        if c:
            v.assign(10)
        else:
            v.assign_sub(1)
        return v.read_value()
    f(tf.constant(True)), f(tf.constant(False))

    # == shape_invariants let a shape grow
    @tf.function
    def f(n):
        x = tf.constant([0])
        for i in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
            x = tf.concat([x, [i]], 0)
        return x
    f(tf.constant(3))

    # == maximum_iterations ends a loop
    @tf.function
    def f():
        n = 0
        while tf.constant(True):
            tf.autograph.experimental.set_loop_options(maximum_iterations=7)
            n = n + 1
        return n
    f()

    # == parallel_iterations and swap_memory are taken
    @tf.function
    def f():
        n = 0
        for i in tf.range(4):
            tf.autograph.experimental.set_loop_options(parallel_iterations=1, swap_memory=True)
            n = n + i
        return n
    f()

    # == a return value of one branch only
    @tf.function
    def f(x):
        if x > 0:
            return x
    f(tf.constant(1))  # error: return

    # == structures of returns differ
    @tf.function
    def f(x):
        if x > 0:
            return x
        return x, x
    f(tf.constant(1))

    # == dtypes of returns differ
    @tf.function
    def f(x):
        if x > 0:
            return x
        return tf.cast(x, tf.float32)
    f(tf.constant(1))

    # == statements behind a return
    @tf.function
    def f(x):
        return x
        x = x + 1
        print('never')
    f(tf.constant(1))

    # == a comprehension over a tensor
    @tf.function
    def f(x):
        return [v * 2 for v in x]
    f(tf.constant([1, 2]))

    # == star-arguments of a helper
    def g(a, b, c=0):
        return a + b * 10 + c * 100
    @tf.function
    def f(x):
        args = [x, 2]
        return g(*args, **{'c': 3})
    f(tf.constant(1))

    # == slices are assigned
    @tf.function
    def f(x):
        x[0] = 5
        return x
    f(tf.constant([1, 2]))  # error: does not support item assignment

    # == slices of a numpy array are assigned
    @tf.function
    def f(x):
        a = np.zeros(2)
        a[0] = 5
        return x + a
    f(tf.constant([1.0, 2.0], tf.float64))

    # == iterating over a symbolic tensor of unknown length
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def f(x):
        s = 0
        for v in x:
            s = s * 10 + v
        return s
    f([1, 2, 3]), f([])

    # == iterating over a tensor of unknown rank
    @tf.function(input_signature=[tf.TensorSpec(None, tf.int32)])
    def f(x):
        s = tf.constant(0)
        for v in x:
            s = s + tf.reduce_sum(v)
        return s
    f([1, 2, 3]), f([[1], [4]])

    # == a generator function
    @tf.function
    def f(x):
        yield x
    f(tf.constant(1))

    # == a coroutine
    @tf.function
    async def f(x):
        return x
    f(tf.constant(1))

    # == a class defined in a function
    @tf.function
    def f(x):
        class C:
            def g(self, y):
                return y + 1
        return C().g(x)
    f(tf.constant(1))

    # == a match statement on Python values
    @tf.function
    def f(x, k):
        r = {'a': x + 1, 'b': x + 2}.get(k, x)
        return r
    f(tf.constant(1), 'a'), f(tf.constant(1), 'z')

    # == the loop variable after the loop
    @tf.function
    def f(n):
        i = tf.constant(-1)
        for i in tf.range(n):
            pass
        return i
    f(tf.constant(3)), f(tf.constant(0))

    # == else of a for loop in Python
    @tf.function
    def f(x):
        for i in range(3):
            x = x + i
        else:
            x = x * 100
        return x
    f(tf.constant(1))
    """
)

ON_PURPOSE = {
    "a list is appended to in a staged loop": (
        "Appending in a staged loop gives what the Python loop would; in TensorFlow the list has the item of the trace."
    ),
    "nonlocal in a branch": (
        "A staged branch assigns variables of the enclosing function; TensorFlow drops the assignment."
    ),
    "a comprehension over a tensor": "A comprehension iterates over a tensor whose length is known.",
}
