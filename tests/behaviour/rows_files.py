"""Files of records, lines and pieces: written, and read as datasets."""

from __future__ import annotations

from tests.behaviour.table import product

_FILES = """
import os, tempfile
folder = tempfile.mkdtemp()
a, b, z, g, lines, pieces, absent = (os.path.join(folder, name) for name in ("a", "b", "z", "g", "lines", "pieces", "absent"))
def write(path, records, options=None):
    with tf.io.TFRecordWriter(path, options) as writer:
        for record in records:
            writer.write(record)
write(a, [b"a0", b"a1", b"", "text"])
write(b, [b"b0", b"b1"])
write(z, [b"z" * 1000, b"z1"], "ZLIB")
write(g, [b"g0", b"g1"], tf.io.TFRecordOptions("GZIP", compression_level=9))
open(lines, "wb").write(b"one\\r\\ntwo\\n\\n last")
open(pieces, "wb").write(b"HHaabbccF")
T, L, F = tf.data.TFRecordDataset, tf.data.TextLineDataset, tf.data.FixedLengthRecordDataset
D = tf.data.Dataset
"""
ROWS = product(
    "files: <expression>",
    _FILES + "<expression>\n",
    expression=[
        "list(T(a).as_numpy_iterator())", "list(T([a, b]).as_numpy_iterator())", "list(T(tf.constant([b, a])).as_numpy_iterator())", "list(T([[a], [b]]).as_numpy_iterator())", "list(T(D.from_tensor_slices([a, b])).as_numpy_iterator())",
        "list(T([a, b], num_parallel_reads=2).as_numpy_iterator())", "list(T([a, b], num_parallel_reads=1).as_numpy_iterator())", "list(T(z, 'ZLIB').as_numpy_iterator())", "list(T(g, compression_type='GZIP').as_numpy_iterator())", "list(T(g).as_numpy_iterator())", "list(T(z, 'GZIP').as_numpy_iterator())", "list(T(a, 'ZLIB').as_numpy_iterator())",
        "list(T(absent))", "list(T([a, absent]).take(4).as_numpy_iterator())", "list(T([a, absent]).as_numpy_iterator())", "list(T([]).as_numpy_iterator())", "T(3)", "T([1.5])", "T(D.range(3))", "T(None)", "T(a).element_spec", "T(a)", "L(lines)", "F(pieces, 1)", "T(a).cardinality()",
        "list(T(a, buffer_size=100).as_numpy_iterator())", "T(a, buffer_size='x')", "list(T(a).batch(3).as_numpy_iterator())", "list(T(a).map(tf.strings.length).as_numpy_iterator())", "list(T(a).repeat(2).as_numpy_iterator())", "list(T(a).skip(1).take(2).as_numpy_iterator())", "list(T(a).shard(2, 1).as_numpy_iterator())",
        "list(D.from_tensor_slices([a, b]).interleave(T, cycle_length=2).as_numpy_iterator())", "list(D.from_tensor_slices([a, b]).flat_map(T).as_numpy_iterator())", "isinstance(T(a), tf.data.Dataset), isinstance(T(a), T)",
        "open(a, 'ab').write(b'xx'), list(T(a).as_numpy_iterator())", "open(a, 'ab').write(b'x' * 20), list(T(a).as_numpy_iterator())", "open(lines, 'rb').read(4), list(T(lines))", "list(T(a, compression_type='BZ2'))",
        "list(L(lines).as_numpy_iterator())", "list(L([lines, lines]).take(5).as_numpy_iterator())", "list(L(absent))", "list(L(lines).enumerate().as_numpy_iterator())", "L(lines).element_spec", "L(3)",
        "list(F(pieces, 2, 2, 1).as_numpy_iterator())", "list(F(pieces, 3, header_bytes=2, footer_bytes=1).as_numpy_iterator())", "list(F(pieces, 3).as_numpy_iterator())", "list(F(pieces, 4).as_numpy_iterator())", "list(F(pieces, 9).as_numpy_iterator())", "list(F(pieces, 2, 2, 3).as_numpy_iterator())", "list(F(pieces, 0).as_numpy_iterator())", "list(F(absent, 1))", "F(pieces, 1).element_spec",
        "tf.io.TFRecordOptions('GZIP').compression_type, tf.io.TFRecordOptions().compression_type", "tf.io.TFRecordOptions('x')", "tf.io.TFRecordOptions.get_compression_type_string(tf.io.TFRecordOptions('ZLIB'))", "tf.io.TFRecordOptions.get_compression_type_string(None)", "tf.io.TFRecordOptions.compression_type_map", "tf.io.TFRecordWriter(a, 'BAD')", "tf.io.TFRecordWriter(os.path.join(absent, 'x'))",
        "w = tf.io.TFRecordWriter(b)\nw.write(b'new')\nw.flush()\nlist(T(b).as_numpy_iterator())", "w = tf.io.TFRecordWriter(b)\nw.close()\nw.write(b'x')", "w = tf.io.TFRecordWriter(b)\nw.close()\nw.close()", "w = tf.io.TFRecordWriter(b)\nw.close()\nw.flush()", "open(b, 'rb').read()",
        "tf.function(lambda: T(b).reduce(tf.constant(''), lambda s, x: s + x))()", "len(list(iter(T(a))))", "next(iter(T(b)))",
        "e = tf.train.Example(features=tf.train.Features(feature={'x': tf.train.Feature(int64_list=tf.train.Int64List(value=[1, -2]))}))\ne.SerializeToString()", "tf.train.Example.FromString(tf.train.Example().SerializeToString()) == tf.train.Example()", "tf.train.Feature(float_list=tf.train.FloatList(value=[0.5])).SerializeToString()", "tf.train.Feature(bytes_list=tf.train.BytesList(value=[b'a', b'bc'])).SerializeToString()", "tf.train.Feature(int64_list=tf.train.Int64List(value=[1.5]))", "tf.train.Feature(bytes_list=tf.train.BytesList(value=['a']))", "tf.train.Feature().WhichOneof('kind')",
        "tf.train.SequenceExample(feature_lists=tf.train.FeatureLists(feature_list={'s': tf.train.FeatureList(feature=[tf.train.Feature(float_list=tf.train.FloatList(value=[1.0, 2.0]))])})).SerializeToString()",
    ],
)  # fmt: skip

ON_PURPOSE: dict[str, str] = {
    "files: list(T(a, compression_type='BZ2'))": "An unknown compression is refused; TensorFlow reads the file as it is."
}
