"""Linear algebra: products of all dtypes, decompositions, empty matrices and batches of them, wrong shapes."""

# ruff: noqa: E501, E741 - rows are data

from __future__ import annotations

_SQUARE = ["det", "inv", "cholesky", "eigh", "eigvalsh", "slogdet", "logdet", "lu", "trace", "matrix_rank", "pinv", "qr", "svd", "adjoint", "matrix_transpose", "diag_part", "tensor_diag_part", "norm", "normalize"]
_MATRICES = ["t([[4.0, 1.0], [1.0, 3.0]])", "t([[4.0, 1.0], [1.0, 3.0]], tf.float64)", "t([[4.0, 1.0], [1.0, 3.0]], tf.float16)", "t([[4.0, 1.0], [1.0, 3.0]], tf.bfloat16)", "t([[4, 1], [1, 3]])", "t([[4+0j, 1j], [-1j, 3+0j]], tf.complex64)", "tf.eye(3)", "tf.zeros([2, 2])",
             "tf.zeros([0, 0])", "tf.zeros([0, 3, 3])", "tf.zeros([2, 0, 0])", "tf.zeros([3, 0])", "tf.zeros([0, 3])", "tf.ones([2, 3])", "tf.ones([2, 3, 2])", "t([1.0, 2.0])", "t(1.0)", "t([[np.nan, 1.0], [1.0, 2.0]])", "t([[np.inf, 1.0], [1.0, 2.0]])", "tf.eye(2, batch_shape=[2])", "t([[2.0]])"]
# signs of vectors are free in these: compare what is made of them
_FREE = {"eigh", "qr", "svd"}
_PRODUCTS = ["t([[1.0, 2.0], [3.0, 4.0]])", "t([[1, 2], [3, 4]])", "t([[1.0, 2.0], [3.0, 4.0]], tf.float16)", "t([[1.0, 2.0], [3.0, 4.0]], tf.bfloat16)", "t([[1, 2], [3, 4]], tf.int64)", "t([[1j, 2], [3, 4]], tf.complex64)", "t([[1, 2], [3, 4]], tf.uint8)", "t([[1, 2], [3, 4]], tf.int8)", "t([[1.0, 2.0], [3.0, 4.0]], tf.float64)", "t([[True, False]])", "t([['a']])",
             "tf.zeros([0, 2])", "tf.zeros([2, 0])", "tf.zeros([0, 0])", "tf.ones([3, 2, 2])", "tf.ones([2])", "t(1.0)", "tf.ones([1, 2, 2, 2])", "t([[np.nan, 0.0], [0.0, np.inf]])"]
_FLAGS = ["", ", transpose_a=True", ", transpose_b=True", ", adjoint_a=True", ", adjoint_b=True", ", transpose_a=True, transpose_b=True", ", transpose_a=True, adjoint_a=True"]
_SYSTEMS = ["t([[4.0, 1.0], [1.0, 3.0]]), t([[1.0], [2.0]])", "t([[4.0, 1.0], [1.0, 3.0]]), t([1.0, 2.0])", "t([[4.0, 1.0], [1.0, 3.0]]), tf.ones([3, 1])", "tf.zeros([2, 2]), tf.ones([2, 1])", "tf.zeros([0, 0]), tf.zeros([0, 2])", "tf.zeros([3, 3]), tf.zeros([3, 0])", "tf.zeros([0, 2, 2]), tf.zeros([0, 2, 1])", "tf.eye(2, batch_shape=[2]), tf.ones([2, 2, 1])",
            "tf.eye(2, batch_shape=[2]), tf.ones([2, 1])", "tf.ones([2, 3]), tf.ones([2, 1])", "tf.eye(2), tf.ones([2, 1], tf.float64)", "t([[4.0, 1.0], [1.0, 3.0]], tf.float64), t([[1.0], [2.0]], tf.float64)", "t([[4j, 1.0], [1.0, 3.0]], tf.complex64), t([[1.0], [2.0]], tf.complex64)"]
