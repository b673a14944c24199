# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1`: the names that it shares with `tf`, and older forms of functions."""

from graphwright import AggregationMethod as AggregationMethod
from graphwright import Assert as Assert
from graphwright import DType as DType
from graphwright import GradientTape as GradientTape
from graphwright import Graph as Graph
from graphwright import IndexedSlices as IndexedSlices
from graphwright import IndexedSlicesSpec as IndexedSlicesSpec
from graphwright import Module as Module
from graphwright import NoneTensorSpec as NoneTensorSpec
from graphwright import Operation as Operation
from graphwright import OptionalSpec as OptionalSpec
from graphwright import RaggedTensor as RaggedTensor
from graphwright import RaggedTensorSpec as RaggedTensorSpec
from graphwright import RegisterGradient as RegisterGradient
from graphwright import SparseTensor as SparseTensor
from graphwright import SparseTensorSpec as SparseTensorSpec
from graphwright import Tensor as Tensor
from graphwright import TensorArray as TensorArray
from graphwright import TensorArraySpec as TensorArraySpec
from graphwright import TensorShape as TensorShape
from graphwright import TensorSpec as TensorSpec
from graphwright import TypeSpec as TypeSpec
from graphwright import UnconnectedGradients as UnconnectedGradients
from graphwright import VariableAggregation as VariableAggregation
from graphwright import VariableSynchronization as VariableSynchronization
from graphwright import abs as abs
from graphwright import acos as acos
from graphwright import acosh as acosh
from graphwright import add as add
from graphwright import add_n as add_n
from graphwright import approx_top_k as approx_top_k
from graphwright import argsort as argsort
from graphwright import as_dtype as as_dtype
from graphwright import as_string as as_string
from graphwright import asin as asin
from graphwright import asinh as asinh
from graphwright import atan as atan
from graphwright import atan2 as atan2
from graphwright import atanh as atanh
from graphwright import audio as audio
from graphwright import bfloat16 as bfloat16
from graphwright import bitcast as bitcast
from graphwright import bitwise as bitwise
from graphwright import bool as bool
from graphwright import broadcast_dynamic_shape as broadcast_dynamic_shape
from graphwright import broadcast_static_shape as broadcast_static_shape
from graphwright import broadcast_to as broadcast_to
from graphwright import case as case
from graphwright import cast as cast
from graphwright import clip_by_global_norm as clip_by_global_norm
from graphwright import clip_by_norm as clip_by_norm
from graphwright import clip_by_value as clip_by_value
from graphwright import complex as complex
from graphwright import complex128 as complex128
from graphwright import complex64 as complex64
from graphwright import concat as concat
from graphwright import config as config
from graphwright import control_dependencies as control_dependencies
from graphwright import cos as cos
from graphwright import cosh as cosh
from graphwright import cumsum as cumsum
from graphwright import custom_gradient as custom_gradient
from graphwright import distribute as distribute
from graphwright import divide as divide
from graphwright import double as double
from graphwright import dynamic_partition as dynamic_partition
from graphwright import dynamic_stitch as dynamic_stitch
from graphwright import edit_distance as edit_distance
from graphwright import einsum as einsum
from graphwright import ensure_shape as ensure_shape
from graphwright import equal as equal
from graphwright import executing_eagerly as executing_eagerly
from graphwright import exp as exp
from graphwright import extract_volume_patches as extract_volume_patches
from graphwright import eye as eye
from graphwright import fill as fill
from graphwright import fingerprint as fingerprint
from graphwright import float16 as float16
from graphwright import float32 as float32
from graphwright import float64 as float64
from graphwright import floor as floor
from graphwright import foldl as foldl
from graphwright import foldr as foldr
from graphwright import function as function
from graphwright import get_logger as get_logger
from graphwright import get_static_value as get_static_value
from graphwright import grad_pass_through as grad_pass_through
from graphwright import greater as greater
from graphwright import greater_equal as greater_equal
from graphwright import group as group
from graphwright import guarantee_const as guarantee_const
from graphwright import half as half
from graphwright import identity as identity
from graphwright import identity_n as identity_n
from graphwright import init_scope as init_scope
from graphwright import int16 as int16
from graphwright import int32 as int32
from graphwright import int64 as int64
from graphwright import int8 as int8
from graphwright import is_symbolic_tensor as is_symbolic_tensor
from graphwright import is_tensor as is_tensor
from graphwright import less as less
from graphwright import less_equal as less_equal
from graphwright import linspace as lin_space
from graphwright import linspace as linspace
from graphwright import logical_and as logical_and
from graphwright import logical_not as logical_not
from graphwright import logical_or as logical_or
from graphwright import lookup as lookup
from graphwright import make_ndarray as make_ndarray
from graphwright import make_tensor_proto as make_tensor_proto
from graphwright import map_fn as map_fn
from graphwright import matmul as matmul
from graphwright import matrix_square_root as matrix_square_root
from graphwright import maximum as maximum
from graphwright import meshgrid as meshgrid
from graphwright import minimum as minimum
from graphwright import multiply as multiply
from graphwright import negative as negative
from graphwright import nest as nest
from graphwright import newaxis as newaxis
from graphwright import no_gradient as NoGradient
from graphwright import no_gradient as NotDifferentiable
from graphwright import no_gradient as no_gradient
from graphwright import no_op as no_op
from graphwright import not_equal as not_equal
from graphwright import numpy_function as numpy_function
from graphwright import one_hot as one_hot
from graphwright import ones as ones
from graphwright import parallel_stack as parallel_stack
from graphwright import pow as pow
from graphwright import print as print
from graphwright import py_function as py_function
from graphwright import qint16 as qint16
from graphwright import qint32 as qint32
from graphwright import qint8 as qint8
from graphwright import quantization as quantization
from graphwright import queue as queue
from graphwright import quint16 as quint16
from graphwright import quint8 as quint8
from graphwright import ragged_fill_empty_rows as ragged_fill_empty_rows
from graphwright import ragged_fill_empty_rows_grad as ragged_fill_empty_rows_grad
from graphwright import random_index_shuffle as random_index_shuffle
from graphwright import range as range
from graphwright import rank as rank
from graphwright import raw_ops as raw_ops
from graphwright import realdiv as realdiv
from graphwright import recompute_grad as recompute_grad
from graphwright import register_tensor_conversion_function as register_tensor_conversion_function
from graphwright import repeat as repeat
from graphwright import required_space_to_batch_paddings as required_space_to_batch_paddings
from graphwright import reshape as reshape
from graphwright import resource as resource
from graphwright import reverse as reverse
from graphwright import reverse as reverse_v2
from graphwright import roll as roll
from graphwright import round as round
from graphwright import saturate_cast as saturate_cast
from graphwright import scalar_mul as scalar_mul
from graphwright import scan as scan
from graphwright import scatter_nd as scatter_nd
from graphwright import searchsorted as searchsorted
from graphwright import sequence_mask as sequence_mask
from graphwright import shape_n as shape_n
from graphwright import sigmoid as sigmoid
from graphwright import sign as sign
from graphwright import signal as signal
from graphwright import sin as sin
from graphwright import sinh as sinh
from graphwright import slice as slice
from graphwright import sort as sort
from graphwright import space_to_batch_nd as space_to_batch_nd
from graphwright import split as split
from graphwright import sqrt as sqrt
from graphwright import square as square
from graphwright import stack as stack
from graphwright import stop_gradient as stop_gradient
from graphwright import strided_slice as strided_slice
from graphwright import string as string
from graphwright import subtract as subtract
from graphwright import switch_case as switch_case
from graphwright import sysconfig as sysconfig
from graphwright import tan as tan
from graphwright import tanh as tanh
from graphwright import tensor_scatter_nd_add as tensor_scatter_add
from graphwright import tensor_scatter_nd_add as tensor_scatter_nd_add
from graphwright import tensor_scatter_nd_max as tensor_scatter_nd_max
from graphwright import tensor_scatter_nd_min as tensor_scatter_nd_min
from graphwright import tensor_scatter_nd_sub as tensor_scatter_nd_sub
from graphwright import tensor_scatter_nd_sub as tensor_scatter_sub
from graphwright import tensor_scatter_nd_update as tensor_scatter_nd_update
from graphwright import tensor_scatter_nd_update as tensor_scatter_update
from graphwright import tensordot as tensordot
from graphwright import tile as tile
from graphwright import timestamp as timestamp
from graphwright import truediv as truediv
from graphwright import truncatediv as truncatediv
from graphwright import truncatemod as truncatemod
from graphwright import type_spec_from_value as type_spec_from_value
from graphwright import types as types
from graphwright import uint16 as uint16
from graphwright import uint32 as uint32
from graphwright import uint64 as uint64
from graphwright import uint8 as uint8
from graphwright import unique as unique
from graphwright import unique_with_counts as unique_with_counts
from graphwright import unravel_index as unravel_index
from graphwright import unstack as unstack
from graphwright import variant as variant
from graphwright import vectorized_map as vectorized_map
from graphwright import version as version
from graphwright import where as where_v2
from graphwright import xla as xla
from graphwright import zeros as zeros
from graphwright.base.dimension import Dimension as Dimension
from graphwright.compat._adapters import argmax as argmax
from graphwright.compat._adapters import argmin as argmin
from graphwright.compat._adapters import assert_equal as assert_equal
from graphwright.compat._adapters import assert_greater as assert_greater
from graphwright.compat._adapters import assert_greater_equal as assert_greater_equal
from graphwright.compat._adapters import assert_less as assert_less
from graphwright.compat._adapters import assert_less_equal as assert_less_equal
from graphwright.compat._adapters import assert_near as assert_near
from graphwright.compat._adapters import assert_negative as assert_negative
from graphwright.compat._adapters import assert_non_negative as assert_non_negative
from graphwright.compat._adapters import assert_non_positive as assert_non_positive
from graphwright.compat._adapters import assert_none_equal as assert_none_equal
from graphwright.compat._adapters import assert_positive as assert_positive
from graphwright.compat._adapters import assert_rank as assert_rank
from graphwright.compat._adapters import assert_rank_at_least as assert_rank_at_least
from graphwright.compat._adapters import assert_rank_in as assert_rank_in
from graphwright.compat._adapters import assert_scalar as assert_scalar
from graphwright.compat._adapters import batch_to_space as batch_to_space
from graphwright.compat._adapters import batch_to_space_nd as batch_to_space_nd
from graphwright.compat._adapters import boolean_mask as boolean_mask
from graphwright.compat._adapters import convert_to_tensor as convert_to_tensor
from graphwright.compat._adapters import count_nonzero as count_nonzero
from graphwright.compat._adapters import decode_csv as decode_csv
from graphwright.compat._adapters import decode_raw as decode_raw
from graphwright.compat._adapters import depth_to_space as depth_to_space
from graphwright.compat._adapters import expand_dims as expand_dims
from graphwright.compat._adapters import gather as gather
from graphwright.compat._adapters import gather_nd as gather_nd
from graphwright.compat._adapters import gradients as gradients
from graphwright.compat._adapters import hessians as hessians
from graphwright.compat._adapters import multinomial as multinomial
from graphwright.compat._adapters import norm as norm
from graphwright.compat._adapters import ones_like as ones_like
from graphwright.compat._adapters import pad as pad
from graphwright.compat._adapters import parse_example as parse_example
from graphwright.compat._adapters import parse_single_example as parse_single_example
from graphwright.compat._adapters import poisson as random_poisson
from graphwright.compat._adapters import reduce_all as reduce_all
from graphwright.compat._adapters import reduce_any as reduce_any
from graphwright.compat._adapters import reduce_join as reduce_join
from graphwright.compat._adapters import reduce_logsumexp as reduce_logsumexp
from graphwright.compat._adapters import reduce_max as reduce_max
from graphwright.compat._adapters import reduce_mean as reduce_mean
from graphwright.compat._adapters import reduce_min as reduce_min
from graphwright.compat._adapters import reduce_prod as reduce_prod
from graphwright.compat._adapters import reduce_sum as reduce_sum
from graphwright.compat._adapters import reverse_sequence as reverse_sequence
from graphwright.compat._adapters import serialize_many_sparse as serialize_many_sparse
from graphwright.compat._adapters import serialize_sparse as serialize_sparse
from graphwright.compat._adapters import shape as shape
from graphwright.compat._adapters import size as size
from graphwright.compat._adapters import space_to_depth as space_to_depth
from graphwright.compat._adapters import sparse_add as sparse_add
from graphwright.compat._adapters import sparse_concat as sparse_concat
from graphwright.compat._adapters import sparse_reduce_max as sparse_reduce_max
from graphwright.compat._adapters import sparse_reduce_sum as sparse_reduce_sum
from graphwright.compat._adapters import sparse_segment_mean as sparse_segment_mean
from graphwright.compat._adapters import sparse_segment_sqrt_n as sparse_segment_sqrt_n
from graphwright.compat._adapters import sparse_segment_sum as sparse_segment_sum
from graphwright.compat._adapters import sparse_split as sparse_split
from graphwright.compat._adapters import sparse_to_dense as sparse_to_dense
from graphwright.compat._adapters import squeeze as squeeze
from graphwright.compat._adapters import substr as substr
from graphwright.compat._adapters import to_hash_bucket as string_to_hash_bucket
from graphwright.compat._adapters import to_number as string_to_number
from graphwright.compat._adapters import transpose as transpose
from graphwright.compat._adapters import tuple as tuple
from graphwright.compat._adapters import verify_tensor_all_finite as verify_tensor_all_finite
from graphwright.compat._adapters import zeros_like as zeros_like
from graphwright.compat._device_spec import DeviceSpecV1 as DeviceSpec
from graphwright.compat._initializers import Constant as constant_initializer
from graphwright.compat._initializers import GlorotNormal as glorot_normal_initializer
from graphwright.compat._initializers import GlorotUniform as glorot_uniform_initializer
from graphwright.compat._initializers import Ones as ones_initializer
from graphwright.compat._initializers import Orthogonal as orthogonal_initializer
from graphwright.compat._initializers import RandomNormal as random_normal_initializer
from graphwright.compat._initializers import RandomUniform as random_uniform_initializer
from graphwright.compat._initializers import TruncatedNormal as truncated_normal_initializer
from graphwright.compat._initializers import UniformUnitScaling as uniform_unit_scaling_initializer
from graphwright.compat._initializers import VarianceScaling as variance_scaling_initializer
from graphwright.compat._initializers import Zeros as zeros_initializer
from graphwright.compat._messages import MetaGraphDef as MetaGraphDef
from graphwright.compat._messages import NameAttrList as NameAttrList
from graphwright.compat._messages import TensorInfo as TensorInfo
from graphwright.compat._neural import space_to_batch as space_to_batch
from graphwright.compat._older import assign as assign
from graphwright.compat._older import assign_add as assign_add
from graphwright.compat._older import assign_sub as assign_sub
from graphwright.compat._older import batch_scatter_update as batch_scatter_update
from graphwright.compat._older import colocate_with as colocate_with
from graphwright.compat._older import placeholder as placeholder
from graphwright.compat._older import placeholder_with_default as placeholder_with_default
from graphwright.compat._older import scatter_add as scatter_add
from graphwright.compat._older import scatter_div as scatter_div
from graphwright.compat._older import scatter_max as scatter_max
from graphwright.compat._older import scatter_min as scatter_min
from graphwright.compat._older import scatter_mul as scatter_mul
from graphwright.compat._older import scatter_nd_add as scatter_nd_add
from graphwright.compat._older import scatter_nd_sub as scatter_nd_sub
from graphwright.compat._older import scatter_nd_update as scatter_nd_update
from graphwright.compat._older import scatter_sub as scatter_sub
from graphwright.compat._older import scatter_update as scatter_update
from graphwright.compat._older import sparse_placeholder as sparse_placeholder
from graphwright.compat._older import to_bfloat16 as to_bfloat16
from graphwright.compat._older import to_complex128 as to_complex128
from graphwright.compat._older import to_complex64 as to_complex64
from graphwright.compat._older import to_double as to_double
from graphwright.compat._older import to_float as to_float
from graphwright.compat._older import to_int32 as to_int32
from graphwright.compat._older import to_int64 as to_int64
from graphwright.compat._older_math import arg_max as arg_max
from graphwright.compat._older_math import arg_min as arg_min
from graphwright.compat._older_math import batch_gather as batch_gather
from graphwright.compat._older_math import bincount as bincount
from graphwright.compat._older_math import clip_by_average_norm as clip_by_average_norm
from graphwright.compat._older_math import confusion_matrix as confusion_matrix
from graphwright.compat._older_math import convert_to_tensor_or_indexed_slices as convert_to_tensor_or_indexed_slices
from graphwright.compat._older_math import dimension_at_index as dimension_at_index
from graphwright.compat._older_math import div as div
from graphwright.compat._older_math import no_regularizer as no_regularizer
from graphwright.compat._older_sparse import convert_to_tensor_or_sparse_tensor as convert_to_tensor_or_sparse_tensor
from graphwright.compat._older_sparse import sparse_matmul as sparse_matmul
from graphwright.compat._older_sparse import sparse_merge as sparse_merge
from graphwright.compat._older_sparse import sparse_reduce_max_sparse as sparse_reduce_max_sparse
from graphwright.compat._older_sparse import sparse_reduce_sum_sparse as sparse_reduce_sum_sparse
from graphwright.compat._scopes import add_check_numerics_ops as add_check_numerics_ops
from graphwright.compat._scopes import container as container
from graphwright.compat._scopes import op_scope as op_scope
from graphwright.compat._scopes import variable_op_scope as variable_op_scope
from graphwright.compat._split import string_split as string_split
from graphwright.compat._text import dimension_value as dimension_value
from graphwright.compat._variants import cond as cond
from graphwright.compat._variants import constant as constant
from graphwright.compat._variants import device as device
from graphwright.compat._variants import name_scope as name_scope
from graphwright.compat._variants import where as where
from graphwright.compat._variants import while_loop as while_loop
from graphwright.compat.v1 import app as app
from graphwright.compat.v1 import autograph as autograph
from graphwright.compat.v1 import data as data
from graphwright.compat.v1 import debugging as debugging
from graphwright.compat.v1 import dtypes as dtypes
from graphwright.compat.v1 import errors as errors
from graphwright.compat.v1 import experimental as experimental
from graphwright.compat.v1 import flags as flags
from graphwright.compat.v1 import gfile as gfile
from graphwright.compat.v1 import graph_util as graph_util
from graphwright.compat.v1 import image as image
from graphwright.compat.v1 import initializers as initializers
from graphwright.compat.v1 import io as io
from graphwright.compat.v1 import layers as layers
from graphwright.compat.v1 import linalg as linalg
from graphwright.compat.v1 import logging as logging
from graphwright.compat.v1 import losses as losses
from graphwright.compat.v1 import manip as manip
from graphwright.compat.v1 import math as math
from graphwright.compat.v1 import metrics as metrics
from graphwright.compat.v1 import nn as nn
from graphwright.compat.v1 import python_io as python_io
from graphwright.compat.v1 import ragged as ragged
from graphwright.compat.v1 import random as random
from graphwright.compat.v1 import resource_loader as resource_loader
from graphwright.compat.v1 import saved_model as saved_model
from graphwright.compat.v1 import sets as sets
from graphwright.compat.v1 import sparse as sparse
from graphwright.compat.v1 import spectral as spectral
from graphwright.compat.v1 import strings as strings
from graphwright.compat.v1 import summary as summary
from graphwright.compat.v1 import test as test
from graphwright.compat.v1 import train as train
from graphwright.compat.v1 import user_ops as user_ops
from graphwright.compat.v1.image import extract_image_patches as extract_image_patches
from graphwright.control.critical_section import CriticalSection as CriticalSection
from graphwright.control.host_calls import py_func as py_func
from graphwright.core.variable_creators import variable_creator_scope as variable_creator_scope
from graphwright.debugging import assert_integer as assert_integer
from graphwright.debugging import assert_proper_iterable as assert_proper_iterable
from graphwright.debugging import assert_same_float_dtype as assert_same_float_dtype
from graphwright.debugging import assert_type as assert_type
from graphwright.debugging import check_numerics as check_numerics
from graphwright.debugging import is_numeric_tensor as is_numeric_tensor
from graphwright.dtypes import QUANTIZED_DTYPES as QUANTIZED_DTYPES
from graphwright.errors import OpError as OpError
from graphwright.graph_util import import_graph_def as import_graph_def
from graphwright.graphdef.public_messages import AttrValue as AttrValue
from graphwright.graphdef.public_messages import GraphDef as GraphDef
from graphwright.graphdef.public_messages import NodeDef as NodeDef
from graphwright.io import FixedLenFeature as FixedLenFeature
from graphwright.io import FixedLenSequenceFeature as FixedLenSequenceFeature
from graphwright.io import SparseFeature as SparseFeature
from graphwright.io import VarLenFeature as VarLenFeature
from graphwright.io import decode_base64 as decode_base64
from graphwright.io import decode_compressed as decode_compressed
from graphwright.io import decode_json_example as decode_json_example
from graphwright.io import deserialize_many_sparse as deserialize_many_sparse
from graphwright.io import encode_base64 as encode_base64
from graphwright.io import matching_files as matching_files
from graphwright.io import parse_single_sequence_example as parse_single_sequence_example
from graphwright.io import parse_tensor as parse_tensor
from graphwright.io import read_file as read_file
from graphwright.io import serialize_tensor as serialize_tensor
from graphwright.io import write_file as write_file
from graphwright.linalg import band_part as matrix_band_part
from graphwright.linalg import cholesky as cholesky
from graphwright.linalg import cholesky_solve as cholesky_solve
from graphwright.linalg import cross as cross
from graphwright.linalg import det as matrix_determinant
from graphwright.linalg import diag as matrix_diag
from graphwright.linalg import diag_part as matrix_diag_part
from graphwright.linalg import eigh as self_adjoint_eig
from graphwright.linalg import eigvalsh as self_adjoint_eigvals
from graphwright.linalg import global_norm as global_norm
from graphwright.linalg import inv as matrix_inverse
from graphwright.linalg import lstsq as matrix_solve_ls
from graphwright.linalg import matrix_transpose as matrix_transpose
from graphwright.linalg import qr as qr
from graphwright.linalg import set_diag as matrix_set_diag
from graphwright.linalg import solve as matrix_solve
from graphwright.linalg import svd as svd
from graphwright.linalg import tensor_diag as diag
from graphwright.linalg import tensor_diag_part as diag_part
from graphwright.linalg import trace as trace
from graphwright.linalg import triangular_solve as matrix_triangular_solve
from graphwright.math import accumulate_n as accumulate_n
from graphwright.math import angle as angle
from graphwright.math import betainc as betainc
from graphwright.math import ceil as ceil
from graphwright.math import conj as conj
from graphwright.math import cumprod as cumprod
from graphwright.math import digamma as digamma
from graphwright.math import divide_no_nan as div_no_nan
from graphwright.math import erf as erf
from graphwright.math import erfc as erfc
from graphwright.math import expm1 as expm1
from graphwright.math import floordiv as floor_div
from graphwright.math import floordiv as floordiv
from graphwright.math import floormod as floormod
from graphwright.math import floormod as mod
from graphwright.math import igamma as igamma
from graphwright.math import igammac as igammac
from graphwright.math import imag as imag
from graphwright.math import invert_permutation as invert_permutation
from graphwright.math import is_finite as is_finite
from graphwright.math import is_inf as is_inf
from graphwright.math import is_nan as is_nan
from graphwright.math import is_non_decreasing as is_non_decreasing
from graphwright.math import is_strictly_increasing as is_strictly_increasing
from graphwright.math import lbeta as lbeta
from graphwright.math import lgamma as lgamma
from graphwright.math import log as log
from graphwright.math import log1p as log1p
from graphwright.math import log_sigmoid as log_sigmoid
from graphwright.math import logical_xor as logical_xor
from graphwright.math import polygamma as polygamma
from graphwright.math import real as real
from graphwright.math import reciprocal as reciprocal
from graphwright.math import rint as rint
from graphwright.math import rsqrt as rsqrt
from graphwright.math import segment_max as segment_max
from graphwright.math import segment_mean as segment_mean
from graphwright.math import segment_min as segment_min
from graphwright.math import segment_prod as segment_prod
from graphwright.math import segment_sum as segment_sum
from graphwright.math import squared_difference as squared_difference
from graphwright.math import unsorted_segment_max as unsorted_segment_max
from graphwright.math import unsorted_segment_mean as unsorted_segment_mean
from graphwright.math import unsorted_segment_min as unsorted_segment_min
from graphwright.math import unsorted_segment_prod as unsorted_segment_prod
from graphwright.math import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from graphwright.math import unsorted_segment_sum as unsorted_segment_sum
from graphwright.math import zeta as zeta
from graphwright.ops.array.select import setdiff1d as setdiff1d
from graphwright.ops.image.augment import random_crop as random_crop
from graphwright.ops.io.older_printing import print_when_computed as Print
from graphwright.ops.math.histograms import histogram_fixed_width as histogram_fixed_width
from graphwright.ops.math.histograms import histogram_fixed_width_bins as histogram_fixed_width_bins
from graphwright.ops.random._seeds import seed_pair as get_seed
from graphwright.ops.state.counting import count_up_to as count_up_to
from graphwright.quantization import dequantize as dequantize
from graphwright.quantization import fake_quant_with_min_max_args as fake_quant_with_min_max_args
from graphwright.quantization import fake_quant_with_min_max_args_gradient as fake_quant_with_min_max_args_gradient
from graphwright.quantization import fake_quant_with_min_max_vars as fake_quant_with_min_max_vars
from graphwright.quantization import fake_quant_with_min_max_vars_gradient as fake_quant_with_min_max_vars_gradient
from graphwright.quantization import fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel
from graphwright.quantization import fake_quant_with_min_max_vars_per_channel_gradient as fake_quant_with_min_max_vars_per_channel_gradient
from graphwright.quantization import quantize as quantize
from graphwright.quantization import quantized_concat as quantized_concat
from graphwright.queues.queues import FIFOQueue as FIFOQueue
from graphwright.queues.queues import PaddingFIFOQueue as PaddingFIFOQueue
from graphwright.queues.queues import PriorityQueue as PriorityQueue
from graphwright.queues.queues import QueueBase as QueueBase
from graphwright.queues.queues import RandomShuffleQueue as RandomShuffleQueue
from graphwright.queues.readers import FixedLengthRecordReader as FixedLengthRecordReader
from graphwright.queues.readers import IdentityReader as IdentityReader
from graphwright.queues.readers import ReaderBase as ReaderBase
from graphwright.queues.readers import TFRecordReader as TFRecordReader
from graphwright.queues.readers import TextLineReader as TextLineReader
from graphwright.queues.readers import WholeFileReader as WholeFileReader
from graphwright.random import gamma as random_gamma
from graphwright.random import normal as random_normal
from graphwright.random import set_seed as set_random_seed
from graphwright.random import shuffle as random_shuffle
from graphwright.random import truncated_normal as truncated_normal
from graphwright.random import uniform as random_uniform
from graphwright.saved_model.wrapped_function import wrap_function as wrap_function
from graphwright.sessions.collections import add_to_collection as add_to_collection
from graphwright.sessions.collections import add_to_collections as add_to_collections
from graphwright.sessions.collections import all_variables as all_variables
from graphwright.sessions.collections import assert_variables_initialized as assert_variables_initialized
from graphwright.sessions.collections import get_collection as get_collection
from graphwright.sessions.collections import get_collection_ref as get_collection_ref
from graphwright.sessions.collections import global_variables as global_variables
from graphwright.sessions.collections import global_variables_initializer as global_variables_initializer
from graphwright.sessions.collections import global_variables_initializer as initialize_all_variables
from graphwright.sessions.collections import is_variable_initialized as is_variable_initialized
from graphwright.sessions.collections import local_variables as local_variables
from graphwright.sessions.collections import local_variables_initializer as initialize_local_variables
from graphwright.sessions.collections import local_variables_initializer as local_variables_initializer
from graphwright.sessions.collections import model_variables as model_variables
from graphwright.sessions.collections import moving_average_variables as moving_average_variables
from graphwright.sessions.collections import report_uninitialized_variables as report_uninitialized_variables
from graphwright.sessions.collections import tables_initializer as initialize_all_tables
from graphwright.sessions.collections import tables_initializer as tables_initializer
from graphwright.sessions.collections import trainable_variables as trainable_variables
from graphwright.sessions.collections import variables_initializer as initialize_variables
from graphwright.sessions.collections import variables_initializer as variables_initializer
from graphwright.sessions.default_session import get_default_session as get_default_session
from graphwright.sessions.eager_mode import control_flow_v2_enabled as control_flow_v2_enabled
from graphwright.sessions.eager_mode import disable_control_flow_v2 as disable_control_flow_v2
from graphwright.sessions.eager_mode import disable_eager_execution as disable_eager_execution
from graphwright.sessions.eager_mode import disable_resource_variables as disable_resource_variables
from graphwright.sessions.eager_mode import disable_tensor_equality as disable_tensor_equality
from graphwright.sessions.eager_mode import disable_v2_behavior as disable_v2_behavior
from graphwright.sessions.eager_mode import disable_v2_tensorshape as disable_v2_tensorshape
from graphwright.sessions.eager_mode import enable_control_flow_v2 as enable_control_flow_v2
from graphwright.sessions.eager_mode import enable_eager_execution as enable_eager_execution
from graphwright.sessions.eager_mode import enable_resource_variables as enable_resource_variables
from graphwright.sessions.eager_mode import enable_tensor_equality as enable_tensor_equality
from graphwright.sessions.eager_mode import enable_v2_behavior as enable_v2_behavior
from graphwright.sessions.eager_mode import enable_v2_tensorshape as enable_v2_tensorshape
from graphwright.sessions.eager_mode import executing_eagerly_outside_functions as executing_eagerly_outside_functions
from graphwright.sessions.eager_mode import resource_variables_enabled as resource_variables_enabled
from graphwright.sessions.fetches import IndexedSlicesValue as IndexedSlicesValue
from graphwright.sessions.fetches import SparseTensorValue as SparseTensorValue
from graphwright.sessions.graph import get_default_graph as get_default_graph
from graphwright.sessions.graph import reset_default_graph as reset_default_graph
from graphwright.sessions.graph_keys import GraphKeys as GraphKeys
from graphwright.sessions.options import ConfigProto as ConfigProto
from graphwright.sessions.options import GPUOptions as GPUOptions
from graphwright.sessions.options import GraphOptions as GraphOptions
from graphwright.sessions.options import OptimizerOptions as OptimizerOptions
from graphwright.sessions.options import RunMetadata as RunMetadata
from graphwright.sessions.options import RunOptions as RunOptions
from graphwright.sessions.partitioned import create_partitioned_variables as create_partitioned_variables
from graphwright.sessions.partitioned import fixed_size_partitioner as fixed_size_partitioner
from graphwright.sessions.partitioned import min_max_variable_partitioner as min_max_variable_partitioner
from graphwright.sessions.partitioned import variable_axis_size_partitioner as variable_axis_size_partitioner
from graphwright.sessions.session import InteractiveSession as InteractiveSession
from graphwright.sessions.session import Session as Session
from graphwright.sessions.templates import make_template as make_template
from graphwright.sessions.variable_scope import AUTO_REUSE as AUTO_REUSE
from graphwright.sessions.variable_scope import VariableScope as VariableScope
from graphwright.sessions.variable_scope import get_local_variable as get_local_variable
from graphwright.sessions.variable_scope import get_variable as get_variable
from graphwright.sessions.variable_scope import get_variable_scope as get_variable_scope
from graphwright.sessions.variable_scope import variable_scope as variable_scope
from graphwright.sessions.variable_v1 import VariableV1 as Variable
from graphwright.signal import fft as fft
from graphwright.signal import fft2d as fft2d
from graphwright.signal import fft3d as fft3d
from graphwright.signal import ifft as ifft
from graphwright.signal import ifft2d as ifft2d
from graphwright.signal import ifft3d as ifft3d
from graphwright.sparse import fill_empty_rows as sparse_fill_empty_rows
from graphwright.sparse import mask as sparse_mask
from graphwright.sparse import maximum as sparse_maximum
from graphwright.sparse import minimum as sparse_minimum
from graphwright.sparse import reorder as sparse_reorder
from graphwright.sparse import reset_shape as sparse_reset_shape
from graphwright.sparse import reshape as sparse_reshape
from graphwright.sparse import retain as sparse_retain
from graphwright.sparse import slice as sparse_slice
from graphwright.sparse import softmax as sparse_softmax
from graphwright.sparse import sparse_dense_matmul as sparse_tensor_dense_matmul
from graphwright.sparse import to_dense as sparse_tensor_to_dense
from graphwright.sparse import to_indicator as sparse_to_indicator
from graphwright.sparse import transpose as sparse_transpose
from graphwright.strings import join as string_join
from graphwright.strings import regex_replace as regex_replace
from graphwright.strings import strip as string_strip
from graphwright.strings import to_hash_bucket_fast as string_to_hash_bucket_fast
from graphwright.strings import to_hash_bucket_strong as string_to_hash_bucket_strong
from graphwright.summary.messages import Event as Event
from graphwright.summary.messages import HistogramProto as HistogramProto
from graphwright.summary.messages import LogMessage as LogMessage
from graphwright.summary.messages import SessionLog as SessionLog
from graphwright.summary.messages import Summary as Summary
from graphwright.summary.messages import SummaryMetadata as SummaryMetadata
from graphwright.sysconfig import CXX11_ABI_FLAG as CXX11_ABI_FLAG
from graphwright.sysconfig import CXX_VERSION as CXX_VERSION
from graphwright.sysconfig import MONOLITHIC_BUILD as MONOLITHIC_BUILD
from graphwright.version import COMPILER_VERSION as COMPILER_VERSION
from graphwright.version import GIT_VERSION as GIT_VERSION
from graphwright.version import GRAPH_DEF_VERSION as GRAPH_DEF_VERSION
from graphwright.version import GRAPH_DEF_VERSION_MIN_CONSUMER as GRAPH_DEF_VERSION_MIN_CONSUMER
from graphwright.version import GRAPH_DEF_VERSION_MIN_PRODUCER as GRAPH_DEF_VERSION_MIN_PRODUCER
from graphwright.version import VERSION as VERSION

