# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.sparse`: tensors stored as their nonzero elements."""

from graphwright.core.sparse_tensor import SparseTensor as SparseTensor
from graphwright.ops.index.sparse_segments import sparse_segment_mean as segment_mean
from graphwright.ops.index.sparse_segments import sparse_segment_sqrt_n as segment_sqrt_n
from graphwright.ops.index.sparse_segments import sparse_segment_sum as segment_sum
from graphwright.ops.ragged.crosses import sparse_cross as cross
from graphwright.ops.ragged.crosses import sparse_cross_hashed as cross_hashed
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
from graphwright.ops.sparse.parts import reset_shape as reset_shape
from graphwright.ops.sparse.parts import sampled_addmm as sampled_addmm
from graphwright.ops.sparse.parts import sparse_mask as mask
from graphwright.ops.sparse.parts import sparse_split as split
from graphwright.ops.sparse.parts import to_indicator as to_indicator

__all__ = [
    "SparseTensor",
    "add",
    "bincount",
    "concat",
    "cross",
    "cross_hashed",
    "expand_dims",
    "eye",
    "fill_empty_rows",
    "from_dense",
    "map_values",
    "mask",
    "maximum",
    "minimum",
    "reduce_max",
    "reduce_sum",
    "reorder",
    "reset_shape",
    "reshape",
    "retain",
    "sampled_addmm",
    "segment_mean",
    "segment_sqrt_n",
    "segment_sum",
    "slice",
    "softmax",
    "sparse_dense_matmul",
    "split",
    "to_dense",
    "to_indicator",
    "transpose",
]
