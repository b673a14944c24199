"""The protocol buffers of checkpoints: the index file, the object graph and the file `checkpoint`.

Field numbers are facts of a file format; the tables state them in the notation of `graphdef.messages`.
"""

from __future__ import annotations

from typing import Any

from google.protobuf import text_format
from google.protobuf.message import DecodeError

from graphwright.base import errors
from graphwright.graphdef.messages import Message, MessageClass, build

TABLES: dict[str, str] = {
    "BundleHeaderProto": "num_shards int32 1; endianness int32 2; version VersionDef 3",
    "BundleEntryProto": (
        "dtype int32 1; shape TensorShapeProto 2; shard_id int32 3; offset int64 4; size int64 5; crc32c fixed32 6; "
        "slices TensorSliceProto* 7"
    ),
    "TensorSliceProto": "extent TensorSliceProto.Extent* 1",
    "TensorSliceProto.Extent": "start int64 1; has_length{ length int64 2 }",
    "TrackableObjectGraph": "nodes TrackableObjectGraph.TrackableObject* 1",
    "TrackableObjectGraph.TrackableObject": (
        "children TrackableObjectGraph.TrackableObject.ObjectReference* 1; "
        "attributes TrackableObjectGraph.TrackableObject.SerializedTensor* 2; "
        "slot_variables TrackableObjectGraph.TrackableObject.SlotVariableReference* 3; "
        "registered_saver RegisteredSaver 4; has_checkpoint_values BoolValue 5"
    ),
    "TrackableObjectGraph.TrackableObject.ObjectReference": "node_id int32 1; local_name string 2",
    "TrackableObjectGraph.TrackableObject.SerializedTensor": (
        "name string 1; full_name string 2; checkpoint_key string 3"
    ),
    "TrackableObjectGraph.TrackableObject.SlotVariableReference": (
        "original_variable_node_id int32 1; slot_name string 2; slot_variable_node_id int32 3"
    ),
    "RegisteredSaver": "name string 1; object_name string 2",
    "BoolValue": "value bool 1",
    "CheckpointState": (
        "model_checkpoint_path string 1; all_model_checkpoint_paths string* 2; "
        "all_model_checkpoint_timestamps double* 3; last_preserved_timestamp double 4"
    ),
}

CLASSES: dict[str, MessageClass] = build("graphwright/checkpoint.proto", TABLES)
CheckpointState = CLASSES["CheckpointState"]


def __getattr__(name: str) -> MessageClass:
    """`messages.TrackableObjectGraph` and every other message of the table."""
    try:
        return CLASSES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no message {name!r}") from None


def parsed(name: str, data: bytes, what: str) -> Message:
    """The message of that name in `data`; DataLossError that mentions `what` if the bytes are not one."""
    try:
        return CLASSES[name].FromString(data)
    except DecodeError as error:
        raise errors.DataLossError(None, None, f"{what} is no {name}: {error}") from error


def printed(message: Message) -> str:
    """The message in protobuf's text format."""
    text: str = text_format.MessageToString(message)
    return text


def read_text(text: str, message: Any) -> None:
    """Parse the text format into the message; ValueError if it is invalid."""
    try:
        text_format.Parse(text, message)
    except text_format.ParseError as error:
        raise ValueError(str(error)) from error
