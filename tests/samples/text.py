"""Samples of the string ops."""

from __future__ import annotations

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import i32, i64, text

INVALID = errors.InvalidArgumentError

_EMPTY = np.empty(0, object)
_WORDS = text("Hello", "", "ÀB cß", b"\xffA\xc3")
_TABLE = text("a", "b", "c", "d", "e", "f").reshape(2, 3)
_ROWS = text("a", "b", "c", "d")
_GRAMS = {
    "separator": " ", "ngram_widths": [2], "left_pad": "", "right_pad": "", "pad_width": 0,
    "preserve_short_sequences": False,
}  # fmt: skip


def _cased(name: str) -> dict[str, list[Sample | ErrorSample]]:
    return {
        name: [
            Sample([_WORDS]),
            Sample([_WORDS], {"encoding": "utf-8"}),
            Sample([_TABLE]),
            Sample([_EMPTY]),
            ErrorSample([_WORDS], {"encoding": "latin"}, INVALID, "only utf-8 or '' (no encoding) is supported"),
        ]
    }


def _numbers(kind: str, *written: str) -> Sample:
    return Sample([text(*written)], {"out_type": kind})


def _no_number(written: str, kind: str = "float32") -> ErrorSample:
    return ErrorSample([text(written)], {"out_type": kind}, INVALID, f"could not correctly convert string: {written}")


SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    **_cased("StringLower"),
    **_cased("StringUpper"),
    "StringStrip": [Sample([text(" \t\n\v\f\r a \0 ", "\u00a0a", "")]), Sample([_TABLE]), Sample([_EMPTY])],
    "Substr": [
        Sample([text("hello", "world"), i32([1, -3]), i32([2, 9])]),
        Sample([text("hello", "ab"), i64([[1], [0]]), i64([[2], [1]])]),
        Sample([text("hello"), i32(5), i32(1)]),
        Sample([text("hello"), i32(1), i32(-1)]),
        Sample([text("héllo", b"\x80\x80a\xc3"), i32([-4, 1]), i32([2, 1])], {"unit": "UTF8_CHAR"}),
        ErrorSample([text("hello"), i32(6), i32(1)], {}, INVALID, "pos 6 out of range for string b'hello' at index 0"),
        ErrorSample([text("hé"), i32(-3), i32(1)], {"unit": "UTF8_CHAR"}, INVALID, "pos -3 out of range"),
        ErrorSample([_ROWS, i32([1]), i32(2)], {}, INVALID, "pos and len should have the same shape, got: [1] vs. []"),
        ErrorSample([_ROWS, i32([1, 0]), i32([2, 9])], {}, INVALID, "Incompatible shapes: [4] vs. [2]"),
    ],
    "StringToNumber": [
        _numbers("float32", " 1.5 ", "-inf", "NaN", ".5", "5.", "+3", "-0", "1e39", "0x1p3", "1.00000005960464484"),
        _numbers("float64", "1.5e308", "1e309", "infinity", "0.1"),
        _numbers("int32", " 12 ", "-2147483648", "+7"),
        _numbers("int64", "9223372036854775807", "-9223372036854775808"),
        _numbers("uint32", "4294967295"),
        _numbers("uint64", "18446744073709551615"),
        *(_no_number(written) for written in ("", "x", "1 2", "1_0", "1e")),
        *(_no_number(written, "int32") for written in ("2147483648", "1.0", "0x10", "-")),
        _no_number("-1", "uint64"),
        _no_number("9223372036854775808", "int64"),
    ],
    "StringSplitV2": [
        Sample([text("a b\tc\n", " x ", ""), text("")]),
        Sample([text("a,b,,c", ""), text(",")], {"maxsplit": 1}),
        Sample([text("  a b  c  ", "x"), text("")], {"maxsplit": 1}),
        Sample([text("  a b  c  ", "x"), text("")], {"maxsplit": 0}),
        Sample([text("a<>b<>><>", "<>"), text("<>")]),
        Sample([_EMPTY, text("")]),
        ErrorSample([text("a"), text("")], {}, INVALID, "input must be a vector, got shape: []"),
        ErrorSample([_ROWS, text(",", ";")], {}, INVALID, "sep must be a scalar, got shape: [2]"),
    ],
    "StringSplit": [
        Sample([text("ab c", ""), text("")]),
        Sample([text("a,b c,, d", ""), text(", ")]),
        Sample([text("a,b c,, d", "", "-^]"), text("^]-, ")], {"skip_empty": False}),
        ErrorSample([text("a"), text("")], {}, INVALID, "input must be a vector, got shape: []"),
        ErrorSample([_ROWS, text(",", ";")], {}, INVALID, "delimiter must be a scalar, got shape: [2]"),
    ],
    "StringNGrams": [
        Sample([_ROWS, i64([0, 3, 3, 4])], _GRAMS),
        Sample([_ROWS, i32([0, 3, 4])], {**_GRAMS, "ngram_widths": [3, 1], "preserve_short_sequences": True}),
        Sample([_ROWS, i64([0, 3, 3, 4])], {**_GRAMS, "left_pad": "<", "right_pad": ">", "pad_width": -1}),
        Sample(
            [_ROWS, i64([0, 3, 3, 4])],
            {**_GRAMS, "left_pad": "P", "pad_width": 1, "ngram_widths": [5], "preserve_short_sequences": True},
        ),
        Sample([_EMPTY, i64([])], _GRAMS),
        ErrorSample([_ROWS, i64([1, 4])], _GRAMS, INVALID, "First split value must be 0, got 1"),
        ErrorSample([_ROWS, i64([0, 5])], _GRAMS, INVALID, "Invalid split value 5, must be in [0, 4]"),
        ErrorSample([_ROWS, i64([0, 2, 1])], _GRAMS, INVALID, "Invalid split value 1, must be in [2, 4]"),
        ErrorSample([_ROWS, i64([0, 3])], _GRAMS, INVALID, "Last split value must be data size. Expected 4, got 3"),
        ErrorSample([_ROWS, i64([0, 4])], {**_GRAMS, "ngram_widths": [0]}, INVALID, "must contain positive values"),
        ErrorSample(
            [_ROWS, i64([0, 4])],
            {**_GRAMS, "ngram_widths": [], "pad_width": -1, "preserve_short_sequences": True},
            INVALID,
            "Pad width should be >= 0",
        ),
        ErrorSample([_TABLE, i64([0, 4])], _GRAMS, INVALID, "Shape must be rank 1 but is rank 2"),
    ],
    "ReduceJoin": [
        Sample([_TABLE, i32([1])], {"separator": "-"}),
        Sample([_TABLE, i32([0, 1])], {"keep_dims": True}),
        Sample([_TABLE, i32([1, 0])]),
        Sample([_TABLE, i32(-2)]),
        Sample([_TABLE, i32([])]),
        Sample([np.empty((2, 0), object), i32([1])], {"separator": "-"}),
        Sample([np.empty((2, 0), object), i32([0])]),
        Sample([text("a"), i32([])]),
        ErrorSample([_TABLE, i32([2])], {}, errors.OpError, "Invalid reduction dimension 2"),
        ErrorSample([_TABLE, i32([0, -2])], {}, INVALID, "Duplicate reduction dimension -2"),
    ],
    "UnsortedSegmentJoin": [
        Sample([_ROWS, i32([0, 2, 0, 2]), i32(3)], {"separator": "-"}),
        Sample([_TABLE, i64([1, 1]), i64(2)]),
        Sample([_TABLE, i32([[0, 1, 1], [1, 0, 0]]), i32(2)]),
        Sample([_EMPTY, i32([]), i32(2)]),
        ErrorSample([_ROWS, i32([0, -1, 0, 0]), i32(2)], {}, INVALID, "segment_ids are not allowed to exceed"),
        ErrorSample([_ROWS, i32([0, 2, 0, 0]), i32(2)], {}, INVALID, "segment_ids are not allowed to exceed"),
        ErrorSample([_ROWS, i32([0, 0, 0, 0]), i32(-1)], {}, INVALID, "-1"),
        ErrorSample([_ROWS, i32([0]), i32(1)], {}, INVALID, "does not start with segment_ids.shape = [1]"),
        ErrorSample([_ROWS, i32(0), i32(1)], {}, INVALID, "Segment_id cannot have rank 0"),
    ],
    "UnicodeScript": [
        Sample([i32([97, 945, 20013, 48, 768, 65533, -1, 1114112])]),
        Sample([i32([[0x1F600], [0x10FFFF]])]),
    ],
    "StringToHashBucket": [
        Sample([text("", "abc", "sixteen letters!", "more than sixteen letters")], {"num_buckets": 10}),
        ErrorSample([text("a")], {"num_buckets": 0}, ValueError, "num_buckets"),
    ],
    "StringToHashBucketStrong": [
        Sample([text("", "abc", "eight...", b"\xff" * 20)], {"num_buckets": 2**62, "key": [-1, 5]}),
        ErrorSample([text("a")], {"num_buckets": 2, "key": [1]}, INVALID, "Key must have 2 elements"),
        ErrorSample([text("a")], {"num_buckets": 0, "key": [1, 2]}, ValueError, "num_buckets"),
    ],
}
