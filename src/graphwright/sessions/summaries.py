"""`tf.compat.v1.summary`: operations whose values are summaries, as bytes that a `FileWriter` writes."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from graphwright.core.context import executing_eagerly, name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Tensor
from graphwright.ops.math.casts import cast
from graphwright.sessions.collections import add_to_collections, get_collection
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.summary.event_file import metadata
from graphwright.summary.messages import SummaryDescription, SummaryMetadata

_ARGS = """collections: the collections of the graph that the result joins, `GraphKeys.SUMMARIES` by default.
      family: a word before the tag, under which TensorBoard groups values."""


@contextlib.contextmanager
def _tagged(name: str, family: str | None, default: str) -> Iterator[tuple[str, str]]:
    """The tag of a summary, and the name of its operation: they are unique in the graph."""
    clean = re.sub(r"[^-/_.A-Za-z0-9]", "_", str(name)).lstrip("/")
    group = None if family is None else re.sub(r"[^-/_.A-Za-z0-9]", "_", family)
    with name_scope(f"{group}/{clean}" if group else clean or default) as scope:
        tag = scope.rstrip("/")
        yield f"{group}/{tag}" if group else tag, scope


def _collected(summary: Tensor, collections: Any) -> Tensor:
    if not executing_eagerly():
        add_to_collections([GraphKeys.SUMMARIES] if collections is None else collections, summary)
    return summary


def scalar(name: str, tensor: Any, collections: Any = None, family: str | None = None) -> Tensor:
    """A summary of a number.

    Args:
      name: its tag, with the name scope in force.
      tensor: a real number.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     data = session.run(tf.compat.v1.summary.scalar("loss", 0.5))
    >>> tf.compat.v1.Summary.FromString(data).value[0].simple_value
    0.5
    """
    with _tagged(name, family, "ScalarSummary") as (tag, scope):
        summary = apply("ScalarSummary", (tag, to_tensor(tensor)), None, scope)
    return _collected(summary, collections)


def histogram(name: str, values: Any, collections: Any = None, family: str | None = None) -> Tensor:
    """A summary of how numbers are distributed. What is not finite raises `InvalidArgumentError` when it runs.

    Args:
      name: its tag, with the name scope in force.
      values: real numbers of any shape.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     data = session.run(tf.compat.v1.summary.histogram("weights", [1.0, 2.0]))
    >>> tf.compat.v1.Summary.FromString(data).value[0].histo.num
    2.0
    """
    with _tagged(name, family, "HistogramSummary") as (tag, scope):
        summary = apply("HistogramSummary", (tag, to_tensor(values)), None, scope)
    return _collected(summary, collections)


def image(name: str, tensor: Any, max_outputs: int = 3, collections: Any = None, family: str | None = None) -> Tensor:
    """A summary of pictures, as PNG.

    Numbers of floating point are scaled picture by picture so that the greatest is 255, or, where some are negative, 0
    is 128; what is not finite is red.

    Args:
      name: its tag, with the name scope in force.
      tensor: [batch, height, width, channels] of 1, 3 or 4 channels; uint8 or floating point.
      max_outputs: how many pictures of the batch.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     data = session.run(tf.compat.v1.summary.image("digits", tf.zeros([1, 2, 3, 1])))
    >>> tf.compat.v1.Summary.FromString(data).value[0].image.width
    3
    """
    with _tagged(name, family, "ImageSummary") as (tag, scope):
        summary = apply("ImageSummary", (tag, to_tensor(tensor)), {"max_images": max_outputs}, scope)
    return _collected(summary, collections)


def audio(
    name: str, tensor: Any, sample_rate: Any, max_outputs: int = 3, collections: Any = None,
    family: str | None = None,
) -> Tensor:  # fmt: skip
    """A summary of sound, as WAV.

    Args:
      name: its tag, with the name scope in force.
      tensor: [batch, frames] or [batch, frames, channels], float32 from -1 to 1.
      sample_rate: samples in a second.
      max_outputs: how many sounds of the batch.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     data = session.run(tf.compat.v1.summary.audio("speech", tf.zeros([1, 8]), 8000))
    >>> tf.compat.v1.Summary.FromString(data).value[0].audio.length_frames
    8
    """
    with _tagged(name, family, "AudioSummary") as (tag, scope):
        rate = cast(sample_rate, "float32")
        summary = apply("AudioSummaryV2", (tag, to_tensor(tensor), rate), {"max_outputs": max_outputs}, scope)
    return _collected(summary, collections)


def tensor_summary(
    name: str, tensor: Any, summary_description: Any = None, collections: Any = None, summary_metadata: Any = None,
    family: str | None = None, display_name: str | None = None,
) -> Tensor:  # fmt: skip
    """A summary of a tensor as it is.

    Args:
      name: its tag, with the name scope in force.
      tensor: of any dtype and shape.
      summary_description: of no effect but for `summary_metadata`, whose description it becomes.
      summary_metadata: describes the summary to TensorBoard.
      display_name: the name that it shows.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     data = session.run(tf.compat.v1.summary.tensor_summary("x", [1, 2]))
    >>> tf.compat.v1.Summary.FromString(data).value[0].tag
    'x'
    """
    about = SummaryMetadata() if summary_metadata is None else summary_metadata
    if display_name is not None:
        about.display_name = display_name
    if summary_description is not None:
        about.summary_description = summary_description
    with _tagged(name, family, "TensorSummary") as (tag, scope):
        inputs = (tag, to_tensor(tensor), about.SerializeToString())
        summary = apply("TensorSummaryV2", inputs, None, scope)
    return _collected(summary, collections)


def text(name: str, tensor: Any, collections: Any = None) -> Tensor:
    """A summary of text, which TensorBoard shows as Markdown.

    Args:
      name: its tag, with the name scope in force.
      tensor: strings.
      collections: the collections of the graph that the result joins, `GraphKeys.SUMMARIES` by default.

    Raises ValueError for what is not text.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     data = session.run(tf.compat.v1.summary.text("note", tf.constant("begins")))
    >>> tf.compat.v1.Summary.FromString(data).value[0].metadata.plugin_data.plugin_name
    'text'
    """
    written = to_tensor(tensor)
    if written.dtype.name != "string":
        raise ValueError(f"Expected tensor {written.name} to have dtype string, got {written.dtype}")
    about = SummaryMetadata.FromString(metadata("text", content=b""))
    return tensor_summary(name, written, collections=collections, summary_metadata=about)


def merge(inputs: Any, collections: Any = None, name: str | None = None) -> Tensor:
    """All values of several summaries as one; two of the same tag raise `InvalidArgumentError` when it runs.

    Args:
      inputs: a list of summaries.
      collections: collections of the graph that the result joins; none by default.
      name: the name of the operation.

    Raises RuntimeError in eager programs.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     a, b = tf.compat.v1.summary.scalar("a", 1.0), tf.compat.v1.summary.scalar("b", 2.0)
    ...     data = session.run(tf.compat.v1.summary.merge([a, b]))
    >>> [value.tag for value in tf.compat.v1.Summary.FromString(data).value]
    ['a', 'b']
    """
    _refuse_eagerly()
    if not inputs:
        raise ValueError("tf.summary.merge needs at least one summary.")
    with name_scope(name or "Merge"):
        merged = apply("MergeSummary", (list(inputs),), None, name)
    if collections is not None:
        add_to_collections(collections, merged)
    return merged


def _refuse_eagerly() -> None:
    if executing_eagerly():
        raise RuntimeError("Merging tf.summary.* ops is not compatible with eager execution. Use tf.summary instead.")


def merge_all(key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None) -> Tensor | None:
    """All summaries of the default graph as one; None where there are none.

    Args:
      key: the collection of summaries.
      scope: what their names begin with.
      name: the name of the operation.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     print(tf.compat.v1.summary.merge_all())
    None
    """
    _refuse_eagerly()
    found = get_collection(key, scope)
    return merge(found, name=name) if found else None


def all_v2_summary_ops() -> list[Any] | None:
    """Operations of `tf.summary` in the default graph: there are none, they write while the program runs.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.summary.all_v2_summary_ops()
    []
    """
    return None if executing_eagerly() else []


def initialize(graph: Any = None, session: Any = None) -> None:
    """Write the graph with the default writer of `tf.summary`; eagerly of no effect.

    Raises RuntimeError: there is no default writer.

    >>> tf.compat.v1.summary.initialize()
    """
    from graphwright.summary import writers
    from graphwright.summary.event_file import EventFile

    if executing_eagerly():
        return
    file: EventFile | None = writers.state.file()
    if file is None:
        raise RuntimeError("No default tf.summary.SummaryWriter found: open one with `writer.as_default()`.")
    if graph is not None:
        file.write_graph(graph.as_graph_def(add_shapes=True).SerializeToString())


def get_summary_description(node_def: Any) -> Any:
    """The `SummaryDescription` of the node of a `TensorSummary` operation.

    Raises ValueError for another operation.

    >>> node = tf.compat.v1.NodeDef(op="TensorSummary")
    >>> node.attr["description"].s = b'{"typeHint": "scalar"}'
    >>> tf.compat.v1.summary.get_summary_description(node).type_hint
    'scalar'
    """
    from google.protobuf import json_format

    if node_def.op != "TensorSummary":
        raise ValueError(f"Can't get_summary_description on {node_def.op}")
    return json_format.Parse(node_def.attr["description"].s.decode(), SummaryDescription())


for _function in (scalar, histogram, image, audio, tensor_summary):
    _function.__doc__ = (_function.__doc__ or "").replace("{args}", _ARGS)

__all__ = [
    "all_v2_summary_ops", "audio", "get_summary_description", "histogram", "image", "initialize", "merge",
    "merge_all", "scalar", "tensor_summary", "text",
]  # fmt: skip
