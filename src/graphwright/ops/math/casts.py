"""Ops that change the dtype: by value, or by reinterpreting the bits."""

from __future__ import annotations

from functools import cache

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, from_numpy
from graphwright.core.convert import to_tensor
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.prelude import Application, Array, DTypeLike, Gradients, Tensor, TensorLike, apply, errors
from graphwright.ir.infer import KnownElements
from graphwright.ir.prelude import Dims, Elementwise, Emitter, Operand, Operation, ShapeContext, Unsupported, op

_BITCAST_TYPES = (
    "bfloat16 half float double int64 int32 uint8 uint16 uint32 uint64 int8 int16 complex64 complex128 "
    "qint8 quint8 qint16 quint16 qint32"
)


# Cast -------------------------------------------------------------------------------------------------------


def _cast_kernel(x: Array, DstT: DType, Truncate: bool) -> Array:
    target = DstT.numpy
    if x.dtype == target:
        return x
    if "O" in (x.dtype.kind, target.kind):
        source = from_numpy(x.dtype).name
        raise errors.UnimplementedError(f"Cast {source} to {DstT.name} is not supported")
    if x.dtype.kind == "c" and not DstT.is_complex:
        x = x.real
    if DstT.is_bool:
        return np.not_equal(x, 0)
    if DstT.is_integer and x.dtype.kind not in "biu" and from_numpy(x.dtype).is_floating:
        return _saturated(x, DstT)
    result = x.astype(target)
    return _toward_zero(x, result) if Truncate and DstT.is_floating and DstT.size < x.dtype.itemsize else result


def _saturated(x: Array, dtype: DType) -> Array:
    """Floats as integers: truncated, NaN as 0 and out of range as the nearest end.

    C leaves these cases to the machine; here every machine and every executor gives the same.
    """
    low, high = _ends(dtype)
    if x.dtype.itemsize < 4:
        x = x.astype(np.float32)
    # compared as floats: the greatest int64 is not one, but the power of two above it is
    if not x.size or (x.min() > low - 1 and x.max() < float(high) + 1 and float(high) + 1 != float(high)):
        return x.astype(dtype.numpy)
    too_high = x >= float(high)
    inside = np.where(too_high | ~(x > low), 0, x).astype(dtype.numpy)
    inside[too_high] = high
    inside[x <= low] = low
    return inside


@cache
def _ends(dtype: DType) -> tuple[int, int]:
    return int(dtype.min), int(dtype.max)


def _toward_zero(x: Array, rounded: Array) -> Array:
    """The rounded values, each one step nearer to zero where rounding went away from it."""
    away = np.abs(rounded.astype(x.dtype)) > np.abs(x)
    return np.where(away, np.nextafter(rounded, np.zeros_like(rounded)), rounded)


def _cast_gradient(op: Application, grad: Tensor) -> Gradients:
    source: DType = op.inputs[0].dtype
    target: DType = op.outputs[0].dtype
    if not all(t.is_floating or t.is_complex for t in (source, target)):
        return [None]
    return [cast(grad, source)]


def _cast_partial(op: Operation, known: KnownElements) -> Dims:
    source, target = op.inputs[0].dtype, op.outputs[0].dtype
    if not (source.is_integer and target.is_integer and target.size >= 4):
        return None
    found = known(op.inputs[0])
    if found is None or any(isinstance(n, int) and not target.min <= n <= target.max for n in found):
        return None  # the cast wraps
    return found


def _cast_native(e: Emitter, x: Operand, DstT: DType, Truncate: bool) -> Operand:
    if Truncate:
        raise Unsupported("a cast that truncates floats")
    return e.convert(x, DstT)


CAST = op(
    "Cast",
    "x: SrcT -> y: DstT",
    "SrcT: type; DstT: type; Truncate: bool = false",
    shape=lambda ctx: ctx.dims(0),
    kernel=_cast_kernel,
    gradient=_cast_gradient,
    partial=_cast_partial,
    native=Elementwise(_cast_native),
)


