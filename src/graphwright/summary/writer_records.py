"""Ops that write summaries to files by a writer behind a handle, and a summary of a tensor without a tag."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.files import local_path
from graphwright.core.prelude import Array, errors
from graphwright.ir.reach import OWN_RESOURCE, Reach, Reaches
from graphwright.ir.record import lookup, op
from graphwright.summary.event_file import EventFile, field, tensor_message
from graphwright.summary.messages import Event, Summary

_WRITER = "writer: resource"


class WriterResource:
    """A writer behind a handle: a file of events once it has been created."""

    def __init__(self) -> None:
        self.file: EventFile | None = None


def _file(writer: Any) -> EventFile:
    if not isinstance(writer, WriterResource):
        raise errors.InvalidArgumentError(f"The handle must be that of a summary writer, got {writer!r}.")
    if writer.file is None or writer.file.closed:
        raise errors.NotFoundError(
            None, None, "The summary writer does not exist: create it, and write before it is closed."
        )
    return writer.file


op(
    "SummaryWriter", "-> writer: resource", 'shared_name: string = ""; container: string = ""', shape=lambda ctx: (),
    kernel=lambda **_: WriterResource(), no_gradient=True, effect="random", reaches=OWN_RESOURCE,
)  # fmt: skip


def _effect(
    name: str, inputs: str, kernel: Callable[..., Any], attrs: str = "", reaches: Reaches | None = None
) -> None:
    def run(*arrays: Any, **given: Any) -> list[Any]:
        kernel(*arrays, **given)
        return []

    op(
        name, f"{_WRITER}{inputs} ->", attrs, shape=lambda ctx: [], kernel=run, no_gradient=True, effect="write",
        reaches=reaches,
    )  # fmt: skip


def _create(writer: Any, logdir: Array, max_queue: Array, flush_millis: Array, filename_suffix: Array) -> None:
    if not isinstance(writer, WriterResource):
        raise errors.InvalidArgumentError(f"The handle must be that of a summary writer, got {writer!r}.")
    if writer.file is None or writer.file.closed:
        suffix = filename_suffix.item().decode()
        writer.file = EventFile(local_path(logdir.item()), suffix, int(max_queue), int(flush_millis))


_effect(
    "CreateSummaryFileWriter",
    ", logdir: string, max_queue: int32, flush_millis: int32, filename_suffix: string", _create,
    reaches={"logdir": Reach.WRITES, "filename_suffix": "part of a name in the folder"},
)  # fmt: skip
_effect("FlushSummaryWriter", "", lambda writer: _file(writer).flush())
_effect("CloseSummaryWriter", "", lambda writer: _file(writer).close())

# values -------------------------------------------------------------------------------------------------------------


def _write_scalar(writer: Any, step: Array, tag: Array, value: Array) -> None:
    if value.size != 1:
        raise errors.InvalidArgumentError(f"A scalar summary has one value, got shape {list(value.shape)}.")
    shown = Summary(value=[Summary.Value(tag=tag.item().decode(), simple_value=float(value.reshape(())))])
    _file(writer).write_values(int(step), shown.SerializeToString())


def _by(summary_op: str) -> Callable[..., None]:
    """A kernel that writes what a summary op makes of the inputs."""

    def kernel(writer: Any, step: Array, *inputs: Array, **attrs: Any) -> None:
        record, file = lookup(summary_op), _file(writer)
        assert record is not None and record.kernel is not None
        if summary_op == "ImageSummary":
            *inputs, attrs["bad_color"] = inputs  # type: ignore[assignment]
        elif summary_op == "HistogramSummary" and inputs[1].dtype == bool:
            inputs = (inputs[0], inputs[1].astype(np.uint8))
        file.write_values(int(step), record.kernel(*inputs, **attrs).item())

    return kernel


def _write_tensor(writer: Any, step: Array, tensor: Array, tag: Array, summary_metadata: Array) -> None:
    _file(writer).write(int(step), tag.item().decode(), tensor, summary_metadata.item())


def _parsed(message: Any, data: bytes, what: str) -> Any:
    try:
        return message.FromString(data)
    except Exception as error:  # protobuf's own class of errors
        raise errors.DataLossError(f"Bad {what}") from error


def _write_raw(writer: Any, step: Array, tensor: Array) -> None:
    whole = Summary()
    for i, data in enumerate(tensor.reshape(-1)):
        whole.MergeFrom(_parsed(Summary, data, f"tf.compat.v1.Summary binary proto tensor string at index {i}"))
    _file(writer).write_values(int(step), whole.SerializeToString())


def _write_graph(writer: Any, step: Array, tensor: Array) -> None:
    _file(writer).add((field(2, int(step)) if step else b"") + field(4, tensor.item()))


def _import(writer: Any, event: Array) -> None:
    found = _parsed(Event, event.item(), "tf.Event binary proto tensor string")
    wall_time = found.wall_time
    found.ClearField("wall_time")
    _file(writer).add(found.SerializeToString(), wall_time)


_AT = ", step: int64"
_NUMBER = "{float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64"
_effect("WriteScalarSummary", f"{_AT}, tag: string, value: T", _write_scalar, "T: real")
_effect(
    "WriteHistogramSummary",
    f"{_AT}, tag: string, values: T",
    _by("HistogramSummary"),
    f"T: {_NUMBER}, bool}} = float32",
)
_effect(
    "WriteImageSummary", f"{_AT}, tag: string, tensor: T, bad_color: uint8", _by("ImageSummary"),
    "max_images: int >= 1 = 3; T: {uint8, float64, float32, float16} = float32",
)  # fmt: skip
_effect(
    "WriteAudioSummary", f"{_AT}, tag: string, tensor: float32, sample_rate: float32", _by("AudioSummaryV2"),
    "max_outputs: int >= 1 = 3",
)  # fmt: skip
_effect("WriteSummary", f"{_AT}, tensor: T, tag: string, summary_metadata: string", _write_tensor, "T: type")
_effect("WriteRawProtoSummary", f"{_AT}, tensor: string", _write_raw)
_effect("WriteGraphSummary", f"{_AT}, tensor: string", _write_graph)
_effect("ImportEvent", ", event: string", _import)


def _tensor(tensor: Array, **_: Any) -> Array:
    value = Summary.Value(node_name="TensorSummary")
    value.tensor.ParseFromString(tensor_message(tensor))
    result = np.empty((), object)
    result[()] = Summary(value=[value]).SerializeToString()
    return result


op(
    "TensorSummary", "tensor: T -> summary: string",
    'T: type; description: string = ""; labels: list(string) = []; display_name: string = ""', shape=lambda ctx: (),
    kernel=_tensor, no_gradient=True,
)  # fmt: skip

__all__ = ["WriterResource"]
