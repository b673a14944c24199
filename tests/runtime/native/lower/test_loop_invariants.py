"""What loops compute in each round from what is the same in all of them, and compiled code before the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.passes import licm
from graphwright.runtime.native.lower.control import loop_invariants
from graphwright.runtime.selection import executor

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]

_B, _N = 20, 56
Program = Callable[..., Any]


def _values(*shape: int, dtype: Any = np.float32) -> Any:
    return tf.constant(np.random.default_rng(sum(shape)).integers(-2, 3, shape).astype(dtype))


def _factor(w: Any, n: Any) -> Any:
    h = tf.ones([_B, _N])
    for _ in tf.range(n):
        h = tf.tanh(tf.matmul(h, w * 0.25 + 1.0) * 0.125)
    return h


def _read_transposed(w: Any, n: Any) -> Any:
    h = tf.ones([_B, _N])
    for _ in tf.range(n):
        h = tf.tanh(tf.matmul(h, w * 0.25, transpose_b=True) * 0.125)
    return h


def _added_to(w: Any, n: Any) -> Any:
    """The products must not be added to what the next round finds."""
    h = tf.ones([_N, _N])
    for _ in tf.range(n):
        v = tf.math.abs(w) * 0.25
        h = v + tf.matmul(tf.tanh(h), v)
    return h


def _leaving(w: Any, n: Any) -> Any:
    last, h = w, w
    for _ in tf.range(n):
        last = tf.tanh(w)
        h = h * 0.5 + tf.transpose(last)
    return last, h


def _listed(w: Any, n: Any) -> Any:
    rows = tf.TensorArray(tf.float32, n, element_shape=[_N, _N])
    for t in tf.range(n):
        rows = rows.write(t, w * 3.0)
    return rows.stack()


def _nested(w: Any, n: Any) -> Any:
    h = tf.ones([_N, _N])
    for t in tf.range(n):
        v = w * tf.cast(t, tf.float32)
        for _ in tf.range(3):
            h = tf.tanh(tf.matmul(h, v + 1.0) * 0.125) + tf.tanh(w)
    return h


def _short(dtype: Any) -> Program:
    def program(w: Any, n: Any) -> Any:
        w, h = tf.cast(w, dtype) * 0.125, tf.ones([_B, _N], dtype)
        for _ in tf.range(n):
            h = tf.tanh(tf.matmul(h, w) + tf.matmul(h, w, transpose_b=True))
        return h

    return program


def _short_gradient(w: Any, n: Any) -> Any:
    w = tf.cast(w, tf.bfloat16) * 0.125
    return tf.gradients(_short(tf.bfloat16)(w, n), w)[0]


PROGRAMS: dict[str, Program] = {
    f.__name__.lstrip("_"): f
    for f in (_factor, _read_transposed, _added_to, _leaving, _listed, _nested, _short_gradient)
}
PROGRAMS |= {dtype: _short(dtype) for dtype in ("float16", "bfloat16")}


def _results(program: Program, *arguments: Any) -> list[Any]:
    return [np.asarray(value) for value in tf.nest.flatten(tf.function(program)(*arguments))]


def _same(first: Any, second: Any) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("n", [0, 1, 7])
@pytest.mark.parametrize("name", PROGRAMS)
def test_results_are_those_of_each_round(name: str, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    w, moved = _values(_N, _N), list[int]()

    def counted(find: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*arguments: Any, **named: Any) -> Any:
            found = find(*arguments, **named)
            moved.append(len(found))
            return found

        return counting

    # by the pass, or, where it shows in the plan alone, by the compiler
    searches = [(licm, "_results_to_move"), (loop_invariants, "hoist")]
    for module, search in searches:
        monkeypatch.setattr(module, search, counted(getattr(module, search)))
    known, unknown = _results(lambda w: PROGRAMS[name](w, n), w), _results(PROGRAMS[name], w, tf.constant(n))
    assert any(moved)
    for module, search in searches:
        monkeypatch.setattr(module, search, lambda *arguments, **named: [])
    assert _same(known, _results(lambda w: PROGRAMS[name](w, n), w))
    assert _same(unknown, known)


class _Model:
    def __init__(self) -> None:
        self.w, self.other = tf.Variable(_values(_N, _N)), tf.Variable(1.0)

    def _grow(self) -> None:
        self.w.assign_add(tf.ones([_N, _N]))

    def read(self, n: Any) -> Any:
        h = tf.ones([_B, _N])
        for _ in tf.range(n):
            h = tf.tanh(tf.matmul(h, self.w) * 0.1) * self.other
        return h

    def assigned_after(self, n: Any) -> Any:
        h = self.read(n)
        self.w.assign_add(tf.ones([_N, _N]))
        return h, self.read(n)

    def assigned_in_rounds(self, n: Any) -> Any:
        h = tf.ones([_B, _N])
        for _ in tf.range(n):
            h = tf.tanh(tf.matmul(h, self.w) * 0.1)
            self.w.assign_add(tf.ones([_N, _N]))
        return h

    def assigned_in_a_branch(self, n: Any) -> Any:
        h = tf.ones([_B, _N])
        for t in tf.range(n):
            h = tf.tanh(tf.matmul(h, self.w) * 0.1)
            if t == 1:
                self.w.assign(self.w * 2.0)
        return h

    def assigned_in_another(self, n: Any) -> Any:
        h = tf.ones([_B, _N])
        for _ in tf.range(n):
            h = tf.tanh(tf.matmul(h, self.w) * 0.1)
            for _ in tf.range(2):
                self.w.assign_add(tf.ones([_N, _N]))
        return h

    def assigned_in_python(self, n: Any) -> Any:
        h = tf.ones([_B, _N])
        for _ in tf.range(n):
            h = tf.tanh(tf.matmul(h, self.w) * 0.1)
            tf.py_function(self._grow, [], [])
        return h

    def gradient(self, n: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.read(n))
        return tape.gradient(loss, self.w)


@pytest.mark.parametrize("n", [1, 7])
@pytest.mark.parametrize("name", [name for name in vars(_Model) if not name.startswith("_")])
def test_variables_that_rounds_read(name: str, n: int) -> None:
    model, plain = _Model(), _Model()
    found = [model.w, *tf.nest.flatten(tf.function(lambda: getattr(model, name)(n))())]
    tf.config.run_functions_eagerly(True)
    try:
        wanted = [plain.w, *tf.nest.flatten(tf.function(lambda: getattr(plain, name)(n))())]
    finally:
        tf.config.run_functions_eagerly(False)
    for have, want in zip(found, wanted, strict=True):
        np.testing.assert_allclose(have.numpy(), want.numpy(), rtol=1e-4, atol=1e-5)
