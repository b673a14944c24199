"""Ranges of numbers, one-hot rows and the identity matrix."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, bfloat16, float16, float32, float64, int32, int64
from graphwright.base.room import check_room
from graphwright.base.size_arithmetic import add, as_size, floordiv, subtract
from graphwright.core.array_likes import is_array_like, numpy_array
from graphwright.core.prelude import Array, EagerTensor, Tensor, apply, errors, name_scope, state, to_tensor
from graphwright.core.tensor_like import AnyTensor
from graphwright.core.typing import Application, DTypeLike, Gradients, TensorLike
from graphwright.ir.graph import Value
from graphwright.ir.infer import KnownElements, ShapeContext
from graphwright.ir.prelude import Dim, Dims, Emitter, Generate, Loader, Operand, Operation, Symbol, Unsupported, op
from graphwright.ir.sizes import scalar
from graphwright.ops.array._dims import may_be_scalar, static_ints
from graphwright.ops.array.constants import SMALL, constant, static_shape, zeros_like

# Range, LinSpace --------------------------------------------------------------------------------------------


def _range_size(start: Any, limit: Any, delta: Any) -> int:
    """The number of elements; raises what TensorFlow raises for a step in the wrong direction."""
    if delta == 0:
        raise errors.ShapeMismatchError(f"Requires delta != 0: {delta}")
    if delta > 0 and start > limit:
        raise errors.ShapeMismatchError(f"Requires start <= limit when delta > 0: {start}/{limit}")
    if delta < 0 and start < limit:
        raise errors.ShapeMismatchError(f"Requires start >= limit when delta < 0: {start}/{limit}")
    if isinstance(start, int):
        return int((abs(limit - start) + abs(delta) - 1) // abs(delta))
    size = np.ceil(np.abs((limit - start) / delta))
    if not np.isfinite(size):
        raise errors.ShapeMismatchError(f"Requires a finite number of steps: {start} to {limit} by {delta}")
    return int(size)


def _range_number(array: Array) -> int | Array:
    """A bound as a Python number: integers exactly, floats in their own precision."""
    if array.size != 1 or array.ndim > 1:
        raise errors.InvalidArgumentError(f"Shape must be rank 0, not {array.ndim}")
    value = array.reshape(())
    return int(value) if value.dtype.kind in "iu" else value[()]


def _range_shape(ctx: ShapeContext) -> Dims:
    values: list[Any] = []
    for i in builtins.range(3):
        if not may_be_scalar(ctx.dims(i)):
            raise ctx.fail("Shape must be rank 0")
        values.append(ctx.value(i))
    if any(v is None for v in values):
        return _symbolic_range(ctx)
    try:
        return (_range_size(*(_range_number(v) for v in values)),)
    except errors.ShapeMismatchError as error:
        if any(isinstance(v, Value) and v.op.record.name != "Const" for v in map(ctx.input, builtins.range(3))):
            return (Symbol(),)  # the run raises, if it comes here
        raise ctx.fail(error.message) from None


def _symbolic_range(ctx: ShapeContext) -> Dims:
    """`range(n)` has the size n where n is the size of something."""
    if not ctx.types[0].dtype.is_integer:
        return (Symbol(),)
    start, limit, delta = (ctx.integers_value(i) for i in builtins.range(3))
    if start is None or limit is None or delta is None or not isinstance(delta[0], int) or not delta[0]:
        return (Symbol(),)
    step = abs(delta[0])
    distance = subtract(limit[0], start[0]) if delta[0] > 0 else subtract(start[0], limit[0])
    return (floordiv(add(as_size(distance), step - 1), step),)


def _range_kernel(start: Array, limit: Array, delta: Array) -> Array:
    size = _range_size(_range_number(start), _range_number(limit), _range_number(delta))
    counted = start.dtype.char in "fd" or (start.dtype.kind in "iu" and size <= np.iinfo(start.dtype).max)
    steps: Array = np.arange(size, dtype=start.dtype) if counted else np.arange(size).astype(start.dtype)
    # what is left out here would go through all numbers once more
    if delta != 1:
        steps *= delta.reshape(())
    if start != 0 or delta < 0:  # which makes -0 of 0
        steps += start.reshape(())
    return steps


def _range_partial(op: Operation, known: KnownElements) -> Dims:
    numbers: list[int] = []
    for value in op.inputs:
        found = known(value)
        if found is None or isinstance(found[0], Symbol):
            return None
        numbers.append(found[0])
    values = builtins.range(*numbers)
    return tuple(values) if len(values) <= 256 else None


def _range_native(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    start, delta = scalar(e, load, 0), scalar(e, load, 2)
    return e.add(start, e.mul(e.convert(index[0], start.dtype), delta))


def _range_sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    """As `_range_size`; -1 for a step that is 0 or leads away."""
    dtype = op.inputs[0].type.dtype
    if not dtype.is_integer and dtype.size < 4:
        raise Unsupported("distances that are rounded more than once")
    if any(v.type.dims not in ((), (1,)) for v in op.inputs):
        raise Unsupported("numbers that may be several")
    start, limit, delta = (scalar(e, load, i) for i in builtins.range(3))
    zero = e.const(0, delta)
    up, down = e.compare("gt", delta, zero), e.compare("lt", delta, zero)
    fits = e.logical_or(
        e.logical_and(up, e.compare("le", start, limit)), e.logical_and(down, e.compare("ge", start, limit))
    )
    if dtype.is_integer:  # modulo 2^64 a difference of two numbers is right even if it is no int64
        first, last, step = (e.convert(v, "uint64") for v in (start, limit, delta))
        distance = e.select(up, e.sub(last, first), e.sub(first, last))
        step = e.select(fits, e.select(up, step, e.sub(e.const(0, step), step)), e.const(1, step))
        whole = e.floordiv(distance, step)
        rest = e.compare("ne", e.mul(whole, step), distance)
        steps = e.add(whole, e.select(rest, e.const(1, whole), e.const(0, whole)))
    else:
        steps = e.ceil(e.abs(e.div(e.sub(limit, start), delta)))
    fits = e.logical_and(fits, e.compare("lt", steps, e.const(2**48, steps)))
    size = e.convert(e.select(fits, steps, e.const(0, steps)), "int64")
    return [e.select(fits, size, e.const(-1, "int64"))]


RANGE = op(
    "Range",
    "start: Tidx, limit: Tidx, delta: Tidx -> output: Tidx",
    "Tidx: {bfloat16, half, float, double, int8, int16, int32, int64, uint16, uint32, uint64} = int32",
    shape=_range_shape,
    kernel=_range_kernel,
    no_gradient=True,
    partial=_range_partial,
    native=Generate(_range_native),
    sizes=_range_sizes,
)


def range(
    start: TensorLike,
    limit: TensorLike | None = None,
    delta: TensorLike = 1,
    dtype: DTypeLike | None = None,
    name: str = "range",
) -> Tensor:
    """The numbers from `start` up to (not with) `limit`, `delta` apart; with one number, from 0 up to it.

    The dtype is the widest of the arguments' unless `dtype` is passed. Raises InvalidArgumentError (ValueError in a
    graph) when `delta` is 0 or leads away from `limit`.

    >>> tf.range(3)
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([0, 1, 2], dtype=int32)>
    >>> tf.range(3, 0, -1.5)
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([3. , 1.5], dtype=float32)>
    """
    from graphwright.ops.math.casts import cast

    if limit is None:
        start, limit = 0, start
    with name_scope(name) as scope:
        requested = None if dtype is None else as_dtype(dtype)
        parts = [
            part if isinstance(part, Tensor) else to_tensor(part, requested, what)
            for part, what in ((start, "start"), (limit, "limit"), (delta, "delta"))
        ]
        target = requested or _widest([p.dtype for p in parts])
        return apply(RANGE, [cast(p, target) for p in parts], name=scope)


_RANGE_ORDER = (int32, int64, float16, bfloat16, float32, float64)


def _widest(dtypes: list[DType]) -> DType:
    """The last of the dtypes in the order above; a dtype that is not in it combines only with int32."""
    ranked = [d for d in dtypes if d not in _RANGE_ORDER]
    if ranked:
        if any(d is not ranked[0] and d is not int32 for d in dtypes):
            raise errors.DTypeMismatchError(
                f"tf.range cannot mix the dtypes {', '.join(d.name for d in dtypes)}; pass dtype=."
            )
        return ranked[0]
    return max(dtypes, key=_RANGE_ORDER.index)


def _linspace_shape(ctx: ShapeContext) -> Dims:
    if any(ctx.rank(i) not in (None, 0) for i in builtins.range(3)):
        raise ctx.fail("Shape must be rank 0")
    num = static_ints(ctx, 2)
    if num is None:
        return ctx.dims_value(2)
    if num[0] <= 0:
        raise ctx.fail(f"Requires num > 0: {num[0]}")
    return (num[0],)


def _linspace_kernel(start: Array, stop: Array, num: Array) -> Array:
    if start.ndim or stop.ndim or num.ndim:
        raise errors.InvalidArgumentError("Shape must be rank 0")
    n = int(num)
    if n <= 0:
        raise errors.InvalidArgumentError(f"Requires num > 0: {n}")
    if n == 1:
        return start.reshape(1)
    step = ((stop - start) / start.dtype.type(n - 1)).astype(start.dtype)
    result: Array = (start + step * np.arange(n).astype(start.dtype)).astype(start.dtype)
    result[0], result[-1] = start, stop  # the exact ends: an infinite step times 0 is neither
    return result


def _linspace_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.math import reductions

    start, _, num = op.inputs
    weight = apply(LIN_SPACE, (constant(0, start.dtype), constant(1, start.dtype), num))
    total: Tensor
    late: Tensor
    total, late = reductions.reduce_sum(grad), reductions.reduce_sum(grad * weight)
    return [total - late, late, None]


def _linspace_native(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    start, stop, last = load(0, []), load(1, []), e.sub(e.convert(load(2, []), "int64"), e.const(1, "int64"))
    step = e.div(e.sub(stop, start), e.convert(last, start.dtype))
    inner = e.add(start, e.mul(step, e.convert(index[0], start.dtype)))
    # the ends are inputs: an infinite step times 0 is neither of them
    inner = e.select(e.compare("eq", index[0], last), stop, inner)
    return e.select(e.compare("eq", index[0], e.const(0, "int64")), start, inner)


def _linspace_sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    count = e.convert(load(2, []), "int64")
    return [e.select(e.compare("gt", count, e.const(0, "int64")), count, e.const(-1, "int64"))]


LIN_SPACE = op(
    "LinSpace",
    "start: T, stop: T, num: Tidx -> output: T",
    "T: floating; Tidx: index = int32",
    shape=_linspace_shape,
    kernel=_linspace_kernel,
    gradient=_linspace_gradient,
    native=Generate(_linspace_native),
    sizes=_linspace_sizes,
)


def linspace(start: TensorLike, stop: TensorLike, num: TensorLike, name: str | None = None, axis: int = 0) -> Tensor:
    """`num` numbers at equal distances from `start` to `stop`, both included, along a new axis.

    `start` and `stop` have shapes that broadcast. Integers become float64, those of up to 16 bits float32. Raises
    TypeError for a `num` that is not an integer.

    >>> tf.linspace(0.0, 1.0, 5)
    <tf.Tensor: shape=(5,), dtype=float32, numpy=array([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32)>
    """
    from graphwright.ops.array import select, shapes
    from graphwright.ops.math import binary, casts, comparison, division

    with name_scope(name or "linspace") as scope:
        first = to_tensor(start, None, "start")
        last = to_tensor(stop, first.dtype, "stop")
        if first.dtype.is_integer:
            kind = float64 if first.dtype.size > 2 else float32
            first, last = casts.cast(first, kind), casts.cast(last, kind)
        count = to_tensor(num, None, "num", int32)
        if not count.dtype.is_integer:
            raise TypeError(f"`num` must be an integer. Received: {num!r} of dtype {count.dtype.name}.")
        count = casts.cast(count, int32)
        scalars = first.shape.rank == 0 and last.shape.rank == 0 and first.dtype.is_floating
        if scalars and axis in (0, -1) and not _empty(count):
            return apply(LIN_SPACE, (first, last, count), name=scope)
        if isinstance(count, EagerTensor):
            _check_room_for((first, last), int(count))
        # each element is start + (stop - start) * i / (num - 1), and the last one is stop itself
        sizes = shapes.shape(binary.add(first, last))
        first, last = (shapes.expand_dims(apply("BroadcastTo", (v, sizes)), axis) for v in (first, last))
        steps = binary.maximum(count - 1, 1)
        index = shapes.reshape(range(0, count), _row_along(first, axis))
        step = division.truediv(binary.subtract(last, first), casts.cast(steps, first.dtype))
        inner = binary.add(first, binary.multiply(step, casts.cast(index, first.dtype)))
        inner = select.where(comparison.equal(index, 0), first, inner)  # also where the step is infinite
        at_end = comparison.logical_and(comparison.equal(index, steps), comparison.greater(count, 1))
        return select.where(at_end, last, inner, name=scope)


def _check_room_for(ends: tuple[Tensor, Tensor], count: int) -> None:
    """Raise ResourceExhaustedError where there is no memory for `count` numbers between these, before any is made."""
    sizes = [size for end in ends if (size := end.shape.num_elements()) is not None]
    try:
        check_room((*sizes, max(count, 0))[-2:], ends[0].dtype.numpy)
    except MemoryError as error:
        raise errors.out_of_memory("LinSpace", error) from None


def _row_along(tensor: Tensor, axis: int) -> Any:
    """The shape of a row of numbers that lies along an axis of a tensor: 1 but for that axis, which is open."""
    rank = tensor.shape.rank
    if rank is not None:
        row = [1] * rank
        row[axis] = -1
        return row
    dims = apply("Rank", (tensor,))
    along = apply("Equal", (range(dims), axis if axis >= 0 else apply("AddV2", (dims, axis))))
    return apply("SelectV2", (along, -1, 1))


def _empty(count: Tensor) -> bool:
    return isinstance(count, EagerTensor) and int(count) <= 0


# OneHot, eye ------------------------------------------------------------------------------------------------


def _one_hot_axis(axis: int, rank: int) -> int:
    if not -1 <= axis <= rank:
        raise errors.ShapeMismatchError(f"Expected axis to be -1 or between [0, {rank + 1}).  But received: {axis}")
    return rank if axis == -1 else axis


def _one_hot_shape(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if any(ctx.rank(i) not in (None, 0) for i in (1, 2, 3)):
        raise ctx.fail("depth, on_value and off_value must be scalars")
    depth: tuple[Dim, ...] | None = ctx.dims_value(1)
    if depth is not None and isinstance(depth[0], int) and depth[0] < 0:
        raise ctx.fail(f"depth must be non-negative, got: {depth[0]}")
    if dims is None:
        return None
    at = _one_hot_axis(ctx.attrs["axis"], len(dims))
    return (*dims[:at], depth[0] if depth else Symbol(), *dims[at:])


def _one_hot_kernel(indices: Array, depth: Array, on_value: Array, off_value: Array, axis: int) -> Array:
    if depth.ndim or on_value.ndim or off_value.ndim:
        raise errors.InvalidArgumentError("depth, on_value and off_value must be scalars")
    n = int(depth)
    if n < 0:
        raise errors.InvalidArgumentError(f"depth must be non-negative, got: {n}")
    at = _one_hot_axis(axis, indices.ndim)
    result: Array = np.full((*indices.shape[:at], n, *indices.shape[at:]), off_value, on_value.dtype)
    if n:
        inside = (indices >= 0) & (indices < n)
        positions, values = np.where(inside, indices, 0), np.where(inside, on_value, off_value)
        np.put_along_axis(result, np.expand_dims(positions, at), np.expand_dims(values, at), at)
    return result


def _one_hot_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.array import select
    from graphwright.ops.math import reductions

    indices, depth, _, _ = op.inputs
    hot = apply(ONE_HOT, (indices, depth, constant(1, grad.dtype), constant(0, grad.dtype)), {"axis": op.attrs["axis"]})
    on = reductions.reduce_sum(grad * hot)
    off = reductions.reduce_sum(select.where(apply("NotEqual", (hot, constant(0, grad.dtype))), zeros_like(grad), grad))
    return [None, None, on, off]


def _one_hot_native(e: Emitter, load: Loader, index: Sequence[Operand], axis: int) -> Operand:
    at = _one_hot_axis(axis, len(index) - 1)
    hot = e.convert(load(0, [*index[:at], *index[at + 1 :]]), "int64")
    return e.select(e.compare("eq", hot, index[at]), load(2, []), load(3, []))


def _one_hot_sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    rank = op.inputs[0].type.rank or 0
    sizes = [load.size(0, axis) for axis in builtins.range(rank)]
    sizes.insert(_one_hot_axis(op.attrs["axis"], rank), e.convert(load(1, []), "int64"))
    return sizes


ONE_HOT = op(
    "OneHot",
    "indices: TI, depth: int32, on_value: T, off_value: T -> output: T",
    "axis: int = -1; T: type; TI: {uint8, int8, int32, int64} = int64",
    shape=_one_hot_shape,
    kernel=_one_hot_kernel,
    gradient=_one_hot_gradient,
    native=Generate(_one_hot_native),
    sizes=_one_hot_sizes,
)


def _indices(indices: TensorLike) -> Tensor | Array:
    """The indices of `one_hot`: an array as it is, so that the op casts one whose dtype it does not take."""
    if isinstance(indices, AnyTensor) or not is_array_like(indices):
        return to_tensor(indices, None, "indices", int32)
    return numpy_array(indices)


def one_hot(
    indices: TensorLike,
    depth: TensorLike,
    on_value: TensorLike | None = None,
    off_value: TensorLike | None = None,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """For each index a row of `depth` values: `on_value` (1) at that index and `off_value` (0) elsewhere.

    The new axis is the last unless `axis` says otherwise; an index outside gives a row of `off_value`. Raises
    TypeError when dtypes of the values differ, InvalidArgumentError for a negative depth.

    >>> tf.one_hot([0, 2], 3)
    <tf.Tensor: shape=(2, 3), dtype=float32, numpy=
    array([[1., 0., 0.],
           [0., 0., 1.]], dtype=float32)>
    """
    with name_scope(name or "one_hot") as scope:
        requested = None if dtype is None else as_dtype(dtype)
        values: list[Tensor | None] = [
            None if v is None else (v if isinstance(v, Tensor) else to_tensor(v, requested, what))
            for v, what in ((on_value, "on_value"), (off_value, "off_value"))
        ]
        dtypes = [v.dtype for v in values if v is not None]
        target = requested or (dtypes[0] if dtypes else float32)
        for v, what in zip(values, ("on_value", "off_value"), strict=True):
            if v is not None and v.dtype is not target:
                whose = f"dtype parameter {target}" if requested else f"dtype {target} of the other value"
                raise TypeError(f"dtype {v.dtype} of {what} does not match {whose}")
        on, off = (
            constant(default, target, name=what) if v is None else v
            for v, default, what in zip(values, (1, 0), ("on_value", "off_value"), strict=True)
        )
        attrs = {"axis": -1 if axis is None else axis}
        return apply(
            ONE_HOT,
            (_indices(indices), depth, on, off),
            attrs,
            scope,
        )


def eye(
    num_rows: TensorLike,
    num_columns: TensorLike | None = None,
    batch_shape: TensorLike | None = None,
    dtype: DTypeLike = float32,
    name: str | None = None,
) -> Tensor:
    """The identity matrix, or a batch of them: ones on the main diagonal, zeros elsewhere.

    >>> tf.eye(2)
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[1., 0.],
           [0., 1.]], dtype=float32)>
    """
    from graphwright.ops.array import broadcasting, concat, shapes

    target = as_dtype(dtype)
    columns = num_rows if num_columns is None else num_columns
    static = static_shape([num_rows, columns])
    batch = () if batch_shape is None else static_shape(batch_shape)
    if static is not None and min(static, default=0) < 0:
        raise errors.ShapeMismatchError(f"tf.eye needs sizes of at least 0, got {static[0]} rows, {static[1]} columns.")
    if static is not None and batch is not None and (state.graph is None or np.prod(batch + static) < SMALL):
        try:
            one = np.eye(static[0], static[1], dtype=target.numpy)
            return constant(np.broadcast_to(one, batch + static), target, name=name or "eye")
        except MemoryError as error:
            raise errors.out_of_memory("MatrixDiag", error) from None
    with name_scope(name or "eye"):
        on, off = (constant(np.array(v, target.numpy), target) for v in (1, 0))
        matrix = one_hot(range(num_rows), columns, on, off)
        if batch_shape is None:
            return matrix
        return broadcasting.broadcast_to(
            matrix, concat.concat([to_tensor(batch_shape, None, "batch", int32), shapes.shape(matrix)], 0)
        )
