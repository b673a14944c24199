"""Assertions in libraries: an error with the text that Python has, and nothing where they hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.aot.libraries import build, needs_compiler

pytestmark = [needs_compiler, pytest.mark.thorough]  # each compiles and links libraries


def _checked(x: Any, n: Any) -> Any:
    tf.debugging.assert_positive(x, message="100 % positive?")
    shown = ["n is", n, x, tf.cast(x, tf.float64), n > 3, tf.cast(n, tf.uint8), tf.constant([1.5, 2.0])]
    tf.debugging.Assert(n < 5, shown, summarize=4)
    return tf.math.log(x)


def test_texts_are_those_of_the_process(tmp_path: Path) -> None:
    function = tf.function(_checked, input_signature=[tf.TensorSpec([None]), tf.TensorSpec([], tf.int32)])
    concrete = function.get_concrete_function()
    module = build(concrete, tmp_path, name="checked")
    model = module.Model()
    good = np.array([1.0, 2.0], np.float32)
    np.testing.assert_array_equal(model(good, np.int32(3))["output_0"], concrete(good, np.int32(3)))
    for x, n in (([1.0, -2.5, 0.1], 3), ([0.1, 1 / 3, 1e20, np.inf, 5.0], 7), ([1e-45, 7.0], 2**31 - 1)):
        arguments = np.array(x, np.float32), np.int32(n)
        with pytest.raises(tf.errors.InvalidArgumentError) as here:
            concrete(*arguments)
        with pytest.raises(module.Error) as there:
            model(*arguments)
        assert there.value.code == 3
        assert str(there.value).partition("): ")[2] == here.value.message.partition("\n")[0]
    assert model(good, np.int32(3))["output_0"].shape == (2,)


def test_long_texts_end(tmp_path: Path) -> None:
    def long(x: Any) -> Any:
        tf.debugging.Assert(tf.reduce_sum(x) > 0.0, ["a" * 450, x, x], summarize=100)
        return x

    concrete = tf.function(long).get_concrete_function(tf.TensorSpec([None]))
    module = build(concrete, tmp_path, name="long")
    with pytest.raises(module.Error, match=r"assertion failed: \[aaaa"):
        module.Model()(np.full([1000], -1 / 3, np.float32))
