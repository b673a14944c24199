"""Broadcasting of tensors and of shapes, and the check of a shape."""

from __future__ import annotations

import numpy as np

from graphwright.base.room import check_room
from graphwright.base.shape import TensorShape
from graphwright.core.prelude import Application, Array, Gradients, ShapeLike, Tensor, TensorLike, apply, errors
from graphwright.ir.emit import Emitter, Operand
from graphwright.ir.infer import KnownElements, partial_value
from graphwright.ir.lowering import Builder, Decompose, Loader, Strided, View
from graphwright.ir.prelude import Dim, Dims, Operation, ShapeContext, Symbol, Unsupported, Value, describe_dims, op
from graphwright.ir.sizes import listed_in
from graphwright.ops.array._dims import merge_dim, mismatch, unknown
from graphwright.ops.array._moved_elements import moves
from graphwright.ops.math._broadcast import broadcast_pair

# broadcasting -----------------------------------------------------------------------------------------------


def _broadcast_to_shape(ctx: ShapeContext) -> Dims:
    if ctx.rank(1) not in (None, 1):
        raise ctx.fail("Shape must be rank 1")
    dims, target = ctx.dims(0), ctx.sizes_value(1)
    if target is None:
        length = (ctx.dims(1) or (None,))[0]
        return unknown(length) if isinstance(length, int) else None
    for d in target:
        if isinstance(d, int) and d < 0:
            raise ctx.fail(f"Dimension {d} must be >= 0")
    if dims is None:
        return target
    if len(dims) > len(target):
        text = f"Rank of input ({len(dims)}) must be no greater than rank of output shape ({len(target)})."
        raise mismatch(ctx, text)
    if broadcast_pair(dims, target)[1] is not None or _grows(dims, target):
        text = f"Incompatible shapes: {describe_dims(dims)} vs. {describe_dims(target)}"
        raise mismatch(ctx, text)
    lead = len(target) - len(dims)
    return target[:lead] + tuple(_known_of(d, w) for d, w in zip(dims, target[lead:], strict=True))


def _grows(dims: tuple[Dim, ...], target: tuple[Dim, ...]) -> bool:
    """Whether the target has 1 where the input has more."""
    tail = target[len(target) - len(dims) :]
    return any(w == 1 and isinstance(d, int) and d != 1 for d, w in zip(dims, tail, strict=True))


def _known_of(d: Dim, w: Dim) -> Dim:
    # a known input size other than 1 determines an unknown target size
    return d if isinstance(w, Symbol) and isinstance(d, int) and d != 1 else w


def _broadcast_to_kernel(input: Array, shape: Array) -> Array:
    for d in shape.tolist():
        if d < 0:
            raise errors.InvalidArgumentError(f"Dimension {d} must be >= 0")
    check_room(shape, input.dtype)
    try:
        # a copy: a view with zero strides makes the ops behind it slower than the copy costs
        return np.ascontiguousarray(np.broadcast_to(input, tuple(shape))).reshape(tuple(shape))
    except ValueError:
        text = f"Incompatible shapes: {describe_dims(input.shape)} vs. {describe_dims(tuple(shape.tolist()))}"
        raise errors.InvalidArgumentError(text) from None


def _broadcast_to_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.math._broadcast import unbroadcast

    return [unbroadcast(op.inputs[0], grad, grad, None)[0], None]


def _broadcast_view(op: Operation, constants: list[Array | None]) -> View | None:
    dims, target, result = op.inputs[0].type.dims, partial_value(op.inputs[1]), op.outputs[0].type.dims
    if dims is None or target is None or result is None:
        return None
    if any(isinstance(d, int) and d != w for d, w in zip(result, target, strict=True)):
        return None  # the input determines this size, and the shape may be another when it runs
    lead = len(target) - len(dims)
    strides: list[tuple[int, int] | None] = [None] * lead
    for axis, d in enumerate(dims):
        if d == 1:
            strides.append(None)
        else:
            strides.append((axis, 1))  # an open size may turn out to be repeated
    return View((), tuple(strides), repeats=True)


BROADCAST_TO = op(
    "BroadcastTo",
    "input: T, shape: Tidx -> output: T",
    "T: type; Tidx: index = int32",
    shape=_broadcast_to_shape,
    kernel=_broadcast_to_kernel,
    gradient=_broadcast_to_gradient,
    partial=moves(0),
    native=Strided(_broadcast_view),
    sizes=listed_in(1),
)


