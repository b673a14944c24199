"""Gradients of linear algebra: degenerate, singular and zero matrices, batches, infinities."""

from __future__ import annotations

_MATRICES = [
    "[[2.0, 1.0], [1.0, 3.0]]",
    "[[1.0, 0.0], [0.0, 1.0]]",
    "[[1.0, 2.0], [3.0, 4.0]]",
    "[[4.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.5, -1.0, 3.0]]",
]

_ANY = ["tf.linalg.det", "tf.linalg.inv", "tf.linalg.trace", "tf.linalg.diag_part", "tf.linalg.adjoint"]
_PRODUCTS = [
    "tf.matmul", "tf.linalg.solve", "tf.linalg.lstsq", "tf.tensordot", "lambda a, b: tf.einsum('ij,jk->ik', a, b)",
    "lambda a, b: tf.matmul(a, b, transpose_a=True)", "lambda a, b: tf.matmul(a, b, transpose_b=True)",
    "lambda a, b: tf.matmul(a, b, adjoint_a=True, adjoint_b=True)", "lambda a, b: tf.linalg.solve(a, b, adjoint=True)",
    "lambda a, b: tf.linalg.triangular_solve(a, b)", "lambda a, b: tf.linalg.triangular_solve(a, b, lower=False)",
    "lambda a, b: tf.linalg.triangular_solve(a, b, adjoint=True)",
    "lambda a, b: tf.linalg.cholesky_solve(a, b)", "lambda a, b: tf.linalg.matvec(a, b[:, 0])",
]  # fmt: skip
_PRODUCTS[3] = "lambda a, b: tf.tensordot(a, b, 1)"
_SYMMETRIC = ["tf.linalg.cholesky", "tf.linalg.eigvalsh", "lambda a: tf.linalg.svd(a, compute_uv=False)"]
_PARTS = [
    "tf.linalg.logdet", "lambda a: tf.linalg.slogdet(a)[1]", "lambda a: tf.linalg.qr(a)[1]",
    "lambda a: tf.linalg.eigh(a)[0]", "lambda a: tf.linalg.pinv(a)",
    "lambda a: tf.linalg.normalize(a)[0]", "lambda a: tf.linalg.band_part(a, 0, 1)",
    "lambda a: tf.linalg.set_diag(a, a[0])", "lambda a: tf.linalg.diag(a)", "lambda a: tf.linalg.tensor_diag(a[0])",
    "lambda a: tf.linalg.tensor_diag_part(a)", "lambda a: tf.linalg.cross(a, a[::-1])",
    "lambda a: tf.transpose(a) @ a", "lambda a: tf.linalg.matrix_transpose(a) ** 2",
]  # fmt: skip

_X = "t([[2.0, 1.0], [0.5, 3.0]])"

