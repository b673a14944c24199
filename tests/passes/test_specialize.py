"""A graph for more precise types of its inputs: open sizes of results follow from those of the inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import graphwright as tf
from graphwright.base.dtypes import float32
from graphwright.base.shape import Symbol
from graphwright.ir.types import tensor_type
from graphwright.passes.specialize import specialize
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
