"""Variables that count up to a limit."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Array, Tensor, apply, errors
from graphwright.core.variable_state import VariableState
from graphwright.ir.prelude import op
from graphwright.ops.state.variables import declared_of


def _count(resource: VariableState, limit: int, T: DType) -> Array:
    declared = declared_of(resource)
    while True:
        with resource.lock:
            before = resource.read()
            if declared.dtype is not T:
                raise errors.InvalidArgumentError(f"A variable of {declared.dtype.name} is no {T.name} that counts")
            if before >= limit:
                raise errors.OutOfRangeError(f"Reached limit of {limit}")
            if resource.replace(before, np.asarray(before + before.dtype.type(1))):
                return before


COUNT_UP_TO = op(
    "ResourceCountUpTo",
    "resource: resource -> output: T",
    "limit: int; T: index",
    shape=lambda ctx: (),
    kernel=_count,
    no_gradient=True,
    effect="write",
)


def count_up_to(ref: Any, limit: int, name: str | None = None) -> Tensor:
    """Add 1 to a variable; the value before it.

    Args:
      ref: a variable of int32 or int64 and shape [].
      limit: a value that it does not exceed.
      name: name of the operation.

    Raises OutOfRangeError: the variable has the limit, and keeps it.

    >>> v = tf.Variable(1)
    >>> int(tf.compat.v1.count_up_to(v, 3)), int(v)
    (1, 2)
    """
    return apply(COUNT_UP_TO, (ref.handle,), {"limit": limit, "T": ref.dtype}, name)
