"""Sorting, distinct elements and linear algebra by the runtime's library: the results of the kernels, their errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf

pytest.importorskip("llvmlite")

Array = np.ndarray[Any, Any]
NUMBERS = ("float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint64")


def compiled(f: Callable[..., Any], *args: Any, open_sizes: bool = False) -> Any:
    """The results of a program that calls no kernel, for the sizes at hand or for any."""
    arguments = [tf.convert_to_tensor(a) for a in args]
    signature = [tf.TensorSpec([None] * a.shape.rank, a.dtype) for a in arguments] if open_sizes else None
    function = tf.function(f, autograph=False, jit_compile=True, input_signature=signature)
    results = function(*arguments)
    (trace,) = function.explain().traces
    assert trace.host_calls == ()
    return results


# sorting ------------------------------------------------------------------------------------------------------


def awkward(dtype: str, *shape: int) -> tf.Tensor:
    """Numbers of which many are equal; for floats NaN, infinities and zeros of both signs among them."""
    random = np.random.default_rng(sum(shape))
    numbers = random.integers(0 if dtype[0] == "u" else -9, 10, shape).astype(np.float64)
    if "float" in dtype:
        for special in (np.nan, np.inf, -np.inf, -0.0, 0.0):
            numbers[random.random(shape) < 0.1] = special
    return tf.cast(tf.constant(numbers), dtype)


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("open_sizes", [False, True])
def test_sorted_rows_have_the_bits_of_the_kernel(dtype: str, open_sizes: bool) -> None:
    for shape in ((1,), (40,), (3, 49), (2, 2, 300), (0, 60), (5, 0)):
        x = awkward(dtype, *shape)
        values, positions = tf.math.top_k(x, shape[-1])  # eagerly, by the kernel

        def largest(x: Any) -> Any:
            return tf.math.top_k(x, tf.shape(x)[-1])

        found = compiled(largest, x, open_sizes=open_sizes)
        assert found.indices.numpy().tolist() == positions.numpy().tolist(), shape
        assert found.values.numpy().tobytes() == values.numpy().tobytes(), shape


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "uint8"])
@pytest.mark.parametrize("count", [17, 48, 49, 100, 1000])
def test_a_few_of_many_are_selected(dtype: str, count: int) -> None:
    x = awkward(dtype, 3, 1500)
    values, positions = tf.math.top_k(x, count)
    found = compiled(lambda x: tf.math.top_k(x, count), x)
    assert found.indices.numpy().tolist() == positions.numpy().tolist()
    assert found.values.numpy().tobytes() == values.numpy().tobytes()


@pytest.mark.parametrize("index", ["int16", "int32", "int64"])
def test_positions_of_each_width(index: str) -> None:
    found = compiled(lambda x: tf.math.top_k(x, 60, index_type=tf.as_dtype(index)), awkward("int32", 2, 70))
    assert found.indices.dtype.name == index
    assert found.indices.numpy().tolist() == tf.math.top_k(awkward("int32", 2, 70), 60).indices.numpy().tolist()


def test_sort_along_another_axis_and_inside_a_loop() -> None:
    x = np.random.default_rng(0).standard_normal((30, 4)).astype(np.float32)

    def sorted_often(x: Any) -> Any:
        return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.sort(-x, axis=0)), (0, x))[1]

    assert compiled(sorted_often, x).numpy().tolist() == np.sort(-x, 0).tolist()


def test_more_than_there_are_is_refused() -> None:
    function = tf.function(lambda x: tf.math.top_k(x, 40), input_signature=[tf.TensorSpec([None])])
    with pytest.raises(tf.errors.InvalidArgumentError, match="input must have at least k columns"):
        function(np.ones(39, np.float32))
    assert function(np.ones(40, np.float32)).values.shape == (40,)


# distinct elements ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("index", [tf.int32, tf.int64])
def test_distinct_numbers(dtype: str, index: Any) -> None:
    for size in (0, 1, 100, 5000):
        x = tf.cast(tf.constant(np.random.default_rng(size).integers(0, 1 + size // 3, size)), dtype)
        expected = tf.unique_with_counts(x, index)
        for open_sizes in (False, True):
            found = compiled(lambda x: tf.unique_with_counts(x, index), x, open_sizes=open_sizes)
            for one, other in zip(found, expected, strict=True):
                assert (one.dtype, one.numpy().tolist()) == (other.dtype, other.numpy().tolist())


@pytest.mark.parametrize("dtype", [name for name in NUMBERS if "float" in name])
def test_zeros_are_one_number_and_each_nan_its_own(dtype: str) -> None:
    x = tf.cast(tf.constant([-0.0, 0.0, np.nan, np.inf, np.nan, -np.inf, 0.0, np.inf]), dtype)
    y, places = compiled(tf.unique, x)
    assert [str(float(number)) for number in y] == ["-0.0", "nan", "inf", "nan", "-inf"]
    assert places.numpy().tolist() == [0, 0, 1, 2, 3, 4, 0, 2]


@pytest.mark.parametrize("axis", [[], [0], [-1]])
def test_distinct_integers_by_the_only_axis(axis: list[int]) -> None:
    at = np.array(axis, np.int64)
    y, places = compiled(lambda x: tf.raw_ops.UniqueV2(x=x, axis=at), np.array([4, -1, 4, 7, -1]))
    assert (y.numpy().tolist(), places.numpy().tolist()) == ([4, -1, 7], [0, 1, 0, 2, 1])


# linear algebra -------------------------------------------------------------------------------------------------

SIZES = (1, 2, 16, 17, 70)
ROUNDING = {"float32": 2e-6, "float64": 4e-15}


def matrices(dtype: str, *shape: int) -> Array:
    """Random square matrices that are far from singular."""
    found = np.random.default_rng(shape[-1]).standard_normal((*shape, shape[-1]))
    return (found + 2 * np.sqrt(shape[-1]) * np.eye(shape[-1])).astype(dtype)


def definite(dtype: str, *shape: int) -> Array:
    a = matrices("float64", *shape)
    return (a @ np.swapaxes(a, -1, -2) / shape[-1]).astype(dtype)


def assert_product(a: Array, b: Array, expected: Array) -> None:
    """`a @ b` is `expected`, to a few roundings of its terms: the residual that backward stability promises."""
    wide = [x.astype(np.float64) for x in (a, b, expected)]
    bound = np.abs(wide[0]) @ np.abs(wide[1]) + np.abs(wide[2])
    assert (np.abs(wide[0] @ wide[1] - wide[2]) <= 4 * ROUNDING[a.dtype.name] * (bound + 1e-30)).all()


@pytest.mark.parametrize("dtype", list(ROUNDING))
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("open_sizes", [False, True])
def test_cholesky(dtype: str, size: int, open_sizes: bool) -> None:
    a = definite(dtype, 3, size)
    a[:, 0, 1:] = np.nan  # above the diagonal nothing is read
    signature = [None, size, size] if open_sizes else a.shape
    function = tf.function(tf.linalg.cholesky, input_signature=[tf.TensorSpec(signature, dtype)], jit_compile=True)
    factor = function(a).numpy()
    assert (np.triu(factor, 1) == 0).all()
    lower = np.tril(a)
    assert_product(factor, np.swapaxes(factor, -1, -2), lower + np.swapaxes(np.tril(a, -1), -1, -2))


def test_cholesky_of_matrices_without_a_factor() -> None:
    a = definite("float32", 4, 20)
    a[1, 7, 7], a[2, 19, 19], a[3] = -1, 0, 0
    factor = compiled(tf.linalg.cholesky, a).numpy()
    assert np.isfinite(factor[0]).all()
    for k in (1, 2, 3):
        assert np.isnan(factor[k][np.tril_indices(20)]).all()
        assert (np.triu(factor[k], 1) == 0).all()


@pytest.mark.parametrize("dtype", list(ROUNDING))
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("adjoint", [False, True])
def test_triangular_solve(dtype: str, lower: bool, adjoint: bool) -> None:
    for size in SIZES:
        for columns in (1, 3, 32, 41, 2100 if size == 17 else 0):
            a, b = matrices(dtype, size), np.random.default_rng(columns).standard_normal((size, columns)).astype(dtype)
            x = compiled(lambda a, b: tf.linalg.triangular_solve(a, b, lower, adjoint), a, b).numpy()
            triangle = np.tril(a) if lower else np.triu(a)
            assert_product(triangle.T if adjoint else triangle, x, b)


@pytest.mark.parametrize("outer", [((4,), (4,)), ((1,), (4,)), ((4,), ()), ((), (2, 3)), ((2, 1), (2, 3))])
def test_triangles_repeat_over_right_hand_sides(outer: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    a = matrices("float64", *outer[0], 9)
    b = np.random.default_rng(1).standard_normal((*outer[1], 9, 5))
    x = compiled(tf.linalg.triangular_solve, a, b).numpy()
    assert x.shape == (*np.broadcast_shapes(*outer), 9, 5)
    assert_product(np.tril(a), x, np.broadcast_to(b, x.shape))


def test_a_zero_on_the_diagonal_divides() -> None:
    a, b = np.array([[2.0, 0], [1, 0]]), np.array([[2.0, -2], [2, 2]])
    expected = tf.linalg.triangular_solve(a, b).numpy()  # eagerly, by the kernel
    assert np.array_equal(compiled(tf.linalg.triangular_solve, a, b).numpy(), expected, equal_nan=True)


@pytest.mark.parametrize("dtype", list(ROUNDING))
@pytest.mark.parametrize("adjoint", [False, True])
def test_solve_and_inverse(dtype: str, adjoint: bool) -> None:
    for size in SIZES:
        a = matrices(dtype, 2, size)[:, ::-1]  # whose pivots are not on the diagonal
        b = np.random.default_rng(size).standard_normal((2, size, 3)).astype(dtype)
        turned = np.swapaxes(a, -1, -2) if adjoint else a
        assert_product(turned, compiled(lambda a, b: tf.linalg.solve(a, b, adjoint), a, b).numpy(), b)
        inverse = compiled(lambda a: tf.linalg.inv(a, adjoint), a).numpy()
        assert_product(turned, inverse, np.broadcast_to(np.eye(size, dtype=dtype), a.shape))


@pytest.mark.parametrize(
    ("f", "message"),
    [
        (tf.linalg.inv, "Input is not invertible"),
        (lambda a: tf.linalg.solve(a, tf.ones([3, 3, 1])), "Input matrix is not invertible"),
    ],
)
def test_singular_matrices_are_refused(f: Any, message: str) -> None:
    function = tf.function(f, jit_compile=True)
    a = matrices("float32", 3, 3)
    assert np.isfinite(function(a).numpy()).all()
    a[1] = [[1, 2, 3], [2, 4, 6], [0, 0, 1]]
    with pytest.raises(tf.errors.InvalidArgumentError, match=message) as caught:
        function(a)
    assert __file__ in str(caught.value)
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        function(np.zeros((3, 3, 3), np.float32))
    assert np.isfinite(function(matrices("float32", 3, 3)).numpy()).all()


def test_nan_spreads_through_inverses_and_solutions() -> None:
    a = np.eye(3, dtype=np.float32)
    a[2, 1] = np.nan
    assert np.isnan(compiled(tf.linalg.inv, a).numpy()[2]).all()
    x = compiled(lambda a: tf.linalg.solve(a, tf.ones([3, 1])), a).numpy()
    assert np.isnan(x[2]).all()


def test_nothing_to_solve() -> None:
    for shape in ((0, 3, 3), (2, 0, 0)):
        assert compiled(tf.linalg.inv, np.zeros(shape, np.float32)).shape == shape
    singular = np.zeros((3, 3), np.float32)
    assert compiled(lambda a, b: tf.linalg.solve(a, b), singular, np.zeros((3, 0), np.float32)).shape == (3, 0)


def test_many_matrices_have_the_same_bits_for_any_number_of_threads() -> None:
    a = definite("float32", 500, 24)
    function = tf.function(lambda a: (tf.linalg.cholesky(a), tf.linalg.inv(a), tf.sort(tf.reshape(a, [500, -1]))))
    try:
        tf.config.threading.set_intra_op_parallelism_threads(1)
        alone = [x.numpy().tobytes() for x in function(a)]
        tf.config.threading.set_intra_op_parallelism_threads(2)
        assert [x.numpy().tobytes() for x in function(a)] == alone
    finally:
        tf.config.threading.set_intra_op_parallelism_threads(0)
    assert [x.numpy().tobytes() for x in tf.function(tf.linalg.cholesky)(a[7:8])] == [
        x.numpy().tobytes() for x in function(a)[0][7:8]
    ]


def test_gradients_of_a_log_likelihood_agree_with_the_kernels() -> None:
    """A Gaussian process: the factor, solutions and their gradients in one program."""
    x = np.linspace(-1, 1, 20)[:, None]
    y = np.sin(3 * x)

    def loss_and_gradient(scale: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(scale)
            covariance = tf.exp(-((x - x.T) ** 2) / scale) + 0.1 * np.eye(20)
            factor = tf.linalg.cholesky(covariance)
            half = tf.linalg.triangular_solve(factor, y)
            loss = tf.reduce_sum(half**2) + 2 * tf.reduce_sum(tf.math.log(tf.linalg.diag_part(factor)))
        return loss, tape.gradient(loss, scale)

    scale = tf.constant(0.3, tf.float64)
    for one, other in zip(compiled(loss_and_gradient, scale), loss_and_gradient(scale), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10)
