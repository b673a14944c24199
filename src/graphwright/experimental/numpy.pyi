# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.experimental.numpy`: NumPy's functions on tensors, with its promotion of dtypes."""

from graphwright.experimental import numpy_random as random
from graphwright.numpy_api.arrays import array as array
from graphwright.numpy_api.arrays import asanyarray as asanyarray
from graphwright.numpy_api.arrays import asarray as asarray
from graphwright.numpy_api.arrays import ascontiguousarray as ascontiguousarray
from graphwright.numpy_api.arrays import copy as copy
from graphwright.numpy_api.arrays import finfo as finfo
from graphwright.numpy_api.arrays import iscomplexobj as iscomplexobj
from graphwright.numpy_api.arrays import isrealobj as isrealobj
from graphwright.numpy_api.arrays import isscalar as isscalar
from graphwright.numpy_api.arrays import issubdtype as issubdtype
from graphwright.numpy_api.arrays import ndim as ndim
from graphwright.numpy_api.arrays import promote_types as promote_types
from graphwright.numpy_api.arrays import result_type as result_type
from graphwright.numpy_api.arrays import shape as shape
from graphwright.numpy_api.arrays import size as size
from graphwright.numpy_api.behavior import experimental_enable_numpy_behavior as experimental_enable_numpy_behavior
from graphwright.numpy_api.binary import add as add
from graphwright.numpy_api.binary import arctan2 as arctan2
from graphwright.numpy_api.binary import bitwise_and as bitwise_and
from graphwright.numpy_api.binary import bitwise_or as bitwise_or
from graphwright.numpy_api.binary import bitwise_xor as bitwise_xor
from graphwright.numpy_api.binary import divide as divide
from graphwright.numpy_api.binary import divmod as divmod
from graphwright.numpy_api.binary import equal as equal
from graphwright.numpy_api.binary import float_power as float_power
from graphwright.numpy_api.binary import floor_divide as floor_divide
from graphwright.numpy_api.binary import gcd as gcd
from graphwright.numpy_api.binary import greater as greater
from graphwright.numpy_api.binary import greater_equal as greater_equal
from graphwright.numpy_api.binary import heaviside as heaviside
from graphwright.numpy_api.binary import hypot as hypot
from graphwright.numpy_api.binary import isclose as isclose
from graphwright.numpy_api.binary import lcm as lcm
from graphwright.numpy_api.binary import less as less
from graphwright.numpy_api.binary import less_equal as less_equal
from graphwright.numpy_api.binary import logaddexp as logaddexp
from graphwright.numpy_api.binary import logaddexp2 as logaddexp2
from graphwright.numpy_api.binary import logical_and as logical_and
from graphwright.numpy_api.binary import logical_or as logical_or
from graphwright.numpy_api.binary import logical_xor as logical_xor
from graphwright.numpy_api.binary import maximum as maximum
from graphwright.numpy_api.binary import minimum as minimum
from graphwright.numpy_api.binary import mod as mod
from graphwright.numpy_api.binary import multiply as multiply
from graphwright.numpy_api.binary import nextafter as nextafter
from graphwright.numpy_api.binary import not_equal as not_equal
from graphwright.numpy_api.binary import power as power
from graphwright.numpy_api.binary import remainder as remainder
from graphwright.numpy_api.binary import subtract as subtract
from graphwright.numpy_api.binary import true_divide as true_divide
from graphwright.numpy_api.constants import bool_ as bool_
from graphwright.numpy_api.constants import complex128 as complex128
from graphwright.numpy_api.constants import complex64 as complex64
from graphwright.numpy_api.constants import complex_ as complex_
from graphwright.numpy_api.constants import e as e
from graphwright.numpy_api.constants import float16 as float16
from graphwright.numpy_api.constants import float32 as float32
from graphwright.numpy_api.constants import float64 as float64
from graphwright.numpy_api.constants import float_ as float_
from graphwright.numpy_api.constants import iinfo as iinfo
from graphwright.numpy_api.constants import inexact as inexact
from graphwright.numpy_api.constants import inf as inf
from graphwright.numpy_api.constants import int16 as int16
from graphwright.numpy_api.constants import int32 as int32
from graphwright.numpy_api.constants import int64 as int64
from graphwright.numpy_api.constants import int8 as int8
from graphwright.numpy_api.constants import int_ as int_
from graphwright.numpy_api.constants import ndarray as ndarray
from graphwright.numpy_api.constants import newaxis as newaxis
from graphwright.numpy_api.constants import object_ as object_
from graphwright.numpy_api.constants import pi as pi
from graphwright.numpy_api.constants import string_ as string_
from graphwright.numpy_api.constants import uint16 as uint16
from graphwright.numpy_api.constants import uint32 as uint32
from graphwright.numpy_api.constants import uint64 as uint64
from graphwright.numpy_api.constants import uint8 as uint8
from graphwright.numpy_api.constants import unicode_ as unicode_
from graphwright.numpy_api.creation import arange as arange
from graphwright.numpy_api.creation import diag_indices as diag_indices
from graphwright.numpy_api.creation import empty as empty
from graphwright.numpy_api.creation import empty_like as empty_like
from graphwright.numpy_api.creation import eye as eye
from graphwright.numpy_api.creation import full as full
from graphwright.numpy_api.creation import full_like as full_like
from graphwright.numpy_api.creation import geomspace as geomspace
from graphwright.numpy_api.creation import identity as identity
from graphwright.numpy_api.creation import linspace as linspace
from graphwright.numpy_api.creation import logspace as logspace
from graphwright.numpy_api.creation import ones as ones
from graphwright.numpy_api.creation import ones_like as ones_like
from graphwright.numpy_api.creation import tri as tri
from graphwright.numpy_api.creation import tril as tril
from graphwright.numpy_api.creation import triu as triu
from graphwright.numpy_api.creation import vander as vander
from graphwright.numpy_api.creation import zeros as zeros
from graphwright.numpy_api.creation import zeros_like as zeros_like
from graphwright.numpy_api.diagonals import diag as diag
from graphwright.numpy_api.diagonals import diagflat as diagflat
from graphwright.numpy_api.diagonals import diagonal as diagonal
from graphwright.numpy_api.diagonals import diff as diff
from graphwright.numpy_api.diagonals import trace as trace
from graphwright.numpy_api.elementwise import abs as abs
from graphwright.numpy_api.elementwise import absolute as absolute
from graphwright.numpy_api.elementwise import angle as angle
from graphwright.numpy_api.elementwise import arccos as arccos
from graphwright.numpy_api.elementwise import arccosh as arccosh
from graphwright.numpy_api.elementwise import arcsin as arcsin
from graphwright.numpy_api.elementwise import arcsinh as arcsinh
from graphwright.numpy_api.elementwise import arctan as arctan
from graphwright.numpy_api.elementwise import arctanh as arctanh
from graphwright.numpy_api.elementwise import around as around
from graphwright.numpy_api.elementwise import bitwise_not as bitwise_not
from graphwright.numpy_api.elementwise import cbrt as cbrt
from graphwright.numpy_api.elementwise import ceil as ceil
from graphwright.numpy_api.elementwise import conj as conj
from graphwright.numpy_api.elementwise import conjugate as conjugate
from graphwright.numpy_api.elementwise import cos as cos
from graphwright.numpy_api.elementwise import cosh as cosh
from graphwright.numpy_api.elementwise import deg2rad as deg2rad
from graphwright.numpy_api.elementwise import exp as exp
from graphwright.numpy_api.elementwise import exp2 as exp2
from graphwright.numpy_api.elementwise import expm1 as expm1
from graphwright.numpy_api.elementwise import fabs as fabs
from graphwright.numpy_api.elementwise import fix as fix
from graphwright.numpy_api.elementwise import floor as floor
from graphwright.numpy_api.elementwise import imag as imag
from graphwright.numpy_api.elementwise import iscomplex as iscomplex
from graphwright.numpy_api.elementwise import isfinite as isfinite
from graphwright.numpy_api.elementwise import isinf as isinf
from graphwright.numpy_api.elementwise import isnan as isnan
from graphwright.numpy_api.elementwise import isneginf as isneginf
from graphwright.numpy_api.elementwise import isposinf as isposinf
from graphwright.numpy_api.elementwise import isreal as isreal
from graphwright.numpy_api.elementwise import log as log
from graphwright.numpy_api.elementwise import log10 as log10
from graphwright.numpy_api.elementwise import log1p as log1p
from graphwright.numpy_api.elementwise import log2 as log2
from graphwright.numpy_api.elementwise import logical_not as logical_not
from graphwright.numpy_api.elementwise import negative as negative
from graphwright.numpy_api.elementwise import positive as positive
from graphwright.numpy_api.elementwise import rad2deg as rad2deg
from graphwright.numpy_api.elementwise import real as real
from graphwright.numpy_api.elementwise import reciprocal as reciprocal
from graphwright.numpy_api.elementwise import round as round
from graphwright.numpy_api.elementwise import sign as sign
from graphwright.numpy_api.elementwise import signbit as signbit
from graphwright.numpy_api.elementwise import sin as sin
from graphwright.numpy_api.elementwise import sinc as sinc
from graphwright.numpy_api.elementwise import sinh as sinh
from graphwright.numpy_api.elementwise import sqrt as sqrt
from graphwright.numpy_api.elementwise import square as square
from graphwright.numpy_api.elementwise import tan as tan
from graphwright.numpy_api.elementwise import tanh as tanh
from graphwright.numpy_api.products import cross as cross
from graphwright.numpy_api.products import dot as dot
from graphwright.numpy_api.products import einsum as einsum
from graphwright.numpy_api.products import inner as inner
from graphwright.numpy_api.products import kron as kron
from graphwright.numpy_api.products import matmul as matmul
from graphwright.numpy_api.products import outer as outer
from graphwright.numpy_api.products import polyval as polyval
from graphwright.numpy_api.products import tensordot as tensordot
from graphwright.numpy_api.products import vdot as vdot
from graphwright.numpy_api.reductions import all as all
from graphwright.numpy_api.reductions import allclose as allclose
from graphwright.numpy_api.reductions import amax as amax
from graphwright.numpy_api.reductions import amin as amin
from graphwright.numpy_api.reductions import any as any
from graphwright.numpy_api.reductions import argmax as argmax
from graphwright.numpy_api.reductions import argmin as argmin
from graphwright.numpy_api.reductions import array_equal as array_equal
from graphwright.numpy_api.reductions import average as average
from graphwright.numpy_api.reductions import count_nonzero as count_nonzero
from graphwright.numpy_api.reductions import cumprod as cumprod
from graphwright.numpy_api.reductions import cumsum as cumsum
from graphwright.numpy_api.reductions import max as max
from graphwright.numpy_api.reductions import mean as mean
from graphwright.numpy_api.reductions import min as min
from graphwright.numpy_api.reductions import nanmean as nanmean
from graphwright.numpy_api.reductions import nanprod as nanprod
from graphwright.numpy_api.reductions import nansum as nansum
from graphwright.numpy_api.reductions import prod as prod
from graphwright.numpy_api.reductions import ptp as ptp
from graphwright.numpy_api.reductions import std as std
from graphwright.numpy_api.reductions import sum as sum
from graphwright.numpy_api.reductions import var as var
from graphwright.numpy_api.selection import argsort as argsort
from graphwright.numpy_api.selection import clip as clip
from graphwright.numpy_api.selection import compress as compress
from graphwright.numpy_api.selection import nonzero as nonzero
from graphwright.numpy_api.selection import select as select
from graphwright.numpy_api.selection import sort as sort
from graphwright.numpy_api.selection import take as take
from graphwright.numpy_api.selection import take_along_axis as take_along_axis
from graphwright.numpy_api.selection import where as where
from graphwright.numpy_api.shapes import append as append
from graphwright.numpy_api.shapes import atleast_1d as atleast_1d
from graphwright.numpy_api.shapes import atleast_2d as atleast_2d
from graphwright.numpy_api.shapes import atleast_3d as atleast_3d
from graphwright.numpy_api.shapes import broadcast_arrays as broadcast_arrays
from graphwright.numpy_api.shapes import broadcast_to as broadcast_to
from graphwright.numpy_api.shapes import concatenate as concatenate
from graphwright.numpy_api.shapes import dsplit as dsplit
from graphwright.numpy_api.shapes import dstack as dstack
from graphwright.numpy_api.shapes import expand_dims as expand_dims
from graphwright.numpy_api.shapes import flatten as flatten
from graphwright.numpy_api.shapes import flip as flip
from graphwright.numpy_api.shapes import fliplr as fliplr
from graphwright.numpy_api.shapes import flipud as flipud
from graphwright.numpy_api.shapes import hsplit as hsplit
from graphwright.numpy_api.shapes import hstack as hstack
from graphwright.numpy_api.shapes import ix_ as ix_
from graphwright.numpy_api.shapes import meshgrid as meshgrid
from graphwright.numpy_api.shapes import moveaxis as moveaxis
from graphwright.numpy_api.shapes import pad as pad
from graphwright.numpy_api.shapes import ravel as ravel
from graphwright.numpy_api.shapes import repeat as repeat
from graphwright.numpy_api.shapes import reshape as reshape
from graphwright.numpy_api.shapes import roll as roll
from graphwright.numpy_api.shapes import rot90 as rot90
from graphwright.numpy_api.shapes import split as split
from graphwright.numpy_api.shapes import squeeze as squeeze
from graphwright.numpy_api.shapes import stack as stack
from graphwright.numpy_api.shapes import swapaxes as swapaxes
from graphwright.numpy_api.shapes import tile as tile
from graphwright.numpy_api.shapes import transpose as transpose
from graphwright.numpy_api.shapes import vsplit as vsplit
from graphwright.numpy_api.shapes import vstack as vstack

