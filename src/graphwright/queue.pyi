# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.queue`: queues of tensors, filled and emptied by threads."""

from graphwright.queues.queues import FIFOQueue as FIFOQueue
from graphwright.queues.queues import PaddingFIFOQueue as PaddingFIFOQueue
from graphwright.queues.queues import PriorityQueue as PriorityQueue
from graphwright.queues.queues import QueueBase as QueueBase
from graphwright.queues.queues import RandomShuffleQueue as RandomShuffleQueue

__all__ = [
    "FIFOQueue",
    "PaddingFIFOQueue",
    "PriorityQueue",
    "QueueBase",
    "RandomShuffleQueue",
]
