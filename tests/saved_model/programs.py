"""Programs that are saved, loaded and compared, here and in TensorFlow: each makes `model`, and lists calls of it.

The text of a program is run with either library as `tf`. `calls` has entries (name of the function, arguments, keyword
arguments), in the order in which they are made. `gradients` has entries (name, arguments, names of variables): the
gradient of the sum of the results by the arguments and by the variables. `signatures` is what is given to `save`.
"""

from __future__ import annotations

import sys
from typing import Any

from tests.saved_model.results import gradients, in_session, of_signatures, plain, results
from tests.saved_model.table_programs import TABLES

PROGRAMS = {
    "mlp": """
class Dense(tf.Module):
  def __init__(self, n, m, seed):
    super().__init__()
    self.w = tf.Variable(tf.reshape(tf.cast(tf.range(n * m), tf.float32) / 10.0 - seed, [n, m]), name="w")
    self.b = tf.Variable(tf.zeros([m]), name="b")
  def __call__(self, x):
    return tf.matmul(x, self.w) + self.b
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.layers = [Dense(3, 4, 0.5), Dense(4, 2, 0.3)]
  @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
  def __call__(self, x):
    return self.layers[1](tf.nn.relu(self.layers[0](x)))
model = Model()
x = tf.constant([[1.0, 2.0, 3.0], [-1.0, 0.5, 2.0]])
calls = [("__call__", [x], {}), ("__call__", [x[:1]], {})]
gradients = [("__call__", [x], [])]
signature_calls = [("serving_default", {"x": x})]
""",
    "several traces": """
class Model(tf.Module):
  @tf.function
  def f(self, x):
    return x * 2 if x.dtype.is_integer else x / 2
model = Model()
model.f(tf.constant([1, 2])); model.f(tf.constant(3.0)); model.f(tf.constant([[1.0]]))
calls = [("f", [tf.constant([4, 5])], {}), ("f", [tf.constant(3.0)], {}), ("f", [tf.constant([[8.0]])], {})]
""",
    "branch": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.v = tf.Variable(2.0)
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
  def f(self, x):
    if x > 0.0:
      y = x * self.v
    else:
      y = x - self.v
    return y
model = Model()
calls = [("f", [tf.constant(3.0)], {}), ("f", [tf.constant(-3.0)], {})]
gradients = [("f", [tf.constant(3.0)], ["v"]), ("f", [tf.constant(-3.0)], ["v"])]
""",
    "loop": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.w = tf.Variable([0.5, 0.25])
  @tf.function(input_signature=[tf.TensorSpec([2], tf.float32), tf.TensorSpec([], tf.int32)])
  def f(self, x, n):
    i = tf.constant(0)
    while i < n:
      x = tf.tanh(x * self.w + 1.0)
      i += 1
    return x, i
model = Model()
calls = [("f", [tf.constant([1.0, 2.0]), tf.constant(k)], {}) for k in (0, 1, 5)]
signature_calls = [("serving_default", {"x": tf.constant([3.0, 4.0]), "n": tf.constant(2)})]
gradients = [("f", [tf.constant([1.0, 2.0]), tf.constant(3)], ["w"])]
""",
    "nested control": """
class Model(tf.Module):
  @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
  def f(self, xs):
    total = tf.constant(0.0)
    for x in xs:
      if x > 0.0:
        j = 0
        while tf.cast(j, tf.float32) < x:
          total += tf.cast(j, tf.float32)
          j += 1
      else:
        total -= x
    return total
model = Model()
calls = [("f", [tf.constant([3.0, -2.0, 1.5])], {}), ("f", [tf.constant([4.0])], {})]
""",
    "strings": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.word = tf.Variable("hello")
  @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
  def f(self, x):
    return x + " " + self.word
model = Model()
calls = [("f", [tf.constant(["a", "b"])], {})]
""",
    "counter": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.count = tf.Variable(0, trainable=False)
  @tf.function(input_signature=[])
  def next(self):
    self.count.assign_add(1)
    return self.count.read_value()
  @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
  def reset(self, n):
    self.count.assign(n)
    return self.count + 0
model = Model()
calls = [("next", [], {}), ("next", [], {}), ("reset", [tf.constant(7)], {}), ("next", [], {})]
""",
    "signatures": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.v = tf.Variable([1.0, 2.0], name="v")
  @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, name="x")])
  def plain(self, x):
    return x * self.v
  @tf.function(input_signature=[tf.TensorSpec([], tf.int64, name="a"), tf.TensorSpec([], tf.string, name="s")])
  def both(self, a, s):
    return {"b": a + 1, "a": s + "!"}
