"""Building small graphs, and comparing them with what the passes make of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base.shape import Symbol
from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply
from graphwright.core.tensor import SymbolicTensor
from graphwright.core.tracing import TracingGraph
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.printer import print_graph
from graphwright.ir.types import TensorType, tensor_type
from graphwright.ir.verify import verify
from graphwright.passes import optimize
from graphwright.runtime.reference import NumpyProgram


def floats(*dims: Any) -> TensorType:
    return tensor_type(tf.float32, tuple(Symbol() if d is None else d for d in dims))


def build(function: Callable[..., Any], *types: TensorType) -> FuncGraph:
    """The graph of a function of tensors of these types, traced without AutoGraph."""
    graph = TracingGraph("f")
    with as_default_graph(graph):
        result = function(*[graph.placeholder(t, f"x{i}") for i, t in enumerate(types)])
        values = list(result) if isinstance(result, (list, tuple)) else [result]
        tensors = [tf.convert_to_tensor(v) for v in values if v is not None]
        graph.outputs = [
            v if isinstance(v, SymbolicTensor) and v.op.graph is graph else graph.capture(v) for v in tensors
        ]
    graph.finish()
    return graph


def kinds(graph: FuncGraph) -> dict[str, int]:
    """How many operations of each kind there are, inputs left out."""
    arguments = {v.op for v in graph.inputs}
    return dict(Counter(op.type for op in graph.operations if op not in arguments))


def optimized(graph: FuncGraph) -> FuncGraph:
    """The optimised graph, checked against the given one, which must not have changed."""
    before = print_graph(graph)
    result = optimize(graph)
    verify(result)
    assert print_graph(graph) == before
    assert [v.dtype for v in result.outputs] == [v.dtype for v in graph.outputs]
    assert all(op.origin is not None for op in result.operations)
    return result


def values(graph: FuncGraph, *arrays: Any) -> list[Any]:
    return NumpyProgram(graph).run([*arrays, *(c._array for c in graph.captures)])


def same(function: Callable[..., Any], *arguments: tuple[TensorType, Any]) -> FuncGraph:
    """The optimised graph of a function, after it gave the very bits the traced one gives (a NaN has no sign)."""
    graph = build(function, *[t for t, _ in arguments])
    result = optimized(graph)
    arrays = [a for _, a in arguments]
    for found, expected in zip(values(result, *arrays), values(graph, *arrays), strict=True):
        assert found.dtype == expected.dtype and found.shape == expected.shape
        assert bits(found) == bits(expected)
    return result


def bits(array: Any) -> Any:
    if array.dtype.kind == "O":
        return array.tolist()
    return (
        np.where(np.isnan(array), np.float32(np.nan), array).tobytes() if array.dtype.kind == "f" else array.tobytes()
    )


ODD = np.array([0.0, -0.0, 1.5, -2.0, np.inf, -np.inf, np.nan, 1e-40, 3e38], np.float32)
VECTOR = (floats(9), ODD)
MATRIX = (floats(2, 3), np.arange(6, dtype=np.float32).reshape(2, 3))
LOOSE = (floats(None, 3), np.arange(6, dtype=np.float32).reshape(2, 3))
INTS = (tensor_type(tf.int32, (4,)), np.array([-3, 0, 5, 2**31 - 1], np.int32))
BOOLS = (tensor_type(tf.bool, (2,)), np.array([True, False]))


def op(name: str, *inputs: Any, **attrs: Any) -> Any:
    return apply(name, inputs, attrs)
