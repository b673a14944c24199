"""What ops on text share: a function of each text, and public functions that take ragged tensors too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from graphwright.core.dispatch import apply
from graphwright.core.tensor import Array
from graphwright.core.tensor_like import AnyRagged
from graphwright.core.typing import TensorLike
from graphwright.ir.record import OpRecord


def of_each(function: Callable[[bytes], Any], texts: Array, dtype: Any = object) -> Array:
    """An array of the shape of `texts` with what the function gives for each."""
    made = np.empty(texts.shape, dtype)
    out = made.reshape(-1)
    for i, text in enumerate(texts.reshape(-1)):
        out[i] = function(text)
    return made


def apply_to_each(
    record: OpRecord, input: TensorLike, others: tuple[Any, ...], attrs: Mapping[str, Any] | None, name: str | None
) -> Any:
    """The op on a tensor, or on the values of a ragged one."""
    if isinstance(input, AnyRagged):
        ragged: Any = input
        return ragged.with_flat_values(apply(record, (ragged.flat_values, *others), attrs, name))
    return apply(record, (input, *others), attrs, name)


__all__ = ["apply_to_each", "of_each"]
