"""Structures of tensors and batchable values, encoded as flat lists of tensors for TensorArrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from graphwright.base import nest
from graphwright.base.spec import TensorSpec


class RowEncoder:
    """A structure of specs, with the conversion between its values and flat lists of tensors.

    Fields:
      structure: the structure, with specs for leaves.
      specs: the leaves.
    """

    def __init__(self, structure: Any) -> None:
        self.structure = structure
        self.specs: list[Any] = nest.flatten(structure)

    def flat(self) -> list[Any]:
        """The specs of the tensors, in the order of `encode`."""
        return [part for spec in self.specs for part in _tensor_specs(spec)]

    def encode(self, values: Any, minimum_rank: int = 0) -> list[Any]:
        """The tensors (or values convertible to tensors) in a structure of values of these specs."""
        pairs = zip(self.specs, nest.flatten(values), strict=True)
        return [part for spec, value in pairs for part in _encoded(spec, value, minimum_rank)]

    def check(self, values: Any) -> None:
        """Raise if the structure of values differs."""
        plain = [_as_of_tensor(spec) for spec in self.specs]
        nest.assert_same_structure(nest.pack_sequence_as(self.structure, plain), values, expand_composites=True)

    @staticmethod
    def is_of_tensors(spec: Any) -> bool:
        """Whether a spec other than a tensor's has tensors for values: a ragged row without ragged dimensions."""
        return not isinstance(spec, TensorSpec) and _as_of_tensor(spec) is not getattr(spec, "_declared", spec)

    def decode(self, tensors: Iterable[Any]) -> Any:
        """The structure of values that these tensors encode."""
        rest = iter(tensors)
        leaves = [_decoded(spec, [next(rest) for _ in _tensor_specs(spec)]) for spec in self.specs]
        return nest.pack_sequence_as(self.structure, leaves)

    def rows(self) -> RowEncoder:
        """The parts of one row of such values; that of a tensor may have any shape."""
        return self._changed(lambda spec: TensorSpec(None, spec.dtype), lambda spec: spec._unbatch())

    def stacked(self, count: int | None) -> RowEncoder:
        """The parts of a stack of `count` such values."""
        return self._changed(lambda spec: spec, lambda spec: spec._batch(count))

    def _changed(self, of_tensor: Callable[[Any], Any], of_value: Callable[[Any], Any]) -> RowEncoder:
        leaves = [of_tensor(s) if isinstance(s, TensorSpec) else of_value(_batchable(s)) for s in self.specs]
        return RowEncoder(nest.pack_sequence_as(self.structure, leaves))


def _as_of_tensor(spec: Any) -> Any:
    """The spec of a tensor for one whose values are tensors: a ragged row without ragged dimensions of its own."""
    like = TensorSpec(None)
    return like if getattr(spec, "value_type", None) is like.value_type else getattr(spec, "_declared", spec)


def _batchable(spec: Any) -> Any:
    from graphwright.extension_types.batchable import batchable

    return batchable(spec)


def _tensor_specs(spec: Any) -> Sequence[Any]:
    if isinstance(spec, TensorSpec):
        return (spec,)
    from graphwright.extension_types.batchable import encoding_specs

    return encoding_specs(spec)


def _encoded(spec: Any, value: Any, minimum_rank: int) -> Sequence[Any]:
    if isinstance(spec, TensorSpec):
        return (value,)
    from graphwright.extension_types.batchable import encoded

    return encoded(spec, value, minimum_rank)


def _decoded(spec: Any, tensors: list[Any]) -> Any:
    if isinstance(spec, TensorSpec):
        return tensors[0]
    from graphwright.extension_types.batchable import decoded

    return decoded(spec, tensors)


__all__ = ["RowEncoder"]
