"""Regular expressions in C against Python's on random strings, and in linear time where Python's is exponential."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.core import eager_jit
from graphwright.ops.text._re2 import compile_pattern, replacement_of, rewrite_parts, substitute
from graphwright.ops.text._regex_program import program_of, utf8_sequences
from graphwright.runtime.native.kernels.text import Regex

PIECES = ["a", "b", "c", "ab", "foo", " ", "\n", "é", "€", "😀", "1", "22", "A", "C", "x", "_"]
PATTERNS = [
    "", "o+", "a|ab", "ab|a", "(a|ab)(c|bcd)(d*)", "^a", "a$", "^$", "a*", "x*", "(a*)(b*)", "[^a-c]+", ".", "(?s).",
    r"\bfoo\b", r"\Bo", "(?m)^a.*$", "(?i)AbC", "(?i)[a-c]{2}", "é+", "[à-€]", r"\x{e9}", "a{2,3}", "a{2,}?", "a{0}b",
    "(?:ab)+?c", "a+?", "a*?b", r"(\w+) (\w+)", r"\s+", r"[\D]+", r"\d{2,4}", "a?", "(b|a*)c", "^(a|b)*$", r"a\z",
    "[[:alpha:]]+", "(?:a|b|ab)*c", "a.c", "(a)|b", "((a)|(b))*", r"\Aab|b", "[^é]", "(?P<n>a)b", r"\Q.*\E", "[a\\]-]",
]  # fmt: skip


def texts(seed: int) -> list[str]:
    chosen = random.Random(seed)
    return [*("".join(chosen.choices(PIECES, k=chosen.randrange(10))) for _ in range(150)), "", "aaaa", "abcd"]


def in_c(pattern: str) -> tuple[Any, Any]:
    regex = compile_pattern(pattern.encode())
    program = program_of(regex)
    assert program is not None
    return regex, Regex(program)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_full_matches(pattern: str) -> None:
    regex, compiled = in_c(pattern)
    found, left = compiled.full_match(np.array([t.encode() for t in texts(1)], object))
    assert left.size == 0
    assert found.tolist() == [regex.fullmatch(t) is not None for t in texts(1)]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("everywhere", [True, False])
def test_replacements(pattern: str, everywhere: bool) -> None:
    regex, compiled = in_c(pattern)
    for rewrite in ["<\\0>", "Zé"] + (["\\1-"] if regex.groups else []):
        parts = rewrite_parts(rewrite.encode(), regex.groups)
        expected = [substitute(regex, replacement_of(parts), t, everywhere).encode() for t in texts(2)]
        coded = [p if isinstance(p, int) else p.encode() for p in parts]
        found, left = compiled.replace(np.array([t.encode() for t in texts(2)], object), coded, everywhere)
        assert left.size == 0
        assert found.tolist() == expected, rewrite


@pytest.mark.parametrize(
    ("pattern", "rewrite", "expected"),
    [  # recorded from TensorFlow; Python differs where a repeated part may be empty
        ("(|a)+", "<\\0>", b"<>_<> <>x<>a<>b<>"),
        ("(|a)*", "<\\0>", b"<>_<> <>x<>a<>b<>"),
        ("(a|)+b", "\\1-", b"_ xa-"),
        ("(a*)*", "<\\1>", b"<>_<> <>x<a>b<>"),
    ],
)
def test_repetitions_of_what_may_be_empty(pattern: str, rewrite: str, expected: bytes) -> None:
    assert tf.strings.regex_replace("_ xab", pattern, rewrite).numpy() == expected


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(a|aa)+c", "(?:a?){40}a{40}b", r"\b(a+)+c"])
def test_patterns_that_take_python_exponential_time(pattern: str) -> None:
    text = "a" * 3000 + "!"
    assert not bool(tf.strings.regex_full_match(text, pattern))
    assert tf.strings.regex_replace(text, pattern, "x").numpy() == text.encode()


def test_more_states_than_are_kept() -> None:
    regex, compiled = in_c("(a|b)*a(a|b){12}c")
    chosen = random.Random(0)
    given = ["".join(chosen.choices("ab", k=400)) + "c" for _ in range(20)]
    found, _ = compiled.full_match(np.array([t.encode() for t in given], object))
    assert found.tolist() == [regex.fullmatch(t) is not None for t in given]
    found, _ = compiled.replace(np.array([t.encode() for t in given], object), [b"<", 0, b">"], True)
    assert found.tolist() == [f"<{t}>".encode() if regex.search(t) else t.encode() for t in given]


def test_text_that_is_not_utf_8_is_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    _, compiled = in_c("a.")
    given = np.array([b"a\xff", b"ab", b"a\xc3"], object)
    assert compiled.full_match(given)[1].tolist() == [0, 2]
    monkeypatch.setattr(eager_jit, "LEAST_STRINGS", 0)
    monkeypatch.setattr(eager_jit, "_STRINGS_TO_LOAD", 0)
    assert tf.strings.regex_full_match(given, "a.").numpy().tolist() == [True, True, True]


@pytest.mark.parametrize(
    ("low", "high"), [(0, 0x10FFFF), (0x7F, 0x801), (0x20, 0xE000), (0x12345, 0x12399), (233, 233)]
)
def test_ranges_of_characters_as_bytes(low: int, high: int) -> None:
    sequences = utf8_sequences(low, high)

    def is_inside(text: bytes) -> bool:
        return any(
            len(s) == len(text) and all(a <= byte <= b for (a, b), byte in zip(s, text, strict=True)) for s in sequences
        )

    edges = {0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF, low, high, low - 1, high + 1}
    for point in sorted(p for p in edges if 0 <= p <= 0x10FFFF and not 0xD800 <= p < 0xE000):
        assert is_inside(chr(point).encode()) == (low <= point <= high), hex(point)
    assert not is_inside(b"\xed\xa0\x80")