def broadcast_to(input: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """Repeat a tensor along its axes of size 1, and new ones before them, up to `shape`.

    Raises InvalidArgumentError (ValueError in a graph) when the shapes are not compatible.

    >>> tf.broadcast_to([1, 2], [2, 2])
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 2],
           [1, 2]], dtype=int32)>
    """
    return apply(BROADCAST_TO, (input, shape), name=name)


def _broadcast_args_shape(ctx: ShapeContext) -> Dims:
    for i in (0, 1):
        if ctx.rank(i) not in (None, 1):
            raise ctx.fail("Shape must be rank 1")
    a, b = ctx.dims(0), ctx.dims(1)
    if not a or not b:
        return (Symbol(),)
    n, m = a[0], b[0]
    if isinstance(n, int) and isinstance(m, int):
        return (max(n, m),)
    return (n,) if n is m else (Symbol(),)


def _joined(a: TensorLike, b: list[int]) -> tuple[int, ...]:
    if not isinstance(a, list) or not isinstance(b, list):
        raise errors.InvalidArgumentError("Shape must be rank 1")
    dims, clash, _ = broadcast_pair(tuple(a), tuple(b))
    if clash is not None:
        raise errors.InvalidArgumentError(
            f"Incompatible shapes: {describe_dims(tuple(a))} vs. {describe_dims(tuple(b))}"
        )
    return dims  # type: ignore[return-value]


def _broadcast_args_partial(op: Operation, known: KnownElements) -> Dims:
    a, b = known(op.inputs[0]), known(op.inputs[1])
    if a is None or b is None:
        return None
    dims, clash, _ = broadcast_pair(a, b)
    if clash is not None:
        return None
    x, y = ((1,) * (len(dims) - len(part)) + tuple(part) for part in (a, b))
    # a size known only at run time may not fit a known one: then there is an error, and no size
    return tuple(
        Symbol() if m != 1 and n != 1 and isinstance(m, Symbol) is not isinstance(n, Symbol) else d
        for d, m, n in zip(dims, x, y, strict=True)
    )


def _lengths(op: Operation) -> tuple[int, int]:
    """How many axes the two shapes have."""
    n, m = ((v.type.dims or (None,))[0] for v in op.inputs)
    if not isinstance(n, int) or not isinstance(m, int):
        raise Unsupported("shapes of an unknown number of axes")
    return n, m


def _broadcast_args_native(b: Builder, op: Operation, s0: Value, s1: Value) -> list[Value]:
    n, m = _lengths(op)
    dtype = op.inputs[0].type.dtype.numpy
    axis, one = b.const(np.int32(0)), b.const(np.ones((), dtype))
    own, other = (
        b("ConcatV2", [b.const(np.ones(max(n, m) - count, dtype)), s], axis) if count < max(n, m) else s
        for s, count in ((s0, n), (s1, m))
    )
    return [b("SelectV2", b("Equal", own, one), other, own)]


def _broadcast_args_accepts(e: Emitter, load: Loader, op: Operation) -> Operand:
    """Whether all sizes are equal, or one of them is 1."""
    n, m = _lengths(op)
    fits = e.const(True, "bool")
    for back in range(1, min(n, m) + 1):
        own, other = load(0, [e.const(n - back, "int64")]), load(1, [e.const(m - back, "int64")])
        one = e.const(1, own)
        repeated = e.logical_or(e.compare("eq", own, one), e.compare("eq", other, one))
        fits = e.logical_and(fits, e.logical_or(repeated, e.compare("eq", own, other)))
    return fits


BROADCAST_ARGS = op(
    "BroadcastArgs",
    "s0: T, s1: T -> r0: T",
    "T: index = int32",
    shape=_broadcast_args_shape,
    kernel=lambda s0, s1: np.array(_joined(s0.tolist(), s1.tolist()), s0.dtype),
    no_gradient=True,
    partial=_broadcast_args_partial,
    native=Decompose(_broadcast_args_native, accepts=_broadcast_args_accepts, reads=True),
)


def _repeated(own: list[int], other: list[int]) -> list[int]:
    """The axes of the common shape along which an operand of shape `own` was repeated, or is of size 1 there."""
    joined = _joined(own, other)
    own = [1] * (len(joined) - len(own)) + own
    missing = len(joined) - len(own)
    return [i for i, d in enumerate(own) if i < missing or d == 1]


def _broadcast_gradient_args_kernel(s0: Array, s1: Array) -> list[Array]:
    a, b = s0.tolist(), s1.tolist()
    if a == b:
        return [np.array([], s0.dtype), np.array([], s0.dtype)]
    return [np.array(_repeated(a, b), s0.dtype), np.array(_repeated(b, a), s0.dtype)]


BROADCAST_GRADIENT_ARGS = op(
    "BroadcastGradientArgs",
    "s0: T, s1: T -> r0: T, r1: T",
    "T: index = int32",
    shape=lambda ctx: [(Symbol(),), (Symbol(),)],
    kernel=_broadcast_gradient_args_kernel,
    no_gradient=True,
)


def broadcast_static_shape(shape_x: TensorShape, shape_y: TensorShape) -> TensorShape:
    """The shape that two static shapes broadcast to; ValueError when they cannot.

    >>> tf.broadcast_static_shape(tf.TensorShape([2, 1]), tf.TensorShape([3]))
    TensorShape([2, 3])
    """
    a, b = TensorShape(shape_x).symbolic, TensorShape(shape_y).symbolic
    if a is None or b is None:
        return TensorShape(None)
    dims, clash, _ = broadcast_pair(a, b)
    if clash is not None:
        raise ValueError(
            "Incompatible shapes for broadcasting. Two shapes are compatible if for each dimension pair they are "
            f"either equal or one of them is 1. Received: {TensorShape(shape_x)} and {TensorShape(shape_y)}."
        )
    return TensorShape.from_dims(dims)


def broadcast_dynamic_shape(shape_x: TensorLike, shape_y: TensorLike) -> Tensor:
    """The shape that two shapes broadcast to, all of them as vectors; InvalidArgumentError when they cannot.

    >>> tf.broadcast_dynamic_shape([2, 1], [3])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([2, 3], dtype=int32)>
    """
    return apply(BROADCAST_ARGS, (shape_x, shape_y))


# EnsureShape ------------------------------------------------------------------------------------------------


def _ensure_shape_shape(ctx: ShapeContext) -> Dims:
    dims, target = ctx.dims(0), ctx.attrs["shape"].symbolic
    if dims is None or target is None:
        return target if dims is None else dims
    merged = [merge_dim(d, w) for d, w in zip(dims, target, strict=False)]
    if len(dims) != len(target) or None in merged:
        raise _not_ensured(dims, ctx.attrs["shape"])
    # the tensor's own symbols are known to more ops than those of the attribute
    return tuple(d if isinstance(m, Symbol) else m for d, m in zip(dims, merged, strict=True) if m is not None)


def _not_ensured(dims: Dims, target: TensorShape) -> errors.ShapeMismatchError:
    inner = "[" + ",".join("?" if d is None else str(d) for d in target) + "]"
    return errors.ShapeMismatchError(
        f"Shape of tensor input {describe_dims(dims)} is not compatible with expected shape {inner}."
    )


def _ensure_shape_kernel(input: Array, shape: TensorShape) -> Array:
    if not shape.is_compatible_with(input.shape):
        raise _not_ensured(input.shape, shape)
    return input


def _native_ensure_shape(b: Builder, op: Operation, x: Value) -> list[Value]:
    """The tensor itself."""
    if op.attrs["shape"].rank is None or x.type.dims is not None:
        return [x]
    raise Unsupported("not even the rank is known")


def _ensured_sizes(op: Operation) -> list[tuple[Dim, ...]]:
    """The sizes that the attribute names."""
    sizes, dims = op.attrs["shape"], op.inputs[0].type.dims
    return [(size, d) for size, d in zip(sizes, dims, strict=True) if size is not None] if dims and sizes else []


ENSURE_SHAPE = op(
    "EnsureShape",
    "input: T -> output: T",
    "shape: shape; T: type",
    shape=_ensure_shape_shape,
    kernel=_ensure_shape_kernel,
    gradient=lambda op, grad: [grad],
    partial=lambda op, known: known(op.inputs[0]),
    native=Decompose(_native_ensure_shape, exact=_ensured_sizes),
)


def ensure_shape(x: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """The tensor itself, with its shape checked when it runs and known to what comes after.

    Raises InvalidArgumentError (ValueError where it is seen while tracing) when the shape is not compatible.

    >>> tf.ensure_shape(tf.zeros([2, 3]), [None, 3]).shape
    TensorShape([2, 3])
    """
    return apply(ENSURE_SHAPE, (x,), {"shape": TensorShape(shape)}, name)
