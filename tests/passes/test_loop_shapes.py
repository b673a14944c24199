"""Shape inference through loops: dimensions that each iteration keeps, and those of what lists hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.size_arithmetic import add, floordiv, maximum, multiply, subtract
from tests.support.passes import build, floats, optimized, same

raw = tf.raw_ops
COLUMN = (floats(None, 2), np.arange(6, dtype=np.float32).reshape(3, 2))


def loop(step: Callable[..., Any], *start: Any, shapes: Any = None, iterations: int = 3) -> Any:
    """A loop whose variables may be of any size, as those of graphs that were loaded are."""
    shapes = shapes or [tf.TensorShape([None, 2]) for _ in start]
    found = tf.while_loop(
        lambda i, *_: i < iterations,
        lambda i, *v: (i + 1, *step(i, *v)),
        (0, *start),
        shape_invariants=[tf.TensorShape([]), *shapes],
    )
    return found[1:]


def gathered(x: Any, grows: bool = False) -> Any:
    """The states of a loop as a list that says nothing of their shape, and the last one."""
    handle = raw.TensorListReserve(element_shape=-1, num_elements=3, element_dtype=tf.float32)

    def step(i: Any, handle: Any, state: Any) -> Any:
        state = tf.concat([state, x], 0) if grows else tf.tanh(state + x)
        return raw.TensorListSetItem(input_handle=handle, index=i, item=state), state

    return loop(step, handle, x, shapes=[tf.TensorShape([]), tf.TensorShape([None, 2])])


def stacked(x: Any) -> Any:
    handle, state = gathered(x)
    return raw.TensorListStack(input_handle=handle, element_shape=-1, element_dtype=tf.float32), state


KEPT: dict[str, Callable[[Any], Any]] = {
    "a state": lambda x: loop(lambda i, v: (v * 2.0 + x,), x)[0],
    "two states that are exchanged": lambda x: loop(lambda i, v, w: (w + v, v), x, x)[1],
    "a state of a loop in a loop": lambda x: loop(lambda i, v: loop(lambda j, w: (w + v,), v), x)[0],
    "a state that a branch changes": lambda x: loop(
        lambda i, v: (tf.cond(i < 1, lambda: v + 1.0, lambda: v * 2.0),), x
    )[0],
}


@pytest.mark.parametrize("name", KEPT)
def test_a_dimension_that_each_iteration_keeps_is_that_of_the_operand(name: str) -> None:
    graph = same(KEPT[name], COLUMN)
    assert graph.outputs[0].type.dims == graph.inputs[0].type.dims


def test_a_dimension_that_changes_stays_unknown() -> None:
    graph = same(lambda x: loop(lambda i, v, w: (tf.concat([v, v], 0), w + x), x, x), COLUMN)
    grown, kept = (v.type.dims for v in graph.outputs)
    assert grown[0] is not graph.inputs[0].type.dims[0]
    assert kept == graph.inputs[0].type.dims


def test_what_comes_out_of_a_list_has_the_sizes_of_what_went_in() -> None:
    graph = same(stacked, COLUMN)
    assert graph.outputs[0].type.dims[1:] == graph.inputs[0].type.dims


def test_elements_of_several_sizes_have_none_that_is_known() -> None:
    def last(x: Any) -> Any:
        handle, _ = gathered(x, grows=True)
        return raw.TensorListGetItem(input_handle=handle, index=2, element_shape=-1, element_dtype=tf.float32)

    graph = same(last, COLUMN)
    dims = graph.outputs[0].type.dims
    assert dims is None or dims[0] is not graph.inputs[0].type.dims[0]


def test_rows_of_an_array_are_read_with_their_sizes() -> None:
    def total(x: Any) -> Any:
        rows = raw.TensorListFromTensor(tensor=x, element_shape=-1)

        def step(i: Any, v: Any) -> Any:
            return (v + raw.TensorListGetItem(input_handle=rows, index=i, element_shape=-1, element_dtype=tf.float32),)

        return loop(step, tf.zeros_like(x[0]), shapes=[tf.TensorShape(None)])[0]

    graph = same(total, (floats(3, None), np.ones((3, 4), np.float32)))
    assert graph.outputs[0].type.dims == graph.inputs[0].type.dims[1:]


def test_the_graph_that_is_optimised_does_not_change() -> None:
    optimized(build(stacked, floats(None, 2)))


def each_step(x: Any) -> Any:
    """The states of a recurrence over the second axis, that axis first."""
    state, states = tf.zeros_like(x[:, 0]), tf.TensorArray(tf.float32, size=tf.shape(x)[1])
    for i in tf.range(tf.shape(x)[1]):
        state = tf.tanh(state + x[:, i])
        states = states.write(i, state)
    return states.stack()


def read_and_written(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, size=tf.shape(x)[0]).unstack(x)
    results = tf.TensorArray(tf.float32, size=rows.size())
    for i in tf.range(rows.size()):
        results = results.write(i, rows.read(i) + 1.0)
    return results.stack()


def perhaps_written(x: Any) -> Any:
    states = tf.TensorArray(tf.float32, size=tf.shape(x)[1])
    for i in tf.range(tf.shape(x)[1]):
        if tf.reduce_sum(x) > 0.0:
            states = states.write(i, x[:, i])
        else:
            states = states.write(i, -x[:, i])
    return states.stack()


def none_yet() -> Any:
    return raw.EmptyTensorList(element_shape=-1, max_num_elements=-1, element_dtype=tf.float32)


def with_row(rows: Any, row: Any) -> Any:
    return raw.TensorListPushBack(input_handle=rows, tensor=row)


def as_rows(rows: Any) -> Any:
    return raw.TensorListStack(input_handle=rows, element_shape=-1, element_dtype=tf.float32)


def appended(x: Any) -> Any:
    rows = none_yet()
    for i in tf.range(tf.shape(x)[0]):
        rows = with_row(rows, x[i] * 2.0)
    return as_rows(rows)


def growing(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for i in tf.range(tf.shape(x)[1]):
        rows = rows.write(i, x[:, i])
    return rows.stack()


STACKED: dict[str, tuple[Callable[[Any], Any], tuple[int, ...]]] = {  # the axes of the input that the result has
    "a recurrence": (tf.autograph.to_graph(each_step), (1, 0, 2)),
    "rows": (tf.autograph.to_graph(read_and_written), (0, 1, 2)),
    "in branches": (tf.autograph.to_graph(perhaps_written), (1, 0, 2)),
    "appended": (tf.autograph.to_graph(appended), (0, 1, 2)),
    "a growing array": (tf.autograph.to_graph(growing), (1, 0, 2)),
    "map_fn": (lambda x: tf.map_fn(tf.tanh, x), (0, 1, 2)),
    "map_fn over indices": (lambda x: tf.map_fn(lambda i: x[i], tf.range(tf.shape(x)[0]), dtype=tf.float32), (0, 1, 2)),
    "scan": (lambda x: tf.scan(lambda state, row: state + row, x), (0, 1, 2)),
}


@pytest.mark.parametrize("name", STACKED)
def test_a_list_of_a_known_length_is_stacked_to_that_many_rows(name: str) -> None:
    program, axes = STACKED[name]
    graph = same(program, (floats(None, None, 2), np.arange(24, dtype=np.float32).reshape(3, 4, 2) / 24))
    dims = graph.inputs[0].type.dims
    assert graph.outputs[0].type.dims == tuple(dims[axis] for axis in axes)


def test_a_list_that_grows_has_a_length_of_its_own() -> None:
    def grown(x: Any) -> Any:
        handle = raw.TensorListFromTensor(tensor=x, element_shape=-1)
        (handle,) = loop(
            lambda i, v: (raw.TensorListPushBack(input_handle=v, tensor=x[0]),), handle, shapes=[tf.TensorShape([])]
        )
        return raw.TensorListStack(input_handle=handle, element_shape=-1, element_dtype=tf.float32)

    graph = same(grown, COLUMN)
    assert graph.outputs[0].type.dims[0] == add(graph.inputs[0].type.dims[0], 3)


def every_second(x: Any) -> Any:
    rows = none_yet()
    for i in tf.range(1, tf.shape(x)[0], 2):
        rows = with_row(rows, x[i])
    return as_rows(rows)


def joined(x: Any) -> Any:
    parts = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for i in tf.range(tf.shape(x)[0]):
        parts = parts.write(i, tf.stack([x[i], x[i]]))
    return parts.concat()


def until(x: Any) -> Any:
    rows = none_yet()
    for i in tf.range(tf.shape(x)[0]):
        if x[i, 0] > 3.0:
            break
        rows = with_row(rows, x[i])
    return as_rows(rows)


def some(x: Any) -> Any:
    rows = none_yet()
    for i in tf.range(tf.shape(x)[0]):
        if x[i, 0] > 1.0:
            rows = with_row(rows, x[i])
    return as_rows(rows)


LENGTHS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any] | None]] = {
    "every second": (every_second, lambda n: floordiv(add(maximum(0, subtract(n, 1)), 1), 2)),
    "pairs": (joined, lambda n: multiply(n, 2)),
    "until a break": (until, None),
    "some": (some, None),
}


@pytest.mark.parametrize("name", LENGTHS)
def test_the_length_of_a_list_follows_from_the_iterations(name: str) -> None:
    program, expected = LENGTHS[name]
    graph = same(tf.autograph.to_graph(program), COLUMN)
    found, rows = graph.outputs[0].type.dims[0], graph.inputs[0].type.dims[0]
    assert found == expected(rows) if expected else found.formula is None and found is not rows


def test_what_follows_a_list_has_its_length_where_that_is_computed() -> None:
    def backwards(x: Any) -> Any:
        kept = tf.nn.max_pool1d(x[:, :, tf.newaxis], 2, 2, "VALID")[:, :, 0]  # a length that no input has
        return tf.reverse(tf.autograph.to_graph(each_step)(kept), [0])

    graph = same(backwards, (floats(None, None), np.arange(35, dtype=np.float32).reshape(5, 7)))
    stacked = next(op for op in graph.operations if op.type == "TensorListStack").outputs[0]
    assert graph.outputs[0].type.dims == stacked.type.dims


@pytest.mark.parametrize("cut", [lambda x: x[:, 1:], lambda x: tf.boolean_mask(x, x[0, :, 0] > 0.1, axis=1)])
def test_what_is_made_of_a_stacked_list_has_its_sizes(cut: Callable[[Any], Any]) -> None:
    def program(x: Any) -> Any:
        rows = tf.transpose(cut(x), [1, 0, 2])
        return tf.transpose(tf.map_fn(tf.tanh, rows), [1, 0, 2]), rows

    graph = same(program, (floats(None, None, 2), np.arange(24, dtype=np.float32).reshape(3, 4, 2) / 24))
    turned, rows = (v.type.dims for v in graph.outputs)
    assert turned == (rows[1], rows[0], 2)
