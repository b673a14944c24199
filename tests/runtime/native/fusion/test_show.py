"""Plans as text: what becomes of small programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

pytest.importorskip("llvmlite")

import graphwright as tf
from graphwright.passes import optimize
from graphwright.runtime.native.fusion.plan import plan_graph
from graphwright.runtime.native.fusion.show import show
from graphwright.runtime.native.fusion.steps import BatchTiles, Plan
from graphwright.runtime.native.lower.control.loop_carried import LOOPS


def _product(x: Any, w: Any, b: Any) -> Any:
    return tf.nn.relu(tf.matmul(x, w) + b)


def _softmax(x: Any) -> Any:
    e = tf.exp(x - tf.reduce_max(x, axis=1, keepdims=True))
    return e / tf.reduce_sum(e, axis=1, keepdims=True)


def _convolution(x: Any, filters: Any, bias: Any) -> Any:
    padded = tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]])
    return tf.nn.relu6(tf.nn.conv2d(padded, filters, 1, "VALID") + bias)


def _update(x: Any) -> None:
    _updated.assign_sub(0.5 * tf.matmul(x, x, transpose_a=True))


def _loop(w: Any, x: Any) -> Any:
    for t in tf.range(5):
        w += tf.matmul(x[t], x[t], transpose_a=True)
    return w


def _host(x: Any) -> Any:
    return tf.linalg.det(tf.tanh(x) * 2.0)


_updated = tf.Variable(tf.zeros([128, 128]))
SHOWN: dict[str, tuple[Callable[..., Any], Sequence[Sequence[int]], str]] = {
    "a product with an epilogue": (_product, [(512, 512), (512, 512), (512,)], """
plan(%0: float32[512, 512], %1: float32[512, 512], %2: float32[512])
  %3: float32[512, 512] = MatMul(%0, %1), then + row %2, then Relu
  return %3
"""),
    "a small product": (_product, [(64, 32), (32, 48), (48,)], """
plan(%0: float32[64, 32], %1: float32[32, 48], %2: float32[48])
  %3: float32[64, 48] = MatMul(%0, %1)
  %4: float32[64, 48] = fused over [64, 48] {
    %5 = AddV2(%3, %2)
    %4 = Relu(%5)
  }
  return %4
"""),
    "a softmax": (_softmax, [(8, 64)], """
plan(%0: float32[8, 64])
  %1: float32[8, 64] = rows of [64] over [8] {
    %2: float32[8, 1] = fused over [8, 64] {
      %2 = max of %0 over axes 1
    }
    %3: float32[8, 64], %4: float32[8, 1] = fused over [8, 64] {
      %5 = Sub(%0, %2)
      %3 = Exp(%5)
      %4 = sum of %3 over axes 1
    }
    %1: float32[8, 64] = fused over [8, 64] {
      %1 = RealDiv(%3, %4)
    }
  }
  return %1
"""),
    "a convolution": (_convolution, [(2, 8, 8, 3), (3, 3, 3, 16), (16,)], """
plan(%0: float32[2, 8, 8, 3], %1: float32[3, 3, 3, 16], %2: float32[16])
  %3: int32[4, 2] = Const()
  %4: float32[2, 8, 8, 16] = Conv2D(%0, %1), then + row %2, then Relu6
  return %4
"""),
    "an update in place": (_update, [(64, 128)], """
plan(%0: float32[64, 128], %1: resource[])
  %2: float32[128, 128] = ReadVariableOp(%1)
  %3: float32[128, 128] = %2 - 0.5 * MatMul(%0.T, %0)
  AssignVariableOp(%1, %3)
  return
"""),
    "a loop": (_loop, [(64, 64), (5, 20, 64)], """
plan(%0: float32[64, 64], %1: float32[5, 20, 64])
  %2: int32[], %3: int32[], %4: int32[], %5: float32[64, 64], %6: float32[5, 20, 64] = StatelessWhile(0, -1, 0, %0, %1)
  return %5
plan(%0: int32[], %1: int32[], %2: int32[], %3: float32[64, 64], %4: float32[5, 20, 64])
  %5: int32[] = AddV2(%0, 1)
  %6: int32[] = AddV2(%2, 1)
  %7: int32[1] = Pack(%2)
  %8: int32[1] = Pack(%6)
  %9: int32[1] = Const()
  %10: float32[20, 64] = StridedSlice(%4, %7, %8, %9)
  %11: float32[64, 64] = %3 + MatMul(%10.T, %10)
  return %5, %1, %6, %11, %4
"""),
    "a call of Python": (_host, [(4, 4)], """
plan(%0: float32[4, 4])
  %1: float32[4, 4] = fused over [4, 4] {
    %2 = Tanh(%0)
    %1 = Mul(%2, 2.0)
  }
  %3: float32[] = host MatrixDeterminant(%1)
  return %3
"""),
}  # fmt: skip


def _plans(function: Callable[..., Any], shapes: Sequence[Sequence[int | None]]) -> list[Plan]:
    """The plan of a function, and those of the bodies of its loops."""
    signature = [tf.TensorSpec(shape) for shape in shapes]
    graph = optimize(tf.function(function, input_signature=signature).get_concrete_function().graph)
    bodies = [op.attrs["body"] for op in graph.operations if op.type in LOOPS]
    return [plan_graph(each) for each in (graph, *bodies)]


@pytest.mark.parametrize("name", SHOWN)
def test_a_plan_as_text(name: str) -> None:
    function, shapes, text = SHOWN[name]
    assert "\n".join(map(show, _plans(function, shapes))) == text.strip()


def _open_sizes(x: Any, y: Any, z: Any) -> Any:
    return tf.tanh(tf.matmul(x, y) + z)


def test_comparisons_of_open_sizes_as_text() -> None:
    (plan,) = _plans(_open_sizes, [(None, None)] * 3)
    assert (
        show(plan)
        == """
plan(%0: float32[?, ?], %1: float32[?, ?], %2: float32[?, ?])
  check the sizes of MatMul(%0, %1)
  %3: float32[?, ?] = MatMul(%0, %1)
  %4: float32[?, ?] = fused over [?, ?], where sizes agree {
    %5 = AddV2(%3, %2)
    %4 = Tanh(%5)
  }
  return %4
""".strip()
    )


def _images(x: Any, f: Any) -> Any:
    return tf.nn.conv2d(tf.nn.relu(tf.nn.conv2d(x, f, 1, "SAME")), f, 1, "SAME")


def test_tiles_of_a_batch_as_text() -> None:
    (plan,) = _plans(_images, [(16, 64, 64, 32), (3, 3, 32, 32)])
    (tiles,) = [step for step in plan.steps if isinstance(step, BatchTiles)]
    text = show(plan)
    assert f"tiles of {tiles.images} images of 16 (%0, %1) {{" in text
    assert re.search(r"^ {4}plan\(%0: float32\[\d+, 64, 64, 32\], %1: float32\[3, 3, 32, 32\]\)$", text, re.M)
