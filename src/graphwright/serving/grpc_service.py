"""TensorFlow Serving's gRPC services, and the usual one for health."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from graphwright.base import errors
from graphwright.graphdef.tensor_proto import to_array, to_proto
from graphwright.serving.examples import classes_of, examples_of, inputs_for, regressions_of
from graphwright.serving.messages import CLASSES, METADATA_TYPE, NOT_SERVING, SERVING
from graphwright.serving.metadata import metadata_of
from graphwright.serving.model_manager import Version
from graphwright.serving.options import models_of
from graphwright.serving.predictor import DEFAULT_SIGNATURE, Predictor, Target
from graphwright.serving.signatures import Arrays

_CLASSIFY = "tensorflow/serving/classify"
_REGRESS = "tensorflow/serving/regress"
_STATUS = {code.value[0]: code for code in grpc.StatusCode}
_Handler = Callable[[Any], Awaitable[Any]]


def handlers(predictor: Predictor, receive_timeout: float) -> list[Any]:
    """The handlers of all services, for a server of `grpc.aio`; a request must arrive in `receive_timeout` seconds."""
    prediction, models, health = _Prediction(predictor), _Models(predictor), _Health(predictor)
    return [
        _service(
            receive_timeout,
            "tensorflow.serving.PredictionService",
            {
                "Predict": (prediction.predict, "PredictRequest", "PredictResponse"),
                "Classify": (prediction.classify, "ClassificationRequest", "ClassificationResponse"),
                "Regress": (prediction.regress, "RegressionRequest", "RegressionResponse"),
                "MultiInference": (prediction.multi_inference, "MultiInferenceRequest", "MultiInferenceResponse"),
                "GetModelMetadata": (models.metadata, "GetModelMetadataRequest", "GetModelMetadataResponse"),
            },
        ),
        _service(
            receive_timeout,
            "tensorflow.serving.ModelService",
            {
                "GetModelStatus": (models.status, "GetModelStatusRequest", "GetModelStatusResponse"),
                "HandleReloadConfigRequest": (models.reload, "ReloadConfigRequest", "ReloadConfigResponse"),
            },
        ),
        _service(
            receive_timeout,
            "grpc.health.v1.Health", {"Check": (health.check, "HealthCheckRequest", "HealthCheckResponse")},
        ),
    ]  # fmt: skip


def _service(receive_timeout: float, name: str, methods: dict[str, tuple[_Handler, str, str]]) -> Any:
    described = {
        # a stream of one message looks the same to clients, and does not wait for it before the handler is called
        method: grpc.stream_unary_rpc_method_handler(
            _answering(handler, CLASSES[request], receive_timeout),
            response_serializer=CLASSES[response].SerializeToString,
        )
        for method, (handler, request, response) in methods.items()
    }
    return grpc.method_handlers_generic_handler(name, described)


def _answering(handler: _Handler, kind: Any, receive_timeout: float) -> Callable[[Any, Any], Awaitable[Any]]:
    async def answer(requests: Any, context: Any) -> Any:
        try:
            try:
                data = await asyncio.wait_for(anext(requests), receive_timeout)
            except (asyncio.TimeoutError, StopAsyncIteration):
                raise errors.DeadlineExceededError(
                    f"no request has arrived in the {receive_timeout} seconds that it may take."
                ) from None
            try:
                request = kind.FromString(data)
            except DecodeError as error:
                raise errors.InvalidArgumentError(f"the request is no {kind.DESCRIPTOR.name}: {error}") from None
            return await handler(request)
        except errors.OpError as error:
            await context.abort(_STATUS.get(error.error_code, grpc.StatusCode.UNKNOWN), error.message)

    return answer


def _target(spec: Any) -> Target:
    choice = spec.WhichOneof("version_choice")
    return Target(
        spec.name,
        spec.version.value if choice == "version" else None,
        spec.version_label if choice == "version_label" else None,
        spec.signature_name or DEFAULT_SIGNATURE,
    )


def _describe(spec: Any, version: Version, signature: str) -> None:
    spec.name, spec.version.value, spec.signature_name = version.model, version.number, signature


def _array(name: str, proto: Any) -> Any:
    try:
        return to_array(proto)
    except ValueError as error:
        raise errors.InvalidArgumentError(f"input '{name}': {error}") from None


class _Prediction:
    def __init__(self, predictor: Predictor) -> None:
        self._predictor = predictor

    async def predict(self, request: Any) -> Any:
        target = _target(request.model_spec)
        version, outputs = await self._predictor.predict(
            target,
            lambda _: {name: _array(name, proto) for name, proto in request.inputs.items()},
            list(request.output_filter),
        )
        response = CLASSES["PredictResponse"]()
        _describe(response.model_spec, version, target.signature)
        for name, array in outputs.items():
            response.outputs[name].CopyFrom(to_proto(array))
        return response

    async def classify(self, request: Any) -> Any:
        return await self._on_examples(
            request.model_spec, request.input, CLASSES["ClassificationResponse"](), _CLASSIFY
        )

    async def regress(self, request: Any) -> Any:
        return await self._on_examples(request.model_spec, request.input, CLASSES["RegressionResponse"](), _REGRESS)

    async def multi_inference(self, request: Any) -> Any:
        response = CLASSES["MultiInferenceResponse"]()
        for task in request.tasks:
            await self._on_examples(task.model_spec, request.input, response.results.add(), task.method_name)
        return response

    async def _on_examples(self, spec: Any, message: Any, answer: Any, method: str) -> Any:
        """Fill an answer, of one kind or of either, with what a signature makes of examples."""
        if method not in (_CLASSIFY, _REGRESS):
            raise errors.UnimplementedError(f"there is no method '{method}' of examples.")
        target, examples = _target(spec), examples_of(message)
        version, outputs = await self._predictor.predict(target, lambda s: inputs_for(s, examples))
        _describe(answer.model_spec, version, target.signature)
        if method == _CLASSIFY:
            _fill_classes(_result(answer, "classification_result"), outputs, len(examples))
        else:
            _fill_regressions(_result(answer, "regression_result"), outputs, len(examples))
        return answer


def _result(answer: Any, kind: str) -> Any:
    """The result in an answer, which of an answer for several methods is one of several."""
    return getattr(answer, kind) if kind in answer.DESCRIPTOR.fields_by_name else answer.result


def _fill_classes(result: Any, outputs: Arrays, count: int) -> None:
    for row in classes_of(outputs, count):
        classes = result.classifications.add()
        for label, score in row:
            classes.classes.add(label=label, score=score)


def _fill_regressions(result: Any, outputs: Arrays, count: int) -> None:
    for value in regressions_of(outputs, count):
        result.regressions.add(value=value)


class _Models:
    def __init__(self, predictor: Predictor) -> None:
        self._manager = predictor.manager

    async def metadata(self, request: Any) -> Any:
        if list(request.metadata_field) != ["signature_def"]:
            raise errors.InvalidArgumentError("the field of metadata that there is is 'signature_def'.")
        target = _target(request.model_spec)
        version = self._manager.find(target.model, target.number, target.label)
        response = CLASSES["GetModelMetadataResponse"]()
        _describe(response.model_spec, version, "")
        packed = response.metadata["signature_def"]
        packed.type_url, packed.value = METADATA_TYPE, metadata_of(version).SerializeToString()
        return response

    async def status(self, request: Any) -> Any:
        target = _target(request.model_spec)
        number = target.number
        if target.label is not None:
            number = self._manager.find(target.model, label=target.label).number
        response = CLASSES["GetModelStatusResponse"]()
        for version in self._manager.status(target.model, number):
            status = response.model_version_status.add(version=version.number, state=int(version.state))
            if version.error is not None:
                status.status.error_code = version.error.error_code
                status.status.error_message = version.error.message
        return response

    async def reload(self, request: Any) -> Any:
        self._manager.configure(models_of(request.config))
        await self._manager.refresh()
        response = CLASSES["ReloadConfigResponse"]()
        response.status.error_code = 0
        return response


class _Health:
    def __init__(self, predictor: Predictor) -> None:
        self._predictor = predictor

    async def check(self, _: Any) -> Any:
        ready = self._predictor.manager.ready and not self._predictor.stopping
        return CLASSES["HealthCheckResponse"](status=SERVING if ready else NOT_SERVING)
