"""`while` and `for` on tensors: the graph does what Python would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import graphwright as tf
from tests.autograph.support import define, plain

each = pytest.mark.parametrize

# each program is run with numbers and `range`, and traced with tensors and `tf.range`
PROGRAMS = {
    "while": """
        def f(n):
            total = zero
            while n > 0:
                total += n
                n -= 1
            return total, n
    """,
    "for": """
        def f(n):
            total = zero
            for i in span(n):
                total += i
            return total
    """,
    "ranges": """
        def f(n):
            total = zero
            for i in span(2, n):
                total += i
            for i in span(n, 0, -2):
                total = total * 2 + i
            for i in span(0, n, 3):
                total -= i
            return total
    """,
    "range of a tensor": """
        def f(n):
            total = zero
            for i in range(n):
                for j in range(1, i):
                    total += j
            return total
    """,
    "break": """
        def f(n):
            total = zero
            for i in span(n):
                if i > 3:
                    break
                total += i
            while total < 50:
                total += 7
                if total % 5 == 0:
                    break
            return total
    """,
    "continue": """
        def f(n):
            total = zero
            for i in span(n):
                if i % 3 == 1:
                    continue
                if i % 3 == 2:
                    total += 100
                    continue
                total += i
            return total
    """,
    "else": """
        def f(n):
            total = zero
            for i in span(5):
                if i == n:
                    break
                total += 1
            else:
                total += 100
            return total
    """,
    "return": """
        def f(n):
            for i in span(10):
                if i * i > n:
                    return i
                if n < 0:
                    return -1
            return 99
    """,
    "return from nested loops": """
        def f(n):
            total = zero
            for i in span(n):
                for j in span(i):
                    if i * j == 6:
                        return total
                    if j > 2:
                        break
                    total += j
                else:
                    continue
                total += 10
            return total
    """,
    "while true": """
        def f(n):
            while True:
                n += 3
                if n > 10:
                    break
            return n
    """,
    "condition that becomes a tensor": """
        def f(n):
            i = 0
            while i < 5:
                i = i + n * n + 1
            return i
    """,
    "python loop with a tensor's break": """
        def f(n):
            total = zero
            for i in range(6):
                if i > n:
                    break
                total += i
            return total, i
    """,
    "list of tensors": """
        def f(n):
            total = zero
            for x in [n, n + 1, n * 2]:
                if x > 6:
                    continue
                total += x
            return total
    """,
    "items": """
        def f(n):
            total = zero
            for x in items([3, 1, 2]):
                total = total * 10 + x
            for i, x in enumerate(items([3, 1]), 1):
                total += i * x
            for x, y in zip(items([3, 1]), items([1, 2, 3])):
                total += x * y
            for x in reversed(items([1, 2])):
                total = total * 2 + x
            return total + n
    """,
    "items with break": """
        def f(n):
            last = zero
            for x in items([3, 1, 2]):
                if x == n:
                    break
                last = x
            else:
                last = last * 100
            return last
    """,
    "structure": """
        def f(n):
            state = {"a": zero, "b": (zero, [zero])}
            for i in span(n):
                a = state["a"] + i
                state = {"a": a, "b": (a * 2, [state["b"][0]])}
            return state
    """,
    "places": """
        class Box: pass
        def f(n):
            box, d, l = Box(), {}, [0, 0]
            box.x, d["k"] = zero, zero
            for i in span(n):
                box.x += i
                d["k"] = box.x
                l[0] += 1
                l[-1] = i
            return box.x, d["k"], l
    """,
    "names local to a round": """
        def f(n):
            total = zero
            for i in span(n):
                square = i * i
                double = square + square
                total += double
            return total
    """,
    "closure": """
        def f(n):
            total = zero
            def add(k):
                nonlocal total
                total += k
            for i in span(n):
                add(i)
                add(1)
            return total
    """,
    "lambdas in a round": """
        def f(n):
            total = zero
            for i in span(n):
                k = i * 2
                total += (lambda x: x + k)(i)
            return total
    """,
    "loops in branches": """
        def f(n):
            total = zero
            if n > 3:
                for i in span(n):
                    if i == 2:
                        continue
                    total += i
            else:
                while n < 4:
                    n += 1
                    total -= n
            return total, n
    """,
    "walrus": """
        def f(n):
            total = zero
            while (half := n // 2) > 0:
                total += half
                n = half
            return total, n
    """,
    "functions that loop": """
        def power(x, n):
            result = zero + 1
            for _ in span(n):
                result *= x
            return result
        def f(n):
            total = zero
            for i in span(n):
                total += power(i, 2)
                if total > 20:
                    return total
            return total - 1
    """,
    "try and with": """
        import contextlib
        def f(n):
            total = zero
            for i in span(n):
                with contextlib.nullcontext():
                    try:
                        if i == 3:
                            continue
                        total += i
                    finally:
                        total += 1
            return total
    """,
}


def world(staged: bool) -> dict[str, Any]:
    if staged:
        return {"zero": tf.constant(0), "span": tf.range, "items": tf.constant}
    return {"zero": 0, "span": range, "items": list}


@each("name", PROGRAMS)
def test_same_as_python(name: str) -> None:
    program = define(PROGRAMS[name], **world(False))
    traced = tf.function(define(PROGRAMS[name], **world(True)))
    for n in range(-1, 8):
        assert plain(traced(tf.constant(n))) == plain(program(n)), n


def loops_of(function: Callable[..., Any], *args: Any) -> int:
    graph = tf.function(function).get_concrete_function(*args).graph
    return sum("While" in op.type for op in graph.get_operations())


def test_a_body_is_traced_once(capsys: pytest.CaptureFixture[str]) -> None:
    @tf.function
    def f(n: Any) -> Any:
        for i in tf.range(n):
            print("round")
            n = n + i
        return n

    f(tf.constant(0))
    assert capsys.readouterr().out == "round\n"


def test_ranges_are_counted_and_not_built() -> None:
    @tf.function
    def f(n: Any) -> Any:
        total = 0
        for i in tf.range(n):
            total += i
        return total

    assert int(f(tf.constant(1000))) == 499500
    (loop,) = [op for op in f.get_concrete_function(tf.constant(3)).graph.get_operations() if "While" in op.type]
    assert not any(v.op.type == "Range" for v in loop.inputs)


def test_python_iterables_are_laid_out() -> None:
    def f(x: Any) -> Any:
        for i in range(3):
            x = x + i
        for y in (1.0, 2.0):
            x = x * y
        return x

    assert loops_of(f, tf.constant(1.0)) == 0


def test_every_kind_of_first_axis() -> None:
    @tf.function
    def f(x: Any) -> Any:
        total = tf.zeros([2])
        for row in x:
            total += row
        return total

    assert f(tf.constant([[1.0, 2.0], [3.0, 4.0]])).numpy().tolist() == [4.0, 6.0]
    unknown = f.get_concrete_function(tf.TensorSpec([None, 2]))
    assert unknown(tf.ones([5, 2])).numpy().tolist() == [5.0, 5.0]
    assert unknown(tf.ones([0, 2])).numpy().tolist() == [0.0, 0.0]


def test_variables_in_iterations() -> None:
    v = tf.Variable(0)

    @tf.function
    def f(n: Any) -> Any:
        for i in tf.range(n):
            v.assign_add(i)
            if v > 10:
                break
        while v > 5:
            v.assign_sub(2)
        return v.read_value()

    assert int(f(tf.constant(100))) == 5


def test_floating_ranges() -> None:
    @tf.function
    def f() -> Any:
        total = 0.0
        for x in tf.range(0.0, 1.0, 0.1):
            total += x
        return total

    assert abs(float(f()) - 4.5) < 1e-5


def test_loop_options() -> None:
    @tf.function
    def f(n: Any) -> Any:
        x, parts = tf.zeros([1]), (tf.zeros([1, 2]), tf.zeros([3]))
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(x, tf.TensorShape([None])), (parts, ([None, 2], [3]))], maximum_iterations=3
            )
            x = tf.concat([x, x], 0)
            parts = tf.concat([parts[0], parts[0]], 0), parts[1] + 1.0
        return x, parts

    x, parts = f(tf.constant(2))
    assert (x.shape, parts[0].shape, parts[1].shape) == ([4], [4, 2], [3])
    assert f(tf.constant(100))[0].shape == [8]


def test_invariants_passed_from_elsewhere() -> None:
    @tf.function
    def f(n: Any) -> Any:
        x = tf.zeros([1])
        options = {"shape_invariants": [(x, [None])]}
        while n > 0:
            tf.autograph.experimental.set_loop_options(shape_invariants=options["shape_invariants"])
            x = tf.concat([x, x], 0)
            n -= 1
        return x

    assert f(tf.constant(3)).shape == [8]


def test_unknown_sizes_may_change() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([], tf.int32)])
    def f(x: Any, n: Any) -> Any:
        for _ in tf.range(n):
            x = tf.concat([x, [1.0]], 0)
        return x

    assert f(tf.zeros([2]), tf.constant(3)).numpy().tolist() == [0.0, 0.0, 1.0, 1.0, 1.0]


def test_gradients_flow_through() -> None:
    @tf.function
    def f(x: Any, n: Any) -> Any:
        y = x
        for i in tf.range(n):
            if i % 2 == 0:
                y = y * x
            else:
                y = y + x
        return y

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x, tf.constant(4))
    # ((x*x + x) * x) + x
    assert float(y) == 39.0
    assert float(tape.gradient(y, x)) == 3 * 9 + 2 * 3 + 1


def test_tensor_arrays() -> None:
    @tf.function
    def f(x: Any) -> Any:
        out = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        for i in tf.range(tf.size(x)):
            if x[i] > 1:
                out = out.write(out.size(), x[i] * 10)
        return out.stack()

    assert f(tf.constant([3, 1, 2])).numpy().tolist() == [30, 20]


def test_none_before_the_loop() -> None:
    @tf.function
    def f(n: Any) -> Any:
        last = None
        for i in tf.range(n):
            last = i * 2
        return last

    assert int(f(tf.constant(3))) == 4


@each("n", [3, 1])
def test_names_first_bound_in_an_iteration(n: int) -> None:
    @tf.function
    def f(n: Any) -> Any:
        for i in tf.range(n):
            y = tf.fill([2], i)
        return y, i

    y, i = f(tf.constant(n))
    assert (y.numpy().tolist(), int(i)) == ([n - 1, n - 1], n - 1)


def test_names_bound_in_no_iteration() -> None:
    @tf.function
    def f(n: Any) -> Any:
        while n > 0:
            y = n
            n -= 1
        return y

    with pytest.raises(tf.errors.InvalidArgumentError, match="loop must iterate at least once to initialize y"):
        f(tf.constant(0))


def test_surely_running_loops_need_no_check() -> None:
    def f(x: Any) -> Any:
        for i in tf.range(3):
            y = x + i
        return y

    graph = tf.function(f).get_concrete_function(tf.constant(1)).graph
    assert "Assert" not in {op.type for op in graph.get_operations()}


def test_an_endless_python_iterator_with_a_tensors_break_is_refused() -> None:
    import itertools

    @tf.function
    def f(x: Any) -> Any:
        for i in itertools.count():
            if x < i:
                break
        return x

    with pytest.raises(NotImplementedError, match="break and return statements which depend on a TF condition"):
        f(tf.constant(1))


MISTAKES = {
    "dtype": (
        "s = 0\nfor i in tf.range(n):\n    s = 1.5\nreturn s",
        TypeError,
        "'s' has dtype int32 before the loop, but dtype float32 after one iteration",
    ),
    "shape": (
        "x = tf.zeros([1])\nwhile n > 0:\n    x = tf.concat([x, tf.zeros(x.shape)], 0)\n    n -= 1\nreturn x",
        ValueError,
        "'x' has shape (1,) before the loop, but shape (2,) after one iteration. Use "
        "tf.autograph.experimental.set_loop_options to set shape invariants.",
    ),
    "invariant": (
        "x = tf.zeros([1, 2])\nfor i in tf.range(n):\n"
        "    tf.autograph.experimental.set_loop_options(shape_invariants=[(x, [None, 2])])\n"
        "    x = tf.concat([x, x], 1)\nreturn x",
        ValueError,
        "'x' has shape (None, 4) after one iteration, which does not conform with the shape invariant (None, 2).",
    ),
    "structure": (
        "s = (1,)\nfor i in tf.range(n):\n    s = s + (1,)\nreturn s",
        TypeError,
        "'s' does not have the same nested structure after one iteration.",
    ),
    "none": (
        "s = None\nfor i in tf.range(n):\n    s = i if s is None else s + i\nreturn s",
        ValueError,
        "'s' is None before the loop, but a tensor after one iteration.",
    ),
    "becomes none": (
        "s = 1\nfor i in tf.range(n):\n    s = None\nreturn s",
        ValueError,
        "'s' is a tensor before the loop, but None after one iteration.",
    ),
    "object": (
        "s = object()\nfor i in tf.range(n):\n    s = object()\nreturn i",
        TypeError,
        "'s' is an object before the loop and another object after one iteration",
    ),
    "sometimes bound": (
        "while n > 0:\n    if n > 3:\n        y = n\n    n -= 1\nreturn y",
        ValueError,
        "'y' must be defined before the loop: 'y' must also be initialized in the else branch of the `if` at",
    ),
    "scalar": ("for i in n:\n    pass\nreturn n", TypeError, "Cannot iterate over a scalar tensor"),
    "condition": (
        "while n:\n    n -= 1\nreturn n",
        ValueError,
        "condition of while loop expected to be `tf.bool` scalar",
    ),
}


@each("name", MISTAKES)
def test_mistakes_are_reported(name: str) -> None:
    body, kind, text = MISTAKES[name]
    if name == "object":
        body = body.replace("return i", "return s is None")
    f = define("def f(n):\n" + "\n".join("    " + line for line in body.splitlines()), tf=tf)
    with pytest.raises(kind) as caught:
        tf.function(f)(tf.constant(2))
    assert text in str(caught.value)
    assert str(caught.value).startswith("in user code:\n\n    File ")
