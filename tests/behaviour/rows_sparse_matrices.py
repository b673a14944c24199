"""Matrices in compressed rows (CSRSparseMatrix), by their raw ops."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_HEAD = """
raw = tf.raw_ops
def csr(x):
    return raw.DenseToCSRSparseMatrix(dense_input=x, indices=tf.where(tf.not_equal(x, 0)))
def parts(x, n=0):
    return [v.numpy().round(6) for v in raw.CSRSparseMatrixComponents(csr_sparse_matrix=x, index=n, type=tf.float64)]
d = tf.constant([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0], [4.0, 5.0, 0.0]], tf.float64)
b = tf.stack([d, 2.0 * tf.transpose(d)])
s = tf.constant([[4.0, 1.0, 0.0], [1.0, 5.0, 2.0], [0.0, 2.0, 6.0]], tf.float64)
"""
ROWS = product(
    "sparse matrix: <what>",
    _HEAD + "<what>\n",
    what=["parts(csr(d))", "parts(csr(b), 1)", "parts(csr(b), 2)", "parts(csr(tf.zeros([2, 3], tf.float64)))",
          "raw.CSRSparseMatrixToDense(sparse_input=csr(d), type=tf.float64)", "raw.CSRSparseMatrixToDense(sparse_input=csr(b), type=tf.float64)",
          "raw.CSRSparseMatrixToDense(sparse_input=csr(d), type=tf.float32)", "list(raw.CSRSparseMatrixToSparseTensor(sparse_matrix=csr(b), type=tf.float64))",
          "raw.SparseMatrixNNZ(sparse_matrix=csr(d))", "raw.SparseMatrixNNZ(sparse_matrix=csr(b))", "csr(d).shape, csr(b).dtype",
          "parts(raw.SparseTensorToCSRSparseMatrix(indices=[[0, 1], [1, 0]], values=tf.constant([1.0, 2.0], tf.float64), dense_shape=[2, 3]))",
          "raw.SparseTensorToCSRSparseMatrix(indices=[[0, 1], [1, 0]], values=[1.0, 2.0], dense_shape=[2])", "csr(tf.constant([1.0]))",
          *(f"raw.SparseMatrixMatMul(a=csr(d), b=d[:, :2], {a})" for a in ("", "transpose_a=True", "adjoint_a=True", "transpose_output=True", "transpose_a=True, adjoint_a=True")),
          "raw.SparseMatrixMatMul(a=csr(d), b=d[:2])", "raw.SparseMatrixMatMul(a=csr(d), b=d[:2], transpose_b=True)", "raw.SparseMatrixMatMul(a=csr(b), b=b + 1.0)",
          *(f"parts(raw.SparseMatrixSparseMatMul(a=csr(d), b=csr(s), type=tf.float64, {a}))" for a in ("", "transpose_a=True", "transpose_b=True", "adjoint_a=True, adjoint_b=True")),
          "parts(raw.SparseMatrixSparseMatMul(a=csr(b), b=csr(b), type=tf.float64), 1)", "raw.SparseMatrixSparseMatMul(a=csr(d), b=csr(b), type=tf.float64)",
          "parts(raw.SparseMatrixTranspose(input=csr(d), type=tf.float64))", "parts(raw.SparseMatrixTranspose(input=csr(b), type=tf.float64, conjugate=True), 1)",
          "parts(raw.SparseMatrixSparseCholesky(input=csr(s), permutation=[0, 1, 2], type=tf.float64))",
          "parts(raw.SparseMatrixSparseCholesky(input=csr(s), permutation=[2, 0, 1], type=tf.float64))",
          "raw.SparseMatrixSparseCholesky(input=csr(-s), permutation=[0, 1, 2], type=tf.float64)",
          "raw.SparseMatrixSparseCholesky(input=csr(d[:2]), permutation=[0, 1], type=tf.float64)"],
)  # fmt: skip
ROWS |= product(
    "sparse matrix, gradient of <f>",
    _HEAD
    + """
with tf.GradientTape() as tape:
    tape.watch([d, s])
    y = tf.reduce_sum(tf.sin(<f>))
tape.gradient(y, [d, s], unconnected_gradients="zero")
""",
    f=["raw.CSRSparseMatrixToDense(sparse_input=csr(d), type=tf.float64)", "raw.CSRSparseMatrixToSparseTensor(sparse_matrix=csr(d), type=tf.float64).values",
       "raw.SparseMatrixMatMul(a=csr(d), b=s)", "raw.SparseMatrixMatMul(a=csr(d), b=s, transpose_a=True)", "raw.SparseMatrixMatMul(a=csr(d), b=s, transpose_b=True)",
       "raw.CSRSparseMatrixToDense(sparse_input=raw.SparseMatrixTranspose(input=csr(d), type=tf.float64), type=tf.float64)"],
)  # fmt: skip
ROWS |= listed(
    """
    # == a sparse matrix in a function
    @tf.function
    def f(x):
        a = tf.raw_ops.DenseToCSRSparseMatrix(dense_input=x, indices=tf.where(x > 0.0))
        return tf.raw_ops.SparseMatrixMatMul(a=a, b=x)
    f(tf.constant([[1.0, -2.0], [3.0, 4.0]]))
    """
)
