"""The stages of a compilation as text: plan, schedule, loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.runtime.native.loop_ir.function import shown
from graphwright.runtime.native.schedule import listing


def text_of(stage: str, function: Callable[..., Any], *shapes: list[int | None]) -> str:
    specs = [tf.TensorSpec(shape) for shape in shapes]
    return str(tf.function(function).experimental_get_compiler_ir(*specs)(stage=stage))


def windows(x: Any, f: Any) -> Any:
    return tf.nn.relu(tf.nn.conv2d(x, f, 1, "SAME"))


@pytest.mark.parametrize(
    ("function", "shapes", "lines"),
    [
        pytest.param(lambda x: tf.tanh(x) + 1.0, [[7]], ["Tanh, AddV2", "  for i0 in 7"], id="elementwise"),
        pytest.param(lambda x: tf.tanh(x) + 1.0, [[None]], ["  for i0 in n, chunks shared by threads"], id="open"),
        pytest.param(lambda x: tf.reduce_sum(x, 0), [[300, 4]], ["sum", "  reduce i0 in 300"], id="reduction"),
        pytest.param(tf.nn.softmax, [[40, 64]], ["rows", "  for i0 in 40", "    Sub, Exp, sum"], id="rows"),
        pytest.param(tf.matmul, [[300, 300], [300, 300]], ["MatMul", "  chunks  "], id="product"),
        pytest.param(
            tf.matmul, [[2, 3], [3, 4]], ["  a function for these sizes, float32 [2, 3] @ [3, 4]"], id="small"
        ),
        pytest.param(tf.matmul, [[None, 3], [3, 4]], ["  float32 [n, 3] @ [3, 4], by a kernel"], id="open product"),
        pytest.param(windows, [[1, 8, 8, 16], [3, 3, 16, 16]], ["Conv2D", "  scratch: "], id="convolution"),
    ],
)
def test_the_schedule_shows_each_step(function: Callable[..., Any], shapes: list[Any], lines: list[str]) -> None:
    found = text_of("schedule", function, *shapes).splitlines()
    positions = [next((i for i, line in enumerate(found) if line.startswith(start)), None) for start in lines]
    assert None not in positions and positions == sorted(positions), found  # type: ignore[type-var]


def test_the_loops_show_where_exits_lead() -> None:
    def checked(x: Any) -> Any:
        tf.debugging.assert_positive(x)
        return x * 2.0

    text = text_of("loops", checked, [100])
    assert "leave for fail if" in text
    assert text.index("\nfail:") < text.index("\nleave:") < text.index("ret i32 %status")


def test_plans_show_fused_steps() -> None:
    assert "= fused over [5] {" in text_of("plan", lambda x: tf.exp(x) * 2.0, [5])


def test_nothing_is_collected_outside_of_a_listing() -> None:
    with listing.listed() as lines, shown() as functions:
        pass
    text_of("loops", lambda x: x + 1.0, [3])
    listing.add("step", lambda: pytest.fail("nobody asked"))
    with listing.nested("step", lambda: pytest.fail("nobody asked")):
        pass
    assert lines == functions == []


@pytest.mark.parametrize("stage", ["plan", "schedule", "loops"])
def test_the_numpy_executor_has_no_such_stage(stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "executor", "numpy")
    with pytest.raises(ValueError, match="no machine code: the numpy executor"):
        text_of(stage, lambda x: x + 1.0, [3])
