"""`tf.compat.v1.math`: element-wise math and reductions, with their older parameters."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "math_special": "special=",
        "compat._older_math": "bincount confusion_matrix",
        "compat._adapters": (
            "argmax argmin count_nonzero in_top_k log_softmax softmax reduce_all reduce_any reduce_logsumexp "
            "reduce_max reduce_mean reduce_min reduce_prod reduce_sum"
        ),
        "math": (
            "abs accumulate_n acos acosh add add_n angle asin asinh atan atan2 atanh bessel_i0 bessel_i0e "
            "bessel_i1 bessel_i1e betainc ceil conj cos cosh cumprod cumsum cumulative_logsumexp digamma divide "
            "divide_no_nan equal erf erfc erfcinv erfinv exp expm1 floor floordiv floormod greater greater_equal "
            "igamma igammac imag invert_permutation is_finite is_inf is_nan is_non_decreasing "
            "is_strictly_increasing l2_normalize lbeta less less_equal lgamma log log1p log_sigmoid logical_and "
            "logical_not logical_or logical_xor maximum minimum mod multiply multiply_no_nan ndtri negative "
            "nextafter not_equal polygamma polyval pow real reciprocal reciprocal_no_nan reduce_euclidean_norm "
            "reduce_std reduce_variance rint round rsqrt scalar_mul segment_max segment_mean segment_min "
            "segment_prod segment_sum sigmoid sign sin sinh softplus softsign sqrt square squared_difference "
            "subtract tan tanh top_k truediv unsorted_segment_max unsorted_segment_mean unsorted_segment_min "
            "unsorted_segment_prod unsorted_segment_sqrt_n unsorted_segment_sum xdivy xlog1py xlogy zero_fraction "
            "zeta approx_max_k approx_min_k"
        ),
    },
)
