"""`is` with a tensor on one side and a value of Python on the other."""

from __future__ import annotations

import warnings

import pytest

import graphwright as tf
from tests.autograph.support import define

LOOP = (
    "def f(x):\n    flag = False\n    for i in x:\n        if {condition}:\n            flag = i > 1\n    return flag\n"
)

MISTAKEN = {
    "flag is False": "`is` compares objects: a tensor is never the same object as False",
    "flag is True": "`is` compares objects: a tensor is never the same object as True",
    "flag is not True": "`is not` compares objects: .* so that this is always True",
    "False is flag": "Compare values: `flag == False`",
    "i is 0.0": "never the same object as 0.0",
    "i > 0 and flag is not False": "`is not` compares objects",
    "True is not flag is not False": "`is not` compares objects",
}


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("condition", MISTAKEN)
def test_a_comparison_by_identity_with_a_value_warns_once(condition: str) -> None:
    f = tf.function(define(LOOP.format(condition=condition), tf=tf))
    with pytest.warns(UserWarning, match=MISTAKEN[condition]) as caught:
        f(tf.constant([0.0, 2.0]))
    assert len(caught) == 1 and caught[0].lineno == 4 and caught[0].filename == f.python_function.__code__.co_filename
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        f(tf.constant([0.0, 2.0, 3.0]))  # the place has been named


def test_a_pattern_that_a_tensor_never_matches_warns() -> None:
    text = "def f(x):\n    match x > 1:\n        case True:\n            return 1\n    return 2\n"
    with pytest.warns(UserWarning, match="`is` compares objects") as caught:
        tf.function(define(text, tf=tf))(tf.constant(2.0))
    assert caught[0].lineno == 3


@pytest.mark.parametrize("condition", ["flag is None", "None is not flag", "i is x", "i is not x", "f is not flag"])
def test_other_comparisons_by_identity_do_not_warn(condition: str) -> None:
    f = tf.function(define(LOOP.format(condition=condition), tf=tf))
    f(tf.constant([0.0, 2.0]))
