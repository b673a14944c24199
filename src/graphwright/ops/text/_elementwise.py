"""Helpers for elementwise string ops, including on ragged tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from graphwright.core.eager_jit import text_routine
from graphwright.core.prelude import Array, TensorLike, apply
from graphwright.core.tensor_like import AnyRagged
from graphwright.ir.record import OpRecord


def map_strings(function: Callable[[bytes], Any], texts: Array, dtype: Any = object) -> Array:
    """Map a function over an array of strings."""
    result = np.empty(texts.shape, dtype)
    result.reshape(-1)[:] = [function(text) for text in texts.reshape(-1).tolist()]
    return result


def in_c(name: str, texts: Array, *arguments: Any) -> Any:
    """What the C code for text ops computes; None if there are few strings, or it leaves them to Python."""
    routine = text_routine(name, texts.size)
    return None if routine is None else routine(texts, *arguments)


def completed(found: Array, left: Array, inputs: Array, function: Callable[[Any], Any]) -> Array:
    """The results of the C code, with those that it left to Python, by position."""
    for at in left.tolist():
        found.flat[at] = function(inputs.flat[at])
    return found


def apply_elementwise(
    record: OpRecord, input: TensorLike, others: tuple[Any, ...], attrs: Mapping[str, Any] | None, name: str | None
) -> Any:
    """Apply an op to a tensor, or to the flat values of a ragged tensor."""
    if isinstance(input, AnyRagged):
        ragged: Any = input
        return ragged.with_flat_values(apply(record, (ragged.flat_values, *others), attrs, name))
    return apply(record, (input, *others), attrs, name)
