"""Sizes that are compared, and repeated where they are 1, when the program runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.passes import optimize
from graphwright.runtime.native.executor import NativeExecutor
from graphwright.runtime.reference import NumpyExecutor
from tests.support.native_graphs import Array, compiled, floats, integers, open_type, same, traced, type_of

pytest.importorskip("llvmlite")

Shape = tuple[int, ...]
PAIRS: list[tuple[Shape, Shape]] = [
    ((3, 4), (3, 4)), ((1, 4), (3, 4)), ((3, 4), (3, 1)), ((3, 1), (1, 5)), ((1, 1), (1, 1)), ((1, 1), (6, 33)),
    ((0, 4), (1, 4)), ((3, 1), (3, 0)), ((1, 0), (5, 1)), ((40, 1), (40, 70)),
]  # fmt: skip


def check(function: Callable[..., Any], cases: Sequence[Sequence[Array]], tolerance: float = 0.0) -> None:
    """Compile a function for open sizes, and compare with the kernels' results; no kernel is called."""
    graph = optimize(traced(function, [open_type(a, *[None] * a.ndim) for a in cases[0]]))
    program, kernels = NativeExecutor().compile(graph), NumpyExecutor().compile(graph)
    assert program.host_calls == 0  # type: ignore[attr-defined]
    for arrays in cases:
        before = [a.copy() for a in arrays]
        for want, have in zip(kernels.run(list(arrays)), program.run(list(arrays)), strict=True):
            same(want, have, tolerance)
        for a, b in zip(arrays, before, strict=True):
            np.testing.assert_array_equal(a, b, err_msg="an input was written to")


def pairs(shapes: Sequence[tuple[Shape, Shape]] = PAIRS, make: Callable[..., Array] = floats) -> list[list[Array]]:
    """Arrays of these shapes, and the other way round."""
    return [[make(*a), make(*b, seed=1)] for pair in shapes for a, b in (pair, pair[::-1])]


ELEMENTWISE: dict[str, Callable[..., Any]] = {
    "arithmetic": lambda x, y: [x + y, x - y, x * y, tf.maximum(x, y)],
    "comparison": lambda x, y: [x < y, tf.equal(x, y), tf.logical_or(x > 0.0, y > 0.0)],
    "select by rows": lambda x, y: tf.where(x[:, :1] > 0.0, x, y),
    "chain": lambda x, y: (x + y) * x - tf.nn.relu(y),
    "select": lambda x, y: [tf.where(x > 0.0, y, 0.0), tf.where(y > 0.0, x, y), tf.where(x > y, -1.0, x)],
    "views": lambda x, y: tf.transpose(x)[:, ::-1] + tf.transpose(y),
    "known and open": lambda x, y: [tf.reduce_sum(x * 0.0) + y, tf.expand_dims(x, 0) + tf.expand_dims(y, 1)],
    "complex": lambda x, y: tf.complex(x, y) + tf.complex(y, y),
}


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_elementwise(name: str) -> None:
    check(ELEMENTWISE[name], pairs())


@pytest.mark.parametrize("dtype", ["int8", "int64", "float64", "uint16"])
def test_elementwise_by_dtype(dtype: str) -> None:
    def make(*shape: int, seed: int = 0) -> Array:
        return integers(*shape, low=0, dtype=np.dtype(dtype), seed=seed)

    check(lambda x, y: [x + y, x * y, tf.minimum(x, y), x >= y], pairs(PAIRS[1:6], make))


def test_known_against_open_size() -> None:
    """A size of 4 meets an open one, which may be 1."""
    graph = optimize(traced(lambda x, y: x + y, [open_type(floats(4), 4), open_type(floats(4), None)]))
    program = NativeExecutor().compile(graph)
    for n in (1, 4):
        np.testing.assert_array_equal(program.run([floats(4), floats(n)])[0], floats(4) + floats(n))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Incompatible shapes: \[4\] vs. \[3\]"):
        program.run([floats(4), floats(3)])


def test_same_bits_as_with_known_sizes() -> None:
    def function(x: Any, y: Any) -> Any:
        z = tf.tanh(x) + y * 0.3
        return [tf.exp(z) / x, tf.reduce_sum(z, 1), tf.reduce_mean(z, 0), tf.nn.softmax(z)]

    program = compiled(function, open_type(floats(1, 1), None, None), open_type(floats(1, 1), None, None))
    for shapes in (((9, 70), (9, 70)), ((9, 1), (9, 70)), ((1, 70), (9, 70))):
        x, y = (floats(*shape) for shape in shapes)
        known = compiled(function, type_of(x), type_of(y))
        for want, have in zip(known.run([x, y]), program.run([x, y]), strict=True):
            np.testing.assert_array_equal(have, want)


