"""`cond`, `while_loop`, `map_fn`, `foldl`, `foldr`, `scan`, `vectorized_map`: every argument and error, both ways."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright import errors

each = pytest.mark.parametrize
c = tf.constant
X = tf.constant([1.0, 2.0, 3.0])
INVALID = errors.InvalidArgumentError

# What a program gives eagerly and in a function, or the class of its error, as recorded from TensorFlow.
PROGRAMS: dict[str, tuple[Any, Any, Any]] = {
    "cond pred int": (lambda: tf.cond(c(1), lambda: c(1), lambda: c(2)), 1, INVALID),
    "cond not callable": (lambda: tf.cond(c(True), c(1), lambda: c(2)), TypeError, TypeError),
    "cond no false": (lambda: tf.cond(c(True), lambda: c(1)), TypeError, TypeError),
    "cond structs": (lambda: tf.cond(c(True), lambda: (c(1),), lambda: [c(2)]), (1,), TypeError),
    "cond both none": (lambda: tf.cond(c(True), lambda: None, lambda: None), None, None),
    "cond dtypes": (lambda: tf.cond(c(True), lambda: c(1), lambda: c(1.0)), 1, TypeError),
    "cond shapes": (lambda: tf.cond(c(True), lambda: c([1]), lambda: c([1, 2])), [1], [1]),
    "cond py numbers": (lambda: tf.cond(c(True), lambda: 1, lambda: 2), 1, 1),
    "cond dict": (lambda: tf.cond(c(False), lambda: {"a": c(1)}, lambda: {"a": c(2)}), {"a": 2}, {"a": 2}),
    "cond dict keys": (lambda: tf.cond(c(False), lambda: {"a": c(1)}, lambda: {"b": c(2)}), {"b": 2}, TypeError),
    "while tuple body": (lambda: tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), [c(0)]), (3,), [3]),
    "while tuple vars": (lambda: tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), (c(0),)), (3,), (3,)),
    "while nested": (
        lambda: tf.while_loop(
            lambda i, d: i < 3,
            lambda i, d: (i + 1, {"a": d["a"] * 2, "b": (d["b"][0] + 1,)}),
            (c(0), {"a": c(1), "b": (c(0),)}),
        ),
        (3, {"a": 8, "b": (3,)}),
        (3, {"a": 8, "b": (3,)}),
    ),
    "while max 0": (lambda: tf.while_loop(lambda i: i < 30, lambda i: i + 1, [c(0)], maximum_iterations=0), [0], [0]),
    "while max neg": (
        lambda: tf.while_loop(lambda i: i < 30, lambda i: i + 1, [c(0)], maximum_iterations=-1),
        [0],
        [0],
    ),
    "while max vec": (
        lambda: tf.while_loop(lambda i: i < 30, lambda i: i + 1, [c(0)], maximum_iterations=c([4])),
        ValueError,
        INVALID,
    ),
    "while cond not callable": (lambda: tf.while_loop(3, lambda i: i + 1, [c(0)]), TypeError, TypeError),
    "while body not callable": (lambda: tf.while_loop(lambda i: i < 3, 3, [c(0)]), TypeError, TypeError),
    "while par 0": (
        lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [c(0)], parallel_iterations=0),
        TypeError,
        TypeError,
    ),
    "while par neg": (
        lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [c(0)], parallel_iterations=-2),
        TypeError,
        TypeError,
    ),
    "while arity": (lambda: tf.while_loop(lambda i: i < 3, lambda i: (i + 1, i), [c(0)]), ValueError, ValueError),
    "while invariant nested": (
        lambda: tf.while_loop(
            lambda d: tf.size(d["a"]) < 3,
            lambda d: ({"a": tf.concat([d["a"], [0]], 0)},),
            [{"a": c([0])}],
            shape_invariants=[{"a": tf.TensorShape([None])}],
        ),
        ({"a": [0, 0, 0]},),
        [{"a": [0, 0, 0]}],
    ),
    "while cond int": (lambda: tf.while_loop(lambda i: i, lambda i: i + 1, [c(0)]), [0], INVALID),
    "while cond py": (lambda: tf.while_loop(lambda i: False, lambda i: i + 1, [c(0)]), [0], [0]),
    "map_fn": (lambda: tf.map_fn(lambda v: v * 2, X), [2.0, 4.0, 6.0], [2.0, 4.0, 6.0]),
    "map_fn empty": (lambda: tf.map_fn(lambda v: v * 2, X[:0]), [], []),
    "map_fn multi": (
        lambda: tf.map_fn(lambda t: t[0] + t[1], (X, X), fn_output_signature=tf.float32),
        [2.0, 4.0, 6.0],
        [2.0, 4.0, 6.0],
    ),
    "map_fn multi nosig": (lambda: tf.map_fn(lambda t: t[0] + t[1], (X, X)), ValueError, ValueError),
    "map_fn dtype wrong": (lambda: tf.map_fn(lambda v: tf.cast(v, tf.int32), X), INVALID, INVALID),
    "map_fn sig multi out": (
        lambda: tf.map_fn(lambda v: (v, -v), X, fn_output_signature=(tf.float32, tf.float32)),
        ([1.0, 2.0, 3.0], [-1.0, -2.0, -3.0]),
        ([1.0, 2.0, 3.0], [-1.0, -2.0, -3.0]),
    ),
    "map_fn no elems": (lambda: tf.map_fn(lambda v: v, []), ValueError, ValueError),
    "map_fn scalar": (lambda: tf.map_fn(lambda v: v, c(1.0)), ValueError, ValueError),
    "map_fn mismatch": (
        lambda: tf.map_fn(lambda t: t[0], (X, X[:2]), fn_output_signature=tf.float32),
        ValueError,
        ValueError,
    ),
    "map_fn py list": (lambda: tf.map_fn(lambda v: v, [1.0, 2.0]), ValueError, ValueError),
    "map_fn dict": (
        lambda: tf.map_fn(lambda d: {"s": d["a"] + 1}, {"a": X}, fn_output_signature={"s": tf.float32}),
        {"s": [2.0, 3.0, 4.0]},
        {"s": [2.0, 3.0, 4.0]},
    ),
    "map_fn varshape": (lambda: tf.map_fn(lambda i: tf.range(i), c([1, 2])), ValueError, INVALID),
    "map_fn spec": (
        lambda: tf.map_fn(lambda v: v, X, fn_output_signature=tf.TensorSpec([], tf.float32)),
        [1.0, 2.0, 3.0],
        [1.0, 2.0, 3.0],
    ),
    "map_fn spec wrong": (
        lambda: tf.map_fn(lambda v: v, X, fn_output_signature=tf.TensorSpec([2], tf.float32)),
        ValueError,
        ValueError,
    ),
    "foldl": (lambda: tf.foldl(lambda a, v: a - v, X), -4.0, -4.0),
    "foldr": (lambda: tf.foldr(lambda a, v: a - v, X), 0.0, 0.0),
    "foldl init": (lambda: tf.foldl(lambda a, v: a - v, X, initializer=c(10.0)), 4.0, 4.0),
    "foldr init": (lambda: tf.foldr(lambda a, v: a * 2 - v, X, initializer=c(10.0)), 63.0, 63.0),
    "foldl empty init": (lambda: tf.foldl(lambda a, v: a - v, X[:0], initializer=c(10.0)), 10.0, 10.0),
    "foldl multi": (lambda: tf.foldl(lambda a, t: a + t[0] * t[1], (X, X), initializer=c(0.0)), 14.0, 14.0),
    "foldl multi noinit": (lambda: tf.foldl(lambda a, t: (a[0] + t[0], a[1]), (X, X)), (6.0, 1.0), (6.0, 1.0)),
    "foldl struct change": (lambda: tf.foldl(lambda a, v: (a, v), X), ValueError, ValueError),
    "scan": (lambda: tf.scan(lambda a, v: a + v, X), [1.0, 3.0, 6.0], [1.0, 3.0, 6.0]),
    "scan rev": (lambda: tf.scan(lambda a, v: a + v, X, reverse=True), [6.0, 5.0, 3.0], [6.0, 5.0, 3.0]),
    "scan init": (lambda: tf.scan(lambda a, v: a + v, X, initializer=c(10.0)), [11.0, 13.0, 16.0], [11.0, 13.0, 16.0]),
    "scan init rev": (
        lambda: tf.scan(lambda a, v: a * 2 + v, X, initializer=c(10.0), reverse=True),
        [97.0, 48.0, 23.0],
        [97.0, 48.0, 23.0],
    ),
    "scan multi": (
        lambda: tf.scan(lambda a, t: (a[0] + t[0], a[1] * t[1]), (X, X)),
        ([1.0, 3.0, 6.0], [1.0, 2.0, 6.0]),
        ([1.0, 3.0, 6.0], [1.0, 2.0, 6.0]),
    ),
    "scan multi init": (
        lambda: tf.scan(lambda a, v: (a[0] + v, a[1] * v), X, initializer=(c(0.0), c(1.0))),
        ([1.0, 3.0, 6.0], [1.0, 2.0, 6.0]),
        ([1.0, 3.0, 6.0], [1.0, 2.0, 6.0]),
    ),
    "scan empty init": (lambda: tf.scan(lambda a, v: a + v, X[:0], initializer=c(1.0)), [], []),
    "scan struct": (lambda: tf.scan(lambda a, v: (a, v), X), ValueError, ValueError),
    "scan dtype": (lambda: tf.scan(lambda a, v: tf.cast(a, tf.int32), X), INVALID, TypeError),
    "vmap": (lambda: tf.vectorized_map(lambda v: v * v, X), [1.0, 4.0, 9.0], [1.0, 4.0, 9.0]),
    "vmap multi": (lambda: tf.vectorized_map(lambda t: t[0] * t[1], (X, X)), [1.0, 4.0, 9.0], [1.0, 4.0, 9.0]),
    "vmap bcast": (lambda: tf.vectorized_map(lambda t: t[0] * t[1], (X, X[:1])), [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]),
    "vmap not callable": (lambda: tf.vectorized_map(3, X), TypeError, TypeError),
    "vmap const": (lambda: tf.vectorized_map(lambda v: c(1.0), X), [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]),
    "vmap struct": (
        lambda: tf.vectorized_map(lambda v: {"a": v, "b": (v,)}, X),
        {"a": [1.0, 2.0, 3.0], "b": ([1.0, 2.0, 3.0],)},
        {"a": [1.0, 2.0, 3.0], "b": ([1.0, 2.0, 3.0],)},
    ),
}


def growing(invariant: Any) -> Any:
    return tf.while_loop(
        lambda v: tf.size(v) < 3, lambda v: [tf.concat([v, [0]], 0)], [c([0])], shape_invariants=[invariant]
    )[0]


def limited(limit: Any) -> Any:
    return tf.while_loop(lambda i: i < 30, lambda i: [i + 1], [c(0)], maximum_iterations=limit)[0]


# Where TensorFlow names another class, or refuses eagerly what it takes in a function.
OWN: dict[str, tuple[Any, Any, Any]] = {
    "cond on a Python bool": (lambda: tf.cond(True, lambda: c(1), lambda: c(2)), 1, 1),
    "cond, other count": (lambda: tf.cond(c(True), lambda: (c(1),), lambda: (c(2), c(3))), [1], ValueError),
    "cond, None in one branch": (lambda: tf.cond(c(True), lambda: c(1), lambda: None), 1, ValueError),
    "cond, None in one tuple": (
        lambda: tf.cond(c(True), lambda: (c(1), None), lambda: (c(2), c(3))),
        (1, None),
        ValueError,
    ),
    "switch_case, None in one branch": (
        lambda: tf.switch_case(c(0), [lambda: c(1), lambda: None]),
        1,
        ValueError,
    ),
    "case, None in one branch": (lambda: tf.case([(c(True), lambda: c(1))], lambda: None), 1, ValueError),
    "cond, None in both": (lambda: tf.cond(c(True), lambda: (c(1), None), lambda: (c(2), None)), (1, None), (1, None)),
    "a body without a list": (lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [c(0)])[0], 3, 3),
    "a start that is a number": (lambda: tf.while_loop(lambda i: i < 3, lambda i: [i + 1], [0])[0], 3, 3),
    "a changing dtype": (
        lambda: tf.while_loop(lambda i: i < 3, lambda i: [tf.cast(i, tf.float32) + 1.0], [c(0)])[0],
        3.0,
        TypeError,
    ),
    "a growing variable": (lambda: growing(tf.TensorShape([None])), [0, 0, 0], [0, 0, 0]),
    "a growing variable, by its spec": (lambda: growing(tf.TensorSpec([None], tf.int32)), [0, 0, 0], [0, 0, 0]),
    "a wrong invariant": (lambda: growing(tf.TensorShape([2])), [0, 0, 0], ValueError),
    "a limit": (lambda: limited(2), 2, 2),
    "a limit of 0": (lambda: limited(0), 0, 0),
    "a limit that is a tensor": (lambda: limited(c(4)), 4, 4),
    "a limit that is no integer": (lambda: limited(2.5), TypeError, TypeError),
    "a limit that is no scalar": (lambda: limited(c([4])), ValueError, ValueError),
    "map_fn of no function": (lambda: tf.map_fn(3, X), TypeError, TypeError),
    "foldl of no function": (lambda: tf.foldl(3, X), TypeError, TypeError),
    "foldr of no function": (lambda: tf.foldr(3, X), TypeError, TypeError),
    "scan of no function": (lambda: tf.scan(3, X), TypeError, TypeError),
    "foldl of a scalar": (lambda: tf.foldl(lambda a, v: a, c(1.0)), ValueError, ValueError),
    "foldr of a scalar": (lambda: tf.foldr(lambda a, v: a, c(1.0)), ValueError, ValueError),
    "scan of a scalar": (lambda: tf.scan(lambda a, v: a, c(1.0)), ValueError, ValueError),
    "foldl of nothing": (lambda: tf.foldl(lambda a, v: a, X[:0]), errors.OutOfRangeError, errors.InvalidArgumentError),
    "scan of different lengths": (
        lambda: tf.scan(lambda a, t: a, (X, X[:2]), initializer=c(0.0)),
        ValueError,
        ValueError,
    ),
    "vectorized_map of different lengths": (
        lambda: tf.vectorized_map(lambda t: t[0] * t[1], (X, X[:2])),
        ValueError,
        ValueError,
    ),
    "vectorized_map of a scalar": (lambda: tf.vectorized_map(lambda v: v, c(1.0)), ValueError, ValueError),
}


def plain(value: Any) -> Any:
    """Tensors as numbers, sequences as lists: eagerly a loop gives a tuple where a list went in."""
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return np.asarray(value).tolist() if isinstance(value, tf.Tensor) else value


@each("way", ["eager", "traced"])
@each("name", [*PROGRAMS, *OWN])
def test_programs(name: str, way: str) -> None:
    function, eager, traced = (PROGRAMS | OWN)[name]
    expected = eager if way == "eager" else traced
    run = function if way == "eager" else tf.function(function, autograph=False)
    if isinstance(expected, type):
        with pytest.raises(expected):
            run()
    else:
        assert plain(run()) == plain(expected)
