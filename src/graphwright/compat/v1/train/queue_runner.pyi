# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.train.queue_runner`: threads that fill queues."""

from graphwright.sessions.training.queue_runner import QueueRunner as QueueRunner
from graphwright.sessions.training.queue_runner import add_queue_runner as add_queue_runner
from graphwright.sessions.training.queue_runner import start_queue_runners as start_queue_runners

__all__ = [
    "QueueRunner",
    "add_queue_runner",
    "start_queue_runners",
]
