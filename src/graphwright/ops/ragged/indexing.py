"""Indices and slices of ragged tensors, and rows that are gathered."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors, to_tensor
from graphwright.ir.infer import known_value
from graphwright.ops.control.assertions import assert_equal
from graphwright.ops.ragged.checks import as_dtype_of, row_ids
from graphwright.ops.ragged.ragged_tensor import PRIVATE, RaggedTensor


def getitem(x: RaggedTensor, key: Any) -> Any:
    """Index or slice the rows of a ragged tensor."""
    if not isinstance(key, tuple):
        key = (key,)
    if not key:
        return x
    first, rest = key[0], key[1:]
    if first is Ellipsis:
        if not rest:
            return x
        if x.shape.rank is None:
            raise ValueError("An ellipsis needs a ragged tensor of known rank.")
        named = sum(k is not None for k in rest)
        return getitem(x, (*[slice(None)] * (x.shape.rank - named), *rest))
    if first is None:
        inner = getitem(x, rest)
        if not isinstance(inner, RaggedTensor):
            return apply("ExpandDims", (inner, 0))
        rows = inner.shape[0] if inner.shape.rank else None
        return RaggedTensor.from_uniform_row_length(inner, inner.nrows() if rows is None else rows, 1, validate=False)
    if isinstance(first, slice):
        result = x if first == slice(None) else _some_rows(x, first)
        return _index_rows(result, rest) if rest else result
    row = _row(x, _row_key(x, first))
    return row[rest] if rest else row


def _row_key(x: RaggedTensor, key: Any) -> Any:
    """The index of a row; raises for one that is known to be outside, and for anything but an index."""
    if isinstance(key, (bool, np.bool_)):
        raise ValueError("mask cannot be scalar.")
    if isinstance(key, (int, np.integer)):
        rows = x.shape[0] if x.shape.rank else None
        if rows is not None and not -rows <= key < rows:
            text = f"Row key {key} out of bounds: there are {rows} rows"
            raise IndexError(text) if key >= 0 else errors.InvalidArgumentError(text)
    elif isinstance(key, (str, bytes, float, np.floating)):
        raise TypeError(
            "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors "
            f"are valid indices, got {key!r}"
        )
    return key


def _row(x: RaggedTensor, index: TensorLike) -> Any:
    splits = x.row_splits
    at = to_tensor(index)
    at = apply("SelectV2", (apply("Less", (at, np.zeros((), at.dtype.numpy))), at + as_dtype_of(x.nrows(), at), at))
    start, stop = apply("GatherV2", (splits, at, 0)), apply("GatherV2", (splits, at + 1, 0))
    return x.values[start:stop]


def _some_rows(x: RaggedTensor, chosen: slice) -> RaggedTensor:
    numbers = apply("Range", (0, x.nrows("int32"), 1))[chosen]
    values_keep = chosen.step in (None, 1)  # what lies together keeps the lengths of inner rows too
    return gather_rows(x, numbers, True, values_keep)


def row_range(x: Any, start: Tensor | Array, stop: Tensor | Array) -> Any:
    """The rows from `start` to before `stop`: they lie together, and keep their static shape."""
    if not isinstance(x, RaggedTensor):
        return x[start:stop]
    splits = x.row_splits[start : stop + 1]
    return x._with_partition(row_range(x.values, splits[0], splits[-1]), apply("Sub", (splits, splits[0])))


def gather_rows(x: RaggedTensor, numbers: Tensor, keep: bool = False, keep_inner: bool = False) -> RaggedTensor:
    """Gather the rows at these indices; whether the static length of the rows, and of inner ones, stays known."""
    splits = x.row_splits
    starts = apply("GatherV2", (splits, numbers, 0))
    lengths = apply("Sub", (apply("GatherV2", (splits, numbers + 1, 0)), starts))
    result = RaggedTensor.from_row_lengths(
        apply("Range", (np.zeros((), splits.dtype.numpy), apply("Sum", (lengths, 0)), np.ones((), splits.dtype.numpy))),
        lengths,
        validate=False,
    )
    ids = result.value_rowids()
    shifts = apply("Sub", (starts, result.row_splits[:-1]))
    positions = apply("AddV2", (result.values, apply("GatherV2", (shifts, ids, 0))))
    values = take(x.values, positions, keep_inner)
    return x._with_partition(values, result.row_splits) if keep else result.with_values(values)


def gather(params: Any, indices: Any, uniform: bool = False) -> Any:
    """`tf.gather` of rows for ragged `params` or `indices`.

    `uniform` says whether the dimensions of a tensor of indices keep their static sizes.
    """
    if isinstance(indices, RaggedTensor):
        return indices.with_values(gather(params, indices.values, uniform))
    if not isinstance(params, RaggedTensor):
        return apply("GatherV2", (params, indices, 0))
    numbers = to_tensor(indices)
    if numbers.shape.rank is None:
        raise ValueError("The number of dimensions of `indices` must be known to gather from a RaggedTensor.")
    if numbers.shape.rank == 0:
        _require_row(numbers, params)
        return _row(params, numbers)
    if numbers.shape.rank == 1:
        return gather_rows(params, numbers)
    inner = gather_rows(params, apply("Reshape", (numbers, [-1])))
    sizes = apply("Shape", (numbers,), {"out_type": params.row_splits.dtype})
    for axis in builtins.range(numbers.shape.rank - 1, 0, -1):
        rows = apply("Prod", (sizes[:axis], 0))
        inner = RaggedTensor.from_uniform_row_length(inner, sizes[axis], nrows=rows, validate=False)
        if not uniform:
            inner = RaggedTensor.from_row_splits(inner.values, inner.row_splits, validate=False)
    return inner


def _require_row(number: Tensor, x: RaggedTensor) -> None:
    """Raise for the number of no row, also a negative one."""
    rows = as_dtype_of(x.nrows(), number)
    zero = np.zeros((), number.dtype.numpy)
    inside = apply("LogicalAnd", (apply("GreaterEqual", (number, zero)), apply("Less", (number, rows))))
    if (known := known_value(inside)) is None:
        assert_equal(inside, np.bool_(True), "indices are not those of rows")
    elif not known:
        raise errors.InvalidArgumentError(f"indices = {known_value(number)} is not in [0, {known_value(rows)})")


def _index_rows(x: RaggedTensor, key: tuple[Any, ...]) -> Any:
    """Apply the rest of an index to every row."""
    first, rest = key[0], key[1:]
    if first is None:
        within = _index_rows(x, rest) if rest else x
        return RaggedTensor.from_uniform_row_length(within, 1, nrows=within.nrows(), validate=False)
    if first is Ellipsis and x.shape.rank is not None:
        named = 1 + sum(k is not None for k in rest)
        return _index_rows(x, (*[slice(None)] * (x.shape.rank - named), *rest)) if rest else x
    if not isinstance(first, slice):
        return _column(x, first, rest)
    if first != slice(None):
        x = _sliced_rows(x, first)
    if not rest:
        return x
    values = x.values
    inner = (slice(None), *rest)
    return x.with_values(_index_rows(values, rest) if isinstance(values, RaggedTensor) else values[inner])


def _column(x: RaggedTensor, index: Any, rest: tuple[Any, ...]) -> Any:
    """The value at the same place of every row, which all have the same length."""
    length = x.uniform_row_length
    if length is None:
        raise ValueError("Cannot index into an inner ragged dimension.")
    at = as_dtype_of(to_tensor(index), x.row_splits)
    at = apply("SelectV2", (apply("Less", (at, np.zeros((), at.dtype.numpy))), at + length, at))
    starts = apply("Sub", (x.row_splits[1:], length))
    picked = gather(x.values, apply("AddV2", (starts, at)))
    index_of_rows = (slice(None), *rest)
    return picked[index_of_rows] if rest else picked


def _sliced_rows(x: RaggedTensor, chosen: slice) -> RaggedTensor:
    """Slice every row."""
    step = 1 if chosen.step is None else int(chosen.step)
    if step == 0:
        raise ValueError("Slices of ragged rows must not have step 0.")
    lengths = x.row_lengths()
    zero, one = np.zeros((), lengths.dtype.numpy), np.ones((), lengths.dtype.numpy)
    ends = (apply("ZerosLike", (lengths,)), lengths)
    if step < 0:
        ends = (lengths - one, apply("ZerosLike", (lengths,)) - one)
    start, stop = (
        default if bound is None else _bound(bound, lengths, step)
        for bound, default in zip((chosen.start, chosen.stop), ends, strict=True)
    )
    wide = np.asarray(step, lengths.dtype.numpy)
    counts = apply("Maximum", (apply("FloorDiv", (stop - start + wide - np.sign(wide), wide)), zero))
    splits = apply("ConcatV2", ([np.zeros(1, lengths.dtype.numpy), apply("Cumsum", (counts, 0))], 0))
    ids = row_ids(splits)
    offsets = apply("Range", (zero, splits[-1], one)) - apply("GatherV2", (splits, ids, 0))
    positions = apply("GatherV2", (x.row_splits[:-1] + start, ids, 0)) + offsets * wide
    return RaggedTensor(take(x.values, positions), splits, PRIVATE, _sliced_length(x, chosen))


def _sliced_length(x: RaggedTensor, chosen: slice) -> int | None:
    """How many values a slice of every row has, if that is known."""
    length = x.shape[1] if x.shape.rank else None
    bounds = (chosen.start, chosen.stop, chosen.step)
    if length is None or not all(n is None or isinstance(n, (int, np.integer)) for n in bounds):
        return None
    return len(builtins.range(length)[chosen])


def take(values: Any, positions: Tensor, keep: bool = False) -> Any:
    """The rows of a tensor or ragged tensor at positions, a vector."""
    if isinstance(values, RaggedTensor):
        return gather_rows(values, positions, keep, keep)
    return apply("GatherV2", (values, positions, 0))


def _bound(bound: TensorLike, lengths: Tensor, step: int) -> Tensor:
    """Where slices of rows begin or end, from -1 or 0 up to the length or its last position."""
    at = as_dtype_of(bound, lengths)
    least, most = (-1, -1) if step < 0 else (0, 0)
    from_end = apply("Maximum", (apply("AddV2", (lengths, at)), np.asarray(least, lengths.dtype.numpy)))
    limit = lengths + np.asarray(most, lengths.dtype.numpy)
    from_start = apply("Minimum", (limit, apply("BroadcastTo", (at, apply("Shape", (lengths,))))))
    return apply("SelectV2", (apply("Less", (at, np.zeros((), lengths.dtype.numpy))), from_end, from_start))
