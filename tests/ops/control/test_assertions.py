"""The assertions of `tf.debugging`, passing and failing, eagerly and in functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors

each = pytest.mark.parametrize
BOTH = each("run", [lambda f: f, tf.function(autograph=False)], ids=["eager", "traced"])


# assertions -----------------------------------------------------------------------------------------------------

X, Y = tf.constant([1, 2, 3]), tf.constant([1, 5, 3])
D = tf.debugging

HOLDING = [
    lambda x, y: D.Assert(True, ["m"]),
    lambda x, y: D.assert_equal(x, x),
    lambda x, y: D.assert_none_equal(x, y + 7),
    lambda x, y: D.assert_less(x, y + 1),
    lambda x, y: D.assert_less_equal(x, y),
    lambda x, y: D.assert_greater(x, 0),
    lambda x, y: D.assert_greater_equal(y, x),
    lambda x, y: D.assert_positive(x),
    lambda x, y: D.assert_negative(-x),
    lambda x, y: D.assert_non_negative(x - 1),
    lambda x, y: D.assert_non_positive(1 - x),
    lambda x, y: D.assert_near(tf.cast(x, tf.float32), tf.cast(x, tf.float32) + 1e-6),
    lambda x, y: D.assert_rank(x, 1),
    lambda x, y: D.assert_rank_at_least(x, 1),
    lambda x, y: D.assert_rank_in(x, (0, 1)),
    lambda x, y: D.assert_scalar(x[0]),
    lambda x, y: D.assert_type(x, tf.int32),
    lambda x, y: D.assert_integer(x),
    lambda x, y: D.assert_same_float_dtype([tf.constant(1.0)]),
    lambda x, y: D.assert_proper_iterable([x, y]),
    lambda x, y: D.assert_shapes(
        [(x, ("n",)), (y, ("n",)), (tf.zeros([2, 3]), (..., 3)), (tf.zeros([2, 3]), ("*", 3))]
    ),
    lambda x, y: D.assert_all_finite(tf.cast(x, tf.float32), "m"),
]


@BOTH
@each("number", range(len(HOLDING)))
def test_assertions_that_hold(run: Any, number: int) -> None:
    def f(x: Any, y: Any) -> Any:
        HOLDING[number](x, y)
        return x

    assert run(f)(X, Y).numpy().tolist() == [1, 2, 3]


INVALID = errors.InvalidArgumentError
# assertion, class, eager message, message when a function runs (None: raised while tracing, as eagerly)
FAILING: list[tuple[Any, Any, str, str | None]] = [
    (
        lambda x, y: D.Assert(tf.reduce_all(x == y), ["m", x]),
        INVALID,
        "to be true. Summarized data: b'm'\n1, 2, 3",
        "assertion failed: [m] [1 2 3]",
    ),
    (
        lambda x, y: D.Assert(tf.reduce_all(x == y), [x, tf.stack([x, y])], 2),
        INVALID,
        "data: 1, 2, ...\n1, 2, ...",
        "assertion failed: [1 2...] [[1 2...]...]",
    ),
    (
        lambda x, y: D.assert_equal(x, y, message="hello"),
        INVALID,
        "hello\nCondition x == y did not hold.\nIndices of first 1 different values:\n[[1]]\n"
        "Corresponding x values:\n[2]\nCorresponding y values:\n[5]\n"
        "First 3 elements of x:\n[1 2 3]\nFirst 3 elements of y:\n[1 5 3]",
        "assertion failed: [hello] [Condition x == y did not hold element-wise:] [x (x:0) = ] [1 2 3] "
        "[y (y:0) = ] [1 5 3]",
    ),
    (lambda x, y: D.assert_equal(x, y, summarize=1), INVALID, "First 1 elements of x:\n[1]", "[1...]"),
    (lambda x, y: D.assert_equal(x[1], y[1]), INVALID, "did not hold.\nFirst 1 elements of x:\n[2]", "[2]"),
    (
        lambda x, y: D.assert_none_equal(x, y),
        INVALID,
        "Condition x != y did not hold.\nIndices of first 2",
        "Condition x != y",
    ),
    (
        lambda x, y: D.assert_less(x, y),
        INVALID,
        "Condition x < y did not hold.",
        "Condition x < y did not hold element-wise:",
    ),
    (lambda x, y: D.assert_less_equal(y, x), INVALID, "Condition x <= y did not hold.", "Condition x <= y"),
    (lambda x, y: D.assert_greater(x, y), INVALID, "Condition x > y did not hold.", "Condition x > y"),
    (lambda x, y: D.assert_greater_equal(x, y), INVALID, "Condition x >= y did not hold.", "Condition x >= y"),
    (lambda x, y: D.assert_equal(x, y[:2]), ValueError, "Incompatible shapes: [3] vs. [2]", "Dimensions must be equal"),
    (
        lambda x, y: D.assert_positive(x - 2),
        INVALID,
        "Condition x > 0 did not hold element-wise:",
        "Condition x > 0 did not hold element-wise:",
    ),
    (lambda x, y: D.assert_negative(x - 2), INVALID, "Condition x < 0", "Condition x < 0"),
    (
        lambda x, y: D.assert_non_negative(x - 2, message="mm"),
        INVALID,
        "mm.  \nCondition x >= 0",
        "[mm.  ] [Condition x >= 0",
    ),
    (lambda x, y: D.assert_non_positive(x - 2), INVALID, "Condition x <= 0", "Condition x <= 0"),
    (
        lambda x, y: D.assert_near(tf.cast(x, tf.float32), tf.cast(y, tf.float32)),
        INVALID,
        "x and y not equal to tolerance",
        "x and y not equal to tolerance",
    ),
    (
        lambda x, y: D.assert_rank(x, 2, message="mm"),
        ValueError,
        "mm.  Tensor  must have rank 2.  Received rank 1, shape (3,)",
        "Tensor x:0 must have rank 2.",
    ),
    (lambda x, y: D.assert_rank_at_least(x, 2), ValueError, "must have rank at least 2.  Received rank 1", None),
    (lambda x, y: D.assert_rank_in(x, (0, 2)), ValueError, "must have rank in (0, 2).  Received rank 1", None),
    (
        lambda x, y: D.assert_scalar(x),
        ValueError,
        "Expected scalar shape, saw shape: (3,).",
        "Expected scalar shape for x:0, saw shape: (3,).",
    ),
    (
        lambda x, y: D.assert_type(x, tf.float32),
        TypeError,
        "tensor must be of type tf.float32; got tf.int32",
        "x:0 must be of type",
    ),
    (lambda x, y: D.assert_integer(tf.cast(x, tf.float32)), TypeError, 'Expected "x" to be integer type.', None),
    (lambda x, y: D.assert_same_float_dtype([x]), ValueError, "Expected floating point type, got int32.", None),
    (
        lambda x, y: D.assert_proper_iterable(x),
        TypeError,
        'Expected argument "values" to be a "proper" iterable.',
        None,
    ),
    (
        lambda x, y: D.assert_shapes([(x, (4,))]),
        ValueError,
        "dimension 0 must have size 4.  Received size 3, shape (3,)",
        None,
    ),
    (
        lambda x, y: D.assert_shapes([(x, ("n",)), (tf.zeros([2]), ("n",))]),
        ValueError,
        "dimension 0 must have size 3.  Received size 2",
        None,
    ),
    (lambda x, y: D.assert_rank(x, [1]), ValueError, "Rank must be a scalar.", None),
    (lambda x, y: D.assert_rank(x, 1.5), TypeError, "must be of type tf.int32; got tf.float32", None),
    (lambda x, y: D.assert_rank_in(x, [1.5]), TypeError, "must be of type tf.int32; got tf.float32", None),
    (lambda x, y: D.assert_near(x, x), ValueError, "compares floating-point numbers, not int32", None),
    (lambda x, y: D.assert_type(x, tf.float32, message="mm"), TypeError, "mm.  ", None),
    (lambda x, y: D.assert_proper_iterable(1), TypeError, 'Expected argument "values" to be iterable.', None),
    (lambda x, y: D.assert_shapes([(x, ("n", ...))]), ValueError, "is only allowed as the first entry", None),
    (lambda x, y: D.assert_shapes([(x, (..., 3, "*"))]), ValueError, "specified shape index 2.", None),
    (lambda x, y: D.check_numerics(tf.constant([1.0, np.nan]), "msg"), INVALID, "msg : Tensor had NaN values", None),
]


@each("assertion, error, eagerly, traced", FAILING)
def test_assertions_that_fail(assertion: Any, error: Any, eagerly: str, traced: str | None) -> None:
    def f(x: Any, y: Any) -> Any:
        assertion(x, y)
        return x

    with pytest.raises(error) as caught:
        f(X, Y)
    assert eagerly in str(caught.value)
    with pytest.raises(error) as caught:
        tf.function(f)(X, Y)
    assert (eagerly if traced is None else traced) in str(caught.value)


@each(
    "assertion, message",
    [
        (lambda x: D.assert_rank(x, 2), "[Tensor x:0 must have rank] [2] [Received shape: ] [3]"),
        (lambda x: D.assert_rank_at_least(x, 2), "[Tensor x:0 must have rank at least] [2]"),
        (lambda x: D.assert_rank_in(x, [2, 3]), "[Tensor x:0 must have rank in] [2] [3]"),
        (lambda x: D.assert_shapes([(x, (4,))]), "dimension 0 must have size] [4]"),
        (lambda x: D.assert_shapes([(x, (4,))], data=["got", x], summarize=2), "assertion failed: [got] [1 2...]"),
        (lambda x: D.assert_equal(x, 1), "Condition x == y did not hold element-wise:"),
        (lambda x: D.Assert(tf.shape(x)[0] > 5, [x]), "assertion failed: [1 2 3]"),
    ],
)
def test_assertions_about_dynamic_values(assertion: Any, message: str) -> None:
    @tf.function(input_signature=[tf.TensorSpec(None, tf.int32)])
    def f(x: Any) -> Any:
        assertion(x)
        return x

    with pytest.raises(INVALID) as caught:
        f(X)
    assert message in str(caught.value)


def test_what_holds_while_tracing_is_an_operation() -> None:
    """Programs pass assertions on to `tf.control_dependencies`, which refuses None."""

    @tf.function
    def f(x: Any) -> Any:
        constant = tf.constant([1.0, 2.0])
        checks = [
            tf.debugging.assert_rank(x, 1),
            tf.debugging.assert_equal(constant, constant),
            tf.debugging.assert_non_negative(constant),
        ]
        assert [check.type for check in checks] == ["NoOp"] * 3
        with tf.control_dependencies(checks):
            return x + constant

    assert f(tf.constant([1.0, 1.0])).numpy().tolist() == [2.0, 3.0]
    assert tf.debugging.assert_rank([1], 1) is None
    assert tf.debugging.assert_positive([1]) is None
