"""Arrays as TensorProto: written as TensorFlow writes them, read in all forms, refused when wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from google.protobuf import text_format

from graphwright.base.dtypes import as_dtype
from graphwright.base.shape import TensorShape
from graphwright.graphdef import messages
from graphwright.graphdef.tensor_proto import shape_from_proto, shape_to_proto, to_array, to_proto
from tests.golden.encoding import decode, same
from tests.golden.load import read

THREE = "tensor_shape { dim { size: 3 } }"


def proto(text: str) -> Any:
    return text_format.Parse(text, messages.TensorProto())


@pytest.mark.parametrize("entry", read("tensor_protos"), ids=lambda e: f"{e['dtype']}{e['value']['data']}"[:40])
def test_written_and_read_as_in_tensorflow(entry: dict[str, Any]) -> None:
    array = decode(entry["value"])
    if entry["splat"]:
        array = np.broadcast_to(array.reshape(-1)[:1].reshape(()), array.shape)
    written = to_proto(array, as_dtype(entry["dtype"]))
    recorded = messages.TensorProto.FromString(bytes.fromhex(entry["bytes"]))
    assert written == recorded
    assert same(to_array(recorded), array)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"dtype: DT_FLOAT {THREE}", np.zeros(3, np.float32)),
        (f"dtype: DT_FLOAT {THREE} float_val: 1 float_val: 2", np.array([1, 2, 2], np.float32)),
        (f"dtype: DT_INT64 {THREE} int64_val: 5", np.full(3, 5)),
        (f"dtype: DT_COMPLEX64 {THREE} scomplex_val: 1 scomplex_val: 2", np.full(3, 1 + 2j, np.complex64)),
        (f"dtype: DT_HALF {THREE} half_val: 15360", np.ones(3, np.float16)),
        (f'dtype: DT_BOOL {THREE} tensor_content: "\\001\\000\\001"', np.array([True, False, True])),
        (f'dtype: DT_STRING {THREE} string_val: "a" string_val: "b"', np.array([b"a", b"b", b"b"], object)),
        (f"dtype: DT_STRING {THREE}", np.array([b"", b"", b""], object)),
        ("dtype: DT_FLOAT float_val: 1", np.array(1, np.float32)),
        ("dtype: DT_FLOAT tensor_shape { dim { size: 0 } dim { size: 4 } }", np.zeros((0, 4), np.float32)),
        (f"dtype: DT_UINT16 {THREE} int_val: 65535", np.full(3, 65535, np.uint16)),
    ],
)
def test_every_form_is_read(text: str, expected: np.ndarray[Any, Any]) -> None:
    array = to_array(proto(text))
    assert same(array, expected)
    assert not array.flags.writeable


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"dtype: DT_FLOAT {THREE} float_val: [1, 2, 3, 4]", "lists 4 values, more than 3"),
        ("dtype: DT_FLOAT tensor_shape { dim { size: 0 } } float_val: 1", "lists 1 values, more than 0"),
        (f'dtype: DT_FLOAT {THREE} tensor_content: "abcd"', r"needs 12 bytes; tensor_content has 4"),
        (f'dtype: DT_STRING {THREE} tensor_content: "abcd"', "strings are listed in string_val"),
        (f'dtype: DT_BOOL {THREE} tensor_content: "\\001\\002\\000"', "bytes other than 0 and 1"),
        (f"dtype: DT_COMPLEX64 {THREE} scomplex_val: [1, 2, 3]", "lists 3 numbers, which are not pairs"),
        (f"dtype: DT_INT8 {THREE} int_val: 300", "lists the value 300, which does not fit"),
        (f"dtype: DT_HALF {THREE} half_val: -1", "lists the value -1, which does not fit"),
        ("dtype: DT_FLOAT tensor_shape { dim { size: -1 } } float_val: 1", "must have a known shape"),
        ("dtype: DT_FLOAT tensor_shape { unknown_rank: true } float_val: 1", "must have a known shape"),
        ("dtype: DT_FLOAT tensor_shape { dim { size: 4611686018427387904 } }", "larger than any memory"),
        ("dtype: DT_FLOAT_REF float_val: 1", "DT_FLOAT_REF, which no value can have"),
        ("float_val: 1", "DT_INVALID, which no value can have"),
    ],
)
def test_contradictions_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        to_array(proto(text))


def test_unknown_numbers_of_dtypes_are_refused() -> None:
    with pytest.raises(ValueError, match="dtype 77, which no value can have"):
        to_array(messages.TensorProto(dtype=77))


@pytest.mark.parametrize("name", ["resource", "variant"])
def test_handles_have_no_constants(name: str) -> None:
    with pytest.raises(TypeError, match=f"dtype {name} cannot be written"):
        to_proto(np.array(None, object), as_dtype(name))
    with pytest.raises(TypeError, match=f"dtype {name} cannot be written"):
        to_array(messages.TensorProto(dtype=as_dtype(name).as_datatype_enum))


def test_one_value_for_many_takes_no_memory() -> None:
    array = to_array(proto("dtype: DT_FLOAT tensor_shape { dim { size: 1000000000000 } } float_val: 1"))
    assert array.shape == (10**12,)
    assert array.strides == (0,)


def test_big_endian_arrays() -> None:
    array = np.arange(3, dtype=">i4")
    assert to_array(to_proto(array)).tolist() == [0, 1, 2]


def test_quantised_integers() -> None:
    dtype = as_dtype("qint8")
    array = np.array([1, -2], np.int8).view(dtype.numpy)
    assert to_proto(array, dtype).tensor_content == b"\x01\xfe"
    assert to_proto(array[:1], dtype).int_val == [1]
    assert to_array(to_proto(array[1:], dtype)).view(np.int8).tolist() == [-2]


@pytest.mark.parametrize("dims", [None, [], [2, 3], [None, 3], [0]])
def test_shapes(dims: list[int | None] | None) -> None:
    shape = TensorShape(dims)
    written = shape_to_proto(shape)
    assert written == shape_to_proto(dims)
    read_back = shape_from_proto(written)
    assert read_back.rank == shape.rank
    assert dims is None or read_back.as_list() == dims


def test_shapes_below_unknown_are_refused() -> None:
    with pytest.raises(ValueError, match="below -1"):
        shape_from_proto(messages.TensorShapeProto(dim=[{"size": -2}]))
