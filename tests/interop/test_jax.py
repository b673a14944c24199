"""Functions of this package as functions of jax, and the other way round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from tests.support.executors import executor_in_force

jax = pytest.importorskip("jax", reason="needs jax: pip install graphwright[xla]")
jnp = jax.numpy

from graphwright.interop.jax import from_jax, to_jax  # noqa: E402


def test_a_function_of_ours_under_jit_grad_and_vmap() -> None:
    @tf.function
    def energy(x: Any, w: Any) -> Any:
        return tf.reduce_sum(tf.tanh(tf.linalg.matvec(w, x)) ** 2)

    pure = to_jax(energy)
    x, w = np.linspace(-1, 1, 3, dtype="f4"), np.arange(6, dtype="f4").reshape(2, 3) / 5
    expected = energy(x, w)
    np.testing.assert_allclose(pure(x, w), expected, rtol=1e-6)
    np.testing.assert_allclose(jax.jit(pure)(x, w), expected, rtol=1e-6)
    with tf.GradientTape() as tape:
        given = tf.constant(x)
        tape.watch(given)
        value = energy(given, w)
    np.testing.assert_allclose(jax.grad(pure)(x, w), tape.gradient(value, given), rtol=1e-5)
    batch = np.stack([x, 2 * x, 3 * x])
    found = jax.vmap(pure, in_axes=(0, None))(batch, w)
    np.testing.assert_allclose(found, [energy(row, w) for row in batch], rtol=1e-6)


def test_structures_go_in_and_out() -> None:
    pure = to_jax(lambda pair: {"sum": pair["a"] + pair["b"], "parts": (pair["a"], [pair["b"]])})
    found = pure({"a": jnp.ones(2), "b": jnp.zeros(2)})
    assert found["sum"].tolist() == [1.0, 1.0] and found["parts"][1][0].tolist() == [0.0, 0.0]


def test_a_loop_has_the_gradient_of_the_tape() -> None:
    @tf.function
    def power(x: Any, n: Any) -> Any:
        y = x
        for _ in tf.range(n):
            y *= x
        return y

    pure = to_jax(lambda x: power(x, tf.constant(3)))
    assert float(jax.grad(pure)(2.0)) == 32.0
    assert jax.vmap(jax.grad(pure))(jnp.array([1.0, 2.0])).tolist() == [4.0, 32.0]


def test_variables_have_the_value_of_the_trace() -> None:
    v = tf.Variable([1.0, 2.0])
    pure = to_jax(tf.function(lambda x: x * v))
    assert pure(jnp.array([3.0, 4.0])).tolist() == [3.0, 8.0]
    v.assign([0.0, 1.0])
    assert pure(jnp.array([3.0, 4.0])).tolist() == [0.0, 4.0]


def test_what_jax_cannot_have_is_an_error_with_the_line() -> None:
    v = tf.Variable(1.0)
    with pytest.raises(errors.InvalidArgumentError, match="assigns variables"):
        to_jax(lambda x: v.assign_add(x))(1.0)
    with pytest.raises(errors.InvalidArgumentError, match=r"test_jax\.py"):
        to_jax(lambda x: tf.where(x > 0))(jnp.ones(3))
    assert v.numpy() == 1.0


def test_wide_numbers_in_narrow_jax() -> None:
    pure = to_jax(lambda x: tf.cast(tf.argmax(x), tf.float32) + x[0])
    assert float(jax.jit(pure)(jnp.array([1.0, 5.0, 3.0]))) == 2.0
    assert jnp.arange(2).dtype == np.int32


# functions of jax -----


def _norm(x: Any) -> Any:
    return jnp.sqrt((x**2).sum())


@pytest.mark.parametrize("executor", ["native", "numpy", "xla"])
def test_a_function_of_jax_eagerly_and_in_a_function(executor: str) -> None:
    norm = from_jax(_norm)
    x = tf.constant([3.0, 4.0])

    @tf.function
    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = norm(x * 2.0) + 1.0
        return y, tape.gradient(y, x)

    with executor_in_force(executor):
        assert float(norm(x)) == 5.0
        value, gradient = step(x)
    assert float(value) == 11.0
    np.testing.assert_allclose(gradient, [1.2, 1.6], rtol=1e-6)
    if executor == "xla":
        (trace,) = step.explain().traces
        assert trace.host_calls == ()


def test_several_arguments_and_results() -> None:
    both = from_jax(lambda a, b: {"sum": a + b, "product": a * b})
    a, b = tf.Variable(2.0), tf.constant(5.0)
    with tf.GradientTape() as tape:
        found = both(a, b)
        total = found["sum"] + found["product"]
    assert (float(found["sum"]), float(found["product"])) == (7.0, 10.0)
    assert float(tape.gradient(total, a)) == 6.0


def test_doubles_stay_doubles() -> None:
    assert from_jax(jnp.sin)(tf.constant(0.5, tf.float64)).numpy() == pytest.approx(np.sin(0.5), rel=1e-15)
    assert from_jax(jnp.sin)(tf.constant(0.5, tf.float64)).dtype is tf.float64


# models -----


def test_a_model_as_stablehlo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from graphwright.cli.main import main

    class Model(tf.Module):
        def __init__(self) -> None:
            self.w = tf.Variable([[1.0], [2.0]])

        @tf.function(input_signature=[tf.TensorSpec([None, 2], name="x")])
        def __call__(self, x: Any) -> Any:
            return {"y": tf.nn.relu(x @ self.w)}

    model = Model()
    tf.saved_model.save(model, str(tmp_path / "model"), signatures=model.__call__)
    target = tmp_path / "model.mlir"
    command = ["convert", "--to", "stablehlo", str(tmp_path / "model"), str(target)]
    assert main([*command, "--size", "3"]) == 0
    text = target.read_text()
    assert "stablehlo.dot_general" in text and "tensor<3x2xf32>" in text and "tensor<3x1xf32>" in text
    assert main(command) == 1
    assert "--size" in capsys.readouterr().err
