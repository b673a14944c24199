"""Libraries that draw random numbers: the process's numbers for a seed, and streams that belong to a handle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.aot.libraries import build, needs_compiler, same_bits

pytestmark = [needs_compiler, pytest.mark.thorough]  # each compiles and links libraries

X = np.ones([4], np.float32)


def _drawn(x: Any) -> Any:
    looped = tf.constant(0.0)
    for _ in tf.range(3):
        looped += tf.reduce_sum(tf.random.uniform([4]))
    return {
        "normal": tf.random.normal([tf.shape(x)[0], 3]),
        "uniform": tf.random.uniform([5], 1.0, 2.0),
        "whole": tf.random.uniform([7], -3, 9, tf.int32),
        "wide": tf.random.uniform([3], -(2**62), 2**62, tf.int64),
        "cut": tf.random.truncated_normal([6], dtype=tf.float64),
        "own seed": tf.random.normal([2], seed=9),
        "kept": tf.nn.dropout(x, 0.5),
        "looped": looped,
    }


def _traced(seed: int | None) -> Any:
    tf.random.set_seed(seed)
    return tf.function(_drawn).get_concrete_function(tf.TensorSpec([None], name="x"))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    concrete = _traced(5)
    return build(concrete, tmp_path_factory.mktemp("drawn"), name="drawn"), concrete


def _names(found: dict[str, Any]) -> dict[str, Any]:
    return {name.replace("_", " "): value for name, value in found.items()}


def test_a_seed_gives_the_numbers_of_the_process(library: tuple[Any, Any]) -> None:
    module, concrete = library
    tf.random.set_seed(5)
    model = module.Model()
    for _ in range(3):
        same_bits(_names(model(X)), concrete(tf.constant(X)))
    before = _names(module.Model()(X))
    model.seed(5)
    same_bits(_names(model(X)), before)


def test_another_seed_is_that_of_a_function_traced_with_it(library: tuple[Any, Any]) -> None:
    model = library[0].Model()
    model.seed(77)
    same_bits(_names(model(X)), _traced(77)(tf.constant(X)))


def test_streams_belong_to_a_handle(library: tuple[Any, Any]) -> None:
    first, second = library[0].Model(), library[0].Model()
    one, two = first(X), first(X)
    same_bits(second(X), one)
    assert not np.array_equal(one["normal"], two["normal"])


def test_without_a_seed_each_handle_has_other_numbers(tmp_path: Path) -> None:
    tf.random.set_seed(None)
    drawn = tf.function(lambda: tf.random.normal([8])).get_concrete_function()
    module = build(drawn, tmp_path, name="any")
    one, two = module.Model()(), module.Model()()
    assert not np.array_equal(one["output_0"], two["output_0"])


def test_bounds_the_wrong_way_round(tmp_path: Path) -> None:
    drawn = tf.function(lambda n: tf.random.uniform([8], 0, n, tf.int32, seed=1))
    module = build(drawn.get_concrete_function(tf.TensorSpec([], tf.int32)), tmp_path, name="bounded")
    with pytest.raises(module.Error, match="Need minval < maxval"):
        module.Model()(np.int32(0))


def test_a_generator_is_a_variable(tmp_path: Path) -> None:
    generator = tf.random.Generator.from_seed(3)
    drawn = tf.function(lambda: {"a": generator.normal([3]), "b": generator.uniform([2], 0, 9, tf.int32)})
    concrete = drawn.get_concrete_function()
    module = build(concrete, tmp_path, name="generator")
    model = module.Model()
    (name,) = module.VARIABLES
    for _ in range(3):
        same_bits(model(), concrete())
        np.testing.assert_array_equal(model.get(name), generator.state)
    model.set(name, np.array([-1, -1, 7]))  # the counter carries
    generator.state.assign([-1, -1, 7])
    same_bits(model(), concrete())
    np.testing.assert_array_equal(model.get(name), generator.state)
