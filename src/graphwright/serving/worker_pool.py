"""Workers that load the same models; the ones that die are replaced, and their requests run again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from graphwright.base.errors import DeadlineExceededError, UnavailableError
from graphwright.serving.signatures import Arrays, Signature
from graphwright.serving.worker import Key, LocalWorker, ProcessWorker, Worker, WorkerDied

_LOG = logging.getLogger("graphwright.serving")
_ATTEMPTS = 2  # a request whose worker dies runs once more: it may be what killed the worker
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 5.0  # seconds between two starts of a worker that does not come up


class WorkerPool:
    """Runs commands by the worker that has the least to do.

    Args:
      count: how many processes; 0 for threads of this process.
      threads: of each worker.
      timeout: seconds for a run; a worker that takes longer is replaced.
      restarted: called for each worker that was replaced.
    """

    def __init__(self, count: int, threads: int, timeout: float, restarted: Callable[[], None] = lambda: None) -> None:
        self._count, self._threads, self._timeout, self._restarted = count, threads, timeout, restarted
        self._paths: dict[Key, str] = {}
        self._workers: list[Worker] = []
        self._changed = asyncio.Condition()
        self._guards: list[asyncio.Task[None]] = []
        self._closed = False

    async def start(self) -> None:
        """Start the workers."""
        if not self._count:
            self._workers.append(LocalWorker(self._threads))
            return
        for _ in range(self._count):
            worker = ProcessWorker(self._threads)
            self._workers.append(worker)
            self._guards.append(asyncio.create_task(self._guard(worker)))

    @property
    def pids(self) -> list[int]:
        """The numbers of the workers' processes."""
        return [w.pid for w in self._workers if isinstance(w, ProcessWorker) and w.pid is not None]

    async def load(self, key: Key, path: str) -> dict[str, Signature]:
        """Load a model in every worker; the error of loading, and then no worker has it."""
        self._paths[key] = path  # workers that start meanwhile load it too
        try:
            while True:
                await self._some_worker()
                results = await asyncio.gather(
                    *(worker.call("load", key, path) for worker in self._workers), return_exceptions=True
                )
                for result in results:
                    if isinstance(result, dict):
                        continue
                    if isinstance(result, BaseException) and not isinstance(result, WorkerDied):
                        raise result
                found = [result for result in results if isinstance(result, dict)]
                if found:
                    return found[0]
        except BaseException:
            await self.unload(key)
            raise

    async def unload(self, key: Key) -> None:
        """Forget a model in every worker."""
        self._paths.pop(key, None)
        calls = (worker.call("unload", key) for worker in self._workers)
        await asyncio.gather(*calls, return_exceptions=True)

    async def run(self, key: Key, signature: str, inputs: Arrays) -> Arrays:
        """Run a signature, and once more if its worker dies.

        Raises DeadlineExceededError if it takes too long, UnavailableError if two workers died of it.
        """
        deadline = asyncio.get_running_loop().time() + self._timeout
        for _ in range(_ATTEMPTS):
            worker = await self._some_worker(deadline)
            try:
                left = deadline - asyncio.get_running_loop().time()
                result: Arrays = await asyncio.wait_for(worker.call("run", key, signature, inputs), left)
                return result
            except WorkerDied:
                continue
            except asyncio.TimeoutError:
                if isinstance(worker, ProcessWorker):
                    worker.stop()  # its thread would be lost; what else it ran runs again elsewhere
                raise DeadlineExceededError(f"the request took longer than {self._timeout} s.") from None
        raise UnavailableError("the process that ran the request ended, twice; the request may be what ends it.")

    async def _some_worker(self, deadline: float | None = None) -> Worker:
        while True:
            alive = [worker for worker in self._workers if worker.alive]
            if alive:
                return min(alive, key=lambda worker: worker.pending)
            if self._closed:
                raise UnavailableError("the server is stopping.")
            left = None if deadline is None else max(deadline - asyncio.get_running_loop().time(), 0)
            try:
                async with self._changed:
                    await asyncio.wait_for(self._changed.wait(), left)
            except asyncio.TimeoutError:
                raise DeadlineExceededError("no worker came up in time.") from None

    async def _guard(self, worker: ProcessWorker) -> None:
        """Replace a worker whenever it dies."""
        pause = _FIRST_PAUSE
        while True:
            await worker.ended.wait()
            if worker in self._workers:
                self._workers.remove(worker)
            if self._closed:
                return
            _LOG.warning("a worker process ended; another one starts")
            self._restarted()
            worker = ProcessWorker(self._threads)
            try:
                await self._catch_up(worker)
            except Exception as error:
                worker.stop()
                _LOG.error("the new worker did not load its models: %s", error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            pause = _FIRST_PAUSE
            self._workers.append(worker)  # at once: what is loaded from now on is loaded in it too
            async with self._changed:
                self._changed.notify_all()

    async def _catch_up(self, worker: ProcessWorker) -> None:
        """Load what the others have, and what they load meanwhile."""
        loaded: set[Key] = set()
        while self._paths.keys() != loaded:
            for key in loaded - self._paths.keys():
                await worker.call("unload", key)
                loaded.discard(key)
            for key, path in list(self._paths.items()):
                if key not in loaded:
                    await worker.call("load", key, path)
                    loaded.add(key)

    async def close(self) -> None:
        """End the workers."""
        self._closed = True
        for guard in self._guards:
            guard.cancel()
        for worker in self._workers:
            worker.stop()
        async with self._changed:
            self._changed.notify_all()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._guards, return_exceptions=True)
