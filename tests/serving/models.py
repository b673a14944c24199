"""The models that the tests serve, and a server around them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiohttp

import graphwright as tf
from graphwright.serving.options import ModelConfig, Options
from graphwright.serving.server import Server

_T = TypeVar("_T")


def save_scale(folder: Path, by: float = 10.0) -> None:
    """A model that scales rows of two numbers."""
    module = tf.Module()
    module.by = tf.Variable([1.0, by])
    module.scale = tf.function(lambda x: x * module.by, input_signature=[tf.TensorSpec([None, 2], name="x")])
    tf.saved_model.save(module, str(folder))


def save_several(folder: Path) -> None:
    """A model of several signatures: two inputs, text, whole numbers, examples, a loop, an error."""
    module = tf.Module()
    specs = {
        "add": {"a": tf.TensorSpec([None], name="a"), "b": tf.TensorSpec([None], name="b")},
        "shout": {"text": tf.TensorSpec([None], tf.string, name="text")},
        "half": {"n": tf.TensorSpec([None], tf.int32, name="n")},
        "total": {"x": tf.TensorSpec([None], name="x")},
        "classify": {"examples": tf.TensorSpec([None], tf.string, name="examples")},
        "regress": {"examples": tf.TensorSpec([None], tf.string, name="examples")},
        "spin": {"steps": tf.TensorSpec([], tf.int64, name="steps")},
        "strict": {"x": tf.TensorSpec([None], name="x")},
    }
    parsed = {"v": tf.io.FixedLenFeature([], tf.float32)}

    @tf.function
    def spin(steps: Any) -> Any:
        n = tf.constant(0, tf.int64)
        while n < steps:
            n += 1
        return {"n": n}

    def value(examples: Any) -> Any:
        return tf.io.parse_example(examples, parsed)["v"]

    def classify(examples: Any) -> Any:
        v = value(examples)
        scores = tf.stack([v, 1 - v], 1)
        return {"classes": tf.tile(tf.constant([["yes", "no"]]), [tf.size(v), 1]), "scores": scores}

    def strict(x: Any) -> Any:
        with tf.control_dependencies([tf.debugging.assert_positive(x, message="x is not positive")]):
            return {"root": tf.sqrt(x)}

    functions = {
        "add": lambda a, b: {"sum": a + b, "difference": a - b},
        "shout": lambda text: {"upper": tf.strings.upper(text), "raw_bytes": text},
        "half": lambda n: {"half": n // 2},
        "total": lambda x: {"total": tf.reduce_sum(x)},
        "classify": classify,
        "regress": lambda examples: {"outputs": value(examples) * 2},
        "spin": spin,
        "strict": strict,
    }
    signatures = {n: tf.function(f).get_concrete_function(**specs[n]) for n, f in functions.items()}
    tf.saved_model.save(module, str(folder), signatures={**signatures, "serving_default": signatures["add"]})


@asynccontextmanager
async def serving(*models: ModelConfig, **options: Any) -> AsyncIterator[tuple[Server, Client]]:
    """A server at free ports, with a client of its REST interface; it runs models in this process if not told else."""
    chosen: dict[str, Any] = {"workers": 0, "rest_port": 0, "grpc_port": 0, "poll": 0.05, **options}
    server = Server(Options(models, **chosen))
    await server.start()
    try:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{server.rest_port}") as session:
            yield server, Client(session)
    finally:
        await server.stop()


class Client:
    """Requests as pairs of a status and the JSON of the answer."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    async def get(self, path: str) -> tuple[int, Any]:
        """Ask."""
        async with self._session.get(path) as response:
            text = await response.text()
            return response.status, json.loads(text) if response.content_type == "application/json" else text

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        """Send an object as JSON, or bytes as they are."""
        data = body if isinstance(body, bytes) else json.dumps(body)
        async with self._session.post(path, data=data) as response:
            return response.status, json.loads(await response.text())


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 60.0) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(seconds) if hasattr(asyncio, "timeout") else _no_limit():
        while not await condition():
            await asyncio.sleep(0.02)


@asynccontextmanager
async def _no_limit() -> AsyncIterator[None]:
    yield
