"""`tf.train.Example` and the messages that it is made of: TensorFlow's protobuf messages, with its fields."""

from __future__ import annotations

from typing import Final

from graphwright.graphdef.messages import MessageClass, build

TABLES: Final[dict[str, str]] = {
    "BytesList": "value bytes* 1",
    "FloatList": "value float* 1",
    "Int64List": "value int64* 1",
    "Feature": "kind{ bytes_list BytesList 1; float_list FloatList 2; int64_list Int64List 3 }",
    "Features": "feature map<string,Feature> 1",
    "FeatureList": "feature Feature* 1",
    "FeatureLists": "feature_list map<string,FeatureList> 1",
    "Example": "features Features 1",
    "SequenceExample": "context Features 1; feature_lists FeatureLists 2",
}

_CLASSES: Final = build("graphwright/example.proto", TABLES)

BytesList: MessageClass = _CLASSES["BytesList"]
FloatList: MessageClass = _CLASSES["FloatList"]
Int64List: MessageClass = _CLASSES["Int64List"]
Feature: MessageClass = _CLASSES["Feature"]
Features: MessageClass = _CLASSES["Features"]
FeatureList: MessageClass = _CLASSES["FeatureList"]
FeatureLists: MessageClass = _CLASSES["FeatureLists"]
Example: MessageClass = _CLASSES["Example"]
SequenceExample: MessageClass = _CLASSES["SequenceExample"]

BytesList.__doc__ = """Values of a feature that are bytes.

>>> tf.train.BytesList(value=[b"a", b"b"]).value[1]
b'b'
"""
FloatList.__doc__ = """Values of a feature that are floats of 32 bits.

>>> tf.train.FloatList(value=[0.5, 2.0]).value[0]
0.5
"""
Int64List.__doc__ = """Values of a feature that are integers of 64 bits.

>>> tf.train.Int64List(value=[1, 2]).value[1]
2
"""
Feature.__doc__ = """The values of one feature: a `bytes_list`, a `float_list` or an `int64_list`.

>>> tf.train.Feature(int64_list=tf.train.Int64List(value=[3])).WhichOneof("kind")
'int64_list'
"""
Features.__doc__ = """Features by name.

>>> labels = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
>>> list(tf.train.Features(feature={"label": labels}).feature)
['label']
"""
FeatureList.__doc__ = """The values of one feature, step by step.

>>> steps = [tf.train.Feature(float_list=tf.train.FloatList(value=[x])) for x in (0.5, 1.5)]
>>> len(tf.train.FeatureList(feature=steps).feature)
2
"""
FeatureLists.__doc__ = """Lists of features by name.

>>> list(tf.train.FeatureLists(feature_list={"steps": tf.train.FeatureList()}).feature_list)
['steps']
"""
Example.__doc__ = """A record of features: what TFRecord files usually hold.

`SerializeToString()` gives its bytes, `FromString(data)` reads them.

>>> label = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
>>> example = tf.train.Example(features=tf.train.Features(feature={"label": label}))
>>> read = tf.train.Example.FromString(example.SerializeToString())
>>> list(read.features.feature["label"].int64_list.value)
[3]
"""
SequenceExample.__doc__ = """A record of features, and of lists of them.

>>> label = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
>>> example = tf.train.SequenceExample(context=tf.train.Features(feature={"label": label}))
>>> list(example.context.feature)
['label']
"""
