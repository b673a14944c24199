"""Branches, loops and calls in compiled code, host calls among them, errors out of them."""

from __future__ import annotations

import signal
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.shape import Symbol
from graphwright.control import call_function, cond, while_loop
from graphwright.ir.types import tensor_type
from graphwright.passes import optimize
from graphwright.runtime.native.executor import NativeExecutor
from tests.support.executors import on_numpy
from tests.support.native_graphs import both, compiled, floats, integers, open_type, traced, type_of

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.executors


@pytest.mark.parametrize("x", [1.0, -1.0])
def test_branches_of_every_kind_of_value(x: float) -> None:
    def f(p: Any, a: Any) -> Any:
        return cond(
            p > 0.0,
            lambda: (p * 2.0, a + 1.0, a, tf.constant("yes"), tf.constant([1, 2])),
            lambda: (p - 1.0, tf.transpose(a), a * 3.0, tf.constant("no"), tf.constant([3, 4])),
        )

    assert both(f, np.float32(x), floats(4, 4)).host_calls == 0


def _doubled(x: Any) -> Any:
    shapes = [tf.TensorShape([]), tf.TensorShape([None, None])]
    found = while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, tf.concat([a, a], 0)), [0, x], shape_invariants=shapes)
    return found[1]


def _sizes_summed(x: Any) -> Any:
    return while_loop(lambda i, a, s: i < 2, lambda i, a, s: (i + 1, a * a, s + tf.shape(a)), [0, x, tf.shape(x)])[2]


@pytest.mark.parametrize(
    "f",
    [
        lambda x: tf.shape(x) + 1,
        lambda x: tf.shape(_doubled(x)) + 1,
        _sizes_summed,
        lambda x: tf.shape(cond(tf.shape(x)[0] > 1, lambda: x, lambda: tf.concat([x, x], 1))) * 2,
        lambda x: tf.shape(tf.tile(x, [2, 1])) + 1,
    ],
    ids=["argument", "loop", "inside a loop", "branch", "host call"],
)
def test_sizes_of_what_only_python_can_look_into(f: Any) -> None:
    x = np.ones((3, 2), np.complex64)
    both(f, x, types=[tensor_type(tf.complex64, (Symbol(), Symbol()))])


@pytest.mark.parametrize("x", [1.0, -1.0])
def test_branches_that_give_arrays_of_different_size(x: float) -> None:
    def f(p: Any, a: Any) -> Any:
        y = cond(p > 0.0, lambda: a[:2], lambda: tf.concat([a, a], 0))
        return y, tf.reduce_sum(y), y + 1.0

    both(f, np.float32(x), floats(5), tolerance=1e-6)


@pytest.mark.parametrize("x", [3, -3, 7])
def test_nested_branches(x: int) -> None:
    def f(p: Any, a: Any) -> Any:
        return cond(p > 0, lambda: cond(p > 5, lambda: a, lambda: a + 1.0), lambda: a - tf.cast(p, tf.float32))

    both(f, np.int32(x), floats(5))


@pytest.mark.parametrize("rounds", [0, 1, 2, 5])
def test_loops_over_arrays_use_two_buffers(rounds: int) -> None:
    def f(n: Any, x: Any) -> Any:
        return while_loop(lambda i, x, y: i < n, lambda i, x, y: (i + 1, y * 0.5 + 1.0, x), [0, x, x + 3.0])

    assert both(f, np.int32(rounds), floats(6, 7)).host_calls == 0


@pytest.mark.parametrize("rounds", [0, 1, 4])
def test_a_product_in_a_loop(rounds: int) -> None:
    program = both(
        lambda n, x: while_loop(lambda i, y: i < n, lambda i, y: (i + 1, y @ x), [0, x])[1],
        np.int32(rounds),
        integers(10, 10, low=-2, high=3),
    )
    assert (program.regions, program.host_calls) == (1, 0)


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_a_loop_whose_variable_grows(rounds: int) -> None:
    def f(n: Any, x: Any) -> Any:
        shapes = [tf.TensorShape([]), tf.TensorShape([None])]
        return while_loop(
            lambda i, y: i < n, lambda i, y: (i + 1, tf.concat([y, x], 0)), [0, x], shape_invariants=shapes
        )

    assert both(f, np.int32(rounds), floats(3)).host_calls == 0


