"""`tf.sparse`: tensors stored as their nonzero elements."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "core.sparse_tensor": "SparseTensor",
        "ops.sparse.math": (
            "add=sparse_add bincount=sparse_bincount map_values maximum=sparse_maximum minimum=sparse_minimum "
            "reduce_max=sparse_reduce_max reduce_sum=sparse_reduce_sum softmax=sparse_softmax sparse_dense_matmul"
        ),
        "ops.index.sparse_segments": (
            "segment_mean=sparse_segment_mean segment_sqrt_n=sparse_segment_sqrt_n segment_sum=sparse_segment_sum"
        ),
        "ops.ragged.crosses": "cross=sparse_cross cross_hashed=sparse_cross_hashed",
        "ops.sparse.parts": "mask=sparse_mask reset_shape sampled_addmm split=sparse_split to_indicator",
        "ops.sparse.construct": (
            "concat=sparse_concat expand_dims=sparse_expand_dims eye=sparse_eye fill_empty_rows from_dense reorder "
            "reshape=sparse_reshape retain slice=sparse_slice to_dense transpose=sparse_transpose"
        ),
    },
)
