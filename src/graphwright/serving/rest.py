"""TensorFlow Serving's REST interface."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from aiohttp import web
from google.protobuf import json_format

from graphwright.base import errors
from graphwright.serving import rest_json
from graphwright.serving.connections import Connections
from graphwright.serving.examples import classes_of, inputs_for, regressions_of
from graphwright.serving.metadata import metadata_of
from graphwright.serving.metrics import Metrics
from graphwright.serving.model_manager import Version
from graphwright.serving.predictor import DEFAULT_SIGNATURE, Predictor, Target

_LOG = logging.getLogger("graphwright.serving")
_LARGE = 64 << 10  # bytes of JSON beyond which other requests do not wait for it

_HTTP = {
    errors.INVALID_ARGUMENT: 400,
    errors.OUT_OF_RANGE: 400,
    errors.FAILED_PRECONDITION: 400,
    errors.NOT_FOUND: 404,
    errors.RESOURCE_EXHAUSTED: 429,
    errors.UNIMPLEMENTED: 501,
    errors.UNAVAILABLE: 503,
    errors.DEADLINE_EXCEEDED: 504,
}


def application(
    predictor: Predictor, metrics: Metrics, max_request_bytes: int, connections: Connections
) -> web.Application:
    """The routes of the interface, of health, and of the figures."""
    handlers = _Handlers(predictor, metrics)
    app = web.Application(client_max_size=max_request_bytes, middlewares=[_errors_as_json, _known_to(connections)])
    model = "/v1/models/{model:[^/:]+}"
    for prefix in (model, model + r"/versions/{version:\d+}", model + "/labels/{label:[^/:]+}"):
        app.router.add_get(prefix, handlers.status)
        app.router.add_get(prefix + "/metadata", handlers.metadata)
        for method in ("predict", "classify", "regress"):
            app.router.add_post(f"{prefix}:{method}", getattr(handlers, method))
    app.router.add_get("/monitoring/prometheus/metrics", handlers.figures)
    app.router.add_get("/healthz", handlers.alive)
    app.router.add_get("/readyz", handlers.ready)
    return app


def _known_to(connections: Connections) -> Any:
    """Lets the connections know when a request has arrived whole, and when it has been answered."""

    @web.middleware  # type: ignore[untyped-decorator]
    async def known(request: web.Request, handler: Any) -> web.StreamResponse:
        transport = request.transport
        try:
            await request.read()
            connections.answering(transport)
            response: web.StreamResponse = await handler(request)
            return response
        finally:
            connections.answered(transport)

    return known


@web.middleware  # type: ignore[untyped-decorator]
async def _errors_as_json(request: web.Request, handler: Any) -> web.StreamResponse:
    try:
        response: web.StreamResponse = await handler(request)
        return response
    except errors.OpError as error:
        return _json({"error": error.message}, _HTTP.get(error.error_code, 500))
    except web.HTTPRequestEntityTooLarge as error:
        return _json({"error": f"the request is too large: {error.text}"}, 413)
    except web.HTTPException as error:
        return _json({"error": f"{request.method} {request.path}: {error.reason}"}, error.status)
    except asyncio.CancelledError:
        raise
    except Exception:
        _LOG.exception("a request failed")
        return _json({"error": "the server failed; its log says more."}, 500)


def _json(value: Any, status: int = 200) -> web.Response:
    return web.Response(text=json.dumps(value), status=status, content_type="application/json")


async def _in_thread_if_large(size: int, function: Any, *arguments: Any) -> Any:
    return await asyncio.to_thread(function, *arguments) if size > _LARGE else function(*arguments)


class _Handlers:
    def __init__(self, predictor: Predictor, metrics: Metrics) -> None:
        self._predictor, self._metrics = predictor, metrics

    async def predict(self, request: web.Request) -> web.Response:
        body = await request.read()
        asked = await _in_thread_if_large(len(body), rest_json.parsed, body)
        target = _target(request, asked)
        _, outputs = await self._predictor.predict(target, lambda signature: rest_json.inputs_of(asked, signature))
        size = sum(array.nbytes for array in outputs.values())
        return _json(await _in_thread_if_large(size, rest_json.answer, asked, outputs))

    async def classify(self, request: web.Request) -> web.Response:
        outputs, count = await self._on_examples(request)
        return _json({"results": [[list(pair) for pair in row] for row in classes_of(outputs, count)]})

    async def regress(self, request: web.Request) -> web.Response:
        outputs, count = await self._on_examples(request)
        return _json({"results": regressions_of(outputs, count)})

    async def _on_examples(self, request: web.Request) -> tuple[Any, int]:
        asked = rest_json.parsed(await request.read())
        examples = rest_json.examples_of(asked)
        _, outputs = await self._predictor.predict(_target(request, asked), lambda s: inputs_for(s, examples))
        return outputs, len(examples)

    async def status(self, request: web.Request) -> web.Response:
        target, manager = _target(request, {}), self._predictor.manager
        number = target.number
        if target.label is not None:
            number = manager.find(target.model, label=target.label).number
        return _json({"model_version_status": [_status(v) for v in manager.status(target.model, number)]})

    async def metadata(self, request: web.Request) -> web.Response:
        target = _target(request, {})
        version = self._predictor.manager.find(target.model, target.number, target.label)
        described = json_format.MessageToDict(
            metadata_of(version), preserving_proto_field_name=True, always_print_fields_with_no_presence=True
        )
        spec = {"name": version.model, "signature_name": "", "version": str(version.number)}
        return _json({"model_spec": spec, "metadata": {"signature_def": described}})

    async def figures(self, _: web.Request) -> web.Response:
        return web.Response(body=self._metrics.text(), headers={"Content-Type": self._metrics.content_type})

    async def alive(self, _: web.Request) -> web.Response:
        return _json({"status": "alive"})

    async def ready(self, _: web.Request) -> web.Response:
        ready = self._predictor.manager.ready and not self._predictor.stopping
        return _json({"status": "ready" if ready else "not ready"}, 200 if ready else 503)


def _status(version: Version) -> dict[str, Any]:
    error = version.error
    return {
        "version": str(version.number),
        "state": version.state.name,
        "status": {
            "error_code": type(error).__name__ if error else "OK",
            "error_message": error.message if error else "",
        },
    }


def _target(request: web.Request, asked: dict[str, Any]) -> Target:
    match = request.match_info
    signature = asked.get("signature_name", DEFAULT_SIGNATURE)
    if not isinstance(signature, str):
        raise errors.InvalidArgumentError("'signature_name' must be text.")
    number = match.get("version")
    return Target(match["model"], None if number is None else int(number), match.get("label"), signature)
