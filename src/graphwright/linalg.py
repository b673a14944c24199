"""`tf.linalg`: matrix products and what goes with them."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.clipping": "global_norm",
        "ops.contractions": "tensordot",
        "ops.einsum": "einsum",
        "ops.diagonals": "band_part cross diag diag_part set_diag tensor_diag tensor_diag_part",
        "ops.linalg": "matmul matvec",
        "ops.matrices": "adjoint matrix_transpose normalize trace",
        "ops.nn": "l2_normalize",
        "ops.ranges": "eye",
        "ops.statistics": "norm",
    },
)
