"""What datasets refuse, and what they say of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.data.pipeline.base import stacked

D = tf.data.Dataset
each = pytest.mark.parametrize


ERRORS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "range without a limit": (lambda: D.range(), ValueError, "should be between 1 and 3 but was 0"),
    "range of no step": (lambda: D.range(1, 2, 0), tf.errors.InvalidArgumentError, "step must be a non-zero"),
    "slices of a scalar": (lambda: D.from_tensor_slices(3), ValueError, "only supported for rank >= 1"),
    "slices that differ": (
        lambda: D.from_tensor_slices(([1, 2], [1, 2, 3])),
        ValueError,
        "Dimensions 2 and 3 are not compatible",
    ),
    "slices of nothing": (lambda: D.from_tensor_slices(()), ValueError, "should not be empty"),
    "the constructor": (lambda: D(), TypeError, "from_tensor_slices"),
    "a generator that is none": (lambda: D.from_generator([1], tf.int32), TypeError, "must be a Python callable"),
    "a generator of what": (lambda: D.from_generator(lambda: [1]), TypeError, "output_signature"),
    "a generator told twice": (
        lambda: D.from_generator(lambda: [1], tf.int32, output_signature=tf.TensorSpec([])),
        TypeError,
        "together",
    ),
    "a wrong type": (
        lambda: list(D.from_generator(lambda: ["a"], tf.int32)),
        tf.errors.InvalidArgumentError,
        "The expected type was int32, but the yielded element was a",
    ),
    "a wrong shape": (
        lambda: list(D.from_generator(lambda: [[1]], output_signature=tf.TensorSpec([2], tf.int32))),
        tf.errors.InvalidArgumentError,
        r"an element of shape \(1,\) where an element of shape \(2,\) was expected",
    ),
    "a wrong structure": (
        lambda: list(D.from_generator(lambda: [(1, 2, 3)], (tf.int32, tf.int64))),
        tf.errors.InvalidArgumentError,
        "did not match the expected structure",
    ),
    "zip of nothing": (lambda: D.zip(), TypeError, "at least one dataset"),
    "zip of a list": (lambda: D.zip([D.range(2)]), TypeError, "Python `list` is not supported"),
    "zip of a number": (lambda: D.zip(D.range(2), 3), TypeError, "encountered object of type <class 'int'>"),
    "map of what is no function": (lambda: D.range(2).map(3), ValueError, "must be a callable"),
    "map to nothing": (lambda: D.range(2).map(lambda x: None), TypeError, "Unsupported return value"),
    "map to an object": (lambda: D.range(2).map(lambda x: object()), TypeError, "Unsupported return value"),
    "map with another signature": (lambda: D.range(2).map(lambda x, y: x), TypeError, "missing 1 required"),
    "filter by a number": (lambda: D.range(2).filter(lambda x: x), ValueError, "must return a `tf.bool` scalar"),
    "flat_map to a tensor": (lambda: D.range(2).flat_map(lambda x: x), TypeError, "must return a `Dataset`"),
    "batch of 0": (lambda: D.range(5).batch(0), tf.errors.InvalidArgumentError, "must be greater than zero"),
    "batch of datasets": (lambda: D.range(5).window(2).batch(2), TypeError, "cannot be batched"),
    "batch of other shapes": (
        lambda: list(D.range(1, 3).map(lambda x: tf.fill([x], x)).batch(2)),
        tf.errors.InvalidArgumentError,
        "Cannot add tensor to the batch",
    ),
    "padding that is too small": (
        lambda: list(D.range(1, 4).map(lambda x: tf.fill([x], x)).padded_batch(3, padded_shapes=[2])),
        tf.errors.DataLossError,
        "Attempted to pad to a smaller size than the input element",
    ),
    "padding of unknown rank": (
        lambda: D.from_generator(lambda: [1], tf.int32).padded_batch(2),
        ValueError,
        "padded_shapes",
    ),
    "rebatch of scalars": (lambda: D.range(3).rebatch(2), ValueError, "found a dataset with scalar elements"),
    "rebatch to a matrix of sizes": (lambda: D.range(4).batch(2).rebatch([[1]]), ValueError, "a scalar or a vector"),
    "rebatch of rows of other shapes": (
        lambda: list(D.range(1, 4).map(lambda x: tf.fill([x, x], x)).rebatch(4)),
        tf.errors.FailedPreconditionError,
        "must have the same shape",
    ),
    "rebatch of other numbers of rows": (
        lambda: list(D.range(1, 4).map(lambda x: (tf.fill([x], x), tf.fill([4 - x], x))).rebatch(4)),
        tf.errors.FailedPreconditionError,
        "the same number of rows",
    ),
    "groups without a window size": (
        lambda: D.range(4).group_by_window(lambda x: x, lambda key, window: window),
        ValueError,
        "Either the `window_size` argument or the `window_size_func` argument must be specified.",
    ),
    "groups of no elements": (
        lambda: list(D.range(4).group_by_window(lambda x: x, lambda key, window: window, 0)),
        tf.errors.InvalidArgumentError,
        "Window size must be greater than zero, but got 0.",
    ),
    "groups by a vector": (
        lambda: D.range(4).group_by_window(lambda x: [x], lambda key, window: window, 2),
        ValueError,
        "`key_func` must return a single `tf.int64` scalar tensor",
    ),
    "groups that become numbers": (
        lambda: D.range(4).group_by_window(lambda x: x, lambda key, window: key, 2),
        TypeError,
        "`reduce_func` must return a single `tf.data.Dataset` object",
    ),
    "buckets without sizes": (
        lambda: D.range(4).map(tf.range).bucket_by_sequence_length(lambda x: tf.shape(x)[0], [2], [2]),
        ValueError,
        "`bucket_batch_sizes` must have a length of",
    ),
    "buckets of longer elements": (
        lambda: list(
            D.range(4)
            .map(tf.range)
            .bucket_by_sequence_length(lambda x: tf.shape(x)[0], [2], [2, 2], pad_to_bucket_boundary=True)
        ),
        tf.errors.InvalidArgumentError,
        "elements must have length < max",
    ),
    "sparse batch of pairs": (
        lambda: D.range(4).map(lambda x: (x, x)).sparse_batch(2, []),
        TypeError,
        "requires an input dataset whose elements have a single component",
    ),
    "sparse batch of larger elements": (
        lambda: list(D.range(4).map(lambda x: tf.fill([x], x)).sparse_batch(2, [1])),
        tf.errors.DataLossError,
        "Attempted to pad to a smaller size",
    ),
    "sparse batch of another rank": (
        lambda: list(D.range(4).sparse_batch(2, [1])),
        tf.errors.InvalidArgumentError,
        "rank",
    ),
    "padding of another type": (
        lambda: D.from_tensors([1]).padded_batch(2, padding_values=tf.constant(1.0)),
        TypeError,
        "float32",
    ),
    "unbatch of a scalar": (lambda: D.range(3).unbatch(), ValueError, "scalar components"),
    "shard beyond": (lambda: D.range(3).shard(3, 3), tf.errors.InvalidArgumentError, "currently index = 3"),
    "concatenate of other types": (
        lambda: D.range(2).concatenate(D.from_tensors(1.0)),
        TypeError,
        "Incompatible dataset elements",
    ),
    "shuffle without room": (
        lambda: D.range(3).shuffle(0),
        tf.errors.InvalidArgumentError,
        "buffer_size must be greater than zero",
    ),
    "scan without a pair": (lambda: D.range(3).scan(0, lambda s, x: s), TypeError, "must return a pair"),
    "scan to another type": (lambda: D.range(3).scan(0, lambda s, x: (1.0, x)), TypeError, "Expected tf.int32 but got"),
    "reduce to another type": (
        lambda: D.range(5).reduce(0, lambda s, x: tf.cast(s, tf.float32)),
        TypeError,
        "must match the initial state",
    ),
    "reduce to another structure": (lambda: D.range(5).reduce(0, lambda s, x: (s, s)), TypeError, "structure"),
    "length without end": (lambda: len(D.range(3).repeat()), TypeError, "The dataset is infinite"),
    "length not known": (lambda: len(D.range(3).filter(lambda x: x > 1)), TypeError, "length is unknown"),
    "apply to a number": (lambda: D.range(3).apply(lambda d: 3), TypeError, "must return a `tf.data.Dataset`"),
    "no element": (lambda: D.range(0).get_single_element(), tf.errors.InvalidArgumentError, "Dataset was empty"),
    "two elements": (lambda: D.range(2).get_single_element(), tf.errors.InvalidArgumentError, "more than one element"),
    "an unknown option": (lambda: setattr(tf.data.Options(), "xx", 1), AttributeError, "Cannot set the property xx"),
    "arrays of windows": (lambda: D.range(3).window(2).as_numpy_iterator(), TypeError, "not supported for datasets"),
    "a negative weight": (lambda: D.sample_from_datasets([D.range(1)], [-1.0]), ValueError, "weights"),
    "a count that is wrong": (
        lambda: list(D.range(3).apply(tf.data.experimental.assert_cardinality(2))),
        tf.errors.FailedPreconditionError,
        "expected to contain 2 elements but contained more",
    ),
    "unique pairs": (lambda: D.zip(D.range(2), D.range(2)).unique(), TypeError, "one tensor"),
    "an empty optional": (
        lambda: tf.experimental.Optional.empty(tf.TensorSpec([])).get_value(),
        tf.errors.InvalidArgumentError,
        "does not have a value",
    ),
}


@each("name", ERRORS)
def test_what_is_refused(name: str) -> None:
    make, error, message = ERRORS[name]
    with pytest.raises(error, match=message):
        make()


def test_an_error_in_a_map_names_the_line() -> None:
    def inverse(x: Any) -> Any:
        return tf.debugging.check_numerics(1.0 / tf.cast(x, tf.float32), "inverse")

    for dataset in (D.range(2).map(inverse), D.range(2).map(inverse, 2).prefetch(1)):
        with pytest.raises(
            tf.errors.InvalidArgumentError, match=r"(?s)inverse : Tensor had Inf.*in inverse\n.*1\.0 / tf"
        ):
            list(dataset)


def test_an_error_of_a_generator_is_told() -> None:
    def broken() -> Any:
        yield 1
        raise RuntimeError("no more")

    iterator = iter(D.from_generator(broken, tf.int32))
    assert int(next(iterator)) == 1
    with pytest.raises(tf.errors.UnknownError, match=r"(?s)RuntimeError: no more.*in broken"):
        next(iterator)


def test_the_end_of_an_iterator() -> None:
    iterator = iter(D.range(1))
    assert int(iterator.get_next()) == 0
    with pytest.raises(tf.errors.OutOfRangeError, match="End of sequence"):
        iterator.get_next()
    with pytest.raises(StopIteration):
        next(iterator)
    assert not iterator.get_next_as_optional().has_value()


@pytest.mark.parametrize(
    "shapes", [[(), (1,)], [(1,), ()], [(2,), (1,)], [(2, 1), (2,)], [(0,), (1, 0)], [(3,), (3,), (2,)]]
)
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int64", "bool"])
def test_no_shapes_but_equal_ones_are_stacked(shapes: list[tuple[int, ...]], dtype: str) -> None:
    column = [np.ones(shape, tf.as_dtype(dtype).as_numpy_dtype) for shape in shapes]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot add tensor to the batch"):
        stacked(column)
    equal = stacked([column[0]] * 3)
    assert equal.shape == (3, *shapes[0]) and equal.dtype == column[0].dtype and equal.flags.c_contiguous


@pytest.mark.parametrize(
    ("elements", "function", "said"),
    [
        ({"a": [1], "b": [2]}, lambda a, b: a, "calls the function with one argument, a dict with the keys 'a', 'b'"),
        (([1], [2]), lambda x: x, "calls the function with 2 arguments, one for each component of an element"),
        ([1], lambda x, y: x, "calls the function with one argument, an element: TensorSpec(shape=(), dtype=tf.int32"),
    ],
)
def test_a_function_of_other_arguments_is_told_what_it_gets(elements: Any, function: Any, said: str) -> None:
    with pytest.raises(TypeError) as refused:
        tf.data.Dataset.from_tensor_slices(elements).map(function)
    assert f"Dataset.map() {said}" in str(refused.value)
