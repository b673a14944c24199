"""Programs about `tf.experimental.DynamicRaggedShape`: how it is made, what it says, and what takes it."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_MADE = [
    "from_lengths([3])", "from_lengths([2, 3, 4])", "from_lengths([])", "from_lengths([2, (2, 1)])", "from_lengths([2, (2, 1), 3])",
    "from_lengths([2, (2, 1), 3], num_row_partitions=2)", "from_lengths([2, 3, 4], num_row_partitions=1)",
    "from_lengths([2, 3, (1, 2, 3, 4, 5, 6)])", "from_lengths([3, (2, 0, 1), (1, 2, 3), 5])", "from_lengths([2, (2, 1)], dtype=tf.int32)",
    "from_lengths([2, (2, 1, 5)])", "from_lengths([(2, 1)])", "from_lengths([2, (2, 1), (1, 2)])", "from_lengths([2, (2, 1)], num_row_partitions=3)",
    "from_lengths([2, -1])", "from_lengths([0, ()])",
    "from_tensor(tf.ragged.constant([[1, 2], [], [3]]))", "from_tensor([[1, 2, 3], [4, 5, 6]])", "from_tensor(5)",
    "from_tensor(tf.ragged.constant([[[1, 2], [3]], [], [[4]]]))", "from_tensor(tf.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1))",
    "from_tensor(tf.ragged.constant([[1, 2], [3]]), dtype=tf.int32)", "from_tensor(tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2))",
    "from_row_partitions([tf.experimental.RowPartition.from_row_splits([0, 2, 3])])", "from_row_partitions([])",
    "from_row_partitions([tf.experimental.RowPartition.from_row_splits([0, 2, 3]), tf.experimental.RowPartition.from_row_splits([0, 1, 1, 5])])",
]  # fmt: skip
_ITEMS = [
    "s[0]", "s[1]", "s[2]", "s[3]", "s[4]", "s[-1]", "s[:1]", "s[:2]", "s[:3]", "s[1:]", "s[2:]", "s[3:]", "s[:]", "s[:-1]", "s[::2]", "s[4:]",
    "s[:0]", "s[1:3]", "s.is_uniform(9)", "s.with_dtype(tf.int32)", "s == s", "s.with_dtype(tf.int32).dtype.name",
    "s == tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1), 3, 4])", "s != tf.experimental.DynamicRaggedShape.from_lengths([2, 3])",
]  # fmt: skip
_CALLS = [
    "tf.broadcast_to(tf.constant([[1.0], [2.0], [3.0]]), s)", "tf.broadcast_to(1, s)", "tf.broadcast_to(r, s)", "tf.broadcast_to(r, [3, 3])",
    "tf.broadcast_to(tf.constant([[1, 2], [3, 4], [5, 6]]), s)", "tf.broadcast_to(tf.ragged.constant([[1, 2, 3]]), s)",
    "tf.broadcast_to([[1, 2, 3]], [2, 3])", "tf.broadcast_to(1, tf.experimental.DynamicRaggedShape.from_lengths([2, 2]))",
    "tf.reshape(r, s)", "tf.reshape(r, [-1])", "tf.reshape(r, [5, 1])", "tf.reshape(tf.range(5), s)", "tf.reshape(tf.range(4), s)",
    "tf.reshape(rr, tf.shape(rr))", "tf.reshape(rr, [-1])", "tf.reshape(tf.range(7), tf.shape(rr))", "tf.reshape(r, tf.shape(rr))",
    "tf.reshape(q, tf.experimental.DynamicRaggedShape.from_lengths([2, (4, 2)]))", "tf.reshape(r, tf.experimental.DynamicRaggedShape.from_lengths([5]))",
    "tf.zeros(s)", "tf.ones(s)", "tf.ones(s, tf.int32)", "tf.fill(s, 2)",
    "tf.dynamic_partition(r, [0, 1, 0], 2)", "tf.dynamic_partition(r, p, 2)", "tf.dynamic_partition(rr, [1, 1, 0], 2)",
    "tf.dynamic_partition(rr, p[:, :2], 2)", "tf.dynamic_partition(tf.range(3), [0, 1, 0], 2)", "tf.dynamic_partition(r, [0, 1], 2)",
    "tf.dynamic_partition(r, [0, 2, 0], 2)", "tf.dynamic_partition(q, [1, 0], 2)",
    "tf.math.bincount(p)", "tf.math.bincount(p, axis=-1)", "tf.math.bincount(p, axis=0)", "tf.math.bincount(p, minlength=6, axis=-1)",
    "tf.math.bincount(p, maxlength=1, axis=-1)", "tf.math.bincount(p, axis=-1, binary_output=True)", "tf.math.bincount(p, weights=r)",
    "tf.math.bincount(p, weights=r, axis=-1)", "tf.math.bincount(p, dtype=tf.int64, axis=-1)", "tf.math.bincount(p, dtype=tf.float32)",
    "tf.sparse.bincount(p)", "tf.sparse.bincount(p, axis=-1)", "tf.sparse.bincount(p, weights=r, axis=-1)", "tf.sparse.bincount(p, axis=-1, binary_output=True)",
    "tf.matmul(q, tf.ones([2, 3]))", "tf.matmul(q, q, transpose_b=True)", "tf.matmul(q, q, transpose_a=True)", "tf.matmul(q, q)",
    "tf.matmul(r, tf.ones([2, 1]))", "tf.matmul(q, tf.ones([2, 2, 3]))", "tf.matmul(q, tf.ones([2, 2, 2]), transpose_b=True)",
    "tf.matmul(q, tf.ones([2, 2, 2]), adjoint_b=True)", "tf.matmul(q, tf.ones([2]))", "tf.matmul(q, tf.ones([3, 2]))", "tf.matmul(tf.ones([2, 2, 3]), q)",
    "tf.nn.experimental.stateless_dropout(r, 0.5, [1, 2])", "tf.nn.experimental.stateless_dropout(r, 0.0, [1, 2])",
    "tf.debugging.assert_equal(r, r)", "tf.debugging.assert_equal(r, r + 1)", "tf.debugging.assert_less(r, r + 1)", "tf.debugging.assert_less(r, 9.0)",
    "tf.debugging.assert_greater(r, 0.0)", "tf.debugging.assert_greater_equal(r, 1.0)", "tf.debugging.assert_less_equal(r, 2.0)",
    "tf.debugging.assert_near(r, r)", "tf.debugging.assert_none_equal(r, 0.0)", "tf.debugging.assert_none_equal(r, r)",
    "tf.image.resize(pictures, [2, 2])", "tf.image.resize(pictures, [4, 3], 'nearest')", "tf.image.resize(pictures, (1, 1))",
    "tf.ragged.stack([tf.ones([2, 3, 1]), tf.ones([3, 1, 1])])", "tf.ragged.stack([tf.ones([2]), tf.ones([3])])",
]  # fmt: skip
ROWS = {
    **product(
        "made: <made>",
        """
        s = tf.experimental.DynamicRaggedShape.<made>
        repr(s)
        s.rank, s.num_row_partitions, s.inner_rank, s.dtype.name
        s.inner_shape
        s.static_lengths(), s.static_lengths(ragged_lengths=False)
        [repr(p) for p in s.row_partitions]
        [s.is_uniform(axis) for axis in range(s.rank)]
        """,
        made=_MADE,
    ),
    **product(
        "item: <item>",
        """
        s = tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1), 3, 4])
        <item>
        """,
        item=_ITEMS,
    ),
    **product(
        "<call>",
        """
        r, p = tf.ragged.constant([[1.0, 2.0, 3.0], [], [4.0, 5.0]]), tf.ragged.constant([[0, 1, 0], [], [1, 0]])
        rr, s = tf.ragged.constant([[[1, 2], [3]], [], [[4], [], [5, 6, 7]]]), tf.shape(r)
        q = tf.ragged.constant([[[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]]], ragged_rank=1)
        pictures = tf.ragged.constant([[[[0.5]] * 3] * 2, [[[0.25]]] * 3], ragged_rank=2)
        <call>
        tf.function(lambda r, p, rr, q, pictures: <call>)(r, p, rr, q, pictures)
        """,
        call=_CALLS,
    ),
    **listed(
        """
        # == made of partitions and of the shape of the values
        p = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
        s = tf.experimental.DynamicRaggedShape([p], [3, 4])
        repr(s), s.rank, s.inner_rank
        repr(tf.experimental.DynamicRaggedShape([], [2, 3]))
        repr(tf.experimental.DynamicRaggedShape([p], [3], dtype=tf.int32))
        tf.experimental.DynamicRaggedShape([p], [4])
        tf.experimental.DynamicRaggedShape([p], [])
        # == an argument and a result of a function
        s = tf.experimental.DynamicRaggedShape.from_lengths([3, (2, 0, 1)])
        f = tf.function(lambda s: (s, s[0], s.inner_shape, s.row_partitions[0].row_lengths()))
        out = f(s)
        repr(out[0])
        out[1:]
        # == tensors that it consists of
        s = tf.experimental.DynamicRaggedShape.from_lengths([3, (2, 0, 1)])
        tf.nest.flatten(s, expand_composites=True)
        # == zeros by a shape inside of a function
        @tf.function
        def f(x):
            return tf.broadcast_to(0.0, tf.shape(x)), tf.reshape(tf.range(tf.size(x)), tf.shape(x))
        f(tf.ragged.constant([[1, 2], [], [3]]))
        """
    ),
}
ON_PURPOSE = {
    "tf.ragged.stack([tf.ones([2]), tf.ones([3])])": "Row splits are int64, like those of other ragged tensors.",
    "made of partitions and of the shape of the values": "An inner shape without dimensions is a ValueError that says so.",
    "tf.broadcast_to(r, [3, 3])": "The error is a ValueError eagerly and in a function.",
    "tf.reshape(r, tf.shape(rr))": "Values that are too few for the shape are an error in a function too.",
}
