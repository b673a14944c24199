"""The gRPC interface, by generic calls with our own messages; `test_interop.py` has TensorFlow Serving's client."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import grpc
import numpy as np

from graphwright.graphdef.tensor_proto import to_array, to_proto
from graphwright.serving.messages import CLASSES, NOT_SERVING, SERVING, Example
from graphwright.serving.options import ModelConfig
from tests.serving.models import save_scale, save_several, serving

PREDICTION, MODELS, HEALTH = (
    "tensorflow.serving.PredictionService",
    "tensorflow.serving.ModelService",
    "grpc.health.v1.Health",
)


class Calls:
    """Calls of a server's methods; an error is a pair of its code and its text."""

    def __init__(self, channel: Any) -> None:
        self._channel = channel

    async def __call__(self, service: str, method: str, request: Any, answer: str) -> Any:
        data = request if isinstance(request, bytes) else request.SerializeToString()
        call = self._channel.unary_unary(f"/{service}/{method}", response_deserializer=CLASSES[answer].FromString)
        try:
            return await call(data)
        except grpc.aio.AioRpcError as error:
            return error.code().name, error.details()


def _predict(model: str = "model", signature: str = "", outputs: Any = (), **inputs: Any) -> Any:
    request = CLASSES["PredictRequest"]()
    request.model_spec.name, request.model_spec.signature_name = model, signature
    request.output_filter.extend(outputs)
    for name, value in inputs.items():
        request.inputs[name].CopyFrom(to_proto(np.asarray(value)))
    return request


def _run(tmp_path: Path, use: Any, **options: Any) -> Any:
    save_several(tmp_path / "model")

    async def run() -> Any:
        async with (
            serving(ModelConfig("model", str(tmp_path / "model"), labels={"stable": 1}), **options) as (
                server,
                _,
            ),
            grpc.aio.insecure_channel(f"127.0.0.1:{server.grpc_port}") as channel,
        ):
            return await use(Calls(channel), server)

    return asyncio.run(run())


def test_predictions(tmp_path: Path) -> None:
    one, two = np.array([1.0], np.float32), np.array([2.0], np.float32)

    async def use(call: Calls, _: Any) -> Any:
        return [
            await call(PREDICTION, "Predict", _predict(**asked), "PredictResponse")
            for asked in (
                {"a": one, "b": two},
                {"a": one, "b": two, "outputs": ["sum"]},
                {"signature": "shout", "text": np.array([b"ab"], object)},
            )
        ]

    both, filtered, text = _run(tmp_path, use)
    assert {name: to_array(proto).tolist() for name, proto in both.outputs.items()} == {
        "sum": [3.0],
        "difference": [-1.0],
    }
    assert (both.model_spec.name, both.model_spec.version.value) == ("model", 1)
    assert both.model_spec.signature_name == "serving_default"
    assert list(filtered.outputs) == ["sum"]
    assert to_array(text.outputs["upper"]).tolist() == [b"AB"]


def test_errors(tmp_path: Path) -> None:
    one = np.array([1.0], np.float32)
    broken = _predict(a=one, b=one)
    broken.inputs["a"].tensor_content = b"123"
    labelled = _predict(a=one, b=one)
    labelled.model_spec.version_label = "no"
    numbered = _predict(a=one, b=one)
    numbered.model_spec.version.value = 7
    wrong = {
        "NOT_FOUND no model is called 'other'": _predict("other", a=one, b=one),
        "NOT_FOUND model 'model' has no version 7": numbered,
        "NOT_FOUND model 'model' has no version with the label 'no'": labelled,
        "INVALID_ARGUMENT the inputs must be a, b; got a": _predict(a=one),
        "INVALID_ARGUMENT input 'a' must be float32; got float64": _predict(a=np.array([1.0]), b=one),
        "INVALID_ARGUMENT there is no output product": _predict(a=one, b=one, outputs=["product"]),
        "INVALID_ARGUMENT input 'a': A constant of dtype float32 and shape [1] needs 4 bytes": broken,
        "INVALID_ARGUMENT the request is no PredictRequest": b"\xff\xff\xff",
    }

    async def use(call: Calls, _: Any) -> Any:
        return {text: await call(PREDICTION, "Predict", asked, "PredictResponse") for text, asked in wrong.items()}

    found = _run(tmp_path, use)
    assert [(text, got) for text, got in found.items() if not " ".join(map(str, got)).startswith(text)] == []