_EINSUMS = ["'ij,jk->ik', {a}, {a}", "'ij->ji', {a}", "'ii->i', {a}", "'ii', {a}", "'ij->', {a}", "'ij,ij->', {a}, {a}", "'i,j->ij', {a}[0], {a}[1]", "'...ij,...jk->...ik', {a}[None], {a}", "'ij,jk,kl->il', {a}, {a}, {a}", "'ij,kl', {a}, {a}", "'ij->ij', {a}", "'ij,j', {a}, {a}[0]", "'i,i->i', {a}[0], {a}[1]", "'ij,jk->ki', {a}, {a}", "'ijk->i', {a}[None]", "'i->', {a}[0]", "',->', {a}[0, 0], {a}[0, 1]", "'ab,ab->ab', {a}, {a}", "'i...->...', {a}", "'...->...', {a}"]

ROWS = [
    *(f"tf.linalg.{f}({m})" for f in _SQUARE if f not in _FREE for m in _MATRICES),
    *(f"tf.linalg.svd({m}, compute_uv=False)" for m in _MATRICES),
    *(f"tf.linalg.svd({m}, full_matrices={k})[1].shape" for m in _MATRICES for k in (True, False)),
    *(f"tf.linalg.eigh({m})[0]" for m in _MATRICES),
    *(f"tf.abs(tf.linalg.qr({m}, full_matrices={k})[1])" for m in _MATRICES[:8] + _MATRICES[8:15] for k in (True, False)),
    *(f"tf.linalg.matmul({a}, {a}{flag})" for a in _PRODUCTS for flag in _FLAGS),
    *(f"tf.linalg.matmul({a}, {b})" for a in ("tf.ones([2, 3])", "tf.ones([3, 2])", "tf.ones([2, 2, 3])", "tf.ones([2, 0])", "tf.ones([1, 3, 2])", "tf.ones([5, 2, 3])", "tf.ones([2, 3], tf.int32)") for b in ("tf.ones([3, 2])", "tf.ones([2, 3])", "tf.ones([2, 3, 2])", "tf.ones([0, 3])", "tf.ones([3])", "tf.ones([4, 3, 2])")),
    *(f"tf.linalg.matvec({a}, {b})" for a in ("tf.ones([2, 3])", "tf.ones([2, 2, 3])", "tf.ones([3])") for b in ("tf.ones([3])", "tf.ones([2])", "tf.ones([2, 3])", "t(1.0)")),
    *(f"tf.linalg.{f}({s})" for f in ("solve", "triangular_solve", "lstsq", "cholesky_solve") for s in _SYSTEMS),
    *(f"tf.linalg.{f}({s}, adjoint=True)" for f in ("solve", "triangular_solve") for s in _SYSTEMS),
    *(f"tf.linalg.triangular_solve({s}, lower=False)" for s in _SYSTEMS),
    *(f"tf.linalg.lstsq({s}, fast={f}, l2_regularizer=0.5)" for s in _SYSTEMS for f in (True,)),
    *(f"tf.einsum({e.format(a=a)})" for e in _EINSUMS for a in ("t([[1.0, 2.0], [3.0, 4.0]])", "t([[1, 2], [3, 4]])", "t([[1.0, 2.0], [3.0, 4.0]], tf.bfloat16)", "t([[1j, 2], [3, 4]], tf.complex64)", "tf.zeros([2, 2])", "t([[np.nan, 1.0], [0.0, np.inf]])")),
    *(f"tf.einsum({e})" for e in ("'ij,jk->ik', tf.ones([2, 3]), tf.ones([2, 3])", "'ij->ik', tf.ones([2, 3])", "'a->aa', tf.ones([2])", "'ij,jk->ik', tf.ones([2, 3])", "'ijk->i', tf.ones([2, 3])", "'ij', tf.ones([2]), tf.ones([2])", "'i1->i', tf.ones([2, 2])", "'ij,jk->ik', tf.zeros([0, 3]), tf.zeros([3, 2])", "'ij,jk->ik', tf.zeros([2, 0]), tf.zeros([0, 2])", "'ij->i->j', tf.ones([2, 2])", "'', t(1.0)", "'i,i->', tf.ones([2]), tf.ones([3])", "'ii->i', tf.ones([2, 3])", "'...i->i', tf.ones([2, 3])", "'ij,jk->ik', tf.ones([2, 2]), tf.ones([2, 2], tf.int32)", "'Ab,bC->AC', tf.ones([2, 2]), tf.ones([2, 2])", "'i j, j k -> i k', tf.ones([2, 2]), tf.ones([2, 2])")),
    *(f"tf.raw_ops.Einsum(inputs=[{x}], equation={e!r})" for x, e in (("t([1.0, 2.0])", "a->aa"), ("t([[1.0, 2.0]])", "ab->aab"), ("t([[1.0, 2.0], [3.0, 4.0]])", "aa->aa"), ("t([1.0, 2.0]), t([3.0, 4.0])", "a,b->aab"), ("t([[1.0, 2.0]])", "...a->...aa"), ("t([1, 2])", "a->aa"))),
    *(f"tf.tensordot({a}, {b}, {x})" for a, b in (("tf.reshape(tf.range(6.0), [2, 3])", "tf.reshape(tf.range(6.0), [3, 2])"), ("tf.ones([2, 0])", "tf.ones([0, 3])"), ("t([1, 2])", "t([3, 4])"), ("tf.ones([2, 2], tf.bfloat16)", "tf.ones([2, 2], tf.bfloat16)"), ("t(2.0)", "t(3.0)")) for x in ("0", "1", "2", "-1", "[[1], [0]]", "[[0], [1]]", "[[-1], [-2]]", "[[0, 1], [1, 0]]", "[1, 0]", "[[5], [0]]", "[[0], [0, 1]]", "[[0]]", "t(1)", "t([[1], [0]])")),
    *(f"unknown(lambda x, y: tf.tensordot(x, y, {x}), tf.reshape(tf.range(6.0), [2, 3]), tf.reshape(tf.range(6.0), [3, 2]))" for x in ("0", "1", "[[1], [0]]", "[[0], [1]]", "[[-1], [-2]]", "[[0, 1], [1, 0]]", "[1, 0]")),
    *(f"static(lambda x, y: {f}, spec({a}), spec({b}))" for f in ("tf.linalg.matmul(x, y)", "tf.tensordot(x, y, 1)", "tf.einsum('ij,jk->ik', x, y)", "tf.linalg.matvec(x, y)", "tf.linalg.solve(x, y)", "tf.linalg.triangular_solve(x, y)", "tf.linalg.lstsq(x, y)") for a, b in (("[2, 2]", "[2, 3]"), ("[None, 2]", "[2, None]"), ("None", "[2, 3]"), ("None", "None"), ("[None, None]", "[None, None]"), ("[5, 2, 2]", "[5, 2, 1]"))),
    *(f"static(tf.linalg.{f}, spec({s}))" for f in _SQUARE for s in ("None", "[2, 2]", "[None, None]", "[None, 3, 3]", "[2, 3]", "[3]")),
    *(f"tf.linalg.matrix_rank({m}, tol={x})" for m in ("tf.eye(3, batch_shape=[2])", "t([[1.0, 2.0], [2.0, 4.0]])") for x in ("0.5", "t([0.5, 2.0])", "t([0.5, 0.5, 2.0])", "2.0", "t([[0.5], [2.0]])")),
    *(f"tf.linalg.pinv({m}, rcond={x})" for m in ("t([[1.0, 2.0], [3.0, 4.0]])", "tf.eye(2, batch_shape=[2])") for x in ("0.1", "t([0.1, 0.9])", "2.0")),
    *(f"tf.linalg.norm({x}, {o}, axis={a})" for x in ("t([[3.0, -4.0], [1.0, 2.0]])", "t([[3j, -4]])", "t([[3.0, 4.0]], tf.float16)", "t([[200.0, 300.0]], tf.float16)", "tf.zeros([0, 2])", "t([[np.nan, 1.0]])", "t([[np.inf, 1.0]])", "t([[3, 4]])") for o in ("'euclidean'", "1", "2", "np.inf", "'fro'", "0.5", "3", "-1", "0", "'nuc'", "-np.inf") for a in ("None", "0", "-1", "[0, 1]", "2", "[-2, -1]", "[0, 1, 2]")),
    *(f"tf.linalg.diag({a})" for a in ("[1, 2]", "[[1, 2], [3, 4]]", "[1, 2], k=1", "[1, 2], k=-1", "[[1, 2], [3, 4]], k=(0, 1)", "[1, 2], num_rows=3", "[1, 2], num_rows=3, num_cols=2", "[1, 2], padding_value=9", "1", "[]", "[True, False]", "['a', 'b']", "[1.5], k=2", "[1, 2], num_rows=1", "[[1, 2]], k=(1, 0)", "t([1, 2], tf.bfloat16)")),
    *(f"tf.linalg.diag_part(t([[1, 2, 3], [4, 5, 6]]){a})" for a in ("", ", k=1", ", k=-1", ", k=(0, 1)", ", k=(-1, 1)", ", k=5", ", k=(1, 0)", ", k=(-1, 1), align='LEFT_LEFT'", ", k=(-1, 1), padding_value=9", ", align='X'", ", k=2", ", k=-2")),
    *(f"tf.linalg.set_diag(t([[1, 2, 3], [4, 5, 6]]), {a})" for a in ("[7, 8]", "[7]", "[7, 8, 9]", "[7, 8], k=1", "[7], k=-1", "[[7, 8], [9, 9]], k=(0, 1)", "[7, 8], k=3", "7", "[7.0, 8.0]")),
    *(f"tf.linalg.band_part({x}, {l}, {u})" for x in ("tf.ones([3, 3])", "tf.ones([2, 3])", "tf.ones([2, 2, 2], tf.int32)", "tf.ones([3])", "tf.zeros([0, 3])", "tf.ones([2, 2], tf.bfloat16)") for l in ("0", "-1", "1", "5") for u in ("0", "-1", "1", "t(1, tf.int64)")),
    *(f"tf.linalg.cross({a}, {b})" for a, b in (("[1.0, 2.0, 3.0]", "[4.0, 5.0, 6.0]"), ("[1, 2, 3]", "[4, 5, 6]"), ("[1.0, 2.0]", "[3.0, 4.0]"), ("[[1.0, 2.0, 3.0]]", "[1.0, 2.0, 3.0]"), ("tf.zeros([0, 3])", "tf.zeros([0, 3])"))),
    *(f"tf.linalg.{f}({x})" for f in ("tensor_diag", "tensor_diag_part", "global_norm", "l2_normalize") for x in ("[1.0, 2.0]", "[[1.0, 2.0], [3.0, 4.0]]", "[[1.0, 2.0]]", "1.0", "[]", "[t([1.0]), None, t([2.0])]", "[t([1.0, np.inf])]", "tf.ones([2, 3, 2, 3])")),
    *(f"tf.linalg.{f}(*tf.linalg.lu({m}))" for f in ("lu_reconstruct", "lu_matrix_inverse") for m in ("t([[4.0, 1.0], [1.0, 3.0]])", "t([[0.0, 2.0], [4.0, 2.0]], tf.float64)", "tf.zeros([0, 0])", "tf.eye(2, batch_shape=[2])", "tf.zeros([2, 0, 0])")),
    *(f"tf.linalg.{f}(tf.eye(2), {p})" for f in ("lu_reconstruct", "lu_matrix_inverse") for p in ("[0, 1]", "[1, 0]", "[[0, 1]]", "0", "[0, 1, 2]")),
    *(f"tf.linalg.lu_solve(tf.eye(2), {p}, {r})" for p in ("[0, 1]", "[1, 0]", "[[0, 1]]") for r in ("[[1.0], [2.0]]", "[1.0, 2.0]", "tf.ones([3, 1])")),
    *(f"tf.clip_by_{f}" for f in ("norm([3.0, 4.0], 1.0)", "norm([3.0, 4.0], 10.0)", "norm([0.0, 0.0], 1.0)", "norm([[3.0, 4.0], [0.3, 0.4]], 1.0, axes=[1])", "norm([3.0, np.nan], 1.0)", "norm([3.0, np.inf], 1.0)", "norm([3.0, 4.0], -1.0)", "norm([3.0, 4.0], 0.0)", "norm([3, 4], 1)", "norm(t([3.0, 4.0], tf.float16), 1.0)", "norm(t([300.0, 400.0], tf.float16), 1.0)",
      "global_norm([t([3.0]), t([4.0])], 1.0)", "global_norm([t([3.0]), None], 1.0)", "global_norm([t([np.inf]), t([1.0])], 1.0)", "global_norm([t([3.0])], 1.0, use_norm=6.0)", "global_norm([], 1.0)", "global_norm(t([3.0]), 1.0)",
      "value([1.0, 5.0, -5.0], -2.0, 2.0)", "value([1, 5], 2, 3)", "value([1.0, np.nan], 0.0, 0.5)", "value([1.0, 5.0], [2.0, 2.0], 3.0)", "value([1.0], 2.0, 1.0)", "value([1, 2], 0.5, 1.5)", "value([1.0, 2.0], [1.0, 1.0, 1.0], 2.0)", "value(t([1.0], tf.bfloat16), 0.0, 0.5)", "value([1.0, 2.0], np.nan, 3.0)", "value(t([1], tf.uint8), 0, 300)", "value([], 0.0, 1.0)")),
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "A matrix with an infinite element has no eigenvalues, as one with NaN: both are refused.": [
        "tf.linalg.eigvalsh(t([[np.inf, 1.0], [1.0, 2.0]]))",
        "tf.linalg.eigh(t([[np.inf, 1.0], [1.0, 2.0]]))[0]",
    ],
    "Complex matrices are taken as well.": [
        "tf.linalg.matrix_rank(t([[4+0j, 1j], [-1j, 3+0j]], tf.complex64))",
        "tf.linalg.pinv(t([[4+0j, 1j], [-1j, 3+0j]], tf.complex64))",
    ],
    "TensorFlow fails in NumPy before the dtype is refused.": [
        "tf.linalg.pinv(t([[4.0, 1.0], [1.0, 3.0]], tf.bfloat16))",
    ],
    "Operands of two dtypes are refused where the second is converted.": [
        "tf.linalg.lstsq(tf.eye(2), tf.ones([2, 1], tf.float64))",
        "tf.linalg.lstsq(tf.eye(2), tf.ones([2, 1], tf.float64), fast=True, l2_regularizer=0.5)",
    ],
    "`axes` may be a scalar tensor whose value is known.": [
        "tf.tensordot(tf.reshape(tf.range(6.0), [2, 3]), tf.reshape(tf.range(6.0), [3, 2]), t(1))",
        "tf.tensordot(tf.ones([2, 0]), tf.ones([0, 3]), t(1))",
        "tf.tensordot(t([1, 2]), t([3, 4]), t(1))",
        "tf.tensordot(tf.ones([2, 2], tf.bfloat16), tf.ones([2, 2], tf.bfloat16), t(1))",
        "tf.tensordot(t(2.0), t(3.0), t(1))",
    ],
    "An axis that is out of range is refused before anything is computed.": [
        "tf.tensordot(t([1, 2]), t([3, 4]), [[-1], [-2]])",
        "tf.tensordot(t([1, 2]), t([3, 4]), t([[1], [0]]))",
        "tf.tensordot(t(2.0), t(3.0), t([[1], [0]]))",
    ],
    "The norm of a tensor of unknown rank is known to be a scalar.": [
        "static(tf.linalg.norm, spec(None))",
    ],
    "A batch of thresholds gives a batch of inverses.": [
        "tf.linalg.pinv(t([[1.0, 2.0], [3.0, 4.0]]), rcond=t([0.1, 0.9]))",
    ],
    "Python booleans are taken, as a bool tensor is.": [
        "tf.linalg.diag([True, False])",
    ],
    "`use_norm` may be a Python number.": [
        "tf.clip_by_global_norm([t([3.0])], 1.0, use_norm=6.0)",
    ],
    "A number that the dtype does not hold is refused.": [
        "tf.clip_by_value(t([1], tf.uint8), 0, 300)",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
