"""Programs about `tf.function`: signatures, retracing, Python arguments, outputs, errors of calls."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_VALUES = {
    "1": "1", "2": "2", "True": "True", "1.0": "1.0", "'a'": "'a'", "None": "None", "constant 1": "tf.constant(1)",
    "constant 1.0": "tf.constant(1.0)", "constant [1, 2]": "tf.constant([1, 2])",
    "array [1, 2]": "np.array([1, 2])", "np.int64(1)": "np.int64(1)", "(1, 2)": "(1, 2)",
    "[constant]": "[tf.constant(1)]",
}  # fmt: skip

ROWS: dict[str, str] = {}

# what makes a new trace: each pair of arguments
ROWS |= product(
    "traces for <a> and then <b>",
    """
    count = []
    @tf.function
    def f(x):
        count.append(1)
        return x
    r = f(<a>)
    len(count)
    s = f(<b>)
    len(count)
    (r, s)
    """,
    a=_VALUES,
    b=_VALUES,
)

# arguments and how a function is called
ROWS |= product(
    "parameters <signature> called with <call>",
    """
    @tf.function
    def f(<signature>):
        return <result>
    f(<call>)
    """,
    signature={"(a, b)": "a, b"},
    result={"": "a, b"},
    call=["1, 2", "1, b=2", "b=2, a=1", "1", "1, 2, 3", "1, a=2", "1, 2, c=3", "*[1, 2]", "**{'a': 1, 'b': 2}", ""],
)
ROWS |= product(
    "parameters a, b=5, *args, c, d=7, **kwargs called with <call>",
    """
    @tf.function
    def f(a, b=5, *args, c, d=7, **kwargs):
        return a, b, args, c, d, kwargs
    f(<call>)
    """,
    call=["1, c=2", "1, 2, c=3", "1, 2, 3, 4, c=5", "1, c=2, e=3", "1", "c=1, a=2", "1, c=2, d=tf.constant(3)",
          "1, tf.constant(2.0), tf.constant('x'), c=None, z=[1, 2]"],
)  # fmt: skip
ROWS |= product(
    "positional-only a, / and keyword-only b called with <call>",
    """
    @tf.function
    def f(a, /, *, b):
        return a + b
    f(<call>)
    """,
    call=["1, b=2", "a=1, b=2", "1, 2", "tf.constant(1), b=tf.constant(2)"],
)

# input_signature against arguments
_SPECS = {
    "scalar float32": "tf.TensorSpec([], tf.float32)", "[None] float32": "tf.TensorSpec([None], tf.float32)",
    "[2] int32": "tf.TensorSpec([2], tf.int32)", "unknown float32": "tf.TensorSpec(None, tf.float32)",
    "[None, 2] float64": "tf.TensorSpec([None, 2], tf.float64)", "scalar string": "tf.TensorSpec([], tf.string)",
}  # fmt: skip
ROWS |= product(
    "input_signature <spec> called with <x>",
    """
    count = []
    @tf.function(input_signature=[<spec>])
    def f(x):
        count.append((x.dtype.name, x.shape))
        return x
    f(<x>)
    count
    """,
    spec=_SPECS,
    x=["1", "1.5", "[1, 2]", "[1.0, 2.0]", "tf.constant(1.0)", "tf.constant([1, 2])", "tf.constant([1.0, 2.0, 3.0])",
       "np.ones([3, 2])", "np.float32(2)", "'a'", "None", "tf.Variable(2.0)", "[]", "True"],
)  # fmt: skip
ROWS |= product(
    "input_signature of two, called with <call>",
    """
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32), tf.TensorSpec([None], tf.float32)])
    def f(a, b):
        return tf.cast(a, tf.float32) * b
    f(<call>)
    """,
    call=["1, [2.0]", "a=1, b=[2.0]", "1, b=[2.0, 3.0]", "1", "1, [2.0], 3", "1, [2], c=1", "[1], [2.0]",
          "tf.constant(1), tf.constant([2.0])", "tf.constant(1.0), tf.constant([2.0])", "1, [[2.0]]"],
)  # fmt: skip
ROWS |= product(
    "input_signature <signature> of a function of <parameters>",
    """
    @tf.function(input_signature=<signature>)
    def f(<parameters>):
        return 1
    f.input_signature
    f.get_concrete_function().structured_input_signature
    """,
    signature={
        "none": "[]", "one": "[tf.TensorSpec([], tf.float32)]", "two": "[tf.TensorSpec([], tf.float32)] * 2",
        "a list in it": "[[tf.TensorSpec([], tf.float32), tf.TensorSpec([1], tf.int32)]]",
        "a dict in it": "[{'k': tf.TensorSpec([], tf.float32)}]", "a tuple": "(tf.TensorSpec([], tf.float32),)",
        "no sequence": "tf.TensorSpec([], tf.float32)", "of numbers": "[1]", "of None": "[None]",
    },
    parameters=["", "x", "x, y", "x, y=3", "*args", "x, *, k=1", "x, **kwargs"],
)  # fmt: skip

# outputs
ROWS |= product(
    "returns <value>",
    """
    @tf.function
    def f(x):
        return <value>
    f(tf.constant([1.0, 2.0]))
    g = f.get_concrete_function(tf.TensorSpec([2]))
    g.structured_outputs
    g.output_shapes
    g.output_dtypes
    """,
    value=["x", "(x, x)", "[x, 1]", "{'b': x, 'a': 2.0}", "None", "(None, x)", "()", "[]", "{}", "1", "'text'", "True",
           "1.5", "x[0], (x[1], [x, {'k': x}])", "np.arange(3)", "tf.ragged.constant([[1], [2, 3]])",
           "tf.sparse.from_dense([[0, 1.0]])", "tf.IndexedSlices(x, tf.constant([0, 1]), tf.constant([3]))",
           "x.shape", "tf.shape(x)", "range(3)",
           "object", "tf.float32", "b'x'", "np.float64(2)", "lambda: x", "tf.Variable", "{1: x, 2: (x,)}", "[None]",
           "[[], [x]]", "2 + 1j", "tf.TensorArray(tf.float32, 2).unstack(x)"],
)  # fmt: skip

ROWS |= listed(
    """
    # == a named tuple is returned as one
    import collections
    P = collections.namedtuple('P', 'a b')
    @tf.function
    def f(p):
        return P(p.b, p.a + 1)
    f(P(tf.constant(1), tf.constant(2)))
    f(P(1, 2))

    # == an ordered dict keeps its order
    import collections
    @tf.function
    def f(x):
        return collections.OrderedDict([('z', x), ('a', x + 1)])
    f(tf.constant(1))
    list(f(tf.constant(1)))

    # == a defaultdict is returned as one
    import collections
    @tf.function
    def f(x):
        d = collections.defaultdict(list)
        d['k'].append(x)
        return d
    type(f(tf.constant(1))).__name__
    f(tf.constant(1))['k']

    # == a set is not an output
    @tf.function
    def f(x):
        return {1, 2}
    f(tf.constant(1))

    # == a generator is not an output
    @tf.function
    def f(x):
        return (i for i in [x])
    f(tf.constant(1))

    # == an argument returned is a new tensor
    @tf.function
    def f(x):
        return x
    a = tf.constant([1])
    f(a) is a

    # == two names of a tensor are two outputs
    @tf.function
    def f(x):
        y = x + 1
        return y, y
    f(tf.constant(1))
    len(f.get_concrete_function(tf.constant(1)).outputs)

    # == variables are outputs
    v = tf.Variable(2.0)
    @tf.function
    def f():
        return v
    r = f()
    isinstance(r, tf.Variable), isinstance(r, tf.Tensor)

    # == attrs-like objects are passed by identity
    class C:
        n = 3
    @tf.function
    def f(c):
        print('trace')
        return tf.constant(c.n)
    c = C()
    f(c), f(c), f(C())
    """
)

# names, attributes and other forms of the decorator
ROWS |= listed(
    """
    # == the decorator keeps the name and the docstring
    @tf.function
    def squared(x):
        "The square."
        return x * x
    squared.__name__, squared.__doc__
    squared.python_function(3)
    type(squared).__name__ != 'function', callable(squared)

    # == the decorator with arguments gives a decorator
    g = tf.function(autograph=False)
    callable(g)
    g(lambda x: x + 1)(tf.constant(1))

    # == the decorator with func named
    tf.function(func=lambda x: x + 1)(tf.constant(1))

    # == a lambda has a name
    f = tf.function(lambda x: x)
    f.__name__

    # == functools.partial
    import functools
    f = tf.function(functools.partial(lambda x, y: x - y, 10))
    f(tf.constant(3))

    # == functools.partial with keywords
    import functools
    def g(x, y=2, z=3):
        return x, y, z
    f = tf.function(functools.partial(g, y=tf.constant(5)))
    f(1)
    f(1, z=4)

    # == a callable object
    class Add:
        def __init__(self, n):
            self.n = n
        def __call__(self, x):
            return x + self.n
    f = tf.function(Add(3))
    f(tf.constant(4))

    # == a method is bound to its object
    class A:
        def __init__(self, n):
            self.n = n
        @tf.function
        def add(self, x):
            print('trace', self.n)
            return x + self.n
    a, b = A(1), A(2)
    a.add(tf.constant(10)), b.add(tf.constant(10)), a.add(tf.constant(20))
    A.add(a, tf.constant(5))

    # == a method keeps one function for each object
    class A:
        @tf.function
        def f(self):
            return 1
    a = A()
    a.f is a.f, a.f is A().f

    # == a class method
    class A:
        n = 4
        @classmethod
        @tf.function
        def f(cls, x):
            return x * cls.n
    A.f(tf.constant(2))

    # == a static method
    class A:
        @staticmethod
        @tf.function
        def f(x):
            return x * 2
    A.f(tf.constant(2)), A().f(tf.constant(3))

    # == a property
    class A:
        @property
        @tf.function
        def f(self):
            return tf.constant(7)
    A().f

    # == super() in a method
    class A:
        def f(self, x):
            return x + 1
    class B(A):
        @tf.function
        def f(self, x):
            return super().f(x) * 2
    B().f(tf.constant(1))

    # == a subclass overrides a traced method
    class A:
        @tf.function
        def f(self, x):
            return x + 1
    class B(A):
        @tf.function
        def f(self, x):
            return super().f(x) * 2
    B().f(tf.constant(1)), A().f(tf.constant(1))

    # == a function of no arguments
    @tf.function
    def f():
        print('trace')
        return tf.constant(3)
    f(), f()

    # == what is no function is refused
    tf.function(3)

    # == wrapping a function twice
    f = tf.function(tf.function(lambda x: x + 1))
    f(tf.constant(1))

    # == experimental_get_tracing_count
    f = tf.function(lambda x: x)
    f.experimental_get_tracing_count()
    f(1), f(2), f(tf.constant(1))
    f.experimental_get_tracing_count()

    # == pretty_printed_concrete_signatures names types
    @tf.function
    def f(x, y=2):
        return x
    f(tf.constant([1.0]))
    text = f.pretty_printed_concrete_signatures()
    'float32' in text, 'x' in text

    # == run_functions_eagerly
    @tf.function
    def f(x):
        print('run')
        return x + 1
    f(tf.constant(1))
    tf.config.run_functions_eagerly(True)
    tf.config.functions_run_eagerly()
    f(tf.constant(1)), f(tf.constant(1))
    tf.config.run_functions_eagerly(False)
    tf.config.functions_run_eagerly()
    f(tf.constant(1))

    # == inside a function executing_eagerly is False
    @tf.function
    def f():
        print(tf.executing_eagerly(), tf.inside_function())
    f()
    tf.executing_eagerly(), tf.inside_function()

    # == init_scope leaves the function
    @tf.function
    def f():
        with tf.init_scope():
            print(tf.executing_eagerly())
            x = tf.constant(3)
        return x + 1
    f()

    # == a nested function is traced once in its caller
    @tf.function
    def g(x):
        print('g')
        return x + 1
    @tf.function
    def f(x):
        print('f')
        return g(x) + g(x)
    f(tf.constant(1)), g(tf.constant(2))

    # == Python prints at tracing, tf.print at each call
    import sys
    @tf.function
    def f(x):
        print('tracing')
        tf.print('running', x, output_stream=sys.stdout)
    f(1)
    f(1)
    f(tf.constant(2))
    f(tf.constant(3))

    # == a list is appended to at tracing only
    external = []
    @tf.function
    def f(x):
        external.append(1)
        return x
    f(tf.constant(1)), f(tf.constant(2)), f(tf.constant(3))
    len(external)

    # == a global is read at tracing
    n = 1
    @tf.function
    def f(x):
        return x + n
    f(tf.constant(1))
    n = 10
    f(tf.constant(1))
    f(tf.constant(1.0))

    # == a counter of an iterator advances at tracing
    it = iter([1, 2, 3])
    @tf.function
    def f():
        return tf.constant(next(it))
    f(), f()

    # == recursion without an end
    @tf.function
    def f(n):
        if n > 0:
            return f(n - 1)
        return tf.constant(0)
    f(3)
    """
)

# reduce_retracing
ROWS |= product(
    "reduce_retracing=<reduce> called with <call>",
    """
    count = []
    @tf.function(reduce_retracing=<reduce>)
    def f(x):
        count.append(x.shape)
        return x
    for v in (<call>):
        r = f(v)
    count
    r
    """,
    reduce=["True", "False"],
    call={
        "lengths 1, 2, 3": "tf.ones([1]), tf.ones([2]), tf.ones([3])",
        "ranks 1, 2, 3": "tf.ones([1]), tf.ones([1, 1]), tf.ones([1, 1, 1])",
        "dtypes": "tf.ones([1], tf.int32), tf.ones([2]), tf.ones([3])",
        "second dimension": "tf.ones([2, 1]), tf.ones([2, 5]), tf.ones([2, 6])",
        "both dimensions": "tf.ones([2, 1]), tf.ones([3, 5]), tf.ones([4, 6]), tf.ones([1, 1])",
        "scalars and vectors": "tf.constant(1.0), tf.ones([2]), tf.constant(2.0), tf.ones([3])",
    },
)

_NUMBERS = (
    "1, 1.0 and True are different arguments, each with a trace of its own; TensorFlow takes them for one and returns "
    "the result of the other."
)
_COMPOSITES = "output_shapes and output_dtypes have the shape and dtype of a composite tensor, not of its components."
_SUPER = "`super()` works in a traced method."
_ORDERS = [(a, b) for a in ("1", "True", "1.0") for b in ("1", "True", "1.0") if a != b]

ON_PURPOSE = {
    **{f"traces for {a} and then {b}": _NUMBERS for a, b in _ORDERS},
    "input_signature two of a function of x, *, k=1": (
        "An input_signature covers positional parameters; a longer one is refused when the function is decorated. "
        "TensorFlow fails when it is traced."
    ),
    "returns tf.ragged.constant([[1], [2, 3]])": _COMPOSITES,
    "returns tf.sparse.from_dense([[0, 1.0]])": _COMPOSITES,
    "returns tf.IndexedSlices(x, tf.constant([0, 1]), tf.constant([3]))": _COMPOSITES,
    "returns tf.TensorArray(tf.float32, 2).unstack(x)": (
        "A TensorArray leaves a function as one; in TensorFlow its bare handle comes out."
    ),
    "a defaultdict is returned as one": "A defaultdict stays one. In TensorFlow a dict comes out.",
    "a method keeps one function for each object": (
        "A bound method is a new object each time, as in Python; its traces are kept for each instance."
    ),
    "super() in a method": _SUPER,
    "a subclass overrides a traced method": _SUPER,
}
