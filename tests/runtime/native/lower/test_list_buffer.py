"""Lists that lie in the program's own memory: what loops fill, empty, read and set, and what leaves them."""

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
Program = Callable[..., Any]


def pairs(i: Any) -> Any:
    return tf.fill([2], tf.cast(i, tf.float32))


def empty(dtype: Any = tf.float32, shape: Any = (2,)) -> Any:
    return raw.EmptyTensorList(element_shape=np.array(shape, np.int32), max_num_elements=-1, element_dtype=dtype)


def push(handle: Any, x: Any) -> Any:
    return raw.TensorListPushBack(input_handle=handle, tensor=x)


def pop(handle: Any, shape: Any = (2,), dtype: Any = tf.float32) -> Any:
    wanted = np.array(shape, np.int32)
    return raw.TensorListPopBack(input_handle=handle, element_shape=wanted, element_dtype=dtype)


def stack(handle: Any) -> Any:
    return raw.TensorListStack(input_handle=handle, element_shape=[2], element_dtype=tf.float32)


def every_third(n: Any) -> Any:
    """A counter in steps: room for the rounds there are."""
    handle = empty()
    for i in tf.range(1, n, 3):
        handle = push(handle, pairs(i) * 2.0)
    return stack(handle), raw.TensorListLength(input_handle=handle)


def one_value_in_two_lists(n: Any) -> Any:
    first, second = empty(), empty()
    for i in tf.range(n):
        x = pairs(i) + 1.0
        first, second = push(first, x), push(second, x)
    return stack(first), stack(second)


def numbers(n: Any) -> Any:
    handle, total = empty(tf.int32, ()), tf.constant(0)
    for i in tf.range(n):
        handle = push(handle, i * i)
    for _ in tf.range(n):
        handle, item = pop(handle, (), tf.int32)
        total = (total * 3 + item) % 10007
    return total, raw.TensorListLength(input_handle=handle)


def read_before_it_is_overwritten(n: Any) -> Any:
    array = tf.TensorArray(tf.float32, size=n + 1, element_shape=[2], clear_after_read=False)
    array = array.write(0, pairs(1))
    for i in tf.range(n):
        old = array.read(i)
        array = array.write(i, old * 100.0)
        array = array.write(i + 1, old + 1.0)
    return array.stack()


def nested(n: Any) -> Any:
    array = tf.TensorArray(tf.float32, size=2 * n)
    for i in tf.range(n):
        for k in tf.range(2):
            array = array.write(2 * i + k, pairs(i + k))
    return array.stack()


def rows(n: Any) -> Any:
    x = tf.reshape(tf.cast(tf.range(2 * n), tf.float32), [n, 2])
    array, total = tf.TensorArray(tf.float32, size=n, clear_after_read=False).unstack(x), tf.zeros([2])
    for i in tf.range(n):
        total = total * 0.5 + array.read(n - 1 - i)
    return total, x


def changed_rows(n: Any) -> Any:
    x = tf.reshape(tf.cast(tf.range(2 * n), tf.float32), [n, 2])
    array = tf.TensorArray(tf.float32, size=n, clear_after_read=False).unstack(x)
    for i in tf.range(n):
        array = array.write(i, array.read(i) + 1.0)
    return array.stack(), x


def stopped_early(n: Any) -> Any:
    handle, x = empty(), pairs(1)
    for _ in tf.range(100):
        x = x * 1.5
        handle = push(handle, x)
        if x[0] > tf.cast(n, tf.float32):
            break
    return stack(handle)


def kept_and_changed(n: Any) -> Any:
    """The list from before a second loop is read after it."""
    handle = raw.TensorListReserve(element_shape=np.array([2], np.int32), num_elements=n, element_dtype=tf.float32)
    for i in tf.range(n):
        handle = raw.TensorListSetItem(input_handle=handle, index=i, item=pairs(i))
    before = handle
    for i in tf.range(n):
        handle = raw.TensorListSetItem(input_handle=handle, index=i, item=pairs(7))
    return stack(before), stack(handle)


