"""The short way of a call: which calls compiled code takes by itself, and that it gives what the long way gives."""

from __future__ import annotations

import collections
import enum
import itertools
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.core.tensor import EagerTensor
from tests.support.calls import Pair, long_calls, ones, plain, total

__all__ = ["long_calls"]
pytestmark = [pytest.mark.executors, pytest.mark.filterwarnings("ignore:.*tf.function retracing.*:UserWarning")]


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


class Thing:
    """An ordinary object: told apart by identity."""


# what compiled code takes -----------------------------------------------------------------------------------------

V, W = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])
THING = Thing()
TAKEN: dict[str, Callable[[], tuple[tuple[Any, ...], dict[str, Any]]]] = {
    "tensors": lambda: ((ones(2), ones(3)), {}),
    "keywords": lambda: ((ones(2),), {"b": ones(3), "a": ones(1)}),
    "built names": lambda: ((), {"".join(["k", "ey"]): ones(2)}),
    "float": lambda: ((ones(2), float("1.5")), {}),
    "minus nought": lambda: ((ones(2), float("-0.0")), {}),
    "large int": lambda: ((ones(2), int("123456789012345678901234567890")), {}),
    "int": lambda: ((ones(2), int("-12345")), {}),
    "text": lambda: ((ones(2), "".join(["a", "\u00e4"]), bytes([1, 2, 3])), {}),
    "flags": lambda: ((ones(2), True, None, Colour.GREEN, tf.float32), {}),
    "list": lambda: (([ones(2), [ones(3), 2]],), {}),
    "dict": lambda: (({"b": ones(2), "a": {"c": ones(1)}},), {}),
    "ordered": lambda: ((collections.OrderedDict(b=ones(2), a=ones(1)),), {}),
    "tuple": lambda: ((Pair(ones(2), (ones(3), 1.5)),), {}),
    "variable": lambda: ((V, ones(2)), {}),
    "variables": lambda: ((V, W, [V]), {"w": W}),
    "array": lambda: ((np.ones((2, 3), np.float32), np.arange(3)), {}),
    "array with gaps": lambda: ((np.arange(10)[::2],), {}),
    "tensor with gaps": lambda: ((tf.transpose(ones(2, 3)),), {}),
    "object": lambda: ((ones(2), THING), {}),
    "nothing": lambda: ((), {}),
}


@pytest.mark.parametrize("name", TAKEN)
def test_compiled_code_takes(name: str, long_calls: list[Any]) -> None:
    f = tf.function(total, autograph=False)
    args, kwargs = TAKEN[name]()
    expected = plain(total(*args, **kwargs))
    f(*args, **kwargs)
    long_calls.clear()
    for _ in range(20):
        args, kwargs = TAKEN[name]()
        assert plain(f(*args, **kwargs)) == expected
    assert not long_calls and f.experimental_get_tracing_count() == 1


def test_defaults_may_be_left_out(long_calls: list[Any]) -> None:
    f = tf.function(lambda x, n=2, *, scale=1.5: x * n * scale, autograph=False)
    calls: list[Callable[[], Any]] = [lambda: f(ones(1)), lambda: f(ones(1), 2), lambda: f(x=ones(1), scale=1.5)]
    for call in calls:
        call()
    long_calls.clear()
    assert [float(call()[0]) for call in calls] == [3.0] * 3
    assert not long_calls and f.experimental_get_tracing_count() == 1


def test_many_traces_stay_in_compiled_code(long_calls: list[Any]) -> None:
    f = tf.function(lambda x, k: x + k, autograph=False)
    calls = [(ones(n), k) for n in range(1, 6) for k in (1, 2.5, 1000, -1.0)]
    for x, k in calls:
        f(x, k)
    long_calls.clear()
    for x, k in calls:
        assert f(x, k).numpy().tolist() == [1.0 + k] * x.shape[0]
    assert not long_calls and f.experimental_get_tracing_count() == len(calls)


def test_one_entry_serves_every_size(long_calls: list[Any]) -> None:
    f = tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([None], tf.float32)])
    f(ones(1))
    long_calls.clear()
    for n in range(40):
        assert f(ones(n)).shape == [n]
    assert not long_calls and f.experimental_get_tracing_count() == 1


