"""The Python array API standard's names over `tf.experimental.numpy`, for the consortium's tests (docs/numpy.md).

The standard's names stand for the functions that the library has under NumPy's or TensorFlow's names; where no function
has that meaning the name is missing. Arrays (`array_api_array`) are tensors with the standard's attributes and
operators. `ARRAY_API_LIBRARY` names the library: graphwright unless it says tensorflow.
"""

from __future__ import annotations

import importlib
import os
from collections import namedtuple
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Any

import numpy as np

from tests.numpy_api.array_api_array import Array, plain, wrapped

tf: Any = importlib.import_module(os.environ.get("ARRAY_API_LIBRARY", "graphwright"))
tnp = tf.experimental.numpy
tnp.experimental_enable_numpy_behavior()

__array_api_version__ = "2022.12"
__version__ = tf.__version__

# dtypes and constants
_DTYPES = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128"
globals().update({name: getattr(tf, name) for name in _DTYPES.split()})
globals()["bool"] = tf.bool
e, pi, inf, nan, newaxis = np.e, np.pi, np.inf, np.nan, None


def _of_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of tensors as one of arrays, which may name a device."""

    @wraps(function)
    def of_arrays(*args: Any, device: Any = None, **options: Any) -> Any:
        return wrapped(function(*plain(args), **plain(options)), tf)

    known = signature(function)
    if "dtype" in known.parameters and "device" not in known.parameters:
        device = Parameter("device", Parameter.KEYWORD_ONLY, default=None)
        of_arrays.__signature__ = known.replace(parameters=[*known.parameters.values(), device])  # type: ignore[attr-defined]
    return of_arrays


# functions that have the standard's name in NumPy, and those that have another one
_SAME = (
    "abs add all any arange bitwise_and bitwise_or bitwise_xor broadcast_arrays "
    "broadcast_to ceil clip conj cos cosh count_nonzero diff divide empty empty_like equal exp expand_dims "
    "expm1 eye flip floor floor_divide full full_like greater greater_equal hypot imag isfinite isinf isnan "
    "less less_equal linspace log log10 log1p log2 logaddexp logical_and logical_not logical_or logical_xor "
    "matmul max maximum mean min minimum moveaxis multiply negative nextafter nonzero not_equal ones "
    "ones_like outer positive prod real reciprocal remainder repeat result_type roll round sign "
    "signbit sin sinh sqrt square squeeze stack subtract sum take take_along_axis tan tanh tensordot "
    "tile trace tril triu trunc where zeros zeros_like"
)
_RENAMED = {
    "acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan", "atan2": "arctan2",
    "atanh": "arctanh", "bitwise_invert": "bitwise_not", "concat": "concatenate", "permute_dims": "transpose",
    "pow": "power", "trunc": "fix",
}  # fmt: skip
globals().update({name: _of_arrays(getattr(tnp, name)) for name in _SAME.split() if hasattr(tnp, name)})
globals().update({name: _of_arrays(getattr(tnp, other)) for name, other in _RENAMED.items()})


def asarray(obj: Any, /, *, dtype: Any = None, device: Any = None, copy: Any = None) -> Any:
    if isinstance(obj, Array) and not copy and dtype in (None, obj.dtype):
        return obj
    return wrapped(tnp.asarray(plain(obj), dtype), tf)


def astype(x: Any, dtype: Any, /, *, copy: Any = True, device: Any = None) -> Any:
    return x if not copy and dtype == x.dtype else wrapped(tf.cast(plain(x), dtype), tf)


def isdtype(dtype: Any, kind: Any) -> Any:
    if isinstance(kind, tuple):
        return True in [isdtype(dtype, k) for k in kind]
    if not isinstance(kind, str):
        return dtype == kind
    unsigned = dtype.is_integer and dtype.is_unsigned
    kinds = {
        "bool": dtype.is_bool,
        "signed integer": dtype.is_integer and not unsigned,
        "unsigned integer": unsigned,
        "integral": dtype.is_integer,
        "real floating": dtype.is_floating,
        "complex floating": dtype.is_complex,
        "numeric": not dtype.is_bool,
    }
    return kinds[kind]


def can_cast(from_: Any, to: Any, /) -> Any:
    return np.can_cast(getattr(from_, "dtype", from_).as_numpy_dtype, to.as_numpy_dtype)


def finfo(dtype: Any, /) -> Any:
    found = np.finfo(getattr(dtype, "dtype", dtype).as_numpy_dtype)
    limits = {name: float(getattr(found, name)) for name in ("eps", "max", "min", "smallest_normal")}
    return namedtuple("finfo", [*limits, "bits", "dtype"])(**limits, bits=found.bits, dtype=tf.as_dtype(found.dtype))


def iinfo(dtype: Any, /) -> Any:
    found = np.iinfo(getattr(dtype, "dtype", dtype).as_numpy_dtype)
    return namedtuple("iinfo", "bits max min dtype")(found.bits, found.max, found.min, tf.as_dtype(found.dtype))


def _extreme(name: str) -> Callable[..., Any]:
    @_of_arrays
    def place(x: Any, /, *, axis: Any = None, keepdims: Any = False) -> Any:
        found = getattr(tnp, name)(x, axis)
        if not keepdims:
            return found
        return tf.reshape(found, [1] * len(x.shape)) if axis is None else tf.expand_dims(found, axis)

    return place


argmax, argmin = _extreme("argmax"), _extreme("argmin")


@_of_arrays
def argsort(x: Any, /, *, axis: int = -1, descending: Any = False, stable: Any = True) -> Any:
    if not descending:
        return tnp.argsort(x, axis, "stable")
    return x.shape[axis] - 1 - tnp.flip(tnp.argsort(tnp.flip(x, axis), axis, "stable"), axis)


@_of_arrays
def sort(x: Any, /, *, axis: int = -1, descending: Any = False, stable: Any = True) -> Any:
    found = tnp.sort(x, axis)
    return tnp.flip(found, axis) if descending else found


@_of_arrays
def var(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: Any = False) -> Any:
    return tnp.var(x, axis, ddof=correction, keepdims=keepdims)


@_of_arrays
def std(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: Any = False) -> Any:
    return tnp.sqrt(tnp.var(x, axis, ddof=correction, keepdims=keepdims))


@_of_arrays
def meshgrid(*arrays: Any, indexing: str = "xy") -> Any:
    return tnp.meshgrid(*arrays, indexing=indexing)


@_of_arrays
def reshape(x: Any, /, shape: Any, *, copy: Any = None) -> Any:
    return tnp.reshape(x, shape)


@_of_arrays
def matrix_transpose(x: Any, /) -> Any:
    return tf.linalg.matrix_transpose(x)


@_of_arrays
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    tf.TensorShape(x1.shape[axis]).assert_is_compatible_with(x2.shape[axis])
    products = tnp.conj(x1) * x2
    return tnp.sum(products, axis=axis, dtype=products.dtype)


@_of_arrays
def cumulative_sum(x: Any, /, *, axis: Any = None, dtype: Any = None, include_initial: Any = False) -> Any:
    if include_initial:
        raise NotImplementedError("tnp.cumsum starts with the first element")
    return tnp.cumsum(x, axis, dtype)


@_of_arrays
def unstack(x: Any, /, *, axis: int = 0) -> Any:
    return tuple(tf.unstack(x, axis=axis))


@_of_arrays
def searchsorted(x1: Any, x2: Any, /, *, side: str = "left", sorter: Any = None) -> Any:
    ordered = x1 if sorter is None else tf.gather(x1, sorter)
    return tf.searchsorted(ordered, x2, side=side, out_type=tf.int64)


@_of_arrays
def unique_values(x: Any, /) -> Any:
    return tf.unique(tf.reshape(x, [-1]))[0]


@_of_arrays
def unique_counts(x: Any, /) -> Any:
    values, _, counts = tf.unique_with_counts(tf.reshape(x, [-1]), out_idx=tf.int64)
    return namedtuple("unique_counts_result", "values counts")(values, counts)


@_of_arrays
def unique_inverse(x: Any, /) -> Any:
    values, index = tf.unique(tf.reshape(x, [-1]), out_idx=tf.int64)
    return namedtuple("unique_inverse_result", "values inverse_indices")(values, tf.reshape(index, x.shape))


@_of_arrays
def unique_all(x: Any, /) -> Any:
    values, index, counts = tf.unique_with_counts(tf.reshape(x, [-1]), out_idx=tf.int64)
    first = tf.math.unsorted_segment_min(tf.range(tf.size(index, tf.int64)), index, tf.size(values))
    names = "values indices inverse_indices counts"
    return namedtuple("unique_all_result", names)(values, first, tf.reshape(index, x.shape), counts)


@_of_arrays
def bitwise_left_shift(x1: Any, x2: Any, /) -> Any:
    return tf.bitwise.left_shift(*_same_dtype(x1, x2))


@_of_arrays
def bitwise_right_shift(x1: Any, x2: Any, /) -> Any:
    return tf.bitwise.right_shift(*_same_dtype(x1, x2))


def _same_dtype(x1: Any, x2: Any) -> tuple[Any, Any]:
    dtype = tnp.result_type(x1, x2)
    return tf.cast(x1, dtype), tf.cast(x2, dtype)


def from_dlpack(x: Any, /, *, device: Any = None, copy: Any = None) -> Any:
    return wrapped(tf.experimental.dlpack.from_dlpack(plain(x).__dlpack__()), tf)


class __array_namespace_info__:
    """What the namespace can do, and its dtypes."""

    def capabilities(self) -> dict[str, Any]:
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": None}

    def default_device(self) -> str:
        return "CPU:0"

    def devices(self) -> list[str]:
        return ["CPU:0"]

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        return {
            "real floating": tf.float64,
            "complex floating": tf.complex128,
            "integral": tf.int64,
            "indexing": tf.int64,
        }

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, Any]:
        known = {name: getattr(tf, name) for name in ("bool", *_DTYPES.split())}
        return {name: dtype for name, dtype in known.items() if kind is None or isdtype(dtype, kind)}
