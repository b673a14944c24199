# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.math`: element-wise math, reductions and comparisons."""

from graphwright import math_special as special
from graphwright.ops.array.masks import is_non_decreasing as is_non_decreasing
from graphwright.ops.array.masks import is_strictly_increasing as is_strictly_increasing
from graphwright.ops.array.rearrange import invert_permutation as invert_permutation
from graphwright.ops.index.approximate_top_k import approx_max_k as approx_max_k
from graphwright.ops.index.approximate_top_k import approx_min_k as approx_min_k
from graphwright.ops.index.arg_max import argmax as argmax
from graphwright.ops.index.arg_max import argmin as argmin
from graphwright.ops.index.scatter import unsorted_segment_sum as unsorted_segment_sum
from graphwright.ops.index.segments import segment_max as segment_max
from graphwright.ops.index.segments import segment_mean as segment_mean
from graphwright.ops.index.segments import segment_min as segment_min
from graphwright.ops.index.segments import segment_prod as segment_prod
from graphwright.ops.index.segments import segment_sum as segment_sum
from graphwright.ops.index.segments import unsorted_segment_max as unsorted_segment_max
from graphwright.ops.index.segments import unsorted_segment_mean as unsorted_segment_mean
from graphwright.ops.index.segments import unsorted_segment_min as unsorted_segment_min
from graphwright.ops.index.segments import unsorted_segment_prod as unsorted_segment_prod
from graphwright.ops.index.segments import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from graphwright.ops.index.sort import in_top_k as in_top_k
from graphwright.ops.index.sort import top_k as top_k
from graphwright.ops.math.binary import add as add
from graphwright.ops.math.binary import maximum as maximum
from graphwright.ops.math.binary import minimum as minimum
from graphwright.ops.math.binary import multiply as multiply
from graphwright.ops.math.binary import multiply_no_nan as multiply_no_nan
from graphwright.ops.math.binary import scalar_mul as scalar_mul
from graphwright.ops.math.binary import squared_difference as squared_difference
from graphwright.ops.math.binary import subtract as subtract
from graphwright.ops.math.binary_special import accumulate_n as accumulate_n
from graphwright.ops.math.binary_special import add_n as add_n
from graphwright.ops.math.binary_special import atan2 as atan2
from graphwright.ops.math.binary_special import nextafter as nextafter
from graphwright.ops.math.binary_special import xdivy as xdivy
from graphwright.ops.math.binary_special import xlog1py as xlog1py
from graphwright.ops.math.binary_special import xlogy as xlogy
from graphwright.ops.math.bincount import bincount as bincount
from graphwright.ops.math.comparison import equal as equal
from graphwright.ops.math.comparison import greater as greater
from graphwright.ops.math.comparison import greater_equal as greater_equal
from graphwright.ops.math.comparison import less as less
from graphwright.ops.math.comparison import less_equal as less_equal
from graphwright.ops.math.comparison import logical_and as logical_and
from graphwright.ops.math.comparison import logical_not as logical_not
from graphwright.ops.math.comparison import logical_or as logical_or
from graphwright.ops.math.comparison import logical_xor as logical_xor
from graphwright.ops.math.comparison import not_equal as not_equal
from graphwright.ops.math.complex import angle as angle
from graphwright.ops.math.complex import conj as conj
from graphwright.ops.math.complex import imag as imag
from graphwright.ops.math.complex import real as real
from graphwright.ops.math.cumulative import cumprod as cumprod
from graphwright.ops.math.cumulative import cumsum as cumsum
from graphwright.ops.math.cumulative import cumulative_logsumexp as cumulative_logsumexp
from graphwright.ops.math.division import divide as divide
from graphwright.ops.math.division import divide_no_nan as divide_no_nan
from graphwright.ops.math.division import floordiv as floordiv
from graphwright.ops.math.division import floormod as floormod
from graphwright.ops.math.division import mod as mod
from graphwright.ops.math.division import pow as pow
from graphwright.ops.math.division import truediv as truediv
from graphwright.ops.math.histograms import confusion_matrix as confusion_matrix
from graphwright.ops.math.incomplete_gamma import betainc as betainc
from graphwright.ops.math.incomplete_gamma import igamma as igamma
from graphwright.ops.math.incomplete_gamma import igammac as igammac
from graphwright.ops.math.polynomials import lbeta as lbeta
from graphwright.ops.math.polynomials import polyval as polyval
from graphwright.ops.math.reductions import reduce_all as reduce_all
from graphwright.ops.math.reductions import reduce_any as reduce_any
from graphwright.ops.math.reductions import reduce_euclidean_norm as reduce_euclidean_norm
from graphwright.ops.math.reductions import reduce_max as reduce_max
from graphwright.ops.math.reductions import reduce_mean as reduce_mean
from graphwright.ops.math.reductions import reduce_min as reduce_min
from graphwright.ops.math.reductions import reduce_prod as reduce_prod
from graphwright.ops.math.reductions import reduce_sum as reduce_sum
from graphwright.ops.math.special import bessel_i0 as bessel_i0
from graphwright.ops.math.special import bessel_i0e as bessel_i0e
from graphwright.ops.math.special import bessel_i1 as bessel_i1
from graphwright.ops.math.special import bessel_i1e as bessel_i1e
from graphwright.ops.math.special import digamma as digamma
from graphwright.ops.math.special import erf as erf
from graphwright.ops.math.special import erfc as erfc
from graphwright.ops.math.special import erfcinv as erfcinv
from graphwright.ops.math.special import erfinv as erfinv
from graphwright.ops.math.special import lgamma as lgamma
from graphwright.ops.math.special import ndtri as ndtri
from graphwright.ops.math.special import polygamma as polygamma
from graphwright.ops.math.special import zeta as zeta
from graphwright.ops.math.statistics import count_nonzero as count_nonzero
from graphwright.ops.math.statistics import reduce_logsumexp as reduce_logsumexp
from graphwright.ops.math.statistics import reduce_std as reduce_std
from graphwright.ops.math.statistics import reduce_variance as reduce_variance
from graphwright.ops.math.statistics import zero_fraction as zero_fraction
from graphwright.ops.math.transcendental import acos as acos
from graphwright.ops.math.transcendental import acosh as acosh
from graphwright.ops.math.transcendental import asin as asin
from graphwright.ops.math.transcendental import asinh as asinh
from graphwright.ops.math.transcendental import atan as atan
from graphwright.ops.math.transcendental import atanh as atanh
from graphwright.ops.math.transcendental import cos as cos
from graphwright.ops.math.transcendental import cosh as cosh
from graphwright.ops.math.transcendental import exp as exp
from graphwright.ops.math.transcendental import expm1 as expm1
from graphwright.ops.math.transcendental import log as log
from graphwright.ops.math.transcendental import log1p as log1p
from graphwright.ops.math.transcendental import sigmoid as sigmoid
from graphwright.ops.math.transcendental import sin as sin
from graphwright.ops.math.transcendental import sinh as sinh
from graphwright.ops.math.transcendental import tan as tan
from graphwright.ops.math.transcendental import tanh as tanh
from graphwright.ops.math.unary import abs as abs
from graphwright.ops.math.unary import ceil as ceil
from graphwright.ops.math.unary import floor as floor
from graphwright.ops.math.unary import is_finite as is_finite
from graphwright.ops.math.unary import is_inf as is_inf
from graphwright.ops.math.unary import is_nan as is_nan
from graphwright.ops.math.unary import negative as negative
from graphwright.ops.math.unary import reciprocal as reciprocal
from graphwright.ops.math.unary import reciprocal_no_nan as reciprocal_no_nan
from graphwright.ops.math.unary import rint as rint
from graphwright.ops.math.unary import round as round
from graphwright.ops.math.unary import rsqrt as rsqrt
from graphwright.ops.math.unary import sign as sign
from graphwright.ops.math.unary import sqrt as sqrt
from graphwright.ops.math.unary import square as square
from graphwright.ops.nn.activations import log_sigmoid as log_sigmoid
from graphwright.ops.nn.activations import softplus as softplus
from graphwright.ops.nn.activations import softsign as softsign
from graphwright.ops.nn.layers import l2_normalize as l2_normalize
from graphwright.ops.nn.softmax import log_softmax as log_softmax
from graphwright.ops.nn.softmax import softmax as softmax
from graphwright.ops.random.sobol import sobol_sample as sobol_sample

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
    "sobol_sample",
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
