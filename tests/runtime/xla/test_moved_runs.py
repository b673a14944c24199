"""What moved runs explain, and that they explain no mistakes of the executor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from tests.graphs.program import Input, Program, Step
from tests.graphs.runs import Traced, World
from tests.graphs.tolerance import same_bits
from tests.support.executors import executor_in_force

jnp = pytest.importorskip("jax.numpy", reason="the xla executor needs jax: pip install graphwright[xla]")

from graphwright.runtime.xla.emitter import ArrayEmitter, ArrayOperand, value_of  # noqa: E402
from tests.runtime.xla.test_random_graphs import difference  # noqa: E402

_TAME = [0.1 * i - 2.95 for i in range(60)]
_LARGE = [3e38, -2e38, 1.0]


def _program(expression: str, *inputs: Sequence[float]) -> Program:
    """A program of one statement; its inputs are float32."""
    arguments = [
        Input(f"x{i}", f"array('float32', {(len(x),)}, {list(x)})", "float32", (len(x),)) for i, x in enumerate(inputs)
    ]
    return Program(tuple(arguments), (), (Step("any", expression, ("a1",)),), ("a1",))


def _with(method: Callable[..., Any]) -> Callable[..., Any]:
    def faulty(self: Any, *operands: Any) -> Any:
        return ArrayOperand(method(*(value_of(o) for o in operands if not isinstance(o, str))))

    return faulty


_FAULTS: dict[str, tuple[str, list[list[float]], str, Callable[..., Any]]] = {
    "sums": ("x0 + x1", [_TAME, _TAME], "add", lambda a, b: (a + b) * np.float32(1 + 1e-5)),
    "steps too early": ("tf.floor(x0 * 3.1)", [_TAME], "floor", lambda a: jnp.floor(a + np.float32(0.1))),
    "steps at halves": ("tf.floor(x0 * x0)", [_TAME], "floor", lambda a: jnp.round(a)),
    "small divisors": ("x0 / x1", [[1.0], [1e-20, 2.0]], "div", lambda a, b: a / (b + np.float32(1e-20))),
    "large divisors": ("x0 / x1[:1]", [_LARGE, [1e30, 2.0]], "div", lambda a, b: jnp.where(abs(b) > 1e29, 0, a / b)),
    "small numbers": ("x0 * 0.5", [[1e-36, 1.0]], "mul", lambda a, b: jnp.where(abs(a) < 1e-35, 0, a * b)),
    "an argmax": ("tf.argmax(x0 * x0)", [[2.0, -2.001, 1.0]], "mul", lambda a, b: abs(a * b - 5)),
    "sizes": ("tf.boolean_mask(x0, x0 * 2.0 > 1.0)", [_TAME], "mul", lambda a, b: a * b + np.float32(0.5)),
    "a comparison": ("x0 < x1", [_TAME, _TAME], "compare", lambda a, b: a <= b),
    "a comparison of what was moved": ("x0[::-1] < tf.reverse(x0, [0])", [_TAME], "compare", lambda a, b: a <= b),
}


@pytest.mark.parametrize("name", _FAULTS)
def test_faults_are_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expression, inputs, method, faulty = _FAULTS[name]
    program = _program(expression, *inputs)
    assert difference(program) == ""
    monkeypatch.setattr(ArrayEmitter, method, _with(faulty))
    assert difference(program)


_LEFT_OPEN: dict[str, tuple[str, list[list[float]]]] = {
    "quotients by what is broadcast": ("x0 / x1[:1]", [_LARGE, [3e38, 2.0]]),
    "quotients by constants": ("x0 / 2e38", [_LARGE]),
    "steps beside whole numbers": ("tf.floor(tf.exp(tf.math.log(x0)))", [[float(i) for i in range(1, 200)]]),
    "subnormal numbers": ("x0 * 0.5 > 0.0", [[1.5e-38, 1.0]]),
    "sizes": ("tf.boolean_mask(x0, x0 * 0.5 > 0.0)", [[1.5e-38, 1.0]]),
}


@pytest.mark.parametrize("name", _LEFT_OPEN)
def test_what_is_left_open(name: str) -> None:
    expression, inputs = _LEFT_OPEN[name]
    program = _program(expression, *inputs)
    traced = Traced(World(program))
    with executor_in_force("xla"):
        found = traced.native()
    pairs = zip(found.arrays, traced.reference().arrays, strict=True)
    assert not all(a.shape == b.shape and same_bits(a, b) for a, b in pairs)
    assert difference(program) == ""
