"""The values of one list of features of many messages: a step of the list has a feature, which has values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Array
from graphwright.ops.io.parsing._columns import (
    Records,
    _joined,
    _zeros,
    invalid,
    positions,
    splits_of,
    type_name,
    values_of,
)

Steps = list[list[Array]]
"""For each message, the values of each step."""


def steps_of(records: Records, key: str, dtype: DType, required: bool = False) -> Steps:
    """The steps of a list; those of a message without the list are none, or an error."""
    empty = _zeros((0,), dtype)
    found: Steps = []
    for i, lists in enumerate(records.features):
        entry = lists.get(key)
        if entry is None:
            if required:
                raise invalid(
                    f"Name: {records.names[i] if records.names else '<unknown>'}, Feature list '{key}' is required but "
                    "could not be found.  Did you mean to include it in feature_list_dense_missing_assumed_empty or "
                    "feature_list_dense_defaults?"
                )
            found.append([])
            continue
        steps = []
        for at, feature in enumerate(entry.feature):

            def mismatch(kind: str, i: int = i, at: int = at) -> str:
                return (
                    f"Name: {records.names[i] if records.names else '<unknown>'}, Feature list: {key}, Index: {at}.  "
                    f"Data types don't match. Expected type: {type_name(dtype)}, Actual type: {kind}"
                )

            values = values_of(feature, dtype, mismatch)
            steps.append(empty if values is None else values)
        found.append(steps)
    return found


def dense(
    records: Records, key: str, dtype: DType, shape: Sequence[int | None], may_be_missing: bool
) -> tuple[Array, Array]:
    """The steps of each message in one shape, filled up with zeros to the most, and their numbers."""
    sizes = tuple(int(d or 0) for d in shape)
    size = math.prod(sizes)
    found = steps_of(records, key, dtype, required=not may_be_missing)
    for i, steps in enumerate(found):
        for at, values in enumerate(steps):
            if values.size != size:
                raise invalid(
                    f"Name: {records.names[i] if records.names else '<unknown>'}, Key: {key}, Index: {at}.  Number of "
                    f"values != expected.  values size: {values.size} but output shape: {list(sizes)}"
                )
    lengths = np.array([len(steps) for steps in found], np.int64)
    rows = _zeros((len(found), lengths.max(initial=0), size), dtype)
    for row, steps in zip(rows, found, strict=True):
        if steps:
            row[: len(steps)] = np.stack(steps)
    return records.shaped(rows.reshape(*rows.shape[:2], *sizes)), records.shaped(lengths)


def _counts(found: Steps) -> tuple[Array, Array]:
    """How many steps each message has, and how many values each step."""
    outer = np.array([len(steps) for steps in found], np.int64)
    return outer, np.array([v.size for steps in found for v in steps], np.int64)


def _values(found: Steps, dtype: DType) -> Array:
    return _joined([v for steps in found for v in steps], dtype)


def sparse(records: Records, key: str, dtype: DType) -> tuple[Array, Array, Array]:
    """Indices, values and the dense shape."""
    found = steps_of(records, key, dtype)
    outer, inner = _counts(found)
    indices = [np.repeat(positions(outer), inner), positions(inner)]
    shape: list[Any] = [outer.max(initial=0), inner.max(initial=0)]
    if not records.scalar:
        indices.insert(0, np.repeat(np.repeat(np.arange(outer.size), outer), inner))
        shape.insert(0, outer.size)
    return np.stack(indices, 1), _values(found, dtype), np.array(shape, np.int64)


def ragged(records: Records, key: str, dtype: DType, split_type: DType) -> tuple[Array, Array, Array]:
    """Values, the row splits of the messages, and those of the steps."""
    found = steps_of(records, key, dtype)
    outer, inner = _counts(found)
    splits = np.zeros((), split_type.numpy) if records.scalar else splits_of(outer, split_type)
    return _values(found, dtype), splits, splits_of(inner, split_type)


__all__ = ["dense", "ragged", "sparse", "steps_of"]