@pytest.mark.parametrize(
    "draw",
    [
        lambda i, x: tf.random.stateless_normal([], [i, 1]),
        lambda i, x: tf.cond(x > 4.0, lambda: tf.random.stateless_uniform([], [i, 1]), lambda: x / 2.0),
    ],
    ids=["drawn", "drawn in a branch"],
)
def test_a_loop_carries_a_number_that_was_drawn(draw: Any) -> None:
    def run(rounds: Any) -> Any:
        return tf.while_loop(lambda i, x: i < rounds, lambda i, x: (i + 1, draw(i, x)), (0, tf.constant(8.0)))[1]

    for rounds in range(3):
        assert tf.function(run, jit_compile=True)(rounds).numpy() == on_numpy(tf.function(run))(rounds).numpy()


def test_loops_in_loops_and_branches() -> None:
    def f(n: Any) -> Any:
        def outer(i: Any, total: Any) -> Any:
            inner = while_loop(
                lambda j, t: j < i, lambda j, t: (j + 1, t + cond(j % 2 == 0, lambda: j, lambda: -j)), [0, total]
            )
            return i + 1, inner[1]

        return while_loop(lambda i, total: i < n, outer, [0, 0])[1]

    program = both(f, np.int32(9))
    assert (program.regions, program.host_calls) == (0, 0)


def test_a_body_used_twice_keeps_its_symbols_apart() -> None:
    symbol = Symbol()
    inner = traced(lambda x: x * 2.0 + tf.reduce_sum(x), [tensor_type(tf.float32, (symbol,))])
    program = both(
        lambda x, y: (call_function(inner, [x])[0], call_function(inner, [y])[0]), floats(3), floats(5), tolerance=1e-6
    )
    assert program.host_calls == 0


# host calls --------------------------------------------------------------------------------------------------


def test_text_stays_with_python_but_the_loop_is_native(capsys: pytest.CaptureFixture[str]) -> None:
    def f(n: Any, x: Any) -> Any:
        def body(i: Any, y: Any) -> Any:
            tf.raw_ops.PrintV2(input=tf.strings.join(["round ", tf.strings.as_string(i)]))
            return i + 1, y * 2.0

        return while_loop(lambda i, y: i < n, body, [0, x])[1]

    program = compiled(f, type_of(np.int32(0)), type_of(floats(3)))
    assert program.host_calls == 3
    np.testing.assert_array_equal(program.run([np.array(3, np.int32), floats(3)])[0], floats(3) * 8)
    assert capsys.readouterr().err == "round 0\nround 1\nround 2\n"


def test_complex_numbers_go_through_kernels_only_where_they_have_no_rule() -> None:
    ruled = both(lambda x: tf.math.real(tf.cast(x, tf.complex64) * 2j + 1.0) + x, floats(5), tolerance=1e-6)
    assert ruled.host_calls == 0
    inverse = both(lambda x: tf.math.real(tf.asinh(tf.cast(x, tf.complex64) * 2j)) + x, floats(5), tolerance=1e-6)
    assert inverse.host_calls > 0


def test_results_of_unknown_size_determine_it() -> None:
    def f(x: Any) -> Any:
        chosen = tf.boolean_mask(x, x > 0.0)
        return chosen * 2.0, tf.reduce_sum(chosen), tf.shape(chosen)

    both(f, floats(50), tolerance=1e-6)


def test_a_loop_that_was_in_a_branch_gives_sizes_of_its_own() -> None:
    def f(x: Any) -> Any:
        def looped() -> Any:
            found = while_loop(lambda i, a: i < 1, lambda i, a: (i + 1, tf.ones_like(a)), [0, x])
            return (found[0],)

        return cond(tf.constant(True), looped, lambda: (tf.constant(0),))

    graph = optimize(traced(f, [open_type(floats(2, 3), None, None)]))
    (loop,) = [op for op in graph.operations if "While" in op.type]
    graph.outputs = list(loop.outputs)
    rounds, ones = NativeExecutor().compile(graph).run([floats(2, 3)])
    assert rounds == 1
    np.testing.assert_array_equal(ones, np.ones((2, 3), np.float32))


