"""Function: a Python callable with a trace for each kind of call."""

from __future__ import annotations

import copy
import functools
import importlib
import inspect
import sys
from collections.abc import Callable, Sequence
from time import perf_counter
from types import FunctionType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from graphwright.base.frozen import fields, replace
from graphwright.base.phases import phase
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.functions.cache.cache_eviction import evict_surplus
from graphwright.functions.cache.trace_cache import CallKind, TraceCache, graph_key
from graphwright.functions.callable_types import PolymorphicFunction
from graphwright.functions.calls import call_table
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.calls.eager_mode import functions_run_eagerly, in_untraced_scope
from graphwright.functions.calls.methods import BoundFunction, InstanceMethods, WeakMethod, compile_lookup
from graphwright.functions.calls.sized_entries import trace_of
from graphwright.functions.explain import kept_functions
from graphwright.functions.explain.retrace_reasons import History, warn_of_retracing
from graphwright.functions.guards.guard_policy import guard_policy_for, is_usable, state_reason
from graphwright.functions.options import Options
from graphwright.functions.tracing.spec import FunctionSpec, check_returns_values
from graphwright.functions.tracing.trace_lock import TraceLock
from graphwright.functions.tracing.trace_policy import Tracer
from graphwright.functions.tracing.trace_types import TracingContext, is_argument_array, trace_type_of
from graphwright.runtime.calls import Calls
from graphwright.runtime.selection import begin

if TYPE_CHECKING:
    from graphwright.functions.explain.explain import Explanation, MaxTraces

P = ParamSpec("P")
R = TypeVar("R")
_Rest = ParamSpec("_Rest")


