"""The advice in retrace reasons, applied as printed: the calls then share one trace."""

from __future__ import annotations

import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import pytest

import graphwright as tf


class Pair(NamedTuple):
    a: Any
    b: Any


class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor


class Model:
    def __init__(self) -> None:
        self.by = 2.0

    def scale(self, x: Any, y: Any) -> Any:
        return x * self.by + y


def zeros(*shape: int) -> Any:
    return tf.zeros(shape)


def call(*args: Any, **kwargs: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return args, kwargs


def _total(values: Any) -> Any:
    leaves = [v for v in tf.nest.flatten(values, expand_composites=True) if hasattr(v, "dtype")]
    return tf.add_n([tf.cast(tf.reduce_sum(tf.cast(v, tf.float32)), tf.float32) for v in leaves])


def of_one(x: Any) -> Any:
    return _total(x)


def of_two(x: Any, y: Any) -> Any:
    return _total((x, y))


def with_default(x: Any, scale: float = 2.0, name: str | None = None) -> Any:
    return _total(x) * scale


def with_keyword(x: Any, *, scale: float = 2.0) -> Any:
    return _total(x) * scale


def of_many(x: Any, *rest: Any) -> Any:
    return _total((x, rest))


def of_named(x: Any, **named: Any) -> Any:
    return _total((x, named))


def of_a_number(x: Any, n: Any) -> Any:
    return _total(x) * n


# name: the function, calls of which each has a trace, the signature that they should share
SIGNATURES: dict[str, tuple[Callable[..., Any], Sequence[Any], str]] = {
    "one": (of_one, [call(zeros(2)), call(zeros(3))], "[tf.TensorSpec([None], tf.float32)]"),
    "one size of two": (of_one, [call(zeros(2, 5)), call(zeros(3, 5))], "[tf.TensorSpec([None, 5], tf.float32)]"),
    "ranks": (of_one, [call(zeros(2)), call(zeros(2, 2))], "[tf.TensorSpec(None, tf.float32)]"),
    "two arguments, one changes": (
        of_two,
        [call(zeros(2), zeros(4)), call(zeros(3), zeros(4))],
        "[tf.TensorSpec([None], tf.float32), tf.TensorSpec([4], tf.float32)]",
    ),
    "each argument changes once": (
        of_two,
        [call(zeros(2), zeros(4)), call(zeros(3), zeros(4)), call(zeros(3), zeros(5))],
        "[tf.TensorSpec([None], tf.float32), tf.TensorSpec([None], tf.float32)]",
    ),
    "by keyword": (
        of_two,
        [call(y=zeros(2), x=zeros(4)), call(y=zeros(3), x=zeros(4))],
        "[tf.TensorSpec([4], tf.float32), tf.TensorSpec([None], tf.float32)]",
    ),
    "nested": (
        of_two,
        [call({"a": [zeros(n)], "b": (zeros(1),)}, Pair(zeros(n), tf.constant(1))) for n in (2, 3)],
        "[{'a': [tf.TensorSpec([None], tf.float32)], 'b': (tf.TensorSpec([1], tf.float32),)}, "
        "Pair(a=tf.TensorSpec([None], tf.float32), b=tf.TensorSpec([], tf.int32))]",
    ),
    "empty structures": (of_two, [call(zeros(2), []), call(zeros(3), [])], "[tf.TensorSpec([None], tf.float32), []]"),
    "defaults are kept": (with_default, [call(zeros(2)), call(zeros(3))], "[tf.TensorSpec([None], tf.float32)]"),
    "a tensor for a default": (
        with_default,
        [call(zeros(2), tf.constant(1.0)), call(zeros(3), tf.constant(1.0))],
        "[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.float32)]",
    ),
    "a keyword keeps its default": (
        with_keyword,
        [call(zeros(2)), call(zeros(3))],
        "[tf.TensorSpec([None], tf.float32)]",
    ),
    "several": (
        of_many,
        [call(zeros(2), zeros(1), zeros(2)), call(zeros(2), zeros(1), zeros(3))],
        "[tf.TensorSpec([2], tf.float32), tf.TensorSpec([1], tf.float32), tf.TensorSpec([None], tf.float32)]",
    ),
    "ragged": (
        of_one,
        [call(tf.ragged.constant([[1.0]] * n)) for n in (2, 3)],
        "[tf.RaggedTensorSpec([None, None], tf.float32, 1)]",
    ),
    "ragged with narrow splits": (
        of_one,
        [call(tf.ragged.constant([[1.0]] * n, row_splits_dtype=tf.int32)) for n in (2, 3)],
        "[tf.RaggedTensorSpec([None, None], tf.float32, 1, row_splits_dtype=tf.int32)]",
    ),
    "sparse": (of_one, [call(tf.sparse.eye(n)) for n in (2, 3)], "[tf.SparseTensorSpec([None, None], tf.float32)]"),
    "text": (
        lambda x, y: tf.strings.length(x),
        [call(tf.constant(["a"] * n), tf.constant(True)) for n in (2, 3)],
        "[tf.TensorSpec([None], tf.string), tf.TensorSpec([], tf.bool)]",
    ),
    "a bound method": (
        Model().scale,
        [call(zeros(2), zeros(1)), call(zeros(3), zeros(1))],
        "[tf.TensorSpec([None], tf.float32), tf.TensorSpec([1], tf.float32)]",
    ),
    "a partial": (
        partial(of_two, zeros(7)),
        [call(zeros(2)), call(zeros(3))],
        "[tf.TensorSpec([None], tf.float32)]",
    ),
}


def last_reason(function: Any) -> str:
    reason: str = function.explain().traces[-1].reason
    return reason


def signature_in(text: str) -> str:
    """The code of the signature that a text advises: what follows `input_signature=`, up to its closing bracket."""
    start = text.index("input_signature=[") + len("input_signature=")
    depth = 0
    for end in range(start, len(text)):
        depth += (text[end] in "[({") - (text[end] in "])}")
        if depth == 0:
            return text[start : end + 1]
    raise AssertionError(text)


def run(function: Any, calls: Sequence[Any]) -> list[Any]:
    return [tf.nest.map_structure(lambda t: t.numpy().tolist(), function(*args, **kwargs)) for args, kwargs in calls]


@pytest.mark.parametrize("name", SIGNATURES)
def test_the_signature_is_complete_and_works(name: str) -> None:
    program, calls, expected = SIGNATURES[name]
    function = tf.function(program)
    results = run(function, calls)
    assert function.experimental_get_tracing_count() == len(calls)
    reason = last_reason(function)
    assert "use reduce_retracing=True or input_signature=[" in reason
    assert signature_in(reason) == expected
    signed = tf.function(program, input_signature=eval(signature_in(reason), {"tf": tf, "Pair": Pair}))
    assert run(signed, calls) == results
    assert signed.experimental_get_tracing_count() == 1


NO_SIGNATURE: dict[str, tuple[Callable[..., Any], Sequence[Any], str]] = {
    "a number": (of_a_number, [call(zeros(n), 3) for n in (2, 3, 4)], "it covers tensors alone, and 'n' is none"),
    "None": (of_a_number, [call([zeros(n), None], 1.0) for n in (2, 3, 4)], "'x[1]' is none"),
    "a variable": (of_two, [call(zeros(n), tf.Variable(1.0)) for n in (2, 3, 4)], "'y' is none"),
    "an extension type": (
        of_one,
        [call(Masked(values=zeros(n), mask=zeros(n))) for n in (2, 3, 4)],
        "it covers tensors alone, and 'x' is none",
    ),
    "a keyword": (with_keyword, [call(zeros(n), scale=3.0) for n in (2, 3, 4)], "'scale' is one"),
    "more keywords": (of_named, [call(zeros(n), k=zeros(1)) for n in (2, 3, 4)], "'k' is one"),
    "another kind of dict": (
        of_one,
        [call(OrderedDict(a=zeros(n))) for n in (2, 3, 4)],
        "it covers lists, tuples and dicts, and 'x' is an OrderedDict",
    ),
}


@pytest.mark.parametrize("name", NO_SIGNATURE)
def test_where_no_signature_is_possible_the_reason_says_why(name: str) -> None:
    program, calls, why = NO_SIGNATURE[name]
    function = tf.function(program)
    results = run(function, calls)
    reason = last_reason(function)
    assert "use reduce_retracing=True (an input_signature is not possible: " in reason and why in reason
    relaxed = tf.function(program, reduce_retracing=True)
    assert run(relaxed, calls) == results
    assert relaxed.experimental_get_tracing_count() == 2
    assert "use reduce_retracing" not in last_reason(relaxed)


@pytest.mark.parametrize("through_class", [False, True])
def test_a_decorated_method(through_class: bool) -> None:
    class Plain(Model):
        scale = tf.function(Model.scale)

    def results(model: Any) -> list[Any]:
        call_it = partial(type(model).scale, model) if through_class else model.scale
        return [call_it(zeros(n), zeros(1)).numpy().tolist() for n in (2, 3)]

    model = Plain()
    expected = results(model)
    code = signature_in(last_reason(Plain.scale if through_class else model.scale))
    assert code == "[tf.TensorSpec([None], tf.float32), tf.TensorSpec([1], tf.float32)]"

    class Signed(Model):
        scale = tf.function(Model.scale, input_signature=eval(code, {"tf": tf}))

    signed = Signed()
    assert results(signed) == expected
    traced = Signed.scale if through_class else signed.scale
    assert traced.experimental_get_tracing_count() == 1


def test_the_warning_prints_the_whole_signature(caplog: pytest.LogCaptureFixture) -> None:
    function = tf.function(of_two)
    calls = [call(zeros(n), zeros(4)) for n in range(1, 8)]
    with caplog.at_level(logging.WARNING, logger="graphwright"):
        run(function, calls)
    (text,) = [record.getMessage() for record in caplog.records]
    assert "argument 'x'" in text
    signed = tf.function(of_two, input_signature=eval(signature_in(text), {"tf": tf}))
    run(signed, calls)
    assert signed.experimental_get_tracing_count() == 1


@pytest.mark.parametrize(
    ("values", "cast"),
    [
        ((tf.constant(1), tf.constant(1.5)), "tf.cast(x, tf.float32)"),
        ((tf.constant(1.5), tf.constant(1)), "tf.cast(x, tf.float32)"),
        ((tf.constant(1, tf.uint8), tf.constant(1)), "tf.cast(x, tf.int32)"),
        ((tf.constant(1.0), tf.constant(1 + 1j)), "tf.cast(x, tf.complex128)"),
    ],
)
def test_the_cast_loses_nothing(values: tuple[Any, ...], cast: str) -> None:
    function = tf.function(lambda x: x)
    run(function, [call(v) for v in values])
    assert f"pass {cast} each time" in last_reason(function)
    again = tf.function(lambda x: x)
    for value in values:
        assert again(eval(cast, {"tf": tf, "x": value})).numpy() == value.numpy()
    assert again.experimental_get_tracing_count() == 1


def test_values_of_python_become_one_trace_by_the_printed_call() -> None:
    function = tf.function(of_a_number)
    for n in (2.0, 3.0):
        function(zeros(1), n)
    (printed,) = re.findall(r"pass (tf\.constant\(3\.0\))", last_reason(function))
    again = tf.function(of_a_number)
    for text in (printed, printed.replace("3.0", "2.0")):
        again(zeros(1), eval(text, {"tf": tf}))
    assert again.experimental_get_tracing_count() == 1
