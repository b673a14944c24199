# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.sparse`: sparse tensors, with the older parameters of their functions."""

from graphwright.compat._adapters import sparse_add as add
from graphwright.compat._adapters import sparse_concat as concat
from graphwright.compat._adapters import sparse_reduce_max as reduce_max
from graphwright.compat._adapters import sparse_reduce_sum as reduce_sum
from graphwright.compat._adapters import sparse_segment_mean as segment_mean
from graphwright.compat._adapters import sparse_segment_sqrt_n as segment_sqrt_n
from graphwright.compat._adapters import sparse_segment_sum as segment_sum
from graphwright.compat._adapters import sparse_split as split
from graphwright.compat._older import sparse_placeholder as placeholder
from graphwright.compat._older_sparse import sparse_merge as merge
from graphwright.compat._older_sparse import sparse_reduce_max_sparse as reduce_max_sparse
from graphwright.compat._older_sparse import sparse_reduce_sum_sparse as reduce_sum_sparse
from graphwright.sessions.fetches import SparseTensorValue as SparseTensorValue
from graphwright.sparse import SparseTensor as SparseTensor
from graphwright.sparse import bincount as bincount
from graphwright.sparse import cross as cross
from graphwright.sparse import cross_hashed as cross_hashed
from graphwright.sparse import expand_dims as expand_dims
from graphwright.sparse import eye as eye
from graphwright.sparse import fill_empty_rows as fill_empty_rows
from graphwright.sparse import from_dense as from_dense
from graphwright.sparse import mask as mask
from graphwright.sparse import maximum as maximum
from graphwright.sparse import minimum as minimum
from graphwright.sparse import reorder as reorder
from graphwright.sparse import reset_shape as reset_shape
from graphwright.sparse import reshape as reshape
from graphwright.sparse import retain as retain
from graphwright.sparse import slice as slice
from graphwright.sparse import softmax as softmax
from graphwright.sparse import sparse_dense_matmul as matmul
from graphwright.sparse import sparse_dense_matmul as sparse_dense_matmul
from graphwright.sparse import to_dense as to_dense
from graphwright.sparse import to_indicator as to_indicator
from graphwright.sparse import transpose as transpose

__all__ = [
    "SparseTensor",
    "SparseTensorValue",
    "add",
    "bincount",
    "concat",
    "cross",
    "cross_hashed",
    "expand_dims",
    "eye",
    "fill_empty_rows",
    "from_dense",
    "mask",
    "matmul",
    "maximum",
    "merge",
    "minimum",
    "placeholder",
    "reduce_max",
    "reduce_max_sparse",
    "reduce_sum",
    "reduce_sum_sparse",
    "reorder",
    "reset_shape",
    "reshape",
    "retain",
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
