"""Programs about `tf.function`: variables, captures, concrete functions, options of the decorator."""

from __future__ import annotations

from tests.behaviour.table import listed, product

# get_concrete_function: how it is asked for, and how the result is called
ROWS = product(
    "concrete function of (<spec>) called with (<call>)",
    """
    @tf.function
    def f(x, y=2):
        return x * y
    c = f.get_concrete_function(<spec>)
    c(<call>)
    c.structured_input_signature
    [i.name for i in c.inputs]
    len(c.outputs)
    """,
    spec=["tf.TensorSpec([], tf.float32)", "tf.TensorSpec([None], tf.float32)", "tf.constant(1.0)",
          "x=tf.TensorSpec([])",
          "tf.TensorSpec([]), 3.0", "tf.TensorSpec([]), tf.TensorSpec([])", "tf.TensorSpec([], name='other')",
          "1.0, tf.TensorSpec([])", "y=tf.TensorSpec([]), x=tf.TensorSpec([])"],
    call=["tf.constant(3.0)", "3.0", "x=tf.constant(3.0)", "tf.constant([3.0])", "tf.constant(3)", "", "1.0, 2.0",
          "tf.constant(1.0), tf.constant(2.0)", "np.float32(3.0)", "z=1.0"],
)  # fmt: skip
ROWS |= product(
    "concrete function of structures called with <call>",
    """
    @tf.function
    def f(d, l):
        return {'sum': d['a'] + l[0], 'rest': (d['b'], l[1])}
    c = f.get_concrete_function({'a': tf.TensorSpec([]), 'b': tf.TensorSpec([2])}, [tf.TensorSpec([]), tf.TensorSpec([])])
    c(<call>)
    c.structured_outputs
    """,
    call=["{'a': 1.0, 'b': [2.0, 3.0]}, [4.0, 5.0]", "{'b': [2.0, 3.0], 'a': 1.0}, [4.0, 5.0]",
          "{'a': 1.0}, [4.0, 5.0]",
          "{'a': 1.0, 'b': [2.0, 3.0]}, [4.0]", "{'a': 1.0, 'b': [2.0, 3.0]}, (4.0, 5.0)",
          "d={'a': 1.0, 'b': [2.0, 3.0]}, l=[4.0, 5.0]", "1.0, [2.0, 3.0], 4.0, 5.0",
          "{'a': 1.0, 'b': [2.0, 3.0], 'c': 1.0}, [4.0, 5.0]"],
)  # fmt: skip

# options of the decorator
ROWS |= product(
    "tf.function(<option>)",
    """
    count = []
    @tf.function(<option>)
    def f(x):
        count.append(1)
        if tf.reduce_sum(x) > 2:
            x = x * 2
        return x
    f(tf.constant([1.0, 2.0]))
    f(tf.constant([1.0]))
    len(count)
    """,
    option=["", "autograph=True", "jit_compile=False", "jit_compile=None", "reduce_retracing=True",
            "experimental_autograph_options=None", "experimental_attributes=None", "experimental_attributes={}",
            "experimental_implements='name'",
            "experimental_autograph_options=(tf.autograph.experimental.Feature.EQUALITY_OPERATORS,)",
            "input_signature=None", "input_signature=(tf.TensorSpec([None]),)", "no_such=1", "None", "1",
                                                      "jit_compile=True",
            "experimental_relax_shapes=True", "experimental_compile=False", "experimental_follow_type_hints=True",
            "func=None", "None, None", "autograph=False"],
)  # fmt: skip

