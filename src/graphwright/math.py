"""`tf.math`: element-wise math, reductions and comparisons."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.activations": "log_sigmoid softplus softsign",
        "ops.binary": "add maximum minimum multiply multiply_no_nan scalar_mul squared_difference subtract",
        "ops.comparison": (
            "equal greater greater_equal less less_equal logical_and logical_not logical_or logical_xor not_equal"
        ),
        "ops.complex": "angle conj imag real",
        "ops.counting": "bincount",
        "ops.division": "divide divide_no_nan floordiv floormod mod pow truediv",
        "ops.functions": "acos acosh asin asinh atan atanh cos cosh exp expm1 log log1p sigmoid sin sinh tan tanh",
        "ops.incomplete": "betainc igamma igammac",
        "ops.masks": "is_non_decreasing is_strictly_increasing",
        "ops.moves": "invert_permutation",
        "ops.nn": "l2_normalize",
        "ops.pairs": "accumulate_n add_n atan2 nextafter xdivy xlogy xlog1py",
        "ops.polynomials": "lbeta polyval",
        "ops.reductions": (
            "reduce_all reduce_any reduce_euclidean_norm reduce_max reduce_mean reduce_min reduce_prod reduce_sum"
        ),
        "ops.scans": "cumprod cumsum cumulative_logsumexp",
        "ops.scatter": "unsorted_segment_sum",
        "ops.segments": (
            "segment_max segment_mean segment_min segment_prod segment_sum unsorted_segment_max unsorted_segment_mean "
            "unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n"
        ),
        "ops.selections": "argmax argmin",
        "ops.softmax": "log_softmax softmax",
        "ops.sorting": "in_top_k top_k",
        "ops.special": (
            "bessel_i0 bessel_i0e bessel_i1 bessel_i1e digamma erf erfc erfcinv erfinv lgamma ndtri polygamma zeta"
        ),
        "ops.statistics": "count_nonzero reduce_logsumexp reduce_std reduce_variance zero_fraction",
        "ops.unary": (
            "abs ceil floor is_finite is_inf is_nan negative reciprocal reciprocal_no_nan rint round rsqrt sign sqrt "
            "square"
        ),
    },
)
