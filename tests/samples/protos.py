"""Samples of the ops between messages of protobuf and tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
from google.protobuf import descriptor_pb2

from graphwright.base import errors
from graphwright.base.dtypes import as_dtype
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import f32, i32, i64, text

_INVALID = errors.InvalidArgumentError


def _source() -> bytes:
    """A description of a message with fields of several types."""
    file = descriptor_pb2.FileDescriptorProto(name="samples.proto", package="q", syntax="proto2")
    message, inner = file.message_type.add(name="M"), file.message_type.add(name="N")
    inner.field.add(name="v", number=1, type="TYPE_INT32", label="LABEL_OPTIONAL")
    for number, (name, kind, repeated) in enumerate(
        (
            ("i", "INT32", False), ("r", "FLOAT", True), ("s", "STRING", True), ("m", "MESSAGE", False),
            ("d", "INT64", False), ("u", "UINT32", False), ("b", "BOOL", False), ("e", "ENUM", False),
            ("y", "BYTES", False),
        ),
        1,
    ):  # fmt: skip
        field = message.field.add(name=name, number=number, type=f"TYPE_{kind}")
        field.label = descriptor_pb2.FieldDescriptorProto.Label.Value(
            "LABEL_REPEATED" if repeated else "LABEL_OPTIONAL"
        )
        if name in "me":
            field.type_name = {"m": ".q.N", "e": ".q.E"}[name]
        if name == "d":
            field.default_value = "7"
    for named, value in (("A", 0), ("B", 3)):
        (file.enum_type[0] if file.enum_type else file.enum_type.add(name="E")).value.add(name=named, number=value)
    return b"bytes://" + bytes(descriptor_pb2.FileDescriptorSet(file=[file]).SerializeToString())


_TYPE = {"message_type": "q.M", "descriptor_source": _source()}
_FULL = b'\x08\x05\x15\0\0\x80?\x15\0\0\0@\x1a\x01a"\x02\x08\x09\x38\x01\x40\x03'
_MESSAGES = np.array([_FULL, b"\x12\x04\0\0\x40@\x4a\x02zz", b""], object)
_NAMES = {
    "i": "int32", "r": "float32", "s": "string", "m": "string", "d": "int64", "b": "bool", "e": "int32", "y": "string",
}  # fmt: skip


def _read(fields: dict[str, str], **more: Any) -> dict[str, Any]:
    return {**_TYPE, "field_names": list(fields), "output_types": [as_dtype(t) for t in fields.values()], **more}


def _refused(fields: dict[str, str], message: str, data: Any = _MESSAGES, error: Any = _INVALID) -> ErrorSample:
    return ErrorSample([data], _read(fields), error, message)


def _write(*names: str) -> dict[str, Any]:
    return {**_TYPE, "field_names": list(names)}


SAMPLES = {
    "DecodeProtoV2": [
        Sample([_MESSAGES], _read(_NAMES)),
        Sample([_MESSAGES.reshape(3, 1)], _read({"r": "float64", "i": "int64"})),
        Sample([np.array(_FULL, object)], _read({"i": "int32"}, sanitize=True)),
        Sample([text("i: 4 r: 1 r: 2")], _read({"i": "int32", "r": "float32"}, message_format="text")),
        _refused({"i": "int32"}, "Unable to parse a message", text(b"\xff"), errors.DataLossError),
        _refused({"nope": "int32"}, "Unknown field: nope in message type q.M"),
        _refused({"u": "int64"}, "Unexpected output type for q.M.u: uint32 to DT_INT64"),
        ErrorSample([_MESSAGES], {**_read(_NAMES), "message_type": "q.Z"}, _INVALID, "No descriptor found for message"),
        ErrorSample([_MESSAGES], {**_read(_NAMES), "field_names": ["i"]}, _INVALID, "must have the same length"),
    ],
    "EncodeProto": [
        Sample([i32([[1, 2], [0, 1]]), [i32([[5], [6]]), f32([[1, 2], [3, 0]])]], _write("i", "r")),
        Sample(
            [
                i32([[2, 1, 1, 1]]),
                [text("a", "b").reshape(1, 2), text(b"\x08\x09").reshape(1, 1), i32([[3]]), i64([[7]])],
            ],
            _write("s", "m", "e", "d"),
        ),
        ErrorSample([i32([[2]]), [i32([[5]])]], _write("i"), _INVALID, "saw: 2 > 1 at message 0 field 0"),
        ErrorSample([i32([[1]]), [f32([[5]])]], _write("i"), _INVALID, "Saw dtype: float32 but field type is: int32"),
        ErrorSample(
            [i32([[1]]), [i32([[5]]), f32([[5]])]], _write("i", "r"), _INVALID, "Saw: [1,1] but expected: [1,2]"
        ),
        ErrorSample([i32([[1]]), [i32([[5]])]], _write("nope"), _INVALID, "Unknown field: nope"),
    ],
}
