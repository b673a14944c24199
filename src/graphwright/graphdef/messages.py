"""TensorFlow's protobuf messages, built from a table of field numbers.

Field names, numbers and types are a file format, so they are facts; the tables below state them and nothing
else. The classes live in a descriptor pool of their own, which tables of other modules are added to by `build`: a
TensorFlow imported in the same process registers the same names in the default pool, and neither notices the other.
Another message is one more entry of `TABLES`; `tests/golden/descriptors.json` holds what TensorFlow declares, and the
tests compare.

>>> from graphwright.graphdef import messages
>>> node = messages.NodeDef(name="x", op="Placeholder")
>>> messages.NodeDef.FromString(node.SerializeToString()).op
'Placeholder'
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

PACKAGE = "tensorflow"

# Messages generate their attributes from descriptors at run time, which no type checker can see.
Message = Any
MessageClass = Any

# "name type number": `*` is repeated, `?` explicit presence, `map<key,value>` a map, `choice{ ... }` a oneof.
# A dotted message name is nested in the message before the dot.
TABLES: dict[str, str] = {
    "GraphDef": (
        "node NodeDef* 1; versions VersionDef 4; version int32 3; library FunctionDefLibrary 2; "
        "debug_info GraphDebugInfo 5"
    ),
    "NodeDef": (
        "name string 1; op string 2; input string* 3; device string 4; attr map<string,AttrValue> 5; "
        "experimental_debug_info NodeDef.ExperimentalDebugInfo 6; experimental_type FullTypeDef 7"
    ),
    "NodeDef.ExperimentalDebugInfo": "original_node_names string* 1; original_func_names string* 2",
    "VersionDef": "producer int32 1; min_consumer int32 2; bad_consumers int32* 3",
    "AttrValue": (
        "value{ s bytes 2; i int64 3; f float 4; b bool 5; type DataType 6; shape TensorShapeProto 7; "
        "tensor TensorProto 8; list AttrValue.ListValue 1; func NameAttrList 10; placeholder string 9 }"
    ),
    "AttrValue.ListValue": (
        "s bytes* 2; i int64* 3; f float* 4; b bool* 5; type DataType* 6; shape TensorShapeProto* 7; "
        "tensor TensorProto* 8; func NameAttrList* 9"
    ),
    "NameAttrList": "name string 1; attr map<string,AttrValue> 2",
    "TensorShapeProto": "dim TensorShapeProto.Dim* 2; unknown_rank bool 3",
    "TensorShapeProto.Dim": "size int64 1; name string 2",
    "TensorProto": (
        "dtype DataType 1; tensor_shape TensorShapeProto 2; version_number int32 3; "
        "tensor_content bytes 4; half_val int32* 13; float_val float* 5; double_val double* 6; "
        "int_val int32* 7; string_val bytes* 8; scomplex_val float* 9; int64_val int64* 10; "
        "bool_val bool* 11; dcomplex_val double* 12; resource_handle_val ResourceHandleProto* 14; "
        "variant_val VariantTensorDataProto* 15; uint32_val uint32* 16; uint64_val uint64* 17; "
        "float8_val bytes 18"
    ),
    "VariantTensorDataProto": "type_name string 1; metadata bytes 2; tensors TensorProto* 3",
    "ResourceHandleProto": (
        "device string 1; container string 2; name string 3; hash_code uint64 4; "
        "maybe_type_name string 5; dtypes_and_shapes ResourceHandleProto.DtypeAndShape* 6"
    ),
    "ResourceHandleProto.DtypeAndShape": "dtype DataType 1; shape TensorShapeProto 2",
    "FunctionDefLibrary": (
        "function FunctionDef* 1; gradient GradientDef* 2; registered_gradients RegisteredGradient* 3"
    ),
    "FunctionDef": (
        "signature OpDef 1; attr map<string,AttrValue> 5; arg_attr map<uint32,FunctionDef.ArgAttrs> 7; "
        "resource_arg_unique_id map<uint32,uint32> 8; node_def NodeDef* 3; ret map<string,string> 4; "
        "control_ret map<string,string> 6"
    ),
    "FunctionDef.ArgAttrs": "attr map<string,AttrValue> 1",
    "GradientDef": "function_name string 1; gradient_func string 2",
    "RegisteredGradient": "gradient_func string 1; registered_op_type string 2",
    "OpList": "op OpDef* 1",
    "OpDef": (
        "name string 1; input_arg OpDef.ArgDef* 2; output_arg OpDef.ArgDef* 3; "
        "control_output string* 20; attr OpDef.AttrDef* 4; deprecation OpDeprecation 8; "
        "summary string 5; description string 6; is_commutative bool 18; is_aggregate bool 16; "
        "is_stateful bool 17; allows_uninitialized_input bool 19; is_distributed_communication bool 21"
    ),
    "OpDef.ArgDef": (
        "name string 1; description string 2; type DataType 3; type_attr string 4; "
        "number_attr string 5; type_list_attr string 6; "
        "handle_data ResourceHandleProto.DtypeAndShape* 7; is_ref bool 16; "
        "experimental_full_type FullTypeDef 17"
    ),
    "OpDef.AttrDef": (
        "name string 1; type string 2; default_value AttrValue 3; description string 4; "
        "has_minimum bool 5; minimum int64 6; allowed_values AttrValue 7"
    ),
    "OpDeprecation": "version int32 1; explanation string 2",
    "FullTypeDef": "type_id FullTypeId 1; args FullTypeDef* 2; attr{ s string 3; i int64 4 }",
    "GraphDebugInfo": (
        "files string* 1; frames_by_id map<fixed64,GraphDebugInfo.FileLineCol> 4; "
        "traces_by_id map<fixed64,GraphDebugInfo.StackTrace> 6; "
        "traces map<string,GraphDebugInfo.StackTrace> 2; name_to_trace_id map<string,fixed64> 5"
    ),
    "GraphDebugInfo.FileLineCol": ("file_index int32? 1; line int32? 2; col int32? 3; func string? 4; code string? 5"),
    "GraphDebugInfo.StackTrace": "file_line_cols GraphDebugInfo.FileLineCol* 1; frame_id fixed64* 2",
}

# Each value as "name number".
ENUMS: dict[str, str] = {
    "DataType": (
        "DT_INVALID 0; DT_FLOAT 1; DT_DOUBLE 2; DT_INT32 3; DT_UINT8 4; DT_INT16 5; DT_INT8 6; "
        "DT_STRING 7; DT_COMPLEX64 8; DT_INT64 9; DT_BOOL 10; DT_QINT8 11; DT_QUINT8 12; DT_QINT32 13; "
        "DT_BFLOAT16 14; DT_QINT16 15; DT_QUINT16 16; DT_UINT16 17; DT_COMPLEX128 18; DT_HALF 19; "
        "DT_RESOURCE 20; DT_VARIANT 21; DT_UINT32 22; DT_UINT64 23; DT_FLOAT8_E5M2 24; "
        "DT_FLOAT8_E4M3FN 25; DT_FLOAT8_E4M3FNUZ 26; DT_FLOAT8_E4M3B11FNUZ 27; DT_FLOAT8_E5M2FNUZ 28; "
        "DT_INT4 29; DT_UINT4 30; DT_INT2 31; DT_UINT2 32; DT_FLOAT4_E2M1FN 33"
    ),
    "FullTypeId": (
        "TFT_UNSET 0; TFT_VAR 1; TFT_ANY 2; TFT_PRODUCT 3; TFT_NAMED 4; TFT_FOR_EACH 20; "
        "TFT_CALLABLE 100; TFT_BOOL 200; TFT_UINT8 201; TFT_UINT16 202; TFT_UINT32 203; TFT_UINT64 204; "
        "TFT_INT8 205; TFT_INT16 206; TFT_INT32 207; TFT_INT64 208; TFT_HALF 209; TFT_FLOAT 210; "
        "TFT_DOUBLE 211; TFT_COMPLEX64 212; TFT_COMPLEX128 213; TFT_STRING 214; TFT_BFLOAT16 215; "
        "TFT_TENSOR 1000; TFT_ARRAY 1001; TFT_OPTIONAL 1002; TFT_LITERAL 1003; TFT_ENCODED 1004; "
        "TFT_SHAPE_TENSOR 1005; TFT_DATASET 10102; TFT_RAGGED 10103; TFT_ITERATOR 10104; "
        "TFT_MUTEX_LOCK 10202; TFT_LEGACY_VARIANT 10203"
    ),
}


def enum_values(name: str) -> dict[str, int]:
    """The values of the enum `name`, by their names."""
    return _values(name, ENUMS[name])


def _values(name: str, table: str) -> dict[str, int]:
    values = {value: int(number) for value, number in (text.split() for text in table.split(";"))}
    if name == "DataType":  # a reference type is its value type plus 100; there is none of DT_INVALID
        values.update({f"{value}_REF": number + 100 for value, number in list(values.items()) if number})
    return values


_Field = descriptor_pb2.FieldDescriptorProto
_SCALARS: dict[str, int] = {
    name.removeprefix("TYPE_").lower(): number
    for name, number in _Field.Type.items()
    if name not in ("TYPE_GROUP", "TYPE_MESSAGE", "TYPE_ENUM")
}


def _set_type(field: Any, type_name: str) -> None:
    """Give `field` a scalar, enum or message type by the name used in the table."""
    if type_name in _SCALARS:
        field.type = _SCALARS[type_name]
    else:
        field.type = _Field.TYPE_ENUM if type_name in _enum_names else _Field.TYPE_MESSAGE
        field.type_name = f".{PACKAGE}.{type_name}"


def _add_map(message: Any, full_name: str, field: Any, type_name: str) -> None:
    """A map is a repeated nested entry message with a key and a value; protobuf fixes the entry's name."""
    entry = message.nested_type.add(name="".join(map(str.capitalize, field.name.split("_"))) + "Entry")
    entry.options.map_entry = True
    key_type, value_type = type_name.removeprefix("map<").removesuffix(">").split(",")
    for number, (name, kind) in enumerate((("key", key_type), ("value", value_type)), 1):
        _set_type(entry.field.add(name=name, number=number, label=_Field.LABEL_OPTIONAL), kind)
    field.label = _Field.LABEL_REPEATED
    field.type = _Field.TYPE_MESSAGE
    field.type_name = f".{PACKAGE}.{full_name}.{entry.name}"


