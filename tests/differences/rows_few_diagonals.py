"""Tridiagonal and banded matrices, roots and logarithms of matrices, circulant and block triangular operators."""
# ruff: noqa: E501

from itertools import product

_D = "t([[1.0, 2.0, 0.0], [4.0, 5.0, 6.0], [0.0, 7.0, 8.0]])"
_B = "t([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])"
_M = "t([[4.0, 1.0, 9.0], [7.0, 5.0, 2.0], [9.0, 8.0, 6.0]])"
_SEQUENCES = (
    "(t([1.0, 2.0, 0.0]), t([4.0, 5.0, 6.0]), t([0.0, 7.0, 8.0]))",
    "(t([1.0, 2.0]), t([4.0, 5.0, 6.0]), t([7.0, 8.0]))",
)
_TRIDIAGONAL = [
    *(f"tf.linalg.tridiagonal_{f}({_D}, {_B})" for f in ("matmul", "solve")),
    *(f"tf.linalg.tridiagonal_{f}({s}, {_B}, diagonals_format='sequence')" for f, s in (("matmul", _SEQUENCES[0]), ("solve", _SEQUENCES[0]), ("solve", _SEQUENCES[1]))),
    *(f"tf.linalg.tridiagonal_{f}({_M}, {_B}, diagonals_format='{k}')" for f, k in product(("matmul", "solve"), ("matrix", "other"))),
    *(f"tf.linalg.tridiagonal_solve({_D}, {r})" for r in ("t([1.0, 2.0, 3.0])", f"tf.transpose({_B}), transpose_rhs=True", f"{_B}, partial_pivoting=False", f"{_B}, perturb_singular=True, partial_pivoting=False", "tf.ones([2, 2])")),
    f"tf.linalg.tridiagonal_solve(tf.cast({_D}, tf.complex64) * 1j, tf.cast({_B}, tf.complex64), conjugate_rhs=True)",
    f"tf.linalg.tridiagonal_solve(tf.zeros([3, 3]), {_B})",
    "tf.linalg.tridiagonal_solve(t([[1.0, 0.0], [0.0, 3.0], [0.0, 2.0]]), t([[1.0], [2.0]]))",
    f"tf.linalg.tridiagonal_solve(tf.stack([{_D}, {_D} + 1]), tf.stack([{_B}, {_B}]))",
    *(f"grad(lambda d, b: tf.linalg.tridiagonal_{f}(d, b{k}) ** 2, {_D}, {_B})" for f, k in (("matmul", ""), ("solve", ""), ("solve", ", partial_pivoting=False"))),
    *(f"{how}(lambda d, b: tf.linalg.tridiagonal_{f}(d, b), {_D}, {_B})" for how, f in product(("traced", "unsized"), ("matmul", "solve"))),
]  # fmt: skip

_LOWER, _UPPER = "t([[2.0, 3.0, 4.0], [9.0, 1.0, 2.0]])", "t([[1.0, 2.0, 9.0], [2.0, 3.0, 4.0]])"
_BANDED = [
    *(f"tf.linalg.banded_triangular_solve({m}, {_B}, lower={low}, adjoint={a})" for (m, low), a in product(((_LOWER, True), (_UPPER, False)), (True, False))),
    *(f"tf.linalg.banded_triangular_solve({a})" for a in (f"t([[2.0, 0.0, 4.0]]), {_B}", f"{_LOWER}, t([1.0, 2.0, 3.0])", f"{_LOWER}, tf.ones([2, 2])", f"t([[2.0, 3.0, 4.0]]), {_B}", f"tf.stack([{_LOWER}, {_LOWER}]), {_B}", f"tf.ones([4, 3]), {_B}")),
    *(f"grad(lambda m, b: tf.linalg.banded_triangular_solve(m, b, lower={low}, adjoint={a}), {m}, {_B})" for (m, low), a in product((("t([[2.0, 3.0, 4.0], [0.0, 1.0, 2.0]])", True), ("t([[1.0, 2.0, 0.0], [2.0, 3.0, 4.0]])", False)), (False,))),
    *(f"unsized(lambda m, b: tf.linalg.banded_triangular_solve(m, b), {_LOWER}, {_B})" for _ in range(1)),
]  # fmt: skip

