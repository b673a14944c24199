# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.io`: files."""

from graphwright import io_gfile as gfile
from graphwright.base.record_files import TFRecordOptions as TFRecordOptions
from graphwright.base.record_files import TFRecordWriter as TFRecordWriter
from graphwright.ops.image.codecs.api import decode_and_crop_jpeg as decode_and_crop_jpeg
from graphwright.ops.image.codecs.api import decode_bmp as decode_bmp
from graphwright.ops.image.codecs.api import decode_gif as decode_gif
from graphwright.ops.image.codecs.api import decode_image as decode_image
from graphwright.ops.image.codecs.api import decode_jpeg as decode_jpeg
from graphwright.ops.image.codecs.api import decode_png as decode_png
from graphwright.ops.image.codecs.api import decode_webp as decode_webp
from graphwright.ops.image.codecs.api import encode_jpeg as encode_jpeg
from graphwright.ops.image.codecs.api import encode_png as encode_png
from graphwright.ops.image.codecs.api import extract_jpeg_shape as extract_jpeg_shape
from graphwright.ops.image.codecs.api import is_jpeg as is_jpeg
from graphwright.ops.io.csv import decode_csv as decode_csv
from graphwright.ops.io.decoding import decode_base64 as decode_base64
from graphwright.ops.io.decoding import decode_compressed as decode_compressed
from graphwright.ops.io.decoding import decode_json_example as decode_json_example
from graphwright.ops.io.decoding import decode_raw as decode_raw
from graphwright.ops.io.decoding import encode_base64 as encode_base64
from graphwright.ops.io.files import matching_files as matching_files
from graphwright.ops.io.files import read_file as read_file
from graphwright.ops.io.files import write_file as write_file
from graphwright.ops.io.parsing.api import parse_example as parse_example
from graphwright.ops.io.parsing.api import parse_sequence_example as parse_sequence_example
from graphwright.ops.io.parsing.api import parse_single_example as parse_single_example
from graphwright.ops.io.parsing.api import parse_single_sequence_example as parse_single_sequence_example
from graphwright.ops.io.parsing.features import FixedLenFeature as FixedLenFeature
from graphwright.ops.io.parsing.features import FixedLenSequenceFeature as FixedLenSequenceFeature
from graphwright.ops.io.parsing.features import RaggedFeature as RaggedFeature
from graphwright.ops.io.parsing.features import SparseFeature as SparseFeature
from graphwright.ops.io.parsing.features import VarLenFeature as VarLenFeature
from graphwright.ops.io.protos import decode_proto as decode_proto
from graphwright.ops.io.protos import encode_proto as encode_proto
from graphwright.ops.io.tensor_bytes import parse_tensor as parse_tensor
from graphwright.ops.io.tensor_bytes import serialize_tensor as serialize_tensor
from graphwright.ops.sparse.variants import deserialize_many_sparse as deserialize_many_sparse
from graphwright.ops.sparse.variants import serialize_many_sparse as serialize_many_sparse
from graphwright.ops.sparse.variants import serialize_sparse as serialize_sparse
from graphwright.saved_model.graph_files import write_graph as write_graph
from graphwright.sessions.training.input import match_filenames_once as match_filenames_once

__all__ = [
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "RaggedFeature",
    "SparseFeature",
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
    "decode_proto",
    "decode_raw",
    "decode_webp",
    "deserialize_many_sparse",
    "encode_base64",
    "encode_jpeg",
    "encode_png",
    "encode_proto",
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
    "write_file",
    "write_graph",
]