model = Model()
signatures = {"serving_default": model.plain, "both": model.both.get_concrete_function()}
calls = [("plain", [tf.constant([[1.0, 2.0]])], {}), ("both", [tf.constant(1, tf.int64), tf.constant("q")], {})]
signature_calls = [("serving_default", {"x": tf.constant([[3.0, 4.0]])}),
                   ("both", {"a": tf.constant(41, tf.int64), "s": tf.constant("q")})]
""",
    "dtypes": """
class Model(tf.Module):
  @tf.function(input_signature=[{"i": tf.TensorSpec([2], tf.int8), "d": tf.TensorSpec([], tf.float64),
                                 "b": tf.TensorSpec([2], tf.bool), "c": tf.TensorSpec([], tf.complex64)}])
  def f(self, x):
    return {"i": x["i"] + 1, "d": x["d"] * 0.5, "b": tf.logical_not(x["b"]), "c": x["c"] * x["c"]}
model = Model()
signatures = model.f
calls = [("f", [{"i": tf.constant([1, -2], tf.int8), "d": tf.constant(3.0, tf.float64),
                 "b": tf.constant([True, False]), "c": tf.constant(1 + 2j, tf.complex64)}], {})]
""",
    "unknown sizes": """
class Model(tf.Module):
  @tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32), tf.TensorSpec(None, tf.float32)])
  def f(self, x, y):
    return tf.matmul(x, x, transpose_b=True), tf.reduce_sum(y), tf.shape(y)
model = Model()
calls = [("f", [tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), tf.constant([[[1.0]]])], {}),
         ("f", [tf.constant([[1.0]]), tf.constant(2.0)], {})]
gradients = [("f", [tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([1.0, 2.0])], [])]
""",
    "nested functions": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.v = tf.Variable(3.0)
  @tf.function
  def inner(self, x):
    return x * self.v
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
  def outer(self, x):
    return self.inner(x) + self.inner(self.inner(x))
model = Model()
model.outer.get_concrete_function()
calls = [("outer", [tf.constant(2.0)], {}), ("inner", [tf.constant(2.0)], {})]
gradients = [("outer", [tf.constant(2.0)], ["v"])]
""",
    "train step": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.w = tf.Variable([[0.5], [0.25]])
    self.b = tf.Variable([0.0])
  @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([None, 1], tf.float32)])
  def step(self, x, y):
    with tf.GradientTape() as tape:
      loss = tf.reduce_mean(tf.square(tf.matmul(x, self.w) + self.b - y))
    gw, gb = tape.gradient(loss, [self.w, self.b])
    self.w.assign_sub(0.1 * gw)
    self.b.assign_sub(0.1 * gb)
    return loss
model = Model()
data = [tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[1.0], [2.0]])]
calls = [("step", data, {})] * 3
signature_calls = [("serving_default", {"x": data[0], "y": data[1]})]
""",
    "rnn cell": """
class Cell(tf.Module):
  def __init__(self):
    super().__init__()
    self.w = tf.Variable(tf.reshape(tf.range(12.0), [4, 3]) * 0.1 - 0.5)
  @tf.function(input_signature=[tf.TensorSpec([None, None, 1], tf.float32)])
  def run(self, xs):
    state = tf.zeros([tf.shape(xs)[1], 3])
    outputs = tf.TensorArray(tf.float32, size=tf.shape(xs)[0], element_shape=[None, 3])
    for t in tf.range(tf.shape(xs)[0]):
      state = tf.tanh(tf.matmul(tf.concat([xs[t], state], 1), self.w))
      outputs = outputs.write(t, state)
    return outputs.stack(), state
model = Cell()
xs = tf.reshape(tf.range(6.0), [3, 2, 1]) * 0.1
calls = [("run", [xs], {}), ("run", [xs[:1]], {})]
gradients = [("run", [xs], ["w"])]
""",
    "nested modules": """
class Leaf(tf.Module):
  def __init__(self, value):
    super().__init__()
    self.value = tf.Variable(value)
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.parts = {"a": Leaf(1.0), "b": [Leaf(2.0), Leaf(3.0)]}
    self.shared = self.parts["a"]
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
  def f(self, x):
    return x * self.parts["a"].value + self.parts["b"][1].value * self.parts["b"][0].value + self.shared.value
