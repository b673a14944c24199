"""Tensor lists: immutability with sharing, and gradients."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.ops.state._list_value import CHUNK, TensorList

each = pytest.mark.parametrize


def scalar(v: int) -> Any:
    return np.array(v, np.int32)


def plain(values: TensorList) -> list[Any]:
    return [None if v is None else int(v) for v in values]


@each("seed", range(6))
def test_versions_are_independent(seed: int) -> None:
    """Random updates of random versions, against Python lists."""
    choose = random.Random(seed)
    versions: list[tuple[TensorList, list[Any]]] = [
        (TensorList.unset(tf.int32, (), n), [None] * n) for n in (0, 5, 127, 130, 260)
    ]
    for step in range(400):
        version, model = choose.choice(versions)
        model = list(model)
        kind = choose.choice(["push", "pop", "set", "resize", "many"])
        if kind == "push":
            version, model = version.pushed(scalar(step)), [*model, step]
        elif kind == "pop" and model:
            version, model = version.popped(), model[:-1]
        elif kind == "set" and model:
            at = choose.randrange(len(model))
            version, model[at] = version.with_item(at, scalar(step)), step
        elif kind == "resize":
            size = choose.choice([0, 1, 127, 128, 129, 256, 300, len(model) + 1])
            version, model = version.resized(size), (model + [None] * size)[:size]
        elif kind == "many" and model:
            at = choose.sample(range(len(model)), min(3, len(model)))
            version = version.with_items((i, scalar(step)) for i in at)
            model = [step if i in at else v for i, v in enumerate(model)]
        versions.append((version, model))
    for version, model in versions:
        assert len(version) == len(model) and plain(version) == model
        assert [None if version[i] is None else int(version[i]) for i in range(len(version))] == model


@each("sizes", [(3, 3), (3, 5), (0, 4), (128, 128), (300, 200), (130, 259)])
def test_sums(sizes: tuple[int, int]) -> None:
    def filled(n: int, every: int) -> TensorList:
        return TensorList.of(tf.int32, (), [scalar(i) if i % every == 0 else None for i in range(n)])

    a, b = filled(sizes[0], 2), filled(sizes[1], 3)

    def at(values: TensorList, i: int) -> Any:
        return values[i] if i < len(values) else None

    expected = []
    for i in range(max(sizes)):
        parts = [v for v in (at(a, i), at(b, i)) if v is not None]
        expected.append(int(sum(parts)) if parts else None)
    assert plain(np.add(a, b)) == expected == plain(b.added(a))
    zero = np.zeros_like(a)
    assert plain(zero) == [None] * sizes[0] and zero.element_shape == ()
    assert plain(zero.added(a)) == plain(a)


UPDATES: dict[str, Callable[[TensorList], TensorList]] = {
    "replaced": lambda x: x.with_item(700, scalar(1)),
    "pushed": lambda x: x.pushed(scalar(1)),
    "popped": lambda x: x.popped(),
}


@each("length", [10 * CHUNK, 10 * CHUNK + 1, 10 * CHUNK - 1], ids=["full", "one more", "one less"])
@each("update", UPDATES.values(), ids=UPDATES)
def test_updates_of_long_lists_copy_one_chunk(update: Callable[[TensorList], TensorList], length: int) -> None:
    before = TensorList.of(tf.int32, (), [scalar(i) for i in range(length)])
    after = update(before)
    shared = {id(chunk) for chunk in before._chunks}
    assert sum(id(chunk) not in shared for chunk in after._chunks) <= 1
    assert plain(before) == list(range(length))


def test_unset_elements_share_a_chunk() -> None:
    version = TensorList.unset(tf.int32, (), 200_000)
    assert len({id(chunk) for chunk in version._chunks}) <= 2
    for i in range(0, 200_000, 20_000):
        version = version.with_item(i, scalar(i)).pushed(scalar(i)).popped()
    assert len({id(chunk) for chunk in version._chunks}) <= 12
    assert int(version[40_000]) == 40_000 and version[40_001] is None and len(version) == 200_000


# the ops --------------------------------------------------------------------------------------------------------


def element(dtype: Any = tf.float32) -> dict[str, Any]:
    return {"element_dtype": dtype}


def reserve(n: int, shape: Any = -1) -> Any:
    return apply("TensorListReserve", (np.array(shape, np.int32), n), element())


def test_old_versions_are_unchanged() -> None:
    empty = apply("EmptyTensorList", (np.int32([]), -1), element())
    one = apply("TensorListPushBack", (empty, 1.0))
    two, other = apply("TensorListPushBack", (one, 2.0)), apply("TensorListPushBack", (one, 3.0))
    changed = apply("TensorListSetItem", (two, 0, 9.0))
    shapes = (np.int32([]),)
    stacked = [
        apply("TensorListStack", (v, *shapes), element()).numpy().tolist() for v in (empty, one, two, other, changed)
    ]
    assert stacked == [[], [1.0], [1.0, 2.0], [1.0, 3.0], [9.0, 2.0]]


def test_elements_do_not_alias_numpy_arrays() -> None:
    array = np.float32([1, 2])
    handle = apply("TensorListSetItem", (reserve(1), 0, tf.constant(array)))
    array[0] = 9
    item = apply("TensorListGetItem", (handle, 0, -1), element()).numpy()
    item[1] = 9
    assert apply("TensorListGetItem", (handle, 0, -1), element()).numpy().tolist() == [1.0, 2.0]


@each(
    "element_shape, expected",
    [([2], [2]), ([-1], [None]), ([2, -1], [2, None]), (-1, None)],
)
def test_static_shape_of_an_element(element_shape: Any, expected: Any) -> None:
    @tf.function
    def f() -> Any:
        shape = np.array(element_shape, np.int32)
        item = apply("TensorListGetItem", (reserve(3), 0, shape), element())
        stack = apply("TensorListStack", (reserve(3), shape), {**element(), "num_elements": 3})
        seen.append([s.shape.as_list() if s.shape.rank is not None else None for s in (item, stack)])
        return tf.constant(0)

    seen: list[Any] = []
    f()
    assert seen[0] == [expected, None if expected is None else [3, *expected]]


# gradients ------------------------------------------------------------------------------------------------------


def through_push_and_pop(x: Any) -> Any:
    handle = apply("EmptyTensorList", (np.int32([]), -1), element())
    for i in range(3):
        handle = apply("TensorListPushBack", (handle, x[i] * float(i + 1)))
    handle, last = apply("TensorListPopBack", (handle, np.int32([])), element())
    handle, middle = apply("TensorListPopBack", (handle, np.int32([])), element())
    return last * 10.0 + middle


def through_set_and_get(x: Any) -> Any:
    handle = apply("TensorListSetItem", (reserve(2), 1, x[0]))
    handle = apply("TensorListSetItem", (handle, 1, x[1] * 2.0))  # replaces the element set before
    handle = apply("TensorListSetItem", (handle, 0, x[2]))
    a = apply("TensorListGetItem", (handle, 1, np.int32([])), element())
    return a + apply("TensorListGetItem", (handle, 0, np.int32([])), element()) * 3.0 + a


def through_growth(x: Any) -> Any:
    handle = apply("TensorListSetItem", (reserve(0), 2, x[0]), {"resize_if_index_out_of_bounds": True})
    handle = apply("TensorListSetItem", (handle, 0, x[1]), {"resize_if_index_out_of_bounds": True})
    handle = apply("TensorListResize", (handle, 4))
    return tf.reduce_sum(apply("TensorListStack", (handle, np.int32([])), element()) * [1.0, 2.0, 3.0, 4.0])


def through_gather(x: Any) -> Any:
    handle = apply("TensorListFromTensor", (x, np.int32([])))
    return tf.reduce_sum(apply("TensorListGather", (handle, [0, 2, 2], np.int32([])), element()) * [1.0, 2.0, 3.0])


def through_scatter(x: Any) -> Any:
    handle = apply("TensorListScatterV2", (x, [2, 0, 3], np.int32([]), 5))
    handle = apply("TensorListScatterIntoExistingList", (handle, x[:2] * 2.0, [3, 4]))
    return tf.reduce_sum(apply("TensorListStack", (handle, np.int32([])), element()) * [1.0, 2.0, 3.0, 4.0, 5.0])


def through_concat(x: Any) -> Any:
    handle = apply("TensorListSplit", (x, np.int32([-1]), np.int64([1, 2])))
    joined, _ = apply("TensorListConcatV2", (handle, np.int32([-1]), np.int64([])), element())
    return tf.reduce_sum(joined * [1.0, 2.0, 3.0])


@each("traced", [False, True])
@each(
    "function, expected",
    [
        (through_push_and_pop, [0.0, 2.0, 30.0]),
        (through_set_and_get, [0.0, 4.0, 3.0]),
        (through_growth, [3.0, 1.0, 0.0]),
        (through_gather, [1.0, 0.0, 5.0]),
        (through_scatter, [3.0 + 8.0, 1.0 + 10.0, 0.0]),
        (through_concat, [1.0, 2.0, 3.0]),
    ],
)
def test_gradients(function: Any, expected: Any, traced: bool) -> None:
    x = tf.constant([1.0, 2.0, 3.0])

    def gradient(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tape.gradient(y, x)

    found = tf.function(gradient)(x) if traced else gradient(x)
    assert found.numpy().tolist() == expected


def test_the_neutral_list() -> None:
    """The gradient of an unused list: adding it changes nothing, reading it gives zeros."""
    zero = apply("EmptyTensorList", (np.int32([]), -1), element(tf.variant))
    handle = apply("TensorListFromTensor", (np.float32([1, 2]), np.int32([])))
    assert apply("AddN", ([zero, handle],))._array is handle._array
    assert apply("TensorListGetItem", (zero, 5, np.int32([2])), element()).numpy().tolist() == [0.0, 0.0]
    rest, item = apply("TensorListPopBack", (zero, np.int32([1])), element())
    assert rest._array is zero._array and item.numpy().tolist() == [0.0]
    assert len(apply("TensorListSetItem", (zero, 2, 1.0))._array) == 3
    assert len(apply("TensorListPushBack", (zero, to_tensor(1.0)))._array) == 1
