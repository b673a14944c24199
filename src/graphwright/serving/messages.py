"""The messages of TensorFlow Serving's gRPC interface.

Field names and numbers are facts of the interface; the tables state them in the notation of `graphdef.messages`.
"""

from __future__ import annotations

from graphwright.graphdef.examples import Example  # its table stands in the pool before the ones that refer to it
from graphwright.graphdef.messages import MessageClass, build
from graphwright.saved_model.messages import SignatureDef

TABLES: dict[str, str] = {
    "Int64Value": "value int64 1",
    "PackedMessage": "type_url string 1; value bytes 2",
    "StatusProto": "error_code int32 1; error_message string 2",
    "ModelSpec": (
        "name string 1; version_choice{ version Int64Value 2; version_label string 4 }; signature_name string 3"
    ),
    "PredictRequest": "model_spec ModelSpec 1; inputs map<string,TensorProto> 2; output_filter string* 3",
    "PredictResponse": "model_spec ModelSpec 2; outputs map<string,TensorProto> 1",
    "ExampleList": "examples Example* 1",
    "ExampleListWithContext": "examples Example* 1; context Example 2",
    "Input": "kind{ example_list ExampleList 1; example_list_with_context ExampleListWithContext 2 }",
    "Class": "label string 1; score float 2",
    "Classifications": "classes Class* 1",
    "ClassificationResult": "classifications Classifications* 1",
    "ClassificationRequest": "model_spec ModelSpec 1; input Input 2",
    "ClassificationResponse": "model_spec ModelSpec 2; result ClassificationResult 1",
    "Regression": "value float 1",
    "RegressionResult": "regressions Regression* 1",
    "RegressionRequest": "model_spec ModelSpec 1; input Input 2",
    "RegressionResponse": "model_spec ModelSpec 2; result RegressionResult 1",
    "InferenceTask": "model_spec ModelSpec 1; method_name string 2",
    "InferenceResult": (
        "model_spec ModelSpec 1; result{ classification_result ClassificationResult 2; "
        "regression_result RegressionResult 3 }"
    ),
    "MultiInferenceRequest": "tasks InferenceTask* 1; input Input 2",
    "MultiInferenceResponse": "results InferenceResult* 1",
    "SignatureDefMap": "signature_def map<string,SignatureDef> 1",
    "GetModelMetadataRequest": "model_spec ModelSpec 1; metadata_field string* 2",
    "GetModelMetadataResponse": "model_spec ModelSpec 1; metadata map<string,PackedMessage> 2",
    "GetModelStatusRequest": "model_spec ModelSpec 1",
    "ModelVersionStatus": "version int64 1; state int32 2; status StatusProto 3",
    "GetModelStatusResponse": "model_version_status ModelVersionStatus* 1",
    "VersionPolicy": "choice{ latest VersionPolicy.Latest 100; all VersionPolicy.All 101; "
    "specific VersionPolicy.Specific 102 }",
    "VersionPolicy.Latest": "num_versions uint32 1",
    "VersionPolicy.All": "",
    "VersionPolicy.Specific": "versions int64* 1",
    "ModelConfig": (
        "name string 1; base_path string 2; model_type int32 3; model_platform string 4; "
        "model_version_policy VersionPolicy 7; version_labels map<string,int64> 8"
    ),
    "ModelConfigList": "config ModelConfig* 1",
    "ModelServerConfig": "model_config_list ModelConfigList 1",
    "ReloadConfigRequest": "config ModelServerConfig 1; metric_names string* 2",
    "ReloadConfigResponse": "status StatusProto 1",
    "HealthCheckRequest": "service string 1",
    "HealthCheckResponse": "status int32 1",
}

CLASSES: dict[str, MessageClass] = build("graphwright/serving.proto", TABLES)

METADATA_TYPE = "type.googleapis.com/tensorflow.serving.SignatureDefMap"
SERVING = 1  # of `grpc.health.v1.HealthCheckResponse`
NOT_SERVING = 2

__all__ = ["CLASSES", "METADATA_TYPE", "NOT_SERVING", "SERVING", "Example", "SignatureDef"]