model = Model()
calls = [("f", [tf.constant(2.0)], {})]
""",
    "containers": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.many = [tf.Variable([1.0, 2.0]), tf.Variable([3.0])]
    self.named = {"one": tf.Variable(5, trainable=False), "two": tf.Variable(True, trainable=False)}
    self.pair = (tf.Variable(1.5), tf.Variable(2.5))
  @tf.function(input_signature=[])
  def f(self):
    floats = [self.many[0] + self.many[1], self.pair[0] * self.pair[1]]
    return floats, (self.named["one"] + 1, self.named["two"] & False)
model = Model()
calls = [("f", [], {})]
""",
    "python arguments": """
class Model(tf.Module):
  @tf.function
  def power(self, x, n=2, *, scale=1.0, name="power"):
    return x ** n * scale
model = Model()
model.power(tf.constant(3.0)); model.power(tf.constant(3.0), 3); model.power(tf.constant(3.0), scale=2.0)
model.power(tf.constant(3.0), n=3, scale=tf.constant(0.5))
calls = [("power", [tf.constant(5.0)], {}), ("power", [tf.constant(5.0), 3], {}),
         ("power", [tf.constant(5.0)], {"scale": 2.0}),
         ("power", [tf.constant(5.0)], {"n": 3, "scale": tf.constant(2.0)}),
         ("power", [], {"x": tf.constant(2.0)})]
""",
    "structures": """
import collections
Point = collections.namedtuple("Point", ["x", "y"])
class Model(tf.Module):
  @tf.function
  def f(self, pair, options=None):
    return {"sum": pair[0] + pair[1]["k"][0], "pair": (pair[0], [pair[1]["k"][1], None])}
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
  def point(self, x):
    return Point(x, x * 2.0)
model = Model()
arguments = [(tf.constant(1.0), {"k": [tf.constant(2.0), tf.constant([1, 2])]})]
model.f(*arguments)
calls = [("f", arguments, {}), ("point", [tf.constant(1.0)], {})]
""",
    "captured constants": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.table = tf.reshape(tf.range(300.0), [100, 3])
    self.name_of_it = tf.constant("small")
  @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
  def f(self, i):
    return tf.gather(self.table, i)
model = Model()
calls = [("f", [tf.constant([0, 99])], {})]
signature_calls = [("serving_default", {"i": tf.constant([7])})]
""",
    "convolution": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.k = tf.Variable(tf.reshape(tf.range(18.0), [3, 3, 1, 2]) * 0.1)
  @tf.function(input_signature=[tf.TensorSpec([None, 6, 6, 1], tf.float32)])
  def f(self, x):
    y = tf.nn.relu(tf.nn.conv2d(x, self.k, 1, "SAME"))
    y = tf.nn.max_pool2d(y, 2, 2, "VALID")
    return tf.nn.softmax(tf.reshape(y, [-1, 18]) * 0.01)
model = Model()
x = tf.reshape(tf.range(36.0), [1, 6, 6, 1]) * 0.1
calls = [("f", [x], {})]
gradients = [("f", [x], ["k"])]
signature_calls = [("serving_default", {"x": x})]
""",
    "embedding": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.rows = tf.Variable(tf.reshape(tf.range(12.0), [4, 3]))
  @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
  def f(self, i):
    return tf.reduce_sum(tf.gather(self.rows, i) ** 2, axis=1)
model = Model()
calls = [("f", [tf.constant([0, 2, 2])], {})]
gradients = [("f", [tf.constant([0, 2, 2])], ["rows"])]
""",
    "custom gradient": """
@tf.custom_gradient
def clipped(x):
  def grad(upstream):
    return tf.clip_by_value(upstream, -0.5, 0.5)
  return tf.identity(x), grad
class Model(tf.Module):
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
  def f(self, x):
    return clipped(x) * 10.0