def test_ops_that_do_not_repeat() -> None:
    """The gradient of ReLU takes inputs of one shape only."""

    def function(x: Any, y: Any) -> Any:
        return tf.raw_ops.ReluGrad(gradients=x, features=y)

    check(function, [[floats(3, 4), floats(3, 4)]])
    program = compiled(function, *[open_type(floats(1, 1), None, None) for _ in range(2)])
    with pytest.raises(tf.errors.InvalidArgumentError):
        program.run([floats(3, 4), floats(1, 4)])


REFUSED: dict[str, Callable[..., Any]] = {
    "add": lambda x, y: tf.tanh(x) + y,
    "less": lambda x, y: tf.tanh(x) < tf.tanh(y),
    "where": lambda x, y: tf.where(x > 0.0, y, 0.0),
}


@pytest.mark.parametrize("name", REFUSED)
def test_sizes_that_do_not_fit(name: str) -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, None])] * 2)
    def staged(x: Any, y: Any) -> Any:
        return REFUSED[name](x, y)

    with pytest.raises(tf.errors.InvalidArgumentError) as eager:
        REFUSED[name](tf.constant(floats(2, 3)), tf.constant(floats(2, 4)))
    with pytest.raises(tf.errors.InvalidArgumentError) as found:
        staged(floats(2, 3), floats(2, 4))
    assert str(found.value).splitlines()[0] == str(eager.value).splitlines()[0].split(" [Op:")[0]
    assert "test_open_sizes.py" in str(found.value)
    assert staged(floats(2, 3), floats(2, 3)).shape == (2, 3)


def test_effects_before_a_refusal_happen() -> None:
    state = tf.Variable(0.0)

    @tf.function(input_signature=[tf.TensorSpec([None])] * 2)
    def staged(x: Any, y: Any) -> Any:
        state.assign_add(1.0)
        z = x + y
        state.assign_add(1.0)
        return z

    with pytest.raises(tf.errors.InvalidArgumentError):
        staged(floats(2), floats(3))
    assert float(state) == 1.0


def test_loops() -> None:
    def function(x: Any, y: Any) -> Any:
        def step(i: Any, total: Any) -> Any:
            return i + 1, total + tf.reduce_sum(x * y) + tf.reduce_sum(x[:i] * y[:1])

        return tf.while_loop(lambda i, _: i < 3, step, (tf.constant(1), tf.constant(0.0)))

    check(function, [[floats(5, 3), floats(5, 3)], [floats(5, 3), floats(1, 3)]], 1e-5)


PRODUCTS: list[tuple[Shape, Shape]] = [
    ((3, 4), (4, 5)), ((1, 1), (1, 1)), ((0, 3), (3, 2)), ((3, 0), (0, 4)), ((70, 65), (65, 33)), ((1, 9), (9, 1)),
]  # fmt: skip
STACKS: list[tuple[Shape, Shape]] = [
    ((2, 3, 4), (2, 4, 5)), ((1, 3, 4), (5, 4, 2)), ((5, 3, 4), (1, 4, 2)), ((1, 3, 4), (0, 4, 2)),
]  # fmt: skip


def test_products() -> None:
    def function(x: Any, y: Any) -> Any:
        return [tf.nn.relu(tf.matmul(x, y)), tf.matmul(y, x, transpose_a=True, transpose_b=True)]

    check(function, [[floats(*a), floats(*b, seed=1)] for a, b in PRODUCTS], 1e-4)
    check(lambda x, y: tf.matmul(x, y), [[floats(*a), floats(*b, seed=1)] for a, b in STACKS], 1e-5)
    program = compiled(function, *[open_type(floats(1, 1), None, None) for _ in range(2)])
    x, y = floats(20, 48), floats(48, 36)
    for want, have in zip(compiled(function, type_of(x), type_of(y)).run([x, y]), program.run([x, y]), strict=True):
        np.testing.assert_array_equal(have, want)


@pytest.mark.parametrize("shapes", [((2, 3), (4, 5)), ((2, 3, 4), (2, 5, 6)), ((2, 3, 4), (3, 4, 6))])
def test_products_that_do_not_fit(shapes: tuple[Shape, Shape]) -> None:
    x, y = (floats(*shape) for shape in shapes)

    @tf.function(input_signature=[tf.TensorSpec([None] * x.ndim)] * 2)
    def staged(x: Any, y: Any) -> Any:
        return tf.matmul(tf.exp(x), y) + 1.0

    with pytest.raises(tf.errors.InvalidArgumentError) as eager:
        tf.matmul(x, y)
    with pytest.raises(tf.errors.InvalidArgumentError) as found:
        staged(x, y)
    assert str(found.value).splitlines()[0] == str(eager.value).splitlines()[0]
    assert "test_open_sizes.py" in str(found.value)


