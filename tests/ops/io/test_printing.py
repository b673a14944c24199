"""`tf.print` and formatting, eagerly and in functions; expected texts were recorded from TensorFlow."""

from __future__ import annotations

import collections
import io
import logging
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf

each = pytest.mark.parametrize
BOTH = each("run", [lambda f: f, tf.function(autograph=False)], ids=["eager", "traced"])


def printed(run: Any, *inputs: Any, **options: Any) -> str:
    stream = io.StringIO()
    with redirect_stdout(stream):
        run(lambda: tf.print(*inputs, output_stream=sys.stdout, **options) and None)()
    return stream.getvalue()


# tf.print -------------------------------------------------------------------------------------------------------

Pair = collections.namedtuple("Pair", "x y")
INTEGERS = (tf.int8, tf.uint8, tf.int16, tf.int64, tf.uint64)
BF16 = tf.constant([1e-5, 1e5, 1 / 3, 0.1], tf.bfloat16)
GRID = np.arange(24).reshape(2, 3, 4)

PRINTED: list[tuple[list[Any], dict[str, Any], str]] = [
    ([tf.constant(1.0)], {}, "1"),
    ([tf.constant(True), tf.constant([True, False])], {}, "1 [1 0]"),
    ([tf.constant("a\nb")], {}, "a\nb"),
    ([tf.constant(["x", 'y "z"\n\t\x01'])], {}, '["x" "y \\"z\\"\\n\\t\\001"]'),
    (["text:", tf.constant("s")], {}, 'text: "s"'),
    (["plain", 1, 2.5, None, True, b"bytes"], {}, "plain 1 2.5 None True b'bytes'"),
    ([tf.constant([1.0, 2.5, -0.0, np.nan, np.inf, -np.inf])], {}, "[1 2.5 -0 nan inf -inf]"),
    ([tf.constant([1e-5, 1e5, 123456.789])], {}, "[1e-05 100000 123456.789]"),
    ([tf.constant([1 / 3, 123456789.0, 16777217.0])], {}, "[0.333333343 123456792 16777216]"),
    ([tf.constant([0.1, 1 / 3, 123456789.123], tf.float64)], {}, "[0.1 0.33333333333333331 123456789.123]"),
    ([tf.constant([1e-5, 1e5, 1 / 3], tf.float16)], {}, "[1.00135803e-05 inf 0.333251953]"),
    ([BF16], {}, "[1.00135803e-05 99840 0.333984375 0.100097656]"),
    ([tf.constant([1 + 2j, 1.5 - 0.5j], tf.complex64)], {}, "[(1,2) (1.5,-0.5)]"),
    *[([tf.constant([1, 100], t), tf.constant(65, t)], {}, "[1 100] 65") for t in INTEGERS],
    ([tf.range(6)], {}, "[0 1 2 3 4 5]"),
    ([tf.range(7)], {}, "[0 1 2 ... 4 5 6]"),
    ([tf.range(100)], {"summarize": 2}, "[0 1 ... 98 99]"),
    ([tf.range(8)], {"summarize": -1}, "[0 1 2 3 4 5 6 7]"),
    ([tf.range(5)], {"summarize": 0}, "[ ...]"),
    ([tf.constant(GRID)], {}, "[[[0 1 2 3]\n  [4 5 6 7]\n  [8 9 10 11]]\n\n"
     " [[12 13 14 15]\n  [16 17 18 19]\n  [20 21 22 23]]]"),
    ([tf.constant(GRID)], {"summarize": 1}, "[[[0 ... 3]\n  ...\n  [8 ... 11]]\n\n"
     " [[12 ... 15]\n  ...\n  [20 ... 23]]]"),
    ([tf.zeros([0]), tf.zeros([0, 2]), tf.zeros([1, 1])], {}, "[] [] [[0]]"),
    ([tf.zeros([2, 0])], {}, "[\n ...]"),
    ([[tf.constant(1), tf.constant([2.0, 3.0])]], {}, "[1, [2 3]]"),
    ([{"b": tf.constant(1), "a": [2, tf.constant("s")]}], {}, "{'a': [2, \"s\"], 'b': 1}"),
    ([(tf.constant(1),), (1, 2), [], {}, ()], {}, "(1,) (1, 2) [] {} ()"),
    ([[1, "a", None]], {}, "[1, 'a', None]"),
    ([Pair(tf.constant(1), 2)], {}, "Pair(x=1, y=2)"),
    ([[tf.constant(1)] * 30], {}, "[" + ",\n ".join("1" * 30) + "]"),
    (["a", tf.constant(2)], {"sep": "|", "end": "!\n"}, "a|2!"),
    (["{}", tf.constant(2)], {}, "{} 2"),
    (["{}{}0", [tf.constant(2), "{}"]], {}, "{}{}0 [2, '{}']"),
    (["%s", tf.constant(2)], {}, "%s 2"),
    ([np.arange(3)], {}, "array([0, 1, 2])"),
    ([tf.Variable([1.0, 2.0]), [tf.Variable(3)]], {}, "[1 2] [3]"),
    ([tf.float32, tf.TensorShape([1, None])], {}, "tf.float32 TensorShape([1, None])"),
    (["é", tf.constant("é")], {}, 'é "é"'),
    ([tf.constant(b"\xff")], {}, "\\xff"),
]  # fmt: skip


