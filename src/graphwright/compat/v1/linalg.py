"""`tf.compat.v1.linalg`: matrices."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "linalg_experimental": "experimental=",
        "compat._adapters": "norm",
        "linalg": (
            "adjoint band_part cholesky cholesky_solve cross det diag diag_part eigh eigvalsh einsum eye "
            "global_norm inv l2_normalize logdet lstsq lu lu_matrix_inverse lu_reconstruct lu_solve matmul "
            "matrix_rank matrix_transpose matvec normalize pinv qr set_diag slogdet solve svd tensor_diag "
            "tensor_diag_part tensordot trace transpose=matrix_transpose triangular_solve LinearOperator "
            "LinearOperatorAdjoint LinearOperatorBlockDiag LinearOperatorBlockLowerTriangular "
            "LinearOperatorCirculant LinearOperatorCirculant2D LinearOperatorCirculant3D "
            "LinearOperatorComposition LinearOperatorDiag LinearOperatorFullMatrix LinearOperatorHouseholder "
            "LinearOperatorIdentity LinearOperatorInversion LinearOperatorKronecker LinearOperatorLowRankUpdate "
            "LinearOperatorLowerTriangular LinearOperatorPermutation LinearOperatorScaledIdentity "
            "LinearOperatorToeplitz LinearOperatorTridiag LinearOperatorZeros eigh_tridiagonal expm logm sqrtm "
            "tridiagonal_matmul tridiagonal_solve"
        ),
    },
)
