"""Scans and scatters in compiled code: the bits of the kernels, errors too, and variables changed in place."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.executors import on_numpy

pytest.importorskip("llvmlite")

FLOATS = ("float32", "float64", "float16", "bfloat16")
NUMBERS = ("float32", "bfloat16", "int8", "int64")


def numbers(seed: int, dtype: str, shape: tuple[int, ...]) -> tf.Tensor:
    """Small numbers, some of them equal, so that order and rounding show."""
    drawn = np.random.default_rng(seed).integers(-3, 4, shape)
    return tf.cast(tf.constant(drawn * 0.7 if dtype in FLOATS else abs(drawn)), dtype)


def outcome(f: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """The bits of a result, or the class and text of an error."""
    try:
        result = f(*args).numpy()
    except Exception as error:
        return type(error), str(error).split("[Op")[0].splitlines()[0]
    return result.shape, result.tobytes()


def same_on_both(f: Callable[..., Any], *args: Any) -> Any:
    """What the compiled function does, which is what its kernels do, and is done without them."""
    compiled = tf.function(f, autograph=False)
    found = outcome(compiled, args)
    assert found == outcome(on_numpy(tf.function(f, autograph=False)), args)
    return found


def host_calls(f: Any) -> list[str]:
    return [call.op for trace in f.explain().traces for call in trace.host_calls]


# scans ------------------------------------------------------------------------------------------------------

SCANNED = [((7,), 0), ((1,), 0), ((3, 5), 0), ((3, 5), -1), ((2, 0, 3), 1), ((2, 4, 33), 1), ((4, 70), 0)]


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("scan", [tf.cumsum, tf.math.cumprod])
def test_scans(scan: Any, dtype: str) -> None:
    for (shape, axis), (exclusive, reverse) in product(SCANNED, ((False, False), (True, False), (True, True))):
        same_on_both(lambda x, a=axis, e=exclusive, r=reverse: scan(x, a, e, r), numbers(1, dtype, shape))


@pytest.mark.parametrize(("dtype", "tolerance"), [("float32", 1e-6), ("float64", 1e-14), ("float16", 2e-3)])
def test_scans_of_logarithms(dtype: str, tolerance: float) -> None:
    for (shape, axis), exclusive, reverse in product(SCANNED, (False, True), (False, True)):
        scan = tf.function(tf.math.cumulative_logsumexp, autograph=False)
        x = numbers(2, dtype, shape)
        found = scan(x, axis, exclusive, reverse)
        np.testing.assert_allclose(found, tf.math.cumulative_logsumexp(x, axis, exclusive, reverse), rtol=tolerance)
        assert host_calls(scan) == []


def test_scans_of_special_numbers() -> None:
    x = tf.constant([-0.0, -0.0, 1e-45, np.inf, -np.inf, np.nan, 1.0])
    for exclusive, reverse in product((False, True), (False, True)):
        same_on_both(lambda x, e=exclusive, r=reverse: tf.cumsum(x, 0, e, r), x)
        same_on_both(lambda x, e=exclusive, r=reverse: tf.math.cumprod(x, 0, e, r), x)
    logarithms = tf.function(tf.math.cumulative_logsumexp)(tf.constant([-np.inf, -np.inf, 0.0, np.inf, np.inf]))
    assert logarithms.numpy().tolist() == [-np.inf, -np.inf, 0.0, np.inf, np.inf]


@tf.function(input_signature=[tf.TensorSpec([None, None])])
def scanned_both_ways(x: Any) -> Any:
    return tf.cumsum(x, 0) + tf.cumsum(x, 1, reverse=True)


def test_scans_of_unknown_sizes() -> None:
    for shape in ((3, 4), (1, 70), (0, 2), (5, 1)):
        x = numbers(3, "float32", shape)
        expected = np.cumsum(x, 0) + np.flip(np.cumsum(np.flip(x.numpy(), 1), 1), 1)
        np.testing.assert_array_equal(scanned_both_ways(x), expected)
    assert host_calls(scanned_both_ways) == []


# scatters ---------------------------------------------------------------------------------------------------

PLACES = [  # the shape of what is changed, and that of the indices
    ((7,), (4, 1)), ((5, 6), (3, 1)), ((5, 6), (9, 2)), ((5, 6, 33), (2, 3, 1)), ((4, 5, 70), (3, 2)),
    ((1, 1), (5, 1)), ((3, 2), (0, 1)), ((3, 0), (2, 1)), ((2, 3), (4, 0)),
]  # fmt: skip
CHANGES = [
    tf.tensor_scatter_nd_update, tf.tensor_scatter_nd_add, tf.tensor_scatter_nd_sub, tf.tensor_scatter_nd_max,
    tf.tensor_scatter_nd_min,
]  # fmt: skip


def places(seed: int, shape: tuple[int, ...], wanted: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Coordinates inside a shape; some come more than once."""
    rng = np.random.default_rng(seed)
    axes = [rng.integers(0, shape[axis], wanted[:-1]) for axis in range(wanted[-1])]
    return np.stack(axes, -1) if axes else np.zeros(wanted, int)


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("change", CHANGES)
def test_scatters(change: Any, dtype: str) -> None:
    for seed, (shape, wanted) in enumerate(PLACES):
        updates = numbers(seed, dtype, (*wanted[:-1], *shape[wanted[-1] :]))
        at = tf.constant(places(seed, shape, wanted), (tf.int32, tf.int64)[seed % 2])
        same_on_both(lambda x, at, u: change(x + x, at, u), numbers(seed + 1, dtype, shape), at, updates)
        if change is tf.tensor_scatter_nd_add:
            same_on_both(lambda at, u, s=shape: tf.scatter_nd(at, u, s), at, updates)


