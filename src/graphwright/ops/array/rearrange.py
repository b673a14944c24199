"""Ops that return their input or rearrange its elements: identity, transpose, reverse, roll."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.base import nest
from graphwright.base.dtypes import int32
from graphwright.core.prelude import Array, Tensor, apply, apply_multi, errors, name_scope, state, to_tensor
from graphwright.core.typing import Application, AxisLike, Gradients, TensorLike
from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Value
from graphwright.ir.infer import ShapeContext
from graphwright.ir.lowering import Alias, Builder, Decompose, Generate, Loader, Lowering, Routed, Strided, View
from graphwright.ir.prelude import Dims, Emitter, Gradient, Kernel, Operand, Operation, OpRecord, describe_dims, op
from graphwright.ops.array._dims import merge_dims, mismatch, static_ints, unknown
from graphwright.ops.array._moved_elements import moves

# Identity and related ---------------------------------------------------------------------------------------


def _returns_input(
    name: str,
    gradient: Gradient | None,
    attrs: str = "",
    kernel: Kernel = lambda input: input,
    stateful: bool = False,
) -> OpRecord:
    """Declare an op whose result is its input; without `gradient`, it is a constant for gradients."""
    return op(
        name,
        "input: T -> output: T",
        f"T: type{attrs}",
        shape=lambda ctx: ctx.dims(0),
        kernel=kernel,
        gradient=gradient,
        no_gradient=gradient is None,
        ends_tape=gradient is None,
        stateful=stateful,
        partial=lambda op, known: known(op.inputs[0]),
        native=Alias(same_shape=True),
    )


def _prevented(op: Application, grad: Tensor) -> Gradients:
    raise LookupError(f"Gradient explicitly disabled. Reason: {op.attrs['message']!r}.")


def _without_gradient(op: Application, grad: Tensor) -> Gradients:
    raise LookupError("No gradient defined for operation 'GuaranteeConst' (op type: GuaranteeConst).")


IDENTITY = _returns_input("Identity", lambda op, grad: [grad])
SNAPSHOT = _returns_input("Snapshot", lambda op, grad: [grad])
STOP_GRADIENT = _returns_input("StopGradient", None)
GUARANTEE_CONST = _returns_input("GuaranteeConst", _without_gradient, stateful=True)
PREVENT_GRADIENT = _returns_input("PreventGradient", _prevented, '; message: string = ""', lambda input, message: input)

IDENTITY_N = op(
    "IdentityN",
    "input: [T] -> output: [T]",
    "T: list(type) >= 1",
    shape=lambda ctx: [t.dims for t in ctx.types],
    kernel=lambda input: input,
    gradient=lambda op, *grads: list(grads),
    native=Decompose(lambda b, op, *inputs: list(inputs)),
)


def _each_tensor(record: OpRecord, input: TensorLike, name: str | None) -> Tensor:
    """Apply the op to a tensor, or to each component of a composite value."""
    if isinstance(input, Tensor) or not hasattr(type(input), "_type_spec"):
        return apply(record, (input,), name=name)
    return nest.map_structure(  # type: ignore[no-any-return]
        lambda part: apply(record, (part,), name=name), input, expand_composites=True
    )


def identity(input: TensorLike, name: str | None = None) -> Tensor:
    """The same tensor as the result of an op of its own; of a composite value, one with such components.

    >>> tf.identity(5)
    <tf.Tensor: shape=(), dtype=int32, numpy=5>
    """
    return _each_tensor(IDENTITY, input, name)


def guarantee_const(input: TensorLike, name: str | None = None) -> Tensor:
    """The same tensor, which the caller promises not to change; it has no gradient.

    >>> tf.guarantee_const(5).numpy()
    np.int32(5)
    """
    return apply(GUARANTEE_CONST, (input,), None, name)


def identity_n(input: Sequence[Tensor], name: str | None = None) -> list[Tensor]:
    """The same tensors, of any dtypes, as the results of one op.

    >>> [t.dtype for t in tf.identity_n([1, 2.0])]
    [tf.int32, tf.float32]
    """
    return apply_multi(IDENTITY_N, (list(input),), name=name)


def stop_gradient(input: TensorLike, name: str | None = None) -> Tensor:
    """The same tensor (or composite value), as a constant for gradients.

    >>> x = tf.constant(2.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * tf.stop_gradient(x)
    >>> float(tape.gradient(y, x))
    2.0
    """
    return _each_tensor(STOP_GRADIENT, input, name)


# Transpose --------------------------------------------------------------------------------------------------


def _transpose_shape(ctx: ShapeContext) -> Dims:
    dims, perm = ctx.dims(0), static_ints(ctx, 1)
    length = (ctx.dims(1) or (None,))[0]
    if perm is None:
        rank = len(dims) if dims is not None else (length if isinstance(length, int) else None)
        return unknown(rank)
    if dims is None:
        return unknown(len(perm))
    if len(perm) != len(dims):
        text = f"transpose expects a vector of size {len(dims)}. But input(1) is a vector of size {len(perm)}"
        raise mismatch(ctx, text, f"Dimension must be {len(dims)} but is {len(perm)}: {text}")
    return tuple(dims[p] for p in _checked_perm(perm))


def _checked_perm(perm: Sequence[int]) -> list[int]:
    rank = len(perm)
    result = [p + rank if p < 0 else p for p in perm]
    for p in result:
        if not 0 <= p < rank:
            raise errors.ShapeMismatchError(f"{p} is out of range [0 .. {rank})")
    for i in range(rank):
        if i not in result:
            raise errors.ShapeMismatchError(f"{i} is missing from {{{','.join(map(str, result))}}}.")
    return result


def _transpose_kernel(x: Array, perm: Array) -> Array:
    if perm.size != x.ndim:
        raise errors.InvalidArgumentError(
            f"transpose expects a vector of size {x.ndim}. But input(1) is a vector of size {perm.size}"
        )
    moved: Array = x.transpose(_checked_perm(perm.tolist()))
    return moved


def _transpose_gradient(op: Application, grad: Tensor, name: str) -> Gradients:
    from graphwright.ir.infer import constant_value

    perm = constant_value(op.inputs[1])
    inverse: TensorLike
    if perm is not None:
        checked = _checked_perm(perm.tolist())
        inverse = (
            checked if all(checked[p] == i for i, p in enumerate(checked)) else [int(i) for i in np.argsort(checked)]
        )
        inverse = np.array(inverse, np.int32)
    else:
        rank = apply("Maximum", (apply("Size", (op.inputs[1],), {"out_type": op.inputs[1].dtype}), 1))
        from_front = apply("FloorMod", (op.inputs[1], rank))  # each axis counted from the front
        inverse = apply(INVERT_PERMUTATION, (from_front,))
    return [apply(name, (grad, inverse)), None]


def _transpose_view(op: Operation, constants: list[Array | None]) -> View | None:
    perm = constants[1]
    return None if perm is None else View((), tuple((p, 1) for p in _checked_perm(perm.tolist())))


def _conjugate_kernel(x: Array, perm: Array) -> Array:
    moved = _transpose_kernel(x, perm)
    return np.conj(moved) if moved.dtype.kind == "c" else moved


def _conjugated(b: Builder, op: Operation, x: Value, perm: Value) -> list[Value]:
    moved: Value = b("Transpose", x, perm)
    return [b("Conj", moved) if x.type.dtype.is_complex else moved]


def _transposition(name: str, kernel: Kernel, native: Lowering) -> OpRecord:
    return op(
        name,
        "x: T, perm: Tperm -> y: T",
        "T: type; Tperm: index = int32",
        shape=_transpose_shape,
        kernel=kernel,
        gradient=lambda op, grad: _transpose_gradient(op, grad, name),
        partial=moves(0),
        native=native,
    )


TRANSPOSE = _transposition("Transpose", _transpose_kernel, Strided(_transpose_view))
CONJUGATE_TRANSPOSE = _transposition("ConjugateTranspose", _conjugate_kernel, Decompose(_conjugated))


def transpose(
    a: TensorLike, perm: TensorLike | None = None, conjugate: bool = False, name: str = "transpose"
) -> Tensor:
    """Permute the axes: axis `i` of the result is axis `perm[i]` of `a`; without `perm` their order is reversed.

    `conjugate` takes the complex conjugate too. Raises InvalidArgumentError (ValueError in a graph) when `perm` is no
    permutation of the axes.

    >>> tf.transpose([[1, 2, 3]]).shape
    TensorShape([3, 1])
    """
    with name_scope(name) as scope:
        x = a if isinstance(a, Tensor) else to_tensor(a, None, "a")
        record = CONJUGATE_TRANSPOSE if conjugate and x.dtype.is_complex else TRANSPOSE
        if perm is None:
            rank = x.shape.rank
            perm = _reversed_axes(x) if rank is None else np.arange(rank - 1, -1, -1, dtype=np.int32)
        elif not isinstance(perm, Tensor):
            perm = to_tensor(perm, None, "perm", int32)
        return apply(record, (x, perm), name=scope)


def _reversed_axes(x: Tensor) -> Tensor:
    from graphwright.ops.array.ranges import range as range_

    return range_(apply("Sub", (apply("Rank", (x,)), 1), name="sub"), -1, -1, name="Range")


# InvertPermutation ------------------------------------------------------------------------------------------


def _invert_dims(ctx: ShapeContext) -> Dims:
    if ctx.rank(0) not in (None, 1):
        raise ctx.fail("Shape must be rank 1")
    return ctx.dims(0)


def _invert_kernel(x: Array) -> Array:
    if x.ndim != 1:
        raise errors.InvalidArgumentError(f"Shape must be rank 1, got {describe_dims(x.shape)}")
    outside = (x < 0) | (x >= x.size)
    if outside.any():
        raise errors.InvalidArgumentError(f"{x[outside][0]} is not between 0 and {x.size}")
    counts = np.bincount(x, minlength=x.size)
    if (counts > 1).any():
        raise errors.InvalidArgumentError(f"{x[counts[x] > 1][0]} is duplicated in the input.")
    result = np.empty_like(x)
    result[x] = np.arange(x.size)
    return result


INVERT_PERMUTATION = op(
    "InvertPermutation",
    "x: T -> y: T",
    "T: index = int32",
    shape=_invert_dims,
    kernel=_invert_kernel,
    no_gradient=True,
    native=Routed("invert"),
)


def invert_permutation(x: TensorLike, name: str | None = None) -> Tensor:
    """The permutation that undoes this one: `y[x[i]] == i`.

    Args:
      x: vector of int32 or int64 that holds each number from 0 to its length once; InvalidArgumentError otherwise.

    >>> tf.math.invert_permutation([2, 0, 1]).numpy()
    array([1, 2, 0], dtype=int32)
    """
    return apply(INVERT_PERMUTATION, (x,), None, name)


# ReverseV2, Reverse -----------------------------------------------------------------------------------------


def _reverse_axes(axes: Sequence[int], rank: int) -> list[int]:
    if not rank and state.graph is None:
        return []  # run on a scalar, TensorFlow looks at no axis; it refuses them while tracing
    result: list[int] = []
    for i, a in enumerate(axes):
        if not -rank <= a < rank:
            raise errors.ShapeMismatchError(f"'axis'[{i}] = {a} is out of valid range [0, {rank - 1}]")
        at = a + rank if a < 0 else a
        if at in result:
            raise errors.ShapeMismatchError(f"axis {at} specified more than once.")
        result.append(at)
    return result


def _reverse_shape(ctx: ShapeContext) -> Dims:
    if ctx.rank(1) not in (None, 1):
        raise ctx.fail(f"'dims' must be 1-dimension, not {ctx.rank(1)}")
    axes, dims = static_ints(ctx, 1), ctx.dims(0)
    if axes is not None and dims is not None:
        _reverse_axes(axes, len(dims))
    return dims


def _flipped(x: Array, axes: Sequence[int]) -> Array:
    return x[tuple(slice(None, None, -1) if k in axes else slice(None) for k in range(x.ndim))] if axes else x


def _reverse_view(op: Operation, axes: Sequence[int] | None) -> View | None:
    rank = op.inputs[0].type.rank
    if axes is None or rank is None:
        return None
    chosen = _reverse_axes(axes, rank)
    return View(tuple((a, -1) for a in chosen), tuple((k, -1 if k in chosen else 1) for k in range(rank)))


def _flags_to_axes(flags: Array) -> list[int]:
    return [i for i, flag in enumerate(flags) if flag]


_REVERSE_TYPES = (
    "uint8 int8 uint16 int16 uint32 int32 uint64 int64 bool bfloat16 half float double complex64 complex128 string"
)


def _reverse_kernel(tensor: Array, axis: Array) -> Array:
    if axis.ndim != 1:
        raise errors.InvalidArgumentError(f"'dims' must be 1-dimension, not {axis.ndim}")
    return _flipped(tensor, _reverse_axes(axis.tolist(), tensor.ndim))


REVERSE_V2: OpRecord = op(
    "ReverseV2",
    "tensor: T, axis: Tidx -> output: T",
    f"Tidx: index = int32; T: {{{_REVERSE_TYPES}}}",
    shape=_reverse_shape,
    kernel=_reverse_kernel,
    gradient=lambda op, grad: [apply(REVERSE_V2, (grad, op.inputs[1])), None],
    partial=moves(0),
    native=Strided(lambda op, constants: _reverse_view(op, None if constants[1] is None else constants[1].tolist())),
)

REVERSE: OpRecord = op(
    "Reverse",
    "tensor: T, dims: bool -> output: T",
    f"T: {{{_REVERSE_TYPES}}}",
    shape=lambda ctx: ctx.dims(0),
    kernel=lambda tensor, dims: _flipped(tensor, _flags_to_axes(dims)),
    gradient=lambda op, grad: [apply(REVERSE, (grad, op.inputs[1])), None],
    native=Strided(
        lambda op, constants: _reverse_view(op, None if constants[1] is None else _flags_to_axes(constants[1]))
    ),
)


def reverse(tensor: TensorLike, axis: AxisLike, name: str | None = None) -> Tensor:
    """The elements in the opposite order along each of the axes in the vector `axis`.

    Raises InvalidArgumentError (ValueError in a graph) for an axis that does not exist or is named twice.

    >>> tf.reverse([1, 2, 3], [0])
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([3, 2, 1], dtype=int32)>
    """
    return apply(REVERSE_V2, (tensor, axis), name=name)


# Roll -------------------------------------------------------------------------------------------------------


def _roll_shape(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims == ():
        raise ctx.fail("input must be 1-D or higher")
    merge_dims(ctx, ctx.dims(1), ctx.dims(2), "shift and axis must have the same size")
    axes = static_ints(ctx, 2)
    if dims is not None and axes is not None:
        _roll_axes(axes, len(dims))
    return dims


def _roll_axes(axes: Sequence[int], rank: int) -> None:
    for a in axes:
        if not -rank <= a < rank:
            raise errors.ShapeMismatchError(f"axis {a} is out of range")


def _roll_kernel(input: Array, shift: Array, axis: Array) -> Array:
    if shift.shape != axis.shape:
        raise errors.InvalidArgumentError("shift and axis must have the same size")
    axes = axis.reshape(-1).tolist()
    _roll_axes(axes, input.ndim)
    return np.roll(input, shift.reshape(-1).tolist(), axes)


def _roll_native(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    axes = load.constant(2)
    if axes is None or axes.ndim != load.rank(1):
        raise Unsupported("a roll over axes that are not known while compiling")
    positions = list(index)
    for k, a in enumerate(axes.reshape(-1).tolist()):
        shift = e.convert(load(1, [e.const(k, "int64")] * load.rank(1)), "int64")
        positions[a] = e.floormod(e.sub(positions[a], shift), load.size(0, a % len(positions)))
    return load(0, positions)


def _roll_check(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    """The shifts, one for each axis."""
    axes = load.constant(2)
    if axes is None or not load.rank(1):
        return e.const(True, "bool")
    return e.compare("eq", load.size(1, 0), e.const(axes.size, "int64"))


ROLL = op(
    "Roll",
    "input: T, shift: Tshift, axis: Taxis -> output: T",
    "T: type; Tshift: index; Taxis: index",
    shape=_roll_shape,
    kernel=_roll_kernel,
    partial=moves(0),
    native=Generate(_roll_native, _roll_check),
    gradient=lambda op, grad: [roll(grad, apply("Neg", (op.inputs[1],)), op.inputs[2]), None, None],
)


def roll(input: TensorLike, shift: TensorLike, axis: AxisLike, name: str | None = None) -> Tensor:
    """Shift the elements along axes, those that leave at one end coming in at the other.

    `shift` and `axis` are scalars or vectors of one length. Raises InvalidArgumentError when they are not, or an axis
    does not exist.

    >>> tf.roll([1, 2, 3], 1, 0)
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([3, 1, 2], dtype=int32)>
    """
    return apply(ROLL, (input, shift, axis), name=name)
