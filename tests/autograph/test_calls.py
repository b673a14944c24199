"""What converted code calls: which callables are converted, and what they share with the originals."""

from __future__ import annotations

import collections
import functools
import gc
import operator
import warnings
import weakref
from typing import Any

import pytest

import graphwright as tf
from graphwright.autograph import conversion, convert
from tests.autograph.support import define

each = pytest.mark.parametrize


def sign(x: Any) -> Any:
    """Can only be traced when it is converted."""
    if x > 0:
        return 1
    return -1


def twice(function: Any) -> Any:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs) * 2

    return wrapper


class Base:
    scale = 3

    def method(self, x: Any) -> Any:
        return sign(x) if x < 5 else self.scale

    @staticmethod
    def static(x: Any) -> Any:
        return 1 if x > 0 else -1

    @classmethod
    def of_class(cls, x: Any) -> Any:
        return cls.scale if x > 0 else -cls.scale

    @property
    def factor(self) -> int:
        return self.scale * 2

    def __call__(self, x: Any) -> Any:
        if x > 0:
            return self.__private(x)
        return 0

    def __private(self, x: Any) -> Any:
        return 7 if x > 1 else 8


class Derived(Base):
    scale = 4

    def method(self, x: Any) -> Any:
        if x > 0:
            return super().method(x) + 100
        return super(Derived, self).method(x)  # noqa: UP008 (both forms)

    def through(self, x: Any) -> Any:
        total = 0
        for i in tf.range(3):
            if i < x:
                total += super().method(x) * self.factor
        return total


decorated = twice(sign)
partial = functools.partial(lambda k, x, *, n: k if x > n else -k, 5, n=0)
named_lambda = lambda x: 1 if x > 0 else -1  # noqa: E731
Point = collections.namedtuple("Point", "x y")


@each(
    "function, results",
    [
        (sign, [-1, 1]),
        (decorated, [-2, 2]),
        (partial, [-5, 5]),
        (named_lambda, [-1, 1]),
        (lambda x: sign(x), [-1, 1]),
        (Base().method, [-1, 1]),
        (Base.static, [-1, 1]),
        (Derived.of_class, [-4, 4]),
        (Base(), [0, 7]),
        (Derived().method, [-1, 101]),
        (Derived().through, [0, 24]),
        (functools.partial(Base().method), [-1, 1]),
        (lambda x: sum(map(sign, [x, x])), [-2, 2]),
        (lambda x: functools.reduce(lambda a, b: a + sign(b), [0, x, x]), [-2, 2]),
        (lambda x: [sign(y) for y in (x, 1)][-2], [-1, 1]),
        (lambda x: {"f": sign}["f"](x), [-1, 1]),
        (lambda x: (lambda f: f(x))(sign), [-1, 1]),
        (lambda x: getattr(Base(), "met" + "hod")(x), [-1, 1]),
        (lambda x: Point(sign(x), 1)._replace(y=2).x, [-1, 1]),
        (lambda x: sorted([3, 1], key=lambda v: v if v > 2 else 9)[0] * sign(x), [-3, 3]),
        (lambda x: operator.neg(sign(x)), [1, -1]),
        (tf.function(sign), [-1, 1]),
    ],
)
def test_is_converted(function: Any, results: list[int]) -> None:
    traced = tf.function(lambda x: function(x))
    assert [int(traced(tf.constant(x))) for x in (-3, 3)] == results


def test_traced_methods_are_converted() -> None:
    class Model:
        limit = 2

        @tf.function
        def method(self, x: Any, k: int = 1) -> Any:
            if x > self.limit:
                return x * k
            return -x

        @tf.function
        def __call__(self, x: Any) -> Any:
            total = 0
            for i in tf.range(3):
                total += self.method(i + x, k=3)
            return total

    model = Model()
    assert [int(model.method(tf.constant(x), k=2)) for x in (1, 5)] == [-1, 10]
    assert int(model(tf.constant(1))) == -1 - 2 + 9


def test_a_function_handed_in_is_converted() -> None:
    @tf.function
    def apply(f: Any, x: Any) -> Any:
        return f(x)

    assert int(apply(sign, tf.constant(-3))) == -1


