"""Python's operators on tensors and variables."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.core.context import as_default_graph
from graphwright.core.tensor_like import AnyTensor
from graphwright.core.tracing import TracingGraph
from graphwright.ir.types import tensor_type
from tests.support.executors import on_numpy

each = pytest.mark.parametrize

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
BITS: dict[str, Callable[[Any, Any], Any]] = {
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
FLOATS = np.array([1.5, 2.0, 4.0], np.float32), np.array([0.5, 2.0, 3.0], np.float32)
INTS = np.array([7, -7, 4], np.int32), np.array([2, 3, 4], np.int32)


def wrapped_in_function(compute: Callable[..., Any]) -> Callable[..., Any]:
    return tf.function(compute)


def as_it_is(compute: Callable[..., Any]) -> Callable[..., Any]:
    return compute


staging = each("stage", [as_it_is, wrapped_in_function])


def check(found: Any, expected: Any) -> None:
    expected = np.asarray(expected)
    assert isinstance(found, tf.Tensor)
    assert found.numpy().dtype == expected.dtype
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-6)


@staging
@each("values", [FLOATS, INTS], ids=["floats", "ints"])
@each("symbol", BINARY)
def test_two_tensors(symbol: str, values: Any, stage: Any) -> None:
    x, y = values
    expected = BINARY[symbol](x, y)
    check(stage(BINARY[symbol])(tf.constant(x), tf.constant(y)), expected)


@staging
@each("symbol", BINARY)
def test_python_numbers(symbol: str, stage: Any) -> None:
    compute, x = BINARY[symbol], FLOATS[0]
    check(stage(lambda t: compute(t, 2))(tf.constant(x)), compute(x, np.float32(2)))
    check(stage(lambda t: compute(2, t))(tf.constant(x)), compute(np.float32(2), x))
    check(stage(lambda t: compute(t, 0.5))(tf.constant(x)), compute(x, np.float32(0.5)))


@staging
@each("symbol", BITS)
def test_bits(symbol: str, stage: Any) -> None:
    compute = BITS[symbol]
    x, y = np.array([6, 12, 127], np.int32), np.array([3, 1, 2], np.int32)
    check(stage(compute)(tf.constant(x), tf.constant(y)), compute(x, y))
    check(stage(lambda t: compute(t, 2))(tf.constant(x)), compute(x, 2))
    check(stage(lambda t: compute(2, t))(tf.constant(y)), compute(np.int32(2), y))


@staging
@each("symbol", ["&", "|", "^"])
def test_logic(symbol: str, stage: Any) -> None:
    compute = BITS[symbol]
    x, y = np.array([True, False, True]), np.array([True, True, False])
    check(stage(compute)(tf.constant(x), tf.constant(y)), compute(x, y))
    check(stage(lambda t: compute(t, True))(tf.constant(x)), compute(x, True))
    check(stage(lambda t: compute(True, t))(tf.constant(x)), compute(True, x))


@staging
def test_one_operand(stage: Any) -> None:
    x = np.array([1.5, -2.0], np.float32)
    check(stage(operator.neg)(tf.constant(x)), -x)
    check(stage(operator.abs)(tf.constant(x)), np.abs(x))
    check(stage(operator.invert)(tf.constant([True, False])), [False, True])
    check(stage(operator.invert)(tf.constant([1, -5])), np.array([-2, 4], np.int32))
    check(stage(operator.abs)(tf.constant([3 + 4j])), np.array([5.0]))


@staging
@each("shapes", [((2, 3), (3, 4)), ((5, 2, 3), (3, 4)), ((5, 2, 3), (5, 3, 1))])
def test_matrix_product(shapes: Any, stage: Any) -> None:
    x, y = (np.arange(np.prod(s), dtype=np.float32).reshape(s) for s in shapes)
    check(stage(operator.matmul)(tf.constant(x), tf.constant(y)), x @ y)
    check(stage(lambda t: t @ y)(tf.constant(x)), x @ y)
    check(stage(lambda t: x @ t)(tf.constant(y)), x @ y)


@staging
def test_whole_numbers_divide_exactly(stage: Any) -> None:
    assert stage(operator.truediv)(tf.constant(7), tf.constant(2)).dtype == tf.float64
    assert stage(operator.truediv)(tf.constant(7, tf.int8), tf.constant(2, tf.int8)).dtype == tf.float32
    check(stage(lambda t: 1 / t)(tf.constant([4, 8])), np.array([0.25, 0.125]))
    check(stage(lambda t: t / 0)(tf.constant([4, -8])), np.array([np.inf, -np.inf]))


@staging
def test_numpy_arrays_on_either_side(stage: Any) -> None:
    x = tf.constant([1.0, 2.0])
    check(stage(lambda t: np.array([1.0, 2.0]) + t)(x), np.array([2.0, 4.0], np.float32))
    check(stage(lambda t: t + np.array([1.0, 2.0]))(x), np.array([2.0, 4.0], np.float32))
    check(stage(lambda t: np.float32(3) * t)(x), np.array([3.0, 6.0], np.float32))
    check(stage(lambda t: [1.0, 2.0] - t)(x), np.array([0.0, 0.0], np.float32))


@staging
def test_text(stage: Any) -> None:
    x = tf.constant(["a", "b"])
    assert stage(lambda t: t + "c")(x).numpy().tolist() == [b"ac", b"bc"]
    assert stage(lambda t: "c" + t)(x).numpy().tolist() == [b"ca", b"cb"]
    assert stage(lambda t: t + t)(tf.constant("xy")).numpy() == b"xyxy"
    assert stage(lambda t: t == "a")(x).numpy().tolist() == [True, False]


@staging
def test_equality(stage: Any) -> None:
    x = tf.constant([1, 2])
    assert stage(lambda t: tf.constant(t == None))(x).numpy() == False  # noqa: E711, E712
    assert stage(lambda t: tf.constant(t != None))(x).numpy() == True  # noqa: E711, E712
    check(stage(lambda t: t == tf.constant([1, 2, 3]))(x), False)
    check(stage(lambda t: t != tf.constant([1, 2, 3]))(x), True)
    check(stage(lambda t: t == [1, 3])(x), [True, False])


def test_equality_is_false_where_an_unknown_size_turns_out_not_to_fit() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([None])])
    def equal(x: Any, y: Any) -> Any:
        return x == y

    check(equal(tf.constant([1.0, 2.0]), tf.constant([1.0, 3.0])), [True, False])
    check(equal(tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0, 3.0])), False)


def test_a_tensor_is_no_key() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(tf.constant(1))


def test_variables() -> None:
    v = tf.Variable([1.0, 2.0])
    x = tf.constant([3.0, 4.0])
    check(v + x, np.array([4.0, 6.0], np.float32))
    check(x + v, np.array([4.0, 6.0], np.float32))
    check(v + v, np.array([2.0, 4.0], np.float32))
    check(2 / v, np.array([2.0, 1.0], np.float32))
    check(-v, np.array([-1.0, -2.0], np.float32))
    check(v == [1.0, 3.0], [True, False])
    check(v >= 2, [False, True])
    assert (v == None) is False  # noqa: E711


class Foreign:
    """Has operators of its own that know tensors."""

    def __radd__(self, other: Any) -> str:
        return "added"

    def __eq__(self, other: object) -> Any:
        return "compared"

    def __lt__(self, other: object) -> Any:
        return "less"

    __hash__ = object.__hash__


@staging
def test_foreign_operands_are_asked(stage: Any) -> None:
    x = tf.constant([1.0])
    reported: list[Any] = []
    stage(lambda t: reported.extend([t + Foreign(), t == Foreign(), t > Foreign()]))(x)
    assert reported == ["added", "compared", "less"]


class LibraryTensor(AnyTensor):
    """A library's class of tensors, float16 where a float32 is asked for, with an operator that converts."""

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> tf.Tensor:
        return tf.convert_to_tensor(tf.constant([2.0], tf.float16), dtype, name=name)

    def __rmul__(self, other: tf.Tensor) -> tf.Tensor:
        return other * tf.cast(tf.convert_to_tensor(self), other.dtype)


