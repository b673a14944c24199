"""Decompositions, segments and their gradients, where single differences cannot show them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

M = np.array([[2.0, -1.0, 0.5], [0.3, 1.5, -0.7], [-0.4, 0.6, 3.0]])
TALL = M[:, :2]
POSITIVE = M @ M.T + np.eye(3)
each = pytest.mark.parametrize


def slopes(function: Any, x: Any) -> tuple[Any, Any]:
    """The gradient of the sum of a function's weighed results, and its central differences."""

    def weighed(value: Any) -> Any:
        result = function(value)
        parts = result if isinstance(result, (list, tuple)) else [result]
        return tf.add_n([tf.reduce_sum(p * np.cos(np.arange(int(tf.size(p)))).reshape(p.shape)) for p in parts])

    tensor = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(tensor)
        total = weighed(tensor)
    found = np.zeros_like(x)
    for at in np.ndindex(*x.shape):
        step = np.zeros_like(x)
        step[at] = 1e-6
        found[at] = (float(weighed(tf.constant(x + step))) - float(weighed(tf.constant(x - step)))) / 2e-6
    return tf.convert_to_tensor(tape.gradient(total, tensor)).numpy(), found


def symmetric(function: Any) -> Any:
    return lambda x: function((x + tf.transpose(x)) / 2)


GRADIENTS = {
    "cholesky": (symmetric(tf.linalg.cholesky), POSITIVE),
    "eigvalsh": (symmetric(tf.linalg.eigvalsh), POSITIVE),
    "qr_full": (lambda x: tf.linalg.qr(x, full_matrices=True), M),
    "svd_full": (lambda x: tf.linalg.svd(x, full_matrices=True), M),
    "pinv": (tf.linalg.pinv, TALL),
    "logdet": (symmetric(tf.linalg.logdet), POSITIVE),
    "lstsq_tall": (lambda x: tf.linalg.lstsq(x, M[:, 2:], 0.1), TALL),
    "lstsq_wide": (lambda x: tf.linalg.lstsq(x, M[:2], 0.1), TALL.T.copy()),
    "lu_reconstruct": (lambda x: tf.linalg.lu_reconstruct(*tf.linalg.lu(x)), M),
    "prod_of_zeros": (
        lambda x: tf.math.unsorted_segment_prod(x, [0, 0, 0, 1, 1, -1], 2),
        np.array([0.0, 2.0, 3.0, 0.0, 0.0, 1.5]),
    ),
    "ctc": (
        lambda x: tf.nn.ctc_loss([[1, 1], [2, 0]], x, [2, 1], [4, 3], blank_index=0),
        np.sin(np.arange(24.0)).reshape(4, 2, 3),
    ),
    "inverse_stft": (
        lambda x: tf.signal.inverse_stft(tf.signal.stft(x, 4, 2), 4, 2),
        np.sin(np.arange(9.0)),
    ),
    "sparse_matmul": (
        lambda x: tf.sparse.sparse_dense_matmul(tf.SparseTensor([[0, 1], [1, 0], [1, 2]], x[:, 0], [2, 3]), x),
        M,
    ),
    "sparse_maximum": (
        lambda x: (
            tf.sparse.maximum(tf.SparseTensor([[0], [2]], x[:2], [4]), tf.SparseTensor([[1], [2]], x[1:], [4])).values
        ),
        np.array([-1.0, 2.0, 3.0]),
    ),
    "ragged_to_tensor": (
        lambda x: tf.RaggedTensor.from_row_lengths(x, [1, 0, 2]).to_tensor(),
        np.array([-1.0, 2.0, 3.0]),
    ),
}


@each("name", GRADIENTS)
def test_gradients(name: str) -> None:
    function, x = GRADIENTS[name]
    found, expected = slopes(function, x)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@each("full", [False, True])
