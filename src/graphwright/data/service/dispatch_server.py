"""`DispatchServer`."""

from __future__ import annotations

import weakref

from graphwright.data.service.calls import Methods
from graphwright.data.service.dispatcher import Dispatcher
from graphwright.data.service.settings import DispatcherConfig


class DispatchServer:
    """A dispatcher in this process: it knows the workers and divides the work among them.

    It stops when nothing refers to it. In a process of its own, `join` waits until it is stopped.

    Args:
      config: a `DispatcherConfig`; by default one that listens at any port.
      start: whether it starts at once.

    Raises:
      ValueError: the fault tolerant mode has no `work_dir`.
      ImportError: grpcio is not installed (the extra `serve`).

    >>> dispatcher = tf.data.experimental.service.DispatchServer()
    >>> dispatcher.target.startswith("grpc://localhost:")
    True
    >>> dispatcher.stop()
    """

    def __init__(self, config: DispatcherConfig | None = None, start: bool = True) -> None:
        self._config = config or DispatcherConfig()
        self._methods: Methods | None = None
        if self._config.fault_tolerant_mode and not self._config.work_dir:
            raise ValueError(
                "Cannot enable fault tolerant mode without configuring a work dir. Make sure to set `work_dir` in the "
                "`config` object passed to `DispatcherServer`."
            )
        if start:
            self.start()

    def start(self) -> None:
        """Begin to answer; nothing where it has begun."""
        if self._methods is None:
            self._dispatcher = Dispatcher(self._config)
            self._methods = Methods(self._dispatcher.methods(), self._config.port)
            # also where the server is forgotten, and when the program ends
            self._stop = weakref.finalize(self, _stop, self._methods, self._dispatcher)

    def join(self) -> None:
        """Wait until the server has been stopped."""
        if self._methods is not None:
            self._methods.join()

    def stop(self) -> None:
        """Stop answering."""
        if self._methods is not None:
            self._stop()

    @property
    def target(self) -> str:
        """Where the server is reached: "grpc://localhost:PORT"."""
        return f"grpc://{self._address}"

    @property
    def _address(self) -> str:
        return f"localhost:{self._config.port if self._methods is None else self._methods.port}"

    def _num_workers(self) -> int:
        """How many workers have registered."""
        return self._dispatcher.worker_count()


def _stop(methods: Methods, dispatcher: Dispatcher) -> None:
    methods.stop()
    dispatcher.close()


__all__ = ["DispatchServer"]
