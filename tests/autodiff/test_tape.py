"""GradientTape: what it records, what it gives, what it refuses; gradients of traced functions; tf.gradients."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.core.dispatch import apply
from tests.support.gradients import by_tape, check_gradients, staged, without_gradient


def taped(f: Callable[..., Any], *args: Any, **options: Any) -> tuple[Any, Any]:
    """The tape and what `f` gave under it, with the arguments watched."""
    with tf.GradientTape(**options) as tape:
        tape.watch(args)
        result = f(*args)
    return tape, result


def numbers(value: Any) -> Any:
    return tf.nest.map_structure(lambda v: v if v is None else v.numpy().tolist(), value)


# gradients ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "x", "wanted"),
    [
        (lambda x: x * x, 3.0, 6.0),
        (lambda x: x, 3.0, 1.0),
        (lambda x: x * 3.0 + 3.0, 3.0, 3.0),
        (lambda x: x * x + x, 3.0, 7.0),
        (lambda x: x + x + x + x, 3.0, 4.0),
        (lambda x: [x * x, x], 3.0, 7.0),
        (lambda x: {"a": x * 2.0, "b": (x,)}, 3.0, 3.0),
        (lambda x: x * x, [1.0, 2.0], [2.0, 4.0]),
        (lambda x: tf.reduce_sum(x) * x, [1.0, 2.0], [6.0, 6.0]),
        (lambda x: tf.stop_gradient(x) * x, 3.0, 3.0),
        (lambda x: tf.unstack(x)[0] * 2.0, [1.0, 2.0], [2.0, 0.0]),
        (lambda x: tf.cast(tf.cast(x, tf.float64) * 2.0, tf.float32), 1.0, 2.0),
        (lambda x: tf.cast(tf.cast(x, tf.int32), tf.float32), 1.0, None),
        (lambda x: tf.argmax(x), [1.0, 2.0], None),
        (lambda x: tf.constant(1.0), 1.0, None),
    ],
)
def test_gradient(f: Any, x: Any, wanted: Any, caplog: pytest.LogCaptureFixture) -> None:
    tensor = tf.constant(x)
    tape, y = taped(f, tensor)
    assert numbers(tape.gradient(y, tensor)) == wanted
    assert numbers(staged(lambda a: by_tape(f, [a])[0])(tensor)) == (wanted or np.zeros_like(x).tolist())


def test_a_number_in_the_program_is_not_the_tensor_of_the_same_value() -> None:
    x, z = tf.constant(3.0), tf.constant(3.0)
    tape, y = taped(lambda x: x * z * 3.0 * tf.convert_to_tensor(3.0), x)
    assert float(tape.gradient(y, x)) == 27.0
    same = tf.convert_to_tensor(2.0, tf.float32)
    tape, y = taped(lambda a: a * tf.constant(2.0, tf.float32) * 2.0, same)
    assert float(tape.gradient(y, same)) == 4.0


def test_sources_come_back_in_their_structure() -> None:
    a, b = tf.constant(2.0), tf.Variable(3.0)
    tape, y = taped(lambda a: a * a * b, a)
    assert numbers(tape.gradient(y, {"p": [a, (b,)], "q": tf.constant(1.0)})) == {"p": [12.0, (4.0,)], "q": None}


def test_a_source_in_the_middle_takes_what_comes_in_there() -> None:
    x = tf.constant(2.0)
    tape, (m, y) = taped(lambda x: (lambda m: (m, m * m * x))(x * 3.0), x, persistent=True)
    assert [float(g) for g in tape.gradient(y, [x, m])] == [108.0, 24.0]
    assert float(tape.gradient(m, m)) == 1.0


@pytest.mark.parametrize(
    ("incoming", "wanted"), [(None, 5.0), ([1.0, 2.0], 6.0), (tf.constant([0.0, 3.0]), 3.0), (np.float32([1, 0]), 4.0)]
)
def test_output_gradients(incoming: Any, wanted: float) -> None:
    x = tf.constant(2.0)
    tape, y = taped(lambda x: tf.stack([x * x, x]), x)
    assert float(tape.gradient(y, x, output_gradients=incoming)) == wanted


def test_output_gradients_one_for_each_target() -> None:
    x = tf.constant(2.0)
    tape, ys = taped(lambda x: [x * x, x * 5.0], x, persistent=True)
    assert float(tape.gradient(ys, x, output_gradients=[tf.constant(10.0), None])) == 45.0
    with pytest.raises(ValueError, match="3 output gradients are given for 2 targets"):
        tape.gradient(ys, x, output_gradients=[None, None, None])


@pytest.mark.parametrize("choice", ["zero", tf.UnconnectedGradients.ZERO])
def test_unconnected_gradients_can_be_zeros(choice: Any) -> None:
    x, v = tf.constant([1.0, 2.0]), tf.Variable([[1.0]])
    tape, y = taped(lambda x: tf.constant(1.0), x)
    assert numbers(tape.gradient(y, [x, v], unconnected_gradients=choice)) == [[0.0, 0.0], [[0.0]]]


def test_complex_gradients_are_conjugate_as_in_tensorflow() -> None:
    z = tf.constant(1.0 + 2.0j)
    tape, y = taped(lambda z: z * z, z)
    assert complex(tape.gradient(y, z)) == 2.0 - 4.0j


# variables ----------------------------------------------------------------------------------------------------


def test_trainable_variables_are_watched_when_read() -> None:
    v, w, fixed = tf.Variable(2.0), tf.Variable(3.0), tf.Variable(5.0, trainable=False)
    with tf.GradientTape() as tape:
        y = v * v * fixed
    assert [id(x) for x in tape.watched_variables()] == [id(v)]
    assert numbers(tape.gradient(y, [v, w, fixed])) == [20.0, None, None]
    assert [id(x) for x in tape.watched_variables()] == [id(v)]


def test_watch_accessed_variables_can_be_off() -> None:
    v, w = tf.Variable(2.0), tf.Variable(3.0, trainable=False)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(w)
        y = v * w
    assert numbers(tape.gradient(y, [v, w])) == [None, 2.0]


def test_a_variable_is_read_as_it_was() -> None:
    v = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = v * v
        v.assign(100.0)
    assert float(tape.gradient(y, v)) == 4.0


def test_a_variable_can_be_the_target() -> None:
    v = tf.Variable([2.0, 3.0])
    tape, _ = taped(lambda: v * 2.0)
    assert numbers(tape.gradient(v, v)) == [1.0, 1.0]


# how long a tape lives ----------------------------------------------------------------------------------------


def test_a_tape_is_used_up_unless_persistent() -> None:
    x = tf.constant(3.0)
    tape, y = taped(lambda x: x * x, x)
    tape.gradient(y, x)
    message = r"A non-persistent GradientTape can only be used to compute one set of gradients \(or jacobians\)"
    for again in (tape.gradient, tape.jacobian):
        with pytest.raises(RuntimeError, match=message):
            again(y, x)
    tape, y = taped(lambda x: x * x, x, persistent=True)
    assert [float(tape.gradient(y, x)) for _ in range(2)] == [6.0, 6.0]


def test_a_gradient_inside_the_block_ends_recording() -> None:
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        assert float(tape.gradient(y, x)) == 6.0
    with tf.GradientTape() as outer:
        outer.watch(x)
        assert float(outer.gradient(x * x, x)) == 6.0


def test_a_persistent_tape_records_its_own_gradients_inside_the_block(caplog: pytest.LogCaptureFixture) -> None:
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        first = tape.gradient(x * x * x, x)
        second = tape.gradient(first, x)
        third = tape.gradient(second, x)
    assert [float(g) for g in (first, second, third)] == [27.0, 18.0, 6.0]
    assert "significantly less efficient" in caplog.text


def test_entering_again_goes_on() -> None:
    x = tf.constant(3.0)
    tape, y = taped(lambda x: x * x, x)
    with tape:
        z = x * y
    assert float(tape.gradient(z, x)) == 27.0
    with tape, pytest.raises(ValueError, match="Tape is still recording"), tape:
        pass


def test_reset_and_stop_recording() -> None:
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        tape.reset()
        tape.watch(x)
        with tape.stop_recording():
            z = x * 2.0
        w = x * 5.0 + z
    assert numbers(tape.gradient([y, w], x)) == 5.0
    with pytest.raises(ValueError, match="Tape is not recording"):
        tf.GradientTape().reset()
    with (
        pytest.raises(RuntimeError, match="Trying to stop recording a tape which is not recording"),
        tf.GradientTape().stop_recording(),
    ):
        pass


def test_an_error_in_the_block_ends_recording() -> None:
    x = tf.constant(3.0)
    with pytest.raises(ZeroDivisionError), tf.GradientTape() as tape:
        tape.watch(x)
        raise ZeroDivisionError
    with tf.GradientTape() as other:
        other.watch(x)
        y = x * x
    assert float(other.gradient(y, x)) == 6.0
    assert tape.gradient(y, x) is None


# what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda t, x: t.watch(3.0), ValueError, "Passed in object 3.0 of type 'float', not tf.Tensor"),
        (lambda t, x: t.gradient(None, x), TypeError, "Argument `target` should be a list or nested structure"),
        (lambda t, x: t.gradient(3.0, x), TypeError, "target of a gradient must be a tensor or a variable, not 3.0"),
        (lambda t, x: t.gradient(x, 3.0), TypeError, "source of a gradient must be a tensor or a variable, not 3.0"),
        (lambda t, x: t.gradient(x, x, unconnected_gradients="no"), ValueError, "unconnected_gradients: 'no'"),
        (lambda t, x: t.batch_jacobian(x, x), ValueError, r"Shape \(2,\) must have rank at least 2"),
    ],
)
def test_refused(ask: Any, error: type[Exception], message: str) -> None:
    x = tf.constant([1.0, 2.0])
    tape, _ = taped(lambda x: x * x, x)
    with pytest.raises(error, match=message):
        ask(tape, x)


def test_integers_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    i = tf.constant(3)
    with caplog.at_level(logging.DEBUG, "graphwright"):
        tape, y = taped(lambda i: i * 2, i)
        assert tape.gradient(y, i) is None
    reported = [r.getMessage() for r in caplog.records]
    assert [r.levelname for r in caplog.records] == ["WARNING", "DEBUG", "DEBUG"]
    assert reported == [
        "The dtype of the watched tensor must be floating (e.g. tf.float32), got tf.int32",
        "The dtype of the target tensor must be floating (e.g. tf.float32) when calling GradientTape.gradient, "
        "got tf.int32",
        "The dtype of the source tensor must be floating (e.g. tf.float32) when calling GradientTape.gradient, "
        "got tf.int32",
    ]


def test_an_op_without_gradient_is_named_when_its_gradient_is_needed() -> None:
    record = without_gradient("Tanh")
    x, z = tf.constant(1.0), tf.constant(2.0)
    tape, y = taped(lambda x, z: apply(record, (x,)) * z, x, z, persistent=True)
    with pytest.raises(LookupError, match=r"^gradient registry has no entry for: TanhWithoutGradient$"):
        tape.gradient(y, x)
    assert float(tape.gradient(y, z)) == pytest.approx(np.tanh(1.0))
    with pytest.raises(LookupError, match=r"test_tape\.py"):
        staged(lambda x: by_tape(lambda a: apply(record, (a,)), [x]))(x)


# jacobians ------------------------------------------------------------------------------------------------------


def test_jacobian() -> None:
    x, v, other = tf.constant([1.0, 2.0]), tf.Variable(3.0), tf.constant([1.0])
    f = lambda x: tf.stack([x * v, x * x], 1)  # noqa: E731
    for way in (lambda g: g, staged):

        def jacobians() -> Any:
            tape, y = taped(f, x, persistent=True)
            return tape.jacobian(y, [x, v]), tape.jacobian(y, other, unconnected_gradients="zero")

        (by_x, by_v), zeros = way(jacobians)()
        assert numbers(by_x) == [[[3.0, 0.0], [2.0, 0.0]], [[0.0, 3.0], [0.0, 4.0]]]
        assert numbers(by_v) == [[1.0, 0.0], [2.0, 0.0]]
        assert zeros.shape == (2, 2, 1)
    tape, y = taped(f, x)
    assert tape.jacobian(y, other) is None


def test_batch_jacobian() -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    f = lambda x: tf.stack([x[:, 0] * x[:, 1], x[:, 1], x[:, 0]], 1)  # noqa: E731
    for way in (lambda g: g, staged):
        tape_result = way(lambda: (lambda t, y: t.batch_jacobian(y, x))(*taped(f, x)))()
        assert tape_result.shape == (3, 3, 2)
        assert numbers(tape_result)[1] == [[4.0, 3.0], [0.0, 1.0], [1.0, 0.0]]
    tape, _ = taped(f, x)
    assert not tape.batch_jacobian(tf.ones([3, 2]), x).numpy().any()
    tape, _ = taped(f, x)
    with pytest.raises(ValueError, match="Need first dimension of target shape"):
        tape.batch_jacobian(tf.ones([2, 2]), x)


# traced functions -----------------------------------------------------------------------------------------------


def test_gradients_of_functions() -> None:
    check_gradients(lambda x, y: tf.reduce_sum(tf.tanh(x * y) + y * y[0]), [1.0, 2.0], [0.5, 0.3])


def test_a_function_with_several_results_of_which_one_is_used() -> None:
    f = staged(lambda x: (tf.tanh(x), tf.argmax(x), tf.exp(x) * 2.0, x))
    x = tf.constant([0.5, 1.0])
    for k, slope in ((0, 1 - np.tanh([0.5, 1.0]) ** 2), (2, 2 * np.exp([0.5, 1.0])), (3, [1.0, 1.0])):
        tape, results = taped(f, x)
        np.testing.assert_allclose(tape.gradient(results[k], x).numpy(), slope, rtol=1e-5)
    tape, results = taped(f, x)
    assert tape.gradient(results[1], x) is None


def test_arguments_that_are_not_followed_cost_nothing() -> None:
    ran: list[str] = []
    record = without_gradient("Tanh")
    f = staged(lambda x, y: (ran.append("traced"), x * apply(record, (y,)))[1])
    x, y = tf.constant(2.0), tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        result = f(x, y)
    assert float(tape.gradient(result, x)) == pytest.approx(np.tanh(1.0))
    assert ran == ["traced"]


def test_functions_read_variables_for_the_tape() -> None:
    v = tf.Variable([1.0, 2.0])
    inner = staged(lambda x: x * v)
    outer = staged(lambda x: inner(x) * v)
    with tf.GradientTape() as tape:
        y = outer(tf.constant(3.0))
    assert [id(x) for x in tape.watched_variables()] == [id(v)]
    assert numbers(tape.gradient(y, v)) == [6.0, 12.0]


@pytest.mark.parametrize(
    ("target", "sources", "wanted"),
    [
        (lambda x, y, z, r: r[0], lambda x, y, z, r: [x, y, z], [6.0, 2.0, None]),
        (lambda x, y, z, r: r[0], lambda x, y, z, r: {"y": (y,)}, {"y": (2.0,)}),
        (lambda x, y, z, r: [r[0], r[1]], lambda x, y, z, r: [x, y], [7.0, 2.0]),
        (lambda x, y, z, r: r[0], lambda x, y, z, r: [r[0], x], [1.0, 6.0]),
        (lambda x, y, z, r: r[0], lambda x, y, z, r: [x, x], [6.0, 6.0]),
        (lambda x, y, z, r: x, lambda x, y, z, r: [x, y], [1.0, None]),
        (lambda x, y, z, r: r[0], lambda x, y, z, r: r[1], None),
        (lambda x, y, z, r: r[2], lambda x, y, z, r: [x, z], [None, None]),
    ],
)
def test_one_call_between_target_and_sources(target: Any, sources: Any, wanted: Any) -> None:
    f = staged(lambda x, y: (x * y * 2.0, x + 1.0, tf.argmax([x, y])))
    x, y, z = tf.constant(1.0), tf.constant(3.0), tf.constant(1.0)
    tape, results = taped(f, x, y)
    assert numbers(tape.gradient(target(x, y, z, results), sources(x, y, z, results))) == wanted


def test_a_tensor_passed_twice_has_the_sum() -> None:
    x = tf.constant(3.0)
    tape, y = taped(staged(lambda a, b: a * a * b), x, x)
    assert float(tape.gradient(y, x)) == 27.0


def test_the_ones_that_come_in_are_nobodys_source() -> None:
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        first, _ = taped(staged(lambda a: a), x)
        slope = first.gradient(x, x)
        outer.watch(slope)
        second, y = taped(staged(lambda a: a * a), x)
        again = second.gradient(y, x)
    assert (float(slope), float(again)) == (1.0, 6.0)
    assert outer.gradient(again, slope) is None
    assert float(outer.gradient(again, x)) == 2.0


@pytest.mark.parametrize("size", [1, 1000])
def test_an_eager_tensor_that_a_function_uses_can_be_a_source(size: int) -> None:
    x = tf.constant(np.full(size, 3.0, np.float32))
    f = staged(lambda: x * x + tf.cond(x[0] > 0, lambda: x, lambda: x * 2.0))
    f()
    tape, y = taped(lambda _: f(), x)
    assert numbers(tape.gradient(y, x)) == [7.0] * size
    inside = staged(lambda: (lambda t, y: t.gradient(y, x))(*taped(lambda _: f(), x)))
    assert numbers(inside()) == [7.0] * size


@pytest.mark.parametrize("stateful", [False, True])
def test_a_persistent_tape_differentiates_calls_again_and_again(stateful: bool) -> None:
    v = tf.Variable(1.0)
    f = staged(lambda x: x * x * x * x * (v if stateful else 1.0))
    x = tf.constant(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        found = [f(x)]
        for _ in range(4):
            found.append(tape.gradient(found[-1], x))
    assert [float(g) for g in found] == [16.0, 32.0, 48.0, 48.0, 24.0]


def test_random_numbers_are_the_same_in_the_backward_pass() -> None:
    f = staged(lambda x: x * tf.random.uniform([100]) * x)
    x = tf.constant(1.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        slope = tape.gradient(y, x)
    np.testing.assert_allclose(float(slope), 2 * float(tf.reduce_sum(y)), rtol=1e-5)
    np.testing.assert_allclose(float(outer.gradient(slope, x)), float(slope), rtol=1e-5)


def test_a_function_called_eagerly_runs_once() -> None:
    v = tf.Variable(0.0)

    def counted(x: Any) -> Any:
        v.assign_add(1.0)
        return x * x * v

    x = tf.constant(3.0)
    tape, y = taped(staged(counted), x)
    assert (float(y), float(tape.gradient(y, x)), float(v)) == (9.0, 6.0, 1.0)


def test_rows_of_a_gather_are_slices() -> None:
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    with tf.GradientTape() as tape:
        tape.watch(v)
        y = apply("ResourceGather", (v.handle, tf.constant([2, 0, 2])), {"dtype": tf.float32})
    gradient = tape.gradient(y, v)
    assert isinstance(gradient, tf.IndexedSlices)
    assert numbers(gradient.indices) == [2, 0, 2]
    assert numbers(tf.convert_to_tensor(gradient)) == [[1.0, 1.0], [0.0, 0.0], [2.0, 2.0]]
    with tf.GradientTape() as tape:
        y = v * 3.0 + apply("ResourceGather", (v.handle, tf.constant([0])), {"dtype": tf.float32}) * 2.0
    assert numbers(tape.gradient(y, v)) == [[9.0, 9.0], [3.0, 3.0], [3.0, 3.0]]


# tf.gradients ---------------------------------------------------------------------------------------------------


def test_symbolic_gradients() -> None:
    v, outer = tf.Variable(5.0), tf.constant(4.0)

    @staged
    def f(z: Any) -> Any:
        y = z * z
        return [
            tf.gradients(y * v * outer, [z, v, outer]),
            tf.gradients([y, z], z, grad_ys=[None, tf.constant(5.0)]),
            tf.gradients(y * z, z, stop_gradients=y),
            tf.gradients(tf.constant(1.0), [z], unconnected_gradients="zero"),
            tf.gradients(tf.gradients(y * z, z), z),
        ]

    assert numbers(f(tf.constant(3.0))) == [[120.0, 36.0, 45.0], [11.0], [9.0], [0.0], [18.0]]


def test_symbolic_gradients_need_a_graph() -> None:
    x = tf.constant(1.0)
    with pytest.raises(RuntimeError, match=r"tf\.gradients is not supported when eager execution is enabled"):
        tf.gradients(x, x)
    with pytest.raises(ValueError, match="Passed 2 grad_ys for 1 ys"):
        staged(lambda z: tf.gradients(z * z, z, grad_ys=[None, None]))(x)


def test_hessians() -> None:
    @staged
    def f(x: Any) -> Any:
        return tf.hessians(tf.reduce_sum(x * x * x) + x[0] * x[1], [x, tf.constant(1.0)])

    assert numbers(f(tf.constant([2.0, 3.0]))) == [[[12.0, 1.0], [1.0, 18.0]], None]


# forward ----------------------------------------------------------------------------------------------------------


def test_derivatives_along_a_direction() -> None:
    x, v = tf.constant([2.0, 3.0]), tf.Variable(5.0)
    f = staged(lambda x: {"product": x * v, "loop": tf.while_loop(lambda a: a[0] < 50.0, lambda a: (a * x,), (x,))[0]})
    for way in (f, f.python_function):
        directions = [tf.constant([1.0, 10.0]), tf.constant(7.0)]
        with tf.autodiff.ForwardAccumulator([x, v], directions) as accumulator:
            found = way(x)
            moved = accumulator.jvp(found)
        assert numbers(moved["product"]) == [1.0 * 5 + 2.0 * 7, 10.0 * 5 + 3.0 * 7]
        np.testing.assert_allclose(moved["loop"].numpy(), [6 * 2.0**5, 10 * 6 * 3.0**5], rtol=1e-5)
        assert accumulator.jvp(tf.constant(1.0)) is None
        assert float(accumulator.jvp(tf.constant(1.0), unconnected_gradients="zero")) == 0.0
    with accumulator, pytest.raises(ValueError, match="already recording"), accumulator:
        pass


@pytest.mark.parametrize("stage", [lambda f: f, tf.function], ids=["eager", "traced"])
@pytest.mark.parametrize("use", [lambda s: s * 2.0, lambda s: tf.exp(s * s)], ids=["itself", "derived"])
def test_what_is_stopped_is_a_constant_of_the_tape(stage: Any, use: Any) -> None:
    @stage
    def gradients(x: tf.Tensor) -> Any:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            stopped = tf.stop_gradient(x * 2.0)
            y = use(stopped)
            z = tf.reduce_sum(y * x)
        found = [tape.gradient(z, s, unconnected_gradients="zero") for s in (stopped, y, x)]
        return [tape.gradient(z, s) is None for s in (stopped, y, x)], found

    none, (at_stopped, at_y, at_x) = gradients(tf.constant([1.0, 2.0]))
    assert list(map(bool, none)) == [True, True, False]
    np.testing.assert_array_equal(at_stopped, [0.0, 0.0])
    np.testing.assert_array_equal(at_y, [0.0, 0.0])
    np.testing.assert_allclose(at_x, use(tf.constant([2.0, 4.0])))


@pytest.mark.parametrize(
    "constant",
    [
        tf.zeros_like,
        tf.ones_like,
        lambda x: tf.raw_ops.ZerosLike(x=x),
        tf.random.shuffle,
        lambda x: tf.range(x[0], 9.0, 4.0),
    ],
)
def test_what_has_no_gradient_itself_is_a_source(constant: Any) -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        made = constant(x)
        with tape.stop_recording():
            unseen = constant(x)
        y, z = made * 3.0, unseen * 3.0
    assert numbers(tape.gradient(y, made)) == [3.0, 3.0]
    assert tape.gradient(y, x) is None
    assert tape.gradient(z, unseen) is None
    with tf.GradientTape() as other:
        other.watch(x)
        made = constant(tf.constant([1.0, 2.0]))
        y = made * 3.0
    assert other.gradient(y, made) is None
