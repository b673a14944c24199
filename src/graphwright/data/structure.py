"""Elements of datasets: nested structures of tensors, their specs, and the flat form that pipelines pass on.

Unlike in `nest`, a list is not a structure: it becomes a tensor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from graphwright.base import nest
from graphwright.base.dtypes import DType
from graphwright.base.shape import Symbol, TensorShape
from graphwright.base.spec import NoneTensorSpec, TensorSpec, TypeSpec
from graphwright.core.array_likes import is_array_like
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.sparse_tensor import SparseTensorSpec
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.tensor_like import AnyTensor
from graphwright.ir.types import Dims, TensorType, tensor_type

Flat = list[Any]
"""One element as pipelines pass it on: an array, or the object of a variant, for each of its tensors."""


def map_components(function: Callable[[Any], Any], value: Any) -> Any:
    """`value` with `function` applied to its components: whatever is neither a tuple nor a mapping."""
    if isinstance(value, tuple):
        parts = [map_components(function, v) for v in value]
        kind: Any = type(value)
        return kind._make(parts) if hasattr(kind, "_fields") else tuple(parts)
    if isinstance(value, Mapping):
        mapped = {k: map_components(function, v) for k, v in value.items()}
        if isinstance(value, defaultdict):
            return defaultdict(value.default_factory, mapped)
        return mapped if type(value) is dict else type(value)(mapped)  # type: ignore[call-arg]
    if hasattr(type(value), "__attrs_attrs__"):
        return type(value)(*[map_components(function, getattr(value, a.name)) for a in type(value).__attrs_attrs__])
    return function(value)


def normalized(value: Any) -> Any:
    """A Python value as an element: numbers, arrays and lists become tensors."""
    return map_components(_as_part, value)


def _as_part(value: Any) -> Any:
    if value is None or isinstance(value, Tensor) or (_is_composite(value) and not is_tensor_like(value)):
        return value
    return to_tensor(_stacked(value) if isinstance(value, list) else value)


def _stacked(value: list[Any]) -> Any:
    """A list of arrays as one of their dtype; other lists, and numbers that NumPy made 64 bits wide, as they are.

    Integers of 64 bits stay that where there are arrays of them alone.
    """
    first = value
    while isinstance(first, list) and first:
        first = first[0]
    if isinstance(first, (list, np.generic, Tensor, AnyTensor)) or not is_array_like(first):
        return value
    try:
        array = np.asarray(value)
    except (MemoryError, ValueError):
        return value  # the conversion says what is wrong
    if array.dtype == np.int64:
        return array if all(_is_wide(leaf) for leaf in _leaves(value)) else value
    return value if array.dtype in (np.float64, object) else array


def _leaves(value: Any) -> Iterator[Any]:
    for item in value:
        if isinstance(item, list):
            yield from _leaves(item)
        else:
            yield item


def _is_wide(leaf: Any) -> bool:
    return not isinstance(leaf, (np.generic, Tensor, AnyTensor)) and getattr(leaf, "dtype", None) == np.int64


def _is_composite(value: Any) -> bool:
    return isinstance(getattr(value, "_type_spec", None), TypeSpec)


def spec_of(element: Any) -> Any:
    """The spec of a normalized element: the same structure with a TypeSpec for each component."""
    return map_components(_part_spec, element)


def _part_spec(value: Any) -> TypeSpec:
    if isinstance(value, Tensor):
        return TensorSpec(public_shape(value._type), value.dtype)
    if value is None:
        return NoneTensorSpec()
    spec: TypeSpec = value._type_spec
    return spec


def public_shape(type_: TensorType) -> TensorShape:
    """A shape without the symbols of its graph."""
    return TensorShape(type_.shape.static_dims)


def _encoder(part: Any) -> Any:
    """The encoder of values as tensors that batching can stack; None if their own tensors are."""
    if isinstance(part, TensorSpec):
        return None
    if isinstance(part, SparseTensorSpec):
        from graphwright.ops.sparse.variants import SparseEncoder

        return SparseEncoder()
    return getattr(part, "__batch_encoder__", None)


def tensor_specs(spec: Any) -> list[TensorSpec]:
    """The specs of the tensors that represent elements of this spec, in order."""
    return [leaf for part in nest.flatten(spec) for leaf in _part_specs(part)]


def _part_specs(part: Any) -> Sequence[Any]:
    encoder = _encoder(part)
    specs: Sequence[Any] = part.flatten() if encoder is None else encoder.encoding_specs(part)
    return specs


def tensors_of(spec: Any, element: Any) -> list[Any]:
    """The tensors that represent an element."""
    return _encoded(spec, element, 0)


def rows_of(spec: Any, element: Any) -> list[Any]:
    """The tensors whose rows represent the rows of an element."""
    return _encoded(spec, element, 1)


def _encoded(spec: Any, element: Any, minimum_rank: int) -> list[Any]:
    tensors: list[Any] = []
    for part, value in zip(nest.flatten(spec), nest.flatten(element), strict=True):
        encoder = _encoder(part)
        tensors += part.to_tensors(value) if encoder is None else encoder.encode(part, value, minimum_rank)
    return tensors


def packer(spec: Any) -> Callable[[Sequence[Any]], Any]:
    """A function that assembles tensors into an element."""
    if isinstance(spec, TensorSpec):
        return lambda tensors: tensors[0]
    if type(spec) is tuple and all(isinstance(s, TensorSpec) for s in spec):
        return tuple
    if type(spec) is dict and all(isinstance(s, TensorSpec) for s in spec.values()) and list(spec) == sorted(spec):
        return lambda tensors: dict(zip(spec, tensors, strict=True))
    parts = [(part, _encoder(part), len(_part_specs(part))) for part in nest.flatten(spec)]

    def pack(tensors: Sequence[Any]) -> Any:
        left: Iterator[Any] = iter(tensors)
        values = [
            part.from_tensors(left) if encoder is None else encoder.decode(part, list(islice(left, count)))
            for part, encoder, count in parts
        ]
        return nest.pack_sequence_as(spec, values)

    return pack


def wrapper(spec: Any) -> Callable[[Flat], Any]:
    """A function from flat elements to elements of eager tensors."""
    pack = packer(spec)
    dtypes = [t.dtype for t in tensor_specs(spec)]
    if len(dtypes) == 1:
        (dtype,) = dtypes
        return lambda flat: pack((wrap(flat[0], dtype),))
    return lambda flat: pack([wrap(value, dtype) for value, dtype in zip(flat, dtypes, strict=True)])


def wrap(value: Any, dtype: DType) -> EagerTensor:
    """An eager tensor of an array or the object of a variant."""
    return EagerTensor(value, tensor_type(dtype, getattr(value, "shape", ())))


def placeholder_type(spec: TensorSpec) -> TensorType:
    """The type of a placeholder for tensors of this spec."""
    return tensor_type(spec.dtype, unrelated(spec.shape))


def unrelated(shape: TensorShape) -> Dims:
    """The dimensions of a shape, with a new symbol for each unknown one."""
    dims = shape.static_dims
    return None if dims is None else tuple(Symbol() if d is None else d for d in dims)


def output_attrs(spec: Any) -> dict[str, Any]:
    """The attributes of dataset ops that describe the elements."""
    flat = tensor_specs(spec)
    return {"output_types": [t.dtype for t in flat], "output_shapes": [t.shape for t in flat]}


def most_specific(first: Any, second: Any) -> Any:
    """The most specific spec of elements of either spec; TypeError if there is none."""
    try:
        nest.assert_same_structure(first, second)
    except (TypeError, ValueError):
        raise _incompatible(first, second) from None
    parts = []
    for a, b in zip(nest.flatten(first), nest.flatten(second), strict=True):
        common = a.most_specific_common_supertype([b])
        if common is None:
            raise _incompatible(first, second)
        parts.append(common)
    return nest.pack_sequence_as(first, parts)


def _incompatible(first: Any, second: Any) -> TypeError:
    return TypeError(f"Incompatible dataset elements:\n  {first} vs.   {second}")


def map_specs(function: Callable[[Any], Any], spec: Any) -> Any:
    """A spec with `function` applied to each component."""
    return nest.map_structure(function, spec)


__all__ = [
    "Flat",
    "map_components",
    "map_specs",
    "most_specific",
    "normalized",
    "output_attrs",
    "packer",
    "placeholder_type",
    "public_shape",
    "rows_of",
    "spec_of",
    "tensor_specs",
    "tensors_of",
    "unrelated",
    "wrap",
    "wrapper",
]
