"""Programs of TensorFlow 1: graphs, sessions, variables and their scopes, optimizers, savers."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_GRAPH = """
v1 = tf.compat.v1
g = tf.Graph()
with g.as_default():
    x = v1.placeholder(tf.float32, [None, 2], name="x")
    y = tf.add(x * 2.0, 1.0, name="y")
    total = tf.reduce_sum(y)
    n = tf.constant(3, name="n")
    text = tf.constant("words", name="text")
    sparse = tf.sparse.from_dense(y)
    slices = tf.IndexedSlices(y, n, n)
    nothing = tf.no_op(name="nothing")
s = v1.Session(graph=g)
value = np.array([[1.0, 2.0]], np.float32)
"""
ROWS = product(
    "a session runs <fetches>",
    _GRAPH + "s.run(<fetches>, {x: value})\n",
    fetches=["y", "[y]", "(y, n)", "{'a': y, 'b': [n, text]}", "[]", "{}", "()", "'y:0'", "'y'", "[y.op, y]", "nothing", "g.get_operations()[0]", "[[n], n]",
             "sparse", "slices", "None", "[None]", "3", "'absent'", "'absent:0'", "'y:1'", "'y:a'", "object()", "tf.constant(1) if False else total", "b'y:0'",
             "[y, y]", "total, None, None", "x", "text", "y.name", "'x'", "y.op.inputs[0]"],
)  # fmt: skip
ROWS |= product(
    "a session is fed <feeds>",
    _GRAPH + "s.run(y, <feeds>)\n",
    feeds=["{x: [[1, 2]]}", "{'x:0': [[1, 2]]}", "{x: [[1, 2], [3, 4], [5, 6]]}", "{x: value}", "{x: [1, 2]}", "{x: [[1, 2, 3]]}", "{x: 'a'}", "{x: None}", "{}",
             "None", "{y: [[7, 8]]}", "{'y:0': [[7, 8]]}", "{'mul:0': [[1, 1]]}", "{'y': [[1, 1]]}", "{'absent:0': 1}", "{3: 1}", "[1]", "{x: y}", "{x.ref(): [[1, 2]]}",
             "{x: [[1, 2]], n: 5}", "{y.op: 1}", "{x: [[True, False]]}", "{x: np.ones([0, 2])}", "{x: [[1j, 2]]}", "{x: np.float64([[1, 2]])}"],
)  # fmt: skip
ROWS |= product(
    "of a graph: <what>",
    _GRAPH + "<what>\n",
    what=["[op.name for op in g.get_operations()][:5]", "[op.type for op in g.get_operations()][:5]", "g.get_tensor_by_name('y:0') is y", "g.get_operation_by_name('y') is y.op",
          "g.get_operation_by_name('absent')", "g.get_tensor_by_name('absent:0')", "g.get_tensor_by_name('y')", "g.as_graph_element('y:0') is y", "g.as_graph_element('y') is y.op",
          "g.as_graph_element(y) is y", "g.as_graph_element(3)", "g.as_graph_element('y', allow_operation=False)", "g.as_graph_element('y:0', allow_tensor=False)",
          "g.building_function", "g.finalized", "g.version > 3", "g.seed", "g.get_all_collection_keys()", "g.is_feedable(y)", "g.is_fetchable(y)",
          "x.op.type, x.op.name, len(x.op.inputs), len(x.op.outputs)", "y.op.inputs[0].name, y.op.inputs[1].name", "y.consumers()[0].type", "y.graph is g, y.op.graph is g",
          "y == y, y == x, y != x, hash(y) == hash(y)", "x in {x: 1}, y in {x: 1}", "x.shape, x.dtype, x.name, x.value_index", "y.eval({x: value}, s)", "n.eval()", "nothing.run(session=s)",
          "y.op.run({x: value}, s)", "nothing.run()", "isinstance(g, tf.Graph), isinstance(x, tf.Tensor), isinstance(y.op, tf.Operation)", "y.op.get_attr('T')", "y.op.get_attr('absent')",
          "[d.name for d in g.as_graph_def().node][:4]", "bool(x)", "int(n)", "[i for i in n]", "len(x)", "n + 1", "tf.executing_eagerly()", "x.numpy()", "s.graph is g", "s.close(), s.run(n)",
          "g.finalize()\nwith g.as_default(): tf.constant(1)", "g.unique_name('y')", "g.unique_name('fresh')", "g.prevent_fetching(n.op)\ns.run(n)", "g.prevent_feeding(x)\ns.run(y, {x: value})"],
)  # fmt: skip
ROWS |= listed(
    """
    # == eager tensors do not enter a graph
    e = tf.constant([1.0])
    with tf.Graph().as_default():
        tf.identity(e)

    # == tensors of another graph do not enter
    with tf.Graph().as_default():
        a = tf.constant(1.0)
    with tf.Graph().as_default():
        tf.identity(a)

    # == a fetch of another graph
    with tf.Graph().as_default():
        a = tf.constant(1.0)
    with tf.Graph().as_default():
        b = tf.constant(1.0)
        tf.compat.v1.Session().run(a)

    # == a session without operations
    tf.compat.v1.Session(graph=tf.Graph()).run('x')  # error: graph is empty

    # == sessions have default graphs
    v1 = tf.compat.v1
    g = tf.Graph()
    with g.as_default(), v1.Session() as s:
        a = v1.get_default_graph() is g, v1.get_default_session() is s, tf.executing_eagerly(), s.run(tf.constant(2) * 3)
    a
    v1.get_default_session()
    tf.executing_eagerly()
    s.run(1)  # error: closed Session

    # == evaluation needs a session
    with tf.Graph().as_default():
        c = tf.constant(2.0)
    c.eval()  # error: No default session is registered
    with tf.compat.v1.Session(graph=c.graph).as_default():
        d = c.eval()
    d

    # == nested sessions
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v = v1.get_variable("v", [], initializer=v1.ones_initializer())
        a, b = v1.Session(), v1.Session()
        a.run(v.initializer), b.run(v.initializer)
        a.run(v.assign(5.0))
    a.run(v), b.run(v)

    # == control dependencies decide what runs
    v1 = tf.compat.v1
    with tf.Graph().as_default() as g:
        v = tf.Variable(0)
        add = v.assign_add(1)
        plain = tf.constant(1) + 1
        with tf.control_dependencies([add]):
            after = tf.constant(2) + 1
            read = v.read_value()
        both = tf.group(add, name="both")
        s = v1.Session()
        s.run(v.initializer)
    s.run(plain), s.run(v)
    s.run(after), s.run(v)
    s.run(read)
    s.run(both), s.run(v)
    [c.type for c in after.op.control_inputs]
    both.name, both.type

    # == conditions and loops in a session
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [])
        y = tf.cond(x > 0.0, lambda: x * x, lambda: -x)
        g, = v1.gradients(y, x)
        t = v1.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + x), (0, 0.0))
        c = v1.case([(x > 2.0, lambda: tf.constant(1)), (x > 1.0, lambda: tf.constant(2))], default=lambda: tf.constant(3))
        s = v1.Session()
    s.run([y, g, t[1], c], {x: 3.0})
    s.run([y, g, t[1], c], {x: -3.0})

    # == gradients of a graph
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [2])
        w = tf.Variable([1.0, 2.0])
        y = tf.reduce_sum(w * x ** 2)
        grads = v1.gradients(y, [x, w])
        none = v1.gradients(y, [tf.constant(1.0)])
        with_ys = v1.gradients([y], [x], grad_ys=[tf.constant(2.0)])
        h, = v1.hessians(y, x)
        s = v1.Session()
        s.run(v1.global_variables_initializer())
    s.run(grads + with_ys + [h], {x: [3.0, 4.0]})
    none

    # == callables of a session
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32)
        f = v1.Session().make_callable([x + 1.0, x * 2.0], [x])
    f(3.0)

    # == an interactive session
    v1 = tf.compat.v1
    g = tf.Graph()
    with g.as_default():
        a = tf.constant(2.0) * 3.0
    s = v1.InteractiveSession(graph=g)
    a.eval(), v1.get_default_session() is s
    s.close()
    v1.get_default_session()

    # == a placeholder with a default
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x = v1.placeholder_with_default([1.0, 2.0], [None], name="p")
        y = x * 2.0
        s = v1.Session()
    s.run(y), s.run(y, {x: [5.0]})
    x.op.type, x.shape

    # == a sparse placeholder
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x = v1.sparse_placeholder(tf.float32, [2, 2])
        y = tf.sparse.to_dense(x) * 2.0
        s = v1.Session()
    s.run(y, {x: v1.SparseTensorValue([[0, 1]], [3.0], [2, 2])})
    s.run(y, {x: ([[1, 0]], [4.0], [2, 2])})

    # == a placeholder outside of a graph
    tf.compat.v1.placeholder(tf.float32)

    # == functions are called in a graph
    v1 = tf.compat.v1
    @tf.function
    def f(a):
        return a * 2.0 + 1.0
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [])
        y = f(x)
        s = v1.Session()
    s.run(y, {x: 3.0})

    # == names in a graph
    v1 = tf.compat.v1
    with tf.Graph().as_default() as g:
        with v1.name_scope("outer") as scope:
            a = tf.constant(1, name="a")
            with v1.name_scope(None, "inner", [a]):
                b = tf.constant(2, name="a")
            with v1.name_scope("inner"):
                c = a + b
        with v1.name_scope(scope):
            d = tf.constant(3, name="d")
        with v1.name_scope(None):
            e = tf.constant(4, name="e")
    scope, a.name, b.name, c.name, d.name, e.name

    # == collections
    v1 = tf.compat.v1
    with tf.Graph().as_default() as g:
        v1.add_to_collection("c", 1)
        v1.add_to_collections(["c", "d"], 2)
        got = v1.get_collection("c"), v1.get_collection("d"), v1.get_collection("absent")
        v1.get_collection_ref("c").append(3)
    got
    g.get_collection("c"), sorted(g.get_all_collection_keys())
    g.clear_collection("c"), g.get_collection("c")

    # == the default graph is replaced
    v1 = tf.compat.v1
    v1.reset_default_graph()
    a = v1.get_default_graph()
    v1.reset_default_graph()
    a is v1.get_default_graph()
    with tf.Graph().as_default():
        v1.reset_default_graph()
    """
)
_VARIABLE = """
v1 = tf.compat.v1
g = tf.Graph()
with g.as_default():
    v = <variable>
