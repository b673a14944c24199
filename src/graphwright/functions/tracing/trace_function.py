"""Tracing: a Python function and the types of its arguments become a FuncGraph."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from types import CodeType
from typing import TYPE_CHECKING, Any

from graphwright.base import errors, nest, progress
from graphwright.base.collector import rare_collections
from graphwright.base.dtypes import resource
from graphwright.base.shape import Symbol, TensorShape
from graphwright.base.spec import TensorSpec, TraceType, TypeSpec
from graphwright.control.raise_ops import NeverReturns, RetraceRequest, check_none_escaped
from graphwright.core.array_likes import is_array_like
from graphwright.core.context import as_default_graph, state
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.core.variable import Variable
from graphwright.functions.tracing.argument_mutation import ArgumentSnapshot
from graphwright.functions.tracing.spec import FunctionSpec
from graphwright.functions.tracing.trace_types import Container, Leaf, VariableType
from graphwright.ir.funcgraph import FuncGraph, next_function_name
from graphwright.ir.location import Location
from graphwright.ir.types import TensorType, tensor_type

if TYPE_CHECKING:
    from graphwright.functions.tracing.recursion import OpenTrace

_LEAF_TYPES = (bool, int, float, complex, str, bytes)


class Placeholders:
    """The placeholder context of one trace: creates the graph's inputs."""

    def __init__(self, graph: TracingGraph) -> None:
        self.graph = graph
        self.name = ""
        self.actual: Any = None
        self._variables: dict[int, Variable] = {}

    def place(self, trace_type: TraceType, name: str, actual: Any) -> Any:
        """The placeholder of an argument; `actual` is the argument of the call that caused the trace."""
        if isinstance(trace_type, Container):
            parts = trace_type.components(actual)
            # TensorFlow numbers the leaves of a structure by uniqueness of their names alone
            return trace_type.rebuild([self.place(t, name, a) for t, a in zip(trace_type.children, parts, strict=True)])
        self.name, self.actual = name, actual
        if isinstance(trace_type, TensorSpec):
            return self.placeholder(trace_type)
        if isinstance(trace_type, (TypeSpec, Leaf)):
            return trace_type.placeholder_value(self)
        from graphwright.functions.tracing.user_types import placeholder_for

        own = functools.partial(trace_type.placeholder_value, self)
        return placeholder_for(trace_type, actual, own, self.placeholder, self.graph)

    def placeholder(self, trace_type: Any) -> Any:
        """Called by trace types for their components."""
        if isinstance(trace_type, TensorSpec):
            name = _clean_name(trace_type.name or self.name)
            return self.graph.placeholder(_fresh(trace_type), name, name)
        if isinstance(trace_type, VariableType):
            return self._variable(trace_type)
        if isinstance(trace_type, TypeSpec):
            components = nest.map_structure(self.placeholder, trace_type._component_specs, expand_composites=False)
            return trace_type._from_components(components)
        return self.actual  # a user's TraceType without placeholders: the value of the call that traces

    def _variable(self, trace_type: VariableType) -> Variable:
        known = self._variables.get(trace_type.alias)
        if known is None:
            handle = self.graph.placeholder(tensor_type(resource, ()), _clean_name(self.name), _clean_name(self.name))
            known = trace_type.from_handle(handle, self.name)
            self._variables[trace_type.alias] = known
        else:
            # each occurrence of a variable is an input of its own
            self.graph.placeholder(tensor_type(resource, ()), _clean_name(self.name), _clean_name(self.name))
        return known


def _fresh(spec: TensorSpec) -> TensorType:
    """The spec's type with new symbols: two arguments with unknown sizes need not agree."""
    dims = spec.shape.symbolic
    return tensor_type(
        spec.dtype, None if dims is None else tuple(Symbol() if isinstance(d, Symbol) else d for d in dims)
    )


def _clean_name(name: str) -> str:
    cleaned = re.sub(r"[^A-Za-z0-9_.\\/>-]", "_", name)
    return cleaned if re.match(r"[A-Za-z0-9.]", cleaned) else f"arg{cleaned}" if cleaned else "arg"


def trace(
    run: Callable[..., Any],
    spec: FunctionSpec,
    types: Mapping[str, TraceType],
    actual: Mapping[str, Any],
    on_variable_creation: Callable[..., Any] | None = None,
    open_trace: OpenTrace | None = None,
    attributes: Mapping[str, Any] | None = None,
) -> TracingGraph:
    """Trace `run` (the converted Python function) on arguments of these types.

    The graph has these attributes, also while it is traced, and then `structured_outputs` among them. Errors raised
    while tracing propagate, and nothing of the trace remains. `open_trace` gets the graph, for recursive calls.
    """
    while True:
        try:
            with rare_collections:
                return _trace_once(run, spec, types, actual, on_variable_creation, open_trace, attributes or {})
        except RetraceRequest:
            continue


