"""A graph for more precise types of its inputs: open sizes of results follow from those of the inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.base.dtypes import float32
from graphwright.base.shape import Symbol
from graphwright.ir.types import tensor_type
from graphwright.passes import optimize
from graphwright.passes.specialize import specialize
from tests.support.native_graphs import open_type, traced, type_of
from tests.support.passes import build, op

UNKNOWN = tensor_type(float32, None)
m, n, k = Symbol(), Symbol(), Symbol()

RESULTS: dict[str, tuple[Callable[..., Any], list[tuple[Symbol, ...]], tuple[Symbol, ...]]] = {
    "product": (lambda x, y: op("MatMul", x, y), [(m, n), (n, k)], (m, k)),
    "transpose": (lambda x: op("Transpose", x, [1, 0]), [(m, n)], (n, m)),
    "slice": (lambda x: op("Slice", x, [0, 0], [-1, -1]), [(m, n)], (m, n)),
    "a chain": (lambda x: tf.nn.relu(op("Transpose", op("MatMul", x, x), [1, 0])), [(m, n)], (n, m)),
}


@pytest.mark.parametrize("name", RESULTS)
def test_sizes_follow_from_ranks(name: str) -> None:
    function, given, result = RESULTS[name]
    graph = build(function, *[UNKNOWN for _ in given])
    (output,) = specialize(graph, [tensor_type(float32, dims) for dims in given]).outputs
    assert output.type.dims == result


def test_sizes_of_what_is_replaced_reach_its_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gradient slices and pads, which known sizes show to change nothing."""

    def gradient(x: Any, dy: Any) -> Any:
        y = tf.raw_ops.RFFT(input=x, fft_length=[2], Tcomplex=tf.complex128)
        (dx,) = tf.gradients(y, [x], grad_ys=[dy])
        return dx

    monkeypatch.setattr(options, "verify", False)  # passes that are verified walk one by one
    x, dy = np.ones((2, 3, 4)), np.ones((2, 3, 2), np.complex128)
    x_type = open_type(x, None, None, None)
    graph = traced(gradient, [x_type, open_type(dy, *(x_type.dims or ())[:2], 2)])
    known = optimize(specialize(graph, [type_of(x), type_of(dy)]))
    assert [str(v.type) for op in known.operations for v in op.outputs if not v.type.is_static] == []
