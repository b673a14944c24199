"""The `partial` rule of ops that only move elements, such as slices, transpositions and paddings.

Their kernel is run on numbers that stand for the elements, which shows where each of them ends up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import int32, int64
from graphwright.ir.infer import KnownElements
from graphwright.ir.prelude import Dim, Operation, Symbol

_MOST = 256  # elements

Partial = Callable[[Operation, KnownElements], Any]


def moves(*sources: int) -> Partial:
    """The rule of an op that moves the elements of these arguments, as the others say, and adds only zeros."""

    def partial(op: Operation, known: KnownElements) -> Any:
        if not all(v.dtype in (int32, int64) and v.type.is_static for v in op.outputs):
            return None
        elements: list[Dim] = [0]  # the element that padding adds
        arguments: list[np.ndarray[Any, Any]] = []
        for at, value in _with_places(op):
            found = _elements_of(value, known)
            if found is None:
                return None
            if at in sources:
                numbers = np.arange(len(elements), len(elements) + len(found))
                elements += found
            elif any(isinstance(n, Symbol) for n in found):
                return None
            else:
                numbers = np.array(found, value.type.dtype.numpy)
            arguments.append(numbers.reshape(value.type.dims))
        try:
            results = op.record.bound_kernel(op.attrs)(*op.record.group(arguments, op.attrs))
        except Exception:
            return None  # the error belongs to the run
        chosen = [
            tuple(elements[n] for n in np.asarray(result).reshape(-1).tolist())
            for result in ([results] if op.record.single_output else results)
        ]
        return chosen[0] if op.record.single_output else chosen

    return partial


def _with_places(op: Operation) -> Sequence[tuple[int, Any]]:
    """The inputs, each with the place of its argument."""
    places: list[int] = []
    for place, argument in enumerate(op.record.inputs):
        places += [place] * op.record.arg_count(argument, op.attrs)
    return list(zip(places, op.inputs, strict=True))


def _elements_of(value: Any, known: KnownElements) -> tuple[Dim, ...] | None:
    type_ = value.type
    if not type_.is_static or type_.dtype.numpy is None or math.prod(type_.dims) > _MOST:
        return None
    found = known(value)
    return found if found is not None and len(found) == math.prod(type_.dims) else None
