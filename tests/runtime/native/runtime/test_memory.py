"""Who owns what: reference counts, leaks, sharing of memory; variables."""

from __future__ import annotations

import gc
import itertools
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.control import cond, while_loop
from graphwright.core.tensor import eager
from graphwright.runtime.calls import Build, EntryRequest, Exactly, OfType, OutputLeaf, Parts
from graphwright.runtime.native.executor import NativeExecutor
from graphwright.runtime.native.lower.frame.scratch_memory import ScratchPlan
from graphwright.runtime.native.runtime import capi
from tests.support.memory import LEAKS, grows
from tests.support.native_graphs import both, check_call_in_itself, compiled, floats, open_type, traced, type_of

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.executors


def miss(*args: Any, **kwargs: Any) -> Any:
    """What an entry falls back to here: it tells how it was called."""
    return "miss", args, kwargs


LEAKY: dict[str, Callable[[Any], Any]] = {
    "arrays": lambda x: (x + 1.0, tf.transpose(x), x, tf.reduce_sum(x), tf.reduce_sum(x, 0)),
    "text": lambda x: (tf.strings.as_string(x), tf.constant(["a", "b"])),
    "branch": lambda x: cond(
        tf.reduce_sum(x) > 0.0, lambda: (x[:1], tf.strings.as_string(x)), lambda: (x, tf.constant("b"))
    ),
    "loop": lambda x: while_loop(
        lambda i, y, s: i < 5,
        lambda i, y, s: (i + 1, tf.concat([y, y], 0), tf.strings.as_string(y)),
        [0, x, tf.strings.as_string(x)],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, None]), tf.TensorShape([None, None])],
    ),
    "unknown": lambda x: (tf.boolean_mask(x, x > 0.0), tf.unique(tf.reshape(x, [-1]))[0]),
}


@pytest.mark.parametrize("name", LEAKY)
def test_nothing_leaks(name: str) -> None:
    x = floats(3, 4)
    program = compiled(LEAKY[name], type_of(x))
    before = sys.getrefcount(x)
    assert grows(lambda: program.run([x]), 40) < LEAKS
    assert sys.getrefcount(x) == before


def test_nothing_leaks_on_failure() -> None:
    def f(x: Any) -> Any:
        text = tf.strings.as_string(x)
        y = tf.concat([x, x], 0)
        z = tf.gather(y, tf.cast(x, tf.int32))
        return text, y, z

    x = np.array([1.0, 50.0], np.float32)
    program = compiled(f, open_type(x, None))

    def fails() -> None:
        with pytest.raises(tf.errors.InvalidArgumentError):
            program.run([x])

    fails()
    before = sys.getrefcount(x)
    assert grows(fails, 50) < LEAKS
    assert sys.getrefcount(x) == before


def test_results_share_no_memory_but_with_the_same_array() -> None:
    x = floats(3, 4)
    same, view, reshaped, constant = compiled(
        lambda x: (tf.identity(x), x[1:], tf.reshape(x, [-1]), tf.constant([1.0, 2.0])), type_of(x)
    ).run([x])
    assert same is x
    assert not np.shares_memory(view, x) and not np.shares_memory(reshaped, x)
    assert constant.tolist() == [1.0, 2.0]


def test_a_program_outlives_its_executor_and_its_graph() -> None:
    calls = [NativeExecutor().compile(traced(lambda x, k=k: x + float(k), [type_of(floats(3))])).run for k in range(3)]
    gc.collect()
    assert [run([np.zeros(3, np.float32)])[0][0] for run in calls] == [0.0, 1.0, 2.0]


def test_large_temporaries_are_kept_between_calls_and_apart() -> None:
    check_call_in_itself(100_000)


# variables ---------------------------------------------------------------------------------------------------


def test_what_was_read_does_not_change() -> None:
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def f(x: Any) -> Any:
        before = v.read_value()
        v.assign_add(x)
        middle = v.read_value()
        v.assign_sub(x * 3.0)
        return before, middle, v.read_value()

    results = [r.numpy().tolist() for r in f(tf.constant([1.0, 1.0]))]
    assert results == [[1.0, 2.0], [2.0, 3.0], [-1.0, 0.0]]
    kept = v.read_value()
    f(tf.constant([1.0, 1.0]))
    assert kept.numpy().tolist() == [-1.0, 0.0] and v.numpy().tolist() == [-3.0, -2.0]


