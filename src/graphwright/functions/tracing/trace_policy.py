"""Rules of tracing: retracing after variable creation, recursion, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphwright.autograph.recording import Recording, recording
from graphwright.base.spec import TraceType
from graphwright.control.raise_ops import RetraceRequest
from graphwright.core.context import outside_graphs, state
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.core.trackable import AutoTrackable
from graphwright.core.variable import Variable
from graphwright.functions.calls.concrete_function import ConcreteFunction, tensors_of
from graphwright.functions.guards.guard_policy import StateWatcher, warn_of_volatile_calls
from graphwright.functions.guards.guards import freeze
from graphwright.functions.jit_compile import check_compilable
from graphwright.functions.options import Options
from graphwright.functions.tracing.recursion import (
    MAX_RETRACES,
    OpenTrace,
    RecursiveCall,
    recursive_call,
    tracing_in_progress,
    widened,
)
from graphwright.functions.tracing.spec import FunctionSpec
from graphwright.functions.tracing.trace_function import initial_value, trace
from graphwright.ir.location import user_location


class Tracer:
    """Traces one Python function.

    A trace may create variables if some object keeps them, so that tracing again creates none: it is the first call
    with that object. For arguments that track their attributes like TensorFlow's objects, such as a Keras optimizer,
    TensorFlow's rule applies: a function creates variables only on its first call.
    """

    def __init__(self, python_function: Callable[..., Any], spec: FunctionSpec, options: Options) -> None:
        self.count = 0
        self._has_created = False
        self._python_function = python_function
        self._spec = spec
        self._options = options
        self._run: Callable[..., Any] | None = None
        self._reported: set[Any] = set()

    def make(
        self, types: dict[str, TraceType], values: dict[str, Any]
    ) -> tuple[ConcreteFunction | RecursiveCall, bool]:
        """A trace for arguments of these types, and whether other calls may use it too.

        `values` are those of the call that needs it. If the function is being traced for these types already, the
        result is a recursive call.
        """
        recursive = recursive_call(self, types)
        if recursive is not None:
            return recursive, False
        types = widened(self, types)
        recursive = recursive_call(self, types)
        if recursive is not None:
            return recursive, False
        with tracing_in_progress(OpenTrace(self, self._spec.name, types, self._options.output_signature)) as open_trace:
            graph = self._traced_graph(types, values, open_trace)
            if self._options.jit_compile:
                check_compilable(graph)
            concrete = ConcreteFunction(graph, self._spec, types)
            self._freeze(concrete, open_trace.recording, values)
            return concrete, not open_trace.depends_on_outer

    def run_in_place(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Run the function in the graph under construction, or eagerly, without a trace of its own."""
        graph: Any = state.graph
        if graph is None:
            return self._python_function(*args, **kwargs)
        while True:
            mark = graph.mark()
            try:
                return self._converted()(*args, **kwargs)
            except RetraceRequest:
                graph.roll_back(mark)

    def _traced_graph(
        self, types: Mapping[str, TraceType], values: Mapping[str, Any], open_trace: OpenTrace
    ) -> TracingGraph:
        """A trace that creates no variables: if tracing creates some, the function is traced again."""
        before = self.count
        creation = VariableCreation(types, values)
        creation.refused = self._has_created and any(isinstance(value, AutoTrackable) for value in values.values())
        graph = self._complete_trace(types, values, creation, open_trace)
        if not creation.happened:
            return graph
        creation.refused = self._has_created = True
        try:
            return self._complete_trace(types, values, creation, open_trace)
        except Exception:
            self.count = before
            raise

    def _complete_trace(
        self,
        types: Mapping[str, TraceType],
        values: Mapping[str, Any],
        on_creation: Callable[..., Any],
        open_trace: OpenTrace,
    ) -> TracingGraph:
        """A trace whose recursive calls, if any, match its captures and effects."""
        before = self.count
        for _ in range(MAX_RETRACES):
            graph = self._trace_once(types, values, on_creation, open_trace)
            if open_trace.is_complete(graph):
                return graph
        self.count = before
        raise ValueError(
            f"{self._spec.name}, which calls itself, captures different tensors each time it is traced. Create them "
            "outside, or pass them as arguments."
        )

    def _trace_once(
        self,
        types: Mapping[str, TraceType],
        values: Mapping[str, Any],
        on_creation: Callable[..., Any],
        open_trace: OpenTrace,
    ) -> TracingGraph:
        self.count += 1
        try:
            with recording(self._options.python_state in ("retrace", "error")) as open_trace.recording:
                attributes = self._options.attributes()
                return trace(self._converted(), self._spec, types, values, on_creation, open_trace, attributes)
        except BaseException as error:
            self.count -= 1
            if not self._options.autograph or not isinstance(error, Exception):
                raise
            from graphwright.autograph.errors import with_user_lines

            raise with_user_lines(error) from error.__cause__

    def _freeze(self, concrete: ConcreteFunction, recorded: Recording, values: Mapping[str, Any]) -> None:
        """Set the guards of the trace, and check them from time to time unless every call does."""
        options = self._options
        if options.python_state in (None, "warn"):
            warn_of_volatile_calls(recorded.volatile, self._spec.name, self._reported)
        concrete.frozen = freeze(recorded, self._python_function, values, options.autograph)
        if options.python_state in (None, "warn") and concrete.frozen:
            concrete.usage.checks.append(StateWatcher(concrete.frozen, self._spec.name, self._reported))

    def _converted(self) -> Callable[..., Any]:
        """The Python function, converted by AutoGraph unless that is switched off."""
        if self._run is None:
            if self._options.autograph:
                from graphwright.autograph import convert

                self._run = convert(self._python_function)
            else:
                self._run = self._python_function
        return self._run


