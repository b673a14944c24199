"""Programs about tf.cond, tf.case, tf.switch_case, tf.while_loop, tf.map_fn, tf.scan, tf.foldl and their arguments."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_TWO = {"eager": "g", "traced": "tf.function(g)"}

_RESULTS = {
    "tensors": ("x", "x + 1"), "numbers": ("1", "2"), "an int and a float": ("1", "2.0"), "dtypes": ("x",
    "tf.constant(1.5)"),
    "shapes": ("tf.zeros([1])", "tf.zeros([2])"), "ranks": ("tf.zeros([1])", "tf.zeros([1, 1])"), "None": ("None",
    "None"),
    "None and a tensor": ("None", "x"), "tuples": ("(x, 1)", "(x, 2)"), "a tuple and a list": ("(x, 1)", "[x, 2]"),
    "lengths": ("(x, 1)", "(x, 1, 2)"), "dicts": ("{'a': x}", "{'a': -x}"), "keys": ("{'a': x}", "{'b': -x}"),
    "nested structures": ("(x, {'k': [x, x]})", "(-x, {'k': [x, -x]})"), "one-element lists": ("[x]", "[-x]"),
    "strings": ("'a'", "'b'"), "empty tuples": ("()", "()"), "ragged tensors":
    ("tf.ragged.constant([[1]])", "tf.ragged.constant([[1], [2, 3]])"), "arrays": ("np.zeros(2)", "np.ones(2)"),
}  # fmt: skip
ROWS = {}
for _kind, (_one, _other) in _RESULTS.items():
    ROWS |= product(
        f"tf.cond with results: {_kind}, <how>",
        f"""
        def g(c, x):
            return tf.cond(c, lambda: {_one}, lambda: {_other})
        f = <how>
        f(tf.constant(True), tf.constant(5))
        f(tf.constant(False), tf.constant(5))
        """,
        how=_TWO,
    )
    ROWS |= product(
        f"tf.switch_case with results: {_kind}, <how>",
        f"""
        def g(i, x):
            return tf.switch_case(i, [lambda: {_one}, lambda: {_other}])
        f = <how>
        [f(tf.constant(i), tf.constant(5)) for i in (0, 1, 2, -1)]
        """,
        how=_TWO,
    )

ROWS |= product(
    "tf.cond of <pred>, <how>",
    """
    def g():
        return tf.cond(<pred>, lambda: 'yes', lambda: 'no')
    f = <how>
    f()
    """,
    pred=["True", "False", "1", "0", "tf.constant(True)", "tf.constant(1)", "tf.constant(0.0)", "tf.constant('')",
          "tf.constant([True])", "np.bool_(False)", "np.array(True)", "None", "'text'",
          "tf.Variable(True) if tf.executing_eagerly() else tf.constant(True)", "[True]", "tf.constant(3) > 2"],
    how=_TWO,
)  # fmt: skip
ROWS |= product(
    "tf.cond(<arguments>)",
    "tf.cond(<arguments>)",
    arguments=["True, lambda: 1", "True", "True, 1, 2", "True, lambda: 1, 2",
               "True, true_fn=lambda: 1, false_fn=lambda: 2",
               "pred=tf.constant(False), true_fn=lambda: 1, false_fn=lambda: 2", "True, lambda x: x, lambda: 1",
               "tf.constant(True), None, lambda: 1", "True, lambda: 1, lambda: 2, 'name'",
               "True, lambda: 1, lambda: 2, name='n'", "False, lambda: 1, lambda: 1 / 0",
               "lambda: True, lambda: 1, lambda: 2"],
)  # fmt: skip
ROWS |= product(
    "tf.switch_case(<arguments>), <how>",
    """
    def g():
        return tf.switch_case(<arguments>)
    f = <how>
    f()
    """,
    arguments=["tf.constant(1), [lambda: 1, lambda: 2, lambda: 3]", "1, [lambda: 1, lambda: 2]",
               "tf.constant(5), [lambda: 1]",
               "tf.constant(5), [lambda: 1], default=lambda: 9", "tf.constant(-1), [lambda: 1, lambda: 2]",
               "tf.constant(1), {0: lambda: 1, 1: lambda: 2}", "tf.constant(0), {1: lambda: 1, 0: lambda: 2}",
               "tf.constant(0), {1: lambda: 1, 2: lambda: 2}", "tf.constant(7), {0: lambda: 1, 1: lambda: 2}",
               "tf.constant(7), {0: lambda: 1, 1: lambda: 2}, lambda: 3",
               "tf.constant(1), [(0, lambda: 1), (1, lambda: 2)]",
               "tf.constant(1), [(5, lambda: 1), (9, lambda: 2)], lambda: 3", "tf.constant(1), []",
               "tf.constant(1), None",
               "tf.constant(1, tf.int64), [lambda: 1, lambda: 2]", "tf.constant(1.0), [lambda: 1, lambda: 2]",
               "tf.constant([1]), [lambda: 1, lambda: 2]", "tf.constant(0), [1, 2]",
               "tf.constant(0), {'a': lambda: 1}",
               "tf.constant(0), [(0, lambda: 1), (0, lambda: 2)]", "tf.constant(0), (lambda: 1, lambda: 2)",
               "branch_index=tf.constant(1), branch_fns=[lambda: 1, lambda: 2], default=lambda: 3, name='n'",
               "True, [lambda: 1, lambda: 2]", "tf.constant(0), [lambda: 1, lambda: 1.5]"],
    how=_TWO,
)  # fmt: skip
ROWS |= product(
    "tf.case(<arguments>), <how>",
    """
    t, n = tf.constant(True), tf.constant(False)
    def g():
        return tf.case(<arguments>)
    f = <how>
    f()
    """,
    arguments=["[(t, lambda: 1), (n, lambda: 2)]", "[(n, lambda: 1), (t, lambda: 2)]",
               "[(n, lambda: 1), (n, lambda: 2)]",
               "[(n, lambda: 1)], default=lambda: 3", "[(t, lambda: 1), (t, lambda: 2)]",
               "[(t, lambda: 1), (t, lambda: 2)], exclusive=True", "[(t, lambda: 1), (n, lambda: 2)], exclusive=True",
               "[(n, lambda: 1), (n, lambda: 2)], exclusive=True", "[]", "[], default=lambda: 1", "None", "[(t, 1)]",
               "[(True, lambda: 1)]", "[(1, lambda: 1)]", "[(tf.constant(1), lambda: 1)]",
               "[(tf.constant([True]), lambda: 1)]",
               "((n, lambda: 1), (t, lambda: 2))", "[(t, lambda: (1, 2)), (n, lambda: (3, 4))]", "[(t, lambda: 1, 2)]",
               "[(t, lambda: 1), (n, lambda: 2.0)]", "[(n, lambda: 1), (t, lambda: (1, 2))]", "{t: lambda: 1}",
               "[(t, lambda: [1]), (n, lambda: [2])], strict=True",
               "[(n, lambda: 1)], lambda: 2, True, False, 'name'"],
    how=_TWO,
)  # fmt: skip

# while_loop
ROWS |= product(
    "tf.while_loop(<arguments>), <how>",
    """
    i, n = tf.constant(0), tf.constant(4)
    def g():
        return tf.while_loop(<arguments>)
    f = <how>
    f()
    """,
    arguments=[
        "lambda i: i < n, lambda i: i + 1, [i]", "lambda i: i < n, lambda i: [i + 1], (i,)",
        "lambda i: i < n, lambda i: i + 1, i",
        "lambda i: i < n, lambda i: (i + 1,), [i]", "lambda i: i < 0, lambda i: i + 1, [i]",
        "lambda i: i < n, lambda i: i + 1, [0]",
        "lambda i, x: i < n, lambda i, x: (i + 1, x * 2.0), [i, 1.0]",
        "lambda i, x: i < n, lambda i, x: [i + 1, x * 2], (i, 1)",
        "lambda i: i < n, lambda i: (i + 1, i), [i]", "lambda i, x: i < n, lambda i, x: i + 1, [i, 1]",
        "lambda i: i < n, lambda i: tf.cast(i, tf.float32), [i]", "lambda i: i, lambda i: i + 1, [i]",
        "lambda i: True, lambda i: i + 1, [i], maximum_iterations=3",
        "lambda i: i < n, lambda i: i + 1, [i], maximum_iterations=0",
        "lambda i: i < n, lambda i: i + 1, [i], maximum_iterations=tf.constant(2)",
        "lambda i: i < n, lambda i: i + 1, [i], maximum_iterations=-1",
        "lambda i: i < n, lambda i: i + 1, [i], parallel_iterations=1",
        "lambda i: i < n, lambda i: i + 1, [i], parallel_iterations=0",
        "lambda i: i < n, lambda i: i + 1, [i], swap_memory=True",
        "lambda i: i < n, lambda i: i + 1, [i], back_prop=False", "lambda i: i < n, lambda i: i + 1, [i], name='loop'",
        "lambda i, x: i < n, lambda i, x: (i + 1, tf.concat([x, [i]], 0)), [i, [0]]",
        "lambda i, x: i < n, lambda i, x: (i + 1, tf.concat([x, [i]], 0)), [i, tf.constant([0])], "
        "shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])]",
        "lambda i: i < n, lambda i: i + 1, [i], shape_invariants=[tf.TensorShape([])]",
        "lambda i: i < n, lambda i: i + 1, [i], shape_invariants=[tf.TensorShape([2])]",
        "lambda i: i < n, lambda i: i + 1, [i], shape_invariants=[]", "lambda i: i < n, lambda i: i + 1, []",
        "lambda i: i < n, lambda i: i + 1, None", "None, lambda i: i, [i]",
        "lambda i: i < n, None, [i]",
        "lambda i, d: i < n, lambda i, d: (i + 1, {'k': d['k'] * 2}), (i, {'k': 1})",
        "lambda i, p: i < n, lambda i, p: (i + 1, (p[1], p[0])), (i, (1, 2))",
        "lambda d: d['i'] < n, lambda d: [{'i': d['i'] + 1}], [{'i': i}]",
        "lambda d: d['i'] < n, lambda d: {'i': d['i'] + 1}, {'i': i}",
        "lambda i, x: i < n, lambda i, x: (i + 1, None), (i, None)",
        "lambda i, x: i < n, lambda i, x: (i + 1, x), (i, 'a')",
        "lambda i, x: i < n, lambda i, x: (i + 1, x * 2), (i, tf.ragged.constant([[1], [2, 3]]))",
        "lambda *v: v[0] < n, lambda *v: (v[0] + 1, v[1]), [i, i]",
        "lambda i: tf.expand_dims(i < n, 0), lambda i: i + 1, [i]",
        "cond=lambda i: i < n, body=lambda i: i + 1, loop_vars=[i]", "lambda i: i < n, lambda i: i + 1",
                                                                "lambda i: i < n, lambda j: j + 1, [i], no=1",
    ],
    how=_TWO,
)  # fmt: skip

# functions over elements
ROWS |= product(
    "<call>, <how>",
    """
    x = tf.constant([1, 2, 3])
    r = tf.ragged.constant([[1], [2, 3], []])
    def g():
        return <call>
    f = <how>
    f()
    """,
    call=["tf.map_fn(lambda v: v + 1, x)", "tf.map_fn(lambda v: (v, v * 2), x)",
          "tf.map_fn(lambda v: (v, v * 2), x, (tf.int32, tf.int32))",
          "tf.map_fn(lambda v: v / 2, x)", "tf.map_fn(lambda v: v / 2, x, fn_output_signature=tf.float64)",
          "tf.map_fn(lambda v: v[0] + v[1], (x, x), fn_output_signature=tf.int32)",
          "tf.map_fn(lambda v: v[0] + v[1], (x, x))",
          "tf.map_fn(lambda v: {'s': v}, x, fn_output_signature={'s': tf.int32})", "tf.map_fn(lambda v: v, [])",
          "tf.map_fn(lambda v: v, 1)",
          "tf.map_fn(lambda v: tf.reduce_sum(v), r, fn_output_signature=tf.int32)", "tf.map_fn(lambda v: v * 2, r)",
          "tf.map_fn(lambda v: tf.range(v), x, fn_output_signature=tf.RaggedTensorSpec([None], tf.int32))",
          "tf.map_fn(lambda v: tf.range(v), x)", "tf.map_fn(lambda v: v, x, parallel_iterations=1, swap_memory=True)",
          "tf.map_fn(lambda v: v, x, infer_shape=False)", "tf.map_fn(lambda v: v, x, dtype=tf.int32)",
          "tf.map_fn(lambda v: v, x, dtype=tf.float32)",
          "tf.map_fn(lambda v: v, (x, x[:2]), fn_output_signature=(tf.int32, tf.int32))", "tf.map_fn(None, x)",
                     "tf.map_fn(lambda v: v, tf.zeros([0, 2]))",
          "tf.scan(lambda a, v: a + v, x)", "tf.scan(lambda a, v: a + v, x, 10)",
          "tf.scan(lambda a, v: a + v, x, initializer=10, reverse=True)",
          "tf.scan(lambda a, v: (a[0] + v, a[1] * v), x, (0, 1))", "tf.scan(lambda a, v: a + v[0] * v[1], (x, x), 0)",
          "tf.scan(lambda a, v: a, x, [1, 2])",
          "tf.scan(lambda a, v: a + 0.5, x)", "tf.scan(lambda a, v: a, [], 0)", "tf.scan(lambda a, v: a, [])",
          "tf.scan(lambda a: a, x)",
          "tf.foldl(lambda a, v: a * 10 + v, x)", "tf.foldr(lambda a, v: a * 10 + v, x)",
          "tf.foldl(lambda a, v: a + v, x, initializer=5)",
          "tf.foldl(lambda a, v: a * 10 + v, [], 3)", "tf.foldl(lambda a, v: a - v, [])",
          "tf.foldr(lambda a, v: a + v[0] - v[1], (x, x), 0)",
          "tf.foldl(lambda a, v: (a[0] + v, a[1]), x, (0, 1))", "tf.vectorized_map(lambda v: v * v, x)",
          "tf.vectorized_map(lambda v: v[0] + v[1], (x, x))",
          "tf.vectorized_map(lambda v: tf.reduce_sum(v), tf.ones([2, 3]))", "tf.vectorized_map(lambda v: 1, x)",
          "tf.vectorized_map(lambda v: (v, [v]), x)", "tf.vectorized_map(lambda v: v, (x, x[:2]))",
          "tf.vectorized_map(lambda v: tf.print(v), x)", "tf.vectorized_map(lambda v: v, tf.constant(1))",
          "tf.vectorized_map(lambda v: tf.random.uniform([]) < 2, x)",
          "tf.vectorized_map(lambda v: v, x, fallback_to_while_loop=False)",
          "tf.group(x)", "tf.group()", "tf.tuple([x, x + 1])", "tf.no_op()", "tf.identity_n([x, x])",
          "tf.stop_gradient(x)",
          "tf.ensure_shape(x, [3])", "tf.ensure_shape(x, [None])", "tf.ensure_shape(x, [2])",
          "tf.ensure_shape(x, None)",
          "tf.grad_pass_through(lambda v: v + 1)(x)", "tf.py_function(lambda v: v + 1, [x], tf.int32)",
          "tf.py_function(lambda v: (v, 2.0), [x], [tf.int32, tf.float32])",
          "tf.py_function(lambda v: 1 / 0, [x], tf.int32)",
          "tf.py_function(lambda v: v, [x], tf.float32)", "tf.py_function(lambda: None, [], [])",
          "tf.numpy_function(lambda v: v * 2, [x], tf.int32)",
          "tf.numpy_function(lambda v: v * 2.0, [x], tf.int32)",
          "tf.numpy_function(lambda v: type(v).__name__, [x], tf.string)"],
    how=_TWO,
)  # fmt: skip
ROWS |= listed(
    """
    # == cond runs one branch
    import sys
    @tf.function
    def f(c):
        return tf.cond(c, lambda: tf.print('true', output_stream=sys.stdout), lambda: tf.print('false', output_stream=sys.stdout))
    f(tf.constant(True)), f(tf.constant(False))

    # == cond traces both branches
    @tf.function
    def f(c):
        def a():
            print('a')
            return 1
        def b():
            print('b')
            return 2
        return tf.cond(c, a, b)
    f(tf.constant(True)), f(tf.constant(False))

    # == an eager cond runs one branch
    def a():
        print('a')
        return 1
    def b():
        print('b')
        return 2
    tf.cond(tf.constant(True), a, b), tf.cond(False, a, b)

    # == the condition of a loop is traced once
    @tf.function
    def f(n):
        def c(i):
            print('condition')
            return i < n
        def b(i):
            print('body')
            return i + 1
        return tf.while_loop(c, b, [0])
    f(tf.constant(3)), f(tf.constant(4))

    # == the gradient through while_loop
    x = tf.constant(2.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * x), [0, 1.0])[1]
    t.gradient(y, x)

    # == the gradient through cond
    def g(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.cond(x > 0, lambda: x * x, lambda: -x)
        return t.gradient(y, x)
    f = tf.function(g)
    f(tf.constant(3.0)), f(tf.constant(-3.0)), g(tf.constant(3.0))

    # == the gradient through switch_case
    @tf.function
    def f(i, x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.switch_case(i, [lambda: x * x, lambda: x * 7.0, lambda: tf.constant(1.0)])
        return t.gradient(y, x)
    [f(tf.constant(i), tf.constant(3.0)) for i in range(4)]

    # == the gradient through map_fn and scan
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        a = tf.map_fn(lambda v: v * v, x)
        b = tf.scan(lambda s, v: s * v, x)
    t.gradient(a, x), t.gradient(b, x)

    # == control_dependencies of an assertion
    @tf.function
    def f(x):
        with tf.control_dependencies([tf.debugging.assert_greater(x, 0)]):
            return tf.identity(x)
    f(tf.constant(1))
    f(tf.constant(0))

    # == control_dependencies of functions and None
    with tf.control_dependencies(None):
        a = tf.constant(1)
    a
    with tf.control_dependencies([lambda: tf.constant(2)]):
        b = tf.constant(1)

    # == variables in the branches of cond
    v = tf.Variable(1.0)
    @tf.function
    def f(c):
        return tf.cond(c, lambda: v.assign_add(1.0), lambda: v.assign_sub(5.0))
    f(tf.constant(True)), f(tf.constant(False))
    v

    # == nested cond and while
    @tf.function
    def f(n):
        def body(i, s):
            return i + 1, tf.cond(i % 2 == 0, lambda: s + i, lambda: tf.while_loop(lambda j, q: j < i, lambda j, q: (j + 1, q + 1), (0, s))[1])
        return tf.while_loop(lambda i, s: i < n, body, (0, 0))
    f(tf.constant(6))
    """
)

_LENGTHS = (
    "Structures of different lengths are refused with the error of other structures; TensorFlow's own check fails."
)
_ARGUMENT = "The error names the argument; TensorFlow fails inside."
_STRUCTURE = "A body may return its one variable without a list, eagerly as in a graph."
_LOOP = "lambda i: i < n, lambda i: i + 1, "

ON_PURPOSE = {
    "tf.cond with results: lengths, traced": _LENGTHS,
    "tf.switch_case with results: lengths, traced": _LENGTHS,
    "tf.case([(n, lambda: 1), (t, lambda: (1, 2))]), traced": _LENGTHS,
    "tf.switch_case with results: ragged tensors, traced": "Branches may return ragged tensors of different sizes.",
    "tf.cond of True, traced": "A Python bool chooses in a graph, too.",
    "tf.cond of False, traced": "A Python bool chooses in a graph, too.",
    "tf.switch_case(tf.constant(1, tf.int64), [lambda: 1, lambda: 2]), traced": "The index may be of any integer dtype.",
    "tf.case([(t, lambda: 1), (t, lambda: 2)], exclusive=True), eager": "`exclusive` is checked, as documented.",
    "tf.case([(t, lambda: 1), (t, lambda: 2)], exclusive=True), traced": "`exclusive` is checked, as documented.",
    **{
        f"{call}, {how}": _ARGUMENT
        for call in ("tf.case([(t, 1)])", "tf.map_fn(None, x)", "tf.scan(lambda a, v: a, [], 0)",
                     "tf.scan(lambda a, v: a, [])",
                     "tf.foldl(lambda a, v: a * 10 + v, [], 3)", "tf.foldl(lambda a, v: a - v, [])",
                     "tf.vectorized_map(lambda v: v, tf.constant(1))")
        for how in _TWO
    },
    "tf.case([(tf.constant(1), lambda: 1)]), eager": _ARGUMENT,
    **{
        f"tf.while_loop({arguments}), eager": _STRUCTURE
        for arguments in (_LOOP + "[i]", _LOOP + "[0]", "lambda i, x: i < n, lambda i, x: i + 1, [i, 1]",
                          "lambda i: True, lambda i: i + 1, [i], maximum_iterations=3",
                          _LOOP + "[i], maximum_iterations=tf.constant(2)", _LOOP + "[i], parallel_iterations=1",
                          _LOOP + "[i], swap_memory=True", _LOOP + "[i], back_prop=False", _LOOP + "[i], name='loop'",
                          _LOOP + "[i], shape_invariants=[tf.TensorShape([])]", _LOOP + "[i], shape_invariants=[]",
                          _LOOP + "[i], shape_invariants=[tf.TensorShape([2])]",
                          "lambda i: tf.expand_dims(i < n, 0), lambda i: i + 1, [i]",
                          "cond=lambda i: i < n, body=lambda i: i + 1, loop_vars=[i]")
    },
    f"tf.while_loop({_LOOP}[i], shape_invariants=[tf.TensorShape([2])]), traced":
        "A shape invariant that the first value does not have is refused.",
    "tf.tuple([x, x + 1]), traced": "tf.tuple works in a function.",
    "tf.ensure_shape(x, None), traced": "A shape of None is an unknown one, eagerly and in a graph.",
    "tf.py_function(lambda: None, [], []), traced": "A function without results needs none.",
}  # fmt: skip