s = v1.Session(graph=g)
"""
ROWS |= product(
    "a variable of a graph: <variable>; <what>",
    _VARIABLE + "<what>\n",
    variable=["tf.Variable([1.0, 2.0], name='v')", "v1.get_variable('v', [2], initializer=v1.ones_initializer())"],
    what=["v.name, v.op.name, v.op.type, v.dtype, v.shape", "s.run(v)", "s.run(v.initializer), s.run(v)", "s.run(v.initializer), v.eval(s)", "v.initializer.type, v.initializer.name",
          "s.run(v.initializer), s.run(v.is_initialized())", "s.run(v.is_initialized())", "s.run(v.initial_value)", "v.load([5.0, 6.0], s), s.run(v)", "v.load([5.0], s)", "v.numpy()",
          "[o.name for o in g.get_operations()]", "[c.name for c in g.get_collection('variables')]", "len(g.get_collection('trainable_variables'))", "v.trainable", "v == v, hash(v) == hash(v)", "v.graph is g",
          "isinstance(v, tf.Variable), isinstance(v, v1.Variable)", "v in [v]"],
)  # fmt: skip
ROWS |= product(
    "changes of a variable of a graph: <what>",
    """
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v = tf.Variable([1.0, 2.0], name='v')
        op = <what>
        s = v1.Session()
        s.run(v1.global_variables_initializer())
    s.run(op)
    s.run(v)
    """,
    what=["v.assign([3.0, 4.0])", "v.assign_add([3.0, 4.0])", "v.assign_sub([3.0, 4.0])", "v1.assign(v, [3.0, 4.0])", "v1.assign_add(v, [1.0, 1.0])", "v.assign([3.0, 4.0], read_value=False)",
          "v[0].assign(9.0)", "v.scatter_update(tf.IndexedSlices([5.0], [1]))", "v.scatter_nd_update([[0]], [7.0])", "v.assign(v * 2.0)", "v.assign_add([1.0, 1.0]) + 1.0", "v + 1.0",
          "v.assign([1.0])", "v.assign_add([1.0, 1.0]).op", "v.initialized_value()", "v1.report_uninitialized_variables()", "v1.is_variable_initialized(v)", "tf.identity(v)", "v.read_value()", "v.value()",
          "v.sparse_read([1])", "v[1]", "-v", "tf.reduce_sum(v)", "v1.scatter_add(v, [0], [5.0])", "v1.scatter_update(v, [0], [5.0])", "v1.scatter_sub(v, [1], [5.0])"],
)  # fmt: skip
ROWS |= product(
    "get_variable: <what>",
    """
    v1 = tf.compat.v1
    with tf.Graph().as_default() as g:
        v1.set_random_seed(1)
        <what>
    [(v.name, v.shape, v.dtype, v.trainable) for v in g.get_collection('variables')]
    """,
    what=["v1.get_variable('a', [2, 3])", "v1.get_variable('a', [2], tf.int32)", "v1.get_variable('a', [2], tf.bool)", "v1.get_variable('a', initializer=[1.0, 2.0])", "v1.get_variable('a', initializer=tf.constant(3))",
          "v1.get_variable('a', [2], initializer=[1.0, 2.0])", "v1.get_variable('a')", "v1.get_variable('a', [None])", "v1.get_variable('a', [2], trainable=False)", "v1.get_variable('a', [2]); v1.get_variable('a', [2])",
          "with v1.variable_scope('s'): v1.get_variable('a', [2])", "with v1.variable_scope('s') as t, v1.variable_scope('t'): v1.get_variable('a', [2])",
          "with v1.variable_scope('s', reuse=True): v1.get_variable('a', [2])", "with v1.variable_scope('s', reuse=v1.AUTO_REUSE): v1.get_variable('a', [2]); v1.get_variable('a', [2])",
          "with v1.variable_scope('s', reuse=v1.AUTO_REUSE): v1.get_variable('a', [2]); v1.get_variable('a', [3])", "with v1.variable_scope('s', reuse=v1.AUTO_REUSE): v1.get_variable('a', [2]); v1.get_variable('a', [2], tf.float64)",
          "with v1.variable_scope('s', initializer=v1.zeros_initializer(), dtype=tf.float64): v1.get_variable('a', [2])", "with v1.variable_scope('s'): tf.Variable(1.0, name='a')",
          "with v1.variable_scope(None, 'd'): v1.get_variable('a', [2])\nwith v1.variable_scope(None, 'd'): v1.get_variable('a', [2])", "with v1.variable_scope(None): pass", "with v1.variable_scope(3): pass",
          "with v1.variable_scope('s') as t: v1.get_variable('a', [2])\nwith v1.variable_scope(t, reuse=True): v1.get_variable('a', [2])", "with v1.name_scope('n'): v1.get_variable('a', [2]); tf.Variable(1.0, name='b')",
          "v1.get_variable('a', [2], collections=['mine'])", "v1.get_local_variable('a', [2])", "tf.Variable(1.0), tf.Variable(2.0)", "v1.Variable(1.0, False, name='a')", "v1.Variable(1.0, collections=['variables', 'mine'])",
          "with v1.variable_scope('s'): v1.get_variable_scope().reuse_variables(); v1.get_variable('a', [2])",
          "with v1.variable_scope('s', custom_getter=lambda getter, name, *a, **k: getter(name + '_own', *a, **k)): v1.get_variable('a', [2])",
          "v1.get_variable('a', [2], regularizer=lambda w: tf.reduce_sum(w)); print([t.name for t in g.get_collection('regularization_losses')])",
          "with v1.variable_scope('s', regularizer=lambda w: tf.reduce_sum(w)): v1.get_variable('a', [2]); print(len(g.get_collection('regularization_losses')))",
          "with v1.variable_scope('s'):\n    with v1.variable_scope('t'): print(tf.constant(1).name, v1.get_variable_scope().name)\n    with v1.variable_scope('t'): print(tf.constant(1).name, v1.get_variable_scope().name)",
          "with v1.variable_scope('s') as t: pass\nwith v1.variable_scope(t, auxiliary_name_scope=False): print(tf.constant(1).name)", "print(v1.get_variable_scope().name, v1.get_variable_scope().reuse)",
          "print([v.name for v in v1.global_variables()], [v.name for v in v1.trainable_variables('a')])"],
)  # fmt: skip
_TRAIN = """
v1 = tf.compat.v1
with tf.Graph().as_default():
    w = tf.Variable([[1.0, -2.0], [3.0, 0.5], [0.25, 4.0]], name='w')
    b = tf.Variable([0.5, 0.5], name='b')
    rows = tf.nn.embedding_lookup(w, [0, 2, 0])
    loss = <loss>
    step = v1.train.get_or_create_global_step()
    opt = v1.train.<optimizer>
    train = opt.minimize(loss, global_step=step)
    s = v1.Session()
    s.run(v1.global_variables_initializer())
    for _ in range(3):
        s.run(train)
    names = [v.name for v in opt.variables()], opt.get_name(), opt.get_slot_names()
    slots = [s.run(opt.get_slot(w, name)) for name in opt.get_slot_names()]
