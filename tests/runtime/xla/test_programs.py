"""Functions on the xla executor: control flow, variables, lists, effects, errors, sizes, and what stays outside."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from tests.support.executors import executor_in_force

pytest.importorskip("jax", reason="the xla executor needs jax: pip install graphwright[xla]")


@pytest.fixture(autouse=True)
def _on_xla() -> Iterator[None]:
    with executor_in_force("xla"):
        yield


def _trace(function: Any) -> Any:
    (trace,) = function.explain().traces
    assert trace.executor == "xla"
    return trace


def _whole(function: Any) -> bool:
    """Whether all of the function's one trace is compiled."""
    return not _trace(function).host_calls


def test_a_loop_over_a_range_that_is_known_later() -> None:
    @tf.function
    def power(x: Any, n: Any) -> Any:
        result = tf.ones_like(x)
        for _ in tf.range(n):
            result *= x
        return result

    assert power(tf.constant([2.0, 3.0]), tf.constant(5)).numpy().tolist() == [32.0, 243.0]
    assert power(tf.constant([2.0, 3.0]), tf.constant(0)).numpy().tolist() == [1.0, 1.0]
    assert _whole(power)


def test_branches_assign_variables() -> None:
    v = tf.Variable(1.0)

    @tf.function
    def step(x: Any) -> Any:
        if x > 0:
            v.assign_add(x)
        else:
            v.assign(0.0)
        return v * 2.0

    assert float(step(tf.constant(3.0))) == 8.0
    assert float(step(tf.constant(-1.0))) == 0.0
    assert v.numpy() == 0.0 and _whole(step)


def test_one_variable_by_two_handles() -> None:
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def both(a: Any, b: Any) -> Any:
        a.assign_add([1.0, 1.0])
        b.assign(b * 10.0)
        return a + b

    assert both(v, v).numpy().tolist() == [40.0, 60.0]
    assert v.numpy().tolist() == [20.0, 30.0]
    w = tf.Variable([5.0, 5.0])
    assert both(v, w).numpy().tolist() == [71.0, 81.0]


def test_the_gradient_of_a_loop_keeps_its_values_in_lists() -> None:
    @tf.function
    def gradient(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in tf.range(4):
                y = tf.sin(y) * x
        return tape.gradient(y, x)

    x = tf.constant([0.3, 1.2])
    found = gradient(x)
    with executor_in_force("numpy"):
        expected = tf.function(gradient.python_function)(x)
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    assert _whole(gradient)


def test_a_tensor_array_filled_in_a_loop() -> None:
    @tf.function
    def squares(n: Any) -> Any:
        array = tf.TensorArray(tf.int32, size=6)
        for i in tf.range(6):
            if i < n:
                array = array.write(i, i * i)
        return array.stack()

    assert squares(tf.constant(4)).numpy().tolist() == [0, 1, 4, 9, 0, 0]
    assert _whole(squares)


def test_a_list_that_grows_as_often_as_nobody_knows_stays_outside() -> None:
    @tf.function
    def halves(x: Any) -> Any:
        array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        while x > 1.0:
            x /= 2.0
            array = array.write(array.size(), x)
        return array.stack()

    assert halves(tf.constant(10.0)).numpy().tolist() == [5.0, 2.5, 1.25, 0.625]
    assert halves(tf.constant(3.0)).numpy().tolist() == [1.5, 0.75]


def test_effects_come_in_order_up_to_the_failure(capsys: pytest.CaptureFixture[str]) -> None:
    v, w = tf.Variable(0), tf.Variable(0)

    @tf.function
    def step(x: Any, i: Any) -> Any:
        v.assign_add(1)
        tf.print("before", v, output_stream=sys.stdout)
        picked = tf.gather(x, i)
        tf.debugging.assert_positive(picked)
        w.assign_add(1)
        tf.print("after", w, output_stream=sys.stdout)
        return picked

    x = tf.constant([1, -2])
    assert int(step(x, tf.constant(0))) == 1
    with pytest.raises(errors.InvalidArgumentError, match="assertion failed"):
        step(x, tf.constant(1))
    with pytest.raises(errors.InvalidArgumentError, match="is not in"):
        step(x, tf.constant(7))
    assert (int(v), int(w)) == (3, 1)
    assert capsys.readouterr().out == "before 1\nafter 1\nbefore 2\nbefore 3\n"


def test_an_error_inside_a_loop_names_the_line() -> None:
    @tf.function
    def walk(x: Any, n: Any) -> Any:
        total = 0.0
        for i in tf.range(n):
            total += x[i * 2]  # the line of the error
        return total

    x = tf.constant([1.0, 2.0, 3.0])
    assert float(walk(x, tf.constant(2))) == 4.0
    with pytest.raises(errors.InvalidArgumentError, match="the line of the error"):
        walk(x, tf.constant(3))


def test_each_set_of_sizes_is_compiled_once() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, 2])])
    def total(x: Any) -> Any:
        return tf.reduce_sum(tf.reshape(x, [2, -1]) * float(2), 1), tf.shape(x)[0]

    for n in (2, 3, 2, 3, 2):
        sums, rows = total(tf.ones([n, 2]))
        assert (sums.numpy().tolist(), int(rows)) == ([2.0 * n, 2.0 * n], n)
    assert _trace(total).regions == 2 and _whole(total)


