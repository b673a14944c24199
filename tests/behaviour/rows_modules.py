"""Programs about tf.Module and tf.Variable: names, collections, assignments, conversions, errors."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_MODULE = """
class D(tf.Module):
    def __init__(self, n, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.ones([n]), name='w')
        self.b = tf.Variable(0.0, trainable=False)
class M(tf.Module):
    def __init__(self):
        super().__init__()
        self.value = <value>
m = M()
"""
ROWS = product(
    "a module with <value>: <what>",
    _MODULE + "<what>\n",
    value=["D(1)", "[D(1), D(2)]", "{'a': D(1), 'b': [D(2)]}", "(D(1), 3)", "tf.Variable(1.0)", "[tf.Variable(1), 'x', None]",
           "{'k': tf.Variable(1.0, trainable=False)}", "None", "D(1, name='named')", "tf.function(lambda x: x)", "{1: D(1), 2: D(2)}",
           "[[D(1)], {'x': (D(2),)}]"],
    what=["[v.name for v in m.variables]", "[v.shape for v in m.trainable_variables]", "len(m.non_trainable_variables)",
          "[s.name for s in m.submodules]", "type(m.value).__name__ in ('D', 'list', 'dict', 'tuple', 'NoneType', 'ListWrapper', '_DictWrapper', '_TupleWrapper')"],
)  # fmt: skip
ROWS |= product(
    "a variable: v = <initial>; <what>",
    "v = <initial>\n<what>\nv\n",
    initial={"a scalar": "tf.Variable(1.0)", "a vector": "tf.Variable([1, 2, 3])", "a matrix": "tf.Variable([[1.0, 2.0], [3.0, 4.0]])"},
    what=["v.assign(5)", "v.assign([7, 8, 9])", "v.assign([1, 2])", "v.assign(2.5)", "v.assign('a')", "v.assign(tf.constant(3))", "v.assign_add(1)",
          "v.assign_sub(1.0)", "v.assign_add([1, 1, 1])", "v[0].assign(10)", "v[1:].assign([5, 6])", "v[0, 1].assign(9.0)", "v[0] = 3",
          "v.scatter_nd_update([[0]], [5])", "v.scatter_update(tf.IndexedSlices(tf.constant([5]), tf.constant([1])))",
          "v.scatter_add(tf.IndexedSlices(tf.constant([5.0, 6.0]), tf.constant(1)))", "v.shape, v.dtype, v.name, v.trainable", "v + 1", "1 + v",
          "v += 1", "-v", "v == v", "v[0]", "len(v)", "float(v)", "bool(v)", "v.numpy()", "np.array(v)", "list(v)", "tf.convert_to_tensor(v)",
          "tf.convert_to_tensor(v, tf.float64)", "v.read_value()", "v.value()", "hash(v)", "v.ref() == v.ref()", "v.handle.dtype",
          "v.get_shape()", "v.device", "v.initial_value", "v.initializer", "v.op", "v.graph", "v.constraint", "v.synchronization.name",
          "v.aggregation.name", "v.is_initialized()", "v.eval()", "v.sparse_read([0])", "v.gather_nd([0])", "v.count_up_to(5)", "v.to_proto()",
          "v.experimental_ref()", "v.initialized_value()", "v.load(1)", "v.set_shape(v.shape)", "v.batch_scatter_update(None)", "v.trainable = False",
          "v.name = 'x'", "v.assign(v + v)", "v.assign(4, read_value=False)", "v.assign(4, use_locking=True, name='n')", "v @ v", "v > 1",
          "tf.is_tensor(v)", "isinstance(v, tf.Tensor)", "tf.reduce_sum(v)", "v in [v]", "repr(v)[:12]", "str(v)[:12]", "v.dtype.name", "v.shape.rank"],
)  # fmt: skip
ROWS |= product(
    "tf.Variable(<arguments>)",
    """
    v = tf.Variable(<arguments>)
    v
    v.name, v.dtype, v.shape, v.trainable, v.synchronization.name, v.aggregation.name
    """,
    arguments=["1", "1.0", "True", "'a'", "1j", "[1, 2]", "[]", "[[1], [2, 3]]", "np.ones(2)", "np.float16(1)", "None", "tf.constant(1)", "tf.Variable(2)",
               "lambda: 3.0", "lambda: tf.ones([2])", "1, dtype=tf.float32", "1.5, dtype=tf.int32", "1, dtype='float16'", "[1, 2], name='mine'", "1, trainable=False",
               "1, trainable=None", "1, False", "[1, 2], shape=[2]", "[1, 2], shape=[None]", "[1, 2], shape=tf.TensorShape(None)", "[1, 2], shape=[3]",
               "lambda: 1, shape=[2]", "1, validate_shape=False", "1, constraint=lambda x: x", "1, constraint=3", "1, caching_device=None",
               "1, synchronization=tf.VariableSynchronization.ON_READ", "1, synchronization=tf.VariableSynchronization.NONE",
               "1, synchronization=tf.VariableSynchronization.ON_WRITE, trainable=True", "1, synchronization=tf.VariableSynchronization.ON_READ, trainable=True",
               "1, aggregation=tf.VariableAggregation.MEAN", "1, aggregation=tf.VariableAggregation.SUM", "1, aggregation=tf.VariableAggregation.ONLY_FIRST_REPLICA",
               "1, aggregation='mean'", "1, synchronization='auto'", "initial_value=3", "", "object()", "range(3)", "tf.range(3)", "{'a': 1}", "(1, 2)",
               "tf.ragged.constant([[1]])", "tf.zeros([0])", "1, experimental_enable_variable_lifting=False", "tf.float32", "1, name='a b'", "1, name=''", "1, name=3",
               "1, dtype=tf.string", "2**40", "-1, dtype=tf.uint8", "1e300", "[1, 2.5]", "[True, 1]", "b'x'", "np.array(['a', 'b'])"],
)  # fmt: skip
ROWS |= listed(
    """
    # == the name of a module from its class
    class MyBigModule(tf.Module):
        pass
    m = MyBigModule()
    m.name, m.name_scope.name, m.submodules

    # == the name of a module as given
    m = tf.Module(name='other')
    m.name, m.name_scope.name
    tf.Module(name='no good')  # error: not a valid module name

    # == a module without super().__init__
    class M(tf.Module):
        def __init__(self):
            self.v = tf.Variable(1.0)
    len(M().variables)

    # == with_name_scope
    class M(tf.Module):
        @tf.Module.with_name_scope
        def __call__(self, x):
            if not hasattr(self, 'w'):
                self.w = tf.Variable(x, name='w')
            return self.w * x
    m = M(name='scoped')
    m(tf.constant(2.0))
    m.w.name

    # == name_scope of a module
    class M(tf.Module):
        def __init__(self):
            super().__init__('outer')
            with self.name_scope:
                self.v = tf.Variable(1.0, name='v')
                self.n = tf.Module(name='inner')
                with self.n.name_scope:
                    self.w = tf.Variable(1.0, name='w')
    m = M()
    m.v.name, m.w.name, m.n.name_scope.name

    # == the order of variables is that of attribute names
    class M(tf.Module):
        def __init__(self):
            super().__init__()
            self.z, self.a, self.m = tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0)
    [float(v) for v in M().variables]

    # == variables of submodules come after one's own
    class N(tf.Module):
        def __init__(self):
            super().__init__()
            self.v = tf.Variable(9.0)
    class M(tf.Module):
        def __init__(self):
            super().__init__()
            self.a = N()
            self.z = tf.Variable(1.0)
    [float(v) for v in M().variables]

    # == a shared variable is counted once
    class M(tf.Module):
        def __init__(self):
            super().__init__()
            self.a = self.b = tf.Variable(1.0)
    len(M().variables)

    # == a cycle of modules
    a, b = tf.Module(), tf.Module()
    a.other, b.other = b, a
    a.v, b.v = tf.Variable(1.0), tf.Variable(2.0)
    len(a.variables), len(a.submodules), b in a.submodules, a in a.submodules

    # == attributes with an underscore are found
    m = tf.Module()
    m._hidden = tf.Variable(1.0)
    len(m.variables)

    # == a property is not found
    class M(tf.Module):
        @property
        def v(self):
            return tf.Variable(1.0)
    len(M().variables)

    # == _flatten
    m = tf.Module()
    m.a, m.b = tf.Variable(1.0), [tf.Variable(2.0)]
    [p for p, v in m._flatten(with_path=True, predicate=lambda v: isinstance(v, tf.Variable))]

    # == a list attribute is followed when it grows
    m = tf.Module()
    m.l = []
    m.l.append(tf.Variable(1.0))
    len(m.variables)
    m.l += [tf.Variable(1.0)]
    len(m.variables), m.l == m.l, len(m.l)

    # == a dict attribute is followed when it grows
    m = tf.Module()
    m.d = {}
    m.d['k'] = tf.Variable(1.0)
    len(m.variables), list(m.d), m.d == {'k': m.d['k']}

    # == a deleted attribute
    m = tf.Module()
    m.v = tf.Variable(1.0)
    del m.v
    len(m.variables)

    # == a deep copy of a module
    import copy
    m = tf.Module(name='one')
    m.v = tf.Variable([1.0])
    n = copy.deepcopy(m)
    n.v.assign([5.0])
    m.v, n.v, n.name

    # == a deep copy of a variable
    import copy
    v = tf.Variable(1.0, name='v')
    w = copy.deepcopy(v)
    w.assign(2.0)
    v, w, w.name

    # == variables are compared by value
    v, w = tf.Variable([1, 2]), tf.Variable([1, 3])
    v == w, v != w, v is v, v.ref() == w.ref()
    {v: 1}  # error: unhashable

    # == variable_creator_scope
    def creator(next_creator, **kwargs):
        kwargs['name'] = 'created'
        kwargs['initial_value'] = 100.0
        return next_creator(**kwargs)
    with tf.variable_creator_scope(creator):
        v = tf.Variable(1.0)
    v, v.name

    # == names of variables in name scopes
    with tf.name_scope('a'):
        with tf.name_scope('b'):
            v = tf.Variable(1, name='v')
    v.name

    # == a variable with an unknown shape
    v = tf.Variable([1.0], shape=tf.TensorShape(None))
    v.shape
    v.assign([[1.0, 2.0]])
    v.assign(3.0)
    tf.shape(v)

    # == sparse methods
    v = tf.Variable([1.0, 2.0, 3.0, 4.0])
    s = tf.IndexedSlices(tf.constant([10.0, 20.0]), tf.constant([0, 2]))
    v.scatter_add(s), v.scatter_sub(s), v.scatter_mul(s), v.scatter_div(s), v.scatter_max(s), v.scatter_min(s), v.scatter_update(s)
    v.scatter_nd_add([[1]], [5.0]), v.scatter_nd_sub([[1]], [2.0]), v.scatter_nd_update([[3]], [0.0])

    # == scatter with an index out of range
    v = tf.Variable([1.0, 2.0])
    v.scatter_update(tf.IndexedSlices(tf.constant([1.0]), tf.constant([7])))

    # == assignments return the variable
    v = tf.Variable(1)
    v.assign(2) is v, v.assign_add(3)
    a = v.assign(10)
    v.assign(20)
    a

    # == a value read does not change
    v = tf.Variable([1, 2])
    a, b = v.value(), v.numpy()
    v.assign([5, 6])
    a, b
    """
)

_SESSIONS = "Methods of variables that need a session are not here."
_METHODS = ("v.initial_value", "v.eval()", "v.count_up_to(5)", "v.to_proto()", "v.initialized_value()", "v.load(1)")

ON_PURPOSE = {
    **{f"a variable: v = a {kind}; {m}": _SESSIONS for kind in ("scalar", "vector", "matrix") for m in _METHODS},
    "a variable: v = a vector; len(v)": "A variable has the length of its first axis.",
    "a variable: v = a matrix; len(v)": "A variable has the length of its first axis.",
    "tf.Variable(1, name='')": "An empty name is no name: the default is used.",
    "tf.Variable(-1, dtype=tf.uint8)": "A number out of the range of the dtype is refused.",
    "tf.Variable(1e300)": "A number too large for float32 is infinity, as in NumPy.",
    "assignments return the variable": "An assignment returns the variable itself.",
}
