"""Ops about shapes: reading them, and changing them without moving data.

Broadcasting is in a module of its own and can be had from here too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, int32
from graphwright.base.size_arithmetic import divide_evenly, multiply, product
from graphwright.core.convert import is_made_of_tensors
from graphwright.core.dispatch import graph_constant
from graphwright.core.prelude import Array, EagerTensor, Tensor, apply, apply_multi, errors, state, to_tensor
from graphwright.core.tensor_like import AnyRagged
from graphwright.core.typing import Application, AxisLike, DTypeLike, ShapeLike, TensorLike
from graphwright.ir.lowering import Alias, Structural
from graphwright.ir.prelude import (
    Dim,
    Dims,
    Emitter,
    Loader,
    Operand,
    Operation,
    ShapeContext,
    Symbol,
    Unsupported,
    describe_dims,
    op,
)
from graphwright.ir.sizes import elements
from graphwright.ir.types import tensor_type
from graphwright.ops.array._dims import mismatch, quotient, static_axis, static_size, unknown

# Shape, ShapeN, Size, Rank ----------------------------------------------------------------------------------


def _rank_dims(rank: int | None) -> Dims:
    return (Symbol() if rank is None else rank,)


def _array_shape(x: Tensor) -> tuple[int, ...]:
    """The shape of an array; the objects that resources and variants stand for are scalars."""
    return x.shape if isinstance(x, np.ndarray) else ()


SHAPE = op(
    "Shape",
    "input: T -> output: out_type",
    "T: type; out_type: index = int32",
    shape=lambda ctx: _rank_dims(ctx.rank(0)),
    kernel=lambda input, out_type: np.array(_array_shape(input), out_type.numpy),
    no_gradient=True,
    partial=lambda op, known: op.inputs[0].type.dims,
    native=Structural(),
)

SHAPE_N = op(
    "ShapeN",
    "input: N*T -> output: N*out_type",
    "N: int >= 1; T: type; out_type: index = int32",
    shape=lambda ctx: [_rank_dims(t.rank) for t in ctx.types],
    kernel=lambda input, out_type: [np.array(_array_shape(x), out_type.numpy) for x in input],
    no_gradient=True,
    partial=lambda op, known: [x.type.dims for x in op.inputs],
    native=Structural(),
)

SIZE = op(
    "Size",
    "input: T -> output: out_type",
    "T: type; out_type: index = int32",
    shape=lambda ctx: (),
    kernel=lambda input, out_type: np.array(math.prod(_array_shape(input)), out_type.numpy),
    no_gradient=True,
    partial=lambda op, known: _size_partial(op.inputs[0].type.dims),
    native=Structural(),
)

RANK = op(
    "Rank",
    "input: T -> output: int32",
    "T: type",
    shape=lambda ctx: (),
    kernel=lambda input: np.array(len(_array_shape(input)), np.int32),
    no_gradient=True,
    partial=lambda op, known: None if op.inputs[0].type.rank is None else (op.inputs[0].type.rank,),
    native=Structural(),
)


def _size_partial(dims: Dims) -> Dims:
    if dims is None:
        return None
    return (product(dims),)


def shape(input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None) -> Tensor:
    """The shape of a tensor as a vector of integers (int32 unless `out_type` is int64).

    In a graph it is a constant where the shape is known, else computed when the graph runs. For a ragged tensor it is
    an object whose items are the sizes.

    >>> tf.shape([[1, 2, 3]])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 3], dtype=int32)>
    """
    target = int32 if out_type is None else as_dtype(out_type)
    if hasattr(input, "dense_shape") and is_made_of_tensors(input):
        return apply("Cast", (input.dense_shape,), {"DstT": target}, name)
    if isinstance(input, AnyRagged):
        from graphwright.ops.ragged.shape import DynamicRaggedShape

        return DynamicRaggedShape.from_tensor(input, target)  # type: ignore[return-value]
    x = input if isinstance(input, Tensor) else to_tensor(input)
    if x._type.is_static:
        return _known_tensor(np.array(x._type.dims, target.numpy), target, name or "Shape")
    return apply(SHAPE, (x,), {"out_type": target}, name)


def _known_tensor(array: Array, dtype: DType, name: str) -> Tensor:
    """A tensor with a known value: a constant in a graph."""
    if state.graph is not None:
        return graph_constant(array, dtype, name)
    return EagerTensor(array, tensor_type(dtype, array.shape))


def sizes(input: Tensor, out_type: DType = int32) -> list[Any]:
    """The size of each axis of a tensor of known rank: a number, or a scalar tensor where only run time knows it."""
    dims = input._type.dims
    if dims is None:
        raise ValueError(f"The rank of {input!r} must be known while tracing.")
    if input._type.is_static:
        return list(dims)
    vector: Any = shape(input, out_type)
    return [vector[i] if isinstance(d, Symbol) else d for i, d in enumerate(dims)]


def shape_n(input: Sequence[TensorLike], out_type: DTypeLike = int32, name: str | None = None) -> list[Tensor]:
    """The shapes of several tensors of one dtype.

    >>> [s.numpy().tolist() for s in tf.shape_n([tf.zeros([2]), tf.zeros([1, 3])])]
    [[2], [1, 3]]
    """
    return apply_multi(SHAPE_N, (list(input),), {"out_type": as_dtype(out_type)}, name)


def size(input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None) -> Tensor:
    """The number of elements of a tensor, an integer scalar (int32 unless `out_type` is int64).

    >>> tf.size([[1, 2, 3]])
    <tf.Tensor: shape=(), dtype=int32, numpy=3>
    """
    target = int32 if out_type is None else as_dtype(out_type)
    if hasattr(input, "dense_shape") and is_made_of_tensors(input):
        return apply("Cast", (apply("Prod", (input.dense_shape, 0)),), {"DstT": target}, name)
    x = input if isinstance(input, Tensor) else to_tensor(input)
    known = static_size(x._type.dims)
    if known is not None:
        return _known_tensor(np.array(known, target.numpy), target, name or "Size")
    return apply(SIZE, (x,), {"out_type": target}, name)


def rank(input: TensorLike, name: str | None = None) -> Tensor:
    """The number of dimensions of a tensor, an int32 scalar.

    >>> tf.rank([[1, 2, 3]])
    <tf.Tensor: shape=(), dtype=int32, numpy=2>
    """
    if hasattr(input, "dense_shape") and is_made_of_tensors(input):
        return size(input.dense_shape, name=name or "Rank")
    x = input if isinstance(input, Tensor) else to_tensor(input)
    if x._type.rank is not None:
        return _known_tensor(np.array(x._type.rank, np.int32), int32, name or "Rank")
    return apply(RANK, (x,), name=name)


# Reshape ----------------------------------------------------------------------------------------------------


def _reshape_shape(ctx: ShapeContext) -> Dims:
    if ctx.rank(1) not in (None, 1):
        raise ctx.fail("Shape must be rank 1")
    target = ctx.dims_value(1)
    dims = ctx.dims(0)
    if target is None:
        length = (ctx.dims(1) or (None,))[0]
        return unknown(length) if isinstance(length, int) else None
    for d in target:
        if isinstance(d, int) and d < -1:
            raise ctx.fail(f"Size {target.index(d)} must be non-negative, not {d}")
    if sum(d == -1 for d in target) > 1:
        raise ctx.fail(
            "Only one input size may be -1, not both "
            + " and ".join(str(i) for i, d in enumerate(target) if d == -1)[:40]
        )
    if dims is None:
        return tuple(Symbol() if d == -1 else d for d in target)
    _check_reshape(ctx, dims, target)
    return _fill_in(dims, target)


def _check_reshape(ctx: ShapeContext, dims: tuple[Dim, ...], target: tuple[Dim, ...]) -> None:
    """Raise where the known sizes cannot fit."""
    have = static_size(dims)
    if have is None or any(isinstance(d, Symbol) for d in target):
        return
    sizes = [d for d in target if isinstance(d, int)]
    if -1 not in sizes:
        if have != math.prod(sizes):
            raise _does_not_fit(ctx, have, target, math.prod(sizes))
    elif all(isinstance(d, int) for d in dims):
        try:
            _missing_size([d for d in dims if isinstance(d, int)], sizes)
        except errors.InvalidArgumentError as error:
            if state.graph is None:
                raise errors.ShapeMismatchError(error.message) from None
            known = math.prod(d for d in sizes if d != -1)
            raise ctx.fail(
                f"Dimension size must be evenly divisible by {known} but is {have}: {error.message}"
            ) from None


def _missing_size(dims: Sequence[int], target: Sequence[int]) -> int:
    """The size that -1 stands for. Zeros among the target sizes cancel zeros of the input."""
    filled, known = (math.prod(d for d in sizes if d not in (0, -1)) for sizes in (dims, target))
    zeros = list(target).count(0)
    if zeros and 0 not in dims:
        known = 0
    have = 0 if list(dims).count(0) > zeros else filled
    if known == 0 or have % known:
        raise errors.InvalidArgumentError(
            f"Input to reshape is a tensor with {math.prod(dims)} values, "
            f"but the requested shape requires a multiple of {known}"
        )
    return have // known


def _does_not_fit(ctx: ShapeContext, have: int, target: tuple[Dim, ...], known: int) -> errors.ShapeMismatchError:
    if state.graph is None:
        return errors.ShapeMismatchError(
            f"Input to reshape is a tensor with {have} values, but the requested shape has {known}"
        )
    return ctx.fail(f"Cannot reshape a tensor with {have} elements to shape {describe_dims(target)} ({known} elements)")


def _fill_in(dims: tuple[Dim, ...], target: tuple[Dim, ...]) -> Dims:
    """The target sizes, with -1 replaced where the known sizes determine it."""
    missing = [i for i, d in enumerate(target) if d == -1]
    rest = [d for d in target if d != -1]
    if not missing:
        return target  # the open size could be computed, but would then no longer be checked
    if 0 in rest and 0 in dims:
        zeros = min(dims.count(0), rest.count(0))
        dims, rest = tuple(_fewer_zeros(dims, zeros)), _fewer_zeros(rest, zeros)
    numerator, denominator, above, below = quotient(dims, rest)
    found: Dim = Symbol()
    if numerator and denominator and not below:
        if above or numerator % denominator == 0:
            found = divide_evenly(multiply(product(above), numerator), denominator)
    elif not numerator and denominator and not below and not above:
        found = 0
    return tuple(found if i == missing[0] else d for i, d in enumerate(target))


def _fewer_zeros(sizes: Sequence[Dim], count: int) -> list[Dim]:
    left = list(sizes)
    for _ in range(count):
        left.remove(0)
    return left


def _checked_sizes(shape: Array) -> tuple[int, ...]:
    if shape.ndim != 1:
        raise errors.InvalidArgumentError("Shape must be rank 1")
    target: tuple[int, ...] = tuple(shape.tolist())
    open_ = [i for i, d in enumerate(target) if d == -1]
    if len(open_) > 1:
        raise errors.InvalidArgumentError(f"Only one input size may be -1, not both {open_[0]} and {open_[1]}")
    for i, d in enumerate(target):
        if d < -1:
            raise errors.InvalidArgumentError(f"Size {i} must be non-negative, not {d}")
    return target


def _reshape_kernel(tensor: Array, shape: Array) -> Array:
    target = _checked_sizes(shape)
    if -1 not in target:
        known = math.prod(target)
        if known != tensor.size:
            raise errors.InvalidArgumentError(
                f"Input to reshape is a tensor with {tensor.size} values, but the requested shape has {known}"
            )
        return tensor.reshape(target)
    missing = _missing_size(tensor.shape, target)
    return tensor.reshape([missing if d == -1 else d for d in target])


def _back_to_input_shape(op: Application, grad: Tensor) -> Tensor:
    return reshape(grad, shape(op.inputs[0]))


def _reshape_sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    """The sizes that are listed; -1 becomes what the others leave, as `_missing_size` finds it."""
    dims, known_shape = op.inputs[0].type.dims or (), load.constant(1)
    if known_shape is not None and 0 not in known_shape:
        raise Unsupported("one open size follows from the others")
    zero, one, refused = (e.const(n, "int64") for n in (0, 1, -1))
    listed = elements(e, load, op, 1)
    is_open = [e.compare("eq", size, refused) for size in listed]
    filled, zeros = _filled(e, [load.size(0, axis) for axis in range(len(dims))])
    known, cancelling = _filled(e, [e.select(o, one, size) for o, size in zip(is_open, listed, strict=True)])
    have = e.select(e.compare("gt", zeros, cancelling), zero, filled)
    too_few = e.logical_and(e.compare("gt", cancelling, zero), e.compare("eq", zeros, zero))
    divisor = e.select(e.compare("gt", known, zero), known, one)
    fits = e.compare("eq", e.mul(e.floordiv(have, divisor), divisor), have)
    count = zero
    for each in is_open:
        count = e.add(count, e.convert(each, "int64"))
    fits = e.logical_and(e.logical_and(fits, e.logical_not(too_few)), e.compare("le", count, one))
    missing = e.select(fits, e.floordiv(have, divisor), refused)
    return [e.select(o, missing, size) for o, size in zip(is_open, listed, strict=True)]


def _filled(e: Emitter, sizes: Sequence[Operand]) -> tuple[Operand, Operand]:
    """The product of the sizes that are not 0, and how many are."""
    total, zeros = e.const(1, "int64"), e.const(0, "int64")
    for size in sizes:
        is_zero = e.compare("eq", size, e.const(0, "int64"))
        total = e.mul(total, e.select(is_zero, e.const(1, "int64"), size))
        zeros = e.add(zeros, e.convert(is_zero, "int64"))
    return total, zeros


RESHAPE = op(
    "Reshape",
    "tensor: T, shape: Tshape -> output: T",
    "T: type; Tshape: index = int32",
    shape=_reshape_shape,
    kernel=_reshape_kernel,
    gradient=lambda op, grad: [_back_to_input_shape(op, grad), None],
    partial=lambda op, known: known(op.inputs[0]),
    native=Alias(),
    sizes=_reshape_sizes,
)


def reshape(tensor: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """The same elements in the same order under another shape; one size may be -1 and follows from the others.

    Raises InvalidArgumentError (ValueError in a graph) when the sizes do not fit.

    >>> tf.reshape([1, 2, 3, 4], [2, -1])
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 2],
           [3, 4]], dtype=int32)>
    """
    if isinstance(shape, (int, np.integer)):
        shape = [shape]
    return apply(RESHAPE, (tensor, shape), name=name)


# ExpandDims, Squeeze ----------------------------------------------------------------------------------------


def _expand_shape(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    axis = static_axis(ctx, 1)
    if dims is None:
        return None
    if axis is None:
        return unknown(len(dims) + 1)
    if not -len(dims) - 1 <= axis <= len(dims):
        message = f"Tried to expand dim index {axis} for tensor with {len(dims)} dimensions."
        raise mismatch(ctx, message, f"dim {axis} not in the interval [{-len(dims) - 1}, {len(dims)}]: {message}")
    at = axis + len(dims) + 1 if axis < 0 else axis
    return (*dims[:at], 1, *dims[at:])


def _expand_kernel(input: Array, dim: Array) -> Array:
    if dim.size != 1:
        raise errors.InvalidArgumentError("'dim' must be a tensor with a single value")
    axis = int(dim.reshape(()))
    if not -input.ndim - 1 <= axis <= input.ndim:
        raise errors.InvalidArgumentError(f"Tried to expand dim index {axis} for tensor with {input.ndim} dimensions.")
    at = axis + input.ndim + 1 if axis < 0 else axis
    return input.reshape((*input.shape[:at], 1, *input.shape[at:]))


EXPAND_DIMS = op(
    "ExpandDims",
    "input: T, dim: Tdim -> output: T",
    "T: type; Tdim: index = int32",
    shape=_expand_shape,
    kernel=_expand_kernel,
    gradient=lambda op, grad: [_back_to_input_shape(op, grad), None],
    partial=lambda op, known: known(op.inputs[0]),
    native=Alias(),
)


def expand_dims(input: TensorLike, axis: AxisLike, name: str | None = None) -> Tensor:
    """Insert an axis of size 1 before `axis`; a negative axis counts from the end, -1 being a new last axis.

    Raises InvalidArgumentError (ValueError in a graph) when there is no such place.

    >>> tf.expand_dims([1, 2], -1).shape
    TensorShape([2, 1])
    """
    return apply(EXPAND_DIMS, (input, axis), name=name)


def _squeeze_axes(axes: Sequence[int], dims: tuple[Dim, ...]) -> list[int]:
    rank = len(dims)
    for a in axes:
        if not -rank <= a < rank:
            raise errors.ShapeMismatchError(f"Tried to squeeze dim index {a} for tensor with {rank} dimensions.")
    chosen = sorted({a + rank if a < 0 else a for a in axes})
    for a in chosen:
        if isinstance(dims[a], int) and dims[a] != 1:
            raise errors.ShapeMismatchError(f"Can not squeeze dim[{a}], expected a dimension of 1, got {dims[a]}")
    return chosen


def _squeeze_shape(ctx: ShapeContext) -> Dims:
    dims, axes = ctx.dims(0), ctx.attrs["squeeze_dims"]
    if dims is None:
        return None
    if not axes:
        # an unknown size may turn out to be 1, and then even the rank is another
        return None if any(isinstance(d, Symbol) for d in dims) else tuple(d for d in dims if d != 1)
    chosen = _squeeze_axes(axes, dims)
    return tuple(d for i, d in enumerate(dims) if i not in chosen)


def _squeeze_kernel(input: Array, squeeze_dims: Sequence[int]) -> Array:
    dims = input.shape
    chosen = _squeeze_axes(squeeze_dims, dims) if len(squeeze_dims) else [i for i, d in enumerate(dims) if d == 1]
    return input.reshape([d for i, d in enumerate(dims) if i not in chosen])


def _squeezed_sizes(op: Operation) -> list[tuple[Dim, Dim]]:
    dims, axes = op.inputs[0].type.dims, op.attrs["squeeze_dims"]
    return [] if dims is None else [(dims[a], 1) for a in axes]


SQUEEZE = op(
    "Squeeze",
    "input: T -> output: T",
    "T: type; squeeze_dims: list(int) >= 0 = []",
    shape=_squeeze_shape,
    kernel=_squeeze_kernel,
    gradient=lambda op, grad: [_back_to_input_shape(op, grad)],
    partial=lambda op, known: known(op.inputs[0]),
    native=Alias(exact=_squeezed_sizes),
)


def squeeze(input: TensorLike, axis: AxisLike | None = None, name: str | None = None) -> Tensor:
    """Remove axes of size 1: those in `axis`, or all.

    Raises InvalidArgumentError (ValueError in a graph) for an axis of another size.

    >>> tf.squeeze(tf.zeros([1, 2, 1])).shape
    TensorShape([2])
    """
    axes = () if axis is None else tuple(int(a) for a in np.atleast_1d(axis))  # type: ignore[arg-type]
    return apply(SQUEEZE, (input,), {"squeeze_dims": axes}, name)
