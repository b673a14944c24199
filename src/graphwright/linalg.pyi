# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.linalg`: matrix products and what goes with them."""

from graphwright.ops.clipping import global_norm as global_norm
from graphwright.ops.contractions import tensordot as tensordot
from graphwright.ops.diagonals import band_part as band_part
from graphwright.ops.diagonals import cross as cross
from graphwright.ops.diagonals import diag as diag
from graphwright.ops.diagonals import diag_part as diag_part
from graphwright.ops.diagonals import set_diag as set_diag
from graphwright.ops.diagonals import tensor_diag as tensor_diag
from graphwright.ops.diagonals import tensor_diag_part as tensor_diag_part
from graphwright.ops.einsum import einsum as einsum
from graphwright.ops.linalg import matmul as matmul
from graphwright.ops.linalg import matvec as matvec
from graphwright.ops.matrices import adjoint as adjoint
from graphwright.ops.matrices import matrix_transpose as matrix_transpose
from graphwright.ops.matrices import normalize as normalize
from graphwright.ops.matrices import trace as trace
from graphwright.ops.nn import l2_normalize as l2_normalize
from graphwright.ops.ranges import eye as eye
from graphwright.ops.statistics import norm as norm

__all__ = [
    "adjoint",
    "band_part",
    "cross",
    "diag",
    "diag_part",
    "einsum",
    "eye",
    "global_norm",
    "l2_normalize",
    "matmul",
    "matrix_transpose",
    "matvec",
    "norm",
    "normalize",
    "set_diag",
    "tensor_diag",
    "tensor_diag_part",
    "tensordot",
    "trace",
]
