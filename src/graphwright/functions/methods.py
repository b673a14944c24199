"""Functions that are methods: what a lookup on an instance gives, and what it holds weakly."""

from __future__ import annotations

import functools
import inspect
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphwright.functions.function import Function


class BoundFunction:
    """A Function looked up on an instance: keeps the instance alive for the call, and is that instance's Function
    in all else."""

    __slots__ = ("__call__", "__self__", "__wrapped__")

    def __init__(self, function: Function, instance: Any) -> None:
        self.__call__ = function.__call__
        self.__wrapped__ = function
        self.__self__ = instance

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__wrapped__, name)

    def __repr__(self) -> str:
        return repr(self.__wrapped__)


class WeakMethod:
    """A method of an instance that is held weakly, so that the cache of bound functions keeps no instance alive."""

    def __init__(self, function: Callable[..., Any], instance: Any) -> None:
        self.__func__ = function
        try:
            self._instance: Callable[[], Any] = weakref.ref(instance)
        except TypeError:
            self._instance = lambda: instance
        functools.update_wrapper(self, function, updated=())
        signature = inspect.signature(function)
        self.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])

    @property
    def __self__(self) -> Any:
        """The instance; ReferenceError when it is gone."""
        instance = self._instance()
        if instance is None:
            raise ReferenceError(f"The object that the method {self.__func__.__name__} belongs to is gone.")
        return instance

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__func__(self.__self__, *args, **kwargs)
