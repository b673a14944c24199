"""GraphDef messages from what users have of them: messages of any protobuf library's classes, or bytes."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import DecodeError

from graphwright.base import errors
from graphwright.graphdef import messages


def parsed_graph_def(given: Any) -> messages.Message:
    """The GraphDef of a message or of its bytes.

    A message of TensorFlow's own class is read through its bytes. Raises TypeError for anything that is none of these,
    DataLossError for bytes that are no GraphDef.
    """
    if isinstance(given, messages.GraphDef):
        return given
    if isinstance(given, (bytes, bytearray)):
        data = bytes(given)
    elif hasattr(given, "SerializeToString") and type(given).__name__ == "GraphDef":
        data = given.SerializeToString()
    else:
        raise TypeError(f"Argument `graph_def` must be a GraphDef proto. Received an object of type: {type(given)}.")
    try:
        return messages.GraphDef.FromString(data)
    except DecodeError as error:
        raise errors.DataLossError(f"The bytes are no GraphDef: {error}.") from None