def test_the_narrowest_trace_serves(long_calls: list[Any]) -> None:
    def widened(x: Any) -> Any:
        return x + (0.0 if x.shape[0] is None else 10.0)

    f = tf.function(widened, autograph=False)
    f.get_concrete_function(tf.TensorSpec([2], tf.float32))
    f.get_concrete_function(tf.TensorSpec([None], tf.float32))
    for _ in range(2):
        long_calls.clear()
        assert [float(f(ones(n))[0]) for n in (1, 2, 3, 2, 1)] == [1.0, 11.0, 1.0, 11.0, 1.0]
    assert not long_calls and f.experimental_get_tracing_count() == 2
    # two that are for several sizes each
    g = tf.function(widened, autograph=False)
    for shape in ([None, 2], [None, None]):
        g.get_concrete_function(tf.TensorSpec(shape, tf.float32))
    for n in (1, 2, 3, 2, 1):
        g(ones(2, n))
    assert sorted(c.usage.calls for c in g._list_all_concrete_functions()) == [2, 3]
    long_calls.clear()
    assert [float(g(ones(2, n))[0, 0]) for n in (1, 2, 3)] == [1.0] * 3
    assert not long_calls


def test_shapes_are_relaxed(long_calls: list[Any]) -> None:
    f = tf.function(lambda x: x + 1.0, reduce_retracing=True, autograph=False)
    for n in (1, 2):
        f(ones(n))
    long_calls.clear()
    for n in (3, 4, 1, 2, 50):
        assert f(ones(n)).shape == [n]
    assert not long_calls and f.experimental_get_tracing_count() == 2


def test_numbers_are_distinguished_by_their_bits() -> None:
    f = tf.function(lambda x, k: x + math.copysign(1.0, k) + (0.5 if k is True else 0.0), autograph=False)
    for k, expected, traces in [(0.0, 2.0, 1), (-0.0, 0.0, 2), (0, 2.0, 3), (1.0, 2.0, 4), (1, 2.0, 5), (True, 2.5, 6)]:
        for _ in range(3):
            assert float(f(ones(1), k)[0]) == expected
        assert f.experimental_get_tracing_count() == traces
    for nan in (float("nan"), -float("nan"), np.float64("nan").item()):
        f(ones(1), nan)
    assert f.experimental_get_tracing_count() == 7


def test_the_same_variable_twice_is_another_trace(long_calls: list[Any]) -> None:
    def update(a: Any, b: Any) -> Any:
        a.assign_add([1.0])
        return b + 0.0

    f = tf.function(update)
    a, b = tf.Variable([1.0]), tf.Variable([10.0])
    for x, y in [(a, b), (a, a), (b, b), (b, a)]:
        f(x, y)
    long_calls.clear()
    a.assign([1.0])
    b.assign([10.0])
    assert [float(f(x, y)[0]) for x, y in [(a, b), (a, a), (b, a), (b, b)]] == [10.0, 3.0, 3.0, 12.0]
    assert not long_calls and f.experimental_get_tracing_count() == 2


def test_a_variable_is_described_by_its_declaration() -> None:
    f = tf.function(lambda v: v + 0.0 if v.trainable else v - 1.0, autograph=False)
    fixed = tf.Variable([1.0], trainable=False)
    wide = tf.Variable([1.0], shape=tf.TensorShape([None]))
    for _ in range(3):
        assert float(f(tf.Variable([1.0]))[0]) == 1.0
        assert float(f(fixed)[0]) == 0.0
        assert float(f(wide)[0]) == 1.0
    wide.assign([5.0, 6.0])
    assert f(wide).numpy().tolist() == [5.0, 6.0]


def test_array_arguments_are_copied() -> None:
    f = tf.function(lambda x: x, autograph=False)
    v = tf.Variable(np.zeros(3))
    g = tf.function(lambda x: v.assign(x), autograph=False)
    for _ in range(3):
        arguments = np.arange(3.0)
        result = f(arguments)
        g(arguments)
        arguments[:] = 9.0
        assert result.numpy().tolist() == v.numpy().tolist() == [0.0, 1.0, 2.0]


@pytest.mark.parametrize(
    "made",
    [
        lambda x: {"b": x, "a": [x + 1.0, None]},
        lambda x: Pair((x,), {"k": x * 2.0}),
        lambda x: collections.OrderedDict(z=x, y=(x, x - 1.0)),
        lambda x: collections.defaultdict(list, z=x),
        lambda x: [],
        lambda x: ((), {}, None),
        lambda x: None,
        lambda x: tf.IndexedSlices(x, tf.constant([0, 1]), tf.constant([4])),
    ],
)
def test_results_keep_their_structure(made: Callable[[Any], Any]) -> None:
    f, x = tf.function(made, autograph=False), tf.constant([1.0, 2.0])
    wanted = made(x)
    for _ in range(4):
        found = f(x)
        tf.nest.assert_same_structure(found, wanted, expand_composites=True)
        assert type(found) is type(wanted)
        if isinstance(wanted, dict):
            assert list(found) == list(wanted)
        flat, expected = (tf.nest.flatten(s, expand_composites=True) for s in (found, wanted))
        assert [None if t is None else t.numpy().tolist() for t in flat] == [
            None if t is None else t.numpy().tolist() for t in expected
        ]


