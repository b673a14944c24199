"""Samples of the ops that print, format, check and query the host."""

from __future__ import annotations

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import f32, f64, i32, text

INVALID = errors.InvalidArgumentError


_NUMBERS = [
    np.array([1, -20], t)
    for t in (np.int8, np.int16, np.int32, np.int64, np.float16, np.float32, np.float64, np.complex64)
]

SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "Print": [
        Sample([f32([1.0, 2.0]), []], {"message": "nothing to see"}),
        Sample([i32([[1], [2]]), [np.arange(4), text("a", "b"), f32(0.5)]], {"message": "data: ", "summarize": 2}),
        Sample([np.array([True]), []], {"first_n": 0}),
    ],
    "PrintV2": [Sample([text("nothing to see")], {"end": "", "output_stream": "log(info)"})],
    "StringFormat": [
        Sample([[]], {"template": "plain"}),
        Sample([[i32(1), np.arange(10)]], {"template": "a %s b %s"}),
        Sample([[np.arange(12.0).reshape(3, 4)]], {"template": "{}", "placeholder": "{}", "summarize": 1}),
        Sample([[text("a\n", 'q"'), np.array([True, False])]], {"template": "%s|%s"}),
        Sample([[f32([0.1, 1 / 3, 1e10, np.nan, -np.inf])]], {"template": "%s", "summarize": -1}),
        ErrorSample(
            [[i32(1)]], {"template": "none"}, INVALID, "num placeholders in template and num inputs must match: 0 vs. 1"
        ),
    ],
    "AsString": [
        *[Sample([n]) for n in _NUMBERS],
        Sample([np.array([True, False])]),
        Sample([text("a", "b")], {"width": 3}),
        Sample([f32([3.14159, 1e10, -2.5])], {"precision": 2}),
        Sample([f64([3.14159, 1e-7])], {"shortest": True}),
        Sample([f64([3.14159, 1e-7])], {"scientific": True}),
        Sample([i32([[1], [-20]])], {"width": 5, "fill": "0"}),
        ErrorSample([i32(1)], {"precision": 2}, INVALID, "precision not supported for datatype int32"),
        ErrorSample(
            [f32(1)], {"scientific": True, "shortest": True}, INVALID, "Cannot select both scientific and shortest"
        ),
        ErrorSample([f32(1)], {"fill": "ab"}, INVALID, "Fill string must be one or fewer characters"),
    ],
    "StringLength": [
        Sample([text("héllo", "")]),
        Sample([text("héllo", b"\xff\xc3")], {"unit": "UTF8_CHAR"}),
        Sample([text("a")]),
        ErrorSample([text("a")], {"unit": "WORD"}, INVALID, "Value for attr 'unit'"),
    ],
    "StringToHashBucketFast": [
        Sample([text("", "abc", "sixteen letters!", "more than sixteen letters")], {"num_buckets": 10}),
        Sample([text("x" * 40)], {"num_buckets": 2**62}),
        ErrorSample([text("a")], {"num_buckets": 0}, ValueError, "num_buckets"),
    ],
    "StringJoin": [
        Sample([[text("a", "b"), text("x")]], {"separator": "-"}),
        Sample([[text("a"), text("b"), text("c")]]),
        Sample([[]]),
        ErrorSample([[text("a", "b"), text("a", "b", "c")]], {}, INVALID, "Input shapes do not match"),
    ],
    "Assert": [
        Sample([np.array(True), [i32(1)]]),
        Sample([np.array([True, True]), [text("a"), f32([1])]]),
        ErrorSample([np.array(False), [text("m"), np.arange(5)]], {}, INVALID, "assertion failed: [m] [0 1 2...]"),
        ErrorSample(
            [np.array(False), [np.arange(6).reshape(2, 3)]],
            {"summarize": 4},
            INVALID,
            "assertion failed: [[0 1 2][3...]...]",
        ),
    ],
    "CheckNumerics": [
        Sample([f32([1, 2])], {"message": "m"}),
        Sample([f64(1)], {"message": "m"}),
        Sample([np.zeros(0, np.float16)], {"message": "m"}),
        ErrorSample([f32([1, np.nan])], {"message": "m"}, INVALID, "m : Tensor had NaN values"),
        ErrorSample([f32([1, np.inf])], {"message": "m"}, INVALID, "m : Tensor had Inf values"),
        ErrorSample([f32([np.nan, np.inf])], {"message": "m"}, INVALID, "m : Tensor had Inf and NaN values"),
    ],
    "Timestamp": [Sample([], exact=False)],
}
