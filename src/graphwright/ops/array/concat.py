"""Ops that join tensors along an axis: concat and stack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import int32
from graphwright.base.shape import TensorShape
from graphwright.base.size_arithmetic import add
from graphwright.core.convert import to_tensor
from graphwright.core.graph_lists import GraphList, is_graph_list, listed
from graphwright.core.prelude import Array, AxisLike, Tensor, TensorLike, apply, apply_multi, errors, name_scope, state
from graphwright.ir.infer import KnownElements, constant_value
from graphwright.ir.lowering import Assemble, Box
from graphwright.ir.prelude import Dim, Dims, Operation, ShapeContext, Symbol, Value, describe_dims, op
from graphwright.ops.array._dims import merge_dim, merge_dims, mismatch, static_axis, unknown
from graphwright.ops.array._graph_lists import nonempty
from graphwright.ops.array._moved_elements import moves

# ConcatV2, Concat -------------------------------------------------------------------------------------------


def _concat_dims(ctx: ShapeContext, first: int, count: int, axis: int | None) -> Dims:
    """The dims of `count` inputs, starting with `first`, concatenated along `axis`."""
    shapes = [ctx.dims(i) for i in range(first, first + count)]
    ranks = {len(d) for d in shapes if d is not None}
    if len(ranks) > 1:
        raise _concat_error(ctx, "Ranks of all input tensors should match", shapes)
    if not ranks:
        return None
    rank = ranks.pop()
    if rank == 0:
        raise ctx.fail("Can't concatenate scalars (use tf.stack instead)")
    if axis is None:
        return unknown(rank)
    if not -rank <= axis < rank:
        raise ctx.fail(f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), but got {axis}")
    at = axis % rank
    result: list[Dim] = list(next(d for d in shapes if d is not None))
    total: Dim | None = 0
    for dims in shapes:
        if dims is None:
            total = None
            continue
        for k in range(rank):
            if k != at:
                agreed = merge_dim(result[k], dims[k])
                if agreed is None:
                    raise _concat_error(ctx, f"Dimension {k} in both shapes must be equal", shapes)
                result[k] = agreed
        total = None if total is None else add(total, dims[at])
    result[at] = Symbol() if total is None else total
    return tuple(result)


def _concat_error(ctx: ShapeContext, message: str, shapes: Sequence[Dims]) -> errors.ShapeMismatchError:
    text = f"ConcatOp : {message}: {_listed_shapes(shapes)}"
    return mismatch(ctx, text)


def _listed_shapes(shapes: Sequence[Dims]) -> str:
    return " vs. ".join(f"shape[{i}] = {describe_dims(d)}" for i, d in enumerate(shapes))


def _concat(arrays: Sequence[Array], axis: Array) -> Array:
    at = int(axis.reshape(()))
    rank = arrays[0].ndim
    if not -rank <= at < rank:
        raise errors.InvalidArgumentError(
            f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), but got {at}"
        )
    try:
        return np.concatenate(arrays, axis=at)
    except ValueError:
        raise errors.InvalidArgumentError(
            f"ConcatOp : Dimensions of inputs should match: {_listed_shapes([a.shape for a in arrays])}"
        ) from None


def _concat_gradients(values: Sequence[Tensor], axis: Tensor, grad: Tensor) -> list[Tensor]:
    """The slice of the gradient that belongs to each input."""
    from graphwright.ops.array import shapes, split

    known = constant_value(axis)
    rank = next((v.shape.rank for v in values if v.shape.rank is not None), None)
    if known is not None and rank is not None:
        at = int(known.reshape(())) % rank
        dims = [None if v.shape.symbolic is None else v.shape.symbolic[at] for v in values]
        if all(isinstance(d, int) for d in dims):
            sizes: Any = np.array(dims, np.int32)
        else:
            sizes = stack([shapes.shape(v)[at] for v in values])
        return split.split_v(grad, sizes, at)
    # nothing known: the axis counted from the front, and the sizes along it
    position = apply(
        "FloorMod", (apply("Cast", (shapes.reshape(axis, []),), {"DstT": int32}), apply("Rank", (values[0],)))
    )
    lengths = stack([shapes.shape(v) for v in values])
    return split.split_v(grad, apply("GatherV2", (lengths, position, 1)), position, len(values))


def _concat_boxes(op: Operation, inputs: Sequence[int], axis: Array | None) -> list[Box] | None:
    if axis is None:
        return None
    shapes = [op.inputs[i].type.dims for i in inputs]
    if any(d is None for d in shapes):
        return None
    rank = len(shapes[0])
    at = int(axis.reshape(())) % rank
    boxes: list[Box] = []
    before: tuple[Dim, ...] = ()
    for i, dims in zip(inputs, shapes, strict=True):
        start: list[tuple[Dim, ...]] = [()] * rank
        start[at] = before
        boxes.append(Box(i, tuple(start), tuple(range(rank))))
        before = _add_dim(before, dims[at])
    return boxes


def _add_dim(total: tuple[Dim, ...], d: Dim) -> tuple[Dim, ...]:
    """A sum of dims with its known part in front."""
    if isinstance(d, int) and total and isinstance(total[0], int):
        return (total[0] + d, *total[1:])
    return (d, *total) if isinstance(d, int) else (*total, d)


def _concat_partial(values: Sequence[Value], known: KnownElements) -> Dims:
    parts = [known(v) for v in values]
    if values[0].type.rank != 1:
        return None
    found: list[Dim] = []
    for part in parts:
        if part is None:
            return None
        found.extend(part)
    return tuple(found)


def _concat_of_list(values: GraphList, axis: TensorLike, **_: Any) -> Tensor:
    """The elements of a list of the graph, concatenated."""
    known = constant_value(to_tensor(axis, int32) if isinstance(axis, int) else to_tensor(axis))
    dims = values.element_dims()
    if known is None or dims is None or known.ndim:
        raise values.unknown_length("tf.concat along an axis that is not known")
    if not dims:
        raise errors.ShapeMismatchError("Can't concatenate scalars (use tf.stack instead)")
    if not -len(dims) <= int(known) < len(dims):
        raise errors.ShapeMismatchError(
            f"ConcatOp : Expected concatenating dimensions in the range [{-len(dims)}, {len(dims)}), but got {known}"
        )
    at = int(known) % len(dims)
    nonempty(values, "tf.concat")
    if not at and values.handle is not None:
        sizes = np.array([-1, *(d if isinstance(d, int) else -1 for d in dims[1:])], np.int32)
        inputs = (values.handle, sizes, np.zeros(0, np.int64))
        return apply_multi("TensorListConcatV2", inputs, {"element_dtype": values.dtype})[0]
    stacked = to_tensor(values)
    order = [*range(1, at + 1), 0, *range(at + 1, len(dims) + 1)]
    shape = apply("Shape", (stacked,))
    joined = apply("ConcatV2", ([shape[1 : at + 1], [-1], shape[at + 2 :]], 0))
    return apply("Reshape", (apply("Transpose", (stacked, order)), joined))


CONCAT_V2 = op(
    "ConcatV2",
    "values: N*T, axis: Tidx -> output: T",
    "N: int >= 2; T: type; Tidx: index = int32",
    shape=lambda ctx: _concat_dims(ctx, 0, len(ctx.types) - 1, static_axis(ctx, len(ctx.types) - 1)),
    kernel=_concat,
    gradient=lambda op, grad: [*_concat_gradients(op.inputs[:-1], op.inputs[-1], grad), None],
    partial=lambda op, known: _concat_partial(op.inputs[:-1], known) or moves(0)(op, known),
    native=Assemble(lambda op, constants: _concat_boxes(op, range(len(op.inputs) - 1), constants[-1])),
    of_list=_concat_of_list,
)

CONCAT = op(
    "Concat",
    "concat_dim: int32, values: N*T -> output: T",
    "N: int >= 2; T: type",
    shape=lambda ctx: _concat_dims(ctx, 1, len(ctx.types) - 1, static_axis(ctx, 0)),
    kernel=lambda concat_dim, values: _concat(values, concat_dim),
    gradient=lambda op, grad: [None, *_concat_gradients(op.inputs[1:], op.inputs[0], grad)],
    partial=lambda op, known: _concat_partial(op.inputs[1:], known) or moves(1)(op, known),
    native=Assemble(lambda op, constants: _concat_boxes(op, range(1, len(op.inputs)), constants[0])),
    of_list=lambda concat_dim, values, **_: _concat_of_list(values, concat_dim),
)


def concat(values: TensorLike, axis: AxisLike, name: str = "concat") -> Tensor:
    """Join tensors along an axis that they have; all other sizes must be the same.

    Raises InvalidArgumentError (ValueError in a graph) when ranks or sizes differ, or the axis does not exist.

    >>> tf.concat([[1, 2], [3]], axis=0)
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 2, 3], dtype=int32)>
    """
    values = listed(values) if isinstance(values, (list, tuple)) else [values]
    if is_graph_list(values):
        return apply(CONCAT_V2, (values, axis), name=name)
    if not values:
        raise errors.ShapeMismatchError("tf.concat needs at least one tensor.")
    if len(values) == 1:
        with name_scope(name):
            value = to_tensor(values[0])
            at = to_tensor(axis, int32, "concat_dim") if not isinstance(axis, Tensor) else axis
            if at.shape.rank not in (None, 0):
                raise errors.ShapeMismatchError(f"The axis of tf.concat must be a scalar, got shape {at.shape}.")
            return apply("Identity", (value,), name="concat")
    return apply(CONCAT_V2, (values, axis), name=name)


# ConcatOffset -----------------------------------------------------------------------------------------------


def _concat_offset_kernel(concat_dim: Array, shape: Sequence[Array]) -> list[Array]:
    if concat_dim.ndim:
        raise errors.InvalidArgumentError(f"Concat dim tensor should be a scalar, got shape {concat_dim.shape}")
    for i, s in enumerate(shape):
        if s.ndim != 1:
            raise errors.InvalidArgumentError(f"input {i} should be a vector, but got shape {describe_dims(s.shape)}")
        if len(s) != len(shape[0]):
            raise errors.InvalidArgumentError(f"input {i} should contain {len(shape[0])} elements, but got {len(s)}")
    at, rank = int(concat_dim), len(shape[0])
    if not -rank <= at < rank:
        raise errors.InvalidArgumentError(f"Concat dim is out of range: {at} vs. {rank}")
    result: list[Array] = []
    total = 0
    for s in shape:
        offset = np.zeros_like(s)
        offset[at] = total
        total += int(s[at])
        result.append(offset)
    return result


CONCAT_OFFSET = op(
    "ConcatOffset",
    "concat_dim: int32, shape: N*shape_type -> offset: N*shape_type",
    "N: int >= 2; shape_type: index = int32",
    shape=lambda ctx: [t.dims for t in ctx.types[1:]],
    kernel=_concat_offset_kernel,
    no_gradient=True,
)


# Pack -------------------------------------------------------------------------------------------------------


def _pack_shape(ctx: ShapeContext) -> Dims:
    dims: Dims = None
    for i, t in enumerate(ctx.types):
        found = f"values[0].shape = {describe_dims(dims)} != values[{i}].shape = {describe_dims(t.dims)}"
        text = f"Shapes of all inputs must match: {found}"
        if state.graph is not None and dims is not None and t.dims is not None:
            text = f"{_first_difference(dims, t.dims)}. Shapes are {describe_dims(dims)} and {describe_dims(t.dims)}"
        dims = merge_dims(ctx, dims, t.dims, text)
    if dims is None:
        return None
    at = pack_axis(ctx.attrs["axis"], len(dims) + 1)
    return (*dims[:at], len(ctx.types), *dims[at:])


def _first_difference(a: tuple[Dim, ...], b: tuple[Dim, ...]) -> str:
    if len(a) != len(b):
        return f"Shapes must be equal rank, but are {len(a)} and {len(b)}"
    for i, (x, y) in enumerate(zip(a, b, strict=True)):
        if merge_dim(x, y) is None:
            return f"Dimension {i} in both shapes must be equal, but are {x} and {y}"
    return "Shapes must be equal"


def pack_axis(axis: int, rank: int) -> int:
    """The index of an axis (or of a new one) counted from the front; raises when it is out of range."""
    if not -rank <= axis < rank:
        raise errors.ShapeMismatchError(f"axis = {axis} not in [{-rank}, {rank})")
    return axis + rank if axis < 0 else axis


def _pack_kernel(values: Sequence[Array], axis: int) -> Array:
    try:
        return np.stack(values, axis=axis)
    except ValueError:
        pack_axis(axis, values[0].ndim + 1)
        other = next(i for i, v in enumerate(values) if v.shape != values[0].shape)
        raise errors.InvalidArgumentError(
            f"Shapes of all inputs must match: values[0].shape = {describe_dims(values[0].shape)} "
            f"!= values[{other}].shape = {describe_dims(values[other].shape)}"
        ) from None


def _pack_boxes(op: Operation, constants: list[Array | None]) -> list[Box] | None:
    out = op.outputs[0].type.dims
    if out is None or any(v.type.dims is None for v in op.inputs):
        return None
    at = pack_axis(op.attrs["axis"], len(out))
    axes = tuple(k for k in range(len(out)) if k != at)
    return [Box(i, tuple((i,) if k == at and i else () for k in range(len(out))), axes) for i in range(len(op.inputs))]


def _pack_of_list(values: GraphList, axis: int = 0) -> Tensor:
    """The elements of a list of the graph, stacked."""
    stacked = to_tensor(values)
    if not axis:
        return stacked
    dims = values.element_dims()
    if dims is None:
        raise values.unknown_length("tf.stack of elements of unknown rank, along another axis than the first,")
    at = pack_axis(axis, len(dims) + 1)
    return apply("Transpose", (stacked, [*range(1, at + 1), 0, *range(at + 1, len(dims) + 1)]))


PACK = op(
    "Pack",
    "values: N*T -> output: T",
    "N: int >= 1; T: type; axis: int = 0",
    shape=_pack_shape,
    kernel=_pack_kernel,
    partial=moves(0),
    native=Assemble(_pack_boxes),
    of_list=_pack_of_list,
    gradient=lambda op, grad: apply_multi("Unpack", (grad,), {"num": len(op.inputs), "axis": op.attrs["axis"]}),
)


def stack(values: TensorLike, axis: int = 0, name: str = "stack") -> Tensor:
    """Join tensors of one shape along a new axis.

    Raises InvalidArgumentError (ValueError in a graph) when shapes differ, ValueError for an axis that cannot be.

    >>> tf.stack([[1, 2], [3, 4]], axis=1)
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 3],
           [2, 4]], dtype=int32)>
    """
    if is_graph_list(values):
        return apply(PACK, (values,), {"axis": int(axis)}, name)
    if axis == 0 and isinstance(values, (list, tuple)):
        try:
            return to_tensor(values, None, name)  # numbers alone become one constant
        except errors.OpError:
            raise
        except (TypeError, ValueError):
            pass  # the op says better what is wrong
    if not isinstance(values, (list, tuple)):
        from graphwright.ops.array.split import unstack

        values = unstack(values)
    if not len(values) and axis != 0:
        raise IndexError(f"tf.stack of no tensors has the axis 0 alone, got axis {axis}; give at least one tensor.")
    rank = next((r for r in map(_rank_of, values) if r is not None), None)
    if rank is not None and not -rank - 1 <= axis <= rank:
        raise ValueError(f"Argument `axis` = {axis} not in range [{-rank - 1}, {rank + 1})")
    return apply(PACK, (values,), {"axis": int(axis)}, name)


def _rank_of(value: TensorLike) -> int | None:
    """The rank of a tensor or array; None where it is unknown or would take a conversion."""
    shape = getattr(value, "shape", None)
    if isinstance(shape, TensorShape):
        return shape.rank
    return len(shape) if isinstance(shape, tuple) else None


def parallel_stack(values: TensorLike, name: str = "parallel_stack") -> Tensor:
    """Stack tensors along a new first axis, in a graph; `tf.stack` does so anywhere.

    Raises RuntimeError when run eagerly.

    >>> tf.function(lambda: tf.parallel_stack([[1], [2]]))().numpy().tolist()
    [[1], [2]]
    """
    if state.graph is None:
        raise RuntimeError("tf.parallel_stack() is not compatible with eager execution.")
    return stack(values, 0, name)
