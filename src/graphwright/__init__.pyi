# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""Graphwright: the programming model of `tf.function`, standalone."""

from graphwright import audio as audio
from graphwright import autodiff as autodiff
from graphwright import autograph as autograph
from graphwright import bitwise as bitwise
from graphwright import compat as compat
from graphwright import config as config
from graphwright import data as data
from graphwright import debugging as debugging
from graphwright import distribute as distribute
from graphwright import dtypes as dtypes
from graphwright import errors as errors
from graphwright import experimental as experimental
from graphwright import graph_util as graph_util
from graphwright import image as image
from graphwright import initializers as initializers
from graphwright import io as io
from graphwright import linalg as linalg
from graphwright import lookup as lookup
from graphwright import math as math
from graphwright import nest as nest
from graphwright import nn as nn
from graphwright import onnx as onnx
from graphwright import profiler as profiler
from graphwright import quantization as quantization
from graphwright import queue as queue
from graphwright import ragged as ragged
from graphwright import random as random
from graphwright import raw_ops as raw_ops
from graphwright import saved_model as saved_model
from graphwright import sets as sets
from graphwright import signal as signal
from graphwright import sparse as sparse
from graphwright import strings as strings
from graphwright import summary as summary
from graphwright import sysconfig as sysconfig
from graphwright import test as test
from graphwright import text as text
from graphwright import train as train
from graphwright import types as types
from graphwright import version as version
from graphwright import xla as xla
from graphwright.autodiff.custom import RegisterGradient as RegisterGradient
from graphwright.autodiff.custom import custom_gradient as custom_gradient
from graphwright.autodiff.custom import grad_pass_through as grad_pass_through
from graphwright.autodiff.custom import no_gradient as no_gradient
from graphwright.autodiff.gradients import AggregationMethod as AggregationMethod
from graphwright.autodiff.gradients import gradients as gradients
from graphwright.autodiff.gradients import hessians as hessians
from graphwright.autodiff.recompute import recompute_grad as recompute_grad
from graphwright.autodiff.tape import GradientTape as GradientTape
from graphwright.autodiff.tape import UnconnectedGradients as UnconnectedGradients
from graphwright.base.build import COMPILER_VERSION as __compiler_version__
from graphwright.base.build import CXX11_ABI_FLAG as __cxx11_abi_flag__
from graphwright.base.build import CXX_VERSION as __cxx_version__
from graphwright.base.build import GIT_VERSION as __git_version__
from graphwright.base.build import MONOLITHIC_BUILD as __monolithic_build__
from graphwright.base.dtypes import DType as DType
from graphwright.base.dtypes import as_dtype as as_dtype
from graphwright.base.dtypes import bfloat16 as bfloat16
from graphwright.base.dtypes import bool as bool
from graphwright.base.dtypes import complex128 as complex128
from graphwright.base.dtypes import complex64 as complex64
from graphwright.base.dtypes import double as double
from graphwright.base.dtypes import float16 as float16
from graphwright.base.dtypes import float32 as float32
from graphwright.base.dtypes import float64 as float64
from graphwright.base.dtypes import half as half
from graphwright.base.dtypes import int16 as int16
from graphwright.base.dtypes import int32 as int32
from graphwright.base.dtypes import int64 as int64
from graphwright.base.dtypes import int8 as int8
from graphwright.base.dtypes import qint16 as qint16
from graphwright.base.dtypes import qint32 as qint32
from graphwright.base.dtypes import qint8 as qint8
from graphwright.base.dtypes import quint16 as quint16
from graphwright.base.dtypes import quint8 as quint8
from graphwright.base.dtypes import resource as resource
from graphwright.base.dtypes import string as string
from graphwright.base.dtypes import uint16 as uint16
from graphwright.base.dtypes import uint32 as uint32
from graphwright.base.dtypes import uint64 as uint64
from graphwright.base.dtypes import uint8 as uint8
from graphwright.base.dtypes import variant as variant
from graphwright.base.logger import get_logger as get_logger
from graphwright.base.shape import TensorShape as TensorShape
from graphwright.base.spec import NoneTensorSpec as NoneTensorSpec
from graphwright.base.spec import TensorSpec as TensorSpec
from graphwright.base.spec import TypeSpec as TypeSpec
from graphwright.control.branches import cond as cond
from graphwright.control.cases import case as case
from graphwright.control.cases import switch_case as switch_case
from graphwright.control.critical_section import CriticalSection as CriticalSection
from graphwright.control.host_calls import numpy_function as numpy_function
from graphwright.control.host_calls import py_function as py_function
from graphwright.control.loops import while_loop as while_loop
from graphwright.core.context import executing_eagerly as executing_eagerly
from graphwright.core.context import init_scope as init_scope
from graphwright.core.context import name_scope as name_scope
from graphwright.core.convert import convert_to_tensor as convert_to_tensor
from graphwright.core.device_spec import DeviceSpec as DeviceSpec
from graphwright.core.indexed_slices import IndexedSlices as IndexedSlices
from graphwright.core.indexed_slices import IndexedSlicesSpec as IndexedSlicesSpec
from graphwright.core.introspection import get_current_name_scope as get_current_name_scope
from graphwright.core.introspection import get_static_value as get_static_value
from graphwright.core.introspection import inside_function as inside_function
from graphwright.core.introspection import is_symbolic_tensor as is_symbolic_tensor
from graphwright.core.introspection import is_tensor as is_tensor
from graphwright.core.introspection import register_tensor_conversion_function as register_tensor_conversion_function
from graphwright.core.introspection import type_spec_from_value as type_spec_from_value
from graphwright.core.scopes import control_dependencies as control_dependencies
from graphwright.core.scopes import device as device
from graphwright.core.sparse_tensor import SparseTensor as SparseTensor
from graphwright.core.sparse_tensor import SparseTensorSpec as SparseTensorSpec
from graphwright.core.tensor import Tensor as Tensor
from graphwright.core.variable import Variable as Variable
from graphwright.core.variable_creators import variable_creator_scope as variable_creator_scope
from graphwright.core.variable_options import VariableAggregation as VariableAggregation
from graphwright.core.variable_options import VariableSynchronization as VariableSynchronization
from graphwright.data.optional import OptionalSpec as OptionalSpec
from graphwright.functions.batch_calls import nondifferentiable_batch_function as nondifferentiable_batch_function
from graphwright.functions.decorator import function as function
from graphwright.functions.map_fn import foldl as foldl
from graphwright.functions.map_fn import foldr as foldr
from graphwright.functions.map_fn import map_fn as map_fn
from graphwright.functions.map_fn import scan as scan
from graphwright.functions.vectorize.vectorized_map import vectorized_map as vectorized_map
from graphwright.interop.keras import keras as keras
from graphwright.interop.keras import losses as losses
from graphwright.interop.keras import metrics as metrics
from graphwright.interop.keras import optimizers as optimizers
from graphwright.interop.tensorflow_shim import install_as_tensorflow as install_as_tensorflow
from graphwright.ir.graph import Operation as Operation
from graphwright.module import Module as Module
from graphwright.ops.array.broadcasting import broadcast_dynamic_shape as broadcast_dynamic_shape
from graphwright.ops.array.broadcasting import broadcast_static_shape as broadcast_static_shape
from graphwright.ops.array.broadcasting import broadcast_to as broadcast_to
from graphwright.ops.array.broadcasting import ensure_shape as ensure_shape
from graphwright.ops.array.concat import concat as concat
from graphwright.ops.array.concat import parallel_stack as parallel_stack
from graphwright.ops.array.concat import stack as stack
from graphwright.ops.array.constants import constant as constant
from graphwright.ops.array.constants import fill as fill
from graphwright.ops.array.constants import ones as ones
from graphwright.ops.array.constants import ones_like as ones_like
from graphwright.ops.array.constants import zeros as zeros
from graphwright.ops.array.constants import zeros_like as zeros_like
from graphwright.ops.array.masks import sequence_mask as sequence_mask
from graphwright.ops.array.pad import pad as pad
from graphwright.ops.array.ranges import eye as eye
from graphwright.ops.array.ranges import linspace as linspace
from graphwright.ops.array.ranges import one_hot as one_hot
from graphwright.ops.array.ranges import range as range
from graphwright.ops.array.rearrange import guarantee_const as guarantee_const
from graphwright.ops.array.rearrange import identity as identity
from graphwright.ops.array.rearrange import identity_n as identity_n
from graphwright.ops.array.rearrange import reverse as reverse
from graphwright.ops.array.rearrange import roll as roll
from graphwright.ops.array.rearrange import stop_gradient as stop_gradient
from graphwright.ops.array.rearrange import transpose as transpose
from graphwright.ops.array.select import unique as unique
from graphwright.ops.array.select import unique_with_counts as unique_with_counts
from graphwright.ops.array.select import where as where
from graphwright.ops.array.shapes import expand_dims as expand_dims
from graphwright.ops.array.shapes import rank as rank
from graphwright.ops.array.shapes import reshape as reshape
from graphwright.ops.array.shapes import shape as shape
from graphwright.ops.array.shapes import shape_n as shape_n
from graphwright.ops.array.shapes import size as size
from graphwright.ops.array.shapes import squeeze as squeeze
from graphwright.ops.array.space_to_batch import batch_to_space as batch_to_space
from graphwright.ops.array.space_to_batch import required_space_to_batch_paddings as required_space_to_batch_paddings
from graphwright.ops.array.space_to_batch import space_to_batch as space_to_batch
from graphwright.ops.array.space_to_batch import space_to_batch as space_to_batch_nd
from graphwright.ops.array.split import split as split
from graphwright.ops.array.split import unstack as unstack
from graphwright.ops.array.tile import meshgrid as meshgrid
from graphwright.ops.array.tile import repeat as repeat
from graphwright.ops.array.tile import tile as tile
from graphwright.ops.control.assertions import assert_ as Assert
from graphwright.ops.control.assertions import assert_equal as assert_equal
from graphwright.ops.control.assertions import assert_greater as assert_greater
from graphwright.ops.control.assertions import assert_less as assert_less
from graphwright.ops.control.assertions import assert_rank as assert_rank
from graphwright.ops.control.group import group as group
from graphwright.ops.control.group import no_op as no_op
from graphwright.ops.control.group import tuple_ as tuple
from graphwright.ops.control.host import timestamp as timestamp
from graphwright.ops.control.plugins import check_pinned as check_pinned
from graphwright.ops.control.plugins import load_library as load_library
from graphwright.ops.control.plugins import load_op_library as load_op_library
from graphwright.ops.image.patches import extract_volume_patches as extract_volume_patches
from graphwright.ops.index.approximate_top_k import approx_top_k as approx_top_k
from graphwright.ops.index.arg_max import argmax as argmax
from graphwright.ops.index.arg_max import argmin as argmin
from graphwright.ops.index.dynamic_stitch import dynamic_partition as dynamic_partition
from graphwright.ops.index.dynamic_stitch import dynamic_stitch as dynamic_stitch
from graphwright.ops.index.dynamic_stitch import reverse_sequence as reverse_sequence
from graphwright.ops.index.gather import gather as gather
from graphwright.ops.index.gather import gather_nd as gather_nd
from graphwright.ops.index.scatter import scatter_nd as scatter_nd
from graphwright.ops.index.scatter import tensor_scatter_nd_add as tensor_scatter_nd_add
from graphwright.ops.index.scatter import tensor_scatter_nd_max as tensor_scatter_nd_max
from graphwright.ops.index.scatter import tensor_scatter_nd_min as tensor_scatter_nd_min
from graphwright.ops.index.scatter import tensor_scatter_nd_sub as tensor_scatter_nd_sub
from graphwright.ops.index.scatter import tensor_scatter_nd_update as tensor_scatter_nd_update
from graphwright.ops.index.slicing import boolean_mask as boolean_mask
from graphwright.ops.index.slicing import newaxis as newaxis
from graphwright.ops.index.slicing import slice as slice
from graphwright.ops.index.slicing import strided_slice as strided_slice
from graphwright.ops.index.sort import argsort as argsort
from graphwright.ops.index.sort import searchsorted as searchsorted
from graphwright.ops.index.sort import sort as sort
from graphwright.ops.index.unravel import unravel_index as unravel_index
from graphwright.ops.io.printing import print_ as print
from graphwright.ops.io.tensor_proto import make_ndarray as make_ndarray
from graphwright.ops.io.tensor_proto import make_tensor_proto as make_tensor_proto
from graphwright.ops.linalg.eigen import eig as eig
from graphwright.ops.linalg.eigen import eigvals as eigvals
from graphwright.ops.linalg.einsum import einsum as einsum
from graphwright.ops.linalg.matmul import matmul as matmul
from graphwright.ops.linalg.roots import matrix_square_root as matrix_square_root
from graphwright.ops.linalg.tensordot import tensordot as tensordot
from graphwright.ops.math.binary import add as add
from graphwright.ops.math.binary import maximum as maximum
from graphwright.ops.math.binary import minimum as minimum
from graphwright.ops.math.binary import multiply as multiply
from graphwright.ops.math.binary import scalar_mul as scalar_mul
from graphwright.ops.math.binary import subtract as subtract
from graphwright.ops.math.binary_special import add_n as add_n
from graphwright.ops.math.binary_special import atan2 as atan2
from graphwright.ops.math.casts import bitcast as bitcast
from graphwright.ops.math.casts import cast as cast
from graphwright.ops.math.casts import saturate_cast as saturate_cast
from graphwright.ops.math.clipping import clip_by_global_norm as clip_by_global_norm
from graphwright.ops.math.clipping import clip_by_norm as clip_by_norm
from graphwright.ops.math.clipping import clip_by_value as clip_by_value
from graphwright.ops.math.clipping import global_norm as global_norm
from graphwright.ops.math.comparison import equal as equal
from graphwright.ops.math.comparison import greater as greater
from graphwright.ops.math.comparison import greater_equal as greater_equal
from graphwright.ops.math.comparison import less as less
from graphwright.ops.math.comparison import less_equal as less_equal
from graphwright.ops.math.comparison import logical_and as logical_and
from graphwright.ops.math.comparison import logical_not as logical_not
from graphwright.ops.math.comparison import logical_or as logical_or
from graphwright.ops.math.comparison import not_equal as not_equal
from graphwright.ops.math.complex import complex as complex
from graphwright.ops.math.cumulative import cumsum as cumsum
from graphwright.ops.math.division import divide as divide
from graphwright.ops.math.division import pow as pow
from graphwright.ops.math.division import realdiv as realdiv
from graphwright.ops.math.division import truediv as truediv
from graphwright.ops.math.division import truncatediv as truncatediv
from graphwright.ops.math.division import truncatemod as truncatemod
from graphwright.ops.math.histograms import histogram_fixed_width as histogram_fixed_width
from graphwright.ops.math.histograms import histogram_fixed_width_bins as histogram_fixed_width_bins
from graphwright.ops.math.reductions import reduce_all as reduce_all
from graphwright.ops.math.reductions import reduce_any as reduce_any
from graphwright.ops.math.reductions import reduce_max as reduce_max
from graphwright.ops.math.reductions import reduce_mean as reduce_mean
from graphwright.ops.math.reductions import reduce_min as reduce_min
from graphwright.ops.math.reductions import reduce_prod as reduce_prod
from graphwright.ops.math.reductions import reduce_sum as reduce_sum
from graphwright.ops.math.statistics import norm as norm
from graphwright.ops.math.statistics import reduce_logsumexp as reduce_logsumexp
from graphwright.ops.math.transcendental import acos as acos
from graphwright.ops.math.transcendental import acosh as acosh
from graphwright.ops.math.transcendental import asin as asin
from graphwright.ops.math.transcendental import asinh as asinh
from graphwright.ops.math.transcendental import atan as atan
from graphwright.ops.math.transcendental import atanh as atanh
from graphwright.ops.math.transcendental import cos as cos
from graphwright.ops.math.transcendental import cosh as cosh
from graphwright.ops.math.transcendental import exp as exp
from graphwright.ops.math.transcendental import sigmoid as sigmoid
from graphwright.ops.math.transcendental import sin as sin
from graphwright.ops.math.transcendental import sinh as sinh
from graphwright.ops.math.transcendental import tan as tan
from graphwright.ops.math.transcendental import tanh as tanh
from graphwright.ops.math.unary import abs as abs
from graphwright.ops.math.unary import floor as floor
from graphwright.ops.math.unary import negative as negative
from graphwright.ops.math.unary import round as round
from graphwright.ops.math.unary import sign as sign
from graphwright.ops.math.unary import sqrt as sqrt
from graphwright.ops.math.unary import square as square
from graphwright.ops.nn.by_name import conv as conv
from graphwright.ops.nn.by_name import conv2d_backprop_filter_v2 as conv2d_backprop_filter_v2
from graphwright.ops.nn.by_name import conv2d_backprop_input_v2 as conv2d_backprop_input_v2
from graphwright.ops.nn.initializers import Constant as constant_initializer
from graphwright.ops.nn.initializers import Ones as ones_initializer
from graphwright.ops.nn.initializers import RandomNormal as random_normal_initializer
from graphwright.ops.nn.initializers import RandomUniform as random_uniform_initializer
from graphwright.ops.nn.initializers import Zeros as zeros_initializer
from graphwright.ops.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from graphwright.ops.ragged.rows import ragged_fill_empty_rows as ragged_fill_empty_rows
from graphwright.ops.ragged.rows import ragged_fill_empty_rows_grad as ragged_fill_empty_rows_grad
from graphwright.ops.ragged.spec import RaggedTensorSpec as RaggedTensorSpec
from graphwright.ops.random.stateless_shuffle import random_index_shuffle as random_index_shuffle
from graphwright.ops.signal.fft_axes import fftnd_of_lengths as fftnd
from graphwright.ops.signal.fft_axes import ifftnd_of_lengths as ifftnd
from graphwright.ops.signal.fft_axes import irfftnd_of_lengths as irfftnd
from graphwright.ops.signal.fft_axes import rfftnd_of_lengths as rfftnd
from graphwright.ops.state.tensor_array import TensorArray as TensorArray
from graphwright.ops.state.tensor_array import TensorArraySpec as TensorArraySpec
from graphwright.ops.text.edit_distance import edit_distance as edit_distance
from graphwright.ops.text.hashing import fingerprint as fingerprint
from graphwright.ops.text.join import as_string as as_string
from graphwright.saved_model.import_graph_def import import_graph_def as import_graph_def
from graphwright.sessions.graph import Graph as Graph

