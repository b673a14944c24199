"""Messages of protobuf as tensors: fields read from serialized messages, and messages made of fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, from_numpy
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op
from graphwright.ir.reach import Reach

_LOCAL, _BYTES = "local://", b"bytes://"

# by protobuf's names of types: the dtypes that a field can be read as, the first of them what it is written from
_DTYPES: dict[str, str] = {
    "double": "float64", "float": "float32 float64", "int64": "int64", "uint64": "uint64", "int32": "int32 int64",
    "fixed64": "uint64", "fixed32": "uint32 uint64", "bool": "bool", "string": "string", "group": "string",
    "message": "string", "bytes": "string", "uint32": "uint32 uint64", "enum": "int32 int64", "sfixed32": "int32 int64",
    "sfixed64": "int64", "sint32": "int32 int64", "sint64": "int64",
}  # fmt: skip
_MESSAGES = ("message", "group")


def _type_name(field: Any) -> str:
    from google.protobuf.descriptor_pb2 import FieldDescriptorProto

    name: str = FieldDescriptorProto.Type.Name(field.type)
    return name.removeprefix("TYPE_").lower()


def _message_class(message_type: str, source: str | bytes) -> Any:
    """The class of a message type that a source describes."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    pool: Any = descriptor_pool.Default()
    if source not in ("", _LOCAL, _LOCAL.encode()):
        data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
        if data.startswith(_BYTES):
            content = data.removeprefix(_BYTES)
        else:
            with open(data, "rb") as file:
                content = file.read()
        pool = descriptor_pool.DescriptorPool()
        try:
            for described in descriptor_pb2.FileDescriptorSet.FromString(content).file:
                pool.Add(described)
        except Exception as error:  # protobuf's own classes of errors
            raise errors.InvalidArgumentError(f"The descriptor_source is no valid FileDescriptorSet: {error}") from None
    try:
        return message_factory.GetMessageClass(pool.FindMessageTypeByName(message_type))
    except KeyError:
        raise errors.InvalidArgumentError(f"No descriptor found for message type {message_type}") from None


def _fields(message: Any, message_type: str, names: Sequence[Any]) -> list[Any]:
    known, found = message.DESCRIPTOR.fields_by_name, []
    for name in (n.decode() if isinstance(n, bytes) else n for n in names):
        if name not in known:
            raise errors.InvalidArgumentError(f"Unknown field: {name} in message type {message_type}")
        found.append(known[name])
    return found


def _parsed(message: Any, data: bytes, text: bool) -> Any:
    from google.protobuf import text_format

    try:
        return text_format.Parse(data, message()) if text else message.FromString(data)
    except Exception as error:  # protobuf's own classes of errors
        raise errors.DataLossError(f"Unable to parse a message: {error}") from None


def _is_repeated(field: Any) -> bool:
    repeated = getattr(field, "is_repeated", None)
    return bool(field.label == field.LABEL_REPEATED if repeated is None else repeated)


def _values_of(message: Any, field: Any) -> list[Any]:
    value = getattr(message, field.name)
    if _is_repeated(field):
        values = list(value)
    elif field.has_presence:
        values = [value] if message.HasField(field.name) else []
    else:
        values = [value] if value != field.default_value else []
    if _type_name(field) in _MESSAGES:
        return [v.SerializeToString() for v in values]
    return [v.encode() if isinstance(v, str) else v for v in values]


