"""Programs with tables, files and resources of one's own, in the form of `saved_model_programs`."""

from __future__ import annotations

TABLES = {
    "tables of pairs": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    words = tf.lookup.KeyValueTensorInitializer(["a", "b", "c"], tf.constant([1, 2, 3], tf.int64))
    names = tf.lookup.KeyValueTensorInitializer(tf.constant([1, 2], tf.int64), ["one", "two"])
    weights = tf.lookup.KeyValueTensorInitializer(["a", "b"], [0.5, 2.5])
    self.words = tf.lookup.StaticHashTable(words, -1)
    self.names = tf.lookup.StaticHashTable(names, "many")
    self.weights = tf.lookup.StaticHashTable(weights, 0.0)
    self.scale = tf.Variable(2.0)
  @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="x")])
  def f(self, x):
    numbers = self.words.lookup(x)
    return {"number": numbers, "name": self.names.lookup(numbers), "size": self.words.size()}
  @tf.function(input_signature=[tf.TensorSpec([None, None], tf.string), tf.TensorSpec([], tf.float32)])
  def weigh(self, x, y):
    return tf.reduce_sum(self.weights.lookup(x)) * self.scale * y
model = Model()
signatures = model.f
calls = [("f", [tf.constant(["a", "?", "c"])], {}),
         ("weigh", [tf.constant([["a"], ["b"]]), tf.constant(2.0)], {})]
gradients = [("weigh", [tf.constant([["a", "?"]]), tf.constant(3.0)], ["scale"])]
signature_calls = [("serving_default", {"x": tf.constant(["b", "z"])})]
""",
    "tables of files": """
import os, tempfile
folder = tempfile.mkdtemp()
with open(os.path.join(folder, "words.txt"), "w") as file:
  file.write("apple\\npear\\nplum\\n")
with open(os.path.join(folder, "prices.tsv"), "w") as file:
  file.write("apple\\t1.5\\nplum\\t2.25\\n")
index = tf.lookup.TextFileIndex
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    words = os.path.join(folder, "words.txt")
    lines = tf.lookup.TextFileInitializer(words, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER)
    words = tf.lookup.TextFileInitializer(words, tf.int64, index.LINE_NUMBER, tf.string, index.WHOLE_LINE)
    prices = tf.lookup.TextFileInitializer(os.path.join(folder, "prices.tsv"), tf.string, 0, tf.float32, 1)
    self.numbers = tf.lookup.StaticHashTable(lines, -1)
    self.words = tf.lookup.StaticHashTable(words, "?")
    self.prices = tf.lookup.StaticHashTable(prices, 0.0)
  @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="words")])
  def f(self, words):
    numbers = self.numbers.lookup(words)
    return numbers, self.words.lookup(numbers + 1), self.prices.lookup(words)
model = Model()
signatures = {"serving_default": model.f}
calls = [("f", [tf.constant(["pear", "kiwi", "apple"])], {})]
signature_calls = [("serving_default", {"words": tf.constant(["plum"])})]
""",
    "vocabulary": """
import os, tempfile
path = os.path.join(tempfile.mkdtemp(), "words.txt")
with open(path, "w") as file:
  file.write("apple\\npear\\n")
index = tf.lookup.TextFileIndex
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    lines = tf.lookup.TextFileInitializer(path, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER)
    self.words = tf.lookup.StaticVocabularyTable(lines, 5)
    numbers = tf.lookup.KeyValueTensorInitializer(tf.constant([70, 80], tf.int64), tf.constant([0, 1], tf.int64))
    self.numbers = tf.lookup.StaticVocabularyTable(numbers, 3)
    self.rows = tf.Variable(tf.reshape(tf.range(14.0), [7, 2]))
  @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
  def embed(self, words):
    return tf.gather(self.rows, self.words.lookup(words))
  @tf.function(input_signature=[tf.TensorSpec([None], tf.int64)])
  def number(self, x):
    return self.numbers.lookup(x), self.numbers.size(), self.words.size()
model = Model()
signatures = {"embed": model.embed}
signature_calls = [("embed", {"words": tf.constant(["pear", "other"])})]
texts = ["pear", "", "b", "emerson", "hello world, long", "x" * 40, "y" * 64, "z" * 200, "h\\u00e9"]
calls = [("embed", [tf.constant(texts)], {}), ("number", [tf.constant([80, 9, -1, 2**40], tf.int64)], {})]
gradients = [("embed", [tf.constant(["pear", "new", "pear"])], ["rows"])]
""",
    "changing tables": """
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.counts = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, 0)
    self.points = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, [0.0, -1.0])
    self.dense = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-1)
  @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
  def count(self, words):
    for word in words:
      word = tf.reshape(word, [1])
      self.counts.insert(word, self.counts.lookup(word) + 1)
    return self.counts.size()
  @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
  def look(self, words):
    return self.counts.lookup(words), self.points.lookup(tf.constant([[1, 7]], tf.int64))
  @tf.function(input_signature=[tf.TensorSpec([None], tf.int64)])
  def spare(self, x):
    found = self.dense.lookup(x)
    self.dense.insert(x, found + 10)
    self.counts.remove(tf.constant(["a"]))
    return found, self.dense.lookup(x), self.dense.size(), self.counts.size()
model = Model()
model.counts.insert(tf.constant(["a"]), tf.constant([5], tf.int64))
model.points.insert(tf.constant([7], tf.int64), [[1.5, 2.5]])
model.dense.insert(tf.constant([3, 1000, 11, -7], tf.int64), tf.constant([30, 40, 50, 60], tf.int64))
calls = [("look", [tf.constant(["a", "b"])], {}), ("count", [tf.constant(["a", "b", "a"])], {}),
         ("look", [tf.constant(["a", "b", "c"])], {}), ("spare", [tf.constant([3, 4, -7], tf.int64)], {}),
         ("spare", [tf.constant([1000, 11], tf.int64)], {})]
""",
    "resources of one's own": """
class Held(tf.saved_model.experimental.TrackableResource):
  def __init__(self, value):
    super().__init__()
    self.value = tf.constant(value)
    self._initialize()
  def _create_resource(self):
    return tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[2])
  def _initialize(self):
    tf.raw_ops.AssignVariableOp(resource=self.resource_handle, value=self.value)
  def _destroy_resource(self):
    tf.raw_ops.DestroyResourceOp(resource=self.resource_handle)
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.held = Held([1.0, 2.0])
  @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
  def f(self, x):
    value = tf.raw_ops.ReadVariableOp(resource=self.held.resource_handle, dtype=tf.float32)
    return value * x
model = Model()
calls = [("f", [tf.constant([3.0, 4.0])], {}), ("f", [tf.constant([1.0, 1.0])], {})]
""",
    "a file by itself": """
import os, tempfile
path = os.path.join(tempfile.mkdtemp(), "note.txt")
with open(path, "w") as file:
  file.write("noted")
class Model(tf.Module):
  def __init__(self):
    super().__init__()
    self.note = tf.saved_model.Asset(path)
  @tf.function(input_signature=[tf.TensorSpec([], tf.bool, name="swapped")])
  def place(self, swapped):
    parts = tf.strings.join([self.note.asset_path, ""])
    return tf.strings.length(parts) > 8 if swapped else tf.strings.length(self.note.asset_path) > 1000
model = Model()
calls = [("place", [tf.constant(True)], {}), ("place", [tf.constant(False)], {})]
signature_calls = [("serving_default", {"swapped": tf.constant(True)})]
""",
}