def cast(x: TensorLike, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """Cast a tensor to another dtype by value.

    A float becomes an integer by truncation; one that is out of range becomes the nearest integer of the dtype and
    NaN becomes 0. A complex number keeps its real part, anything but 0 is True. A tensor that has the dtype is
    returned as it is. Raises UnimplementedError for strings.

    >>> tf.cast([1.8, -2.2], tf.int32)
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([ 1, -2], dtype=int32)>
    """
    target = as_dtype(dtype).base_dtype
    if isinstance(x, Tensor) and x.dtype is target:
        return x
    if hasattr(x, "with_values"):  # values and their positions
        return x.with_values(cast(x.values, target, name))  # type: ignore[no-any-return, union-attr]
    if isinstance(x, IndexedSlices):
        return IndexedSlices(cast(x.values, target, name), x.indices, x.dense_shape)  # type: ignore[return-value]
    if hasattr(x, "__tf_tensor__"):
        tensor = to_tensor(x)
        if tensor.dtype is target:
            return tensor
        x = tensor
    return apply(CAST, (x,), {"DstT": target}, name)


def saturate_cast(value: TensorLike, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """Cast by value, with numbers out of the new dtype's range replaced by its nearest end.

    Of complex numbers that become complex, each part is. Raises TypeError for dtypes that have no ends.

    >>> tf.saturate_cast([300, -5, 7], tf.uint8)
    <tf.Tensor: shape=(3,), dtype=uint8, numpy=array([255,   0,   7], dtype=uint8)>
    """
    x, target = to_tensor(value), as_dtype(dtype).base_dtype
    for kind in (x.dtype, target):
        if not (kind.is_integer or kind.is_floating or kind.is_complex):
            raise TypeError(f"Cannot find minimum value of {kind!r}: tf.saturate_cast takes and gives numbers.")
    if x.dtype.is_complex and target.is_complex:
        if x.dtype.size > target.size:
            parts = [apply(part, (x,), {"Tout": x.dtype.real_dtype}) for part in ("Real", "Imag")]
            ends = [_within(part, target.real_dtype) for part in parts]
            x = apply("Complex", ends, {"Tout": x.dtype})
        return cast(x, target, name)
    if x.dtype.is_complex:
        x = cast(x, x.dtype.real_dtype)
    return cast(_within(x, target.real_dtype), target, name)


def _within(x: Tensor, target: DType) -> Tensor:
    """Real numbers clamped to the range of another dtype, as far as their own dtype represents its bounds."""
    from graphwright.ops.math import binary

    source = x.dtype
    if source.is_floating and target.is_integer:
        return x  # the cast keeps to the ends
    if source.min < target.min:
        x = binary.maximum(x, _nearest(target.min, source))
    if source.max > target.max:
        x = binary.minimum(x, _nearest(target.max, source))
    return x


def _nearest(end: Array, dtype: DType) -> Array:
    """The number of a dtype that is nearest to an end, on the side of 0."""
    result = np.array(end, dtype.numpy)
    beyond = dtype.is_floating and abs(float(result)) > abs(float(end))
    return np.nextafter(result, np.zeros_like(result)) if beyond else result


# Bitcast ----------------------------------------------------------------------------------------------------


def _bitcast_shape(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    old, new = ctx.types[0].dtype.size, ctx.attrs["type"].size
    if dims is None or old == new:
        return dims
    if new < old:
        return (*dims, old // new)
    if not dims or (isinstance(dims[-1], int) and dims[-1] != new // old):
        last = f" {dims[-1]} does not match {new // old}" if dims else ""
        raise ctx.fail(f"Cannot bitcast from {ctx.types[0].dtype.name} to {ctx.attrs['type'].name} due to shape.{last}")
    return dims[:-1]


def _bitcast_kernel(x: Array, type: DType) -> Array:
    old, new = x.dtype.itemsize, type.numpy.itemsize
    x = x if x.flags.c_contiguous else x.copy()
    if new == old:
        return x.view(type.numpy)
    if new < old:
        return x.reshape(*x.shape, 1).view(type.numpy)
    if not x.ndim or x.shape[-1] * old != new:
        raise errors.InvalidArgumentError(f"Cannot bitcast from {x.dtype} to {type.name} due to shape {list(x.shape)}")
    if not x.size:
        return np.empty(x.shape[:-1], type.numpy)
    return x.view(type.numpy).reshape(x.shape[:-1])  # type: ignore[no-any-return]


BITCAST = op(
    "Bitcast",
    "input: T -> output: type",
    f"T: {{{_BITCAST_TYPES}}}; type: {{{_BITCAST_TYPES}}}",
    shape=_bitcast_shape,
    kernel=_bitcast_kernel,
    native=Elementwise(lambda e, x, type: e.bitcast(x, type)),
)


def bitcast(input: TensorLike, type: TensorLike, name: str | None = None) -> Tensor:
    """Read the bits of a tensor as another dtype.

    A smaller dtype adds a last axis; a larger one takes the last axis away, which must have the number of elements
    that make one. Raises InvalidArgumentError when it has not.

    >>> tf.bitcast(1.0, tf.int32)
    <tf.Tensor: shape=(), dtype=int32, numpy=1065353216>
    """
    return apply(BITCAST, (input,), {"type": as_dtype(type)}, name)
