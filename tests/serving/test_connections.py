"""Half-sent requests and many connections: they end or are refused, and live clients are answered."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from graphwright.serving.options import ModelConfig
from graphwright.serving.signatures import Signature, Spec, checked
from tests.serving.models import save_scale, save_several, serving, until

PATH = "/v1/models/model:predict"
WHOLE = b'{"instances": [[1, 2]]}'
HEAD = f"POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(WHOLE)}\r\n\r\n".encode()
HALVES = {"nothing": b"", "a part of the head": HEAD[:20], "the head": HEAD, "a part of the body": HEAD + WHOLE[:5]}


async def connected(server: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", server.rest_port)


async def answer(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    return head.split(b"\r\n")[0] + b" " + await reader.readexactly(length)


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether the server ends the connection; it waits until it does."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


def run(tmp_path: Path, use: Any, **options: Any) -> Any:
    save_scale(tmp_path / "model")

    async def inside() -> Any:
        async with serving(ModelConfig("model", str(tmp_path / "model")), **options) as (server, client):
            return await use(server, client)

    return asyncio.run(inside())


def test_half_sent_requests_end(tmp_path: Path) -> None:
    async def use(server: Any, client: Any) -> Any:
        reader, writer = await connected(server)
        writer.write(HEAD + WHOLE)
        first = await answer(reader)
        halves = [await connected(server) for _ in HALVES]
        for (_, half), data in zip(halves, HALVES.values(), strict=True):
            half.write(data)
        closed = [await ended(half) for half, _ in halves]
        writer.write(HEAD + WHOLE)  # after longer than a request may take, on a connection that has sent none meanwhile
        again = await answer(reader)
        for _, each in [*halves, (reader, writer)]:
            each.close()
        return first, closed, again

    first, closed, again = run(tmp_path, use, receive_timeout=0.2)
    assert b"200 OK" in first and first == again and closed == [True] * len(HALVES)


def test_new_connections_take_the_place_of_those_without_requests(tmp_path: Path) -> None:
    async def use(server: Any, client: Any) -> Any:
        live, writer = await connected(server)
        writer.write(HEAD + WHOLE)
        answers = [await answer(live)]
        halves = []
        for data in (HEAD, b"", HEAD[:9], HEAD + WHOLE[:3]):
            halves.append(await connected(server))
            halves[-1][1].write(data)
            await until(lambda: asyncio.sleep(0, len(server.connections) >= min(3, 1 + len(halves))))
        closed = [await ended(half) for half, _ in halves[:2]]  # the others are the three that there may be
        writer.write(HEAD + WHOLE)
        answers.append(await answer(live))
        status, _ = await client.post(PATH, WHOLE)
        for _, each in [*halves, (live, writer)]:
            each.close()
        return answers, closed, status

    answers, closed, status = run(tmp_path, use, max_connections=3)
    assert all(b"200 OK" in a for a in answers) and closed == [True, True] and status == 200


def test_connections_beyond_those_that_are_answered(tmp_path: Path) -> None:
    save_several(tmp_path / "several")

    async def inside() -> Any:
        config = ModelConfig("model", str(tmp_path / "several"))
        async with serving(config, max_connections=1, workers=1, timeout=2.0) as (server, client):
            asked = {"signature_name": "spin", "inputs": 2**62}
            first = asyncio.create_task(client.post(PATH, asked))
            await until(lambda: asyncio.sleep(0, server._predictor.in_flight == 1))
            reader, writer = await connected(server)
            refused = await answer(reader)
            writer.close()
            return refused, (await first)[0]

    refused, first = asyncio.run(inside())
    assert refused == b'HTTP/1.1 503 Service Unavailable {"error": "too many connections are open."}\n' and first == 504


def test_half_sent_messages_of_grpc_end(tmp_path: Path) -> None:
    async def use(server: Any, client: Any) -> Any:
        async def nothing() -> AsyncIterator[bytes]:
            await asyncio.sleep(60)
            yield b""

        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.grpc_port}") as channel:
            call = channel.stream_unary("/tensorflow.serving.PredictionService/Predict")
            with pytest.raises(grpc.aio.AioRpcError) as found:
                await call(nothing())
            return found.value.code()

    assert run(tmp_path, use, receive_timeout=0.2) is grpc.StatusCode.DEADLINE_EXCEEDED


def test_idle_connections_of_grpc_make_room(tmp_path: Path) -> None:
    async def use(server: Any, client: Any) -> Any:
        silent = [await asyncio.open_connection("127.0.0.1", server.grpc_port) for _ in range(2)]
        beyond = await asyncio.open_connection("127.0.0.1", server.grpc_port)
        closed = [await ended_after_settings(reader) for reader, _ in (beyond, *silent)]
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.grpc_port}") as channel:
            found = await channel.unary_unary("/grpc.health.v1.Health/Check")(b"", wait_for_ready=True)
        for _, writer in (beyond, *silent):
            writer.close()
        return closed, found

    closed, found = run(tmp_path, use, max_connections=2, receive_timeout=0.5)
    assert closed == [True] * 3 and found == b"\x08\x01"


async def ended_after_settings(reader: asyncio.StreamReader) -> bool:
    """Whether the server ends a connection, to which it may have sent how it talks."""
    with contextlib.suppress(ConnectionError):
        await reader.read()
    return True


NUMBERS = {
    ("float16", 65504.0): True,
    ("float16", 70000): False,
    ("bfloat16", 3e38): True,
    ("bfloat16", 1e39): False,
    ("float32", 1e39): False,
    ("float32", float("inf")): True,
    ("float32", float("nan")): True,
    ("float64", 1e300): True,
    ("float64", 10**200): True,
    ("complex64", 1e39): False,
    ("int64", 2**63 - 1): True,
    ("int64", 2**63): False,
    ("uint64", 2**64 - 1): True,
    ("uint64", -1): False,
    ("uint32", -1): False,
    ("int8", 128): False,
    ("int8", -128): True,
    ("bool", True): True,
}


@pytest.mark.parametrize(("dtype", "number"), NUMBERS)
def test_numbers_that_a_dtype_holds(dtype: str, number: Any) -> None:
    signature = Signature({"x": Spec(dtype, (None,))}, {})
    if NUMBERS[dtype, number]:
        assert str(checked(signature, {"x": [number, number]})["x"].dtype) == dtype
    else:
        with pytest.raises(Exception, match=f"numbers that {dtype} does not hold"):
            checked(signature, {"x": [number, number]})
