"""Products that loops add to sums for several iterations at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.native.fusion import loop_batching as schedule_batch
from graphwright.runtime.selection import executor
from tests.support.loop_programs import PROGRAMS, ROUNDS, B, N, operands, outcome, same, text_of

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("rounds", ROUNDS, ids=str)
def test_results_do_not_depend_on_blocks(name: str, rounds: tuple[int, int, int], monkeypatch: Any) -> None:
    start, end, step = rounds
    known = outcome(PROGRAMS[name], lambda: tf.range(start, end, step))
    half_known = outcome(PROGRAMS[name], lambda end: tf.range(start, end, step), tf.constant(end))
    unknown = outcome(PROGRAMS[name], tf.range, tf.constant(start), tf.constant(end), tf.constant(step))
    monkeypatch.setattr(schedule_batch, "_MOST_ITERATIONS", 0)
    alone = outcome(PROGRAMS[name], lambda: tf.range(start, end, step))
    assert all(same(found, alone) for found in (known, half_known, unknown))


@pytest.mark.parametrize("name", ["added", "added_twice", "carried_and_added", "inside_another"])
def test_sums_are_added_to_behind(name: str) -> None:
    assert "\nbehind" in text_of(PROGRAMS[name])


@pytest.mark.parametrize("name", ["read", "kept", "read_in_between", "leaving"])
def test_other_products_are_those_of_their_iteration(name: str) -> None:
    assert "\nbehind" not in text_of(PROGRAMS[name])


@pytest.mark.parametrize("most", [0, 5, 40, 60])
@pytest.mark.parametrize("known", [True, False])
def test_the_first_of_two_limits_ends_a_loop(most: int, known: bool) -> None:
    x, w, _ = operands()

    @tf.function
    def f(x: Any, w: Any, end: Any, most: Any) -> Any:
        def body(t: Any, h: Any) -> Any:
            return t + 1, tf.matmul(x[t], w) - h

        return tf.while_loop(lambda t, h: t < end, body, (0, tf.zeros([B, N])), maximum_iterations=most)

    arguments = (x, w, 30, most) if known else (x, w, tf.constant(30), tf.constant(most))
    wanted = np.zeros([B, N])
    for t in range(min(30, most)):
        wanted = x.numpy()[t] @ w.numpy() - wanted
    rounds, found = f(*arguments)
    assert int(rounds) == min(30, most)
    assert np.array_equal(found, wanted)


def test_results_do_not_depend_on_threads() -> None:
    rng = np.random.default_rng(3)
    x, w, u = (rng.standard_normal(shape, np.float32) for shape in ((60, 32, 64), (64, 256), (256, 64)))

    @tf.function
    def gradients(x: Any, w: Any, u: Any) -> Any:
        h = tf.zeros([32, 64])
        for t in tf.range(60):
            h = tf.tanh(tf.matmul(tf.matmul(x[t], w) + 1.0, u) * 0.1 + h)
        return tf.gradients(h, [w, u])

    before = tf.config.threading.get_intra_op_parallelism_threads()
    found = []
    try:
        for threads in (1, 2, 4):
            tf.config.threading.set_intra_op_parallelism_threads(threads)
            found.append([np.asarray(g) for g in gradients(x, w, u)])
    finally:
        tf.config.threading.set_intra_op_parallelism_threads(before)
    assert all(same(other, found[0]) for other in found[1:])
