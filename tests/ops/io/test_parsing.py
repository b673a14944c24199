"""Single records, parsed eagerly, in functions and in datasets."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf

FEATURES = {"text": tf.io.FixedLenFeature([], tf.string), "n": tf.io.FixedLenFeature([2], tf.int64)}


def record(text: bytes) -> bytes:
    feature = {
        "text": tf.train.Feature(bytes_list=tf.train.BytesList(value=[text])),
        "n": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2])),
    }
    data: bytes = tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()
    return data


def parsed(data: Any) -> Any:
    return tf.io.parse_single_example(data, FEATURES)


@pytest.mark.parametrize("text", [b"", b"a", b"hello world", "h\u00e9".encode(), b"\x00\xff"])
def test_text_of_a_single_record(text: bytes) -> None:
    data = tf.constant(record(text))
    in_dataset = next(iter(tf.data.Dataset.from_tensors(data).map(parsed)))
    for found in (parsed(data), tf.function(parsed)(data), in_dataset):
        assert (found["text"].numpy(), found["n"].numpy().tolist()) == (text, [1, 2])
