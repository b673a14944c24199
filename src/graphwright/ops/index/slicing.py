"""Slices: the ops Slice and StridedSlice, and Python's indexing on tensors and variables."""

from __future__ import annotations

import builtins
import contextlib
import operator
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import int16, int32, int64
from graphwright.base.size_arithmetic import as_size, subtract, unknown_integer
from graphwright.base.tracebacks import shorten
from graphwright.core.prelude import Application, Gradients, TensorLike, apply, errors, name_scope, state, to_tensor
from graphwright.core.tensor import Array, EagerTensor, Tensor, eager
from graphwright.ir.infer import KnownElements
from graphwright.ir.lowering import Bounds, Element, Embed, Strided, View
from graphwright.ir.prelude import Dim, Dims, Operation, ShapeContext, Symbol, constant_value, describe_dims, op
from graphwright.ops.array._dims import unknown
from graphwright.ops.array._moved_elements import moves
from graphwright.ops.index import _strided_slice as strided

newaxis: Final = None
"""In an index: a new axis of size 1."""

_MASKS: Final = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")
MASK_ATTRS = "; ".join(f"{m}: int = 0" for m in _MASKS)


def _cuts(dims: Sequence[Dim], known: Any, inputs: Sequence[Any], masks: Mapping[str, Any]) -> strided.Plan | None:
    """The slicing plan from begin, end and strides, as far as they are known; None if their length is unknown."""
    begin, end, strides = (known(v) for v in inputs)
    lengths = {len(v) for v in (begin, end, strides) if v is not None}
    if not lengths:
        return None
    if len(lengths) > 1:
        raise errors.ShapeMismatchError("Expected begin, end, and strides to be 1D equal size tensors")
    count = lengths.pop()
    begin, end, strides = (
        tuple(unknown_integer() for _ in range(count)) if v is None else v for v in (begin, end, strides)
    )
    return strided.plan(len(dims), begin, end, strides, masks)


def _strided_shape(ctx: ShapeContext) -> Dims:
    for i in (1, 2, 3):
        if ctx.rank(i) not in (None, 1):
            raise errors.ShapeMismatchError("Expected begin, end, and strides to be 1D equal size tensors")
    dims = ctx.dims(0)
    if dims is None:
        return None
    try:
        cuts = _cuts(dims, ctx.integers_value, (1, 2, 3), ctx.attrs)
        return None if cuts is None else strided.output_dims(cuts, dims)
    except errors.ShapeMismatchError as error:
        if state.graph is None:
            raise
        raise ctx.fail(error.message) from None


def numpy_index(
    shape: Sequence[int], begin: Array, end: Array, strides: Array, masks: Mapping[str, Any]
) -> tuple[Array, ...]:
    """What NumPy indexes an array of this shape with, single indices checked."""
    if not begin.ndim == 1 or not begin.shape == end.shape == strides.shape:
        raise errors.InvalidArgumentError(
            "Expected begin, end, and strides to be 1D equal size tensors, but got shapes "
            f"{describe_dims(begin.shape)}, {describe_dims(end.shape)}, and {describe_dims(strides.shape)} instead."
        )
    vectors = (tuple(begin.tolist()), tuple(end.tolist()), tuple(strides.tolist()))
    return _resolved(tuple(shape), *vectors, tuple(masks[m] for m in _MASKS))


@lru_cache(maxsize=4096)  # programs repeat a few indices
def _resolved(
    shape: tuple[int, ...],
    begin: tuple[int, ...],
    end: tuple[int, ...],
    strides: tuple[int, ...],
    masks: tuple[int, ...],
) -> tuple[Array, ...]:
    named = dict(zip(_MASKS, masks, strict=True))
    return strided.index_of(strided.plan(len(shape), begin, end, strides, named), shape)


def _strided_kernel(input: Array, begin: Array, end: Array, strides: Array, **masks: object) -> Array:
    return np.asarray(input[numpy_index(input.shape, begin, end, strides, masks)], dtype=input.dtype)


def _strided_partial(op: Operation, known: KnownElements) -> Dims:
    """The slice of a shape vector."""
    source = known(op.inputs[0])
    if source is None or op.inputs[0].type.rank != 1:
        return None
    cuts = _cuts((len(source),), known, op.inputs[1:], op.attrs)
    if cuts is None or len(cuts) != 1 or cuts[0] is strided.NEW_AXIS:
        return None
    cut = cuts[0]
    if any(isinstance(v, Symbol) for v in (cut.start, cut.stop, cut.step)):
        return None
    if cut.single:
        return (source[cut.start],) if cut.start < len(source) else None  # the run raises
    return source[cut.start : cut.stop : cut.step]