_T = "t([1.0, 2.0, 3.0, 4.0]), t([0.5, 0.25, 1.0])"
_EIGEN = [
    *(f"tf.linalg.eigh_tridiagonal({_T}{k})" for k in ("", ", select='i', select_range=(1, 2)", ", select='v', select_range=(1.0, 3.0)", ", select='z'", ", select='i'")),
    f"tf.linalg.eigh_tridiagonal({_T}, eigvals_only=False)[0]",
    f"tf.abs(tf.linalg.eigh_tridiagonal({_T}, eigvals_only=False)[1])",
    "tf.linalg.eigh_tridiagonal(t([1.0, 2.0], tf.float64), t([0.5], tf.float64))",
    "tf.linalg.eigh_tridiagonal(t([1.0, 2.0, 3.0], tf.complex64), t([0.5j, 0.25], tf.complex64))",
]  # fmt: skip

_ROOTS = [
    *(f"tf.linalg.sqrtm({x})" for x in ("t([[4.0, 1.0], [0.5, 3.0]])", "t([[4.0, 0.0], [0.0, 9.0]], tf.float64)", "t([[1.0, 0.0], [0.0, -9.0]])", "t([[1.0, 2.0], [-2.0, 1.0]])", "t([[4+1j, 1], [0.5j, 3]], tf.complex64)", "tf.ones([2, 3])", "tf.zeros([0, 2, 2])", "tf.eye(3, batch_shape=[2])", "t([[4.0, 1.0, 0.3, 2.0], [0.5, 3.0, 0.2, 0.1], [0.7, 0.3, 5.0, 1.0], [0.2, 0.9, 0.4, 6.0]])")),
    "tf.matrix_square_root(t([[4.0, 1.0], [0.5, 3.0]]))",
    "grad(tf.linalg.sqrtm, t([[4.0, 1.0], [0.5, 3.0]]))",
    "unsized(tf.linalg.sqrtm, t([[4.0, 1.0], [0.5, 3.0]]))",
    *(f"tf.linalg.logm(t({x}, {d}))" for x, d in product(("[[4, 1], [0, 9]]", "[[4, 1], [0.5, 3]]", "[[1, 0], [0, 1]]", "[[-1, 0.5], [0.5, 2]]", "[[100, 2], [3, 0.01]]"), ("tf.complex64", "tf.complex128"))),
    "tf.linalg.logm(t([[4.0, 1.0], [0.0, 9.0]]))",
    "grad(tf.linalg.logm, t([[4, 1], [0.5, 3]], tf.complex64))",
]  # fmt: skip

_METHODS = (
    "to_dense()",
    "diag_part()",
    "trace()",
    "determinant()",
    "log_abs_determinant()",
    "cond()",
    "inverse().to_dense()",
    "adjoint().to_dense()",
    "shape",
    "shape_tensor()",
    "domain_dimension_tensor()",
    "is_self_adjoint",
    "is_square",
    "is_non_singular",
)
_SPECTRA = (
    "t([6.0, 4.0, 2.0, 1.0], tf.complex64)",
    "t([6.0, 4.0, 2.0, 4.0]), tf.float32",
    "t([[6.0, 4.0, 2.0], [1.0, 2.0, 3.0]])",
)
_CIRCULANT = [
    *(f"tf.linalg.LinearOperatorCirculant({s}).{m}" for s, m in product(_SPECTRA, (*_METHODS, "convolution_kernel()", "block_depth", "block_shape", "block_shape_tensor()", "assert_positive_definite()", "assert_non_singular()"))),
    *(f"tf.linalg.LinearOperatorCirculant({_SPECTRA[1]}).{m}(t([1.0, 2.0, 3.0, 4.0]){k})" for m, k in product(("matvec", "solvevec"), ("", ", adjoint=True"))),
    *(f"tf.linalg.LinearOperatorCirculant({_SPECTRA[0]}).{m}(tf.ones([4, 2], tf.complex64){k})" for m, k in product(("matmul", "solve"), ("", ", adjoint=True"))),
    *(f"tf.linalg.LinearOperatorCirculant({s}).eigvals()" for s in _SPECTRA),
    "tf.linalg.LinearOperatorCirculant(t([6.0, -4.0, 2.0])).assert_positive_definite()",
    "tf.linalg.LinearOperatorCirculant(t([6.0, 0.0, 2.0])).assert_non_singular()",
    "tf.linalg.LinearOperatorCirculant(t(1.0))",
    "tf.linalg.LinearOperatorCirculant(t([1.0]), is_self_adjoint=False)",
    "tf.linalg.LinearOperatorCirculant(t([1.0]), is_square=False)",
    *(f"tf.linalg.LinearOperatorCirculant2D(t([[6.0, 4.0, 1.0], [2.0, 1.0, 3.0]], tf.complex64)).{m}" for m in (*_METHODS, "convolution_kernel()", "block_shape", "matvec(tf.ones([6], tf.complex64))")),
    *(f"tf.linalg.LinearOperatorCirculant3D(tf.reshape(tf.range(1.0, 9.0), [2, 2, 2])).{m}" for m in ("to_dense()", "trace()", "determinant()", "shape", "dtype", "is_self_adjoint", "convolution_kernel()")),
]  # fmt: skip

