"""`tf.math`: element-wise math, reductions and comparisons."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "math_special": "special=",
        "ops.random.sobol": "sobol_sample",
        "ops.nn.activations": "log_sigmoid softplus softsign",
        "ops.math.binary": "add maximum minimum multiply multiply_no_nan scalar_mul squared_difference subtract",
        "ops.math.comparison": (
            "equal greater greater_equal less less_equal logical_and logical_not logical_or logical_xor not_equal"
        ),
        "ops.math.complex": "angle conj imag real",
        "ops.math.bincount": "bincount",
        "ops.math.histograms": "confusion_matrix",
        "ops.math.division": "divide divide_no_nan floordiv floormod mod pow truediv",
        "ops.math.transcendental": (
            "acos acosh asin asinh atan atanh cos cosh exp expm1 log log1p sigmoid sin sinh tan tanh"
        ),
        "ops.math.incomplete_gamma": "betainc igamma igammac",
        "ops.array.masks": "is_non_decreasing is_strictly_increasing",
        "ops.array.rearrange": "invert_permutation",
        "ops.nn.layers": "l2_normalize",
        "ops.math.binary_special": "accumulate_n add_n atan2 nextafter xdivy xlogy xlog1py",
        "ops.math.polynomials": "lbeta polyval",
        "ops.math.reductions": (
            "reduce_all reduce_any reduce_euclidean_norm reduce_max reduce_mean reduce_min reduce_prod reduce_sum"
        ),
        "ops.math.cumulative": "cumprod cumsum cumulative_logsumexp",
        "ops.index.scatter": "unsorted_segment_sum",
        "ops.index.segments": (
            "segment_max segment_mean segment_min segment_prod segment_sum unsorted_segment_max unsorted_segment_mean "
            "unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n"
        ),
        "ops.index.arg_max": "argmax argmin",
        "ops.nn.softmax": "log_softmax softmax",
        "ops.index.approximate_top_k": "approx_max_k approx_min_k",
        "ops.index.sort": "in_top_k top_k",
        "ops.math.special": (
            "bessel_i0 bessel_i0e bessel_i1 bessel_i1e digamma erf erfc erfcinv erfinv lgamma ndtri polygamma zeta"
        ),
        "ops.math.statistics": "count_nonzero reduce_logsumexp reduce_std reduce_variance zero_fraction",
        "ops.math.unary": (
            "abs ceil floor is_finite is_inf is_nan negative reciprocal reciprocal_no_nan rint round rsqrt sign sqrt "
            "square"
        ),
    },
)