def _decode(
    bytes: Array, message_type: str, field_names: Sequence[Any], output_types: Sequence[DType],
    descriptor_source: Any, message_format: str, sanitize: bool,
) -> list[Array]:  # fmt: skip
    if len(field_names) != len(output_types):
        raise errors.InvalidArgumentError("field_names and output_types attributes must have the same length")
    if message_format not in ("binary", "text"):
        raise errors.InvalidArgumentError(f"format must be one of 'binary' or 'text', got {message_format!r}")
    message = _message_class(message_type, descriptor_source)
    fields = _fields(message, message_type, field_names)
    for field, dtype in zip(fields, output_types, strict=True):
        kind = _type_name(field)
        if dtype.name not in _DTYPES[kind].split():
            raise errors.InvalidArgumentError(
                f"Unexpected output type for {message_type}.{field.name}: {kind} to DT_{dtype.name.upper()}"
            )
    messages = [_parsed(message, data, message_format == "text") for data in bytes.reshape(-1)]
    rows = [[_values_of(m, field) for field in fields] for m in messages]
    sizes = np.array([[len(values) for values in row] for row in rows], np.int32).reshape(*bytes.shape, len(fields))
    columns = [
        _column([row[i] for row in rows], field, dtype, bytes.shape)
        for i, (field, dtype) in enumerate(zip(fields, output_types, strict=True))
    ]
    return [sizes, *columns]


def _column(rows: Sequence[list[Any]], field: Any, dtype: DType, batch: tuple[int, ...]) -> Array:
    """The values of a field of all messages, filled up with the field's default."""
    width = max([0 if _is_repeated(field) else 1, *map(len, rows)])
    default: Any = b"" if _type_name(field) in _MESSAGES else field.default_value
    if _is_repeated(field):
        default = b"" if dtype.name == "string" else 0
    result = np.empty((len(rows), width), dtype.numpy)
    result[...] = default.encode() if isinstance(default, str) else default
    for row, values in zip(result, rows, strict=True):
        for i, value in enumerate(values):
            row[i] = value
    shaped: Array = result.reshape(*batch, width)
    return shaped


def _decoded_dims(ctx: ShapeContext) -> list[Dims]:
    batch, count = ctx.dims(0), len(ctx.attrs["field_names"])
    values: list[Dims] = [None if batch is None else (*batch, Symbol()) for _ in ctx.attrs["output_types"]]
    return [None if batch is None else (*batch, count), *values]


DECODE = op(
    "DecodeProtoV2",
    "bytes: string -> sizes: int32, values: [output_types]",
    "message_type: string; field_names: list(string); output_types: list(type) >= 0; "
    'descriptor_source: string = "local://"; message_format: string = "binary"; sanitize: bool = false',
    shape=_decoded_dims,
    kernel=_decode,
    no_gradient=True,
    reaches={"descriptor_source": Reach.DESCRIBES},
)


def _encode(
    sizes: Array, values: Sequence[Array], field_names: Sequence[Any], message_type: str, descriptor_source: Any
) -> Array:
    message = _message_class(message_type, descriptor_source)
    fields = _fields(message, message_type, field_names)
    if len(values) != len(fields):
        raise errors.InvalidArgumentError("Length of inputs list must match field_names")
    batch = values[0].shape[:-1]
    if sizes.shape != (*batch, len(fields)):
        shapes = [f"[{','.join(map(str, shape))}]" for shape in (sizes.shape, (*batch, len(fields)))]
        raise errors.InvalidArgumentError(
            f"sizes should be batch_size + [len(field_names)].  Saw: {shapes[0]} but expected: {shapes[1]}"
        )
    for field, value in zip(fields, values, strict=True):
        kind, dtype = _type_name(field), from_numpy(value.dtype).name
        if dtype not in _DTYPES[kind].split():
            raise errors.InvalidArgumentError(
                f"Incompatible type for field {field.name}.  Saw dtype: {dtype} but field type is: {kind}"
            )
        if value.shape[:-1] != batch:
            raise errors.InvalidArgumentError(f"Values must match up to the last dimension, got {list(value.shape)}.")
    counts = sizes.reshape(-1, len(fields))
    columns = [value.reshape(len(counts), -1) for value in values]
    result = np.empty(len(counts), object)
    for number, row in enumerate(counts.tolist()):
        made = message()
        for i, (field, count) in enumerate(zip(fields, row, strict=True)):
            if count > columns[i].shape[1]:
                raise errors.InvalidArgumentError(
                    f"Size to write must not be larger than value tensor; but saw: {count} > {columns[i].shape[1]} at "
                    f"message {number} field {i}"
                )
            for value in columns[i][number, :count].tolist():
                _set(made, field, value)
        result[number] = made.SerializeToString(deterministic=True)
    shaped: Array = result.reshape(batch)
    return shaped