class VariableCreation:
    """Handles the variables that one trace creates: they get initial values, or are refused."""

    def __init__(self, types: Mapping[str, TraceType], values: Mapping[str, Any]) -> None:
        self.happened = False
        self.refused = False
        self._types = types
        self._values = values
        self._outer: Any = state.variable_creator if state.graph is not None else None

    def __call__(self, variable: Variable, value: Any) -> Any:
        if self.refused:
            raise ValueError(
                "tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable "
                "is only created once or created outside tf.function. See "
                "https://www.tensorflow.org/guide/function#creating_tfvariables "
                f"for more information.{_created_at()}"
            )
        self.happened = True
        if callable(value) and not isinstance(value, Tensor):
            with outside_graphs():
                return value()
        if isinstance(value, Tensor) and not isinstance(value, EagerTensor) and state.graph is not None:
            return self._value_of(value, _enclosing_function(state.graph))
        return value

    def _value_of(self, tensor: Any, function: Any) -> EagerTensor:
        """The value, in the call that traces, of a tensor of the function being traced or an enclosing one."""
        if isinstance(tensor, EagerTensor):
            return tensor
        graph = tensor.op.graph
        inputs: list[Any] = []
        if not graph.is_body:
            creation, around = self, function
            while around is not graph and creation._outer is not None:
                creation, around = creation._outer, _enclosing_function(around.outer_graph)
            inputs = creation._arguments() if around is graph else []
        outer = [*inputs, *graph.captures]
        if len(inputs) != len(graph.arguments):
            outer = [None]
        return initial_value(graph, tensor, outer, lambda t: self._value_of(t, function))

    def _arguments(self) -> list[Any]:
        """The tensors of the call that traces; none if there are specs instead."""
        try:
            return [t for n, type_ in self._types.items() for t in tensors_of(type_, self._values[n])]
        except (TypeError, ValueError):
            return []


def _enclosing_function(graph: Any) -> Any:
    """The graph of the function that a graph belongs to."""
    while getattr(graph, "is_body", False):
        graph = graph.outer_graph
    return graph


def _created_at() -> str:
    location = user_location()
    if location is None:
        return ""
    return (
        f" '{location.function}' creates one each time it is traced, here:\n  {location}\nKeep it: create it where it "
        "is not there yet, as in `if self.v is None: self.v = tf.Variable(...)`."
    )
