"""How many threads compiled code may use."""

from __future__ import annotations

import operator
from typing import Any

_intra_op = 0
_inter_op = 0
_MOST = 2**31 - 1


def set_intra_op_parallelism_threads(num_threads: int) -> None:
    """Say how many threads may work on one operation, or one loop of fused operations; 0: as many as are useful.

    That is one for each processor that this process may run on. The calling thread is one of them. Results have the
    same bits whatever the number is. It may be changed at any time, and holds for calls that begin later.

    Args:
      num_threads: the number of threads; what is less than 0 is one thread.

    Raises:
      TypeError: it is not an integer.
      ValueError: it is beyond 32 bits.

    >>> tf.config.threading.set_intra_op_parallelism_threads(1)
    >>> tf.config.threading.get_intra_op_parallelism_threads()
    1
    >>> tf.config.threading.set_intra_op_parallelism_threads(0)
    """
    global _intra_op
    count = _checked(num_threads)
    from graphwright.runtime.native.runtime import thread_pool

    _intra_op = count
    thread_pool.set_threads(count)


def get_intra_op_parallelism_threads() -> int:
    """How many threads may work on one operation; 0: one for each processor.

    >>> tf.config.threading.get_intra_op_parallelism_threads()
    0
    """
    return _intra_op


def set_inter_op_parallelism_threads(num_threads: int) -> None:
    """Say how many operations may run side by side. The number is kept, but they run one after the other.

    What `set_intra_op_parallelism_threads` says is how many threads there are.

    Args:
      num_threads: the number of threads; 0: the system chooses.

    Raises:
      TypeError: it is not an integer.
      ValueError: it is beyond 32 bits.

    >>> tf.config.threading.set_inter_op_parallelism_threads(2)
    >>> tf.config.threading.get_inter_op_parallelism_threads()
    2
    >>> tf.config.threading.set_inter_op_parallelism_threads(0)
    """
    global _inter_op
    _inter_op = _checked(num_threads)


def get_inter_op_parallelism_threads() -> int:
    """What `set_inter_op_parallelism_threads` was given, 0 at first.

    >>> tf.config.threading.get_inter_op_parallelism_threads()
    0
    """
    return _inter_op


def _checked(num_threads: Any) -> int:
    if isinstance(num_threads, bool):
        raise TypeError("num_threads must be an integer, got a bool.")
    count = 0 if num_threads is None else operator.index(num_threads)
    if not -_MOST - 1 <= count <= _MOST:
        raise ValueError(f"Value out of range: num_threads={count}")
    return count


__all__ = [
    "get_inter_op_parallelism_threads",
    "get_intra_op_parallelism_threads",
    "set_inter_op_parallelism_threads",
    "set_intra_op_parallelism_threads",
]
