"""`map_fn`, `scan`, the folds, `case` and `switch_case`: eagerly and in functions, on every executor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf

pytestmark = pytest.mark.executors
c = tf.constant


def both(program: Callable[..., Any], *args: Any) -> Any:
    """What the program gives eagerly, after a check that functions give the same, for known and unknown sizes."""
    eager = program(*args)
    traced = [tf.function(program)(*args)]
    if all(a.shape.rank for a in args):
        open_ended = [tf.TensorSpec([None, *a.shape[1:]], a.dtype) for a in args]
        traced.append(tf.function(program, input_signature=open_ended)(*args))
    for other in traced:
        tf.nest.assert_same_structure(eager, other)
        for a, b in zip(tf.nest.flatten(eager), tf.nest.flatten(other), strict=True):
            assert (a.dtype, a.shape) == (b.dtype, b.shape)
            np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-6)
    return tf.nest.map_structure(lambda v: v.numpy().tolist(), eager)


MAPS: list[tuple[Callable[..., Any], list[Any], Any]] = [
    (lambda x: tf.map_fn(lambda v: v * v, x), [[1, 2, 3]], [1, 4, 9]),
    (lambda x: tf.map_fn(tf.reduce_sum, x), [[[1, 2], [3, 4]]], [3, 7]),
    (lambda x, y: tf.map_fn(lambda p: (p[1], p[0]), (x, y)), [[1, 2], [3, 4]], None),
    (lambda x, y: tf.map_fn(lambda p: (p[1], p[0]), (x, y), fn_output_signature=(tf.float32, tf.int32)),
     [[1, 2], [3.0, 4.0]], None),
    (lambda x: tf.map_fn(lambda v: v / 2, x, fn_output_signature=tf.float64), [[1, 2]], [0.5, 1.0]),
    (lambda x: tf.map_fn(lambda v: tf.cast(v, tf.float32) / 2, x, dtype=tf.float32), [[1, 2]], [0.5, 1.0]),
    (lambda x: tf.map_fn(lambda v: tf.fill([2], v), x, fn_output_signature=tf.TensorSpec([2], tf.int32)), [[1, 2]],
     [[1, 1], [2, 2]]),
    (lambda x: tf.map_fn(lambda v: {"a": v, "b": -v}, x, fn_output_signature={"a": tf.int32, "b": tf.int32}), [[1, 2]],
     {"a": [1, 2], "b": [-1, -2]}),
    (lambda x: tf.map_fn(lambda v: 1.0, x, fn_output_signature=tf.float32), [[1, 2]], [1.0, 1.0]),
    (lambda x: tf.map_fn(lambda v: v + 1, x[:0]), [[1, 2]], []),
    (lambda x: tf.foldl(lambda a, v: a * 10 + v, x), [[1, 2, 3]], 123),
    (lambda x: tf.foldl(lambda a, v: a * 10 + v, x, initializer=9), [[1, 2, 3]], 9123),
    (lambda x: tf.foldr(lambda a, v: a * 10 + v, x), [[1, 2, 3]], 321),
    (lambda x, y: tf.foldl(lambda a, p: a + p[0] * p[1], (x, y), initializer=0), [[1, 2], [3, 4]], 11),
    (lambda x: tf.scan(lambda a, v: a + v, x), [[1, 2, 3]], [1, 3, 6]),
    (lambda x: tf.scan(lambda a, v: a + v, x, reverse=True), [[1, 2, 3]], [6, 5, 3]),
    (lambda x: tf.scan(lambda a, v: a + v, x, initializer=10), [[1, 2, 3]], [11, 13, 16]),
    (lambda x: tf.scan(lambda a, v: (a[1], a[0] + v), x, initializer=(0, 1)), [[1, 2, 3]], None),
    (lambda x: tf.vectorized_map(lambda v: v * v, x), [[1.0, 2.0]], [1.0, 4.0]),
    (lambda x: tf.vectorized_map(lambda v: {"sum": tf.reduce_sum(v)}, x), [[[1, 2], [3, 4]]], {"sum": [3, 7]}),
]  # fmt: skip


@pytest.mark.parametrize(("program", "given", "expected"), MAPS)
def test_a_map(program: Callable[..., Any], given: list[Any], expected: Any) -> None:
    found = both(program, *[c(v) for v in given])
    assert expected is None or found == expected


def test_a_map_over_pairs() -> None:
    swapped = tf.map_fn(lambda p: (p[1], p[0]), (c([1, 2]), c([3, 4])))
    assert [v.numpy().tolist() for v in swapped] == [[3, 4], [1, 2]]


def test_a_single_row_serves_all_rows() -> None:
    found = tf.vectorized_map(lambda p: p[0] * p[1], (c([[1.0, 2.0]]), c([2.0, 3.0])))
    assert found.numpy().tolist() == [[2.0, 4.0], [3.0, 6.0]]


def test_control_flow_in_a_mapped_function_is_staged() -> None:
    def clipped(v):
        if v > 2:
            return c(2)
        return v

    assert both(lambda x: tf.map_fn(clipped, x), c([1, 2, 3])) == [1, 2, 2]


def test_what_is_known_of_the_result() -> None:
    function = tf.function(lambda x: tf.map_fn(lambda v: v * 2, x))
    assert function.get_concrete_function(tf.TensorSpec([4, None])).output_shapes.as_list() == [4, None]
    assert function.get_concrete_function(tf.TensorSpec([None, 3])).output_shapes.as_list() == [None, 3]


@pytest.mark.parametrize("run", [lambda f: f, tf.function])
def test_gradients_go_through(run: Callable[..., Any]) -> None:
    x = c([1.0, 2.0, 3.0])
    program = run(lambda x: tf.reduce_sum(tf.map_fn(lambda v: v**3, x)) + tf.foldl(lambda a, v: a * v, x))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = program(x)
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), [3 + 6, 12 + 3, 27 + 2], rtol=1e-6)


@pytest.mark.parametrize(
    ("wrong", "cls", "part"),
    [
        (lambda: tf.map_fn(lambda v: v, c(1)), ValueError, "not scalars"),
        (lambda: tf.map_fn(lambda v: v, []), ValueError, "does not contain any Tensors"),
        (lambda: tf.map_fn(lambda p: p[0], (c([1, 2]), c([1, 2, 3]))), ValueError, "Dimensions 2 and 3"),
        (lambda: tf.map_fn(1, c([1])), TypeError, "not callable"),
        (lambda: tf.map_fn(lambda v: tf.cast(v, tf.float32), c([1])), tf.errors.InvalidArgumentError, "float32"),
        (lambda: tf.map_fn(lambda p: p[0], (c([1]), c([1]))), ValueError, "same nested structure"),
        (lambda: tf.map_fn(lambda v: tf.fill([3], v), c([1]), fn_output_signature=tf.TensorSpec([2], tf.int32)),
         ValueError, "(3,)"),
        (lambda: tf.map_fn(lambda v: v, c([1]), fn_output_signature=object()), tf.errors.UnimplementedError, "object"),
        (lambda: tf.foldl(lambda a, v: a, tf.zeros([0])), tf.errors.OutOfRangeError, "size is: 0"),
        (lambda: tf.scan(lambda a, v: tf.cast(a, tf.float32), c([1, 2])), tf.errors.InvalidArgumentError, "float32"),
    ],
)  # fmt: skip
def test_what_cannot_be_mapped(wrong: Callable[[], Any], cls: type[Exception], part: str) -> None:
    with pytest.raises(cls) as caught:
        wrong()
    assert part in str(caught.value)


# choices ----------------------------------------------------------------------------------------------------


def choose(i):
    return tf.switch_case(i, [lambda: c(10), lambda: c(20), lambda: c(30)])


def choose_or_else(i):
    return tf.switch_case(i, {1: lambda: i * 2, 0: lambda: i * 3}, default=lambda: c(-1))


def first_that_holds(i):
    return tf.case([(i < 1, lambda: c(1)), (i < 3, lambda: i * 100)], default=lambda: c(7))


@pytest.mark.parametrize(
    ("program", "given", "expected"),
    [
        (choose, 0, 10), (choose, 1, 20), (choose, 2, 30), (choose, 5, 30), (choose, -1, 30),
        (choose_or_else, 0, 0), (choose_or_else, 1, 2), (choose_or_else, 2, -1), (choose_or_else, -4, -1),
        (first_that_holds, 0, 1), (first_that_holds, 2, 200), (first_that_holds, 3, 7),
    ],
)  # fmt: skip
def test_a_choice(program: Callable[..., Any], given: int, expected: int) -> None:
    assert both(program, c(given)) == expected
    assert int(program(c(given, tf.int64))) == expected


def test_only_the_chosen_function_has_effects() -> None:
    v = tf.Variable(0)

    @tf.function
    def f(i):
        return tf.switch_case(i, [lambda: v.assign_add(1).read_value(), lambda: v.assign_add(10).read_value()])

    assert [int(f(c(i))) for i in (0, 1, 1, 0)] == [1, 11, 21, 22]


@pytest.mark.parametrize("run", [lambda f: f, tf.function])
def test_a_case_without_default_or_with_too_many_that_hold(run: Callable[..., Any]) -> None:
    lacking = run(lambda i: tf.case([(i < 1, lambda: c(1)), (i < 3, lambda: c(2))]))
    assert int(lacking(c(2))) == 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="None of conditions evaluated as True"):
        lacking(c(5))
    pairs = lambda i: [(i < 1, lambda: c(1)), (i < 3, lambda: c(2))]  # noqa: E731
    single = run(lambda i: tf.case(pairs(i), exclusive=True, default=lambda: c(0)))
    assert int(single(c(2))) == 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="more than 1 conditions"):
        single(c(0))


@pytest.mark.parametrize(
    ("wrong", "cls", "part"),
    [
        (lambda: tf.switch_case(c(1), []), ValueError, "at least one"),
        (lambda: tf.switch_case(c(1), [1, 2]), TypeError, "2-tuple"),
        (lambda: tf.switch_case(c(1.0), [lambda: 1]), TypeError, "integer"),
        (lambda: tf.switch_case(1, [lambda: 1]), TypeError, "int"),
        (lambda: tf.switch_case(c(1), {0: lambda: 1, 2: lambda: 2}), ValueError, "{0,2}"),
        (lambda: tf.switch_case(c(1), {"a": lambda: 1}), TypeError, "int"),
        (lambda: tf.switch_case(c(1), [lambda: 1], default=3), TypeError, "default"),
        (lambda: tf.switch_case(c(1), lambda: 1), TypeError, "list, tuple, or dict"),
        (lambda: tf.case([(True, lambda: 1)]), TypeError, "True"),
        (lambda: tf.case([(c(1), lambda: 1)]), TypeError, "bool"),
        (lambda: tf.case([(c(True), 1)]), TypeError, "callable"),
        (lambda: tf.case([lambda: 1]), TypeError, "2-tuple"),
        (lambda: tf.case([]), ValueError, "at least one"),
        (lambda: tf.case(3), TypeError, "int"),
    ],
)
def test_what_is_no_choice(wrong: Callable[[], Any], cls: type[Exception], part: str) -> None:
    with pytest.raises(cls) as caught:
        wrong()
    assert part in str(caught.value)


def test_branches_must_agree() -> None:
    with pytest.raises(TypeError, match="int32"):
        tf.function(lambda i: tf.switch_case(i, [lambda: c(1), lambda: c(2.0)]))(c(0))


@pytest.mark.parametrize("count", [0, 2])
def test_a_vectorized_function_of_no_rows_and_one_of_no_result(count: int) -> None:
    rows = tf.zeros([count, 3])
    for run in (lambda f: f(), lambda f: tf.function(f)()):
        assert run(lambda: tf.vectorized_map(lambda row: row * 2, rows)).shape == (count, 3)
        assert run(lambda: tf.vectorized_map(lambda row: None, rows)) is None


def test_sparse_tensors_are_taken_apart_by_rows() -> None:
    whole = np.array([[[0, 1.0], [2, 0]], [[0, 0], [0, 0]], [[3, 4], [0, 5]]])
    right = np.arange(12.0).reshape(3, 2, 2)

    def products(x: Any, y: Any) -> Any:
        return tf.map_fn(lambda pair: tf.sparse.sparse_dense_matmul(*pair), (x, y), fn_output_signature=tf.float64)

    values = tf.sparse.from_dense(whole)
    unknown = tf.SparseTensorSpec([None, None, None], tf.float64)
    for run in (
        products,
        tf.function(products),
        tf.function(products, input_signature=[unknown, tf.TensorSpec(None, tf.float64)]),
    ):
        np.testing.assert_allclose(run(values, right), whole @ right)
    with tf.GradientTape() as tape:
        tape.watch(values.values)
        total = tf.reduce_sum(products(values, right))
    expected = np.broadcast_to(right.sum(-1)[:, None, :], whole.shape)
    np.testing.assert_allclose(tape.gradient(total, values.values), expected[whole != 0])
