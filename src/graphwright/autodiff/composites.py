"""Composite values as sources and targets of gradients: flattening them, and packing their gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from graphwright.autodiff.values import zeros_like
from graphwright.base import nest
from graphwright.base.dtypes import DType
from graphwright.core.convert import is_made_of_tensors
from graphwright.core.indexed_slices import dense
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable

_OPAQUE = ("resource", "variant")
_PLAIN_SOURCES = (Tensor, Variable)  # they have no components


def is_trainable(dtype: DType) -> bool:
    """Whether tensors of this dtype can have gradients, or refer to something that has."""
    return dtype.is_floating or dtype.is_complex or dtype.name in _OPAQUE


def flatten_composites(structure: Any) -> tuple[list[Any], Callable[[Sequence[Any]], Any]]:
    """The leaves of a structure, and a function that packs their gradients.

    A composite value is replaced by those of its tensors that can have gradients. Its gradient is a value of its type:
    gradients (or zeros) for these, the other tensors unchanged; None if no tensor has a gradient.
    """
    if isinstance(structure, _PLAIN_SOURCES):
        return [structure], itemgetter(0)
    if type(structure) is list and all(isinstance(leaf, _PLAIN_SOURCES) for leaf in structure):
        return structure, list
    leaves = nest.flatten(structure)
    components = [_parts(leaf) for leaf in leaves]
    flat: list[Any] = []
    for leaf, parts in zip(leaves, components, strict=True):
        flat.extend([leaf] if parts is None else [part for part in parts if is_trainable(part.dtype)])

    def pack(gradients: Sequence[Any]) -> Any:
        rest = iter(gradients)
        pairs = zip(leaves, components, strict=True)
        created = [next(rest) if parts is None else _gradient_of(leaf, parts, rest) for leaf, parts in pairs]
        return nest.pack_sequence_as(structure, created)

    return flat, pack


def _parts(value: Any) -> list[Any] | None:
    """The tensors of a composite value, None for anything else."""
    if not is_made_of_tensors(value):
        return None
    parts = nest.flatten(value, expand_composites=True)
    return None if any(part.dtype.name in _OPAQUE for part in parts) else parts


def _gradient_of(value: Any, parts: list[Any], rest: Any) -> Any:
    found = [next(rest) if is_trainable(part.dtype) else None for part in parts]
    if all(gradient is None for gradient in found):
        return None
    filled = [_or_zeros(gradient, part) for gradient, part in zip(found, parts, strict=True)]
    return nest.pack_sequence_as(value, filled, expand_composites=True)


def _or_zeros(gradient: Any, part: Any) -> Any:
    if gradient is not None:
        return dense(gradient)
    return zeros_like(part) if is_trainable(part.dtype) else part


__all__ = ["flatten_composites", "is_trainable"]
