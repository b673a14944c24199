"""Raw ops on references to queues, tables, readers: refused eagerly, in a graph what the ops on handles do."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.ir.older_names import BY_HANDLE

raw = tf.raw_ops
NAMES = sorted([*BY_HANDLE, "FakeQueue"])


@pytest.mark.parametrize(
    ("name", "snake", "reference"),
    [
        ("FIFOQueue", "fifo_queue", "handle"),
        ("LookupTableFind", "lookup_table_find", "table_handle"),
        ("TFRecordReader", "tf_record_reader", "reader_handle"),
    ],
)
def test_eager_execution_has_no_references(name: str, snake: str, reference: str) -> None:
    with pytest.raises(RuntimeError, match=f"^{snake} op does not support eager execution. Arg '{reference}' is a ref"):
        getattr(raw, name)()


def test_all_of_them_are_listed_and_have_a_signature() -> None:
    assert set(NAMES) <= set(dir(raw))
    for name in NAMES:
        function = getattr(raw, name)
        assert function.__name__ == name and list(inspect.signature(function).parameters)[-1] == "name"


@pytest.fixture
def session() -> Any:
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        yield session


def test_queues_tables_and_readers(session: Any, tmp_path: Path) -> None:
    queue = raw.FIFOQueue(component_types=[tf.string], shapes=[[]])
    (tmp_path / "a").write_text("content")
    session.run(raw.QueueEnqueue(handle=queue, components=[str(tmp_path / "a")]))
    assert session.run(raw.QueueSize(handle=raw.FakeQueue(resource=queue))) == 1
    reader = raw.WholeFileReader()
    state = raw.ReaderSerializeState(reader_handle=reader)
    assert session.run(state) == b""
    assert session.run(raw.ReaderRead(reader_handle=reader, queue_handle=queue)).value == b"content"
    saved = session.run(state)
    assert saved.startswith(b"\x08\x01\x10\x01\x18\x01\x22") and saved.endswith(b"/a")
    session.run(raw.ReaderRestoreState(reader_handle=reader, state=b"\x08\x05\x10\x05\x18\x03"))
    assert session.run(raw.ReaderNumRecordsProduced(reader_handle=reader)) == 3
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not parse or restore"):
        session.run(raw.ReaderRestoreState(reader_handle=reader, state=b"hello"))
    with pytest.raises(tf.errors.UnimplementedError, match="SerializeState"):
        session.run(raw.ReaderSerializeState(reader_handle=raw.TextLineReader()))
    with pytest.raises(TypeError, match="unexpected keyword argument 'encoding'"):
        raw.FixedLengthRecordReader(record_bytes=4, encoding="GZIP")
    table = raw.HashTable(key_dtype=tf.string, value_dtype=tf.int64)
    session.run(raw.InitializeTable(table_handle=table, keys=["a"], values=tf.constant([5], tf.int64)))
    missing = tf.constant(-1, tf.int64)
    found = raw.LookupTableFind(table_handle=table, keys=["a", "b"], default_value=missing)
    assert session.run(found).tolist() == [5, -1]


def test_a_stack_has_room_for_any_number(session: Any) -> None:
    stack = raw.Stack(elem_type=tf.float32)
    with tf.control_dependencies([raw.StackPush(handle=stack, elem=2.0)]):
        assert session.run(raw.StackPop(handle=stack, elem_type=tf.float32)) == 2
