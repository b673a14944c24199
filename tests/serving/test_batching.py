"""Requests that run together: which do, and what one of them does to the others."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

from graphwright.base.errors import DeadlineExceededError, InvalidArgumentError
from graphwright.serving.batching import Batcher


class Model:
    """Doubles rows; refuses negative ones."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    async def run(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """Note the size of the batch."""
        self.sizes.append(len(inputs["x"]))
        await asyncio.sleep(0)
        if (inputs["x"] < 0).any():
            raise InvalidArgumentError("negative")
        return {"y": inputs["x"] * 2}


def _results(*arrays: Any, max_rows: int = 8) -> tuple[list[Any], list[int]]:
    model = Model()

    async def run() -> list[Any]:
        batcher = Batcher(model.run, max_rows, 0.01)
        return await asyncio.gather(*(batcher.run({"x": array}) for array in arrays), return_exceptions=True)

    found = asyncio.run(run())
    return [each if isinstance(each, Exception) else each["y"].tolist() for each in found], model.sizes


@pytest.mark.parametrize(
    ("rows", "sizes"),
    [
        ([1, 1, 1], [3]),
        ([3, 2, 4], [5, 4]),  # nine rows are too many for one batch
        ([8, 1, 1], [8, 2]),  # a full one goes alone, and at once
        ([9, 1], [9, 1]),
        ([0, 1], [0, 1]),
        ([1], [1]),
    ],
)
def test_which_rows_run_together(rows: list[int], sizes: list[int]) -> None:
    arrays = [np.full(count, float(number)) for number, count in enumerate(rows)]
    answers, found = _results(*arrays)
    assert answers == [[2.0 * number] * count for number, count in enumerate(rows)]
    assert sorted(found) == sorted(sizes)


def test_other_shapes_and_dtypes_run_apart() -> None:
    arrays = [np.ones((1, 2)), np.ones((1, 3)), np.ones((1, 2), np.float32), np.ones((1, 2))]
    answers, sizes = _results(*arrays)
    assert answers == [(2 * array).tolist() for array in arrays]
    assert sorted(sizes) == [1, 1, 2]


def test_only_the_request_at_fault_sees_the_error() -> None:
    answers, sizes = _results(np.array([1.0]), np.array([-1.0]), np.array([3.0]))
    assert (answers[0], answers[2]) == ([2.0], [6.0])
    assert isinstance(answers[1], InvalidArgumentError)
    assert sizes == [3, 1, 1, 1]


@pytest.mark.parametrize(
    ("error", "sizes"), [(ValueError("a fault of ours"), [2, 1, 1]), (DeadlineExceededError("too long"), [2])]
)
def test_every_request_gets_an_error_that_all_meet(error: Exception, sizes: list[int]) -> None:
    found: list[int] = []

    async def fails(inputs: dict[str, Any]) -> dict[str, Any]:
        found.append(len(inputs["x"]))
        raise error

    async def run() -> list[Any]:
        batcher = Batcher(fails, 8, 0.01)
        asked = (batcher.run({"x": np.array([float(i)])}) for i in range(2))
        return await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 30)

    assert asyncio.run(run()) == [error, error]
    assert found == sizes


def test_a_request_that_is_cancelled_is_left_out() -> None:
    model = Model()

    async def run() -> list[float]:
        batcher = Batcher(model.run, 8, 0.01)
        gone = asyncio.create_task(batcher.run({"x": np.array([1.0])}))
        stays = asyncio.create_task(batcher.run({"x": np.array([2.0])}))
        await asyncio.sleep(0)
        gone.cancel()
        found: list[float] = (await stays)["y"].tolist()
        return found

    assert asyncio.run(run()) == [4.0]
    assert model.sizes == [1]
