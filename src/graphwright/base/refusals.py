"""The errors of Python and NumPy in a kernel or a shape rule, as the documented error of the op."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphwright.base import errors

_OF_INPUTS: Final = (ValueError, TypeError, LookupError, ArithmeticError)


def refusal_of(op_type: str, inputs: Sequence[Any], error: Exception) -> errors.OpError | None:
    """The error of an op that cannot work with its inputs, for an error that NumPy or Python raised; None for others.

    An op that looks at its inputs first says more. `inputs` are arrays, or types of tensors.
    """
    if isinstance(error, errors.OpError) or not isinstance(error, _OF_INPUTS):
        return None
    seen = ", ".join(map(_described, inputs))
    refused = errors.ShapeMismatchError(f"{op_type} does not accept these inputs: {seen} ({error})")
    refused.__cause__ = error
    return refused


def _described(value: Any) -> str:
    """The dtype and shape of an array; what other values say of themselves."""
    if not isinstance(value, np.ndarray):
        return str(value)
    kind = "string" if value.dtype.kind == "O" else value.dtype.name
    return f"{kind}[{','.join(map(str, value.shape))}]"


__all__ = ["refusal_of"]
