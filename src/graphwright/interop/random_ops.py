"""`tensorflow.python.ops.random_ops`: distributions that have no public function."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import float32, int32
from graphwright.core.tensor import Tensor
from graphwright.ops.random.distributions import stateless_parameterized_truncated_normal
from graphwright.ops.random.sampling import uniform


def parameterized_truncated_normal(
    shape: Any,
    means: Any = 0.0,
    stddevs: Any = 1.0,
    minvals: Any = -2.0,
    maxvals: Any = 2.0,
    dtype: Any = float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normal numbers between two bounds."""
    pair = uniform([2], maxval=int32.max, dtype=int32, seed=seed)
    return stateless_parameterized_truncated_normal(shape, pair, means, stddevs, minvals, maxvals, name)
