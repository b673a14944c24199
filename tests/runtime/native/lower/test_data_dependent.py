"""Elements and rows that go where numbers say, in compiled code: the bits of the kernels, their errors, their sizes."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.executors import on_numpy

pytest.importorskip("llvmlite")

_DTYPES = ("float32", "float64", "float16", "bfloat16", "int8", "int32", "int64", "uint8", "uint64", "bool")
_NUMBERS = _DTYPES[:-1]
_SHAPES = ((7,), (20, 33), (0,), (5, 0), (9, 2, 5))


def drawn(dtype: str, shape: Sequence[int], low: int = -4, high: int = 5) -> tf.Tensor:
    """Small numbers, of which some are 0."""
    numbers = np.random.default_rng(len(shape)).integers(low, high, shape)
    return tf.cast(tf.constant(abs(numbers) if dtype[0] in "ub" and dtype != "bfloat16" else numbers * 0.75), dtype)


def outcome(f: Callable[..., Any], args: Sequence[Any]) -> Any:
    """The bits of the results, or the class and text of an error."""
    try:
        results = f(*args)
    except Exception as error:
        return type(error), str(error).splitlines()[0].split(" [Op")[0]
    return [(r.dtype, r.shape, r.numpy().tobytes()) for r in (results if isinstance(results, list) else [results])]


def same_on_both(f: Callable[..., Any], *args: Any) -> Any:
    """What compiled code does without its kernels, for known and for unknown sizes, is what the kernels do."""
    arguments = [tf.convert_to_tensor(a) for a in args]
    open_ = [tf.TensorSpec([None] * a.shape.rank, a.dtype) for a in arguments]
    expected = outcome(f, arguments)
    for signature in (None, open_):
        compiled = tf.function(f, autograph=False, jit_compile=True, input_signature=signature)
        assert outcome(compiled, arguments) == expected, signature
    return expected


# segments in order --------------------------------------------------------------------------------------------

SEGMENTS = [getattr(tf.math, f"segment_{name}") for name in ("sum", "mean", "prod", "max", "min")]


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8", "int64", "uint64"])
@pytest.mark.parametrize("combine", SEGMENTS)
def test_segments(combine: Any, dtype: str) -> None:
    for seed, shape in enumerate(_SHAPES):
        ids = np.sort(np.random.default_rng(seed).integers(0, 9, shape[0])).astype(("int32", "int64")[seed % 2])
        same_on_both(lambda x, ids: combine(x, ids), drawn(dtype, shape), ids)


@pytest.mark.parametrize("combine", SEGMENTS)
def test_segments_of_what_is_no_number(combine: Any) -> None:
    # NumPy leaves open which zero is the larger one: on other processors it takes another one than on x86
    last = -0.0 if platform.machine() in ("x86_64", "AMD64") else 0.0
    x = np.array([np.nan, 1, -0.0, -0.0, np.inf, -np.inf, 0.0, last], np.float32)
    same_on_both(lambda x, ids: combine(x, ids), x, np.array([0, 0, 1, 3, 4, 4, 6, 6], np.int32))


def test_means_of_many_small_integers() -> None:
    ids = np.zeros(300, np.int32)
    (found,) = same_on_both(lambda x, ids: tf.math.segment_mean(x, ids), np.ones(300, np.int64) * 7, ids)
    assert found[2] == np.array([7], np.int64).tobytes()
    same_on_both(lambda x, ids: tf.math.segment_mean(x, ids), np.ones(300, np.int8), ids)
    same_on_both(lambda x, ids: tf.math.segment_mean(x, ids), np.array([2**62 + 1, 0, -7, 0]), np.array([0, 0, 1, 1]))


@pytest.mark.parametrize("ids", [[0, 2, 1], [-1, 0, 1], [0, 1, -5], [0, 5, 2], [-3, -2, -1], [1, 0, 0]])
def test_segments_that_are_not_in_order(ids: list[int]) -> None:
    for combine in SEGMENTS:
        found = same_on_both(lambda x, ids, f=combine: f(x, ids), np.ones((3, 2), np.float32), np.array(ids))
        assert found == (tf.errors.InvalidArgumentError, found[1]) and "segment ids are not increasing" in found[1]


def test_gradients_of_segments() -> None:
    for combine in (SEGMENTS[0], SEGMENTS[1], SEGMENTS[3], SEGMENTS[4]):

        def gradient(x: Any, ids: Any, f: Any = combine) -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = tf.reduce_sum(f(x, ids) ** 2)
            return tape.gradient(y, x)

        same_on_both(gradient, drawn("float32", (5, 3)), np.array([0, 0, 2, 2, 3]))


def test_gradients_of_parts() -> None:
    def gradient(x: Any, which: Any) -> Any:
        parts = tf.dynamic_partition(x, which, 2)
        kept = tf.boolean_mask(x, x[:, 0] > 0)
        return tf.gradients(tf.reduce_sum(parts[1] ** 2) + tf.reduce_sum(kept * x[0]) + tf.reduce_sum(parts[0]), x)[0]

    for signature in (None, [tf.TensorSpec([None, 3]), tf.TensorSpec([None], tf.int32)]):
        args = drawn("float32", (6, 3)), tf.constant([1, 0, 0, 1, 1, 0])
        found = tf.function(gradient, autograph=False, jit_compile=True, input_signature=signature)(*args)
        expected = on_numpy(tf.function(gradient, autograph=False))(*args)
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    "f",
    [
        lambda x, ids: tf.math.segment_sum(x, ids),
        lambda x, ids: tf.dynamic_partition(x, ids, 4),
        lambda x, ids: tf.dynamic_stitch([ids], [x]),
        lambda x, ids: tf.reshape(x, [tf.size(ids), 2]),
    ],
)
def test_sizes_that_only_the_run_can_compare(f: Any) -> None:
    signature = [tf.TensorSpec([None, 2]), tf.TensorSpec([None], tf.int32)]
    compiled = tf.function(f, autograph=False, jit_compile=True, input_signature=signature)
    assert outcome(compiled, [tf.ones([3, 2]), [0, 1, 2]]) == outcome(f, [tf.ones([3, 2]), tf.constant([0, 1, 2])])
    for count in (2, 4):
        with pytest.raises(tf.errors.InvalidArgumentError):
            compiled(tf.ones([3, 2]), tf.range(count))


# where rows go ------------------------------------------------------------------------------------------------

_MANY = np.random.default_rng(1)
PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (lambda x: tf.math.invert_permutation(x), (np.array([2, 0, 1], np.int32),)),
    (lambda x: tf.math.invert_permutation(x), (_MANY.permutation(1000),)),
    (lambda x: tf.math.invert_permutation(x), (np.zeros(0, np.int64),)),
    (lambda x: tf.math.bincount(x), (np.array([1, 1, 3], np.int32),)),
    (lambda x: tf.math.bincount(x), (np.zeros(0, np.int32),)),
    (lambda x: tf.math.bincount(x, minlength=7), (np.array(5, np.int32),)),
    (lambda x: tf.math.bincount(x, maxlength=3, axis=-1), (_MANY.integers(0, 9, (4, 50)),)),
    (lambda x: tf.math.bincount(x, axis=-1, binary_output=True), (_MANY.integers(0, 9, (4, 6)),)),
    (lambda x, w: tf.math.bincount(x, w, axis=-1), (_MANY.integers(0, 9, (3, 6)), _MANY.random((3, 6)))),
    (lambda x, w: tf.math.bincount(x, w), (_MANY.integers(0, 9, 500), _MANY.random(500).astype(np.float32))),
    (lambda x, n: tf.raw_ops.Bincount(arr=x, size=n, weights=tf.ones([2, 3])), (np.ones((2, 3), "i4"), np.int32(4))),
    (lambda x, n: tf.raw_ops.DenseBincount(input=x, size=n, weights=tf.constant([], tf.int32)), (np.ones(3, "i4"), 0)),
    (lambda x, i: tf.dynamic_partition(x, i, 3), (np.arange(12.0).reshape(6, 2), np.array([2, 0, 2, 2, 0, 0], "i4"))),
    (lambda x, i: tf.dynamic_partition(x, i, 2), (np.arange(8).reshape(2, 2, 2), np.array([[1, 0], [1, 1]], "i4"))),
    (lambda x, i: tf.dynamic_partition(x, i, 1), (np.zeros(0, np.float32), np.zeros(0, np.int32))),
    (lambda x, i: tf.dynamic_partition(x, i, 4), (_MANY.random((90, 70)), _MANY.integers(0, 4, 90).astype("i4"))),
    (lambda i, x: tf.dynamic_stitch([i, i + 2], [x, -x]), (np.array([0, 3], "i4"), np.arange(6.0).reshape(2, 3))),
    (lambda i, x: tf.dynamic_stitch([i, 9], [x, x[0]]), (np.array([0, 3, 0], "i4"), np.arange(9.0).reshape(3, 3))),
    (lambda i, x: tf.dynamic_stitch([i], [x]), (np.zeros(0, np.int32), np.zeros((0, 2)))),
    (lambda x: tf.dynamic_stitch([[0, 2], [1]], [x, x[:1]]), (np.array([True, False]),)),
    (lambda x, i: tf.raw_ops.Gather(params=x, indices=i), (np.arange(6.0).reshape(3, 2), np.array([2, 0]))),
    (lambda x: tf.debugging.check_numerics(x, "m") * 2.0, (np.arange(21.0),)),
    (lambda x: tf.debugging.check_numerics(x, "m"), (np.float32(1),)),
]  # fmt: skip


@pytest.mark.parametrize("program", range(len(PROGRAMS)))
def test_programs(program: int) -> None:
    f, args = PROGRAMS[program]
    found = same_on_both(f, *args)
    assert isinstance(found, list), found


@pytest.mark.parametrize("dtype", _DTYPES)
def test_where(dtype: str) -> None:
    for shape in ((7,), (0,), (2, 3, 4, 5), (3, 0, 2), (1000,)):
        same_on_both(lambda x: tf.where(x), drawn(dtype, shape))
    same_on_both(lambda x: tf.where(x), tf.ones([65], dtype))
    same_on_both(lambda x: tf.where(x), tf.zeros([65], dtype))


def test_what_a_mask_leaves() -> None:
    for shape in ((9,), (9, 3), (4, 5, 6)):
        axes = list(range(1, len(shape)))
        same_on_both(lambda x, a=axes: tf.boolean_mask(x * 2, tf.reduce_all(x > -2, a)), drawn("int32", shape))


def test_sizes_known_at_run_time_are_like_all_others() -> None:
    @tf.function(jit_compile=True)
    def f(x: Any, ids: Any) -> Any:
        found = tf.where(x > 0)[:, 0]
        sums = tf.math.segment_sum(x, ids)
        return tf.size(found), tf.reduce_sum(found), tf.concat([sums, tf.zeros([3])], 0) + 1.0

    size, total, sums = f(tf.constant([1.0, -1.0, 2.0, 3.0]), [0, 0, 2, 2])
    assert (int(size), int(total), sums.numpy().tolist()) == (3, 5, [1, 1, 6, 1, 1, 1])


def test_in_loops_and_branches() -> None:
    @tf.function(jit_compile=True)
    def f(x: Any) -> Any:
        total = 0.0
        for k in tf.range(4):
            if k % 2 == 0:
                kept = tf.boolean_mask(x, x > tf.cast(k, tf.float32))
                total += tf.reduce_sum(kept)
            else:
                total += tf.reduce_max(tf.math.segment_sum(x, tf.range(4) // k))
        return total

    assert float(f(tf.constant([1.0, 2.0, 3.0, 4.0]))) == 10 + 4 + 7 + 6


WRONG: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (lambda x: tf.math.invert_permutation(x), (np.array([0, 3, 1]),), "3 is not between 0 and 3"),
    (lambda x: tf.math.invert_permutation(x), (np.array([0, -1, 1]),), "-1 is not between 0 and 3"),
    (lambda x: tf.math.invert_permutation(x), (np.array([0, 2, 2]),), "2 is duplicated in the input"),
    (lambda x: tf.math.bincount(x), (np.array([1, -1]),), "Input arr must be non-negative"),
    (
        lambda x, n: tf.raw_ops.DenseBincount(input=x, size=n, weights=tf.constant([], tf.int32)),
        (np.ones(3, int), np.int64(-2)), r"size \(-2\) must be non-negative",
    ),
    (lambda x, i: tf.dynamic_partition(x, i, 2), (np.ones(3), np.array([0, 1, 2], "i4")), "= 2 is not in"),
    (lambda x, i: tf.dynamic_partition(x, i, 2), (np.ones(3), np.array([0, -1, 1], "i4")), "= -1 is not in"),
    (lambda i, x: tf.dynamic_stitch([i], [x]), (np.array([0, -1], "i4"), np.ones(2)), r"indices\[1\] is out of range"),
    (lambda x, i: tf.raw_ops.Gather(params=x, indices=i), (np.ones(3), np.array([3])), r"indices\[0\] = 3 is not in"),
    (lambda x: tf.debugging.check_numerics(x, "m"), (np.array([1.0] * 40 + [np.nan]),), "m : Tensor had NaN values"),
    (lambda x: tf.debugging.check_numerics(x, "m"), (np.array([np.inf, np.nan]),), "m : Tensor had Inf and NaN values"),
]  # fmt: skip


@pytest.mark.parametrize("wrong", range(len(WRONG)))
def test_errors_name_the_op_and_the_line(wrong: int) -> None:
    f, args, text = WRONG[wrong]
    compiled = tf.function(f, autograph=False, jit_compile=True)
    with pytest.raises(tf.errors.InvalidArgumentError, match=text) as caught:
        compiled(*[tf.convert_to_tensor(a) for a in args])
    assert f'test_data_dependent.py", line {f.__code__.co_firstlineno}' in str(caught.value)
    assert "[Op:" in str(caught.value)


def test_a_check_comes_before_what_follows_it() -> None:
    v = tf.Variable(0.0)

    @tf.function(jit_compile=True)
    def f(x: Any) -> None:
        v.assign_add(1.0)
        tf.debugging.check_numerics(x, "x")
        v.assign_add(10.0)

    f([1.0])
    with pytest.raises(tf.errors.InvalidArgumentError):
        f([np.nan])
    assert float(v) == 12.0


# positions in sorted rows -------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", _NUMBERS)
def test_positions_in_sorted_rows(dtype: str, side: str) -> None:
    for rows, length, wanted in ((1, 0, 3), (1, 1, 5), (2, 7, 40), (3, 8, 1), (1, 1000, 90), (2, 64, 0), (0, 3, 2)):
        x = np.sort(np.abs(drawn("int32", (rows, length), -90, 90).numpy()), -1)
        v = drawn("int32", (rows, wanted), -95, 95)
        out = (tf.int32, tf.int64)[rows % 2]
        same_on_both(lambda x, v, o=out: tf.searchsorted(tf.cast(x, dtype), tf.cast(v, dtype), side, o), x, v)


def test_positions_of_what_is_no_number() -> None:
    x, v = np.array([-np.inf, 1, 2, np.inf, np.nan, np.nan]), np.array([np.nan, np.inf, -np.inf, 0.0, 3.0])
    for side in ("left", "right"):
        (found,) = same_on_both(lambda x, v, s=side: tf.searchsorted(x, v, s, tf.int64), x, v)
        expected = np.searchsorted(x, v, side)
        expected[0] = 0 if side == "left" else len(x)  # TensorFlow's place for NaN: nothing is below or above it
        assert found[2] == expected.tobytes()


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (lambda x, i: tf.shape(x)[i], 3),
        (lambda x, i: tf.shape(x)[:i], [2]),
        (lambda x, i: x[..., i], [[1.0, 5.0, 9.0], [13.0, 17.0, 21.0]]),
        (lambda x, i: tf.tensor_scatter_nd_update(tf.shape(x), tf.reshape(i, [1, 1]), [7]), [2, 7, 4]),
    ],
)
def test_indices_of_an_unknown_rank(part: Callable[..., Any], expected: Any) -> None:
    x, i = tf.reshape(tf.range(24.0), [2, 3, 4]), tf.constant(1)
    f = tf.function(part, input_signature=[tf.TensorSpec([None] * 3), tf.TensorSpec(None, tf.int32)])
    assert f(x, i).numpy().tolist() == expected
