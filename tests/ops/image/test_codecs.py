"""Picture files: what the samples and the rows of differences do not say."""

from __future__ import annotations

import io
import re
import sys
import zlib

import numpy as np
import pytest
from PIL import Image

import graphwright as tf
from graphwright.base.install import install_command
from graphwright.ops.image.codecs import _libraries, _png
from tests.differences.programs_codecs import file, image


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_every_filter_of_a_png_file_of_16_bits_is_undone(channels: int) -> None:
    pixels = (np.random.default_rng(channels).integers(0, 2**16, (9, 6, channels))).astype(np.uint16)
    lines = pixels.astype(">u2").view(np.uint8).reshape(9, -1).astype(int)
    size = 2 * channels
    filtered = bytearray()
    for row in range(9):
        above = lines[row - 1] if row else lines[0] * 0
        left, corner = (np.concatenate([np.zeros(size, int), line[:-size]]) for line in (lines[row], above))
        to = [abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)]
        nearest = np.where((to[0] <= to[1]) & (to[0] <= to[2]), left, np.where(to[1] <= to[2], above, corner))
        prediction = [0, left, above, (left + above) // 2, nearest][row % 5]
        filtered += bytes([row % 5]) + bytes((lines[row] - prediction).astype(np.uint8))
    contents = bytearray(tf.io.encode_png(pixels).numpy())
    start, end = contents.index(b"IDAT") - 4, contents.index(b"IEND") - 4
    data = b"IDAT" + zlib.compress(bytes(filtered))
    contents[start:end] = (len(data) - 4).to_bytes(4, "big") + data + zlib.crc32(data).to_bytes(4, "big")
    np.testing.assert_array_equal(tf.io.decode_png(bytes(contents), dtype=tf.uint16).numpy(), pixels)


def test_a_grey_png_file_of_16_bits_by_pillow_is_read() -> None:
    pixels = (np.add.outer(np.arange(60), np.arange(80)) * 401).astype(np.uint16)
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    np.testing.assert_array_equal(tf.io.decode_png(stream.getvalue(), dtype=tf.uint16).numpy()[..., 0], pixels)


def test_pillow_reads_a_png_file_of_16_bits_of_ours() -> None:
    pixels = (np.add.outer(np.arange(6), np.arange(8)) * 4001).astype(np.uint16)
    contents = tf.io.encode_png(pixels[..., None]).numpy()
    np.testing.assert_array_equal(np.asarray(Image.open(io.BytesIO(contents))), pixels)


@pytest.mark.parametrize("at", range(8, 280, 9))
def test_a_damaged_png_file_of_16_bits_is_refused_or_read(at: int) -> None:
    contents = bytearray(file("rgb16i.png"))
    contents[at] ^= 0x55
    try:
        tf.io.decode_png(bytes(contents), dtype=tf.uint16)
    except tf.errors.InvalidArgumentError as error:
        assert "Invalid PNG data" in str(error)


def test_a_line_cannot_have_an_unknown_filter() -> None:
    with pytest.raises(ValueError, match="bad filter 5"):
        _png._unfiltered(np.array([5], np.uint8), np.zeros((1, 1, 2), np.uint8))


def test_a_function_decodes_files_on_every_executor() -> None:
    @tf.function
    def thumbnail(contents: tf.Tensor) -> tf.Tensor:
        return tf.image.resize(tf.io.decode_jpeg(contents, channels=3), [4, 4])

    contents = file("rgb.jpg")
    expected = tf.image.resize(tf.io.decode_jpeg(contents, channels=3), [4, 4])
    np.testing.assert_allclose(thumbnail(contents).numpy(), expected.numpy(), rtol=1e-6)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unknown image file format"):
        thumbnail("no picture")


def test_what_a_missing_library_is_needed_for_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    _libraries._library.cache_clear()
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    monkeypatch.setitem(sys.modules, "simplejpeg", None)
    try:
        for decode, name in ((tf.io.decode_png, "rgb8.png"), (tf.io.decode_jpeg, "rgb.jpg")):
            with pytest.raises(ImportError, match=re.escape(install_command("image"))):
                decode(file(name))
        assert tf.io.decode_bmp(file("rgb.bmp")).shape == [5, 7, 3]
    finally:
        _libraries._library.cache_clear()


def test_jpeg_quality_keeps_dtype_and_comes_near() -> None:
    pixels = tf.constant(image(3), tf.float32) / 255.0
    better, worse = (tf.image.adjust_jpeg_quality(pixels, q) for q in (95, 5))
    errors = [float(tf.reduce_mean(tf.abs(changed - pixels))) for changed in (better, worse)]
    assert better.dtype is tf.float32
    assert errors[0] < 0.02 < errors[1]
