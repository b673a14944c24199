"""`tf.linalg`: matrix products, decompositions and related functions."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "control.matrix_exponential": "expm",
        "linalg_experimental": "experimental=",
        "linalg_operators.block_triangular": "LinearOperatorBlockLowerTriangular",
        "linalg_operators.blocks": "LinearOperatorBlockDiag",
        "linalg_operators.circulant": ("LinearOperatorCirculant LinearOperatorCirculant2D LinearOperatorCirculant3D"),
        "linalg_operators.composed": "LinearOperatorAdjoint LinearOperatorComposition LinearOperatorInversion",
        "linalg_operators.identity": "LinearOperatorIdentity LinearOperatorScaledIdentity LinearOperatorZeros",
        "linalg_operators.kronecker": "LinearOperatorKronecker",
        "linalg_operators.low_rank": "LinearOperatorLowRankUpdate",
        "linalg_operators.structured": (
            "LinearOperatorHouseholder LinearOperatorPermutation LinearOperatorToeplitz LinearOperatorTridiag"
        ),
        "linalg_operators.matrices": "LinearOperatorDiag LinearOperatorFullMatrix LinearOperatorLowerTriangular",
        "linalg_operators.operator": "LinearOperator",
        "ops.math.clipping": "global_norm",
        "ops.linalg.tensordot": "tensordot",
        "ops.linalg.eigen": "eig eigh eigvals eigvalsh",
        "ops.linalg.einsum": "einsum",
        "ops.linalg.decompositions": "cholesky lu qr svd",
        "ops.linalg.diagonals": "band_part cross diag diag_part set_diag tensor_diag tensor_diag_part",
        "ops.linalg.matmul": "matmul matvec",
        "ops.linalg.matrix_functions": (
            "cholesky_solve logdet lstsq lu_matrix_inverse lu_reconstruct lu_solve matrix_rank pinv"
        ),
        "ops.linalg.roots": "logm sqrtm=matrix_square_root",
        "ops.linalg.tridiagonal": ("banded_triangular_solve eigh_tridiagonal tridiagonal_matmul tridiagonal_solve"),
        "ops.linalg.matrices": "adjoint matrix_transpose normalize trace",
        "ops.nn.layers": "l2_normalize",
        "ops.array.ranges": "eye",
        "ops.linalg.solve": "det inv slogdet solve triangular_solve",
        "ops.math.statistics": "norm",
    },
)
