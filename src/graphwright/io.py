"""`tf.io`: files."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "data.record_files": "TFRecordOptions TFRecordWriter",
        "io_gfile": "gfile=",
        "ops.image.codecs.api": (
            "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_png decode_webp encode_jpeg "
            "encode_png extract_jpeg_shape is_jpeg"
        ),
        "ops.io.files": "matching_files read_file write_file",
    },
)