@pytest.mark.parametrize("change", CHANGES)
def test_rows_of_what_is_changed(change: Any) -> None:
    """What is changed, its own updates and the places are one array, which is then not changed where it is."""
    at = tf.constant([[1], [2], [3], [0]])
    same_on_both(lambda x: change(x + x, at, x + x) * 2.0, numbers(0, "float32", (4, 5)))
    same_on_both(lambda x: change(-x, -x, -x) * 2, tf.constant([[-1], [-2], [-3], [0]]))


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize(
    "combine",
    [
        tf.math.unsorted_segment_sum, tf.math.unsorted_segment_prod, tf.math.unsorted_segment_max,
        tf.math.unsorted_segment_min,
    ],
)  # fmt: skip
def test_segments(combine: Any, dtype: str) -> None:
    for shape, rank in (((6,), 1), ((6, 5), 1), ((2, 3, 40), 2), ((0, 3), 1), ((2, 3, 40), 1)):
        numbered = tf.constant(np.random.default_rng(rank).integers(-1, 4, shape[:rank]))
        same_on_both(lambda x, ids: combine(x, ids, 4), numbers(5, dtype, shape), numbered)


@pytest.mark.parametrize("policy", ["", "IGNORE"])
@pytest.mark.parametrize("at", [[[4]], [[-1]], [[0], [9]], [[1], [3]]])
def test_places_outside(at: list[list[int]], policy: str) -> None:
    def change(x: Any, at: Any) -> Any:
        return tf.tensor_scatter_nd_add(x, at, tf.ones([at.shape[0], 3]), bad_indices_policy=policy)

    found = same_on_both(change, numbers(1, "float32", (4, 3)), tf.constant(at))
    assert (found[0] is tf.errors.InvalidArgumentError) == (at != [[1], [3]] and not policy)


def test_segments_outside() -> None:
    found = same_on_both(lambda x, ids: tf.math.unsorted_segment_sum(x, ids, 2), tf.ones([3]), tf.constant([0, 1, 2]))
    assert found[0] is tf.errors.InvalidArgumentError


