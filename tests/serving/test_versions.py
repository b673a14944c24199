"""New versions, broken ones, old ones: no request is lost while they change."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

from graphwright.serving.options import ModelConfig
from tests.serving.models import Client, save_scale, serving, until

ROW = {"instances": [[1.0, 1.0]]}


async def _second(client: Client, where: str = "") -> float:
    """What the served version scales by."""
    status, answer = await client.post(f"/v1/models/m{where}:predict", ROW)
    assert status == 200, answer
    return float(answer["predictions"][0][1])


def test_a_new_version_takes_over_and_no_request_is_lost(tmp_path: Path) -> None:
    save_scale(tmp_path / "1", 10.0)

    async def run() -> tuple[list[list[float]], list[str]]:
        async with serving(ModelConfig("m", str(tmp_path)), workers=1) as (_, client):
            answers: list[list[float]] = [[] for _ in range(8)]  # of each client: those of different ones may cross
            ended = asyncio.Event()

            async def ask(mine: list[float]) -> None:
                while not ended.is_set():
                    mine.append(await _second(client))

            asking = [asyncio.create_task(ask(mine)) for mine in answers]
            await asyncio.sleep(0.1)
            await asyncio.to_thread(save_scale, tmp_path / "hidden", 20.0)
            os.rename(tmp_path / "hidden", tmp_path / "2")

            async def taken_over() -> bool:
                return all(mine and mine[-1] == 20.0 for mine in answers)

            async def old_is_gone() -> bool:
                return (await client.post("/v1/models/m/versions/1:predict", ROW))[0] == 404

            await until(taken_over)
            await until(old_is_gone)
            ended.set()
            await asyncio.gather(*asking)
            _, status = await client.get("/v1/models/m")
        return answers, [f"{s['version']} {s['state']}" for s in status["model_version_status"]]

    answers, states = asyncio.run(run())
    assert all(set(mine) == {10.0, 20.0} and sorted(mine) == mine for mine in answers)
    assert states == ["2 AVAILABLE", "1 END"]


def test_a_version_that_does_not_load_replaces_nothing_and_is_tried_again_when_it_changes(tmp_path: Path) -> None:
    save_scale(tmp_path / "1", 10.0)

    async def run() -> list[Any]:
        async with serving(ModelConfig("m", str(tmp_path))) as (_, client):
            found: list[Any] = []
            (tmp_path / "2").mkdir()
            (tmp_path / "2" / "saved_model.pb").write_bytes(b"nonsense")

            async def refused() -> bool:
                _, status = await client.get("/v1/models/m")
                first = status["model_version_status"][0]
                found[:] = [first["state"], first["status"]["error_code"]]
                return bool(first["version"] == "2" and first["state"] == "END")

            await until(refused)
            found.append(await _second(client))
            (tmp_path / "2" / "saved_model.pb").unlink()
            save_scale(tmp_path / "2", 20.0)

            async def taken_over() -> bool:
                return await _second(client) == 20.0

            await until(taken_over)
        return found

    assert asyncio.run(run()) == ["END", "DataLossError", 10.0]


def test_versions_by_number_and_label(tmp_path: Path) -> None:
    for number in (1, 2, 3, 4):
        save_scale(tmp_path / str(number), 10.0 * number)
    (tmp_path / "notes").mkdir()

    async def run(**config: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        async with serving(ModelConfig("m", str(tmp_path), **config)) as (_, client):
            for number in (1, 2, 3, 4):
                status, _ = await client.post(f"/v1/models/m/versions/{number}:predict", ROW)
                found[str(number)] = status
            found["newest"] = await _second(client)
            found["stable"] = (await client.post("/v1/models/m/labels/stable:predict", ROW))[0]
        return found

    served = {"1": 404, "2": 404, "3": 404, "4": 200, "newest": 40.0, "stable": 404}
    assert asyncio.run(run()) == served
    assert asyncio.run(run(latest=2)) == {**served, "3": 200}
    everything = {"1": 200, "2": 200, "3": 200, "4": 200, "newest": 40.0, "stable": 200}
    assert asyncio.run(run(versions="all", labels={"stable": 2})) == everything
    some = {"1": 200, "2": 404, "3": 200, "4": 404, "newest": 30.0, "stable": 200}
    assert asyncio.run(run(versions=(1, 3, 9), labels={"stable": 1})) == some


def test_a_model_without_a_version_is_not_ready_until_one_comes(tmp_path: Path) -> None:
    async def run() -> list[Any]:
        async with serving(ModelConfig("m", str(tmp_path))) as (_, client):
            found = [(await client.get("/readyz"))[0], (await client.post("/v1/models/m:predict", ROW))[0]]
            save_scale(tmp_path / "1")

            async def ready() -> bool:
                return (await client.get("/readyz"))[0] == 200

            await until(ready)
            return [*found, await _second(client)]

    assert asyncio.run(run()) == [503, 503, 10.0]