@BOTH
@each("inputs, options, expected", PRINTED)
def test_print(run: Any, inputs: Any, options: Any, expected: str) -> None:
    end = "" if "end" in options else "\n"
    assert printed(run, *inputs, **options).removesuffix("\n") + end == expected + end


@BOTH
def test_print_nothing_and_ends(run: Any) -> None:
    assert printed(run) == "\n" and printed(run, end="") == "" and printed(run, tf.constant(1), end="") == "1"


@BOTH
def test_print_uses_the_current_streams(run: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def f() -> None:
        tf.print("to stderr")
        tf.print("to stdout", output_stream=sys.stdout)

    g = run(f)
    g()
    captured = capsys.readouterr()
    assert (captured.err, captured.out) == ("to stderr\n", "to stdout\n")
    with redirect_stderr(io.StringIO()) as other:
        g()
    assert other.getvalue() == "to stderr\n" and capsys.readouterr().err == ""


@BOTH
def test_print_to_files_and_logs(run: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "printed.txt"

    def f() -> None:
        tf.print("one", tf.constant(1), output_stream=f"file://{path}")
        tf.print("two", output_stream=logging.warning)

    with caplog.at_level(logging.INFO):
        g = run(f)
        g()
        g()
    assert path.read_text() == "one 1\none 1\n"
    assert [(r.levelname, r.getMessage()) for r in caplog.records] == [("WARNING", "two")] * 2


def test_print_runs_in_order_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    @tf.function
    def f(n: Any) -> Any:
        for i in tf.range(n):
            tf.print("i =", i, output_stream=sys.stdout)
            if i == 1:
                tf.print("one", output_stream=sys.stdout)
        return n

    f(tf.constant(3))
    f(tf.constant(1))
    assert capsys.readouterr().out == "i = 0\ni = 1\none\ni = 2\ni = 0\n"


@each(
    "options, error, message",
    [
        ({"foo": 1}, ValueError, "Unrecognized keyword arguments for tf.print: {'foo': 1}"),
        ({"output_stream": "x"}, ValueError, "Unsupported output stream, logging level, or file.x"),
        ({"summarize": "x"}, TypeError, "Expected int for argument 'summarize'"),
    ],
)
def test_print_errors(options: Any, error: Any, message: str) -> None:
    with pytest.raises(error) as caught:
        tf.print(tf.constant(1), **options)
    assert message in str(caught.value)


# tf.strings -----------------------------------------------------------------------------------------------------


@BOTH
@each(
    "function, expected",
    [
        (lambda: tf.strings.format("a {} b {}", (tf.constant(1), tf.range(10))), b"a 1 b [0 1 2 ... 7 8 9]"),
        (lambda: tf.strings.format("a {}", tf.constant("x")), b'a "x"'),
        (lambda: tf.strings.format("a % b %", (1, 2.5), placeholder="%"), b"a 1 b 2.5"),
        (lambda: tf.strings.format("none", ()), b"none"),
        (lambda: tf.strings.format("{}", tf.range(5), summarize=1), b"[0 ... 4]"),
        (lambda: tf.strings.as_string(3.14159, precision=2), b"3.14"),
        (lambda: tf.strings.as_string(2.5, width=8, precision=1, fill="0"), b"000002.5"),
        (lambda: tf.strings.as_string(2.5, width=8, precision=1, fill="-"), b"2.5     "),
        (lambda: tf.strings.as_string([1 + 2j]), [b"(1.000000,2.000000)"]),
        (lambda: tf.strings.as_string([True, False]), [b"true", b"false"]),
        (lambda: tf.strings.join([["a", "b"], "x"], separator="-"), [b"a-x", b"b-x"]),
        (lambda: tf.strings.length(["é", "abc"], unit="UTF8_CHAR"), [1, 3]),
        (lambda: tf.strings.length("é"), 2),
    ],
)
def test_strings(run: Any, function: Any, expected: Any) -> None:
    found = run(function)().numpy()
    assert (found.tolist() if isinstance(found, np.ndarray) else found) == expected


@each("template, inputs", [("a {} {}", tf.constant(1)), ("a", tf.constant(1)), ("a {}", [1, 2])])
def test_format_counts_placeholders(template: str, inputs: Any) -> None:
    with pytest.raises(ValueError, match="Please ensure the number of placeholders in template matches inputs length"):
        tf.strings.format(template, inputs)