def test_what_comes_behind_data_dependent_sizes_is_compiled_for_them() -> None:
    @tf.function
    def positive(x: Any) -> Any:
        return tf.reduce_sum(tf.boolean_mask(x, x > 0) ** 2)

    assert float(positive(tf.constant([1.0, -2.0, 3.0]))) == 10.0
    assert float(positive(tf.constant([-1.0, -2.0, -3.0]))) == 0.0
    trace = _trace(positive)
    assert [(call.op, call.reason) for call in trace.host_calls] == [
        ("Where", "sizes of its results follow from values that the program computes")
    ]
    assert "xla: " in str(trace) and "host call" in str(trace)


def test_text_stays_outside() -> None:
    @tf.function
    def label(x: Any) -> Any:
        return tf.strings.join([tf.strings.as_string(tf.reduce_sum(x)), tf.constant("!")])

    assert label(tf.constant([1, 2])).numpy() == b"3!"


def test_variables_of_text_stay_outside() -> None:
    words, total = tf.Variable(["a", "b"]), tf.Variable(1.0)

    @tf.function
    def f(x: tf.Tensor, s: tf.Tensor) -> Any:
        total.assign_add(tf.reduce_sum(x))
        words.assign(tf.strings.join([words, s]))
        words[1:].assign(words[:-1])
        total.assign_add(1.0)
        return tf.boolean_mask(x, words == "aq"), tf.identity(words), total * 2.0

    numbers, text, twice = f(tf.constant([1.0, 2.0]), tf.constant(["q", "r"]))
    assert (numbers.numpy().tolist(), text.numpy().tolist(), float(twice)) == ([1.0, 2.0], [b"aq", b"aq"], 10.0)
    assert (words.numpy().tolist(), float(total)) == ([b"aq", b"aq"], 5.0)


def test_jit_compile_refuses_text() -> None:
    @tf.function(jit_compile=True)
    def label(x: Any) -> Any:
        return tf.strings.as_string(x)

    with pytest.raises(errors.InvalidArgumentError, match="AsString"):
        label(tf.constant(1))


def test_seeded_numbers_have_the_same_bits() -> None:
    @tf.function
    def draw(seed: Any) -> Any:
        uniform = tf.random.stateless_uniform([3, 5], seed)
        integers = tf.random.stateless_uniform([7], seed, 0, 100, tf.int32)
        wide = tf.random.stateless_uniform([4], seed, dtype=tf.float64)
        return uniform, integers, wide, tf.random.stateless_normal([64], seed)

    seed = tf.constant([3, 4])
    found = draw(seed)
    with executor_in_force("numpy"):
        expected = tf.function(draw.python_function)(seed)
    for a, b in zip(found[:3], expected[:3], strict=True):
        assert a.numpy().tobytes() == b.numpy().tobytes()
    np.testing.assert_allclose(found[3], expected[3], rtol=3e-7)
    assert _whole(draw)


