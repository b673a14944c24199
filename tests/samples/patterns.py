"""Samples of the ops on patterns, and of those between texts and characters."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import i32, i64, text

INVALID = errors.InvalidArgumentError

_TEXTS = text("abc abbc", "", "héllo\n", b"a\xffb")
_REPLACEMENTS = [
    ("b", "[\\0]"), ("(b)(c)", r"\2\1\\"), ("", "-"), ("b*", "-"), ("b*?", "-"), (".", "x"), ("h.l", "x"),
    ("l.$", "x"), (r"(?m)o$", "x"), (r"\bb", "x"), ("(?i)É|B", "x"), (r"\w", "x"), (r"[^a\s]", "_"),
    ("[[:alpha:]]", "x"), (r"(?P<n>a)b", r"<\1>"), (r"\x{61}|\x62", "."), (r"\Qa\E", "q"), ("b{1,2}?", "x"),
    (r"o\s\z", "!"), (r"[\x6d-z]|[--a]", "x"), ("(a)|(b)", r"<\1>"), ("a{,2}", "x"), ("(?:b|c)+", "x"),
]  # fmt: skip
_BAD_PATTERNS = [
    ("(b", "error"), (r"(a)\1", "invalid escape sequence"), ("a(?=b)", "invalid perl operator"),
    ("a++", "bad repetition operator"), (r"b\Z", "invalid escape sequence"), ("a{2,1}", "invalid repetition size"),
    ("a{1001}", "invalid repetition size"), ("[a", "missing ]"), ("a\\", "trailing"), ("[[:no:]]", "invalid character"),
    ("[[:^alpha:]]", "invalid character"), (r"\é", "invalid escape sequence"), ("(?<n>a)", "invalid perl"),
    ("[^", "missing ]"), ("a(?i)b", "invalid perl"), ("(?m:^a)", "invalid perl"),
    (r"\p{Nope}", "invalid character class range"), ("*", "error"),
]  # fmt: skip


def _replacing(static: bool) -> list[Sample | ErrorSample]:
    def inputs(pattern: str, rewrite: str) -> tuple[list[Any], dict[str, Any]]:
        if static:
            return [_TEXTS], {"pattern": pattern, "rewrite": rewrite}
        return [_TEXTS, text(pattern), text(rewrite)], {}

    taken = [inputs(*pair) for pair in _REPLACEMENTS]
    refused = [(inputs(pattern, "x"), message) for pattern, message in _BAD_PATTERNS]
    refused += [(inputs("b", rewrite), "Invalid rewrite") for rewrite in ("\\", r"\x", r"\1")]
    return [
        *(Sample(item, {**attrs, "replace_global": way}) for item, attrs in taken for way in (True, False)),
        *(ErrorSample(item, attrs, INVALID, message) for (item, attrs), message in refused),
    ]


def _decoding(pairs: list[tuple[Any, dict[str, Any]]]) -> list[Sample | ErrorSample]:
    return [
        *(Sample([texts], {"input_encoding": "UTF-8", **attrs}) for texts, attrs in pairs),
        ErrorSample([text("a")], {"input_encoding": "nonsense"}, INVALID, "Could not create converter"),
        ErrorSample(
            [text("a")], {"input_encoding": "UTF-8", "replacement_char": 0x110000}, INVALID, "out of unicode codepoint"
        ),
        ErrorSample(
            [text(b"a\xff")], {"input_encoding": "UTF-8", "errors": "strict"}, INVALID, "Invalid formatting on input"
        ),
    ]


_ENCODED: list[tuple[Any, dict[str, Any]]] = [
    (text("héllo😊", "", "a"), {}),
    (text("hé"), {"Tsplits": "int32"}),
    (text("a", "b", "c", "é").reshape(2, 2), {}),
    (text(b"a\xffb\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80"), {}),
    (text(b"a\xff\xffb\xc3"), {"errors": "ignore"}),
    (text(b"a\xffb"), {"replacement_char": 65}),
    (text(b"a\x01b\n\x7f\xc2\x85\x1f"), {"replace_control_characters": True}),
    (text(b"\x00a\xd8=\xde\n\x00", b"\xd8="), {"input_encoding": "UTF-16-BE"}),
    (text(b"\xff\xfea\x00", b"\xfe\xff\x00a\x00b", b"\x00a"), {"input_encoding": "UTF-16"}),
    (text(b"\x00\x00\x00a", b"\x00\x11\x00\x00", b"\x00\x00"), {"input_encoding": "UTF-32-BE"}),
    (text(b"\xe9"), {"input_encoding": "latin-1"}),
    (np.empty(0, object), {}),
]


def _without_splits(attrs: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in attrs.items() if k != "Tsplits"}


def _encoding(points: Any, splits: Any, message: str, **attrs: Any) -> ErrorSample:
    return ErrorSample([points, splits], {"output_encoding": "UTF-8", **attrs}, INVALID, message)


SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "RegexReplace": [
        *_replacing(static=False),
        ErrorSample([_TEXTS, text("a", "b"), text("x")], {}, INVALID, "Pattern must be scalar, but received [2]"),
        ErrorSample([_TEXTS, text("a"), text("x", "y")], {}, INVALID, "Rewrite must be scalar, but received [2]"),
    ],
    "StaticRegexReplace": _replacing(static=True),
    "RegexFullMatch": [
        Sample([_TEXTS, text("a.*|h.*")]),
        Sample([text("ab", "a\n"), text("a|ab|a$")]),
        ErrorSample([_TEXTS, text("a", "b")], {}, INVALID, "Pattern must be scalar, but received [2]"),
        ErrorSample([_TEXTS, text("(")], {}, INVALID, "Invalid pattern: ("),
    ],
    "StaticRegexFullMatch": [
        Sample([_TEXTS], {"pattern": "(?s)h.*"}),
        Sample([text("a")], {"pattern": "[]a]"}),
        ErrorSample([_TEXTS], {"pattern": "("}, INVALID, "Invalid pattern: ("),
    ],
    "UnicodeDecode": _decoding(_ENCODED),
    "UnicodeDecodeWithOffsets": _decoding(_ENCODED),
    "UnicodeTranscode": [
        Sample([texts], {"input_encoding": "UTF-8", "output_encoding": to, **_without_splits(attrs)})
        for texts, attrs in _ENCODED
        for to in ("UTF-8", "UTF-16-BE")
    ]
    + [
        ErrorSample(
            [text("a\x01")],
            {
                "input_encoding": "UTF-8",
                "output_encoding": "UTF-8",
                "errors": "strict",
                "replace_control_characters": True,
            },
            INVALID,
            "Invalid formatting on input",
        ),
        ErrorSample([text("a")], {"input_encoding": "UTF-8", "output_encoding": "UTF-16"}, INVALID, "output_encoding"),
    ],
    "UnicodeEncode": [
        Sample([i32([72, 233, 0x1F60A]), i64([0, 2, 2, 3])], {"output_encoding": "UTF-8"}),
        Sample([i32([72, 233, 0x1F60A]), i32([0, 3])], {"output_encoding": "UTF-16-BE"}),
        Sample([i32([72, 0x110000, 0xD800, -1]), i32([0, 4])], {"output_encoding": "UTF-32-BE"}),
        Sample([i32([72, 0x110000]), i32([0, 2])], {"output_encoding": "UTF-8", "errors": "ignore"}),
        Sample([i32([]), i32([0, 0])], {"output_encoding": "UTF-8"}),
        _encoding(i32([65, 66]), i64([0, 3]), "Last value in input_splits must be equal"),
        _encoding(i32([65, 66]), i64([1, 2]), "First value in input_splits must be zero"),
        _encoding(i32([65, 66]), i64([0, 2, 1, 2]), "must be equal or in ascending order"),
        _encoding(i32([]), i64([]), "Input_splits should contain elements"),
        _encoding(i32([65, 0xD800]), i64([0, 2]), "Code point is out of range for Unicode", errors="strict"),
        _encoding(i32([65]), i64([0, 1]), "replacement_char out of unicode", replacement_char=-1),
    ],
}
