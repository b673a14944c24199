"""`Strategy.run` outside of functions: each function that it runs becomes a `tf.function`."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from types import MethodType
from typing import TYPE_CHECKING, Any

from graphwright.functions.decorator import function as tf_function

if TYPE_CHECKING:
    from graphwright.distribute.strategy import Strategy


class EagerRuns:
    """The functions that a strategy has run, with their traces, for as long as they live."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = weakref.ref(strategy)
        self._known: weakref.WeakKeyDictionary[Any, dict[Any, Any]] = weakref.WeakKeyDictionary()

    def run(self, fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """The results of a function on each replica."""
        return self._function(fn)(tuple(args), dict(kwargs or {}))

    def _function(self, fn: Callable[..., Any]) -> Any:
        owner, key = (fn.__self__, fn.__func__) if isinstance(fn, MethodType) else (fn, None)
        try:
            known = self._known.setdefault(owner, {})
        except TypeError:  # it cannot be hashed or referred to weakly: it is traced for each call
            return self._traced(lambda: fn)
        if key not in known:
            reference = weakref.ref(owner)
            known[key] = self._traced(lambda: reference() if key is None else MethodType(key, reference()))
        return known[key]

    def _traced(self, get: Callable[[], Any]) -> Any:
        strategy = self._strategy

        def run_on_replicas(args: Any, kwargs: Any) -> Any:
            owner: Any = strategy()
            return owner._run_converted(get(), args, kwargs)

        return tf_function(run_on_replicas)