class Function(PolymorphicFunction, Generic[P, R]):
    """A function that is traced once per kind of arguments and then runs as a compiled graph.

    Made by `tf.function`. Called with tensors it looks the trace up by their dtypes and shapes; Python values
    are part of the program: another value is another trace.

    >>> double = tf.function(lambda x: x + x)
    >>> isinstance(double, tf.types.experimental.GenericFunction), int(double(tf.constant(2)))
    (True, 4)
    """

    # `__call__` is a slot that holds each Function's own compiled entry, so that calling it runs no Python
    __slots__ = (
        "__call__",
        "__dict__",
        "__weakref__",
        "_cache",
        "_guard_policy",
        "_history",
        "_memo",
        "_methods",
        "_options",
        "_python_function",
        "_spec",
        "_trace_lock",
        "_tracer",
        "slow_path",
        "table",
    )

    if TYPE_CHECKING:

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def __init__(self, python_function: Callable[P, R], **options: Any) -> None:
        self._begin(python_function, Options(**options))

    def _begin(self, python_function: Callable[P, R], options: Options) -> None:
        self._python_function = python_function
        self._options = options
        self._spec = FunctionSpec(
            python_function, self._options.input_signature, self._options.name, self._options.follow_type_hints
        )
        self._trace_lock = TraceLock()
        self._methods = InstanceMethods()
        self._reset()
        self._take_over(python_function)

    def _take_over(self, python_function: Callable[..., Any]) -> None:
        """Copy the Python function's metadata: name, documentation, signature, attributes."""
        own = isinstance(python_function, (FunctionType, Function))
        shown: Any = python_function
        while isinstance(shown, functools.partial):
            shown = shown.func
        functools.update_wrapper(self, shown, updated=("__dict__",) if own else ())
        self.__wrapped__ = python_function
        if not hasattr(self, "__name__"):
            self.__name__ = self.__qualname__ = self._spec.name
        if own:
            return
        # what `inspect` would find in a partial or a callable object is not how it is called
        self.__signature__ = self._spec.signature

    def _reset(self) -> None:
        self._guard_policy = guard_policy_for(self.name, self._options.python_state, self._options.max_traces)
        usable = is_usable if self._guard_policy is None else self._guard_policy.is_usable
        self._cache = TraceCache(usable, self._options.max_traces)
        self._history = History()
        self._tracer = Tracer(self._python_function, self._spec, self._options)
        self.table: Calls | None = None
        recreate = functools.partial(_make, self._python_function, self._options)
        self.slow_path = call_table.SlowPath(self, recreate)
        self.install(self.slow_path)

    def install(self, entry: Callable[..., Any]) -> None:
        """Make `entry` handle calls; it must pass what it does not recognise to `slow_path`."""
        if self._guard_policy is not None:
            entry = self._guard_policy.guarded(entry, self.slow_path)
        self.__call__ = entry  # type: ignore[method-assign]

    # looking -----------------------------------------------------------------------------------------------

    @property
    def python_function(self) -> Callable[P, R]:
        """The Python function that was decorated."""
        return self._python_function

    @property
    def input_signature(self) -> Any:
        """The input signature, or None."""
        return self._spec.input_signature

    @property
    def function_type(self) -> Any:
        """The signature with the constraints of the input_signature; it prints as a signature.

        >>> print(tf.function(lambda x, n=2: x ** n).function_type)
        (x, n=2)
        """
        from graphwright.functions.tracing.function_type import polymorphic_type

        return polymorphic_type(self._spec.signature, self._spec.constraints())

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

        >>> double = tf.function(lambda x: x + x)
        >>> _ = double(tf.constant(1)), double(tf.constant(2)), double(tf.constant(1.0))
        >>> double.experimental_get_tracing_count()
        2
        """
        return self._tracer.count

    def explain(self) -> Explanation:
        """What became of the calls: every trace, why it was made, how often it is called, what runs natively.

        Nothing is traced or compiled for it. The result prints as text, and as a table in a notebook.

        >>> power = tf.function(lambda x, n: x ** n)
        >>> _ = power(tf.constant(2.0), 2), power(tf.constant(2.0), 3)
        >>> print(power.explain().traces[1].reason)  # doctest: +NORMALIZE_WHITESPACE
        argument 'n' was 2, is 3: Python values are part of the program; pass tf.constant(3) for one trace
        """
        from graphwright.functions.explain.explain import explain

        return explain(self)

    def assert_max_traces(self, count: int) -> MaxTraces:
        """Raise AssertionError if more than `count` traces have been made; for tests.

        As a context manager it looks again at the end of the block. The error names the traces and why each was made.

        >>> double = tf.function(lambda x: x + x)
        >>> with double.assert_max_traces(1):
        ...     _ = double(tf.constant(1)), double(tf.constant(2))
        """
        from graphwright.functions.explain.explain import MaxTraces

        return MaxTraces(self, count).check()

    def experimental_get_compiler_ir(self, *args: Any, **kwargs: Any) -> Callable[..., Any]:
        """Returns a function of `stage` that gives what the compiler makes of the trace for these arguments.

        Args:
          *args, **kwargs: the arguments of a call; TensorSpecs may stand for tensors.

        Returns: a function `(stage="hlo", device_name=None, platform_name=None)`. Stages are "ir" (the traced graph;
          TensorFlow's "hlo" is taken for it), "optimized_ir" (after the passes; also "optimized_hlo"), "plan" (the
          steps), "schedule" (their loop nests and blocks), "loops" (the loops with their instructions), "llvm" and
          "assembly". It raises ValueError for another stage, and for code of an executor that writes none.

        >>> text = tf.function(lambda x: tf.tanh(x)).experimental_get_compiler_ir(tf.constant(1.0))(stage="ir")
        >>> "Tanh" in text
        True
        """
        from graphwright.functions.explain.compiler_ir import generator

        return generator(self.get_concrete_function(*args, **kwargs))

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """The signatures of all traces as text."""
        return "\n\n".join(c.pretty_printed_signature(verbose) for c in self._cache.concretes)

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        return list(self._cache.concretes)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """The traces, where a model is saved; a checkpoint has nothing of a function."""
        if save_type == "checkpoint":
            return {}
        return {f"trace_{i}": concrete for i, concrete in enumerate(self._list_all_concrete_functions())}

    def forget(self, *concretes: ConcreteFunction) -> None:
        """Drop traces: calls that they served are traced again."""
        self._cache.remove(*concretes)
        if self.table is not None:
            gone = {id(c) for c in concretes}
            self.table.clear(lambda context: id(trace_of(context)) in gone)
        if self.slow_path.placed is not None:
            self.slow_path.placed.clear(lambda context: context in concretes)
        if self._guard_policy is not None:
            for concrete in concretes:
                self._guard_policy.forget(concrete)

    def renew_entries(self) -> None:
        """Have the next calls enter the programs of their traces anew: other ones may have been compiled."""
        if self.slow_path.placed is not None:
            self.slow_path.placed.clear()
        if self.table is not None:
            self.table.clear()
        if self._guard_policy is not None:
            self._guard_policy.renew_entries()
        for concrete in self._cache.concretes:
            concrete.usage.look_next()

    def same_but_shapes(self, concrete: ConcreteFunction) -> list[ConcreteFunction]:
        """The other traces whose argument types differ from those of this one in shapes only."""
        return [c for c in self._cache.same_but_shapes(concrete.argument_types) if c is not concrete]

    def clear_cache(self) -> None:
        """Forget all traces."""
        self._reset()

    # calling -----------------------------------------------------------------------------------------------

    def call_slowly(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """The slow path of a call: bind it, find or make its trace, run that."""
        if functions_run_eagerly():
            return self._python_function(*args, **kwargs)
        if in_untraced_scope():
            return self._tracer.run_in_place(args, kwargs)
        if self.table is None and state.graph is None:
            begin()
        values = self._bind(args, kwargs)
        created = self._history.made
        concrete = self._concrete(values)
        if self._history.made != created:
            warn_of_retracing(self, self._history, concrete)
        if state.graph is not None:
            return concrete.call_values(values)
        if concrete.usage.tick():
            self.forget(concrete)
            return self.call_slowly(args, kwargs)
        if self._guard_policy is not None:
            self._guard_policy.add_guards(self, concrete)
        call_table.add_entry(self, concrete, args, kwargs)
        with concrete.usage:
            return concrete.call_values(values)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for these arguments, traced now if there is none; TensorSpecs may replace tensors.

        With an input_signature and no arguments: the trace for the signature.
        """
        if self._spec.input_signature is not None and not args and not kwargs:
            args = self._spec.input_signature
        return self._concrete(self._bind(args, kwargs))

    def _bind(self, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        values = self._spec.bind(args, kwargs)
        for name, value in values.items():
            if is_argument_array(value):
                values[name] = to_tensor(value)
        return values

    def _concrete(self, values: dict[str, Any]) -> ConcreteFunction:
        context = TracingContext()
        types = {n: trace_type_of(v, context) for n, v in values.items()}
        self._spec.use_input_signature(types)
        # a trace belongs to the graph it was traced in: its captures may be out of scope elsewhere
        position = graph_key(state.graph) if state.graph is not None and self._is_local() else None
        if state.replicas is not None:  # what each of several replicas runs is another trace
            position = (position, state.replicas)
        kind = CallKind(tuple(types.items()), position)
        found = self._cache.known(kind)
        if found is None:
            find: Callable[[], Any] = lambda: self._cache.known(kind) or self._cache.find_supertype(kind)  # noqa: E731
            found = self._trace_lock.find_or_make(kind, find, lambda: self._trace(kind, values))
        return found

    def _is_local(self) -> bool:
        """Whether a trace may capture values of the graph being built, because the function has a closure."""
        function = inspect.unwrap(self._python_function) if callable(self._python_function) else None
        return getattr(function, "__closure__", None) is not None

    def _trace(self, kind: CallKind, values: dict[str, Any]) -> Any:
        check_returns_values(self._python_function, self._spec.name)
        types = dict(kind.types)
        if self._options.reduce_retracing:
            types = self._cache.generalized(types)
        cache = self._cache
        stale = cache.stale(kind)
        if self._guard_policy is not None:
            instead = self._guard_policy.fallback_trace(stale)
            if instead is not None:
                return instead
        reason = state_reason(stale) or self._history.reason(kind, types, self._spec, self._python_function)
        start = perf_counter()
        concrete: Any
        with phase("trace", self.name):
            concrete, reusable = self._tracer.make(types, values)
        if not reusable:
            concrete.misses = call_table.NEVER
            return concrete
        if concrete.graph.deferred:
            concrete.misses = call_table.NEVER  # compiled entries pass arguments and captures alone
        concrete.reason, concrete.usage.trace_seconds = reason, perf_counter() - start
        retained = cache.add(kind, concrete)
        if retained is concrete:
            self._history.add(kind, concrete, cache)
            kept_functions.note(self, concrete)
            if self.table is not None:
                self.table.clear_open()
            if self.slow_path.placed is not None:
                self.slow_path.placed.clear()
            evict_surplus(self, cache, concrete, self._options.max_traces)
        return retained

    def _decorate(self, decorator: Callable[..., Any]) -> None:
        """Replace the Python function by what `decorator` makes of it; libraries decorate methods in place.

        Raises ValueError once there is a trace.
        """
        if self._cache.concretes:
            raise ValueError("Functions cannot be decorated after they have been traced.")
        self._begin(decorator(self._python_function), self._options)

    # Python's protocols --------------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        """An attribute of the decorated object, which may be a model with `__call__`."""
        if name.startswith("__") or name in type(self).__slots__:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        attributes = getattr(self._python_function, "__dict__", {})
        if name in attributes:
            return attributes[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @overload
    def __get__(self, instance: None, owner: Any = ...) -> Function[P, R]: ...
    @overload
    def __get__(
        self: Function[Concatenate[Any, _Rest], R], instance: object, owner: Any = ...
    ) -> Function[_Rest, R]: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any:
        binding = self._options.binding
        if binding == "class":
            instance = type(instance) if owner is None else owner
        if instance is None or binding == "static":
            return self
        known = self._methods.find(instance)
        if known is None:
            known = self._methods.add(instance, self._bind_to)
        elif self._methods.memo is not None:
            self._memo = self._methods.memo
            compile_lookup(Function)
        return BoundFunction(known, instance)

    def _bind_to(self, reference: Callable[[], Any]) -> Function[Any, Any]:
        method = WeakMethod(self._python_function, reference)
        return _make(method, replace(self._options, binding="method"))

    def __copy__(self) -> Function[P, R]:
        return _make(self._python_function, self._options)

    def __deepcopy__(self, memo: dict[int, Any]) -> Function[P, R]:
        # the copy of an object that keeps a Function of its own method has one of the copied object's method
        return _make(copy.deepcopy(self._python_function, memo), self._options)

    def __reduce__(self) -> tuple[Any, ...]:
        function = self._python_function
        module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
        if isinstance(function, FunctionType) and _found(module, name) is self:
            # the name of the Python function refers to this Function, so pickle cannot find the Python function by it
            return _make_from, (module, name, self._options)
        return _make, (function, self._options)

    def __repr__(self) -> str:
        return f"<graphwright.Function {self.name} with {len(self._cache)} trace(s)>"


def _found(module: str | None, name: str | None) -> Any:
    """What a name means in a module; the Function itself where that is in a class."""
    found: Any = sys.modules.get(module or "")
    for part in (name or "").split("."):
        if found is None or part == "<locals>":
            return None
        found = inspect.getattr_static(found, part, None)
        if isinstance(found, (staticmethod, classmethod)):
            found = found.__func__
    return found


def _make_from(module: str, name: str, options: Options) -> Function[Any, Any]:
    importlib.import_module(module)
    found = _found(module, name)
    return _make(found.python_function if isinstance(found, Function) else found, options)


def _make(python_function: Callable[..., Any], options: Options) -> Function[Any, Any]:
    return Function(python_function, **fields(options))
