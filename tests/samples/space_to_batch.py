"""Samples of the ops in `ops.array.space_to_batch`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_INVALID = errors.InvalidArgumentError


def _count(*shape: int, dtype: str = "float64") -> Any:
    return arr(np.arange(int(np.prod(shape))).reshape(shape), dtype)


def _moved(shape: tuple[int, ...], block: Any, pads: Any, dtype: str = "float64", index: str = "int32") -> Sample:
    return Sample((_count(*shape, dtype=dtype), arr(block, index), arr(pads, index)))


def _refused(shape: tuple[int, ...], block: Any, pads: Any, message: str) -> ErrorSample:
    return ErrorSample((_count(*shape), arr(block, "int32"), arr(pads, "int32")), {}, _INVALID, message, True)


def _depth(shape: tuple[int, ...], dtype: str = "float64", **attrs: Any) -> Sample:
    return Sample((_count(*shape, dtype=dtype),), {"block_size": 2, **attrs})


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "SpaceToBatchND": [
        *(_moved((1, 4, 6, 2), [2, 3], [[0, 0], [0, 0]], d) for d in ("float64", "float32", "int32", "bool")),
        _moved((2, 3, 2), [2], [[1, 0]], index="int64"),
        _moved((1, 3, 3, 1), [2, 1], [[0, 1], [1, 2]]),
        _moved((0, 2, 2, 1), [2, 2], [[0, 0], [0, 0]]),
        _refused((1, 3, 2, 3), [2, 2], [[0, 0], [0, 0]], "padded_shape[0]=3 is not divisible by block_shape[0]=2"),
        _refused((1, 2, 2, 3), [0, 2], [[0, 0], [0, 0]], "must be positive, got value, 0 at index 0"),
        _refused((1, 2, 2, 3), [2, 2], [[-1, 1], [0, 0]], "must be non-negative"),
        _refused((1, 3), [2, 2], [[1, 0], [0, 0]], "input rank should be >= 3 instead of 2"),
        _refused((1, 2, 2, 3), [2, 2], [[1, 0]], "paddings should have shape [2, 2] instead of [1,2]"),
    ],
    "BatchToSpaceND": [
        *(_moved((6, 2, 3, 2), [2, 3], [[0, 0], [0, 0]], d) for d in ("float64", "float32", "int32", "bool")),
        _moved((4, 3, 2), [2], [[1, 0]], index="int64"),
        _moved((2, 3, 3, 1), [2, 1], [[0, 1], [1, 1]]),
        _refused((3, 3, 2, 3), [2, 2], [[0, 0], [0, 0]], "(3) is not divisible by product of block sizes (4)"),
        _refused((4, 1, 2, 3), [2, 2], [[2, 1], [0, 0]], "cropped_shape[0]=-1 must be non-negative"),
        _refused((4, 1, 2, 3), [2, 2], [[-1, 0], [0, 0]], "must be non-negative"),
    ],
    "SpaceToDepth": [
        *(_depth((1, 4, 2, 3), d) for d in ("float64", "float32", "int32", "bool")),
        _depth((2, 3, 6, 3), block_size=3),
        _depth((1, 2, 4, 2), data_format="NCHW"),
        ErrorSample((_count(1, 3, 2, 3),), {"block_size": 2}, _INVALID, "3 should be divisible by: 2", True),
        ErrorSample((_count(1, 3, 2),), {"block_size": 2}, _INVALID, "Input rank should be: 4 instead of: 3", True),
    ],
    "DepthToSpace": [
        *(_depth((1, 2, 3, 8), d) for d in ("float64", "float32", "int32", "bool")),
        _depth((2, 1, 2, 9), block_size=3),
        _depth((1, 4, 2, 3), data_format="NCHW"),
        ErrorSample((_count(1, 1, 1, 3),), {"block_size": 2}, _INVALID, "3 should be divisible by: 4", True),
    ],
}