__all__ = [
    "AUTO_REUSE",
    "AggregationMethod",
    "Assert",
    "AttrValue",
    "COMPILER_VERSION",
    "CXX11_ABI_FLAG",
    "CXX_VERSION",
    "ConfigProto",
    "CriticalSection",
    "DType",
    "DeviceSpec",
    "Dimension",
    "Event",
    "FIFOQueue",
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "FixedLengthRecordReader",
    "GIT_VERSION",
    "GPUOptions",
    "GRAPH_DEF_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "GradientTape",
    "Graph",
    "GraphDef",
    "GraphKeys",
    "GraphOptions",
    "HistogramProto",
    "IdentityReader",
    "IndexedSlices",
    "IndexedSlicesSpec",
    "IndexedSlicesValue",
    "InteractiveSession",
    "LogMessage",
    "MONOLITHIC_BUILD",
    "MetaGraphDef",
    "Module",
    "NameAttrList",
    "NoGradient",
    "NodeDef",
    "NoneTensorSpec",
    "NotDifferentiable",
    "OpError",
    "Operation",
    "OptimizerOptions",
    "OptionalSpec",
    "PaddingFIFOQueue",
    "Print",
    "PriorityQueue",
    "QUANTIZED_DTYPES",
    "QueueBase",
    "RaggedTensor",
    "RaggedTensorSpec",
    "RandomShuffleQueue",
    "ReaderBase",
    "RegisterGradient",
    "RunMetadata",
    "RunOptions",
    "Session",
    "SessionLog",
    "SparseFeature",
    "SparseTensor",
    "SparseTensorSpec",
    "SparseTensorValue",
    "Summary",
    "SummaryMetadata",
    "TFRecordReader",
    "Tensor",
    "TensorArray",
    "TensorArraySpec",
    "TensorInfo",
    "TensorShape",
    "TensorSpec",
    "TextLineReader",
    "TypeSpec",
    "UnconnectedGradients",
    "VERSION",
    "VarLenFeature",
    "Variable",
    "VariableAggregation",
    "VariableScope",
    "VariableSynchronization",
    "WholeFileReader",
    "abs",
    "accumulate_n",
    "acos",
    "acosh",
    "add",
    "add_check_numerics_ops",
    "add_n",
    "add_to_collection",
    "add_to_collections",
    "all_variables",
    "angle",
    "app",
    "approx_top_k",
    "arg_max",
    "arg_min",
    "argmax",
    "argmin",
    "argsort",
    "as_dtype",
    "as_string",
    "asin",
    "asinh",
    "assert_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_integer",
    "assert_less",
    "assert_less_equal",
    "assert_near",
    "assert_negative",
    "assert_non_negative",
    "assert_non_positive",
    "assert_none_equal",
    "assert_positive",
    "assert_proper_iterable",
    "assert_rank",
    "assert_rank_at_least",
    "assert_rank_in",
    "assert_same_float_dtype",
    "assert_scalar",
    "assert_type",
    "assert_variables_initialized",
    "assign",
    "assign_add",
    "assign_sub",
    "atan",
    "atan2",
    "atanh",
    "audio",
    "autograph",
    "batch_gather",
    "batch_scatter_update",
    "batch_to_space",
    "batch_to_space_nd",
    "betainc",
    "bfloat16",
    "bincount",
    "bitcast",
    "bitwise",
    "bool",
    "boolean_mask",
    "broadcast_dynamic_shape",
    "broadcast_static_shape",
    "broadcast_to",
    "case",
    "cast",
    "ceil",
    "check_numerics",
    "cholesky",
    "cholesky_solve",
    "clip_by_average_norm",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "colocate_with",
    "complex",
    "complex128",
    "complex64",
    "concat",
    "cond",
    "config",
    "confusion_matrix",
    "conj",
    "constant",
    "constant_initializer",
    "container",
    "control_dependencies",
    "control_flow_v2_enabled",
    "convert_to_tensor",
    "convert_to_tensor_or_indexed_slices",
    "convert_to_tensor_or_sparse_tensor",
    "cos",
    "cosh",
    "count_nonzero",
    "count_up_to",
    "create_partitioned_variables",
    "cross",
    "cumprod",
    "cumsum",
    "custom_gradient",
    "data",
    "debugging",
    "decode_base64",
    "decode_compressed",
    "decode_csv",
    "decode_json_example",
    "decode_raw",
    "depth_to_space",
    "dequantize",
    "deserialize_many_sparse",
    "device",
    "diag",
    "diag_part",
    "digamma",
    "dimension_at_index",
    "dimension_value",
    "disable_control_flow_v2",
    "disable_eager_execution",
    "disable_resource_variables",
    "disable_tensor_equality",
    "disable_v2_behavior",
    "disable_v2_tensorshape",
    "distribute",
    "div",
    "div_no_nan",
    "divide",
    "double",
    "dtypes",
    "dynamic_partition",
    "dynamic_stitch",
    "edit_distance",
    "einsum",
    "enable_control_flow_v2",
    "enable_eager_execution",
    "enable_resource_variables",
    "enable_tensor_equality",
    "enable_v2_behavior",
    "enable_v2_tensorshape",
    "encode_base64",
    "ensure_shape",
    "equal",
    "erf",
    "erfc",
    "errors",
    "executing_eagerly",
    "executing_eagerly_outside_functions",
    "exp",
    "expand_dims",
    "experimental",
    "expm1",
    "extract_image_patches",
    "extract_volume_patches",
    "eye",
    "fake_quant_with_min_max_args",
    "fake_quant_with_min_max_args_gradient",
    "fake_quant_with_min_max_vars",
    "fake_quant_with_min_max_vars_gradient",
    "fake_quant_with_min_max_vars_per_channel",
    "fake_quant_with_min_max_vars_per_channel_gradient",
    "fft",
    "fft2d",
    "fft3d",
    "fill",
    "fingerprint",
    "fixed_size_partitioner",
    "flags",
    "float16",
    "float32",
    "float64",
    "floor",
    "floor_div",
    "floordiv",
    "floormod",
    "foldl",
    "foldr",
    "function",
    "gather",
    "gather_nd",
    "get_collection",
    "get_collection_ref",
    "get_default_graph",
    "get_default_session",
    "get_local_variable",
    "get_logger",
    "get_seed",
    "get_static_value",
    "get_variable",
    "get_variable_scope",
    "gfile",
    "global_norm",
    "global_variables",
    "global_variables_initializer",
    "glorot_normal_initializer",
    "glorot_uniform_initializer",
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
    "ifft",
    "ifft2d",
    "ifft3d",
    "igamma",
    "igammac",
    "imag",
    "image",
    "import_graph_def",
    "init_scope",
    "initialize_all_tables",
    "initialize_all_variables",
    "initialize_local_variables",
    "initialize_variables",
    "initializers",
    "int16",
    "int32",
    "int64",
    "int8",
    "invert_permutation",
    "io",
    "is_finite",
    "is_inf",
    "is_nan",
    "is_non_decreasing",
    "is_numeric_tensor",
    "is_strictly_increasing",
    "is_symbolic_tensor",
    "is_tensor",
    "is_variable_initialized",
    "layers",
    "lbeta",
    "less",
    "less_equal",
    "lgamma",
    "lin_space",
    "linalg",
    "linspace",
    "local_variables",
    "local_variables_initializer",
    "log",
    "log1p",
    "log_sigmoid",
    "logging",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "lookup",
    "losses",
    "make_ndarray",
    "make_template",
    "make_tensor_proto",
    "manip",
    "map_fn",
    "matching_files",
    "math",
    "matmul",
    "matrix_band_part",
    "matrix_determinant",
    "matrix_diag",
    "matrix_diag_part",
    "matrix_inverse",
    "matrix_set_diag",
    "matrix_solve",
    "matrix_solve_ls",
    "matrix_square_root",
    "matrix_transpose",
    "matrix_triangular_solve",
    "maximum",
    "meshgrid",
    "metrics",
    "min_max_variable_partitioner",
    "minimum",
    "mod",
    "model_variables",
    "moving_average_variables",
    "multinomial",
    "multiply",
    "name_scope",
    "negative",
    "nest",
    "newaxis",
    "nn",
    "no_gradient",
    "no_op",
    "no_regularizer",
    "norm",
    "not_equal",
    "numpy_function",
    "one_hot",
    "ones",
    "ones_initializer",
    "ones_like",
    "op_scope",
    "orthogonal_initializer",
    "pad",
    "parallel_stack",
    "parse_example",
    "parse_single_example",
    "parse_single_sequence_example",
    "parse_tensor",
    "placeholder",
    "placeholder_with_default",
    "polygamma",
    "pow",
    "print",
    "py_func",
    "py_function",
    "python_io",
    "qint16",
    "qint32",
    "qint8",
    "qr",
    "quantization",
    "quantize",
    "quantized_concat",
    "queue",
    "quint16",
    "quint8",
    "ragged",
    "ragged_fill_empty_rows",
    "ragged_fill_empty_rows_grad",
    "random",
    "random_crop",
    "random_gamma",
    "random_index_shuffle",
    "random_normal",
    "random_normal_initializer",
    "random_poisson",
    "random_shuffle",
    "random_uniform",
    "random_uniform_initializer",
    "range",
    "rank",
    "raw_ops",
    "read_file",
    "real",
    "realdiv",
    "reciprocal",
    "recompute_grad",
    "reduce_all",
    "reduce_any",
    "reduce_join",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "regex_replace",
    "register_tensor_conversion_function",
    "repeat",
    "report_uninitialized_variables",
    "required_space_to_batch_paddings",
    "reset_default_graph",
    "reshape",
    "resource",
    "resource_loader",
    "resource_variables_enabled",
    "reverse",
    "reverse_sequence",
    "reverse_v2",
    "rint",
    "roll",
    "round",
    "rsqrt",
    "saturate_cast",
    "saved_model",
    "scalar_mul",
    "scan",
    "scatter_add",
    "scatter_div",
    "scatter_max",
    "scatter_min",
    "scatter_mul",
    "scatter_nd",
    "scatter_nd_add",
    "scatter_nd_sub",
    "scatter_nd_update",
    "scatter_sub",
    "scatter_update",
    "searchsorted",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "self_adjoint_eig",
    "self_adjoint_eigvals",
    "sequence_mask",
    "serialize_many_sparse",
    "serialize_sparse",
    "serialize_tensor",
    "set_random_seed",
    "setdiff1d",
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
    "space_to_depth",
    "sparse",
    "sparse_add",
    "sparse_concat",
    "sparse_fill_empty_rows",
    "sparse_mask",
    "sparse_matmul",
    "sparse_maximum",
    "sparse_merge",
    "sparse_minimum",
    "sparse_placeholder",
    "sparse_reduce_max",
    "sparse_reduce_max_sparse",
    "sparse_reduce_sum",
    "sparse_reduce_sum_sparse",
    "sparse_reorder",
    "sparse_reset_shape",
    "sparse_reshape",
    "sparse_retain",
    "sparse_segment_mean",
    "sparse_segment_sqrt_n",
    "sparse_segment_sum",
    "sparse_slice",
    "sparse_softmax",
    "sparse_split",
    "sparse_tensor_dense_matmul",
    "sparse_tensor_to_dense",
    "sparse_to_dense",
    "sparse_to_indicator",
    "sparse_transpose",
    "spectral",
    "split",
    "sqrt",
    "square",
    "squared_difference",
    "squeeze",
    "stack",
    "stop_gradient",
    "strided_slice",
    "string",
    "string_join",
    "string_split",
    "string_strip",
    "string_to_hash_bucket",
    "string_to_hash_bucket_fast",
    "string_to_hash_bucket_strong",
    "string_to_number",
    "strings",
    "substr",
    "subtract",
    "summary",
    "svd",
    "switch_case",
    "sysconfig",
    "tables_initializer",
    "tan",
    "tanh",
    "tensor_scatter_add",
    "tensor_scatter_nd_add",
    "tensor_scatter_nd_max",
    "tensor_scatter_nd_min",
    "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update",
    "tensor_scatter_sub",
    "tensor_scatter_update",
    "tensordot",
    "test",
    "tile",
    "timestamp",
    "to_bfloat16",
    "to_complex128",
    "to_complex64",
    "to_double",
    "to_float",
    "to_int32",
    "to_int64",
    "trace",
    "train",
    "trainable_variables",
    "transpose",
    "truediv",
    "truncated_normal",
    "truncated_normal_initializer",
    "truncatediv",
    "truncatemod",
    "tuple",
    "type_spec_from_value",
    "types",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uniform_unit_scaling_initializer",
    "unique",
    "unique_with_counts",
    "unravel_index",
    "unsorted_segment_max",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
    "unstack",
    "user_ops",
    "variable_axis_size_partitioner",
    "variable_creator_scope",
    "variable_op_scope",
    "variable_scope",
    "variables_initializer",
    "variance_scaling_initializer",
    "variant",
    "vectorized_map",
    "verify_tensor_all_finite",
    "version",
    "where",
    "where_v2",
    "while_loop",
    "wrap_function",
    "write_file",
    "xla",
    "zeros",
    "zeros_initializer",
    "zeros_like",
    "zeta",
]
