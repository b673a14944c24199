"""`tf.vectorized_map`: control flow, lists, random numbers, variables and gradients, row by row the same."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf

X = tf.constant(np.linspace(-2, 3, 24).reshape(4, 2, 3), tf.float32)
V = tf.constant([0.5, 3.0, -1.0, 20.0])
I = tf.constant([1, 0, 1, 1])  # noqa: E741
W = tf.constant(np.linspace(-1, 1, 12).reshape(3, 4), tf.float32)
STATE = tf.Variable([2.0, -1.0, 0.5])


def branch(x: Any) -> Any:
    if tf.reduce_sum(x) > 0:
        return tf.sqrt(tf.abs(x)) + 1.0
    return x * x


def nested_branches(x: Any) -> Any:
    if x > 0:
        if x > 2:
            y = x - 10.0
        else:
            y = x * 2.0
    else:
        y = -x
    return y


def cases(pair: Any) -> Any:
    x, i = pair
    return tf.switch_case(i, [lambda: x * 2.0, lambda: tf.exp(x)])


def while_by_row(x: Any) -> Any:
    steps = 0
    while tf.abs(x) > 0.1:
        x = x / 2.0
        steps += 1
    return x, steps


def while_for_all(x: Any) -> Any:
    for i in tf.range(4):
        x = tf.tanh(x) + tf.cast(i, tf.float32)
    return x


def loop_with_list(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, size=3)
    for i in tf.range(3):
        rows = rows.write(i, x * tf.cast(i, tf.float32))
    return rows.stack()


def growing_list(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for i in range(3):
        rows = rows.write(i, x[0] + float(i))
    return rows.stack(), rows.read(1)


def unstacked_list(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, size=2).unstack(x)
    total = tf.zeros([3])
    for i in tf.range(2):
        total = total * 0.5 + rows.read(i)
    return total


def draws(x: Any) -> Any:
    return tf.shape(tf.random.normal([5]))[0] + tf.cast(tf.shape(x)[0], tf.int32)


def called(x: Any) -> Any:
    @tf.function
    def inner(y: Any) -> Any:
        return tf.matmul(y, W)

    return inner(x) + inner(x * 2.0)


def position(pair: Any) -> Any:
    x, i = pair
    return x[i], x[:, i], x[i, 1:], tf.gather(x, [i, 0]), tf.gather(W, i), W[i, i]


PROGRAMS: dict[str, tuple[Callable[..., Any], Any]] = {
    "branch by row": (branch, X),
    "nested branches": (nested_branches, V),
    "switch_case by row": (cases, (X, I)),
    "while by row": (while_by_row, V),
    "while for all": (while_for_all, X),
    "list written in a loop": (loop_with_list, V),
    "list that grows": (growing_list, X),
    "list of the rows": (unstacked_list, X),
    "shape of draws": (draws, X),
    "function called": (called, X),
    "positions that differ": (position, (X, I)),
    "dictionary": (lambda d: {"a": d["x"] * 2.0, "b": [d["v"], None]}, {"x": X, "v": V}),
    "matrix functions": (lambda x: (tf.linalg.inv(tf.matmul(x, x, transpose_b=True) + tf.eye(2)), tf.norm(x)), X),
    "variable": (lambda x: x * STATE, X),
    "constant result": (lambda x: tf.range(3), X),
    "einsum": (lambda x: tf.einsum("ij,jk->ki", x, W), X),
    "products": (lambda x: (x @ W, tf.matmul(W, x, transpose_a=True, transpose_b=True), tf.tensordot(x, W, 1)), X),
    "map_fn inside": (lambda x: tf.map_fn(tf.reduce_sum, x), X),
    "itself inside": (lambda x: tf.vectorized_map(lambda y: y * tf.reduce_sum(x), x), X),
    "scan inside": (lambda x: tf.scan(lambda a, b: a + b, x), X),
    "text": (lambda x: tf.strings.as_string(tf.cast(x[0, 0], tf.int32)), X),
    "one hot and argmax": (lambda x: (tf.one_hot(tf.argmax(x, 1), 4), tf.nn.softmax(x, axis=0)), X),
    "split and concat": (lambda x: tf.concat([*tf.split(x, 3, axis=-1), x], axis=1), X),
    "selects": (lambda x: tf.where(x > 0, x, 0.0) + tf.where(tf.reduce_sum(x) > 0, x, -x), X),
    "clip": (lambda x: tf.clip_by_value(x, -1.0, tf.reduce_max(x) / 2), X),
    "gradient inside": (lambda x: _gradient(x), X),
    "sizes by row": (lambda x: tf.reduce_sum(tf.boolean_mask(x, x > 0)), X),
}


def _gradient(x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.sin(x) * STATE)
    return tape.gradient(y, x)


def _by_row(fn: Any, elems: Any) -> list[np.ndarray]:
    rows = [fn(tf.nest.map_structure(lambda t, n=n: t[n], elems)) for n in range(4)]
    return [np.stack([v.numpy() for v in column]) for column in zip(*(_leaves(r) for r in rows), strict=True)]


def _leaves(structure: Any) -> list[Any]:
    return [tf.convert_to_tensor(v) for v in tf.nest.flatten(structure) if v is not None]


def _agree(found: Any, expected: list[np.ndarray]) -> None:
    for many, one in zip(_leaves(found), expected, strict=True):
        if one.dtype.kind in "SO":
            assert many.numpy().tolist() == one.tolist()
        else:
            np.testing.assert_allclose(many.numpy(), one, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", PROGRAMS)
def test_eagerly_it_gives_what_each_row_gives(name: str) -> None:
    fn, elems = PROGRAMS[name]
    _agree(tf.vectorized_map(fn, elems, warn=False), _by_row(tf.function(fn), elems))


@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize("name", PROGRAMS)
def test_in_a_function_it_gives_what_each_row_gives(name: str, static: bool) -> None:
    fn, elems = PROGRAMS[name]
    size = 4 if static else None
    signature = tf.nest.map_structure(lambda t: tf.TensorSpec([size, *t.shape[1:]], t.dtype), elems)
    whole = tf.function(lambda e: tf.vectorized_map(fn, e, warn=False), input_signature=[signature])
    _agree(whole(elems), _by_row(tf.function(fn), elems))


DIFFERENTIABLE = [
    "branch by row",
    "nested branches",
    "while for all",
    "list written in a loop",
    "function called",
    "variable",
    "products",
    "selects",
    "list of the rows",
    "sizes by row",
]


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_gradients(name: str, staged: bool) -> None:
    fn, elems = PROGRAMS[name]

    def slopes(mapped: Any) -> list[Any]:
        with tf.GradientTape() as tape:
            tape.watch(elems)
            leaves = [tf.reduce_sum(v * v) for v in tf.nest.flatten(mapped(elems))]
        return tape.gradient(leaves, [elems, STATE], unconnected_gradients="zero")  # type: ignore[no-any-return]

    found = (tf.function(slopes) if staged else slopes)(lambda e: tf.vectorized_map(fn, e, warn=False))
    one_by_one = tf.function(fn)
    expected = slopes(lambda e: [one_by_one(e[n]) for n in range(4)])
    for one, other in zip(found, expected, strict=True):
        one, other = tf.convert_to_tensor(one), tf.convert_to_tensor(other)
        np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=1e-4, atol=1e-5)


def test_rows_are_not_run_one_by_one() -> None:
    calls = []
    tf.vectorized_map(lambda x: (calls.append(x), tf.exp(x))[1], tf.zeros([100, 2]))
    assert len(calls) == 1
    graph = tf.function(lambda x: tf.vectorized_map(branch, x)).get_concrete_function(X).graph
    assert "While" not in {op.type for op in graph.get_operations()}


def test_every_row_draws_its_own_numbers() -> None:
    tf.random.get_global_generator()
    for fn in (
        lambda x: tf.random.uniform([3]),
        lambda x: tf.random.normal([3]) + x,
        lambda x: tf.random.gamma([3], x + 2.0),
        lambda x: tf.random.get_global_generator().uniform([3]),
        lambda x: tf.cast(tf.random.shuffle(tf.range(100))[:3], tf.float32) + 1e-3 * tf.random.uniform([3]),
    ):
        found = tf.vectorized_map(fn, tf.zeros([4])).numpy()
        assert found.shape == (4, 3) and len(np.unique(found)) == 12
    same = tf.vectorized_map(lambda x: tf.random.stateless_uniform([3], [1, 2]), tf.zeros([4])).numpy()
    assert (same == same[0]).all()


def test_a_stateful_op_that_no_row_changes_runs_once() -> None:
    counter = tf.Variable(0)

    def count(x: Any) -> Any:
        counter.assign_add(1)
        return x

    tf.vectorized_map(count, V)
    assert counter.numpy() == 1


def test_an_op_without_a_rule_runs_in_a_loop(caplog: pytest.LogCaptureFixture) -> None:
    def unique(x: Any) -> Any:
        return tf.py_function(lambda y: y * 2.0, [x], tf.float32)

    with caplog.at_level(logging.WARNING, "graphwright"):
        _agree(tf.vectorized_map(unique, V), [V.numpy() * 2])
    assert "Using a while_loop for converting EagerPyFunc" in caplog.text
    with pytest.raises(ValueError, match=r"No pfor vectorization defined for EagerPyFunc.*fallback_to_while_loop=True"):
        tf.vectorized_map(unique, V, fallback_to_while_loop=False)


def test_a_single_row_serves_all_others() -> None:
    found = tf.vectorized_map(lambda t: t[0] * t[1], (V, tf.constant([2.0])))
    np.testing.assert_array_equal(found.numpy(), V.numpy() * 2)


@pytest.mark.parametrize("rows", [0, 1])
@pytest.mark.parametrize("name", ["branch by row", "while for all", "function called", "variable", "selects"])
def test_no_rows_and_one(name: str, rows: int) -> None:
    fn, elems = PROGRAMS[name]
    whole = tf.vectorized_map(fn, elems)
    for mapped in (tf.vectorized_map, tf.function(tf.vectorized_map)):
        found = mapped(fn, elems[:rows])
        assert found.dtype == whole.dtype and found.shape == (rows, *whole.shape[1:])
        np.testing.assert_allclose(found.numpy(), whole[:rows].numpy(), rtol=1e-5, atol=1e-6)


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError, match="not callable"):
        tf.vectorized_map(3, V)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="different numbers of rows: 2 and 4"):
        tf.vectorized_map(lambda t: t[0] + t[1], (V, V[:2]))
    with pytest.raises(ValueError, match="not scalars"):
        tf.vectorized_map(lambda v: v, tf.constant(1.0))


def test_a_function_without_source_is_traced_as_it_is() -> None:
    # the suite turns the warning of a function that cannot be converted into an error
    assert tf.vectorized_map(eval("lambda x: x * x"), V[:2]).numpy().tolist() == [0.25, 9.0]