def _masks_of(op: Application) -> dict[str, Any]:
    return {m: op.attrs[m] for m in _MASKS}


def _strided_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.array import shapes

    x, begin, end, strides = op.inputs
    shape = shapes.shape(x, out_type=begin.dtype if begin.dtype in (int32, int64) else int32)
    if begin.dtype is int16:
        begin, end, strides = (apply("Cast", (v,), {"DstT": int32}) for v in (begin, end, strides))
    return [apply(STRIDED_SLICE_GRAD, (shape, begin, end, strides, grad), _masks_of(op)), None, None, None]


def _strided_view(op: Operation, constants: list[Array | None]) -> View | None:
    dims = op.inputs[0].type.dims
    cuts = None if dims is None else _cuts_of(op, dims, constants)
    return None if cuts is None else strided.view_of(cuts, dims)


def _cuts_of(op: Operation, dims: Sequence[Dim], constants: list[Array | None]) -> strided.Plan | None:
    """The slicing plan of an op whose inputs 1 to 3 are begin, end and strides."""
    values = [None if c is None else tuple(c.tolist()) for c in constants[1:4]]
    lengths = [v.type.dims[0] for v in op.inputs[1:4] if v.type.dims and isinstance(v.type.dims[0], int)]
    some = unknown(lengths[0]) if lengths else None
    return _cuts(dims, lambda v: v if v is not None else some, values, op.attrs)


STRIDED_SLICE = op(
    "StridedSlice",
    "input: T, begin: Index, end: Index, strides: Index -> output: T",
    "T: type; Index: {int16, int32, int64}; " + MASK_ATTRS,
    shape=_strided_shape,
    kernel=_strided_kernel,
    gradient=_strided_gradient,
    partial=lambda op, known: _strided_partial(op, known) or moves(0)(op, known),
    native=Strided(_strided_view),
)


def _strided_grad_shape(ctx: ShapeContext) -> Dims:
    dims = ctx.dims_value(0)
    if dims is not None:
        return dims
    length = (ctx.dims(0) or (None,))[0]
    return unknown(length) if isinstance(length, int) else None


def _strided_grad_kernel(shape: Array, begin: Array, end: Array, strides: Array, dy: Array, **masks: object) -> Array:
    result = np.zeros(tuple(shape), dy.dtype)
    index = numpy_index(result.shape, begin, end, strides, masks)
    position = result[index]
    if position.shape != dy.shape:
        raise errors.InvalidArgumentError(
            f"shape of dy was {describe_dims(dy.shape)} instead of {describe_dims(position.shape)}"
        )
    result[index] = dy
    return result


def _strided_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    _, begin, end, strides, _ = op.inputs
    return [None, None, None, None, apply(STRIDED_SLICE, (grad, begin, end, strides), _masks_of(op))]


def _slice_box(op: Operation, constants: list[Array | None]) -> View | None:
    """The position of the slice, if the gradient certainly has its sizes, except those known at run time."""
    dims, part_dims = op.outputs[0].type.dims, op.inputs[4].type.dims
    try:
        cuts = None if dims is None or part_dims is None else _cuts_of(op, dims, constants)
    except errors.ShapeMismatchError:
        return None  # the kernel says what is wrong
    return None if cuts is None else strided.place_of(cuts, dims, part_dims)


STRIDED_SLICE_GRAD = op(
    "StridedSliceGrad",
    "shape: Index, begin: Index, end: Index, strides: Index, dy: T -> output: T",
    "T: type; Index: index; " + MASK_ATTRS,
    shape=_strided_grad_shape,
    kernel=_strided_grad_kernel,
    gradient=_strided_grad_gradient,
    native=Embed(_slice_box, source=4),
)


# Slice ------------------------------------------------------------------------------------------------------


