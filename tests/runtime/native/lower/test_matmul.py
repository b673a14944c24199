"""Products in graphs against the reference executor: which are written for their size, and what they compute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.gemm.blocking import SmallBlocking
from graphwright.runtime.native.runtime import thread_pool
from tests.support.native_graphs import Array, both, floats, integers, open_type

pytest.importorskip("llvmlite")

SMALL, KERNEL = "@gw_small_", "@gw_gemm_"


@pytest.fixture(autouse=True)
def as_many_threads_as_before() -> Iterator[None]:
    yield
    tf.config.threading.set_intra_op_parallelism_threads(0)


def drawn(dtype: str, *shape: int, seed: int = 0) -> Array:
    return floats(*shape, dtype=dtype, seed=seed) if dtype.startswith("float") else integers(*shape, dtype=dtype)


def product(transpose_a: bool = False, transpose_b: bool = False) -> Callable[[Any, Any], Any]:
    return lambda a, b: tf.matmul(a, b, transpose_a=transpose_a, transpose_b=transpose_b)


def laid(shape: tuple[int, ...], transposed: bool) -> tuple[int, ...]:
    return (*shape[:-2], shape[-1], shape[-2]) if transposed else shape


# rows, inner size, columns: with one, odd and many of each
SIZES = [
    (1, 1, 1), (1, 7, 1), (2, 2, 2), (3, 1, 5), (10, 10, 10), (5, 16, 17), (7, 3, 33), (1, 13, 100), (33, 8, 128),
    (4, 12, 50), (2, 16, 15),
    (64, 9, 1), (65, 9, 1), (12, 17, 2), (25, 40, 3), (31, 100, 8), (64, 300, 4),
]  # fmt: skip


# dtypes, and which of the operands are transposed
KINDS = [
    *(("float32", both) for both in [(False, False), (True, False), (False, True), (True, True)]),
    ("float64", (False, False)), ("float64", (True, True)), ("int32", (False, True)), ("int64", (True, False)),
]  # fmt: skip


@pytest.mark.parametrize(("dtype", "transposed"), KINDS)
def test_small_products_of_every_kind(dtype: str, transposed: tuple[bool, bool]) -> None:
    for m, k, n in SIZES:
        a, b = drawn(dtype, *laid((m, k), transposed[0])), drawn(dtype, *laid((k, n), transposed[1]), seed=1)
        program = both(product(*transposed), a, b, tolerance=1e-4)
        known = SmallBlocking.of(dtype, m, n, k, jit.host()) is not None
        assert (SMALL in program.ir) == known and (KERNEL in program.ir) == (not known), (m, k, n)


@pytest.mark.parametrize("shape", [(40, 70), (300, 33), (2, 900), (700, 2000)])
def test_a_row_times_a_transposed_matrix_is_that_matrix_times_a_column(shape: tuple[int, int]) -> None:
    row, matrix = drawn("float32", 1, shape[1]), drawn("float32", *shape, seed=1)
    both(product(False, True), row, matrix, tolerance=1e-3)
    found = tf.function(product(False, True))(row, matrix)
    assert np.array_equal(found[0], tf.function(product(False, True))(matrix, row)[:, 0])
    stack = drawn("float32", 3, *shape, seed=2)
    rows = drawn("float32", 3, 1, shape[1], seed=3)
    both(product(False, True), rows, stack, tolerance=1e-3)
    both(lambda a, b: tf.matmul(a, b, transpose_b=True) * 2.0 + 1.0, rows, stack, tolerance=1e-3)


# shapes of the operands, which of them are transposed, rows, columns and inner size of one product
STACKS: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[bool, bool], tuple[int, int, int]]] = {
    "a stack": ((5, 4, 3), (5, 3, 6), (False, False), (4, 6, 3)),
    "two axes": ((2, 3, 9, 8), (2, 3, 9, 8), (False, True), (9, 9, 8)),
    "one B": ((5, 4, 3), (3, 6), (False, False), (20, 6, 3)),
    "one B for each of several": ((4, 5, 4, 3), (4, 1, 3, 6), (False, False), (20, 6, 3)),
    "one A": ((4, 3), (7, 3, 6), (False, False), (4, 6, 3)),
    "both repeated": ((6, 1, 4, 3), (5, 3, 6), (False, False), (4, 6, 3)),
    "one B, A transposed": ((5, 3, 4), (3, 6), (True, False), (4, 6, 3)),
    "one B, wide": ((5, 4, 30), (30, 20), (False, False), (20, 20, 30)),
    "one B, A transposed, wide": ((5, 30, 4), (30, 20), (True, False), (4, 20, 30)),
    "few columns": ((3, 50, 40), (3, 40, 8), (False, False), (50, 8, 40)),
    "few columns, both transposed": ((3, 40, 50), (3, 8, 40), (True, True), (50, 8, 40)),
    "nothing to add up": ((2, 4, 0), (2, 0, 6), (False, False), (4, 6, 0)),
}


@pytest.mark.parametrize("name", STACKS)
def test_stacks(name: str) -> None:
    a_shape, b_shape, transposed, size = STACKS[name]
    for dtype in ("float32", "int32"):
        program = both(product(*transposed), drawn(dtype, *a_shape), drawn(dtype, *b_shape, seed=1), tolerance=1e-4)
        known = SmallBlocking.of(dtype, *size, jit.host()) is not None
        assert [text in program.ir for text in (SMALL, KERNEL)] == [known, not known]


@pytest.mark.parametrize(("a", "b"), [((0, 4, 3), (0, 3, 6)), ((2, 0, 3), (2, 3, 6)), ((2, 4, 3), (2, 3, 0))])
def test_empty_products(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    ir = both(tf.matmul, floats(*a), floats(*b)).ir
    assert SMALL not in ir and KERNEL not in ir


def test_matrices_below_each_other_are_one() -> None:
    """With one B for all of them, a product of 40 rows, not ten of 4."""
    program = both(tf.matmul, floats(2, 5, 4, 3), floats(3, 6), tolerance=1e-5)
    assert "@gw_small_float32_40x3x6_" in program.ir
    x, w = floats(2, 5, 4, 3), floats(3, 6)
    both(tf.matmul, x, w, types=[open_type(x, None, None, 4, 3), open_type(w, 3, 6)], tolerance=1e-5)


# programs of products of views, of one array with itself, of products
PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "a square": lambda x: x @ x,
    "with itself transposed": lambda x: (tf.matmul(x, x, transpose_a=True), tf.matmul(x, x, transpose_b=True)),
    "a row of products": lambda x: x @ x @ x @ x,
    "a view transposed": lambda x: tf.transpose(x) @ x,
    "a part of the columns": lambda x: x[:, :3] @ x[4:7],
    "every other row and column": lambda x: x[::2, ::2] @ x[1::2, 1::2],
    "backwards": lambda x: x[::-1] @ x[:, ::-1],
    "a column repeated": lambda x: tf.broadcast_to(x[:, :1], [10, 10]) @ x,
    "heads": lambda x: tf.matmul(
        tf.transpose(tf.reshape(x, [5, 2, 2, 5]), [2, 0, 1, 3]), tf.ones([2, 5, 5, 3], x.dtype)
    ),
    "in a branch": lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: x @ x, lambda: x),
}


@pytest.mark.parametrize("dtype", ["float32", "int64"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_products_of_views_and_of_products(name: str, dtype: str) -> None:
    assert SMALL in both(PROGRAMS[name], drawn(dtype, 10, 10), tolerance=1e-3).ir


def test_products_in_a_loop() -> None:
    def power(x: Any) -> Any:
        return tf.while_loop(lambda i, y: i < 100, lambda i, y: (i + 1, x @ y), [0, tf.eye(10, dtype=tf.int32)])[1]

    x = integers(10, 10, low=-1, high=2)
    program = both(power, x)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(program.run([x])[0], np.linalg.matrix_power(x, 100))


def test_numbers_that_are_none() -> None:
    a, b = floats(5, 4), floats(4, 6)
    a[1, 2], a[3, 0], b[0, 5] = np.nan, np.inf, -np.inf
    both(tf.matmul, a, b, tolerance=1e-5)


@pytest.mark.parametrize("columns", [4, 40, 200])
@pytest.mark.parametrize("inner", [3, 16])
def test_the_same_bits_as_the_kernel(inner: int, columns: int) -> None:
    """A size that is not known goes by the kernel, which adds up in the same order."""
    a, b = floats(21, inner), floats(inner, columns)
    [known] = both(tf.matmul, a, b, tolerance=1e-4).run([a, b])
    types = [open_type(a, None, inner), open_type(b, inner, None)]
    program = both(tf.matmul, a, b, types=types, tolerance=1e-4)
    assert KERNEL in program.ir
    np.testing.assert_array_equal(program.run([a, b])[0], known)


# stacks that threads share: of small products, of others, cut evenly and not
SHARED: dict[str, tuple[Callable[..., Any], list[Array]]] = {
    "small": (product(False, True), [floats(8, 8, 128, 8), floats(8, 8, 128, 8)]),
    "few columns": (tf.matmul, [floats(67, 128, 100), floats(67, 100, 8)]),
    "general": (tf.matmul, [floats(23, 100, 50), floats(23, 50, 100)]),
    "repeated": (tf.matmul, [floats(7, 5, 50, 60), floats(5, 60, 70)]),
    "views": (lambda a, b: tf.matmul(tf.transpose(a, [1, 0, 2]), b), [floats(100, 23, 50), floats(23, 50, 100)]),
}


@pytest.mark.parametrize("name", SHARED)
def test_stacks_shared_by_threads(name: str) -> None:
    function, arguments = SHARED[name]
    program = both(function, *arguments, tolerance=1e-3)
    assert thread_pool.SPLIT in program.ir
    found = []
    for count in (1, 2, 4):
        tf.config.threading.set_intra_op_parallelism_threads(count)
        found.append(program.run(arguments)[0].tobytes())
    assert found.count(found[0]) == 3


def test_what_the_kernel_shares_itself_is_no_small_product() -> None:
    a, b = floats(3, 20000, 16), floats(3, 16, 16)
    ir = both(tf.matmul, a, b, tolerance=1e-4).ir
    assert SMALL not in ir and KERNEL in ir


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "uint8", "uint16", "int16", "uint32", "uint64"])
def test_products_that_are_computed_in_a_wider_dtype(dtype: str) -> None:
    """Half precision is added up in single and rounded once; integers wrap where their own type ends."""
    numpy_dtype = tf.as_dtype(dtype).numpy
    wanted = 2 * float(ml_dtypes.finfo(numpy_dtype).eps) if numpy_dtype.kind not in "iu" else 0.0
    for m, k, n in SIZES:
        a, b = (floats(*shape, seed=k) if wanted else integers(*shape, high=250) for shape in ((2, m, k), (k, n)))
        a, b = a.astype(numpy_dtype), b.astype(numpy_dtype)
        assert both(tf.matmul, a, b, tolerance=wanted).host_calls == 0
    rows = [None, *a.shape[1:]]
    assert both(tf.matmul, a, b, types=[open_type(a, *rows), open_type(b, *b.shape)], tolerance=wanted).host_calls == 0
    assert both(lambda a: tf.matmul(a, b.T.copy(), transpose_b=True), a, tolerance=wanted).host_calls == 0
