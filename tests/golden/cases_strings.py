"""Cases of the ops that change texts, take them apart, join them, match them, and know characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Case, case, i32, i64, s

_WORDS = s(["Hello", "", "ÀB cß", "ΑΣ"])
_TABLE = s([["a", "b", "c"], ["d", "e", "f"]])
_TEXTS = s(["abc abbc", "", "héllo\n", "(a) 12_b"])


def _bytes(*values: bytes) -> Any:
    made = np.empty(len(values), object)
    made[:] = values
    return made


def changes() -> Iterator[Case]:
    """Cases, blanks, parts, numbers, buckets."""
    for op in ("StringLower", "StringUpper"):
        yield case(op, _WORDS)
        yield case(op, _WORDS, encoding="utf-8")
        yield case(op, _bytes(b"a\xffB\xc3"), encoding="utf-8")
        yield case(op, _WORDS, encoding="latin")
    yield case("StringStrip", s([" \t\n\v\f\r a \x00 ", "\u00a0a\u2003", "\x1ca\x1f"]))
    for pos, size in ((1, 3), (-3, 2), (5, 1), (6, 1), (-6, 1), (-5, 9), (1, -1), (0, 0)):
        for unit in ("BYTE", "UTF8_CHAR"):
            yield case("Substr", s("hello"), i32(pos), i32(size), unit=unit)
            yield case("Substr", s("héé"), i64(pos), i64(size), unit=unit)
    yield case("Substr", s(["hello", "ab"]), i32([[1], [0]]), i32([[2], [1]]))
    yield case("Substr", s(["hello", "ab"]), i32(1), i32([2, 9]))
    yield case("Substr", s(["hello", "ab", "c"]), i32([1, 0]), i32([2, 9]))
    written = ["1e400", "-inf", "nan", "0x10", ".5", "5.", "+3", "-0", "1e-50", "1e39", "16777217", "infinity", "1_0"]
    for text in (*written, "", " 7 ", "1 2", "1e", "-1", "1.00000005960464484", "2147483648", "9223372036854775808"):
        for kind in ("float32", "float64", "int32", "int64", "uint32", "uint64"):
            yield case("StringToNumber", s([text]), out_type=kind)
    for size in (0, 1, 7, 8, 9, 15, 16, 23, 40):
        text = _bytes(bytes(range(200, 200 + size)))
        yield case("StringToHashBucket", text, num_buckets=2**62)
        yield case("StringToHashBucketStrong", text, num_buckets=2**62, key=[-1, 2**40])
    yield case("StringToHashBucketStrong", s(["a"]), num_buckets=2, key=[1])


def pieces() -> Iterator[Case]:
    """Texts taken apart, and joined again."""
    for text in (["a b\tc\n", " x ", ""], ["  a b  c  ", " "], ["a<>b<>><>", "<>"], ["a,b,,c", ","], ["a b", "a "]):
        for separator in ("", " ", ",", "<>"):
            for most in (-1, 0, 1, 2):
                yield case("StringSplitV2", s(text), s(separator), maxsplit=most)
            yield case("StringSplit", s(text), s(separator))
            yield case("StringSplit", s(text), s(separator), skip_empty=False)
    for op in ("StringSplitV2", "StringSplit"):
        yield case(op, s([]), s(""))
        yield case(op, s("a"), s(""))
        yield case(op, s(["a"]), s(["", ""]))
    for widths in ([1], [2], [3, 1], [5], [4, 5]):
        for pads in (-1, 0, 1, 9):
            for keep in (True, False):
                yield case(
                    "StringNGrams", s(["a", "b", "c", "d"]), i64([0, 3, 3, 4]), separator="|", ngram_widths=widths,
                    left_pad="<", right_pad=">", pad_width=pads, preserve_short_sequences=keep,
                )  # fmt: skip
    for pads, keep in ((-1, True), (-1, False), (1, True)):
        yield case(
            "StringNGrams", s([]), i64([0, 0]), separator=" ", ngram_widths=[2], left_pad="<", right_pad=">",
            pad_width=pads, preserve_short_sequences=keep,
        )  # fmt: skip
    for splits in ([0, 2, 5], [1, 3], [0, 2, 1], [0, 2]):
        yield case(
            "StringNGrams", s(["a", "b", "c"]), i32(splits), separator=" ", ngram_widths=[2], left_pad="",
            right_pad="", pad_width=0, preserve_short_sequences=False,
        )  # fmt: skip
    for axes in ([0], [1], [0, 1], [1, 0], [-1], [], [2], [0, -2]):
        yield case("ReduceJoin", _TABLE, i32(axes), separator="-")
        yield case("ReduceJoin", _TABLE, i32(axes), keep_dims=True)
    yield case("ReduceJoin", s(np.empty((2, 0), object)), i32([1]), separator="-")
    yield case("ReduceJoin", s("a"), i32([]))
    for ids, count in (([1, 1], 3), ([[0, 1, 1], [1, 0, 0]], 2), ([0, -1], 2), ([0, 2], 2), ([0, 0], -1)):
        yield case("UnsortedSegmentJoin", _TABLE, i32(ids), i32(count), separator="-")


def patterns() -> Iterator[Case]:
    """What both syntaxes of regular expressions have, and what RE2 does not."""
    replaced = [
        ("b", r"[\0]"), ("(b)(c)", r"\2\1\\"), ("", "-"), ("b*", "-"), ("b*?", "-"), (".", "x"), ("h.l", "x"),
        ("o$", "x"), ("(?m)o$", "x"), ("(?s)o.$", "x"), (r"\bb", "x"), ("(?i)B|É", "x"), (r"\w", "x"), (r"\W", "x"),
        (r"[^a\s]", "_"), (r"\D", "."), ("[[:alpha:]]", "x"), ("[[:punct:][:digit:]]", "x"), ("(?P<n>a)b", r"<\1>"),
        (r"\x{61}|\x62", "."), (r"\Q(a\E", "q"), ("b{1,2}?", "x"), (r"\s\z", "!"), ("(a)|(b)", r"<\1>"), ("a{,2}", "x"),
        ("(?:b|c)+", "x"), ("[]a]", "x"), ("[a-c&&b]", "x"), ("^", ">"), (r"[\d_]", "x"), (r"[\w-z]", "x"),
        (r"[\S-a]", "x"), ("[[:alpha:]-z]", "x"), (r"\07|\141", "x"), (r"\é", "x"), ("(?<n>a)", "x"), ("(b", "x"),
        (r"(a)\1", "x"), ("a(?=b)", "x"), ("a(?!b)", "x"), ("a++", "x"), (r"b\Z", "x"), ("a{2,1}", "x"),
        ("a{1001}", "x"), ("[a", "x"), ("a\\", "x"), ("[[:no:]]", "x"), ("*", "x"), ("a**", "x"),
    ]  # fmt: skip
    for pattern, rewrite in replaced:
        yield case("RegexReplace", _TEXTS, s(pattern), s(rewrite))
        yield case("RegexReplace", _TEXTS, s(pattern), s(rewrite), replace_global=False)
        yield case("RegexFullMatch", s(["abb", "", "c"]), s(pattern))
    yield case("StaticRegexReplace", _TEXTS, pattern="(a)(b)", rewrite=r"\2\1")
    yield case("StaticRegexFullMatch", s(["ab", "a\n"]), pattern="a|ab|a$")
    yield case("RegexFullMatch", s(["ab"]), s(["a"]))
    yield case("RegexReplace", s(["ab"]), s("a"), s(["a", "b"]))


def characters() -> Iterator[Case]:
    """Characters of texts in several encodings, whole and damaged."""
    damaged = _bytes(b"a\xffb\xc3", b"\xe2\x82", b"\xf0\x9f\x98a", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80")
    given = [
        ("UTF-8", s(["héllo😊", "", "\ufeffa\x01\n\x7f\x85"])),
        ("UTF-8", damaged),
        ("UTF-16-BE", _bytes(b"\x00a\xd8=\xde\n\x00", b"\x00a")),
        ("UTF-16", _bytes(b"\xff\xfea\x00", b"\xfe\xff\x00a", b"\x00a")),
        ("UTF-16-LE", _bytes(b"a\x00")),
        ("UTF-32-BE", _bytes(b"\x00\x00\x00a", b"\x00\x11\x00\x00", b"\x00\x00")),
        ("latin-1", _bytes(b"\xe9")),
        ("US-ASCII", _bytes(b"a\xe9")),
        ("Shift_JIS", _bytes(b"\x83\x65")),
        ("nonsense", s(["a"])),
    ]
    ways: list[dict[str, Any]] = [
        *({"errors": way, "replace_control_characters": True} for way in ("replace", "ignore", "strict")),
        *({"errors": way} for way in ("replace", "ignore", "strict")),
        {"replacement_char": 65},
        {"replacement_char": 0x110000},
    ]  # fmt: skip
    for encoding, texts in given:
        for way in ways:
            yield case("UnicodeDecode", texts, input_encoding=encoding, **way)
            yield case("UnicodeDecodeWithOffsets", texts, input_encoding=encoding, **way)
            yield case("UnicodeTranscode", texts, input_encoding=encoding, output_encoding="UTF-8", **way)
    for encoding in ("UTF-8", "UTF-16-BE", "UTF-32-BE"):
        for errors in ("replace", "ignore", "strict"):
            for points in ([72, 233, 0x1F60A], [0x110000, 0xD800, -1, 65], [0xFFFE, 0]):
                yield case(
                    "UnicodeEncode", i32(points), i64([0, 1, 1, len(points)]), output_encoding=encoding, errors=errors
                )
    for splits in ([0, 3], [1, 2], [0, 1], [0, 2, 1, 2], []):
        yield case("UnicodeEncode", i32([65, 66]), i64(splits), output_encoding="UTF-8")


def cases() -> list[Case]:
    """All of them."""
    return [*changes(), *pieces(), *patterns(), *characters()]
