"""StructuredValue messages: nested Python values and specs in SavedModels."""

from __future__ import annotations

import collections
import functools
import keyword
from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.base import errors, nest
from graphwright.base.dtypes import DType
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.base.spec_registry import get_name, lookup
from graphwright.base.words import with_article
from graphwright.core.indexed_slices import IndexedSlicesSpec
from graphwright.core.sparse_tensor import SparseTensorSpec
from graphwright.core.tensor import EagerTensor
from graphwright.extension_types.extension_type import ExtensionTypeSpec
from graphwright.graphdef.read_attrs import read_dtype, read_shape, read_tensor
from graphwright.graphdef.tensor_proto import shape_to_proto
from graphwright.graphdef.tensor_proto import to_proto as array_to_proto
from graphwright.ops.array.constants import constant
from graphwright.ops.ragged.row_partition import RowPartitionSpec
from graphwright.ops.ragged.spec import RaggedTensorSpec
from graphwright.ops.state.tensor_array import TensorArraySpec
from graphwright.saved_model.messages import TYPE_SPEC_CLASSES, Message, StructuredValue

DEEPEST = 50
"""The deepest nesting that is read."""


_SPECS: dict[str, type[TypeSpec]] = {
    "INDEXED_SLICES_SPEC": IndexedSlicesSpec,
    "RAGGED_TENSOR_SPEC": RaggedTensorSpec,
    "ROW_PARTITION_SPEC": RowPartitionSpec,
    "SPARSE_TENSOR_SPEC": SparseTensorSpec,
    "TENSOR_ARRAY_SPEC": TensorArraySpec,
}


_BY_NAME = ("REGISTERED_TYPE_SPEC", "EXTENSION_TYPE_SPEC")
"""The kinds of specs whose class is found by the name under which it is registered."""


class NotEncodableError(TypeError):
    """A value that cannot be encoded in a SavedModel."""


class UnregisteredTypeError(NotEncodableError):
    """A type of values that has no name by which another program could find it."""


def encode(value: Any) -> Message:
    """The message of a value: None, numbers, text, arrays, shapes, dtypes, specs, and lists, tuples and dicts of them.

    Raises NotEncodableError, a TypeError, for anything else.
    """
    result = StructuredValue()
    _put(result, value)
    return result


def _put(result: Message, value: Any) -> None:
    if value is None:
        result.none_value.SetInParent()
    elif isinstance(value, bool):
        result.bool_value = value
    elif isinstance(value, int):
        result.int64_value = _fitting(value)
    elif isinstance(value, float):
        result.float64_value = value
    elif isinstance(value, str):
        result.string_value = value
    elif isinstance(value, (np.ndarray, np.generic)):
        _put_array(result.numpy_value, np.asarray(value), None)
    elif isinstance(value, EagerTensor):
        _put_array(result.tensor_value, value._ndarray(), value.dtype)
    elif isinstance(value, DType):
        result.tensor_dtype_value = value.as_datatype_enum
    elif isinstance(value, TensorShape):
        result.tensor_shape_value.CopyFrom(shape_to_proto(value))
    elif isinstance(value, TypeSpec):
        _put_spec(result, value)
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        result.named_tuple_value.name = type(value).__name__
        for key in value._fields:
            _put(result.named_tuple_value.values.add(key=key).value, getattr(value, key))
    elif isinstance(value, (list, tuple)):
        target = result.list_value if isinstance(value, list) else result.tuple_value
        target.SetInParent()
        for each in value:
            _put(target.values.add(), each)
    elif isinstance(value, Mapping) and all(isinstance(k, str) for k in value):
        result.dict_value.SetInParent()
        for key, each in value.items():
            _put(result.dict_value.fields[key], each)
    else:
        raise NotEncodableError(f"{value!r} of type {type(value).__name__} cannot be part of a SavedModel.")


def _put_array(target: Message, array: Any, dtype: DType | None) -> None:
    try:
        target.CopyFrom(array_to_proto(array, dtype))
    except (TypeError, ValueError) as error:
        raise NotEncodableError(f"{array!r} cannot be part of a SavedModel: {error}") from None


def _fitting(value: int) -> int:
    if not -(2**63) <= value < 2**63:
        raise NotEncodableError(f"The number {value} is too large to be part of a SavedModel.")
    return value


def _put_spec(result: Message, spec: TypeSpec) -> None:
    if isinstance(spec, TensorSpec):
        result.tensor_spec_value.name = spec.name or ""
        result.tensor_spec_value.dtype = spec.dtype.as_datatype_enum
        result.tensor_spec_value.shape.CopyFrom(shape_to_proto(spec.shape))
        return
    name = next((name for name, kind in _SPECS.items() if type(spec) is kind), None)
    registered = None if name else _registered_name(spec)
    if name is None:
        name = "EXTENSION_TYPE_SPEC" if isinstance(spec, ExtensionTypeSpec) else "REGISTERED_TYPE_SPEC"
    result.type_spec_value.type_spec_class = TYPE_SPEC_CLASSES[name]
    result.type_spec_value.type_spec_class_name = registered or type(spec).__name__
    result.type_spec_value.num_flat_components = len(nest.flatten(spec._component_specs))
    _put(result.type_spec_value.type_state, tuple(spec._serialize()))


