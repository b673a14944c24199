"""Random numbers from a key and a counter: the published test vectors, and TensorFlow's numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphwright as tf
from graphwright.core import eager_jit
from graphwright.ops.random import _philox as philox
from graphwright.ops.random.sampling import draw_categories, fisher_yates_swaps
from tests.golden.encoding import dtype_of, same
from tests.golden.load import applications

U64 = np.uint64


def of(*ops: str) -> list[Any]:
    return [a for op in ops for a in applications()[op] if a.outputs is not None]


# Counter, key and words of the authors' own known-answer tests for Philox 4x32-10.
@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ((0, 0), 0, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((2**64 - 1, 2**64 - 1), 2**64 - 1, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ((0x85A308D3243F6A88, 0x0370734413198A2E), 0x299F31D0A4093822, "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)
def test_known_answers(counter: tuple[int, int], key: int, expected: str) -> None:
    drawn = philox.words(np.array([key], U64), np.array(counter, U64), 4)
    assert " ".join(f"{w:08x}" for w in drawn) == expected


def test_the_counter_carries_over_128_bits() -> None:
    key = np.array([3], U64)
    drawn = philox.words(key, np.array([2**64 - 1, 2**64 - 1], U64), 8)
    assert drawn[4:].tolist() == philox.words(key, np.array([0, 0], U64), 4).tolist()


@pytest.mark.parametrize("recorded", of("StatelessRandomGetKeyCounter"), ids=str)
def test_seeds(recorded: Any) -> None:
    key, counter = philox.key_counter_from_seed(recorded.inputs[0])
    assert same(key, recorded.outputs[0])
    assert same(counter, recorded.outputs[1])


DRAWS: dict[str, Callable[..., Any]] = {
    "StatelessRandomUniformV2": philox.uniform,
    "StatelessRandomNormalV2": philox.normal,
    "StatelessTruncatedNormalV2": philox.truncated_normal,
    "StatelessRandomUniformFullIntV2": philox.full_int,
}
# Normal numbers depend on logarithm, sine and cosine, where the C library is occasionally an ulp off.
ULPS = {"StatelessRandomNormalV2": 3, "StatelessTruncatedNormalV2": 3}


@pytest.mark.parametrize("recorded", of(*DRAWS), ids=str)
def test_draws(recorded: Any) -> None:
    shape, key, counter, _ = recorded.inputs
    expected = recorded.outputs[0]
    drawn = DRAWS[recorded.op](key, counter, shape.tolist(), dtype_of(recorded.attrs.get("dtype", "float32")))
    assert drawn.dtype == expected.dtype
    assert drawn.shape == expected.shape
    bits = np.dtype(f"i{expected.itemsize}")
    distance = np.abs(drawn.view(bits).astype(np.int64) - expected.view(bits).astype(np.int64))
    allowed = ULPS.get(recorded.op, 0) if expected.itemsize >= 4 else 0
    assert distance.size == 0 or distance.max() <= allowed


@pytest.mark.parametrize("recorded", of("StatelessRandomUniformIntV2"), ids=str)
def test_bounded_integers(recorded: Any) -> None:
    shape, key, counter, _, low, high = recorded.inputs
    assert same(philox.uniform_int(key, counter, shape.tolist(), low, high), recorded.outputs[0])


def test_seed_pairs() -> None:
    (recorded,) = of("RandomUniform")
    key, counter = philox.key_counter_from_pair(recorded.attrs["seed"], recorded.attrs["seed2"])
    assert same(philox.uniform(key, counter, recorded.inputs[0].tolist(), np.dtype(np.float32)), recorded.outputs[0])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_truncated_normals_stay_within_two(dtype: str) -> None:
    drawn = philox.truncated_normal(np.array([1], U64), np.array([0, 0], U64), [5000], dtype_of(dtype))
    assert np.abs(drawn.astype(np.float64)).max() <= 2
    assert drawn.astype(np.float64).std() == pytest.approx(0.88, abs=0.02)


def test_rejected_groups_are_redrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    key, counter = np.array([1], U64), np.array([0, 0], U64)
    monkeypatch.setattr(eager_jit, "_LEAST_DRAWN", 1 << 60)  # NumPy draws
    monkeypatch.setattr(philox, "_TRUNCATED_AT", 0.2)  # only one candidate in six is accepted
    drawn = philox.truncated_normal(key, counter, [64], np.dtype(np.float32))
    assert np.abs(drawn).max() < 0.2
    first = philox.normal(key, counter, [400], np.dtype(np.float32))
    good = first[np.abs(first) < 0.2]
    assert drawn[:4].tolist() == good[:4].tolist()


# compiled code ----------------------------------------------------------------------------------------------

DRAWN = [
    ("uniform", np.float16), ("uniform", ml_dtypes.bfloat16), ("uniform", np.float32), ("uniform", np.float64),
    ("full_int", np.int32), ("full_int", np.uint64), ("normal", np.float16), ("normal", np.float32),
    ("normal", np.float64), ("truncated_normal", np.float32), ("truncated_normal", np.float64),
]  # fmt: skip


@pytest.mark.parametrize(("name", "dtype"), DRAWN)
@pytest.mark.parametrize("counter", [[5, 7], [2**64 - 3, 7], [2**64 - 3, 2**64 - 1]])
def test_compiled_code_draws_the_same(
    name: str, dtype: Any, counter: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    key, start = np.array([0x123456789ABCDEF0], np.uint64), np.array(counter, np.uint64)
    for shape in ((0,), (1,), (5,), (63,), (64,), (65,), (3, 1000), (33000,)):
        found = []
        for least in (0, 1 << 60):
            monkeypatch.setattr(eager_jit, "_LEAST_DRAWN", least)
            found.append(getattr(philox, name)(key, start, shape, np.dtype(dtype)))
        assert found[0].shape == found[1].shape == shape
        assert found[0].tobytes() == found[1].tobytes()


def test_a_loop_that_draws_few_numbers_at_a_time_is_given_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setattr(eager_jit, "_drawn_slowly", 0)
    ways = [eager_jit.drawn("words", 1, (0, 0), 4) is None for _ in range(40)]
    assert ways == sorted(ways, reverse=True)
    assert ways[1] and not ways[-1]


def test_compiled_code_writes_exactly_count_numbers() -> None:
    pytest.importorskip("llvmlite")
    from graphwright.runtime.native.kernels import philox as random_kernels

    for what, dtype in random_kernels.DRAWN.items():
        for count in (0, 1, 31, 32, 33, 64, 129):
            room = np.full(count + 64, 7, tf.as_dtype(dtype).as_numpy_dtype)
            random_kernels.function(what)(room.ctypes.data, 1, 2, 3, 4, count)
            assert (room[count:] == 7).all()
            assert not count or (room[:count] != 7).any()


KEY_AND_COUNTER = np.array([3], np.uint64), np.array([2**64 - 9, 5], np.uint64)  # a key and a counter that carries


@pytest.mark.parametrize("dtype", [np.int32, np.float64])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 100, 5000])
def test_compiled_swaps_equal_python(count: int, dtype: Any) -> None:
    pytest.importorskip("llvmlite")
    from graphwright.runtime.native.kernels import sampling

    values = np.arange(count)[::-1].astype(dtype)
    shuffled = values.copy()
    expected = values.tolist()
    for begin in range(0, count, 1000):
        words = philox.words(*KEY_AND_COUNTER, min(1000, count - begin))
        sampling.shuffle(shuffled, words, begin)
        fisher_yates_swaps(expected, begin, words)
    assert shuffled.tolist() == expected and sorted(expected) == sorted(values)
    assert sampling.routine("shuffle") is not None


SHUFFLED = [np.arange(50), np.arange(60).reshape(20, 3), np.array(list("abc"), object), np.eye(2)]


@pytest.mark.parametrize("value", SHUFFLED)
def test_compiled_shuffle_equals_numpy(value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for least in (0, 1 << 60):
        monkeypatch.setattr(eager_jit, "_LEAST_PLACES", least)
        tf.random.set_seed(5)
        found.append(tf.random.shuffle(value, seed=2).numpy().tolist())
    assert found[0] == found[1] and found[0] != value.tolist()


@pytest.mark.parametrize("categories", [1, 2, 3, 17, 1000])
@pytest.mark.parametrize(("rows", "count"), [(1, 8193), (3, 33), (0, 5), (2, 0)])
def test_compiled_categorical_equals_numpy(
    categories: int, rows: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    logits = np.random.default_rng(0).standard_normal((rows, categories)) * 3
    logits[:, ::5] = -np.inf if categories > 1 else 0.0
    found = []
    for least in (0, 1 << 60):
        monkeypatch.setattr(eager_jit, "_LEAST_PLACES", least)
        found.append(draw_categories(logits, count, *KEY_AND_COUNTER, tf.int32))
    assert found[0].dtype == found[1].dtype == np.int32
    assert np.array_equal(found[0], found[1])
