"""`convert_variables_to_constants_v2`: a concrete function with the values of its variables in its graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphwright.base.dtypes import int32, resource
from graphwright.base.shape import Dim, Symbol
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import EagerTensor, SymbolicTensor
from graphwright.core.tracing import TracingGraph
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.tracing.trace_types import trace_type_of
from graphwright.ir.funcgraph import FuncGraph, next_function_name
from graphwright.ir.graph import Operation, call_instead, called_functions
from graphwright.ir.record import lookup
from graphwright.ir.types import TensorType, resized, tensor_type
from graphwright.passes.inline import CALLS, bind_symbols
from graphwright.saved_model.graph_functions import positional, spec_of, spec_of_value
from graphwright.saved_model.wrapped_function import WrappedFunction, argument_names

_TYPES_OF_INPUTS: Final = ("T", "Tin", "Tcond")
"""Attributes that list the dtypes of what control flow passes to its functions."""


def convert_variables_to_constants_v2(
    func: ConcreteFunction, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> WrappedFunction:
    """A concrete function whose variables have become constants, for programs that read graphs.

    Calls of functions are replaced by their operations. The function itself does not change.

    Args:
      func: a concrete function.
      lower_control_flow, aggressive_inlining: of no effect: calls are inlined in any case, and `If` and `While` stay.

    Returns: a concrete function of the same tensors, which returns a list.

    Raises:
      ValueError: the function changes a variable.

    >>> from graphwright.saved_model.freezing import convert_variables_to_constants_v2
    >>> v = tf.Variable(2.0)
    >>> f = tf.function(lambda x: x * v).get_concrete_function(tf.TensorSpec([], tf.float32, name="x"))
    >>> frozen = convert_variables_to_constants_v2(f)
    >>> [op.type for op in frozen.graph.get_operations()]
    ['Placeholder', 'Const', 'Identity', 'Mul', 'Identity']
    >>> frozen(tf.constant(3.0))
    [<tf.Tensor: shape=(), dtype=float32, numpy=6.0>]
    """
    source: TracingGraph = func.graph
    copy = _Copy(TracingGraph(next_function_name("frozen"), source.outer_graph))
    values = {id(v.handle): v for v in func.variables}
    arguments = []
    for value in source.inputs:
        outer = source.outer_value(value)
        if outer is None:
            arguments.append(copy.placeholder(value, value.type))
        elif id(outer) in values:
            copy.constant(value, values[id(outer)].read_value())
        elif isinstance(outer, EagerTensor) and outer.dtype is not resource:
            copy.constant(value, outer)
        else:
            copy.values[id(value)] = copy.graph.capture_by_reference(outer, value.op.name)
    copy.operations(source)
    outputs = [copy.values[id(v)] for v in source.outputs]
    copy.graph.outputs = outputs
    copy.graph.finish()
    copy.graph.attributes["structured_outputs"] = outputs
    names = argument_names([v.op.name for v in arguments])
    types = {n: trace_type_of(spec_of_value(v, n)) for n, v in zip(names, arguments, strict=True)}
    return WrappedFunction(copy.graph, spec_of(copy.graph.name, positional(names)), types)


class _Copy:
    """A copy of a graph in which tensors take the place of some handles of variables.

    Attributes:
      graph: the copy.
      values: for each value of the source, by identity, the one in the copy.
    """

    def __init__(self, graph: TracingGraph) -> None:
        self.graph = graph
        self.values: dict[int, Any] = {}
        self._operations: dict[int, Operation] = {}
        self._sizes: dict[Symbol, Dim] = {}
        self._prefix = ""

    def placeholder(self, value: Any, type_: TensorType) -> SymbolicTensor:
        """A declared input in the place of one of the source."""
        placed = self.values[id(value)] = self.graph.placeholder(type_, value.op.name)
        return placed

    def constant(self, value: Any, tensor: Any) -> None:
        """A constant in the place of an input of the source."""
        self.values[id(value)] = self._constant(value.op.name, tensor)

    def operations(self, source: FuncGraph) -> None:
        """Copy the operations that are not inputs."""
        placeholders = {id(v.op) for v in source.inputs}
        for op in source.operations:
            if id(op) not in placeholders:
                results = self._copied(op, [self.values[id(v)] for v in op.inputs])
                self.values.update(zip(map(id, op.outputs), results, strict=True))

    def _copied(self, op: Operation, inputs: list[Any]) -> Sequence[Any]:
        if op.record.name in CALLS:
            return self._inlined(op, inputs)
        types = [resized(v.type, self._sizes) for v in op.outputs]
        read = [i for i, (old, new) in enumerate(zip(op.inputs, inputs, strict=True)) if _is_read(old, new)]
        if not read:
            return self._add(op.type, inputs, op.attrs, types, op)
        if called_functions(op):
            return self._control(op, inputs, types)
        return self._reading(op, inputs, types)

    def _reading(self, op: Operation, inputs: list[Any], types: list[TensorType]) -> Sequence[Any]:
        """What an operation on the handle of a variable is on its value."""
        value = inputs[0]
        if op.type in ("Identity", "ReadVariableOp"):
            return self._add("Identity", [value], {"T": value.dtype}, [value.type], op)
        if op.type == "VariableShape":
            return self._add("Shape", [value], {"T": value.dtype, "out_type": op.attrs["out_type"]}, types, op)
        if op.type == "ResourceGather":
            attrs = {"Tparams": value.dtype, "Tindices": op.attrs["Tindices"], "Taxis": int32}
            batch = op.attrs.get("batch_dims", 0)
            axis = self._constant(f"{op.name}/axis", to_tensor(batch, int32))
            return self._add("GatherV2", [value, inputs[1], axis], {**attrs, "batch_dims": batch}, types, op)
        if op.type == "ResourceGatherNd":
            attrs = {"Tparams": value.dtype, "Tindices": op.attrs["Tindices"]}
            return self._add("GatherNd", [value, inputs[1]], attrs, types, op)
        raise ValueError(
            f"The variable of the operation '{op.name}' ({op.type}) cannot become a constant: the operation was passed "
            f"{value.dtype.name}, incompatible with expected resource. Freeze a function that changes no variables."
        )

    def _control(self, op: Operation, inputs: list[Any], types: list[TensorType]) -> Sequence[Any]:
        """An If, Case or While whose functions take values for handles."""
        passed = len(called_functions(op)[0].inputs)
        arguments = inputs[len(inputs) - passed :]
        bodies = [self._body(body, arguments) for body in called_functions(op)]
        attrs: dict[str, Any] = dict(op.attrs)
        for name in _TYPES_OF_INPUTS:
            if isinstance(attrs.get(name), (list, tuple)) and len(attrs[name]) == passed:
                attrs[name] = [v.dtype for v in arguments]
        if "body" in op.record.function_attrs:  # a loop returns its handles
            shapes = attrs.get("output_shapes") or ()
            attrs["output_shapes"] = [
                v.type.shape if _is_read(p, v) else s for p, v, s in zip(op.inputs, arguments, shapes, strict=False)
            ]
            types = [b.type if _is_read(v, b) else t for v, b, t in zip(op.outputs, arguments, types, strict=True)]
        copied = self._operation(op.type, inputs, attrs, types, op.name, op)
        call_instead(copied, bodies)
        return copied.outputs

    def _body(self, body: FuncGraph, arguments: Sequence[Any]) -> FuncGraph:
        copy = _Copy(TracingGraph(next_function_name(body.name), self.graph, is_body=True))
        for value, argument in zip(body.inputs, arguments, strict=True):
            copy.placeholder(value, argument.type if _is_read(value, argument) else value.type)
        copy.operations(body)
        copy.graph.outputs = [copy.values[id(v)] for v in body.outputs]
        copy.graph.attributes.update(body.attributes)
        copy.graph.finish()
        return copy.graph

    def _inlined(self, op: Operation, inputs: list[Any]) -> list[Any]:
        (body,) = called_functions(op)
        before = self._prefix, self._sizes
        self._prefix, self._sizes = f"{before[0]}{op.name}/", {}
        for parameter, argument in zip(body.inputs, inputs, strict=True):
            bind_symbols(parameter.type, argument.type, self._sizes)
            self.values[id(parameter)] = argument
        self.operations(body)
        self._prefix, self._sizes = before
        return [self.values[id(v)] for v in body.outputs]

    def _constant(self, name: str, tensor: Any) -> Any:
        array = tensor._ndarray().copy()
        array.flags.writeable = False
        attrs = {"value": array, "dtype": tensor.dtype}
        return self._operation("Const", (), attrs, [tensor_type(tensor.dtype, array.shape)], name).outputs[0]

    def _add(
        self, type_: str, inputs: Sequence[Any], attrs: dict[str, Any], types: Sequence[TensorType], like: Operation
    ) -> Sequence[Any]:
        return self._operation(type_, inputs, attrs, types, like.name, like).outputs

    def _operation(
        self, type_: str, inputs: Sequence[Any], attrs: dict[str, Any], types: Sequence[TensorType], name: str,
        like: Operation | None = None,
    ) -> Operation:  # fmt: skip
        record = lookup(type_) if like is None or like.type != type_ else like.record  # which may have a guard
        assert record is not None
        name = self.graph.unique_name(self._prefix + name)
        location, origin = (None, None) if like is None else (like.location, like.origin or like)
        copied = self.graph.add_op(record, inputs, attrs, types, name, location, origin)
        if like is not None:
            self._operations[id(like)] = copied
            before = (self._operations.get(id(c)) for c in like.control_inputs)
            copied.control_inputs = [c for c in before if c is not None]
        return copied


def _is_read(old: Any, new: Any) -> bool:
    """Whether a value has taken the place of the handle of a variable."""
    return old.dtype is resource and new.dtype is not resource


__all__ = ["convert_variables_to_constants_v2"]
