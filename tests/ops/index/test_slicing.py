"""Indexing of tensors against NumPy's, over generated indices: values, traced shapes, gradients, native views."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.base.shape import Symbol
from graphwright.core.context import as_default_graph
from graphwright.core.tracing import TracingGraph
from graphwright.ir.types import tensor_type
from tests.support.rules_by_hand import follow

SHAPES = [(7,), (1,), (0,), (4, 5), (3, 0), (2, 3, 4), (2, 1, 3, 2)]
CASES = 350


def some_slice(rng: random.Random, size: int) -> slice:
    """A slice with any mixture of ends, inside and outside, and steps."""

    def end() -> int | None:
        return rng.choice([None, None, rng.randint(-size - 2, size + 2)])

    return slice(end(), end(), rng.choice([None, None, 1, 2, 3, -1, -2]))


def some_index(rng: random.Random, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """An index with at most one ellipsis for some or all of the axes."""
    dots = rng.choice([None, rng.randint(0, len(shape))])
    count = rng.randint(0, len(shape))
    result: list[Any] = []
    axis = 0
    for k in range(count + 1):
        if dots == k:
            result.append(Ellipsis)
            axis = len(shape) - (count - k)
        while rng.random() < 0.15:
            result.append(None)
        if k < count:
            size = shape[axis]
            alone = size and rng.random() < 0.4
            result.append(rng.randint(-size, size - 1) if alone else some_slice(rng, size))
            axis += 1
    return tuple(result)


def generated() -> list[tuple[tuple[int, ...], tuple[Any, ...]]]:
    rng = random.Random(7)
    return [(shape, some_index(rng, shape)) for shape in (rng.choice(SHAPES) for _ in range(CASES))]


def source(shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    return np.arange(np.prod(shape), dtype=np.float64).reshape(shape) + 1


ALL = generated()


@pytest.mark.parametrize("part", range(10))
def test_values(part: int) -> None:
    for shape, index in ALL[part::10]:
        array = source(shape)
        found = tf.constant(array)[index]
        np.testing.assert_array_equal(found.numpy(), array[index], strict=True, err_msg=f"{shape} {index}")
        assert found.shape == array[index].shape


@pytest.mark.parametrize("part", range(10))
def test_tensors_as_indices(part: int) -> None:
    rng = random.Random(part)
    for shape, index in ALL[part::10]:
        array = source(shape)
        key = tuple(as_tensors(rng, k) for k in index)
        np.testing.assert_array_equal(tf.constant(array)[key].numpy(), array[index], err_msg=f"{shape} {index}")


def as_tensors(rng: random.Random, k: Any) -> Any:
    """Some of the numbers of an index entry as tensors or NumPy integers."""
    if isinstance(k, slice):
        return slice(*(as_tensors(rng, v) for v in (k.start, k.stop, k.step)))
    if not isinstance(k, int):
        return k
    return rng.choice([k, tf.constant(k), np.int64(k), np.array(k)])


@pytest.mark.parametrize("part", range(10))
def test_gradients(part: int) -> None:
    for shape, index in ALL[part::10]:
        x = tf.constant(source(shape))
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x[index]
            weights = tf.constant(source(tuple(y.shape)))
            loss = y * weights
        expected = np.zeros(shape)
        expected[index] = weights.numpy()
        np.testing.assert_array_equal(tape.gradient(loss, x).numpy(), expected, err_msg=f"{shape} {index}")


@pytest.mark.parametrize("symbolic", [False, True], ids=["sizes known", "sizes unknown"])
@pytest.mark.parametrize("values", [False, True], ids=["constant index", "index from tensors"])
def test_traced_shapes_and_native_views(symbolic: bool, values: bool) -> None:
    rng = random.Random(3)
    for shape, index in ALL:
        array = source(shape)
        graph = TracingGraph("f")
        fed: dict[int, Any] = {}
        with as_default_graph(graph):
            dims = tuple(Symbol() for _ in shape) if symbolic else shape
            x = graph.placeholder(tensor_type(tf.float64, dims), "x")
            key = tuple(as_inputs(rng, graph, fed, k) for k in index) if values else index
            out = x[key]
        expected = array[index]
        assert out.shape.is_compatible_with(expected.shape)
        if not symbolic and not values:
            assert out.shape == expected.shape, f"{shape} {index}"
        inputs = [array, *(evaluated(v, fed) for v in out.op.inputs[1:])]
        kernel = out.op.record.bound_kernel(out.op.attrs)
        np.testing.assert_array_equal(kernel(*inputs), expected, err_msg=f"{shape} {index}")
        seen = follow(out.op, inputs, [expected.shape])
        if seen is None:
            assert values, f"a constant index is a view: {index}"
        else:
            np.testing.assert_array_equal(seen[0], expected, err_msg=f"{shape} {index}")


def as_inputs(rng: random.Random, graph: TracingGraph, fed: dict[int, Any], k: Any) -> Any:
    """Some of the numbers of an index entry as inputs of the graph; steps stay constants, as programs have them."""
    if isinstance(k, slice):
        start, stop = (as_inputs(rng, graph, fed, v) for v in (k.start, k.stop))
        return slice(start, stop, k.step)
    if not isinstance(k, int) or rng.random() < 0.3:
        return k
    result = graph.placeholder(tensor_type(tf.int32, ()), "i")
    fed[id(result)] = np.array(k, np.int32)
    return result


def evaluated(value: Any, fed: dict[int, Any]) -> Any:
    """The value of an index vector of a graph."""
    if id(value) in fed:
        return fed[id(value)]
    arrays = [evaluated(v, fed) for v in value.op.inputs]
    return value.op.record.bound_kernel(value.op.attrs)(*value.op.record.group(arrays, value.op.attrs))


def test_symbols_survive_slices_that_keep_an_axis() -> None:
    graph = TracingGraph("f")
    n = Symbol()
    with as_default_graph(graph):
        x = graph.placeholder(tensor_type(tf.float32, (n, 4)), "x")
        assert x[:, 1].type.dims == (n,)
        assert x[::-1].type.dims == (n, 4)
        assert x[..., tf.newaxis].type.dims == (n, 4, 1)
        assert x[: tf.shape(x)[0]].type.dims == (n, 4)
        assert x[:0].type.dims == (0, 4)
        assert x[0].type.dims == (4,)
        shortened = x[1:].type.dims
    assert shortened[1] == 4 and shortened[0] is not n


CUBE = np.arange(24).reshape(2, 3, 4)

REFUSED = [
    (5, errors.InvalidArgumentError, "slice index 5 of dimension 0 out of bounds"),
    ((0, -4), errors.InvalidArgumentError, "of dimension 1 out of bounds"),
    (slice(None, None, 0), errors.InvalidArgumentError, "strides[0] must be non-zero"),
    ((Ellipsis, Ellipsis), errors.InvalidArgumentError, "Multiple ellipses"),
    ((0, 0, 0, 0), errors.InvalidArgumentError, "Index out of range using input dim 3"),
    (1.5, TypeError, "Only integers, slices"),
    ("a", TypeError, "Only integers, slices"),
    (np.array([0, 1]), TypeError, "Only integers, slices"),
    (tf.constant([0, 1]), TypeError, "Only integers, slices"),
    (tf.constant(1.0), TypeError, "Only integers, slices"),
    (tf.constant(1, tf.uint8), TypeError, "Only integers, slices"),
    (slice(0, 1.5), TypeError, "Only integers, slices"),
    (True, ValueError, "mask cannot be scalar"),
    (np.array([True, False, True]), ValueError, "are incompatible"),
]


@pytest.mark.parametrize(("index", "error", "message"), REFUSED, ids=[repr(r[0]) for r in REFUSED])
@pytest.mark.parametrize("traced", [False, True], ids=["eager", "traced"])
def test_refused(index: Any, error: type[Exception], message: str, traced: bool) -> None:
    graph = TracingGraph("f") if traced else None
    with as_default_graph(graph), pytest.raises(error) as caught:
        tf.constant(CUBE)[index]
    assert message in str(caught.value)
    if error is errors.InvalidArgumentError:
        assert isinstance(caught.value, ValueError)  # what tracing raises


MASKS = [CUBE > 5, np.array([True, False]), CUBE[:, :, 0] > 7, np.zeros((2, 3), bool), np.ones((2, 3, 4), bool)]


@pytest.mark.parametrize("mask", MASKS, ids=[str(m.shape) for m in MASKS])
def test_boolean_masks(mask: Any) -> None:
    x = tf.constant(CUBE)
    for key in (mask, tf.constant(mask)):
        np.testing.assert_array_equal(x[key].numpy(), CUBE[mask], strict=True)
    graph = TracingGraph("f")
    with as_default_graph(graph):
        traced = graph.placeholder(tensor_type(tf.int64, (Symbol(), 3, 4)), "x")[mask]
    assert traced.shape.is_compatible_with(CUBE[mask].shape)


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2])
def test_boolean_mask_along_an_axis(axis: int) -> None:
    keep = np.arange(CUBE.shape[axis]) % 2 == 0
    found = tf.boolean_mask(CUBE, keep, axis=axis)
    np.testing.assert_array_equal(found.numpy(), CUBE.compress(keep, axis=axis))


def test_gradient_of_a_mask() -> None:
    x = tf.constant(CUBE.astype(np.float32))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x[CUBE % 3 == 0] * 2.0
    np.testing.assert_array_equal(tf.convert_to_tensor(tape.gradient(y, x)).numpy(), 2.0 * (CUBE % 3 == 0))


def test_lists_index_as_tuples_do() -> None:
    assert tf.constant(CUBE)[[0, 1]].numpy().tolist() == CUBE[0, 1].tolist()


def test_variables_and_iteration() -> None:
    v = tf.Variable(CUBE)
    np.testing.assert_array_equal(v[1, ..., 0].numpy(), CUBE[1, ..., 0])
    before = v[0]
    v.assign(v * 0)
    np.testing.assert_array_equal(before.numpy(), CUBE[0])
    assert [int(t[0, 0]) for t in tf.constant(CUBE)] == [0, 12]


def test_strings_and_scalars_stay_tensors() -> None:
    words = tf.constant([["a", "b"], ["c", "d"]])
    assert words[1, 0].numpy() == b"c"
    assert words[1, 0].dtype is tf.string and words[1, 0].shape == ()
    assert tf.constant(3)[tf.newaxis].shape == (1,)
    assert tf.constant(3)[...].shape == ()
    with pytest.raises(errors.InvalidArgumentError):
        tf.constant(3)[0]


@pytest.mark.parametrize("mask", ["shrink_axis_mask", "new_axis_mask"])
def test_masks_in_order_of_precedence(mask: str) -> None:
    """An ellipsis goes before a new axis, which goes before a single index, which goes before open ends."""
    x = tf.constant(CUBE)
    assert tf.strided_slice(x, [1], [2], [1], ellipsis_mask=1, **{mask: 1}).shape == (2, 3, 4)
    assert tf.strided_slice(x, [1], [2], [1], begin_mask=1, shrink_axis_mask=1)[0, 0] == 12
    assert tf.strided_slice(x, [1], [2], [1], shrink_axis_mask=1, new_axis_mask=1).shape == (1, 2, 3, 4)


def test_strided_slice_without_strides() -> None:
    np.testing.assert_array_equal(tf.strided_slice(CUBE, [0, 1], [2, 3]).numpy(), CUBE[0:2, 1:3])


def test_boolean_mask_of_a_tensor_of_unknown_rank() -> None:
    traced = tf.function(
        lambda x: tf.boolean_mask(x, [[False], [True]]), input_signature=[tf.TensorSpec(None, tf.int32)]
    )
    assert traced([[3], [4]]).numpy().tolist() == [4]
    assert traced([[[1, 2]], [[3, 4]]]).numpy().tolist() == [[3, 4]]
