"""Graphs and operations, creators of variables, critical sections, DLPack, protocols of types."""

from __future__ import annotations

from tests.behaviour.table import listed

ROWS = listed("""
# == attributes and methods of a graph
g = tf.Graph()
with g.as_default():
    a = tf.constant([1.0, 2.0], name='a')
    b = tf.add(a, a, name='b')
    c = tf.compat.v1.placeholder(tf.int32, [None], name='c')
[g.building_function, g.finalized, g.seed, g.version > 0, g.graph_def_versions.producer > 0]
[o.name for o in g.get_operations()]
[g.as_graph_element('b:0') is b, g.as_graph_element('b') is b.op, g.as_graph_element(b) is b, g.as_graph_element(b.op) is b.op]
g.as_graph_element('no')
g.as_graph_element('b:1')
g.as_graph_element('b', allow_operation=False)
g.as_graph_element('b:0', allow_tensor=False)
g.as_graph_element(3)
g.get_operation_by_name('b').name
g.get_operation_by_name('x')
g.get_operation_by_name('b:0')
g.get_operation_by_name(3)
g.get_tensor_by_name('b:0').shape
g.get_tensor_by_name('b')
g.get_tensor_by_name('z:0')
g.get_tensor_by_name(None)
g.unique_name('b')
g.unique_name('b', mark_as_used=False)
g.unique_name('new')
g.is_feedable(c)
g.prevent_feeding(c)
g.is_feedable(c)
g.is_fetchable(b)
g.prevent_fetching(b.op)
g.is_fetchable(b)
g.get_name_scope()
g.finalize()
g.finalized
with g.as_default():
    tf.constant(1)

# == collections of a graph
g = tf.Graph()
g.add_to_collection('k', 1)
g.add_to_collections(['k', 'l'], 2)
g.get_collection('k')
g.get_collection_ref('l').append(5)
g.get_collection('l')
sorted(g.get_all_collection_keys())
sorted(g.collections)
g.clear_collection('k')
g.get_collection('k')
g.get_collection('none')
class S:
    name = 'abc/x'
g.add_to_collection('m', S())
[len(g.get_collection('m', 'abc')), len(g.get_collection('m', 'zzz'))]

# == names, devices and colocation in a graph
g = tf.Graph()
with g.as_default():
    with g.name_scope('s'):
        a = tf.constant(1, name='a')
        with g.name_scope('t') as t:
            b = tf.constant(1, name='a')
    with g.name_scope('s'):
        c = tf.constant(1, name='a')
    with g.name_scope(None):
        d = tf.constant(1, name='a')
    with g.name_scope('s/'):
        e = tf.constant(1, name='q')
    with g.control_dependencies([a, b.op]):
        f = tf.identity(c)
        with g.control_dependencies(None):
            h = tf.identity(c)
    with g.colocate_with(a.op):
        i = tf.constant(3)
[a.name, b.name, c.name, d.name, e.name, t]
[sorted(o.name for o in f.op.control_inputs), h.op.control_inputs]
i.op.colocation_groups()
with g.name_scope('fine'):
    pass
with g.as_default(), g.name_scope('bad name!'):
    pass
with g.as_default():
    tf.constant(1, name='bad name')

# == one graph in another
g, h = tf.Graph(), tf.Graph()
with g.as_default():
    a = tf.constant(1)
with h.as_default():
    with g.as_default():
        print(tf.compat.v1.get_default_graph() is g)
    print(tf.compat.v1.get_default_graph() is h)
h.as_graph_element(a)
[a.graph is g, a.op.graph is g]
tf.Graph().as_default().__class__.__name__.strip('_')
g == h

# == attributes of an operation
g = tf.Graph()
with g.as_default():
    x = tf.compat.v1.placeholder(tf.float32, [None, 2], name='x')
    y = tf.matmul(x, x, transpose_b=True, name='y')
    with tf.control_dependencies([x]):
        z = tf.split(y, 2, name='z')
op = y.op
[op.name, op.type, len(op.inputs), len(op.outputs), op.outputs[0] is y, op.inputs[0] is x, op.graph is g]
[op.get_attr('transpose_b'), op.get_attr('T'), op.get_attr('transpose_a')]
op.get_attr('no')
[t.name for t in z]
[o.name for o in y.consumers()]
[i.name for i in z[0].op.inputs]
[o.name for o in z[0].op.control_inputs]
x.op.get_attr('shape')
[op.node_def.name, op.node_def.op, list(op.node_def.input)]
op.op_def.name
[op.device, op.traceback is not None]
[y.value_index, z[1].value_index]
[op.values()[0] is y]


repr(op)
repr(y)
str(y)
[x.shape, x.dtype, x.name, x.op.name, x.graph is g]
op.run()
y.eval()
len(y)
bool(y)
[v for v in y]
y.numpy()
float(y)
np.array(y)
hash(y) == hash(y)
y == y
y.ref() == y.ref()



# == create_op and gradients in a graph
g = tf.Graph()
with g.as_default():
    x = tf.constant([1.0, 2.0])
    op = g.create_op('Square', [x], [tf.float32], name='sq', attrs={'T': tf.compat.v1.AttrValue(type=1)} if hasattr(tf.compat.v1, 'AttrValue') else None)
    y = op.outputs[0]
    d = tf.gradients(y, x)
    e = tf.gradients(y, x, grad_ys=[tf.constant([10.0, 1.0])])
    n = tf.gradients(tf.constant(1.0), x)
    h = tf.compat.v1.hessians(tf.reduce_sum(y * x), x)
    s = tf.compat.v1.Session()
    s.run([y, d, e, h])
    print(n)
    print([v.tolist() for v in s.run([y, d[0], e[0], h[0]])])

# == switch_to_thread_local, container, gradient_override_map
g = tf.Graph()
with g.as_default():
    with g.container('c'):
        a = tf.constant(1.0)
    with g.gradient_override_map({'Identity': 'NoSuchGradient'}):
        b = tf.identity(a)
b.op.get_attr('_gradient_op_type')
@tf.RegisterGradient('MyGrad%d' % id(g))
def _grad(op, d):
    return d * 100
with g.as_default(), tf.compat.v1.Session() as s:
    with g.gradient_override_map({'Identity': 'MyGrad%d' % id(g)}):
        c = tf.identity(a)
    print(s.run(tf.gradients(c, a)))
g.gradient_override_map(3)

# == as_graph_def and import
g = tf.Graph()
with g.as_default():
    a = tf.constant(1.0, name='a')
    b = tf.add(a, a, name='b')
d = g.as_graph_def()
[(n.name, n.op) for n in d.node]
'shape' in str(g.as_graph_def(add_shapes=True))
h = tf.Graph()
with h.as_default():
    r = tf.import_graph_def(d, return_elements=['b:0', 'a'], name='p')
    q = tf.import_graph_def(d, input_map={'a:0': tf.constant(5.0)}, return_elements=['b:0'])
    n = tf.import_graph_def(d, name='')
[x.name for x in r]
[x.name for x in q]
n
with h.as_default(), tf.compat.v1.Session() as s:
    print(s.run([r[0], q[0]]))
with h.as_default():
    tf.import_graph_def(d, return_elements=['no:0'])
with h.as_default():
    tf.import_graph_def(d, input_map={'no:0': tf.constant(1.0)})
with h.as_default():
    tf.import_graph_def(3)

# == variable_creator_scope
def twice(next_creator, **kw):
    kw['initial_value'] = tf.constant(7.0)
    kw['name'] = 'made'
    print(sorted(k for k in kw if k in ('trainable', 'dtype', 'shape', 'name', 'initial_value', 'caching_device', 'aggregation', 'synchronization', 'validate_shape')))
    return next_creator(**kw)
with tf.variable_creator_scope(twice):
    v = tf.Variable(1.0, trainable=False)
[v.numpy(), v.name, v.trainable]
def other(next_creator, **kw):
    return 'instead'
with tf.variable_creator_scope(other):
    tf.Variable(1.0)
def outer(next_creator, **kw):
    print('outer')
    return next_creator(**kw)
def inner(next_creator, **kw):
    print('inner')
    return next_creator(**kw)
with tf.variable_creator_scope(outer), tf.variable_creator_scope(inner):
    tf.Variable(2.0).numpy()
with tf.variable_creator_scope(3):
    tf.Variable(1.0)
with tf.Graph().as_default() as g, g._variable_creator_scope(inner) if hasattr(g, '_variable_creator_scope') else tf.variable_creator_scope(inner):
    print(tf.Variable(2.0).shape)

# == CriticalSection
cs = tf.CriticalSection(name='cs')

v = tf.Variable(0.0)
def add():
    v.assign_add(1.0)
    return v.read_value()
cs.execute(add)
cs.execute(lambda: None)
cs.execute(lambda: (1, {'a': tf.constant(2)}))
cs.execute(3)
@tf.function
def f():
    a = cs.execute(add)
    b = cs.execute(add)
    return a, b
f()
@tf.function
def g():
    return cs.execute(lambda: cs.execute(add))
g()

cs.execute(add, exclusive_resource_access=False, name='n')

# == DLPack
x = tf.constant([[1.0, 2.0]])
c = tf.experimental.dlpack.to_dlpack(x)
type(c).__name__
tf.experimental.dlpack.from_dlpack(c)
np.from_dlpack(x)
x.__dlpack_device__()
tf.experimental.dlpack.from_dlpack(tf.experimental.dlpack.to_dlpack(tf.constant([1], tf.int8)))

# == types
[isinstance(tf.constant(1), tf.types.experimental.TensorLike) if isinstance(tf.types.experimental.TensorLike, type) else 'union']
f = tf.function(lambda x: x)
isinstance(f, tf.types.experimental.GenericFunction)
isinstance(f, tf.types.experimental.PolymorphicFunction)
c = f.get_concrete_function(tf.TensorSpec([]))
isinstance(c, tf.types.experimental.ConcreteFunction)
isinstance(c, tf.types.experimental.Callable)
isinstance(c.function_type, tf.types.experimental.FunctionType)
c.function_type
issubclass(tf.types.experimental.TraceType, object)
isinstance(tf.TensorSpec([]), tf.types.experimental.TraceType)
class T:
    def __tf_tracing_type__(self, context):
        return tf.types.experimental.TraceType
sorted(n for n in dir(tf.types.experimental.distributed) if n[0] != '_')
isinstance(tf.constant(1), tf.Tensor)
isinstance(tf.Variable(1), tf.Tensor)
""")