def _set(message: Any, field: Any, value: Any) -> None:
    """Add a value to a field, or make it the field's."""
    place, kind = getattr(message, field.name), _type_name(field)
    if kind in _MESSAGES:
        (place.add() if _is_repeated(field) else place).MergeFromString(value)
        return
    value = value.decode("utf-8", "surrogateescape") if kind == "string" else value
    if _is_repeated(field):
        place.append(value)
    else:
        setattr(message, field.name, value)


ENCODE = op(
    "EncodeProto",
    "sizes: int32, values: [Tinput_types] -> bytes: string",
    'field_names: list(string); message_type: string; descriptor_source: string = "local://"; '
    "Tinput_types: list(type) >= 1",
    shape=lambda ctx: None if ctx.dims(0) is None else (ctx.dims(0) or ())[:-1],
    kernel=_encode,
    no_gradient=True,
    reaches={"descriptor_source": Reach.DESCRIBES},
)

# public functions ---------------------------------------------------------------------------------------------------


class DecodeProtoV2(NamedTuple):
    """What `decode_proto` returns."""

    sizes: Tensor
    values: list[Tensor]


def decode_proto(
    bytes: TensorLike,
    message_type: str,
    field_names: Sequence[str],
    output_types: Sequence[Any],
    descriptor_source: str = "local://",
    message_format: str = "binary",
    sanitize: bool = False,
    name: str | None = None,
) -> Any:
    """Read fields of serialized messages of protobuf.

    Args:
      bytes: string tensor of messages, of any shape `batch`.
      message_type: the full name of their type.
      field_names: the fields that are read.
      output_types: a dtype for each field.
      descriptor_source: what describes the type: "local://" for the classes that the process has, the path of a file
        with a serialized `FileDescriptorSet`, or "bytes://" with its bytes after it.
      message_format: "binary" or "text".
      sanitize: of no effect.
      name: of the operation.

    Returns: `sizes`, int32 `batch + [fields]`, how many values each field has; and `values`, a tensor
    `batch + [most]` for each field, filled up with the field's default value.

    Raises:
      InvalidArgumentError: there is no such type or field, or a field cannot have the dtype.
      DataLossError: a message cannot be parsed.

    >>> from google.protobuf import timestamp_pb2
    >>> data = timestamp_pb2.Timestamp(seconds=5).SerializeToString()
    >>> found = tf.io.decode_proto([data], "google.protobuf.Timestamp", ["seconds"], [tf.int64])
    >>> found.sizes.numpy().tolist(), found.values[0].numpy().tolist()
    ([[1]], [[5]])
    """
    attrs = {
        "message_type": message_type, "field_names": list(field_names), "descriptor_source": descriptor_source,
        "output_types": [as_dtype(t) for t in output_types], "message_format": message_format, "sanitize": sanitize,
    }  # fmt: skip
    sizes, *values = apply_multi(DECODE, (bytes,), attrs, name)
    return DecodeProtoV2(sizes, values)


def encode_proto(
    sizes: TensorLike,
    values: Sequence[TensorLike],
    field_names: Sequence[str],
    message_type: str,
    descriptor_source: str = "local://",
    name: str | None = None,
) -> Tensor:
    """Serialize messages of protobuf that have these fields.

    Args:
      sizes: int32 `batch + [fields]`, how many values each field has.
      values: a tensor `batch + [most]` for each field.
      field_names, message_type, descriptor_source, name: as for `decode_proto`.

    Returns: the messages, a string tensor of shape `batch`.

    Raises:
      InvalidArgumentError: there is no such type or field, or the shapes or dtypes do not fit.

    >>> seconds = tf.constant([[5]], tf.int64)
    >>> tf.io.encode_proto([[1]], [seconds], ["seconds"], "google.protobuf.Timestamp").numpy().tolist()
    [b'\\x08\\x05']
    """
    attrs = {"field_names": list(field_names), "message_type": message_type, "descriptor_source": descriptor_source}
    return apply(ENCODE, (sizes, list(values)), attrs, name)
