"""Random generators and clocks that a trace calls: one warning names the line, and what to use."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf

OWN, OWN_NUMPY = random.Random(3), np.random.default_rng(3)


def traced(call: Callable[[], Any], **options: Any) -> list[str]:
    """The warnings of a function that makes the call, called for two types."""

    @tf.function(**options)
    def noisy(x: Any) -> Any:
        return x + tf.cast(call(), x.dtype)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        noisy(tf.constant(1.0)), noisy(tf.constant(1.0)), noisy(tf.constant(1.0, tf.float64))
    assert all(w.category is tf.errors.FrozenStateWarning and w.filename == __file__ for w in caught)
    return [str(w.message) for w in caught]


@pytest.mark.parametrize(
    ("call", "named", "instead"),
    [
        (lambda: random.random(), "random.random()", "tf.random.uniform"),
        (lambda: random.randint(1, 6), "random.randint()", "tf.random.uniform"),
        (lambda: np.random.normal(), "np.random.normal()", "tf.random.normal"),
        (lambda: time.time(), "time.time()", "tf.timestamp()"),
        (lambda: time.perf_counter_ns(), "time.perf_counter_ns()", "tf.timestamp()"),
    ],
)
def test_a_global_generator_or_clock(call: Callable[[], Any], named: str, instead: str) -> None:
    (text,) = traced(call)
    assert text.startswith(f"{named} runs while noisy is traced") and instead in text and "lambda: " in text


@pytest.mark.parametrize("call", [lambda: OWN.random(), lambda: OWN_NUMPY.normal(), lambda: len("abc")])
def test_generators_of_ones_own_are_quiet(call: Callable[[], Any]) -> None:
    assert traced(call) == []


@pytest.mark.parametrize("mode", ["ignore", "retrace", "error"])
def test_who_said_what_becomes_of_state_is_not_warned(mode: str) -> None:
    assert traced(lambda: random.random(), python_state=mode) == []


def test_eager_calls_are_quiet() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tf.config.run_functions_eagerly(True)
        try:
            assert traced(lambda: random.random()) == []
        finally:
            tf.config.run_functions_eagerly(False)
