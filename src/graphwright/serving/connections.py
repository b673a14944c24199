"""The connections of clients by REST: how many there may be, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 44\r\n"
    b'Connection: close\r\n\r\n{"error": "too many connections are open."}\n'
)


class Connections:
    """The open connections of a server.

    A connection that has begun to send a request is closed unless the whole of it arrives in time. Where there are
    `most` connections, a new one takes the place of one that has no request with the server: of the oldest that never
    sent a whole one, else of the one that has been idle for longest. If all are being answered, the new one is refused.

    Args:
      most: how many there may be.
      patience: seconds for a request to arrive, from its first byte, or from the connection if none comes.
    """

    def __init__(self, most: int, patience: float) -> None:
        self._most, self._patience = most, patience
        self._open: dict[Any, Connection] = {}  # by transport, the oldest first
        self._sweeper: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._open)

    def watched(self, make: Callable[[], asyncio.Protocol]) -> Callable[[], asyncio.Protocol]:
        """A factory of protocols whose connections are among these."""
        return lambda: Connection(self, make())

    def start(self) -> None:
        """Close late connections from now on."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """End what `start` has begun."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(1.0, self._patience / 4))
            now = asyncio.get_running_loop().time()
            for connection in [c for c in self._open.values() if c.began is not None]:
                if connection.began is not None and now - connection.began > self._patience:
                    connection.abort()

    def answering(self, transport: Any) -> None:
        """A whole request has arrived."""
        connection = self._open.get(transport)
        if connection is not None:
            connection.began, connection.busy, connection.proven = None, True, True

    def answered(self, transport: Any) -> None:
        """The answer is about to be sent; the connection may send another request."""
        connection = self._open.get(transport)
        if connection is not None:
            connection.busy = False
            connection.idle_since = asyncio.get_running_loop().time()
            if connection.sent_more:
                connection.began, connection.sent_more = connection.idle_since, False

    def admit(self, connection: Connection) -> bool:
        """Add a connection; False if there is no room."""
        if len(self._open) >= self._most and not self._make_room():
            return False
        self._open[connection.transport] = connection
        return True

    def _make_room(self) -> bool:
        waiting = [c for c in self._open.values() if not c.busy]
        if not waiting:
            return False
        min(waiting, key=lambda c: (c.proven, c.idle_since)).abort()
        return True

    def remove(self, connection: Connection) -> None:
        """Forget a connection."""
        if self._open.get(connection.transport) is connection:
            del self._open[connection.transport]


class Connection(asyncio.Protocol):
    """A connection, whose events go on to the protocol of HTTP.

    Attributes:
      transport: what it is known by.
      began: when the request began that has not arrived whole; None if there is none.
      busy: whether a request is being answered.
      sent_more: whether a further request has begun to arrive meanwhile.
      proven: whether a whole request has ever come.
      idle_since: when it was opened, or has last been answered.
    """

    def __init__(self, connections: Connections, protocol: asyncio.Protocol) -> None:
        self._connections, self._protocol = connections, protocol
        self.transport: Any = None
        self.began: float | None = None
        self.busy = self.sent_more = self.proven = self._refused = False
        self.idle_since = 0.0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.began = self.idle_since = asyncio.get_running_loop().time()
        self._refused = not self._connections.admit(self)
        if self._refused:
            transport.write(_FULL)
            transport.close()
        else:
            self._protocol.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self.busy:
            self.sent_more = True
        elif self.began is None:
            self.began = asyncio.get_running_loop().time()
        self._protocol.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._refused else self._protocol.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        self._connections.remove(self)
        if not self._refused:
            self._protocol.connection_lost(error)

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()

    def abort(self) -> None:
        """Close the connection at once."""
        self._connections.remove(self)
        self.transport.abort()


__all__ = ["Connection", "Connections"]
