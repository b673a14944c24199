"""`wrap_function`: a graph from running a Python function once, which can be pruned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base import nest
from graphwright.core.tensor import SymbolicTensor
from graphwright.core.tracing import TracingGraph
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.tracing.spec import FunctionSpec
from graphwright.functions.tracing.trace_function import trace
from graphwright.functions.tracing.trace_policy import VariableCreation
from graphwright.functions.tracing.trace_types import trace_type_of
from graphwright.ir.funcgraph import next_function_name
from graphwright.ir.graph import Operation
from graphwright.ir.record import lookup
from graphwright.ir.types import tensor_type
from graphwright.saved_model.graph_functions import positional, spec_of, spec_of_value


class WrappedFunction(ConcreteFunction):
    """A concrete function that can be pruned; returned by `tf.compat.v1.wrap_function`."""

    def prune(self, feeds: Any, fetches: Any, name: str | None = None, input_signature: Any = None) -> WrappedFunction:
        """The function that computes `fetches` from `feeds`, and nothing else.

        Args:
          feeds: tensors of the graph, or their names, that calls give values for.
          fetches: a structure of tensors, operations and names; calls return it with values in it, None for an
            operation, which is run.
          name: the name of the new function.
          input_signature: specs for `feeds`, narrower than what the graph says of them.

        Raises:
          ValueError: a fetch depends on a Placeholder that is not fed.
          KeyError, TypeError: there is no such element in the graph.

        >>> def two(x):
        ...     y = tf.add(x, 1.0, name="y")
        ...     return y * 10.0
        >>> both = tf.compat.v1.wrap_function(two, [tf.TensorSpec([], tf.float32)])
        >>> first = both.prune("x:0", "y:0")
        >>> float(both(tf.constant(1.0))), float(first(tf.constant(1.0)))
        (20.0, 2.0)
        """
        graph = self.graph
        fed = [graph.as_graph_element(f, allow_operation=False) for f in nest.flatten(feeds)]
        specs = [None] * len(fed) if input_signature is None else nest.flatten(input_signature)
        if len(specs) != len(fed):
            raise ValueError(f"input_signature has {len(specs)} specs for {len(fed)} feeds.")
        wanted = nest.map_structure(lambda f: graph.as_graph_element(f), fetches)
        cut = PrunedCopy(graph, name or next_function_name("pruned"))
        arguments = [cut.feed(tensor, spec) for tensor, spec in zip(fed, specs, strict=True)]
        cut.copy(nest.flatten(wanted))
        structure = nest.map_structure(cut.result, wanted)
        cut.made.outputs = [v for v in nest.flatten(structure) if v is not None]
        cut.made.finish()
        names = argument_names([t.op.name for t in fed])
        types = {n: trace_type_of(spec_of_value(v, n)) for n, v in zip(names, arguments, strict=True)}
        cut.made.attributes["structured_outputs"] = structure
        cut.made.variables_met = {id(v): v for v in self._variables if any(v.handle is c for c in cut.made.captures)}
        return WrappedFunction(cut.made, spec_of(cut.made.name, positional(names)), types)


def argument_names(names: Sequence[str]) -> list[str]:
    """Identifiers for names of operations, each another."""
    result: list[str] = []
    for name in names:
        clean = "".join(c if c.isalnum() and c.isascii() else "_" for c in name)
        clean = clean if clean.isidentifier() else f"arg_{clean}"
        count, candidate = 0, clean
        while candidate in result:
            count, candidate = count + 1, f"{clean}_{count + 1}"
        result.append(candidate)
    return result


class PrunedCopy:
    """A copy of a part of a graph."""

    def __init__(self, source: TracingGraph, name: str) -> None:
        self.made = TracingGraph(name, source.outer_graph)
        self._source = source
        self._values: dict[int, SymbolicTensor] = {}
        self._operations: dict[int, Operation] = {}

    def feed(self, tensor: SymbolicTensor, spec: Any) -> SymbolicTensor:
        """A new argument that replaces a tensor of the source."""
        type_ = tensor.type
        if spec is not None:
            if spec.dtype is not type_.dtype or not spec.shape.is_subtype_of(type_.shape):
                raise ValueError(f"input_signature: {spec!r} does not fit {tensor.name}, which is {type_!r}.")
            type_ = tensor_type(spec.dtype, spec.shape.symbolic)
        argument = self.made.placeholder(type_, tensor.op.name, tensor.op.name)
        self._values[id(tensor)] = argument
        return argument

    def copy(self, wanted: Sequence[Any]) -> None:
        """Copy the operations that these tensors and operations depend on."""
        needed: set[int] = set()
        pending = [e if isinstance(e, Operation) else e.op for e in wanted if id(e) not in self._values]
        while pending:
            op = pending.pop()
            if id(op) not in needed:
                needed.add(id(op))
                pending += [v.op for v in op.inputs if id(v) not in self._values]
                pending += op.control_inputs
        for op in self._source.operations:
            if id(op) in needed:
                self._copy(op)
        self.made.control_outputs = [
            self._operations[id(e)] for e in wanted if isinstance(e, Operation) and id(e) in self._operations
        ]

    def _copy(self, op: Operation) -> None:
        if op.type == "Placeholder":
            self._copy_input(op)
            return
        inputs = [self._values[id(v)] for v in op.inputs]
        name = self.made.unique_name(op.name)
        copied = self.made.add_op(
            op.record, inputs, op.attrs, [v.type for v in op.outputs], name, op.location, op.origin or op
        )
        copied.control_inputs = [self._operations[id(c)] for c in op.control_inputs if id(c) in self._operations]
        self._operations[id(op)] = copied
        for value, copy in zip(op.outputs, copied.outputs, strict=True):
            self._values.setdefault(id(value), copy)

    def _copy_input(self, op: Operation) -> None:
        value = op.outputs[0]
        if id(value) in self._values:
            return
        outer = self._source.outer_value(value)
        if outer is None:
            raise ValueError(f"The fetches depend on the placeholder '{op.name}', which is not among the feeds.")
        inner = self.made.capture_by_reference(outer, op.name)
        inner.op.attrs.update(op.attrs)
        self._values[id(value)] = inner

    def result(self, element: Any) -> SymbolicTensor | None:
        """The copy of a fetched tensor, passed through an Identity; None for an operation."""
        if isinstance(element, Operation):
            return None
        value = self._values[id(element)]
        record = lookup("Identity")
        assert record is not None
        name = self.made.unique_name("Identity")
        op = self.made.add_op(record, [value], {"T": value.dtype}, [value.type], name)
        passed: SymbolicTensor = op.outputs[0]
        return passed


def wrap_function(fn: Callable[..., Any], signature: Any, name: str | None = None) -> WrappedFunction:
    """Run a function once and keep its graph.

    Args:
      fn: takes a tensor for each spec. Python in it is run, not converted by AutoGraph; variables it creates are
        created once.
      signature: the specs of its arguments, a list; or a dict of them for keyword arguments.
      name: the name of the function.

    Returns: a concrete function with `prune(feeds, fetches)`.

    >>> doubled = tf.compat.v1.wrap_function(lambda x: x + x, [tf.TensorSpec([None], tf.float32)])
    >>> doubled(tf.constant([1.0, 2.0])).numpy().tolist()
    [2.0, 4.0]
    """
    spec = FunctionSpec(fn, None, name)
    args, kwargs = ((), signature) if isinstance(signature, dict) else (tuple(signature or ()), {})
    values = spec.bind(args, kwargs)
    types = {n: trace_type_of(v) for n, v in values.items()}
    graph = trace(fn, spec, types, {}, VariableCreation(types, {}))
    return WrappedFunction(graph, spec, types)


__all__ = ["PrunedCopy", "WrappedFunction", "wrap_function"]