def _add_field(message: Any, full_name: str, text: str) -> Any:
    """Add one "name type number" of the table to `message` and return it."""
    name, type_name, number = text.split()
    field = message.field.add(name=name, number=int(number), label=_Field.LABEL_OPTIONAL)
    if type_name.startswith("map<"):
        _add_map(message, full_name, field, type_name)
        return field
    if type_name.endswith("*"):
        field.label = _Field.LABEL_REPEATED
    _set_type(field, type_name.rstrip("*?"))
    if type_name.endswith("?"):  # proto3 spells explicit presence as a oneof of one member
        field.proto3_optional = True
        field.oneof_index = len(message.oneof_decl)
        message.oneof_decl.add(name=f"_{name}")
    return field


def _fill(message: Any, full_name: str, table: str) -> None:
    """Add the fields of one table entry to the message descriptor `message`."""
    oneof: int | None = None
    for text in table.replace("{", "{;").replace("}", ";}").split(";"):
        text = text.strip()
        if text.endswith("{"):
            oneof = len(message.oneof_decl)
            message.oneof_decl.add(name=text.removesuffix("{").strip())
        elif text == "}":
            oneof = None
        elif text:
            field = _add_field(message, full_name, text)
            if oneof is not None:
                field.oneof_index = oneof


_FILE = "graphwright/tensorflow.proto"
_pool = descriptor_pool.DescriptorPool()
_enum_names: set[str] = set()


