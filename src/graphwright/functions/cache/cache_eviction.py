"""Cache eviction: traces are dropped when their arguments are gone, and when there are too many."""

from __future__ import annotations

import weakref
from functools import partial
from typing import TYPE_CHECKING, Any

from graphwright.base.lifetimes import watched
from graphwright.functions.cache.trace_cache import weak_arguments

if TYPE_CHECKING:
    from graphwright.functions.cache.trace_cache import TraceCache
    from graphwright.functions.calls.concrete_function import ConcreteFunction
    from graphwright.functions.function import Function


def evict_surplus(function: Function[Any, Any], cache: TraceCache, result: ConcreteFunction, limit: int) -> None:
    """Evict old traces if there are too many after a new one, and the new one once its arguments are gone."""
    forget = partial(_forget, weakref.ref(function), weakref.ref(result))
    result.watched = [_watch(value, forget) for value in weak_arguments(result.argument_types)]
    while old := cache.surplus():
        function.forget(*old)
        if not cache.warned_of_surplus:
            cache.warned_of_surplus = True
            import logging

            logging.getLogger("graphwright").warning(
                f"{function.name} has been traced for more than {limit} kinds of arguments; the traces that were used "
                "longest ago are dropped, and made again when they are needed. Pass tensors instead of Python values "
                "that change, or raise max_traces of tf.function."
            )


def _watch(value: Any, forget: Any) -> Any:
    try:
        return watched(value, forget)
    except TypeError:  # no weak references: the trace keeps it alive
        return None


def _forget(function: Any, result: Any) -> None:
    owner, concrete = function(), result()
    if owner is not None and concrete is not None:
        owner.forget(concrete)


__all__ = ["evict_surplus"]
