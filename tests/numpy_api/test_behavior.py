"""`experimental_enable_numpy_behavior` does what TensorFlow's does: in a process of its own, for it is not undone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import graphwright as tf
from tests.differences.describe import agree
from tests.numpy_api.enabled import EXPRESSIONS

RECORD = Path(__file__).parents[1] / "golden" / "data" / "numpy_behavior.json"
ON_PURPOSE = {
    "(v) == (1.5)": "a variable is promoted like a tensor; TensorFlow compares it in its own dtype and fails",
    "(v) != (1.5)": "the same",
    "i != 'a'": "text is refused by the class that other operators raise; TensorFlow finds no kernel",
    "i + 'a'": "the same",
    "t[0, 0, 0, [0]]": "too many indices are an IndexError, as in NumPy",
    "b + b": "truths are added as NumPy adds them; TensorFlow's function does so, its operator does not",
    "i + None": "Python's own error",
    "v[[0, 2]]": "a variable is indexed like a tensor; TensorFlow's knows no lists",
}


def test_tensors_behave_as_arrays() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "tests.numpy_api.enabled", "graphwright"], capture_output=True, text=True, check=True
    ).stdout
    ours, theirs = json.loads(printed), json.loads(RECORD.read_text())
    assert list(theirs) == EXPRESSIONS, "not recorded: python -m tests.numpy_api.enabled tensorflow"
    wrong = []
    for expression, seen in theirs.items():
        same = len(seen) == len(ours[expression]) and all(map(agree, ours[expression], seen))
        if same == (expression in ON_PURPOSE):
            wrong.append(f"{expression}\n    here       {ours[expression]}\n    TensorFlow {seen}")
    assert not wrong, "\n".join(wrong)


def test_floats_of_32_bits_are_preferred() -> None:
    program = (
        "import graphwright as tf; tnp = tf.experimental.numpy\n"
        "tnp.experimental_enable_numpy_behavior(prefer_float32=True)\n"
        "print([x.dtype.name for x in (tnp.array(1.5), tnp.zeros(2), tf.constant(1) + 1.5, tnp.sqrt(4),"
        "tnp.mean([1, 2]), tnp.array(1j), tnp.arange(3), tnp.linspace(0, 1, 2), tnp.random.rand(2))])"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    # as TensorFlow 2.21 prints them: only numbers of Python's are narrow
    assert printed.strip() == str(["float32", *["float64"] * 4, "complex64", "int64", "float32", "float64"])


def test_modes_that_are_not_here() -> None:
    enable = tf.experimental.numpy.experimental_enable_numpy_behavior
    with pytest.raises(ValueError, match="must be one of 'off', 'legacy', 'safe', 'all', got 'none'"):
        enable(dtype_conversion_mode="none")
    with pytest.raises(tf.errors.UnimplementedError, match="'legacy' promotes as NumPy does"):
        enable(dtype_conversion_mode="safe")
    assert not hasattr(tf.constant(1), "astype")
