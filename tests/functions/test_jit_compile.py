"""`jit_compile=True`: what may be in such a function, and what the error names where something may not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.selection import executor
from tests.support.executors import on_numpy

pytestmark = pytest.mark.executors

counter = tf.Variable([0.0, 0.0])


def arithmetic(x: Any) -> Any:
    return tf.reduce_sum(tf.tanh(x) * 2.0)


def without_a_rule(x: Any) -> Any:
    return tf.linalg.det(x * np.eye(2, dtype=np.float32)) + 1.0


def complex_numbers(x: Any) -> Any:
    return tf.math.real(tf.asinh(tf.complex(x, x) * tf.complex(x, x)))


def stack_of_tensors(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, 3)
    for i in tf.range(3):
        rows = rows.write(i, x * 2.0)
    return rows.stack()


def update(x: Any) -> Any:
    return counter.assign(x) + 1.0


def checked(x: Any) -> Any:
    tf.debugging.assert_less(x, 10.0)
    return tf.debugging.check_numerics(x, "not a number")


@pytest.mark.parametrize(
    ("function", "by_kernel"),
    [
        (arithmetic, ()),
        (without_a_rule, ("MatrixDeterminant",)),
        (complex_numbers, ("Asinh",)),
        (stack_of_tensors, ()),
        (update, ()),
        (checked, ()),
    ],
)
def test_numbers_compile_with_or_without_a_rule(function: Callable[..., Any], by_kernel: tuple[str, ...]) -> None:
    x = tf.constant([1.0, 2.0])
    compiled = tf.function(function, jit_compile=True)
    np.testing.assert_allclose(compiled(x), tf.function(function)(x), rtol=1e-6)
    (trace,) = compiled.explain().traces
    if executor().name == "native":
        assert {call.op for call in trace.host_calls} >= set(by_kernel)
        assert all(op in str(trace) for op in by_kernel)


def test_a_failed_check_is_raised() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.function(checked, jit_compile=True)(tf.constant([1.0, 20.0]))


def texts(x: Any) -> Any:
    text = tf.strings.as_string(x)
    return tf.strings.length(text)


def python(x: Any) -> Any:
    return tf.numpy_function(np.sin, [x], tf.float32)


def pure_python(x: Any) -> Any:
    return tf.numpy_function(np.sin, [x], tf.float32, stateful=False)


def eager_python(x: Any) -> Any:
    return tf.py_function(lambda x: x, [x], tf.float32)


def printing(x: Any) -> Any:
    tf.print(x)
    return x


def elements(x: Any) -> Any:
    for element in tf.data.Dataset.range(3):
        x = x + tf.cast(element, tf.float32)
    return x


def in_a_branch(x: Any) -> Any:
    if tf.reduce_sum(x) > 0.0:
        tf.print(x)
    return x


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (texts, {"AsString": 1, "StringLength": 2}),
        (python, {"PyFunc": 1}),
        (pure_python, {"PyFuncStateless": 1}),
        (eager_python, {"EagerPyFunc": 1}),
        (printing, {"PrintV2": 1}),
        (elements, {"RangeDataset": 1}),
        (in_a_branch, {"PrintV2": 2}),
    ],
)
def test_what_cannot_is_named_with_its_line(function: Callable[..., Any], names: dict[str, int]) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Detected unsupported operations") as caught:
        tf.function(function, jit_compile=True)(tf.constant([1.0, 2.0]))
    message = str(caught.value)
    first = inspect.getsourcelines(function)[1]
    for op, line in names.items():
        (reported,) = [row for row in message.splitlines() if row.startswith(f"  {op} (")]
        assert f'File "{__file__}", line {first + line}, in {function.__name__}' in reported
    assert "Mul" not in message and "Const" not in message


def branch_and_loop(x: Any) -> Any:
    while tf.reduce_sum(x) < 100.0:
        x = x * 2.0
    return x if tf.reduce_max(x) > 1.0 else -x


@pytest.mark.parametrize("function", [arithmetic, without_a_rule, stack_of_tensors, update, checked, branch_and_loop])
def test_false_compiles_what_can_be_compiled(function: Callable[..., Any]) -> None:
    x = tf.constant([1.0, 2.0])
    plain, expected = tf.function(function, jit_compile=False), on_numpy(tf.function(function))
    for _ in range(3):
        np.testing.assert_allclose(plain(x), expected(x), rtol=1e-6)
    (trace,) = plain.explain().traces
    assert trace.executor == executor().name
