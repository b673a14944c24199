"""Seeds of the stateful random ops: which pair an op gets, and how far its stream has been drawn.

The rules are TensorFlow's documented ones: with a global seed (`tf.random.set_seed`) alone, each op gets a seed of
its own in the order of creation; with an operation seed alone, the global one is a default; with both, the pair
decides; with none, numbers differ from run to run.
"""

from __future__ import annotations

import random
import secrets
import threading
from typing import Any

from graphwright.base.forks import renewed_after_fork
from graphwright.core.context import state

DEFAULT_GLOBAL_SEED = 87654321
_LARGEST = 2**31 - 1

_global_seed: int | None = None
_times_set = 0
_own_seeds = random.Random()
_eager_streams: dict[Any, Stream] = {}


class Stream:
    """How many 128-bit blocks of a random stream have been used up, and what its op remembers from run to run."""

    __slots__ = ("_lock", "_since", "memory", "used")

    def __init__(self) -> None:
        self.used = 0
        self.memory: dict[str, Any] = {}
        self._since = _times_set
        self._lock = renewed_after_fork(threading.Lock())

    def begin_again(self) -> None:
        """Go back to the start, if a global seed has been set since."""
        with self._lock:
            if self._since != _times_set:
                self.used, self.memory, self._since = 0, {}, _times_set

    def take(self, blocks: int) -> int:
        """Use up some blocks; gives the number of the first."""
        with self._lock:
            first = self.used
            self.used += blocks
        return first


class GraphSeed(int):
    """The second seed of an op in a graph; each such op draws from a stream of its own.

    It is the attribute's integer for everybody but the kernel, and copies of the graph share it, so that all
    forms of a function continue one stream.
    """

    stream: Stream

    def __new__(cls, value: int) -> GraphSeed:
        made = super().__new__(cls, value)
        made.stream = Stream()
        return made


def set_seed(seed: int | None) -> None:
    """Set the global seed, and start all streams anew; None: numbers differ from process to process again.

    What a function has traced keeps the seeds that it was traced with: it repeats its numbers.

    >>> import graphwright as tf
    >>> tf.random.set_seed(1); a = float(tf.random.uniform([]))
    >>> tf.random.set_seed(1); a == float(tf.random.uniform([]))
    True
    """
    global _global_seed, _times_set
    _global_seed = None if seed is None else int(seed)
    _times_set += 1
    _own_seeds.seed(_global_seed)
    _eager_streams.clear()


def get_seed(op_seed: int | None) -> tuple[int, int]:
    """The pair of seeds for an op that is applied now; (0, 0) asks for numbers that differ every time."""
    if op_seed is not None:
        try:
            op_seed = int(op_seed)  # a NumPy integer or a float counts as the integer that it is
        except ValueError:
            raise TypeError(f"A seed must be an integer, not {op_seed!r}.") from None
    graph: Any = state.graph
    if _global_seed is None:
        pair = (0, 0) if op_seed is None else (DEFAULT_GLOBAL_SEED, op_seed)
    elif op_seed is not None:
        pair = (_global_seed, op_seed)
    elif graph is None:
        pair = (_global_seed, _own_seeds.randint(0, _LARGEST))
    else:
        count = graph.collections.setdefault("random_ops", [0])
        pair = (_global_seed, count[0])
        count[0] += 1
    pair = pair[0] % _LARGEST, pair[1] % _LARGEST
    if pair == (0, 0) and (op_seed is not None or _global_seed is not None):
        pair = (0, _LARGEST)
    return pair if graph is None else (pair[0], GraphSeed(pair[1]))


def stream_of(op: str, seed: int, seed2: int, *detail: Any) -> tuple[int, int, Stream]:
    """The seeds to draw with and the stream to draw from.

    An op in a graph has its own stream. Eagerly, ops with the same name, seeds and attributes share one, as
    TensorFlow's do.
    """
    if isinstance(seed2, GraphSeed):
        if seed == 0 and seed2 == 0:
            return secrets.randbits(63), secrets.randbits(63), Stream()
        seed2.stream.begin_again()
        return seed, int(seed2), seed2.stream
    if seed == 0 and seed2 == 0:
        return secrets.randbits(63), secrets.randbits(63), Stream()
    return seed, seed2, _eager_streams.setdefault((op, seed, seed2, *detail), Stream())
