"""`raise` where a tensor decides, errors of branches that do not run, `match`, and assignments in conditions."""

from __future__ import annotations

import traceback
from typing import Any

import pytest

import graphwright as tf
from tests.autograph.support import define, outcome, plain

# name: the program, and the arguments of the calls
PROGRAMS: dict[str, tuple[str, list[Any]]] = {
    "raise": ("if x > 3:\n    raise ValueError('too large')\nreturn x", [1, 5]),
    "a class": ("if x > 3:\n    raise KeyError\nreturn x", [1, 5]),
    "otherwise": ("if x > 3:\n    return x\nelse:\n    raise IndexError('small')", [1, 5]),
    "both": ("if x > 3:\n    raise ValueError('a')\nelse:\n    raise KeyError('b')", [1, 5]),
    "a chain": (
        "if x > 3:\n    y = 1\nelif x > 1:\n    raise ValueError('middle')\nelse:\n    y = 2\nreturn y",
        [0, 2, 5],
    ),
    "in a loop": (
        "i = 0\nwhile i < x:\n    i = i + 1\n    if i > 2:\n        raise ValueError('late')\nreturn i",
        [1, 2, 5],
    ),
    "always in a loop": ("while x > 3:\n    raise ValueError('once')\nreturn x", [1, 5]),
    "in a callee": (
        "def check(v):\n    if v > 3:\n        raise ValueError('callee')\ncheck(x)\nreturn x + 1",
        [1, 5],
    ),
    "handled inside": (
        "y = 0\nif x > 3:\n    try:\n        raise ValueError('a')\n    except ValueError:\n        y = 1\nreturn y",
        [1, 5],
    ),
    "a Python number stays one": (
        "n = 3\nif x > 3:\n    raise ValueError('a')\nelse:\n    n = 4\nreturn x + len('abcd'[:n])",
        [1, 5],
    ),
    "after effects": ("v = 1\nif x > 3:\n    v = 2\n    raise ValueError('a')\nreturn v", [1, 5]),
    "dead branch": (
        "if x > 3:\n    return tf.ones([2, 3]) + tf.ones([4, 5])\nreturn tf.zeros([2, 3])",
        [1],
    ),
    "match": (
        "match x:\n    case 1 | 2:\n        y = 10\n    case 3 if x > 5:\n        y = 0\n"
        "    case -4:\n        return -100\n"
        "    case z:\n        y = z * 2\nreturn y",
        [1, 2, 3, -4, 7],
    ),
    "match without default": (
        "y = 0\nmatch x:\n    case 1:\n        y = 1\n    case 2:\n        y = 2\nreturn y",
        [1, 2, 3],
    ),
    "match and a name": (
        "match x:\n    case 1 | 2 as low:\n        return low\n    case _:\n        return -x",
        [2, 3],
    ),
    "walrus": ("if (y := x + 1) > 0 and (z := y * 2) > 4:\n    return z\nreturn y", [-3, 0, 5]),
    "walrus in a choice": ("w = (a := x * 2) if x > 0 else (a := -x)\nreturn w + a", [-3, 5]),
    "walrus in a loop": ("s = 0\nwhile (x := x - 1) > 0 and (h := x // 2) < 5:\n    s = s + h\nreturn s", [4, 20]),
    "in": ("return x in [1, 2], x not in (3, x + 1), 1 < x in [2, 3]", [1, 2, 5]),
    "returns out of some branches": (
        "if x == 1:\n    y = 1\nelif x == 2:\n    return -1\nelse:\n    y = 3\nreturn y * 2",
        [1, 2, 3],
    ),
    "growing shapes": ("y = tf.zeros([1])\nfor i in tf.range(x):\n    y = tf.concat([y, y], 0)\nreturn y", [0, 3]),
    "growing ranks": ("y = tf.constant(1.0)\nwhile x > 3:\n    y = y + tf.ones([2])\n    x = x - 1\nreturn y", [1, 5]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_staged_as_in_python(name: str) -> None:
    body, calls = PROGRAMS[name]
    f = define("def f(x):\n" + "".join(f"    {line}\n" for line in body.splitlines()), tf=tf)
    staged = tf.function(f, input_signature=[tf.TensorSpec([], tf.int32)])
    for value in calls:
        kind, *wanted = outcome(f, tf.constant(value))
        found_kind, *found = outcome(staged, tf.constant(value))
        assert found_kind == kind
        if kind == "raises":
            assert found[0] is wanted[0] and found[1] == wanted[1]
        else:
            assert plain(found[0]) == plain(wanted[0])


def test_the_error_uses_the_run_time_values() -> None:
    f = define(
        "def f(x):\n    if x[0] > 3:\n        raise ValueError(f'got {float(x[0]):.1f}') from KeyError(1)\n    return x"
    )
    with pytest.raises(ValueError, match=r"^got 4\.5$") as caught:
        tf.function(f)(tf.constant([4.5, 1.0]))
    assert isinstance(caught.value.__cause__, KeyError)
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.lineno, last.name) == (f.__code__.co_filename, 3, "f")


def test_a_handler_that_cannot_see_the_error_is_reported() -> None:
    f = define(
        """
        def check(x):
            if x > 3:
                raise ValueError("a")
        def f(x):
            try:
                check(x)
            except ValueError:
                return -1
            return 1
        """
    )
    with pytest.raises(NotImplementedError, match="cannot see the error"):
        tf.function(f)(tf.constant(1))


SUPPRESSED = """
    import contextlib
    def f(x):
        n = x * 0
        for i in tf.range(3):
            with contextlib.suppress({caught}):
                {raised}
                n += 1
            n += 10
        return n
    """


@pytest.mark.parametrize(
    ("caught", "raised", "expected"),
    [
        ("ValueError", "raise ValueError('a')", 30),
        ("(KeyError, LookupError)", "raise IndexError('a')", 30),
        ("ValueError", "pass", 33),
        ("KeyError", "if x > 3: raise ValueError('a')", 33),
        ("KeyError", "if x > 0: raise ValueError('a')", ValueError),
        ("ValueError", "if x > 3: raise ValueError('a')", NotImplementedError),
        ("ValueError", "if i == 1: raise ValueError('a')", NotImplementedError),
    ],
)
def test_suppress(caught: str, raised: str, expected: int | type[Exception]) -> None:
    """Python suppresses what is raised while tracing; what a tensor decides is refused, as an `except` around it is."""
    f = tf.function(define(SUPPRESSED.format(caught=caught, raised=raised), tf=tf))
    if isinstance(expected, int):
        assert int(f(tf.constant(1))) == expected
    else:
        with pytest.raises(expected, match="cannot see the error" if expected is NotImplementedError else r"^a$"):
            f(tf.constant(1))


def test_a_handler_of_another_error_does_not_matter() -> None:
    f = define(
        "def f(x):\n    try:\n        if x > 3:\n            raise ValueError('a')\n"
        "    except KeyError:\n        return -1\n    return 1"
    )
    assert int(tf.function(f)(tf.constant(1))) == 1
    with pytest.raises(ValueError, match=r"^a$"):
        tf.function(f)(tf.constant(5))


def test_the_error_of_a_branch_is_raised_when_it_runs() -> None:
    f = define("def f(x, y):\n    if x > 3:\n        return tf.matmul(y, y)\n    return y", tf=tf)
    staged = tf.function(f)
    y = tf.ones([2, 3])
    assert staged(tf.constant(1), y).shape == [2, 3]
    with pytest.raises(tf.errors.InvalidArgumentError, match="line 3, in f") as caught:
        staged(tf.constant(5), y)
    assert "[2,3], [2,3]" in str(caught.value)


def test_the_error_of_both_branches_is_raised_at_once() -> None:
    f = define("def f(x, y):\n    if x > 3:\n        return tf.matmul(y, y)\n    return y + tf.ones([4, 5])", tf=tf)
    with pytest.raises(ValueError, match="MatMul"):
        tf.function(f).get_concrete_function(tf.constant(1), tf.ones([2, 3]))


LONG: dict[str, tuple[Any, str | None]] = {
    "range(999)": (lambda: range(999), None),
    "range": (lambda: range(1000), "a range is unrolled: of its 1000 or more rounds 1000 became"),
    "longer range": (lambda: range(1500), "a range is unrolled: of its 1500 rounds 1000 became"),
    "list": (lambda: [1] * 1200, "a list is unrolled: of its 1200 rounds"),
    "dict": (lambda: dict.fromkeys(range(1200)), "a dict is unrolled: of its 1200 rounds"),
    "iterator": (lambda: iter(range(1200)), "a range_iterator is unrolled: of its 1200 rounds"),
    "generator": (lambda: (i for i in range(1100)), "a generator is unrolled: of its 1000 or more rounds"),
    "map": (lambda: map(abs, range(1100)), "a map is unrolled: of its 1000 or more rounds"),
}


@pytest.mark.parametrize("exit_test", ["", "        if n > 5000:\n            break\n"], ids=["", "with break"])
@pytest.mark.parametrize("kind", LONG)
def test_a_large_unrolled_loop_is_logged(kind: str, exit_test: str, caplog: pytest.LogCaptureFixture) -> None:
    make, message = LONG[kind]
    text = f"def f(x):\n    n = 0\n    for i in items():\n        x = x + 1\n        n += 1\n{exit_test}    return x, n"
    x, n = tf.function(define(text, items=make))(tf.constant(0))
    assert int(x) == int(n) == len(list(make()))
    if message is None:
        assert not caplog.text
        return
    (record,) = caplog.records
    assert message in record.message and record.message.startswith("<cell")
    assert ":3: " in record.message


def test_a_large_unrolled_while_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    f = define("def f(x):\n    n = 0\n    while n < 1300:\n        x = x + 1\n        n += 1\n    return x")
    assert int(tf.function(f)(tf.constant(0))) == 1300
    (record,) = caplog.records
    assert "a Python value is unrolled: of its 1000 or more rounds 1000 became" in record.message
    assert ":3: " in record.message


def test_a_long_loop_without_operations_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    f = define("def f(x):\n    n = 0\n    for i in range(5000):\n        n += i\n    return x + n")
    assert int(tf.function(f)(tf.constant(0))) == sum(range(5000)) and not caplog.text


@pytest.mark.parametrize("loop", ["for i in tf.range(1):", "while x > 3:", "for i in tf.range(n):"])
def test_a_wrong_shape_in_a_loop_of_a_branch_that_does_not_run(loop: str) -> None:
    text = f"def f(x, n, a):\n  if x > 3:\n    {loop}\n      a = a + tf.ones([3])[a[-1]]\n      x = x - 1\n  return x"
    traced = tf.function(define(text, tf=tf))
    assert int(traced(tf.constant(1), tf.constant(1), tf.zeros([0], tf.int32))) == 1
    with pytest.raises(ValueError, match="out of bounds"):
        traced(tf.constant(5), tf.constant(1), tf.zeros([0], tf.int32))