def test_updates_are_fused_and_leak_nothing() -> None:
    v = tf.Variable(np.zeros((4, 4), np.float32))
    x = tf.constant(floats(4, 4))

    @tf.function
    def f(x: Any) -> None:
        v.assign_sub(x * 0.5 + 1.0)

    assert grows(lambda: f(x)) < LEAKS
    count = sys.getrefcount(v._state.array)
    assert count == 2
    state = v._state
    graph = traced(lambda x: (v.assign_sub(x * 0.5 + 1.0), x)[1], [type_of(x._array)])
    program = NativeExecutor().compile(graph)
    if capi.layout_ok():
        assert (program.regions, program.host_calls) == (1, 0)  # type: ignore[attr-defined]
    program.run([x._array, state])


def test_a_variable_of_unknown_shape() -> None:
    v = tf.Variable([1.0], shape=tf.TensorShape([None]))

    @tf.function
    def f(x: Any) -> Any:
        v.assign(tf.concat([v, x], 0))
        return tf.reduce_sum(v)

    assert [float(f(tf.constant([2.0]))) for _ in range(3)] == [3.0, 5.0, 7.0]


def test_an_unset_variable_is_the_kernels_error() -> None:
    v = tf.Variable(1.0)
    f = tf.function(lambda: v + 1.0)
    assert float(f()) == 2.0
    v._state.array = None
    with pytest.raises(tf.errors.FailedPreconditionError, match="Could not find variable"):
        f()


def test_updates_in_a_loop() -> None:
    v = tf.Variable(0)

    @tf.function
    def f(n: Any) -> Any:
        for i in tf.range(n):
            if i % 2 == 0:
                v.assign_add(i)
        return v.read_value()

    assert int(f(tf.constant(7))) == 12


# the entry ---------------------------------------------------------------------------------------------------


class Counted:
    """What counts the calls of an entry."""

    def __init__(self, left: int = 1_000_000) -> None:
        self.left = np.array([left], np.int64)


def due(entry: Any, *args: Any, **kwargs: Any) -> Any:
    """What an entry hands a call to whose count is at zero."""
    return "due", args, kwargs


def table_of(
    program: Any, arguments: Sequence[Any], results: Any, example: tuple[Any, ...], *, captures: Sequence[Any] = ()
) -> Any:
    """A table with one entry, for calls like the example."""
    table = NativeExecutor().call_table("f", miss, due)
    if table is None:
        pytest.skip("no builtin here")
    inputs = len(program.input_types) - len(captures)
    assert table.add(program, EntryRequest(arguments, inputs, captures, results, Counted()), example, {})
    return table


def test_an_entry_takes_what_it_knows_and_passes_on_the_rest() -> None:
    x, other = eager(floats(2, 2)), eager(floats(2, 3))
    program = compiled(lambda a, b: a + b, x._type, x._type)
    entry = table_of(program, [OfType(x._type, 0), Exactly(None), OfType(x._type, 1)], OutputLeaf(0), (x, None, x)).call
    np.testing.assert_array_equal(entry(x, None, x)._array, x._array * 2)
    for args, kwargs in [
        ((x, 1, x), {}),
        ((x, None), {}),
        ((x, None, other), {}),
        ((x, None, 3), {}),
        ((x, None, x), {"k": 1}),
    ]:
        assert entry(*args, **kwargs) == ("miss", args, kwargs)
    gaps = eager(floats(2, 4)[:, ::2])
    np.testing.assert_array_equal(entry(gaps, None, x)._array, gaps._array + x._array)
    with tf.GradientTape():
        assert entry(x, None, x)[0] == "miss"


