"""Constants, placeholders, fills."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base import errors, nest
from graphwright.base.dtypes import DType, as_dtype, float32, int32, string
from graphwright.base.room import check_room
from graphwright.base.shape import Symbol, TensorShape
from graphwright.base.tracebacks import shorten
from graphwright.core import context
from graphwright.core.array_likes import NoMemory
from graphwright.core.convert import distinct, refuse_composite, to_array, to_tensor
from graphwright.core.dispatch import graph_constant
from graphwright.core.placement import in_scope
from graphwright.core.prelude import Application, DTypeLike, Gradients, ShapeLike, TensorLike, apply, name_scope, state
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tape import record_application
from graphwright.core.tensor import Array, EagerTensor, SymbolicTensor, Tensor
from graphwright.ir.infer import KnownElements
from graphwright.ir.lowering import Alias, Structural
from graphwright.ir.prelude import Builder, Decompose, Elementwise, Operation, ShapeContext, Unsupported, Value, op
from graphwright.ir.types import Dims, describe_dims, tensor_type
from graphwright.ops.array._dims import may_be_scalar, static_size

SMALL = 1000  # elements; `zeros` and `ones` of fewer become a constant in a graph, as in TensorFlow


# Const, Placeholder -----------------------------------------------------------------------------------------


def _never_fed(**attrs: object) -> Array:
    raise errors.InvalidArgumentError("You must feed a value for a placeholder: it has none of its own.")


CONST = op(
    "Const",
    "-> output: dtype",
    "value: tensor; dtype: type",
    shape=lambda ctx: ctx.attrs["value"].shape,
    kernel=lambda value, dtype: value,
    no_gradient=True,
    native=Structural(),
)

PLACEHOLDER = op(
    "Placeholder",
    "-> output: dtype",
    "dtype: type; shape: shape = unknown",
    shape=lambda ctx: ctx.attrs["shape"].symbolic,
    kernel=_never_fed,
    no_gradient=True,
    native=Structural(),
)

PLACEHOLDER_WITH_DEFAULT = op(
    "PlaceholderWithDefault",
    "input: dtype -> output: dtype",
    "dtype: type; shape: shape",
    shape=lambda ctx: ctx.attrs["shape"].symbolic,
    kernel=lambda input, shape: input,
    gradient=lambda op, grad: [grad],
    native=Alias(),
)


def constant(
    value: TensorLike, dtype: DTypeLike | None = None, shape: ShapeLike | None = None, name: str = "Const"
) -> Tensor:
    """A tensor with a value that is known now.

    `value` is a Python number or text, a nested list of them, an array or an eager tensor. `shape` reshapes it, or
    repeats a single element. Raises TypeError for a value that `dtype` cannot hold, for a number of elements that
    does not fit `shape`, and for symbolic tensors; ValueError for nested lists that are not rectangular.

    >>> tf.constant([1, 2], dtype=tf.float32)
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    >>> tf.constant(7, shape=[2, 2])
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[7, 7],
           [7, 7]], dtype=int32)>
    """
    try:
        target = None if dtype is None else as_dtype(dtype).base_dtype
        if isinstance(value, Tensor):
            _check_constant(value, target)
        if state.graph is None:
            tensor = _eager_constant(value, target, shape)
            return in_scope(tensor) if context.placing_threads else tensor
        if isinstance(value, EagerTensor):
            array, resolved = value._ndarray(), value.dtype
        else:
            array = _array_in_graph(value, target)
            resolved = target or _dtype_of(array)
        if shape is not None:
            array = _shaped(array, shape, False)
        return graph_constant(array, resolved, name)
    except BaseException as error:  # Ctrl-C too
        shorten(error)
        if isinstance(error, MemoryError):
            raise errors.out_of_memory("Const", error) from None
        raise


def _check_constant(value: Tensor, target: DType | None) -> None:
    if isinstance(value, SymbolicTensor):
        raise TypeError(f"Expected any non-tensor type, but got a tensor instead: {value!r}.")
    if target is not None and value.dtype is not target:
        raise TypeError(f"Expected tensor {value!r} with dtype {target!r}, but got dtype {value.dtype!r}.")


def _dtype_of(array: Array) -> DType:
    return string if array.dtype.kind == "O" else as_dtype(array.dtype)


def _array_in_graph(value: TensorLike, target: DType | None) -> Array:
    if hasattr(value, "__tf_tensor__") and not isinstance(value, type):
        raise TypeError(f"Expected any non-tensor type, but got {value!r} instead.")
    # one leaf of each class is enough
    for leaf in {type(leaf): leaf for leaf in nest.flatten(value)}.values():
        refuse_composite(leaf, value)
    return to_array(value, target)


def _eager_constant(value: TensorLike, target: DType | None, shape: ShapeLike) -> Tensor:
    tensor = to_tensor(value, target)
    if shape is None:
        return tensor if isinstance(value, Tensor) else distinct(tensor)
    assert isinstance(tensor, EagerTensor)
    array = _shaped(tensor._ndarray(), shape, True)
    return EagerTensor(array, tensor_type(tensor.dtype, array.shape))


def _shaped(array: Array, shape: Any, eagerly: bool) -> Array:
    dims: Any = tuple(TensorShape(shape).as_list())
    if array.shape == dims:
        return array
    if array.size == math.prod(dims):
        reshaped: Array = array.reshape(dims)
        return reshaped
    if array.size == 1:
        try:
            return np.full(dims, array.reshape(()), array.dtype)
        except (MemoryError, ValueError):  # NumPy's for more bytes than there are addresses
            raise NoMemory(dims, array.dtype) from None
    if eagerly:
        raise TypeError(
            f"Eager execution of tf.constant with unsupported shape. Tensor {array} has {array.size} elements, "
            f"but got `shape` {dims} with {int(np.prod(dims))} elements)."
        )
    raise TypeError(f"Expected Tensor's shape: {dims}, but got {array.shape}.")


# Fill, ZerosLike, OnesLike ----------------------------------------------------------------------------------


def _fill_shape(ctx: ShapeContext) -> Dims:
    if ctx.rank(0) not in (None, 1) and (ctx.rank(0) or state.graph is not None):
        raise ctx.fail("Shape must be rank 1")
    if not may_be_scalar(ctx.dims(1)):
        raise ctx.fail("value must be a scalar")
    dims = ctx.sizes_value(0)
    for d in dims or ():
        if isinstance(d, int) and d < 0:
            raise ctx.fail(f"Dimension {d} must be >= 0")
    return dims


def _fill_kernel(dims: Array, value: Array) -> Array:
    if dims.ndim > 1:
        raise errors.InvalidArgumentError(f"dims must be a vector, got shape {describe_dims(dims.shape)}")
    dims = dims.reshape(-1)  # TensorFlow takes a scalar as the one size there is
    if value.size != 1 or value.ndim > 1:
        raise errors.InvalidArgumentError(f"value must be a scalar, got shape {describe_dims(value.shape)}")
    for d in dims:
        if d < 0:
            raise errors.InvalidArgumentError(f"Dimension {d} must be >= 0")
    check_room(dims, value.dtype)
    return np.full(dims, value.reshape(()), value.dtype)


def _fill_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.math import reductions

    total = reductions.reduce_sum(grad)
    value = op.inputs[1]
    return [None, total if value._type.rank == 0 else apply("Reshape", (total, apply("Shape", (value,))))]


def _fill_partial(op: Operation, known: KnownElements) -> Dims:
    dims, value = known(op.inputs[0]), known(op.inputs[1])
    if dims is None or value is None or len(dims) != 1 or isinstance(dims[0], Symbol):
        return None
    return value * dims[0] if dims[0] <= 256 else None


def _as_broadcast(b: Builder, op: Operation, dims: Value, value: Value) -> list[Value]:
    if value.type.rank != 0:
        raise Unsupported("a fill whose value may not be a scalar")
    if dims.type.rank != 1:
        raise Unsupported("a fill whose sizes may be a scalar")
    return [b("BroadcastTo", value, dims)]


FILL = op(
    "Fill",
    "dims: index_type, value: T -> output: T",
    "T: type; index_type: index = int32",
    shape=_fill_shape,
    kernel=_fill_kernel,
    gradient=_fill_gradient,
    partial=_fill_partial,
    native=Decompose(_as_broadcast),
)


def _zeros_array(dims: tuple[int, ...], dtype: DType) -> Array:
    return np.full(dims, b"", object) if dtype is string else np.zeros(dims, dtype.numpy)


def _zeros_like_kernel(x: Array) -> Array:
    if not isinstance(x, np.ndarray):
        return np.zeros_like(x)  # a list of tensors, which has zeros of its own
    if x.dtype.kind != "O":
        return np.zeros(x.shape, x.dtype)
    if x.size and not isinstance(x.flat[0], (bytes, str)):  # variants, of which each has zeros of its own
        result = np.empty(x.shape, object)
        for i, item in enumerate(x.flat):
            result.reshape(-1)[i] = np.zeros_like(item)
        return result
    return np.full(x.shape, b"", object)


def _all(value: int) -> Callable[[Operation, KnownElements], Dims]:
    """The rule for the elements of integers that are all this one."""

    def partial(op: Operation, known: KnownElements) -> Dims:
        dims = op.outputs[0].type.dims
        count = static_size(dims) if op.outputs[0].dtype.is_integer else None
        return None if count is None or count > 256 else (value,) * count

    return partial


ZEROS_LIKE = op(
    "ZerosLike",
    "x: T -> y: T",
    "T: type",
    shape=lambda ctx: ctx.dims(0),
    no_gradient=True,
    kernel=_zeros_like_kernel,
    partial=_all(0),
    native=Elementwise(lambda e, x: e.const(0, x)),
)

ONES_LIKE = op(
    "OnesLike",
    "x: T -> y: T",
    "T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64, complex64, "
    "complex128, bool}",
    shape=lambda ctx: ctx.dims(0),
    kernel=lambda x: np.ones(x.shape, x.dtype),
    no_gradient=True,
    partial=_all(1),
    native=Elementwise(lambda e, x: e.const(1, x)),
)


def fill(dims: TensorLike, value: TensorLike, name: str | None = None, layout: object = None) -> Tensor:
    """A tensor of shape `dims` with `value`, a scalar, everywhere.

    Raises InvalidArgumentError (ValueError in a graph) for a negative dimension.

    >>> tf.fill([2, 2], 9)
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[9, 9],
           [9, 9]], dtype=int32)>
    """
    if isinstance(dims, (int, np.integer)):
        dims = [dims]
    return apply(FILL, (dims, value), name=name)


def zeros(
    shape: ShapeLike, dtype: DTypeLike = float32, name: str | None = None, layout: TensorLike | None = None
) -> Tensor:
    """A tensor of zeros (empty strings, False).

    `shape` is a sequence of sizes, a TensorShape or an integer tensor.

    >>> tf.zeros([2, 3]).shape
    TensorShape([2, 3])
    """
    return _filled(shape, as_dtype(dtype).base_dtype, 0, name or "zeros")


def ones(shape: ShapeLike, dtype: DTypeLike = float32, name: str | None = None, layout: object = None) -> Tensor:
    """A tensor of ones (True). Raises TypeError for strings.

    >>> tf.ones([2], tf.int32)
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 1], dtype=int32)>
    """
    target = as_dtype(dtype).base_dtype
    if target is string:
        raise TypeError("Cannot convert 1 to EagerTensor of dtype string")
    return _filled(shape, target, 1, name or "ones")


def static_shape(shape: ShapeLike) -> tuple[int, ...] | None:
    """The sizes where `shape` has them in Python."""
    if isinstance(shape, TensorShape):
        return tuple(shape.as_list()) if shape.is_fully_defined() else None  # type: ignore[arg-type]
    if isinstance(shape, (int, np.integer)) and not isinstance(shape, bool):
        return (int(shape),)
    if isinstance(shape, (list, tuple)) and all(isinstance(d, (int, np.integer)) for d in shape):
        return tuple(int(d) for d in shape)
    if isinstance(shape, EagerTensor):
        return tuple(int(d) for d in shape._ndarray().reshape(-1))
    if isinstance(shape, np.ndarray) and shape.dtype.kind in "iu":
        return tuple(shape.reshape(-1).tolist())
    return None


def _filled(shape: ShapeLike, dtype: DType, value: int, name: str) -> Tensor:
    try:
        static = static_shape(shape)
        if static is not None and all(d >= 0 for d in static):
            if state.graph is None:
                tensor = EagerTensor(_constant_array(static, dtype, value), tensor_type(dtype, static))
                return in_scope(tensor) if context.placing_threads else tensor
            if np.prod(static) < SMALL:
                return graph_constant(_constant_array(static, dtype, value), dtype, name)
        with name_scope(name) as scope:
            return _fill_in_scope(shape, dtype, value, scope)
    except MemoryError as error:
        raise errors.out_of_memory("Fill", error) from None
    except BaseException as error:  # Ctrl-C too
        shorten(error)
        raise


def _fill_in_scope(shape: TensorLike | None, dtype: DType, value: int, scope: str) -> Tensor:
    """A Fill named after the current scope, with its inputs named inside it."""
    if not isinstance(shape, Tensor):
        packed = isinstance(shape, (list, tuple)) and any(isinstance(d, Tensor) for d in shape)
        if isinstance(shape, (int, np.integer)):
            shape = [shape]
        shape = to_tensor(shape, None, "packed" if packed else "shape_as_tensor", int32)
    if shape.shape.rank == 0:
        shape = apply("Reshape", (shape, [-1]))
    number = b"" if dtype is string else (bool(value) if dtype.is_bool else value)
    return apply(FILL, (shape, constant(number, dtype)), name=scope)


def _constant_array(dims: tuple[int, ...], dtype: DType, value: int) -> Array:
    check_room(dims, dtype.numpy)
    return np.ones(dims, dtype.numpy) if value else _zeros_array(dims, dtype)


def zeros_like(
    input: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, layout: object = None
) -> Tensor:
    """Zeros in the shape of `input`, of its dtype unless `dtype` says otherwise.

    >>> tf.zeros_like([1, 2])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([0, 0], dtype=int32)>
    """
    return _like(input, dtype, 0, name or "zeros_like")


def ones_like(
    input: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, layout: object = None
) -> Tensor:
    """Ones in the shape of `input`, of its dtype unless `dtype` says otherwise. Raises TypeError for strings.

    >>> tf.ones_like([1.5, 2.5])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 1.], dtype=float32)>
    """
    return _like(input, dtype, 1, name or "ones_like")


def _like(input: Any, dtype: DTypeLike | Tensor | None, value: int, name: str) -> Tensor:
    record = ONES_LIKE if value else ZEROS_LIKE
    if isinstance(input, SparseTensor):
        return (ones if value else zeros)(input.dense_shape, input.dtype if dtype is None else as_dtype(dtype), name)
    x = input if isinstance(input, Tensor) else to_tensor(input)
    target = x.dtype if dtype is None else as_dtype(dtype).base_dtype
    if value and target is string:
        raise errors.DTypeMismatchError("Value for attr 'T' of string is not in the list of allowed values: OnesLike")
    if isinstance(x, EagerTensor) and state.graph is None:
        dims = x._ndarray().shape
        made = EagerTensor(_constant_array(dims, target, value), tensor_type(target, dims))
        if state.tapes and target is x.dtype:
            record_application(record, (x,), (made,), {})
        return made
    if x._type.is_static and target.is_numpy_compatible:
        return _filled(x.shape, target, value, name)
    if target is x.dtype:
        return apply(record, (x,), name=name)
    with name_scope(name) as scope:
        return _fill_in_scope(apply("Shape", (x,)), target, value, scope)