def test_a_dead_object_is_not_none() -> None:
    f = tf.function(lambda x, thing: x if thing is None else x + 1.0, autograph=False)
    for _ in range(3):
        thing = Thing()
        assert [float(f(ones(1), thing)[0]) for _ in range(3)] == [2.0] * 3
        del thing
        assert [float(f(ones(1), None)[0]) for _ in range(3)] == [1.0] * 3


def test_a_subclass_of_tensor_takes_the_slow_path(long_calls: list[Any]) -> None:
    class Mine(EagerTensor):
        __slots__ = ()

    f, x = tf.function(lambda x: x + 1.0, autograph=False), ones(2)
    f(x)
    long_calls.clear()
    assert f(Mine(x._array, x._type)).numpy().tolist() == [2.0, 2.0] and long_calls


# random calls -----------------------------------------------------------------------------------------------------


def pool() -> list[Callable[[], Any]]:
    """Things that arguments are made of, each made anew for a call."""
    return [
        lambda: ones(2),
        lambda: ones(2, 3),
        lambda: tf.transpose(ones(3, 2)),
        lambda: tf.constant([1, 2]),
        lambda: tf.constant("text"),
        lambda: V,
        lambda: W,
        lambda: np.ones(2, np.float32),
        lambda: np.arange(6).reshape(2, 3).T,
        lambda: np.float32(2.5),
        lambda: float("2.5"),
        lambda: float("-0.0"),
        lambda: float("nan"),
        lambda: int("1"),
        lambda: int("100000000000000000000"),
        lambda: True,
        lambda: None,
        lambda: "".join(["t", "ext"]),
        lambda: b"text",
        lambda: Colour.RED,
        lambda: THING,
        lambda: [ones(2), 1],
        lambda: [ones(2), ones(2)],
        lambda: {"b": ones(2), "a": np.ones(2)},
        lambda: {"a": [ones(2), V]},
        lambda: Pair(ones(1), (None, 2.5)),
        lambda: (ones(1), (None, 2.5)),
        lambda: (),
        lambda: {},
    ]


def numbers_only(*args: Any, **kwargs: Any) -> Any:
    def keep(leaf: Any) -> bool:
        return not (isinstance(leaf, tf.Tensor) and leaf.dtype is tf.string)

    return total(*[leaf for leaf in tf.nest.flatten((args, kwargs)) if keep(leaf)])


@pytest.mark.parametrize("seed", range(4))
def test_random_calls_agree_with_the_slow_path(seed: int) -> None:
    rng = random.Random(seed)
    before = options.native_entry
    fast, slow = (tf.function(numbers_only, autograph=False) for _ in range(2))
    things = pool()
    shapes: list[tuple[list[Any], list[tuple[str, Any]]]] = []
    for _ in range(25):
        args = [rng.choice(things) for _ in range(rng.randrange(3))]
        names = rng.sample(["a", "b", "c"], rng.randrange(3))
        shapes.append((args, [(name, rng.choice(things)) for name in names]))
    for _ in range(150):
        made_args, made_kwargs = rng.choice(shapes)
        args = [make() for make in made_args]
        kwargs = {name: make() for name, make in made_kwargs}
        found = plain(fast(*args, **kwargs))
        options.native_entry = "ctypes"
        try:
            expected = plain(slow(*args, **kwargs))
        finally:
            options.native_entry = before
        assert found == expected, (args, kwargs)
        assert fast.experimental_get_tracing_count() == slow.experimental_get_tracing_count(), (args, kwargs)
    calls = [sorted(c.usage.calls for c in f._list_all_concrete_functions()) for f in (fast, slow)]
    assert calls[0] == calls[1] and sum(calls[0]) == 150


def test_slots_are_found_however_many_there_are() -> None:
    f = tf.function(lambda x, k: x + k, autograph=False)
    x = ones(1)
    values = list(itertools.chain(range(60), (i + 0.5 for i in range(60)), range(10**12, 10**12 + 5)))
    for k in values:
        f(x, k)
    assert all(float(f(x, k)[0]) == float(np.float32(k) + np.float32(1.0)) for k in values)
    assert f.experimental_get_tracing_count() == len(values)
