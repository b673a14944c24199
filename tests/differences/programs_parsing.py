"""Helpers of the rows about parsing: messages and what is asked of them."""

from __future__ import annotations

import gzip
import json
import zlib
from typing import Any

import numpy as np

BYTES = bytes(range(16))
DEFLATED = zlib.compress(b"hello" * 20)
GZIPPED = gzip.compress(b"hello", mtime=0)


def _feature(tf: Any, values: Any) -> Any:
    if values is None:
        return tf.train.Feature()
    kind = np.asarray(values).dtype.kind if len(values) else "f"
    if kind == "f":
        return tf.train.Feature(float_list=tf.train.FloatList(value=values))
    if kind == "i":
        return tf.train.Feature(int64_list=tf.train.Int64List(value=values))
    texts = [v.encode() if isinstance(v, str) else v for v in values]
    return tf.train.Feature(bytes_list=tf.train.BytesList(value=texts))


def _features(tf: Any, values: Any) -> Any:
    return tf.train.Features(feature={key: _feature(tf, v) for key, v in values.items()})


def example(tf: Any, **features: Any) -> bytes:
    """A serialized Example; an empty list is one of floats, None a feature without a kind."""
    return tf.train.Example(features=_features(tf, features)).SerializeToString()


def sequence(tf: Any, context: Any, **lists: Any) -> bytes:
    """A serialized SequenceExample."""
    steps = {
        key: tf.train.FeatureList(feature=[_feature(tf, step) for step in values]) for key, values in lists.items()
    }
    return tf.train.SequenceExample(
        context=_features(tf, context), feature_lists=tf.train.FeatureLists(feature_list=steps)
    ).SerializeToString()


def json_example(tf: Any, value: Any) -> Any:
    """What an Example in JSON has, by the names of features that the rows use."""
    text = value if isinstance(value, str) else json.dumps(value)
    kinds = {"a": tf.int64, "f": tf.float32, "s": tf.string}
    features = {key: tf.io.VarLenFeature(dtype) for key, dtype in kinds.items()}
    return tf.io.parse_example(tf.io.decode_json_example([text]), features)


def sorted_items(found: Any) -> Any:
    """Results by name, in the order of the names."""
    if isinstance(found, dict):
        return [[key, found[key]] for key in sorted(found)]
    return [sorted_items(part) for part in found]


def static_of(tf: Any, parse: Any, shape: Any) -> Any:
    """The static shapes of what a traced function parses."""

    def shapes(value: Any) -> Any:
        if isinstance(value, dict):
            return [[key, shapes(value[key])] for key in sorted(value)]
        if isinstance(value, (list, tuple)):
            return [shapes(part) for part in value]
        known = value.shape
        return [
            type(value).__name__.lstrip("_").replace("Symbolic", ""),
            None if known.rank is None else known.as_list(),
        ]

    seen: list[Any] = []

    def traced(serialized: Any) -> Any:
        found = parse(serialized)
        seen.append(shapes(found))
        return tf.constant(0)

    tf.function(traced, autograph=False).get_concrete_function(tf.TensorSpec(shape, tf.string))
    return [[[k, v[1]] if isinstance(v[0], str) else v for k, v in part] for part in _parts(seen[0])]


def _parts(found: Any) -> Any:
    return [found] if found and isinstance(found[0][0], str) else found
