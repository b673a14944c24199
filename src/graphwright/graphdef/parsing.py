"""GraphDef messages from what users have of them: messages of any protobuf library's classes, or bytes."""

from __future__ import annotations

from typing import Any

from google.protobuf import text_format
from google.protobuf.message import DecodeError

from graphwright.base import errors
from graphwright.base.files import read_regular
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


def read_graph_def(path: str) -> messages.Message:
    """The GraphDef in a file, text or binary as its name says.

    Raises InvalidArgumentError for text that is none, DataLossError for bytes that are none.
    """
    data = read_regular(path)
    if not is_text(path):
        return parsed_graph_def(data)
    try:
        return text_format.Parse(data.decode(), messages.GraphDef())
    except (text_format.ParseError, UnicodeDecodeError) as error:
        raise errors.InvalidArgumentError(None, None, f"{path} is no GraphDef in text: {error}") from None


def is_text(path: str) -> bool:
    """Whether a file of this name has a GraphDef in text."""
    return path.endswith((".pbtxt", ".txt"))
