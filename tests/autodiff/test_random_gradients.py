"""Random differentiable programs: eager against traced gradients against finite differences, and forward mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.autodiff.random_programs import SIZE, Maker
from tests.support.gradients import by_tape, numeric, staged, summed

pytestmark = pytest.mark.thorough


def assert_close(found: Sequence[Any], wanted: Sequence[Any], rtol: float, way: str) -> None:
    for a, b in zip(found, wanted, strict=True):
        a, b = tf.convert_to_tensor(a).numpy(), tf.convert_to_tensor(b).numpy()
        np.testing.assert_allclose(a, b, rtol=rtol, atol=1e-6, err_msg=way)


@pytest.mark.parametrize("rounds", [0, 3])
@pytest.mark.parametrize("seed", [3, 7, 11, 14])
def test_gradients_of_random_programs(seed: int, rounds: int) -> None:
    program, numbers = Maker(seed).program(2), np.random.RandomState(seed)
    args = [tf.constant(numbers.uniform(-1, 1.5, SIZE)) for _ in range(2)]
    count = tf.constant(rounds)

    def eager(x: Any, y: Any) -> Any:
        return program(x, y, count)

    traced, slopes_inside = staged(program), staged(lambda x, y, n: by_tape(lambda a, b: program(a, b, n), [x, y]))
    ways = {
        "outside": lambda *a: by_tape(lambda x, y: traced(x, y, count), a),
        "inside": lambda *a: slopes_inside(*a, count),
    }
    first = by_tape(eager, args)
    assert_close(first, numeric(eager, args), 1e-5, "differences")
    second = by_tape(lambda *a: summed(by_tape(eager, a)), args)
    assert_close(second, numeric(lambda *a: summed(by_tape(eager, a)), args), 1e-4, "differences of gradients")
    for name, way in ways.items():
        assert_close(way(*args), first, 1e-8, name)
        assert_close(by_tape(lambda *a, way=way: summed(way(*a)), args), second, 1e-7, f"second order, {name}")
    along = [tf.constant(numbers.uniform(-1, 1, SIZE)) for _ in range(2)]
    product = sum(float(tf.reduce_sum(g * v)) for g, v in zip(first, along, strict=True))
    for way in (eager, lambda x, y: traced(x, y, count)):
        with tf.autodiff.ForwardAccumulator(args, along) as accumulator:
            result = way(*args)
        moved = accumulator.jvp(result, unconnected_gradients="zero")
        assert float(tf.reduce_sum(moved)) == pytest.approx(product, rel=1e-7, abs=1e-9)
