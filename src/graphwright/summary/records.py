"""The summary ops of TensorFlow 1: tensors become serialized `Summary` messages, which a file writer writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.core.prelude import Array, errors
from graphwright.ir.record import op
from graphwright.summary import encodings
from graphwright.summary.event_file import tensor_message
from graphwright.summary.messages import HistogramProto, Summary, SummaryMetadata


def _text(value: Any) -> str:
    raw = value.item() if isinstance(value, np.ndarray) else value
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)


def _message(*values: Any) -> Array:
    result = np.empty((), object)
    result[()] = Summary(value=values).SerializeToString()
    return result


def _scalar(tags: Array, values: Array) -> Array:
    if tags.shape != values.shape:
        raise errors.InvalidArgumentError(
            f"tags and values are not the same shape: {list(tags.shape)} != {list(values.shape)} "
            f"(tag '{_text(tags.reshape(-1)[0]) if tags.size else ''}')"
        )
    pairs = zip(tags.reshape(-1), values.reshape(-1), strict=True)
    return _message(*(Summary.Value(tag=_text(tag), simple_value=float(value)) for tag, value in pairs))


SCALAR_SUMMARY = op(
    "ScalarSummary",
    "tags: string, values: T -> summary: string",
    "T: real",
    shape=lambda ctx: (),
    kernel=_scalar,
    no_gradient=True,
)


def _limits() -> Array:
    """The limits of buckets: each a tenth greater than the one before, from 1e-12 to 1e20, and the same below zero."""
    positive, limit = [], 1.0e-12
    while limit < 1.0e20:
        positive.append(limit)
        limit *= 1.1
    top = float(np.finfo(np.float64).max)
    return np.array([-top, *(-v for v in reversed(positive)), 0.0, *positive, top])


_BUCKETS = _limits()


def histogram_message(values: Array) -> Any:
    """Numbers as a `HistogramProto`; of buckets without numbers only the last in a row is in it."""
    numbers = values.reshape(-1).astype(np.float64)
    counts = np.bincount(np.searchsorted(_BUCKETS, numbers, side="right"), minlength=len(_BUCKETS))[: len(_BUCKETS)]
    shown = counts.astype(bool)
    shown[:-1] |= shown[1:].copy()
    shown[-1] = True
    return HistogramProto(
        min=numbers.min() if len(numbers) else _BUCKETS[-1], max=numbers.max() if len(numbers) else _BUCKETS[0],
        num=float(len(numbers)), sum=float(numbers.sum()), sum_squares=float(np.square(numbers).sum()),
        bucket_limit=_BUCKETS[shown], bucket=counts[shown].astype(np.float64),
    )  # fmt: skip


def _histogram(tag: Array, values: Array) -> Array:
    if not np.isfinite(values.astype(np.float64)).all():
        what = "Nan in summary histogram" if np.isnan(values.astype(np.float64)).any() else "Infinity in Histogram"
        raise errors.InvalidArgumentError(f"{what} for: {_text(tag)}")
    return _message(Summary.Value(tag=_text(tag), histo=histogram_message(values)))


HISTOGRAM_SUMMARY = op(
    "HistogramSummary",
    "tag: string, values: T -> summary: string",
    "T: real = float32",
    shape=lambda ctx: (),
    kernel=_histogram,
    no_gradient=True,
)


def _numbered(tag: str, kind: str, count: int) -> Callable[[int], str]:
    return lambda number: f"{tag}/{kind}" if count == 1 else f"{tag}/{kind}/{number}"


def _picture(image: Array, bad_color: Array) -> Array:
    """An image as bytes: floats so that the greatest is 255, or around 127 where some are negative."""
    if image.dtype == np.uint8:
        return image
    numbers = image.astype(np.float64 if image.dtype == np.float64 else np.float32)
    finite = np.isfinite(numbers).all(-1)
    good = numbers[finite]
    least, greatest = (good.min(), good.max()) if good.size else (0.0, 0.0)
    if least < 0:
        most = max(abs(least), abs(greatest))
        scaled = numbers * numbers.dtype.type(0.0 if most < 1e-6 else 127.0 / most) + numbers.dtype.type(128)
    else:
        scaled = numbers * numbers.dtype.type(0.0 if greatest < 1e-6 else 255.0 / greatest)
    result = np.zeros(image.shape, np.uint8)
    result[finite] = scaled[finite].astype(np.uint8)
    result[~finite] = bad_color[: image.shape[-1]]
    return result


def _image(tag: Array, tensor: Array, max_images: int, bad_color: Any) -> Array:
    if tensor.ndim != 4 or tensor.shape[3] not in (1, 3, 4):
        raise errors.InvalidArgumentError(
            f"Tensor must be 4-D with last dim 1, 3, or 4, not {list(tensor.shape)}: [batch, height, width, channels]."
        )
    name = _numbered(_text(tag), "image", max_images)
    values = []
    for number, image in enumerate(tensor[:max_images]):
        height, width, channels = image.shape
        picture = encodings.png(np.ascontiguousarray(_picture(image, np.asarray(bad_color, np.uint8))))
        shown = Summary.Image(height=height, width=width, colorspace=channels, encoded_image_string=picture)
        values.append(Summary.Value(tag=name(number), image=shown))
    return _message(*values)


IMAGE_SUMMARY = op(
    "ImageSummary",
    "tag: string, tensor: T -> summary: string",
    "max_images: int >= 1 = 3; T: {uint8, float32, float16, float64} = float32; "
    "bad_color: tensor = uint8[255, 0, 0, 255]",
    shape=lambda ctx: (),
    kernel=_image,
    no_gradient=True,
)


def _audio(tag: Array, tensor: Array, sample_rate: Array, max_outputs: int) -> Array:
    sounds = tensor[..., None] if tensor.ndim == 2 else tensor
    if sounds.ndim != 3:
        raise errors.InvalidArgumentError(f"Tensor must be 3-D or 2-D, got: {list(tensor.shape)}")
    name, rate = _numbered(_text(tag), "audio", max_outputs), float(sample_rate)
    values = []
    for number, sound in enumerate(sounds[:max_outputs]):
        shown = Summary.Audio(
            sample_rate=rate, num_channels=sound.shape[1], length_frames=sound.shape[0], content_type="audio/wav",
            encoded_audio_string=encodings.wav(sound, int(rate)),
        )  # fmt: skip
        values.append(Summary.Value(tag=name(number), audio=shown))
    return _message(*values)


AUDIO_SUMMARY = op(
    "AudioSummaryV2",
    "tag: string, tensor: float32, sample_rate: float32 -> summary: string",
    "max_outputs: int >= 1 = 3",
    shape=lambda ctx: (),
    kernel=_audio,
    no_gradient=True,
)


def _tensor(tag: Array, tensor: Array, serialized_summary_metadata: Array) -> Array:
    described = SummaryMetadata.FromString(serialized_summary_metadata.item())
    value = Summary.Value(tag=_text(tag), metadata=described)
    value.tensor.ParseFromString(tensor_message(tensor))
    return _message(value)


TENSOR_SUMMARY = op(
    "TensorSummaryV2",
    "tag: string, tensor: T, serialized_summary_metadata: string -> summary: string",
    "T: type",
    shape=lambda ctx: (),
    kernel=_tensor,
    no_gradient=True,
)


def _merged(inputs: list[Array]) -> Array:
    whole, seen = Summary(), set()
    for each in inputs:
        for data in each.reshape(-1):
            part = Summary.FromString(data if isinstance(data, bytes) else bytes(data))
            for value in part.value:
                if value.tag and value.tag in seen:
                    raise errors.InvalidArgumentError(f"Duplicate tag {value.tag} found in summary inputs")
                seen.add(value.tag)
            whole.MergeFrom(part)
    result = np.empty((), object)
    result[()] = whole.SerializeToString()
    return result


MERGE_SUMMARY = op(
    "MergeSummary",
    "inputs: N*string -> summary: string",
    "N: int >= 1",
    shape=lambda ctx: (),
    kernel=_merged,
    no_gradient=True,
)
