"""Products that loops add to sums for several iterations at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.native.schedule import batch as schedule_batch
from graphwright.runtime.selection import executor

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]

_B, _K, _N, _T = 20, 24, 56, 41
Program = Callable[..., Any]


def _values(*shape: int, seed: int = 0) -> Any:
    """Small whole numbers: their sums are the same in any order."""
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(np.float32)


def _operands() -> list[Any]:
    return [tf.constant(_values(*shape, seed=i)) for i, shape in enumerate([(_T, _B, _K), (_K, _N), (_T, _B, _N)])]


def _read(x: Any, w: Any, y: Any, rounds: Any, read: Program = lambda x, t: x[t]) -> Any:
    h = tf.zeros([_B, _N])
    for t in rounds:
        h = tf.matmul(read(x, t), w) - h
    return h


def _turned(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h, v = tf.zeros([_B, _N]), tf.transpose(w) + 0.0
    for t in rounds:
        h = tf.matmul(x[t], v, transpose_b=True) - h
    return h


def _listed(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    rows = tf.TensorArray(tf.float32, _T).unstack(x)
    return _read(rows, w, y, rounds, lambda rows, t: rows.read(t))


def _kept(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    result = tf.TensorArray(tf.float32, _T, element_shape=[_B, _N])
    for t in rounds:
        result = result.write(t, tf.matmul(x[t], w))
    return result.stack()


def _leaving(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    last, h = tf.zeros([_B, _N]), tf.zeros([_B, _N])
    for t in rounds:
        last = tf.matmul(x[t], w)
        h = h - last
    return last, h


def _other_matrix_each_round(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h = tf.zeros([_B, _N])
    for t in rounds:
        h = tf.matmul(x[t], w) - h
        w = 2.0 - w
    return h


def _other_rows_each_round(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h = tf.zeros([_B, _N])
    for t in rounds:
        h = tf.matmul(x[t], w) - h
        x = 2.0 - x
    return h


def _added(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    for t in rounds:
        w += tf.matmul(x[t], y[t], transpose_a=True)
    return w


def _added_twice(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    v = tf.zeros([_N, _N])
    for t in rounds:
        z = y[t] * 2.0
        w = w + tf.matmul(x[t], z, transpose_a=True) + tf.matmul(x[t] + 1.0, y[t], transpose_a=True)
        v += tf.matmul(z, z, transpose_a=True)
    return w, v


def _carried_and_added(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h = tf.zeros([_B, _N])
    for t in rounds:
        w += tf.matmul(x[t], h, transpose_a=True)
        h = 1.0 - y[t] + h
    return w, h


def _read_in_between(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h = tf.zeros([_B, _N])
    for t in rounds:
        h = tf.minimum(tf.matmul(x[t], w), 2.0) - h
        w += tf.matmul(x[t], tf.minimum(h, 1.0), transpose_a=True)
        w = tf.math.floormod(w, 5.0)
    return w, h


def _inside_another(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    total = tf.zeros([_K, _N])
    for _ in tf.range(3):
        inner = tf.zeros([_K, _N])
        for t in rounds:
            inner += tf.matmul(x[t], y[t], transpose_a=True)
        total = total - inner + _read(x, w, y, rounds)[0]
    return total


def _ended_early(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h = tf.zeros([_B, _N])
    for t in rounds:
        h = tf.matmul(x[t], w) - h
        w += tf.matmul(x[t], y[t], transpose_a=True) * 0.0 + 0.0
        if t > 12:
            break
    return h, w


PROGRAMS: dict[str, Program] = {
    f.__name__.lstrip("_"): f
    for f in (
        _read, _turned, _listed, _kept, _leaving, _other_matrix_each_round, _other_rows_each_round, _added,
        _added_twice, _carried_and_added, _read_in_between, _inside_another, _ended_early,
    )
}  # fmt: skip
PROGRAMS |= {
    "T-1-t": lambda *given: _read(*given, read=lambda x, t: x[_T - 1 - t]),
    "-t": lambda *given: _read(*given, read=lambda x, t: x[-t]),
    "t//2": lambda *given: _read(*given, read=lambda x, t: x[t // 2]),
    "reversed": lambda *given: _read(*given, read=lambda x, t: x[t, ::-1]),
    "other axis": lambda *given: _read(*given, read=lambda x, t: tf.transpose(x, [1, 0, 2])[:, t]),
    "gaps": lambda x, *given: _read(tf.repeat(x, 2, 0)[::2], *given),
}


def _outcome(program: Program, rounds: Callable[[], Iterable[Any]], *more: Any) -> Any:
    """Results, or the error's class."""
    operands = _operands()
    staged = tf.function(lambda *given: program(*given[:3], rounds(*given[3:])))
    try:
        return [np.asarray(value) for value in tf.nest.flatten(staged(*operands, *more))]
    except tf.errors.OpError as error:
        return type(error)


def _same(first: Any, second: Any) -> bool:
    if isinstance(first, type) or isinstance(second, type):
        return first is second
    return all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


ROUNDS = [(0, 0, 1), (0, 1, 1), (0, 2, 1), (0, _T, 1), (3, 20, 1), (-2, 9, 1), (0, 40, 2), (0, _T + 2, 1)]


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("rounds", ROUNDS, ids=str)
def test_results_do_not_depend_on_blocks(name: str, rounds: tuple[int, int, int], monkeypatch: Any) -> None:
    start, end, step = rounds
    known = _outcome(PROGRAMS[name], lambda: tf.range(start, end, step))
    half_known = _outcome(PROGRAMS[name], lambda end: tf.range(start, end, step), tf.constant(end))
    unknown = _outcome(PROGRAMS[name], tf.range, tf.constant(start), tf.constant(end), tf.constant(step))
    monkeypatch.setattr(schedule_batch, "_MOST_ITERATIONS", 0)
    alone = _outcome(PROGRAMS[name], lambda: tf.range(start, end, step))
    assert all(_same(found, alone) for found in (known, half_known, unknown))


def _text(program: Program) -> str:
    staged = tf.function(lambda *given: program(*given, tf.range(_T)))
    return str(staged.experimental_get_compiler_ir(*_operands())(stage="llvm"))


@pytest.mark.parametrize("name", ["added", "added_twice", "carried_and_added", "inside_another"])
def test_sums_are_added_to_behind(name: str) -> None:
    assert "\nbehind" in _text(PROGRAMS[name])


@pytest.mark.parametrize("name", ["read", "kept", "read_in_between", "leaving"])
def test_other_products_are_those_of_their_iteration(name: str) -> None:
    assert "\nbehind" not in _text(PROGRAMS[name])


@pytest.mark.parametrize("most", [0, 5, 40, 60])
@pytest.mark.parametrize("known", [True, False])
def test_the_first_of_two_limits_ends_a_loop(most: int, known: bool) -> None:
    x, w, _ = _operands()

    @tf.function
    def f(x: Any, w: Any, end: Any, most: Any) -> Any:
        def body(t: Any, h: Any) -> Any:
            return t + 1, tf.matmul(x[t], w) - h

        return tf.while_loop(lambda t, h: t < end, body, (0, tf.zeros([_B, _N])), maximum_iterations=most)

    arguments = (x, w, 30, most) if known else (x, w, tf.constant(30), tf.constant(most))
    wanted = np.zeros([_B, _N])
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
    assert all(_same(other, found[0]) for other in found[1:])
