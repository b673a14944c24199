"""Programs about tensors as Python values, nests, shapes, specs, dtypes and datasets with functions."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_MAKE = "a, b, s = tf.constant([[1, 2], [3, 4]]), tf.constant([1.5, 2.5]), tf.constant(3)\n"
ROWS = product(
    "tensors: <what>",
    _MAKE + "<what>\n",
    what=["bool(s)", "bool(a)", "bool(tf.constant([]))", "bool(tf.constant([5]))", "int(s)", "int(a)", "float(s)", "float(b)", "complex(s)", "len(a)", "len(s)", "list(a)", "list(s)",
          "hash(s)", "s in [s]", "s in {s: 1}", "s == 3", "s != 3", "a == a", "a == b", "a == None", "a != None", "s is s", "s == 'x'", "[1, 2][s - 2]", "range(s)", "'x' * s",
          "f'{s}'", "f'{b[0]:.1f}'", "str(s)", "repr(s)", "str(a)", "repr(b)", "np.array(a)", "np.asarray(s)", "np.sum(a)", "np.add(a, a)", "a + np.ones([2, 2], np.int32)",
          "np.ones([2, 2], np.int32) + a", "np.float32(2) * b", "b * np.float64(2)", "a + 1.5", "1 + a", "a + True", "a + None", "a + 'x'", "a + [1, 2]", "[1, 2] + a", "a + b", "b / 2", "a / 2",
          "a // 2", "a % 2", "-a", "abs(-a)", "a @ a", "a ** 2", "2 ** a", "a > 1", "a > b", "not s", "a and s", "s and a", "s or a", "a & 1", "~a", "a[0]", "a[0, 1]", "a[:, 0]", "a[-1]", "a[5]", "a[..., 1]",
          "a[tf.newaxis]", "a[::-1]", "a[0][1]", "a['x']", "a[1.0]", "a[True]", "a[None, 0]", "a[[0, 1]]", "a[s - 2]", "a[a > 2]", "b[0:10]", "b[2:1]", "s[0]", "s[...]", "a.shape", "a.shape[0]",
          "a.ndim", "a.dtype", "a.numpy()", "a.T", "a.get_shape()", "a.device[-5:]", "a.name", "a.op", "a.graph", "a.eval()", "a.set_shape([2, 2])", "a.set_shape([3])", "a.size", "a.reshape", "a.astype",
          "a.ref() == a.ref()", "a.ref().deref() is a", "iter(a).__next__()", "tf.is_tensor(a), tf.is_tensor(1), tf.is_tensor([a])", "a.consumers()", "a.value_index", "a.itemsize", "a.tolist()", "a.item()",
          "a.__array_priority__", "round(b[0])", "divmod(a, 2)", "pow(a, 2)", "sum(b)", "max(b)", "min(b)", "sorted(b)", "any(b)", "tuple(b)", "[*b]", "dict(x=s)", "a += 1", "a[0] = 1", "del a[0]", "a.x",
          "tf.constant(a)", "tf.convert_to_tensor(a, tf.float32)", "tf.cast(a, tf.float32)", "tf.get_static_value(a)", "isinstance(a, tf.Tensor)", "isinstance(a, tf.Variable)", "type(a) is tf.Tensor",
          "np.isscalar(s)", "np.where(a > 2, a, 0)", "np.concatenate([a, a])", "a.__len__()", "a.__bool__()", "a.__index__()", "s.__index__()", "a.__iter__() is not None", "a.__hash__()"],
)  # fmt: skip
ROWS |= product(
    "tf.nest: <what>",
    """
    import collections
    P = collections.namedtuple('P', 'x y')
    n = {'b': [1, (2, 3)], 'a': P(4, [5])}
    <what>
    """,
    what=["tf.nest.flatten(n)", "tf.nest.flatten(1)", "tf.nest.flatten([])", "tf.nest.flatten(None)", "tf.nest.flatten('ab')", "tf.nest.flatten({1, 2})", "tf.nest.flatten({'b': 1, 'a': 2})",
          "tf.nest.flatten(collections.OrderedDict([('b', 1), ('a', 2)]))", "tf.nest.flatten({1: 'a', 'x': 2})", "tf.nest.flatten(np.ones(2))", "tf.nest.flatten(range(3))", "tf.nest.flatten(iter([1]))",
          "tf.nest.map_structure(lambda v: v * 10, n)", "tf.nest.map_structure(lambda u, v: u + v, n, n)", "tf.nest.map_structure(lambda u, v: u, [1, 2], (1, 2))",
          "tf.nest.map_structure(lambda u, v: u, [1, 2], (1, 2), check_types=False)", "tf.nest.map_structure(lambda u, v: u, [1], [1, 2])", "tf.nest.map_structure(1, [1])", "tf.nest.map_structure(lambda: 1)",
          "tf.nest.map_structure(lambda v: v, 3)", "tf.nest.map_structure(lambda v: [v], [1, 2])", "tf.nest.pack_sequence_as(n, list(range(5)))", "tf.nest.pack_sequence_as(n, [1])",
          "tf.nest.pack_sequence_as(1, [5])", "tf.nest.pack_sequence_as(1, [5, 6])", "tf.nest.pack_sequence_as([], [])", "tf.nest.pack_sequence_as({'b': 0, 'a': 0}, [1, 2])", "tf.nest.pack_sequence_as(P(1, 2), 'ab')",
          "tf.nest.pack_sequence_as([1, 2], 5)", "tf.nest.assert_same_structure(n, n)", "tf.nest.assert_same_structure([1], (1,))", "tf.nest.assert_same_structure([1], (1,), check_types=False)",
          "tf.nest.assert_same_structure({'a': 1}, {'b': 1})", "tf.nest.assert_same_structure([1, [2]], [1, 2])", "tf.nest.assert_same_structure(1, [1])", "tf.nest.assert_same_structure(P(1, 2), (1, 2))",
          "tf.nest.is_nested(n), tf.nest.is_nested(1), tf.nest.is_nested('a'), tf.nest.is_nested(np.ones(1))", "tf.nest.flatten(tf.ragged.constant([[1], [2]]), expand_composites=True)",
          "tf.nest.flatten(tf.sparse.from_dense([1, 0]), expand_composites=True)", "tf.nest.map_structure(lambda v: v + 1, tf.ragged.constant([[1], [2]]), expand_composites=False)"],
)  # fmt: skip
_SHAPES = ["tf.TensorShape([2, None])", "tf.TensorShape(None)", "tf.TensorShape([])", "tf.TensorShape([2, 3])"]
ROWS |= product(
    "x = <x>: <what>",
    "x = <x>\n<what>\n",
    x=_SHAPES,
    what=["x.rank", "x.as_list()", "x.num_elements()", "x.is_fully_defined()", "len(x)", "bool(x)", "x[0]", "x[-1]", "x[1:]", "list(x)", "x == [2, 3]", "x == x", "x != None", "hash(x) == hash(x)", "x + [4]", "[4] + x",
          "x.concatenate([1, 1])", "x.merge_with([2, 3])", "x.merge_with([None, 3])", "x.is_compatible_with([2, 3])", "x.is_subtype_of(tf.TensorShape([2, None]))", "x.with_rank(2)", "x.with_rank_at_least(1)",
          "x.with_rank_at_most(1)", "x.assert_has_rank(2)", "x.assert_is_fully_defined()", "x.assert_is_compatible_with([5])", "x.most_specific_compatible_shape([2, 5])", "str(x)", "repr(x)", "x.dims", "x.ndims",
          "tf.TensorSpec(x).is_compatible_with(tf.ones([2, 3]))", "tf.TensorSpec(x, tf.int32).is_compatible_with(tf.ones([2, 3]))", "tf.TensorSpec(x) == tf.TensorSpec(x, name='n')", "tf.TensorSpec(x).most_specific_common_supertype([tf.TensorSpec([2, 4])])",
          "repr(tf.TensorSpec(x, tf.int8, 'n'))", "tf.TensorSpec(x).is_subtype_of(tf.TensorSpec(None))", "tf.zeros(x)", "x.definitely_not_there"],
)  # fmt: skip
ROWS |= product(
    "a dataset: <what>",
    "d = tf.data.Dataset.range(6)\n[v for v in <what>]\n(<what>).element_spec\n(<what>).cardinality()\n",
    what=["d", "d.map(lambda v: v * 2)", "d.map(lambda v: (v, v + 1))", "d.map(lambda v: {'a': v})", "d.map(lambda v: [v, v])", "d.filter(lambda v: v % 2 == 0)", "d.batch(4)", "d.batch(4, drop_remainder=True)", "d.batch(2).map(lambda v: tf.reduce_sum(v))",
          "d.take(2)", "d.skip(4)", "d.repeat(2)", "d.concatenate(d)", "d.enumerate(5)", "tf.data.Dataset.zip((d, d))", "d.window(2).flat_map(lambda w: w.batch(2))", "d.flat_map(lambda v: tf.data.Dataset.range(v))",
          "d.interleave(lambda v: tf.data.Dataset.from_tensors(v).repeat(2), cycle_length=2)", "d.scan(tf.constant(0, tf.int64), lambda s, v: (s + v, s))", "d.take_while(lambda v: v < 3)", "d.shard(3, 1)", "d.padded_batch(2)",
          "d.map(lambda v: tf.range(v)).padded_batch(3)", "d.cache()", "d.prefetch(1)", "d.map(lambda v: 1 // (v - 3))", "d.map(lambda v: v if v > 2 else -v)", "d.unbatch()", "d.batch(3).unbatch()", "d.rebatch(4)", "d.batch(4).rebatch(3)",
          "d.group_by_window(lambda v: v % 2, lambda k, w: w.batch(3), 3)", "d.apply(lambda e: e.take(1))", "d.map(lambda v: None)", "d.map(lambda v: 'x')", "d.map(lambda a, b: a)", "d.filter(lambda v: 1)", "d.batch(0)", "d.take(-1)",
          "d.map(lambda v: v, num_parallel_calls=2)", "d.map(lambda v: tf.py_function(lambda w: w + 1, [v], tf.int64))", "tf.data.Dataset.from_tensor_slices({'a': [1, 2], 'b': ['x', 'y']})", "tf.data.Dataset.from_tensor_slices(([1], [1, 2]))",
          "tf.data.Dataset.from_generator(lambda: iter([1, 2]), output_signature=tf.TensorSpec([], tf.int32))", "d.ragged_batch(2)", "d.map(lambda v: tf.fill([v], v)).ragged_batch(3)", "d.sparse_batch(2, [3])", "d.snapshot"],
)  # fmt: skip

ROWS |= listed("""
# == an object that says it is like a tensor
class Like:
    is_tensor_like = True
class Unlike:
    is_tensor_like = False
class Plain: pass
tf.register_tensor_conversion_function(Like, lambda v, dtype=None, name=None, as_ref=False: tf.constant(3))
tf.is_tensor(Like()), tf.is_tensor(Unlike()), tf.is_tensor(Plain())
tf.get_static_value(Like())
tf.get_static_value(Plain()) is None
tf.convert_to_tensor(Like())
""")

_GRAPH = "A method of symbolic tensors; a tensor with a value does not have it."

ON_PURPOSE = {
    "tensors: a.eval()": _GRAPH,
    "tensors: a.consumers()": _GRAPH,
    "tensors: a.tolist()": "Methods of arrays that libraries call on results work on tensors.",
    "tensors: round(b[0])": "`round` of a tensor that is a number rounds it, as `int` and `float` convert it.",
    "tensors: del a[0]": "A tensor does not change; the class of the error is Python's for a missing method.",
    "a dataset: d.map(lambda v: None)": "The error names the function and what it returned.",
}  # fmt: skip