def test_functions_passed_to_ops_are_converted_where_they_are_written() -> None:
    @tf.function
    def f(x: Any) -> Any:
        def main() -> Any:
            if x > 5:
                return x
            return -x

        return tf.cond(x > 0, main, lambda: x * 2 if x > -5 else x)

    assert [int(f(tf.constant(x))) for x in (8, 3, -3, -8)] == [8, -3, -6, -8]


def test_a_function_that_is_returned_is_converted() -> None:
    @tf.function
    def f(x: Any) -> Any:
        def make(limit: Any) -> Any:
            def inside(y: Any) -> Any:
                return 1 if y < limit else 0

            return inside

        return make(5)(x)

    assert [int(f(tf.constant(x))) for x in (3, 8)] == [1, 0]


def test_recursion_in_python() -> None:
    def power(x: Any, n: int) -> Any:
        if n == 0:
            return 1
        return x * power(x, n - 1) if x > 0 else -(-x * power(-x, n - 1))

    assert int(tf.function(power)(tf.constant(-3), 3)) == -27


@each("decorator", [tf.autograph.experimental.do_not_convert, tf.autograph.experimental.do_not_convert()])
def test_do_not_convert(decorator: Any) -> None:
    as_it_is = decorator(sign)
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        tf.function(lambda x: as_it_is(x))(tf.constant(1))
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        tf.function(as_it_is)(tf.constant(1))
    assert as_it_is(5) == 1
    assert as_it_is.__name__ == "sign"


def test_a_decorated_inner_function_keeps_its_decorator() -> None:
    @tf.function
    def f(x: Any) -> Any:
        @tf.autograph.experimental.do_not_convert
        def plain(y: Any) -> Any:
            return 1 if y > 0 else -1

        @twice
        def converted(y: Any) -> Any:
            return 1 if y > 0 else -1

        return converted(x) + plain(5)

    assert int(f(tf.constant(-3))) == -1


def test_generators_run_as_they_are() -> None:
    def numbers(n: int) -> Any:
        for i in range(n):
            if i != 1:
                yield i

    @tf.function
    def f(x: Any) -> Any:
        for i in numbers(4):
            x = x + i
        return x

    assert int(f(tf.constant(1))) == 6


def test_globals_and_closures_stay_live() -> None:
    f = define(
        """
        factor = 2
        def make():
            count = 0
            def f(x):
                nonlocal count
                for i in range(x):
                    count += factor
                return count
            return f, lambda: count
        """,
        "make",
    )
    inner, read = f()
    converted: Any = convert(inner)
    assert converted is not inner
    assert (converted(2), inner(1), read()) == (4, 6, 6)
    f.__globals__["factor"] = 10
    assert (converted(1), read()) == (16, 16)


def test_each_closure_has_its_own_cells() -> None:
    def make(k: int) -> Any:
        def f(x: Any) -> Any:
            return k if x > 0 else -k

        return f

    a, b = convert(make(1)), convert(make(2))
    assert (a(1), b(1), b(-1)) == (1, 2, -2)
    assert a.__code__ is b.__code__  # converted once


def test_defaults_are_those_of_each_function() -> None:
    def make(k: int) -> Any:
        def f(x: int, y: int = k, *, z: int = k + 1) -> Any:
            return (x, y, z) if x else None

        return f

    first, second = convert(make(1)), convert(make(5))
    assert (first(9), second(9, z=0)) == ((9, 1, 2), (9, 5, 0))


def test_names_and_signatures_are_the_users() -> None:
    converted = convert(Base.method)
    assert (converted.__name__, converted.__qualname__) == ("method", "Base.method")
    with pytest.raises(TypeError, match=r"Base\.method\(\) missing 1 required positional argument: 'x'"):
        converted(Base())  # type: ignore[call-arg]


def test_nothing_of_python_or_libraries_is_converted() -> None:
    import dataclasses
    import random

    import numpy as np

    for function in (
        np.mean,
        random.randint,
        dataclasses.asdict,
        tf.abs,
        collections.Counter.most_common,
        functools.wraps,
    ):
        assert convert(function) is function


