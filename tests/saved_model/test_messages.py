"""The messages of SavedModels have TensorFlow's fields; values and specs in them come back as they were."""

from __future__ import annotations

import collections
from typing import Any

import pytest
from google.protobuf import descriptor_pb2

import graphwright as tf
from graphwright.graphdef import messages as of_graphs
from graphwright.saved_model.messages import CLASSES, ENUMS, TABLES, TYPE_SPEC_CLASSES
from graphwright.saved_model.structured_values import DEEPEST, decode, encode, named_tuple
from tests.golden.load import read
from tests.graphdef.test_messages import described

DECLARED = read("descriptors")
NESTED = {"ObjectReference", "SlotVariableReference"}  # in a message of checkpoints there, by themselves here


def in_our_words(line: str) -> str:
    """A recorded field as it stands here: enums as numbers, messages of any kind as bytes."""
    name, kind, *rest = line.replace("TrackableObjectGraph.TrackableObject.", "").split()
    plain = kind.rstrip("*")
    if f"enum {plain}" in DECLARED and plain not in ("DataType", *ENUMS):
        kind = kind.replace(plain, "int32")
    if plain == "google.protobuf.Any":
        kind = kind.replace(plain, "bytes")
    return " ".join([name, kind, *rest])


@pytest.mark.parametrize("name", TABLES)
def test_fields_are_those_of_tensorflow(name: str) -> None:
    message = descriptor_pb2.DescriptorProto()
    CLASSES[name].DESCRIPTOR.CopyToProto(message)
    recorded = DECLARED[f"TrackableObjectGraph.TrackableObject.{name}" if name in NESTED else name]
    assert described(message) == [in_our_words(line) for line in recorded]


@pytest.mark.parametrize("name", ENUMS)
def test_enum_values_are_those_of_tensorflow(name: str) -> None:
    outer, _, inner = name.rpartition(".")
    assert dict(getattr(CLASSES[outer], inner).items()) == DECLARED[f"enum {name}"]


def test_messages_of_graphs_are_the_same_classes_in_models() -> None:
    graph = of_graphs.GraphDef(node=[of_graphs.NodeDef(name="x", op="NoOp")])
    meta = CLASSES["MetaGraphDef"](graph_def=graph)
    assert meta.graph_def == graph
    assert type(meta.graph_def) is type(graph)


def test_numbers_of_composite_specs() -> None:
    recorded = DECLARED["enum TypeSpecProto.TypeSpecClass"]
    assert {name: recorded[name] for name in TYPE_SPEC_CLASSES} == TYPE_SPEC_CLASSES


Point = collections.namedtuple("Point", ["x", "y"])

VALUES = [
    None, True, False, 0, -5, 2**62, 1.5, "text", "", [], (), {}, [1, [None, "a"]], (1, (2.0, True)),
    {"b": 1, "a": [2]}, tf.float32, tf.TensorShape([None, 3]), tf.TensorShape(None),
    tf.TensorSpec([2, None], tf.int8, "x"), tf.TensorSpec(None, tf.string), tf.IndexedSlicesSpec([None, 2], tf.float32),
    tf.TensorArraySpec([2], tf.int32, True),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_come_back(value: Any) -> None:
    found = decode(encode(value))
    assert (type(found), found) == (type(value), value)


def test_named_tuples_come_back() -> None:
    found = decode(encode(Point(1, [tf.TensorSpec([])])))
    assert (type(found).__name__, found._fields, found.x, found.y) == ("Point", ("x", "y"), 1, [tf.TensorSpec([])])
    assert type(found) is named_tuple("Point", ("x", "y"))


@pytest.mark.parametrize("value", [object(), {1: 2}, 2**70, {1, 2}, b"bytes", 1j, [object()]])
def test_values_that_no_model_can_hold(value: Any) -> None:
    with pytest.raises(TypeError):
        encode(value)


def _nested(levels: int) -> Any:
    value: Any = None
    for _ in range(levels):
        value = [value]
    return encode(value)


@pytest.mark.parametrize(
    ("message", "kind", "text"),
    [
        (CLASSES["StructuredValue"](), tf.errors.InvalidArgumentError, "holds no value"),
        (_nested(DEEPEST + 2), tf.errors.InvalidArgumentError, "nests more than"),
        (CLASSES["StructuredValue"](tensor_dtype_value=0), tf.errors.InvalidArgumentError, "DT_INVALID"),
        (
            CLASSES["StructuredValue"](tensor_shape_value={"dim": [{"size": -7}]}),
            tf.errors.InvalidArgumentError,
            "-7",
        ),
        (
            CLASSES["StructuredValue"](named_tuple_value={"name": "class", "values": []}),
            tf.errors.InvalidArgumentError,
            "cannot be called 'class'",
        ),
        (
            CLASSES["StructuredValue"](
                type_spec_value={"type_spec_class_name": "StrangeSpec", "type_state": {"none_value": {}}}
            ),
            tf.errors.UnimplementedError,
            "StrangeSpec",
        ),
    ],
)
def test_messages_that_hold_no_value(message: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        decode(message)


def test_folders_with_a_scheme(tmp_path: Any) -> None:
    module = tf.Module()
    module.v = tf.Variable(2.0)
    tf.saved_model.save(module, f"file://{tmp_path}/model")
    assert tf.saved_model.contains_saved_model(f"file://{tmp_path}/model")
    assert float(tf.saved_model.load(f"file://{tmp_path}/model").v) == 2.0
    with pytest.raises(tf.errors.UnimplementedError, match="scheme 'gs'"):
        tf.saved_model.load("gs://bucket/model")