# creation of variables
ROWS |= product(
    "a variable created <how>",
    """
    class M:
        v = None
    m = M()
    count = []
    @tf.function
    def f(x):
        count.append(1)
        <how>
        return v.assign_add(x)
    f(tf.constant(1.0))
    f(tf.constant(2.0))
    len(count)
    """,
    how={
        "on each call": "v = tf.Variable(1.0)",
        "on the first call": "if m.v is None:\n    m.v = tf.Variable(1.0)\nv = m.v",
        "on the first call from the argument": "if m.v is None:\n    m.v = tf.Variable(x * 10)\nv = m.v",
        "on the first call from a function": "if m.v is None:\n    m.v = tf.Variable(lambda: 5.0)\nv = m.v",
        "in init_scope": "with tf.init_scope():\n    if m.v is None:\n        m.v = tf.Variable(1.0)\nv = m.v",
        "in a staged branch": "if x > 0:\n    if m.v is None:\n        m.v = tf.Variable(1.0)\nv = m.v",
        "in a nested function": "def g():\n    if m.v is None:\n        m.v = tf.Variable(1.0)\n    return m.v\nv = g()",
        "twice on the first call": "if m.v is None:\n    m.v = tf.Variable(1.0)\n    m.w = tf.Variable(2.0)\nv = m.v\nx = x + m.w",
        "with a name": "if m.v is None:\n    m.v = tf.Variable(1.0, name='mine')\nv = m.v",
        "not trainable": "if m.v is None:\n    m.v = tf.Variable(1.0, trainable=False)\nv = m.v",
    },
)
ROWS |= product(
    "a traced function: <body>",
    """
    v = tf.Variable(3.0)
    @tf.function
    def f(x):
        <body>
    f(tf.constant(2.0))
    f(tf.constant(5.0))
    v
    """,
    body={
        b.replace("\n", "; "): b
        for b in (
            "return v + x", "return v.assign(x)", "v.assign(x)", "v.assign_add(x)\nreturn v",
            "return v.assign_add(x) * v",
            "a = v.read_value()\nv.assign(x)\nreturn a, v.read_value()", "a = v + 0\nv.assign(x)\nreturn a + v",
            "v.assign_sub(x)\nv.assign_add(x * 2)\nreturn v.value()", "return v", "return v * v", "return -v",
            "with tf.control_dependencies([v.assign(x)]):\n    return v.read_value()", "return v.dtype.name",
            "return v.shape", "return tf.shape(v)", "del x", "return v.name", "return [v.assign(x), v.assign(x + 1)]",
            "v.assign(x)\nif v > 3:\n    v.assign(0.0)\nreturn v + 1", "return tf.identity(v)", "v = x\nreturn v",
            "return v.assign(x, read_value=False)", "return v.assign([x])", "return v.assign(1)",
            "return v.assign('a')",
            "for i in tf.range(3):\n    v.assign_add(x)\nreturn v.read_value()", "return v.trainable",
            "tf.debugging.assert_less(v, 100.0)\nreturn v", "return v.is_initialized()", "return tf.stack([v, x])",
            "return v.numpy()", "return float(v)", "return x.numpy()", "return v.experimental_ref() is not None",
            "return v.ref() == v.ref()", "return x.name", "return x.op.type", "return x.graph is v.graph",
            "return bool(x)",
            "return x.shape, x.dtype.name", "return isinstance(x, tf.Tensor)", "return hasattr(x, 'numpy')",
            "return len(x)",
            "return [i for i in x]", "return x.device", "return tf.is_tensor(v), tf.is_tensor(x)",
            "return x == x, x is x",
            "return {x.ref(): 1}[x.ref()]", "return hash(x)", "return x in [x]", "return tf.get_static_value(x)",
            "return tf.get_static_value(tf.constant(4))", "return tf.executing_eagerly()", "return repr(x)",
            "return str(x)",
            "return tf.compat.v1.get_default_graph() is x.graph", "return np.asarray(x)", "return np.sin(x)",
            "return tf.numpy_function(np.sin, [x], tf.float32)",
            "return tf.py_function(lambda a: a.numpy() + 1, [x], tf.float32)",
        )
    },
)  # fmt: skip