ROWS = [
    *(f"grad({f}, t({m}))" for f in _ANY for m in _MATRICES),
    *(f"grad2({f}, t({m}, tf.float64))" for f in _ANY for m in _MATRICES),
    *(f"grad({f}, t({m}, tf.float64))" for f in _ANY + _SYMMETRIC for m in _MATRICES[:3]),
    *(f"traced(lambda x: grad({f}, x), t({m}, tf.float64))" for f in _ANY + _SYMMETRIC for m in _MATRICES[:3]),
    *(f"grad({f}, t([[{_MATRICES[0]}, {_MATRICES[2]}]], tf.float64))" for f in _ANY),
    *(f"grad_with({f}, 0.0, t({m}, tf.float64))" for f in _ANY + _SYMMETRIC for m in _MATRICES[:3]),
    *(
        f"grad({f}, t({m}, tf.float64), {b})"
        for f in _PRODUCTS
        for m in _MATRICES[:3]
        for b in ("t([[1.0, 0.0], [2.0, -1.0]], tf.float64)",)
    ),
    *(f"grad2(lambda a: ({f})(a, a), t({_MATRICES[0]}, tf.float64))" for f in _PRODUCTS),
    *(f"jvp(lambda a: ({f})(a, a), t({_MATRICES[0]}, tf.float64), t({_MATRICES[2]}, tf.float64))" for f in _PRODUCTS),
    *(f"grad({f}, t({_MATRICES[3]}, tf.float64))" for f in _PARTS),
    *(f"grad({f}, t({_MATRICES[0]}, tf.float64))" for f in _PARTS),
    *(f"grad2({f}, t({_MATRICES[0]}, tf.float64))" for f in _PARTS),
    *(f"jvp({f}, t({_MATRICES[0]}, tf.float64), t({_MATRICES[2]}, tf.float64))" for f in _PARTS + _ANY + _SYMMETRIC),
    "grad(tf.linalg.trace, tf.zeros([2, 2]))",
    *(f"grad({f}, t([[np.inf, 1.0], [0.0, 1.0]]), {_X})" for f in _PRODUCTS[:1] + _PRODUCTS[3:8]),
    *(f"grad({f}, t([[1 + 1j, 2 - 1j], [0.5j, 3 + 0j]]), t([[1 + 0j, 2j], [1 - 1j, 1 + 0j]]))" for f in _PRODUCTS[:9]),
    *(
        f"grad(tf.linalg.{f}, t([[2 + 1j, 2 - 1j], [0.5j, 3 + 0j]]))"
        for f in ("det", "inv", "trace", "adjoint", "diag_part")
    ),
    *(f"grad(lambda x: tf.linalg.norm(x, axis={a}), {v})" for a in (0, 1, None) for v in ("tf.zeros([2, 2])", _X)),
    *(f"grad(lambda x: tf.linalg.normalize(x, axis={a})[0], {v})" for a in (0, 1) for v in ("tf.zeros([2, 2])", _X)),
    # where singular values are equal, or 0
    *(
        f"grad({f}, t({m}, tf.float64))"
        for f in (
            "tf.linalg.pinv",
            "lambda x: tf.norm(x, 2, axis=[0, 1])",
            "lambda x: tf.linalg.svd(x)[0]",
            "lambda x: tf.linalg.svd(x, compute_uv=False)",
            "lambda x: tf.norm(x, 'fro', axis=[0, 1])",
        )
        for m in (
            "[[0.0, 0.0], [0.0, 0.0]]",
            "[[1.0, 0.0], [0.0, 1.0]]",
            "[[2.0, 0.0], [0.0, 0.0]]",
            "[[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]",
            "[[1.0, 2.0], [2.0, 4.0]]",
            "[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]",
        )
        if "compute_uv" in f or "pinv" not in f or m != "[[1.0, 2.0], [2.0, 4.0]]"
    ),
    *(
        f"grad(lambda x: tf.norm(x, {o}), {x})"
        for o in ("2", "1", "3", "np.inf")
        for x in ("tf.zeros([2])", "t([0j, 0j])")
    ),
    "grad(lambda x: tf.linalg.matvec(tf.eye(2), x), t([0.0, np.inf]))",
    "grad(lambda x: tf.linalg.global_norm([x, x]), tf.zeros([2]))",
    "grad(lambda x: tf.linalg.logdet(x @ tf.transpose(x)), t([[1.0, 2.0], [3.0, 5.0]], tf.float64))",
    f"grad(lambda x: tf.linalg.eigh(x)[1] ** 2 * t({_MATRICES[2]}, tf.float64), t({_MATRICES[0]}, tf.float64))",
]

ON_PURPOSE: dict[str, str] = {
    "grad(tf.linalg.det, t([[2 + 1j, 2 - 1j], [0.5j, 3 + 0j]]))": (
        "The gradient of a complex function is conjugated, as that of a product is; TensorFlow's rule omits it."
    ),
    "grad(lambda x: tf.norm(x, 2), t([0j, 0j]))": (
        "The size of a complex number has the slope 0 at 0, here and there; TensorFlow's norm gives NaN."
    ),
}
