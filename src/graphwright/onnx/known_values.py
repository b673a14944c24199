"""Values that are known while a model is converted: constants, sizes, and what is computed of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dimension import Dim
from graphwright.core.context import state
from graphwright.core.introspection import get_static_value
from graphwright.core.tensor import EagerTensor, SymbolicTensor, Tensor
from graphwright.ir.infer import partial_value

_LARGEST = 4096  # elements: shapes, axes and conditions, not weights
_MOST_OPERATIONS = 500


def static(value: Any) -> np.ndarray[Any, Any] | None:
    """The value of a tensor, if it is known before the model runs."""
    if value is None:
        return None
    found = get_static_value(value)
    if found is not None:
        return np.asarray(found)
    return _Evaluation().value(value) if isinstance(value, SymbolicTensor) else None


def known_elements(vector: Tensor) -> tuple[Dim, ...] | None:
    """What is known of the elements of a vector of integers: numbers, and symbols for sizes and what is unknown."""
    known = static(vector)
    return partial_value(vector) if known is None else tuple(int(n) for n in known.reshape(-1))


def may_be_copied(element: Dim) -> bool:
    """Whether an element of a shape may be the 0 that copies a size; what is a size itself is meant as it is."""
    return element == 0 if isinstance(element, int) else not element.is_size


def described(elements: Sequence[Dim]) -> str:
    """A shape with `?` for what is not known."""
    return "[" + ", ".join(str(d) if isinstance(d, int) else "?" for d in elements) + "]"


class _Evaluation:
    """Computes a value from constants and known sizes by the kernels of its operations."""

    def __init__(self) -> None:
        self._left = _MOST_OPERATIONS
        self._values: dict[int, np.ndarray[Any, Any] | None] = {}

    def value(self, tensor: Any) -> np.ndarray[Any, Any] | None:
        """The value of a tensor, None if it is not known."""
        if id(tensor) not in self._values:
            self._values[id(tensor)] = self._computed(tensor)
        return self._values[id(tensor)]

    def _computed(self, tensor: Any) -> np.ndarray[Any, Any] | None:
        found = get_static_value(tensor)
        if found is not None:
            array = np.asarray(found)
            return array if array.size <= _LARGEST else None
        if isinstance(tensor, EagerTensor):
            return None
        elements, op = tensor.shape.num_elements(), tensor.op
        record = op.record
        self._left -= 1
        plain = record.effect == "none" and not record.runs_code and record.kernel is not None
        if self._left < 0 or elements is None or elements > _LARGEST or not plain or not op.inputs:
            return None
        inputs = [self.value(value) for value in op.inputs]
        known = [array for array in inputs if array is not None]
        return self._run(op, known, tensor.index) if len(known) == len(inputs) else None

    def _run(self, op: Any, inputs: list[np.ndarray[Any, Any]], index: int) -> np.ndarray[Any, Any] | None:
        kernel = op.record.bound_kernel(op.attrs)
        try:
            results = state.quiet(kernel, *op.record.group(inputs, op.attrs))
        except Exception:
            return None  # the model fails there when it runs, with an error that names the node
        return np.asarray(results if op.record.single_output else results[index])


__all__ = ["described", "known_elements", "may_be_copied", "static"]
