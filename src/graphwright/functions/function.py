"""Function: a Python callable with a trace for each kind of call."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base.spec import TraceType
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.functions import dispatch
from graphwright.functions.cache import CallKind, TraceCache
from graphwright.functions.concrete import ConcreteFunction
from graphwright.functions.eager_mode import functions_run_eagerly
from graphwright.functions.making import TraceMaker
from graphwright.functions.methods import BoundFunction, WeakMethod
from graphwright.functions.options import Options
from graphwright.functions.spec import FunctionSpec
from graphwright.functions.trace_types import TracingContext, trace_type_of


class Function:
    """A function that is traced once per kind of arguments and then runs as a compiled graph.

    Made by `tf.function`. Called with tensors it looks the trace up by their dtypes and shapes; Python values
    are part of the program: another value is another trace.

    >>> import graphwright as tf
    >>> double = tf.function(lambda x: x + x)
    >>> isinstance(double, tf.types.experimental.GenericFunction), int(double(tf.constant(2)))
    (True, 4)
    """

    # `__call__` is a slot: each Function's own compiled entry stands there, so that calling it costs no Python
    __slots__ = (
        "__call__",
        "__dict__",
        "__weakref__",
        "_by_instance",
        "_cache",
        "_fast",
        "_lock",
        "_maker",
        "_options",
        "_python_function",
        "_spec",
    )

    def __init__(self, python_function: Callable[..., Any], **options: Any) -> None:
        self._python_function = python_function
        self._options = Options(**options)
        self._spec = FunctionSpec(python_function, self._options.input_signature, self._options.name)
        self._lock = threading.RLock()
        self._by_instance: dict[int, tuple[Callable[[], Any], Function]] = {}
        self._reset()
        if not isinstance(python_function, functools.partial):
            functools.update_wrapper(self, python_function)

    def _reset(self) -> None:
        self._cache = TraceCache()
        self._maker = TraceMaker(self._python_function, self._spec, self._options)
        self._fast: dict[Any, Any] = {}
        self.install(functools.partial(dispatch.call, self))

    def install(self, entry: Callable[..., Any]) -> None:
        """Let calls go to `entry`, which must hand what it does not recognise to `dispatch.call`."""
        self.__call__ = entry

    # looking -----------------------------------------------------------------------------------------------

    @property
    def python_function(self) -> Callable[..., Any]:
        """The Python function that was decorated."""
        return self._python_function

    @property
    def input_signature(self) -> Any:
        """The input signature, if one was given."""
        return self._spec.input_signature

    @property
    def function_spec(self) -> FunctionSpec:
        """How calls are bound."""
        return self._spec

    @property
    def name(self) -> str:
        """The function's name."""
        return self._spec.name

    def experimental_get_tracing_count(self) -> int:
        """How many times the Python function has been traced.

        >>> import graphwright as tf
        >>> double = tf.function(lambda x: x + x)
        >>> _ = double(tf.constant(1)), double(tf.constant(2)), double(tf.constant(1.0))
        >>> double.experimental_get_tracing_count()
        2
        """
        return self._maker.count

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """The signatures of all traces as text."""
        return "\n\n".join(c.pretty_printed_signature(verbose) for c in self._cache.concretes)

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        return list(self._cache.concretes)

    def clear_cache(self) -> None:
        """Forget all traces."""
        with self._lock:
            self._reset()

    # calling -----------------------------------------------------------------------------------------------

    def call_slowly(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """A call that no table knows: bind, find or make the trace, run it."""
        if functions_run_eagerly():
            return self._python_function(*args, **kwargs)
        values = self._bind(args, kwargs)
        concrete = self._concrete(values)
        dispatch.learn(self, concrete, args, kwargs)
        return concrete.call_values(values)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for these arguments, made now if there is none; TensorSpecs stand for tensors.

        With an input_signature and no arguments: the trace for the signature.
        """
        if self._spec.input_signature is not None and not args and not kwargs:
            args = self._spec.input_signature
        return self._concrete(self._bind(args, kwargs))

    def _bind(self, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        values = self._spec.bind(args, kwargs)
        for name, value in values.items():
            if isinstance(value, (np.ndarray, np.generic)):
                values[name] = to_tensor(value)
        return values

    def _concrete(self, values: dict[str, Any]) -> ConcreteFunction:
        context = TracingContext()
        types = {n: trace_type_of(v, context) for n, v in values.items()}
        self._use_input_signature(types)
        # a trace belongs to the graph it was made in: what it captured may be out of reach elsewhere
        place = id(state.graph) if state.graph is not None and self._is_local() else None
        kind = CallKind(tuple(types.items()), place)
        found = self._cache.known(kind)
        if found is None:
            with self._lock:
                found = self._cache.known(kind) or self._cache.find_supertype(kind) or self._trace(kind, values)
        return found

    def _is_local(self) -> bool:
        """Whether a trace may capture values of the graph being built: the function closes over something."""
        function = inspect.unwrap(self._python_function) if callable(self._python_function) else None
        return getattr(function, "__closure__", None) is not None

    def _use_input_signature(self, types: dict[str, TraceType]) -> None:
        if self._spec.input_signature is None:
            return
        for name, spec in zip(list(types), self._spec.input_signature, strict=False):
            types[name] = trace_type_of(spec)

    def _trace(self, kind: CallKind, values: dict[str, Any]) -> ConcreteFunction:
        types = dict(kind.types)
        if self._options.reduce_retracing:
            types = self._cache.generalized(types)
        concrete = self._maker.make(types, values)
        self._cache.add(kind, concrete)
        return concrete

    # Python's protocols --------------------------------------------------------------------------------------

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        known = self._by_instance.get(id(instance))
        if known is None or known[0]() is not instance:
            known = self._keep_bound(instance)
        return BoundFunction(known[1], instance)

    def _keep_bound(self, instance: Any) -> tuple[Callable[[], Any], Function]:
        """The method of this instance with a cache of its own, forgotten when the instance dies."""
        key, table = id(instance), self._by_instance
        try:
            reference: Callable[[], Any] = weakref.ref(instance, lambda _: table.pop(key, None))
        except TypeError:  # an object without weak references is kept
            reference = lambda: instance  # noqa: E731
        table[key] = (reference, self._bind_to(instance))
        return table[key]

    def _bind_to(self, instance: Any) -> Function:
        method = WeakMethod(self._python_function, instance)
        return _make(method, self._options)

    def __copy__(self) -> Function:
        return self._remade(self._python_function)

    def __deepcopy__(self, memo: dict[int, Any]) -> Function:
        return self._remade(self._python_function)

    def _remade(self, python_function: Callable[..., Any]) -> Function:
        return _make(python_function, self._options)

    def __reduce__(self) -> tuple[Any, ...]:
        return _make, (self._python_function, self._options)

    def __repr__(self) -> str:
        return f"<graphwright.Function {self.name} with {len(self._cache.concretes)} trace(s)>"


def _make(python_function: Callable[..., Any], options: Options) -> Function:
    return Function(python_function, **{f.name: getattr(options, f.name) for f in dataclasses.fields(options)})