def test_wide_dtypes_leave_other_uses_of_jax_alone() -> None:
    import jax.numpy as jnp

    @tf.function
    def twice(x: Any) -> Any:
        return x * 2

    big = 2**40 + 1
    assert int(twice(tf.constant(big, tf.int64))) == 2 * big
    assert twice(tf.constant(0.1, tf.float64)).dtype is tf.float64
    assert jnp.arange(3).dtype == np.int32


@pytest.mark.parametrize("name", ["SGD", "Adam", "RMSprop", "Adagrad"])
def test_training_ops_change_variables_as_the_reference_does(name: str) -> None:
    rng = np.random.default_rng(0)
    start, grads = rng.normal(size=6).astype("f4"), rng.normal(size=(3, 6)).astype("f4")

    def trained(executor: str) -> list[Any]:
        slots = [tf.Variable(start), tf.Variable(tf.fill([6], 0.1)), tf.Variable(tf.fill([6], 0.2))]
        a, b, c = (v.handle for v in slots)

        @tf.function
        def step(grad: Any) -> None:
            raw = tf.raw_ops
            if name == "SGD":
                raw.ResourceApplyGradientDescent(var=a, alpha=0.1, delta=grad)
            elif name == "Adam":
                raw.ResourceApplyAdam(
                    var=a, m=b, v=c, beta1_power=0.9, beta2_power=0.99, lr=0.01, beta1=0.9, beta2=0.99, epsilon=1e-7,
                    grad=grad,
                )  # fmt: skip
            elif name == "RMSprop":
                raw.ResourceApplyRMSProp(var=a, ms=b, mom=c, lr=0.01, rho=0.9, momentum=0.1, epsilon=1e-7, grad=grad)
            else:
                raw.ResourceApplyAdagradV2(var=a, accum=b, lr=0.1, epsilon=1e-7, grad=grad)

        with executor_in_force(executor):
            for grad in grads:
                step(tf.constant(grad))
            if executor == "xla":
                assert _whole(step)
        return [v.numpy() for v in slots]

    for found, expected in zip(trained("xla"), trained("numpy"), strict=True):
        np.testing.assert_allclose(found, expected, rtol=2e-6)


@pytest.mark.parametrize("shape", [(5, 4, 3), (2, 5, 4, 3), (0, 4, 3)])
def test_gradients_of_weights_that_a_stack_shares(shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(0)
    x, w = tf.constant(rng.normal(size=shape)), tf.constant(rng.normal(size=(3, 2)))

    @tf.function
    def gradient(x: Any, w: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(w)
            y = tf.tanh(x @ w)
        return tape.gradient(y, w)

    found = gradient(x, w)
    with executor_in_force("numpy"):
        expected = tf.function(gradient.python_function)(x, w)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert _whole(gradient)


@pytest.mark.parametrize("name", ["InvGrad", "ReciprocalGrad", "SqrtGrad", "RsqrtGrad", "TanhGrad", "SigmoidGrad"])
def test_derivatives_of_complex_numbers_are_conjugated(name: str) -> None:
    y, dy = tf.constant([1 + 2j, -0.5 + 1j], tf.complex64), tf.constant([2 - 1j, 1 + 3j], tf.complex64)

    def applied(executor: str) -> Any:
        with executor_in_force(executor):
            return tf.function(lambda y, dy: getattr(tf.raw_ops, name)(y=y, dy=dy))(y, dy)

    np.testing.assert_allclose(applied("xla"), applied("numpy"), rtol=1e-6)


def test_importing_the_package_imports_no_jax() -> None:
    code = "import sys, graphwright as tf; tf.function(lambda x: x + 1)(tf.constant(1)); print('jax' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert done.stdout == "False\n", done.stderr