def in_a_branch(n: Any) -> Any:
    handle = empty()
    for i in tf.range(n):
        handle = push(handle, pairs(i))
    if n > 2:
        handle = push(handle, pairs(-1))
    else:
        handle = handle
    return stack(handle)


def left_as_a_list(n: Any) -> Any:
    handle = empty()
    for i in tf.range(n):
        handle = push(handle, pairs(i))
    return raw.TensorListConcatV2(
        input_handle=handle, element_shape=np.array([2], np.int32), leading_dims=np.zeros(0, np.int64),
        element_dtype=tf.float32,
    )[0]  # fmt: skip


def grows(n: Any) -> Any:
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for i in tf.range(n):
        array = array.write(i, pairs(i))
    return array.size(), array.write(n + 1, pairs(-1)).stack()


def grows_with_gaps(n: Any) -> Any:
    array = tf.TensorArray(tf.float32, 2, dynamic_size=True, element_shape=[2])
    for i in tf.range(n):
        array = array.write(3 * i + 1, pairs(i))
        array = array.write(i, pairs(-i))
    return array.stack()


def grows_at_its_end(n: Any) -> Any:
    array, total = tf.TensorArray(tf.float32, 0, dynamic_size=True, clear_after_read=False), tf.zeros([2])
    i = 0
    while i * i < 4 * n:
        array = array.write(array.size(), pairs(i))
        total = total * 0.5 + array.read(i // 2)
        i += 1
    return array.stack(), total


def grows_from_rows(n: Any) -> Any:
    x = tf.reshape(tf.range(6.0), [3, 2])
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True).unstack(x)
    for i in tf.range(n):
        array = array.write(2 + i, pairs(i))
    return array.stack(), x


def grows_and_stays(n: Any) -> Any:
    """The list from before a second loop is read after it."""
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[2], clear_after_read=False)
    for i in tf.range(n):
        array = array.write(i, pairs(i))
    after = array
    for i in tf.range(n):
        after = after.write(n // 2 + i, pairs(-i))
    return array.stack(), after.stack()


def grows_in_two_loops(n: Any) -> Any:
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[2])
    for i in tf.range(n):
        for k in tf.range(2):
            array = array.write(2 * i + k, pairs(i + k))
    return array.stack()


def slope_of_what_grows(n: Any) -> Any:
    x = tf.constant([1.0, 0.5])
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for i in tf.range(n + 1):
        array = array.write(2 * i, x * pairs(i))
    return tf.gradients(tf.reduce_sum(array.stack() ** 2), x)[0], array.stack()


def longer_and_shorter(n: Any) -> Any:
    handle = raw.TensorListReserve(element_shape=np.array([2], np.int32), num_elements=n, element_dtype=tf.float32)
    for i in tf.range(n):
        handle = raw.TensorListSetItem(input_handle=handle, index=i, item=pairs(i + 1))
        handle = raw.TensorListResize(input_handle=handle, size=2 * n - i)
        handle = raw.TensorListResize(input_handle=handle, size=n + i)
    return stack(handle)


PROGRAMS: list[Program] = [
    every_third, one_value_in_two_lists, numbers, read_before_it_is_overwritten, nested, rows, changed_rows,
    stopped_early, kept_and_changed, in_a_branch, left_as_a_list, grows, grows_with_gaps,
    grows_at_its_end, grows_from_rows, grows_and_stays, grows_in_two_loops, slope_of_what_grows, longer_and_shorter,
]  # fmt: skip


def results(program: Program, n: int, known: bool) -> list[list[list[Any]]]:
    if known:
        graph = tf.function(lambda: program(n)).get_concrete_function().graph
        inputs = []
    else:
        graph = tf.function(program, input_signature=[tf.TensorSpec([], tf.int32)]).get_concrete_function().graph
        inputs = [np.array(n, np.int32)]
    names = ("numpy", "native")
    return [[np.asarray(a).tolist() for a in executor(e).compile(optimize(graph)).run(inputs)] for e in names]


