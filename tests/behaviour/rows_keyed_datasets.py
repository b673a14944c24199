"""Programs about datasets that are combined by keys, filled up, and put into tables; graphs in files of their own."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_CALLS = [
    "[tuple(map(int, x)) for x in d.apply(E.group_by_reducer(lambda x: (7 - x) % 3, sums))]",
    "list(d.apply(E.group_by_reducer(lambda x: x % 2, doubled)).as_numpy_iterator())",
    "d.apply(E.group_by_reducer(lambda x: x % 2, sums)).element_spec", "d.apply(E.group_by_reducer(lambda x: x % 2, sums)).cardinality()",
    "d.apply(E.group_by_reducer(lambda x: tf.cast(x % 2, tf.int32), sums))", "d.apply(E.group_by_reducer(lambda x: [x, x], sums))",
    "list(tf.data.Dataset.range(0).apply(E.group_by_reducer(lambda x: x % 2, sums)))", "callable(sums.init_func), callable(sums.reduce_func), sums.finalize_func(1, 2)",
    "list(rows.apply(E.pad_to_cardinality(4)).as_numpy_iterator())", "rows.apply(E.pad_to_cardinality(4)).element_spec", "rows.apply(E.pad_to_cardinality(4)).cardinality()",
    "list(rows.apply(E.pad_to_cardinality(3, mask_key='own')).as_numpy_iterator())", "list(rows.apply(E.pad_to_cardinality(2)).as_numpy_iterator())",
    "rows.apply(E.pad_to_cardinality(1))", "rows.repeat().apply(E.pad_to_cardinality(1))", "rows.filter(lambda row: True).apply(E.pad_to_cardinality(9))",
    "d.apply(E.pad_to_cardinality(20))",
    "E.table_from_dataset(pairs, default_value=-1).lookup(tf.constant(['y', 'q']))", "E.table_from_dataset(pairs, num_oov_buckets=2).lookup(tf.constant(['y', 'q', 'r']))",
    "E.table_from_dataset(pairs, vocab_size=1, default_value=0).lookup(tf.constant(['x', 'y']))", "E.table_from_dataset(pairs, num_oov_buckets=-1)",
    "E.table_from_dataset(pairs, vocab_size=0)", "E.index_table_from_dataset(words).lookup(tf.constant(['y', 'q', 'z']))",
    "E.index_table_from_dataset(words, vocab_size=2).lookup(tf.constant(['y', 'q', 'z']))", "E.index_table_from_dataset(words, num_oov_buckets=1).lookup(tf.constant(['y', 'q']))",
    "E.index_table_from_dataset(words, default_value=-7).lookup(tf.constant(['y', 'q']))", "E.index_table_from_dataset(words).size()", "E.index_table_from_dataset(None)",
    "E.index_table_from_dataset(tf.data.Dataset.range(5, 8), key_dtype=tf.int64).lookup(tf.constant([6, 9], tf.int64))",
    "tf.lookup.StaticHashTable(E.DatasetInitializer(pairs), -1).lookup(tf.constant(['x', 'n']))", "E.DatasetInitializer(pairs).key_dtype, E.DatasetInitializer(pairs).value_dtype",
    "tf.function(lambda k: tf.lookup.StaticHashTable(E.DatasetInitializer(pairs), -1).lookup(k))(tf.constant(['y', 'n']))",
    "[(a.name, a.value) for a in E.AutotuneAlgorithm]", "int(E.SHARD_HINT)", "[int(x) for x in E.RandomDataset(4).take(3)]", "E.RandomDataset(4).element_spec",
    "[p.value for p in V]", "V.from_obj('save_variable_devices').name", "V.from_obj(None).name", "V.from_obj(V.NONE).name", "V.from_obj('other')",
    "tf.saved_model.SaveOptions(experimental_variable_policy='other')",
]  # fmt: skip
ROWS = {
    **product(
        "<call>",
        """
        E, V, d = tf.data.experimental, tf.saved_model.experimental.VariablePolicy, tf.data.Dataset.range(10)
        sums = E.Reducer(lambda key: (tf.constant(0, tf.int64), key), lambda state, x: (state[0] + x, state[1]), lambda *state: state)
        doubled = E.Reducer(lambda key: 0.0, lambda state, x: state + tf.cast(x, tf.float32), lambda state: state * 2)
        rows = tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": ["x", "y"]})
        pairs = tf.data.Dataset.from_tensor_slices((["x", "y"], tf.constant([3, 4], tf.int64)))
        words = tf.data.Dataset.from_tensor_slices(["x", "y", "z"])
        <call>
        """,
        call=_CALLS,
    ),
    **listed(
        """
        # == a graph in a file
        import os, tempfile
        folder = os.path.join(tempfile.mkdtemp(), "new", "folder")
        graph = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([], tf.float32)).graph
        path = tf.io.write_graph(graph, folder, "graph.pbtxt")
        os.path.relpath(path, folder), b'op: "AddV2"' in open(path, "rb").read()
        path = tf.io.write_graph(graph.as_graph_def(), folder, "graph.pb", as_text=False)
        tf.compat.v1.GraphDef.FromString(open(path, "rb").read()) == graph.as_graph_def()
        # == a variable of file names
        import os, tempfile
        folder = tempfile.mkdtemp()
        for name in ("a.txt", "b.txt", "c.csv"):
            open(os.path.join(folder, name), "w").close()
        found = tf.io.match_filenames_once(os.path.join(folder, "*.txt"))
        isinstance(found, tf.Variable), [os.path.basename(name) for name in found.numpy().tolist()]
        """
    ),
}
_SAID = "A wrong argument is a ValueError that says what was expected, not an error from inside."
ON_PURPOSE = {"d.apply(E.group_by_reducer(lambda x: [x, x], sums))": _SAID, "E.index_table_from_dataset(None)": _SAID}