@pytest.mark.parametrize(
    "program",
    [
        lambda x, at: tf.tensor_scatter_nd_add(x, at, x[::-1]),
        lambda x, at: tf.tensor_scatter_nd_add(x, at, x) + x,
        lambda x, at: tf.tensor_scatter_nd_update(tf.transpose(x), at[:3], x[:3]) + tf.transpose(x),
        lambda x, at: tf.tensor_scatter_nd_max(tf.tensor_scatter_nd_sub(x, at, x), at, x),
    ],
)
def test_what_is_read_beside_is_not_changed(program: Any) -> None:
    same_on_both(lambda x, at: program(x * 2.0, at), numbers(7, "float32", (4, 4)), tf.constant([[0], [1], [1], [3]]))


def test_scatters_in_loops() -> None:
    @tf.function
    def f(x: Any, at: Any) -> Any:
        for k in tf.range(3):
            x = tf.tensor_scatter_nd_add(x, at + k, tf.ones([2, 3]))
        return x

    assert f(tf.zeros([5, 3]), tf.constant([[0], [2]])).numpy()[:, 0].tolist() == [1, 1, 2, 1, 1]
    assert host_calls(f) == []


# rows of variables ------------------------------------------------------------------------------------------

ROWS = [((5, 3), (4,)), ((7,), (2, 3)), ((4, 2, 35), (6,)), ((3, 0), (2,)), ((3, 2), (0,))]
METHODS = ("scatter_add", "scatter_sub", "scatter_mul", "scatter_div", "scatter_min", "scatter_max", "scatter_update")


def changing(variable: Any, method: str) -> Any:
    def change(rows: Any, updates: Any) -> Any:
        getattr(variable, method)(tf.IndexedSlices(updates, rows))
        return tf.gather(variable, rows)

    return change


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8"])
@pytest.mark.parametrize("method", METHODS)
def test_rows_of_variables(method: str, dtype: str) -> None:
    if method == "scatter_div" and not dtype.startswith("float"):
        return
    for shape, wanted in ROWS:
        rng = np.random.default_rng(3)
        start, updates = rng.integers(1, 5, shape).astype(dtype), rng.integers(1, 4, wanted + shape[1:]).astype(dtype)
        rows = tf.constant(rng.integers(0, shape[0], wanted))
        found = []
        for compiled in (True, False):
            variable = tf.Variable(start)
            f: Any = tf.function(changing(variable, method), autograph=False)
            f = f if compiled else on_numpy(f)
            seen = variable.read_value()
            gathered = [f(rows, tf.constant(updates)).numpy().tobytes() for _ in range(3)]
            assert seen.numpy().tobytes() == start.tobytes()
            found.append((variable.numpy().tobytes(), gathered))
            assert not compiled or host_calls(f) == []
        assert found[0] == found[1]


def test_rows_are_changed_in_place_unless_others_see_them() -> None:
    table = tf.Variable(np.zeros((1000, 8), np.float32))

    @tf.function
    def count(rows: Any) -> None:
        table.scatter_add(tf.IndexedSlices(tf.ones([2, 8]), rows))

    count(tf.constant([1, 1]))
    place = table.handle._array.read().ctypes.data
    count(tf.constant([1, 3]))
    assert table.handle._array.read().ctypes.data == place
    seen = table.read_value()
    count(tf.constant([3, 5]))
    assert table.handle._array.read().ctypes.data != place
    assert (seen[5, 0].numpy(), table[5, 0].numpy(), table[1, 0].numpy(), table[3, 0].numpy()) == (0, 1, 3, 2)


@pytest.mark.parametrize("rows", [[2, 9], [0, -1]])
def test_a_row_outside_changes_nothing(rows: list[int]) -> None:
    table = tf.Variable(tf.zeros([4, 2]))

    @tf.function
    def count(rows: Any) -> None:
        table.scatter_add(tf.IndexedSlices(tf.ones([2, 2]), rows))

    count(tf.constant([0, 1]))
    with pytest.raises(tf.errors.InvalidArgumentError, match=rf"indices\[1\] = {rows[1]} is not in \[0, 4\)"):
        count(tf.constant(rows))
    assert table.numpy()[:, 0].tolist() == [1, 1, 0, 0]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"is not in \[0, 4\)"):
        tf.function(lambda i: tf.gather(table, i))(tf.constant(rows))
