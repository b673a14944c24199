"""TensorArrays, stacks and maps of tensors behind handles, as ops by name."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf

raw = tf.raw_ops
INVALID, UNIMPLEMENTED = tf.errors.InvalidArgumentError, tf.errors.UnimplementedError


class Array:
    """The ops on one array."""

    def __init__(self, handle: Any = None, **declared: Any) -> None:
        if handle is None:
            handle, _ = raw.TensorArrayV3(**{"size": 3, "dtype": tf.float32, **declared})
        self.handle = handle

    def op(self, name: str, **arguments: Any) -> Any:
        return getattr(raw, f"TensorArray{name}V3")(handle=self.handle, flow_in=0.0, **arguments)

    def write(self, index: int, value: Any) -> None:
        self.op("Write", index=index, value=value)

    def read(self, index: int, dtype: Any = tf.float32) -> Any:
        return self.op("Read", index=index, dtype=dtype).numpy().tolist()

    def gather(self, indices: Any, **declared: Any) -> Any:
        indices = tf.constant(indices, tf.int32)
        return self.op("Gather", indices=indices, dtype=tf.float32, **declared).numpy().tolist()

    def concat(self, **declared: Any) -> Any:
        found = self.op("Concat", dtype=tf.float32, **declared)
        return found.value.numpy().tolist(), found.lengths.numpy().tolist()

    def size(self) -> int:
        return int(self.op("Size"))


def test_written_and_read_once() -> None:
    array = Array()
    array.write(0, [1.0, 2.0])
    with pytest.raises(INVALID, match="index 0 because it has already been written to"):
        array.write(0, [1.0, 2.0])
    assert array.read(0) == [1.0, 2.0]
    with pytest.raises(INVALID, match="twice because it was cleared"):
        array.read(0)
    with pytest.raises(INVALID, match="index 0 because it has already been read"):
        array.write(0, [1.0, 2.0])
    with pytest.raises(INVALID, match="not resizeable and size is: 3"):
        array.write(3, [1.0])
    with pytest.raises(INVALID, match="index -1"):
        array.write(-1, [1.0])
    with pytest.raises(INVALID, match="trying to write dtype int32"):
        array.write(1, [1])
    with pytest.raises(INVALID, match="index 5 but array size is: 3"):
        array.read(5)
    with pytest.raises(INVALID, match="requested dtype int32"):
        array.read(1, tf.int32)


def test_what_was_not_written() -> None:
    with pytest.raises(INVALID, match="element shape is not fully defined"):
        Array().read(1)
    assert Array(element_shape=[2]).read(0) == [0.0, 0.0]
    array = Array(identical_element_shapes=True)
    array.write(0, [1.0])
    assert array.read(2) == [0.0]
    with pytest.raises(INVALID, match=r"shape is \[2\] which is incompatible .* \[1\]"):
        array.write(1, [1.0, 2.0])


def test_gathered_and_scattered() -> None:
    array = Array(size=0, dynamic_size=True, clear_after_read=False)
    array.write(4, [1.0, 2.0])
    assert array.size() == 5
    array.op("Scatter", indices=[0, 2], value=[[1.0, 2.0], [3.0, 4.0]])
    assert array.gather([2, 0, 4]) == [[3.0, 4.0], [1.0, 2.0], [1.0, 2.0]]
    with pytest.raises(INVALID, match=r"saw: 1 vs\. 2"):
        array.op("Scatter", indices=[1], value=[[1.0, 2.0], [3.0, 4.0]])
    with pytest.raises(UNIMPLEMENTED, match="when packing zero-size"):
        array.gather([])
    assert array.gather([], element_shape=[2]) == []
    array.write(1, [1.0])
    with pytest.raises(INVALID, match=r"inconsistent shapes.  Index 0 has shape: \[2\] but index 1 has shape: \[1\]"):
        array.gather([0, 1])


def test_split_and_concatenated() -> None:
    array = Array(size=2)
    array.op("Split", value=[1.0, 2.0, 3.0], lengths=tf.constant([1, 2], tf.int64))
    assert array.concat() == ([1.0, 2.0, 3.0], [1, 2])
    with pytest.raises(INVALID, match=r"sum of lengths is 2 and value's shape is: \[3\]"):
        array.op("Split", value=[1.0, 2.0, 3.0], lengths=tf.constant([1, 1], tf.int64))
    with pytest.raises(INVALID, match=r"\(2 vs. 1\)"):
        array.op("Split", value=[1.0, 2.0, 3.0], lengths=tf.constant([3], tf.int64))
    with pytest.raises(UNIMPLEMENTED, match="when concatenating zero-size"):
        Array(size=0).concat()
    scalars = Array(size=1)
    scalars.write(0, 1.0)
    with pytest.raises(INVALID, match="Did you mean to call pack"):
        scalars.concat()


def test_an_array_of_gradients_adds_up() -> None:
    array = Array(size=2, clear_after_read=False)
    array.write(0, [1.0])
    array.write(1, [2.0])
    made = array.op("Grad", source="grad:0")
    gradients = Array(made.grad_handle)
    gradients.write(0, [5.0])
    gradients.write(0, [6.0])
    assert gradients.read(0) == [11.0] and gradients.read(1) == [0.0]
    again = Array(array.op("Grad", source="grad:0").grad_handle)
    with pytest.raises(INVALID, match="@grad:0: Could not read index 0 twice"):
        again.read(0)
    deeper = raw.TensorArrayGradWithShape(handle=array.handle, flow_in=0.0, source="g", shape_to_prepend=[3])
    assert Array(deeper.grad_handle).read(1) == [[0.0]] * 3


def test_closed_and_refused() -> None:
    array = Array()
    raw.TensorArrayCloseV3(handle=array.handle)
    with pytest.raises(INVALID, match="already been closed"):
        array.write(0, [1.0])
    with pytest.raises(INVALID, match="Size should be >= 0"):
        Array(size=-1)
    with pytest.raises(INVALID, match=r"must be scalar, but had shape: \[1\]"):
        Array(size=[1])
    with pytest.raises(INVALID, match="that of a TensorArray"):
        Array(raw.StackV2(max_size=1, elem_type=tf.float32)).size()


def test_in_a_function() -> None:
    @tf.function
    def squares(count: Any) -> Any:
        handle, flow = raw.TensorArrayV3(size=count, dtype=tf.int32)
        for i in tf.range(count):
            flow = raw.TensorArrayWriteV3(handle=handle, index=i, value=i * i, flow_in=flow)
        return raw.TensorArrayGatherV3(handle=handle, indices=tf.range(count), flow_in=flow, dtype=tf.int32)

    assert squares(4).numpy().tolist() == [0, 1, 4, 9]
    assert squares(4).numpy().tolist() == [0, 1, 4, 9]  # each call has an array of its own


def test_a_stack() -> None:
    stack = raw.StackV2(max_size=-1, elem_type=tf.float32)
    for value in (1.0, 2.0):
        assert float(raw.StackPushV2(handle=stack, elem=value)) == value
    assert [float(raw.StackPopV2(handle=stack, elem_type=tf.float32)) for _ in range(2)] == [2.0, 1.0]
    with pytest.raises(INVALID, match="Stack is empty"):
        raw.StackPopV2(handle=stack, elem_type=tf.float32)
    with pytest.raises(INVALID, match="Must have type float32 but got int32"):
        raw.StackPushV2(handle=stack, elem=1)
    raw.StackCloseV2(handle=stack)
    with pytest.raises(INVALID, match="already been closed"):
        raw.StackPushV2(handle=stack, elem=1.0)
    small = raw.StackV2(max_size=0, elem_type=tf.float32)
    raw.StackPushV2(handle=small, elem=1.0)
    with pytest.raises(INVALID, match=r"overflowed its max_size \(0\)"):
        raw.StackPushV2(handle=small, elem=1.0)


def test_maps_are_values() -> None:
    empty = raw.EmptyTensorMap()
    full = empty
    for key in (1.0, 3.0):
        full = raw.TensorMapInsert(input_handle=full, key=key, value=[key + 1])
    floats = {"key_dtype": tf.float32}
    assert int(raw.TensorMapSize(input_handle=empty)) == 0 and int(raw.TensorMapSize(input_handle=full)) == 2
    assert raw.TensorMapLookup(input_handle=full, key=3.0, value_dtype=tf.float32).numpy().tolist() == [4.0]
    assert [bool(raw.TensorMapHasKey(input_handle=full, key=k)) for k in (3.0, 5.0)] == [True, False]
    assert raw.TensorMapStackKeys(input_handle=full, **floats).numpy().tolist() == [1.0, 3.0]
    less = raw.TensorMapErase(input_handle=full, key=3.0, value_dtype=tf.float32)
    assert raw.TensorMapStackKeys(input_handle=less, **floats).numpy().tolist() == [1.0]
    with pytest.raises(INVALID, match='Could not find key "5"'):
        raw.TensorMapLookup(input_handle=full, key=5.0, value_dtype=tf.float32)
    with pytest.raises(INVALID, match=r'erase non-existent item\. Could not find key "7"'):
        raw.TensorMapErase(input_handle=full, key=7.0, value_dtype=tf.float32)
    with pytest.raises(INVALID, match="Type mismatch"):
        raw.TensorMapLookup(input_handle=full, key=3.0, value_dtype=tf.int32)
    with pytest.raises(INVALID, match="cannot be called on empty map"):
        raw.TensorMapStackKeys(input_handle=empty, **floats)
