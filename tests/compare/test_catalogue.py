"""The families of random programs: their calls can be filled, and most of what they draw has an answer."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import graphwright as tf
from tests.compare import draw, grammar, leaves
from tests.compare.catalogue import FAMILIES
from tests.compare.judge import verdict
from tests.compare.side import names_of
from tests.differences.describe import describe


def _checked_leaf(text: str) -> str:
    eval(text, names_of(tf))
    return "v"


@pytest.mark.parametrize("name", FAMILIES)
def test_calls_are_filled_with_names_that_exist(name: str) -> None:
    family = FAMILIES[name]
    for call in family.calls:
        assert "{" not in grammar.Filling(replace(family, calls=[call]), Random(3), _checked_leaf).call()
    assert draw._known(family.calls) == family.calls, "a call of a name that is not here is never drawn"


def test_a_part_in_capitals_is_the_same_throughout_a_call() -> None:
    family = grammar.Family(["{N} {N} {N} {N} {N} {N}"], ["float32"], {"N": ["1", "2", "3"]})
    drawn = {grammar.Filling(family, Random(seed), str).call() for seed in range(20)}
    assert drawn == {" ".join([n] * 6) for n in "123"}


def test_recursive_parts_end() -> None:
    family = grammar.Family(["{x}"], ["float32"], {"x": ["1", "({x} + {x})", "({x} * {x})", "(-{x})"]})
    assert all(len(grammar.Filling(family, Random(seed), str).call()) < 2000 for seed in range(50))


def test_a_part_that_does_not_exist_is_named() -> None:
    with pytest.raises(KeyError, match="nowhere"):
        grammar.Filling(grammar.Family(["f({nowhere})"], ["float32"]), Random(0), str).call()


def test_leaves_are_the_same_numbers_in_every_dtype() -> None:
    for name, maker in leaves.functions(tf).items():
        if name in leaves.OF_ANY_DTYPE - {"spd"}:
            wide = maker(5, [2, 3], tf.float64).numpy()
            for dtype in (tf.float32, tf.float16):
                np.testing.assert_array_equal(maker(5, [2, 3], dtype).numpy().astype(np.float64), wide)


def test_programs_of_a_seed_repeat() -> None:
    assert [draw.draw(seed).expression for seed in range(30)] == [draw.draw(seed).expression for seed in range(30)]


def test_rows_of_a_sparse_gradient_may_be_added_up() -> None:
    def slices(values: list[float], indices: list[int]) -> object:
        return describe(tf.IndexedSlices(tf.constant(values), tf.constant(indices), tf.constant([4])), tf)

    assert verdict(slices([1.0, 2.0, 3.0], [0, 2, 2]), slices([1.0, 5.0], [0, 2]), None) == ""
    assert verdict(slices([1.0, 2.0, 3.0], [0, 2, 2]), slices([1.0, 4.0], [0, 2]), None) == "another answer"
