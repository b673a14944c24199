"""Ops on stages: tensors that wait between parts of a graph, in order or under keys."""

from __future__ import annotations

import itertools
import threading
from typing import Any

import pytest

import graphwright as tf

INVALID = tf.errors.InvalidArgumentError
_names = (f"stage {i}" for i in itertools.count())


def stage_ops(kind: str, **room: Any) -> Any:
    """Calls of the ops on one new stage of two components."""
    common = {"dtypes": [tf.float32, tf.int32], "shared_name": next(_names), **room}

    def call(name: str, **arguments: Any) -> Any:
        result = getattr(tf.raw_ops, name)(**arguments, **common)
        return result if result is None else tf.nest.map_structure(lambda t: t.numpy().tolist(), result)

    def put(*values: Any, **arguments: Any) -> None:
        given = {k: v for k, v in common.items() if k != "dtypes" or kind != "Stage"}
        getattr(tf.raw_ops, "Stage" if kind == "Stage" else f"{kind}Stage")(values=list(values), **arguments, **given)

    return call, put


def test_a_stage_gives_the_first_element_first() -> None:
    call, put = stage_ops("Stage")
    put(1.0, tf.constant([2, 3]))
    put(4.0, tf.constant([5]))
    assert call("StageSize") == 2
    assert call("StagePeek", index=1) == [4.0, [5]]
    assert call("Unstage") == [1.0, [2, 3]] and call("StageSize") == 1
    assert call("StageClear") is None and call("StageSize") == 0
    with pytest.raises(INVALID, match="at least 0, got -1"):
        call("StagePeek", index=-1)


def test_a_full_stage_makes_threads_wait() -> None:
    call, put = stage_ops("Stage", capacity=1)
    put(1.0, 2)
    thread = threading.Thread(target=put, args=(3.0, 4))
    thread.start()
    assert call("Unstage") == [1.0, 2] and call("Unstage") == [3.0, 4]
    thread.join()


def test_what_is_larger_than_the_memory_is_refused() -> None:
    _, put = stage_ops("Stage", memory_limit=7)
    with pytest.raises(tf.errors.ResourceExhaustedError, match=r"size of '8' bytes .* limit of '7'"):
        put(1.0, 2)


@pytest.mark.parametrize("kind", ["Map", "OrderedMap"])
def test_components_come_one_by_one(kind: str) -> None:
    call, put = stage_ops(kind)
    put(1.0, key=5, indices=[0])
    assert call(f"{kind}IncompleteSize") == 1 and call(f"{kind}Size") == 0
    put(7, key=5, indices=[1])
    put(2.0, 8, key=3, indices=[0, 1])
    assert call(f"{kind}IncompleteSize") == 0 and call(f"{kind}Size") == 2
    assert tf.nest.flatten(call(f"{kind}Peek", key=5, indices=[0, 1])) == [1.0, 7]
    key = 3 if kind == "OrderedMap" else 5
    found = call(f"{kind}UnstageNoKey", indices=[0, 1])
    assert found.key == key and found.values == ([2.0, 8] if key == 3 else [1.0, 7])
    assert call(f"{kind}Clear") is None and call(f"{kind}Size") == 0


def test_a_key_is_gone_with_its_last_component() -> None:
    call, put = stage_ops("Map")
    put(1.0, 7, key=5, indices=[0, 1])
    assert call("MapSize") == 1
    assert call("MapUnstage", key=5, indices=[0, 1]) == [1.0, 7]
    assert call("MapSize") == 0


def test_what_a_map_refuses() -> None:
    call, put = stage_ops("Map")
    put(1.0, key=5, indices=[0])
    with pytest.raises(INVALID, match="'0' for key '5' was already initialized"):
        put(1.0, key=5, indices=[0])
    with pytest.raises(INVALID, match="Index '2' is out of bounds"):
        put(1.0, key=5, indices=[2])
    with pytest.raises(INVALID, match="Indices are not strictly ordered"):
        put(1.0, 2, key=6, indices=[1, 0])
    with pytest.raises(INVALID, match="2 indices for 1 values"):
        put(1.0, key=6, indices=[0, 1])
    assert call("MapIncompleteSize") == 1


def test_in_a_function() -> None:
    name = next(_names)

    @tf.function
    def through(x: Any) -> Any:
        tf.raw_ops.Stage(values=[x + 1], shared_name=name)
        return tf.raw_ops.Unstage(dtypes=[tf.float32], shared_name=name)[0] * 2

    assert float(through(tf.constant(3.0))) == 8