def test_examples(tmp_path: Path) -> None:
    example = Example()
    example.features.feature["v"].float_list.value.append(0.25)
    asked = CLASSES["MultiInferenceRequest"]()
    asked.input.example_list.examples.append(example)
    for signature in ("classify", "regress"):
        task = asked.tasks.add(method_name=f"tensorflow/serving/{signature}")
        task.model_spec.name, task.model_spec.signature_name = "model", signature

    async def use(call: Calls, _: Any) -> Any:
        single = CLASSES["RegressionRequest"](model_spec=asked.tasks[1].model_spec, input=asked.input)
        return (
            await call(PREDICTION, "MultiInference", asked, "MultiInferenceResponse"),
            await call(PREDICTION, "Regress", single, "RegressionResponse"),
        )

    both, single = _run(tmp_path, use)
    classes = both.results[0].classification_result.classifications[0].classes
    assert [(each.label, each.score) for each in classes] == [("yes", 0.25), ("no", 0.75)]
    assert [each.value for each in both.results[1].regression_result.regressions] == [0.5]
    assert [each.value for each in single.result.regressions] == [0.5]


def test_status_metadata_health_and_another_configuration(tmp_path: Path) -> None:
    save_scale(tmp_path / "other" / "3")
    spec = CLASSES["ModelSpec"](name="model")
    config = CLASSES["ReloadConfigRequest"]()
    config.config.model_config_list.config.add(name="other", base_path=str(tmp_path / "other"))
    bad = CLASSES["ReloadConfigRequest"]()
    bad.config.model_config_list.config.add(name="other", base_path=str(tmp_path / "none"))

    async def use(call: Calls, server: Any) -> Any:
        metadata = CLASSES["GetModelMetadataRequest"](model_spec=spec, metadata_field=["signature_def"])
        status = CLASSES["GetModelStatusRequest"](model_spec=spec)
        health = CLASSES["HealthCheckRequest"]()
        return [
            await call(MODELS, "GetModelStatus", status, "GetModelStatusResponse"),
            await call(PREDICTION, "GetModelMetadata", metadata, "GetModelMetadataResponse"),
            await call(HEALTH, "Check", health, "HealthCheckResponse"),
            await call(MODELS, "HandleReloadConfigRequest", bad, "ReloadConfigResponse"),
            await call(MODELS, "HandleReloadConfigRequest", config, "ReloadConfigResponse"),
            await call(PREDICTION, "Predict", _predict("other", x=np.ones((1, 2), np.float32)), "PredictResponse"),
            await call(PREDICTION, "Predict", _predict("model"), "PredictResponse"),
            setattr(server._predictor, "stopping", True) or await call(HEALTH, "Check", health, "HealthCheckResponse"),
        ]

    status, metadata, healthy, refused, changed, other, gone, stopping = _run(tmp_path, use)
    assert [(each.version, each.state) for each in status.model_version_status] == [(1, 30)]
    found = CLASSES["SignatureDefMap"].FromString(metadata.metadata["signature_def"].value)
    assert found.signature_def["half"].inputs["n"].dtype == 3
    assert (healthy.status, stopping.status) == (SERVING, NOT_SERVING)
    assert refused[0] == "INVALID_ARGUMENT"
    assert changed.status.error_code == 0
    assert to_array(other.outputs["output_0"]).tolist() == [[1.0, 10.0]]
    assert gone[0] == "NOT_FOUND"