s.run([w, b, loss, step])
names
slots
"""
_OPTIMIZERS = ["GradientDescentOptimizer(0.1)", "MomentumOptimizer(0.1, 0.9)", "MomentumOptimizer(0.1, 0.9, use_nesterov=True)", "AdagradOptimizer(0.1)", "AdamOptimizer(0.1)", "AdamOptimizer(0.1, 0.8, 0.95, 1e-3, name='Own')",
               "RMSPropOptimizer(0.1)", "RMSPropOptimizer(0.1, momentum=0.5, centered=True)", "AdadeltaOptimizer(1.0)", "FtrlOptimizer(0.1)", "FtrlOptimizer(0.1, l1_regularization_strength=0.1, l2_regularization_strength=0.2)",
               "ProximalGradientDescentOptimizer(0.1, 0.1, 0.2)", "ProximalAdagradOptimizer(0.1, 0.1, 0.1, 0.2)", "GradientDescentOptimizer(tf.constant(0.1))",
               "GradientDescentOptimizer(v1.train.exponential_decay(0.1, step, 1, 0.5))", "GradientDescentOptimizer(lambda: 0.1)"]  # fmt: skip
ROWS |= product(
    "training of <loss> with <optimizer>", _TRAIN,
    loss={"a dense loss": "tf.reduce_sum(tf.square(tf.matmul([[1.0, 2.0, 3.0]], w) + b))", "rows": "tf.reduce_sum(tf.square(rows)) + tf.reduce_sum(b)"},
    optimizer=_OPTIMIZERS,
)  # fmt: skip
ROWS |= product(
    "an optimizer without a graph: <optimizer>",
    """
    v1 = tf.compat.v1
    w = tf.Variable([1.0, -2.0])
    opt = v1.train.<optimizer>
    for _ in range(2):
        opt.minimize(lambda: tf.reduce_sum(w * w))
    w
    opt.minimize(tf.reduce_sum(w * w))
    """,
    optimizer=_OPTIMIZERS[:4] + _OPTIMIZERS[6:8],
)
ROWS |= product(
    "a learning rate: <schedule>",
    """
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        step = v1.placeholder(tf.int64, [])
        rate = v1.train.<schedule>
        s = v1.Session()
    [s.run(rate, {step: n}) for n in (0, 1, 3, 5, 10, 25)]
    """,
    schedule=["exponential_decay(0.5, step, 10, 0.9)", "exponential_decay(0.5, step, 3, 0.9, staircase=True)", "natural_exp_decay(0.5, step, 10, 0.9)", "natural_exp_decay(0.5, step, 3, 0.9, True)",
              "inverse_time_decay(0.5, step, 10, 0.9)", "inverse_time_decay(0.5, step, 3, 0.9, True)", "polynomial_decay(0.5, step, 10)", "polynomial_decay(0.5, step, 10, 0.01, 2.0, cycle=True)", "cosine_decay(0.5, step, 10)",
              "cosine_decay(0.5, step, 10, 0.1)", "cosine_decay_restarts(0.5, step, 3)", "cosine_decay_restarts(0.5, step, 3, 1.0, 0.5, 0.1)", "linear_cosine_decay(0.5, step, 10)", "piecewise_constant(step, [3, 6], [1.0, 0.5, 0.1])",
              "piecewise_constant_decay(step, [3], [1.0, 0.5])", "piecewise_constant(step, [3], [1.0])"],
)  # fmt: skip
_LOSSES = ["absolute_difference(l, p<more>)", "mean_squared_error(l, p<more>)", "huber_loss(l, p<more>)", "huber_loss(l, p, delta=0.3<more>)", "log_loss(l, q<more>)", "hinge_loss(l, p<more>)", "cosine_distance(l, p, axis=1<other>)",
           "sigmoid_cross_entropy(l, p<more>)", "sigmoid_cross_entropy(l, p, label_smoothing=0.2<more>)", "softmax_cross_entropy(l, p<rows>)", "softmax_cross_entropy(l, p, label_smoothing=0.2<rows>)",
           "sparse_softmax_cross_entropy([1, 0], p<rows>)", "mean_pairwise_squared_error(l, p<pairs>)", "compute_weighted_loss(p<more>)"]  # fmt: skip
ROWS |= product(
    "a loss: <loss>",
    """
    losses = tf.compat.v1.losses
    l, p = tf.constant([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]), tf.constant([[0.5, -1.0, 2.0], [0.25, 1.5, -0.75]])
    q = tf.sigmoid(p)
    losses.<loss>
    """,
    loss=[text.replace(f"<{key}>", value) for text in _LOSSES for key, values in {
        "more": ["", ", weights=2.0", ", weights=[[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]]", ", weights=[[1.0], [0.0]]", ", reduction='none'", ", reduction='weighted_sum'", ", weights=[[1.0], [3.0]], reduction='weighted_mean'",
                 ", weights=[[1.0], [3.0]], reduction='weighted_sum_over_batch_size'", ", reduction='absent'", ", weights=[1.0, 2.0]", ", weights=0.0"],
        "other": ["", ", weights=[[1.0], [0.0]]"], "rows": ["", ", weights=[1.0, 0.0]", ", reduction='none'"], "pairs": ["", ", weights=[[1.0], [0.0]]", ", weights=2.0"]}.items() if f"<{key}>" in text for value in values],
)  # fmt: skip
ROWS |= product(
    "datasets in a graph: <what>",
    """
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        n = v1.placeholder_with_default(tf.constant(3, tf.int64), [])
        dataset = <what>
        one = v1.data.make_one_shot_iterator(dataset).get_next()
        again = v1.data.make_initializable_iterator(dataset)
        element = again.get_next()
        s = v1.Session()
        s.run(again.initializer)
        seen = [s.run(one), s.run(one), s.run(element)]
        s.run(again.initializer)
        seen.append(s.run(element))
    seen
    v1.data.get_output_types(dataset), v1.data.get_output_shapes(dataset)
    for _ in range(5):
        s.run(one)
    """,
    what=["tf.data.Dataset.range(4)", "tf.data.Dataset.from_tensor_slices(([1.0, 2.0, 3.0], [[1], [2], [3]]))", "tf.data.Dataset.from_tensor_slices({'a': [1, 2, 3, 4]}).map(lambda d: {'b': d['a'] * 2}).batch(2)",
          "tf.data.Dataset.range(10).filter(lambda x: x % 3 == 0)", "tf.data.Dataset.range(3).repeat().batch(2)"],
)  # fmt: skip
ROWS |= listed(
    """
    # == moving averages of eager variables
    v, w = tf.Variable(1.0, name="v"), tf.Variable([1.0, 2.0], name="w")
    ema = tf.train.ExponentialMovingAverage(0.9)
    ema.average(v)
    ema.apply([v, w])
    v.assign(3.0)
    w.assign_add([1.0, 1.0])
    ema.apply([v, w])
    ema.average(v), ema.average(w), ema.name
    ema.average_name(v), ema.average_name(tf.Variable(1.0, name="x"))
    ema.apply([tf.Variable(1)])

    # == moving averages with a number of updates
    v = tf.Variable(1.0, name="v")
    n = tf.Variable(0)
    ema = tf.train.ExponentialMovingAverage(0.99, num_updates=n)
    for _ in range(3):
        ema.apply([v])
        v.assign_add(1.0)
        n.assign_add(1)
    ema.average(v)

    # == moving averages of a graph
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v = tf.Variable([1.0, 2.0], name="v")
        ema = v1.train.ExponentialMovingAverage(0.9)
        with tf.control_dependencies([v.assign_add([1.0, 1.0])]):
            move = ema.apply()
        s = v1.Session()
        s.run(v1.global_variables_initializer())
        for _ in range(3):
            s.run(move)
        got = s.run([v, ema.average(v)])
        names = ema.average(v).name, ema.average_name(v), sorted(ema.variables_to_restore())
    got
    names

    # == moving averages of a tensor
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [], name="x")
        ema = v1.train.ExponentialMovingAverage(0.9, zero_debias=True)
        plain = v1.train.ExponentialMovingAverage(0.9, name="plain")
        move = tf.group(ema.apply([x]), plain.apply([x]))
        s = v1.Session()
        s.run(v1.global_variables_initializer())
        for n in (1.0, 2.0, 4.0):
            s.run(move, {x: n})
        got = s.run([ema.average(x), plain.average(x)])
    got

    # == random numbers of a graph with a seed
    v1 = tf.compat.v1
    with tf.Graph().as_default() as g:
        v1.set_random_seed(7)
        a = tf.random.normal([2])
        b = tf.random.uniform([2], seed=3)
        c = v1.random_uniform([2], 0, 100, dtype=tf.int32)
        d = v1.truncated_normal([2])
        s, t = v1.Session(), v1.Session()
    s.run([a, b, c, d])
    s.run(a), s.run([c, a])
    t.run(b), t.run([a, b])
    g.seed, g.get_all_collection_keys()

    # == random numbers of a graph with seeds of operations
    v1 = tf.compat.v1
    tf.random.set_seed(5)
    with tf.Graph().as_default() as g:
        a = tf.random.normal([2], seed=1)
        w = v1.get_variable("w", [2], initializer=v1.random_normal_initializer(seed=2))
        s = v1.Session()
        s.run(w.initializer)
    s.run([a, w]), s.run(a), g.seed

    # == losses of a graph
    v1 = tf.compat.v1
    with tf.Graph().as_default() as g:
        v1.losses.mean_squared_error([1.0, 2.0], [2.0, 4.0])
        v1.losses.add_loss(tf.constant(3.0))
        v1.get_variable("w", [2], initializer=v1.ones_initializer(), regularizer=lambda w: tf.reduce_sum(w))
        total = v1.losses.get_total_loss()
        regular = v1.losses.get_regularization_loss()
        s = v1.Session()
        s.run(v1.global_variables_initializer())
    s.run([total, regular]), len(g.get_collection("losses"))

    # == a model of a session is saved and loaded
    import tempfile
    v1 = tf.compat.v1
    folder = tempfile.mkdtemp() + "/m"
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [None], name="x")
        w = tf.Variable(3.0, name="w")
        s = v1.Session()
        s.run(w.initializer)
        v1.saved_model.simple_save(s, folder, {"x": x}, {"y": x * w})
    with tf.Graph().as_default() as g:
        s = v1.Session()
        meta = v1.saved_model.load(s, ["serve"], folder)
        signature = meta.signature_def["serving_default"]
        y = s.run(signature.outputs["y"].name, {signature.inputs["x"].name: [1.0, 2.0]})
        names = [v.name for v in v1.global_variables()]
    y, names, signature.method_name
    v1.saved_model.is_valid_signature(signature)
    with g.as_default():
        v1.saved_model.load(s, ["absent"], folder)
    v1.saved_model.Builder(folder)

    # == a saver keeps checkpoints and restores them
    import os, tempfile
    v1 = tf.compat.v1
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default():
        a = tf.Variable(1.0, name="a")
        b = v1.get_variable("b", [2], initializer=v1.zeros_initializer())
        saver = v1.train.Saver(max_to_keep=2)
        s = v1.Session()
        s.run(v1.global_variables_initializer())
        paths = [os.path.basename(saver.save(s, folder + "/m", global_step=n)) for n in range(3)]
        s.run([a.assign(5.0), b.assign([6.0, 7.0])])
        saver.restore(s, folder + "/m-2")
        got = s.run([a, b])
    paths
    got
    sorted(name.replace("00000-of-00001", "0") for name in os.listdir(folder))
    [os.path.basename(p) for p in saver.last_checkpoints]
    os.path.basename(v1.train.latest_checkpoint(folder))
    saver.restore(s, folder + "/absent")  # error: not a valid checkpoint
    saver.restore(s, None)  # error: save_path when it is None
    tf.train.list_variables(folder)

    # == a saver of some variables by other names
    import tempfile
    v1 = tf.compat.v1
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default():
        a = tf.Variable(1.0, name="a")
        b = tf.Variable(2.0, name="b")
        s = v1.Session()
        s.run(v1.global_variables_initializer())
        path = v1.train.Saver({"other": a}).save(s, folder + "/m")
        more = v1.train.Saver([a, b])
    tf.train.list_variables(path)
    with a.graph.as_default():
        more.restore(s, folder + "/m")

    # == savers without variables
    with tf.Graph().as_default():
        tf.compat.v1.train.Saver()

    # == a saved graph is imported
    import tempfile
    v1 = tf.compat.v1
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [], name="x")
        w = tf.Variable(3.0, name="w")
        y = tf.multiply(x, w, name="y")
        v1.add_to_collection("results", y)
        v1.add_to_collection("numbers", 7)
        s = v1.Session()
        s.run(w.initializer)
        _ = v1.train.Saver().save(s, folder + "/m")
    with tf.Graph().as_default() as g:
        s = v1.Session()
        saver = v1.train.import_meta_graph(folder + "/m.meta")
        saver.restore(s, folder + "/m")
    s.run("y:0", {"x:0": 2.0})
    [v.name for v in g.get_collection("variables")], [t.name for t in g.get_collection("results")], g.get_collection("numbers")

    # == the global step
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        none = v1.train.get_global_step()
        step = v1.train.create_global_step()
        same = v1.train.get_or_create_global_step() is step
        s = v1.Session()
        s.run(step.initializer)
        s.run(step.assign_add(2))
    none, same, step.name, step.dtype, step.trainable
    v1.train.global_step(s, step)
    with step.graph.as_default():
        v1.train.create_global_step()

    # == tensors that are called global_step
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        tf.constant(3, name="global_step")
        found = v1.train.get_global_step()
    found.name, found.dtype
    with tf.Graph().as_default():
        tf.constant(3.0, name="global_step")
        v1.train.get_global_step()
    with tf.Graph().as_default():
        tf.constant([3], name="global_step")
        v1.train.get_global_step()
    v1.train.assert_global_step(3)
    v1.train.assert_global_step(tf.constant(1.0))

    # == gradients are computed, changed and applied
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        w = tf.Variable([1.0, 2.0])
        unused = tf.Variable(1.0)
        opt = v1.train.GradientDescentOptimizer(1.0)
        pairs = opt.compute_gradients(tf.reduce_sum(w * w), [w, unused])
        clipped = [(tf.clip_by_norm(grad, 1.0), v) for grad, v in pairs if grad is not None]
        train = opt.apply_gradients(clipped)
        s = v1.Session()
        s.run(v1.global_variables_initializer())
        s.run(train)
    s.run(w)
    pairs[1][0]
    with w.graph.as_default():
        opt.apply_gradients([(None, w)])
    with w.graph.as_default():
        opt.minimize(tf.constant(1.0))

    # == a graph is built from the first line
    v1 = tf.compat.v1
    tf.executing_eagerly()
    v1.executing_eagerly_outside_functions()

    # == wrapped functions use variable scopes
    v1 = tf.compat.v1
    def f(x):
        with v1.variable_scope("s", reuse=v1.AUTO_REUSE):
            w = v1.get_variable("w", [], initializer=v1.ones_initializer())
        return x * w
    g = v1.wrap_function(f, [tf.TensorSpec([], tf.float32)])
    g(tf.constant(3.0))
    len(g.variables)
    """
)
_OUTSIDE = "the value, or the comparison, is there outside of the graph's block too"
_VARIABLES = ("tf.Variable([1.0, 2.0], name='v')", "v1.get_variable('v', [2], initializer=v1.ones_initializer())")
ON_PURPOSE = {
    "a session is fed {x: [[1j, 2]]}": "a complex number is no real one, rather than losing its imaginary part",
    "of a graph: y == y, y == x, y != x, hash(y) == hash(y)": _OUTSIDE,
    "of a graph: g.prevent_fetching(n.op) s.run(n)": "a ValueError, as for other fetches that cannot be",
    "tensors of another graph do not enter": "an operation belongs to the graph under construction",
    "changes of a variable of a graph: v.initialized_value()": "it is here",
    "datasets in a graph: tf.data.Dataset.range(10).filter(lambda x: x % 3 == 0)": "`==` compares values in functions",
    **{f"a variable of a graph: {v}; s.run(v.initializer), v.eval(s)": _OUTSIDE for v in _VARIABLES},
    **{f"a variable of a graph: {v}; s.run(v.initial_value)": _OUTSIDE for v in _VARIABLES},
    **{f"a variable of a graph: {v}; v.load([5.0, 6.0], s), s.run(v)": _OUTSIDE for v in _VARIABLES},
    **{f"a variable of a graph: {v}; v.numpy()": "NotImplementedError, as inside a function" for v in _VARIABLES},
    **{f"a variable of a graph: {v}; v == v, hash(v) == hash(v)": _OUTSIDE for v in _VARIABLES},
    **{
        f"a variable of a graph: {v}; isinstance(v, tf.Variable), isinstance(v, v1.Variable)": "every variable is one"
        for v in _VARIABLES
    },
}
