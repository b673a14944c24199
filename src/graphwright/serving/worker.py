"""What runs the models: the same commands by threads of this process, or in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from graphwright.base.errors import NotFoundError, OpError, UnavailableError, UnknownError
from graphwright.serving.signatures import Arrays, Signature, described

Key = tuple[str, int]  # a model's name and version


class WorkerDied(Exception):
    """The process that ran a request is gone; the request can run elsewhere."""


class Models:
    """The loaded models of one process."""

    def __init__(self) -> None:
        self._loaded: dict[Key, tuple[Any, Mapping[str, Any]]] = {}  # the model keeps its variables

    def load(self, key: Key, path: str) -> dict[str, Signature]:
        """Load a model and describe its signatures."""
        import graphwright

        loaded = graphwright.saved_model.load(path)
        self._loaded[key] = loaded, loaded.signatures
        return {name: described(function) for name, function in loaded.signatures.items()}

    def unload(self, key: Key) -> None:
        """Forget a model."""
        self._loaded.pop(key, None)

    def run(self, key: Key, signature: str, inputs: Arrays) -> Arrays:
        """Run a signature."""
        import graphwright

        if key not in self._loaded:
            raise NotFoundError(f"model '{key[0]}' has no version {key[1]} here.")
        outputs = self._loaded[key][1][signature](
            **{name: graphwright.constant(value) for name, value in inputs.items()}
        )
        return {name: value.numpy() for name, value in outputs.items()}


class Worker(Protocol):
    """Runs commands of `Models`."""

    pending: int

    @property
    def alive(self) -> bool:
        """Whether it takes commands."""
        ...

    async def call(self, command: str, *arguments: Any) -> Any:
        """Run a command of `Models`; WorkerDied if the worker is gone before it has answered."""
        ...

    def stop(self) -> None:
        """End it; what it has not answered raises WorkerDied."""
        ...


class LocalWorker:
    """Threads of this process."""

    alive = True

    def __init__(self, threads: int) -> None:
        self.pending = 0
        self._models = Models()
        self._threads = ThreadPoolExecutor(threads, "serving")

    async def call(self, command: str, *arguments: Any) -> Any:
        self.pending += 1
        try:
            run = getattr(self._models, command)
            return await asyncio.get_running_loop().run_in_executor(self._threads, run, *arguments)
        except Exception as error:
            raise _portable(error) from None
        finally:
            self.pending -= 1

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class ProcessWorker:
    """A process, with two threads of this one that write to it and read from it."""

    def __init__(self, threads: int) -> None:
        self.pending = 0
        self._loop = asyncio.get_running_loop()
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        spawn = multiprocessing.get_context("spawn")  # a fork would copy threads' locks
        self._connection, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(theirs, threads), daemon=True, name="graphwright-worker")
        self._process.start()
        theirs.close()
        self.alive = True
        self.ended = asyncio.Event()
        for target in (self._write, self._read):
            threading.Thread(target=target, daemon=True).start()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    async def call(self, command: str, *arguments: Any) -> Any:
        if not self.alive:
            raise WorkerDied
        number = next(self._numbers)
        self._waiting[number] = answer = self._loop.create_future()
        self.pending += 1
        try:
            self._queue.put((number, command, arguments))
            return await answer
        finally:
            self.pending -= 1
            self._waiting.pop(number, None)

    def stop(self) -> None:
        self.alive = False
        self._queue.put(None)
        self._process.kill()
        self._died()

    def _write(self) -> None:
        while (message := self._queue.get()) is not None:
            try:
                self._connection.send(message)
            except OSError:
                return  # the reader sees it too

    def _read(self) -> None:
        while True:
            try:
                answer = self._connection.recv()
            except (OSError, EOFError):
                break
            if not self._call_soon(self._answered, *answer):
                return
        self._queue.put(None)
        self._process.join()
        self._call_soon(self._died)

    def _call_soon(self, function: Callable[..., None], *arguments: Any) -> bool:
        try:
            self._loop.call_soon_threadsafe(function, *arguments)
        except RuntimeError:  # the loop is closed
            return False
        return True

    def _answered(self, number: int, succeeded: bool, value: Any) -> None:
        future = self._waiting.get(number)
        if future is None or future.done():
            return
        if succeeded:
            future.set_result(value)
        else:
            future.set_exception(value)

    def _died(self) -> None:
        self.alive = False
        self.ended.set()
        for future in list(self._waiting.values()):
            if not future.done():
                future.set_exception(WorkerDied())


def _portable(error: Exception) -> OpError:
    """An error as one of the documented classes, which processes can exchange."""
    if isinstance(error, OpError):
        return error
    if isinstance(error, MemoryError):
        return UnavailableError("there is not enough memory for the request.")
    return UnknownError(f"{type(error).__name__}: {error}")


def _serve(connection: Any, threads: int) -> None:
    """The main function of a worker process: answer commands until the server closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it
    models, lock = Models(), threading.Lock()

    def answer(number: int, command: str, arguments: tuple[Any, ...]) -> None:
        try:
            result: tuple[bool, Any] = True, getattr(models, command)(*arguments)
        except Exception as error:
            result = False, _portable(error)
        with lock, contextlib.suppress(OSError):
            connection.send((number, *result))

    with ThreadPoolExecutor(threads, "serving") as pool:
        while True:
            try:
                message = connection.recv()
            except (EOFError, OSError):
                os._exit(0)  # what still runs has nobody to answer
            pool.submit(answer, *message)
