"""Printing, promotion, conversion and refusals are TensorFlow's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.golden.load import Text, read, texts

LARGE = np.float32(12345678.0)

# Expressions whose outcome differs, and what it is. `str` of scalars is that of the NumPy at hand; an integer
# that does not fit is refused, not wrapped; an assignment returns the variable itself;
# `einsum` takes lists.
DIFFERENT: dict[str, str] = {
    "str(tf.constant(12345678.0))": f"'tf.Tensor({LARGE!s}, shape=(), dtype=float32)'",
    "tf.constant(300, tf.uint8)": "raises ValueError",
    "tf.constant(-1, tf.uint8)": "raises ValueError",
    "tf.Variable(2.0).assign_add(1.0)": "<tf.Variable 'Variable:0' shape=() dtype=float32, numpy=3.0>",
    "tf.Variable(1.0).assign(1)": "<tf.Variable 'Variable:0' shape=() dtype=float32, numpy=1.0>",
    "tf.einsum('i,i->', [1.0, 2.0], [3.0, 4.0])": "<tf.Tensor: shape=(), dtype=float32, numpy=11.0>",
}

# Expressions that use what we have not got yet; a test fails when one of them works.
MISSING: frozenset[str] = frozenset({})

# What prints otherwise: TensorFlow prints complex numbers as question marks.
PRINTED_OTHERWISE = {"tf.constant(1 + 2j)": "(1,2)\n"}


def outcome(expression: str) -> str:
    """The text of an expression's value, or the exception it raises with all its base classes."""
    try:
        return repr(eval(expression, {"tf": tf, "np": np}))
    except Exception as raised:
        names = [c.__name__ for c in type(raised).__mro__]
        return f"raises {', '.join(names[: names.index('Exception')])}"


def agrees(recorded: Text, ours: str) -> bool:
    """Whether an outcome is the recorded one; a class derived from the recorded one will do."""
    if recorded.error is None:
        return ours == recorded.text
    return ours.startswith("raises ") and recorded.error in ours.removeprefix("raises ").split(", ")


@pytest.mark.parametrize("recorded", texts(), ids=lambda t: t.expression)
def test_expression(recorded: Text) -> None:
    ours = outcome(recorded.expression)
    if recorded.expression in DIFFERENT:
        assert ours == DIFFERENT[recorded.expression]
    elif recorded.expression in MISSING:
        assert not agrees(recorded, ours), "it agrees now: take it off MISSING"
    elif not agrees(recorded, ours):
        pytest.fail(f"{ours}\nrecorded: {recorded.text or f'{recorded.error}: {recorded.message}'}", pytrace=False)


@pytest.mark.parametrize("recorded", read("printed"), ids=lambda r: r["arguments"])
def test_print(recorded: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "printed"
    separator = ", " if recorded["arguments"] else ""
    eval(f"tf.print({recorded['arguments']}{separator}output_stream='file://{file}')", {"tf": tf})
    expected = PRINTED_OTHERWISE.get(recorded["arguments"], recorded["text"])
    assert file.read_text(encoding="latin-1") == expected


def test_lists_name_recorded_expressions() -> None:
    known: set[Any] = {t.expression for t in texts()}
    assert known >= MISSING | DIFFERENT.keys()
