# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.linalg`: matrices."""

from graphwright.compat._adapters import norm as norm
from graphwright.linalg import adjoint as adjoint
from graphwright.linalg import band_part as band_part
from graphwright.linalg import cholesky as cholesky
from graphwright.linalg import cholesky_solve as cholesky_solve
from graphwright.linalg import cross as cross
from graphwright.linalg import det as det
from graphwright.linalg import diag as diag
from graphwright.linalg import diag_part as diag_part
from graphwright.linalg import eigh as eigh
from graphwright.linalg import eigvalsh as eigvalsh
from graphwright.linalg import einsum as einsum
from graphwright.linalg import eye as eye
from graphwright.linalg import global_norm as global_norm
from graphwright.linalg import inv as inv
from graphwright.linalg import l2_normalize as l2_normalize
from graphwright.linalg import logdet as logdet
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
from graphwright.linalg import svd as svd
from graphwright.linalg import tensor_diag as tensor_diag
from graphwright.linalg import tensor_diag_part as tensor_diag_part
from graphwright.linalg import tensordot as tensordot
from graphwright.linalg import trace as trace
from graphwright.linalg import triangular_solve as triangular_solve

__all__ = [
    "adjoint",
    "band_part",
    "cholesky",
    "cholesky_solve",
    "cross",
    "det",
    "diag",
    "diag_part",
    "eigh",
    "eigvalsh",
    "einsum",
    "eye",
    "global_norm",
    "inv",
    "l2_normalize",
    "logdet",
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
    "svd",
    "tensor_diag",
    "tensor_diag_part",
    "tensordot",
    "trace",
    "transpose",
    "triangular_solve",
]