_F = "tf.linalg.LinearOperatorFullMatrix"
_L = f"tf.linalg.LinearOperatorBlockLowerTriangular([[{_F}([[2.0, 1.0], [0.0, 3.0]])], [{_F}([[1.0, 1.0]]), {_F}([[4.0]])]])"
_THREE = f"tf.linalg.LinearOperatorBlockLowerTriangular([[{_F}([[2.0]])], [{_F}([[1.0]]), {_F}([[4.0]])], [{_F}([[3.0]]), {_F}([[5.0]]), {_F}([[8.0]])]])"
_TRIANGULAR = [
    *(f"{o}.{m}" for o, m in product((_L, _THREE), _METHODS)),
    *(f"{o}.{m}(t([1.0, 2.0, 3.0]){k})" for o, m, k in product((_L, _THREE), ("matvec", "solvevec"), ("", ", adjoint=True"))),
    f"{_L}.matvec([t([1.0, 2.0]), t([3.0])])",
    f"{_L}.solvevec([t([1.0, 2.0]), t([3.0])])",
    f"{_L}.eigvals()",
    f"tf.linalg.LinearOperatorBlockLowerTriangular([[{_F}([[2.0, 1.0], [0.0, 3.0]])], [{_F}([[4.0]])]])",
    f"tf.linalg.LinearOperatorBlockLowerTriangular([[{_F}([[2.0, 1.0]])]])",
    "tf.linalg.LinearOperatorBlockLowerTriangular([])",
]  # fmt: skip

_O = f"{_F}([[4.0, 1.0], [1.0, 3.0]], is_self_adjoint=True, is_positive_definite=True)"
_CG = [
    *(f"tuple(tf.linalg.experimental.conjugate_gradient({_O}, t([1.0, 2.0]){k}))[:2]" for k in ("", ", max_iter=1", ", x=t([0.0, 1.0]), max_iter=1", f", preconditioner={_O}, max_iter=2", ", tol=0.5")),
    f"tf.linalg.experimental.conjugate_gradient({_F}([[4.0, 1.0], [1.0, 3.0]]), t([1.0, 2.0]))",
    f"traced(lambda b: tf.linalg.experimental.conjugate_gradient({_O}, b).x, t([1.0, 2.0]))",
    *(f"tf.linalg.triangular_solve(tf.reshape(tf.range(1.0, 4901.0), [70, 70]) / 4900 + 30 * tf.eye(70), tf.ones([70, 2]), lower={low}, adjoint={a})" for low, a in product((True, False), (True, False))),
]  # fmt: skip

ROWS = [*_TRIDIAGONAL, *_BANDED, *_EIGEN, *_ROOTS, *_CIRCULANT, *_TRIANGULAR, *_CG]
