"""A server: its parts started in order, and stopped without losing what is in flight."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from typing import Any

import grpc
from aiohttp import web

from graphwright.base.errors import AlreadyExistsError
from graphwright.serving.connections import Connections
from graphwright.serving.grpc_service import handlers
from graphwright.serving.metrics import Metrics
from graphwright.serving.model_manager import ModelManager
from graphwright.serving.options import Options
from graphwright.serving.predictor import Predictor
from graphwright.serving.rest import application
from graphwright.serving.worker_pool import WorkerPool

_LOG = logging.getLogger("graphwright.serving")


class Server:
    """Serves models until it is stopped.

    Attributes:
      rest_port, grpc_port: where it listens, once it has started.
      connections: those of the REST interface.

    Args:
      options: what it serves and how.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self.rest_port: int | None = None
        self.grpc_port: int | None = None
        self._watcher: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Load the models and listen; AlreadyExistsError if a port is in use."""
        options = self._options
        self._metrics = Metrics()
        self.pool = WorkerPool(options.workers, options.threads, options.timeout, self._metrics.restarted)
        self._manager = ModelManager(options, self.pool)
        self._predictor = Predictor(self._manager, self._metrics, options.max_in_flight)
        self._metrics.gauge(
            "graphwright:serving:in_flight", "Requests without an answer yet.", lambda: self._predictor.in_flight
        )
        self._runner: web.AppRunner | None = None
        self._listener: asyncio.Server | None = None
        self.connections: Connections | None = None
        self._grpc: Any = None
        await self.pool.start()
        try:
            await self._listen()
            await self._manager.refresh()
        except BaseException:
            await self.stop()
            raise
        self._watcher = asyncio.create_task(self._manager.watch())

    async def _listen(self) -> None:
        options = self._options
        most = min(options.max_connections, _open_files() // 4)
        if options.rest_port is not None:
            self.connections = Connections(most, options.receive_timeout)
            app = application(self._predictor, self._metrics, options.max_request_bytes, self.connections)
            self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True)
            await self._runner.setup()
            make = self.connections.watched(self._runner.server)
            try:
                loop = asyncio.get_running_loop()
                self._listener = await loop.create_server(make, options.host, options.rest_port, backlog=128)
            except OSError as error:
                raise _in_use(options.host, options.rest_port, "--rest-port", error) from None
            self.rest_port = self._listener.sockets[0].getsockname()[1]
            self.connections.start()
        if options.grpc_port is not None:
            limits = [(f"grpc.max_{way}_message_length", options.max_request_bytes) for way in ("receive", "send")]
            limits.append(("grpc.max_allowed_incoming_connections", most))
            patience = int(options.receive_timeout * 1000)
            limits.append(("grpc.server_handshake_timeout_ms", patience))
            limits.append(("grpc.max_connection_idle_ms", patience))  # clients connect again by themselves
            self._grpc = grpc.aio.server(options=[*limits, ("grpc.so_reuseport", 0)])
            self._grpc.add_generic_rpc_handlers(handlers(self._predictor, options.receive_timeout))
            try:
                self.grpc_port = self._grpc.add_insecure_port(f"{options.host}:{options.grpc_port}")
            except RuntimeError as error:
                raise _in_use(options.host, options.grpc_port, "--grpc-port", error) from None
            await self._grpc.start()

    async def stop(self) -> None:
        """Refuse new requests, wait for those in flight, end the workers."""
        if self._watcher is not None:
            self._watcher.cancel()
        self._predictor.stopping = True
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._drained(), self._options.grace)
        if self._grpc is not None:
            await self._grpc.stop(grace=1.0)
        if self._listener is not None:
            self._listener.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self.connections is not None:
            await self.connections.stop()
        await self.pool.close()

    async def _drained(self) -> None:
        while self._predictor.in_flight:
            await asyncio.sleep(0.01)

    async def serve(self) -> None:
        """Start, and stop on SIGTERM or SIGINT."""
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, ended.set)
        await self.start()
        _LOG.info(
            "REST at %s:%s, gRPC at %s:%s", self._options.host, self.rest_port, self._options.host, self.grpc_port
        )
        await ended.wait()
        _LOG.info("stopping")
        await self.stop()


def _open_files() -> int:
    """How many files and connections the process may have open."""
    try:
        import resource
    except ImportError:  # Windows
        return 1 << 16
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft if soft != resource.RLIM_INFINITY else 1 << 16


def _in_use(host: str, port: int, option: str, error: Exception) -> AlreadyExistsError:
    return AlreadyExistsError(f"cannot listen at {host}:{port} ({error}); choose another port with {option}.")
