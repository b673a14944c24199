"""Functions as methods: lookup on an instance, and the weakly keyed table of bound Functions."""

from __future__ import annotations

import copy
import functools
import inspect
import sys
import weakref
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base.lifetimes import watched
from graphwright.functions.callable_types import PolymorphicFunction
from graphwright.functions.tracing.trace_types import trace_type_of

if TYPE_CHECKING:
    from graphwright.functions.function import Function


class BoundFunction(PolymorphicFunction):
    # A Function looked up on an instance: keeps the instance alive for the call, and is that instance's Function in
    # all else, its documentation included.

    __slots__ = ("__call__", "__self__", "__weakref__", "__wrapped__")

    def __init__(self, function: Function[Any, Any], instance: Any) -> None:
        self.__call__ = function.__call__
        self.__wrapped__ = function
        self.__self__ = instance

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.__wrapped__, name)
        if isinstance(value, MethodType) and value.__self__ is self.__wrapped__:
            return partial(_call_method, self, value)  # tracing needs the instance, which may have no other owner
        return value

    @property
    def __class__(self) -> type:  # `isinstance(bound, type(tf.function(f)))` holds, as it does in TensorFlow
        return type(self.__wrapped__)

    @__class__.setter
    def __class__(self, value: type) -> None:
        raise TypeError("The class of a bound function cannot be changed.")

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        return self.__wrapped__.__doc__

    def __tf_tracing_type__(self, context: Any) -> Any:
        return trace_type_of(self.__wrapped__)

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self.__self__, self.__wrapped__.__name__)

    def __copy__(self) -> Any:
        return getattr(self.__self__, self.__wrapped__.__name__)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return getattr(copy.deepcopy(self.__self__, memo), self.__wrapped__.__name__)

    def __repr__(self) -> str:
        return repr(self.__wrapped__)


def _call_method(bound: BoundFunction, method: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Call a method of the Function of `bound`, whose instance lives until the method returns."""
    return method(*args, **kwargs)


MEMO_SLOTS = 64  # instances that the compiled method lookup remembers; a power of two


class WeakMethod:
    """A method of a weakly referenced instance, so that the table of bound Functions keeps no instance alive."""

    def __init__(self, function: Callable[..., Any], reference: Callable[[], Any]) -> None:
        self.__func__ = function
        self._instance = reference
        functools.update_wrapper(self, function, updated=())
        signature = inspect.signature(function)
        self.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])

    @property
    def __self__(self) -> Any:
        """The instance; raises ReferenceError if it no longer exists."""
        instance = self._instance()
        if instance is None:
            raise ReferenceError(f"The object that the method {self.__func__.__name__} belongs to is gone.")
        return instance

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__func__(self.__self__, *args, **kwargs)


class _StrongReference:
    """A reference to an object without weak references; dropped once nobody else refers to the object."""

    __slots__ = ("instance",)

    def __init__(self, instance: Any) -> None:
        self.instance = instance

    def __call__(self) -> Any:
        return self.instance


class InstanceMethods:
    """The Functions that one Function is bound to by instance; each is dropped with its instance."""

    __slots__ = ("__weakref__", "_known", "_max_strong", "memo")

    def __init__(self) -> None:
        self._known: dict[int, tuple[Callable[[], Any], Function[Any, Any]]] = {}
        self._max_strong = 8
        self.memo: Any = None  # the compiled lookup's memo of instances, see `make_getter`

    def __len__(self) -> int:
        return len(self._known)

    def find(self, instance: Any) -> Function[Any, Any] | None:
        """The Function for this instance, if there is one."""
        known = self._known.get(id(instance))
        if known is None or known[0]() is not instance:
            return None
        if known[1].table is not None:
            self._remember(instance, *known)
        return known[1]

    def add(self, instance: Any, make: Callable[[Callable[[], Any]], Function[Any, Any]]) -> Function[Any, Any]:
        """Add the Function that `make` returns for a reference to this instance."""
        key, this = id(instance), weakref.ref(self)

        def gone() -> None:
            methods = this()
            if methods is not None:
                methods._drop(key)

        self._drop(key)
        reference: Callable[[], Any]
        try:
            reference = watched(instance, gone)
        except TypeError:
            reference = _StrongReference(instance)
            self._drop_unreferenced()
        result = make(reference)
        self._known[key] = (reference, result)
        return result

    def _drop(self, key: int) -> None:
        known = self._known.get(key)
        if known is None:
            return
        if self.memo is not None:
            at = 2 * _memo_slot(key)
            if self.memo[at + 1] == id(known[1]):
                self.memo[at] = 0
        self._known.pop(key, None)

    def _drop_unreferenced(self) -> None:
        """Drop objects that only this table refers to; done from time to time."""
        known = list(self._known.items())
        strong = [(key, reference) for key, (reference, _) in known if isinstance(reference, _StrongReference)]
        if len(strong) < self._max_strong:
            return
        sample = _StrongReference(object())
        alone = sys.getrefcount(sample.instance)
        left = 0
        for key, reference in strong:
            if sys.getrefcount(reference.instance) <= alone:
                self._drop(key)
            else:
                left += 1
        self._max_strong = max(8, 2 * left)

    def _remember(self, instance: Any, reference: Callable[[], Any], function: Function[Any, Any]) -> None:
        """Enter this instance in the compiled lookup's memo."""
        from graphwright.runtime.native.entry import bind as entry_bind

        if self.memo is None:
            self.memo = np.zeros(2 * MEMO_SLOTS, np.int64)
        at = 2 * _memo_slot(id(instance))
        self.memo[at] = 0  # nothing is found here during the update
        self.memo[at + 1] = id(function)
        if isinstance(reference, _StrongReference):
            self.memo[at] = id(reference) + _instance_offset()
        else:
            self.memo[at] = entry_bind.place_of_reference(reference)


def _memo_slot(key: int) -> int:
    """The memo slot of the instance with this id."""
    return (key >> 4) & (MEMO_SLOTS - 1)


@functools.cache
def _instance_offset() -> int:
    from graphwright.runtime.native.runtime import capi

    return capi.slot_offset(_StrongReference, "instance")


@functools.cache
def compile_lookup(function: type) -> None:
    """Install the compiled method lookup."""
    from graphwright.runtime.native.entry.bind import make_getter

    type.__setattr__(function, "__get__", make_getter(function, BoundFunction, vars(function)["__get__"], MEMO_SLOTS))
