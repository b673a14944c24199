"""Sums that grow in place: products and parts of arrays that loops, and gradients of loops, add up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.passes import optimize
from graphwright.runtime.native.fusion.accumulate_fusion import sums_up
from graphwright.runtime.native.fusion.plan import plan_graph
from graphwright.runtime.native.fusion.steps import Addition
from graphwright.runtime.selection import executor

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.executors

_T, _B, _N = 6, 20, 40
Program = Callable[..., Any]


def _values(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


# what is read of x in round t, always with the shape [_B, _N]
INDEXED: dict[str, Program] = {
    "x[t]": lambda x, t: x[t],
    "x[T-1-t]": lambda x, t: x[_T - 1 - t],
    "x[-t-1]": lambda x, t: x[-t - 1],
    "twice": lambda x, t: x[t] * x[t // 2],
    "x[t:t+2]": lambda x, t: tf.reduce_sum(x[t : t + 2], 0),
    "x[:t+1]": lambda x, t: tf.reduce_sum(x[: t + 1], 0),
    "x[t, ::-1]": lambda x, t: x[t, ::-1],
    "x[t, k]": lambda x, t: x[t, t // 2] + x[t],
    "a number": lambda x, t: x[t, 0, 1] * x[t],
    "slice": lambda x, t: tf.slice(x, [t, 0, 0], [1, _B, _N])[0],
    "gather": lambda x, t: tf.gather(x, t),
    "new axis": lambda x, t: x[t, tf.newaxis][0],
}


def _loop(read: Program, rounds: Any) -> Program:
    def program(x: Any, w: Any) -> Any:
        h = tf.zeros([_B, _N])
        for t in rounds(_T):
            h = tf.tanh(tf.matmul(read(x, t), w) * 0.1 + h * 0.5)
        return h

    return program


def _gradients(program: Program) -> Program:
    def gradients(*arguments: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(arguments)
            loss = tf.reduce_sum(program(*arguments) ** 2)
        return [tf.convert_to_tensor(g) for g in tape.gradient(loss, arguments)]

    return gradients


@pytest.mark.parametrize("name", INDEXED)
def test_gradients_of_what_a_loop_indexes(name: str) -> None:
    x, w = tf.constant(_values(_T, _B, _N)), tf.constant(_values(_N, _N, seed=1))
    found = tf.function(_gradients(_loop(INDEXED[name], tf.range)))(x, w)
    wanted = _gradients(_loop(INDEXED[name], range))(x, w)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-3, atol=1e-4)


@pytest.mark.parametrize("name", INDEXED)
def test_executors_agree(name: str) -> None:
    x, w = _values(_T, _B, _N), _values(_N, _N, seed=1)
    specs = [tf.TensorSpec(v.shape) for v in (x, w)]
    graph = optimize(tf.function(_gradients(_loop(INDEXED[name], tf.range))).get_concrete_function(*specs).graph)
    found, wanted = (executor(e).compile(graph).run([x, w]) for e in ("native", "numpy"))
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-3, atol=1e-4)


def test_against_finite_differences() -> None:
    x = tf.constant(_values(_T, 3).astype(np.float64))

    @tf.function
    def f(x: Any) -> Any:
        h = tf.zeros([3], tf.float64)
        for t in tf.range(_T):
            h = tf.sin(h + x[t] * x[t // 2])
        return tf.reduce_sum(h)

    (found,) = tf.function(_gradients(f))(x)
    for at in np.ndindex(_T, 3):
        step = np.zeros((_T, 3))
        step[at] = 1e-6
        losses = [float(f(x + s)) ** 2 for s in (step, -step)]
        assert abs(float(found[at]) - (losses[0] - losses[1]) / 2e-6) < 1e-6


@pytest.mark.parametrize("name", ["x[t]", "x[-t-1]", "twice", "x[t:t+2]", "x[t, ::-1]", "gather"])
def test_a_round_adds_no_more_than_it_reads(name: str) -> None:
    """The gradients of x and w stay where they are: no step of a round makes an array of the size of x."""
    specs = [tf.TensorSpec([_T, _B, _N]), tf.TensorSpec([_N, _N])]
    graph = optimize(tf.function(_gradients(_loop(INDEXED[name], tf.range))).get_concrete_function(*specs).graph)
    body = [op for op in graph.operations if op.type == "StatelessWhile"][-1].attrs["body"]
    plan = plan_graph(body)
    sums = [(a, b) for a, b in zip(plan.inputs, plan.outputs, strict=True) if a.type.dims in ((_T, _B, _N), (_N, _N))]
    changed = [(a, b) for a, b in sums if a is not b]
    assert len(changed) == 2
    assert all(sums_up(plan.steps, plan.uses, a, b) for a, b in changed)
    result = [v for step in plan.steps if not isinstance(step, Addition) for v in step.outputs if v not in plan.outputs]
    assert not [v for v in result if v.type.dims == (_T, _B, _N)]


def _sum_of_products(s: Any, a: Any, b: Any) -> Any:
    for _ in tf.range(3):
        s = s + tf.matmul(a, b)
    return s


def _sum_that_is_a_factor(s: Any, a: Any, b: Any) -> Any:
    t = s
    for _ in tf.range(2):
        s = s + tf.matmul(s, a * 0.01)
        t = t + tf.matmul(b * 0.01, t)
    return s, t


def _sum_that_is_read(s: Any, a: Any, b: Any) -> Any:
    seen = tf.zeros_like(s)
    for _ in tf.range(3):
        seen = seen * 0.5 + s
        s = s + tf.matmul(a, b)
    return s, seen


def _sum_that_is_tested(s: Any, a: Any, b: Any) -> Any:
    while s[0, 0] < 1e3:
        s = s + tf.matmul(a, a, transpose_b=True) @ tf.ones_like(s) + 10.0
    return s, b


def _kept_in_a_list(s: Any, a: Any, b: Any) -> Any:
    array = tf.TensorArray(tf.float32, size=3)
    for i in tf.range(3):
        s = s + tf.matmul(a, b)
        array = array.write(i, s)
    return s, array.stack()


def _start_is_read_afterwards(s: Any, a: Any, b: Any) -> Any:
    start = s * 2.0
    first, second = start, start
    for _ in tf.range(2):
        first = first + tf.matmul(a, b)
        second = second + tf.matmul(b, a)
    return start, first, second


def _several_terms(s: Any, a: Any, b: Any) -> Any:
    return s + (tf.matmul(a, b) + tf.matmul(b, a)), tf.nn.relu(tf.matmul(a, a) + tf.matmul(b, b) + 1.0)


def _term_is_read_twice(s: Any, a: Any, b: Any) -> Any:
    c = tf.matmul(a, b)
    return s + c, c * 2.0


def _term_twice(s: Any, a: Any, b: Any) -> Any:
    c = tf.matmul(a, b)
    return s + (c + c)


def _broadcast(s: Any, a: Any, b: Any) -> Any:
    return tf.matmul(a, b) + s[0], tf.matmul(a, b) + s[:, :1]


def _in_branches(s: Any, a: Any, b: Any) -> Any:
    t = s * 3.0
    if s[0, 0] > 0.0:
        r = t + tf.matmul(a, b)
    else:
        r = t + tf.matmul(b, a)
    return r, t


SUMS: list[Program] = [
    _sum_of_products, _sum_that_is_a_factor, _sum_that_is_read, _sum_that_is_tested, _kept_in_a_list,
    _start_is_read_afterwards, _several_terms, _term_is_read_twice, _term_twice, _broadcast, _in_branches,
]  # fmt: skip


@pytest.mark.parametrize("program", SUMS, ids=lambda p: p.__name__[1:])
@pytest.mark.parametrize("size", [64, 3])
def test_sums_as_the_reference(program: Program, size: int) -> None:
    inputs = [_values(size, size, seed=i) for i in range(3)]
    copies = [x.copy() for x in inputs]
    graph = tf.function(program).get_concrete_function(*[tf.TensorSpec([size, size])] * 3).graph
    found, wanted = (executor(e).compile(optimize(graph)).run(inputs) for e in ("native", "numpy"))
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-4)
    for x, copy in zip(inputs, copies, strict=True):
        assert x.tobytes() == copy.tobytes()


def test_a_variable_that_a_product_is_added_to() -> None:
    v = tf.Variable(_values(64, 64))
    before, stored = v.numpy(), v.read_value()
    a = tf.constant(_values(64, 64, seed=1))

    @tf.function
    def f() -> None:
        v.assign_add(tf.matmul(a, a))

    f()
    assert stored.numpy().tobytes() == before.tobytes()
    np.testing.assert_allclose(v.numpy(), before + a.numpy() @ a.numpy(), rtol=1e-4, atol=1e-4)


def test_results_do_not_change_with_the_next_call() -> None:
    f = tf.function(_sum_of_products)
    s, a, b = (tf.constant(_values(64, 64, seed=i)) for i in range(3))
    first = f(s, a, b)
    kept = first.numpy().copy()
    f(s * 2.0, b, a)
    assert first.numpy().tobytes() == kept.tobytes()


def test_a_slice_outside_is_refused() -> None:
    @tf.function
    def f(grad: Any, at: Any) -> Any:
        return tf.raw_ops.StridedSliceGrad(shape=[4, 2], begin=[at], end=[at + 1], strides=[1], dy=grad,
                                           shrink_axis_mask=1)  # fmt: skip

    grad = tf.ones([2])
    assert f(grad, tf.constant(-1)).numpy()[:, 0].tolist() == [0, 0, 0, 1]
    with pytest.raises(tf.errors.InvalidArgumentError, match="out of bounds"):
        f(grad, tf.constant(4))
