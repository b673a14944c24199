"""The protobuf messages: their fields are TensorFlow's, their pool is our own, and they round-trip."""

from __future__ import annotations

import subprocess
import sys

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor_pb2 import FieldDescriptorProto as FieldProto

from graphwright.graphdef import messages
from tests.golden.load import read

DECLARED = read("descriptors")
SCALARS = {number: name[5:].lower() for name, number in FieldProto.Type.items()}


def kind(field: FieldProto) -> str:
    return field.type_name.removeprefix(".tensorflow.") or SCALARS[field.type]


def described(message: descriptor_pb2.DescriptorProto) -> list[str]:
    """The fields of a message in the notation of the recorded file."""
    entries = {e.name: e.field for e in message.nested_type if e.options.map_entry}
    lines = []
    for field in sorted(message.field, key=lambda f: f.number):
        where = ""
        if field.HasField("oneof_index") and not field.proto3_optional:
            where = f" in {message.oneof_decl[field.oneof_index].name}"
        entry = entries.get(field.type_name.rpartition(".")[2])
        if entry is not None:
            what = f"map<{kind(entry[0])},{kind(entry[1])}>"
        else:
            repeated = field.label == FieldProto.LABEL_REPEATED
            what = kind(field) + ("*" if repeated else "?" if field.proto3_optional else "")
        lines.append(f"{field.name} {what} {field.number}{where}")
    return lines


@pytest.mark.parametrize("name", messages.CLASSES)
def test_fields_are_those_of_tensorflow(name: str) -> None:
    message = descriptor_pb2.DescriptorProto()
    messages.CLASSES[name].DESCRIPTOR.CopyToProto(message)
    assert described(message) == DECLARED[name]


@pytest.mark.parametrize("name", messages.ENUMS)
def test_enum_values_are_those_of_tensorflow(name: str) -> None:
    assert messages.enum_values(name) == DECLARED[f"enum {name}"]


def test_repeated_numbers_are_packed() -> None:
    assert messages.TensorProto(int_val=[1, 2]).SerializeToString() == bytes([7 << 3 | 2, 2, 1, 2])


def test_messages_round_trip() -> None:
    graph = messages.GraphDef()
    node = graph.node.add(name="x", op="Const", input=["a", "^b"])
    node.attr["value"].tensor.float_val.extend([1.5, -2.0])
    node.attr["T"].type = messages.DATA_TYPES["DT_FLOAT"]
    node.attr["empty"].list.SetInParent()
    function = graph.library.function.add()
    function.arg_attr[3].attr["_user_specified_name"].s = b"x"
    function.control_ret["print"] = "print"
    graph.versions.producer = 2474
    assert messages.GraphDef.FromString(graph.SerializeToString()) == graph
    assert node.attr["value"].WhichOneof("value") == "tensor"
    assert "DT_FLOAT" in str(graph)


def test_explicit_presence() -> None:
    line = messages.CLASSES["GraphDebugInfo.FileLineCol"](line=0)
    assert line.HasField("line")
    assert not line.HasField("col")


def test_the_same_names_in_the_default_pool_do_not_clash() -> None:
    file = descriptor_pb2.FileDescriptorProto(name="elsewhere/graph.proto", package="tensorflow", syntax="proto3")
    file.message_type.add(name="GraphDef").field.add(name="node", number=1, type=9, label=3)
    pool = descriptor_pool.Default()
    pool.Add(file)
    other = message_factory.GetMessageClass(pool.FindMessageTypeByName("tensorflow.GraphDef"))
    assert other is not messages.GraphDef
    assert other(node=["x"]).node == ["x"]


def test_unknown_messages_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="has no message 'NoSuch'"):
        messages.NoSuch  # noqa: B018


def test_protobuf_is_imported_when_asked_for() -> None:
    code = "import sys, graphwright.graphdef, graphwright.ir.graph; sys.exit('google.protobuf' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
