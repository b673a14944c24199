"""Arrays that there is no memory for: the error names the op, its line and the bytes, and everything works on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf

HUGE = 1 << 23  # squared there are 256 TiB of single precision, more than addresses
BYTES = f"{4 * HUGE * HUGE:,} bytes"


def outer(x: Any) -> Any:
    return tf.reshape(x, [-1, 1]) * tf.reshape(x, [1, -1])


def of_unknown_size(function: Callable[..., Any]) -> Any:
    return tf.function(function, input_signature=[tf.TensorSpec([None])])


#: Functions, and what the error of each says beside its class.
PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "an eager op": (outer, ("Mul", BYTES, f"[{HUGE}, {HUGE}]")),
    "eager ones": (lambda x: tf.ones([HUGE, HUGE]), ("Fill", BYTES)),
    "an eager matrix": (lambda x: tf.eye(HUGE), ("MatrixDiag", "bytes")),
    "a result": (tf.function(outer), ("Mul", BYTES, f"[{HUGE}, {HUGE}]", Path(__file__).name)),
    "a result of unknown size": (of_unknown_size(outer), ("Mul", BYTES, f"[{HUGE}, {HUGE}]", Path(__file__).name)),
    "temporaries": (
        tf.function(lambda x: tf.linalg.matvec(tf.matmul(x[:, None], x[None]), x)),
        ("MatMul", "bytes", Path(__file__).name),
    ),
    "a temporary of unknown size": (
        of_unknown_size(lambda x: tf.linalg.matvec(tf.matmul(x[:, None], x[None]), x)),
        ("MatMul", BYTES, Path(__file__).name),
    ),
    "a kernel of NumPy's": (
        tf.function(lambda x: tf.linalg.matvec(tf.numpy_function(np.multiply.outer, [x, x], tf.float32), x)),
        ("256. TiB",),
    ),
}


@pytest.mark.parametrize(("function", "told"), PROGRAMS.values(), ids=list(PROGRAMS))
def test_what_is_told(function: Callable[..., Any], told: tuple[str, ...]) -> None:
    x = tf.ones([HUGE])
    for _ in range(2):
        with pytest.raises(tf.errors.ResourceExhaustedError) as raised:
            function(x)
        assert [part for part in told if part not in str(raised.value)] == []


#: Makers of arrays of a shape, eagerly and with the shape as a value of the run.
MAKERS: dict[str, Callable[[Any], Any]] = {
    "zeros": tf.zeros,
    "fill": lambda shape: tf.fill(shape, 1.0),
    "broadcast_to": lambda shape: tf.broadcast_to(1.0, shape),
    "uniform": tf.random.uniform,
}


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(
    ("shape", "error"),
    [([1 << 62], tf.errors.ResourceExhaustedError), ([1 << 40, 1 << 40], tf.errors.InvalidArgumentError)],
)
def test_what_cannot_even_be_counted(name: str, shape: list[int], error: type[Exception]) -> None:
    staged = tf.function(MAKERS[name], autograph=False)
    for make in (MAKERS[name], lambda s: staged(tf.constant(s, tf.int64))):
        with pytest.raises(error, match=r"out of memory|more than 2\*\*63 - 1 elements"):
            make(shape)


def test_the_same_functions_work_on() -> None:
    v, f = tf.Variable(1.0), of_unknown_size(outer)

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def g(x: Any) -> Any:
        v.assign_add(1.0)
        return outer(x) + 1.0

    for _ in range(3):
        for function in (f, g):
            with pytest.raises(MemoryError):
                function(tf.ones([HUGE]))
    np.testing.assert_array_equal(f(tf.ones([3])).numpy(), np.ones((3, 3)))
    np.testing.assert_array_equal(g(tf.ones([3])).numpy(), np.full((3, 3), 2.0))
    assert float(v) == 1.0 + 4


def _outer_sorted(v: Any) -> Any:
    return tf.reduce_sum(tf.sort(v[:, None] * v))


def test_the_largest_arrays_are_named_with_their_lines() -> None:
    @tf.function
    def f(x: Any, v: Any) -> Any:
        small = tf.tanh(x[:600]) @ x[:, :600]  # 1.4 MB
        square = tf.tanh(x) @ tf.sin(x)  # 4 MB
        return _outer_sorted(v) + small[0, 0] + tf.reduce_sum(tf.sort(square))

    with pytest.raises(tf.errors.ResourceExhaustedError) as raised:
        of = f.get_concrete_function(tf.TensorSpec([1000, 1000]), tf.TensorSpec([None]))
        of(tf.ones([1000, 1000]), tf.ones([HUGE]))
    listed = str(raised.value).split("The largest arrays of this graph:\n")[1].splitlines()
    assert listed[0].startswith("  4,000,000 bytes (0.00373 GiB): float32[1000,1000] of ")
    assert "square = tf.tanh(x) @ tf.sin(x)  # 4 MB" in listed[1]
    assert sum("bytes" in line for line in listed) == 3


def test_graphs_of_small_arrays_have_no_list() -> None:
    f = tf.function(_outer_sorted, input_signature=[tf.TensorSpec([None])])
    with pytest.raises(tf.errors.ResourceExhaustedError) as raised:
        f(tf.ones([HUGE]))
    assert "largest arrays" not in str(raised.value)


def test_rows_of_numbers_are_not_begun() -> None:
    with pytest.raises(tf.errors.ResourceExhaustedError, match=r"\[1048576, 1073741824\]"):
        tf.linspace(tf.zeros([1 << 20]), tf.ones([1 << 20]), 1 << 30)


def _sized(make: Callable[[Any], Any], *sizes: int, dtype: Any = tf.int32) -> tuple[Callable[[Any], Any], tf.Tensor]:
    return make, tf.constant(sizes if len(sizes) > 1 else sizes[0], dtype)


#: Functions of a size, and one for which there is no memory, although there is for one axis of it.
SIZED: dict[str, tuple[Callable[[Any], Any], tf.Tensor]] = {
    "resize": _sized(lambda s: tf.image.resize(tf.ones([1, 2, 2, 1]), s), 1 << 30, 1 << 30),
    "resize, nearest": _sized(lambda s: tf.image.resize(tf.ones([1, 2, 2, 1]), s, "nearest"), 1 << 30, 1 << 30),
    "resize, cubic": _sized(lambda s: tf.image.resize(tf.ones([1, 2, 2, 1]), s, "bicubic"), 1 << 30, 1 << 30),
    "crop and resize": _sized(
        lambda s: tf.image.crop_and_resize(tf.ones([1, 2, 2, 1]), [[0.0, 0.0, 1.0, 1.0]], [0], s), 1 << 30, 1 << 30
    ),
    "range": _sized(lambda s: tf.range(s), 1 << 60, dtype=tf.int64),
    "one_hot": _sized(lambda s: tf.one_hot(tf.zeros([1 << 16], tf.int32), s), 1 << 30),
    "tile": _sized(lambda s: tf.tile(tf.ones([4, 4]), s), 1 << 28, 1 << 28),
    "broadcast_to": _sized(lambda s: tf.broadcast_to(tf.ones([1, 1]), s), 1 << 30, 1 << 30),
    "pad": _sized(lambda s: tf.pad(tf.ones([2, 2]), tf.reshape(s, [2, 2])), 1 << 30, 1 << 30, 1 << 30, 1 << 30),
    "repeat": _sized(lambda s: tf.repeat([1, 2], s), 1 << 60, dtype=tf.int64),
    "sequence_mask": _sized(lambda s: tf.sequence_mask([1, 2], s), 1 << 60, dtype=tf.int64),
    "bincount": _sized(lambda s: tf.math.bincount(tf.cast([1, 2], tf.int64), minlength=s), 1 << 60, dtype=tf.int64),
    "numbers to count": _sized(lambda s: tf.math.bincount(s), 1 << 60, 1, dtype=tf.int64),
    "segments": _sized(lambda s: tf.math.segment_sum([1.0, 2.0], s), 0, 1 << 60, dtype=tf.int64),
    "unsorted segments": _sized(lambda s: tf.math.unsorted_segment_sum([1.0, 2.0], [0, 1], s), 1 << 60, dtype=tf.int64),
    "scatter_nd": _sized(lambda s: tf.scatter_nd([[0, 0]], [1.0], s), 1 << 30, 1 << 30),
    "sparse to dense": _sized(
        lambda s: tf.sparse.to_dense(tf.SparseTensor([[0, 0]], [1.0], s)), 1 << 30, 1 << 30, dtype=tf.int64
    ),
    "normal": _sized(lambda s: tf.random.normal(s), 1 << 30, 1 << 30),
    "stateless uniform": _sized(lambda s: tf.random.stateless_uniform(s, [1, 2]), 1 << 30, 1 << 30),
    "truncated normal": _sized(lambda s: tf.random.truncated_normal(s), 1 << 30, 1 << 30),
    "gamma": _sized(lambda s: tf.random.gamma(s, 1.0), 1 << 30, 1 << 30),
    "ragged range": _sized(lambda s: tf.ragged.range(s).values, 1 << 60, 1, dtype=tf.int64),
    "fft_length": _sized(lambda s: tf.signal.rfft(tf.ones([1 << 12, 4]), tf.reshape(s, [1])), 1 << 30),
}


@pytest.mark.parametrize("name", SIZED)
@pytest.mark.parametrize("how", ["eager", "of an open size", "of a known size"])
def test_sizes_are_looked_at_before_anything_is_made(name: str, how: str) -> None:
    make, size = SIZED[name]
    with pytest.raises(tf.errors.ResourceExhaustedError, match=r"bytes|out of memory"):
        if how == "eager":
            make(size)
        elif how == "of an open size":
            tf.function(make)(size)
        else:
            tf.function(lambda: make(size))()


_HUGE = np.broadcast_to(np.float32(1), (1 << 20, 1 << 20, 1 << 10))


@pytest.mark.parametrize(
    ("make", "size"),
    [
        (lambda: tf.constant(_HUGE), "4,503,599,627,370,496 bytes"),
        (lambda: tf.constant(_HUGE, tf.float64), "9,007,199,254,740,992 bytes"),
        (lambda: tf.Variable(_HUGE), "4,503,599,627,370,496 bytes"),
        (lambda: tf.constant([_HUGE]), "4,503,599,627,370,496 bytes"),
        (lambda: tf.data.Dataset.from_tensors([_HUGE]), "4,503,599,627,370,496 bytes"),
        (lambda: tf.constant(1.0, shape=[1 << 40, 1 << 40]), "4,835,703,278,458,516,698,824,704 bytes"),
        (lambda: tf.constant("a", shape=[1 << 40, 1 << 40]), r"shape \[1099511627776, 1099511627776\]"),
        (lambda: tf.constant(np.broadcast_to(np.int8(1), (1 << 62,)), tf.float64), "36,893,488,147,419,103,232 bytes"),
    ],
)
@pytest.mark.parametrize("traced", [False, True])
def test_constants_that_are_too_big(make: Any, size: str, traced: bool) -> None:
    with pytest.raises(tf.errors.ResourceExhaustedError, match=size):
        tf.function(make, autograph=False)() if traced else make()