@each("shape", [(3, 3), (4, 2), (2, 4), (2, 3, 3)])
def test_the_product_of_the_factors_is_the_matrix(shape: tuple[int, ...], full: bool) -> None:
    x = np.sin(np.arange(np.prod(shape)) ** 2 * 1.7).reshape(shape)
    q, r = tf.linalg.qr(x, full_matrices=full)
    np.testing.assert_allclose(q @ r, x, atol=1e-12)
    s, u, v = tf.linalg.svd(x, full_matrices=full)
    k = min(shape[-2:])
    np.testing.assert_allclose((u[..., :k] * s[..., None, :]) @ tf.linalg.adjoint(v[..., :k]), x, atol=1e-12)
    if shape[-1] == shape[-2]:
        lu, p = tf.linalg.lu(x)
        np.testing.assert_allclose(tf.linalg.lu_reconstruct(lu, p), x, atol=1e-12)
        np.testing.assert_allclose(tf.linalg.lu_solve(lu, p, x), np.broadcast_to(np.eye(3), shape), atol=1e-10)


def test_singular_values_of_non_finite_matrices() -> None:
    s, u, v = tf.linalg.svd([[np.nan, 1.0], [0.0, 1.0]])
    assert np.isnan(s).all() and np.isnan(u).all() and np.isnan(v).all()
    assert np.isnan(tf.linalg.cholesky(-np.eye(2))[0, 0])


def test_labels_without_a_path() -> None:
    loss = tf.nn.ctc_loss([[1, 1]], tf.zeros([2, 1, 3]), [2], [2])
    assert float(loss[0]) == pytest.approx(708.4, abs=0.1)


X = np.array([[0.0, 3.0, 0.0], [4.0, 0.0, -5.0]])
Y = np.array([[1.0, -3.0, 0.0], [0.0, 0.0, 2.0]])

SPARSE = {
    "add": (lambda x, y: tf.sparse.add(x, y), X + Y),
    "add_dense": (lambda x, y: tf.sparse.add(x, Y), X + Y),
    "maximum": (tf.sparse.maximum, np.maximum(X, Y)),
    "minimum": (tf.sparse.minimum, np.minimum(X, Y)),
    "transpose": (lambda x, y: tf.sparse.transpose(x), X.T),
    "reshape": (lambda x, y: tf.sparse.reshape(x, [3, -1]), X.reshape(3, 2)),
    "concat": (lambda x, y: tf.sparse.concat(1, [x, y]), np.concatenate([X, Y], 1)),
    "slice": (lambda x, y: tf.sparse.slice(x, [0, 1], [2, 5]), X[:, 1:]),
    "expand_dims": (lambda x, y: tf.sparse.expand_dims(x, 1), X[:, None]),
    "reduce_sum": (lambda x, y: tf.sparse.reduce_sum(x, 0, keepdims=True), X.sum(0, keepdims=True)),
    "reduce_sum_all": (lambda x, y: tf.sparse.reduce_sum(x, output_is_sparse=True), X.sum()),
    "matmul": (lambda x, y: tf.sparse.sparse_dense_matmul(x, Y, adjoint_b=True), X @ Y.T),
    "matmul_adjoint": (lambda x, y: tf.sparse.sparse_dense_matmul(x, Y, adjoint_a=True), X.T @ Y),
    "matmul_right": (lambda x, y: tf.sparse.sparse_dense_matmul(Y, x, adjoint_a=True), Y.T @ X),
    "scaled": (lambda x, y: x * Y / 2.0, X * Y / 2),
    "cast": (lambda x, y: tf.cast(x, tf.float32), X.astype("float32")),
    "map_values": (lambda x, y: tf.sparse.map_values(tf.square, x), X * X),
    "eye": (lambda x, y: tf.sparse.eye(2, 3, tf.float64), np.eye(2, 3)),
}


@each("traced", [False, True])
@each("name", SPARSE)
def test_sparse(name: str, traced: bool) -> None:
    function, expected = SPARSE[name]
    run = tf.function(function, autograph=False) if traced else function
    found = run(tf.sparse.from_dense(X), tf.sparse.from_dense(Y))
    dense = tf.sparse.to_dense(found) if isinstance(found, tf.SparseTensor) else found
    np.testing.assert_array_equal(dense, expected)


