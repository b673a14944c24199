"""`tf.queue`: what each kind gives, in what order, when it waits, and what it refuses."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import graphwright as tf

v1 = tf.compat.v1
INVALID, OUT_OF_RANGE, CANCELLED = tf.errors.InvalidArgumentError, tf.errors.OutOfRangeError, tf.errors.CancelledError


def test_first_in_first_out() -> None:
    queue = tf.queue.FIFOQueue(3, [tf.float32, tf.int32], shapes=[[2], []])
    assert queue.enqueue(([1.0, 2.0], 3)) is None
    queue.enqueue_many(([[3.0, 4.0], [5.0, 6.0]], [5, 6]))
    assert int(queue.size()) == 3 and queue.size().dtype is tf.int32
    first = queue.dequeue()
    assert first[0].numpy().tolist() == [1.0, 2.0] and int(first[1]) == 3
    rows, numbers = queue.dequeue_many(2)
    assert rows.numpy().tolist() == [[3.0, 4.0], [5.0, 6.0]] and numbers.numpy().tolist() == [5, 6]
    assert queue.dtypes == [tf.float32, tf.int32] and queue.shapes == [tf.TensorShape([2]), tf.TensorShape([])]
    assert queue.names is None and queue.queue_ref.dtype is tf.resource


def test_queues_of_the_same_dtypes_keep_their_shapes_apart() -> None:
    one = tf.queue.FIFOQueue(3, [tf.float32, tf.int32], shapes=[[2], []])
    other = tf.queue.FIFOQueue(3, [tf.float32, tf.int32], names=["a", "b"])
    one.enqueue(([1.0, 2.0], 3))
    other.enqueue({"a": 1.0, "b": 2})
    assert one.dequeue()[0].shape == [2]
    found = other.dequeue()
    assert set(found) == {"a", "b"} and found["a"].shape == [] and int(found["b"]) == 2


def test_a_closed_queue_gives_what_it_has() -> None:
    queue = tf.queue.FIFOQueue(5, tf.int32, shapes=[()])
    queue.enqueue_many([[1, 2, 3]])
    assert not bool(queue.is_closed())
    queue.close()
    assert bool(queue.is_closed())
    with pytest.raises(CANCELLED, match="FIFOQueue is closed"):
        queue.enqueue(4)
    with pytest.raises(OUT_OF_RANGE, match=r"insufficient elements \(requested 4, current size 3\)"):
        queue.dequeue_many(4)
    assert queue.dequeue_up_to(2).numpy().tolist() == [1, 2]
    assert queue.dequeue_up_to(2).numpy().tolist() == [3]
    with pytest.raises(OUT_OF_RANGE, match="current size 0"):
        queue.dequeue_up_to(2)
    with pytest.raises(OUT_OF_RANGE, match=r"requested 1, current size 0"):
        queue.dequeue()


def test_padding_to_the_largest() -> None:
    queue = tf.queue.PaddingFIFOQueue(3, [tf.int32, tf.string], shapes=[[None], [None, 1]])
    queue.enqueue(([1], [["a"], ["b"]]))
    queue.enqueue(([1, 2, 3], [["c"]]))
    numbers, words = queue.dequeue_many(2)
    assert numbers.numpy().tolist() == [[1, 0, 0], [1, 2, 3]]
    assert words.numpy().tolist() == [[[b"a"], [b"b"]], [[b"c"], [b""]]]
    with pytest.raises(ValueError, match="shapes"):
        tf.queue.PaddingFIFOQueue(3, tf.int32, shapes=None)


def test_the_least_priority_comes_first() -> None:
    queue = tf.queue.PriorityQueue(5, tf.string, shapes=[()])
    for priority, word in ((3, "c"), (1, "a"), (2, "b"), (1, "a2")):
        queue.enqueue((priority, word))
    priorities, words = queue.dequeue_many(4)
    assert priorities.numpy().tolist() == [1, 1, 2, 3] and words.numpy().tolist() == [b"a", b"a2", b"b", b"c"]
    assert queue.dtypes == [tf.int64, tf.string] and queue.shapes == [tf.TensorShape([]), tf.TensorShape([])]


def test_a_random_order_with_some_left_behind() -> None:
    orders = []
    for _ in range(2):
        queue = tf.queue.RandomShuffleQueue(100, 10, tf.int32, shapes=[()], seed=7)
        queue.enqueue_many([list(range(50))])
        orders.append(queue.dequeue_many(40).numpy().tolist())
        queue.close()  # then all can be taken
        orders[-1] += queue.dequeue_many(10).numpy().tolist()
    assert orders[0] == orders[1] and sorted(orders[0]) == list(range(50)) and orders[0] != list(range(50))


def test_who_takes_waits_for_who_puts() -> None:
    queue = tf.queue.FIFOQueue(1, tf.int32, shapes=[()])
    taken: list[int] = []
    thread = threading.Thread(target=lambda: taken.extend(int(queue.dequeue()) for _ in range(20)))
    thread.start()
    for i in range(20):
        queue.enqueue(i)  # waits for room
    thread.join(30)
    assert taken == list(range(20))


def test_closing_cancels_who_waits_for_room() -> None:
    queue = tf.queue.FIFOQueue(1, tf.int32)
    queue.enqueue(1)
    found: list[type] = []

    def put() -> None:
        try:
            queue.enqueue(2)
        except tf.errors.OpError as error:
            found.append(type(error))

    thread = threading.Thread(target=put)
    thread.start()
    queue.close(cancel_pending_enqueues=True)
    thread.join(30)
    assert found == [CANCELLED] and int(queue.size()) == 1


@pytest.mark.executors
def test_queues_in_functions() -> None:
    queue = tf.queue.FIFOQueue(30, tf.int32, shapes=[()])

    @tf.function
    def work(x: Any) -> Any:
        queue.enqueue(x)
        queue.enqueue(x * 2)
        for i in tf.range(3):
            queue.enqueue(i)
        first = queue.dequeue()
        return first, queue.dequeue_many(2), queue.size(), tf.constant(first.shape.as_list(), tf.int32)

    first, more, left, shape = work(tf.constant(4))
    assert int(first) == 4 and more.numpy().tolist() == [8, 0] and int(left) == 2 and shape.shape == [0]
    assert queue.dequeue_many(2).numpy().tolist() == [1, 2]


def test_queues_in_sessions() -> None:
    with tf.Graph().as_default() as graph:
        queue = tf.queue.FIFOQueue(3, tf.int32, shapes=[()], name="numbers")
        put, taken, size, close = queue.enqueue(5), queue.dequeue(), queue.size(), queue.close()
    assert [put.name, taken.op.name, size.op.name] == ["numbers_enqueue", "numbers_Dequeue", "numbers_Size"]
    assert queue.name == "numbers" and taken.shape == [] and queue.queue_ref.op.type == "FIFOQueueV2"
    with v1.Session(graph=graph) as one, v1.Session(graph=graph) as other:
        assert one.run(put) is None
        assert one.run(size) == 1 and other.run(size) == 0  # each session has its own
        assert one.run(taken) == 5
        one.run(close)
        with pytest.raises(OUT_OF_RANGE, match="closed and has insufficient elements"):
            one.run(taken)


def test_queues_by_reference() -> None:
    """The ops that TensorFlow 1 had before there were handles."""
    with tf.Graph().as_default() as graph:
        queue = tf.queue.FIFOQueue(3, tf.int32, shapes=[()], name="numbers")
        queue.enqueue_many([[5, 6]], name="put")
        queue.dequeue(name="take")
    definition = graph.as_graph_def()
    for node in definition.node:
        node.op = node.op.removesuffix("V2")
    with tf.Graph().as_default() as imported, v1.Session(graph=imported) as session:
        v1.import_graph_def(definition, name="")
        session.run("put")
        assert [session.run("take:0"), session.run("take:0")] == [5, 6]


def test_one_of_a_list() -> None:
    queues = [tf.queue.FIFOQueue(3, tf.int32) for _ in range(2)]
    queues[1].enqueue(7)
    assert int(tf.queue.QueueBase.from_list(1, queues).dequeue()) == 7
    with pytest.raises(TypeError, match="A list of queues expected"):
        tf.queue.QueueBase.from_list(0, [1])
    with pytest.raises(TypeError, match="matching component dtypes"):
        tf.queue.QueueBase.from_list(0, [queues[0], tf.queue.FIFOQueue(3, tf.float32)])


def _pair() -> Any:
    return tf.queue.FIFOQueue(3, [tf.float32, tf.int32], shapes=[[2], []])


REFUSED = {
    "another shape": (lambda: _pair().enqueue(([1.0], 3)), ValueError, "incompatible"),
    "another number of components": (lambda: _pair().enqueue(1.0), ValueError, "of 2 components, and is given 1"),
    "another dtype": (lambda: _pair().enqueue(("a", 1)), TypeError, "'a'"),
    "rows of different numbers": (lambda: _pair().enqueue_many(([[1.0, 2.0]], [5, 6])), ValueError, "not compatible"),
    "a row that is a scalar": (
        lambda: tf.queue.FIFOQueue(3, tf.int32).enqueue_many([1]), ValueError, "must have rank at least 1"
    ),
    "many without shapes": (
        lambda: tf.queue.FIFOQueue(3, tf.int32).dequeue_many(1), INVALID, "require the components to have specified"
    ),
    "many of a number below none": (lambda: _pair().dequeue_many(-1), INVALID, "requested -1 < 0 elements"),
    "a list where there are names": (
        lambda: tf.queue.FIFOQueue(3, tf.int32, names=["a"]).enqueue([1]), ValueError, "must enqueue a dictionary"
    ),
    "a dict where there are none": (
        lambda: tf.queue.FIFOQueue(3, tf.int32).enqueue({"a": 1}), ValueError, "Queue must have names"
    ),
    "other names": (
        lambda: tf.queue.FIFOQueue(3, tf.int32, names=["a"]).enqueue({"b": 1}), ValueError, "do not match names"
    ),
    "too many shapes": (lambda: tf.queue.FIFOQueue(3, tf.int32, shapes=[(), ()]), ValueError, "received 2 shapes"),
    "one shape for two components": (
        lambda: tf.queue.FIFOQueue(3, [tf.int32, tf.int32], shapes=[2]), INVALID, "received 1 shapes, 2 dtypes"
    ),
    "two sizes for two components": (
        lambda: tf.queue.FIFOQueue(3, [tf.int32, tf.int32], shapes=[2, 3]), ValueError, "received 1 shapes, 2 dtypes"
    ),
    "a size as shape": (lambda: tf.queue.FIFOQueue(3, tf.int32, shapes=2), TypeError, "must be a TensorShape"),
    "open sizes": (
        lambda: tf.queue.RandomShuffleQueue(3, 0, tf.int32, shapes=[[None]]), ValueError, "must be fully defined"
    ),
    "one shape to pad to": (
        lambda: tf.queue.PaddingFIFOQueue(3, tf.int32, shapes=[2]), ValueError, "a list of shapes must be provided"
    ),
    "too many names": (lambda: tf.queue.FIFOQueue(3, tf.int32, names=["a", "b"]), ValueError, "received 2 names"),
    "another resource": (
        lambda: tf.raw_ops.QueueSizeV2(handle=tf.Variable(1.0).handle), INVALID, "A handle of a queue is wanted"
    ),
    "another dtype in a raw op": (
        lambda: tf.raw_ops.QueueEnqueueV2(handle=_pair().queue_ref, components=[np.float32(1), np.float32(2)]),
        INVALID, "Type mismatch|Shape mismatch",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        ([], []),
        ((), []),
        ([2, 3], [2, 3]),
        ((2, 3), [2, 3]),
        ([[2, 3]], [2, 3]),
        (tf.TensorShape([2]), [2]),
        ([()], []),
    ],
)
def test_the_shape_of_a_single_component(shapes: Any, expected: list[int]) -> None:
    """A TensorShape or a list of sizes is one shape."""
    for dtypes in (tf.int32, [tf.int32]):
        for queue in (
            tf.queue.FIFOQueue(3, dtypes, shapes=shapes),
            tf.queue.RandomShuffleQueue(3, 0, dtypes, shapes=shapes),
        ):
            assert queue.shapes == [tf.TensorShape(expected)]
            queue.enqueue_many([tf.ones([2, *expected], tf.int32)])
            assert queue.dequeue_many(2).shape == [2, *expected]
        assert tf.queue.PriorityQueue(3, dtypes, shapes=shapes).shapes == [[], tf.TensorShape(expected)]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    call, kind, message = REFUSED[name]
    with pytest.raises(kind, match=message):
        call()