model = Model()
calls = [("f", [tf.constant(2.0)], {})]
gradients = [("f", [tf.constant(2.0)], [])]
""",
    "variable shapes": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.v = tf.Variable([1.0], shape=tf.TensorShape([None]))
    self.empty = tf.Variable(tf.zeros([0, 3]))
  @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
  def push(self, x):
    self.v.assign(tf.concat([self.v, x], 0))
    return self.v.read_value()
model = Model()
calls = [("push", [tf.constant([2.0, 3.0])], {}), ("push", [tf.constant([4.0])], {})]
""",
    "low precision": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.h = tf.Variable(tf.constant([1.5, 2.5], tf.float16))
    self.b = tf.Variable(tf.constant([1.5, 2.5], tf.bfloat16))
  @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
  def f(self, x):
    return tf.cast(self.h, tf.float32) * x, tf.cast(tf.cast(x, tf.bfloat16) * self.b, tf.float32)
model = Model()
calls = [("f", [tf.constant([2.0, 4.0])], {})]
""",
    "no module": """
model = tf.Module()
model.v = tf.Variable(4.0, name="my_v")
@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def f(x):
  return x * model.v
model.f = f
model.g = f.get_concrete_function()
calls = [("f", [tf.constant(2.0)], {}), ("g", [tf.constant(2.0)], {})]
gradients = [("f", [tf.constant(2.0)], ["v"])]
""",
    "effects in order": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.a, self.b = tf.Variable(1.0), tf.Variable(2.0)
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
  def f(self, x):
    self.a.assign(x)
    before = self.a.read_value()
    self.b.assign(self.a * 2.0)
    if x > 1.0:
      self.a.assign_add(self.b)
    return before, self.a + self.b
model = Model()
calls = [("f", [tf.constant(3.0)], {}), ("f", [tf.constant(0.5)], {})]
""",
    "extra arguments": """
class Model(tf.Module):
  @tf.function
  def total(self, *xs, **named):
    return tf.add_n(list(xs)) + named["b"] - named["a"]
model = Model()
model.total(tf.constant(1.0), tf.constant(2.0), b=tf.constant(10.0), a=tf.constant(3.0))
calls = [("total", [tf.constant(1.0), tf.constant(5.0)], {"b": tf.constant(10.0), "a": tf.constant(3.0)})]
""",
    "statistics": """
class Model(tf.Module):
  @tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
  def f(self, x):
    mean, variance = tf.nn.moments(x, axes=[0])
    best = tf.math.top_k(x, 2)
    return tf.nn.batch_normalization(x, mean, variance, None, None, 1e-3), best.values, best.indices, tf.argmax(x, 1)
model = Model()
calls = [("f", [tf.constant([[1.0, 5.0, 2.0], [4.0, 3.0, 9.0]])], {})]
""",
    "assertions": """
class Model(tf.Module):
  @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
  def f(self, x):
    tf.debugging.assert_positive(x)
    return tf.math.log(x)
model = Model()
calls = [("f", [tf.constant([1.0, 2.0])], {})]
""",
    **TABLES,
}


def make(tf: Any, name: str) -> dict[str, Any]:
    """Run a program; gives its names."""
    import linecache

    source, filename = PROGRAMS[name], f"<program {name}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    namespace: dict[str, Any] = {"tf": tf, "signatures": None, "gradients": [], "signature_calls": [], "calls": []}
    exec(compile(source, filename, "exec"), namespace)
    return namespace


def main(command: str, library: str, folder: str, *names: str) -> None:
    """`save`: write the models; `check`: load them, and save them again; both tell what the models give."""
    import importlib
    import json
    import os

    tf = importlib.import_module(library)
    for name in names or tuple(PROGRAMS):
        path = os.path.join(folder, name.replace(" ", "_"))
        reported: dict[str, Any] = {}
        try:
            program = make(tf, name)
            if command == "save":
                tf.saved_model.save(program["model"], path, signatures=program["signatures"])
            reported["results"] = results(tf, program, tf.saved_model.load(path))
            reported["gradients"] = gradients(tf, program, tf.saved_model.load(path))
            reported["signatures"] = of_signatures(tf, program, tf.saved_model.load(path))
            reported["session"] = in_session(tf, program, path)
            if command == "check":
                loaded = tf.saved_model.load(path)
                tf.saved_model.save(loaded, f"{path}.again", signatures=dict(loaded.signatures))
        except Exception as error:  # what went wrong is the result
            reported["error"] = f"{type(error).__name__}: {str(error)[:1500]}"
        with open(f"{path}.{command}.{library}.json", "w") as file:
            json.dump(reported, file)


__all__ = ["PROGRAMS", "gradients", "in_session", "make", "of_signatures", "plain", "results"]

if __name__ == "__main__":
    main(*sys.argv[1:])
