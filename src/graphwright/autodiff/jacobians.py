"""Jacobians: one backward pass per element of the target.

The passes for few elements run one after the other. For many, or an unknown number of them, one pass is vectorised; it
runs in a loop where `experimental_use_pfor` is False.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.autodiff.backprop import backpropagate
from graphwright.autodiff.loops import element_shape
from graphwright.autodiff.values import gradient_type, zeros_like
from graphwright.base import dtypes, services
from graphwright.base.shape import TensorShape
from graphwright.core.context import as_default_graph, state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.indexed_slices import dense
from graphwright.core.tracing import TracingGraph
from graphwright.ir.funcgraph import next_function_name
from graphwright.ir.types import tensor_type

_MAX_UNROLLED = 16  # passes that a function has one after the other

_Unit = Callable[[Any], Any]  # the upstream gradient that selects one element of the target


def jacobian(
    entries: Sequence[Any],
    target: Any,
    sources: Sequence[Any],
    followed: Sequence[Any],
    zero: bool,
    vectorize: bool = True,
) -> list[Any]:
    """Derivatives of every element of the target by every element of each source, or None (zeros when `zero`).

    `followed` has what to look for in the entries, one for each source: itself, or something that is not there.
    """
    dims = target._type.dims
    size = math.prod(dims) if target._type.is_static else apply("Size", (target,))
    shape = _shape_of(target)

    def unit(i: Any) -> Any:
        return apply("Reshape", (_one_hot(i, size, target.dtype), shape))

    found = []
    for source, rows in zip(sources, _gradient_rows(entries, target, followed, size, unit, vectorize), strict=True):
        if rows is None and zero:
            rows = _repeated(zeros_like(source), size)
        found.append(None if rows is None else _reshaped(rows, shape, source, target))
    return found


def batch_jacobian(
    entries: Sequence[Any],
    target: Any,
    source: Any,
    followed: Any,
    source_shape: TensorShape,
    vectorize: bool = True,
) -> Any:
    """Derivatives of every element of each row of the target by every element of the same row of the source.

    `followed` is what to look for in the entries; see `jacobian`.
    """
    shape = target.shape.with_rank_at_least(2)
    source_shape = source_shape.with_rank_at_least(2)
    if not shape[:1].is_compatible_with(source_shape[:1]):
        raise ValueError(f"Need first dimension of target shape ({shape}) and source shape ({source_shape}) to match.")
    whole = _shape_of(target)
    dims = target._type.dims
    if target._type.is_static:
        row: Any = math.prod(dims[1:])
        count: Any = [dims[0], 1]
    else:
        row = apply("Prod", (apply("StridedSlice", (whole, [1], [0], [1]), {"end_mask": 1}), 0))
        count = apply("ConcatV2", ([apply("StridedSlice", (whole, [0], [1], [1])), [1]], 0))

    def unit(i: Any) -> Any:
        repeated = apply("Tile", (apply("Reshape", (_one_hot(i, row, target.dtype), [1, -1])), count))
        return apply("Reshape", (repeated, whole))

    (rows,) = _gradient_rows(entries, target, [followed], row, unit, vectorize)
    if rows is None:
        rows = _repeated(zeros_like(source), row)
    return _batches_first(rows, whole, source)


def _batches_first(rows: Any, whole: Any, source: Any) -> Any:
    """From one gradient of the whole source per element of a row to `[batch, *row, *source row]`."""
    rank = rows._type.rank
    if rank is None:
        own = apply("Rank", (rows,))
        order: Any = apply("ConcatV2", ([[1, 0], apply("Range", (2, own, 1))], 0))
    else:
        order = [1, 0, *range(2, rank)]
    tail = apply("StridedSlice", (_shape_of(source), [1], [0], [1]), {"end_mask": 1})
    return apply("Reshape", (apply("Transpose", (rows, order)), apply("ConcatV2", ([whole, tail], 0))))


# passes -----------------------------------------------------------------------------------------------------


def _gradient_rows(
    entries: Sequence[Any], target: Any, sources: Sequence[Any], count: Any, unit: _Unit, vectorize: bool
) -> list[Any]:
    """Per source the gradients for each unit that comes into the target, stacked; None where there is none."""
    if isinstance(count, int) and (count <= _MAX_UNROLLED or (state.graph is None and not vectorize)):
        return _unrolled_passes(entries, target, sources, count, unit)
    if vectorize:
        return _vectorized_passes(entries, target, sources, count, unit)
    return _looped_passes(entries, target, sources, count, unit)


def _vectorized_passes(
    entries: Sequence[Any], target: Any, sources: Sequence[Any], count: Any, unit: _Unit
) -> list[Any]:
    """All passes at once, by the batching rules of the ops in one."""

    def one_pass(i: Any) -> list[Any]:
        return [None if g is None else dense(g) for g in backpropagate(entries, [(target, unit(i))], sources)]

    numbers = apply("Range", (0, to_tensor(count, dtypes.int32), 1))
    found: list[Any] = services.VECTORIZED_MAP.get()(one_pass, numbers, warn=False)
    return found


def _unrolled_passes(entries: Sequence[Any], target: Any, sources: Sequence[Any], count: int, unit: _Unit) -> list[Any]:
    # no elements: one pass shows which sources the target depends on
    units = [unit(i) for i in range(count)] or [zeros_like(target)]
    passes = [backpropagate(entries, [(target, g)], sources) for g in units]
    found: list[Any] = []
    for source, column in zip(sources, zip(*passes, strict=True), strict=True):
        if all(g is None for g in column):
            found.append(None)
        elif not count:
            found.append(_repeated(zeros_like(source), 0))
        else:
            filled = [zeros_like(source) if g is None else dense(g) for g in column]
            found.append(apply("Pack", (filled,), {"axis": 0}))
    return found


def _looped_passes(entries: Sequence[Any], target: Any, sources: Sequence[Any], count: Any, unit: _Unit) -> list[Any]:
    """The same as a loop that collects the gradients in lists."""
    scalar, handle = tensor_type(dtypes.int32, ()), tensor_type(dtypes.variant, ())
    count = to_tensor(count, dtypes.int32)
    body = TracingGraph(next_function_name("jacobian_body"), state.graph, is_body=True)
    with as_default_graph(body):
        state.tapes = ()
        counter, limit = body.placeholder(scalar, "counter"), body.placeholder(scalar, "count")
        row = backpropagate(entries, [(target, unit(counter))], sources)
        used = [i for i, g in enumerate(row) if g is not None]
        lists = [body.placeholder(handle, "rows") for _ in used]
        pushed = [apply("TensorListPushBack", (rows, dense(row[i]))) for rows, i in zip(lists, used, strict=True)]
        following = apply("AddV2", (counter, np.int32(1)))
        body.outputs = [following, limit, *pushed, *body.internal_captures]
    starts = [_empty_list(sources[i]) for i in used]
    captured, body.captures = list(body.captures), []
    body.finish()
    finals = _repeat(body, [to_tensor(np.int32(0)), count, *starts, *captured])
    found: list[Any] = [None] * len(sources)
    for i, rows in zip(used, finals[2:], strict=False):
        attrs = {"element_dtype": gradient_type(sources[i]).dtype}
        found[i] = apply("TensorListStack", (rows, _shape_of(sources[i])), attrs)
    return found


def _repeat(body: TracingGraph, initial: Sequence[Any]) -> list[Any]:
    """A loop over the body, whose first variable counts up to its second."""
    test = TracingGraph(next_function_name("jacobian_cond"))
    with as_default_graph(test):
        state.tapes = ()
        counter, limit = [test.placeholder(v.type, "variable") for v in body.inputs][:2]
        test.outputs = [apply("Less", (counter, limit))]
    test.finish()
    attrs = {"cond": test, "body": body, "output_shapes": [v.shape for v in body.inputs]}
    return apply_multi("While" if body.is_stateful else "StatelessWhile", (list(initial),), attrs, "jacobian")


def _empty_list(source: Any) -> Any:
    element = gradient_type(source)
    return apply("EmptyTensorList", (element_shape(element), np.int32(-1)), {"element_dtype": element.dtype})


# shapes -----------------------------------------------------------------------------------------------------


def _one_hot(i: Any, size: Any, dtype: Any) -> Any:
    one, zero = (to_tensor(np.asarray(n, dtype.numpy), dtype) for n in (1, 0))
    return apply("OneHot", (to_tensor(i, dtypes.int32), to_tensor(size, dtypes.int32), one, zero))


def _shape_of(value: Any) -> Any:
    known = gradient_type(value)
    if known.is_static:
        return to_tensor(np.array(known.dims, np.int32))
    if value.dtype is dtypes.resource:
        return apply("VariableShape", (value,))
    return apply("Shape", (value,))


def _repeated(value: Any, count: Any) -> Any:
    """The value `count` times, stacked."""
    times = to_tensor(count, dtypes.int32)
    ones = apply("OnesLike", (apply("Shape", (value,)),))
    multiples = apply("ConcatV2", ([apply("Reshape", (times, [1])), ones], 0))
    return apply("Tile", (apply("ExpandDims", (value, 0)), multiples))


def _reshaped(rows: Any, shape: Any, source: Any, target: Any) -> Any:
    result = apply("Reshape", (rows, apply("ConcatV2", ([shape, _shape_of(source)], 0))))
    known = gradient_type(source)
    if not result._type.is_static and target._type.dims is not None and known.dims is not None:
        result.set_shape(target.shape.concatenate(TensorShape.from_dims(known.dims)))
    return result


__all__ = ["batch_jacobian", "jacobian"]
