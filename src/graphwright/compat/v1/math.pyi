# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.math`: element-wise math and reductions, with their older parameters."""

from graphwright import math_special as special
from graphwright.compat._adapters import argmax as argmax
from graphwright.compat._adapters import argmin as argmin
from graphwright.compat._adapters import count_nonzero as count_nonzero
from graphwright.compat._adapters import in_top_k as in_top_k
from graphwright.compat._adapters import log_softmax as log_softmax
from graphwright.compat._adapters import reduce_all as reduce_all
from graphwright.compat._adapters import reduce_any as reduce_any
from graphwright.compat._adapters import reduce_logsumexp as reduce_logsumexp
from graphwright.compat._adapters import reduce_max as reduce_max
from graphwright.compat._adapters import reduce_mean as reduce_mean
from graphwright.compat._adapters import reduce_min as reduce_min
from graphwright.compat._adapters import reduce_prod as reduce_prod
from graphwright.compat._adapters import reduce_sum as reduce_sum
from graphwright.compat._adapters import softmax as softmax
from graphwright.compat._older_math import bincount as bincount
from graphwright.compat._older_math import confusion_matrix as confusion_matrix
from graphwright.math import abs as abs
from graphwright.math import accumulate_n as accumulate_n
from graphwright.math import acos as acos
from graphwright.math import acosh as acosh
from graphwright.math import add as add
from graphwright.math import add_n as add_n
from graphwright.math import angle as angle
from graphwright.math import approx_max_k as approx_max_k
from graphwright.math import approx_min_k as approx_min_k
from graphwright.math import asin as asin
from graphwright.math import asinh as asinh
from graphwright.math import atan as atan
from graphwright.math import atan2 as atan2
from graphwright.math import atanh as atanh
from graphwright.math import bessel_i0 as bessel_i0
from graphwright.math import bessel_i0e as bessel_i0e
from graphwright.math import bessel_i1 as bessel_i1
from graphwright.math import bessel_i1e as bessel_i1e
from graphwright.math import betainc as betainc
from graphwright.math import ceil as ceil
from graphwright.math import conj as conj
from graphwright.math import cos as cos
from graphwright.math import cosh as cosh
from graphwright.math import cumprod as cumprod
from graphwright.math import cumsum as cumsum
from graphwright.math import cumulative_logsumexp as cumulative_logsumexp
from graphwright.math import digamma as digamma
from graphwright.math import divide as divide
from graphwright.math import divide_no_nan as divide_no_nan
from graphwright.math import equal as equal
from graphwright.math import erf as erf
from graphwright.math import erfc as erfc
from graphwright.math import erfcinv as erfcinv
from graphwright.math import erfinv as erfinv
from graphwright.math import exp as exp
from graphwright.math import expm1 as expm1
from graphwright.math import floor as floor
from graphwright.math import floordiv as floordiv
from graphwright.math import floormod as floormod
from graphwright.math import greater as greater
from graphwright.math import greater_equal as greater_equal
from graphwright.math import igamma as igamma
from graphwright.math import igammac as igammac
from graphwright.math import imag as imag
from graphwright.math import invert_permutation as invert_permutation
from graphwright.math import is_finite as is_finite
from graphwright.math import is_inf as is_inf
from graphwright.math import is_nan as is_nan
from graphwright.math import is_non_decreasing as is_non_decreasing
from graphwright.math import is_strictly_increasing as is_strictly_increasing
from graphwright.math import l2_normalize as l2_normalize
from graphwright.math import lbeta as lbeta
from graphwright.math import less as less
from graphwright.math import less_equal as less_equal
from graphwright.math import lgamma as lgamma
from graphwright.math import log as log
from graphwright.math import log1p as log1p
from graphwright.math import log_sigmoid as log_sigmoid
from graphwright.math import logical_and as logical_and
from graphwright.math import logical_not as logical_not
from graphwright.math import logical_or as logical_or
from graphwright.math import logical_xor as logical_xor
from graphwright.math import maximum as maximum
from graphwright.math import minimum as minimum
from graphwright.math import mod as mod
from graphwright.math import multiply as multiply
from graphwright.math import multiply_no_nan as multiply_no_nan
from graphwright.math import ndtri as ndtri
from graphwright.math import negative as negative
from graphwright.math import nextafter as nextafter
from graphwright.math import not_equal as not_equal
from graphwright.math import polygamma as polygamma
from graphwright.math import polyval as polyval
from graphwright.math import pow as pow
from graphwright.math import real as real
from graphwright.math import reciprocal as reciprocal
from graphwright.math import reciprocal_no_nan as reciprocal_no_nan
from graphwright.math import reduce_euclidean_norm as reduce_euclidean_norm
from graphwright.math import reduce_std as reduce_std
from graphwright.math import reduce_variance as reduce_variance
from graphwright.math import rint as rint
from graphwright.math import round as round
from graphwright.math import rsqrt as rsqrt
from graphwright.math import scalar_mul as scalar_mul
from graphwright.math import segment_max as segment_max
from graphwright.math import segment_mean as segment_mean
from graphwright.math import segment_min as segment_min
from graphwright.math import segment_prod as segment_prod
from graphwright.math import segment_sum as segment_sum
from graphwright.math import sigmoid as sigmoid
from graphwright.math import sign as sign
from graphwright.math import sin as sin
from graphwright.math import sinh as sinh
from graphwright.math import softplus as softplus
from graphwright.math import softsign as softsign
from graphwright.math import sqrt as sqrt
from graphwright.math import square as square
from graphwright.math import squared_difference as squared_difference
from graphwright.math import subtract as subtract
from graphwright.math import tan as tan
from graphwright.math import tanh as tanh
from graphwright.math import top_k as top_k
from graphwright.math import truediv as truediv
from graphwright.math import unsorted_segment_max as unsorted_segment_max
from graphwright.math import unsorted_segment_mean as unsorted_segment_mean
from graphwright.math import unsorted_segment_min as unsorted_segment_min
from graphwright.math import unsorted_segment_prod as unsorted_segment_prod
from graphwright.math import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from graphwright.math import unsorted_segment_sum as unsorted_segment_sum
from graphwright.math import xdivy as xdivy
from graphwright.math import xlog1py as xlog1py
from graphwright.math import xlogy as xlogy
from graphwright.math import zero_fraction as zero_fraction
from graphwright.math import zeta as zeta

