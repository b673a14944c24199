"""Fused loop nests: element-wise chains, broadcasting, reductions; what is fused and what is called back."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.shape import Symbol
from graphwright.ir.types import tensor_type
from graphwright.runtime.native.executor import NativeExecutor
from graphwright.runtime.native.fusion.symbolic_sizes import size_of, times
from graphwright.runtime.native.lower.frame.function_writer import CodeScope
from tests.support.native_graphs import both, floats, integers, open_type, traced, type_of

pytest.importorskip("llvmlite")

SIZES = [0, 1, 2, 3, 4, 5, 8, 15, 16, 31, 64, 65, 100, 257, 1000]


@pytest.mark.parametrize("size", SIZES)
def test_vectors_of_every_size(size: int) -> None:
    program = both(lambda a, b: (a + b) * a - 2.0, floats(size), floats(size, seed=1))
    assert program.host_calls == 0
    assert program.regions == (1 if size else 0)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_integers_wrap(dtype: str) -> None:
    low = 0 if dtype.startswith("u") else -100
    a, b = (integers(77, low=low, high=100, dtype=dtype, seed=s) for s in (0, 1))
    assert both(lambda a, b: a * b + a - b, a, b).host_calls == 0


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_short_floats_round_after_each_step(dtype: str) -> None:
    a, b = (floats(333, seed=s).astype(tf.as_dtype(dtype).as_numpy_dtype) for s in (0, 1))
    assert both(lambda a, b: (a + b) * a - b, a, b).host_calls == 0


@pytest.mark.parametrize("gradient", [tf.raw_ops.SoftplusGrad, tf.raw_ops.SoftsignGrad])
def test_gradients_of_short_floats_are_rounded_once(gradient: Any) -> None:
    x = np.array([-300.0, -20.0, -17.5, -12.0, 0.5, 20.0, 300.0], np.float16)
    both(lambda g, x: gradient(gradients=g, features=x), np.full(7, 100.0, np.float16), x)


@pytest.mark.parametrize(
    "shapes",
    [((7, 9), (9,)), ((7, 9), (7, 1)), ((7, 1), (1, 9)), ((5, 3, 9), (3, 1)), ((5, 1, 9), (1, 3, 1)), ((4, 5), ()),
     ((), (4, 5)),      ((1, 1), (3, 4)), ((0, 4), (4,)), ((3, 1), (1, 0)),
     ((2, 3, 4, 5), (3, 1, 5)), ((130, 2), (2,))],
)  # fmt: skip
def test_broadcasting(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    a, b = floats(*shapes[0]), floats(*shapes[1], seed=1)
    assert both(lambda a, b: tf.maximum(a - b, a * b) + 1.0, a, b).host_calls == 0


def test_transposed_and_strided_operands_are_read_in_place() -> None:
    def f(x: Any) -> Any:
        return tf.transpose(x) + 1.0, x[::-1, 1:7:2] * 2.0, tf.transpose(x)[3] - x[:, 3]

    program = both(f, floats(12, 12))
    assert (program.regions, program.host_calls) == (3, 0)


def test_equal_dtypes_are_not_required_inside_a_group() -> None:
    def f(x: Any) -> Any:
        wide = tf.cast(x, tf.float64) * 0.5
        return tf.cast(wide > 1.0, tf.int32) + tf.cast(x, tf.int32)

    assert both(f, floats(100) * 4).regions == 1


def test_a_chain_is_one_region_and_keeps_what_is_needed() -> None:
    def f(x: Any) -> Any:
        y = x + 1.0
        z = y * y
        return z - x, y

    program = both(f, floats(50))
    assert (program.regions, program.host_calls) == (1, 0)


@pytest.mark.parametrize("size", [10, 1000, 5000, 4096])
def test_chains_of_functions_go_by_tiles(size: int) -> None:
    def f(x: Any) -> Any:
        y = x
        for _ in range(4):
            y = tf.tanh(y) * 1.1 + x
        return tf.exp(y), y > 0.5

    x = floats(size)
    program = both(lambda x: f(x)[0], x, tolerance=1e-5)
    assert (program.regions, program.host_calls) == (1, 0)


def test_long_chains_are_held_in_registers() -> None:
    def f(x: Any) -> Any:
        for _ in range(40):
            x = tf.sin(x) + 0.1
        return x

    assert both(f, floats(3000), tolerance=1e-5).regions == 1


# reductions ---------------------------------------------------------------------------------------------------

REDUCED = [
    (5,),
    (64,),
    (1000,),
    (7, 9),
    (100, 3),
    (3, 100),
    (5, 6, 7),
    (2, 3, 4, 5),
    (1,),
    (1, 5),
    (0,),
    (0, 3),
    (3, 0),
    (130, 70),
]


@pytest.mark.parametrize("shape", REDUCED, ids=str)
@pytest.mark.parametrize("name", ["reduce_sum", "reduce_max", "reduce_min", "reduce_prod", "reduce_mean"])
def test_reductions_over_all_axes(name: str, shape: tuple[int, ...]) -> None:
    reduce = getattr(tf, name)
    x = integers(*shape, low=-2, high=3).astype(np.float64)
    for count in range(1, len(shape) + 1):
        for axes in itertools.combinations(range(len(shape)), count):
            both(lambda x, a=axes: (reduce(x, a), reduce(x * 2.0, a, keepdims=True)), x, tolerance=1e-14)


@pytest.mark.parametrize("shape", [(5,), (7, 9), (100, 3), (3, 100), (5, 6, 70)], ids=str)
def test_arg_reductions_take_the_first_of_equals(shape: tuple[int, ...]) -> None:
    x = integers(*shape, low=0, high=3)
    y = x.astype(np.float32)
    y.flat[::7] = np.nan
    for axis in range(len(shape)):
        for array in (x, y):
            program = both(lambda x, a=axis: (tf.argmax(x, a), tf.argmin(x, a, tf.int32)), array)
            assert program.host_calls == 0


@pytest.mark.parametrize("name", ["reduce_any", "reduce_all"])
def test_logical_reductions(name: str) -> None:
    x = integers(20, 70, low=0, high=40) == 0
    assert both(lambda x: (getattr(tf, name)(x, 1), getattr(tf, name)(x, 0), getattr(tf, name)(x)), x).host_calls == 0


def test_integer_sums_wrap() -> None:
    both(lambda x: tf.reduce_sum(x, 1), integers(5, 1000, low=0, high=127, dtype=np.int8))


@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf])
def test_special_values_in_reductions(special: float) -> None:
    x = floats(10, 100)
    x[3, 40] = special
    both(lambda x: (tf.reduce_max(x, 1), tf.reduce_min(x, 0), tf.reduce_sum(x)), x, tolerance=1e-5)


def test_long_sums_stay_precise() -> None:
    x = np.full(3_000_000, 0.1, np.float32)
    program = both(lambda x: tf.reduce_mean(x), x, tolerance=1e-6)
    assert program.regions == 1


def test_softmax_is_one_loop_over_rows() -> None:
    def f(x: Any) -> Any:
        e = tf.exp(x - tf.reduce_max(x, 1, keepdims=True))
        return e / tf.reduce_sum(e, 1, keepdims=True)

    program = both(f, floats(20, 33), tolerance=1e-6)
    assert (program.regions, program.host_calls) == (1, 0)


def test_producers_are_fused_into_reductions() -> None:
    def f(x: Any, y: Any) -> Any:
        d = x - y
        return tf.reduce_sum(d * d, 1), tf.reduce_max(d, 1)

    assert both(f, floats(9, 50), floats(50, seed=1), tolerance=1e-5).regions == 1


def test_a_group_with_its_own_reduction_is_cut_in_time() -> None:
    """An element-wise op that needs both a member of a group and a reduction of it."""

    def f(x: Any) -> Any:
        y = x * 2.0
        return y - tf.reduce_sum(y)

    assert both(f, floats(50), tolerance=1e-5).regions == 2


# unknown dimensions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [0, 1, 3, 17, 100])
def test_one_program_serves_every_size(rows: int) -> None:
    def f(x: Any, y: Any) -> Any:
        z = tf.tanh(x) + y
        return z, tf.reduce_sum(z, 0), tf.reduce_mean(z, 1), tf.reshape(z, [-1]), tf.transpose(z) * 2.0

    x, y = floats(rows, 12), floats(12)
    n = open_type(x, None, 12)
    program = both(f, x, y, types=[n, type_of(y)], tolerance=1e-5)
    assert program.host_calls == 0


def test_dimensions_that_must_agree_are_compared() -> None:
    n = open_type(floats(3), None)
    program = both(lambda x, y: x + y, floats(3), floats(3), types=[n, n])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Input 1"):
        program.run([floats(3), floats(4)])


def test_arguments_of_the_wrong_type_are_refused() -> None:
    program = both(lambda x: x + 1.0, floats(3))
    for wrong in (floats(4), floats(3, dtype=np.float64), floats(3, 1)):
        with pytest.raises(tf.errors.InvalidArgumentError, match="float32"):
            program.run([wrong])


def test_arrays_with_gaps_are_taken() -> None:
    program = both(lambda x: x + 1.0, floats(3, 4))
    wide = floats(4, 6)
    np.testing.assert_array_equal(program.run([wide.T[::2]])[0], wide.T[::2] + 1)


@pytest.mark.parametrize("rows", [0, 1, 2, 5, 9])
def test_slices_of_unknown_sizes_are_views(rows: int) -> None:
    def f(x: Any, i: Any) -> Any:
        return x[1:] + 1.0, x[:-1], x[::-2], x[5:2:-1] * 2.0, x[i:], x[: i + 1, 1], x[-3:, ::3]

    x = floats(rows, 6)
    for i in (-7, -1, 0, 2, 20):
        program = both(f, x, np.int32(i), types=[open_type(x, None, 6), type_of(np.int32(0))])
        assert program.host_calls == 0


def test_a_position_that_is_read_must_be_inside() -> None:
    x = floats(5, 6)
    program = both(lambda x, i: x[i, 2] + x[i][1], x, np.int32(-2))
    assert program.host_calls == 0
    for outside in (5, -6):
        with pytest.raises(tf.errors.InvalidArgumentError, match="out of bounds"):
            program.run([x, np.array(outside, np.int32)])


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
def test_means_of_integers_are_truncated(dtype: str) -> None:
    x = integers(7, 50, low=0 if dtype == "uint8" else -100, high=100, dtype=dtype)
    assert both(lambda x: (tf.reduce_mean(x, 0), tf.reduce_mean(x, 1), tf.reduce_mean(x)), x).host_calls == 0


def test_the_mean_of_integers_whose_sum_is_the_lowest_there_is() -> None:
    x = np.array([[2**62, 2**62, 0]], np.int64)  # the sum wraps to -2**63
    both(lambda x: tf.reduce_mean(x, 1), x)
    assert tf.reduce_mean(x, 1).numpy() == [-3074457345618258602]


@pytest.mark.parametrize("mode", ["CONSTANT", "REFLECT"])
def test_a_number_that_is_padded_stays_a_number(mode: str) -> None:
    def f(x: Any) -> Any:
        padded = tf.raw_ops.Pad(input=x, paddings=none) if mode == "CONSTANT" else tf.pad(x, none, mode)
        return padded, tf.atan(padded)

    none = np.zeros((0, 2), np.int32)
    both(f, np.float64(0.5), tolerance=1e-14)
    as_traced = traced(f, [type_of(np.asarray(0.5))])  # nothing is simplified
    padded, angle = NativeExecutor().compile(as_traced).run([np.asarray(0.5)])
    assert (padded, angle) == (0.5, pytest.approx(np.arctan(0.5)))


def test_the_largest_of_nothing_is_the_kernels_error() -> None:
    x = floats(3, 4)
    program = both(lambda x: tf.argmax(x * 2.0, 0), x, types=[open_type(x, None, 4)])
    assert program.host_calls == 0
    with pytest.raises(tf.errors.InvalidArgumentError):
        program.run([floats(0, 4)])


def test_a_size_is_that_of_the_block_around_a_place() -> None:
    """A symbol may stand for another number in a block: products with it that were computed before are not its own."""
    rows, columns = Symbol(), Symbol()
    size = times(size_of(rows), size_of(columns))
    outer = CodeScope(None)
    outer.texts |= {rows: "%rows", columns: "%columns", size: "%elements"}
    inner = CodeScope(outer)
    assert inner.text(size) == "%elements"
    inner.texts[rows] = "%others"
    assert (inner.text(size), outer.text(size), inner.text(columns)) == (None, "%elements", "%columns")


@pytest.mark.parametrize(
    "f",
    [
        lambda x, y, b: x + y * b,
        lambda x, y, b: tf.reduce_sum(x * y, 0) + b,
        lambda x, y, b: tf.matmul(x, y, transpose_b=True),
        lambda x, y, b: tf.concat([x, y], 0) * b,
        lambda x, y, b: tf.where(x > y, tf.transpose(y)[:1, :1], b),
    ],
    ids=["elements", "sums", "product", "concatenation", "choice"],
)
def test_arguments_that_share_unknown_dimensions(f: Callable[..., Any]) -> None:
    rows, columns = Symbol(), Symbol()
    types = [tensor_type(tf.float32, dims) for dims in [(rows, columns), (rows, columns), (columns,)]]
    program = both(f, floats(4, 9), floats(4, 9, seed=1), floats(9), types=types, tolerance=1e-5)
    with pytest.raises(tf.errors.InvalidArgumentError, match="dimensions that must be equal are not"):
        program.run([floats(4, 9), floats(3, 9), floats(9)])
