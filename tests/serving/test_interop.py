"""TensorFlow Serving's own client, unchanged, as a client of ours."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from graphwright.serving.options import ModelConfig
from tests.serving.models import save_several, serving

TENSORFLOW = os.environ.get("GRAPHWRIGHT_TENSORFLOW", "")
ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.interop,
    pytest.mark.skipif(not TENSORFLOW, reason="GRAPHWRIGHT_TENSORFLOW names no interpreter with TensorFlow"),
]

CLIENT = """
import sys, grpc, tensorflow as tf
from tensorflow_serving.apis import classification_pb2, get_model_metadata_pb2, get_model_status_pb2
from tensorflow_serving.apis import model_service_pb2_grpc, predict_pb2, prediction_service_pb2_grpc

channel = grpc.insecure_channel("127.0.0.1:" + sys.argv[1])
stub = prediction_service_pb2_grpc.PredictionServiceStub(channel)

asked = predict_pb2.PredictRequest()
asked.model_spec.name = "model"
asked.inputs["a"].CopyFrom(tf.make_tensor_proto([1.0, 2.0]))
asked.inputs["b"].CopyFrom(tf.make_tensor_proto([10.0, 20.0]))
answer = stub.Predict(asked, 30)
print(tf.make_ndarray(answer.outputs["sum"]).tolist(), answer.model_spec.version.value)

asked.inputs["b"].CopyFrom(tf.make_tensor_proto([1, 2]))
try:
    stub.Predict(asked, 30)
except grpc.RpcError as error:
    print(error.code().name, error.details())

asked = classification_pb2.ClassificationRequest()
asked.model_spec.name, asked.model_spec.signature_name = "model", "classify"
example = asked.input.example_list.examples.add()
example.features.feature["v"].float_list.value.append(0.25)
(row,) = stub.Classify(asked, 30).result.classifications
print([(each.label, each.score) for each in row.classes])

asked = get_model_metadata_pb2.GetModelMetadataRequest(metadata_field=["signature_def"])
asked.model_spec.name = "model"
packed = stub.GetModelMetadata(asked, 30).metadata["signature_def"]
found = get_model_metadata_pb2.SignatureDefMap()
print(packed.Unpack(found), found.signature_def["half"].inputs["n"].dtype == tf.int32.as_datatype_enum)

asked = get_model_status_pb2.GetModelStatusRequest()
asked.model_spec.name = "model"
(status,) = model_service_pb2_grpc.ModelServiceStub(channel).GetModelStatus(asked, 30).model_version_status
print(status.version, get_model_status_pb2.ModelVersionStatus.State.Name(status.state))
"""

PRINTED = """\
[11.0, 22.0] 1
INVALID_ARGUMENT input 'b' must be float32; got int32.
[('yes', 0.25), ('no', 0.75)]
True True
1 AVAILABLE
"""


def test_its_client_works_unchanged(tmp_path: Path) -> None:
    save_several(tmp_path / "model")

    async def run() -> subprocess.CompletedProcess[str]:
        async with serving(ModelConfig("model", str(tmp_path / "model"))) as (server, _):
            return await asyncio.to_thread(
                subprocess.run,
                [os.path.join(ROOT, TENSORFLOW), "-c", CLIENT, str(server.grpc_port)],
                capture_output=True, text=True, check=False, timeout=110,
                env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONPATH": ""},
            )  # fmt: skip

    done = asyncio.run(run())
    assert (done.returncode, done.stdout) == (0, PRINTED), done.stderr