def _slice_shape(ctx: ShapeContext) -> Dims:
    dims, begin, size = ctx.dims(0), ctx.sizes_value(1), ctx.dims_value(2)
    count = next((len(v) for v in (begin, size, dims) if v is not None), None)
    if count is None:
        return None
    if any(v is not None and len(v) != count for v in (dims, begin, size)):
        found = " and ".join(describe_dims(ctx.dims(i)) for i in (1, 2))
        rank = count if dims is None else len(dims)
        raise ctx.fail(
            f"Expected begin and size arguments to be 1-D tensors of size {rank}, but got shapes {found} instead."
        )
    if state.graph is None and None not in (dims, begin, size):
        _check_slice(dims, begin, size)  # what is traced may never run
    result: list[Dim] = []
    for i in range(count):
        first, length = (Symbol() if v is None else v[i] for v in (begin, size))
        if length == -1:
            whole = Symbol() if dims is None else dims[i]
            length = as_size(subtract(whole, first))
            if isinstance(length, int) and length < 0:
                raise ctx.fail(f"Negative dimension size caused by subtracting {first} from {whole}")
        if isinstance(length, int) and length < 0:
            raise ctx.fail(f"Expected size[{i}] in [0, {describe_dims(dims)[1:-1]}], but got {length}")
        result.append(length)
    return tuple(result)


def _check_slice(dims: Any, begin: Any, size: Any) -> None:
    for i, (whole, first, length) in enumerate(zip(dims, begin, size, strict=True)):
        if any(isinstance(v, Symbol) for v in (whole, first, length)):
            continue
        if not 0 <= first <= whole:
            raise errors.ShapeMismatchError(f"Expected begin[{i}] in [0, {whole}], but got {first}")
        if length != -1 and not 0 <= length <= whole - first:
            raise errors.ShapeMismatchError(f"Expected size[{i}] in [0, {whole - first}], but got {length}")


def _slice_kernel(input: Array, begin: Array, size: Array) -> Array:
    starts, sizes = begin.tolist(), size.tolist()
    if not begin.shape == size.shape == (input.ndim,):
        raise errors.InvalidArgumentError(
            f"Expected begin and size arguments to be 1-D tensors of size {input.ndim}, but got shapes "
            f"{describe_dims(begin.shape)} and {describe_dims(size.shape)} instead."
        )
    _check_slice(input.shape, starts, sizes)
    index = tuple(builtins.slice(b, None if s == -1 else b + s) for b, s in zip(starts, sizes, strict=True))
    return np.asarray(input[index], dtype=input.dtype)


def _slice_gradient(op: Application, grad: Tensor) -> Gradients:
    """The gradient padded with zeros in place of what was cut off."""
    from graphwright.ir.infer import constant_value
    from graphwright.ops.array import concat, pad, shapes

    x, begin, _ = op.inputs
    known = constant_value(begin)
    if known is not None and x._type.is_static and grad._type.is_static:
        sizes: Any = known.tolist(), x._type.dims, grad._type.dims
        rows = [[b, d - b - g] for b, d, g in zip(*sizes, strict=True)]
        return [pad.pad(grad, np.array(rows, np.int32).reshape(len(rows), 2)), None, None]
    after = shapes.shape(x, begin.dtype) - begin - shapes.shape(grad, begin.dtype)
    return [pad.pad(grad, concat.stack([begin, after], axis=1)), None, None]


def _slice_view(op: Operation, constants: list[Array | None]) -> View | None:
    dims, begin, size = op.inputs[0].type.dims, constants[1], constants[2]
    out = op.outputs[0].type.dims
    if dims is None or out is None or any(v.type.dims != (len(dims),) for v in op.inputs[1:]):
        return None
    offset: list[tuple[int, int]] = []
    bounds: list[Bounds] = []
    for axis, (whole, length) in enumerate(zip(dims, out, strict=True)):
        first = None if begin is None else int(begin[axis])
        rest = size is not None and size[axis] == -1
        certain = isinstance(whole, int) and isinstance(length, int) and first is not None
        if certain and 0 <= first <= whole - length:  # type: ignore[operator]
            offset += [(axis, first)] if first and length else []
        elif not (rest and first == 0):
            # whether it fits is known only when it runs
            start = Element(1, axis) if first is None else first
            bounds.append(Bounds(axis, axis, start, Element(2, axis) if size is None else int(size[axis]), 1, True))
    return View(tuple(offset), tuple((k, 1) for k in range(len(dims))), tuple(bounds))