@each("module", ["keras.some.module", "tensorflow_probability.x", "numpy", "tf_keras"])
def test_functions_of_libraries_are_converted_on_request_alone(module: str) -> None:
    names = define(
        """
        def sign(x):
            if x > 0:
                return 1
            return -1

        def outer(x):
            return sign(x)

        class Model:
            def method(self, x):
                return 1 if x > 0 else -1

        def all_of():
            return globals()
        """,
        "all_of",
        __name__=module,
    )()
    x = tf.constant(-3)
    for function in (names["sign"], names["Model"]().method, functools.partial(names["sign"])):
        assert tf.function(function)(x).numpy() == -1
    assert tf.autograph.to_graph(names["sign"])(5) == 1
    for function in (names["outer"], lambda x: names["sign"](x)):
        with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
            tf.function(function)(x)


def test_converted_code_is_not_converted_again() -> None:
    once = convert(sign)
    assert convert(once) is once


def test_without_recursion_callees_stay() -> None:
    def f(x: Any) -> Any:
        y = 1 if x > 0 else 2
        return sign(y)

    flat = tf.autograph.to_graph(f, recursive=False)
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        tf.function(flat, autograph=False)(tf.constant(1))
    assert flat(5) == 1


def test_conversions_are_forgotten_with_their_code() -> None:
    def entries() -> int:
        gc.collect()
        return len(conversion._recursive)

    before = entries()
    f = define("def f(x):\n    return [g(x) for g in (lambda y: y if y else 1,)]\n")
    assert convert(f)(3) == [3]
    assert entries() > before
    code = weakref.ref(f.__code__)
    del f
    gc.collect()
    assert code() is None
    assert entries() == before


def test_warnings_name_the_users_line() -> None:
    def f(x: int) -> int:
        if x:
            warnings.warn("first", stacklevel=1)
            warnings.warn("second", UserWarning, 1)
        return x

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        convert(f)(1)
    line = f.__code__.co_firstlineno
    assert [(w.filename, w.lineno) for w in caught] == [(__file__, line + 2), (__file__, line + 3)]


@each(
    "function, arguments, expected",
    [
        (lambda x: len(x), [[3, 1, 2]], 3),
        (lambda x: int(x), 2.75, 2),
        (lambda x: float(x), 2, 2.0),
        (lambda x: bool(x), 2, True),
        (lambda x: abs(x), -3, 3),
        (lambda x: min(x), [3, 1, 2], 1),
        (lambda x: max(x, 2, x - 1), 1, 2),
        (lambda x: min([x, x + 1]), 1, 1),
        (lambda x: sum(x), [3, 1, 2], 6),
        (lambda x: sum(x, 10), [3, 1, 2], 16),
        (lambda x: any(x), [False, True], True),
        (lambda x: all(x), [False, True], False),
        (lambda x: any([x > 2, x > 7]), 5, True),
        (lambda x: [a + b for a, b in zip(x, reversed(x), strict=True)], [1, 2], [3, 3]),
        (lambda x: [i * v for i, v in enumerate(x, 1)], [5, 6], [5, 12]),
        (lambda x: round(x), 2.0, 2.0),
    ],
)
def test_builtins_of_tensors(function: Any, arguments: Any, expected: Any) -> None:
    from tests.autograph.support import plain

    if isinstance(arguments, list) and arguments and isinstance(arguments[0], list):
        arguments = arguments[0]
    assert plain(tf.function(function)(tf.constant(arguments))) == expected


def test_len_of_an_unknown_size() -> None:
    f = tf.function(lambda x: len(x)).get_concrete_function(tf.TensorSpec([None, 3]))
    assert int(f(tf.ones([4, 3]))) == 4
    with pytest.raises(TypeError, match="len of a scalar tensor"):
        tf.function(lambda x: len(x))(tf.constant(1))


def test_code_is_converted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    transformed: list[str] = []
    original = conversion.transformed

    def counted(function: Any, unit: object) -> Any:
        transformed.append(function.__name__)
        return original(function, unit)

    monkeypatch.setattr(conversion, "transformed", counted)

    def made(k: int) -> Any:
        def scaled(x: Any) -> Any:
            return x * k if x > 0 else x

        return scaled

    def calls(x: Any) -> Any:
        for k in (1, 2, 3):
            x = made(k)(x)
        return x

    first, second = tf.function(calls), tf.function(calls)
    assert int(first(tf.constant(2))) == int(second(tf.constant(2))) == 12
    first(tf.constant(2.0))  # another trace
    assert sorted(transformed) == ["calls", "made"]  # what is defined inside is converted with it
