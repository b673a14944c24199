"""Text ops in C against the same ops in Python, on random strings; and what C leaves to Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.core import eager_jit
from graphwright.runtime.native.kernels import text

PARTS = [
    b"",
    b" ",
    b"\t\n",
    b",",
    b"a",
    b"Zz",
    b"word",
    b"0",
    b"-17",
    b"\xc3\xa9",
    b"\xe2\x82\xac",
    b"\xf0\x9f\x98\x80",
]
INVALID = [b"\x80", b"\xc3", b"\xe0\x80\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x00\x01"]


def strings(seed: int, valid: bool = True, count: int = 200) -> tf.Tensor:
    chosen = random.Random(seed)
    parts = PARTS if valid else PARTS + INVALID
    texts = [b"".join(chosen.choices(parts, k=chosen.randrange(12))) for _ in range(count)]
    return tf.constant(np.array([*texts, b"x" * 70, b"y" * 33], object))


def points(seed: int) -> Any:
    chosen = random.Random(seed)
    ranges = [(0, 0x80), (0x80, 0x800), (0x800, 0xD800), (0xE000, 0x10000), (0x10000, 0x110000)]
    rows = [[chosen.randrange(*chosen.choice(ranges)) for _ in range(chosen.randrange(5))] for _ in range(50)]
    return tf.ragged.constant(rows, dtype=tf.int32)


def numbers(seed: int) -> tf.Tensor:
    chosen = random.Random(seed)
    formats = ["%.3f", "%g", "%e", "%.17g", "%r", " %d ", "%+.1f", "%.0f.", "%.9f\n", "%.20f"]
    texts = [chosen.choice(formats) % (chosen.uniform(-1, 1) * 10.0 ** chosen.randrange(-45, 45)) for _ in range(300)]
    return tf.constant([*texts, ".5", "-.5e-3", "1e22", "9007199254740993", "nan", "-inf", "0x1p3", "1.17549435e-38"])


def integers(seed: int) -> tf.Tensor:
    chosen = random.Random(seed)
    texts = [str(chosen.randrange(-(2**31), 2**31) >> chosen.randrange(32)) for _ in range(200)]
    return tf.constant([*texts, " 7\n", "+5", "-0", "00012", "0" * 30 + "9", str(2**31 - 1), str(-(2**31))])


def floats(seed: int) -> tf.Tensor:
    chosen = random.Random(seed)
    drawn = [chosen.uniform(-1, 1) * 2.0 ** chosen.randrange(-80, 80) for _ in range(300)]
    halves = [(2 * chosen.randrange(2**20) + 1) / 2 ** chosen.randrange(1, 12) for _ in range(100)]
    return tf.constant([*drawn, *halves, 0.0, -0.0, 5e-324, 1e308, np.inf, -np.inf, np.nan, 999999.9999995], tf.float64)


s = tf.strings
CASES: dict[str, tuple[Callable[[int], Any], Callable[[Any], Any]]] = {
    "fast hash": (lambda n: strings(n, False), lambda x: s.to_hash_bucket_fast(x, 1 << 40)),
    "hash": (lambda n: strings(n, False), lambda x: s.to_hash_bucket(x, 1 << 40)),
    "strong hash": (lambda n: strings(n, False), lambda x: s.to_hash_bucket_strong(x, 1 << 40, [-3, 7])),
    "length": (lambda n: strings(n, False), s.length),
    "characters": (lambda n: strings(n, False), lambda x: s.length(x, "UTF8_CHAR")),
    "lower": (lambda n: strings(n, False), s.lower),
    "upper": (strings, lambda x: s.upper(x, encoding="utf-8")),
    "strip": (lambda n: strings(n, False), s.strip),
    "matrix": (lambda n: tf.reshape(strings(n), [2, -1]), lambda x: s.strip(tf.transpose(x))),
    "split": (lambda n: strings(n, False), lambda x: s.split(x).to_list()),
    "split twice": (lambda n: strings(n, False), lambda x: s.split(x, maxsplit=2).to_list()),
    "split never": (lambda n: strings(n, False), lambda x: s.split(x, maxsplit=0).to_list()),
    "split at commas": (strings, lambda x: s.split(x, ",").to_list()),
    "split at a word": (strings, lambda x: s.split(x, "ord", maxsplit=1).to_list()),
    "bytes": (lambda n: strings(n, False), lambda x: s.bytes_split(x).to_list()),
    "decode": (strings, lambda x: [y.to_list() for y in s.unicode_decode_with_offsets(x, "UTF-8")]),
    "decode invalid": (lambda n: strings(n, False), lambda x: s.unicode_decode(x, "UTF-8").to_list()),
    "decode controls": (
        strings,
        lambda x: s.unicode_decode(x, "UTF-8", replace_control_characters=True, replacement_char=63).to_list(),
    ),
    "drop controls": (strings, lambda x: s.unicode_decode(x, "UTF-8", "ignore", 63, True).to_list()),
    "encode": (points, lambda x: s.unicode_encode(x, "UTF-8")),
    "encode in 16 bits": (points, lambda x: s.unicode_encode(x, "UTF-16-BE")),
    "encode in 32 bits": (points, lambda x: s.unicode_encode(x, "UTF-32-BE")),
    "encode invalid": (lambda n: points(n) - 70, lambda x: s.unicode_encode(x, "UTF-8")),
    "transcode": (strings, lambda x: s.unicode_transcode(x, "UTF-8", "UTF-16-BE")),
    "transcode invalid": (lambda n: strings(n, False), lambda x: s.unicode_transcode(x, "UTF-8", "UTF-8")),
    "substring": (strings, lambda x: s.substr(s.join([x, "0123"]), -3, 2)),
    "rest": (strings, lambda x: s.substr(x, 0, -1)),
    "substrings": (strings, lambda x: s.substr(x, s.length(x) // 2, tf.range(tf.size(x)))),
    "characters of substrings": (
        lambda n: strings(n, False),
        lambda x: s.substr(s.join([x, "é12"]), tf.range(tf.size(x)) % 4 - 3, tf.range(tf.size(x)) % 3, "UTF8_CHAR"),
    ),
    "to float32": (numbers, s.to_number),
    "to float64": (numbers, lambda x: s.to_number(x, tf.float64)),
    "to int32": (integers, lambda x: s.to_number(x, tf.int32)),
    "to int64": (integers, lambda x: s.to_number(x, tf.int64)),
    "of integers": (lambda n: s.to_number(integers(n), tf.int64) * 4294967296 - n, s.as_string),
    "of uint64": (lambda n: tf.constant([0, 1, 2**64 - 1 - n], tf.uint64), s.as_string),
    "of bools": (lambda n: tf.constant([True, False]), s.as_string),
    "of floats": (floats, s.as_string),
    "of float32": (lambda n: tf.cast(floats(n), tf.float32), lambda x: s.as_string(x, precision=3)),
    "of floats with few digits": (floats, lambda x: s.as_string(x, precision=0)),
    "of floats with many digits": (floats, lambda x: s.as_string(x, precision=18)),
    "of floats with a width": (floats, lambda x: s.as_string(x, width=12, fill="0")),
    "join": (strings, lambda x: s.join([x, "-", x], ", ")),
    "reduce_join": (lambda n: tf.reshape(strings(n), [2, -1]), lambda x: s.reduce_join(x, 0, separator="é")),
    "ngrams": (lambda n: s.split(strings(n)), lambda x: s.ngrams(x, [1, 3, 2], "é").to_list()),
    "unique": (lambda n: strings(n, False), lambda x: tf.unique_with_counts(x)),
}


def results(case: str, seed: int) -> list[Any]:
    make, function = CASES[case]
    return [y.numpy().tolist() if isinstance(y, tf.Tensor) else y for y in tf.nest.flatten(function(make(seed)))]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("case", CASES)
def test_c_and_python_agree(case: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eager_jit, "LEAST_STRINGS", 1 << 60)
    expected = results(case, seed)
    monkeypatch.setattr(eager_jit, "LEAST_STRINGS", 0)
    monkeypatch.setattr(eager_jit, "_STRINGS_TO_LOAD", 0)
    np.testing.assert_equal(results(case, seed), expected)


@pytest.fixture
def in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eager_jit, "LEAST_STRINGS", 0)
    monkeypatch.setattr(eager_jit, "_STRINGS_TO_LOAD", 0)


@pytest.mark.usefixtures("in_c")
@pytest.mark.parametrize(
    ("function", "message"),
    [
        pytest.param(lambda: s.to_number(["1", "x1"]), "could not correctly convert string: x1", id="number"),
        pytest.param(lambda: s.to_number(["1", "3000000000"], tf.int32), "convert string: 3000000000", id="range"),
        pytest.param(lambda: s.to_number(["-1"], tf.uint32), "convert string: -1", id="sign"),
        pytest.param(
            lambda: s.substr(["abc", "a"], 2, 1), "pos 2 out of range for string b'a' at index 1", id="substr"
        ),
        pytest.param(
            lambda: s.substr(["abc", "é"], [-2, -2], [1, 1], "UTF8_CHAR"),
            r"pos -2 out of range for string b'\xc3\xa9' at index 1",
            id="characters",
        ),
        pytest.param(lambda: s.unicode_decode([b"\xff"], "UTF-8", "strict"), "is not utf-8 at byte 0", id="decode"),
        pytest.param(lambda: s.unicode_encode([0xD800], "UTF-8", "strict"), "is a surrogate: 55296", id="encode"),
    ],
)
def test_errors_are_those_of_python(function: Callable[[], Any], message: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError) as raised:
        function()
    assert message in str(raised.value)


def test_elements_that_are_no_bytes_are_left_to_python() -> None:
    mixed = np.array([b"a", "b", None], object)
    for routine in (text.strip, text.unique, text.split_bytes):
        assert routine(mixed) is None


def test_strings_that_do_not_change_are_the_same_objects() -> None:
    before = np.array([b"lower case", b"Upper"], object)
    after, left = text.change_case(before, False, True) or (None, None)
    assert after is not None and left is not None and left.size == 0
    assert after[0] is before[0] and after.tolist() == [b"lower case", b"upper"]


def test_results_do_not_keep_or_lose_references() -> None:
    import sys

    word = b"some words"
    texts = np.array([word] * 100, object)
    counted = sys.getrefcount(word)
    for _ in range(10):
        text.strip(texts)
        text.split(texts, b" ", -1)
    assert sys.getrefcount(word) == counted


def test_calls_on_few_strings_come_to_c_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eager_jit, "_strings_seen", 0)
    strings_of_a_call = eager_jit.LEAST_STRINGS
    calls = 1 + 2 * eager_jit._STRINGS_TO_LOAD // strings_of_a_call
    found = [eager_jit.text_routine("strip", strings_of_a_call) for _ in range(calls)]
    assert found[0] is None
    assert found[-1] is text.strip
    assert eager_jit.text_routine("strip", strings_of_a_call - 1) is None


@pytest.mark.usefixtures("in_c")
def test_inside_functions_and_loops() -> None:
    @tf.function
    def count(lines: Any) -> Any:
        total = tf.constant(0, tf.int64)
        for line in lines:
            words = tf.strings.split(tf.strings.lower(line))
            total += tf.reduce_sum(tf.strings.to_hash_bucket_fast(words, 1000))
        return total

    lines = tf.constant(["The quick brown fox"] * 5 + ["jumps"])
    words = tf.strings.split(tf.strings.lower(lines)).flat_values
    assert int(count(lines)) == int(tf.reduce_sum(tf.strings.to_hash_bucket_fast(words, 1000)))
