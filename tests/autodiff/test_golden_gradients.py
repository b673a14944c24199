"""Gradients are those TensorFlow's tape gives."""

from __future__ import annotations

import pytest

import graphwright as tf
from tests.golden.load import Gradient, gradients
from tests.ops.test_golden import close

# Expressions that use what we have not got yet; a test fails when one of them works.
MISSING: frozenset[str] = frozenset(
    {
        *(f"tf.signal.dct(x, type={n}) ** 2" for n in (1, 2, 3, 4)),
        "tf.signal.dct(x, norm='ortho') ** 2",
    }
)


def differentiate(recorded: Gradient, traced: bool) -> list[str]:
    """What is different from what was recorded."""
    names = list(recorded.inputs)

    def compute(*values: tf.Tensor) -> tuple[tf.Tensor, list[tf.Tensor | None]]:
        with tf.GradientTape() as tape:
            for value in values:
                if value.dtype.is_floating:
                    tape.watch(value)
            result = eval(recorded.expression, {"tf": tf, **dict(zip(names, values, strict=True))})
        return result, tape.gradient(result, list(values))

    run = tf.function(compute, autograph=False) if traced else compute
    value, found = run(*[tf.constant(v) for v in recorded.inputs.values()])
    reported = [] if close(value.numpy() if value.ndim else value._array, recorded.value) else [f"value {value}"]
    for name, gradient in zip(names, found, strict=True):
        expected = recorded.gradients[name]
        if gradient is None or expected is None:
            if (gradient is None) != (expected is None):
                reported.append(f"{name}: {gradient} for {expected}")
        elif not close(tf.convert_to_tensor(gradient)._array, expected):
            reported.append(f"{name}: {gradient} for {expected}")
    return reported


@pytest.mark.parametrize("traced", [False, True], ids=["eager", "traced"])
@pytest.mark.parametrize("recorded", gradients(), ids=lambda g: g.expression)
def test_gradient(recorded: Gradient, traced: bool) -> None:
    if recorded.expression in MISSING:
        with pytest.raises(Exception):  # noqa: B017 (whatever is missing)
            assert not differentiate(recorded, traced)
        return
    assert not differentiate(recorded, traced)


def test_missing_names_recorded_expressions() -> None:
    assert {g.expression for g in gradients()} >= MISSING