NESTED = [[[1], [2, 3]], [], [[4, 5, 6]]]

RAGGED = {
    "to_tensor": (
        lambda x: x.to_tensor().numpy().tolist(),
        [[[1, 0, 0], [2, 3, 0]], [[0] * 3] * 2, [[4, 5, 6], [0] * 3]],
    ),
    "row": (lambda x: x[0].to_list(), NESTED[0]),
    "last": (lambda x: x[-1].to_list(), NESTED[-1]),
    "rows": (lambda x: x[1:].to_list(), NESTED[1:]),
    "within": (lambda x: x[:, :1].to_list(), [[[1]], [], [[4, 5, 6]]]),
    "deep": (lambda x: x[:, :, 1:].to_list(), [[[], [3]], [], [[5, 6]]]),
    "from_end": (lambda x: x[:, :, -1:].to_list(), [[[1], [3]], [], [[6]]]),
    "merged": (lambda x: x.merge_dims(0, 1).to_list(), [[1], [2, 3], [4, 5, 6]]),
    "merged_inner": (lambda x: x.merge_dims(1, 2).to_list(), [[1, 2, 3], [], [4, 5, 6]]),
    "lengths": (lambda x: x.row_lengths().numpy().tolist(), [2, 0, 1]),
    "rowids": (lambda x: x.value_rowids().numpy().tolist(), [0, 0, 2]),
    "bounds": (lambda x: x.bounding_shape().numpy().tolist(), [3, 2, 3]),
    "sum": (lambda x: (x + x).to_list(), [[[2], [4, 6]], [], [[8, 10, 12]]]),
    "cast": (lambda x: tf.cast(x, tf.float32).dtype, tf.float32),
    "traced": (
        lambda x: tf.function(lambda v: v * 2, autograph=False)(x).to_list(),
        [[[2], [4, 6]], [], [[8, 10, 12]]],
    ),
    "sparse": (lambda x: tf.sparse.to_dense(x.to_sparse()).shape.as_list(), [3, 2, 3]),
    "nest": (lambda x: len(tf.nest.flatten(x, expand_composites=True)), 3),
}


@each("name", RAGGED)
def test_ragged(name: str) -> None:
    function, expected = RAGGED[name]
    assert function(tf.ragged.constant(NESTED)) == expected


def test_a_ragged_tensor_is_not_converted_implicitly() -> None:
    with pytest.raises(ValueError, match="RaggedTensor"):
        tf.convert_to_tensor(tf.ragged.constant([[1], [2, 3]]))
    with pytest.raises(ValueError, match="private"):
        tf.RaggedTensor([1], [0, 1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="must end with the number of values"):
        tf.RaggedTensor.from_row_splits([1, 2], [0, 3])


@pytest.mark.parametrize("batch", [(), (2,), (2, 3)])
def test_products_of_sparse_matrices(batch: tuple[int, ...]) -> None:
    from graphwright.ops.sparse.matmul import sparse_sparse_matmul

    rng = np.random.default_rng(3)
    a, b = (rng.normal(size=(*batch, *s)) * (rng.random((*batch, *s)) < 0.4) for s in ((4, 5), (5, 3)))
    inputs = tf.sparse.from_dense(a), tf.sparse.from_dense(b)
    for run in (sparse_sparse_matmul, tf.function(sparse_sparse_matmul, autograph=False)):
        result = run(*inputs)
        assert result.shape == (*batch, 4, 3)
        np.testing.assert_allclose(tf.sparse.to_dense(result), a @ b, rtol=1e-12, atol=1e-15)


def test_a_product_of_small_integers_has_the_requested_dtype() -> None:
    a, b = tf.constant([[100, 100]], tf.int8), tf.constant([[100], [100]], tf.int8)
    assert tf.matmul(a, b, output_type=tf.int32).numpy().tolist() == [[20000]]
    assert tf.matmul(a, b, transpose_a=True, transpose_b=True, output_type=tf.int32).shape == (2, 2)