SLICE = op(
    "Slice",
    "input: T, begin: Index, size: Index -> output: T",
    "T: type; Index: index",
    shape=_slice_shape,
    kernel=_slice_kernel,
    gradient=_slice_gradient,
    partial=moves(0),
    native=Strided(_slice_view),
)


# public functions -------------------------------------------------------------------------------------------


def slice(input_: TensorLike, begin: TensorLike, size: TensorLike, name: str | None = None) -> Tensor:
    """The part of a tensor that starts at `begin` and has the sizes `size` (-1: all that is left).

    `begin` and `size` have one number per axis. Raises InvalidArgumentError when the part is not inside.

    >>> tf.slice([[1, 2, 3], [4, 5, 6]], [1, 0], [1, 2])
    <tf.Tensor: shape=(1, 2), dtype=int32, numpy=array([[4, 5]], dtype=int32)>
    """
    return apply(SLICE, (input_, begin, size), name=name)


def strided_slice(
    input_: TensorLike,
    begin: TensorLike,
    end: TensorLike,
    strides: TensorLike | None = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The op behind indexing: `begin`, `end` and `strides` (ones) per axis, with bits of the masks saying more.

    Bit i of `begin_mask` or `end_mask` ignores that end, of `ellipsis_mask` makes entry i an ellipsis, of
    `new_axis_mask` a new axis and of `shrink_axis_mask` a single index whose axis disappears.

    >>> tf.strided_slice([1, 2, 3, 4], [0], [4], [2])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 3], dtype=int32)>
    """
    from graphwright.ops.array.constants import ones_like

    if strides is None:
        strides = ones_like(begin)
    values = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    return apply(STRIDED_SLICE, (input_, begin, end, strides), dict(zip(_MASKS, values, strict=True)), name)


def boolean_mask(tensor: TensorLike, mask: TensorLike, axis: int | None = None, name: str = "boolean_mask") -> Tensor:
    """The elements of a tensor where `mask` is True, along one new axis that replaces the axes of the mask.

    `mask` covers the axes from `axis` (0) on. Raises ValueError for a scalar mask, one of unknown rank, and one whose
    shape does not fit.

    >>> tf.boolean_mask([1, 2, 3], [True, False, True])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 3], dtype=int32)>
    """
    from graphwright.ops.array import select, shapes
    from graphwright.ops.index import gather

    with name_scope(name):
        x = tensor if isinstance(tensor, Tensor) else to_tensor(tensor, None, "tensor")
        m = mask if isinstance(mask, Tensor) else to_tensor(mask, None, "mask")
        count = m.shape.rank
        if count == 0:
            raise ValueError("mask cannot be scalar.")
        if count is None:
            raise ValueError("The mask's rank must be known: shape=[None] will do, shape=None will not.")
        known = constant_value(axis) if isinstance(axis, Tensor) else axis
        at = int(known or 0)
        if (known is None and axis is not None) or (x.shape.rank is None and count > 1 and at >= 0):
            from graphwright.ops.array.masks import masked_along

            return masked_along(x, m, at if known is not None or axis is None else axis, count)
        if at < 0:
            if x.shape.rank is None:
                raise ValueError("tf.boolean_mask with a negative axis needs a tensor of known rank.")
            at += x.shape.rank
        if not x.shape[at : at + count].is_compatible_with(m.shape):
            raise ValueError(
                f"Shapes {x.shape[at : at + count]} and {m.shape} are incompatible: the mask must have the sizes of "
                f"the tensor, whose shape is {x.shape}, from axis {at} on."
            )
        if count > 1 or x.shape.rank is not None:
            # for one axis too: the gradient of a gather is sparse, that of a reshaped tensor is not
            size = shapes.sizes(x)
            x, m = shapes.reshape(x, [*size[:at], -1, *size[at + count :]]), shapes.reshape(m, [-1])
        positions = shapes.squeeze(select.where(m), axis=[1])
        return gather.gather(x, positions, axis=at)


# Python's indexing ------------------------------------------------------------------------------------------


def getitem(self: Any, key: Any) -> Tensor:
    """`tensor[key]` for integers, slices, `...`, `tf.newaxis`, scalar integer tensors, and one boolean mask."""
    try:
        tensor = self if isinstance(self, Tensor) else self.read_value()
        if _is_mask(key):
            return boolean_mask(tensor, key)
        keys = key if isinstance(key, (tuple, list)) else (key,)
        begin: list[Any] = []
        end: list[Any] = []
        strides: list[Any] = []
        masks = dict.fromkeys(_MASKS, 0)
        for i, k in enumerate(keys):
            start, stop, step = _entry(k, 1 << i, masks)
            begin.append(start)
            end.append(stop)
            strides.append(step)
        if state.graph is None:
            inputs = _same_dtype([_eager_vector(v) for v in (begin, end, strides)])
            result: Tensor = apply(STRIDED_SLICE, (tensor, *inputs), masks)
        else:
            with name_scope("strided_slice") as scope:
                names = ("stack", "stack_1", "stack_2")
                vectors = zip((begin, end, strides), names, strict=True)
                inputs = _same_dtype([to_tensor(v, None, n, int32) for v, n in vectors])
                result = apply(STRIDED_SLICE, (tensor, *inputs), masks, scope)
        if tensor is not self:  # a slice of a variable can be assigned to
            from graphwright.ops.state.variable_slices import SliceAssignment

            result.assign = SliceAssignment(self, inputs, masks)  # type: ignore[attr-defined]
        return result
    except BaseException as error:  # Ctrl-C too
        if isinstance(key, list) and isinstance(error, errors.OpError):
            errors.with_note(
                error, f"A list is an index for each axis, as a tuple is: tf.gather(x, {key}) takes elements."
            )
        shorten(error)
        raise


def _is_mask(key: TensorLike) -> bool:
    if isinstance(key, bool):
        return True
    dtype = getattr(key, "dtype", None)
    return dtype is not None and (
        dtype == np.bool_ if isinstance(dtype, np.dtype) else getattr(dtype, "is_bool", False)
    )


def _entry(
    k: Any, bit: int, masks: dict[str, int]
) -> tuple[Tensor, Tensor, int] | tuple[int, int, int] | tuple[int | Tensor, int | Tensor, int | Tensor]:
    """Begin, end and stride of one entry of the key; the rest of its meaning goes into the masks."""
    if k is None:
        masks["new_axis_mask"] |= bit
        return 0, 0, 1
    if k is Ellipsis:
        masks["ellipsis_mask"] |= bit
        return 0, 0, 1
    if isinstance(k, builtins.slice):
        if k.start is None:
            masks["begin_mask"] |= bit
        if k.stop is None:
            masks["end_mask"] |= bit
        start, stop, step = (None if v is None else _index(v) for v in (k.start, k.stop, k.step))
        return 0 if start is None else start, 0 if stop is None else stop, 1 if step is None else step
    index = _index(k)
    masks["shrink_axis_mask"] |= bit
    return index, apply("AddV2", (index, 1), name="add") if isinstance(index, Tensor) else index + 1, 1


def _index(value: Any) -> int | Tensor:
    """A Python integer or a scalar integer tensor; TypeError for anything else."""
    if type(value) is int:
        return value
    if hasattr(value, "__tf_tensor__") and not isinstance(value, type):
        tensor = to_tensor(value)
        if tensor.dtype in (int16, int32, int64) and tensor.shape.rank in (None, 0):
            return int(tensor._ndarray()) if type(tensor) is EagerTensor and state.graph is None else tensor
    elif not isinstance(value, bool):
        with contextlib.suppress(TypeError):
            return operator.index(value)
    raise TypeError(
        "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are "
        f"valid indices, got {value!r}"
    )


_vectors: dict[tuple[int, ...], EagerTensor] = {}
_VECTORS_KEPT = 4096


def _eager_vector(values: Sequence[int]) -> EagerTensor:
    """A short vector as an op's input; vectors that programs repeat are created once."""
    key = tuple(values)
    found = _vectors.get(key)
    if found is None:
        array = np.array(key, np.int64).reshape(len(key))
        if array.size == 0 or (array.min() >= -(2**31) and array.max() < 2**31):
            array = array.astype(np.int32)
        found = eager(array)
        if len(_vectors) < _VECTORS_KEPT:
            _vectors[key] = found
    return found


def _same_dtype(vectors: list[Tensor]) -> list[Tensor]:
    """The vectors, converted to the widest of their dtypes."""
    dtypes = {v.dtype for v in vectors}
    if len(dtypes) == 1:
        return vectors
    widest = int64 if int64 in dtypes else int32
    return [v if v.dtype is widest else apply("Cast", (v,), {"DstT": widest}) for v in vectors]
