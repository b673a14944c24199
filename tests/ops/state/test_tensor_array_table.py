"""TensorArray operations: results and errors recorded from TensorFlow, eagerly and in functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright import errors

each = pytest.mark.parametrize
c = tf.constant
INVALID = errors.InvalidArgumentError


def floats(size: Any = 3, **options: Any) -> Any:
    return tf.TensorArray(tf.float32, size, **options)


# Results of each program eagerly and in a function, or the error class, as recorded from TensorFlow.
PROGRAMS: dict[str, tuple[Any, Any, Any]] = {
    "read twice clear default": (
        lambda: (lambda a: [a.read(0), a.read(0)])(floats().write(0, 1.0)),
        INVALID,
        [1.0, 1.0],
    ),
    "read twice clear True": (
        lambda: (lambda a: [a.read(0), a.read(0)])(floats(clear_after_read=True).write(0, 1.0)),
        INVALID,
        [1.0, 1.0],
    ),
    "read twice clear False": (
        lambda: (lambda a: [a.read(0), a.read(0)])(floats(clear_after_read=False).write(0, 1.0)),
        [1.0, 1.0],
        [1.0, 1.0],
    ),
    "read then stack": (
        lambda: (lambda a: [a.read(0), a.stack()])(floats(2).write(0, 1.0).write(1, 2.0)),
        [1.0, [0.0, 2.0]],
        [1.0, [1.0, 2.0]],
    ),
    "gather twice": (
        lambda: (lambda a: [a.gather([0, 1]), a.gather([0])])(floats(2).write(0, 1.0).write(1, 2.0)),
        [[1.0, 2.0], [1.0]],
        [[1.0, 2.0], [1.0]],
    ),
    "stack twice": (
        lambda: (lambda a: [a.stack(), a.stack()])(floats(2).write(0, 1.0).write(1, 2.0)),
        [[1.0, 2.0], [1.0, 2.0]],
        [[1.0, 2.0], [1.0, 2.0]],
    ),
    "stack then read": (
        lambda: (lambda a: [a.stack(), a.read(0)])(floats(2).write(0, 1.0).write(1, 2.0)),
        [[1.0, 2.0], 1.0],
        [[1.0, 2.0], 1.0],
    ),
    "read unwritten": (lambda: floats().read(1), ValueError, INVALID),
    "read unwritten shaped": (lambda: floats(element_shape=[2]).read(1), [0.0, 0.0], [0.0, 0.0]),
    "stack unwritten": (lambda: floats().write(0, 1.0).stack(), [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
    "stack none written": (lambda: floats().stack(), ValueError, INVALID),
    "stack none written shaped": (
        lambda: floats(element_shape=[2]).stack(),
        [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]],
        [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]],
    ),
    "stack size0": (lambda: floats(0).stack(), [], INVALID),
    "stack size0 shaped": (lambda: floats(0, element_shape=[2]).stack(), [], []),
    "concat size0": (lambda: floats(0, element_shape=[2]).concat(), INVALID, []),
    "write twice": (lambda: floats().write(0, 1.0).write(0, 2.0).stack(), [2.0, 0.0, 0.0], [2.0, 0.0, 0.0]),
    "write after read": (
        lambda: (lambda a: [a.read(0), a.write(0, 5.0).read(0)])(floats().write(0, 1.0)),
        [1.0, 5.0],
        [1.0, 5.0],
    ),
    "write oob": (lambda: floats(2).write(2, 1.0), errors.OutOfRangeError, INVALID),
    "write oob then stack": (
        lambda: floats(2).write(2, 1.0).stack(),
        errors.OutOfRangeError,
        INVALID,
    ),
    "write neg": (lambda: floats(2).write(-1, 1.0).stack(), errors.OutOfRangeError, INVALID),
    "read oob": (lambda: floats(2).write(0, 1.0).read(5), errors.OutOfRangeError, INVALID),
    "read neg": (
        lambda: floats(2).write(0, 1.0).write(1, 2.0).read(-1),
        errors.OutOfRangeError,
        INVALID,
    ),
    "write oob dynamic": (lambda: floats(0, dynamic_size=True).write(3, 1.0).size(), 4, 4),
    "write gap dynamic stack": (
        lambda: floats(0, dynamic_size=True).write(2, 1.0).stack(),
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 1.0],
    ),
    "write gap dynamic stack vec": (
        lambda: floats(0, dynamic_size=True).write(2, [1.0, 2.0]).stack(),
        [[0.0, 0.0], [0.0, 0.0], [1.0, 2.0]],
        [[0.0, 0.0], [0.0, 0.0], [1.0, 2.0]],
    ),
    "write dtype": (lambda: floats().write(0, c(1)), INVALID, INVALID),
    "write pyint": (lambda: floats().write(0, 1).read(0), 1.0, 1.0),
    "write shape mismatch": (lambda: floats().write(0, [1.0]).write(1, [1.0, 2.0]).stack(), ValueError, ValueError),
    "write shape mismatch noinfer": (
        lambda: floats(2, infer_shape=False).write(0, [1.0]).write(1, [1.0, 2.0]).read(1),
        [1.0, 2.0],
        [1.0, 2.0],
    ),
    "stack shape mismatch noinfer": (
        lambda: floats(2, infer_shape=False).write(0, [1.0]).write(1, [1.0, 2.0]).stack(),
        INVALID,
        INVALID,
    ),
    "elem shape mismatch": (lambda: floats(element_shape=[2]).write(0, [1.0]), ValueError, ValueError),
    "elem shape none": (
        lambda: floats(element_shape=[None]).write(0, [1.0]).write(1, [1.0, 2.0]).read(1),
        ValueError,
        ValueError,
    ),
    "concat shapes": (
        lambda: floats(2, infer_shape=False).write(0, [1.0]).write(1, [1.0, 2.0]).concat(),
        [1.0, 1.0, 2.0],
        [1.0, 1.0, 2.0],
    ),
    "concat elem none": (
        lambda: floats(2, element_shape=[None]).write(0, [1.0]).write(1, [1.0, 2.0]).concat(),
        ValueError,
        ValueError,
    ),
    "concat scalars": (
        lambda: floats(2).write(0, 1.0).write(1, 2.0).concat(),
        INVALID,
        INVALID,
    ),
    "concat mats": (
        lambda: floats(2, infer_shape=False).write(0, [[1.0]]).write(1, [[1.0], [2.0]]).concat(),
        [[1.0], [1.0], [2.0]],
        [[1.0], [1.0], [2.0]],
    ),
    "unstack": (lambda: floats(3).unstack([1.0, 2.0, 3.0]).stack(), [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]),
    "unstack more dyn": (
        lambda: floats(0, dynamic_size=True).unstack([1.0, 2.0, 3.0]).stack(),
        [1.0, 2.0, 3.0],
        [1.0, 2.0, 3.0],
    ),
    "unstack scalar": (lambda: floats(2).unstack(1.0), ValueError, INVALID),
    "scatter": (lambda: floats(3).scatter([2, 0], [1.0, 2.0]).read(2), 1.0, 1.0),
    "scatter hole stack": (lambda: floats(3).scatter([2, 0], [1.0, 2.0]).stack(), [2.0, 0.0, 1.0], [2.0, 0.0, 1.0]),
    "scatter oob": (lambda: floats(2).scatter([3], [1.0]).size(), errors.OutOfRangeError, 2),
    "scatter neg": (lambda: floats(2).scatter([-1], [1.0]).size(), errors.OutOfRangeError, 2),
    "scatter dyn": (lambda: floats(0, dynamic_size=True).scatter([3], [1.0]).size(), 4, 4),
    "scatter twice": (
        lambda: floats(3).write(1, 9.0).scatter([0, 2], [1.0, 2.0]).stack(),
        [1.0, 9.0, 2.0],
        [1.0, 9.0, 2.0],
    ),
    "gather": (lambda: floats(3).unstack([1.0, 2.0, 3.0]).gather([2, 0, 2]), [3.0, 1.0, 3.0], [3.0, 1.0, 3.0]),
    "gather empty": (lambda: floats(3).unstack([1.0, 2.0, 3.0]).gather(c([], tf.int32)), [], []),
    "gather unwritten": (lambda: floats(3).write(0, 1.0).gather([0, 1]), [1.0, 0.0], [1.0, 0.0]),
    "split": (lambda: floats(2, infer_shape=False).split([1.0, 2.0, 3.0], [1, 2]).read(1), [2.0, 3.0], [2.0, 3.0]),
    "split concat": (
        lambda: floats(2, infer_shape=False).split([1.0, 2.0, 3.0], [1, 2]).concat(),
        [1.0, 2.0, 3.0],
        [1.0, 2.0, 3.0],
    ),
    "split bad sum": (
        lambda: floats(2, infer_shape=False).split([1.0, 2.0, 3.0], [1, 1]).read(0),
        INVALID,
        INVALID,
    ),
    "split too many": (
        lambda: floats(2, infer_shape=False).split([1.0, 2.0, 3.0], [1, 1, 1]).size(),
        INVALID,
        2,
    ),
    "split too few": (
        lambda: floats(4, infer_shape=False).split([1.0, 2.0, 3.0], [1, 1, 1]).size(),
        INVALID,
        4,
    ),
    "split scalar": (lambda: floats(2).split(1.0, [1]), INVALID, ValueError),
    "split infer uneven": (lambda: floats(2).split([1.0, 2.0, 3.0], [1, 2]).read(1), [2.0, 3.0], [2.0, 3.0]),
    "split lengths scalar": (lambda: floats(2).split([1.0, 2.0], 2).read(0), INVALID, ValueError),
    "size": (lambda: floats(3).size(), 3, 3),
    "identity": (lambda: floats(2).write(0, 1.0).identity().read(0), 1.0, 1.0),
    "handle": (lambda: floats(2).handle is None, True, True),
    "flow": (lambda: floats(2).flow is None, False, False),
    "no size": (lambda: tf.TensorArray(tf.float32).size(), ValueError, ValueError),
    "no size write": (lambda: tf.TensorArray(tf.float32).write(0, 1.0).size(), ValueError, ValueError),
    "size neg": (lambda: floats(-1).size(), 0, -1),
    "dynamic from 0": (
        lambda: tf.TensorArray(tf.float32, size=0, dynamic_size=True).write(0, 1.0).write(1, 2.0).stack(),
        [1.0, 2.0],
        [1.0, 2.0],
    ),
    "tensor size": (lambda: tf.TensorArray(tf.float32, size=c(2)).write(0, 1.0).size(), 2, 2),
    "name": (lambda: tf.TensorArray(tf.float32, 2, tensor_array_name="x").size(), 2, 2),
    "string": (lambda: tf.TensorArray(tf.string, 2).write(0, "a").write(1, "b").stack(), [b"a", b"b"], [b"a", b"b"]),
    "string unwritten": (
        lambda: tf.TensorArray(tf.string, 2, element_shape=[]).write(0, "a").stack(),
        [b"a", b""],
        [b"a", b""],
    ),
    "index float": (lambda: floats(2).write(0.5, 1.0), TypeError, TypeError),
    "index vec": (lambda: floats(2).write([0], 1.0), TypeError, INVALID),
    "index tensor": (lambda: floats(2).write(c(1), 1.0).read(c(1)), 1.0, 1.0),
    "bool": (lambda: tf.TensorArray(tf.bool, 2).write(0, True).write(1, False).stack(), [True, False], [True, False]),
    "colocate": (lambda: tf.TensorArray(tf.float32, 2, colocate_with_first_write_call=False).size(), 2, 2),
    "concat unwritten": (
        lambda: floats(2, element_shape=[2]).write(0, [1.0, 2.0]).concat(),
        [1.0, 2.0, 0.0, 0.0],
        [1.0, 2.0, 0.0, 0.0],
    ),
    "scatter elem mismatch": (lambda: floats(2, element_shape=[3]).scatter([0], [[1.0]]), ValueError, ValueError),
    "len": (lambda: len(floats(2)), TypeError, 2),
    "getitem": (lambda: floats(2)[0], TypeError, TypeError),
    "unused": (lambda: (floats(2).write(0, 1.0), c(1))[1], 1, 1),
}

# Where TensorFlow continues with wrong values or raises another class: the behaviour here.
OWN: dict[str, tuple[Any, Any, Any]] = {
    "unstack fewer": (lambda: floats(3).unstack([1.0, 2.0]).size(), 2, 2),
    "unstack more": (lambda: floats(2).unstack([1.0, 2.0, 3.0]).size(), ValueError, 3),
    "unstack another dtype": (lambda: floats(2).unstack(c([1, 2])), TypeError, TypeError),
    "unstack another shape": (lambda: floats(2, element_shape=[3]).unstack([[1.0], [2.0]]), ValueError, ValueError),
    "scatter too few rows": (lambda: floats(3).scatter([0, 1], [1.0]).stack(), INVALID, INVALID),
    "gather outside": (lambda: floats(3).gather([3]), errors.OutOfRangeError, INVALID),
    "gradients of its own": (lambda: floats(3).grad("x"), NotImplementedError, NotImplementedError),
    "close": (lambda: floats(3).close(), None, None),
    "text, read": (lambda: tf.TensorArray(tf.string, 2).unstack(["a", "b"]).read(1), b"b", b"b"),
    "text, gathered": (lambda: tf.TensorArray(tf.string, 2).write(1, "b").gather([1, 0]), [b"b", b""], [b"b", b""]),
    "text, scattered": (lambda: tf.TensorArray(tf.string, 2).scatter([1], ["b"]).stack(), [b"", b"b"], [b"", b"b"]),
    "text, split": (
        lambda: tf.TensorArray(tf.string, 2, infer_shape=False).split(["a", "b", "c"], [1, 2]).read(1),
        [b"b", b"c"],
        [b"b", b"c"],
    ),
}


def plain(value: Any) -> Any:
    return tf.nest.map_structure(lambda v: np.asarray(v).tolist() if isinstance(v, tf.Tensor) else v, value)


@each("way", ["eager", "traced"])
@each("name", [*PROGRAMS, *OWN])
def test_programs(name: str, way: str) -> None:
    function, eager, traced = (PROGRAMS | OWN)[name]
    expected = eager if way == "eager" else traced
    run = function if way == "eager" else tf.function(function)
    if isinstance(expected, type):
        with pytest.raises(expected):
            run()
        return
    found = plain(run())
    if not isinstance(found, tf.TensorArray):
        assert found == expected


# gradients ----------------------------------------------------------------------------------------------------


def in_a_loop(x: Any) -> Any:
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for i in tf.range(3):
        array = array.write(i, x[i] * x[i])
    return tf.reduce_sum(array.stack() * c([1.0, 10.0, 100.0]))


WEIGHTS = [1.0, 10.0, 100.0]
GRADIENTS: dict[str, tuple[Any, list[float]]] = {
    "stack": (lambda x: floats().write(0, x[0]).write(2, x[1]).stack() * WEIGHTS, [1.0, 100.0, 0.0]),
    "written twice": (lambda x: floats().write(0, x[0]).write(0, x[1]).stack() * WEIGHTS, [0.0, 1.0, 0.0]),
    "unstack and read": (lambda x: floats().unstack(x).read(1) * 7.0, [0.0, 7.0, 0.0]),
    "read twice": (
        lambda x: (lambda a: a.read(1) * a.read(1))(floats(clear_after_read=False).unstack(x)),
        [0.0, 4.0, 0.0],
    ),
    "gather": (lambda x: floats().unstack(x).gather([2, 0, 2]) * WEIGHTS, [10.0, 0.0, 101.0]),
    "scatter": (lambda x: floats().scatter([2, 0, 1], x).stack() * WEIGHTS, [100.0, 1.0, 10.0]),
    "concat": (
        lambda x: floats(2, infer_shape=False).write(0, x[:1]).write(1, x[1:]).concat() * WEIGHTS,
        [1.0, 10.0, 100.0],
    ),
    "split": (lambda x: floats(2, infer_shape=False).split(x, [1, 2]).read(1) * [3.0, 5.0], [0.0, 3.0, 5.0]),
    "split and concat": (
        lambda x: floats(2, infer_shape=False).split(x, [2, 1]).concat() * WEIGHTS,
        [1.0, 10.0, 100.0],
    ),
    "in a loop": (in_a_loop, [2.0, 40.0, 600.0]),
}


@each("run", [lambda f: f, tf.function], ids=["eager", "traced"])
@each("name", GRADIENTS)
def test_gradients(name: str, run: Any) -> None:
    function, expected = GRADIENTS[name]

    def gradient(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(function(x))
        return tape.gradient(y, x)

    np.testing.assert_allclose(run(gradient)(c([1.0, 2.0, 3.0])), expected, rtol=1e-6)


# in loops -----------------------------------------------------------------------------------------------------


def both_ways(n: Any) -> Any:
    array = tf.TensorArray(tf.int32, size=n, element_shape=[])
    for i in tf.range(n):
        array = array.write(n - 1 - i, i * i)
    total = 0
    for item in array:
        total = total * 10 + item
    return array.stack(), total, len(array) if not tf.executing_eagerly() else n


def growing(n: Any) -> Any:
    array = tf.TensorArray(tf.int32, 0, dynamic_size=True, infer_shape=False)
    for i in tf.range(n):
        if i % 2 == 0:
            array = array.write(array.size(), tf.range(i))
    return array.concat(), array.size()


def handed_on(n: Any) -> Any:
    first = tf.TensorArray(tf.int32, 3, clear_after_read=False).unstack([1, 2, 3])
    second = tf.TensorArray(tf.int32, 3)
    i = 0 * n
    while i < 3:
        second = second.write(i, first.read(i) * n)
        i += 1
    return second.stack(), first.gather([2])


@each("function", [both_ways, growing, handed_on])
@each("n", [1, 3, 5])
def test_staged_loops_equal_eager_loops(function: Any, n: int) -> None:
    assert plain(tf.function(function)(c(n))) == plain(function(c(n)))
