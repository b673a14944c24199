"""Rows for what random programs found: one for each mistake that was fixed."""

from __future__ import annotations

ROWS = [
    # integers that need uint64, in sequences
    *[f"tf.constant({value}{dtype})" for dtype in ("", ", tf.uint64", ", tf.int64", ", tf.float32") for value in (
        "[2**64 - 1, 1]", "[[2**63, 0]]", "2**64 - 1", "2**63 - 1",
    )],
    "tf.constant([2**64 - 1, 1.5])",
    "tf.constant([2**64 - 1, -1])",
    "tf.constant([2**70, 1])",
    # infinite ends
    "tf.linspace(1.0, np.inf, 4)",
    "tf.linspace(-np.inf, np.inf, 4)",
    "tf.linspace([1.0, np.nan], [np.inf, 2.0], 3)",
    "tf.linspace([1.0, -0.0], [np.inf, 2.0], 3, axis=1)",
    "traced(lambda a: tf.linspace(a, np.inf, 4), 2.0)",
    "traced(lambda: tf.linspace(1.0, np.inf, 3))",
    # scalars where vectors are usual
    "tf.fill(2, 1.5)",
    "tf.fill(t(0, tf.int64), 1.5)",
    "tf.fill([[2]], 1.5)",
    "traced(lambda d: tf.fill(d, 1.5), t(3))",
    "unknown(lambda d: tf.fill(d, 1.5), t(3))",
    "unknown(lambda d: tf.fill(d, 1.5), t([3]))",
    "tf.reverse(3.0, [0])",
    "tf.reverse(3.0, [5])",
    "tf.reverse(3.0, [])",
    "traced(lambda x: tf.reverse(x, [0]), 3.0)",
    "tf.linalg.tensor_diag(1.0)",
    "traced(lambda x: tf.linalg.tensor_diag(x), 1.0)",
    "tf.sparse.from_dense(3.0)",
    "tf.signal.rfft(1.0)",
    "tf.signal.irfft(t(1j))",
    "tf.signal.rfft2d([1.0])",
    "tf.signal.frame(1.0, 2, 1)",
    # what a cross product is of
    "tf.linalg.cross([1.0, 2.0], [1.0, 2.0])",
    "tf.linalg.cross(1.0, 2.0)",
    "tf.linalg.cross([1.0, 2.0, 3.0], [1.0, 2.0])",
    "traced(lambda x: tf.linalg.cross(x, x), [1.0, 2.0])",
    # dtypes that are refused
    *[f"tf.math.bincount(t([1, 2], tf.{dtype}))" for dtype in ("uint8", "int8", "uint16", "int64", "float32")],
    "tf.math.angle([1, 2])",
    "tf.math.angle([1.0, -2.0])",
    # segments of rows without elements
    *[f"tf.math.unsorted_segment_{name}(tf.zeros([2, 0]), [5, 6], 2)" for name in ("sum", "prod", "max", "min")],
    "traced(lambda x: tf.math.unsorted_segment_sum(x, [5, 6], 2), tf.zeros([2, 0]))",
    "unsized(lambda x: tf.math.unsorted_segment_sum(x, [5, 6], 2), tf.zeros([2, 0]))",
    "unsized(lambda x: tf.math.unsorted_segment_sum(x, [1, 1], 2), tf.ones([2, 3]))",
    # ragged tensors of tensors of unknown rank
    "unknown(lambda x: tf.RaggedTensor.from_tensor(x).to_tensor(), tf.ones([2, 3]))",
    "unknown(lambda x: tf.RaggedTensor.from_tensor(x).to_tensor(9.0), tf.ones([2, 3, 1]))",
    # forward products of what has sparse gradients
    "jvp(lambda x: tf.math.segment_prod(tf.reverse(x, [-1]), [1, 3, 3]), t([2.0, 3.0, 5.0]), tf.ones([3]))",
    # tables of embeddings in shards
    "tf.nn.embedding_lookup([t([[1.0], [3.0]]), t([[2.0]])], [0, 1, 2])",
    "tf.nn.embedding_lookup([t([[1.0], [3.0]]), t([[2.0], [4.0]])], [[3, 1], [0, 2]])",
    "tf.nn.embedding_lookup([t([[1.0], [3.0]]), t([[2.0], [4.0]])], [[3, 1]], max_norm=1.0)",
    "tf.nn.embedding_lookup([t([[1.0]]), t([[2.0]]), t([[4.0]])], t([2, 0], tf.int64))",
    "tf.nn.embedding_lookup([t([[1.0], [3.0]]), t([[2.0]])], [0, 5])",
    "tf.nn.embedding_lookup([], [0, 1])",
    "traced(lambda x: tf.nn.embedding_lookup([x, x + 2.0], [3, 0]), t([[1.0], [3.0]]))",
    # windows larger than the image
    *[
        f"{f}(lambda x: tf.image.extract_patches(x, [1, {k}, 3, 1], [1, 1, 1, 1], [1, 1, 1, 1], 'VALID'), tf.ones({s}))"
        for f in ("traced", "grad")
        for k, s in ((3, [1, 2, 2, 1]), (3, [1, 2, 5, 1]), (9, [1, 2, 5, 1]))
    ],
    # no tensors to stack
    *[f"tf.stack([], {axis})" for axis in (0, 1, -1, -2)],
]  # fmt: skip
