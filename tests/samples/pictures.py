"""Samples of the ops that read and write pictures and sound."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import errors
from tests.differences.programs_codecs import file, image, wav
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import f32, i32, text

INVALID = errors.InvalidArgumentError
_JUNK = "Unknown image file format"
_WINDOW = i32([1, 2, 3, 4])


def _two() -> Any:
    return [text("a", "b")]


SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "DecodeJpeg": [
        *(Sample([text(file("rgb.jpg"))], {"channels": c, "ratio": r}) for c, r in ((0, 1), (1, 2), (3, 8))),
        Sample([text(file("cmyk.jpg"))], {"fancy_upscaling": False, "dct_method": "INTEGER_ACCURATE"}),
        ErrorSample([text("hello")], {}, INVALID, _JUNK),
        ErrorSample([text(file("rgb.jpg"))], {"ratio": 3}, INVALID, "ratio must be 1, 2, 4, or 8, got 3"),
        ErrorSample([text(file("rgb.jpg"))], {"channels": 4}, INVALID, "JPEG does not support 4 channels"),
        ErrorSample([text(file("trunc.jpg"))], {}, INVALID, "jpeg::Uncompress failed"),
        ErrorSample(_two(), {}, INVALID, "`contents` must be scalar but got shape[2]", True),
    ],
    "DecodeAndCropJpeg": [
        Sample([text(file("rgb.jpg")), _WINDOW], {"channels": 3}),
        ErrorSample([text(file("rgb8.png")), _WINDOW], {}, INVALID, "can run on JPEG only, but detected PNG"),
        ErrorSample([text(file("rgb.jpg")), i32([0, 0, 13, 2])], {}, INVALID, "or crop window. (window [0, 0, 13, 2]"),
        ErrorSample([text(file("rgb.jpg")), i32([[1]])], {}, INVALID, "crop_window must be 1-D, got shape [1,1]", True),
    ],
    "DecodePng": [
        *(Sample([text(file("rgb16.png"))], {"channels": c, "dtype": "uint16"}) for c in (0, 1, 4)),
        Sample([text(file("p4t.png"))]),
        ErrorSample([text(file("bad.png"))], {}, INVALID, "Invalid PNG data, size 178"),
        ErrorSample([text(file("rgb8.png"))], {"channels": 2}, INVALID, "`channels` must be 0, 1, 3 or 4 but got 2"),
        ErrorSample([text(file("rgb.bmp"))], {}, INVALID, "Use `decode_bmp` or `decode_image` instead."),
        ErrorSample([text("\0\0\0\x0cJXL \r\n")], {}, INVALID, _JUNK),
        ErrorSample([text(b"\xff\x0a")], {}, errors.UnimplementedError, "JPEG XL files are not read"),
    ],
    "DecodeGif": [
        Sample([text(file("trans2.gif"))]),
        Sample([text(file("rgb8.png"))]),
        ErrorSample([text(file("trunc2.gif"))], {}, INVALID, "Invalid GIF data (size 30)"),
    ],
    "DecodeBmp": [
        *(Sample([text(file("l.bmp"))], {"channels": c}) for c in (0, 3, 4)),
        ErrorSample([text(file("rgb.bmp")[:90])], {}, INVALID, "Incomplete bmp content: 5 by 7 pixels of 3 bytes"),
        ErrorSample([text(file("rgb.bmp")[:20])], {}, INVALID, "requires at least 32 bytes, got 20"),
        ErrorSample([text(file("one.bmp"))], {}, INVALID, "inherent in the image must be 1, 3 or 4, was 0"),
        ErrorSample([text(file("rgb.jpg"))], {}, INVALID, "Trying to decode JPEG format using DecodeBmp op"),
    ],
    "DecodeWebP": [
        Sample([text(file("rgba.webp"))], {"channels": 4}),
        ErrorSample([text(file("ll.webp"))], {"channels": 4}, INVALID, "does not match input: 4 requested, 3 in the"),
        ErrorSample([text(file("ll.webp")[:40])], {}, INVALID, "Invalid WebP data, size 40"),
    ],
    "DecodeImage": [
        *(Sample([text(file("anim.gif"))], {"expand_animations": e}) for e in (True, False)),
        *(Sample([text(file("rgb.jpg"))], {"dtype": d}) for d in ("uint16", "float32")),
        ErrorSample([text("")], {}, INVALID, "Input is empty."),
    ],
    "ExtractJpegShape": [
        *(Sample([text(file("cmyk.jpg"))], {"output_type": t}) for t in ("int32", "int64")),
        ErrorSample([text(file("rgb8.png"))], {}, INVALID, "Invalid JPEG data, size 178"),
    ],
    "EncodeJpeg": [
        Sample([image(3)], {"progressive": True, "optimize_size": True, "xmp_metadata": "<x/>"}),
        Sample([image(1)], {"density_unit": "cm", "format": "grayscale"}),
        ErrorSample([image(4)], {}, INVALID, "image must have 1 or 3 channels, got [17, 23, 4]"),
        ErrorSample([image(3)], {"format": "grayscale"}, INVALID, "format grayscale expects 1 channels"),
        ErrorSample([image(3)], {"quality": 101}, INVALID, "quality must be in [0,100], got 101"),
        ErrorSample([image(3)[:0]], {}, errors.InternalError, "JPEG encoding failed"),
        ErrorSample([image(3)[0]], {}, INVALID, "image must be 3-dimensional", True),
    ],
    "EncodeJpegVariableQuality": [
        Sample([image(3), i32(30)]),
        ErrorSample([image(3), i32(-1)], {}, INVALID, "quality must be in [0,100], got -1"),
        ErrorSample([image(3), i32([30])], {}, INVALID, "quality must be scalar", True),
    ],
    "EncodePng": [
        Sample([np.stack([image(4), image(4)])], {"compression": 9}),
        Sample([image(3, np.uint16)]),
        ErrorSample([np.zeros([2, 2, 5], np.uint8)], {}, INVALID, "image must have 1, 2, 3, or 4 channels, got 5"),
        ErrorSample([image(3)], {"compression": 10}, INVALID, "compression should be in [-1,9], got 10"),
        ErrorSample([image(3)[0]], {}, INVALID, "images must be at least rank 3", True),
        ErrorSample([image(3)[:0]], {}, errors.InternalError, "PNG encoding failed"),
    ],
    "DecodeWav": [
        Sample([text(wav([0, 1, -32768, 7], 2))]),
        Sample([text(wav([0, 1, -32768]))], {"desired_channels": 2, "desired_samples": 5}),
        ErrorSample([text(wav([1], bits=8))], {}, INVALID, "Can only read 16-bit WAV files, but received 8"),
        ErrorSample([text(wav([1])[:-1])], {}, INVALID, "Data too short when trying to read string: 2 bytes"),
        ErrorSample([text(wav([1]))], {"desired_samples": -2}, INVALID, "desired_samples must be >= -1, got -2", True),
        ErrorSample(_two(), {}, INVALID, "contents must be scalar, got shape [2]", True),
    ],
    "EncodeWav": [
        Sample([f32([[0.5, -1], [2, np.nan]]), i32(8000)]),
        ErrorSample([f32([[0.5]]), i32(0)], {}, INVALID, "sample_rate must be in (0, 2^32), got: 0"),
        ErrorSample([f32([0.5]), i32(1)], {}, INVALID, "audio must be 2-dimensional", True),
        ErrorSample([f32(np.zeros([1, 70000])), i32(1)], {}, INVALID, "num_channels must be in (0, 2^16), got: 70000"),
    ],
}
