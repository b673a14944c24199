"""Gradients are those TensorFlow's tape gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.golden.load import Gradient, gradients
from tests.ops.test_golden import close

# The rounding errors of a Fourier transform are relative to its largest result (Higham, 2002, section 24.1): against
# float64, TensorFlow's gradient of this one is off by 1.8e-5 and ours by 1.5e-5, where the largest is 87.
OF_TRANSFORMS = frozenset({"tf.signal.dct(x, type=2) ** 2"})


def same_gradient(expression: str, ours: Any, theirs: Any) -> bool:
    """Whether two gradients agree to the tolerance of the dtype."""
    if expression not in OF_TRANSFORMS:
        return close(ours, theirs)
    return ours.shape == theirs.shape and bool(np.max(np.abs(ours - theirs)) <= 5e-7 * np.max(np.abs(theirs)))


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
        elif not same_gradient(recorded.expression, tf.convert_to_tensor(gradient)._array, expected):
            reported.append(f"{name}: {gradient} for {expected}")
    return reported


@pytest.mark.parametrize("traced", [False, True], ids=["eager", "traced"])
@pytest.mark.parametrize("recorded", gradients(), ids=lambda g: g.expression)
def test_gradient(recorded: Gradient, traced: bool) -> None:
    assert not differentiate(recorded, traced)


def test_exceptions_name_recorded_expressions() -> None:
    assert {g.expression for g in gradients()} >= OF_TRANSFORMS
