"""The REST interface: answers, errors, and what the server says of itself."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path
from typing import Any

import pytest

from graphwright.serving.options import ModelConfig
from tests.serving.models import save_several, serving

ANSWERS = {
    "rows of named inputs": (
        {"instances": [{"a": 1, "b": 2}, {"a": 3.5, "b": 4}]},
        {"predictions": [{"difference": -1.0, "sum": 3.0}, {"difference": -0.5, "sum": 7.5}]},
    ),
    "columns": ({"inputs": {"a": [1], "b": [2]}}, {"outputs": {"difference": [-1.0], "sum": [3.0]}}),
    "rows of the only input": ({"signature_name": "half", "instances": [4, 7]}, {"predictions": [2, 3]}),
    "a column of the only input": ({"signature_name": "half", "inputs": [4, 7]}, {"outputs": [2, 3]}),
    "an output without rows": ({"signature_name": "total", "inputs": [1.5, 2]}, {"outputs": 3.5}),
    "text and bytes": (
        {"signature_name": "shout", "instances": ["ab", {"b64": base64.b64encode(b"\xffc").decode()}]},
        {
            "predictions": [
                {"raw_bytes": {"b64": "YWI="}, "upper": "AB"},
                {"raw_bytes": {"b64": "/2M="}, "upper": {"b64": base64.b64encode(b"\xffC").decode()}},
            ]
        },
    ),
    "no number": ({"signature_name": "total", "inputs": [float("nan")]}, {"outputs": float("nan")}),
}

ERRORS: dict[str, tuple[Any, int, str]] = {
    "no JSON": (b"{", 400, "the request is no JSON"),
    "no object": ([1], 400, "must be a JSON object"),
    "neither rows nor columns": ({}, 400, "either 'instances' or 'inputs'"),
    "no rows": ({"instances": []}, 400, "at least one instance"),
    "rows that differ": ({"instances": [{"a": 1, "b": 1}, {"a": 1}]}, 400, "instance 1 has the inputs a; the first"),
    "inputs without names": ({"instances": [1, 2]}, 400, "name the inputs, of which there are several: a, b"),
    "an unknown input": ({"inputs": {"a": [1], "c": [1]}}, 400, "the inputs must be a, b; got a, c"),
    "ragged rows": ({"inputs": {"a": [[1], [1, 2]], "b": [1]}}, 400, "'a' is not an array of float32"),
    "another rank": ({"inputs": {"a": [[1]], "b": [1]}}, 400, "input 'a' must have the shape ('?',); got (1, 1)"),
    "text for numbers": ({"inputs": {"a": ["x"], "b": [1]}}, 400, "input 'a' must be float32; got text"),
    "a fraction for integers": ({"signature_name": "half", "inputs": [0.5]}, 400, "must be int32; got floats"),
    "a number too large": ({"signature_name": "half", "inputs": [2**40]}, 400, "numbers that int32 does not hold"),
    "a number beyond float32": ({"inputs": {"a": [1e39], "b": [1]}}, 400, "numbers that float32 does not hold"),
    "an integer beyond float32": ({"inputs": {"a": [10**39], "b": [1]}}, 400, "numbers that float32 does not hold"),
    "an integer beyond any float": ({"inputs": {"a": [10**400], "b": [1]}}, 400, "'a' is not an array of float32"),
    "an integer of more than 64 bits": ({"signature_name": "half", "inputs": [2**70]}, 400, "more than 64 bits"),
    "a number beyond any dtype": (b'{"inputs": {"a": [1e400], "b": [1]}}', 400, "the number 1e400, which no dtype"),
    "an integer that wraps": ({"signature_name": "spin", "inputs": 2**63}, 400, "numbers that int64 does not hold"),
    "lists in lists in lists": (b'{"inputs": ' + b"[" * 900 + b"]" * 900 + b"}", 400, "name the inputs"),
    "deep lists": (b'{"signature_name": "half", "inputs": ' + b"[" * 900 + b"]" * 900 + b"}", 400, ""),
    "a number for text": ({"signature_name": "shout", "inputs": [1]}, 400, "input 'text' must be text; got int"),
    "no base64": ({"signature_name": "shout", "inputs": [{"b64": "?"}]}, 400, "a value is no base64"),
    "an unknown signature": ({"signature_name": "no", "inputs": [1]}, 400, "has no signature 'no'; it has: add,"),
    "a signature that is no text": ({"signature_name": 1, "inputs": [1]}, 400, "'signature_name' must be text"),
    "a failed assertion": ({"signature_name": "strict", "inputs": [-1]}, 400, "x is not positive"),
    "sizes that differ": ({"inputs": {"a": [1, 2, 3], "b": [1, 2]}}, 400, ""),
    "rows of a total": ({"signature_name": "total", "instances": [1, 2]}, 400, "send 'inputs' instead"),
    "too large": (b" " * 20_000, 413, "the request is too large"),
}  # fmt: skip


def test_answers_and_errors(tmp_path: Path) -> None:
    save_several(tmp_path / "model")

    async def run() -> tuple[dict[str, Any], dict[str, Any]]:
        config = ModelConfig("model", str(tmp_path / "model"))
        async with serving(config, max_request_bytes=10_000) as (_, client):
            answers = {n: await client.post("/v1/models/model:predict", asked) for n, (asked, _) in ANSWERS.items()}
            errors = {n: await client.post("/v1/models/model:predict", asked) for n, (asked, *_) in ERRORS.items()}
        return answers, errors

    answers, errors = asyncio.run(run())
    assert {n: str(found) for n, found in answers.items()} == {n: str((200, w)) for n, (_, w) in ANSWERS.items()}
    assert {n: status for n, (status, _) in errors.items()} == {n: status for n, (_, status, _) in ERRORS.items()}
    assert [(n, errors[n]) for n, (_, _, text) in ERRORS.items() if text not in errors[n][1]["error"]] == []


EXAMPLES = {
    "regress": ({"examples": [{"v": 0.25}, {"v": [0.5]}]}, [0.5, 1.0]),
    "classify": (
        {"context": {"v": 0.25}, "examples": [{}, {"v": 1.0}]},
        [[["yes", 0.25], ["no", 0.75]], [["yes", 1.0], ["no", 0.0]]],
    ),
}


@pytest.mark.parametrize("method", EXAMPLES)
def test_examples(method: str, tmp_path: Path) -> None:
    save_several(tmp_path / "model")
    asked, results = EXAMPLES[method]

    async def run() -> list[Any]:
        async with serving(ModelConfig("model", str(tmp_path / "model"))) as (_, client):
            path = f"/v1/models/model:{method}"
            return [
                await client.post(path, {"signature_name": method, **asked}),
                await client.post(path, {"signature_name": "add", **asked}),
                await client.post(path, {"signature_name": method, "examples": [3]}),
                await client.post(path, {"signature_name": method, "examples": [{"v": [1, "a"]}]}),
                await client.post(path, {"signature_name": method, "examples": [{"w": 1.0}]}),
            ]

    good, *bad = asyncio.run(run())
    assert good == (200, {"results": results})
    assert [status for status, _ in bad] == [400] * 4
    assert "does not take serialized examples" in bad[0][1]["error"]


def test_what_the_server_says_of_itself(tmp_path: Path) -> None:
    save_several(tmp_path / "model")

    async def run() -> dict[str, Any]:
        config = ModelConfig("model", str(tmp_path / "model"), labels={"stable": 1})
        async with serving(config) as (_, client):
            await client.post("/v1/models/model:predict", {"inputs": {"a": [1], "b": [1]}})
            await client.post("/v1/models/model:predict", {"inputs": {"a": [1]}})
            await client.post("/v1/models/other:predict", {"inputs": {"a": [1]}})
            paths = [
                "/v1/models/model", "/v1/models/model/versions/1", "/v1/models/model/labels/stable",
                "/v1/models/other", "/v1/models/model/versions/2/metadata", "/v1/models/model/labels/none",
                "/v1/models/model/metadata", "/healthz", "/readyz", "/nothing", "/monitoring/prometheus/metrics",
            ]  # fmt: skip
            return {path: await client.get(path) for path in paths}

    said = asyncio.run(run())
    good = {"version": "1", "state": "AVAILABLE", "status": {"error_code": "OK", "error_message": ""}}
    for path in ("", "/versions/1", "/labels/stable"):
        assert said[f"/v1/models/model{path}"] == (200, {"model_version_status": [good]})
    for path in (
        "/v1/models/other",
        "/v1/models/model/versions/2/metadata",
        "/v1/models/model/labels/none",
        "/nothing",
    ):
        assert said[path][0] == 404
    status, metadata = said["/v1/models/model/metadata"]
    assert (status, metadata["model_spec"]["version"]) == (200, "1")
    half = metadata["metadata"]["signature_def"]["signature_def"]["half"]
    assert half["inputs"]["n"]["dtype"] == "DT_INT32"
    assert half["inputs"]["n"]["tensor_shape"]["dim"] == [{"size": "-1", "name": ""}]
    assert (said["/healthz"][0], said["/readyz"][0]) == (200, 200)
    figures = said["/monitoring/prometheus/metrics"][1]
    for line in (
        'request_count_total{method="Predict",model_name="model",status="OK"} 1.0',
        'request_count_total{method="Predict",model_name="model",status="InvalidArgument"} 1.0',
        'request_count_total{method="Predict",model_name="unknown",status="NotFound"} 1.0',
        "graphwright:serving:in_flight 0.0",
    ):
        assert line in figures
