"""Lists that grow in staged statements, and comprehensions over tensors."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf
from tests.autograph.support import define, plain

# name: the program, its arguments, what it returns in plain Python
PROGRAMS: dict[str, tuple[str, tuple[Any, ...], Any]] = {
    "append": ("l = []\nfor i in tf.range(n):\n    l.append(i * 2)\nreturn l", (4,), [0, 2, 4, 6]),
    "append before and after": (
        "l = [7]\nfor i in tf.range(n):\n    l.append(i)\nl.append(9)\nreturn l, len(l)",
        (2,),
        ([7, 0, 1, 9], 4),
    ),
    "appends after a loop": (
        "l = []\nfor i in tf.range(n):\n    l.append(i)\nl.append(9)\nl.append(8)\nreturn l",
        (3,),
        [0, 1, 2, 9, 8],
    ),
    "appends after a loop over a tensor": (
        "l = []\nfor x in tf.range(n) * 2:\n    l.append(x)\nl.extend([9, 8])\nl += [7]\nreturn l",
        (2,),
        [0, 2, 9, 8, 7],
    ),
    "appends after enumerate": (
        "l = []\nfor i, x in enumerate(tf.range(n)):\n    l.append(i * x)\n    l.append(x)\nl += [5, 6]\nreturn l",
        (3,),
        [0, 0, 1, 1, 4, 2, 5, 6],
    ),
    "appends after no rounds": ("l = []\nfor i in tf.range(n):\n    l.append(i)\nl.append(9)\nreturn l", (0,), [9]),
    "many appends after a loop": (
        "l = []\nfor i in tf.range(n):\n    l.append(i)\nfor k in range(20):\n    l.append(k)\nreturn sum(l), l[-1]",
        (3,),
        (193, 19),
    ),
    "appends after a loop in a loop": (
        "s = 0\nfor i in tf.range(n):\n    l = []\n    for j in tf.range(i):\n        l.append(j)\n"
        "    l.append(i)\n    l.append(i)\n    s = s * 10 + sum(l)\nreturn s",
        (4,),
        259,
    ),
    "another loop after appends": (
        "l = []\nfor i in tf.range(n):\n    l.append(i)\nl.append(9)\nfor i in tf.range(n):\n    l.append(i)\n"
        "l.append(8)\nreturn l",
        (2,),
        [0, 1, 9, 0, 1, 8],
    ),
    "no rounds": ("l = []\nfor i in tf.range(n):\n    l.append(i)\nreturn l", (0,), []),
    "while": (
        "l = list()\nwhile n > 0:\n    l.append(n)\n    n = n - 1\nreturn l[0], l[-1], l[n + 1]",
        (3,),
        (3, 1, 2),
    ),
    "an alias": ("l = []\nm = l\nfor i in tf.range(n):\n    l.append(i)\nreturn len(m), m[0]", (3,), (3, 0)),
    "passed on": (
        "def add(items, x):\n    items.append(x)\nl = []\nfor i in tf.range(n):\n    add(l, i)\nreturn l",
        (3,),
        [0, 1, 2],
    ),
    "extend": ("l = []\nfor i in tf.range(n):\n    l.extend([i, i])\nreturn l", (2,), [0, 0, 1, 1]),
    "nested loops": (
        "l = []\nfor i in tf.range(n):\n    for j in tf.range(i):\n        l.append(i * 10 + j)\nreturn l",
        (3,),
        [10, 20, 21],
    ),
    "in a branch": (
        "l = []\nif n > 2:\n    l.append(1)\nelse:\n    l.append(2)\n    l.append(3)\nreturn l",
        (1,),
        [2, 3],
    ),
    "in a branch of a loop": (
        "l = []\nfor i in tf.range(n):\n    if i % 2 == 0:\n        l.append(i)\nreturn l",
        (5,),
        [0, 2, 4],
    ),
    "one of two lists": (
        "a, b = 0, 0\nodd = []\neven = []\nfor i in tf.range(n):\n"
        "    if i % 2 == 0:\n        even.append(i)\n    else:\n"
        "        odd.append(i)\nreturn odd, even",
        (5,),
        ([1, 3], [0, 2, 4]),
    ),
    "a list of the round": (
        "s = 0\nfor i in tf.range(n):\n    l = []\n    l.append(i)\n    l.append(i)\n    s = s + l[0] + l[1]\nreturn s",
        (3,),
        6,
    ),
    "iteration": (
        "l = []\nfor i in tf.range(n):\n    l.append(i)\ns = 0\nfor j, x in enumerate(l):\n    s = s + j * x\nreturn s",
        (4,),
        14,
    ),
    "stack and sum": (
        "l = []\nfor i in tf.range(n):\n    l.append(i)\nreturn tf.stack(l), sum(l)",
        (3,),
        ([0, 1, 2], 3),
    ),
    "a condition on its length": (
        "l = []\nfor i in tf.range(n):\n    l.append(i)\nwhile len(l) > 2:\n    l.pop()\nreturn l",
        (6,),
        [0, 1],
    ),
    "its truth": ("l = []\nfor i in tf.range(n):\n    l.append(i)\nif l:\n    return l[-1]\nreturn -1", (0,), -1),
    "set an element": (
        "l = [0, 0, 0]\nfor i in tf.range(n):\n    l.append(i)\n    l[i] = i + 5\nreturn l",
        (2,),
        [5, 6, 0, 0, 1],
    ),
    "pop gives the element": (
        "l = []\nfor i in tf.range(n):\n    l.append(i)\ns = 0\nwhile len(l) > 1:\n    s = s * 10 + l.pop()\nreturn s",
        (4,),
        321,
    ),
    "break": ("l = []\nfor i in tf.range(n):\n    if i > 1:\n        break\n    l.append(i)\nreturn l", (6,), [0, 1]),
    "a comprehension": ("return [x * 2 for x in tf.range(n)]", (3,), [0, 2, 4]),
    "a comprehension with a test": ("return [x for x in tf.range(n) if x % 2 == 1 if x > 1]", (6,), [3, 5]),
    "a comprehension over pairs": ("return [i * x for i, x in enumerate(tf.range(n))]", (3,), [0, 1, 4]),
    "a generator": ("return sum(x * x for x in tf.range(n)), max(x for x in tf.range(n))", (4,), (14, 3)),
    "map": ("s = 0\nfor y in map(lambda x: x * x, tf.range(n)):\n    s = s + y\nreturn s", (4,), 14),
    "map of two": ("return [y for y in map(lambda a, b: a * b, tf.range(n), tf.range(n))]", (3,), [0, 1, 4]),
    "filter": ("return list(filter(lambda x: x % 2 == 0, tf.range(n)))", (5,), [0, 2, 4]),
    "sorted": ("return sorted(-tf.range(n)), sorted(tf.range(n), reverse=True)", (3,), ([-2, -1, 0], [2, 1, 0])),
    "a slice": ("l = []\nfor i in tf.range(n):\n    l.append(i)\nreturn l[1:3]", (5,), [1, 2]),
}


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_list_does_what_it_does_in_python(name: str, known: bool) -> None:
    body, args, wanted = PROGRAMS[name]
    f = define("def f(n):\n" + "".join(f"    {line}\n" for line in body.splitlines()), tf=tf)
    eager = f(*map(tf.constant, args))
    as_tensors = tf.nest.map_structure(lambda v: v, plain(eager))
    assert as_tensors == wanted
    signature = [tf.TensorSpec([], tf.int32)] * len(args)
    staged = tf.function(f, input_signature=None if known else signature)(*map(tf.constant, args))
    assert plain(staged) == wanted


def test_lists_that_do_not_grow_in_staged_code_are_lists() -> None:
    seen: list[type] = []
    f = define(
        "def f(x):\n    l = []\n    for i in range(3):\n        l.append(x + i)\n    note(type(l))\n    return l",
        note=tf.autograph.experimental.do_not_convert(seen.append),
    )
    result = tf.function(f)(tf.constant(1))
    assert seen == [list] and type(result) is list and plain(result) == [1, 2, 3]


def test_the_gradient_goes_through_a_list() -> None:
    text = "def f(x):\n    l = []\n    for v in x:\n        l.append(v * v)\n    return tf.reduce_sum(tf.stack(l))"
    f = define(text, tf=tf)
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.function(f, input_signature=[tf.TensorSpec([None])])(x)
    assert plain(tape.gradient(y, x)) == [2.0, 4.0, 6.0]


@pytest.mark.parametrize("open_", [False, True])
def test_the_gradient_goes_through_a_list_that_grows_after_its_loop(open_: bool) -> None:
    text = (
        "def f(x):\n    l = []\n    for v in x:\n        l.append(v * v)\n    l.append(x[0] * 5.0)\n"
        "    l += [x[1]]\n    return tf.reduce_sum(tf.stack(l))"
    )
    x = tf.constant([1.0, 2.0, 3.0])
    f = tf.function(define(text, tf=tf), input_signature=[tf.TensorSpec([None if open_ else 3])])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert plain(tape.gradient(y, x)) == [7.0, 5.0, 6.0]


MISTAKES: dict[str, tuple[str, type[Exception], str]] = {
    "dtypes": (
        "    l.append(i)\n    l.append(1.5)\nreturn l",
        TypeError,
        "the elements of the list 'l' must have one dtype",
    ),
    "no tensors": ("    l.append(object())\nreturn l", TypeError, "the list 'l' grows in a statement"),
    "sort": ("    l.append(i)\nl.sort()\nreturn l", NotImplementedError, "sort of the list 'l' depends on a tensor"),
    "del": ("    l.append(i)\ndel l[0]\nreturn l", NotImplementedError, "del of the list 'l'"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_what_cannot_be_staged_names_the_list(name: str) -> None:
    body, kind, text = MISTAKES[name]
    lines = ["l = []", "for i in tf.range(n):", *body.splitlines()]
    f = define("def f(n):\n" + "".join(f"    {line}\n" for line in lines), tf=tf, outside=[])
    with pytest.raises(kind) as caught:
        tf.function(f)(tf.constant(3))
    assert text in str(caught.value)


def test_a_list_from_outside_changes_while_tracing_and_that_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "graphwright.autograph")
    outside: list[Any] = []
    f = define("def f(n):\n    for i in tf.range(n):\n        outside.append(i)\n    return n", tf=tf, outside=outside)
    assert int(tf.function(f)(tf.constant(3))) == 3
    assert "changes the list []" in caplog.text and len(outside) == 1
    with pytest.raises(tf.errors.InaccessibleTensorError):
        outside[0] + 1
