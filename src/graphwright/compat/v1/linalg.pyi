# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.linalg`: matrices."""

from graphwright import linalg_experimental as experimental
from graphwright.compat._adapters import norm as norm
from graphwright.linalg import LinearOperator as LinearOperator
from graphwright.linalg import LinearOperatorAdjoint as LinearOperatorAdjoint
from graphwright.linalg import LinearOperatorBlockDiag as LinearOperatorBlockDiag
from graphwright.linalg import LinearOperatorBlockLowerTriangular as LinearOperatorBlockLowerTriangular
from graphwright.linalg import LinearOperatorCirculant as LinearOperatorCirculant
from graphwright.linalg import LinearOperatorCirculant2D as LinearOperatorCirculant2D
from graphwright.linalg import LinearOperatorCirculant3D as LinearOperatorCirculant3D
from graphwright.linalg import LinearOperatorComposition as LinearOperatorComposition
from graphwright.linalg import LinearOperatorDiag as LinearOperatorDiag
from graphwright.linalg import LinearOperatorFullMatrix as LinearOperatorFullMatrix
from graphwright.linalg import LinearOperatorHouseholder as LinearOperatorHouseholder
from graphwright.linalg import LinearOperatorIdentity as LinearOperatorIdentity
from graphwright.linalg import LinearOperatorInversion as LinearOperatorInversion
from graphwright.linalg import LinearOperatorKronecker as LinearOperatorKronecker
from graphwright.linalg import LinearOperatorLowRankUpdate as LinearOperatorLowRankUpdate
from graphwright.linalg import LinearOperatorLowerTriangular as LinearOperatorLowerTriangular
from graphwright.linalg import LinearOperatorPermutation as LinearOperatorPermutation
from graphwright.linalg import LinearOperatorScaledIdentity as LinearOperatorScaledIdentity
from graphwright.linalg import LinearOperatorToeplitz as LinearOperatorToeplitz
from graphwright.linalg import LinearOperatorTridiag as LinearOperatorTridiag
from graphwright.linalg import LinearOperatorZeros as LinearOperatorZeros
from graphwright.linalg import adjoint as adjoint
from graphwright.linalg import band_part as band_part
from graphwright.linalg import cholesky as cholesky
from graphwright.linalg import cholesky_solve as cholesky_solve
from graphwright.linalg import cross as cross
from graphwright.linalg import det as det
from graphwright.linalg import diag as diag
from graphwright.linalg import diag_part as diag_part
from graphwright.linalg import eigh as eigh
from graphwright.linalg import eigh_tridiagonal as eigh_tridiagonal
from graphwright.linalg import eigvalsh as eigvalsh
from graphwright.linalg import einsum as einsum
from graphwright.linalg import expm as expm
from graphwright.linalg import eye as eye
from graphwright.linalg import global_norm as global_norm
from graphwright.linalg import inv as inv
from graphwright.linalg import l2_normalize as l2_normalize
from graphwright.linalg import logdet as logdet
from graphwright.linalg import logm as logm
from graphwright.linalg import lstsq as lstsq
from graphwright.linalg import lu as lu
from graphwright.linalg import lu_matrix_inverse as lu_matrix_inverse
from graphwright.linalg import lu_reconstruct as lu_reconstruct
from graphwright.linalg import lu_solve as lu_solve
from graphwright.linalg import matmul as matmul
from graphwright.linalg import matrix_rank as matrix_rank
from graphwright.linalg import matrix_transpose as matrix_transpose
from graphwright.linalg import matrix_transpose as transpose
from graphwright.linalg import matvec as matvec
from graphwright.linalg import normalize as normalize
from graphwright.linalg import pinv as pinv
from graphwright.linalg import qr as qr
from graphwright.linalg import set_diag as set_diag
from graphwright.linalg import slogdet as slogdet
from graphwright.linalg import solve as solve
from graphwright.linalg import sqrtm as sqrtm
from graphwright.linalg import svd as svd
from graphwright.linalg import tensor_diag as tensor_diag
from graphwright.linalg import tensor_diag_part as tensor_diag_part
from graphwright.linalg import tensordot as tensordot
from graphwright.linalg import trace as trace
from graphwright.linalg import triangular_solve as triangular_solve
from graphwright.linalg import tridiagonal_matmul as tridiagonal_matmul
from graphwright.linalg import tridiagonal_solve as tridiagonal_solve

__all__ = [
    "LinearOperator",
    "LinearOperatorAdjoint",
    "LinearOperatorBlockDiag",
    "LinearOperatorBlockLowerTriangular",
    "LinearOperatorCirculant",
    "LinearOperatorCirculant2D",
    "LinearOperatorCirculant3D",
    "LinearOperatorComposition",
    "LinearOperatorDiag",
    "LinearOperatorFullMatrix",
    "LinearOperatorHouseholder",
    "LinearOperatorIdentity",
    "LinearOperatorInversion",
    "LinearOperatorKronecker",
    "LinearOperatorLowRankUpdate",
    "LinearOperatorLowerTriangular",
    "LinearOperatorPermutation",
    "LinearOperatorScaledIdentity",
    "LinearOperatorToeplitz",
    "LinearOperatorTridiag",
    "LinearOperatorZeros",
    "adjoint",
    "band_part",
    "cholesky",
    "cholesky_solve",
    "cross",
    "det",
    "diag",
    "diag_part",
    "eigh",
    "eigh_tridiagonal",
    "eigvalsh",
    "einsum",
    "experimental",
    "expm",
    "eye",
    "global_norm",
    "inv",
    "l2_normalize",
    "logdet",
    "logm",
    "lstsq",
    "lu",
    "lu_matrix_inverse",
    "lu_reconstruct",
    "lu_solve",
    "matmul",
    "matrix_rank",
    "matrix_transpose",
    "matvec",
    "norm",
    "normalize",
    "pinv",
    "qr",
    "set_diag",
    "slogdet",
    "solve",
    "sqrtm",
    "svd",
    "tensor_diag",
    "tensor_diag_part",
    "tensordot",
    "trace",
    "transpose",
    "triangular_solve",
    "tridiagonal_matmul",
    "tridiagonal_solve",
]
