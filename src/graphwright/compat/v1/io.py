"""`tf.compat.v1.io`: files and messages, with the older parameters of their functions."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat._adapters": (
            "decode_csv decode_raw parse_example parse_single_example serialize_many_sparse serialize_sparse"
        ),
        "queues.queues": "PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue",
        "sessions.training.input": "match_filenames_once",
        "sessions.file_writer": "TFRecordCompressionType tf_record_iterator",
        "io": (
            "FixedLenFeature FixedLenSequenceFeature RaggedFeature SparseFeature TFRecordOptions TFRecordWriter "
            "VarLenFeature decode_and_crop_jpeg decode_base64 decode_bmp decode_compressed decode_gif decode_image "
            "decode_jpeg decode_json_example decode_png decode_webp deserialize_many_sparse encode_base64 encode_jpeg "
            "encode_png extract_jpeg_shape gfile is_jpeg matching_files parse_sequence_example "
            "parse_single_sequence_example parse_tensor read_file serialize_tensor write_file"
        ),
    },
)
