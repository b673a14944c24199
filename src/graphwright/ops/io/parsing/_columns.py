"""The values of one feature of many messages, as the dense, sparse or ragged output of an op."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.base.frozen import frozen
from graphwright.core.prelude import Array, errors

_FIELDS = {"float32": "float_list", "int64": "int64_list", "string": "bytes_list"}
_NAMES = {"float_list": "float", "int64_list": "int64", "bytes_list": "string", "float32": "float"}


def invalid(message: str) -> errors.InvalidArgumentError:
    """The error of what a message has, or has not."""
    return errors.InvalidArgumentError(message)


def type_name(dtype: DType) -> str:
    """The name of a dtype in messages of errors."""
    return _NAMES.get(dtype.name, dtype.name)


def values_of(feature: Any, dtype: DType, mismatch: Callable[[str], str]) -> Array | None:
    """The values of a feature; None if it is missing; InvalidArgumentError by `mismatch` if they have another type."""
    kind = None if feature is None else feature.WhichOneof("kind")
    if kind is None:
        return None
    if kind != _FIELDS[dtype.name]:
        raise invalid(mismatch(_NAMES[kind]))
    values = getattr(feature, kind).value
    if kind == "bytes_list":
        texts = np.empty(len(values), object)
        texts[:] = values
        return texts
    return np.array(values, dtype.numpy)


@frozen
class Records:
    """Messages whose features are read, by name: those of a vector, or the one of a scalar."""

    features: Sequence[Any]
    names: Sequence[str] | None
    scalar: bool
    context: bool = False

    def name(self, i: int) -> str:
        """How an error begins that is about record number i."""
        if self.scalar and not self.context:
            return ""
        return f"Name: {self.names[i] if self.names else '<unknown>'}, "

    def place(self, key: str, i: int) -> str:
        """The same with the feature."""
        if self.context:
            return f"{self.name(i)}Context feature: {key}.  "
        return f"{self.name(i)}Key: {key}, Index: {i}.  "

    def column(self, key: str, dtype: DType, dense: bool = False) -> Iterator[Array | None]:
        """The values of a feature in each record, None where it is missing."""
        wanted = type_name(dtype)
        for i, features in enumerate(self.features):

            def mismatch(found: str, i: int = i) -> str:
                said = (
                    f"Data type: {found} but expected type: {wanted}"
                    if dense
                    else f"Expected type: {wanted}, Actual type: {found}"
                )
                return f"{self.place(key, i)}Data types don't match. {said}"

            yield values_of(features.get(key), dtype, mismatch)

    def shaped(self, rows: Array) -> Array:
        """Rows, or for a scalar the only one."""
        first: Array = rows.reshape(rows.shape[1:]) if self.scalar else rows  # `rows[0]` of text is not an array
        return first


def _zeros(shape: tuple[int, ...], dtype: DType) -> Array:
    result = np.zeros(shape, dtype.numpy)
    if result.dtype == object:
        result[...] = b""
    return result


# dense ------------------------------------------------------------------------------------------------------


def dense(records: Records, key: str, dtype: DType, shape: Sequence[int | None], default: Array) -> Array:
    """The values in one shape; with an unknown first dimension, filled up to the longest."""
    if shape and shape[0] is None:
        return _dense_of_any_length(records, key, dtype, [int(d or 0) for d in shape[1:]], default)
    sizes = tuple(int(d or 0) for d in shape)
    size = math.prod(sizes)
    rows = _zeros((len(records.features), size), dtype)
    required = default.size == 0 and size > 0
    for i, values in enumerate(records.column(key, dtype, dense=True)):
        if values is None:
            if required:
                raise invalid(
                    f"{'' if records.context else records.name(i)}Feature: {key} (data type: {type_name(dtype)}) is "
                    "required but could not be found."
                )
            rows[i] = default.reshape(-1)
        elif values.size != size:
            raise invalid(
                f"{records.place(key, i)}Number of {type_name(dtype)} values != expected.  Values size: {values.size} "
                f"but output shape: {list(sizes)}"
            )
        else:
            rows[i] = values
    return records.shaped(rows.reshape(len(rows), *sizes))


def _dense_of_any_length(records: Records, key: str, dtype: DType, inner: list[int], padding: Array) -> Array:
    stride = math.prod(inner)
    found = [_zeros((0,), dtype) if v is None else v for v in records.column(key, dtype, dense=True)]
    for i, values in enumerate(found):
        if values.size % max(stride, 1):
            raise invalid(
                f"{records.place(key, i)}Number of {type_name(dtype)} values is not a multiple of stride length. Saw "
                f"{values.size} values but output shape is: [?{''.join(f',{d}' for d in inner)}]"
            )
    longest = max((v.size for v in found), default=0)
    rows = np.full((len(found), longest), padding.reshape(-1)[0] if padding.size else None, dtype.numpy)
    for row, values in zip(rows, found, strict=True):
        row[: values.size] = values
    return records.shaped(rows.reshape(len(found), longest // max(stride, 1), *inner))


# sparse and ragged ------------------------------------------------------------------------------------------


def _joined(parts: Sequence[Array], dtype: DType) -> Array:
    return np.concatenate(parts) if parts else _zeros((0,), dtype)


def lengths_and_values(records: Records, key: str, dtype: DType) -> tuple[Array, Array]:
    """How many values each record has, and all of them in order."""
    empty = _zeros((0,), dtype)
    found = [empty if v is None else v for v in records.column(key, dtype)]
    return np.array([v.size for v in found], np.int64), _joined(found, dtype)


def positions(lengths: Array) -> Array:
    """The position of each value in its row."""
    ends = lengths.cumsum()
    result: Array = np.arange(ends[-1] if ends.size else 0) - np.repeat(ends - lengths, lengths)
    return result


def sparse(records: Records, key: str, dtype: DType) -> tuple[Array, Array, Array]:
    """Indices, values and the dense shape."""
    lengths, values = lengths_and_values(records, key, dtype)
    longest = lengths.max(initial=0)
    if records.scalar:
        return np.arange(values.size)[:, None], values, np.array([longest])
    rows = np.repeat(np.arange(lengths.size), lengths)
    return np.stack([rows, positions(lengths)], 1), values, np.array([lengths.size, longest])


def splits_of(lengths: Array, dtype: DType) -> Array:
    """Lengths of rows as row splits."""
    return np.concatenate([[0], lengths.cumsum()]).astype(dtype.numpy)


def ragged(records: Records, key: str, dtype: DType, split_type: DType) -> tuple[Array, Array]:
    """Values and row splits; a single record has no splits."""
    lengths, values = lengths_and_values(records, key, dtype)
    if records.scalar:
        return values, np.zeros(() if records.context else (0,), split_type.numpy)
    return values, splits_of(lengths, split_type)


__all__ = [
    "Records", "dense", "invalid", "lengths_and_values", "positions", "ragged", "sparse", "splits_of", "type_name",
    "values_of",
]  # fmt: skip
