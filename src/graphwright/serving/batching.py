"""Rows of several requests run together: one call costs less than many, and a product of matrices uses the machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphwright.base.errors import DeadlineExceededError
from graphwright.serving.signatures import Arrays

Run = Callable[[Arrays], Awaitable[Arrays]]


@dataclass
class _Request:
    inputs: Arrays
    rows: int
    answer: asyncio.Future[Arrays]


class Batcher:
    """Runs the requests for one signature of one version of a model.

    Requests whose arrays differ in more than their rows are not put together. A batch that fails runs again request by
    request, so that only the one at fault sees the error; one that takes too long does not.

    Args:
      run: runs one batch.
      max_rows: of a batch; a request with more runs by itself.
      wait: seconds that the first request of a batch waits for others.
    """

    def __init__(self, run: Run, max_rows: int, wait: float) -> None:
        self._run, self._max_rows, self._wait = run, max_rows, wait
        self._groups: dict[tuple[Any, ...], list[_Request]] = {}
        self._tasks: set[asyncio.Task[None]] = set()  # a task that nothing refers to may vanish

    async def run(self, inputs: Arrays) -> Arrays:
        """The outputs for the rows of `inputs`."""
        sizes = {array.shape[0] for array in inputs.values()}
        if len(sizes) != 1 or (rows := sizes.pop()) >= self._max_rows or not rows:
            return await self._run(inputs)
        group = tuple(sorted((name, str(a.dtype), a.shape[1:]) for name, a in inputs.items()))
        waiting = self._groups.setdefault(group, [])
        if sum(each.rows for each in waiting) + rows > self._max_rows:
            self._start(group)
            waiting = self._groups.setdefault(group, [])
        loop = asyncio.get_running_loop()
        request = _Request(inputs, rows, loop.create_future())
        waiting.append(request)
        if len(waiting) == 1:
            loop.call_later(self._wait, self._start_if_waiting, group, waiting)
        return await request.answer

    def _start_if_waiting(self, group: tuple[Any, ...], waiting: list[_Request]) -> None:
        if self._groups.get(group) is waiting:
            self._start(group)

    def _start(self, group: tuple[Any, ...]) -> None:
        task = asyncio.get_running_loop().create_task(self._run_batch(self._groups.pop(group)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run_batch(self, requests: list[_Request]) -> None:
        requests = [each for each in requests if not each.answer.done()]  # its client may have gone
        if len(requests) > 1:
            names = requests[0].inputs
            together = {name: np.concatenate([each.inputs[name] for each in requests]) for name in names}
            try:
                outputs = await self._run(together)
            except DeadlineExceededError as error:
                _fail(requests, error)  # another try would take as long
                return
            except Exception:
                outputs = {}
            ends = np.cumsum([each.rows for each in requests])
            if outputs and all(len(array) == ends[-1] for array in outputs.values()):
                for request, end in zip(requests, ends, strict=True):
                    _answer(request, {n: array[end - request.rows : end] for n, array in outputs.items()})
                return
        await asyncio.gather(*(self._run_alone(request) for request in requests))

    async def _run_alone(self, request: _Request) -> None:
        try:
            _answer(request, await self._run(request.inputs))
        except Exception as error:
            _fail([request], error)


def _fail(requests: list[_Request], error: Exception) -> None:
    for request in requests:
        if not request.answer.done():
            request.answer.set_exception(error)


def _answer(request: _Request, outputs: Arrays) -> None:
    if not request.answer.done():
        request.answer.set_result(outputs)
