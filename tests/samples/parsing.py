"""Samples of the ops that parse messages, lines and bytes."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from tests.differences.programs_parsing import example, sequence
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import f32, i32, i64, text

INVALID = errors.InvalidArgumentError
_NONE = np.empty(0, object)
_A, _B, _C = example(tf, x=[1.0, 2.0], y=[3], s=["p"]), example(tf, x=[5.0, 6.0], y=[7, 8]), example(tf, z=[1])
_S1 = sequence(tf, {"c": [1, 2], "d": [0.5]}, t=[["a"], ["b", "c"]], f=[[1.0, 2.0], [3.0, 4.0]])
_S2 = sequence(tf, {"c": [3]}, t=[["z"]], f=[[5.0, 6.0]])


def _keys(*keys: str) -> Any:
    return np.array([k.encode() for k in keys], object)


_ALL = {
    "num_sparse": 1,
    "sparse_types": ["string"],
    "ragged_value_types": ["int64"],
    "ragged_split_types": ["int32"],
    "dense_shapes": [[2], [None]],
}


def _v2(serialized: Any, defaults: Any, **attrs: Any) -> dict[str, Any]:
    inputs = [serialized, _NONE, _keys("s"), _keys("x", "y"), _keys("y"), defaults]
    return {"inputs": inputs, "attrs": {**_ALL, **attrs}}


_LISTS = {
    "Ncontext_sparse": 1,
    "context_sparse_types": ["int64"],
    "context_ragged_value_types": ["int64"],
    "context_ragged_split_types": ["int64"],
    "context_dense_shapes": [[]],
    "Nfeature_list_sparse": 1,
    "Nfeature_list_dense": 1,
    "feature_list_dense_types": ["float32"],
    "feature_list_sparse_types": ["string"],
    "feature_list_ragged_value_types": ["string"],
    "feature_list_ragged_split_types": ["int32"],
    "feature_list_dense_shapes": [[2]],
}


def _sequence_v2(serialized: Any, may_be_missing: bool = True) -> list[Any]:
    keys = [_keys("c"), _keys("d"), _keys("c"), _keys("t"), _keys("f"), _keys("t")]
    return [serialized, _NONE, *keys, np.array([may_be_missing]), [f32(7)]]


_OLDER = {
    "Ncontext_sparse": 1,
    "Ncontext_dense": 1,
    "Nfeature_list_sparse": 1,
    "Nfeature_list_dense": 1,
    "context_sparse_types": ["int64"],
    "context_dense_shapes": [[]],
    "feature_list_dense_types": ["float32"],
    "feature_list_sparse_types": ["string"],
    "feature_list_dense_shapes": [[2]],
}
_OLDER_KEYS = {
    "feature_list_dense_missing_assumed_empty": ["f"],
    "context_sparse_keys": ["c"],
    "context_dense_keys": ["d"],
    "feature_list_sparse_keys": ["t"],
    "feature_list_dense_keys": ["f"],
}
_SINGLE_KEYS = [_keys("f"), [text("c")], [text("d")], [text("t")], [text("f")]]
_NUMBERS = ("int32", "float64", "bfloat16", "uint8")

SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "ParseExampleV2": [
        Sample(**_v2(text(_A, _B, _C), [f32([8, 9]), i64(0)])),
        Sample(**_v2(text(_B), [f32([]), i64(0)])),
        Sample(**_v2(_NONE, [f32([]), i64(0)])),
        ErrorSample(
            **_v2(text(_A, _C), [f32([]), i64(0)]), error=INVALID, message="Feature: x (data type: float) is req"
        ),
        ErrorSample(
            **_v2(text(_A), [f32([1]), i64(0)]), error=INVALID, message="is not compatible with dense_shapes_[0]"
        ),
        ErrorSample(
            **_v2(text("x"), [f32([]), i64(0)]), error=INVALID, message="Could not parse example input, value: 'x'"
        ),
        ErrorSample(
            **_v2(text(_A), [f32([]), i64(0)], dense_shapes=[[2]]),
            error=INVALID,
            message="len(dense_keys) != len(dense_sh",
        ),
    ],
    "ParseExample": [
        Sample(
            [text(_A, _B), _NONE, [text("s")], [text("x")], [f32([])]],
            {"sparse_types": ["string"], "dense_shapes": [[2]]},
        ),
        ErrorSample(
            [text(_A), _NONE, [], [], []], {"sparse_types": [], "dense_shapes": []}, INVALID, "to be a vector", True
        ),
    ],
    "ParseSingleExample": [
        Sample(
            [text(_A), [f32([])]],
            {
                "num_sparse": 1,
                "sparse_keys": ["s"],
                "dense_keys": ["x"],
                "sparse_types": ["string"],
                "dense_shapes": [[2]],
            },
        ),
        ErrorSample(
            [text(_B), [f32([])]],
            {"num_sparse": 0, "sparse_keys": [], "dense_keys": ["x"], "sparse_types": [], "dense_shapes": [[3]]},
            INVALID,
            "Key: x, Index: 0.  Number of float values != expected.  Values size: 2 but output shape: [3]",
        ),
    ],
    "ParseSequenceExampleV2": [
        Sample(_sequence_v2(text(_S1, _S2)), _LISTS),
        Sample(_sequence_v2(text(_S1)), _LISTS),
        ErrorSample(
            _sequence_v2(text(_S1, ""), False), _LISTS, INVALID, "Feature list 'f' is required but could not be fo"
        ),
        ErrorSample(_sequence_v2(text("junk")), _LISTS, INVALID, "Could not parse sequence example input"),
    ],
    "ParseSequenceExample": [
        Sample([text(_S1, _S2), _NONE, [f32(7)]], {**_OLDER, **_OLDER_KEYS}),
        ErrorSample([text(_S1), _NONE, [f32(7)]], {**_OLDER, **_OLDER_KEYS}, INVALID, "to be a vector", True),
    ],
    "ParseSingleSequenceExample": [
        Sample([text(_S1), *_SINGLE_KEYS, [f32(7)], text("")], _OLDER),
        ErrorSample(
            [text(sequence(tf, {}, f=[[1.0]])), *_SINGLE_KEYS, [f32(7)], text("")],
            _OLDER,
            INVALID,
            "Key: f, Index: 0.  Number of values != expected.  values size: 1 but output shape: [2]",
        ),
    ],
    "DecodeCSV": [
        Sample([text("1,2.5,a", ',,"b,c"'), [i32([7]), f32([8]), text("d").reshape(1)]], {}),
        Sample([text("1;x;3"), [i64([7]), np.array([0.5])]], {"field_delim": ";", "select_cols": [0, 2]}),
        ErrorSample([text("1"), [i32([7]), i32([7])]], {}, INVALID, "Expect 2 fields but have 1 in record 0"),
        ErrorSample([text("x"), [i32([7])]], {}, INVALID, "Field 0 in record 0 is not a valid int32: x"),
        ErrorSample([text(""), [i32([])]], {}, INVALID, "Expect 1 fields but have 0 in record 0"),
        ErrorSample([text(","), [i32([]), i32([])]], {}, INVALID, "Field 0 is required but missing in record 0!"),
        ErrorSample([text("1"), [i32([7])]], {"field_delim": "||"}, INVALID, "field_delim should be only 1 char"),
        ErrorSample([text("1"), [i32([[7]])]], {}, INVALID, "Each record default should be at most rank 1", True),
    ],
    "DecodeRaw": [
        *(Sample([text("01234567", "abcdefgh")], {"out_type": d}) for d in (*_NUMBERS, "bool", "complex64")),
        *(Sample([text("01234567")], {"out_type": d, "little_endian": False}) for d in _NUMBERS),
        ErrorSample([text("ab", "c")], {"out_type": "uint8"}, INVALID, "but element 1 has size 1 != 2"),
        ErrorSample([text("abc")], {"out_type": "int16"}, INVALID, "length 3 that is not a multiple of 2"),
    ],
    "DecodePaddedRaw": [
        *(Sample([text("0123456789", "a"), i32(8)], {"out_type": d}) for d in _NUMBERS),
        ErrorSample([text("a"), i32(0)], {"out_type": "uint8"}, INVALID, "fixed_length (0) must be greater than zero."),
        ErrorSample(
            [text("a"), i32(3)], {"out_type": "int16"}, INVALID, "must be a multiple of the size of out_type (2)"
        ),
    ],
    "DecodeCompressed": [
        Sample([text(zlib.compress(b"hello"))], {"compression_type": "ZLIB"}),
        ErrorSample([text("junk")], {"compression_type": "GZIP"}, errors.DataLossError, "inflate() failed"),
        ErrorSample([text("junk")], {"compression_type": "X"}, INVALID, "Only ZLIB, ZSTD, GZIP or NONE are supported"),
        ErrorSample([text("junk")], {"compression_type": "ZSTD"}, errors.UnimplementedError, "use ZLIB or GZIP"),
    ],
    "DecodeJSONExample": [
        Sample([text('{"features": {"feature": {"a": {"int64List": {"value": [3]}}}}}', "{}")]),
        ErrorSample([text("{")], {}, INVALID, "Error while parsing JSON"),
    ],
    "EncodeBase64": [Sample([text("a", b"\xff\xfe\xfd")], {"pad": True})],
    "DecodeBase64": [
        Sample([text("YQ", "__79", "YQ==")]),
        ErrorSample([text("a+b/")], {}, INVALID, "Invalid character found in base64"),
        ErrorSample([text("a")], {}, INVALID, "Base64 string length cannot be 1 modulo 4."),
    ],
    "SerializeTensor": [
        *(Sample([np.array([[1, 2]], d)]) for d in ("float32", "int8", "complex64", "bool")),
        Sample([text("a", "b")]),
    ],
    "ParseTensor": [
        Sample([text(b'\x08\x01\x12\x04\x12\x02\x08\x02"\x08\x00\x00\x80?\x00\x00\x00@')], {"out_type": "float32"}),
        ErrorSample([text("junk")], {"out_type": "float32"}, INVALID, "Could not parse `serialized` as TensorProto"),
        ErrorSample(
            [text(b"\x08\x03")], {"out_type": "float32"}, INVALID, "between parsed tensor (int32) and dtype (fl"
        ),
    ],
    "DeserializeManySparse": [
        Sample([tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 5], [6, 0]])).numpy()], {"dtype": "int32"}),
        Sample([tf.io.serialize_many_sparse(tf.sparse.from_dense([["", "a"]])).numpy()], {"dtype": "string"}),
        ErrorSample(
            [text("a", "b", "c").reshape(1, 3)], {"dtype": "int32"}, INVALID, "Could not parse serialized proto"
        ),
        ErrorSample([text("a", "b", "c")], {"dtype": "int32"}, INVALID, "should be a matrix with 3 columns", True),
    ],
}
