"""Small graphs made by hand, and both executors' results for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.core.context import as_default_graph
from graphwright.core.tensor import eager
from graphwright.core.tracing import TracingGraph
from graphwright.ir.types import TensorType, tensor_type
from graphwright.passes import optimize
from graphwright.runtime.native.executor import NativeExecutor
from graphwright.runtime.native.program import NativeProgram
from graphwright.runtime.reference import NumpyExecutor

Array = np.ndarray[Any, Any]


def type_of(array: Array) -> TensorType:
    """The type of an array, all of it known."""
    return eager(array)._type


def open_type(array: Array, *symbols: Any) -> TensorType:
    """The type of an array with these dimensions; None and the symbols stand for unknown ones."""
    return tensor_type(type_of(array).dtype, tf.TensorShape(symbols).symbolic)


def traced(function: Callable[..., Any], types: Sequence[TensorType]) -> TracingGraph:
    """A graph of a function of tensors; it returns a tensor or several."""
    graph = TracingGraph("test")
    inputs = [graph.placeholder(type_, f"x{i}") for i, type_ in enumerate(types)]
    with as_default_graph(graph):
        results = function(*inputs)
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        results = [tf.convert_to_tensor(r) for r in results]
        graph.outputs = [r if r.op.graph is graph else graph.capture(r) for r in results]
    graph.finish()
    return graph


def compiled(function: Callable[..., Any], *types: TensorType) -> NativeProgram:
    """The native program of a function."""
    program = NativeExecutor().compile(optimize(traced(function, types)))
    assert isinstance(program, NativeProgram)
    return program


def both(
    function: Callable[..., Any], *arrays: Any, types: Sequence[TensorType] | None = None, tolerance: float = 0.0
) -> NativeProgram:
    """Run a function in both executors on arrays and compare; gives the native program."""
    arguments = [np.asarray(a) for a in arrays]
    graph = optimize(traced(function, types or [type_of(a) for a in arguments]))
    program = NativeExecutor().compile(graph)
    assert isinstance(program, NativeProgram)
    before = [a.copy() for a in arguments]
    for want, have in zip(NumpyExecutor().compile(graph).run(arguments), program.run(arguments), strict=True):
        same(want, have, tolerance)
    for a, b in zip(arguments, before, strict=True):
        np.testing.assert_array_equal(a, b, err_msg="an input was written to")
    return program


def same(want: Any, have: Any, tolerance: float = 0.0) -> None:
    """Both arrays agree in dtype, shape and elements."""
    assert (have.dtype, have.shape) == (want.dtype, want.shape)
    if tolerance and want.dtype.kind not in "biuO":
        wide = np.float64 if want.dtype.kind != "c" else np.complex128
        np.testing.assert_allclose(have.astype(wide), want.astype(wide), rtol=tolerance, atol=tolerance)
    else:
        np.testing.assert_array_equal(have, want)


def floats(*shape: int, dtype: Any = np.float32, seed: int = 0) -> Array:
    """Random numbers around 0."""
    return np.asarray(np.random.default_rng(seed).standard_normal(shape)).astype(dtype)


def integers(*shape: int, low: int = -8, high: int = 9, dtype: Any = np.int32, seed: int = 0) -> Array:
    """Random small integers."""
    return np.asarray(np.random.default_rng(seed).integers(low, high, shape)).astype(dtype)


def check_call_in_itself(count: int) -> None:
    """A program whose host call runs the program again: the temporaries of both are apart."""
    seen: list[float] = []

    def inner(y: Any) -> Any:
        if float(y) < 5.0:
            seen.append(float(program.run([np.full(count, 10.0, np.float32)])[0][0]))
        return y

    def f(x: Any) -> Any:
        y = x + 1.0
        n = tf.numpy_function(inner, [tf.reduce_max(x)], tf.float32)
        n.set_shape([])
        return tf.reverse(y, [0]) + tf.reduce_sum(y) * 0.0 + n * 0.0

    program = compiled(f, type_of(np.zeros(count, np.float32)))
    assert (program.run([np.full(count, 1.0, np.float32)])[0] == 2.0).all()
    assert seen == [11.0]