@pytest.mark.parametrize("n", [0, 1, 5, 200])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_as_the_reference(program: Program, n: int) -> None:
    wanted, found = results(program, n, known=False)
    assert found == wanted


@pytest.mark.parametrize("n", [0, 1, 5, 200])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_lists_that_outgrow_their_room(program: Program, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_MOST_AT_FIRST", "_MOST_UNSURE", "_MOST_UNKNOWN"):
        monkeypatch.setattr(capacity, name, 24)
    wanted, found = results(program, n, known=False)
    assert found == wanted


def pushed_until(fail: Program) -> Program:
    def program(n: Any, x: Any) -> Any:
        handle = empty()
        for i in tf.range(n):
            handle = push(handle, fail(i, x))
        return stack(handle)

    return program


def slope_until(fail: Program) -> Program:
    def program(n: Any, x: Any) -> Any:
        y = x
        for i in tf.range(n):
            y = tf.tanh(y) * fail(i, x)
        return tf.gradients(y, x)[0]

    return program


def asserted(i: Any, x: Any) -> Any:
    tf.debugging.assert_less(i, tf.constant(5, i.dtype))
    return x


ENDS: dict[str, tuple[Program, str]] = {
    "assert": (asserted, "assertion failed"),
    "gather": (lambda i, x: x * tf.gather(x, i), "is not in"),
    "division": (lambda i, x: x * tf.cast(10 // (3 - i), tf.float32), "division by zero"),
}


@pytest.mark.parametrize("limit", [2**40, 2**62])
@pytest.mark.parametrize("loop", [pushed_until, slope_until])
@pytest.mark.parametrize("name", ENDS)
def test_a_loop_that_ends_long_before_its_counter(name: str, loop: Any, limit: int) -> None:
    fail, message = ENDS[name]
    x = tf.constant([0.5, 0.25])
    n, program = tf.constant(limit, tf.int64), loop(fail)
    unknown = tf.function(program)
    known = tf.function(lambda x: unknown(n, x))
    for call in (lambda: unknown(n, x), lambda: known(x)):
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            call()


@pytest.mark.parametrize("program", [every_third, numbers, nested, changed_rows], ids=lambda p: p.__name__)
def test_with_a_known_number_of_rounds(program: Program) -> None:
    wanted, found = results(tf.autograph.to_graph(program), 9, known=True)
    assert found == wanted


def slope_until_small(n: Any) -> Any:
    """Nobody knows how many rounds there are; their values are kept for the way back."""
    x = tf.constant([1.0, 0.5])
    y, rounds = x, 0
    while tf.reduce_sum(y) > 1.0 / tf.cast(n + 1, tf.float32):
        y = tf.tanh(y) * 0.99
        rounds += 1
    return tf.gradients(y, x)[0], rounds


def slope_until_break(n: Any) -> Any:
    x = tf.constant([1.0, 0.5])
    y = x
    for i in tf.range(tf.constant(2**40, tf.int64)):
        y = tf.tanh(y) * 0.99
        if i >= tf.cast(n, tf.int64):
            break
    return tf.gradients(y, x)[0]


def pushed_until_found(n: Any) -> Any:
    handle = empty()
    i = 0
    while i * i <= n:
        handle = push(handle, pairs(i))
        i += 1
    return stack(handle)


UNCOUNTED = [slope_until_small, slope_until_break, pushed_until_found]


@pytest.mark.parametrize("room", [24, 1 << 20])
@pytest.mark.parametrize("n", [0, 1, 5, 200])
@pytest.mark.parametrize("program", UNCOUNTED, ids=lambda p: p.__name__)
def test_loops_without_a_counter(program: Program, n: int, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "_MOST_UNSURE", room)
    monkeypatch.setattr(capacity, "_MOST_UNKNOWN", room)
    (wanted, found) = results(program, n, known=False)
    for have, want in zip(found, wanted, strict=True):
        np.testing.assert_allclose(have, want, rtol=1e-5)


COUNTED = [every_third, one_value_in_two_lists, numbers, read_before_it_is_overwritten, nested, rows, changed_rows]
GROWING = [
    grows_with_gaps, grows_at_its_end, grows_from_rows, slope_of_what_grows, longer_and_shorter,
]  # fmt: skip
NATIVE = [*COUNTED, *UNCOUNTED, *GROWING]


@pytest.mark.parametrize("program", NATIVE, ids=lambda p: p.__name__)
def test_no_list_is_an_object(program: Program) -> None:
    if not jit.available():
        pytest.skip("LLVM is not there")
    f = tf.function(program, input_signature=[tf.TensorSpec([], tf.int32)])
    f(tf.constant(3))
    (trace,) = f.explain().traces
    assert not [call.op for call in trace.host_calls if call.op.startswith("TensorList")]
    text = f.experimental_get_compiler_ir(tf.constant(3))(stage="llvm")
    assert "PyList_Append" not in text


MISTAKES: dict[str, tuple[Program, str]] = {
    "get": (lambda a, n: a.read(n), "Trying to access element 3 in a list with 3 elements"),
    "set": (lambda a, n: a.write(n, tf.zeros([2])).stack(), "Trying to modify element 3 in a list with 3 elements"),
    "before": (lambda a, n: a.write(n - 4, pairs(0)).stack(), "Trying to modify element -1 in a list with 3 elements"),
    "below": (lambda a, n: a.read(n - 4), "Trying to access element -1 in a list with 3 elements"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_kernel_says_what_is_wrong(name: str) -> None:
    wrong, text = MISTAKES[name]

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def f(n: Any) -> Any:
        array = tf.TensorArray(tf.float32, size=n, element_shape=[2], clear_after_read=False)
        for i in tf.range(n):
            array = array.write(i, pairs(i))
        return wrong(array, n)

    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        f(tf.constant(3))


@pytest.mark.parametrize("wrong", ["write", "resize"])
def test_nothing_is_before_the_first_element(wrong: str) -> None:
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def f(n: Any) -> Any:
        handle = raw.TensorListReserve(element_shape=np.array([2], np.int32), num_elements=n, element_dtype=tf.float32)
        for i in tf.range(n):
            if wrong == "resize":
                handle = raw.TensorListResize(input_handle=handle, size=n - 2 * i)
            handle = raw.TensorListSetItem(
                input_handle=handle, index=n - 2 * i, item=pairs(i), resize_if_index_out_of_bounds=True
            )
        return stack(handle)

    texts = {"write": "modify element -1 in a list with 4", "resize": "expects size to be non-negative. Got: -1"}
    with pytest.raises(tf.errors.InvalidArgumentError, match=texts[wrong]):
        f(tf.constant(3))


def test_more_is_taken_than_was_put() -> None:
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def f(n: Any) -> Any:
        handle, total = empty(), tf.zeros([2])
        for i in tf.range(n):
            handle = push(handle, pairs(i))
        for _ in tf.range(n + 1):
            handle, item = pop(handle)
            total += item
        return total

    with pytest.raises(tf.errors.InvalidArgumentError, match="Trying to pop from an empty list"):
        f(tf.constant(3))


def test_an_element_of_a_shape_that_the_list_does_not_have() -> None:
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def f(n: Any) -> Any:
        handle = empty(shape=(3,))
        for i in tf.range(n):
            handle = push(handle, pairs(i))
        return raw.TensorListLength(input_handle=handle)

    assert int(f(tf.constant(0))) == 0
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Op element shape: \[2\] list shape: \[3\]"):
        f(tf.constant(3))


def test_results_do_not_change_with_the_next_call() -> None:
    f = tf.function(nested, input_signature=[tf.TensorSpec([], tf.int32)])
    first = f(tf.constant(4))
    kept = first.numpy().copy()
    f(tf.constant(4))
    assert first.numpy().tolist() == kept.tolist()
