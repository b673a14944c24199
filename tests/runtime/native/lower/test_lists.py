"""Lists in compiled code: changed in place when nobody sees it, and the kernel's answers in every other case."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.ops.state._list_value import TensorList
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.runtime import capi
from graphwright.runtime.selection import executor
from tests.autograph.support import plain

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.executors

raw = tf.raw_ops
ANY = np.array(-1, np.int32)


def reserve(n: Any, dtype: Any = tf.float32, shape: Any = ANY) -> Any:
    return raw.TensorListReserve(element_shape=shape, num_elements=n, element_dtype=dtype)


def empty(dtype: Any = tf.float32, shape: Any = ANY) -> Any:
    return raw.EmptyTensorList(element_shape=shape, max_num_elements=-1, element_dtype=dtype)


def put(handle: Any, i: Any, x: Any) -> Any:
    return raw.TensorListSetItem(input_handle=handle, index=i, item=x)


def push(handle: Any, x: Any) -> Any:
    return raw.TensorListPushBack(input_handle=handle, tensor=x)


def pop(handle: Any, shape: Any, dtype: Any = tf.float32) -> Any:
    return raw.TensorListPopBack(input_handle=handle, element_shape=shape, element_dtype=dtype)


def get(handle: Any, i: Any, shape: Any, dtype: Any = tf.float32) -> Any:
    return raw.TensorListGetItem(input_handle=handle, index=i, element_shape=shape, element_dtype=dtype)


def stack(handle: Any, shape: Any, dtype: Any = tf.float32) -> Any:
    return raw.TensorListStack(input_handle=handle, element_shape=shape, element_dtype=dtype)


def filled(n: Any) -> Any:
    """A list of n pairs (i, i), set one by one in a loop."""
    handle = reserve(n)
    for i in tf.range(n):
        handle = put(handle, i, tf.fill([2], tf.cast(i, tf.float32)))
    return handle


def set_in_a_loop(n: Any) -> Any:
    return stack(filled(n), [2])


def read_back(n: Any) -> Any:
    handle, total = filled(n), tf.zeros([2])
    for i in tf.range(n):
        total += get(handle, i, [2]) * tf.cast(i, tf.float32)
    return total


def pushed_and_popped(n: Any) -> Any:
    handle, digits = empty(tf.int32), tf.constant(0)
    for i in tf.range(n):
        handle = push(handle, i)
    for _ in tf.range(n - 1):
        handle, item = pop(handle, [], tf.int32)
        digits = (digits * 7 + item) % 1000003
    return digits, raw.TensorListLength(input_handle=handle)


def old_value_is_read_afterwards(n: Any) -> Any:
    handle = filled(n)
    changed = put(handle, 0, tf.constant([7.0, 7.0]))
    return stack(handle, [2]), stack(changed, [2])


def both_values_in_a_loop(n: Any) -> Any:
    handle, total = filled(n), tf.zeros([2])
    for i in tf.range(n):
        changed = put(handle, i, tf.constant([100.0, 100.0]))
        total += get(handle, i, [2]) + get(changed, i, [2])
    return total, stack(handle, [2])


def changed_in_branches(n: Any) -> Any:
    handle = filled(n)
    for i in tf.range(n):
        if i % 2 == 0:
            handle = put(handle, i, tf.constant([-1.0, -1.0]))
        else:
            handle = handle
    return stack(handle, [2])


def changed_in_a_branch_and_kept(n: Any) -> Any:
    handle = filled(n)
    if n > 2:
        other = put(handle, 1, tf.constant([-5.0, -5.0]))
    else:
        other = handle
    return stack(handle, [2]), stack(other, [2])


def twice(n: Any) -> Any:
    """One list that two variables of a loop begin with."""
    first = second = filled(n)
    for i in tf.range(n):
        first = put(first, i, tf.constant([1.0, 1.0]))
        second = put(second, n - 1 - i, tf.constant([2.0, 2.0]) + tf.cast(i, tf.float32))
    return stack(first, [2]), stack(second, [2])


def swapped(n: Any) -> Any:
    first, second = filled(n), filled(n)
    for i in tf.range(n):
        first, second = second, put(first, i, tf.constant([9.0, 9.0]))
    return stack(first, [2]), stack(second, [2])


def sizes_that_differ(n: Any) -> Any:
    handle = empty()
    for i in tf.range(n):
        handle = push(handle, tf.fill([i % 3 + 1], 2.0))
    total = tf.constant(0.0)
    for i in tf.range(n):
        total += tf.reduce_sum(get(handle, i, [-1]))
    return total


def unset_elements(n: Any) -> Any:
    return stack(put(reserve(n, shape=np.array([2], np.int32)), 1, tf.constant([1.0, 2.0])), [2])


PROGRAMS: list[Callable[..., Any]] = [
    set_in_a_loop, read_back, pushed_and_popped, old_value_is_read_afterwards, both_values_in_a_loop,
    changed_in_branches, changed_in_a_branch_and_kept, twice, swapped, sizes_that_differ, unset_elements,
]  # fmt: skip


@pytest.mark.parametrize("n", [3, 130, 300])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_as_the_reference(program: Callable[..., Any], n: int) -> None:
    signature = [tf.TensorSpec([], tf.int32)]
    graph = tf.function(program, input_signature=signature).get_concrete_function().graph
    inputs = [np.array(n, np.int32)]
    wanted, found = (executor(name).compile(tf_optimized(graph)).run(inputs) for name in ("numpy", "native"))
    assert [np.asarray(a).tolist() for a in found] == [np.asarray(a).tolist() for a in wanted]


def tf_optimized(graph: Any) -> Any:
    from graphwright.passes import optimize

    return optimize(graph)


def test_a_list_that_is_passed_in_stays_as_it_is() -> None:
    items = [np.full(2, float(i), np.float32) for i in range(4)]
    arguments = TensorList.of(tf.float32, None, items)

    @tf.function
    def f(handle: Any) -> Any:
        for i in tf.range(4):
            handle = put(handle, i, tf.constant([5.0, 5.0]))
        return handle

    graph = f.get_concrete_function(tf.TensorSpec([], tf.variant)).graph
    (result,) = executor("native").compile(tf_optimized(graph)).run([arguments])
    assert [item.tolist() for item in arguments] == [[float(i)] * 2 for i in range(4)]
    assert [item.tolist() for item in result] == [[5.0, 5.0]] * 4


MISTAKES: dict[str, tuple[Callable[..., Any], str]] = {
    "set": (lambda n: put(filled(n), n, tf.zeros([2])), "Trying to modify element 3 in a list with 3 elements"),
    "set below": (lambda n: put(filled(n), -1, tf.zeros([2])), "Trying to modify element -1"),
    "get": (lambda n: get(filled(n), n, [2]), "Trying to access element 3 in a list with 3 elements"),
    "shape": (lambda n: get(filled(n), 0, [3]), "Incompatible shapes during merge"),
    "dtype": (lambda n: get(filled(n), 0, [2], tf.float64), "Invalid data types"),
    "pop": (lambda n: pop(empty(), [2])[1], "Trying to pop from an empty list"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_kernel_says_what_is_wrong(name: str) -> None:
    program, text = MISTAKES[name]
    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        tf.function(program, input_signature=[tf.TensorSpec([], tf.int32)])(tf.constant(3))


def test_gradients_go_through_lists() -> None:
    def f(x: Any) -> Any:
        handle = reserve(5)
        for i in tf.range(5):
            x = tf.tanh(x * 1.5)
            handle = put(handle, i, x)
        return tf.reduce_sum(stack(handle, [3]) ** 2.0)

    x = tf.constant([0.1, -0.4, 0.9])

    def gradient(function: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return plain(tape.gradient(y, x))

    np.testing.assert_allclose(gradient(tf.function(f)), gradient(f), rtol=1e-5)


@pytest.mark.parametrize(
    ("program", "kernel"),
    [
        (set_in_a_loop, "_set"),
        (read_back, "_get"),
        (changed_in_branches, "_set"),
        (pushed_and_popped, "_push"),
        (pushed_and_popped, "_pop"),
    ],
)
def test_elements_are_changed_without_python(program: Callable[..., Any], kernel: str) -> None:
    graph = tf.function(program, input_signature=[tf.TensorSpec([], tf.int32)]).get_concrete_function().graph
    compiled = executor("native").compile(tf_optimized(graph))
    calls = 0

    def count(frame: Any, event: str, _: Any) -> None:
        nonlocal calls
        code = frame.f_code
        calls += event == "call" and code.co_name == kernel and code.co_filename.endswith("ops/state/tensor_list.py")

    sys.setprofile(count)
    try:
        compiled.run([np.array(300, np.int32)])
    finally:
        sys.setprofile(None)
    if capi.layout_ok() and jit.available():
        assert calls <= 10  # once for a new list, once for a new chunk
