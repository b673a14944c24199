# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.sparse`: tensors stored as their nonzero elements."""

from graphwright.core.sparse_tensor import SparseTensor as SparseTensor
from graphwright.ops.sparse.construct import fill_empty_rows as fill_empty_rows
from graphwright.ops.sparse.construct import from_dense as from_dense
from graphwright.ops.sparse.construct import reorder as reorder
from graphwright.ops.sparse.construct import retain as retain
from graphwright.ops.sparse.construct import sparse_concat as concat
from graphwright.ops.sparse.construct import sparse_expand_dims as expand_dims
from graphwright.ops.sparse.construct import sparse_eye as eye
from graphwright.ops.sparse.construct import sparse_reshape as reshape
from graphwright.ops.sparse.construct import sparse_slice as slice
from graphwright.ops.sparse.construct import sparse_transpose as transpose
from graphwright.ops.sparse.construct import to_dense as to_dense
from graphwright.ops.sparse.math import map_values as map_values
from graphwright.ops.sparse.math import sparse_add as add
from graphwright.ops.sparse.math import sparse_bincount as bincount
from graphwright.ops.sparse.math import sparse_dense_matmul as sparse_dense_matmul
from graphwright.ops.sparse.math import sparse_maximum as maximum
from graphwright.ops.sparse.math import sparse_minimum as minimum
from graphwright.ops.sparse.math import sparse_reduce_max as reduce_max
from graphwright.ops.sparse.math import sparse_reduce_sum as reduce_sum
from graphwright.ops.sparse.math import sparse_softmax as softmax

__all__ = [
    "SparseTensor",
    "add",
    "bincount",
    "concat",
    "expand_dims",
    "eye",
    "fill_empty_rows",
    "from_dense",
    "map_values",
    "maximum",
    "minimum",
    "reduce_max",
    "reduce_sum",
    "reorder",
    "reshape",
    "retain",
    "slice",
    "softmax",
    "sparse_dense_matmul",
    "to_dense",
    "transpose",
]
