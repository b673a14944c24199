"""Programs whose GraphDef is recorded: each defines a function `f` and the arguments `args` to trace it."""

from __future__ import annotations

PROGRAMS = {
    "branch": """
def simple_relu(x):
  if tf.greater(x, 0):
    return x
  else:
    return 0
f, args = tf.function(simple_relu), (tf.constant(1),)
""",
    "strings": """
@tf.function
def f(a):
  return a + a
args = (tf.constant("a"),)
""",
    "loop": """
@tf.function
def f(x, n):
  i = tf.constant(0)
  while i < n:
    x = tf.tanh(x)
    i += 1
  return x, i
args = (tf.TensorSpec([None, 3]), tf.constant(5))
""",
    "call": """
@tf.function
def inner(x):
  return x * 2.0 + 1.0
@tf.function
def f(x):
  return {"b": inner(x), "a": inner(inner(x))}
args = (tf.TensorSpec([2]),)
""",
    "variables": """
v = tf.Variable([1.0, 2.0], name="w")
@tf.function
def f(d):
  v.assign_add(d)
  v.assign(v * 2.0)
  return v + 1.0
args = (tf.TensorSpec([2]),)
""",
    "stateful call": """
v = tf.Variable(1.0)
@tf.function
def inner(x):
  v.assign_add(x)
  return v * x
@tf.function
def f(x):
  y = inner(x)
  return y, inner(y) + v
args = (tf.TensorSpec([]),)
""",
    "prints": """
v = tf.Variable([1.0, 2.0])
@tf.function
def f(x):
  tf.print("a")
  v.assign(x)
  if tf.reduce_sum(v) > 0.0:
    tf.print("b", v)
  tf.print("c", x)
args = (tf.TensorSpec([2]),)
""",
    "branch with effects": """
v, c = tf.Variable([1.0, 2.0]), tf.Variable(0)
@tf.function
def f(x):
  if tf.reduce_sum(x) > 0.0:
    v.assign_add(x)
  else:
    c.assign(3)
  return v + 1.0
args = (tf.TensorSpec([2]),)
""",
    "loop with effects": """
c = tf.Variable(0)
@tf.function
def f(n):
  for i in tf.range(n):
    c.assign_add(i)
args = (tf.TensorSpec([], tf.int32),)
""",
    "kinds of attributes": """
@tf.function
def f(x, v):
  y, z = tf.split(x, 2)
  w = [tf.constant([1.0, 2.0]), tf.constant(True), tf.one_hot([1], 3), tf.fill([2], True)]
  return [y, tf.unstack(x), v, w, tf.cast(x, tf.int32), x[1:, None],
          tf.matmul(z, z, transpose_b=True), tf.reduce_sum(x, keepdims=True)]
args = (tf.TensorSpec([2, 2]), tf.TensorSpec(None))
""",
    "cond": """
@tf.function(autograph=False)
def f(x, p):
  return tf.cond(p, lambda: x + 1.0, lambda: x * x)
args = (tf.TensorSpec([2]), tf.TensorSpec([], tf.bool))
""",
    "while_loop": """
@tf.function(autograph=False)
def f(x, n):
  return tf.while_loop(lambda i, v: i < n, lambda i, v: (i + 1, v * x), (tf.constant(0), x))[1]
args = (tf.TensorSpec([2]), tf.TensorSpec([], tf.int32))
""",
    "cond with variables": """
v, w = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
@tf.function(autograph=False)
def f(x, p):
  return tf.cond(p, lambda: v.assign_add(x) * w, lambda: x * w)
args = (tf.TensorSpec([2]), tf.TensorSpec([], tf.bool))
""",
    "switch": """
@tf.function
def f(i, x):
  return tf.switch_case(i, [lambda: x + 1.0, lambda: x * 2.0])
args = (tf.TensorSpec([], tf.int32), tf.TensorSpec([2]))
""",
    "names": """
@tf.function
def f(_x, y, Y):
  with tf.name_scope("outer"), tf.name_scope("inner"):
    return tf.add(_x, y, name="sum") + Y
args = (tf.TensorSpec([]),) * 3
""",
    "random": """
@tf.function
def f(x):
  return x + tf.random.stateless_uniform([2], seed=[1, 2]) + tf.random.normal([2], seed=3)
args = (tf.TensorSpec([2]),)
""",
    "implements": """
@tf.function(experimental_implements="mycompany.cell")
def cell(x):
  return tf.tanh(x)
@tf.function
def f(x):
  return cell(x)
args = (tf.TensorSpec([2]),)
""",
}
