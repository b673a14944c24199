"""Function: a Python callable with a trace for each kind of call."""

from __future__ import annotations

import functools
import inspect
import threading
import warnings
import weakref
from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy as np

from graphwright.base.spec import TraceType
from graphwright.core.context import init_scope, state
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.variable import Variable
from graphwright.functions import dispatch
from graphwright.functions.compilability import check_compilable
from graphwright.functions.concrete import ConcreteFunction
from graphwright.functions.eager_mode import functions_run_eagerly
from graphwright.functions.methods import BoundFunction, WeakMethod
from graphwright.functions.spec import FunctionSpec
from graphwright.functions.trace_types import TracingContext, trace_type_of
from graphwright.functions.tracing import initial_value, trace


class _Tracing(threading.local):
    """The traces this thread is in the middle of."""

    def __init__(self) -> None:
        self.active: list[Any] = []


_tracing = _Tracing()


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
        "_autograph",
        "_by_instance",
        "_cache",
        "_concretes",
        "_created",
        "_fast",
        "_input_signature",
        "_jit_compile",
        "_lock",
        "_options",
        "_python_function",
        "_reduce_retracing",
        "_run",
        "_spec",
        "_traces",
    )

    def __init__(
        self,
        python_function: Callable[..., Any],
        name: str | None = None,
        input_signature: Any = None,
        autograph: bool = True,
        jit_compile: bool | None = None,
        reduce_retracing: bool = False,
        experimental_implements: str | None = None,
        experimental_autograph_options: Any = None,
        experimental_attributes: dict[str, Any] | None = None,
    ) -> None:
        self._python_function = python_function
        self._input_signature = input_signature
        self._autograph = autograph
        self._jit_compile = jit_compile
        self._reduce_retracing = reduce_retracing
        self._options = {
            "name": name,
            "experimental_implements": experimental_implements,
            "experimental_autograph_options": experimental_autograph_options,
            "experimental_attributes": experimental_attributes,
        }
        self._spec = FunctionSpec(python_function, input_signature, name)
        self._run: Callable[..., Any] | None = None
        self._lock = threading.RLock()
        self._by_instance: dict[int, tuple[Callable[[], Any], Function]] = {}
        self._reset()
        if not isinstance(python_function, functools.partial):
            functools.update_wrapper(self, python_function)

    def _reset(self) -> None:
        self._cache: dict[Any, ConcreteFunction] = {}
        self._concretes: list[ConcreteFunction] = []
        self._traces = 0
        self._created = False
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
        return self._traces

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """The signatures of all traces as text."""
        return "\n\n".join(c.pretty_printed_signature(verbose) for c in self._concretes)

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        return list(self._concretes)

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
        key = (
            tuple(types.items()),
            id(state.graph) if state.graph is not None and self._is_local() else None,
        )
        found = self._cache.get(key)
        if found is None:
            with self._lock:
                found = self._cache.get(key) or self._find_supertype(types, key) or self._trace(types, values, key)
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

    def _find_supertype(self, types: dict[str, TraceType], key: Any) -> ConcreteFunction | None:
        """The most specific trace whose types cover these."""
        best: ConcreteFunction | None = None
        for concrete in self._concretes:
            have = concrete.function_type
            if (
                list(have) != list(types)
                or not all(types[n].is_subtype_of(have[n]) for n in types)
                or key[1] is not None
            ):
                continue
            if best is None or all(have[n].is_subtype_of(best.function_type[n]) for n in have):
                best = concrete
        if best is not None:
            self._cache[key] = best
        return best

    def _trace(self, types: dict[str, TraceType], values: dict[str, Any], key: Any) -> ConcreteFunction:
        if self._reduce_retracing:
            types = self._generalized(types)
        mark = (self, tuple(types.items()))
        if mark in _tracing.active:
            raise RecursionError(
                f"{self.name} calls itself, with arguments of the same types, while it is being traced: a "
                f"recursion whose end "
                "depends on tensor values has no finite graph. Use a loop, or Python values for "
                "what ends the recursion."
            )
        _tracing.active.append(mark)
        try:
            graph = self._traced_graph(types, values)
            if self._jit_compile:
                check_compilable(graph)
            concrete = ConcreteFunction(graph, self._spec, types)
        finally:
            _tracing.active.pop()
        self._cache[key] = concrete
        self._concretes.append(concrete)
        return concrete

    def _traced_graph(self, types: dict[str, TraceType], values: dict[str, Any]) -> Any:
        """A trace that creates no variables; the very first one may, and is then made again without."""
        if not self._created:
            tensors = _eager_inputs(types, values)
            created: list[Variable] = []

            def create(variable: Variable, value: Any) -> Any:
                created.append(variable)
                return self._initial(value, tensors)

            graph = self._trace_once(types, values, create)
            self._created = True
            if not created:
                return graph
        return self._trace_once(types, values, _refuse_variable)

    def _trace_once(self, types: dict[str, TraceType], values: dict[str, Any], on_creation: Callable[..., Any]) -> Any:
        self._traces += 1
        try:
            graph = trace(self._converted(), self._spec, types, values, on_creation)
        except Exception as error:
            self._traces -= 1
            if not self._autograph:
                raise
            from graphwright.autograph.errors import augment

            raise augment(error) from error.__cause__
        if self._options["experimental_implements"]:
            graph.attributes["_implements"] = self._options["experimental_implements"]
        for name, value in (self._options["experimental_attributes"] or {}).items():
            graph.attributes[name] = value
        return graph

    def _initial(self, value: Any, tensors: list[Any]) -> Any:
        if callable(value) and not isinstance(value, Tensor):
            with init_scope():
                return value()
        if isinstance(value, Tensor) and not isinstance(value, EagerTensor):
            return initial_value(value.graph, value, tensors)
        return value

    def _converted(self) -> Callable[..., Any]:
        """The Python function, converted by AutoGraph unless that was declined."""
        if self._run is None:
            if self._autograph:
                from graphwright.autograph import convert

                self._run = convert(self._python_function)
            else:
                self._run = self._python_function
        return self._run

    def _generalized(self, types: dict[str, TraceType]) -> dict[str, TraceType]:
        """Types wide enough for these and for the last trace that differs from them in shapes only."""
        for concrete in reversed(self._concretes):
            have = concrete.function_type
            if list(have) != list(types):
                continue
            common = {n: t.most_specific_common_supertype([have[n]]) for n, t in types.items()}
            if all(t is not None for t in common.values()):
                return common  # type: ignore[return-value]
        return types

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
        return _make(method, self._constructor_options())

    def __copy__(self) -> Function:
        return self._remade(self._python_function)

    def __deepcopy__(self, memo: dict[int, Any]) -> Function:
        return self._remade(self._python_function)

    def _remade(self, python_function: Callable[..., Any]) -> Function:
        return _make(python_function, self._constructor_options())

    def _constructor_options(self) -> dict[str, Any]:
        return {
            **self._options,
            "input_signature": self._input_signature,
            "autograph": self._autograph,
            "jit_compile": self._jit_compile,
            "reduce_retracing": self._reduce_retracing,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return _make, (self._python_function, self._constructor_options())

    def __repr__(self) -> str:
        return f"<graphwright.Function {self.name} with {len(self._concretes)} trace(s)>"


def _make(python_function: Callable[..., Any], options: dict[str, Any]) -> Function:
    return Function(python_function, **options)


def _eager_inputs(types: dict[str, TraceType], values: dict[str, Any]) -> list[Any]:
    """The tensors of the call, for initial values; specs stand for themselves and are told when asked for."""
    from graphwright.functions.concrete import _tensors

    try:
        return [t for n, type_ in types.items() for t in _tensors(type_, values[n])]
    except (TypeError, ValueError):
        return []


def _refuse_variable(variable: Variable, value: Any) -> Any:
    raise ValueError(
        "tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable is only "
        "created once or created outside tf.function. See "
        "https://www.tensorflow.org/guide/function#creating_tfvariables "
        "for more information."
    )


_deprecated = {
    "experimental_relax_shapes": "reduce_retracing",
    "experimental_compile": "jit_compile",
    "experimental_follow_type_hints": None,
}


@overload
def function(
    func: Callable[..., Any],
    input_signature: Any = ..., autograph: bool = ..., jit_compile: bool | None = ..., reduce_retracing: bool = ...,
    experimental_implements: str | None = ..., experimental_autograph_options: Any = ...,
    experimental_attributes: dict[str, Any] | None = ..., experimental_relax_shapes: bool | None = ...,
    experimental_compile: bool | None = ..., experimental_follow_type_hints: bool | None = ...,
) -> Function: ...  # fmt: skip
@overload
def function(
    func: None = ...,
    input_signature: Any = ..., autograph: bool = ..., jit_compile: bool | None = ..., reduce_retracing: bool = ...,
    experimental_implements: str | None = ..., experimental_autograph_options: Any = ...,
    experimental_attributes: dict[str, Any] | None = ..., experimental_relax_shapes: bool | None = ...,
    experimental_compile: bool | None = ..., experimental_follow_type_hints: bool | None = ...,
) -> Callable[[Callable[..., Any]], Function]: ...  # fmt: skip
def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: dict[str, Any] | None = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """Compile a function into a callable graph.

    Args:
      func: the function to compile; without it a decorator is returned.
      input_signature: nested TensorSpecs of the arguments; one trace then serves all calls that fit.
      autograph: whether Python control flow on tensors becomes part of the graph.
      jit_compile: True: the whole function must compile to native code, or the call is an error.
      reduce_retracing: generalise shapes after the second trace.
      experimental_implements: the name of a well-known computation this function is; it lands in the graph.

    Raises:
      TypeError: `func` is no callable, or a call does not fit its signature.
      ValueError: variables are created on a call that is not the first.

    >>> import graphwright as tf
    >>> @tf.function
    ... def f(x, y):
    ...     return x ** 2 + y
    >>> f(tf.constant([2, 3]), tf.constant([3, -2])).numpy()
    array([7, 7], dtype=int32)
    """
    options = {
        "input_signature": input_signature,
        "autograph": autograph,
        "jit_compile": jit_compile,
        "reduce_retracing": reduce_retracing,
        "experimental_implements": experimental_implements,
        "experimental_autograph_options": experimental_autograph_options,
        "experimental_attributes": experimental_attributes,
    }
    old = {
        "experimental_relax_shapes": experimental_relax_shapes,
        "experimental_compile": experimental_compile,
        "experimental_follow_type_hints": experimental_follow_type_hints,
    }
    for name, value in old.items():
        if value is not None:
            current = _deprecated[name]
            mend = f"use {current}" if current else "it has no effect"
            warnings.warn(f"tf.function: {name} is deprecated, {mend}.", DeprecationWarning, stacklevel=2)
            if current:
                options[current] = value

    def decorate(inner: Callable[..., Any]) -> Function:
        if not callable(inner):
            raise TypeError(f"tf.function needs a callable, got {inner!r}.")
        return Function(inner, **options)

    return decorate if func is None else decorate(func)


__all__ = ["Function", "function"]
