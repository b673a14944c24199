"""Templates, variables in parts and their partitioners: what TensorFlow 1 has around `get_variable`."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_LAYER = """
v1 = tf.compat.v1
ones = v1.ones_initializer()
def layer(x, scale=1.0):
    return x * v1.get_variable("w", [], initializer=ones) * scale
def nested(x):
    with v1.variable_scope("in"):
        return v1.get_variable("a", [], initializer=ones) + v1.get_variable("b", [], initializer=ones, trainable=False)
made = []
def growing(x):
    made.append(x)
    return v1.get_variable(f"v{len(made)}", [], initializer=ones)
def getter(getter, name, *args, **kwargs):
    made.append(name)
    return getter(name, *args, **kwargs)
def named(template):
    return [[v.name for v in vs] for vs in (template.variables, template.trainable_variables, template.non_trainable_variables, template.global_variables, template.local_variables, template.weights)]
"""
_USES = {
    "a keyword": "t = v1.make_template('layer', layer, scale=2.0)\n[t.name, t.variables, t.variable_scope_name]\n[float(t(1.0)) if eager else t(1.0).op.name, t(2.0).shape]\nnamed(t)\n[t.variable_scope.name, t.variable_scope_name, t.var_scope.name]\nt.func(1.0).shape",
    "two of one name": "a, b = v1.make_template('layer', layer), v1.make_template('layer', layer)\n[a(1.0).shape, b(1.0).shape, a(1.0).shape]\n[named(a), named(b), a.variable_scope_name, b.variable_scope_name]",
    "one that creates later": "t = v1.make_template('grows', growing)\nt(1).shape\nt(1)",
    "scopes inside": "t = v1.make_template('outer', nested)\n[t(1).shape, t(1).shape]\nnamed(t)",
    "a scope created at once": "t = v1.make_template('now', layer, create_scope_now_=True)\n[t.variable_scope_name, t(1.0).shape]\nnamed(t)",
    "a custom getter": "t = v1.make_template('got', layer, custom_getter_=getter)\n[t(1.0).shape, t(1.0).shape]\nmade",
    "no name": "v1.make_template(None, layer)\nt = v1.make_template('', layer)\nt(1.0).shape\nnamed(t)",
    "a scope around": "with v1.variable_scope('around'):\n    t = v1.make_template('in', layer)\n    a = t(1.0)\nwith v1.variable_scope('other'):\n    b = t(1.0)\nnamed(t)",
    "one in another": "inner = v1.make_template('inner', layer)\nt = v1.make_template('outer', lambda x: inner(x) + layer(x))\n[t(1.0).shape, t(1.0).shape]\n[named(t), named(inner)]",
    "a unique name": "def first(): return v1.make_template('u', layer, unique_name_='uu')(1.0).shape\nfirst()\nfirst()",
}
ROWS = product(
    "a template of TensorFlow 1, <mode>: <use>",
    _LAYER + "<mode>\n",
    mode={"eagerly": "eager = True\n<use>", "in a graph": "eager = False\ngraph = tf.Graph().as_default()\n_ = graph.__enter__()\n<use>\n_ = graph.__exit__(None, None, None)"},
    use=_USES,
) | product(
    "a partitioner: <call>",
    "import numpy as np\nv1 = tf.compat.v1\nv1.<call>\n",
    call=[
        *(f"{maker}(shape=tf.TensorShape({shape}), dtype=tf.{dtype})" for maker in ("fixed_size_partitioner(3)", "fixed_size_partitioner(3, axis=1)", "variable_axis_size_partitioner(16)", "variable_axis_size_partitioner(16, max_shards=2)", "variable_axis_size_partitioner(100, axis=1)", "min_max_variable_partitioner(4, min_slice_size=16)", "min_max_variable_partitioner(4, axis=1, min_slice_size=64)", "min_max_variable_partitioner(4)") for shape, dtype in (("[10, 2]", "float32"), ("[7, 5]", "float64"), ("[3, 100]", "string"))),
        "variable_axis_size_partitioner(0)", "min_max_variable_partitioner(4, axis=2)(shape=tf.TensorShape([4, 2]), dtype=tf.float32)",
    ],
) | product(
    "a variable in parts: <use>",
    """
    v1 = tf.compat.v1
    three = v1.fixed_size_partitioner(3)
    graph = tf.Graph().as_default()
    _ = graph.__enter__()
    whole = tf.reshape(tf.range(20.0), [10, 2])
    w = v1.get_variable("w", initializer=whole, partitioner=three)
    session = v1.Session()
    _ = session.run(v1.global_variables_initializer())
    <use>
    _ = graph.__exit__(None, None, None)
    """,
    use={
        "what it is": "[w.name, w.shape, w.get_shape(), w.dtype, len(w)]\n[[v.name, v.shape] for v in w]\n[v.name for v in v1.global_variables()]\n[v.name for v in v1.trainable_variables()]",
        "as a tensor": "[w.as_tensor().shape, w.as_tensor().name]\nsession.run(w.as_tensor())\nsession.run(tf.convert_to_tensor(w))\ntf.convert_to_tensor(w, tf.int32)",
        "in ops": "session.run(tf.matmul(w, tf.ones([2, 1])))\nsession.run(v1.nn.embedding_lookup(w, [0, 9, 5], partition_strategy='div'))\nw + 1\nw[0]\nsession.run(w)",
        "assigned": "_ = session.run(w.assign(tf.ones([10, 2])))\nsession.run(w.as_tensor())\n_ = session.run(w.assign_add(whole))\nsession.run(list(w))\n_ = session.run(w.assign_sub(whole))\nsession.run(w.as_tensor())",
        "gradients": "session.run(v1.gradients(tf.reduce_sum(tf.square(w)), list(w)))\nv1.gradients(tf.reduce_sum(w), w)",
        "found again": "v1.get_variable('w', [10, 2], partitioner=three)\nwith v1.variable_scope('', reuse=True):\n    found = v1.get_variable('w', [10, 2], partitioner=three)\n    also = v1.get_variable('w')\n    part = v1.get_variable('w/part_1')\n[found is w, also is w, part is list(w)[1]]\nv1.get_variable('w', [10, 2])",
        "not found": "with v1.variable_scope('', reuse=True):\n    v1.get_variable('other', [10, 2], partitioner=three)",
        "other parts": "with v1.variable_scope('', reuse=True):\n    v1.get_variable('w', [10, 2], partitioner=v1.fixed_size_partitioner(2))",
        "a scope's partitioner": "with v1.variable_scope('s', partitioner=three):\n    u = v1.get_variable('u', [5], initializer=v1.ones_initializer())\n    scalar = v1.get_variable('scalar', [])\n[type(u).__name__, len(u), [v.name for v in u], scalar.name]",
        "two dimensions": "v1.get_variable('x', [4, 4], partitioner=lambda shape, dtype: [2, 2])\nv1.get_variable('y', [4, 4], partitioner=lambda shape, dtype: [2])",
        "one part": "u = v1.get_variable('x', [4, 4], partitioner=v1.fixed_size_partitioner(1))\n[type(u).__name__, len(u), [v.name for v in u]]",
        "created as a list": "[[v.name, v.shape] for v in v1.create_partitioned_variables([5, 2], [2, 1], v1.ones_initializer())]\n[v.name for v in v1.create_partitioned_variables([4], [2], tf.constant([1.0, 2.0, 3.0, 4.0]), name='named')]\nv1.create_partitioned_variables([4, 2], [2, 2], v1.ones_initializer())\nv1.create_partitioned_variables([4, 2], [2], v1.ones_initializer())",
        "a checkpoint": "saved = v1.train.Saver().save(session, path('m'))\nv1.train.list_variables(saved)\n_ = session.run(w.assign(tf.zeros([10, 2])))\nv1.train.Saver([*w]).restore(session, saved)\nsession.run(w.as_tensor())\nv1.train.list_variables(v1.train.Saver({'x': w}).save(session, path('x')))",
        "a whole in the checkpoint, parts in the graph": "saved = v1.train.Saver().save(session, path('m'))\nwith tf.Graph().as_default(), v1.Session() as s:\n    plain = v1.get_variable('w', [10, 2])\n    v1.train.Saver().restore(s, saved)\n    value = s.run(plain)\n    again = v1.train.Saver().save(s, path('n'))\nvalue\n_ = session.run(w.assign(tf.zeros([10, 2])))\nv1.train.Saver().restore(session, again)\nsession.run(list(w)[2])",
        "a regularizer": "with v1.variable_scope('r', partitioner=three, regularizer=lambda v: tf.reduce_sum(v)):\n    u = v1.get_variable('u', [5], initializer=v1.ones_initializer())\nsum(session.run([v.initializer for v in u]) and session.run(v1.losses.get_regularization_losses()))",
    },
)  # fmt: skip
ROWS |= listed(
    """
    # == a variable in parts, eagerly
    v1 = tf.compat.v1
    w = v1.get_variable("w", initializer=tf.range(5.0), partitioner=v1.fixed_size_partitioner(2))
    [w.name, w.shape, len(w), [v.name for v in w]]
    w.as_tensor()
    [v.numpy() for v in w.assign(tf.ones([5]))]
    w.as_tensor()
    """
)

ON_PURPOSE = {
    "a template of TensorFlow 1, eagerly: no name": "TensorFlow does not tell the variables of an eager template without a name.",
}  # fmt: skip