SAME: dict[str, Callable[..., Any]] = {
    "concat": lambda x, y: [tf.concat([x, y], 0), tf.concat([x, tf.zeros([2, 4]), y], 0)],
    "concat of known and open": lambda x, y: tf.concat([tf.ones([3, 2]), x, y], 1),
    "stack": lambda x, y: [tf.stack([x, y]), tf.stack([x, y, x], 2)],
    "add_n": lambda x, y: tf.add_n([x, y, x]),
    "bias": lambda x, y: [tf.nn.bias_add(x, y[0]), tf.nn.bias_add(x, y[0], "NCHW")],
    "old select": lambda x, y: tf.raw_ops.Select(condition=y[:, 0] > 0.0, x=x, y=y),
}
"""Functions of two matrices of one shape, which starts with 3 or ends with 4."""


@pytest.mark.parametrize("name", SAME)
def test_sizes_that_must_be_equal(name: str) -> None:
    function = SAME[name]
    shapes = {
        "concat": [(3, 4), (0, 4), (1, 4)],
        "concat of known and open": [(3, 4), (3, 0)],
        "bias": [(3, 4), (1, 1)],
    }
    check(function, [[floats(*s), floats(*s, seed=1)] for s in shapes.get(name, [(3, 4), (1, 1), (0, 2), (5, 1)])])
    graph = optimize(traced(function, [open_type(floats(1, 1), None, None) for _ in range(2)]))
    for a, b in (((3, 4), (2, 5)), ((3, 4), (1, 1)), ((1, 1), (3, 4))):
        arrays, found = [floats(*a), floats(*b)], []
        for executor in (NumpyExecutor(), NativeExecutor()):
            with pytest.raises(tf.errors.InvalidArgumentError) as error:
                executor.compile(graph).run(arrays)
            found.append((type(error.value), str(error.value)))
        assert found[0] == found[1]


VIEWS: dict[str, tuple[Callable[[Any], Any], list[Shape], list[Shape]]] = {
    "split": (lambda x: tf.split(x, 3, 1), [(2, 6), (0, 3), (2, 0)], [(2, 4)]),
    "last part of a split": (lambda x: tf.split(x, 2)[1] * 2.0, [(6, 2)], [(5, 2)]),
    "split by sizes": (lambda x: tf.split(x, [1, 0, 3], 1), [(2, 4)], [(2, 5), (2, 3)]),
    "unstack": (lambda x: tf.unstack(x, 2, 1), [(3, 2), (0, 2)], [(3, 1), (2, 3)]),
    "squeeze": (lambda x: tf.squeeze(x, [1]), [(3, 1), (0, 1)], [(3, 2), (3, 0)]),
    "broadcast": (lambda x: [tf.broadcast_to(x, [2, 3, 4]), tf.broadcast_to(x, [3, 4]) * 2.0],
                  [(3, 4), (1, 4), (3, 1), (1, 1)], [(2, 4), (3, 3)]),
    "slice": (lambda x: [tf.slice(x, [1, 0], [2, 3]), tf.slice(x, [2, 1], [-1, 1])], [(3, 3), (5, 4)],
              [(2, 3), (3, 2)]),
    "slice by numbers": (lambda x: tf.slice(x, tf.shape(x) - 2, [2, -1]), [(3, 3), (2, 5)], [(1, 3), (3, 1)]),
    "pad": (lambda x: [tf.pad(x, [[1, 0], [2, 3]]), tf.pad(x, [[0, 1], [1, 1]], "REFLECT")], [(2, 3), (3, 2)],
            [(0, 1)]),
}  # fmt: skip
"""Functions of a matrix, and shapes that they take and refuse."""


@pytest.mark.parametrize("name", VIEWS)
def test_views(name: str) -> None:
    function, taken, refused = VIEWS[name]
    check(function, [[floats(*shape)] for shape in taken])
    graph = optimize(traced(function, [open_type(floats(1, 1), None, None)]))
    for shape in refused:
        found = []
        for executor in (NumpyExecutor(), NativeExecutor()):
            with pytest.raises(tf.errors.InvalidArgumentError) as error:
                executor.compile(graph).run([floats(*shape)])
            found.append((type(error.value), str(error.value)))
        assert found[0] == found[1]


def test_gradients() -> None:
    """Along axes that turn out to be repeated, gradients are summed."""

    def gradients(x: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            parts = tf.split(tf.concat([x * y + x, tf.maximum(x, y)], 1), 2, 1)
            loss = tf.reduce_sum(tf.stack(parts) ** 2.0) + tf.reduce_sum(tf.slice(x, [0, 0], [-1, 1]))
        return tape.gradient(loss, [x, y])

    staged = tf.function(gradients, input_signature=[tf.TensorSpec([None, None])] * 2)
    for arrays in pairs([((3, 4), (3, 4)), ((1, 4), (3, 4)), ((3, 1), (1, 5)), ((1, 1), (2, 3))]):
        want = gradients(*map(tf.constant, arrays))
        for expected, have in zip(want, staged(*arrays), strict=True):
            np.testing.assert_allclose(have, expected, rtol=1e-4, atol=1e-5)
