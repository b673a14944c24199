"""Datasets whose elements hold sparse and ragged tensors, and None."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf

SPARSE = tf.sparse.from_dense(np.array([[1.0, 0, 2], [0, 0, 0], [0, 3, 0]]))
RAGGED = tf.ragged.constant([[1, 2], [3], [], [4, 5, 6]])
DEEP = tf.ragged.constant([[[1, 2], []], [[3]], [], [[4], [5, 6]]])
DATASET = tf.data.Dataset


def plain(value: Any) -> Any:
    if isinstance(value, tf.SparseTensor):
        return tf.sparse.to_dense(value).numpy().tolist()
    if isinstance(value, (tuple, dict)):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        made = {k: plain(v) for k, v in items}
        return made if isinstance(value, dict) else tuple(made.values())
    return value.to_list() if isinstance(value, tf.RaggedTensor) else None if value is None else value.numpy().tolist()


def sparse_rows() -> Iterator[Any]:
    for i in range(3):
        yield tf.sparse.from_dense(np.eye(3)[i]), i


def ragged_rows() -> Iterator[Any]:
    for i in range(3):
        yield tf.ragged.constant([list(range(i)), [1]])


ELEMENTS: dict[str, tuple[Callable[[], Any], str, list[Any]]] = {
    "a sparse tensor": (
        lambda: DATASET.from_tensors(SPARSE),
        "SparseTensorSpec(TensorShape([3, 3]), tf.float64)",
        [[[1, 0, 2], [0, 0, 0], [0, 3, 0]]],
    ),
    "sparse rows": (
        lambda: DATASET.from_tensor_slices(SPARSE),
        "SparseTensorSpec(TensorShape([3]), tf.float64)",
        [[1, 0, 2], [0, 0, 0], [0, 3, 0]],
    ),
    "batches of sparse rows": (
        lambda: DATASET.from_tensor_slices(SPARSE).batch(2),
        "SparseTensorSpec(TensorShape([None, 3]), tf.float64)",
        [[[1, 0, 2], [0, 0, 0]], [[0, 3, 0]]],
    ),
    "ragged batches of vectors": (
        lambda: DATASET.range(4).map(lambda x: (x, tf.fill([x], x))).ragged_batch(3),
        "(TensorSpec(shape=(None,), dtype=tf.int64, name=None), "
        "RaggedTensorSpec(TensorShape([None, None]), tf.int64, 1, tf.int64))",
        [([0, 1, 2], [[], [1], [2, 2]]), ([3], [[3, 3, 3]])],
    ),
    "ragged batches of matrices": (
        lambda: DATASET.range(3).map(lambda x: tf.fill([2, x], x)).ragged_batch(4, row_splits_dtype=tf.int32),
        "RaggedTensorSpec(TensorShape([None, 2, None]), tf.int64, 2, tf.int32)",
        [[[[], []], [[1], [1]], [[2, 2], [2, 2]]]],
    ),
    "sparse batches of numbers": (
        lambda: DATASET.range(1, 4).sparse_batch(2, []),
        "SparseTensorSpec(TensorShape([None]), tf.int64)",
        [[1, 2], [3]],
    ),
    "sparse batches of vectors": (
        lambda: DATASET.range(1, 4).map(lambda x: tf.fill([x], x)).sparse_batch(2, [4]),
        "SparseTensorSpec(TensorShape([None, 4]), tf.int64)",
        [[[1, 0, 0, 0], [2, 2, 0, 0]], [[3, 3, 3, 0]]],
    ),
    "sparse batches of any length": (
        lambda: DATASET.range(1, 4).map(lambda x: tf.fill([x], x)).sparse_batch(2, [None]),
        "SparseTensorSpec(TensorShape([None, None]), tf.int64)",
        [[[1, 0], [2, 2]], [[3, 3, 3]]],
    ),
    "rebatched sparse rows": (
        lambda: DATASET.from_tensor_slices(SPARSE).batch(2).rebatch(3),
        "SparseTensorSpec(TensorShape([None, 3]), tf.float64)",
        [[[1, 0, 2], [0, 0, 0], [0, 3, 0]]],
    ),
    "rebatched ragged rows": (
        lambda: DATASET.from_tensor_slices(RAGGED).batch(2).rebatch(3),
        "RaggedTensorSpec(TensorShape([None, None]), tf.int32, 1, tf.int64)",
        [[[1, 2], [3], []], [[4, 5, 6]]],
    ),
    "sparse rows, in batches, unbatched": (
        lambda: DATASET.from_tensor_slices(SPARSE).batch(2).unbatch(),
        "SparseTensorSpec(TensorShape([3]), tf.float64)",
        [[1, 0, 2], [0, 0, 0], [0, 3, 0]],
    ),
    "a function of sparse tensors": (
        lambda: DATASET.from_tensor_slices(SPARSE).batch(3).map(lambda x: x * 2),
        "SparseTensorSpec(TensorShape([None, 3]), tf.float64)",
        [[[2, 0, 4], [0, 0, 0], [0, 6, 0]]],
    ),
    "ragged rows": (
        lambda: DATASET.from_tensor_slices(RAGGED),
        "RaggedTensorSpec(TensorShape([None]), tf.int32, 0, tf.int64)",
        [[1, 2], [3], [], [4, 5, 6]],
    ),
    "batches of ragged rows": (
        lambda: DATASET.from_tensor_slices(RAGGED).batch(3),
        "RaggedTensorSpec(TensorShape([None, None]), tf.int32, 1, tf.int64)",
        [[[1, 2], [3], []], [[4, 5, 6]]],
    ),
    "batches of batches": (
        lambda: DATASET.from_tensor_slices(RAGGED).batch(2, drop_remainder=True).batch(2),
        "RaggedTensorSpec(TensorShape([None, 2, None]), tf.int32, 2, tf.int64)",
        [[[[1, 2], [3]], [[], [4, 5, 6]]]],
    ),
    "rows within rows": (
        lambda: DATASET.from_tensor_slices(DEEP).skip(1).batch(3),
        "RaggedTensorSpec(TensorShape([None, None, None]), tf.int32, 2, tf.int64)",
        [[[[3]], [], [[4], [5, 6]]]],
    ),
    "a ragged tensor, unbatched": (
        lambda: DATASET.from_tensors(RAGGED).unbatch(),
        "RaggedTensorSpec(TensorShape([None]), tf.int32, 0, tf.int64)",
        [[1, 2], [3], [], [4, 5, 6]],
    ),
    "a function of ragged tensors": (
        lambda: DATASET.from_tensor_slices(RAGGED).batch(4).map(lambda x: tf.reduce_sum(x, 1)),
        "TensorSpec(shape=(None,), dtype=tf.int32, name=None)",
        [[3, 3, 0, 15]],
    ),
    "several side by side, repeated ahead": (
        lambda: (
            DATASET.zip(DATASET.from_tensor_slices(RAGGED).take(1), DATASET.from_tensor_slices(SPARSE))
            .repeat(2)
            .prefetch(2)
        ),
        "(RaggedTensorSpec(TensorShape([None]), tf.int32, 0, tf.int64), "
        "SparseTensorSpec(TensorShape([3]), tf.float64))",
        [([1, 2], [1, 0, 2])] * 2,
    ),
    "a generator of sparse tensors": (
        lambda: DATASET.from_generator(
            sparse_rows, output_signature=(tf.SparseTensorSpec([3], tf.float64), tf.TensorSpec([], tf.int32))
        ).batch(2),
        "(SparseTensorSpec(TensorShape([None, 3]), tf.float64), TensorSpec(shape=(None,), dtype=tf.int32, name=None))",
        [([[1, 0, 0], [0, 1, 0]], [0, 1]), ([[0, 0, 1]], [2])],
    ),
    "a generator of ragged tensors": (
        lambda: DATASET.from_generator(ragged_rows, output_signature=tf.RaggedTensorSpec([2, None], tf.int32)).batch(2),
        "RaggedTensorSpec(TensorShape([None, 2, None]), tf.int32, 2, tf.int64)",
        [[[[], [1]], [[0], [1]]], [[[0, 1], [1]]]],
    ),
    "None": (
        lambda: DATASET.from_tensor_slices(([1, 2], None)).batch(2),
        "(TensorSpec(shape=(None,), dtype=tf.int32, name=None), NoneTensorSpec())",
        [([1, 2], None)],
    ),
    "a function that returns None": (
        lambda: DATASET.range(2).map(lambda x: {"x": x, "y": None}).map(lambda e: (e["x"], e["y"] is None)),
        "(TensorSpec(shape=(), dtype=tf.int64, name=None), TensorSpec(shape=(), dtype=tf.bool, name=None))",
        [(0, True), (1, True)],
    ),
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_elements(name: str) -> None:
    make, spec, elements = ELEMENTS[name]
    dataset = make()
    assert repr(dataset.element_spec) == spec
    assert [plain(element) for element in dataset] == elements


@tf.function
def total(dataset: Any) -> Any:
    made = tf.constant(0.0, tf.float64)
    for sparse, ragged in dataset:
        made += tf.sparse.reduce_sum(sparse) + tf.cast(tf.reduce_sum(ragged), tf.float64)
    return made


def test_a_loop_in_a_function() -> None:
    both = DATASET.zip(DATASET.from_tensor_slices(SPARSE), DATASET.from_tensor_slices(RAGGED)).batch(2)
    assert float(total(both)) == 12.0


ERRORS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "padding": (lambda: DATASET.from_tensor_slices(RAGGED).padded_batch(2), TypeError, "only supported for datasets"),
    "rows of a scalar": (
        lambda: DATASET.from_tensor_slices(tf.SparseTensor(np.zeros([1, 0], np.int64), [1], [])),
        ValueError,
        "without dimensions",
    ),
    "rows that differ in number": (
        lambda: list(DATASET.from_tensor_slices((RAGGED, [1, 2, 3]))),
        tf.errors.InvalidArgumentError,
        "different numbers of rows",
    ),
    "what a generator must not yield": (
        lambda: list(DATASET.from_generator(ragged_rows, output_signature=tf.RaggedTensorSpec([3, None], tf.int32))),
        tf.errors.InvalidArgumentError,
        "not compatible with RaggedTensorSpec",
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str) -> None:
    run, kind, text = ERRORS[name]
    with pytest.raises(kind, match=text):
        run()
