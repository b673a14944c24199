# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.io`: files and messages, with the older parameters of their functions."""

from graphwright.compat._adapters import decode_csv as decode_csv
from graphwright.compat._adapters import decode_raw as decode_raw
from graphwright.compat._adapters import parse_example as parse_example
from graphwright.compat._adapters import parse_single_example as parse_single_example
from graphwright.compat._adapters import serialize_many_sparse as serialize_many_sparse
from graphwright.compat._adapters import serialize_sparse as serialize_sparse
from graphwright.io import FixedLenFeature as FixedLenFeature
from graphwright.io import FixedLenSequenceFeature as FixedLenSequenceFeature
from graphwright.io import RaggedFeature as RaggedFeature
from graphwright.io import SparseFeature as SparseFeature
from graphwright.io import TFRecordOptions as TFRecordOptions
from graphwright.io import TFRecordWriter as TFRecordWriter
from graphwright.io import VarLenFeature as VarLenFeature
from graphwright.io import decode_and_crop_jpeg as decode_and_crop_jpeg
from graphwright.io import decode_base64 as decode_base64
from graphwright.io import decode_bmp as decode_bmp
from graphwright.io import decode_compressed as decode_compressed
from graphwright.io import decode_gif as decode_gif
from graphwright.io import decode_image as decode_image
from graphwright.io import decode_jpeg as decode_jpeg
from graphwright.io import decode_json_example as decode_json_example
from graphwright.io import decode_png as decode_png
from graphwright.io import decode_webp as decode_webp
from graphwright.io import deserialize_many_sparse as deserialize_many_sparse
from graphwright.io import encode_base64 as encode_base64
from graphwright.io import encode_jpeg as encode_jpeg
from graphwright.io import encode_png as encode_png
from graphwright.io import extract_jpeg_shape as extract_jpeg_shape
from graphwright.io import gfile as gfile
from graphwright.io import is_jpeg as is_jpeg
from graphwright.io import matching_files as matching_files
from graphwright.io import parse_sequence_example as parse_sequence_example
from graphwright.io import parse_single_sequence_example as parse_single_sequence_example
from graphwright.io import parse_tensor as parse_tensor
from graphwright.io import read_file as read_file
from graphwright.io import serialize_tensor as serialize_tensor
from graphwright.io import write_file as write_file
from graphwright.queues.queues import PaddingFIFOQueue as PaddingFIFOQueue
from graphwright.queues.queues import PriorityQueue as PriorityQueue
from graphwright.queues.queues import QueueBase as QueueBase
from graphwright.queues.queues import RandomShuffleQueue as RandomShuffleQueue
from graphwright.sessions.file_writer import TFRecordCompressionType as TFRecordCompressionType
from graphwright.sessions.file_writer import tf_record_iterator as tf_record_iterator
from graphwright.sessions.training.input import match_filenames_once as match_filenames_once

__all__ = [
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "PaddingFIFOQueue",
    "PriorityQueue",
    "QueueBase",
    "RaggedFeature",
    "RandomShuffleQueue",
    "SparseFeature",
    "TFRecordCompressionType",
    "TFRecordOptions",
    "TFRecordWriter",
    "VarLenFeature",
    "decode_and_crop_jpeg",
    "decode_base64",
    "decode_bmp",
    "decode_compressed",
    "decode_csv",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_json_example",
    "decode_png",
    "decode_raw",
    "decode_webp",
    "deserialize_many_sparse",
    "encode_base64",
    "encode_jpeg",
    "encode_png",
    "extract_jpeg_shape",
    "gfile",
    "is_jpeg",
    "match_filenames_once",
    "matching_files",
    "parse_example",
    "parse_sequence_example",
    "parse_single_example",
    "parse_single_sequence_example",
    "parse_tensor",
    "read_file",
    "serialize_many_sparse",
    "serialize_sparse",
    "serialize_tensor",
    "tf_record_iterator",
    "write_file",
]
