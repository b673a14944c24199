"""`smart_cond`: the branch is chosen during tracing if the predicate is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.control.branches import cond
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable
from graphwright.ir.infer import constant_value


def smart_cond(
    pred: Any, true_fn: Callable[[], Any] | None = None, false_fn: Callable[[], Any] | None = None, name: Any = None
) -> Any:
    """The result of one of two functions; `tf.cond` if the predicate is only known when the graph runs.

    Raises:
      TypeError: a function cannot be called.
    """
    for which, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(function):
            raise TypeError(f"Argument `{which}` must be callable. Received {function!r}.")
    known = pred
    if isinstance(pred, Variable):
        known = None
    elif isinstance(pred, Tensor):
        known = constant_value(pred)
    elif not isinstance(pred, (bool, int, np.generic)):
        raise TypeError(f"Argument `pred` must be a Tensor, or a Python bool, or 1 or 0. Received {pred!r}.")
    if known is None:
        return cond(pred, true_fn, false_fn, name=name)
    return true_fn() if known else false_fn()  # type: ignore[misc]
