"""`tf.random.Generator`: its numbers are TensorFlow's, its state is a variable, eagerly and in functions."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.core.dispatch import apply

each = pytest.mark.parametrize
G = tf.random.Generator
INVALID = errors.InvalidArgumentError


@pytest.fixture(autouse=True)
def _own_global_generator(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("graphwright.ops.random.generator._global", None)
    yield


# recorded with TensorFlow 2.21: calls on Generator.from_seed(1234), one after another, and the counter after each
RECORDED: list[tuple[str, Any, int]] = [
    ("normal([2, 3])", [[0.9356609, 1.0854305, -0.93788373], [-0.5061547, 1.3169702, 0.7137579]], 2770),
    ("normal([])", -0.39647493, 3026),
    ("normal([3], dtype=tf.float64)", [-0.39169783, 0.16658376, 1.03889936], 3794),
    ("normal([3], 1.0, 2.0, dtype=tf.float16)", [2.479, 6.332, 1.611], 4562),
    ("uniform([3])", [0.90183747, 0.09029067, 0.72109056], 5330),
    ("uniform([2], 1, 10)", [1.6998913, 6.661139], 5842),
    ("uniform([5], minval=1, maxval=10, dtype=tf.int32)", [3, 2, 8, 4, 9], 7122),
    ("uniform([5], minval=1, maxval=10, dtype=tf.int64)", [9, 3, 1, 2, 5], 8402),
    ("uniform([2], dtype=tf.float64)", [0.19937845, 0.17879658], 8914),
    ("truncated_normal([4])", [0.78676265, 0.4254723, 0.24851213, -0.56183994], 9938),
    ("truncated_normal([4], dtype=tf.float64)", [-0.89474561, 0.43015359, -0.93189769, 1.1993857], 10962),
    ("uniform_full_int([3])", [5875674321270718843, 2384957371583057657, 13703244751806667373], 11730),
    ("uniform_full_int([3], dtype=tf.int32)", [-401432812, -1665940229, 1233670465], 12498),
    ("uniform([2], minval=None, dtype=tf.int64)", [-7753774737427669744, 3222433952399626166], 13010),
    ("uniform([2], minval=None, dtype=tf.uint32)", [131854197, 1878540943], 13522),
]


@each("run", [lambda f: f, tf.function(autograph=False)], ids=["eager", "traced"])
def test_numbers_are_tensorflows(run: Any) -> None:
    g = G.from_seed(1234)
    for call, expected, counter in RECORDED:
        drawn = run(lambda call=call: eval(f"g.{call}", {"g": g, "tf": tf}))()
        np.testing.assert_allclose(drawn.numpy(), expected, rtol=2e-3 if drawn.dtype is tf.float16 else 1e-6)
        assert g.state.numpy().tolist() == [counter, 0, 0], call


def test_seeds_and_splits_are_tensorflows() -> None:
    seeds = [511886651086640123, 6557199171514225562, -3553185952259159048]
    g = G.from_seed(5)
    split = g.split(3)
    assert [s.state.numpy().tolist() for s in split] == [[0, 0, seed] for seed in seeds]
    assert [s.algorithm for s in split] == [1, 1, 1] and g.state.numpy().tolist() == [773, 0, 0]
    assert G.from_seed(5).make_seeds(3).numpy().tolist() == [seeds, [0, 0, 0]]
    assert G.from_seed(5).make_seeds().shape == (2, 1) and G.from_seed(5).split(0) == []
    g = G.from_seed([1, 2, 3])
    np.testing.assert_allclose(g.uniform([2]).numpy(), [0.45901167, 0.53342485], rtol=1e-6)
    assert int(g.key) == 3
    g = G.from_key_counter(key=7, counter=[-300, 5], alg="philox")
    np.testing.assert_allclose(g.normal([3]).numpy(), [0.3433403, -1.5680854, -0.39750335], rtol=1e-6)
    assert g.state.numpy().tolist() == [468, 6, 7]  # the low word has overflowed


SEEDS: list[tuple[Any, list[int]]] = [
    (0, [0, 0, 0]),
    (1, [1, 0, 0]),
    (-1, [-1, -1, -1]),
    (True, [1, 0, 0]),
    (2**40, [2**40, 0, 0]),
    (2**64 - 1, [-1, 0, 0]),
    (2**64, [0, 1, 0]),
    (2**200, [0, 0, 0]),
    (-(2**63), [-(2**63), -1, -1]),
    ([], [0, 0, 0]),
    ([1, 2], [0, 1, 2]),
    ([1, 2, 3, 4], [1, 2, 3]),
    ([2**63], [0, 0, -(2**63)]),
    (np.array([7, 8, 9]), [7, 8, 9]),
    (np.array([-1, 2], np.int32), [0, -1, 2]),
    (np.int32(7), [0, 0, 7]),
]


@each("seed, state", SEEDS)
def test_state_from_seed(seed: Any, state: list[int]) -> None:
    assert tf.random.create_rng_state(seed, "philox").numpy().tolist() == state
    assert G.from_seed(seed).state.numpy().tolist() == state
    g = G.from_seed(3)
    g.reset_from_seed(seed)
    assert g.state.numpy().tolist() == state


def test_tensors_are_seeds_too() -> None:
    assert G.from_seed(tf.constant(5)).state.numpy().tolist() == [0, 0, 5]
    assert G.from_seed(tf.constant(np.array([2**64 - 1, 2], np.uint64))).state.numpy().tolist() == [0, -1, 2]


@each("alg, number, size", [("philox", 1, 3), ("threefry", 2, 2), ("auto_select", 3, 3), (1, 1, 3), (None, 1, 3),
                            (tf.random.Algorithm.PHILOX, 1, 3)])  # fmt: skip
def test_algorithms(alg: Any, number: int, size: int) -> None:
    g = G.from_seed(1, alg=alg)
    assert (g.algorithm, g.state.shape.as_list()) == (number, [size])
    assert g.state.dtype is tf.int64 and not g.state.trainable and g.state.name == "StateVar:0"
    if number == 2:
        with pytest.raises(errors.UnimplementedError, match="ThreeFry"):
            g.uniform([2])
    else:
        g.uniform([2])


# the state ------------------------------------------------------------------------------------------------------


def test_constructors() -> None:
    v = tf.Variable([1, 2, 3], dtype=tf.int64)
    assert G.from_state(v, "philox").state is v
    assert G(state=[1, 2, 3], alg=1).state.numpy().tolist() == [1, 2, 3]
    first = G.from_state([1, 2, 3], "philox")
    second = G(copy_from=first)
    first.uniform([1])
    assert second.state.numpy().tolist() == [1, 2, 3] and first.state.numpy().tolist() == [257, 2, 3]
    one, other = (G.from_non_deterministic_state() for _ in range(2))
    assert one.state.numpy().tolist() != other.state.numpy().tolist()


def test_reset_and_skip() -> None:
    g = G.from_seed(3)
    g.reset([9, 8, 7])
    assert g.state.numpy().tolist() == [9, 8, 7]
    g.reset_from_key_counter(3, [1, 2])
    assert g.state.numpy().tolist() == [1, 2, 3]
    assert g.skip(10).numpy().tolist() == [1, 2, 3]
    assert g.state.numpy().tolist() == [2561, 2, 3]
    g.skip(tf.constant(-10))
    g.skip(-1)
    assert g.state.numpy().tolist() == [-255, 1, 3]  # below zero: borrows from the high word
    skipped, drawn = G.from_seed(8), G.from_seed(8)
    skipped.skip(6)
    drawn.normal([2, 3])
    assert skipped.state.numpy().tolist() == drawn.state.numpy().tolist()


def test_copies_have_separate_states() -> None:
    g = G.from_seed(4)
    for other in (copy.deepcopy(g), pickle.loads(pickle.dumps(g))):
        assert other.state is not g.state and other.algorithm == 1
        assert other.uniform([3]).numpy().tolist() == G.from_seed(4).uniform([3]).numpy().tolist()
    assert g.state.numpy().tolist() == [4, 0, 0]


def test_the_global_generator() -> None:
    g = tf.random.get_global_generator()
    assert g is tf.random.get_global_generator()
    tf.random.set_global_generator(G.from_seed(2))
    assert tf.random.experimental.get_global_generator().state.numpy().tolist() == [2, 0, 0]
    with pytest.raises(TypeError, match=r"needs a tf.random.Generator, got 3"):
        tf.random.set_global_generator(3)  # type: ignore[arg-type]


# in functions ---------------------------------------------------------------------------------------------------


@pytest.mark.executors
def test_functions_draw_new_numbers_on_each_call() -> None:
    g = G.from_seed(1)

    @tf.function
    def draw(count: Any) -> Any:
        total = tf.zeros([2])
        for _ in tf.range(count):
            total += g.uniform([2])
        return total, g.normal([count])

    twin = G.from_seed(1)
    for count in (2, 3):
        total, rest = draw(tf.constant(count))
        expected = sum(twin.uniform([2]).numpy() for _ in range(count))
        np.testing.assert_allclose(total.numpy(), expected, rtol=1e-6)
        np.testing.assert_allclose(rest.numpy(), twin.normal([count]).numpy(), rtol=1e-6)
    assert draw.experimental_get_tracing_count() == 1
    assert g.state.numpy().tolist() == twin.state.numpy().tolist()


def test_a_generator_is_created_once() -> None:
    created: list[Any] = []

    @tf.function
    def draw() -> Any:
        if not created:
            created.append(G.from_seed(1))
        return created[0].uniform([2])

    one, two = draw().numpy().tolist(), draw().numpy().tolist()
    twin = G.from_seed(1)
    assert [one, two] == [twin.uniform([2]).numpy().tolist(), twin.uniform([2]).numpy().tolist()]

    @tf.function
    def each_time() -> Any:
        return G.from_seed(1).uniform([2])

    with pytest.raises(ValueError, match=r"singleton tf\.Variables") as caught:
        each_time()
    assert "return G.from_seed(1).uniform([2])" in str(caught.value)


# counts of successes, and the ops themselves --------------------------------------------------------------------


def test_binomial() -> None:
    g = G.from_seed(1)
    drawn = g.binomial([4000, 2], [10.0, 1000.0], 0.25)
    assert (drawn.dtype, drawn.shape) == (tf.int32, (4000, 2))
    np.testing.assert_allclose(drawn.numpy().mean(axis=0), [2.5, 250.0], rtol=0.03)
    np.testing.assert_allclose(drawn.numpy().var(axis=0), [1.875, 187.5], rtol=0.1)
    again = G.from_seed(1)
    assert again.binomial([4000, 2], [10.0, 1000.0], 0.25).numpy().tolist() == drawn.numpy().tolist()
    assert again.state.numpy().tolist() == g.state.numpy().tolist() == [1 + 2 * 4003 * 12800, 0, 0]
    assert G.from_seed(1).binomial([3], 10.0, 1.0, dtype=tf.int64).numpy().tolist() == [10, 10, 10]


@each(
    "op, rest, attrs, expected",
    [
        ("StatefulUniform", [], {}, [0.57719743, 0.18270564]),
        ("StatefulStandardNormalV2", [], {}, [-0.9180108, -1.5330105]),
        ("StatefulTruncatedNormal", [], {}, [-0.9180108, -1.5330105]),
        ("StatefulUniformInt", [np.int64(0), np.int64(10)], {}, None),
        ("StatefulUniformFullInt", [], {"dtype": tf.uint64}, None),
    ],
)
def test_stateful_ops_advance_the_state(op: str, rest: Any, attrs: Any, expected: Any) -> None:
    v = tf.Variable([1793, 0, 0], dtype=tf.int64)
    drawn = apply(op, (v.handle, np.int64(1), [2], *rest), attrs)
    assert v.numpy().tolist() == [1793 + 512, 0, 0]
    if op == "StatefulUniform":
        # the numbers a generator in this state draws
        expected = G.from_state([1793, 0, 0], 1).uniform([2]).numpy()
        assert drawn.numpy().tolist() == expected.tolist()
    elif op.endswith("Normal") or op.endswith("V2"):
        name = "normal" if op.endswith("V2") else "truncated_normal"
        assert drawn.numpy().tolist() == getattr(G.from_state([1793, 0, 0], 1), name)([2]).numpy().tolist()
    elif op == "StatefulUniformInt":
        assert drawn.numpy().tolist() == (
            G.from_state([1793, 0, 0], 1).uniform([2], 0, 10, dtype=tf.int64).numpy().tolist()
        )
    else:
        assert drawn.numpy().tolist() == G.from_state([1793, 0, 0], 1).uniform_full_int([2]).numpy().tolist()


# errors ---------------------------------------------------------------------------------------------------------


@each(
    "wrong, error, message",
    [
        (lambda: G(), ValueError, "needs `state` and `alg`"),
        (lambda: G(copy_from=G.from_seed(1), alg=1), ValueError, "not both"),
        (lambda: G.from_seed(1, alg="xx"), ValueError, "Argument `alg` got unsupported value xx"),
        (lambda: G.from_seed(1, alg=7), ValueError, "Argument `alg` got unsupported value 7"),
        (lambda: G.from_state([1, 2], "philox"), ValueError, r"\(2,\) and \(3,\) are incompatible"),
        (lambda: G.from_state([[1, 2, 3]], "philox"), ValueError, "are incompatible"),
        (lambda: G.from_state(tf.Variable([1, 2, 3]), 1), TypeError, "variable of int64, not of int32"),
        (lambda: G.from_key_counter(5, 1, "philox"), ValueError, "are incompatible"),
        (lambda: G.from_key_counter([5, 6], [1, 2], "philox"), ValueError, "are incompatible"),
        (lambda: G.from_seed(1).reset([1, 2]), ValueError, "are incompatible"),
        (lambda: G.from_seed(1).skip(2**63), ValueError, "must fit into int64"),
        (lambda: G.from_seed(1).uniform([2], dtype=tf.int32), ValueError, "must be both `None` or both non-`None`"),
        (lambda: G.from_seed(1).uniform([1], 5, 5, dtype=tf.int32), INVALID, "Need minval < maxval, got 5 >= 5"),
        (lambda: G.from_seed(1).uniform([-1]), INVALID, "must be >= 0"),
        (lambda: G.from_seed(1).normal([2], dtype=tf.int32), TypeError, "int32"),
        (lambda: G.from_seed(1).uniform_full_int([2], dtype=tf.float32), INVALID, "not in the list of allowed values"),
        (lambda: G.from_seed(1).binomial([3], [1.0, 2.0], 0.5), INVALID, "must end with broadcasted shape"),
        (
            lambda: apply("StatefulUniform", (G.from_seed(1).state.handle, np.int64(9), [2])),
            INVALID,
            "Unsupported algorithm id: 9",
        ),
        (
            lambda: apply("RngReadAndSkip", (tf.Variable([1.0]).handle, np.int32(1), np.uint64(1))),
            INVALID,
            "vector of at least 3 int64",
        ),
    ],
)
def test_errors(wrong: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        wrong()
