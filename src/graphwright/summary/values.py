"""What is written: numbers, text, histograms, pictures, sound, graphs."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import bool as bool_
from graphwright.base.dtypes import float32, float64, int64, string, uint8
from graphwright.control.branches import cond
from graphwright.control.host_calls import numpy_function
from graphwright.core.context import executing_eagerly, get_name_scope, name_scope
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Array, Tensor
from graphwright.ir.graph import Graph
from graphwright.ops.array.constants import constant
from graphwright.ops.image.colors import convert_image_dtype
from graphwright.ops.math.casts import cast
from graphwright.summary import encodings
from graphwright.summary.event_file import EventFile, metadata
from graphwright.summary.writers import recording, state

NO_STEP = (
    "No step set. Please specify one either through the `step` argument or through tf.summary.experimental.set_step()"
)


@contextlib.contextmanager
def summary_scope(name: str, default_name: str = "summary", values: Any = None) -> Iterator[tuple[str, str]]:
    """The tag of a value of this name, and a name scope around the ops that make it.

    Args:
      name: the name; the tag is it with the name scope in force.
      default_name: the name of the scope where `name` has no character that a scope's may have.
      values: of no effect.

    >>> with tf.name_scope("layer"), tf.summary.experimental.summary_scope("the loss") as (tag, scope):
    ...     print(tag, scope)
    layer/the loss layer/theloss/
    """
    outer = get_name_scope()
    with name_scope(re.sub(r"[^-/_.A-Za-z0-9]", "", name) or default_name) as scope:
        yield f"{outer}/{name}" if outer else name, scope


def _record(write: Callable[..., None], step: Any, make: Callable[[], list[Any]]) -> Tensor:
    """Call `write` with the writer's file, the step and arrays if values are recorded; whether they are.

    In a function it is an operation with an effect, in a branch where recording depends on a tensor.
    """
    file, wanted = state.file(), recording()
    if file is None or wanted is False:
        return constant(False)
    number = state.step if step is None else step
    if executing_eagerly():
        if not bool(wanted):
            return constant(False)
        if number is None:
            raise ValueError(NO_STEP)
        write(
            file, int(convert_to_tensor(number, int64).numpy()), *(convert_to_tensor(value).numpy() for value in make())
        )
        return constant(True)
    if number is None:
        raise ValueError(NO_STEP)

    def written() -> Tensor:
        def put(at: Any, *arrays: Any) -> Any:
            write(file, int(at), *(np.asarray(array) for array in arrays))
            return np.bool_(True)

        found: Tensor = numpy_function(put, [convert_to_tensor(number, int64), *make()], bool_)
        found.set_shape([])
        return found

    if wanted is True:
        return written()
    result: Tensor = cond(convert_to_tensor(wanted, bool_), written, lambda: constant(False))
    return result


def write(tag: str, tensor: Any, step: Any = None, metadata: Any = None, name: str | None = None) -> Tensor:
    """Write a tensor with the default writer; whether it was written.

    Args:
      tag: the name of the value.
      tensor: what is written, or a function that returns it, called if it is written.
      step: the step, by default that of `tf.summary.experimental.set_step`.
      metadata: a `SummaryMetadata`, or its bytes.

    Raises ValueError where it would be written and has no step.

    >>> bool(tf.summary.write("x", [1.0], step=0))
    False
    """
    described = metadata.SerializeToString() if hasattr(metadata, "SerializeToString") else metadata or b""
    with name_scope(name or "write_summary"):
        return _write(tag, step, described, tensor)


def _write(
    tag: str, step: Any, metadata: bytes, value: Any, encoded: Callable[[Array], Array] = lambda array: array
) -> Tensor:
    def put(file: EventFile, at: int, array: Any) -> None:
        file.write(at, tag, encoded(np.asarray(array)), metadata)

    return _record(put, step, lambda: [value() if callable(value) else convert_to_tensor(value)])


def write_raw_pb(tensor: Any, step: Any = None, name: str | None = None) -> Tensor:
    """Write the values of a serialized `Summary` with the default writer; whether they were written.

    >>> bool(tf.summary.experimental.write_raw_pb(b"", step=0))
    False
    """

    def put(file: EventFile, at: int, summary: Any) -> None:
        file.write_values(at, bytes(np.asarray(summary, object).item()))

    with name_scope(name or "write_raw_pb"):
        return _record(put, step, lambda: [convert_to_tensor(tensor, string)])


def graph(graph_data: Any) -> Tensor:
    """Write a graph with the default writer; whether it was written.

    Args:
      graph_data: the `graph` of a concrete function, or a `GraphDef`.

    >>> f = tf.function(lambda x: x + 1.0)
    >>> bool(tf.summary.graph(f.get_concrete_function(tf.TensorSpec([])).graph))
    False
    """
    if not executing_eagerly():
        raise ValueError("`tf.summary.graph` is only supported in eager mode: call it outside of tf.function.")
    if recording() is False:
        return constant(False)
    if isinstance(graph_data, Graph):
        graph_data = graph_data.as_graph_def(add_shapes=True)
    if getattr(getattr(graph_data, "DESCRIPTOR", None), "full_name", "") != "tensorflow.GraphDef":
        raise ValueError(
            "Argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef. Received "
            f"graph_data={graph_data} of type {type(graph_data).__name__}."
        )
    return _record(lambda file, at: file.write_graph(graph_data.SerializeToString()), 0, list)


def scalar(name: str, data: Any, step: Any = None, description: str | None = None) -> Tensor:
    """Write a number with the default writer; whether it was written.

    >>> bool(tf.summary.scalar("loss", 0.5, step=1))
    False
    """

    def number() -> Tensor:
        value = convert_to_tensor(data)
        if value.shape.rank not in (0, None):
            raise ValueError(f"Expected scalar shape, saw shape: {value.shape}.")
        return cast(value, float32)

    with summary_scope(name, "scalar_summary") as (tag, _):
        return _write(tag, step, metadata("scalars", description), number)


def text(name: str, data: Any, step: Any = None, description: str | None = None) -> Tensor:
    """Write text with the default writer; whether it was written.

    Args:
      data: a string or a tensor of them, which TensorBoard shows as a table; it reads Markdown.

    >>> bool(tf.summary.text("note", "begun", step=1))
    False
    """
    with summary_scope(name, "text_summary") as (tag, _):
        return _write(tag, step, metadata("text", description), lambda: convert_to_tensor(data, string))


def histogram(
    name: str, data: Any, step: Any = None, buckets: int | None = None, description: str | None = None
) -> Tensor:
    """Write how numbers are distributed with the default writer; whether it was written.

    Args:
      data: a tensor of any shape and any type that float64 holds.
      buckets: how many ranges of the same width they are counted in, 30 by default.

    >>> bool(tf.summary.histogram("weights", [1.0, 2.0, 5.0], step=1))
    False
    """
    count = 30 if buckets is None else int(buckets)
    with summary_scope(name, "histogram_summary") as (tag, _):
        return _write(
            tag, step, metadata("histograms", description), lambda: cast(convert_to_tensor(data), float64),
            lambda numbers: encodings.histogram(numbers, count),
        )  # fmt: skip


def _of_rank(data: Any, rank: int) -> Tensor:
    value = convert_to_tensor(data)
    if value.shape.rank not in (rank, None):
        raise ValueError(
            f"Tensor  must have rank {rank}.  Received rank {value.shape.rank}, shape {tuple(value.shape.as_list())}"
        )
    return value


def image(name: str, data: Any, step: Any = None, max_outputs: int = 3, description: str | None = None) -> Tensor:
    """Write pictures with the default writer; whether they were written.

    Args:
      data: shape [pictures, height, width, channels] with 1 to 4 channels: floats in [0, 1], or integers in the
        whole range of their type.
      max_outputs: how many of the pictures are written at most.

    >>> bool(tf.summary.image("digits", tf.zeros([1, 8, 8, 1]), step=1))
    False
    """

    def pictures() -> Tensor:
        return convert_image_dtype(_of_rank(data, 4)[: _count(max_outputs)], uint8, saturate=True)

    def encoded(images: Array) -> Array:
        sizes = [b"%d" % images.shape[2], b"%d" % images.shape[1]]
        return encodings.strings(sizes + [encodings.png(one) for one in images])

    with summary_scope(name, "image_summary") as (tag, _):
        return _write(tag, step, metadata("images", description), pictures, encoded)


def _count(max_outputs: int) -> int:
    if max_outputs < 0:
        raise errors.InvalidArgumentError(f"max_outputs must be 0 or more, got {max_outputs}")
    return max_outputs


def audio(
    name: str, data: Any, sample_rate: Any, step: Any = None, max_outputs: int = 3, encoding: str | None = None,
    description: str | None = None,
) -> Tensor:  # fmt: skip
    """Write sound with the default writer; whether it was written.

    Args:
      data: float32 in [-1, 1] of shape [clips, samples, channels].
      sample_rate: samples in a second.
      max_outputs: how many of the clips are written at most.
      encoding: "wav", which is the default.

    >>> bool(tf.summary.audio("tone", tf.zeros([1, 100, 1]), 8000, step=1))
    False
    """
    if encoding not in (None, "wav"):
        raise ValueError(f"Unknown encoding: {encoding!r}")

    def clips() -> Tensor:
        return _of_rank(data, 3)[: _count(max_outputs)]

    def put(file: EventFile, at: int, sounds: Array, rate: Any) -> None:
        table = np.full((len(sounds), 2), b"", object)
        table[:, 0] = [encodings.wav(one, int(rate)) for one in np.asarray(sounds)]
        file.write(at, tag, table, described)

    described = metadata("audio", description, b"\x10\x0b")  # encoding: WAV
    with summary_scope(name, "audio_summary") as (tag, _):
        return _record(put, step, lambda: [clips(), convert_to_tensor(sample_rate)])
