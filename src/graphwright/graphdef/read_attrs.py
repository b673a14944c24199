"""AttrValue messages as attributes of operations, held against what the op's record declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graphwright.base import errors
from graphwright.base.dtypes import DType, from_enum
from graphwright.base.shape import TensorShape
from graphwright.graphdef import messages
from graphwright.graphdef.tensor_proto import shape_from_proto, to_array
from graphwright.ir.record import OpRecord
from graphwright.ir.signature import AttrDef

FunctionOf = Callable[[str], Any]
"""Gives the function of a name; NotFoundError when there is none."""

MOST_DIMENSIONS = 254
"""The highest rank that the format allows."""

LARGEST_CONSTANT = 2**31
"""Bytes that a constant may take; a few bytes of a file may stand for an array of any size."""

# The field of AttrValue (and of its list) that holds a kind.
_FIELDS = {
    "type": "type", "shape": "shape", "int": "i", "float": "f", "bool": "b", "string": "s", "func": "func",
    "tensor": "tensor",
}  # fmt: skip
_KINDS = {field: kind for kind, field in _FIELDS.items()}

# What the exporter derives from the operation itself.
DERIVED = frozenset(
    {
        "_output_shapes",
        "_read_only_resource_inputs",
        "_collective_manager_ids",
        "_lower_using_switch_merge",
        "_num_original_outputs",
    }
)


def read_dtype(number: int) -> DType:
    """The dtype of an enum value of a file; ValueError where no value can have it."""
    if not 0 < number < 100 or number not in messages.DATA_TYPE_NAMES:
        name = messages.DATA_TYPE_NAMES.get(number, str(number))
        raise ValueError(f"{name} is no dtype that a value can have")
    try:
        return from_enum(number)
    except TypeError as error:
        raise ValueError(str(error)) from None


def read_shape(proto: messages.Message) -> TensorShape:
    """The shape of a file; ValueError for dimensions or ranks that there are none of."""
    if len(proto.dim) > MOST_DIMENSIONS:
        raise ValueError(f"a shape has {len(proto.dim)} dimensions; there are at most {MOST_DIMENSIONS}")
    shape = shape_from_proto(proto)
    count = 1
    for dim in proto.dim:
        count *= max(dim.size, 1)
    if count >= 2**63:
        raise ValueError(f"the shape {shape} has more elements than any memory")
    return shape


def _read_text(value: bytes) -> str | bytes:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def read_tensor(proto: messages.Message) -> Any:
    """The array of a constant; ValueError or TypeError where it contradicts itself."""
    shape = read_shape(proto.tensor_shape)
    count = 1
    for dim in shape.static_dims or ():
        count *= dim or 0
    if count * read_dtype(proto.dtype).size > LARGEST_CONSTANT:
        raise ValueError(f"a constant of shape {shape} is larger than {LARGEST_CONSTANT} bytes")
    return to_array(proto)


def _read_one(kind: str, value: Any, function_of: FunctionOf) -> Any:
    if kind == "type":
        return read_dtype(value)
    if kind == "shape":
        return read_shape(value)
    if kind == "string":
        return _read_text(value)
    if kind == "func":
        return function_of(value.name)
    if kind == "tensor":
        return read_tensor(value)
    return value


def read_attr(proto: messages.Message, kind: str, function_of: FunctionOf) -> Any:
    """The value of an attribute of the declared kind.

    Raises ValueError or TypeError where the message holds something else or contradicts itself.
    """
    stored = proto.WhichOneof("value")
    if not kind.startswith("list("):
        if stored != _FIELDS[kind]:
            raise ValueError(f"it must be a {kind}, and holds {_KINDS.get(stored or '', stored or 'nothing')}")
        return _read_one(kind, getattr(proto, stored), function_of)
    if stored != "list":
        raise ValueError(f"it must be a {kind}, and holds {_KINDS.get(stored or '', stored or 'nothing')}")
    field = _FIELDS[kind[5:-1]]
    strange = [f.name for f, values in proto.list.ListFields() if f.name != field and values]
    if strange:
        raise ValueError(f"it must be a {kind}, and lists {_KINDS[strange[0]]}")
    return [_read_one(kind[5:-1], value, function_of) for value in getattr(proto.list, field)]


def read_free_attr(proto: messages.Message) -> Any:
    """The value of an attribute that no record declares, by what it holds; None for functions and placeholders."""
    stored = proto.WhichOneof("value")
    if stored in (None, "func", "placeholder"):
        return None
    if stored != "list":
        return _read_one(_KINDS[stored], getattr(proto, stored), lambda name: None)
    fields = proto.list.ListFields()
    if not fields:
        return []
    field, values = fields[0]
    return [_read_one(_KINDS[field.name], value, lambda name: None) for value in values]


def read_attrs(
    record: OpRecord, given: Mapping[str, messages.Message], function_of: FunctionOf, where: str
) -> dict[str, Any]:
    """All attributes of an operation: those of the file checked against the record, the others by their defaults.

    `where` says in errors which operation it is. Raises InvalidArgumentError naming the attribute.
    """
    attrs: dict[str, Any] = {}
    for name in sorted(given):
        definition = record.attrs.get(name)
        if definition is None:
            if not name.startswith("_"):
                raise errors.InvalidArgumentError(
                    f"{where} has an attribute '{name}', which {record.name} has not; it has {sorted(record.attrs)}."
                )
            value = None if name in DERIVED else _reading(name, where, read_free_attr, given[name])
            if value is not None:
                attrs[name] = value
            continue
        value = _reading(name, where, read_attr, given[name], definition.kind, function_of)
        _check(definition, value, where)
        attrs[name] = value
    for name, definition in record.attrs.items():
        if name not in attrs:
            if definition.required and definition.kind != "func":
                raise errors.InvalidArgumentError(f"{where} lacks the attribute '{name}' ({definition.kind}).")
            attrs[name] = None if definition.required else definition.default
    return attrs


def _reading(name: str, where: str, read: Callable[..., Any], *args: Any) -> Any:
    try:
        return read(*args)
    except (ValueError, TypeError, OverflowError) as error:
        raise errors.InvalidArgumentError(f"{where}: attribute '{name}': {error}.") from None


def _check(definition: AttrDef, value: Any, where: str) -> None:
    several = definition.kind.startswith("list(")
    if definition.allowed is not None:
        for each in value if several else (value,):
            if each not in definition.allowed:
                allowed = ", ".join(str(getattr(a, "name", a)) for a in definition.allowed)
                raise errors.InvalidArgumentError(
                    f"{where}: attribute '{definition.name}' is {getattr(each, 'name', each)}, which is none of "
                    f"{allowed}."
                )
    if definition.minimum is not None:
        count = len(value) if several else value
        if count < definition.minimum:
            raise errors.InvalidArgumentError(
                f"{where}: attribute '{definition.name}' is {count}; the least is {definition.minimum}."
            )