def test_an_entry_packs_results_and_fills_in_captures() -> None:
    x, captured = eager(floats(3)), eager(floats(3, seed=1))
    program = compiled(lambda a, b: (a + b, a * b), x._type, x._type)
    leaves = (OutputLeaf(0), OutputLeaf(1))
    result: dict[str, Any] = {
        "tuple": Build(tuple, leaves),
        "nested": Build(dict, (Build(list, leaves[:1]), Exactly(None), Build(tuple, leaves[1:])), ("a", "b", "c")),
        "called": Build(lambda a, b: (b, a), leaves),
        "nothing": Exactly(None),
    }
    calls = {
        name: table_of(program, [OfType(x._type, 0)], results, (x,), captures=[captured]).call
        for name, results in result.items()
    }
    total, product = calls["tuple"](x)
    np.testing.assert_array_equal(total._array, x._array + captured._array)
    np.testing.assert_array_equal(product._array, x._array * captured._array)
    assert total._type is x._type and calls["nothing"](x) is None
    nested = calls["nested"](x)
    assert list(nested) == ["a", "b", "c"] and nested["b"] is None
    assert nested["a"][0].numpy().tolist() == total.numpy().tolist()
    assert [t.numpy().tolist() for t in calls["called"](x)] == [product.numpy().tolist(), total.numpy().tolist()]
    watched = (x, x._type, x._array, captured, captured._array, *calls.values())
    counts = [sys.getrefcount(o) for o in watched]
    assert grows(lambda: [call(x) for call in calls.values()]) < LEAKS
    after = [sys.getrefcount(o) for o in watched]
    assert all(now <= then for now, then in zip(after, counts, strict=True)), (counts, after)


def test_what_fails_while_results_are_packed_leaks_nothing() -> None:
    x = eager(floats(3))

    def refuse(*parts: Any) -> Any:
        raise ValueError("no")

    program = compiled(lambda a: (a + 1.0, a * 2.0), x._type)
    results = Build(list, (OutputLeaf(0), Build(dict, (Build(tuple, (OutputLeaf(1),)), Build(refuse, ())), ("a", "b"))))
    entry = table_of(program, [OfType(x._type, 0)], results, (x,)).call

    def fails() -> None:
        with pytest.raises(ValueError, match="no"):
            entry(x)

    assert grows(fails, 50) < LEAKS


def test_an_entry_for_open_types() -> None:
    x = floats(3, 2)
    type_ = open_type(x, None, 2)
    program = compiled(lambda a, b: a + b, type_, type_)
    entry = table_of(program, [OfType(type_, 0), OfType(type_, 1)], OutputLeaf(0), (eager(x), eager(x))).call
    for rows in (0, 1, 5):
        t = eager(floats(rows, 2))
        assert entry(t, t)._type is t._type
    for wrong in (floats(3, 3), floats(3), floats(3, 2, dtype=np.float64)):
        assert entry(eager(wrong), eager(x))[0] == "miss"
    with pytest.raises(tf.errors.InvalidArgumentError):
        entry(eager(x), eager(floats(4, 2)))


