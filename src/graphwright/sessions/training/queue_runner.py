"""`tf.compat.v1.train.QueueRunner`: threads that fill queues while a session runs."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from typing import Any

from graphwright.base import errors
from graphwright.core.context import executing_eagerly
from graphwright.sessions.collections import add_to_collection, get_collection
from graphwright.sessions.default_session import get_default_session
from graphwright.sessions.graph_keys import GraphKeys


class QueueRunner:
    """Operations that enqueue, each run again and again by a thread of its own, until the data end.

    Args:
      queue: the queue.
      enqueue_ops: the operations.
      close_op, cancel_op: operations that close the queue at the end of the data, and when the threads are stopped;
        those of the queue by default.
      queue_closed_exception_types: errors that mean the end of the data, OutOfRangeError by default.
      queue_runner_def, import_scope: descriptions in messages, which are not supported.

    Raises RuntimeError in eager programs, ValueError without a queue and operations.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     queue = tf.queue.FIFOQueue(4, tf.int32, [()])
    ...     runner = tf.compat.v1.train.QueueRunner(queue, [queue.enqueue(7)])
    ...     tf.compat.v1.train.add_queue_runner(runner)
    ...     coordinator = tf.compat.v1.train.Coordinator()
    ...     threads = tf.compat.v1.train.start_queue_runners(session, coordinator)
    ...     print(session.run(queue.dequeue()))
    ...     coordinator.request_stop(); coordinator.join(threads)
    7
    """

    def __init__(
        self, queue: Any = None, enqueue_ops: Sequence[Any] | None = None, close_op: Any = None, cancel_op: Any = None,
        queue_closed_exception_types: Any = None, queue_runner_def: Any = None, import_scope: str | None = None,
    ) -> None:  # fmt: skip
        if executing_eagerly():
            raise RuntimeError(
                "QueueRunners are not supported when eager execution is enabled. Instead, please use tf.data to get "
                "data into your model."
            )
        if queue_runner_def is not None:
            raise errors.UnimplementedError("QueueRunner(queue_runner_def=...) is not supported: pass the queue.")
        if queue is None or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        closed = queue_closed_exception_types
        if closed is not None and not (
            isinstance(closed, tuple)
            and closed
            and all(isinstance(c, type) and issubclass(c, errors.OpError) for c in closed)
        ):
            raise TypeError(
                "queue_closed_exception_types, when provided, must be a tuple of tf.error types, but saw: "
                f"{queue_closed_exception_types}"
            )
        self._queue, self._enqueue_ops = queue, list(enqueue_ops)
        self._close_op = queue.close() if close_op is None else close_op
        self._cancel_op = queue.close(cancel_pending_enqueues=True) if cancel_op is None else cancel_op
        self._closed: tuple[type[BaseException], ...] = closed or (errors.OutOfRangeError,)
        self._lock = threading.Lock()
        self._runs: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._exceptions: list[BaseException] = []

    @property
    def queue(self) -> Any:
        """The queue."""
        return self._queue

    @property
    def enqueue_ops(self) -> list[Any]:
        """The operations that enqueue."""
        return self._enqueue_ops

    @property
    def close_op(self) -> Any:
        """The operation that closes the queue at the end of the data."""
        return self._close_op

    @property
    def cancel_op(self) -> Any:
        """The operation that closes the queue when the threads are stopped."""
        return self._cancel_op

    @property
    def queue_closed_exception_types(self) -> tuple[type[BaseException], ...]:
        """The errors that mean the end of the data."""
        return self._closed

    @property
    def exceptions_raised(self) -> list[BaseException]:
        """What the threads have met, where no coordinator was told."""
        return self._exceptions

    @property
    def name(self) -> str:
        """The name of the queue."""
        return str(self._queue.name)

    def create_threads(self, sess: Any, coord: Any = None, daemon: bool = False, start: bool = False) -> list[Any]:
        """A thread for each operation, and one that closes the queue at the stop; none if they run already.

        Args:
          sess: the session.
          coord: a coordinator, to which errors are reported.
          daemon: whether the program may end before they do.
          start: whether they are started.
        """
        with self._lock:
            if self._runs.get(sess, 0) > 0:
                return []
            self._runs[sess] = len(self._enqueue_ops)
            self._exceptions = []
        threads = [
            threading.Thread(target=self._run, args=(sess, op, coord), daemon=daemon) for op in self._enqueue_ops
        ]
        if coord is not None:
            threads.append(threading.Thread(target=self._close_on_stop, args=(sess, coord), daemon=daemon))
        for thread in threads:
            if coord is not None:
                coord.register_thread(thread)
            if start:
                thread.start()
        return threads

    def _run(self, sess: Any, enqueue_op: Any, coord: Any) -> None:
        counted = True
        try:
            while coord is None or not coord.should_stop():
                try:
                    sess.run(enqueue_op)
                except self._closed:
                    with self._lock:
                        self._runs[sess] -= 1
                        counted, last = False, self._runs[sess] == 0
                    if last:
                        self._quietly(sess, self._close_op)
                    return
        except Exception as error:
            if coord is not None:
                coord.request_stop(error)
            else:
                with self._lock:
                    self._exceptions.append(error)
                raise
        finally:
            if counted:
                with self._lock:
                    self._runs[sess] -= 1

    def _close_on_stop(self, sess: Any, coord: Any) -> None:
        coord.wait_for_stop()
        self._quietly(sess, self._cancel_op)

    @staticmethod
    def _quietly(sess: Any, operation: Any) -> None:
        import contextlib

        with contextlib.suppress(Exception):  # the session may be closed by now
            sess.run(operation)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """Raises UnimplementedError: descriptions in messages are not supported."""
        raise errors.UnimplementedError("A QueueRunner is not part of a MetaGraph here.")

    @staticmethod
    def from_proto(queue_runner_def: Any, import_scope: str | None = None) -> Any:
        """Raises UnimplementedError: descriptions in messages are not supported."""
        raise errors.UnimplementedError("A QueueRunner is not part of a MetaGraph here.")


def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Add a queue runner to a collection of the graph, from which `start_queue_runners` starts it.

    >>> with tf.Graph().as_default():
    ...     queue = tf.queue.FIFOQueue(4, tf.int32, [()])
    ...     tf.compat.v1.train.add_queue_runner(tf.compat.v1.train.QueueRunner(queue, [queue.enqueue(7)]))
    """
    add_to_collection(collection, qr)


