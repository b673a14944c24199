"""Gradients through branches, loops, calls and lists in graphs, held against finite differences in float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.core.dispatch import apply
from tests.support.gradients import by_tape, check_gradients, numeric, staged, tensors, without_gradient

pytestmark = pytest.mark.thorough

X, Y = [1.0, 2.0], [0.5, 0.3]


def loop(rounds: Any, step: Callable[[Any], Any], start: Any) -> Any:
    """`step` applied so many times."""
    return tf.while_loop(lambda i, a: i < rounds, lambda i, a: (i + 1, step(a)), (0, start))[1]


def until(bound: float, step: Callable[[Any], Any], start: Any) -> Any:
    """`step` applied until the sum reaches a bound: the number of rounds depends on the values."""
    return tf.while_loop(lambda a: tf.reduce_sum(a) < bound, lambda a: (step(a),), (start,))[0]


def both(x: Any, y: Any) -> Any:
    return tf.cond(tf.reduce_sum(y) > 0, lambda: tf.tanh(x * y) * x, lambda: x * x * 3.0)


def grown(x: Any, y: Any) -> Any:
    return tf.while_loop(
        lambda i, a: i < 3,
        lambda i, a: (i + 1, tf.sin(tf.concat([a, x * y], 0))),
        (0, x),
        shape_invariants=(tf.TensorShape([]), tf.TensorShape([None])),
    )[1]


def array_written(x: Any, y: Any) -> Any:
    written = tf.TensorArray(tf.float64, 4, element_shape=[2])
    _, a, written = tf.while_loop(
        lambda i, a, w: i < 4, lambda i, a, w: (i + 1, tf.sin(a * y), w.write(i, a * x)), (0, x, written)
    )
    return tf.reduce_sum(written.stack() * np.arange(8.0).reshape(4, 2)) + tf.reduce_sum(a)


def array_read(x: Any, y: Any) -> Any:
    rows = tf.TensorArray(tf.float64, 2).unstack(x)
    return tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, tf.sin(a * y) * rows.read(i)), (0, y))[1]


sine = staged(lambda a, b: tf.sin(a * b))


@staged
def slope(a: Any, y: Any) -> Any:
    """A function that is a gradient itself, of a loop."""
    return by_tape(lambda b: loop(2, lambda c: tf.sin(c * y), b), [a])[0]


@tf.function
def converted(x: Any, y: Any) -> Any:
    for i in tf.range(4):
        x = tf.sin(x) * y if tf.reduce_sum(x) > 3.3 else x * 1.5 + y
        if i == 2:
            break
    return x


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "branches that both use all": both,
    "branches that use different inputs": lambda x, y: tf.cond(tf.reduce_sum(y) > 0, lambda: y, lambda: tf.sin(x)),
    "branches with several results": lambda x, y: tf.add_n(
        tf.cond(tf.reduce_sum(y) > 0, lambda: [x * y, tf.sin(x)], lambda: [y, x * x])
    ),
    "branch in a branch": lambda x, y: tf.cond(
        tf.reduce_sum(x) > 0, lambda: tf.cond(tf.reduce_sum(y) > 0, lambda: x * y * y, lambda: tf.sin(x)), lambda: y * x
    ),
    "loop": lambda x, y: loop(5, lambda a: tf.tanh(a * y) + x, x),
    "loop of no round": lambda x, y: loop(0, lambda a: a * y, x),
    "loop as long as values say": lambda x, y: until(9.0, lambda a: a * (y + 1.0) + tf.sin(a) * 0.1, x),
    "loop with a maximum": lambda x, y: tf.while_loop(
        lambda a: tf.reduce_sum(a) < 1e6, lambda a: (tf.sin(a * y) + x,), (x,), maximum_iterations=3
    )[0],
    "loop over two variables": lambda x, y: tf.add_n(
        tf.while_loop(lambda i, a, b: i < 4, lambda i, a, b: (i + 1, tf.sin(a * b), a + b), (0, x, y))[1:]
    ),
    "loop with an exchange": lambda x, y: tf.while_loop(
        lambda i, a, b: i < 3, lambda i, a, b: (i + 1, b * y, tf.sin(a)), (0, x, y)
    )[1],
    "loop that gives a variable up": lambda x, y: tf.while_loop(
        lambda i, a, b: i < 3, lambda i, a, b: (i + 1, a * b, tf.ones_like(b) * 2.0), (0, x, y)
    )[1],
    "loop with a growing variable": grown,
    "loop with a matrix": lambda x, y: loop(
        3, lambda a: tf.tanh(tf.linalg.matmul(a, tf.linalg.matmul(y[:, None], x[None, :]))), x[None, :]
    ),
    "loop with work that is the same in every round": lambda x, y: loop(3, lambda a: a * tf.sin(x * y), x),
    "loop in a loop": lambda x, y: loop(3, lambda a: loop(2, lambda b: tf.sin(b * y), a) * x, x),
    "loop in a loop in a loop": lambda x, y: loop(
        2, lambda a: loop(2, lambda b: loop(2, lambda c: tf.sin(c * y), b) + a, a) * x, x
    ),
    "loop in a loop, ever longer": lambda x, y: tf.while_loop(
        lambda i, a: i < 3, lambda i, a: (i + 1, loop(i, lambda b: tf.sin(b * y), a) * x), (0, x)
    )[1],
    "branch in a loop": lambda x, y: tf.while_loop(
        lambda i, a: i < 4,
        lambda i, a: (i + 1, tf.cond(tf.equal(i % 2, 0), lambda: tf.sin(a * y), lambda: a * x)),
        (0, x),
    )[1],
    "loop in a branch": lambda x, y: tf.cond(
        tf.reduce_sum(x) > 0, lambda: loop(4, lambda a: tf.sin(a * y), x), lambda: y * x
    ),
    "call": lambda x, y: sine(x, y) * sine(y, x * y),
    "call in a loop": lambda x, y: loop(3, lambda a: sine(a, y) + x, x),
    "call in a branch": lambda x, y: tf.cond(tf.reduce_sum(x) > 0, lambda: sine(x, y), lambda: y),
    "gradient in a loop": lambda x, y: loop(3, lambda a: slope(a, y) * a, x),
    "converted Python": converted,
    "one of several branches": lambda x, y: tf.switch_case(
        tf.cast(tf.reduce_sum(x) > 0, tf.int32), [lambda: x * y * y, lambda: tf.sin(x), lambda: y]
    ),
    "several branches in a loop": lambda x, y: tf.while_loop(
        lambda i, a: i < 4,
        lambda i, a: (i + 1, tf.switch_case(i, [lambda: a * y * y, lambda: tf.sin(a) + x, lambda: a])),
        (0, x),
    )[1],
    "array written in a loop": array_written,
    "array read in a loop": array_read,
}


CASES = [(name, sign) for name in FUNCTIONS for sign in (1.0, -1.0)]
CASES.remove(("loop as long as values say", -1.0))  # it would never end


@pytest.mark.parametrize(("name", "sign"), CASES)
def test_gradients_are_those_of_differences(name: str, sign: float) -> None:
    check_gradients(FUNCTIONS[name], [sign * v for v in X], [sign * Y[0], Y[1]])


@pytest.mark.parametrize("name", ["branches that both use all", "loop", "branch in a loop", "loop in a loop", "call"])
def test_gradients_with_unknown_sizes(name: str) -> None:
    spec = tf.TensorSpec([None], tf.float64)
    function = tf.function(FUNCTIONS[name], autograph=False, input_signature=[spec, spec])
    args = tensors(X, Y)
    for got, wanted in zip(by_tape(function, args), numeric(function, args), strict=True):
        np.testing.assert_allclose(got.numpy(), wanted, rtol=1e-5, atol=1e-6)
    inside = tf.function(lambda *a: by_tape(FUNCTIONS[name], a), autograph=False, input_signature=[spec, spec])
    for size in (1, 3):
        args = tensors(np.linspace(0.5, 2, size), np.linspace(0.3, 0.7, size))
        for got, wanted in zip(inside(*args), numeric(function, args), strict=True):
            np.testing.assert_allclose(got.numpy(), wanted, rtol=1e-5, atol=1e-6)


def test_third_order_through_a_loop() -> None:
    cube = staged(lambda x: loop(3, lambda a: a * x, tf.ones_like(x)))
    x = tf.constant(2.0)
    with tf.GradientTape() as third:
        third.watch(x)
        with tf.GradientTape() as second:
            second.watch(x)
            with tf.GradientTape() as first:
                first.watch(x)
                y = cube(x)
            dy = first.gradient(y, x)
        ddy = second.gradient(dy, x)
    assert [float(v) for v in (y, dy, ddy, third.gradient(ddy, x))] == [8.0, 12.0, 12.0, 6.0]


# variables --------------------------------------------------------------------------------------------------


def test_a_variable_used_in_bodies_gets_the_sum_over_iterations() -> None:
    v = tf.Variable(np.float64(1.5))

    def f(x: Any) -> Any:
        return loop(3, lambda a: a * v, x) + tf.cond(tf.reduce_sum(x) > 0, lambda: x * v * v, lambda: x)

    @staged
    def inside(x: Any) -> Any:
        with tf.GradientTape() as tape:
            y = f(x)
        return tape.gradient(y, v)

    x = tf.constant(np.float64(2.0))
    assert float(inside(x)) == pytest.approx(2 * 3 * 1.5**2 + 2 * 2 * 1.5)
    assert float(inside(-x)) == pytest.approx(-2 * 3 * 1.5**2)
    with tf.GradientTape() as tape:
        y = staged(f)(x)
    assert float(tape.gradient(y, v)) == pytest.approx(2 * 3 * 1.5**2 + 2 * 2 * 1.5)


def test_the_gradient_uses_what_the_loop_read_though_the_variable_changed_since() -> None:
    v = tf.Variable(3.0)

    @staged
    def f(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = loop(2, lambda a: a * v, x)
        v.assign(100.0)
        return tape.gradient(y, x)

    assert float(f(tf.constant(1.0))) == 9.0


def test_a_variable_that_the_loop_itself_changes() -> None:
    v = tf.Variable(0.0)

    def step(a: Any) -> Any:
        v.assign_add(1.0)
        return a * v

    @staged
    def f(x: Any) -> Any:
        v.assign(0.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = loop(4, step, x)
        return tape.gradient(y, x)

    assert float(f(tf.constant(1.0))) == 24.0


def test_second_order_by_a_variable_that_a_loop_reads() -> None:
    v = tf.Variable(np.float64(1.3))

    def slope(x: Any) -> Any:
        return by_tape(lambda a: loop(3, lambda b: tf.sin(b * v), a), [x])[0]

    @staged
    def second(x: Any) -> Any:
        with tf.GradientTape() as tape:
            g = slope(x)
        return tape.gradient(g, v)

    x = tf.constant(np.float64(0.7))
    ends = []
    for moved in (1.3 + 1e-6, 1.3 - 1e-6):
        v.assign(moved)
        ends.append(float(staged(slope)(x)))
    v.assign(1.3)
    assert float(second(x)) == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6)


# what is saved ----------------------------------------------------------------------------------------------


def operations(graph: Any, kind: str) -> list[Any]:
    """Operations of this type in a graph and all it calls."""
    return [op for g in (graph, *graph.functions()) for op in g.operations if op.type == kind]


def gradient_graph(f: Callable[..., Any], *specs: Any, sources: Any = None) -> Any:
    def inside(*args: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(list(args))
            y = f(*args)
        return tape.gradient(y, list(args) if sources is None else sources)

    return tf.function(inside, autograph=False).get_concrete_function(*specs).graph


SPEC = tf.TensorSpec([3], tf.float32)


@pytest.mark.parametrize(
    ("name", "step", "saved"),
    [
        ("a sum saves nothing", lambda a, x: a + x, 0),
        ("tanh saves its result", lambda a, x: tf.tanh(a), 1),
        ("a product with something fixed saves one factor", lambda a, x: a * x, 1),
        ("what is the same in every round is not saved", lambda a, x: a * 2.0 + tf.sin(x), 0),
        ("a value is saved once", lambda a, x: a * a + tf.sin(a), 1),
    ],
)
def test_a_loop_saves_what_its_gradient_needs_and_no_more(name: str, step: Any, saved: int) -> None:
    graph = gradient_graph(lambda x: loop(3, lambda a: step(a, x), x), SPEC)
    assert len(operations(graph, "TensorListPushBack")) == saved


@pytest.mark.parametrize(
    ("name", "part", "saved"),
    [
        ("an element", lambda x, i: x[i], [()]),
        ("counted from the end", lambda x, i: x[-1 - i], [()]),
        ("gathered", lambda x, i: tf.gather(x, i), [()]),
    ],
)
def test_of_what_a_loop_indexes_the_index_is_saved(name: str, part: Any, saved: list[Any]) -> None:
    def f(x: Any) -> Any:
        return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a + part(x, i) ** 2.0), (0, tf.zeros([])))[1]

    pushes = operations(gradient_graph(f, SPEC), "TensorListPushBack")
    assert [(op.inputs[1].type.dims, op.inputs[1].dtype.is_integer) for op in pushes] == [(d, True) for d in saved]


def test_shapes_are_saved_and_not_the_values() -> None:
    spec = tf.TensorSpec([None], tf.float32)
    graph = gradient_graph(lambda x: loop(3, lambda a: tf.tile(a[:1], tf.shape(x)) + a, x), spec)
    for push in operations(graph, "TensorListPushBack"):
        assert push.inputs[1].dtype in (tf.int32, tf.int64)


def test_a_variable_read_in_every_iteration_is_not_saved_in_every_iteration() -> None:
    v = tf.Variable([1.0, 2.0, 3.0])
    graph = gradient_graph(lambda x: loop(3, lambda a: a + x * v, x), SPEC, sources=v)
    assert not operations(graph, "TensorListPushBack")


def test_only_requested_gradients_are_computed() -> None:
    w = tf.Variable(np.ones((3, 3), np.float32))

    def f(x: Any) -> Any:
        return loop(3, lambda a: tf.tanh(tf.linalg.matvec(w, a)), x)

    def products(sources: Any) -> int:
        found = operations(gradient_graph(f, SPEC, sources=sources), "MatMul")
        return len([op for op in found if op.name.startswith("gradient_tape")])

    assert (products(None), products([w])) == (1, 2)  # to go back through the rounds, and for w itself
    frozen = gradient_graph(lambda x: x + tf.cond(x[0] > 0, lambda: x * 2.0, lambda: x), SPEC, sources=w)
    assert not [op for op in frozen.operations if op.type in ("If", "StatelessIf") and "gradient" in op.name]


def test_bodies_have_no_placeholders_but_their_inputs() -> None:
    def f(x: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(y)
            z = loop(3, lambda a: tf.math.multiply_no_nan(x, a), y)
        return tape.gradient(z, y)  # that by x, which needs what was saved, is computed and dropped

    graph = tf.function(f, autograph=False).get_concrete_function(SPEC, SPEC).graph
    for body in graph.functions():
        assert [op.name for op in body.operations if op.type == "Placeholder"] == [v.op.name for v in body.inputs]


def test_two_gradients_save_once() -> None:
    @staged
    def f(x: Any) -> Any:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = loop(3, lambda a: tf.tanh(a * x), x)
            z = tf.cond(x[0] > 0, lambda: tf.tanh(y), lambda: y)
        return tape.gradient(z, x), tape.gradient(y * 2.0, x), tape.gradient(z, x)

    x = tf.constant([0.5, 1.0, 2.0])
    first, _, third = f(x)
    np.testing.assert_array_equal(first.numpy(), third.numpy())
    graph = f.get_concrete_function(SPEC).graph
    assert len({op.inputs[1].name for op in operations(graph, "TensorListPushBack")}) == len(
        operations(next(op for op in graph.operations if op.type.endswith("While")).attrs["body"], "TensorListPushBack")
    )


def test_the_graph_that_is_differentiated_stays_as_it_was() -> None:
    f = staged(lambda x: loop(3, lambda a: tf.tanh(a * x), x))
    concrete = f.get_concrete_function(SPEC)
    before = [(op.name, op.type, len(op.outputs)) for op in concrete.graph.operations]
    x = tf.constant([0.5, 1.0, 2.0])
    by_tape(f, [x])
    assert [(op.name, op.type, len(op.outputs)) for op in concrete.graph.operations] == before


# the rest ---------------------------------------------------------------------------------------------------


def test_integers_and_booleans_among_loop_variables_have_no_gradient() -> None:
    @staged
    def f(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            a = tf.while_loop(
                lambda i, flag, a: flag, lambda i, flag, a: (i + 2, i < 4, a * tf.cast(i + 1, tf.float32)), (0, True, x)
            )[2]
        return tape.gradient(a, x)

    assert float(f(tf.constant(1.0))) == 1 * 3 * 5  # rounds with i = 0, 2, 4


def test_a_tape_inside_a_body() -> None:
    def step(a: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(a)
            z = tf.sin(a * y) * a
        return tape.gradient(z, a) * 0.5

    check_gradients(lambda x, y: loop(3, lambda a: step(a, y), x), X, Y)


def test_symbolic_gradients_inside_a_body() -> None:
    check_gradients(lambda x, y: loop(2, lambda a: tf.gradients(tf.sin(a * y) * a, a)[0] * 0.5, x), X, Y, order=1)


def test_an_eager_tensor_used_in_a_body_can_be_a_source() -> None:
    x = tf.constant(3.0)

    @staged
    def f(p: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.cond(p, lambda: x * x, lambda: x) + loop(2, lambda a: a * x, x)
        return tape.gradient(y, x)

    assert float(f(tf.constant(True))) == 6.0 + 27.0
    assert float(f(tf.constant(False))) == 1.0 + 27.0


def test_an_op_without_gradient_inside_a_body_is_named_with_its_line() -> None:
    @staged
    def f(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = loop(2, lambda a: apply(without_gradient("Tanh"), (a,)) * 2.0, x)
        return tape.gradient(y, x)

    with pytest.raises(LookupError, match="gradient registry has no entry for: TanhWithoutGradient") as caught:
        f(tf.constant(1.0))
    assert "test_gradients_control.py" in str(caught.value)
    assert "without_gradient" in str(caught.value)


def test_control_flow_applied_outside_every_function() -> None:
    x, y = tf.constant(2.0), tf.constant(3.0)
    product = staged(lambda a, b: a * b * b).get_concrete_function(x, y).graph
    first = staged(lambda a, b: a * 7.0).get_concrete_function(x, y).graph
    branches = {"then_branch": product, "else_branch": first, "Tout": [tf.float32]}
    for f, wanted in (
        (lambda: apply("PartitionedCall", ([x, y],), {"f": product, "Tout": [tf.float32]}), [9.0, 12.0, 6.0]),
        (lambda: apply("StatelessIf", (True, [x, y]), branches), [9.0, 12.0, 6.0]),
        (lambda: apply("StatelessIf", (False, [x, y]), branches), [7.0, 0.0, 0.0]),
    ):
        with tf.GradientTape() as outer:
            outer.watch(y)
            with tf.GradientTape() as tape:
                tape.watch([x, y])
                (result,) = f()
            by_x, by_y = tape.gradient(result, [x, y])
        by_both = outer.gradient(by_x, y)
        assert [float(g) for g in (by_x, by_y, by_both)] == wanted


def test_the_values_of_a_call_keep_the_sizes_of_that_call() -> None:
    f = tf.function(lambda a: tf.tanh(a) * a, autograph=False, input_signature=[tf.TensorSpec([None], tf.float64)])

    @staged
    def both_sizes(x: Any, y: Any) -> Any:
        return by_tape(lambda a, b: tf.reduce_sum(f(a)) * tf.reduce_sum(f(b)), [x, y])

    args = tensors([0.5, 1.0, 1.5], [0.7])
    slopes = numeric(lambda a, b: tf.reduce_sum(f(a)) * tf.reduce_sum(f(b)), args)
    for got, wanted in zip(both_sizes(*args), slopes, strict=True):
        np.testing.assert_allclose(got.numpy(), wanted, rtol=1e-6)


def test_a_variable_read_twice_in_a_body_is_read_once_for_the_gradient() -> None:
    v = tf.Variable([2.0, 3.0])

    def gradient(rounds: Any) -> Any:
        def body(i: Any, y: Any) -> Any:
            return i + 1, tf.sin(y * (v * 2.0)) * tf.cos((v * 3.0) * y)

        with tf.GradientTape() as tape:
            y = tf.while_loop(lambda i, y: i < rounds, body, [0, tf.ones([2])])[1]
        return tape.gradient(y, v)

    np.testing.assert_allclose(tf.function(gradient)(tf.constant(3)), gradient(tf.constant(3)), rtol=1e-4)


# a body that differentiates what was computed around it ---------------------------------------------------------


def _one_by_one(x: Any) -> Any:
    y = x * x * x

    def body(i: Any, rows: Any) -> Any:
        return i + 1, rows.write(i, tf.gradients(y[i], x)[0])

    return tf.while_loop(lambda i, _: i < 2, body, (0, tf.TensorArray(tf.float32, 2)))[1].stack()


def _inside_and_outside(x: Any) -> Any:
    y = tf.linalg.matvec(tf.constant([[1.0, 2.0], [3.0, 4.0]]), x)

    def body(i: Any, rows: Any) -> Any:
        slope, same = tf.gradients(x * y + tf.sin(x) * 0.0, [x, x], tf.one_hot(i, 2))
        return i + 1, rows.write(i, slope + 0.0 * same)

    return tf.while_loop(lambda i, _: i < 2, body, (0, tf.TensorArray(tf.float32, 2)))[1].stack()


def _two_loops_deep(x: Any) -> Any:
    y = x * x

    def inner(i: Any, total: Any) -> Any:
        return i + 1, total + tf.gradients(tf.reduce_sum(y) * 2.0, x)[0]

    def outer(i: Any, total: Any) -> Any:
        return i + 1, tf.while_loop(lambda j, _: j < 3, inner, (0, total))[1]

    return tf.while_loop(lambda i, _: i < 2, outer, (0, tf.zeros([2])))[1]


def _a_value_in_between(x: Any) -> Any:
    y = x * x

    def body(i: Any, total: Any) -> Any:
        of_x, of_y = tf.gradients(tf.reduce_sum(y * y), [x, y])
        stopped = tf.gradients(tf.reduce_sum(y * y), [x], stop_gradients=[y], unconnected_gradients="zero")[0]
        return i + 1, total + of_x * 100.0 + of_y + stopped

    return tf.while_loop(lambda i, _: i < 2, body, (0, tf.zeros([2])))[1]


@pytest.mark.parametrize(
    ("program", "expected"),  # by TensorFlow 2.21, for x = [1, 2]
    [
        (_one_by_one, [[3, 0], [0, 12]]),
        (_inside_and_outside, [[6, 2], [6, 19]]),
        (_two_loops_deep, [24, 48]),
        (_a_value_in_between, [2 * (400 + 2), 2 * (3200 + 8)]),
    ],
)
@pytest.mark.parametrize("within", ["function", "session"])
def test_a_body_differentiates_what_was_computed_around_it(program: Any, expected: Any, within: str) -> None:
    if within == "function":
        assert tf.function(program)(tf.constant([1.0, 2.0])).numpy().tolist() == expected
        return
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        assert session.run(program(tf.constant([1.0, 2.0]))).tolist() == expected