def _trace_once(
    run: Callable[..., Any],
    spec: FunctionSpec,
    types: Mapping[str, TraceType],
    actual: Mapping[str, Any],
    on_variable_creation: Callable[..., Any] | None,
    open_trace: OpenTrace | None,
    attributes: Mapping[str, Any],
) -> TracingGraph:
    graph = TracingGraph(next_function_name(f"__inference_{spec.name}"), state.graph)
    graph.attributes.update(attributes)
    progress.tell(lambda: f"{len(graph.operations):,} operations")
    tapes = state.tapes
    with as_default_graph(graph):
        state.tapes, state.variable_creator = (), on_variable_creation
        placeholders = Placeholders(graph)
        arguments = {n: placeholders.place(t, n, actual.get(n)) for n, t in types.items()}
        snapshot = ArgumentSnapshot(arguments)
        args, kwargs = spec.unbind(arguments)
        if open_trace is not None:
            open_trace.begin_graph(graph)
        try:
            result = run(*args, **kwargs)
        except NeverReturns:  # every path through the function ends in an error
            result = None
        check_none_escaped(graph)
        snapshot.check(spec, run)
        try:
            if open_trace is not None:
                result = open_trace.results(result)
            structure = nest.map_structure(lambda v: _output(v, spec, graph), result, expand_composites=True)
        except (TypeError, ValueError) as error:
            # the user's code has returned: no line of it is on the stack
            raise errors.with_note(error, _defined_at(run)) from error.__cause__
    state.tapes = tapes
    graph.outputs = [v for v in nest.flatten(structure, expand_composites=True) if v is not None]
    graph.attributes["structured_outputs"] = structure
    graph.control_outputs = [op for op in graph.operations if op.record.effect in ("write", "host")]
    graph.finish()
    return graph


def _defined_at(function: Any) -> str:
    """Where a function is defined, in the form of a traceback; empty where that is not known."""
    while not isinstance(getattr(function, "__code__", None), CodeType):
        inner = getattr(function, "__func__", None) or getattr(function, "func", None)
        if inner is None:
            return ""
        function = inner
    code: CodeType = function.__code__
    return f"returned by\n  {Location(code, code.co_firstlineno)}"


def _output(value: Any, spec: FunctionSpec, graph: TracingGraph) -> Any:
    if value is None:
        return None
    convertible = (*_LEAF_TYPES, Tensor, TensorShape)
    if not (is_tensor_like(value) or isinstance(value, convertible) or is_array_like(value)):
        raise TypeError(
            "To be compatible with tf.function, Python functions must return zero or more Tensors or ExtensionTypes or "
            f"None values; in compilation of {spec.name}, found return value of type {type(value).__name__}, which is "
            "not a Tensor or ExtensionType."
        )
    return apply("Identity", (to_tensor(value),), name="Identity")


def initial_value(
    graph: TracingGraph, value: Any, inputs: list[Any], value_of: Callable[[Any], EagerTensor]
) -> EagerTensor:
    """The value of a tensor of an unfinished trace, from the graph's inputs (None for an unknown one).

    `value_of` gives the value of an input; it is called for those that matter. Used for variables created while tracing
    whose initial value depends on the arguments.

    Raises:
      ValueError: it depends on what only happens when the function runs.
      InaccessibleTensorError: it depends on arguments that are not known.
    """
    needed = {value.op}
    for op in reversed(graph.operations):
        if op in needed:
            needed.update(v.op for v in op.inputs)
    effects = [op.record.effect for op in graph.operations if op in needed or op.record.effect in ("write", "host")]
    if any(op.record.effect in ("write", "host") for op in needed) or "read" in effects[_first_change(effects) :]:
        raise ValueError(
            "The initial value of a variable created in a function must not depend on side effects: it is computed "
            "before the function runs. Create the variable before anything is assigned or printed, or outside."
        )
    part = FuncGraph(graph.name)
    part.operations = [op for op in graph.operations if op in needed or op.type == "Placeholder"]
    part.inputs, part.captures, part.outputs = graph.inputs, graph.captures, [value]
    matters = [v.op in needed for v in graph.inputs]
    if any(matters) and any(t is None for t in inputs):
        raise errors.InaccessibleTensorError(
            f"The initial value {value!r} of a variable created in a function depends on arguments whose values are "
            "not known. Create the variable outside, or call the function with values first."
        )
    from graphwright.runtime.reference import NumpyProgram

    arrays = [value_of(t)._array if m else None for t, m in zip(inputs, matters, strict=True)] if any(matters) else []
    (array,) = NumpyProgram(part).run(arrays or [None] * len(matters))
    return EagerTensor(array, tensor_type(value.dtype, array.shape))


def _first_change(effects: Sequence[str]) -> int:
    """The index of the first effect that changes something."""
    return next((i for i, effect in enumerate(effects) if effect in ("write", "host")), len(effects))


__all__ = ["Placeholders", "initial_value", "trace"]