@pytest.mark.parametrize("shape", [(0, 4), (16, 0, 0), (0, 0)], ids=str)
def test_the_largest_along_an_empty_axis_is_refused(shape: tuple[int, ...]) -> None:
    x = np.zeros(shape, np.float32)
    axis = shape.index(0) - len(shape)
    open_ended = tf.function(lambda x: tf.argmax(x, axis), input_signature=[tf.TensorSpec([None] * len(shape))])
    for call in (
        lambda: tf.argmax(x, axis),
        lambda: open_ended(x),
        lambda: on_numpy(tf.function(open_ended))(x),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError, match="Reduction axis"):
            call()


# errors ------------------------------------------------------------------------------------------------------


def test_an_error_names_the_line_and_leaves_earlier_effects() -> None:
    v = tf.Variable(1.0)

    @tf.function
    def f(x: Any) -> Any:
        v.assign(5.0)
        y = x // tf.constant([1, 0])
        v.assign(7.0)
        return y

    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero") as caught:
        f(tf.constant([1, 2]))
    assert "test_control.py" in str(caught.value) and "y = x // tf.constant([1, 0])" in str(caught.value)
    assert float(v) == 5.0


def test_an_index_out_of_range_is_the_kernels_error() -> None:
    program = both(lambda x, i: tf.gather(x, i), floats(5, 3), integers(4, low=0, high=5))
    assert program.host_calls == 0
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[2\] = 5 is not in \[0, 5\)"):
        program.run([floats(5, 3), np.array([0, 1, 5, 2], np.int32)])


def test_errors_of_python_code_pass_through() -> None:
    class Mine(Exception):
        pass

    def fail(x: Any) -> Any:
        raise Mine("from inside")

    program = compiled(lambda x: tf.numpy_function(fail, [x * 2.0], tf.float32), type_of(floats(3)))
    with pytest.raises(Exception, match="from inside"):
        program.run([floats(3)])
    with pytest.raises(Exception, match="from inside"):
        program.run([floats(3)])


def test_a_kernel_that_lies_about_its_shape_is_caught() -> None:
    def f(x: Any) -> Any:
        y = tf.numpy_function(lambda a: a[:2], [x], tf.float32)
        y.set_shape([3])
        return y + x

    program = compiled(f, type_of(floats(3)))
    with pytest.raises(tf.errors.InternalError, match="expected"):
        program.run([floats(3)])


def test_what_decides_may_be_of_unknown_rank() -> None:
    """In loaded graphs: what a branch or a loop asks is a number only when the program runs."""
    spec, unknown = tf.TensorSpec([2]), tf.TensorSpec(None)
    more, twice = (tf.function(g).get_concrete_function(spec).graph for g in (lambda x: x + 1.0, lambda x: x * 3.0))
    below = tf.function(lambda limit, x: x < limit).get_concrete_function(unknown, tf.TensorSpec([])).graph
    step = tf.function(lambda limit, x: (limit, x * 2.0)).get_concrete_function(unknown, tf.TensorSpec([])).graph

    @tf.function(input_signature=[tf.TensorSpec(None, tf.bool), spec])
    def choose(p: Any, x: Any) -> Any:
        return tf.raw_ops.If(cond=p, input=[x], Tout=[tf.float32], then_branch=more, else_branch=twice)

    @tf.function(input_signature=[unknown, tf.TensorSpec([])])
    def repeat(limit: Any, x: Any) -> Any:
        return tf.raw_ops.While(input=[limit, x], cond=below, body=step)[1]

    assert [choose(p, tf.ones([2]))[0].numpy().tolist() for p in (True, False)] == [[2.0, 2.0], [3.0, 3.0]]
    assert float(repeat(10.0, 1.0)) == 16.0


def test_a_long_loop_can_be_interrupted() -> None:
    def endless(n: Any) -> Any:
        return while_loop(lambda i: i < n, lambda i: (i + 0,), [tf.constant(0)])[0]

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    program = compiled(endless, type_of(np.int32(0)))
    before = signal.signal(signal.SIGALRM, interrupt)
    # the loop holds the interpreter: only a signal from outside Python's threads reaches it
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            program.run([np.array(1, np.int32)])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
