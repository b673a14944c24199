"""Batchable ExtensionTypes: values that can be stacked and taken apart by rows, as `tf.map_fn` and datasets do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from graphwright.base import nest
from graphwright.base.spec import TensorSpec
from graphwright.extension_types.extension_type import ExtensionType, ExtensionTypeSpec


class ExtensionTypeBatchEncoder:
    """How the values of a batchable ExtensionType become tensors that are stacked row by row, and come back.

    A class derived from `tf.experimental.BatchableExtensionType` names its own as `__batch_encoder__`. What is here
    stacks every tensor in the value by itself.

    >>> class Transposed(tf.experimental.ExtensionTypeBatchEncoder):
    ...     def encode(self, spec, value, minimum_rank=0):
    ...         return [-value.x]
    ...     def decode(self, spec, encoded_value):
    ...         return Negated(-encoded_value[0])
    >>> class Negated(tf.experimental.BatchableExtensionType):
    ...     __batch_encoder__ = Transposed()
    ...     x: tf.Tensor
    >>> tf.map_fn(lambda row: row.x * 2, Negated([1, 2]), fn_output_signature=tf.int32).numpy()
    array([2, 4], dtype=int32)
    """

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        """The spec of a stack of `batch_size` values of `spec`."""
        return _each(spec, lambda part: part._batch(batch_size))

    def unbatch(self, spec: Any) -> Any:
        """The spec of one row of a value of `spec`; ValueError where one of its tensors is a scalar."""
        return _each(spec, lambda part: part._unbatch())

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> list[Any]:
        """The tensors of a value, each of `minimum_rank` dimensions at least, to be stacked or taken apart."""
        parts = zip(nest.flatten(spec._component_specs), nest.flatten(spec._to_components(value)), strict=True)
        return [tensor for inner, part in parts for tensor in encoded(inner, part, minimum_rank)]

    def decode(self, spec: Any, encoded_value: Sequence[Any]) -> Any:
        """The value of type `spec` that these tensors are the encoding of."""
        rest = iter(encoded_value)
        parts = [
            decoded(inner, [next(rest) for _ in encoding_specs(inner)]) for inner in nest.flatten(spec._component_specs)
        ]
        return spec._from_components(tuple(parts))

    def encoding_specs(self, spec: Any) -> list[TensorSpec]:
        """The specs of the tensors that `encode` gives for a value of `spec`."""
        return [found for inner in nest.flatten(spec._component_specs) for found in encoding_specs(inner)]


def _each(spec: Any, change: Any) -> Any:
    """The spec with what it is made of changed."""
    parts = [change(batchable(part)) for part in nest.flatten(spec._component_specs)]
    filled = spec._from_components(tuple(parts))
    return spec._deserialize(tuple((name, filled.__dict__[name]) for name in spec._field_names))


def batchable(spec: Any) -> Any:
    """The spec, if values of it can be stacked; TypeError otherwise."""
    if hasattr(spec, "_batch") and hasattr(spec, "_unbatch"):
        return spec
    raise TypeError(
        f"Values of {spec!r} cannot be stacked or taken apart by rows. Derive "
        f"{spec.value_type.__name__} from tf.experimental.BatchableExtensionType."
    )


def _encoder(spec: Any) -> ExtensionTypeBatchEncoder | None:
    found: ExtensionTypeBatchEncoder | None = getattr(batchable(spec), "__batch_encoder__", None)
    return found


def encoded(spec: Any, value: Any, minimum_rank: int = 0) -> list[Any]:
    """The tensors that stand for a value of a batchable spec."""
    encoder = _encoder(spec)
    return spec.to_tensors(value) if encoder is None else list(encoder.encode(spec, value, minimum_rank))


def decoded(spec: Any, tensors: Sequence[Any]) -> Any:
    """The value that these tensors stand for."""
    encoder = _encoder(spec)
    return spec.from_tensors(iter(tensors)) if encoder is None else encoder.decode(spec, tensors)


def encoding_specs(spec: Any) -> list[Any]:
    """The specs of the tensors that stand for a value of a batchable spec."""
    encoder = _encoder(spec)
    return spec.flatten() if encoder is None else nest.flatten(encoder.encoding_specs(spec))


class BatchableExtensionTypeSpec(ExtensionTypeSpec):
    """The type of the values of a batchable ExtensionType."""

    __slots__ = ()

    @property
    def __batch_encoder__(self) -> ExtensionTypeBatchEncoder:
        found: ExtensionTypeBatchEncoder = self._value_type.__batch_encoder__
        return found

    def _batch(self, batch_size: int | None) -> Any:
        return self.__batch_encoder__.batch(self, batch_size)

    def _unbatch(self) -> Any:
        return self.__batch_encoder__.unbatch(self)

    def _to_batched_tensor_list(self, value: Any) -> list[Any]:
        return encoded(self, value, minimum_rank=1)


class BatchableExtensionType(ExtensionType):
    """An ExtensionType whose values can be stacked and taken apart by rows: for `tf.map_fn` and datasets.

    All tensors in a value have the rows in their first dimension; `__batch_encoder__` may say otherwise.

    >>> class Point(tf.experimental.BatchableExtensionType):
    ...     x: tf.Tensor
    ...     y: tf.Tensor
    >>> points = Point([1.0, 3.0], [2.0, 4.0])
    >>> tf.map_fn(lambda p: p.x * p.y, points, fn_output_signature=tf.float32).numpy()
    array([ 2., 12.], dtype=float32)
    """

    __slots__ = ()
    _abstract_root: ClassVar[bool] = True
    __batch_encoder__: ClassVar[ExtensionTypeBatchEncoder] = ExtensionTypeBatchEncoder()


BatchableExtensionType.Spec = BatchableExtensionTypeSpec

__all__ = ["BatchableExtensionType", "BatchableExtensionTypeSpec", "ExtensionTypeBatchEncoder"]
