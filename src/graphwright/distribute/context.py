"""Which strategy is current, and whether code runs for each replica or once for all of them."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from graphwright.base import services
from graphwright.core.context import state

if TYPE_CHECKING:
    from graphwright.distribute.replicas import ReplicaContext
    from graphwright.distribute.strategy import Strategy


class _Context(threading.local):
    """The strategy whose scope this thread is in, and the context of the replica whose code runs.

    Attributes:
      merging: the replica context that `merge_call` has left; its values stand for those of all replicas.
      updating: whether the body of `extended.update` runs, which assigns to each copy as it is.
    """

    strategy: Strategy | None = None
    replica: ReplicaContext | None = None
    merging: ReplicaContext | None = None
    updating: bool = False


current = _Context()


@contextlib.contextmanager
def entered(
    strategy: Strategy, replica: ReplicaContext | None, merging: ReplicaContext | None = None
) -> Iterator[None]:
    """Run the block with this strategy: for each replica where a context is given, else once for all."""
    before = current.strategy, current.replica, current.merging, current.updating
    known = None if strategy is default_strategy() else strategy
    current.strategy, current.replica, current.merging, current.updating = known, replica, merging, False
    traced_for, inside = state.replicas, replica if replica is not None else merging
    state.replicas = None if inside is None or inside._alone else strategy._group.name
    try:
        yield
    finally:
        state.replicas = traced_for
        current.strategy, current.replica, current.merging, current.updating = before


@contextlib.contextmanager
def updates() -> Iterator[None]:
    """Run the block as the body of an update, which assigns the same to each copy of a variable."""
    before, current.updating = current.updating, True
    try:
        yield
    finally:
        current.updating = before


def default_strategy() -> Strategy:
    """The strategy that is current outside of all scopes."""
    found: Strategy = services.DEFAULT_STRATEGY.get()
    return found


def across_replicas(strategy: Strategy) -> contextlib.AbstractContextManager[None]:
    """Run the block once for all devices, not for each."""
    return entered(strategy, None, current.replica)


def has_strategy() -> bool:
    """Whether a strategy other than the default one is current.

    >>> tf.distribute.has_strategy()
    False
    """
    return current.strategy is not None


def get_strategy() -> Strategy:
    """The current strategy.

    >>> tf.distribute.get_strategy().num_replicas_in_sync
    1
    """
    return current.strategy or default_strategy()


def get_replica_context() -> ReplicaContext | None:
    """The context of code that runs on each device; None in the scope of a strategy outside its `run`.

    >>> tf.distribute.get_replica_context().replica_id_in_sync_group
    0
    """
    if current.strategy is None:
        return default_strategy()._replica_context
    return current.replica


def in_cross_replica_context() -> bool:
    """Whether the program is in the scope of a strategy, outside its `run`.

    >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
    ...     print(tf.distribute.in_cross_replica_context())
    True
    """
    return current.strategy is not None and current.replica is None


def strategy_supports_no_merge_call() -> bool:
    """Whether code for each device may update variables by itself."""
    return True


def maybe_merge_call(fn: Callable[..., Any], strategy: Strategy, *args: Any, **kwargs: Any) -> Any:
    """The result of `fn(strategy, *args, **kwargs)`."""
    return fn(strategy, *args, **kwargs)