def build(file_name: str, tables: Mapping[str, str], enums: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    """The message classes by name, from tables of fields, added to the pool in which the messages of graphs are.

    An outer message stands before the ones nested in it, and the messages of graphs are there for all. A dotted name of
    an enum is nested in the message before the dot.
    """
    file = descriptor_pb2.FileDescriptorProto(name=file_name, package=PACKAGE, syntax="proto3")
    if file_name != _FILE:
        file.dependency.append(_FILE)
    _enum_names.update(enums)
    built: dict[str, Any] = {}
    for name, table in tables.items():
        outer, _, inner = name.rpartition(".")
        built[name] = built[outer].nested_type.add(name=inner) if outer else file.message_type.add(name=name)
        _fill(built[name], name, table)
    for name, text in enums.items():
        outer, _, inner = name.rpartition(".")
        enum = (built[outer] if outer else file).enum_type.add(name=inner)
        for value_name, number in _values(name, text).items():
            enum.value.add(name=value_name, number=number)
    _pool.Add(file)
    find = _pool.FindMessageTypeByName
    return {name: message_factory.GetMessageClass(find(f"{PACKAGE}.{name}")) for name in built}


CLASSES: dict[str, MessageClass] = build(_FILE, TABLES, ENUMS)
DATA_TYPES: dict[str, int] = enum_values("DataType")
DATA_TYPE_NAMES: dict[int, str] = {number: name for name, number in DATA_TYPES.items()}


def __getattr__(name: str) -> MessageClass:
    """`messages.GraphDef` and every other top-level message of the table."""
    try:
        return CLASSES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no message {name!r}") from None