def test_errors_come_out_of_an_entry() -> None:
    x = eager(np.array([1, 0], np.int32))
    entry = table_of(compiled(lambda a: a // a, x._type), [OfType(x._type, 0)], OutputLeaf(0), (x,)).call
    with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
        entry(x)


def test_a_table_chooses_among_entries_and_forgets_them() -> None:
    tensors = [eager(floats(n)) for n in range(1, 40)]
    table = NativeExecutor().call_table("f", miss, due)
    if table is None:
        pytest.skip("no builtin here")
    counted = Counted()
    for n, t in enumerate(tensors):
        program = compiled(lambda a, n=n: a + float(n), t._type)
        request = EntryRequest([OfType(t._type, 0)], 1, [], OutputLeaf(0), counted, context=n)
        assert table.add(program, request, (t,), {}) and not table.add(program, request, (t,), {})
    for n, t in enumerate(tensors):
        np.testing.assert_array_equal(table.call(t)._array, t._array + np.float32(n))
    table.clear(lambda context: context % 2 == 0)
    assert [isinstance(table.call(t), tuple) for t in tensors] == [n % 2 == 0 for n in range(len(tensors))]
    counted.left[0] = 1
    assert not isinstance(table.call(tensors[1]), tuple)
    assert table.call(tensors[1]) == ("due", (tensors[1],), {})


def test_an_entry_holds_what_a_list_gives_while_it_runs() -> None:
    x = eager(floats(1000))
    arguments: list[Any] = [eager(floats(1000, seed=3))]

    def drop(y: Any) -> Any:
        arguments[0] = None
        return y

    program = compiled(lambda a, b: tf.numpy_function(drop, [b[0]], tf.float32) * 0.0 + a, x._type, x._type)
    entry = table_of(
        program, [Parts(list, (OfType(x._type, 0),)), OfType(x._type, 1)], OutputLeaf(0), (arguments, x)
    ).call
    wanted = arguments[0]._array.copy()
    np.testing.assert_array_equal(entry(arguments, x)._array, wanted)


# the plan of the scratch block -------------------------------------------------------------------------------


def test_scratch_is_used_again_and_never_twice_at_once() -> None:
    plan = ScratchPlan()
    rng = np.random.default_rng(0)
    stored: list[Any] = []
    for _ in range(2000):
        if stored and rng.random() < 0.5:
            plan.give_back(stored.pop(int(rng.integers(len(stored)))))
        else:
            stored.append(plan.take(int(rng.integers(1, 1000))))
        places = sorted((b.offset, b.offset + b.size) for b in stored)
        assert all(end <= start for (_, end), (start, _) in itertools.pairwise(places))
    for buffer in stored:
        plan.give_back(buffer)
    assert plan._free == [(0, plan.size)]


def test_the_layout_takes_less_room_and_never_a_place_twice_at_once() -> None:
    for seed in range(30):
        plan, rng = ScratchPlan(), np.random.default_rng(seed)
        stored: list[Any] = []
        together: list[list[Any]] = []
        for _ in range(200):
            while stored and (len(stored) > 10 or rng.random() < 0.4):
                plan.give_back(stored.pop(int(rng.integers(len(stored)))))
            stored.append(plan.take(int(rng.choice([64, 900, 5000, 70_000]))))
            together.append(list(stored))
        served = plan._room
        assert plan.size <= served
        for buffers in together:
            places = sorted((b.offset, b.offset + b.size) for b in buffers)
            assert places[-1][1] <= plan.size
            assert all(end <= start for (_, end), (start, _) in itertools.pairwise(places))
        assert all(plan.offset(b.number) == b.offset for b in together[-1])


# results that leave under other dimensions -------------------------------------------------------------------


def _twice(x: Any) -> Any:
    y = tf.exp(x)
    return tf.reshape(y, [-1]), tf.reshape(y, [2, 3, 4])


def _read_too(x: Any) -> Any:
    y = x * x
    return tf.reshape(y, [4, 6]), tf.reduce_sum(y, 1), y - 1.0


def _itself_too(x: Any) -> Any:
    y = x * 2.0
    return y, tf.reshape(y, [-1])


def _in_a_loop(x: Any) -> Any:
    return while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, tf.reshape(y * 2.0 + x, [6, 4])), [0, x])[1]


def _in_a_branch(x: Any) -> Any:
    return cond(tf.reduce_sum(x) > 1e9, lambda: x, lambda: tf.reshape(tf.exp(x), [6, 4]))


# and whether nothing has to be copied
RESHAPED: dict[str, tuple[Callable[[Any], Any], bool]] = {
    "elements": (lambda x: tf.reshape(x + 1.0, [2, 12]), True),
    "rows": (lambda x: tf.reshape(tf.nn.softmax(tf.reshape(x, [3, 8])), [2, 3, 4]), True),
    "a product": (lambda x: tf.expand_dims(tf.matmul(x, x, transpose_b=True), 0), True),
    "a sum": (lambda x: tf.reshape(tf.reduce_sum(x, 0), [2, 2]), True),
    "seen in two ways": (_twice, False),
    "read too": (_read_too, True),
    "itself too": (_itself_too, False),
    "in a loop": (_in_a_loop, False),
    "in a branch": (_in_a_branch, True),
    "bits": (lambda x: tf.bitcast(x * 2.0, tf.int32), False),
    "a number": (lambda x: tf.reshape(tf.reduce_sum(x), [1, 1]), False),
    "nothing": (lambda x: tf.reshape(x[:0] * 2.0, [0, 7]), False),
}


@pytest.mark.parametrize("dims", [(6, 4), (None, 4)])
@pytest.mark.parametrize("name", RESHAPED)
def test_results_under_other_dimensions_are_made_where_they_leave(name: str, dims: tuple[int | None, ...]) -> None:
    function, without_copy = RESHAPED[name]
    x = floats(6, 4)
    program = both(function, x, types=[open_type(x, *dims)], tolerance=1e-6)
    if None not in dims:
        results = program.run([x])
        assert all(result.base is None for result in results)
        assert not any(np.shares_memory(a, b) for a, b in itertools.combinations([x, *results], 2))
        assert not (without_copy and "call void @llvm.memcpy" in program.ir)
    assert grows(lambda: program.run([x])) < LEAKS
