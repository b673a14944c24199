"""Whatever bytes a codec is given, it decodes them or raises an error of `tf.errors`."""

from __future__ import annotations

import gzip
import io
import random
import struct
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import checksum

_PIXELS = (np.arange(8 * 9 * 3) % 251).reshape(8, 9, 3).astype(np.uint8)
_FEATURES = {
    "a": tf.io.FixedLenFeature([2], tf.int64),
    "b": tf.io.VarLenFeature(tf.string),
    "c": tf.io.RaggedFeature(tf.float32),
}


@cache
def whole(kind: str) -> bytes:
    """A valid input of a kind."""
    return _WHOLE[kind]()


def _picture(kind: str, *more: Any) -> bytes:
    image, file = pytest.importorskip("PIL.Image"), io.BytesIO()
    image.fromarray(_PIXELS).save(file, kind, **dict(more))
    return file.getvalue()


def _frames() -> bytes:
    image = pytest.importorskip("PIL.Image")
    return _picture("GIF", ("save_all", True), ("append_images", [image.fromarray(255 - _PIXELS)]))


def _features() -> Any:
    feature = tf.train.Feature
    return tf.train.Features(
        feature={
            "a": feature(int64_list=tf.train.Int64List(value=[1, 2])),
            "b": feature(bytes_list=tf.train.BytesList(value=[b"x"])),
            "c": feature(float_list=tf.train.FloatList(value=[1.5])),
        }
    )


def _sequence() -> bytes:
    features = _features()
    lists = tf.train.FeatureLists(feature_list={"l": tf.train.FeatureList(feature=[features.feature["a"]])})
    data: bytes = tf.train.SequenceExample(context=features, feature_lists=lists).SerializeToString()
    return data


_WHOLE: dict[str, Callable[[], bytes]] = {
    "png": lambda: tf.io.encode_png(_PIXELS).numpy(),
    "deep png": lambda: tf.io.encode_png(_PIXELS.astype(np.uint16) * 257).numpy(),
    "jpeg": lambda: tf.io.encode_jpeg(_PIXELS).numpy(),
    "gif": lambda: _picture("GIF"),
    "frames": _frames,
    "bmp": lambda: _picture("BMP"),
    "webp": lambda: _picture("WEBP"),
    "wav": lambda: tf.audio.encode_wav(np.sin(np.arange(40, dtype=np.float32))[:, None], 8000).numpy(),
    "base64": lambda: tf.io.encode_base64(b"hello world, this").numpy(),
    "gzip": lambda: gzip.compress(b"hello" * 20),
    "zlib": lambda: zlib.compress(b"hello" * 20),
    "example": lambda: tf.train.Example(features=_features()).SerializeToString(),
    "sequence": _sequence,
    "csv": lambda: b'1,2.5,"a ""q"" b"',
    "json": lambda: b'{"features":{"feature":{"a":{"int64List":{"value":["1","2"]}}}}}',
    "tensor": lambda: tf.io.serialize_tensor([[1.0, 2.0], [3.0, 4.0]]).numpy(),
    "text": "héllo wörld".encode,
    "number": lambda: b"-12.5e3",
}
PICTURES = ("png", "deep png", "jpeg", "gif", "frames", "bmp", "webp")
DECODERS: dict[str, tuple[Callable[[Any], Any], tuple[str, ...]]] = {
    "decode_image": (tf.io.decode_image, PICTURES),
    "decode_image, first frame": (lambda s: tf.io.decode_image(s, 3, expand_animations=False), PICTURES),
    "decode_png": (tf.io.decode_png, PICTURES),
    "decode_png, one channel": (lambda s: tf.io.decode_png(s, 1, tf.uint16), ("png", "deep png")),
    "decode_jpeg": (tf.io.decode_jpeg, ("jpeg", "png")),
    "decode_jpeg, what is left": (
        lambda s: tf.io.decode_jpeg(s, ratio=2, try_recover_truncated=True, acceptable_fraction=0.5),
        ("jpeg",),
    ),
    "decode_and_crop_jpeg": (lambda s: tf.io.decode_and_crop_jpeg(s, [0, 0, 4, 4]), ("jpeg",)),
    "extract_jpeg_shape": (tf.io.extract_jpeg_shape, ("jpeg", "png")),
    "decode_gif": (tf.io.decode_gif, ("gif", "frames", "png")),
    "decode_bmp": (tf.io.decode_bmp, ("bmp",)),
    "decode_wav": (tf.audio.decode_wav, ("wav",)),
    "decode_wav, some samples": (lambda s: tf.audio.decode_wav(s, 1, 20), ("wav",)),
    "decode_base64": (tf.io.decode_base64, ("base64", "png")),
    "decode_compressed, gzip": (lambda s: tf.io.decode_compressed(s, "GZIP"), ("gzip", "zlib")),
    "decode_compressed, zlib": (lambda s: tf.io.decode_compressed(s, "ZLIB"), ("zlib", "gzip")),
    "parse_example": (lambda s: tf.io.parse_example([s], _FEATURES), ("example", "sequence")),
    "parse_single_example": (lambda s: tf.io.parse_single_example(s, _FEATURES), ("example",)),
    "parse_single_sequence_example": (
        lambda s: tf.io.parse_single_sequence_example(
            s, _FEATURES, {"l": tf.io.FixedLenSequenceFeature([2], tf.int64)}
        ),
        ("sequence", "example"),
    ),
    "parse_sequence_example": (
        lambda s: tf.io.parse_sequence_example([s], _FEATURES, {"l": tf.io.VarLenFeature(tf.int64)}),
        ("sequence",),
    ),
    "decode_proto": (lambda s: tf.io.decode_proto(s, "tensorflow.Example", ["features"], [tf.string]), ("example",)),
    "decode_json_example": (tf.io.decode_json_example, ("json",)),
    "decode_csv": (lambda s: tf.io.decode_csv(s, [tf.constant([], tf.int32), tf.constant([0.0]), ""]), ("csv",)),
    "parse_tensor": (lambda s: tf.io.parse_tensor(s, tf.float32), ("tensor",)),
    "decode_raw": (lambda s: tf.io.decode_raw(s, tf.float32), ("text",)),
    "unicode_decode": (lambda s: tf.strings.unicode_decode(s, "UTF-8", errors="strict"), ("text",)),
    "unicode_transcode": (lambda s: tf.strings.unicode_transcode(s, "UTF-16BE", "UTF-8", errors="strict"), ("text",)),
    "to_number": (lambda s: tf.strings.to_number(s, tf.int64), ("number",)),
}
if not hasattr(tf.io, "decode_proto"):
    del DECODERS["decode_proto"]