def start_queue_runners(
    sess: Any = None, coord: Any = None, daemon: bool = True, start: bool = True,
    collection: str = GraphKeys.QUEUE_RUNNERS,
) -> list[Any]:  # fmt: skip
    """Start the queue runners of a graph; a list of their threads.

    Args:
      sess: the session, the default session by default.
      coord: a coordinator that stops the threads.
      daemon: whether the program may end before they do.
      start: whether the threads are started.
      collection: the collection of queue runners.

    Raises RuntimeError in eager programs, ValueError without a session, TypeError for what is none.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     tf.compat.v1.train.start_queue_runners()
    []
    """
    if executing_eagerly():
        raise RuntimeError("Queues are not compatible with eager execution.")
    session = get_default_session() if sess is None else sess
    if session is None:
        raise ValueError(
            "Cannot start queue runners: No default session is registered. Use `with sess.as_default()` or pass an "
            "explicit session to tf.start_queue_runners(sess=sess)."
        )
    if not hasattr(session, "run") or not hasattr(session, "graph"):
        raise TypeError(f"sess must be a `tf.Session` object. Given class: {type(session)}")
    with session.graph.as_default():
        return [t for qr in get_collection(collection) for t in qr.create_threads(session, coord, daemon, start)]


__all__ = ["QueueRunner", "add_queue_runner", "start_queue_runners"]