ROWS |= listed(
    """
    # == a captured tensor stays the one of the trace
    a = tf.constant(1)
    @tf.function
    def f(x):
        return x + a
    f(tf.constant(1))
    a = tf.constant(100)
    f(tf.constant(1))

    # == captures of a concrete function
    a, v = tf.constant([1.0]), tf.Variable(2.0)
    @tf.function
    def f(x):
        return x + a * v
    c = f.get_concrete_function(tf.constant([3.0]))
    len(c.captured_inputs), len(c.variables), len(c.trainable_variables)
    c.variables[0] is v

    # == variables of a module are found through closures
    class M(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable([1.0, 2.0])
        @tf.function
        def __call__(self, x):
            return x * self.w
    m = M()
    m(tf.constant([2.0, 3.0]))
    m.w.assign([10.0, 20.0])
    m(tf.constant([2.0, 3.0]))
    len(m.trainable_variables)

    # == a Python attribute is read at tracing
    class M:
        n = 1
    m = M()
    @tf.function
    def f(x):
        return x + m.n
    f(tf.constant(1))
    m.n = 5
    f(tf.constant(1))

    # == a variable that was replaced is still the old one
    class M:
        pass
    m = M()
    m.v = tf.Variable(1)
    @tf.function
    def f(x):
        return x + m.v
    f(tf.constant(1))
    m.v = tf.Variable(50)
    f(tf.constant(1))

    # == an object as argument retraces for each object
    class C:
        n = 1
    count = []
    @tf.function
    def f(c, x):
        count.append(1)
        return x + c.n
    a, b = C(), C()
    f(a, tf.constant(1)), f(a, tf.constant(2)), f(b, tf.constant(1))
    len(count)

    # == an object that changed does not retrace
    class C:
        n = 1
    @tf.function
    def f(c, x):
        return x + c.n
    c = C()
    f(c, tf.constant(1))
    c.n = 7
    f(c, tf.constant(1))

    # == a variable as argument is not copied
    @tf.function
    def f(v, x):
        v.assign_add(x)
        return v
    v = tf.Variable(1)
    f(v, tf.constant(4))
    v

    # == variables of one shape as arguments share a trace
    count = []
    @tf.function
    def f(v):
        count.append(1)
        return v + 1
    f(tf.Variable(1)), f(tf.Variable(2))
    len(count)

    # == the same variable twice is another trace than two variables
    count = []
    @tf.function
    def f(a, b):
        count.append(1)
        a.assign_add(1)
        return a + b
    v, w = tf.Variable(1), tf.Variable(10)
    f(v, v), f(v, w), f(w, v)
    len(count)

    # == a leaked tensor is refused
    leaked = []
    @tf.function
    def f(x):
        leaked.append(x + 1)
        return x
    f(tf.constant(1))
    leaked[0] + 1  # error: out of scope

    # == a leaked tensor in another function
    leaked = []
    @tf.function
    def f(x):
        leaked.append(x + 1)
        return x
    @tf.function
    def g(x):
        return x + leaked[0]
    f(tf.constant(1))
    g(tf.constant(1))

    # == functions as arguments
    count = []
    @tf.function
    def apply(g, x):
        count.append(1)
        return g(x)
    h = lambda v: v + 1
    apply(h, tf.constant(1)), apply(h, tf.constant(2)), apply(lambda v: v * 2, tf.constant(3))
    len(count)

    # == a function called within another has its own input_signature
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def g(x):
        return tf.reduce_sum(x)
    @tf.function
    def f(x):
        return g(x) + g(tf.concat([x, x], 0))
    f(tf.constant([1, 2]))
    g.experimental_get_tracing_count()

    # == a function returns a function's result of another dtype
    @tf.function
    def g(x):
        return tf.cast(x, tf.float32), tf.cast(x, tf.string) if x.dtype == tf.string else tf.as_string(x)
    @tf.function
    def f(x):
        return g(x)
    f(tf.constant(3))

    # == experimental_get_compiler_ir needs compilation
    f = tf.function(lambda x: x + 1)
    f.experimental_get_compiler_ir(tf.constant(1))

    # == the graph of a concrete function
    @tf.function
    def f(x):
        return x * 2 + 1
    g = f.get_concrete_function(tf.TensorSpec([], tf.int32)).graph
    [o.type for o in g.get_operations()]
    [o.name for o in g.get_operations()]
    g.as_graph_def().versions.producer > 0
    len(g.as_graph_def().node)
    [i.name for i in g.inputs], [o.name for o in g.outputs]

    # == names of operations in a function
    @tf.function
    def f(x):
        a = tf.add(x, 1, name='sum')
        with tf.name_scope('inner'):
            b = tf.add(a, 1)
            c = tf.add(b, 1)
        with tf.name_scope('inner'):
            d = tf.multiply(c, 2, name='product')
        return a, b, c, d
    [t.name for t in f.get_concrete_function(tf.TensorSpec([], tf.int32)).structured_outputs]
    [t.op.name for t in f.get_concrete_function(tf.TensorSpec([], tf.int32)).graph.outputs]

    # == names of inputs
    @tf.function
    def f(first, second, *rest, key=None):
        return first
    c = f.get_concrete_function(tf.TensorSpec([]), [tf.TensorSpec([]), tf.TensorSpec([])], tf.TensorSpec([]), key=tf.TensorSpec([]))
    [i.name for i in c.inputs]

    # == control dependencies keep the order of prints
    import sys
    @tf.function
    def f():
        tf.print('a', output_stream=sys.stdout)
        tf.print('b', output_stream=sys.stdout)
        tf.print('c', output_stream=sys.stdout)
    f()

    # == tf.print of structures and options
    import sys
    @tf.function
    def f(x):
        tf.print('x:', x, [x, {'k': x}], 3, None, sep=' | ', end='END', output_stream=sys.stdout)
        tf.print(tf.range(20), summarize=2, output_stream=sys.stdout)
        tf.print(tf.range(20), summarize=-1, output_stream=sys.stdout)
        tf.print(tf.ones([2, 2]), tf.constant('text'), tf.constant(['a', 'b']), True, output_stream=sys.stdout)
    f(tf.constant(1.5))

    # == what an op without use does is done when it has an effect
    v = tf.Variable(0)
    @tf.function
    def f(x):
        x + 1
        v.assign_add(1)
        tf.random.uniform([])
        return x
    f(tf.constant(1)), f(tf.constant(1))
    v

    # == an unused failing op with no effect is not run
    @tf.function
    def f(x):
        tf.gather(x, 5)
        return x
    f(tf.constant([1]))

    # == an assertion is run although nothing uses it
    @tf.function
    def f(x):
        tf.debugging.assert_equal(x, 1)
        return x
    f(tf.constant(1))
    f(tf.constant(2))

    # == random ops have a state of their own in each function
    tf.random.set_seed(5)
    @tf.function
    def f():
        return tf.random.uniform([2])
    a, b = f(), f()
    bool(tf.reduce_all(a == b))
    tf.random.set_seed(5)
    bool(tf.reduce_all(f() == a))

    # == a random op with a seed repeats in each new function
    tf.random.set_seed(5)
    def g():
        return tf.random.uniform([2], seed=3)
    f, h = tf.function(g), tf.function(g)
    bool(tf.reduce_all(f() == h()))
    bool(tf.reduce_all(f() == g()))

    # == a deep copy of a function
    import copy
    f = tf.function(lambda x: x + 1)
    f(tf.constant(1))
    g = copy.copy(f)
    g(tf.constant(2))

    # == a weak reference to a function
    import weakref
    f = tf.function(lambda x: x + 1)
    weakref.ref(f)() is f

    # == a function in a dictionary
    f = tf.function(lambda x: x + 1)
    {f: 1}[f], f == f, f != tf.function(lambda x: x + 1)
    """
)

