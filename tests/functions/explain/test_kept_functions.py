"""Functions kept for an explanation after the program."""

from __future__ import annotations

import gc
import weakref

import graphwright as tf
from graphwright.functions.explain.kept_functions import keep_functions


def traced() -> weakref.ref[object]:
    f = tf.function(lambda x: x + 1.0)
    f(tf.constant(1.0))
    return weakref.ref(f)


def test_functions_are_kept_in_the_block_and_not_behind_it() -> None:
    before = traced()
    with keep_functions() as kept:
        inside = traced()
        gc.collect()
        assert [one.function for one in kept.values()] == [inside()]
    after = traced()
    kept.clear()
    gc.collect()
    assert before() is inside() is after() is None


def test_traces_are_kept_when_their_arguments_are_gone() -> None:
    class Model:
        scale = 2.0

    f = tf.function(lambda model, x: x * model.scale)
    with keep_functions() as kept:
        f(Model(), tf.constant(1.0))
        gc.collect()
        (one,) = kept.values()
        assert len(one.traces) == 1
        assert f.explain().traces == []