__all__ = [
    "abs",
    "absolute",
    "add",
    "all",
    "allclose",
    "amax",
    "amin",
    "angle",
    "any",
    "append",
    "arange",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctan2",
    "arctanh",
    "argmax",
    "argmin",
    "argsort",
    "around",
    "array",
    "array_equal",
    "asanyarray",
    "asarray",
    "ascontiguousarray",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "average",
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "bool_",
    "broadcast_arrays",
    "broadcast_to",
    "cbrt",
    "ceil",
    "clip",
    "complex128",
    "complex64",
    "complex_",
    "compress",
    "concatenate",
    "conj",
    "conjugate",
    "copy",
    "cos",
    "cosh",
    "count_nonzero",
    "cross",
    "cumprod",
    "cumsum",
    "deg2rad",
    "diag",
    "diag_indices",
    "diagflat",
    "diagonal",
    "diff",
    "divide",
    "divmod",
    "dot",
    "dsplit",
    "dstack",
    "e",
    "einsum",
    "empty",
    "empty_like",
    "equal",
    "exp",
    "exp2",
    "expand_dims",
    "experimental_enable_numpy_behavior",
    "expm1",
    "eye",
    "fabs",
    "finfo",
    "fix",
    "flatten",
    "flip",
    "fliplr",
    "flipud",
    "float16",
    "float32",
    "float64",
    "float_",
    "float_power",
    "floor",
    "floor_divide",
    "full",
    "full_like",
    "gcd",
    "geomspace",
    "greater",
    "greater_equal",
    "heaviside",
    "hsplit",
    "hstack",
    "hypot",
    "identity",
    "iinfo",
    "imag",
    "inexact",
    "inf",
    "inner",
    "int16",
    "int32",
    "int64",
    "int8",
    "int_",
    "isclose",
    "iscomplex",
    "iscomplexobj",
    "isfinite",
    "isinf",
    "isnan",
    "isneginf",
    "isposinf",
    "isreal",
    "isrealobj",
    "isscalar",
    "issubdtype",
    "ix_",
    "kron",
    "lcm",
    "less",
    "less_equal",
    "linspace",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logaddexp2",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logspace",
    "matmul",
    "max",
    "maximum",
    "mean",
    "meshgrid",
    "min",
    "minimum",
    "mod",
    "moveaxis",
    "multiply",
    "nanmean",
    "nanprod",
    "nansum",
    "ndarray",
    "ndim",
    "negative",
    "newaxis",
    "nextafter",
    "nonzero",
    "not_equal",
    "object_",
    "ones",
    "ones_like",
    "outer",
    "pad",
    "pi",
    "polyval",
    "positive",
    "power",
    "prod",
    "promote_types",
    "ptp",
    "rad2deg",
    "random",
    "ravel",
    "real",
    "reciprocal",
    "remainder",
    "repeat",
    "reshape",
    "result_type",
    "roll",
    "rot90",
    "round",
    "select",
    "shape",
    "sign",
    "signbit",
    "sin",
    "sinc",
    "sinh",
    "size",
    "sort",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "std",
    "string_",
    "subtract",
    "sum",
    "swapaxes",
    "take",
    "take_along_axis",
    "tan",
    "tanh",
    "tensordot",
    "tile",
    "trace",
    "transpose",
    "tri",
    "tril",
    "triu",
    "true_divide",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "unicode_",
    "vander",
    "var",
    "vdot",
    "vsplit",
    "vstack",
    "where",
    "zeros",
    "zeros_like",
]