__all__ = [
    "abs",
    "accumulate_n",
    "acos",
    "acosh",
    "add",
    "add_n",
    "angle",
    "approx_max_k",
    "approx_min_k",
    "argmax",
    "argmin",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bessel_i0",
    "bessel_i0e",
    "bessel_i1",
    "bessel_i1e",
    "betainc",
    "bincount",
    "ceil",
    "confusion_matrix",
    "conj",
    "cos",
    "cosh",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "cumulative_logsumexp",
    "digamma",
    "divide",
    "divide_no_nan",
    "equal",
    "erf",
    "erfc",
    "erfcinv",
    "erfinv",
    "exp",
    "expm1",
    "floor",
    "floordiv",
    "floormod",
    "greater",
    "greater_equal",
    "igamma",
    "igammac",
    "imag",
    "in_top_k",
    "invert_permutation",
    "is_finite",
    "is_inf",
    "is_nan",
    "is_non_decreasing",
    "is_strictly_increasing",
    "l2_normalize",
    "lbeta",
    "less",
    "less_equal",
    "lgamma",
    "log",
    "log1p",
    "log_sigmoid",
    "log_softmax",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "mod",
    "multiply",
    "multiply_no_nan",
    "ndtri",
    "negative",
    "nextafter",
    "not_equal",
    "polygamma",
    "polyval",
    "pow",
    "real",
    "reciprocal",
    "reciprocal_no_nan",
    "reduce_all",
    "reduce_any",
    "reduce_euclidean_norm",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_std",
    "reduce_sum",
    "reduce_variance",
    "rint",
    "round",
    "rsqrt",
    "scalar_mul",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "sigmoid",
    "sign",
    "sin",
    "sinh",
    "softmax",
    "softplus",
    "softsign",
    "special",
    "sqrt",
    "square",
    "squared_difference",
    "subtract",
    "tan",
    "tanh",
    "top_k",
    "truediv",
    "unsorted_segment_max",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
    "xdivy",
    "xlog1py",
    "xlogy",
    "zero_fraction",
    "zeta",
]
