"""Functions that call themselves: recursive calls in the graph, their gradients, and what is refused."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.ir.verify import verify

INT = tf.TensorSpec([], tf.int32)
DOUBLE = tf.TensorSpec([], tf.float64)


def declared(results: Any) -> Callable[[Any], Any]:
    return tf.function(output_signature=results)


@pytest.fixture(params=["numpy", "native"])
def executor(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "native":
        pytest.importorskip("llvmlite")
    before, options.executor = options.executor, request.param
    yield request.param
    options.executor = before


def ints(*values: int) -> list[Any]:
    return [tf.constant(v) for v in values]


# what is computed -------------------------------------------------------------------------------------------


def factorial() -> Any:
    @declared(INT)
    def f(n: Any) -> Any:
        if n <= 1:
            return 1
        return n * f(n - 1)

    return f


def fibonacci() -> Any:
    @declared(INT)
    def f(n: Any) -> Any:
        if n < 2:
            return n
        return f(n - 1) + f(n - 2)

    return f


def ackermann() -> Any:
    @declared(INT)
    def f(m: Any, n: Any) -> Any:
        if m == 0:
            return n + 1
        if n == 0:
            return f(m - 1, tf.constant(1))
        return f(m - 1, f(m, n - 1))

    return f


def gcd() -> Any:
    @declared(INT)
    def f(a: Any, b: Any) -> Any:
        if b == 0:
            return a
        return f(b, a % b)

    return f


def parity() -> Any:
    @declared(tf.TensorSpec([], tf.bool))
    def even(n: Any) -> Any:
        return odd(n - 1) if n > 0 else True

    @declared(tf.TensorSpec([], tf.bool))
    def odd(n: Any) -> Any:
        return even(n - 1) if n > 0 else False

    return even


def with_cond() -> Any:
    @declared(INT)
    def f(n: Any) -> Any:
        return tf.cond(n > 0, lambda: n + f(n - 1), lambda: tf.constant(0))

    return f


def in_a_loop() -> Any:
    """How many orders there are of n things: the call is in the body of a loop."""

    @declared(INT)
    def f(n: Any) -> Any:
        if n == 0:
            return 1
        total = tf.constant(0)
        for _ in tf.range(n):
            total += f(n - 1)
        return total

    return f


def by_pairs() -> Any:
    """Fibonacci with a structure of results."""

    @declared({"a": INT, "rest": (INT,)})
    def pair(n: Any) -> Any:
        if n == 0:
            return {"a": 0, "rest": (1,)}
        last = pair(n - 1)
        return {"a": last["rest"][0], "rest": (last["a"] + last["rest"][0],)}

    @tf.function
    def f(n: Any) -> Any:
        return pair(n)["a"]

    return f


CASES: list[tuple[str, Callable[[], Any], tuple[int, ...], int]] = [
    ("factorial", factorial, (1,), 1),
    ("factorial", factorial, (10,), 3628800),
    ("fibonacci", fibonacci, (12,), 144),
    ("ackermann", ackermann, (2, 3), 9),
    ("gcd", gcd, (84, 36), 12),
    ("even", parity, (7,), 0),
    ("even", parity, (8,), 1),
    ("cond", with_cond, (9,), 45),
    ("loop", in_a_loop, (5,), 120),
    ("pairs", by_pairs, (10,), 55),
]


@pytest.mark.executors
@pytest.mark.parametrize("make, given, expected", [c[1:] for c in CASES], ids=[f"{c[0]}{c[2]}" for c in CASES])
def test_values(make: Callable[[], Any], given: tuple[int, ...], expected: int, executor: str) -> None:
    f = make()
    for _ in range(2):
        assert int(f(*ints(*given))) == expected


@pytest.mark.executors
def test_native_calls_do_not_come_back_to_python() -> None:
    pytest.importorskip("llvmlite")
    from graphwright.functions.calls.graph_program import compiled

    graph = fibonacci().get_concrete_function(INT).graph
    program = compiled(graph)
    assert getattr(program, "host_calls", 0) == 0


@pytest.mark.executors
def test_shapes_that_change_from_call_to_call(executor: str) -> None:
    @declared(tf.TensorSpec([], tf.float32))
    def total(x: Any) -> Any:
        n = tf.shape(x)[0]
        if n == 1:
            return x[0]
        return total(x[: n // 2]) + total(x[n // 2 :])

    assert float(total(tf.range(13.0))) == 78.0
    assert float(total(tf.range(5.0))) == 10.0


@pytest.mark.executors
def test_sorting(executor: str) -> None:
    @declared(tf.TensorSpec([None], tf.int32))
    def ordered(x: Any) -> Any:
        if tf.shape(x)[0] < 2:
            return x
        first, rest = x[:1], x[1:]
        return tf.concat([ordered(rest[rest < first]), first, ordered(rest[rest >= first])], 0)

    arguments = np.random.default_rng(0).integers(0, 50, 20).astype(np.int32)
    np.testing.assert_array_equal(ordered(tf.constant(arguments)), np.sort(arguments))


@pytest.mark.executors
def test_captures_and_effects(executor: str) -> None:
    calls, big = tf.Variable(0), tf.range(300.0)

    @declared(tf.TensorSpec([300], tf.float32))
    def f(n: Any) -> Any:
        calls.assign_add(1)
        if n == 0:
            return big
        return big + f(n - 1)

    np.testing.assert_array_equal(f(tf.constant(3)), 4 * big)
    assert int(calls) == 4


def test_a_method() -> None:
    class Tower:
        def __init__(self) -> None:
            self.weight = tf.Variable(2)

        @tf.function(output_signature=INT)
        def height(self, n: Any) -> Any:
            if n == 0:
                return self.weight
            return self.height(n - 1) + self.weight

    assert int(Tower().height(tf.constant(4))) == 10


def test_variables_created_on_the_first_call() -> None:
    kept: list[Any] = []

    @declared(INT)
    def f(n: Any) -> Any:
        if not kept:
            kept.append(tf.Variable(5))
        if n == 0:
            return kept[0]
        return f(n - 1) + 1

    assert int(f(tf.constant(3))) == 8


def test_one_function_around_many_calls() -> None:
    f = fibonacci()

    @tf.function
    def g(n: Any) -> Any:
        return f(n) + f(n + 1)

    assert int(g(tf.constant(6))) == 21
    assert f.experimental_get_tracing_count() == 1


# gradients --------------------------------------------------------------------------------------------------


def power() -> Any:
    @declared(DOUBLE)
    def f(x: Any, n: Any) -> Any:
        if n == 0:
            return tf.constant(1.0, tf.float64)
        return x * f(x, n - 1)

    return f


def by_squaring() -> Any:
    @declared(DOUBLE)
    def f(x: Any, n: Any) -> Any:
        if n == 0:
            return tf.constant(1.0, tf.float64)
        if n % 2 == 0:
            half = f(x, n // 2)
            return half * half
        return x * f(x, n - 1)

    return f


@pytest.mark.executors
@pytest.mark.parametrize("make", [power, by_squaring])
@pytest.mark.parametrize("n", [0, 1, 5])
def test_gradients_of_both_orders(make: Callable[[], Any], n: int, executor: str) -> None:
    f, x = make(), tf.constant(1.3, tf.float64)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x, tf.constant(n))
        first = tape.gradient(y, x)
    second = outer.gradient(first, x)
    step = 1e-6
    slope = (float(f(x + step, tf.constant(n))) - float(f(x - step, tf.constant(n)))) / (2 * step)
    assert float(first) == pytest.approx(slope, rel=1e-6, abs=1e-8)
    assert float(second) == pytest.approx(n * (n - 1) * 1.3 ** (n - 2), rel=1e-9)


@pytest.mark.executors
def test_gradients_inside_a_function(executor: str) -> None:
    @declared(tf.TensorSpec([], tf.float32))
    def f(x: Any) -> Any:
        n = tf.shape(x)[0]
        if n == 1:
            return x[0] * x[0]
        return f(x[: n // 2]) + 2.0 * f(x[n // 2 :])

    @tf.function
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return tape.gradient(y, x)

    np.testing.assert_array_equal(slope(tf.range(1.0, 6.0)), [2, 8, 12, 32, 80])


def test_gradients_of_a_loop_whose_iterations_call_it() -> None:
    f = power()

    @tf.function
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.while_loop(lambda i, _: i < 2, lambda i, y: (i + 1, f(y, tf.constant(3))), (0, x))[1]
        return tape.gradient(y, x)

    assert float(slope(tf.constant(1.5, tf.float64))) == pytest.approx(9 * 1.5**8)


def test_gradients_of_mutual_recursion() -> None:
    @declared(DOUBLE)
    def f(x: Any, n: Any) -> Any:
        return x * g(x, n - 1) if n > 0 else x

    @declared(DOUBLE)
    def g(x: Any, n: Any) -> Any:
        return tf.sin(f(x, n - 1)) if n > 0 else x * x

    def plain(x: float, n: int, is_f: bool = True) -> float:
        if is_f:
            return x * plain(x, n - 1, False) if n else x
        return float(np.sin(plain(x, n - 1))) if n else x * x

    x = tf.constant(0.7, tf.float64)
    for n in (1, 4, 5):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x, tf.constant(n))
        assert float(y) == pytest.approx(plain(0.7, n))
        slope = (plain(0.7 + 1e-6, n) - plain(0.7 - 1e-6, n)) / 2e-6
        assert float(tape.gradient(y, x)) == pytest.approx(slope, rel=1e-6)


@pytest.mark.executors
def test_gradients_of_sizes_that_each_call_has_for_itself(executor: str) -> None:
    @declared(tf.TensorSpec([2]))
    def f(x: Any, n: Any) -> Any:
        if n == 0:
            return x
        parts = tf.map_fn(lambda i: x * tf.cast(i, tf.float32), tf.range(1, n + 1), tf.float32)
        return f(tf.reduce_sum(parts, 0), n - 1)

    @tf.function
    def slope(x: Any, n: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x, n)
        return tape.gradient(y, x)

    assert slope(tf.ones([2]), tf.constant(4)).numpy().tolist() == [180.0, 180.0]


def test_gradients_that_are_refused() -> None:
    v = tf.Variable(2.0)

    @declared(tf.TensorSpec([], tf.float32))
    def reads(x: Any, n: Any) -> Any:
        return v * reads(x, n - 1) if n > 0 else x

    @declared(tf.TensorSpec([], tf.float32))
    def inside(x: Any, n: Any) -> Any:
        if n == 0:
            return x
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = inside(x, n - 1)
        return tape.gradient(y, x)

    x = tf.constant(1.0)
    with tf.GradientTape() as tape, pytest.raises(tf.errors.UnimplementedError, match="Pass the values of variables"):
        tape.watch(x)
        tape.gradient(reads(x, tf.constant(2)), x)
    assert float(reads(x, tf.constant(2))) == 4.0
    with pytest.raises(tf.errors.UnimplementedError, match="outside of the function"):
        inside(x, tf.constant(2))


# the graph --------------------------------------------------------------------------------------------------


def test_the_graph_names_itself() -> None:
    graph = factorial().get_concrete_function(INT).graph
    verify(graph)
    assert graph in list(graph.functions())


def test_export() -> None:
    pytest.importorskip("google.protobuf")
    graph = factorial().get_concrete_function(INT).graph
    library = {f.signature.name: f for f in graph.as_graph_def().library.function}
    assert graph.name in library
    calls = [n for f in library.values() for n in f.node_def if n.op == "PartitionedCall"]
    assert [n.attr["f"].func.name for n in calls] == [graph.name]


# what is refused --------------------------------------------------------------------------------------------


def refused(f: Any, *given: Any) -> str:
    with pytest.raises(RecursionError) as caught:
        f(*given)
    assert tf.executing_eagerly()
    return str(caught.value)


def test_undeclared() -> None:
    @tf.function
    def f(n: Any) -> Any:
        return f(n - 1) if n > 0 else n

    text = refused(f, tf.constant(3))
    assert "f calls itself, with arguments of the same types" in text and "output_signature" in text


def test_undeclared_through_another_function() -> None:
    @tf.function
    def f(n: Any) -> Any:
        return g(n - 1) if n > 0 else n

    @tf.function
    def g(n: Any) -> Any:
        return f(n)

    assert "f calls itself (through g)" in refused(f, tf.constant(3))


def test_undeclared_method() -> None:
    class Counter:
        @tf.function
        def down(self, n: Any) -> Any:
            return self.down(n - 1) if n > 0 else n

    assert "down calls itself" in refused(Counter().down, tf.constant(3))


def test_a_plain_function_that_calls_itself() -> None:
    def helper(n: Any) -> Any:
        if n > 0:
            return helper(n - 1)
        return n

    f = tf.function(lambda n: helper(n))
    text = refused(f, tf.constant(3))
    assert "'helper' was entered" in text and "output_signature" in text
    assert len(text) < 5000
    assert f.experimental_get_tracing_count() == 0


def test_without_end() -> None:
    @declared(INT)
    def f(n: Any) -> Any:
        return f(n - 1)

    assert "calls itself whenever it runs" in refused(f, tf.constant(3))


@pytest.mark.executors
def test_too_deep(executor: str) -> None:
    @declared(INT)
    def f(n: Any) -> Any:
        if n == 0:
            return 0
        return 1 + f(n - 1)

    assert int(f(tf.constant(50))) == 50
    for _ in range(2):
        assert "recursion" in refused(f, tf.constant(10_000)) and int(f(tf.constant(50))) == 50


@pytest.mark.executors
def test_too_deep_for_the_stack() -> None:
    """Compiled code looks at the stack itself; in Python the limit that a program sets is all there is."""
    jit = pytest.importorskip("graphwright.runtime.native.jit.jit")
    if not jit.available():
        pytest.skip("LLVM is not there")

    @declared(INT)
    def f(n: Any) -> Any:
        if n == 0:
            return 0
        return 1 + f(n - 1)

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000_000)
    try:
        assert int(f(tf.constant(3000))) == 3000
        assert "stack is full" in refused(f, tf.constant(5_000_000))
    finally:
        sys.setrecursionlimit(before)


@pytest.mark.executors
def test_programs_inside_each_other_go_as_deep_as_one() -> None:
    """Each thread has its own count, whatever Python's for C may be."""
    jit = pytest.importorskip("graphwright.runtime.native.jit.jit")
    if not jit.available():
        pytest.skip("LLVM is not there")
    most = sys.getrecursionlimit() * 7 // 10
    in_a_thread = False

    @declared(INT)
    def inner(n: Any) -> Any:
        if n == 0:
            return 0
        return 1 + inner(n - 1)

    def called() -> Any:
        if not in_a_thread:
            return inner(tf.constant(most))
        found: list[Any] = []
        thread = threading.Thread(target=lambda: found.append(inner(tf.constant(most))))
        thread.start()
        thread.join()
        return found[0]

    @declared(INT)
    def outer(n: Any) -> Any:
        if n == 0:
            return tf.ensure_shape(tf.py_function(called, [], tf.int32), [])
        return 1 + outer(n - 1)

    few, many = tf.constant(most // 10), tf.constant(most)
    for _ in range(2):
        assert int(outer(few)) == most // 10 + most
        with pytest.raises(tf.errors.UnknownError, match="maximum recursion depth exceeded in 'inner'"):
            outer(many)
        in_a_thread = True
        assert int(outer(many)) == 2 * most
        in_a_thread = False


MISMATCHES: list[tuple[Any, Callable[[Any], Any], str]] = [
    (INT, lambda n: tf.cast(n, tf.float32), "float32"),
    (INT, lambda n: (n, n), "but returns"),
    (tf.TensorSpec([2], tf.int32), lambda n: n, r"shape=\(2,\)"),
    (INT, lambda n: None, "None"),
    (INT, lambda n: 1.5, "1.5"),
]


@pytest.mark.parametrize("signature, function, part", MISMATCHES)
def test_results_that_are_not_as_declared(signature: Any, function: Any, part: str) -> None:
    f = tf.function(function, output_signature=signature)
    with pytest.raises(TypeError, match=part) as caught:
        f(tf.constant(1))
    assert "is declared to return" in str(caught.value)


def test_a_shape_that_is_checked_when_it_runs() -> None:
    f = tf.function(lambda x: x[x > 0], output_signature=tf.TensorSpec([2], tf.int32))
    assert f(tf.constant([1, -1, 3])).numpy().tolist() == [1, 3]
    with pytest.raises(tf.errors.InvalidArgumentError):
        f(tf.constant([1, 1, 3]))


@pytest.mark.parametrize("signature", [3, "int32", [tf.int32], []])
def test_declarations_that_are_none(signature: Any) -> None:
    with pytest.raises(TypeError, match="output_signature"):
        tf.function(lambda n: n, output_signature=signature)