__version__: str
__all__ = [
    "AggregationMethod",
    "Assert",
    "CriticalSection",
    "DType",
    "DeviceSpec",
    "GradientTape",
    "Graph",
    "IndexedSlices",
    "IndexedSlicesSpec",
    "Module",
    "NoneTensorSpec",
    "Operation",
    "OptionalSpec",
    "RaggedTensor",
    "RaggedTensorSpec",
    "RegisterGradient",
    "SparseTensor",
    "SparseTensorSpec",
    "Tensor",
    "TensorArray",
    "TensorArraySpec",
    "TensorShape",
    "TensorSpec",
    "TypeSpec",
    "UnconnectedGradients",
    "Variable",
    "VariableAggregation",
    "VariableSynchronization",
    "__compiler_version__",
    "__cxx11_abi_flag__",
    "__cxx_version__",
    "__git_version__",
    "__monolithic_build__",
    "abs",
    "acos",
    "acosh",
    "add",
    "add_n",
    "approx_top_k",
    "argmax",
    "argmin",
    "argsort",
    "as_dtype",
    "as_string",
    "asin",
    "asinh",
    "assert_equal",
    "assert_greater",
    "assert_less",
    "assert_rank",
    "atan",
    "atan2",
    "atanh",
    "audio",
    "autodiff",
    "autograph",
    "batch_to_space",
    "bfloat16",
    "bitcast",
    "bitwise",
    "bool",
    "boolean_mask",
    "broadcast_dynamic_shape",
    "broadcast_static_shape",
    "broadcast_to",
    "case",
    "cast",
    "check_pinned",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "compat",
    "complex",
    "complex128",
    "complex64",
    "concat",
    "cond",
    "config",
    "constant",
    "constant_initializer",
    "control_dependencies",
    "conv",
    "conv2d_backprop_filter_v2",
    "conv2d_backprop_input_v2",
    "convert_to_tensor",
    "cos",
    "cosh",
    "cumsum",
    "custom_gradient",
    "data",
    "debugging",
    "device",
    "distribute",
    "divide",
    "double",
    "dtypes",
    "dynamic_partition",
    "dynamic_stitch",
    "edit_distance",
    "eig",
    "eigvals",
    "einsum",
    "ensure_shape",
    "equal",
    "errors",
    "executing_eagerly",
    "exp",
    "expand_dims",
    "experimental",
    "extract_volume_patches",
    "eye",
    "fftnd",
    "fill",
    "fingerprint",
    "float16",
    "float32",
    "float64",
    "floor",
    "foldl",
    "foldr",
    "function",
    "gather",
    "gather_nd",
    "get_current_name_scope",
    "get_logger",
    "get_static_value",
    "global_norm",
    "grad_pass_through",
    "gradients",
    "graph_util",
    "greater",
    "greater_equal",
    "group",
    "guarantee_const",
    "half",
    "hessians",
    "histogram_fixed_width",
    "histogram_fixed_width_bins",
    "identity",
    "identity_n",
    "ifftnd",
    "image",
    "import_graph_def",
    "init_scope",
    "initializers",
    "inside_function",
    "install_as_tensorflow",
    "int16",
    "int32",
    "int64",
    "int8",
    "io",
    "irfftnd",
    "is_symbolic_tensor",
    "is_tensor",
    "keras",
    "less",
    "less_equal",
    "linalg",
    "linspace",
    "load_library",
    "load_op_library",
    "logical_and",
    "logical_not",
    "logical_or",
    "lookup",
    "losses",
    "make_ndarray",
    "make_tensor_proto",
    "map_fn",
    "math",
    "matmul",
    "matrix_square_root",
    "maximum",
    "meshgrid",
    "metrics",
    "minimum",
    "multiply",
    "name_scope",
    "negative",
    "nest",
    "newaxis",
    "nn",
    "no_gradient",
    "no_op",
    "nondifferentiable_batch_function",
    "norm",
    "not_equal",
    "numpy_function",
    "one_hot",
    "ones",
    "ones_initializer",
    "ones_like",
    "onnx",
    "optimizers",
    "pad",
    "parallel_stack",
    "pow",
    "print",
    "profiler",
    "py_function",
    "qint16",
    "qint32",
    "qint8",
    "quantization",
    "queue",
    "quint16",
    "quint8",
    "ragged",
    "ragged_fill_empty_rows",
    "ragged_fill_empty_rows_grad",
    "random",
    "random_index_shuffle",
    "random_normal_initializer",
    "random_uniform_initializer",
    "range",
    "rank",
    "raw_ops",
    "realdiv",
    "recompute_grad",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "register_tensor_conversion_function",
    "repeat",
    "required_space_to_batch_paddings",
    "reshape",
    "resource",
    "reverse",
    "reverse_sequence",
    "rfftnd",
    "roll",
    "round",
    "saturate_cast",
    "saved_model",
    "scalar_mul",
    "scan",
    "scatter_nd",
    "searchsorted",
    "sequence_mask",
    "sets",
    "shape",
    "shape_n",
    "sigmoid",
    "sign",
    "signal",
    "sin",
    "sinh",
    "size",
    "slice",
    "sort",
    "space_to_batch",
    "space_to_batch_nd",
    "sparse",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "stop_gradient",
    "strided_slice",
    "string",
    "strings",
    "subtract",
    "summary",
    "switch_case",
    "sysconfig",
    "tan",
    "tanh",
    "tensor_scatter_nd_add",
    "tensor_scatter_nd_max",
    "tensor_scatter_nd_min",
    "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update",
    "tensordot",
    "test",
    "text",
    "tile",
    "timestamp",
    "train",
    "transpose",
    "truediv",
    "truncatediv",
    "truncatemod",
    "tuple",
    "type_spec_from_value",
    "types",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "unique",
    "unique_with_counts",
    "unravel_index",
    "unstack",
    "variable_creator_scope",
    "variant",
    "vectorized_map",
    "version",
    "where",
    "while_loop",
    "xla",
    "zeros",
    "zeros_initializer",
    "zeros_like",
]
