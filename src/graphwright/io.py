"""`tf.io`: files."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "base.record_files": "TFRecordOptions TFRecordWriter",
        "io_gfile": "gfile=",
        "ops.image.codecs.api": (
            "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_png decode_webp encode_jpeg "
            "encode_png extract_jpeg_shape is_jpeg"
        ),
        "ops.io.parsing.api": (
            "parse_example parse_sequence_example parse_single_example parse_single_sequence_example"
        ),
        "ops.io.parsing.features": (
            "FixedLenFeature FixedLenSequenceFeature RaggedFeature SparseFeature VarLenFeature"
        ),
        "ops.io.csv": "decode_csv",
        "ops.io.decoding": "decode_base64 decode_compressed decode_json_example decode_raw encode_base64",
        "ops.io.protos": "decode_proto encode_proto",
        "ops.io.tensor_bytes": "parse_tensor serialize_tensor",
        "ops.sparse.variants": "deserialize_many_sparse serialize_many_sparse serialize_sparse",
        "ops.io.files": "matching_files read_file write_file",
        "saved_model.graph_files": "write_graph",
        "sessions.training.input": "match_filenames_once",
    },
)
