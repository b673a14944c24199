"""Internal modules of TensorFlow, as libraries import them: every name of the table is there, and does what it says."""

from __future__ import annotations

import functools
import operator
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.interop.eager_context import graph_mode
from graphwright.interop.parallel_for import for_loop, pfor
from graphwright.interop.util import deprecation, nest, object_identity, tf_decorator, tf_export, tf_inspect
from graphwright.interop.util.variable_utils import convert_variables_to_tensors
from tests.keras.programs import printed_by

PROGRAMS = {
    "every name of the table": (
        """
import importlib
from graphwright._public import entries
from graphwright.interop import internal_table
for module, names in internal_table.NAMES.items():
    found = importlib.import_module(module)
    for name in entries(names):
        getattr(found, name)
for module in (*internal_table.PUBLIC, *internal_table.RAW_OPS):
    importlib.import_module(module)
print("all")
""",
        "all\n",
    ),
    "devices, decorators of documentation, lists of names": (
        """
from tensorflow.python.client import device_lib
print([d.device_type for d in device_lib.list_local_devices()][0])
from tensorflow.tools.docs import doc_controls
@doc_controls.do_not_generate_docs
def f():
    return 3
print(f(), doc_controls.set_deprecated(f) is f)
from tensorflow.python.util.all_util import make_all, remove_undocumented
remove_undocumented(__name__)
print(make_all("tensorflow.python.util.all_util") == make_all("tensorflow.python.util.all_util"))
from tensorflow.python.training import saver, training_util
from tensorflow.python.ops import init_ops, rnn_cell, metrics
print(saver.Saver.__name__, training_util.get_global_step(), init_ops.Zeros.__name__, callable(metrics.mean))
""",
        "CPU\n3 True\nTrue\nSaver None Zeros True\n",
    ),
    "functions of the older forms": (
        """
import tensorflow as tf
from tensorflow.python.ops import math_ops, nn, nn_impl, nn_ops, variable_v1
print([v.numpy().tolist() for v in nn_impl.moments(tf.constant([[1.0, 3.0]]), [1], keep_dims=True)])
print(nn.depthwise_conv2d(tf.ones([1, 5, 5, 1]), tf.ones([2, 2, 1, 1]), [1] * 4, "VALID", rate=[2, 2]).shape)
print(nn_ops.pool(tf.ones([1, 4, 1]), [2], "MAX", "VALID", dilation_rate=[1]).shape)
print(math_ops.to_int64(1.9).dtype.name, isinstance(tf.Variable(1), variable_v1.VariableV1))
""",
        "[[[2.0]], [[1.0]]]\n(1, 3, 3, 1)\n(1, 3, 1)\nint64 True\n",
    ),
    "modules that are not there": (
        """
import importlib
for name in ("python.debug.wrappers", "core.nothing_pb2", "python.training.nothing"):
    try:
        importlib.import_module("tensorflow." + name)
    except ModuleNotFoundError as error:
        print(error.name, "docs/missing_names.md" in str(error))
""",
        "tensorflow.python.debug True\ntensorflow.core.nothing_pb2 True\ntensorflow.python.training.nothing True\n",
    ),
    "every message": (
        """
import importlib
from graphwright._public import entries
from graphwright.interop import message_table
for module, names in message_table.NAMES.items():
    found = importlib.import_module(module)
    for name in entries(names):
        assert getattr(found, name).__name__ == name
print("all")
""",
        "all\n",
    ),
    "messages": (
        """
import tensorflow as tf
from tensorflow.core.framework import graph_pb2, node_def_pb2, types_pb2
from tensorflow.core.protobuf import meta_graph_pb2, saver_pb2, struct_pb2
graph = graph_pb2.GraphDef(node=[node_def_pb2.NodeDef(name="x", op="NoOp")])
print(type(graph) is tf.compat.v1.GraphDef, meta_graph_pb2.MetaGraphDef(graph_def=graph).graph_def.node[0].name)
print(types_pb2.DT_FLOAT, types_pb2.DataType.Name(3), types_pb2.DataType.Value("DT_HALF_REF"))
print(saver_pb2.SaverDef(version=saver_pb2.SaverDef.V1).version, saver_pb2.SaverDef.V2)
print(struct_pb2.StructuredValue(int64_value=3).WhichOneof("kind"))
try:
    types_pb2.DT_STRANGE
except AttributeError as error:
    print("DT_STRANGE" in str(error))
""",
        "True x\n1 DT_INT32 119\n1 2\nint64_value\nTrue\n",
    ),
    "values without dependency": (
        """
import tensorflow as tf
from tensorflow.python.trackable.data_structures import NoDependency
class Holder(tf.__internal__.tracking.AutoTrackable):
    pass
holder = Holder()
holder.kept, holder.v = NoDependency({"a": tf.Variable(1.0)}), tf.Variable(2.0)
print(sorted(holder.kept), sorted(holder._trackable_children()), tf.constant([1])._numpy())
""",
        "['a'] ['v'] [1]\n",
    ),
    "values that are known while tracing": (
        """
import tensorflow as tf
from tensorflow.python.framework import tensor_util
with tf.Graph().as_default():
    one, two = tf.constant(1), tf.constant([2, 3])
    for value in (tf.concat([[1], two], 0), tf.stack([one, 2]), tf.cast(tf.constant(1.5), tf.int32), tf.range(3),
                  tf.equal(one, 1), tf.fill([2], 3), tf.unstack(two)[1], tf.stop_gradient(one), one + 1, one < 2):
        print(tf.get_static_value(value), end=" ")
    print(tensor_util.try_evaluate_constant(tf.where(one < 2, one + 1, 5)))
""",
        "[1 2 3] [1 2] 1 [0 1 2] True [3 3] 3 1 None None 2\n",
    ),
    "functions of op modules": (
        """
import tensorflow as tf
from tensorflow.python.ops import array_ops, gen_array_ops, gen_nn_ops, math_ops, random_ops, string_ops
from tensorflow.python.framework import constant_op, dtypes, ops, tensor_shape, tensor_util
x = constant_op.constant([[1.0, 2.0]], dtypes.float32)
print(math_ops.reduce_sum(array_ops.reshape(x, [2])).numpy(), gen_array_ops.gather_v2(x, [1], 1).numpy())
print(gen_nn_ops.relu(features=-x).numpy(), string_ops.as_string(3).numpy(), random_ops.random_uniform([2]).shape)
print(tensor_shape.dimension_value(x.shape[0]), tensor_util.constant_value(x), ops.convert_to_tensor(1).dtype.name)
print(math_ops.add is tf.add, isinstance(x, ops.Tensor))
""",
        "3.0 [[2.]]\n[[0. 0.]] b'3' (2,)\n1 [[1. 2.]] int32\nTrue True\n",
    ),
    "shapes and values that are known in part": (
        """
import tensorflow as tf
from tensorflow.python.framework import tensor_util
@tf.function
def f(x, n):
    for shape in (tf.shape(x), tf.concat([tf.shape(x)[1:], [4, n]], 0), tf.stack([n, 3]), tf.shape(x) * n):
        print(tensor_util.constant_value_as_shape(shape), end=" ")
f.get_concrete_function(tf.TensorSpec([None, 3]), tf.TensorSpec([], tf.int32))
print(tensor_util.constant_value_as_shape(tf.constant([2, -1, 3])))
with tf.Graph().as_default():
    print(tensor_util.try_evaluate_constant(tf.constant([1, 2]) * 2), end=" ")
    print(tensor_util.try_evaluate_constant(tf.shape(tf.compat.v1.placeholder(tf.float32, [None]))))
""",
        "(None, 3) (3, 4, None) (None, 3) (None, None) (2, None, 3)\n[2 4] None\n",
    ),
    "sizes of batches": (
        """
import tensorflow as tf
from tensorflow.python.data.experimental.ops.distribute import compute_batch_size
numbers = tf.data.Dataset.range(16)
batches = numbers.batch(7)
for dataset in (batches.shuffle(3).repeat().prefetch(2), batches.map(lambda x: x), batches.filter(lambda x: True),
                batches.concatenate(numbers.batch(5)), tf.data.Dataset.zip((batches, batches)), batches.rebatch(3),
                tf.data.Dataset.from_tensors((tf.zeros([5, 2]), tf.zeros([4]))), numbers.padded_batch(4),
                numbers.batch(7, drop_remainder=True).map(lambda x: x), numbers.window(3), batches.batch(2)):
    print(compute_batch_size(dataset).numpy(), end=" ")
""",
        "7 -1 7 -1 7 -1 -1 4 7 -1 2 ",
    ),
    "arguments of functions": (
        """
import functools, tensorflow as tf
from tensorflow.python.util import tf_inspect
class Model:
    def __call__(self, a, *, b=2): pass
    @tf.function
    def m(self, x, y=3): pass
def g(a, b, c=4, **k): pass
for function in (tf.function(g), Model(), Model().__call__, functools.partial(g, 1), Model().m):
    print(*tf_inspect.getfullargspec(function)[:5])
""",
        "['a', 'b', 'c'] None k (4,) []\n['self', 'a'] None None None ['b']\n['self', 'a'] None None None ['b']\n"
        "['b', 'c'] None k (4,) []\n['self', 'x', 'y'] None None (3,) []\n",
    ),
    "the same internals under compat.v2": (
        "import tensorflow.compat.v2 as tf2, tensorflow as tf\n"
        "print(tf2.__internal__ is tf.__internal__, tf2.__internal__.tf2.enabled())",
        "True True\n",
    ),
    "what is not there": (
        """
from tensorflow.python.ops import array_ops
try:
    array_ops.quux
except AttributeError as error:
    print(error)
""",
        "module 'tensorflow.python.ops.array_ops' has no attribute 'quux': tf.python.ops.array_ops.quux of TensorFlow "
        "is not here. Instead: use the public name; internal ones are here as far as libraries need them. What a "
        "program needs most comes first: ask for it with an issue (docs/missing_names.md).\n",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str, tmp_path: Path) -> None:
    program, expected = PROGRAMS[name]
    install = "import graphwright\ngraphwright.install_as_tensorflow()\n"
    assert printed_by(install + program, tmp_path) == expected


def test_nest_with_paths() -> None:
    structure = {"b": [1, (2, 3)], "a": 4}
    assert nest.flatten_with_joined_string_paths(structure) == [("a", 4), ("b/0", 1), ("b/1/0", 2), ("b/1/1", 3)]
    assert nest.map_structure_with_tuple_paths(lambda p, x, y: (p, x * y), [2, 3], [4, 5]) == [((0,), 8), ((1,), 15)]
    found = nest.map_structure_with_tuple_paths_up_to({"a": 0, "b": 0}, lambda p, x: (p, x), structure)
    assert found == {"a": (("a",), 4), "b": (("b",), [1, (2, 3)])}
    assert nest.flatten_with_tuple_paths_up_to([0, 0], [[1], 2]) == [((0,), [1]), ((1,), 2)]
    assert list(nest._yield_sorted_items({"y": 1, "x": 2})) == [("x", 2), ("y", 1)]
    assert nest._sequence_like((1, 2), [3, 4]) == (3, 4)
    with pytest.raises(ValueError):
        nest.assert_shallow_structure([0, 0], [1, 2, 3])


def test_shallow_structures_that_a_function_describes() -> None:
    structure = {"a": [1, 2], "b": (3, [4])}
    assert nest.get_traverse_shallow_structure(lambda s: not isinstance(s, list), structure) == {
        "a": False,
        "b": (True, False),
    }
    assert nest.get_traverse_shallow_structure(lambda s: [True, False] if s == [1, 2] else True, structure["a"]) == [
        True,
        False,
    ]
    with pytest.raises(TypeError, match="for non-structure: 1"):
        nest.get_traverse_shallow_structure(lambda s: [True] if s == 1 else True, [1])


def test_deprecations_change_nothing() -> None:
    def double(x: int) -> int:
        return 2 * x

    for decorate in (
        deprecation.deprecated(None, "use y"),
        deprecation.deprecated_args(None, "use y", "x"),
        deprecation.deprecated_arg_values(None, "use y", x=1),
    ):
        assert decorate(double) is double
    assert deprecation.deprecated_alias("old", "new", double)(3) == 6
    assert deprecation.deprecated_argument_lookup("new", None, "old", 5) == 5
    with pytest.raises(ValueError, match="Cannot specify both 'old' and 'new'"):
        deprecation.deprecated_argument_lookup("new", 1, "old", 5)
    with pytest.raises(ValueError, match="conversion instructions"):
        deprecation.deprecated(None, "")
    deprecation.deprecated_endpoints("a.b")(double)
    with pytest.raises(deprecation.DeprecatedNamesAlreadySetError):
        deprecation.deprecated_endpoints("a.b")(double)


def test_identity_decides_in_sets_and_dictionaries() -> None:
    one, other = [1], [1]
    found = object_identity.ObjectIdentitySet([one, one])
    assert one in found and other not in found and len(found) == 1
    assert len(found.difference([other])) == 1 and len(found.intersection([one, other])) == 1
    table = object_identity.ObjectIdentityDictionary()
    table[one], table[other] = "one", "other"
    assert (table[one], table[other], len(table)) == ("one", "other", 2)
    assert object_identity.Reference(one) == object_identity.Reference(one) != object_identity.Reference(other)
    kept = tf.Module()
    weak = object_identity.ObjectIdentityWeakSet([kept])
    assert len(weak) == 1
    del kept
    assert len(weak) == 0


def test_decorators_and_exports() -> None:
    def target(a: int, *, b: int = 2) -> int:
        return a + b

    around = tf_decorator.make_decorator(target, lambda *args, **kwargs: target(*args, **kwargs) * 10)
    assert around(1) == 30 and tf_decorator.unwrap(around)[1] is target
    assert tf_export.keras_export("keras.f")(target)._keras_api_names == ("keras.f",)
    assert tf_inspect.getfullargspec(target).kwonlyargs == ["b"]
    with pytest.raises(ValueError, match="keyword-only"):
        tf_inspect.getargspec(target)


def test_functions_of_an_index() -> None:
    assert pfor(lambda i: i * i, 4).numpy().tolist() == [0, 1, 4, 9]
    assert for_loop(lambda i: tf.cast(i, tf.float32) / 2, tf.float32, 3).numpy().tolist() == [0.0, 0.5, 1.0]


def test_variables_become_tensors_in_structures() -> None:
    found: Any = convert_variables_to_tensors({"a": tf.Variable(2.0), "b": [3]})
    assert not isinstance(found["a"], tf.Variable) and found["b"] == [3]
    assert functools.reduce(operator.mul, [float(found["a"]), 3]) == 6


def test_graph_mode_builds_into_the_graph_under_construction_or_the_default_graph() -> None:
    with graph_mode():
        assert not tf.executing_eagerly()
        default = tf.constant(1).graph
    graph = tf.Graph()
    with graph.as_default(), graph_mode():
        assert tf.constant(1).graph is graph is not default
    assert tf.executing_eagerly()
    tf.compat.v1.reset_default_graph()
