"""Operands of different dtypes: the message names the one to cast, and the cast it prints makes the program run."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any

import pytest

import graphwright as tf
from graphwright.base.dtypes import NUMERIC, DType
from graphwright.base.words import with_article
from graphwright.core.dtype_advice import common_dtype

Operation = Callable[[Any, Any], Any]

FUNCTIONS: dict[str, Operation] = {
    **{name: getattr(operator, name) for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")},
    **{name: getattr(operator, name) for name in ("lt", "le", "gt", "ge", "eq", "ne")},
    **{f"tf.{f.__name__}": f for f in (tf.add, tf.maximum, tf.divide, tf.pow, tf.matmul, tf.less, tf.equal, tf.atan2)},
    "where": lambda x, y: tf.where(True, x, y),
    "concat": lambda x, y: tf.concat([x, y], 0),
    "stack": lambda x, y: tf.stack([x, y]),
    "add_n": lambda x, y: tf.add_n([x, y]),
    "clip": lambda x, y: tf.clip_by_value(x, y, y),
    "einsum": lambda x, y: tf.einsum("ij,jk->ik", x, y),
    "complex": tf.complex,
    "divide_no_nan": tf.math.divide_no_nan,
    "conv": lambda x, y: tf.nn.conv2d(tf.reshape(x, [1, 1, 1, 1]), tf.reshape(y, [1, 1, 1, 1]), 1, "SAME"),
}
PAIRS = [(tf.int32, tf.float32), (tf.uint8, tf.int32), (tf.float16, tf.float32), (tf.float32, tf.complex64)]


def applied(message: str, values: dict[str, Any]) -> dict[str, Any]:
    """The values after the casts that a message advises; each is named as the message names it."""
    result = dict(values)
    for call, name in re.findall(r"(tf\.(?:cast|strings\.\w+)\(([\w\[\]]+)[^)]*\))", message):
        result[name] = eval(call, {"tf": tf, **values})
    return result


def refused(function: Operation, x: Any, y: Any) -> str:
    with pytest.raises((TypeError, ValueError, tf.errors.InvalidArgumentError)) as caught:
        function(x, y)
    return str(caught.value)


def operands_named(message: str) -> set[str]:
    return set(re.findall(r"tf\.cast\(([\w\[\]]+), ", message))


@pytest.mark.parametrize("traced", [False, True], ids=["eager", "traced"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_advice_for_ints_and_floats_works(name: str, traced: bool) -> None:
    program = FUNCTIONS[name]
    function = tf.function(program) if traced else program
    for kinds in ((tf.int32, tf.float32), (tf.float32, tf.int32)):
        x, y = (tf.ones([1, 1], kind) for kind in kinds)
        message = refused(function, x, y)
        assert "tf.float32)" in message and "tf.int32)" not in message
        assert "int32" in message and "float32" in message and " a int" not in message
        # one operand is named, and casting that one is enough
        assert len(operands_named(message)) == 1, message
        cast = tf.cast(x, tf.float32), tf.cast(y, tf.float32)
        result = function(*cast)
        assert tf.nest.flatten(result)[0].dtype in (tf.float32, tf.bool, tf.complex64)


@pytest.mark.parametrize("symbol", ["add", "matmul", "truediv"])
@pytest.mark.parametrize(
    "kinds", [*PAIRS, (tf.int64, tf.uint64), (tf.bfloat16, tf.float16), (tf.complex64, tf.float64)]
)
def test_the_wider_dtype_is_advised_in_both_orders(symbol: str, kinds: tuple[DType, DType]) -> None:
    function = FUNCTIONS[symbol]
    for first, second in (kinds, kinds[::-1]):
        names = ("a", "b") if symbol == "matmul" else ("x", "y")
        values = dict(zip(names, (tf.ones([1, 1], first), tf.ones([1, 1], second)), strict=True))
        message = refused(function, *values.values())
        after = applied(message, values)
        assert after[names[0]].dtype is after[names[1]].dtype is common_dtype(kinds), message
        function(*after.values())


@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("make", [tf.constant, tf.Variable], ids=["tensor", "variable"])
@pytest.mark.parametrize(
    ("value", "kind", "wanted"),
    [
        (1.5, tf.int32, tf.float32),
        ([[1.5]], tf.int32, tf.float32),
        (300, tf.uint8, tf.int32),
        (-1, tf.uint8, tf.int32),
        (2 + 1j, tf.float32, tf.complex64),
        (2 + 1j, tf.float64, tf.complex128),
        (1, tf.bool, tf.int32),
    ],
)
@pytest.mark.parametrize("symbol", ["add", "tf.add", "mul", "truediv", "sub", "eq"])
def test_a_python_value_that_the_tensor_cannot_hold(
    symbol: str, value: Any, kind: DType, wanted: DType, make: Any, order: int
) -> None:
    tensor = make(tf.ones([1, 1], kind))
    operands = [(tensor, value), (value, tensor)][order]
    message = refused(FUNCTIONS[symbol], *operands)
    (name,) = operands_named(message)
    assert f"tf.cast({name}, tf.{wanted.name})" in message
    FUNCTIONS[symbol](*[(tf.cast(tensor, wanted), value), (value, tf.cast(tensor, wanted))][order])


@pytest.mark.parametrize("order", [0, 1])
def test_a_variable_and_a_tensor(order: int) -> None:
    pair = (tf.Variable([1]), tf.constant([1.5]))
    values = dict(zip("xy", pair[:: 1 - 2 * order], strict=True))
    after = applied(refused(operator.add, *values.values()), values)
    assert (after["x"] + after["y"]).numpy().tolist() == [2.5]


@pytest.mark.parametrize(
    ("function", "values", "expected"),
    [
        (operator.add, {"x": tf.constant("a"), "y": tf.constant(1)}, b"a1"),
        (operator.add, {"x": tf.constant(1), "y": tf.constant("a")}, b"1a"),
        (operator.mul, {"x": tf.constant(3), "y": tf.constant("2")}, 6),
        (tf.maximum, {"x": tf.constant("2.5"), "y": tf.constant(1.0)}, 2.5),
    ],
)
def test_text_and_numbers(function: Operation, values: dict[str, Any], expected: Any) -> None:
    message = refused(function, *values.values())
    first = message[: message.index(" or ")] if " or " in message else message
    assert function(*applied(first, values).values()).numpy() == expected


@pytest.mark.parametrize(
    ("call", "advised"),
    [
        (lambda: tf.gather([1, 2], tf.constant([1.0])), "tf.cast(indices, tf.int32) does it, and cuts off fractions"),
        (lambda: tf.sqrt(tf.constant(4)), "tf.cast(x, tf.float32)"),
        (lambda: tf.logical_and(tf.constant(1), True), "tf.cast(x, tf.bool)"),
        (lambda: -tf.constant(True), "tf.cast(x, tf.int32)"),
        (lambda: tf.convert_to_tensor(tf.constant(1.5), tf.int32), "tf.cast(x, tf.int32)"),
        (lambda: tf.Variable(1.5).assign(tf.constant(1)), "tf.cast(x, tf.float32)"),
        (lambda: tf.constant(1) + "a", "tf.strings.as_string(x)"),
        (lambda: tf.strings.length(tf.constant(1)), "tf.strings.as_string(input)"),
        (lambda: tf.exp(tf.constant("1")), "tf.strings.to_number(x, tf.float32)"),
        (
            lambda: tf.function(lambda x: x).get_concrete_function(tf.TensorSpec([], tf.float32))(tf.constant(1)),
            "tf.cast(x, tf.float32)",
        ),
    ],
)
def test_the_only_dtype_that_will_do(call: Callable[[], Any], advised: str) -> None:
    assert advised in refused(lambda x, y: call(), None, None)


@pytest.mark.parametrize("a", sorted(NUMERIC, key=str), ids=str)
def test_the_common_dtype_is_the_same_in_both_orders_and_at_least_as_general(a: DType) -> None:
    for b in (*NUMERIC, tf.bool):
        common = common_dtype([a, b])
        assert common is not None and common is common_dtype([b, a])
        assert common_dtype([a, common]) is common or common.is_integer
        assert common.is_complex >= max(a.is_complex, b.is_complex)
        assert common.is_complex or common.is_floating >= max(a.is_floating, b.is_floating)


@pytest.mark.parametrize(
    ("noun", "expected"),
    [("int8", "an"), ("uint8", "a"), ("object", "an"), ("UserModel", "a"), ("EagerTensor", "an"), ("Tensor", "a")],
)
def test_articles(noun: str, expected: str) -> None:
    assert with_article(noun) == f"{expected} {noun}"