EACH = 24  # mutations of each input


def mutated(data: bytes, draw: random.Random) -> bytes:
    """A copy with bytes cut off, changed, inserted, taken out or set to a large number."""
    result, kind, at = bytearray(data), draw.randrange(6), draw.randrange(len(data))
    if kind == 0:
        del result[at:]
    elif kind == 1:
        result[at] = draw.randrange(256)
    elif kind == 2:
        result[at:at] = draw.randbytes(draw.randrange(1, 9))
    elif kind == 3:
        del result[at : at + draw.randrange(1, 9)]
    elif kind == 4:
        result[at : at + 4] = draw.choice([b"\xff" * 4, bytes(4), b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f"])
    else:
        result[draw.randrange(min(len(data), 40))] ^= 1 << draw.randrange(8)
    return bytes(result)


@pytest.mark.parametrize("name", DECODERS)
def test_only_our_errors_leave_a_codec(name: str) -> None:
    decode, kinds = DECODERS[name]
    draw = random.Random(name)
    for kind in kinds:
        for _ in range(EACH):
            data = mutated(whole(kind), draw)
            try:
                decode(tf.constant(data))
            except tf.errors.OpError:
                pass
            except Exception as error:
                pytest.fail(f"{type(error).__name__} for {data!r}: {error}")


@pytest.mark.parametrize("kind", ["png", "gif", "frames", "webp"])
def test_a_picture_of_more_pixels_than_are_read(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = whole(kind)
    for limit in (10, 50):  # more than twice as many are an error of Pillow's, fewer a warning
        monkeypatch.setattr("PIL.Image.MAX_IMAGE_PIXELS", limit)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Set PIL\.Image\.MAX_IMAGE_PIXELS"):
            tf.io.decode_image(contents)
    pictures = tf.data.Dataset.from_tensor_slices([contents, tf.io.encode_jpeg(_PIXELS[:2, :2])])
    found = pictures.map(lambda s: tf.io.decode_image(s, 3, expand_animations=False)).ignore_errors()
    assert [picture.shape for picture in found] == [(2, 2, 3)]


@pytest.mark.parametrize("length", [2**40, 2**63, 2**64 - 1])
def test_a_record_of_more_bytes_than_there_are(length: int, tmp_path: Path) -> None:
    header = struct.pack("<Q", length)
    path = tmp_path / "records"
    path.write_bytes(header + struct.pack("<I", checksum.masked(checksum.extend(0, header))) + b"abc")
    with pytest.raises(tf.errors.DataLossError, match=f"{length} bytes were announced"):
        list(tf.data.TFRecordDataset(str(path)))


READERS: dict[str, Callable[[str], Any]] = {
    "records": tf.data.TFRecordDataset,
    "compressed records": lambda path: tf.data.TFRecordDataset(path, "GZIP"),
    "lines": tf.data.TextLineDataset,
    "compressed lines": lambda path: tf.data.TextLineDataset(path, "ZLIB"),
    "pieces": lambda path: tf.data.FixedLengthRecordDataset(path, 7, 3, 2),
    "rows": lambda path: tf.data.experimental.CsvDataset(path, [tf.int32, tf.float32, tf.string]),
}


@pytest.mark.parametrize("name", READERS)
def test_only_our_errors_leave_a_reader(name: str, tmp_path: Path) -> None:
    """And every file is read to its end where errors are ignored."""
    compress = {"compressed records": gzip.compress, "compressed lines": zlib.compress}.get(name, bytes)
    with tf.io.TFRecordWriter(str(tmp_path / "records")) as writer:
        for i in range(4):
            writer.write(f"record {i}")
    plain = (tmp_path / "records").read_bytes() if "records" in name else b'1,2.5,"a"\n2,3.5,b\n3,x,c\n' * 4
    draw, path = random.Random(name), tmp_path / "file"
    for _ in range(EACH):
        path.write_bytes(mutated(compress(plain), draw))
        list(READERS[name](str(path)).ignore_errors())