def _registered_name(spec: TypeSpec) -> str:
    """The name of a spec's class; UnregisteredTypeError if it has none."""
    try:
        return get_name(type(spec))
    except ValueError:
        advice = "register its class with tf.experimental.register_type_spec or pass its parts"
        if isinstance(spec, ExtensionTypeSpec):
            cls = spec.value_type.__name__
            advice = f'give the class a name for files, `__name__ = "my_project.{cls}"` in its body'
        raise UnregisteredTypeError(f"{spec!r} cannot be part of a SavedModel: {advice}.") from None


def decode(proto: Message, depth: int = 0) -> Any:
    """The value of a message.

    Raises InvalidArgumentError for a message that holds nothing, contradicts itself or nests too deep, and
    UnimplementedError for kinds of values that there are none of here.
    """
    kind = proto.WhichOneof("kind")
    if depth > DEEPEST:
        raise errors.InvalidArgumentError(f"A structure in the SavedModel nests more than {DEEPEST} levels.")
    if kind is None:
        raise errors.InvalidArgumentError("A structure in the SavedModel holds no value where there must be one.")
    stored = getattr(proto, kind)
    try:
        return _decoded(kind, stored, depth)
    except (ValueError, OverflowError) as error:
        if isinstance(error, errors.OpError):
            raise
        raise errors.InvalidArgumentError(f"A structure in the SavedModel: {error}.") from None


def _decoded(kind: str, stored: Any, depth: int) -> Any:
    if kind == "none_value":
        return None
    if kind in ("bool_value", "int64_value", "float64_value", "string_value"):
        return stored
    if kind in ("numpy_value", "tensor_value"):
        array = read_tensor(stored)
        return constant(array) if kind == "tensor_value" else array
    if kind == "tensor_dtype_value":
        return read_dtype(stored)
    if kind == "tensor_shape_value":
        return read_shape(stored)
    if kind in ("tensor_spec_value", "bounded_tensor_spec_value"):
        return TensorSpec(read_shape(stored.shape), read_dtype(stored.dtype), stored.name or None)
    if kind == "list_value":
        return [decode(v, depth + 1) for v in stored.values]
    if kind == "tuple_value":
        return tuple(decode(v, depth + 1) for v in stored.values)
    if kind == "dict_value":
        return {key: decode(stored.fields[key], depth + 1) for key in sorted(stored.fields)}
    if kind == "named_tuple_value":
        names = tuple(pair.key for pair in stored.values)
        return named_tuple(stored.name, names)(*(decode(pair.value, depth + 1) for pair in stored.values))
    if kind == "type_spec_value":
        return _decoded_spec(stored, depth)
    raise errors.UnimplementedError(f"Structures of SavedModels with {with_article(kind)} are not supported.")


@functools.lru_cache(256)
def named_tuple(name: str, fields: tuple[str, ...]) -> Any:
    """The class of named tuples of this name and these fields; ValueError for invalid names."""
    if any(not n.isidentifier() or keyword.iskeyword(n) for n in (name, *fields)):
        raise ValueError(f"a named tuple cannot be called {name!r} with the fields {list(fields)}")
    return collections.namedtuple(name, fields)


def _decoded_spec(stored: Message, depth: int) -> Any:
    state = decode(stored.type_state, depth + 1)
    result: Any = {TYPE_SPEC_CLASSES[name]: kind for name, kind in _SPECS.items()}.get(stored.type_spec_class)
    if stored.type_spec_class in [TYPE_SPEC_CLASSES[name] for name in _BY_NAME]:
        result = _registered_class(stored.type_spec_class_name)
    if result is None:
        raise errors.UnimplementedError(
            f"The SavedModel has values of {stored.type_spec_class_name or 'an unnamed type spec'}, which there are "
            "none of here."
        )
    try:
        return result._deserialize(state)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"{stored.type_spec_class_name} cannot be made of {state!r}: {error}") from None


def _registered_class(name: str) -> type[TypeSpec]:
    """The class of specs that is registered under a name; NotFoundError if there is none in this program."""
    try:
        return lookup(name)
    except ValueError:
        raise errors.NotFoundError(
            f"The SavedModel has values of type {name!r}, which this program has not defined. Define the ExtensionType "
            f"with `__name__ = {name.removesuffix('.Spec')!r}`, or import the module that does, before loading."
        ) from None


__all__ = ["NotEncodableError", "UnregisteredTypeError", "decode", "encode", "named_tuple"]
