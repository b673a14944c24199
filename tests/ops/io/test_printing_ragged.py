"""`tf.print` and `tf.strings.format` of ragged and sparse tensors; expected texts were recorded from TensorFlow."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import pytest

import graphwright as tf

#: What makes a tensor, and its text with 3 and with 2 items at each end of a row.
TEXTS: dict[str, tuple[Callable[[], Any], str, str]] = {
    "long": (
        lambda: tf.ragged.constant([list(range(10)), [], *([i] for i in range(1, 9))]),
        "[[0, 1, 2, ..., 7, 8, 9], [], [1], ..., [6], [7], [8]]",
        "[[0, 1, ..., 8, 9], [], ..., [7], [8]]",
    ),
    "at the limit": (
        lambda: tf.ragged.constant([[1, 2, 3, 4, 5, 6], [1]]),
        "[[1, 2, 3, 4, 5, 6], [1]]",
        "[[1, 2, ..., 5, 6], [1]]",
    ),
    "uniform inner axes": (
        lambda: tf.RaggedTensor.from_row_splits(tf.reshape(tf.range(8), [4, 2]), [0, 3, 4]),
        *["[[[0, 1], [2, 3], [4, 5]], [[6, 7]]]"] * 2,
    ),
    "two ragged axes": (lambda: tf.ragged.constant([[[1], [2, 3]], []]), *["[[[1], [2, 3]], []]"] * 2),
    "booleans": (lambda: tf.ragged.constant([[True], [False, True]]), *["[[true], [false, true]]"] * 2),
    "floats": (
        lambda: tf.ragged.constant([[1e-10, 1e20]], tf.float64),
        *["[[0.000000, 100000000000000000000.000000]]"] * 2,
    ),
    "complex": (lambda: tf.cast(tf.ragged.constant([[1.0]]), tf.complex64), *["[[(1.000000,0.000000)]]"] * 2),
    "empty": (lambda: tf.ragged.constant([[], []], tf.float32), *["[[], []]"] * 2),
    "text": (lambda: tf.ragged.constant([["a'b", "ä\n"], ['\\"']]), *["[['a\\'b', 'ä\n'], ['\\\\\"']]"] * 2),
}
SPARSE = "'SparseTensor(indices=[[0 1]\n [1 2]], values=[5 nan], shape=[2 3])'"


def printed(*values: Any, **options: Any) -> str:
    stream = io.StringIO()
    with redirect_stdout(stream):
        tf.print(*values, output_stream=sys.stdout, end="", **options)
    return stream.getvalue()


@pytest.mark.parametrize(("make", "by_three", "by_two"), TEXTS.values(), ids=list(TEXTS))
def test_ragged(make: Callable[[], Any], by_three: str, by_two: str) -> None:
    x = make()
    assert printed("x", x, {"a": [x]}, sep="|") == f"x|{by_three}|{{'a': [{by_three}]}}"
    assert printed(x, summarize=2) == by_two

    def formatted(x: Any) -> Any:
        return tf.strings.format("{} {}", (x, tf.constant("b"))), tf.strings.format("<%s>", x, "%s", summarize=2)

    for run in (formatted, tf.function(formatted)):
        assert [t.numpy().decode() for t in run(x)] == [f'{by_three} "b"', f"<{by_two}>"]


def test_all_items() -> None:
    assert printed(tf.ragged.constant([[*range(9)]]), summarize=-1) == "[[0, 1, 2, 3, 4, 5, 6, 7, 8]]"


def test_in_functions() -> None:
    x = tf.ragged.constant([[1, 2], []])
    sparse = tf.SparseTensor([[0, 1], [1, 2]], [5.0, float("nan")], [2, 3])

    @tf.function
    def f(*values: Any) -> None:
        tf.print(*values, "{}", output_stream=sys.stdout, end="")

    stream = io.StringIO()
    with redirect_stdout(stream):
        f(x, sparse)
    assert stream.getvalue() == f"[[1, 2], []] {SPARSE} {{}}" == printed(x, sparse, "{}")
