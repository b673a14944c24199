"""Modules of TensorFlow that hold protobuf messages, and where these come from here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_CORE: Final = "tensorflow.core"

SOURCES: Final[Mapping[str, str]] = {
    f"{_CORE}.framework.full_type_pb2": "graphwright.interop.message_enums",
    f"{_CORE}.framework.types_pb2": "graphwright.interop.message_enums",
}

_OF_GRAPHS: Final = {
    "attr_value": "AttrValue NameAttrList",
    "function": "FunctionDef FunctionDefLibrary GradientDef RegisteredGradient",
    "graph": "GraphDef",
    "graph_debug_info": "GraphDebugInfo",
    "node_def": "NodeDef",
    "op_def": "OpDef OpDeprecation OpList",
    "resource_handle": "ResourceHandleProto",
    "tensor": "TensorProto VariantTensorDataProto",
    "tensor_shape": "TensorShapeProto",
    "versions": "VersionDef",
}

_OF_MODELS: Final = {
    "framework.variable": "SaveSliceInfoDef VariableDef",
    "protobuf.meta_graph": "AssetFileDef CollectionDef MetaGraphDef SignatureDef TensorInfo",
    "protobuf.saved_model": "SavedModel",
    "protobuf.saved_object_graph": (
        "CapturedTensor FunctionSpec SaveableObject SavedAsset SavedBareConcreteFunction SavedConcreteFunction "
        "SavedConstant SavedFunction SavedObject SavedObjectGraph SavedResource SavedUserObject SavedVariable"
    ),
    "protobuf.saver": "SaverDef",
    "protobuf.struct": (
        "BoundedTensorSpecProto DictValue ListValue NamedTupleValue NoneValue PairValue StructuredValue "
        "TensorSpecProto TupleValue TypeSpecProto"
    ),
}

_OF_CHECKPOINTS: Final = {
    f"{_CORE}.protobuf.tensor_bundle_pb2": "BundleEntryProto BundleHeaderProto",
    f"{_CORE}.protobuf.trackable_object_graph_pb2": "RegisteredSaver TrackableObjectGraph",
    "tensorflow.python.training.checkpoint_state_pb2": "CheckpointState",
}

NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    **{f"{_CORE}.framework.{module}_pb2": {"graphdef.messages": names} for module, names in _OF_GRAPHS.items()},
    **{f"{_CORE}.{module}_pb2": {"saved_model.messages": names} for module, names in _OF_MODELS.items()},
    **{module: {"checkpoint.messages": names} for module, names in _OF_CHECKPOINTS.items()},
    f"{_CORE}.example.example_pb2": {"graphdef.examples": "Example SequenceExample"},
    f"{_CORE}.example.feature_pb2": {
        "graphdef.examples": "BytesList Feature FeatureList FeatureLists Features FloatList Int64List"
    },
    f"{_CORE}.framework.summary_pb2": {
        "summary.messages": "HistogramProto Summary SummaryDescription SummaryMetadata",
    },
    f"{_CORE}.util.event_pb2": {"summary.messages": "Event LogMessage SessionLog TaggedRunMetadata"},
    f"{_CORE}.protobuf.config_pb2": {
        "sessions.options": "ConfigProto GPUOptions GraphOptions OptimizerOptions RunMetadata RunOptions"
    },
}
