"""Workers that are killed, hang, or are full: each request gets an answer, and the server goes on."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import numpy as np

from graphwright.serving.options import ModelConfig
from graphwright.serving.worker_pool import WorkerPool
from tests.serving.models import save_scale, save_several, serving, until

ROW = {"instances": [[1.0, 1.0]]}
FOREVER = {"signature_name": "spin", "inputs": 10**18}


def test_no_request_is_lost_when_workers_are_killed(tmp_path: Path) -> None:
    save_scale(tmp_path / "m")

    async def run() -> tuple[list[int], str]:
        async with serving(ModelConfig("m", str(tmp_path / "m")), workers=2) as (server, client):
            statuses: list[int] = []
            ended = asyncio.Event()

            async def ask() -> None:
                while not ended.is_set():
                    statuses.append((await client.post("/v1/models/m:predict", ROW))[0])

            asking = [asyncio.create_task(ask()) for _ in range(8)]
            for _ in range(2):
                before = server.pool.pids
                os.kill(before[0], signal.SIGKILL)

                async def replaced(before: list[int] = before) -> bool:
                    return len(server.pool.pids) == 2 and server.pool.pids != before

                await until(replaced)
            ended.set()
            await asyncio.gather(*asking)
            return statuses, str((await client.get("/monitoring/prometheus/metrics"))[1])

    statuses, figures = asyncio.run(run())
    assert len(statuses) > 8
    assert set(statuses) == {200}
    assert "graphwright:serving:worker_restarts_total 2.0" in figures


def test_a_request_that_takes_too_long_is_ended_and_others_are_not(tmp_path: Path) -> None:
    save_several(tmp_path / "m")

    async def run() -> list[Any]:
        async with serving(ModelConfig("m", str(tmp_path / "m")), workers=1, timeout=2.0) as (_, client):
            add = {"inputs": {"a": [1.0], "b": [2.0]}}
            await client.post("/v1/models/m:predict", add)
            slow = asyncio.create_task(client.post("/v1/models/m:predict", FOREVER))
            await asyncio.sleep(0.2)
            beside = await client.post("/v1/models/m:predict", add)
            ended = await slow
            await asyncio.sleep(0)

            async def answers() -> bool:
                return (await client.post("/v1/models/m:predict", add))[0] == 200

            await until(answers)
            return [beside[0], ended[0], ended[1]["error"]]

    assert asyncio.run(run()) == [200, 504, "the request took longer than 2.0 s."]


def test_a_request_that_ends_its_worker_twice_is_given_up(tmp_path: Path) -> None:
    save_several(tmp_path / "m")

    async def run() -> tuple[int, str]:
        async with serving(ModelConfig("m", str(tmp_path / "m")), workers=1, timeout=60.0) as (server, client):
            deadly = asyncio.create_task(client.post("/v1/models/m:predict", FOREVER))
            killed: set[int] = set()
            while not deadly.done():
                for pid in server.pool.pids:
                    if pid not in killed and any(worker.pending for worker in server.pool._workers):
                        killed.add(pid)
                        os.kill(pid, signal.SIGKILL)
                await asyncio.sleep(0.02)
            status, answer = await deadly
            return status, answer["error"]

    status, text = asyncio.run(run())
    assert (status, "ended, twice" in text) == (503, True)


def test_requests_beyond_the_limit_are_refused(tmp_path: Path) -> None:
    save_scale(tmp_path / "m")

    async def run() -> list[int]:
        config = ModelConfig("m", str(tmp_path / "m"))
        async with serving(config, max_in_flight=2, max_batch_size=100, batch_wait=0.5) as (_, client):
            asked = (client.post("/v1/models/m:predict", ROW) for _ in range(5))
            return sorted([status for status, _ in await asyncio.gather(*asked)])

    assert asyncio.run(run()) == [200, 200, 429, 429, 429]


def test_a_stopping_server_answers_what_is_in_flight(tmp_path: Path) -> None:
    save_scale(tmp_path / "m")

    async def run() -> tuple[int, int]:
        config = ModelConfig("m", str(tmp_path / "m"))
        async with serving(config, max_batch_size=100, batch_wait=0.5) as (server, client):
            asked = asyncio.create_task(client.post("/v1/models/m:predict", ROW))
            await asyncio.sleep(0.2)
            stopping = asyncio.create_task(server.stop())
            await asyncio.sleep(0.05)
            late = await client.post("/v1/models/m:predict", ROW)
            answer = await asked
            await stopping
            return answer[0], late[0]

    assert asyncio.run(run()) == (200, 503)


def test_a_worker_that_starts_while_a_version_is_loaded_has_it_too(tmp_path: Path) -> None:
    save_scale(tmp_path / "1", 10.0)
    save_scale(tmp_path / "2", 20.0)

    async def run() -> list[float]:
        pool = WorkerPool(2, 1, 60.0)
        await pool.start()
        try:
            await pool.load(("m", 1), str(tmp_path / "1"))
            os.kill(pool.pids[0], signal.SIGKILL)
            while len(pool.pids) == 2:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.5)  # the next one is on its way
            await pool.load(("m", 2), str(tmp_path / "2"))

            async def both() -> bool:
                return len(pool.pids) == 2

            await until(both)
            inputs = {"x": np.ones((1, 2), np.float32)}
            answers = [await w.call("run", ("m", 2), "serving_default", inputs) for w in pool._workers]
            return [float(answer["output_0"][0, 1]) for answer in answers]
        finally:
            await pool.close()

    assert asyncio.run(run()) == [20.0, 20.0]
