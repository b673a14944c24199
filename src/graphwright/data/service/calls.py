"""Calls between processes: methods by name over gRPC, with values as `pipeline.encoding` writes them.

An error of the method called is raised where it was called, with its class and message.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from typing import Any

from graphwright.base import errors
from graphwright.base.install import install_command
from graphwright.data.pipeline.encoding import packed, unpacked

_SERVICE = "graphwright.data.Service"
_OPTIONS = [
    ("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1),
    ("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 1000),
]  # fmt: skip
_BETWEEN_TRIES = 0.1  # seconds
_RAISED = (("graphwright-raised", "1"),)  # sent with errors of methods, which gRPC's own do not have


def _grpc() -> Any:
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # else it logs every connection that ends
    try:
        import grpc
    except ImportError as error:
        raise ImportError(
            f"tf.data.experimental.service needs grpcio, which is not installed: {install_command('serve')}"
        ) from error
    return grpc


class Methods:
    """A server of methods.

    Args:
      methods: by name.
      port: where it listens; 0 is any.

    Attributes:
      port: where it listens.
    """

    def __init__(self, methods: Mapping[str, Callable[..., Any]], port: int) -> None:
        grpc = _grpc()
        codes = {code.value[0]: code for code in grpc.StatusCode}
        self._server = grpc.server(_ThreadForEach(), options=[*_OPTIONS, ("grpc.so_reuseport", 0)])
        handlers = {
            name: grpc.unary_unary_rpc_method_handler(_answering(method, codes)) for name, method in methods.items()
        }
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(_SERVICE, handlers),))
        try:
            self.port: int = self._server.add_insecure_port(f"[::]:{port}")
        except RuntimeError:
            raise errors.UnavailableError(f"Port {port} cannot be listened at: another program may use it.") from None
        self._server.start()

    def stop(self) -> None:
        """Answer no more; calls that are waiting end with an error."""
        self._server.stop(None)

    def join(self) -> None:
        """Wait until the server has been stopped."""
        self._server.wait_for_termination()


class _ThreadForEach(Executor):
    """A thread for each call, as calls for elements wait for them; the program may end before they do."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def run() -> None:
            try:
                future.set_result(function(*args, **kwargs))
            except BaseException as error:
                future.set_exception(error)

        threading.Thread(target=run, name="graphwright-data-call", daemon=True).start()
        return future


def _answering(method: Callable[..., Any], codes: Mapping[int, Any]) -> Callable[[bytes, Any], bytes]:
    def answer(data: bytes, context: Any) -> bytes:
        try:
            return packed(method(**unpacked(data)))
        except errors.OpError as error:
            context.set_trailing_metadata(_RAISED)
            context.abort(codes.get(error.error_code, codes[errors.UNKNOWN]), error.message)
        except Exception as error:
            context.set_trailing_metadata(_RAISED)
            context.abort(codes[errors.UNKNOWN], f"{type(error).__name__}: {error}")
        raise AssertionError("abort raises")

    return answer


class Remote:
    """The methods of a server at an address.

    Args:
      address: "host:port".
    """

    def __init__(self, address: str) -> None:
        self._grpc, self.address = _grpc(), address
        self._channel = self._grpc.insecure_channel(address, options=_OPTIONS)

    def start(self, method: str, seconds: float | None = None, **arguments: Any) -> Call:
        """Begin a call, which can be cancelled, and ends with DeadlineExceededError after some time."""
        invoke = self._channel.unary_unary(f"/{_SERVICE}/{method}")
        return Call(self._grpc, invoke.future(packed(arguments), timeout=seconds))

    def call(self, method: str, **arguments: Any) -> Any:
        """What a method returns.

        Raises UnavailableError where nobody answers, and the errors of the method.
        """
        return self.start(method, **arguments).result()

    def call_patiently(self, seconds: float, method: str, **arguments: Any) -> Any:
        """As `call`, tried again for some time while nobody answers."""
        until = time.monotonic() + seconds
        while True:
            try:
                return self.call(method, **arguments)
            except errors.UnavailableError:
                if time.monotonic() > until:
                    raise
            time.sleep(_BETWEEN_TRIES)

    def close(self) -> None:
        """End the connection."""
        self._channel.close()


class Call:
    """A call that has begun."""

    def __init__(self, grpc: Any, future: Any) -> None:
        self._grpc, self._future = grpc, future

    def result(self) -> Any:
        """What the method returns; CancelledError if the call was cancelled here, or the method raised it."""
        try:
            return unpacked(self._future.result())
        except self._grpc.FutureCancelledError:
            raise errors.CancelledError("The call was cancelled.") from None
        except self._grpc.RpcError as error:
            kind: Any = errors.exception_type_from_error_code(error.code().value[0])
            # a server that stops cancels the calls that it has not begun with
            if kind is errors.CancelledError and _RAISED[0] not in map(tuple, error.trailing_metadata() or ()):
                kind = errors.UnavailableError
            raise kind(None, None, error.details()) from None

    def cancel(self) -> None:
        """Give the call up."""
        self._future.cancel()


__all__ = ["Call", "Methods", "Remote"]