_TENSORS = (
    "A concrete function takes numbers and arrays for its tensors, and checks shapes and the number of arguments."
)
_ONE = ["3.0", "tf.constant([3.0])", "np.float32(3.0)"]
_TWO = ["1.0, 2.0", "tf.constant(1.0), tf.constant(2.0)"]
_DIFFERENT = {
    "tf.TensorSpec([], tf.float32)": [*_ONE, *_TWO],
    "tf.TensorSpec([None], tf.float32)": ["3.0", "np.float32(3.0)", "tf.constant(3.0)", "x=tf.constant(3.0)"],
    "tf.constant(1.0)": [*_ONE, *_TWO],
    "x=tf.TensorSpec([])": [*_ONE, *_TWO],
    "tf.TensorSpec([]), 3.0": _ONE,
    "tf.TensorSpec([], name='other')": [*_ONE, *_TWO, "x=tf.constant(3.0)"],
    "1.0, tf.TensorSpec([])": [*_ONE, _TWO[1]],
}

ON_PURPOSE = {
    **{
        f"concrete function of ({spec}) called with ({c})": _TENSORS
        for spec, calls in _DIFFERENT.items()
        for c in calls
    },
    "a traced function: return bool(x)": "`bool` of a scalar is staged.",
    "a traced function: return [i for i in x]": "The error says that the tensor is a scalar.",
    "a variable created on each call": "After a failure to trace, the next call traces from the start.",
    "a variable created in a staged branch": "An attribute that one branch leaves at None is refused on each call.",
    "captures of a concrete function": "Small constants become part of the graph.",
    "experimental_get_compiler_ir needs compilation": "Each function can show the code of its compiler.",
}
