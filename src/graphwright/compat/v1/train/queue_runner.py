"""`tf.compat.v1.train.queue_runner`: threads that fill queues."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {"sessions.training.queue_runner": "QueueRunner add_queue_runner start_queue_runners"},
)
