"""tf.TensorArray: eagerly, in functions, in loops and branches, as argument and result."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import nest

each = pytest.mark.parametrize
BOTH = each("run", [lambda f: f, tf.function], ids=["eager", "traced"])


def filled(**options: Any) -> Any:
    return tf.TensorArray(tf.float32, size=3, **options).unstack([1.0, 2.0, 3.0])


@BOTH
@each(
    "function, expected",
    [
        (lambda: filled().stack(), [1.0, 2.0, 3.0]),
        (lambda: filled().read(1), 2.0),
        (lambda: filled().gather([2, 0]), [3.0, 1.0]),
        (lambda: filled().write(1, 9.0).stack(), [1.0, 9.0, 3.0]),
        (lambda: filled().scatter([2, 0], [8.0, 7.0]).stack(), [7.0, 2.0, 8.0]),
        (lambda: filled().size(), 3),
        (lambda: filled().identity().stack(), [1.0, 2.0, 3.0]),
        (lambda: tf.TensorArray(tf.float32, size=0, dynamic_size=True).write(2, 5.0).stack(), [0.0, 0.0, 5.0]),
        (lambda: tf.TensorArray(tf.float32, size=0, dynamic_size=True).write(2, 5.0).size(), 3),
        (lambda: tf.TensorArray(tf.float32, size=2, element_shape=[2]).read(1), [0.0, 0.0]),
        (lambda: tf.TensorArray(tf.float32, size=2, element_shape=[1]).stack(), [[0.0], [0.0]]),
        (
            lambda: tf.TensorArray(tf.float32, size=2).split([[1.0], [2.0], [3.0], [4.0]], [2, 2]).read(1),
            [[3.0], [4.0]],
        ),
        (
            lambda: tf.TensorArray(tf.float32, size=2, infer_shape=False).split([1.0, 2.0, 3.0], [1, 2]).concat(),
            [1.0, 2.0, 3.0],
        ),
        (lambda: tf.TensorArray(tf.string, size=2).unstack(["a", "b"]).stack(), [b"a", b"b"]),
        (lambda: tf.TensorArray(tf.int64, size=1).write(0, 3).read(0), 3),
        (lambda: tf.TensorArray(tf.bool, size=2).write(0, True).stack(), [True, False]),
    ],
)
def test_values(run: Any, function: Any, expected: Any) -> None:
    assert run(function)().numpy().tolist() == expected


@BOTH
@each(
    "function, error, message",
    [
        (lambda: tf.TensorArray(tf.float32), ValueError, "Size must be declared"),
        (lambda: tf.TensorArray(tf.float32, handle=1), ValueError, "handles are not supported"),
        (
            lambda: tf.TensorArray(tf.float32, size=1).write(0, tf.constant(1)),
            tf.errors.InvalidArgumentError,
            "dtype int32",
        ),
        (lambda: filled().write(0, [1.0, 2.0]), ValueError, "Inconsistent shapes: saw (2,) but expected ()"),
        (
            lambda: tf.TensorArray(tf.float32, size=1, element_shape=[2]).write(0, 1.0),
            ValueError,
            "saw () but expected (2,)",
        ),
        (lambda: filled().scatter([1], [1.0, 2.0]).stack(), tf.errors.InvalidArgumentError, "Invalid number of rows"),
        (lambda: tf.TensorArray(tf.float32, size=1).read(0), tf.errors.InvalidArgumentError, "not"),
        (lambda: filled().grad("x"), NotImplementedError, "TensorArray.grad is not supported"),
    ],
)
def test_errors(run: Any, function: Any, error: Any, message: str) -> None:
    def call() -> Any:
        result = function()
        return result.flow if isinstance(result, tf.TensorArray) else result

    with pytest.raises(error) as caught:
        run(call)()
    assert message in str(caught.value)


@each(
    "function, eagerly, traced",
    [
        (lambda: filled().read(3), tf.errors.OutOfRangeError, tf.errors.InvalidArgumentError),
        (lambda: filled().read(-1), tf.errors.OutOfRangeError, tf.errors.InvalidArgumentError),
        (lambda: filled().write(3, 1.0).stack(), tf.errors.OutOfRangeError, tf.errors.InvalidArgumentError),
        (lambda: filled().write(-1, 1.0).stack(), tf.errors.OutOfRangeError, tf.errors.InvalidArgumentError),
        (lambda: filled().gather([7]), tf.errors.OutOfRangeError, tf.errors.InvalidArgumentError),
        (lambda: filled().gather([7]), IndexError, tf.errors.InvalidArgumentError),
    ],
)
def test_indices_out_of_range(function: Any, eagerly: Any, traced: Any) -> None:
    with pytest.raises(eagerly):
        function()
    with pytest.raises(traced):
        tf.function(function)()


def test_clearing_after_reading() -> None:
    ta = filled()
    assert float(ta.read(1)) == 2.0
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not read index 1 twice"):
        ta.read(1)
    assert float(ta.write(1, 4.0).read(1)) == 4.0
    kept = filled(clear_after_read=False)
    assert float(kept.read(1)) == float(kept.read(1)) == 2.0


def test_eager_arrays_share_storage() -> None:
    """Code that ignores the result of `write` works eagerly, as in TensorFlow."""
    ta = tf.TensorArray(tf.float32, size=2)
    ta.write(0, 1.0)
    ta.write(1, 2.0)
    assert ta.stack().numpy().tolist() == [1.0, 2.0]


def test_in_functions_an_array_is_a_value() -> None:
    @tf.function
    def f() -> Any:
        first = filled()
        second = first.write(0, 9.0)
        return first.stack(), second.stack()

    assert [v.numpy().tolist() for v in f()] == [[1.0, 2.0, 3.0], [9.0, 2.0, 3.0]]


def test_static_shape() -> None:
    @tf.function
    def f(n: Any) -> Any:
        ta = tf.TensorArray(tf.float32, size=n)
        assert ta.element_shape.rank is None
        for i in tf.range(n):
            ta = ta.write(i, tf.ones([2]))
        assert ta.element_shape == (2,)
        stacked = ta.stack()
        assert stacked.shape.as_list() == [None, 2]
        assert filled().stack().shape == (3,)
        return stacked

    assert f(tf.constant(4)).shape == (4, 2)


# loops and branches ---------------------------------------------------------------------------------------------


def test_loops_and_branches_written_in_python() -> None:
    def f(n: Any) -> Any:
        ta = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        i = tf.constant(0)
        while i < n:
            if i % 2 == 0:
                ta = ta.write(i, i * i)
            else:
                ta = ta.write(i, -i)
            i += 1
        return ta.stack()

    assert (
        tf.function(f)(tf.constant(6)).numpy().tolist() == [0, -1, 4, -3, 16, -5] == f(tf.constant(6)).numpy().tolist()
    )


def test_while_loop() -> None:
    @tf.function
    def f() -> Any:
        ta = tf.TensorArray(tf.float32, size=4)
        _, ta = tf.while_loop(lambda i, ta: i < 4, lambda i, ta: (i + 1, ta.write(i, tf.cast(i, tf.float32))), (0, ta))
        return ta.stack()

    assert f().numpy().tolist() == [0.0, 1.0, 2.0, 3.0]


@each("traced", [False, True])
def test_gradients_through_a_loop(traced: bool) -> None:
    def loss(x: Any) -> Any:
        ta = tf.TensorArray(tf.float32, size=3)
        for i in tf.range(3):
            ta = ta.write(i, x[i] * x[i])
        return tf.reduce_sum(ta.stack() * [1.0, 10.0, 100.0])

    x = tf.constant([1.0, 2.0, 3.0])
    run = tf.function(loss) if traced else loss
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = run(x)
    assert tape.gradient(y, x).numpy().tolist() == [2.0, 40.0, 600.0]


def test_gradients_of_elements_read_in_a_loop() -> None:
    @tf.function
    def loss(x: Any) -> Any:
        ta = tf.TensorArray(tf.float32, size=3).unstack(x)
        total = tf.constant(0.0)
        for i in tf.range(3):
            total += ta.read(i) * tf.cast(i + 1, tf.float32)
        return total

    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = loss(x)
    assert tape.gradient(y, x).numpy().tolist() == [1.0, 2.0, 3.0]


# as argument, result and part of structures ---------------------------------------------------------------------


def test_as_argument_and_result() -> None:
    @tf.function
    def double(ta: Any) -> Any:
        return ta.write(0, ta.read(0) * 2.0)

    once = double(filled())
    assert isinstance(once, tf.TensorArray)
    assert double(once).stack().numpy().tolist() == [4.0, 2.0, 3.0]


def test_captured_by_closure() -> None:
    ta = filled()

    @tf.function
    def f() -> Any:
        return ta.stack()

    assert f().numpy().tolist() == [1.0, 2.0, 3.0]


def test_gradient_into_an_argument() -> None:
    x = tf.constant([1.0, 2.0])

    @tf.function
    def f(ta: Any) -> Any:
        return tf.reduce_sum(ta.stack() * [3.0, 4.0])

    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(tf.TensorArray(tf.float32, size=2).unstack(x))
    assert tape.gradient(y, x).numpy().tolist() == [3.0, 4.0]


def test_gradient_out_of_a_result() -> None:
    x = tf.constant([1.0, 2.0])

    @tf.function
    def f(x: Any) -> Any:
        return tf.TensorArray(tf.float32, size=2).unstack(x * x)

    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(f(x).stack() * [3.0, 4.0])
    assert tape.gradient(y, x).numpy().tolist() == [6.0, 16.0]


def test_spec() -> None:
    ta = tf.TensorArray(tf.float32, size=2, element_shape=[None, 3])
    spec = tf.TensorArraySpec.from_value(ta)
    assert spec == tf.TensorArraySpec([None, 3], tf.float32, False, True) == ta._type_spec
    assert spec != tf.TensorArraySpec([None, 3], tf.int32) and hash(spec) == hash(ta._type_spec)
    assert repr(tf.TensorArraySpec([2], tf.int32)) == "TensorArraySpec(TensorShape([2]), tf.int32, False, True)"
    assert tf.TensorArraySpec([2]).is_compatible_with(tf.TensorArraySpec([None]))
    assert spec.value_type is tf.TensorArray
    with pytest.raises(TypeError, match="Expected value to be a TensorArray"):
        tf.TensorArraySpec.from_value(3)


def test_composite() -> None:
    ta = filled()
    assert nest.flatten({"a": ta}) == [ta]
    parts = nest.flatten({"a": ta}, expand_composites=True)
    assert len(parts) == 1 and parts[0].dtype is tf.variant
    back = nest.pack_sequence_as({"a": ta}, parts, expand_composites=True)["a"]
    assert back.stack().numpy().tolist() == [1.0, 2.0, 3.0]


def test_properties() -> None:
    ta = tf.TensorArray(np.float64, size=2, dynamic_size=True)
    assert (ta.dtype, ta.dynamic_size, ta.handle, ta.element_shape.rank) == (tf.float64, True, None, None)
    assert ta.close() is None and "float64" in repr(ta)


def test_an_unused_write_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    @tf.function
    def forgotten(n):
        array = tf.TensorArray(tf.int32, 3)
        for i in tf.range(n):
            array.write(i, i)
        return array.stack()

    @tf.function
    def kept(n):
        array = tf.TensorArray(tf.int32, 3)
        for i in tf.range(n):
            array = array.write(i, i)
        if n > 2:
            array = array.write(0, 7)
        return array.stack(), tf.TensorArray(tf.int32, 2).unstack([1, n])

    assert kept(tf.constant(3))[0].numpy().tolist() == [7, 1, 2]
    assert not caplog.records
    forgotten(tf.constant(3))
    (record,) = caplog.records
    assert "in forgotten\n    array.write(i, i)\n" in record.message and "assign the result" in record.message


def arrays_of_numpy() -> list[Any]:
    rows = np.array([1, 2, 3])
    return [
        tf.TensorArray(tf.int32, 3).unstack(rows).stack(),
        tf.TensorArray(tf.float32, 1).write(0, np.float64(4)).stack(),
        tf.TensorArray(tf.int32, 2).split(rows, [1, 2]).concat(),
        tf.TensorArray(tf.float32, 3).scatter([0, 1, 2], rows).stack(),
    ]


@pytest.mark.parametrize("f", [arrays_of_numpy, tf.function(arrays_of_numpy)], ids=["eager", "traced"])
def test_numbers_of_numpy_take_the_dtype_of_the_array(f: Any) -> None:
    expected = [("int32", [1, 2, 3]), ("float32", [4.0]), ("int32", [1, 2, 3]), ("float32", [1.0, 2.0, 3.0])]
    assert [(v.dtype.name, v.numpy().tolist()) for v in f()] == expected
