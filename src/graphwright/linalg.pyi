# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.linalg`: matrix products, decompositions and related functions."""

from graphwright import linalg_experimental as experimental
from graphwright.control.matrix_exponential import expm as expm
from graphwright.linalg_operators.block_triangular import LinearOperatorBlockLowerTriangular as LinearOperatorBlockLowerTriangular
from graphwright.linalg_operators.blocks import LinearOperatorBlockDiag as LinearOperatorBlockDiag
from graphwright.linalg_operators.circulant import LinearOperatorCirculant as LinearOperatorCirculant
from graphwright.linalg_operators.circulant import LinearOperatorCirculant2D as LinearOperatorCirculant2D
from graphwright.linalg_operators.circulant import LinearOperatorCirculant3D as LinearOperatorCirculant3D
from graphwright.linalg_operators.composed import LinearOperatorAdjoint as LinearOperatorAdjoint
from graphwright.linalg_operators.composed import LinearOperatorComposition as LinearOperatorComposition
from graphwright.linalg_operators.composed import LinearOperatorInversion as LinearOperatorInversion
from graphwright.linalg_operators.identity import LinearOperatorIdentity as LinearOperatorIdentity
from graphwright.linalg_operators.identity import LinearOperatorScaledIdentity as LinearOperatorScaledIdentity
from graphwright.linalg_operators.identity import LinearOperatorZeros as LinearOperatorZeros
from graphwright.linalg_operators.kronecker import LinearOperatorKronecker as LinearOperatorKronecker
from graphwright.linalg_operators.low_rank import LinearOperatorLowRankUpdate as LinearOperatorLowRankUpdate
from graphwright.linalg_operators.matrices import LinearOperatorDiag as LinearOperatorDiag
from graphwright.linalg_operators.matrices import LinearOperatorFullMatrix as LinearOperatorFullMatrix
from graphwright.linalg_operators.matrices import LinearOperatorLowerTriangular as LinearOperatorLowerTriangular
from graphwright.linalg_operators.operator import LinearOperator as LinearOperator
from graphwright.linalg_operators.structured import LinearOperatorHouseholder as LinearOperatorHouseholder
from graphwright.linalg_operators.structured import LinearOperatorPermutation as LinearOperatorPermutation
from graphwright.linalg_operators.structured import LinearOperatorToeplitz as LinearOperatorToeplitz
from graphwright.linalg_operators.structured import LinearOperatorTridiag as LinearOperatorTridiag
from graphwright.ops.array.ranges import eye as eye
from graphwright.ops.linalg.decompositions import cholesky as cholesky
from graphwright.ops.linalg.decompositions import lu as lu
from graphwright.ops.linalg.decompositions import qr as qr
from graphwright.ops.linalg.decompositions import svd as svd
from graphwright.ops.linalg.diagonals import band_part as band_part
from graphwright.ops.linalg.diagonals import cross as cross
from graphwright.ops.linalg.diagonals import diag as diag
from graphwright.ops.linalg.diagonals import diag_part as diag_part
from graphwright.ops.linalg.diagonals import set_diag as set_diag
from graphwright.ops.linalg.diagonals import tensor_diag as tensor_diag
from graphwright.ops.linalg.diagonals import tensor_diag_part as tensor_diag_part
from graphwright.ops.linalg.eigen import eig as eig
from graphwright.ops.linalg.eigen import eigh as eigh
from graphwright.ops.linalg.eigen import eigvals as eigvals
from graphwright.ops.linalg.eigen import eigvalsh as eigvalsh
from graphwright.ops.linalg.einsum import einsum as einsum
from graphwright.ops.linalg.matmul import matmul as matmul
from graphwright.ops.linalg.matmul import matvec as matvec
from graphwright.ops.linalg.matrices import adjoint as adjoint
from graphwright.ops.linalg.matrices import matrix_transpose as matrix_transpose
from graphwright.ops.linalg.matrices import normalize as normalize
from graphwright.ops.linalg.matrices import trace as trace
from graphwright.ops.linalg.matrix_functions import cholesky_solve as cholesky_solve
from graphwright.ops.linalg.matrix_functions import logdet as logdet
from graphwright.ops.linalg.matrix_functions import lstsq as lstsq
from graphwright.ops.linalg.matrix_functions import lu_matrix_inverse as lu_matrix_inverse
from graphwright.ops.linalg.matrix_functions import lu_reconstruct as lu_reconstruct
from graphwright.ops.linalg.matrix_functions import lu_solve as lu_solve
from graphwright.ops.linalg.matrix_functions import matrix_rank as matrix_rank
from graphwright.ops.linalg.matrix_functions import pinv as pinv
from graphwright.ops.linalg.roots import logm as logm
from graphwright.ops.linalg.roots import matrix_square_root as sqrtm
from graphwright.ops.linalg.solve import det as det
from graphwright.ops.linalg.solve import inv as inv
from graphwright.ops.linalg.solve import slogdet as slogdet
from graphwright.ops.linalg.solve import solve as solve
from graphwright.ops.linalg.solve import triangular_solve as triangular_solve
from graphwright.ops.linalg.tensordot import tensordot as tensordot
from graphwright.ops.linalg.tridiagonal import banded_triangular_solve as banded_triangular_solve
from graphwright.ops.linalg.tridiagonal import eigh_tridiagonal as eigh_tridiagonal
from graphwright.ops.linalg.tridiagonal import tridiagonal_matmul as tridiagonal_matmul
from graphwright.ops.linalg.tridiagonal import tridiagonal_solve as tridiagonal_solve
from graphwright.ops.math.clipping import global_norm as global_norm
from graphwright.ops.math.statistics import norm as norm
from graphwright.ops.nn.layers import l2_normalize as l2_normalize

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
    "banded_triangular_solve",
    "cholesky",
    "cholesky_solve",
    "cross",
    "det",
    "diag",
    "diag_part",
    "eig",
    "eigh",
    "eigh_tridiagonal",
    "eigvals",
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
    "triangular_solve",
    "tridiagonal_matmul",
    "tridiagonal_solve",
]
