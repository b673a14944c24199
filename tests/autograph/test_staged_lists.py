"""Lists that grow in staged statements, and comprehensions over tensors."""

from __future__ import annotations

from collections import defaultdict
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
    "+= in a loop": (
        "l = []\nfor i in tf.range(n):\n    l += [i, i * 2]\nl += [9]\nreturn l",
        (2,),
        [0, 0, 1, 2, 9],
    ),
    "+= in loops in branches in loops": (
        "l = [7]\nm = l\nfor i in tf.range(n):\n    for j in tf.range(i):\n        if j == 0:\n            l += [i]\n"
        "    l += [9]\nreturn l, len(m)",
        (3,),
        ([7, 9, 1, 9, 2, 9], 6),
    ),
    "+= in a while": (
        "l = []\nwhile n > 0:\n    l += [(n, n + 1)]\n    n -= 1\nreturn [b for a, b in l]",
        (3,),
        [4, 3, 2],
    ),
    "+= of items": (
        "d = {'a': []}\ne = defaultdict(list)\nfor i in tf.range(n):\n    d['a'] += [i]\n    e['k'] += [i * 2]\n"
        "return d['a'], e['k']",
        (2,),
        ([0, 1], [0, 2]),
    ),
    "grown after it was replaced": (
        "l = [0, 1]\nfor i in tf.range(n):\n    l = [l[1], l[0] + i]\nfor i in tf.range(n):\n    l.append(i)\nreturn l",
        (3,),
        [2, 2, 0, 1, 2],
    ),
    "+= in a branch": ("l = [1]\nif n > 2:\n    l += [2, 3]\nelse:\n    l += [4]\nreturn l", (3,), [1, 2, 3]),
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
    "its truth as a bool": ("l = []\nfor i in tf.range(n):\n    l.append(i)\nreturn bool(l)", (2,), True),
    "tuples": (
        "l = []\nfor i in tf.range(n):\n    l.append((i, tf.cast(i, tf.float32) / 2))\nl.append((n, 0))\ns = 0.0\n"
        "for a, b in l:\n    s = s + tf.cast(a, tf.float32) * b\nreturn s, l[1], l[-1][0], len(l)",
        (3,),
        (2.5, (1, 0.5), 3, 4),
    ),
    "a comprehension over tuples": (
        "l = []\nfor i in tf.range(n):\n    l.append((i, i * 2))\nreturn [a + b for a, b in l], tf.stack(l)",
        (3,),
        ([0, 3, 6], [[0, 0], [1, 2], [2, 4]]),
    ),
    "tuples set and popped": (
        "l = [(7, 8)]\nfor i in tf.range(n):\n    l.append((i, i))\nl[1] = (5, 6)\na, b = l.pop()\nreturn a, b, l[-1]",
        (2,),
        (1, 1, (5, 6)),
    ),
    "dicts": (
        "l = []\nfor i in tf.range(n):\n    l.append({'a': i, 'b': [i, i + 1]})\nreturn l[1]['b'][1], l[2]",
        (3,),
        (2, {"a": 2, "b": [2, 3]}),
    ),
    "rows": (
        "rows = []\nfor i in tf.range(n):\n    row = []\n    for j in tf.range(n):\n        row.append(i * j)\n"
        "    rows.append(row)\nrows.append([i for i in tf.range(n)])\nreturn tf.stack(rows), rows[2]",
        (3,),
        ([[0, 0, 0], [0, 1, 2], [0, 2, 4], [0, 1, 2]], [0, 2, 4]),
    ),
    "rows of several lengths": (
        "rows = []\nfor i in tf.range(n):\n    row = []\n    for j in tf.range(i + 1):\n        row.append(j)\n"
        "    rows.append(row)\nreturn rows[0], rows[2]",
        (3,),
        ([0], [0, 1, 2]),
    ),
    "lists in a list": (
        "l = [[], [[7]]]\nfor i in tf.range(n):\n    l[0].append(i)\n    l[1][0].append(i)\nreturn l[0], l[1][0]",
        (2,),
        ([0, 1], [7, 0, 1]),
    ),
    "lists of a comprehension": (
        "l = [[] for _ in range(2)]\nfor i in tf.range(n):\n    l[1].append(i)\nreturn l[0], l[1]",
        (2,),
        ([], [0, 1]),
    ),
    "one list in a list twice": (
        "l = [[]] * 2\nfor i in tf.range(n):\n    l[0].append(i)\nreturn l[1]",
        (2,),
        [0, 1],
    ),
    "a list from a function": (
        "def make():\n    return []\nl = make()\nfor i in tf.range(n):\n    l.append(i)\nreturn l",
        (2,),
        [0, 1],
    ),
    "a defaultdict": (
        "d = defaultdict(list)\nfor i in tf.range(n):\n    if i % 2 == 0:\n        d['even'].append(i)\n    else:\n"
        "        d['odd'].append((i, i * 10))\nd['even'].append(9)\nreturn d['even'], d['odd'][0], len(d)",
        (4,),
        ([0, 2, 9], (1, 10), 2),
    ),
    "a defaultdict of defaultdicts": (
        "d = defaultdict(lambda: defaultdict(lambda: []))\nfor i in tf.range(n):\n    d['a']['b'].append(i)\n"
        "return d['a']['b'], d['none'].get('x', 5)",
        (2,),
        ([0, 1], 5),
    ),
    "a dict's setdefault": (
        "d = {}\nd.setdefault('a', [])\nfor i in tf.range(n):\n    d.setdefault('a', []).append(i)\nreturn d['a']",
        (2,),
        [0, 1],
    ),
    "a slice": ("l = []\nfor i in tf.range(n):\n    l.append(i)\nreturn l[1:3]", (5,), [1, 2]),
}


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_list_does_what_it_does_in_python(name: str, known: bool) -> None:
    body, args, wanted = PROGRAMS[name]
    f = define("def f(n):\n" + "".join(f"    {line}\n" for line in body.splitlines()), tf=tf, defaultdict=defaultdict)
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
        "the elements of the list 'l' must have one form and dtype",
    ),
    "no tensors": ("    l.append(object())\nreturn l", TypeError, "the list 'l' grows in a statement"),
    "forms": (
        "    l.append((i, i))\nl.append(n)\nreturn l[0]",
        TypeError,
        "there are (tensor, tensor) and a tensor",
    ),
    "dtypes that make no tensor": (
        "    l.append((i, 1.0))\nreturn l",
        TypeError,
        "the list 'l' of the graph cannot become one tensor: the parts have the dtypes int32, float32",
    ),
    "another list in each round": (
        "    l = l + [i]\nreturn l",
        TypeError,
        "A list may grow in a loop as one object: by append, extend and +=.",
    ),
    "a row that grows as an element": (
        "    m.append(i)\n    l.append(m)\nreturn l[0]",
        NotImplementedError,
        "the list 'm' is an element of the list 'l' of the graph",
    ),
    "a row changed as an element": (
        "    pair = [i, i]\n    l.append(pair)\n    pair.append(i)\n    m.append(l[-1])\nreturn l[0]",
        NotImplementedError,
        "a list was put into the list 'l' of the graph, which does not see that it was changed afterwards",
    ),
    "a list that was read": (
        "    l.append([i, i])\nl[0].append(n)\nreturn l[0]",
        NotImplementedError,
        "cannot be changed in place",
    ),
    "a list that was read, by an item": (
        "    l.append([i, i])\nl[0][1] = n\nreturn l[0]",
        NotImplementedError,
        "cannot be changed in place",
    ),
    "a dict that was read": (
        "    l.append({'a': i})\nl[0].update(a=n)\nreturn l[0]",
        NotImplementedError,
        "cannot be changed in place",
    ),
    "sort": ("    l.append(i)\nl.sort()\nreturn l", NotImplementedError, "sort of the list 'l' depends on a tensor"),
    "del": ("    l.append(i)\ndel l[0]\nreturn l", NotImplementedError, "del of the list 'l'"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_what_cannot_be_staged_names_the_list(name: str) -> None:
    body, kind, text = MISTAKES[name]
    lines = ["l, m = [], []", "for i in tf.range(n):", *body.splitlines()]
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
