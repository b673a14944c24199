"""`tf.compat.v1.train.Coordinator`: threads that stop together."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from graphwright.base import errors


class Coordinator:
    """Lets several threads stop together: any of them asks for it, with an error perhaps, and all look whether to.

    Args:
      clean_stop_exception_types: errors that stop the threads and are not raised again, OutOfRangeError by default.

    >>> coordinator = tf.compat.v1.train.Coordinator()
    >>> def work():
    ...     while not coordinator.should_stop():
    ...         coordinator.request_stop()
    >>> import threading; thread = threading.Thread(target=work); thread.start()
    >>> coordinator.join([thread]); coordinator.joined
    True
    """

    def __init__(self, clean_stop_exception_types: Any = None) -> None:
        self._clean: tuple[type[BaseException], ...] = tuple(clean_stop_exception_types or (errors.OutOfRangeError,))
        self._lock = threading.Lock()
        self._stop_event = threading.Event()
        self._error: BaseException | None = None
        self._registered: set[threading.Thread] = set()
        self._joined = False

    @property
    def joined(self) -> bool:
        """Whether `join` has returned."""
        return self._joined

    def request_stop(self, ex: Any = None) -> None:
        """Ask all threads to stop; with an error, or what `sys.exc_info()` gives, `join` raises it.

        Raises the error itself if it comes after `join` has returned.
        """
        error = ex[1] if isinstance(ex, tuple) else ex
        if error is not None and not isinstance(error, BaseException):
            raise TypeError(f"ex must be an exception or what sys.exc_info() gives: {ex!r}")
        with self._lock:
            if isinstance(error, self._clean):
                error = None
            if self._joined:
                if error is not None:
                    raise error
                return
            if not self._stop_event.is_set():
                self._error = error
                self._stop_event.set()

    def clear_stop(self) -> None:
        """Forget that the threads were asked to stop."""
        with self._lock:
            self._joined, self._error = False, None
            self._stop_event.clear()

    def should_stop(self) -> bool:
        """Whether the threads were asked to stop."""
        return self._stop_event.is_set()

    @contextlib.contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """A block whose errors ask the threads to stop."""
        try:
            yield
        except BaseException as error:
            self.request_stop(error)

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Wait until the threads are asked to stop; False when the time is up."""
        return self._stop_event.wait(timeout)

    def register_thread(self, thread: threading.Thread) -> None:
        """Add a thread that `join` waits for."""
        with self._lock:
            self._registered.add(thread)

    def join(
        self, threads: Iterable[threading.Thread] | None = None, stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:  # fmt: skip
        """Wait for the threads to end, and raise the error that one of them stopped with.

        Args:
          threads: threads beside the registered ones.
          stop_grace_period_secs: how long threads may run after all were asked to stop.
          ignore_live_threads: raise no RuntimeError for those that still run then.
        """
        with self._lock:
            waiting = self._registered.union(threads or ())
        while any(t.is_alive() for t in waiting) and not self.wait_for_stop(0.05):
            pass
        last = time.monotonic() + stop_grace_period_secs
        for thread in waiting:
            thread.join(max(0.0, last - time.monotonic()))
        live = [t.name for t in waiting if t.is_alive()]
        with self._lock:
            self._joined, self._registered = True, set()
            error, self._error = self._error, None
        if error is not None:
            raise error
        if live and not ignore_live_threads:
            raise RuntimeError(f"Coordinator stopped with threads still running: {' '.join(live)}")

    def raise_requested_exception(self) -> None:
        """Raise the error that a thread stopped with, if there is one."""
        with self._lock:
            if self._error is not None:
                raise self._error


class LooperThread(threading.Thread):
    """A thread that calls a function again and again until its coordinator stops.

    Args:
      coord: the coordinator.
      timer_interval_secs: the time between the beginnings of two calls; None for no pause.
      target: what is called; by default the method `run_loop`.
      args, kwargs: arguments of `target`.

    >>> coordinator, calls = tf.compat.v1.train.Coordinator(), []
    >>> def work():
    ...     calls.append(len(calls))
    ...     if len(calls) == 3: coordinator.request_stop()
    >>> coordinator.join([tf.compat.v1.train.LooperThread.loop(coordinator, None, work)]); calls
    [0, 1, 2]
    """

    def __init__(
        self, coord: Coordinator, timer_interval_secs: float | None, target: Callable[..., Any] | None = None,
        args: Any = None, kwargs: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        super().__init__(daemon=True)
        self._coord, self._interval = coord, timer_interval_secs
        self._call, self._given, self._named = target, tuple(args or ()), dict(kwargs or {})
        coord.register_thread(self)

    @staticmethod
    def loop(
        coord: Coordinator, timer_interval_secs: float | None, target: Callable[..., Any], args: Any = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:  # fmt: skip
        """A thread that has been started."""
        thread = LooperThread(coord, timer_interval_secs, target, args, kwargs)
        thread.start()
        return thread

    def run(self) -> None:
        """Call the function until the coordinator stops."""
        with self._coord.stop_on_exception():
            self.start_loop()
            following = time.monotonic()
            while not self._coord.should_stop():
                self.run_loop()
                if self._interval is not None:
                    following += self._interval
                    self._coord.wait_for_stop(max(0.0, following - time.monotonic()))
            self.stop_loop()

    def start_loop(self) -> None:
        """What is called before the loop."""

    def stop_loop(self) -> None:
        """What is called after the loop."""

    def run_loop(self) -> None:
        """What is called again and again."""
        if self._call is not None:
            self._call(*self._given, **self._named)


__all__ = ["Coordinator", "LooperThread"]
