"""Making a trace: what may happen once, who creates variables, what is refused."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from graphwright.base.spec import TraceType
from graphwright.core.context import init_scope
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.core.variable import Variable
from graphwright.functions.compilability import check_compilable
from graphwright.functions.concrete import ConcreteFunction, tensors_of
from graphwright.functions.options import Options
from graphwright.functions.spec import FunctionSpec
from graphwright.functions.tracing import initial_value, trace


class _Tracing(threading.local):
    """The traces this thread is in the middle of."""

    def __init__(self) -> None:
        self.active: list[Any] = []


_tracing = _Tracing()


class TraceMaker:
    """Traces one Python function; variables may be created the first time."""

    def __init__(self, python_function: Callable[..., Any], spec: FunctionSpec, options: Options) -> None:
        self.count = 0
        self._python_function = python_function
        self._spec = spec
        self._options = options
        self._run: Callable[..., Any] | None = None
        self._variables_made = False

    def make(self, types: dict[str, TraceType], values: dict[str, Any]) -> ConcreteFunction:
        """The trace for arguments of these types; `values` are those of the call that asks for it."""
        mark = (self, tuple(types.items()))
        if mark in _tracing.active:
            raise RecursionError(
                f"{self._spec.name} calls itself, with arguments of the same types, while it is being traced: a "
                f"recursion whose end "
                "depends on tensor values has no finite graph. Use a loop, or Python values for "
                "what ends the recursion."
            )
        _tracing.active.append(mark)
        try:
            graph = self._traced_graph(types, values)
            if self._options.jit_compile:
                check_compilable(graph)
            return ConcreteFunction(graph, self._spec, types)
        finally:
            _tracing.active.pop()

    def _traced_graph(self, types: Mapping[str, TraceType], values: Mapping[str, Any]) -> TracingGraph:
        """A trace that creates no variables; the very first one may, and is then made again without."""
        if not self._variables_made:
            tensors = _eager_inputs(types, values)
            created: list[Variable] = []

            def create(variable: Variable, value: Any) -> Any:
                created.append(variable)
                return _initial(value, tensors)

            graph = self._trace_once(types, values, create)
            self._variables_made = True
            if not created:
                return graph
        return self._trace_once(types, values, _refuse_variable)

    def _trace_once(
        self, types: Mapping[str, TraceType], values: Mapping[str, Any], on_creation: Callable[..., Any]
    ) -> TracingGraph:
        self.count += 1
        try:
            graph = trace(self._converted(), self._spec, types, values, on_creation)
        except Exception as error:
            self.count -= 1
            if not self._options.autograph:
                raise
            from graphwright.autograph.errors import augment

            raise augment(error) from error.__cause__
        graph.attributes.update(self._options.attributes())
        return graph

    def _converted(self) -> Callable[..., Any]:
        """The Python function, converted by AutoGraph unless that was declined."""
        if self._run is None:
            if self._options.autograph:
                from graphwright.autograph import convert

                self._run = convert(self._python_function)
            else:
                self._run = self._python_function
        return self._run


def _initial(value: Any, tensors: list[Any]) -> Any:
    if callable(value) and not isinstance(value, Tensor):
        with init_scope():
            return value()
    if isinstance(value, Tensor) and not isinstance(value, EagerTensor):
        return initial_value(value.graph, value, tensors)
    return value


def _eager_inputs(types: Mapping[str, TraceType], values: Mapping[str, Any]) -> list[Any]:
    """The tensors of the call, for initial values; specs stand for themselves and are told when asked for."""
    try:
        return [t for n, type_ in types.items() for t in tensors_of(type_, values[n])]
    except (TypeError, ValueError):
        return []


def _refuse_variable(variable: Variable, value: Any) -> Any:
    raise ValueError(
        "tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable is only "
        "created once or created outside tf.function. See "
        "https://www.tensorflow.org/guide/function#creating_tfvariables "
        "for more information."
    )
