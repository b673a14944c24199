"""The messages of SavedModels beyond those of graphs.

Field numbers are facts of a file format; the tables state them in the notation of `graphdef.messages`. Enums and
messages of any kind, of which only numbers and bytes are of interest, stand as numbers and bytes.
"""

from __future__ import annotations

from graphwright.graphdef.messages import Message, MessageClass, build

TABLES: dict[str, str] = {
    "ObjectReference": "node_id int32 1; local_name string 2",
    "SlotVariableReference": ("original_variable_node_id int32 1; slot_name string 2; slot_variable_node_id int32 3"),
    "SavedModel": "saved_model_schema_version int64 1; meta_graphs MetaGraphDef* 2",
    "MetaGraphDef": (
        "meta_info_def MetaGraphDef.MetaInfoDef 1; graph_def GraphDef 2; saver_def SaverDef 3; collection_def "
        "map<string,CollectionDef> 4; signature_def map<string,SignatureDef> 5; asset_file_def AssetFileDef* "
        "6; object_graph_def SavedObjectGraph 7"
    ),
    "MetaGraphDef.MetaInfoDef": (
        "meta_graph_version string 1; stripped_op_list OpList 2; any_info bytes 3; tags string* 4; "
        "tensorflow_version string 5; tensorflow_git_version string 6; stripped_default_attrs bool 7; "
        "function_aliases map<string,string> 8"
    ),
    "AssetFileDef": "tensor_info TensorInfo 1; filename string 2",
    "TensorInfo": (
        "encoding{ name string 1; coo_sparse TensorInfo.CooSparse 4; composite_tensor TensorInfo.CompositeTensor 5 }; "
        "dtype DataType 2; tensor_shape TensorShapeProto 3"
    ),
    "TensorInfo.CooSparse": (
        "values_tensor_name string 1; indices_tensor_name string 2; dense_shape_tensor_name string 3"
    ),
    "TensorInfo.CompositeTensor": "type_spec TypeSpecProto 1; components TensorInfo* 2",
    "SignatureDef": (
        "inputs map<string,TensorInfo> 1; outputs map<string,TensorInfo> 2; method_name string 3; defaults "
        "map<string,TensorProto> 4"
    ),
    "SaverDef": (
        "filename_tensor_name string 1; save_tensor_name string 2; restore_op_name string 3; max_to_keep "
        "int32 4; sharded bool 5; keep_checkpoint_every_n_hours float 6; version SaverDef.CheckpointFormatVersion 7"
    ),
    "CollectionDef": (
        "kind{ node_list CollectionDef.NodeList 1; bytes_list CollectionDef.BytesList 2; int64_list "
        "CollectionDef.Int64List 3; float_list CollectionDef.FloatList 4; any_list CollectionDef.AnyList 5 }"
    ),
    "CollectionDef.NodeList": "value string* 1",
    "CollectionDef.BytesList": "value bytes* 1",
    "CollectionDef.Int64List": "value int64* 1",
    "CollectionDef.FloatList": "value float* 1",
    "CollectionDef.AnyList": "value bytes* 1",
    "VariableDef": (
        "variable_name string 1; initial_value_name string 6; initializer_name string 2; snapshot_name string 3; "
        "save_slice_info_def SaveSliceInfoDef 4; is_resource bool 5; trainable bool 7; synchronization int32 8; "
        "aggregation int32 9"
    ),
    "SaveSliceInfoDef": "full_name string 1; full_shape int64* 2; var_offset int64* 3; var_shape int64* 4",
    "SavedObjectGraph": "nodes SavedObject* 1; concrete_functions map<string,SavedConcreteFunction> 2",
    "SavedObject": (
        "children ObjectReference* 1; slot_variables SlotVariableReference* 3; kind{ user_object "
        "SavedUserObject 4; asset SavedAsset 5; function SavedFunction 6; variable SavedVariable 7; "
        "bare_concrete_function SavedBareConcreteFunction 8; constant SavedConstant 9; resource SavedResource "
        "10; captured_tensor CapturedTensor 12 }; saveable_objects map<string,SaveableObject> 11; "
        "registered_name string 13; serialized_user_proto bytes 14; dependencies ObjectReference* 15; "
        "registered_saver string 16"
    ),
    "SavedUserObject": "identifier string 1; version VersionDef 2; metadata string 3",
    "SavedAsset": "asset_file_def_index int32 1",
    "SavedFunction": "concrete_functions string* 1; function_spec FunctionSpec 2",
    "SavedConcreteFunction": (
        "bound_inputs int32* 2; canonicalized_input_signature StructuredValue 3; output_signature StructuredValue 4"
    ),
    "SavedBareConcreteFunction": (
        "concrete_function_name string 1; argument_keywords string* 2; allowed_positional_arguments int64 3; "
        "function_spec FunctionSpec 4"
    ),
    "SavedConstant": "operation string 1",
    "SavedVariable": (
        "dtype DataType 1; shape TensorShapeProto 2; trainable bool 3; synchronization int32 4; aggregation "
        "int32 5; name string 6; device string 7; experimental_distributed_variable_components SavedVariable* "
        "8"
    ),
    "SavedResource": "device string 1",
    "SaveableObject": "save_function int32 2; restore_function int32 3",
    "CapturedTensor": "name string 1; concrete_function string 2",
    "FunctionSpec": (
        "fullargspec StructuredValue 1; is_method bool 2; input_signature StructuredValue 5; jit_compile int32 6"
    ),
    "StructuredValue": (
        "kind{ none_value NoneValue 1; float64_value double 11; int64_value sint64 12; string_value string "
        "13; bool_value bool 14; tensor_shape_value TensorShapeProto 31; tensor_dtype_value DataType 32; "
        "tensor_spec_value TensorSpecProto 33; type_spec_value TypeSpecProto 34; bounded_tensor_spec_value "
        "BoundedTensorSpecProto 35; list_value ListValue 51; tuple_value TupleValue 52; dict_value DictValue "
        "53; named_tuple_value NamedTupleValue 54; tensor_value TensorProto 55; numpy_value TensorProto 56 }"
    ),
    "NoneValue": "",
    "ListValue": "values StructuredValue* 1",
    "TupleValue": "values StructuredValue* 1",
    "DictValue": "fields map<string,StructuredValue> 1",
    "PairValue": "key string 1; value StructuredValue 2",
    "NamedTupleValue": "name string 1; values PairValue* 2",
    "TensorSpecProto": "name string 1; shape TensorShapeProto 2; dtype DataType 3",
    "TypeSpecProto": (
        "type_spec_class int32 1; type_state StructuredValue 2; type_spec_class_name string 3; "
        "num_flat_components int32 4"
    ),
    "BoundedTensorSpecProto": (
        "name string 1; shape TensorShapeProto 2; dtype DataType 3; minimum TensorProto 4; maximum TensorProto 5"
    ),
}

ENUMS: dict[str, str] = {"SaverDef.CheckpointFormatVersion": "LEGACY 0; V1 1; V2 2"}

CLASSES: dict[str, MessageClass] = build("graphwright/saved_model.proto", TABLES, ENUMS)
StructuredValue: MessageClass = CLASSES["StructuredValue"]


TYPE_SPEC_CLASSES = {
    "SPARSE_TENSOR_SPEC": 1, "INDEXED_SLICES_SPEC": 2, "RAGGED_TENSOR_SPEC": 3, "TENSOR_ARRAY_SPEC": 4,
    "ROW_PARTITION_SPEC": 10, "REGISTERED_TYPE_SPEC": 12, "EXTENSION_TYPE_SPEC": 13,
}  # fmt: skip
"""The numbers of composite specs that a TypeSpecProto may name."""


def __getattr__(name: str) -> MessageClass:
    """`messages.SavedModel` and every other message of the table."""
    try:
        return CLASSES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no message {name!r}") from None


__all__ = ["CLASSES", "TABLES", "TYPE_SPEC_CLASSES", "Message", "StructuredValue"]
