"""`if`, conditional expressions, `and`, `or`, `not` and chains on tensors: the graph does what Python would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.autograph.support import define, plain

each = pytest.mark.parametrize


def clamp(x: Any) -> Any:
    if x > 5:
        y = x - 5
    elif x < 0:
        y = -x
    else:
        y = x
    return y


def returns(x: Any) -> Any:
    if x > 5:
        return x * 10
    if x < 0:
        x = x + 1
        if x == 0:
            return x
    else:
        return x * 2
    return x - 100


def nested_structure(x: Any) -> Any:
    state = {"a": (x, 1), "b": [x]}
    if x > 2:
        state = {"a": (x + 1, 2), "b": [x * 2]}
    return state


def untouched(x: Any) -> Any:
    mode, other, objects = "train", 3, [len]
    if x > 2:
        x = x + (other if mode == "train" else 0)
        other = 3
    return x * other, mode, objects[0]([1, 2])


def one_sided(x: Any) -> Any:
    scale = 2
    if x > 2:
        scale = 3
    return x * scale


def composites(x: Any) -> Any:
    class Box:
        value: Any = 0

    box, d, items = Box(), {"k": 1}, [1, 2]
    box.value = x
    if x > 2:
        box.value = box.value + d["k"]
        d["k"] = x
        items[0], items[-1] = items[-1], 7
    return box.value, d["k"], items[0], items[1]


def ternary(x: Any) -> Any:
    return (1 if x > 2 else x) + (x if x < 5 else (x * 2 if x == 5 else -x))


def operators(x: Any) -> Any:
    return x > 1 and x < 5, x < 1 or x > 5, not x > 1, 1 < x < 5 != 3, x > 1 and True, not (x > 1 or x == 0)


def lazy(x: Any) -> Any:
    data = tf.constant([10, 20, 30])
    return x >= 0 and x < 3 and data[x] > 10


def local_function(x: Any) -> Any:
    count = 0

    def add(amount: Any) -> Any:
        nonlocal count
        if amount > 2:
            count += amount
            return count
        count -= 1
        return amount

    first = add(x)
    if x > 0:
        add(first)
    return first, count


def in_with_and_try(x: Any) -> Any:
    with tf.name_scope("scope"):
        try:
            if x > 2:
                y = x * 2
            else:
                y = x
            y = y + 1
        finally:
            z = x
        if y > 4:
            return y
        return z


PROGRAMS: list[Callable[..., Any]] = [
    clamp,
    returns,
    nested_structure,
    untouched,
    one_sided,
    composites,
    ternary,
    operators,
    local_function,
    in_with_and_try,
]


@each("program", PROGRAMS)
def test_same_as_python(program: Callable[..., Any]) -> None:
    traced = tf.function(program)
    for x in range(-2, 8):
        assert plain(traced(tf.constant(x))) == plain(program(x)), x
    assert traced.experimental_get_tracing_count() == 1


def test_operands_are_run_only_where_python_would() -> None:
    traced = tf.function(lazy)
    assert [bool(traced(tf.constant(x))) for x in (-5, 0, 1, 2, 100)] == [False, False, True, True, False]


def test_the_branch_not_taken_has_no_effect() -> None:
    v = tf.Variable(0)

    @tf.function
    def f(x: Any) -> Any:
        if x > 0:
            v.assign_add(1)
        else:
            v.assign_sub(10)
        return v.read_value()

    assert [int(f(tf.constant(x))) for x in (1, 1, -1)] == [1, 2, -8]


def test_both_branches_are_traced_once(capsys: pytest.CaptureFixture[str]) -> None:
    @tf.function
    def f(x: Any) -> Any:
        if x > 0:
            print("main")
            return x
        print("else")
        return -x

    f(tf.constant(1))
    f(tf.constant(-1))
    assert capsys.readouterr().out == "main\nelse\n"


def test_python_conditions_choose_while_tracing() -> None:
    @tf.function
    def f(x: Any, flag: bool) -> Any:
        if flag:
            y = x + 1
        else:
            y = "no tensor at all"
        return y if flag else x

    assert int(f(tf.constant(1), True)) == 2
    assert int(f(tf.constant(1), False)) == 1


def test_changed_numbers_become_tensors() -> None:
    seen: list[Any] = []

    @tf.function
    def f(x: Any) -> Any:
        n, r, kept = 1, 1.5, 4
        if x > 0:
            n, r, kept = 2, 2.5, 4
        seen.append((n, r, kept))
        return n

    assert int(f(tf.constant(3))) == 2
    ((n, r, kept),) = seen
    assert (n.dtype, r.dtype, kept) == (tf.int32, tf.float32, 4)


def test_shapes_may_differ() -> None:
    @tf.function
    def f(x: Any) -> Any:
        if x > 0:
            y = tf.zeros([2, 3])
        else:
            y = tf.zeros([5, 3])
        return y

    assert f(tf.constant(1)).shape == [2, 3]
    assert f(tf.constant(-1)).shape == [5, 3]
    assert f.get_concrete_function(tf.constant(1)).output_shapes.as_list() == [None, 3]


def test_an_eager_tensor_stages_too() -> None:
    flag = tf.constant(True)

    @tf.function
    def f(x: Any) -> Any:
        if flag:
            return x
        return -x

    assert int(f(tf.constant(3))) == 3
    assert any("If" in op.type for op in f.get_concrete_function(tf.constant(3)).graph.get_operations())


def test_eagerly_tensors_are_python_values() -> None:
    converted = tf.autograph.to_graph(clamp)
    assert [int(converted(tf.constant(x))) for x in (-2, 3, 8)] == [2, 3, 3]


MISTAKES = {
    "one branch": (
        "if x > 0:\n    y = x\nreturn y",
        ValueError,
        "'y' must also be initialized in the else branch of the `if` at",
    ),
    "other branch": (
        "if x > 0:\n    pass\nelse:\n    y = x\nreturn y",
        ValueError,
        "'y' must also be initialized in the main branch of the `if` at",
    ),
    "dtype": (
        "if x > 0:\n    y = 1\nelse:\n    y = 1.0\nreturn y",
        TypeError,
        "'y' has dtype int32 in the main branch, but dtype float32 in the else branch",
    ),
    "none": (
        "if x > 0:\n    y = None\nelse:\n    y = 1.0\nreturn y",
        ValueError,
        "'y' is None at the end of the main branch.",
    ),
    "structure": (
        "if x > 0:\n    y = (1, 2)\nelse:\n    y = 2\nreturn y",
        TypeError,
        "'y' must have the same nested structure in the main and else branches:",
    ),
    "lengths": (
        "if x > 0:\n    y = [1, 2]\nelse:\n    y = [1]\nreturn y",
        TypeError,
        "The two structures don't have the same number of elements.",
    ),
    "objects": (
        "y = object()\nif x > 0:\n    y = object()\ndel y\nif x > 0:\n    y = object()\nelse:\n    y = len\nreturn y",
        TypeError,
        "'y' is an object in the main branch and a builtin_function_or_method in the else branch",
    ),
    "return": ("if x > 0:\n    return x", ValueError, "the else branch must also have a return statement."),
    "other return": (
        "if x > 0:\n    x = 1\nelse:\n    return x",
        ValueError,
        "the main branch must also have a return statement.",
    ),
    "returned dtypes": (
        "if x > 0:\n    return 1\nreturn 1.0",
        TypeError,
        "the returned value has dtype int32 in the main branch, but dtype float32 in the else branch",
    ),
    "number as condition": (
        "if x:\n    return 1\nreturn 2",
        ValueError,
        'condition of if statement expected to be `tf.bool` scalar, got Tensor("x:0", shape=(), dtype=int32); to use '
        "as boolean Tensor, use `tf.cast`; to check for None, use `is not None`",
    ),
    "vector as condition": (
        "if tf.stack([x, x]) > 0:\n    return 1\nreturn 2",
        ValueError,
        "condition of if statement expected to be `tf.bool` scalar",
    ),
    "number in and": ("return x and 3", ValueError, "left operand of `and`"),
    "numbers of and": ("return x > 0 and 3", TypeError, "the value of an `and` has dtype int32"),
    "not a number": ("return not x", ValueError, "operand of `not`"),
    "conditional expression": (
        "return 1 if x > 0 else 2.0",
        TypeError,
        "the value of the conditional expression on `x > 0` has dtype int32 in the main branch",
    ),
}


@each("name", MISTAKES)
def test_mistakes_are_reported(name: str) -> None:
    body, kind, text = MISTAKES[name]
    f = define("def f(x):\n" + "\n".join("    " + line for line in body.splitlines()), tf=tf)
    with pytest.raises(kind) as caught:
        tf.function(f)(tf.constant(1))
    assert text in str(caught.value)
    assert str(caught.value).startswith("in user code:\n\n    File ")


def test_an_undefined_name_does_no_harm_unless_used() -> None:
    @tf.function
    def f(x: Any) -> Any:
        if x > 0:
            y = x
            x = y + 1
        return x

    assert int(f(tf.constant(1))) == 2


def test_the_same_object_passes() -> None:
    @tf.function
    def f(x: Any) -> Any:
        if x > 0:
            op, table = tf.abs, {"a": len}
        else:
            op, table = tf.abs, {"a": len}
        return op(x), table["a"]([1])

    assert [int(v) for v in f(tf.constant(-3))] == [3, 1]


def test_state_is_what_it_was_after_an_error() -> None:
    class Box:
        value: Any = 5

    box = Box()

    @tf.function
    def f(x: Any) -> Any:
        if x > 0:
            box.value = x
            raise KeyError("while tracing")
        return x

    with pytest.raises(KeyError):
        f(tf.constant(1))
    assert box.value == 5


def test_a_local_function_binds_a_name_first() -> None:
    @tf.function
    def f(x: Any) -> Any:
        def give() -> None:
            nonlocal y
            y = 5

        if x > 0:
            give()
        else:
            give()
        first = y  # noqa: F821 (bound by `give`)
        y = x
        return first + y

    assert int(f(tf.constant(2))) == 7


def test_values_of_numpy() -> None:
    @tf.function
    def f(x: Any) -> Any:
        y = np.float64(1)
        if x > 0:
            y = np.arange(3.0)
        else:
            y = np.zeros(3)
        return y

    assert f(tf.constant(1)).numpy().tolist() == [0.0, 1.0, 2.0]
    assert f(tf.constant(1)).dtype == tf.float64
