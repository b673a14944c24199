"""Products of loops that are computed for several iterations at once, before these."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.runtime.native.fusion import prefetch_products as schedule_prefetch
from graphwright.runtime.selection import executor
from tests.support.loop_programs import PROGRAMS, ROUNDS, outcome, same, text_of

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]


def _random(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("rounds", ROUNDS, ids=str)
def test_results_do_not_depend_on_blocks(name: str, rounds: tuple[int, int, int], monkeypatch: Any) -> None:
    start, end, step = rounds
    monkeypatch.setattr(schedule_prefetch, "MOST_PREFETCHED_ROWS", 20)
    known = outcome(PROGRAMS[name], lambda: tf.range(start, end, step))
    half_known = outcome(PROGRAMS[name], lambda end: tf.range(start, end, step), tf.constant(end))
    with options.overridden(without="prefetched_products"):
        alone = outcome(PROGRAMS[name], lambda: tf.range(start, end, step))
    assert all(same(found, alone) for found in (known, half_known))


_AHEAD = {"read", "turned", "listed", "kept", "leaving", "inside_another"}
_NOT = {"other_matrix_each_round", "other_rows_each_round", "added", "ended_early", "T-1-t", "-t", "t//2", "other axis"}


@pytest.mark.parametrize("name", sorted(_AHEAD | _NOT))
def test_elements_by_the_counter_are_multiplied_ahead(name: str, monkeypatch: Any) -> None:
    assert "\nahead" not in text_of(PROGRAMS[name])  # 20 rows are too many
    monkeypatch.setattr(schedule_prefetch, "MOST_PREFETCHED_ROWS", 20)
    assert ("\nahead" in text_of(PROGRAMS[name])) == (name in _AHEAD)


def _recurrent(x: Any, w: Any, u: Any, b: Any) -> Any:
    h = tf.zeros([tf.shape(x)[1], u.shape[0]])
    for t in tf.range(tf.shape(x)[0]):
        h = tf.tanh(tf.nn.relu(tf.matmul(x[t], w) + b) + tf.matmul(h, u))
    return h


@pytest.mark.parametrize("specified", [(37, 1), (37, 3), (37, 6), (37, None), (None, None)], ids=str)
@pytest.mark.parametrize(("k", "n"), [(520, 130), (70, 1000), (1000, 70)])
def test_results_have_the_same_bits(specified: tuple[int | None, int | None], k: int, n: int) -> None:
    def staged() -> Any:
        types = [tf.TensorSpec([*specified, k]), tf.TensorSpec([k, n]), tf.TensorSpec([n, n]), tf.TensorSpec([n])]
        return tf.function(_recurrent, input_signature=types)

    w, u, b = _random(k, n) * 0.1, _random(n, n, seed=1) * 0.1, _random(n, seed=2)
    blocks = staged()
    with options.overridden(without="prefetched_products"):
        alone = staged()
    for rows in (1, 3, 6, 40, 0) if specified[1] is None else specified[1:]:
        x = tf.constant(_random(37, rows, k, seed=3))
        found = blocks(x, w, u, b)
        with options.overridden(without="prefetched_products"):
            assert np.array_equal(found, alone(x, w, u, b))
    assert "\nahead" in blocks.experimental_get_compiler_ir(x, w, u, b)(stage="llvm")


@pytest.mark.parametrize(("rows", "k"), [(7, 512), (1, 16), (1, 7)])
def test_many_rows_and_short_ones_are_multiplied_by_themselves(rows: int, k: int) -> None:
    types = [tf.TensorSpec(shape) for shape in ([37, rows, k], [k, 130], [130, 130], [130])]
    staged = tf.function(_recurrent, input_signature=types)
    text = staged.experimental_get_compiler_ir(*(tf.zeros(type_.shape) for type_ in types))(stage="llvm")
    assert "\nahead" not in text


def test_weights_of_variables_are_those_of_the_call() -> None:
    w = tf.Variable(_random(512, 130))
    x = tf.constant(_random(20, 1, 512, seed=1))

    @tf.function
    def total(x: Any) -> Any:
        rows = tf.TensorArray(tf.float32, 20).unstack(x)
        found = tf.zeros([1, 130])
        for t in tf.range(20):
            found += tf.tanh(tf.matmul(rows.read(t), w))
        return found

    @tf.function
    def steps(x: Any) -> Any:
        found = tf.zeros([1, 130])
        for t in tf.range(20):
            found += tf.matmul(x[t], w)
            w.assign(w * 0.5)
        return found

    text = total.experimental_get_compiler_ir(x)(stage="llvm")
    assert "\nahead" in text
    for _ in range(3):
        wanted = np.tanh(x.numpy()[:, 0] @ w.numpy()).sum(0)
        assert np.allclose(total(x)[0], wanted, atol=1e-4)
        w.assign(w * 0.9)
    assert "\nahead" not in steps.experimental_get_compiler_ir(x)(stage="llvm")
    wanted = sum(x.numpy()[t] @ (w.numpy() * 0.5**t) for t in range(20))
    assert np.allclose(steps(x), wanted, atol=1e-4)
