# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.math`: element-wise math, reductions and comparisons."""

from graphwright.ops.activations import log_sigmoid as log_sigmoid
from graphwright.ops.activations import softplus as softplus
from graphwright.ops.activations import softsign as softsign
from graphwright.ops.binary import add as add
from graphwright.ops.binary import maximum as maximum
from graphwright.ops.binary import minimum as minimum
from graphwright.ops.binary import multiply as multiply
from graphwright.ops.binary import multiply_no_nan as multiply_no_nan
from graphwright.ops.binary import scalar_mul as scalar_mul
from graphwright.ops.binary import squared_difference as squared_difference
from graphwright.ops.binary import subtract as subtract
from graphwright.ops.comparison import equal as equal
from graphwright.ops.comparison import greater as greater
from graphwright.ops.comparison import greater_equal as greater_equal
from graphwright.ops.comparison import less as less
from graphwright.ops.comparison import less_equal as less_equal
from graphwright.ops.comparison import logical_and as logical_and
from graphwright.ops.comparison import logical_not as logical_not
from graphwright.ops.comparison import logical_or as logical_or
from graphwright.ops.comparison import logical_xor as logical_xor
from graphwright.ops.comparison import not_equal as not_equal
from graphwright.ops.complex import angle as angle
from graphwright.ops.complex import conj as conj
from graphwright.ops.complex import imag as imag
from graphwright.ops.complex import real as real
from graphwright.ops.counting import bincount as bincount
from graphwright.ops.division import divide as divide
from graphwright.ops.division import divide_no_nan as divide_no_nan
from graphwright.ops.division import floordiv as floordiv
from graphwright.ops.division import floormod as floormod
from graphwright.ops.division import mod as mod
from graphwright.ops.division import pow as pow
from graphwright.ops.division import truediv as truediv
from graphwright.ops.functions import acos as acos
from graphwright.ops.functions import acosh as acosh
from graphwright.ops.functions import asin as asin
from graphwright.ops.functions import asinh as asinh
from graphwright.ops.functions import atan as atan
from graphwright.ops.functions import atanh as atanh
from graphwright.ops.functions import cos as cos
from graphwright.ops.functions import cosh as cosh
from graphwright.ops.functions import exp as exp
from graphwright.ops.functions import expm1 as expm1
from graphwright.ops.functions import log as log
from graphwright.ops.functions import log1p as log1p
from graphwright.ops.functions import sigmoid as sigmoid
from graphwright.ops.functions import sin as sin
from graphwright.ops.functions import sinh as sinh
from graphwright.ops.functions import tan as tan
from graphwright.ops.functions import tanh as tanh
from graphwright.ops.incomplete import betainc as betainc
from graphwright.ops.incomplete import igamma as igamma
from graphwright.ops.incomplete import igammac as igammac
from graphwright.ops.masks import is_non_decreasing as is_non_decreasing
from graphwright.ops.masks import is_strictly_increasing as is_strictly_increasing
from graphwright.ops.moves import invert_permutation as invert_permutation
from graphwright.ops.nn import l2_normalize as l2_normalize
from graphwright.ops.pairs import accumulate_n as accumulate_n
from graphwright.ops.pairs import add_n as add_n
from graphwright.ops.pairs import atan2 as atan2
from graphwright.ops.pairs import nextafter as nextafter
from graphwright.ops.pairs import xdivy as xdivy
from graphwright.ops.pairs import xlog1py as xlog1py
from graphwright.ops.pairs import xlogy as xlogy
from graphwright.ops.polynomials import lbeta as lbeta
from graphwright.ops.polynomials import polyval as polyval
from graphwright.ops.reductions import reduce_all as reduce_all
from graphwright.ops.reductions import reduce_any as reduce_any
from graphwright.ops.reductions import reduce_euclidean_norm as reduce_euclidean_norm
from graphwright.ops.reductions import reduce_max as reduce_max
from graphwright.ops.reductions import reduce_mean as reduce_mean
from graphwright.ops.reductions import reduce_min as reduce_min
from graphwright.ops.reductions import reduce_prod as reduce_prod
from graphwright.ops.reductions import reduce_sum as reduce_sum
from graphwright.ops.scans import cumprod as cumprod
from graphwright.ops.scans import cumsum as cumsum
from graphwright.ops.scans import cumulative_logsumexp as cumulative_logsumexp
from graphwright.ops.scatter import unsorted_segment_sum as unsorted_segment_sum
from graphwright.ops.segments import segment_max as segment_max
from graphwright.ops.segments import segment_mean as segment_mean
from graphwright.ops.segments import segment_min as segment_min
from graphwright.ops.segments import segment_prod as segment_prod
from graphwright.ops.segments import segment_sum as segment_sum
from graphwright.ops.segments import unsorted_segment_max as unsorted_segment_max
from graphwright.ops.segments import unsorted_segment_mean as unsorted_segment_mean
from graphwright.ops.segments import unsorted_segment_min as unsorted_segment_min
from graphwright.ops.segments import unsorted_segment_prod as unsorted_segment_prod
from graphwright.ops.segments import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from graphwright.ops.selections import argmax as argmax
from graphwright.ops.selections import argmin as argmin
from graphwright.ops.softmax import log_softmax as log_softmax
from graphwright.ops.softmax import softmax as softmax
from graphwright.ops.sorting import in_top_k as in_top_k
from graphwright.ops.sorting import top_k as top_k
from graphwright.ops.special import bessel_i0 as bessel_i0
from graphwright.ops.special import bessel_i0e as bessel_i0e
from graphwright.ops.special import bessel_i1 as bessel_i1
from graphwright.ops.special import bessel_i1e as bessel_i1e
from graphwright.ops.special import digamma as digamma
from graphwright.ops.special import erf as erf
from graphwright.ops.special import erfc as erfc
from graphwright.ops.special import erfcinv as erfcinv
from graphwright.ops.special import erfinv as erfinv
from graphwright.ops.special import lgamma as lgamma
from graphwright.ops.special import ndtri as ndtri
from graphwright.ops.special import polygamma as polygamma
from graphwright.ops.special import zeta as zeta
from graphwright.ops.statistics import count_nonzero as count_nonzero
from graphwright.ops.statistics import reduce_logsumexp as reduce_logsumexp
from graphwright.ops.statistics import reduce_std as reduce_std
from graphwright.ops.statistics import reduce_variance as reduce_variance
from graphwright.ops.statistics import zero_fraction as zero_fraction
from graphwright.ops.unary import abs as abs
from graphwright.ops.unary import ceil as ceil
from graphwright.ops.unary import floor as floor
from graphwright.ops.unary import is_finite as is_finite
from graphwright.ops.unary import is_inf as is_inf
from graphwright.ops.unary import is_nan as is_nan
from graphwright.ops.unary import negative as negative
from graphwright.ops.unary import reciprocal as reciprocal
from graphwright.ops.unary import reciprocal_no_nan as reciprocal_no_nan
from graphwright.ops.unary import rint as rint
from graphwright.ops.unary import round as round
from graphwright.ops.unary import rsqrt as rsqrt
from graphwright.ops.unary import sign as sign
from graphwright.ops.unary import sqrt as sqrt
from graphwright.ops.unary import square as square

__all__ = [
    "abs",
    "accumulate_n",
    "acos",
    "acosh",
    "add",
    "add_n",
    "angle",
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
