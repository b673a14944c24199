"""Single operations, their attributes, ops and functions as TensorFlow's messages, for programs that read graphs."""

from __future__ import annotations

from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from graphwright.base.dtypes import as_dtype
from graphwright.graphdef import messages
from graphwright.graphdef.attrs import attr_value, kind_of, put_attrs
from graphwright.graphdef.effects import EffectEdges, effect_edges
from graphwright.graphdef.export import func_graph_to_function_def, graph_name, with_lowering_attrs
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Graph, Operation
from graphwright.ir.record import OpRecord
from graphwright.ir.signature import ArgDef, AttrDef

_EDGES = "effect_edges"
"""Where a finished graph keeps the edges of its effects (in `derived`)."""

_defined: WeakValueDictionary[str, FuncGraph] = WeakValueDictionary()


class Definition(NamedTuple):
    """A function that a graph calls.

    Fields:
      name: its name.
      graph: its body.
    """

    name: str
    graph: FuncGraph

    @property
    def definition(self) -> messages.Message:
        """The FunctionDef."""
        return func_graph_to_function_def(self.graph)


def definitions(graph: Graph) -> dict[str, Definition]:
    """The functions that a graph calls, callees of callees included, by name."""
    found = {function.name: Definition(function.name, function) for function in graph.functions()}
    _defined.update((name, definition.graph) for name, definition in found.items())
    return found


def defined(name: str) -> FuncGraph | None:
    """The function of a name that `definitions` has listed; None where there is none any more."""
    return _defined.get(name)


def node_def(op: Operation) -> messages.Message:
    """The NodeDef of an operation, as it is in the GraphDef of its graph."""
    node: messages.Message = messages.NodeDef(name=op.name, op=op.type)
    node.input.extend(graph_name(value) for value in op.inputs)
    node.input.extend(f"^{earlier}" for earlier in _before(op))
    put_attrs(node.attr, op.record, with_lowering_attrs(op), _name_of)
    return node


def _before(op: Operation) -> list[str]:
    graph = op.graph
    if not isinstance(graph, FuncGraph) or not graph.building_function:
        return sorted(c.name for c in op.control_inputs)
    edges: EffectEdges | None = graph.derived.get(_EDGES)
    if edges is None:
        edges = effect_edges(graph)
        if graph.frozen:
            graph.derived[_EDGES] = edges
    return list(edges.before.get(op, ()))


def attribute(op: Operation, name: str) -> Any:
    """The value of an attribute as TensorFlow's `Operation.get_attr` gives it.

    Dtypes are DTypes and text is bytes; shapes, tensors and functions are messages; a list is a list of these.
    Raises ValueError when the operation has no such attribute.
    """
    attrs = with_lowering_attrs(op)
    value = attrs.get(name)
    if value is None:
        raise ValueError(f"Operation '{op.name}' has no attr named '{name}'.")
    declared = op.record.attrs.get(name)
    kind = declared.kind if declared is not None else kind_of(value)
    message = attr_value(value, kind, _name_of, attrs.get("dtype") if kind == "tensor" else None)
    field = message.WhichOneof("value")
    if field != "list":
        return _python(field, getattr(message, field))
    return [_python(field.name, v) for field, values in message.list.ListFields() for v in values]


def _python(field: str, value: Any) -> Any:
    return as_dtype(value) if field == "type" else value


def _name_of(function: FuncGraph) -> str:
    return function.name


def op_def(record: OpRecord) -> messages.Message:
    """The OpDef of an op: its arguments, results and attributes."""
    definition: messages.Message = messages.OpDef(name=record.name, is_stateful=record.stateful)
    for target, args in ((definition.input_arg, record.inputs), (definition.output_arg, record.outputs)):
        for arg in args:
            _describe_arg(target.add(name=arg.name), arg)
    for name, attr in record.attrs.items():
        _describe_attr(definition.attr.add(name=name, type=attr.kind), attr)
    return definition


def _describe_arg(target: messages.Message, arg: ArgDef) -> None:
    if arg.dtype is not None:
        target.type = arg.dtype.as_datatype_enum
    target.type_attr, target.number_attr = arg.type_attr or "", arg.number_attr or ""
    target.type_list_attr = arg.type_list_attr or ""


def _describe_attr(target: messages.Message, attr: AttrDef) -> None:
    if not attr.required and attr.default is not None:
        target.default_value.CopyFrom(attr_value(attr.default, attr.kind, _name_of))
    if attr.minimum is not None:
        target.has_minimum, target.minimum = True, attr.minimum
    if attr.allowed is not None:
        kind = attr.kind if attr.kind.startswith("list(") else f"list({attr.kind})"
        target.allowed_values.CopyFrom(attr_value(attr.allowed, kind, _name_of))


__all__ = ["Definition", "attribute", "defined", "definitions", "node_def", "op_def"]
