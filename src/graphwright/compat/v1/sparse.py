"""`tf.compat.v1.sparse`: sparse tensors, with the older parameters of their functions."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat._older_sparse": (
            "merge=sparse_merge reduce_max_sparse=sparse_reduce_max_sparse reduce_sum_sparse=sparse_reduce_sum_sparse"
        ),
        "compat._older": "placeholder=sparse_placeholder",
        "sessions.fetches": "SparseTensorValue",
        "compat._adapters": (
            "add=sparse_add concat=sparse_concat reduce_max=sparse_reduce_max reduce_sum=sparse_reduce_sum "
            "segment_mean=sparse_segment_mean segment_sqrt_n=sparse_segment_sqrt_n segment_sum=sparse_segment_sum "
            "split=sparse_split"
        ),
        "sparse": (
            "SparseTensor bincount expand_dims eye fill_empty_rows from_dense matmul=sparse_dense_matmul maximum "
            "minimum reorder reshape retain slice softmax sparse_dense_matmul to_dense transpose cross "
            "cross_hashed mask reset_shape to_indicator"
        ),
    },
)
