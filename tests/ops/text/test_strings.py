"""`tf.strings`: eagerly, in functions with unknown shapes, and with ragged tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors

S = tf.strings
each = pytest.mark.parametrize
ROWS = tf.ragged.constant([["a b", ""], ["c"], []])
WORDS = tf.ragged.constant([["a", "b", "c"], ["d"], []])
POINTS = tf.ragged.constant([[[72], []], [[33]]])


def shown(value: Any) -> Any:
    """Convert a result to nested lists."""
    if isinstance(value, tuple):
        return [shown(v) for v in value]
    return value.to_list() if isinstance(value, tf.RaggedTensor) else np.asarray(value).tolist()


# TensorFlow's results, except for shapes, which are in the last column
OF_VECTORS: list[tuple[str, Any, list[Any], Any]] = [
    ("lower", S.lower, ["aB", "É"], [b"ab", "É".encode()]),
    ("upper", lambda x: S.upper(x, "utf-8"), ["aß"], [b"ASS"]),
    ("strip", S.strip, [" a ", "b"], [b"a", b"b"]),
    ("substr", lambda x: S.substr(x, -2, 1), ["abc", "de"], [b"b", b"d"]),
    ("to_number", lambda x: S.to_number(x, "int64"), ["1", " -2"], [1, -2]),
    ("split", S.split, ["a b  c", "", "d"], [[b"a", b"b", b"c"], [], [b"d"]]),
    ("split_at", lambda x: S.split(x, ",", 1), ["a,b,,c", ""], [[b"a", b"b,,c"], [b""]]),
    ("bytes_split", S.bytes_split, ["ab", "", "c"], [[b"a", b"b"], [], [b"c"]]),
    ("ngrams", lambda x: S.ngrams(x, (2, 1)), ["a", "b", "c"], [b"a b", b"b c", b"a", b"b", b"c"]),
    ("ngrams_padded", lambda x: S.ngrams(x, 2, pad_values="x", padding_width=5), ["a"], [b"x a", b"a x"]),
    ("ngrams_bytes", lambda x: S.ngrams(x, 2, separator=b"-"), ["a", "b"], [b"a-b"]),
    ("reduce_join", lambda x: S.reduce_join(x, separator="-"), ["a", "b"], b"a-b"),
    ("regex_replace", lambda x: S.regex_replace(x, "(b)(c)", r"\2\1"), ["abc"], [b"acb"]),
    ("regex_replace_tensor", lambda x: S.regex_replace(x, tf.constant("b*"), "-"), ["abbc"], [b"-a-c-"]),
    ("regex_full_match", lambda x: S.regex_full_match(x, "a.c"), ["abc", "abcd"], [True, False]),
    ("unicode_decode", lambda x: S.unicode_decode(x, "UTF-8"), ["hé", ""], [[104, 233], []]),
    (
        "unicode_decode_with_offsets",
        lambda x: S.unicode_decode_with_offsets(x, "UTF-8"),
        ["hé!"],
        [[[104, 233, 33]], [[0, 1, 3]]],
    ),
    ("unicode_split", lambda x: S.unicode_split(x, "UTF-8"), ["hé", ""], [[b"h", "é".encode()], []]),
    (
        "unicode_split_with_offsets",
        lambda x: S.unicode_split_with_offsets(x, "UTF-8"),
        ["éa"],
        [[["é".encode(), b"a"]], [[0, 2]]],
    ),
    ("unicode_encode", lambda x: S.unicode_encode(S.unicode_decode(x, "UTF-8"), "UTF-16-BE"), ["a"], [b"\0a"]),
    ("unicode_transcode", lambda x: S.unicode_transcode(x, "UTF-8", "UTF-16-BE"), ["é"], [b"\0\xe9"]),
    ("unsorted_segment_join", lambda x: S.unsorted_segment_join(x, [1, 0, 1], 2, "-"), ["a", "b", "c"], [b"b", b"a-c"]),
]


@each(("function", "inputs", "expected"), [row[1:] for row in OF_VECTORS], ids=[row[0] for row in OF_VECTORS])
def test_vectors(function: Any, inputs: list[Any], expected: Any) -> None:
    assert shown(function(tf.constant(inputs))) == expected
    staged = tf.function(function, input_signature=[tf.TensorSpec([None], tf.string)])
    assert shown(staged(tf.constant(inputs))) == expected


OF_OTHERS: list[tuple[str, Any, Any, Any]] = [
    ("split_one", S.split, "a b", [b"a", b"b"]),
    ("split_table", S.split, [["a b"], ["c"]], [[[b"a", b"b"]], [[b"c"]]]),
    ("split_ragged", S.split, ROWS, [[[b"a", b"b"], []], [[b"c"]], []]),
    ("bytes_of_one", S.bytes_split, "", []),
    ("lower_ragged", S.lower, ROWS, [[b"a b", b""], [b"c"], []]),
    ("length_ragged", S.length, ROWS, [[3, 0], [1], []]),
    ("buckets_ragged", lambda x: S.to_hash_bucket_strong(x, 3, [1, 2]), WORDS, [[2, 1, 2], [0], []]),
    ("match_ragged", lambda x: S.regex_full_match(x, "c"), ROWS, [[False, False], [True], []]),
    (
        "ngrams_table",
        lambda x: S.ngrams(x, 2),
        [["a", "b", "c"], ["d", "e", "f"]],
        [[b"a b", b"b c"], [b"d e", b"e f"]],
    ),
    ("ngrams_ragged", lambda x: S.ngrams(x, 2), WORDS, [[b"a b", b"b c"], [], []]),
    (
        "ngrams_kept",
        lambda x: S.ngrams(x, 5, pad_values=("<", ">"), padding_width=1, preserve_short_sequences=True),
        WORDS,
        [[b"< a b c >"], [b"< d >"], []],
    ),
    ("join_rows", lambda x: S.reduce_join(x, 1, separator="-"), WORDS, [b"a-b-c", b"d", b""]),
    ("join_columns", lambda x: S.reduce_join(x, 0, separator="-"), WORDS, [b"a-d", b"b", b"c"]),
    ("join_kept", lambda x: S.reduce_join(x, -1, True), WORDS, [[b"abc"], [b"d"], [b""]]),
    ("join_all", S.reduce_join, WORDS, b"abcd"),
    ("join_table", lambda x: S.reduce_join(x, [0, 1]), [["a", "b"], ["c", "d"]], b"acbd"),
    ("decode_one", lambda x: S.unicode_decode(x, "UTF-8"), "é", [233]),
    ("decode_table", lambda x: S.unicode_decode(x, "UTF-8"), [["hé"], [""]], [[[104, 233]], [[]]]),
    ("encode_one", lambda x: S.unicode_encode(x, "UTF-8"), [72, 105], b"Hi"),
    ("encode_table", lambda x: S.unicode_encode(x, "UTF-8"), [[[72, 105], [33, 33]]], [[b"Hi", b"!!"]]),
    ("encode_ragged", lambda x: S.unicode_encode(x, "UTF-8"), POINTS, [[b"H", b""], [b"!"]]),
]


@each(("function", "inputs", "expected"), [row[1:] for row in OF_OTHERS], ids=[row[0] for row in OF_OTHERS])
def test_other_ranks(function: Any, inputs: Any, expected: Any) -> None:
    value: Any = inputs if isinstance(inputs, tf.RaggedTensor) else tf.constant(inputs)
    assert shown(function(value)) == expected
    assert shown(tf.function(function)(value)) == expected


REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: S.ngrams(["a"], 0), ValueError, "All ngram_widths must be greater than 0"),
    (lambda: S.ngrams("a", 1), ValueError, "Data must have rank>0"),
    (lambda: S.ngrams(["a"], 2, padding_width=1), ValueError, "pad_values must be provided"),
    (lambda: S.ngrams(["a"], 2, pad_values="x", padding_width=0), ValueError, "padding_width must be greater than 0"),
    (lambda: S.ngrams(["a"], 2, pad_values=1), TypeError, "pad_values must be a string"),
    (lambda: S.unicode_encode(5, "UTF-8"), ValueError, "rank must be at least 1"),
    (lambda: S.reduce_join(["a"], axis=1), errors.OutOfRangeError, "Invalid reduction dimension 1"),
    (lambda: S.to_number(["x"]), errors.InvalidArgumentError, "could not correctly convert string: x"),
    (lambda: S.lower([1]), TypeError, "string"),
    (lambda: S.unicode_split(["a"], "latin-1"), errors.InvalidArgumentError, "output_encoding"),
]


@each(("call", "kind", "message"), REFUSED)
def test_errors(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


@each(
    "function",
    [S.bytes_split, lambda x: S.ngrams(x, 2), lambda x: S.unicode_decode(x, "UTF-8")],
    ids=["bytes_split", "ngrams", "unicode_decode"],
)
def test_unknown_rank(function: Any) -> None:
    staged = tf.function(function, input_signature=[tf.TensorSpec(None, tf.string)])
    with pytest.raises(ValueError, match="must be statically known"):
        staged(tf.constant(["a"]))


def test_what_is_split_without_a_known_rank_is_a_vector() -> None:
    staged = tf.function(lambda x: S.split(x), input_signature=[tf.TensorSpec(None, tf.string)])
    assert staged(tf.constant(["a b", ""])).to_list() == [[b"a", b"b"], []]
    with pytest.raises(errors.InvalidArgumentError, match="must be a vector"):
        staged(tf.constant("a b"))


def test_errors_name_the_users_line() -> None:
    @tf.function
    def read(x: Any) -> Any:
        return S.to_number(x)

    with pytest.raises(errors.InvalidArgumentError, match=r"test_strings\.py"):
        read(tf.constant(["one"]))


def test_result_shapes() -> None:
    @tf.function(input_signature=[tf.TensorSpec([2, None], tf.string)])
    def shapes(x: Any) -> Any:
        assert S.lower(x).shape.as_list() == [2, None]
        assert S.reduce_join(x, 1).shape.as_list() == [2]
        assert S.split(x).shape.as_list() == [2, None, None]
        assert S.unicode_decode(x, "UTF-8").shape.rank == 3
        assert S.unicode_encode(tf.zeros([2, 3, 4], tf.int32), "UTF-8").shape.as_list() == [2, 3]
        return S.ngrams(x, 2)

    assert shown(shapes(tf.constant([["a", "b"], ["c", "d"]]))) == [[b"a b"], [b"c d"]]
