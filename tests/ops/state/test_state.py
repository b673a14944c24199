"""Variable ops: updates, snapshots seen by readers, and static shapes while tracing."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply
from graphwright.core.tracing import TracingGraph
from graphwright.core.variable import Variable
from graphwright.ir.handles import declared_type, origin
from graphwright.ir.types import tensor_type

each = pytest.mark.parametrize
TABLE = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


@each(
    "op, delta, expected",
    [
        ("AssignVariableOp", [7.0, 8.0], [7.0, 8.0]),
        ("AssignAddVariableOp", [7.0, 8.0], [8.0, 10.0]),
        ("AssignSubVariableOp", [7.0, 8.0], [-6.0, -6.0]),
    ],
)
def test_assignments(op: str, delta: Any, expected: Any) -> None:
    v = tf.Variable([1.0, 2.0])
    before = v.read_value()
    assert apply(op, (v.handle, tf.constant(delta)), {"dtype": tf.float32}) is None
    assert v.numpy().tolist() == expected
    assert before.numpy().tolist() == [1.0, 2.0]


@each(
    "op, expected",
    [
        ("Add", [[1, 2], [6, 8], [5, 6]]),
        ("Sub", [[1, 2], [0, 0], [5, 6]]),
        ("Mul", [[1, 2], [6, 12], [5, 6]]),
        ("Div", [[1, 2], [1.5, 4 / 3], [5, 6]]),
        ("Min", [[1, 2], [1, 1], [5, 6]]),
        ("Max", [[1, 2], [3, 4], [5, 6]]),
        ("Update", [[1, 2], [2, 3], [5, 6]]),
    ],
)
def test_scatters_see_every_update(op: str, expected: Any) -> None:
    """Row 1 occurs twice: both updates are applied, and the last assignment wins."""
    v = tf.Variable(TABLE)
    before = v.read_value()
    updates = [[1.0, 1.0], [2.0, 3.0]]
    apply(f"ResourceScatter{op}", (v.handle, [1, 1], updates), {"dtype": tf.float32})
    np.testing.assert_allclose(v.numpy(), expected, rtol=1e-6)
    assert before.numpy().tolist() == TABLE


def test_a_failed_scatter_changes_nothing() -> None:
    v = tf.Variable(TABLE)
    with pytest.raises(errors.InvalidArgumentError, match=r"indices\[1\] = 3 is not in \[0, 3\)"):
        apply("ResourceScatterAdd", (v.handle, [0, 3], [[1.0, 1.0], [1.0, 1.0]]), {"dtype": tf.float32})
    assert v.numpy().tolist() == TABLE


def test_concurrent_updates_are_not_lost() -> None:
    v = tf.Variable(tf.zeros([1000]))
    threads = [threading.Thread(target=lambda: [v.assign_add(tf.ones([1000])) for _ in range(50)]) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert v.numpy().tolist() == [200.0] * 1000


def test_named_handles_are_shared_until_destroyed() -> None:
    attrs = {"dtype": tf.float32, "shape": [], "shared_name": "test_state/shared", "container": "test"}
    first, second = apply("VarHandleOp", (), attrs), apply("VarHandleOp", (), attrs)
    apply("AssignVariableOp", (first, 3.0), {"dtype": tf.float32})
    assert float(apply("ReadVariableOp", (second,), {"dtype": tf.float32})) == 3.0
    apply("DestroyResourceOp", (first,))
    assert not bool(apply("VarIsInitializedOp", (second,)))
    assert not bool(apply("VarIsInitializedOp", (apply("VarHandleOp", (), attrs),)))


def test_handles_without_a_name_are_new() -> None:
    attrs = {"dtype": tf.float32, "shape": []}
    first, second = apply("VarHandleOp", (), attrs), apply("VarHandleOp", (), attrs)
    apply("AssignVariableOp", (first, 3.0), {"dtype": tf.float32})
    assert bool(apply("VarIsInitializedOp", (first,))) and not bool(apply("VarIsInitializedOp", (second,)))


# while tracing ------------------------------------------------------------------------------------------------


def test_reads_know_the_declared_shape() -> None:
    v, loose = tf.Variable(TABLE), tf.Variable([1.0], shape=[None])
    outer, inner = TracingGraph("outer"), TracingGraph("inner")
    inner.outer_graph = outer
    with as_default_graph(outer):
        assert v.read_value().shape == (3, 2)
        reads = loose.read_value(), loose.read_value()
        assert [r.shape.as_list() for r in reads] == [[None], [None]]
        assert reads[0]._type.dims != reads[1]._type.dims  # the value may change in between
        with as_default_graph(inner):
            handle = inner.capture(outer.capture(v.handle))
            assert apply("ReadVariableOp", (handle,), {"dtype": tf.float32}).shape == (3, 2)
            assert apply("ResourceGather", (handle, [[0, 1]]), {"dtype": tf.float32}).shape == (1, 2, 2)
            assert origin(handle) is v.handle


@each("options", [{}, {"shape": tf.TensorShape([None, 2])}, {"dtype": tf.float64}, {"trainable": False}])
def test_read_value_equals_the_read_op(options: dict[str, Any]) -> None:
    v = Variable(TABLE, **options)

    def by_op() -> Any:
        return apply("ReadVariableOp", (v.handle,), {"dtype": v.dtype})

    read = v.read_value()
    assert read._type is by_op()._type
    v.assign_add(v)
    assert read.numpy().tolist() == TABLE and v.read_value().numpy().tolist() == by_op().numpy().tolist() != TABLE
    apply("DestroyResourceOp", (v.handle,))
    for reading in (v.read_value, by_op):
        with pytest.raises(errors.FailedPreconditionError):
            reading()


def test_an_argument_has_its_declared_shape() -> None:
    graph = TracingGraph("f")
    with as_default_graph(graph):
        handle = graph.placeholder(tensor_type(tf.resource, ()), "v")
        assert apply("ReadVariableOp", (handle,), {"dtype": tf.float32}).shape.rank is None
        v = Variable.over_handle(handle, tensor_type(tf.float32, (4,)), True, "v")
        assert v.read_value().shape == (4,)
        result = apply("VarHandleOp", (), {"dtype": tf.int32, "shape": [5]})
        declared = declared_type(apply("Identity", (result,)))
        assert declared is not None and (declared.dtype, declared.dims) == (tf.int32, (5,))


def test_gather_from_an_argument() -> None:
    looked_up = tf.function(lambda v, i: (tf.gather(v, i), v.sparse_read(i), tf.nn.embedding_lookup(v, i)))
    for rows in looked_up(tf.Variable(TABLE), [2, 0]):
        assert rows.numpy().tolist() == [TABLE[2], TABLE[0]]


def test_gradient_of_a_gather_is_indexed_slices() -> None:
    v = tf.Variable(TABLE)
    for f in (lambda: _gathered_squares(v), tf.function(lambda: _gathered_squares(v))):
        with tf.GradientTape() as tape:
            y = f()
        gradient = tape.gradient(y, v)
        assert tf.convert_to_tensor(gradient).numpy().tolist() == [[4.0, 8.0], [6.0, 8.0], [0.0, 0.0]]


def _gathered_squares(v: Any) -> Any:
    v._note_use()
    rows = apply("ResourceGather", (v.handle, [0, 0, 1]), {"dtype": tf.float32})
    return tf.reduce_sum(rows * rows)
