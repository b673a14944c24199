"""`tf.split` of ragged tensors: parts along a dimension whose size is the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import int64
from graphwright.core.prelude import Tensor, TensorLike, apply, apply_multi, errors, to_tensor
from graphwright.ir.infer import constant_value
from graphwright.ops.control.assertions import assert_equal
from graphwright.ops.ragged.indexing import row_range, take
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.ragged.rearrange import position

_UNEVEN: Final = "Cannot exactly split the `axis` dimension of `value` with the given `num_or_size_splits`."


def split(
    original: Callable[..., Any],
    value: RaggedTensor,
    num_or_size_splits: Any,
    axis: int = 0,
    num: int | None = None,
    name: str | None = None,
) -> list[Any]:
    """Divide into equal parts, or into parts of given sizes."""
    if isinstance(num_or_size_splits, (int, np.integer)) and num_or_size_splits == 1:
        return [value]
    at = position(axis, value.shape.rank)
    sizes = _sizes(num_or_size_splits, _size(value, at, axis), num)
    return _divided(value, at, sizes)


def _size(x: Any, at: int, axis: int) -> Tensor:
    """The size of a dimension; ValueError for one whose rows may differ."""
    if not isinstance(x, RaggedTensor):
        known = x.shape[at]
        if known is not None:
            return to_tensor(np.int64(known))
        return apply("Shape", (x,), {"out_type": int64})[at]
    if at == 0:
        return x.nrows()  # type: ignore[no-any-return]
    if at > 1:
        return _size(x.values, at - 1, axis)
    if x.uniform_row_length is None:
        raise ValueError(f"axis={axis} is a ragged dimension: its rows are divided by slices, `x[:, :n]`")
    return x.uniform_row_length


def _sizes(parts: Any, size: Tensor, num: int | None) -> list[Any]:
    """The sizes of the parts as scalars, checked as far as they are known."""
    dtype = size.dtype
    if isinstance(parts, (int, np.integer)):
        if parts < 1:
            raise ValueError(f"`num_or_size_splits` must be positive, got {parts}")
        equal = np.asarray(parts, dtype.numpy)
        _require(apply("FloorMod", (size, equal)), np.zeros_like(equal), _UNEVEN)
        return [apply("FloorDiv", (size, equal))] * int(parts)
    given = to_tensor(parts, None, "num_or_size_splits")
    if given.shape.rank != 1 or not given.dtype.is_integer:
        raise TypeError(f"`num_or_size_splits` must be an `int` or 1-D list or `Tensor`. Received {parts}.")
    count = given.shape[0] if num is None else num
    if count is None:
        raise ValueError("The number of parts is not known while tracing: pass `num`.")
    if given.shape[0] not in (None, count):
        raise ValueError(f"`num` is {num}, and `num_or_size_splits` has {given.shape[0]} sizes")
    wide = apply("Cast", (given,), {"DstT": dtype})
    zero = np.zeros((), dtype.numpy)
    _require(apply("Minimum", (wide, zero)), zero, "`num_or_size_splits` must be non-negative.")
    _require(apply("Sum", (wide, 0)), size, _UNEVEN)
    return [wide[i] for i in range(count)]


def _require(found: TensorLike, wanted: TensorLike, what: str) -> None:
    known, other = constant_value(found), constant_value(wanted)
    if known is None or other is None:
        assert_equal(found, wanted, what)
    elif not np.all(known == other):
        raise errors.InvalidArgumentError(f"{what} Got {known.tolist()}, not {other.tolist()}.")


def _divided(x: Any, at: int, sizes: list[Any]) -> list[Any]:
    if not isinstance(x, RaggedTensor):
        return list(apply_multi("SplitV", (x, apply("Pack", (sizes,)), np.int32(at)), {"num_split": len(sizes)}))
    if at > 1:
        return [x.with_values(part) for part in _divided(x.values, at - 1, sizes)]
    parts: list[Any] = []
    start: Any = np.zeros((), x.row_splits.dtype.numpy)
    for size in sizes:
        end = apply("AddV2", (start, size))
        parts.append(row_range(x, start, end) if at == 0 else _columns(x, start, size))
        start = end
    return parts


def _columns(x: RaggedTensor, start: Any, size: Any) -> RaggedTensor:
    """Some places of every row; all rows have the same length."""
    dtype = x.row_splits.dtype.numpy
    one = np.ones((), dtype)
    within = apply("Range", (start, apply("AddV2", (start, size)), one))
    places = apply("AddV2", (apply("ExpandDims", (x.row_starts(), 1)), within))
    values = take(x.values, apply("Reshape", (places, [-1])))
    return RaggedTensor.from_uniform_row_length(values, size, nrows=x.nrows(), validate=False)
