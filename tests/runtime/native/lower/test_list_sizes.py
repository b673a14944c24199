"""Lists whose elements have sizes that only the run knows: they lie in the program's own memory all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.passes import optimize
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.lower.steps import capacity
from graphwright.runtime.selection import executor

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.executors

raw = tf.raw_ops
Program = Callable[[Any, Any], Any]


def states(n: Any, x: Any) -> Any:
    array, state = tf.TensorArray(tf.float32, n), x
    for i in tf.range(n):
        state = tf.tanh(state + x)
        array = array.write(i, state)
    return array.stack(), state


def pushed_and_popped(n: Any, x: Any) -> Any:
    handle = raw.EmptyTensorList(element_shape=np.array([-1], np.int32), max_num_elements=-1, element_dtype=tf.float32)
    total = tf.zeros_like(x)
    for i in tf.range(n):
        handle = raw.TensorListPushBack(input_handle=handle, tensor=x * tf.cast(i, tf.float32))
    for _ in tf.range(n):
        handle, item = raw.TensorListPopBack(
            input_handle=handle, element_shape=np.array([-1], np.int32), element_dtype=tf.float32
        )
        total = total * 0.5 + item
    return total, raw.TensorListLength(input_handle=handle)


def read_from_rows(n: Any, x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, 3, clear_after_read=False).unstack(tf.stack([x, x * 2.0, x - 1.0]))
    total = tf.zeros_like(x)
    for i in tf.range(n):
        total = total * 0.5 + rows.read(i % 3)
    return total


def grows(n: Any, x: Any) -> Any:
    array = tf.TensorArray(tf.float32, 1, dynamic_size=True)
    for i in tf.range(n + 1):
        array = array.write(2 * i, x + tf.cast(i, tf.float32))
    return array.stack()


def slope(n: Any, x: Any) -> Any:
    y = x
    for _ in tf.range(n):
        y = tf.tanh(y) * x
    return tf.gradients(tf.reduce_sum(y), x)[0]


def in_a_loop_of_loops(n: Any, x: Any) -> Any:
    array = tf.TensorArray(tf.float32, 2 * n)
    for i in tf.range(n):
        for k in tf.range(2):
            array = array.write(2 * i + k, x * tf.cast(i + k, tf.float32))
    return array.stack()


PROGRAMS: list[Program] = [states, pushed_and_popped, read_from_rows, grows, slope, in_a_loop_of_loops]


def graph_of(program: Program) -> Any:
    signature = [tf.TensorSpec([], tf.int32), tf.TensorSpec([None], tf.float32)]
    return optimize(tf.function(program, input_signature=signature).get_concrete_function().graph)


def compare(program: Program, n: int, size: int) -> None:
    arrays = [np.array(n, np.int32), np.linspace(-1, 1, size, dtype=np.float32)]
    wanted = executor("numpy").compile(graph_of(program)).run(arrays)
    found = executor("native").compile(graph_of(program)).run(arrays)
    for a, b in zip(wanted, found, strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("size", [0, 1, 37])
@pytest.mark.parametrize("n", [1, 5, 200])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_as_the_reference(program: Program, n: int, size: int) -> None:
    compare(program, n, size)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_lists_that_outgrow_their_room(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_MOST_AT_FIRST", "_MOST_UNSURE", "_MOST_UNKNOWN"):
        monkeypatch.setattr(capacity, name, 24)
    compare(program, 9, 3)


@pytest.mark.skipif(not jit.available(), reason="no LLVM")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_no_list_is_an_object(program: Program) -> None:
    assert executor("native").compile(graph_of(program)).host_calls == 0


def unwritten(n: Any, x: Any) -> Any:
    """Elements are set in a loop without a round."""
    array = tf.TensorArray(tf.float32, 3)
    for i in tf.range(n):
        array = array.write(i, x)
    return array.stack()


def test_elements_of_which_none_was_set_have_no_shape() -> None:
    compare(unwritten, 1, 4)
    for name in ("numpy", "native"):
        with pytest.raises(tf.errors.InvalidArgumentError, match="only contains uninitialized tensors"):
            executor(name).compile(graph_of(unwritten)).run([np.array(0, np.int32), np.ones(4, np.float32)])


def test_an_empty_list_has_no_shape() -> None:
    for name in ("numpy", "native"):
        with pytest.raises(tf.errors.InvalidArgumentError, match="non-fully-defined"):
            executor(name).compile(graph_of(states)).run([np.array(0, np.int32), np.ones(4, np.float32)])
