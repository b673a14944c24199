"""Calls of functions under a tape: one that is all there is on the tape has a gradient by one call of compiled code."""

from __future__ import annotations

import contextlib
import gc
import threading
import weakref
from collections.abc import Iterator
from types import BuiltinFunctionType
from typing import Any

import pytest

import graphwright as tf
from graphwright.autodiff import tape as tape_module
from graphwright.core.context import slow_path_flags
from graphwright.core.tape import CallEntry

pytest.importorskip("llvmlite")

X, Y = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[5.0, 6.0], [7.0, 8.0]])
BIG = tf.ones([20, 20]) * 0.5  # too large to become a constant
SMALL = tf.constant([0.5, 0.25])


@pytest.fixture
def slow_path_reasons(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The gradients of calls that compiled code took, but not in one call of its own; skips where there is none."""
    probe = tf.function(lambda x: x, autograph=False)
    for _ in range(2):
        probe(X)
    if not isinstance(probe.__call__, BuiltinFunctionType):
        pytest.skip("no builtin here")
    seen: list[Any] = []
    plain = tape_module.backpropagate

    def counted(entries: Any, *others: Any) -> Any:
        if any(type(entry) is CallEntry for entry in entries):
            seen.append(entries)
        return plain(entries, *others)

    monkeypatch.setattr(tape_module, "backpropagate", counted)
    yield seen


class Model:
    def __init__(self) -> None:
        self.kernel = tf.Variable([[0.5, -1.0], [0.25, 2.0]])
        self.bias = tf.Variable([0.1, 0.2])
        self.fixed = tf.Variable([2.0, 3.0], trainable=False)

    def loss(self, x: Any) -> Any:
        return tf.reduce_sum(tf.tanh(x @ self.kernel + self.bias) * self.fixed)


def numbers(value: Any) -> Any:
    return tf.nest.map_structure(lambda v: v if v is None else tf.convert_to_tensor(v).numpy().tolist(), value)


def gradients(f: Any, args: Any, watched: Any, ask: Any, taken: bool = False, **options: Any) -> Any:
    """What is asked of a tape; `taken`: see that compiled code took the call."""
    with tf.GradientTape(**options) as tape:
        tape.watch(watched)
        result = f(*args)
    assert not taken or [type(entry) for entry in tape._tape.entries] == [CallEntry]
    return ask(tape, result)


def check(f: Any, args: Any, watched: Any, ask: Any, taken: bool = False, **options: Any) -> None:
    """What the function gives is what its Python function gives, op by op."""
    function = tf.function(f, autograph=False)
    wanted = numbers(gradients(f, args, watched, ask, **options))
    for i in range(4):
        found = gradients(function, args, watched, ask, taken and i > 0, **options)
        assert tf.nest.map_structure(type, numbers(found)) == tf.nest.map_structure(type, wanted)
        for have, want in zip(tf.nest.flatten(numbers(found)), tf.nest.flatten(wanted), strict=True):
            assert have == (want if want is None else pytest.approx(want, rel=1e-4, abs=1e-6))


_MODEL = Model()
_QUICK: dict[str, tuple[Any, ...]] = {
    "a list": (lambda a, b: tf.reduce_sum(a * b + tf.tanh(a)), (X, Y), [X, Y], lambda t, y: t.gradient(y, [X, Y])),
    "the other order": (lambda a, b: a * b + a, (X, Y), [X, Y], lambda t, y: t.gradient(y, [Y, X])),
    "a tuple": (lambda a, b: a / b, (X, Y), [X, Y], lambda t, y: t.gradient(y, (X, Y))),
    "one of two": (lambda a, b: a / b, (X, Y), [X, Y], lambda t, y: t.gradient(y, Y)),
    "one watched": (lambda a, b: a / b, (X, Y), [Y], lambda t, y: t.gradient(y, Y)),
    "a list of one": (lambda a: a * a, (X,), X, lambda t, y: t.gradient(y, [X])),
    "variables": (_MODEL.loss, (X,), [], lambda t, y: t.gradient(y, [_MODEL.bias, _MODEL.kernel])),
    "a variable and a tensor": (_MODEL.loss, (X,), X, lambda t, y: t.gradient(y, [_MODEL.kernel, X])),
    "a variable watched": (_MODEL.loss, (X,), _MODEL.fixed, lambda t, y: t.gradient(y, _MODEL.fixed)),
    "first of two outputs": (lambda a: (a * a, a * 3.0), (X,), X, lambda t, y: t.gradient(y[0], X)),
    "second of two outputs": (lambda a: {"p": a * a, "q": a * 3.0}, (X,), X, lambda t, y: t.gradient(y["q"], X)),
    "a captured tensor": (lambda a: tf.reduce_sum(a) * BIG, (X,), [X, BIG], lambda t, y: t.gradient(y, [X, BIG])),
}  # fmt: skip


@pytest.mark.parametrize("name", _QUICK)
def test_one_call(name: str, slow_path_reasons: list[Any]) -> None:
    f, args, watched, ask = _QUICK[name]
    check(f, args, watched, ask, taken=True)
    check(f, args, watched, lambda tape, y: [ask(tape, y), ask(tape, y)], taken=True, persistent=True)
    assert not slow_path_reasons


def test_sizes_that_are_not_known(slow_path_reasons: list[Any]) -> None:
    square = tf.function(lambda a: a * a, input_signature=[tf.TensorSpec([None])])
    for size in (3, 5000, 3, 7, 0):
        for _ in range(3):
            x = tf.range(float(size))
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = square(x)
            assert numbers(tape.gradient(y, x)) == [2.0 * i for i in range(size)]
    assert not slow_path_reasons


_OTHER: dict[str, tuple[Any, ...]] = {
    "one tensor given twice": (lambda a, b: a * a * b, (X, X), X, lambda t, y: t.gradient(y, X)),
    "one of three given twice": (lambda a, b, c: a * a * b * c, (X, Y, X), [X, Y], lambda t, y: t.gradient(y, [X, Y])),
    "given and captured": (lambda a: a * a * BIG, (BIG,), BIG, lambda t, y: t.gradient(y, BIG)),
    "a constant": (lambda a: a * SMALL, (X,), [SMALL], lambda t, y: t.gradient(y, SMALL)),
    "a source twice": (lambda a: a * a, (X,), X, lambda t, y: t.gradient(y, [X, X])),
    "a source that was not watched": (lambda a, b: a * b, (X, Y), X, lambda t, y: t.gradient(y, [X, Y])),
    "a stranger": (lambda a: a * a, (X,), X, lambda t, y: t.gradient(y, [X, Y])),
    "no gradient": (lambda a, b: tf.stop_gradient(a) * b, (X, Y), [X, Y], lambda t, y: t.gradient(y, [X, Y])),
    "a structure": (lambda a, b: a / b, (X, Y), [X, Y], lambda t, y: t.gradient(y, {"a": X, "b": [Y]})),
    "two targets": (lambda a: (a * a, a * 3.0), (X,), X, lambda t, y: t.gradient(y, X)),
    "a gradient that comes in": (lambda a: a * a, (X,), X, lambda t, y: t.gradient(y, X, output_gradients=Y)),
    "zeros": (lambda a: a * a, (X,), X, lambda t, y: t.gradient(y, [X, Y], unconnected_gradients="zero")),
    "rows": (lambda a: tf.gather(a, [1, 1]), (X,), X, lambda t, y: t.gradient(y, X)),
    "the target": (lambda a: a * a, (X,), X, lambda t, y: t.gradient(y, y)),
    "a jacobian": (lambda a: a * a, (X,), X, lambda t, y: t.jacobian(y, X)),
    "no source": (lambda a: a * a, (X,), X, lambda t, y: t.gradient(y, [])),
}


@pytest.mark.parametrize("name", _OTHER)
def test_other_gradient_requests(name: str) -> None:
    check(*_OTHER[name])


@pytest.mark.parametrize("use", ["persistent", "nested", "inside", "once more"])
def test_second_order(use: str) -> None:
    cube = tf.function(lambda a: a * a * a)
    for _ in range(4):
        if use == "nested":
            with tf.GradientTape() as outer:
                outer.watch(X)
                slope = gradients(cube, [X], X, lambda t, y: t.gradient(y, X))
            found = outer.gradient(slope, X)
        elif use == "inside":
            with tf.GradientTape(persistent=True) as tape:
                tape.watch(X)
                slope = tape.gradient(cube(X), X)
            found = tape.gradient(slope, X)
        elif use == "persistent":
            with tf.GradientTape(persistent=True) as tape:
                tape.watch(X)
                y = cube(X)
                slope = tape.gradient(y, X)
                assert numbers(tape.gradient(y, [X])) == [[[3.0, 12.0], [27.0, 48.0]]]
            found = tape.gradient(slope, X)
        else:  # a tape that saw nothing of the call sees its gradient
            with tf.GradientTape() as tape:
                tape.watch(X)
                y = cube(X)
            with tf.GradientTape() as later:
                later.watch(y)
                slope = tape.gradient(y, X)
            assert numbers(slope) == [[3.0, 12.0], [27.0, 48.0]] and later.gradient(slope, y) is None
            continue
        assert numbers(found) == [[6.0, 12.0], [18.0, 24.0]]


def test_which_variables_are_watched() -> None:
    model = Model()
    loss = tf.function(model.loss)
    for trainable in (True, True, False, True, True):
        model.bias._trainable = trainable
        with tf.GradientTape() as tape:
            y = loss(X)
        assert [v is model.bias for v in tape.watched_variables()] == ([False, True] if trainable else [False])
        kernel, bias = tape.gradient(y, [model.kernel, model.bias])
        assert kernel is not None and (bias is None) != trainable
    for _ in range(3):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(model.bias)
            y = loss(X)
        assert tape.watched_variables() == (model.bias,)
        assert [g is None for g in tape.gradient(y, [model.kernel, model.bias])] == [True, False]


def test_a_variable_that_changes_between_call_and_gradient() -> None:
    v = tf.Variable(3.0)
    square = tf.function(lambda x: x * v * v)
    x = tf.constant(2.0)
    for _ in range(3):
        with tf.GradientTape() as tape:
            y = square(x)
        v.assign_add(1.0)
        assert float(tape.gradient(y, v)) == 2.0 * 2.0 * (float(v) - 1.0)


def test_stop_recording_and_what_came_before() -> None:
    square = tf.function(lambda a: a * a)
    for _ in range(3):
        with tf.GradientTape() as tape:
            tape.watch(X)
            with tape.stop_recording():
                hidden = square(X)
            y = square(X)
        assert tape.gradient(hidden, X) is None
        with tf.GradientTape() as tape:
            tape.watch(X)
            y = square(X)
            tape.reset()
        assert tape.gradient(y, X) is None


def test_a_tape_that_is_spent_and_lets_go() -> None:
    square = tf.function(lambda a: tf.tanh(a) * a)
    for _ in range(3):
        with tf.GradientTape() as tape:
            tape.watch(X)
            y = square(X)
        saved = [weakref.ref(t) for t in tape._tape.entries[0].outputs[1:]]
        gc.disable()
        try:
            assert numbers(tape.gradient(y, X)) is not None
            assert [r() for r in saved] == [None] * len(saved)
        finally:
            gc.enable()
        with pytest.raises(RuntimeError, match="non-persistent"):
            tape.gradient(y, X)


def test_a_function_and_its_variables_go() -> None:
    gc.collect()
    model = Model()
    loss = tf.function(model.loss)
    for _ in range(3):
        with tf.GradientTape() as tape:
            y = loss(X)
        tape.gradient(y, [model.kernel, model.bias])
    gone = weakref.ref(model.kernel)
    del model, loss, tape, y
    gc.collect()
    assert gone() is None


def test_infinities_are_searched_for() -> None:
    inverse = tf.function(lambda a: tf.reduce_sum(tf.math.log(a)))
    zero = tf.constant([0.0, 1.0])
    for _ in range(3):
        with tf.GradientTape() as tape:
            tape.watch(zero)
            y = inverse(zero)
    tf.debugging.enable_check_numerics()
    try:
        with pytest.raises(tf.errors.InvalidArgumentError, match="Infinity or NaN"):
            tape.gradient(y, zero)
    finally:
        tf.debugging.disable_check_numerics()


def test_more_threads_than_are_distinguished() -> None:
    """Each has had a tape; those that come later, and those that record at the same time, are served all the same."""
    cube = tf.function(lambda a: a * a * a)
    slope = [[3.0, 12.0], [27.0, 48.0]]
    cube(X)
    count = 100
    together, found = threading.Barrier(count), []

    def work() -> None:
        for meet in (True, False):
            with tf.GradientTape() as tape:
                tape.watch(X)
                y = cube(X)
                if meet:
                    together.wait(60)
            together.wait(60)
            found.append(numbers(tape.gradient(y, X)) == slope)
            together.wait(60)

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * (2 * count)
    assert list(slow_path_flags[:2]) == [0, 0]
    assert not any(slow_path_flags[slot + 1] or slow_path_flags[slot + 2] for slot in range(3, len(slow_path_flags), 3))
    assert numbers(gradients(cube, [X], X, lambda t, y: t.gradient(y, X))) == slope


def test_a_tape_that_ends_in_another_thread() -> None:
    """As that of a generator which several threads continue: what the other records afterwards is not lost."""
    f, found = tf.function(lambda a: a * a * a), []
    expected = numbers(gradients(f, [X], X, lambda t, y: t.gradient(y, X)))
    tape = tf.GradientTape()
    with contextlib.ExitStack() as stack:
        stack.enter_context(tape)
        rest = stack.pop_all()

    def work() -> None:
        rest.close()
        found.append(numbers(gradients(f, [X], X, lambda t, y: t.gradient(y, X))))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [expected]
    tape._tape.pop()
    assert list(slow_path_flags[:2]) == [0, 0]


# small eager tensors that a function closes over -----------------------------------------------------------------


def _closures(t: Any) -> dict[str, tuple[Any, Any, float]]:
    """Functions of `x` that close over `t`, an argument for each, and the gradient with regard to `t` = 1."""
    two = tf.constant(2.0)
    inner = tf.function(lambda x: x * t)
    return {
        "and takes it as an argument": (lambda x: t * x, t, 2.0),
        "in a branch": (lambda x: tf.cond(x > 0, lambda: t * 3.0, lambda: x), two, 3.0),
        "in a branch, an argument too": (lambda x: tf.cond(x > 0, lambda: t * 3.0, lambda: x), t, 3.0),
        "in a loop": (lambda x: tf.while_loop(lambda y: y < 9.0, lambda y: [y + t * 4.0], [x])[0], two, 8.0),
        "in an inner function": (lambda x: inner(x), two, 2.0),
        "in an inner function in a branch": (lambda x: tf.cond(x > 0, lambda: inner(x), lambda: x), two, 2.0),
        "in a map": (lambda x: tf.reduce_sum(tf.map_fn(lambda row: row * t, tf.ones([3]) * x)), two, 6.0),
    }


@pytest.mark.parametrize("name", _closures(None))
@pytest.mark.parametrize("made", ["read", "computed", "watched"])
def test_gradient_of_a_tensor_that_a_function_closes_over(name: str, made: str) -> None:
    v = tf.Variable(1.0)
    with tf.GradientTape() as tape:
        t = {"read": v.read_value, "computed": lambda: v * 1.0, "watched": lambda: tf.constant(1.0)}[made]()
        if made == "watched":
            tape.watch(t)
        function, x, expected = _closures(t)[name]
        y = tf.function(function)(x)
    source = t if made == "watched" else v
    assert float(tape.gradient(y, source)) == expected


def test_gradient_of_a_closed_over_tensor_after_other_tapes() -> None:
    """The outer trace is made without a tape; a tape follows the tensor in a later call."""
    t = tf.constant(3.0)
    inner = tf.function(lambda x: x * t)
    outer = tf.function(lambda x: inner(x) + 1.0)
    assert float(outer(tf.constant(2.0))) == 7.0
    with tf.GradientTape() as tape:
        tape.watch(t)
        y = outer(tf.constant(2.0))
    assert float(tape.gradient(y, t)) == 2.0
    assert outer.experimental_get_tracing_count() == 1


def test_a_constant_of_a_trial_that_was_rolled_back_is_no_input() -> None:
    v = tf.Variable(1.0)
    with tf.GradientTape(), tf.GradientTape() as tape:
        t = v.read_value()
        y = tf.function(lambda x: tf.recompute_grad(lambda q: q * t)(x))(tf.constant(2.0))
    assert tape.gradient(y, v) is None  # as in TensorFlow: only arguments and variables have gradients there


def test_gradient_of_a_variable_whose_shape_a_loop_changes() -> None:
    """The gradient of the loop's result has its shape, not that of what an iteration ends with."""
    v = tf.Variable(tf.ones([3, 1]), shape=tf.TensorShape(None))

    @tf.function(input_signature=[tf.TensorSpec([None, 1]), tf.TensorSpec([], tf.int32)])
    def f(x: Any, rounds: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = v + 0.25 * x
            for _ in tf.range(rounds):
                y = x * 2.0
        return tape.gradient(y, x)

    assert f(tf.ones([3, 1]), 0).numpy().tolist() == [[0.25]] * 3
    assert f(tf.ones([1, 1]), 0).numpy().tolist() == [[0.75]]  # broadcast to the three rows of the variable
    assert f(tf.ones([1, 1]), 2).numpy().tolist() == [[2.0]]
