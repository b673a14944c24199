"""Seeds of the stateful random ops: the pair each op gets, and its position in its stream.

The rules are those TensorFlow documents: with only a global seed (`tf.random.set_seed`), each op gets a seed of its
own in creation order; with only an operation seed, the global seed has a default; with both, the pair determines the
numbers; with neither, numbers differ from run to run.
"""

from __future__ import annotations

import random
import secrets
import threading
from typing import Any

import numpy as np

from graphwright.base.dtypes import int32
from graphwright.base.forks import renewed_after_fork
from graphwright.core.array_likes import is_array_like, numpy_array
from graphwright.core.context import session_graph, state
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.core.tensor_like import AnyTensor
from graphwright.core.typing import TensorLike

DEFAULT_GLOBAL_SEED = 87654321
_LARGEST = 2**31 - 1

_global_seed: int | None = None
_global_seed_count = 0
_own_seeds = random.Random()
_eager_streams: dict[Any, SeedStream] = {}


class SeedStream:
    """The position in a random stream, in 128-bit blocks, and per-op state kept between runs."""

    __slots__ = ("_lock", "_seed_count", "memory", "used")

    def __init__(self) -> None:
        self.used = 0
        self.memory: dict[str, Any] = {}
        self._seed_count = _global_seed_count
        self._lock = renewed_after_fork(threading.Lock())

    def rewind_if_reseeded(self) -> None:
        """Rewind to the start if a global seed has been set since."""
        with self._lock:
            if self._seed_count != _global_seed_count:
                self.used, self.memory, self._seed_count = 0, {}, _global_seed_count

    def take(self, blocks: int) -> int:
        """Consume `blocks` blocks and return the number of the first."""
        with self._lock:
            first = self.used
            self.used += blocks
        return first


class GraphSeed(int):
    """The `seed2` attribute of an op in a graph, which carries the op's own stream.

    Everything but the kernel sees a plain integer. Copies of the graph share the object, so all compiled forms of a
    function continue one stream.
    """

    stream: SeedStream

    def __new__(cls, value: int) -> GraphSeed:
        instance = super().__new__(cls, value)
        instance.stream = SeedStream()
        return instance


def set_seed(seed: int | None) -> None:
    """Set the global seed and restart all streams; None makes numbers differ from process to process again.

    Traced functions keep the seeds they were traced with, so they repeat their numbers. While a `tf.Graph` is built
    it sets the seed of that graph: its operations have the same numbers in each session.

    >>> tf.random.set_seed(1); a = float(tf.random.uniform([]))
    >>> tf.random.set_seed(1); a == float(tf.random.uniform([]))
    True
    """
    global _global_seed, _global_seed_count
    graph = session_graph()
    if graph is not None:
        graph.seed = None if seed is None else int(seed)
        return
    _global_seed = None if seed is None else int(seed)
    _global_seed_count += 1
    _own_seeds.seed(_global_seed)
    _eager_streams.clear()


def get_seed(op_seed: int | None) -> tuple[int, int]:
    """The seed pair for an op applied now; (0, 0) requests numbers that differ every time."""
    if op_seed is not None:
        try:
            op_seed = int(op_seed)  # accepts NumPy integers and floats
        except ValueError:
            raise TypeError(f"A seed must be an integer, not {op_seed!r}.") from None
    graph: Any = state.graph
    of_sessions = session_graph()
    global_seed: int | None = _global_seed if of_sessions is None else of_sessions.seed
    if global_seed is None:
        pair = (0, 0) if op_seed is None else (DEFAULT_GLOBAL_SEED, op_seed)
    elif op_seed is not None:
        pair = (global_seed, op_seed)
    elif graph is None:
        pair = (global_seed, _own_seeds.randint(0, _LARGEST))
    elif graph is of_sessions:
        pair = (global_seed, graph.random_ops)
        graph.random_ops += 1
    else:
        count = graph.collections.setdefault("random_ops", [0])
        pair = (global_seed, count[0])
        count[0] += 1
    pair = pair[0] % _LARGEST, pair[1] % _LARGEST
    if pair == (0, 0) and (op_seed is not None or global_seed is not None):
        pair = (0, _LARGEST)
    return pair if graph is None else (pair[0], GraphSeed(pair[1]))


def seed_tensor(seed: TensorLike, name: str | None = None) -> Tensor:
    """A seed pair of stateless functions. An array is cast to int64 if it has neither of the dtypes of seeds."""
    if is_array_like(seed) and not isinstance(seed, AnyTensor):
        array = numpy_array(seed)
        seed = array if array.dtype in (np.int32, np.int64) else array.astype(np.int64)
    return to_tensor(seed, None, name, int32)


def stream_of(op: str, seed: int, seed2: int, *detail: Any) -> tuple[int, int, SeedStream]:
    """The seed pair and the stream to draw from.

    An op in a graph has its own stream. Eager ops with the same name, seeds and attributes share one, as in
    TensorFlow.
    """
    if isinstance(seed2, GraphSeed):
        if seed == 0 and seed2 == 0:
            return secrets.randbits(63), secrets.randbits(63), SeedStream()
        seed2.stream.rewind_if_reseeded()
        return seed, int(seed2), seed2.stream
    if seed == 0 and seed2 == 0:
        return secrets.randbits(63), secrets.randbits(63), SeedStream()
    return seed, seed2, _eager_streams.setdefault((op, seed, seed2, *detail), SeedStream())


def seed_pair(op_seed: int | None) -> tuple[int | None, int | None]:
    """The pair of seeds that an operation gets: of the graph or the program, and its own; both None without any.

    Args:
      op_seed: the seed that the operation was passed, or None.

    >>> tf.random.set_seed(3); tf.compat.v1.get_seed(1)
    (3, 1)
    """
    of_sessions = session_graph()
    known = _global_seed if of_sessions is None else of_sessions.seed
    if known is None and op_seed is None:
        return None, None
    first, second = get_seed(op_seed)
    return first, int(second)