@staging
def test_a_librarys_tensors_compute_what_their_conversion_cannot(stage: Any) -> None:
    check(stage(lambda t: t * LibraryTensor())(tf.constant([1.5])), np.array([3.0], np.float32))


WRONG: list[tuple[str, Callable[[], Any], type[Exception], str]] = [
    (
        "shapes",
        lambda: tf.constant([1.0, 2.0]) + tf.constant([1.0, 2.0, 3.0]),
        errors.InvalidArgumentError,
        r"\[2\] vs. \[3\]",
    ),
    (
        "two dtypes",
        lambda: tf.constant([1.0]) + tf.constant([1]),
        errors.InvalidArgumentError,
        "expected to be a float",
    ),
    ("a fraction for an integer", lambda: tf.constant([1]) + 1.5, errors.InvalidArgumentError, "Cannot convert 1.5"),
    ("a fraction for an integer", lambda: tf.constant([1]) + 1.5, TypeError, "Cannot convert 1.5"),
    ("text for a number", lambda: tf.constant([1.0]) + "a", TypeError, "Cannot convert 'a'"),
    ("a large integer", lambda: tf.constant([1], tf.uint8) + 300, ValueError, "out of range"),
    ("nothing", lambda: tf.constant([1.0]) + None, ValueError, "None"),
    ("an object", lambda: tf.constant([1.0]) + object(), (TypeError, ValueError), "object"),
    ("an object on the left", lambda: object() * tf.constant([1.0]), (TypeError, ValueError), "object"),
    ("compared with text", lambda: tf.constant([1]) == "a", TypeError, "Cannot convert 'a'"),
    (
        "logic on floats",
        lambda: tf.constant([1.0]) & tf.constant([1.0]),
        TypeError,
        "not in the list of allowed values",
    ),
    ("a float's bits", lambda: ~tf.constant([1.0]), TypeError, "not in the list of allowed values"),
    ("zero divisor", lambda: tf.constant([1, 2]) // 0, errors.InvalidArgumentError, "Integer division by zero"),
    (
        "zero divisor",
        lambda: tf.constant([1, 2]) % tf.constant(0),
        errors.InvalidArgumentError,
        "Integer division by zero",
    ),
    ("negative exponent", lambda: tf.constant([2]) ** -1, errors.InvalidArgumentError, "negative integer powers"),
    (
        "inner sizes",
        lambda: tf.ones([2, 3]) @ tf.ones([2, 3]),
        errors.InvalidArgumentError,
        r"\[2,3\], In\[1\]: \[2,3\]",
    ),
]


@each("compute, error, message", [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_refused(compute: Callable[[], Any], error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        compute()


@each("compute, error", [(w[1], w[2]) for w in WRONG], ids=[w[0] for w in WRONG])
def test_refused_in_a_function(compute: Callable[[], Any], error: Any) -> None:
    with pytest.raises(error):
        tf.function(compute)()


def test_integers_wrap() -> None:
    largest = tf.constant([2**31 - 1])
    check(largest + 1, np.array([-(2**31)], np.int32))
    check(tf.constant(200, tf.uint8) + tf.constant(100, tf.uint8), np.uint8(44))


NAMES: dict[str, tuple[Callable[[Any], Any], list[str]]] = {
    "add": (lambda x: x + 1, ["add/y", "add"]),
    "radd": (lambda x: 1 + x, ["add/x", "add"]),
    "sub": (lambda x: x - 1, ["sub/y", "sub"]),
    "mul": (lambda x: 2 * x, ["mul/x", "mul"]),
    "truediv": (lambda x: x / 2, ["truediv/y", "truediv"]),
    "floordiv": (lambda x: x // 2, ["floordiv/y", "floordiv"]),
    "mod": (lambda x: x % 2, ["mod/y", "mod"]),
    "pow": (lambda x: x**2, ["pow/y", "pow"]),
    "less": (lambda x: x < 0, ["Less/y", "Less"]),
    "rless": (lambda x: 0 < x, ["Greater/y", "Greater"]),  # noqa: SIM300
    "equal": (lambda x: x == 1, ["Equal/y", "Equal"]),
    "neg": (lambda x: -x, ["Neg"]),
    "abs": (lambda x: abs(x), ["Abs"]),
    "matmul": (lambda x: x @ x, ["matmul"]),
    "twice": (lambda x: (x + 1) + 1, ["add/y", "add", "add_1/y", "add_1"]),
}


@each("name", NAMES)
def test_names_in_graphs(name: str) -> None:
    """The names are those that TensorFlow gives."""
    compute, expected = NAMES[name]
    graph = TracingGraph("names")
    with as_default_graph(graph):
        compute(graph.placeholder(tensor_type(tf.float32, (2, 2)), "x"))
    assert [op.name for op in graph.operations if op.type != "Placeholder"] == expected


def test_names_of_whole_number_quotients() -> None:
    graph = TracingGraph("names")
    with as_default_graph(graph):
        _ = graph.placeholder(tensor_type(tf.int32, (2,)), "x") / 2
    names = [op.name for op in graph.operations if op.type != "Placeholder"]
    assert names == ["truediv/y", "truediv/Cast", "truediv/Cast_1", "truediv"]


@each("run", [lambda f: f, on_numpy])
@each("name", ["TruncateMod", "FloorMod", "FloorDiv", "TruncateDiv", "Div", "Pow"])
def test_what_is_refused_is_not_looked_for_where_nothing_is_computed(name: str, run: Any) -> None:
    x, y = tf.zeros([5, 0, 2], tf.int32), tf.constant([[[0, -1]]])
    raw = getattr(tf.raw_ops, name)
    assert raw(x=x, y=y).shape == (5, 0, 2)
    assert run(tf.function(lambda a, b: raw(x=a, y=b)))(x, y).shape == (5, 0, 2)
