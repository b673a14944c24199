"""`tf.linalg`: matrix products and what goes with them."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.clipping": "global_norm",
        "ops.contractions": "tensordot",
        "ops.eigen": "eig eigh eigvals eigvalsh",
        "ops.einsum": "einsum",
        "ops.decompositions": "cholesky lu qr svd",
        "ops.diagonals": "band_part cross diag diag_part set_diag tensor_diag tensor_diag_part",
        "ops.linalg": "matmul matvec",
        "ops.matrix_functions": (
            "cholesky_solve logdet lstsq lu_matrix_inverse lu_reconstruct lu_solve matrix_rank pinv"
        ),
        "ops.matrices": "adjoint matrix_transpose normalize trace",
        "ops.nn": "l2_normalize",
        "ops.ranges": "eye",
        "ops.solving": "det inv slogdet solve triangular_solve",
        "ops.statistics": "norm",
    },
)
