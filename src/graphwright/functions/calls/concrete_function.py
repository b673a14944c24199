"""ConcreteFunction: one trace of a function, compiled for its types."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.autograph.recording import current
from graphwright.base import errors, nest
from graphwright.base.dtypes import DType, resource
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TraceType, TypeSpec
from graphwright.control import call_function
from graphwright.core.context import state
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.deferred_captures import values_for_call
from graphwright.core.tape import watch_on_tapes
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.core.variable import Variable, value_type
from graphwright.functions.callable_types import Callable
from graphwright.functions.calls.direct_calls import DirectCalls
from graphwright.functions.calls.run_graph import run_graph
from graphwright.functions.calls.taped_calls import TapedCalls
from graphwright.functions.explain.signature_text import full_signature, signature_summary
from graphwright.functions.explain.usage import Usage
from graphwright.functions.guards.guards import FrozenState
from graphwright.functions.tracing.spec import FunctionSpec
from graphwright.functions.tracing.trace_types import Container, Literal, VariableType, trace_type_of
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Value

if TYPE_CHECKING:
    from graphwright.functions.tracing.atomic_function import AtomicFunction
    from graphwright.functions.tracing.function_type import FunctionType


class ConcreteFunction(Callable):
    """One trace: a graph with its arguments and results, callable with tensors of the traced types.

    Calls take the tensors by position or keyword; Python values that were part of the trace may be left out or
    passed again unchanged.

    >>> square = tf.function(lambda a, b: a ** b).get_concrete_function(tf.TensorSpec([], tf.float32), b=2)
    >>> float(square(tf.constant(3.0)))
    9.0
    """

    # `__call__` is a slot, as that of a Function is
    __slots__ = ("__call__", "__dict__", "__weakref__")

    if TYPE_CHECKING:

        def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

    def add_to_graph(self, g: Any = None, overwrite: bool = False) -> None:
        """Let a graph, the one under construction by default, know this function as another implementation.

        A call there of a function with the same `api_implements` among its `experimental_attributes` runs this one if
        its `api_preferred_device` is "CPU". Other functions need no adding: a graph that calls one holds it.
        """
        graph = state.graph if g is None else g
        if isinstance(graph, FuncGraph) and "api_implements" in self.graph.attributes:
            graph.alternatives.append(self.graph)

    def add_gradient_functions_to_graph(self, g: Any = None) -> None:
        """Do nothing: the graphs of a gradient are made when it is taken."""

    def __init__(self, graph: TracingGraph, spec: FunctionSpec, types: dict[str, TraceType]) -> None:
        self.graph = graph
        self.function_spec = spec
        self._types = types
        self.usage = graph.derived["usage"] = Usage(graph.name)
        self.frozen = FrozenState()
        self.watched: list[Any] = []  # weak references to arguments; the trace is dropped with them
        self.misses = 0  # calls in a row that yielded no entry, see `call_table.add_entry`
        self.reason: Any = None  # why it was traced, a `retrace_reasons.Reason`
        self._outputs = graph.attributes["structured_outputs"]
        self._variables = list(graph.variables_met.values())
        # the names that specs gave to arguments serve as keywords too
        self._aliases = {t.name: n for n, t in types.items() if isinstance(t, TensorSpec) and t.name}
        self._arg_keywords = [name for name, t in types.items() if t.flatten()]
        self._tensor_types = [leaf for t in types.values() for leaf in t.flatten()]
        self._by_key = _plain_mapping(self._outputs)
        self.__call__ = DirectCalls(self)  # type: ignore[method-assign]

    # looking -----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the function in graphs."""
        return self.graph.name

    @property
    def inputs(self) -> list[Any]:
        """The graph's placeholders: of the arguments, then of the captures."""
        return list(self.graph.inputs)

    @property
    def outputs(self) -> list[Any]:
        """The flat result tensors in the graph."""
        return list(self.graph.outputs)

    @property
    def captured_inputs(self) -> list[Any]:
        """The outer tensors the function uses."""
        return list(self.graph.captures)

    _captured_inputs = captured_inputs  # as libraries read it

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables the function uses, captured or not."""
        return tuple(self._variables)

    @property
    def trainable_variables(self) -> tuple[Variable, ...]:
        """Those of the variables that are trainable."""
        return tuple(v for v in self._variables if v.trainable)

    @property
    def structured_outputs(self) -> Any:
        """The result tensors in the graph, in the structure the Python function returned."""
        return self._outputs

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of the results, in their structure."""
        return nest.map_structure(lambda v: None if v is None else v.dtype, self._outputs)

    @property
    def output_shapes(self) -> Any:
        """The shapes of the results, in their structure."""
        return nest.map_structure(lambda v: TensorShape(None) if v is None else v.shape, self._outputs)

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Positional and keyword arguments as specs and Python values."""
        context = _SpecContext()
        values = {n: context.describe(t, n) for n, t in self._types.items()}
        args, kwargs = self.function_spec.unbind(values)
        return tuple(args), kwargs

    @property
    def argument_types(self) -> dict[str, TraceType]:
        """The trace type of each argument, by name, in the order of the call."""
        return self._types

    @property
    def function_type(self) -> FunctionType:
        """The parameters with their trace types, the result and the captures; it prints as a signature."""
        from graphwright.functions.tracing.function_type import concrete_type

        captured = self.graph.inputs[len(self.graph.inputs) - len(self.graph.captures) :]
        captures = [(v.op.name, trace_type_of(t)) for v, t in zip(captured, self.graph.captures, strict=True)]
        result = trace_type_of(self.structured_outputs)
        return concrete_type(self.function_spec.signature, self._types, captures, result)

    @property
    def inference_fn(self) -> AtomicFunction:
        """The graph as a function of all its inputs, captures included."""
        from graphwright.functions.tracing.atomic_function import AtomicFunction

        return AtomicFunction(self)

    @property
    def function_def(self) -> Any:
        """The graph as TensorFlow's FunctionDef message (needs `protobuf`)."""
        from graphwright.graphdef.export import func_graph_to_function_def

        return func_graph_to_function_def(self.graph)

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """The signature as text; with the types of arguments and results when verbose."""
        if not verbose:
            return signature_summary(self.function_spec, self._types)
        return full_signature(self.function_spec, self._types, self._outputs)

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self) -> str:
        return f"<ConcreteFunction {self.pretty_printed_signature(verbose=False)} at 0x{id(self):X}>"

    # calling -----------------------------------------------------------------------------------------------

    def bound(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Sequence[str] | None, list[Any]]:
        """The names of a call's positional arguments, and its tensors, checked; TypeError if it does not fit.

        The names are None for a call with the tensors of structures one by one.
        """
        leaves = self._by_leaves(args, kwargs)
        if leaves is not None:
            return None, [self._checked(i, t) for i, t in enumerate(leaves)]
        kwargs = self.without_aliases(kwargs)
        names: Sequence[str] = list(self._types)
        by_name = self._by_signature(args, kwargs)
        if by_name is None:
            names, by_name = self._arg_keywords, self._by_tensors(args, kwargs)
        for name, value in by_name.items():
            self._check_structure(name, self._types[name], value)
        tensors = [t for n, v in by_name.items() for t in tensors_of(self._types[n], v)]
        return names, [self._checked(i, t) for i, t in enumerate(tensors)]

    def without_aliases(self, kwargs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Keyword arguments by the names of the parameters."""
        if not self._aliases or kwargs.keys() <= self._types.keys():
            return kwargs
        return {self._aliases.get(name, name): value for name, value in kwargs.items()}

    def call_values(self, values: Mapping[str, Any]) -> Any:
        """Call with all arguments by name (bound already, and of the traced types or subtypes)."""
        tensors = [t for n, type_ in self._types.items() for t in tensors_of(type_, values[n])]
        return self.call_flat(tensors, variables_in(values.values()))

    def call_flat(self, tensors: Sequence[Any], variables: Sequence[Variable] = ()) -> Any:
        """Call with the tensors of the arguments; captures are added here."""
        return self.pack(self._run([*tensors, *self._taken_in()], variables))

    def taped_calls(self, otherwise: Any, pack: Any) -> TapedCalls:
        """A handler for calls under a tape; its functions, like `call_inputs` and `pack`, do not keep this alive."""
        single = isinstance(self._outputs, Value)
        return TapedCalls(self.graph, self._variables, None if single else pack, otherwise)

    def call_inputs(self, *given: Any) -> Any:
        """Call with the graph's inputs except captures: tensors, NumPy arrays, variables."""
        tensors: list[Any] = []
        variables: list[Variable] = []
        for value in given:
            if type(value) is EagerTensor:
                tensors.append(value)
            elif isinstance(value, Variable):
                variables.append(value)
                tensors.append(value.handle)
            else:
                tensors.append(to_tensor(value))
        return self.pack(self._run([*tensors, *self._taken_in()], variables))

    def run_flat(self, inputs: Sequence[Any]) -> list[Any]:
        """The flat results for a tensor for each input of the graph, captures included."""
        expected, captured = len(self.graph.inputs), len(self.graph.captures)
        if len(inputs) != expected:
            raise TypeError(f"{self.name} takes {expected} tensors ({captured} of them captured), got {len(inputs)}.")
        count = len(self._tensor_types)
        arguments = [*(self._checked(i, t) for i, t in enumerate(inputs[:count])), *inputs[count:]]
        self.usage.tick()
        return list(self._run(arguments))

    def _taken_in(self) -> Sequence[Any]:
        """The tensors for the graph's inputs behind the arguments: values of the call, and captures."""
        deferred = getattr(self.graph, "deferred", None)
        captures: Sequence[Any] = self.graph.captures
        return [*values_for_call(deferred), *captures] if deferred else captures

    def _run(self, inputs: list[Any], variables: Sequence[Variable] = ()) -> Sequence[Any]:
        tapes = state.tapes
        if tapes and (variables or self._variables):
            read = [v for v in (*variables, *self._variables) if v.trainable and v.handle.dtype is resource]
            watch_on_tapes(read, tapes)
        if state.graph is not None:
            graph: FuncGraph = self.graph
            if self.graph.constants:
                graph, inputs = _recorded_calls().with_constants_as_inputs(self.graph, inputs)
            if current.recording is not None:
                current.recording.inherited.extend(self.frozen)
            found = getattr(state.graph, "variables_met", None)
            if found is not None:
                found.update(self.graph.variables_met)
            flat: Sequence[Any] = call_function(graph, inputs)
            return flat
        if tapes:
            outputs: Sequence[Any] = _recorded_calls().differentiable_call(self.graph, inputs, run_graph)
            return outputs
        return run_graph(self.graph, inputs)

    def pack(self, flat: Sequence[Any]) -> Any:
        """Flat results in the structure that the Python function returned."""
        if self._by_key is not None:
            return {key: flat[i] for key, i in self._by_key.items()}
        structure = self._outputs
        if isinstance(structure, Value):
            return flat[0]
        leaves = iter(flat)
        filled = [None if v is None else next(leaves) for v in nest.flatten(structure, expand_composites=True)]
        return nest.pack_sequence_as(structure, filled, expand_composites=True)

    @property
    def result_structure(self) -> Any:
        """What the Python function returned, with the graph's results in it, None where there is no result."""
        return self._outputs

    def _by_signature(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any] | None:
        """The call bound to the Python function's signature; None if it does not fit."""
        names = list(self._types)
        if len(args) > len(names) or any(k not in self._types for k in kwargs):
            return None
        arguments = dict(zip(names, args, strict=False))
        if any(k in arguments for k in kwargs):
            return None
        arguments.update(kwargs)
        for name, type_ in self._types.items():
            bound = not type_.flatten()
            if name not in arguments:
                if not bound:
                    return None
            elif bound and trace_type_of(arguments[name]) != type_:
                if name in kwargs or (_has_no_tensors(arguments[name]) and len(args) == len(names)):
                    raise self._changed(name, type_, arguments[name])
                return None
        return {n: arguments[n] for n, t in self._types.items() if t.flatten()}

    def _check_structure(self, place: str, type_: TraceType, value: Any) -> None:
        """Raise TypeError unless a structure matches the traced one and has the same Python values in it."""
        if isinstance(type_, Container):
            parts = type_.parts(value)
            if parts is None:
                raise self._changed(place, type_, value)
            for access, child, part in zip(type_.access_texts(), type_.children, parts, strict=True):
                self._check_structure(f"{place}{access}", child, part)
        elif not type_.flatten() and trace_type_of(value) != type_:
            raise self._changed(place, type_, value)

    def _changed(self, name: str, type_: TraceType, value: Any) -> TypeError:
        shown = f"{type(type_.value).__name__} value {type_.value!r}" if isinstance(type_, Literal) else repr(type_)
        return TypeError(
            f"ConcreteFunction {self.function_spec.name}({', '.join(self._types)}) was constructed with {shown} in "
            f"{name}, but was called with {type(value).__name__} value {value!r}"
        )

    def _by_leaves(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any] | None:
        """The call bound to the flat tensors of its structures, keywords by the names of their specs.

        None if it does not fit: there is no structure, or the number of tensors differs.
        """
        if len(self._tensor_types) == len(self._arg_keywords) or len(args) + len(kwargs) != len(self._tensor_types):
            return None
        names = [getattr(type_, "name", None) for type_ in self._tensor_types]
        left = names[len(args) :]
        if None in left or kwargs.keys() != set(left) or not all(map(is_tensor_like, (*args, *kwargs.values()))):
            return None
        return [*args, *(kwargs[name] for name in left if name is not None)]

    def _by_tensors(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The call bound to the tensor arguments alone."""
        names = self._arg_keywords
        signature = f"{self.function_spec.name}({', '.join(names)})"
        if len(args) > len(names):
            raise TypeError(f"{signature} takes {len(names)} positional arguments but got {len(args)}.")
        arguments = dict(zip(names, args, strict=False))
        for name, value in kwargs.items():
            if name not in self._types:
                raise TypeError(f"{signature} got unexpected keyword arguments: {name}.")
            if name in arguments:
                raise TypeError(f"{signature} got two values for '{name}'.")
            arguments[name] = value
        missing = [n for n in names if n not in arguments]
        if missing:
            raise TypeError(f"{signature} missing required arguments: {', '.join(missing)}.")
        return {n: arguments[n] for n in names}

    def _checked(self, i: int, value: Any) -> Any:
        expected: Any = self._tensor_types[i]
        tensor = value if isinstance(value, Tensor) else to_tensor(value)
        is_variable = isinstance(expected, VariableType)
        wanted = resource if is_variable else expected.dtype
        if tensor.dtype is not wanted:
            # TensorFlow's words, which its guide of tf.function prints: `a` whatever the dtype is
            error = self._refused(
                i, f"be a {wanted.name} tensor", f"is a {tensor.dtype.name} tensor", errors.DTypeMismatchError
            )
            from graphwright.core.dtype_advice import how_to_convert

            advice = how_to_convert(getattr(expected, "name", None) or "x", tensor.dtype, wanted)
            raise errors.with_note(error, advice) if advice else error
        if is_variable:
            self._check_variable(i, expected, tensor)
        elif not expected.shape.is_compatible_with(tensor.shape):
            raise self._refused(i, f"have shape {expected.shape}", f"has shape {tensor.shape}")
        return tensor

    def _check_variable(self, i: int, expected: VariableType, handle: Any) -> None:
        """Raise for a variable whose value does not fit; a handle of anything else fails when it is read."""
        value = value_type(handle)
        if value is None:
            return
        if value.dtype is not expected.dtype:
            wanted, found = f"be a variable of {expected.dtype.name}", f"is one of {value.dtype.name}"
            raise self._refused(i, wanted, f"{found}; trace the function for it", errors.DTypeMismatchError)
        if not expected.shape.is_compatible_with(value.shape):
            wanted, found = f"be a variable of shape {expected.shape}", f"is one of shape {value.shape}"
            fix = "trace the function for it, or for a variable made with shape=tf.TensorShape(None)"
            raise self._refused(i, wanted, f"{found}; {fix}")

    def _refused(
        self, i: int, expected: str, found: str, kind: type[errors.InvalidArgumentError] = errors.ShapeMismatchError
    ) -> errors.InvalidArgumentError:
        return kind(
            f"cannot compute {self.name} as input #{i}(zero-based) was expected to {expected} but {found} "
            f"[Op:{self.name}]"
        )


def _plain_mapping(structure: Any) -> dict[str, int] | None:
    """The index of each flat result by key, if a dict of tensors is returned; else None."""
    if type(structure) is not dict or not all(isinstance(v, Value) for v in structure.values()):
        return None
    positions = {key: i for i, key in enumerate(sorted(structure))}
    return {key: positions[key] for key in structure}


class _SpecContext:
    """A placeholder context that gives specs."""

    def describe(self, type_: TraceType, name: str) -> Any:
        if isinstance(type_, Container):
            labels = type_.labels()
            return type_.rebuild(
                [self.describe(c, f"{name}_{key}") for c, key in zip(type_.children, labels, strict=True)]
            )
        if isinstance(type_, TensorSpec):
            return TensorSpec(type_.shape, type_.dtype, type_.name or name)
        if isinstance(type_, TypeSpec):
            return type_
        return type_.placeholder_value(self)

    def placeholder(self, type_: TraceType) -> Any:
        return type_


def tensors_of(type_: TraceType, value: Any) -> list[Any]:
    """The tensors of an argument; NumPy arrays and Python values become tensors of the traced dtype."""
    if isinstance(type_, Container):
        return [t for c, v in zip(type_.children, type_.components(value), strict=True) for t in tensors_of(c, v)]
    if isinstance(type_, TensorSpec):
        if isinstance(value, Variable):
            return [value.read_value()]
        return [value if isinstance(value, Tensor) else _of_traced_dtype(value, type_.dtype)]
    return type_.to_tensors(value)


def _of_traced_dtype(value: Any, dtype: DType) -> Tensor:
    try:
        return to_tensor(value, dtype)
    except (TypeError, ValueError):
        return to_tensor(value)  # whose dtype the error of the call names


def _has_no_tensors(value: Any) -> bool:
    return not trace_type_of(value).flatten()


def variables_in(values: Any) -> list[Variable]:
    """The variables among arguments."""
    return [v for v in nest.flatten(list(values)) if isinstance(v, Variable)]


@functools.cache
def _recorded_calls() -> Any:
    """The module of calls under tapes, loaded on first use: few programs need it."""
    from graphwright.autodiff import graphs

    return graphs
