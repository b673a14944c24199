"""Programs about checkpoints and saved models: what is restored, in which order, what is refused, signatures."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_SAVED = """
class N(tf.Module):
    def __init__(self, value):
        super().__init__()
        self.v = tf.Variable(value)
m = N([1.0, 2.0])
m.child = N(3.0)
m.items = [N(4.0), tf.Variable(5)]
m.table = {'k': tf.Variable('text')}
saved = tf.train.Checkpoint(model=m, step=tf.Variable(7))
file = saved.write(path('file'))
"""
ROWS = product(
    "a checkpoint read into <target>: <what>",
    _SAVED
    + """
a = N([0.0, 0.0])
a.child = N(0.0)
step = tf.Variable(0)
extra = tf.Variable(9)
target = <target>
status = target.read(file)
<what>
a.v, a.child.v, step, extra
""",
    target={
        "all": "tf.train.Checkpoint(model=a, step=step)", "the model": "tf.train.Checkpoint(model=a)", "the step": "tf.train.Checkpoint(step=step)",
        "something else": "tf.train.Checkpoint(other=extra)", "more": "tf.train.Checkpoint(model=a, step=step, other=extra)",
        "nothing": "tf.train.Checkpoint()", "the child": "tf.train.Checkpoint(model=tf.train.Checkpoint(child=a.child))",
        "a wrong shape": "tf.train.Checkpoint(model=tf.train.Checkpoint(v=step))", "a root": "tf.train.Checkpoint(tf.train.Checkpoint(model=a))",
        "a wrong dtype": "tf.train.Checkpoint(step=a.child.v)",
    },
    what=["status.assert_consumed()", "status.assert_existing_objects_matched()", "status.assert_nontrivial_match()", "status.expect_partial()",
          "status.run_restore_ops()", "type(status).__name__ != ''"],
)  # fmt: skip
ROWS |= product(
    "<what> of a checkpoint",
    _SAVED + "<what>\n",
    what=["[name for name, shape in tf.train.list_variables(file)]", "[shape for name, shape in tf.train.list_variables(file)]",
          "tf.train.load_variable(file, 'model/v/.ATTRIBUTES/VARIABLE_VALUE')", "tf.train.load_variable(file, 'missing')",
          "tf.train.load_checkpoint(file).has_tensor('step/.ATTRIBUTES/VARIABLE_VALUE')", "tf.train.load_checkpoint(file).get_tensor('missing')",
          "sorted(tf.train.load_checkpoint(file).get_variable_to_shape_map())", "sorted(tf.train.load_checkpoint(file).get_variable_to_dtype_map().values(), key=str)",
          "tf.train.latest_checkpoint(path(''))", "tf.train.latest_checkpoint(path('no'))", "tf.train.load_checkpoint(path('no'))",
          "tf.train.list_variables(path('no'))", "tf.train.Checkpoint().read(path('no'))", "tf.train.Checkpoint().restore(path('no'))",
          "tf.train.Checkpoint().restore(None).assert_consumed()", "tf.train.Checkpoint(x=tf.Variable(1)).restore(None)", "saved.save_counter",
          "saved.save(path('a'))[-3:]", "[saved.save(path('a'))[-3:] for _ in range(3)]", "tf.train.Checkpoint(x=3)", "tf.train.Checkpoint(x='a')", "tf.train.Checkpoint(3)",
          "tf.train.Checkpoint(x=[tf.Variable(1)]).x", "tf.train.Checkpoint(x=None)", "tf.train.Checkpoint(x=tf.constant(1))", "saved.model is m", "saved.other",
          "saved.write(path('b'), options=tf.train.CheckpointOptions())[-1:]", "saved.read(file).assert_consumed() and None",
          "tf.train.checkpoints_iterator(path(''), timeout=0)", "list(tf.train.checkpoints_iterator(path(''), timeout=0, timeout_fn=lambda: True))"],
)  # fmt: skip
ROWS |= product(
    "CheckpointManager(<options>) after <count> saves",
    """
    v = tf.Variable(0)
    c = tf.train.Checkpoint(v=v)
    m = tf.train.CheckpointManager(c, path('d'), <options>)
    for i in range(<count>):
        v.assign(i)
        r = m.save()
    [p.rsplit('/', 1)[-1] for p in m.checkpoints]
    m.latest_checkpoint and m.latest_checkpoint.rsplit('/', 1)[-1]
    v.assign(100)
    p = m.restore_or_initialize()
    v, p and p.rsplit('/', 1)[-1]
    """,
    options=["max_to_keep=2", "max_to_keep=None", "max_to_keep=0", "max_to_keep=1, checkpoint_name='model'", "3", "max_to_keep=2, keep_checkpoint_every_n_hours=1",
             "max_to_keep=-1", "", "max_to_keep=5, step_counter=v, checkpoint_interval=2", "max_to_keep=2, init_fn=lambda: v.assign(55)"],
    count=["0", "1", "3"],
)  # fmt: skip

_MODEL = """
class M(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([1.0, 2.0])
        self.n = 5
        self.parts = [tf.Variable(3), {'k': tf.Variable(4)}]
    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def scaled(self, x):
        return {'y': x * self.w}
    @tf.function
    def free(self, x, k=2):
        return x * k, {'a': x}
    def plain(self, x):
        return x
m = M()
m.free(tf.constant(1.0))
m.free(tf.constant([1, 2]), 3)
"""
ROWS |= product(
    "a saved model: <what>",
    _MODEL + "tf.saved_model.save(m, path('m'))\nl = tf.saved_model.load(path('m'))\n<what>\n",
    what=["l.w", "l.n", "l.parts", "len(l.parts)", "l.parts[1]['k']", "l.scaled(tf.ones([1, 2]))", "l.scaled(tf.ones([2]))", "l.scaled([[1, 2]])", "l.scaled(x=tf.ones([1, 2]))",
          "l.scaled([[1.0, 2.0]])", "l.free(tf.constant(3.0))", "l.free(tf.constant(3.0), 2)", "l.free(tf.constant(3.0), 3)", "l.free(tf.constant([5, 6]), 3)",
          "l.free(tf.constant([5, 6]), k=3)", "l.free(tf.constant([5, 6, 7]), 3)", "l.free(tf.constant('a'))", "l.plain", "sorted(l.signatures)", "l.signatures['serving_default']",
          "l.signatures['serving_default'](tf.ones([1, 2]))", "l.signatures['serving_default'](x=tf.ones([1, 2]))", "l.signatures['missing']", "l.tensorflow_version is not None",
          "l.signatures['serving_default'].structured_input_signature", "l.signatures['serving_default'].structured_outputs", "type(l) is M", "isinstance(l, tf.Module)", "l.variables",
          "l.w.assign([9.0, 9.0])", "l.w.trainable, l.w.name", "l.new", "[c.structured_input_signature for c in l.free.concrete_functions]",
          "tf.saved_model.save(l, path('again'))", "tf.saved_model.contains_saved_model(path('m'))", "tf.saved_model.contains_saved_model(path('no'))", "tf.saved_model.load(path('no'))",
          "tf.saved_model.load(path('m'), tags='other')", "tf.saved_model.load(path('m'), ['serve']).w",
          "l.w.read_value() is not m.w", "l.graph_debug_info is not None", "l(1)", ],
)  # fmt: skip
ROWS |= product(
    "tf.saved_model.save with signatures=<signatures>",
    _MODEL + "tf.saved_model.save(m, path('m'), signatures=<signatures>)\nl = tf.saved_model.load(path('m'))\nsorted(l.signatures)\n"
    "[sorted(s.structured_outputs) for s in l.signatures.values()]\n[s.structured_input_signature[1] for s in l.signatures.values()]\n",
    signatures=["None", "m.scaled", "{'a': m.scaled}", "{'a': m.scaled, 'b': m.scaled}", "m.free", "m.free.get_concrete_function(tf.TensorSpec([]))",
                "{'a': m.free.get_concrete_function(tf.TensorSpec([]), 2)}", "m.plain", "tf.function(lambda x: x)", "tf.function(lambda x: x, input_signature=[tf.TensorSpec([])])",
                "{}", "3", "{'a': 3}", "{1: m.scaled}", "tf.function(lambda x, y: {'s': x + y}, input_signature=[tf.TensorSpec([]), tf.TensorSpec([], name='other')])",
                "tf.function(lambda: tf.constant(1), input_signature=[])", "tf.function(lambda x: None, input_signature=[tf.TensorSpec([])])",
                "tf.function(lambda x: [x, x], input_signature=[tf.TensorSpec([])])", "tf.function(lambda x: (x, {'a': x}), input_signature=[tf.TensorSpec([])])",
                "{'__saved_model_init_op': m.scaled}", "tf.function(lambda d: d['a'], input_signature=[{'a': tf.TensorSpec([])}])"],
)  # fmt: skip
ROWS |= product(
    "the default signature: <first>, <second>",
    """
    m = tf.Module()
    @<first>
    def f(x):
        return {'f': x}
    @<second>
    def g(x):
        return {'g': x}
    m.f, m.g = f, g
    f.get_concrete_function(tf.TensorSpec([]))
    <traced>
    tf.saved_model.save(m, path('m'))
    [sorted(s.structured_outputs) for s in tf.saved_model.load(path('m')).signatures.values()]
    """,
    first={"with a signature": "tf.function(input_signature=[tf.TensorSpec([])])", "traced once": "tf.function"},
    second={
        "with a signature": "tf.function(input_signature=[tf.TensorSpec([])])", "not traced": "tf.function",
        "traced twice": "tf.function\ndef h(x):\n    return x\nh(tf.constant(1)), h(tf.constant(2.0))\nm.h = h\n@tf.function",
    },
    traced={"": "1"},
)  # fmt: skip
ROWS |= listed(
    """
    # == objects made after restore are restored when they are attached
    a = tf.train.Checkpoint(v=tf.Variable(5.0))
    p = a.write(path('c'))
    b = tf.train.Checkpoint()
    s = b.read(p)
    b.v = tf.Variable(0.0)
    b.v
    s.assert_consumed() is not None

    # == lists grow after restore
    a = tf.Module()
    a.l = [tf.Variable(1.0), tf.Variable(2.0)]
    p = tf.train.Checkpoint(a=a).write(path('c'))
    b = tf.Module()
    b.l = []
    s = tf.train.Checkpoint(a=b).read(p)
    b.l.append(tf.Variable(0.0))
    b.l.append(tf.Variable(0.0))
    b.l

    # == dicts are restored by key
    a = tf.train.Checkpoint(d={'x': tf.Variable(1.0), 'y': tf.Variable(2.0)})
    p = a.write(path('c'))
    b = tf.train.Checkpoint(d={'y': tf.Variable(0.0)})
    s = b.read(p).expect_partial()
    b.d

    # == a later restore wins
    v = tf.Variable(1.0)
    c = tf.train.Checkpoint(v=v)
    p = c.write(path('a'))
    v.assign(2.0)
    q = c.write(path('b'))
    c.read(p) is not None, v.numpy(), c.read(q) is not None, v.numpy()

    # == a list that was changed from outside is not saved
    m = tf.Module()
    m.l = [tf.Variable(1.0)]
    m.l.pop()
    tf.train.Checkpoint(m=m).write(path('c'))

    # == a dict with keys that are not strings is not saved
    m = tf.Module()
    m.d = {1: tf.Variable(1.0)}
    tf.train.Checkpoint(m=m).write(path('c'))

    # == a tuple of variables
    m = tf.Module()
    m.t = (tf.Variable(1.0), tf.Variable(2.0))
    [n for n, s in tf.train.list_variables(tf.train.Checkpoint(m=m).write(path('c')))]

    # == a shared variable is saved once
    v = tf.Variable(1.0)
    [n for n, s in tf.train.list_variables(tf.train.Checkpoint(a=v, b=v).write(path('c')))]

    # == an iterator is saved
    d = iter(tf.data.Dataset.range(5))
    next(d), next(d)
    c = tf.train.Checkpoint(d=d)
    p = c.write(path('c'))
    next(d)
    s = c.read(p)
    next(d)

    # == assets
    with open(path('asset.txt'), 'w') as f:
        x = f.write('content')
    m = tf.Module()
    m.a = tf.saved_model.Asset(path('asset.txt'))
    m.f = tf.function(lambda: tf.io.read_file(m.a.asset_path), input_signature=[])
    tf.saved_model.save(m, path('m'))
    tf.saved_model.load(path('m')).f()

    # == a variable that is not tracked is refused
    v = tf.Variable(1.0)
    m = tf.Module()
    m.f = tf.function(lambda: v + 1, input_signature=[])
    tf.saved_model.save(m, path('m'))  # error: untracked

    # == what is no trackable is refused
    tf.saved_model.save(3, path('m'))  # error: Expected

    # == a loaded model is trained
    m = tf.Module()
    m.v = tf.Variable(2.0)
    m.f = tf.function(lambda x: x * m.v, input_signature=[tf.TensorSpec([])])
    tf.saved_model.save(m, path('m'))
    l = tf.saved_model.load(path('m'))
    with tf.GradientTape() as t:
        y = l.f(3.0)
    t.gradient(y, l.v)
    """
)

_DEBUG = "A loaded model does not have the attributes with which TensorFlow describes its own version and frames."

ON_PURPOSE = {
    "a saved model: l.signatures['serving_default']": "A signature is a concrete function; TensorFlow wraps it.",
    "a saved model: l.signatures['serving_default'].structured_outputs": "The outputs are the tensors of the graph, as before saving.",
    "a saved model: l.tensorflow_version is not None": _DEBUG,
    "a saved model: l.graph_debug_info is not None": _DEBUG,
    "tf.saved_model.save with signatures={1: m.scaled}": "The error says that the name is no string; TensorFlow fails inside.",
}
