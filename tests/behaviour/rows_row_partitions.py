"""Programs about `tf.experimental.RowPartition`: how it is made, what it says, and its way through functions."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_MADE = [
    "from_row_splits([0, 2, 2, 3])", "from_row_splits([0])", "from_row_splits([])", "from_row_splits([1, 2])", "from_row_splits([0, 2, 1])",
    "from_row_splits([[0]])", "from_row_splits([0.0, 1.0])", "from_row_splits([0, 2], dtype=tf.int32)", "from_row_splits(tf.constant([0, 2]))",
    "from_row_splits([0, 2], dtype_hint=tf.int32)", "from_row_splits([1, 2], validate=False)", "from_row_lengths([2, 0, 1])",
    "from_row_lengths([])", "from_row_lengths([1, -2])", "from_row_lengths([[1]])", "from_row_lengths([1.5])", "from_row_starts([0, 2, 2], 4)",
    "from_row_starts([], 0)", "from_row_starts([1, 2], 4)", "from_row_starts([0, 5], 4)", "from_row_limits([1, 2, 4])", "from_row_limits([])",
    "from_row_limits([3, 2])", "from_value_rowids([0, 0, 2])", "from_value_rowids([0, 0, 2], 4)", "from_value_rowids([0, 0, 2], 2)",
    "from_value_rowids([])", "from_value_rowids([2, 1])", "from_value_rowids([-1, 0])", "from_value_rowids([0, 1], -1)",
    "from_value_rowids([0, 2], dtype=tf.int32)", "from_uniform_row_length(2, nvals=6)", "from_uniform_row_length(2, nrows=3)",
    "from_uniform_row_length(2, nvals=6, nrows=3)", "from_uniform_row_length(2, nvals=5)", "from_uniform_row_length(0, nvals=0, nrows=3)",
    "from_uniform_row_length(0, nvals=0)", "from_uniform_row_length(-1, nvals=4)", "from_uniform_row_length(2)",
    "from_uniform_row_length([2], nvals=4)",
]  # fmt: skip
ROWS = {
    **product(
        "<made>",
        """
        p = tf.experimental.RowPartition.<made>
        repr(p)
        p.row_splits(), p.row_lengths(), p.row_starts(), p.row_limits(), p.nrows(), p.nvals()
        p.value_rowids(), p.offsets_in_rows()
        p.is_uniform(), p.uniform_row_length(), p.static_nrows
        [None if n is None else int(n) for n in (p.static_nvals, p.static_uniform_row_length)]
        repr(p.with_dtype(tf.int32).row_splits())
        """,
        made=_MADE,
    ),
    **listed(
        """
        # == an argument and a result of a function
        p = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
        f = tf.function(lambda q: (q, q.row_lengths(), q.offsets_in_rows()))
        [repr(r) for r in f(p)]
        f(tf.experimental.RowPartition.from_uniform_row_length(2, nvals=6))[0].is_uniform()
        # == rows of splits that are not known, checked when they are
        @tf.function(input_signature=[tf.TensorSpec([None], tf.int64)])
        def f(s):
            p = tf.experimental.RowPartition.from_row_splits(s)
            return p.static_nrows is None, p.nrows(), p.value_rowids()
        f([0, 2, 5])[1:]
        f([1, 2, 5])
        f([0, 2, 1])
        # == lengths that are not known, checked when they are
        @tf.function(input_signature=[tf.TensorSpec(None, tf.int32)])
        def f(n):
            return tf.experimental.RowPartition.from_row_lengths(n).row_splits()
        f([2, 0, 1])
        f([2, -1])
        # == tensors that it consists of
        p = tf.experimental.RowPartition.from_row_splits([0, 2, 3])
        tf.nest.flatten(p, expand_composites=True)
        repr(tf.nest.map_structure(tf.identity, p, expand_composites=True))
        # == a loop's variable
        @tf.function
        def f(n):
            p = tf.experimental.RowPartition.from_row_splits([0, 2, 3])
            for _ in tf.range(n):
                p = tf.experimental.RowPartition.from_row_splits(p.row_splits() * 2)
            return p.row_splits()
        f(2)
        # == other dtypes
        p = tf.experimental.RowPartition.from_row_splits([0, 2, 3])
        p.with_dtype(tf.float32)
        p.with_dtype("int64") is None
        # == the constructor is not for programs
        tf.experimental.RowPartition([0, 2])
        """
    ),
}
ON_PURPOSE = {
    "from_row_splits([1, 2], validate=False)": "The first value is in no row: it has no row id here. TensorFlow gives as many ids as the rows "
    "have values, of which each is another value's."
}
