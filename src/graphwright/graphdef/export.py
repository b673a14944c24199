"""Graphs as GraphDef messages, functions as FunctionDef messages.

What is written is what TensorFlow writes for the same program: its op names, all attributes with their
defaults, inputs named `x`, `cond:1` and `^effect`, and in functions `node:output:index`; every function
that an attribute names, callees of callees included, in the library.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.base.dtypes import resource
from graphwright.base.shape import TensorShape
from graphwright.graphdef import messages
from graphwright.graphdef.attrs import attr_value, kind_of, put_attrs
from graphwright.graphdef.effects import EffectEdges, effect_edges, read_only_resources
from graphwright.graphdef.tensor_proto import shape_to_proto
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Graph, Operation, Value
from graphwright.ir.handles import declared_type

PRODUCER = 2474
"""The version of the GraphDef format that is written: TensorFlow 2.21's."""

MIN_CONSUMER = 12
"""The oldest reader of graphs with a function library."""

# What tracing keeps with a graph for its own use; all other attributes of a function are written.
_OF_TRACING = frozenset({"structured_inputs", "structured_outputs"})

SIGNATURE_NAMES = "signature_names"
"""Where an imported function keeps the names that the file gave to its results and arguments (in `derived`)."""

_BRANCHES_AND_LOOPS = frozenset({"If", "StatelessIf", "While", "StatelessWhile", "Case", "StatelessCase"})
_CALLS = frozenset({"PartitionedCall", "StatefulPartitionedCall"})


def graph_to_graph_def(graph: Graph, add_shapes: bool = False) -> messages.Message:
    """The GraphDef of a graph and of all functions it calls.

    With `add_shapes` every node with outputs has the attribute `_output_shapes`. Raises TypeError for an
    attribute or a constant that has no place in a GraphDef.
    """
    library = Library()
    proto = messages.GraphDef()
    if isinstance(graph, FuncGraph) and graph.building_function:
        edges = effect_edges(graph)
    else:
        edges = EffectEdges({op: sorted(c.name for c in op.control_inputs) for op in graph.operations}, [])
    _add_nodes(proto.node, graph, edges, _graph_names(graph), library, add_shapes)
    functions = library.write(add_shapes)
    proto.versions.producer = PRODUCER
    if functions:
        proto.library.function.extend(functions)
        proto.versions.min_consumer = MIN_CONSUMER
    return proto


def func_graph_to_function_def(
    graph: FuncGraph,
    name: str | None = None,
    *,
    library: Library | None = None,
    add_shapes: bool = False,
    handle_data: bool = False,
) -> messages.Message:
    """The FunctionDef of a function.

    `library` collects the functions it calls; without one they are named but not written. With
    `handle_data` the arguments that stand for variables say which dtype and shape those have, as SavedModel
    wants it.
    """
    library = library or Library()
    edges = effect_edges(graph)
    outputs, arguments = signature_names(graph)
    proto = messages.FunctionDef()
    proto.attr["_construction_context"].s = b"kEagerRuntime"
    for key, value in graph.attributes.items():
        if key not in _OF_TRACING:
            proto.attr[key].CopyFrom(attr_value(value, kind_of(value), library.name_of))
    if add_shapes:
        _put_shapes(proto.attr["_input_shapes"], [v.type.shape for v in graph.inputs])

    signature = proto.signature
    signature.name = name or graph.name
    signature.is_stateful = graph.is_stateful
    for index, (argument, value) in enumerate(zip(arguments, graph.inputs, strict=True)):
        arg = signature.input_arg.add(name=argument, type=value.dtype.as_datatype_enum)
        if handle_data:
            _add_handle_data(arg, value)
        _describe_argument(proto.arg_attr, index, value)

    names = _function_names(graph, arguments)
    for output, value in zip(outputs, graph.outputs, strict=True):
        signature.output_arg.add(name=output, type=value.dtype.as_datatype_enum)
        proto.ret[output] = names[id(value)]
    for effect in edges.must_run:
        signature.control_output.append(effect)
        proto.control_ret[effect] = effect
    _add_nodes(proto.node_def, graph, edges, names, library, add_shapes, leave_out={v.op for v in graph.inputs})
    return proto


class Library:
    """The functions that a GraphDef carries: each FuncGraph once, under a name no other one has."""

    def __init__(self) -> None:
        self._names: dict[FuncGraph, str] = {}
        self._taken: set[str] = set()
        self._written = 0

    def name_of(self, function: FuncGraph) -> str:
        """The name of a function in this library, which it joins."""
        name = self._names.get(function)
        if name is None:
            name = self._names[function] = _unique(function.name, self._taken)
        return name

    @property
    def functions(self) -> list[FuncGraph]:
        """The functions that joined."""
        return list(self._names)

    def write(self, add_shapes: bool = False, handle_data: bool = False) -> list[messages.Message]:
        """The FunctionDefs of all functions that joined since the last call, and of those they call."""
        result: list[messages.Message] = []
        while self._written < len(self._names):  # writing a function lets those it calls join
            function, name = list(self._names.items())[self._written]
            self._written += 1
            result.append(
                func_graph_to_function_def(function, name, library=self, add_shapes=add_shapes, handle_data=handle_data)
            )
        return result


# names ------------------------------------------------------------------------------------------------------

ValueNames = Mapping[int, str]
"""How the inputs of nodes refer to each value, by its id (tensors are unhashable)."""


def _unique(name: str, taken: set[str]) -> str:
    """`name`, or `name_0`, `name_1`, ... when it is taken; it is taken now."""
    candidate, count = name, 0
    while candidate in taken:
        candidate, count = f"{name}_{count}", count + 1
    taken.add(candidate)
    return candidate


def _argument_name(node_name: str) -> str:
    """The name of an argument or result made from that of a node: lower case, letters, digits and `_`."""
    return re.sub(r"[^a-z0-9]", "_", node_name.lower()).lstrip("_0123456789") or "unknown"


def signature_names(graph: FuncGraph) -> tuple[list[str], list[str]]:
    """The names of the outputs and of the arguments of a function."""
    known: tuple[list[str], list[str]] | None = graph.derived.get(SIGNATURE_NAMES)
    if known is not None:
        return known
    taken: set[str] = set()
    outputs = [_unique(_argument_name(value.op.name), taken) for value in graph.outputs]
    return outputs, [_unique(_argument_name(value.op.name), taken) for value in graph.inputs]


def _graph_names(graph: Graph) -> ValueNames:
    """Values as a GraphDef names them: `node` for its first output, `node:index` for the others."""
    return {id(v): graph_name(v) for op in graph.operations for v in op.outputs}


def graph_name(value: Value) -> str:
    """A value as the inputs of nodes in a GraphDef name it."""
    return value.name if value.index else value.op.name


def _function_names(graph: FuncGraph, arguments: Sequence[str]) -> ValueNames:
    """Values as a FunctionDef names them: arguments bare, others `node:output:index within that output`."""
    names: dict[int, str] = {}
    for op in graph.operations:
        flat = iter(op.outputs)
        for output in op.record.outputs:
            for index in range(op.record.arg_count(output, op.attrs)):
                names[id(next(flat))] = f"{op.name}:{output.name}:{index}"
    names.update(zip(map(id, graph.inputs), arguments, strict=True))
    return names


# nodes ------------------------------------------------------------------------------------------------------


def _add_nodes(
    nodes: Any,
    graph: Graph,
    edges: EffectEdges,
    names: ValueNames,
    library: Library,
    add_shapes: bool,
    leave_out: frozenset[Operation] | set[Operation] = frozenset(),
) -> None:
    """Add a NodeDef for each operation, and the NoOp through which returned values wait for the effects."""
    returned = _waiting_results(graph) if edges.must_run else []
    effects = _effects_name(graph, returned[0]) if returned else ""
    for op in graph.operations:
        if op in leave_out:
            continue
        node = nodes.add(name=op.name, op=op.type)
        node.input.extend(names[id(value)] for value in op.inputs)
        node.input.extend(f"^{earlier}" for earlier in edges.before.get(op, ()))
        if op in returned:
            node.input.append(f"^{effects}")
        put_attrs(node.attr, op.record, with_lowering_attrs(op), library.name_of)
        if add_shapes and op.outputs:
            _put_shapes(node.attr["_output_shapes"], [v.type.shape for v in op.outputs])
    if returned:
        nodes.add(name=effects, op="NoOp", input=[f"^{name}" for name in edges.must_run])


def _waiting_results(graph: Graph) -> list[Operation]:
    """The operations that return values and nothing else: an Identity for each output that nothing else uses.

    An effect may need what another operation computes, so that one must not wait for the effects.
    """
    if not isinstance(graph, FuncGraph):
        return []
    used = {value.op for op in graph.operations for value in op.inputs}
    used.update(earlier for op in graph.operations for earlier in op.control_inputs)
    return [op for op in dict.fromkeys(v.op for v in graph.outputs) if op.type == "Identity" and op not in used]


def _effects_name(graph: Graph, returned: Operation) -> str:
    scope, slash, _ = returned.name.rpartition("/")
    return graph.unique_name(f"{scope}{slash}NoOp", mark_as_used=False)


def with_lowering_attrs(op: Operation) -> dict[str, Any]:
    """The attributes of `op` with those that TensorFlow's runtime expects on branches, loops and calls."""
    if op.type not in _BRANCHES_AND_LOOPS and op.type not in _CALLS:
        return op.attrs
    extra: dict[str, Any] = {"_read_only_resource_inputs": read_only_resources(op)}
    if op.type in _CALLS:
        extra["_collective_manager_ids"] = []
    else:
        extra["_lower_using_switch_merge"] = True
        if op.type.endswith("While"):
            extra["_num_original_outputs"] = len(op.outputs)
    return {**extra, **op.attrs}


def _put_shapes(target: messages.Message, shapes: Sequence[TensorShape]) -> None:
    target.list.SetInParent()
    for shape in shapes:
        target.list.shape.add().CopyFrom(shape_to_proto(shape))


# arguments --------------------------------------------------------------------------------------------------


def _describe_argument(target: Any, index: int, value: Value) -> None:
    """The attributes of argument `index`: what the user called it, and its shape unless it is a handle."""
    provided = value.op.attrs.get("_user_specified_name")
    if provided is not None:
        target[index].attr["_user_specified_name"].s = provided.encode()
    if value.dtype is not resource:
        _put_shapes(target[index].attr["_output_shapes"], [value.type.shape])


def _add_handle_data(arg: messages.Message, value: Value) -> None:
    """Say of an argument that stands for a variable which dtype and shape the variable has."""
    declared = declared_type(value) if value.dtype is resource else None
    if declared is not None:
        data = arg.handle_data.add(dtype=declared.dtype.as_datatype_enum)
        data.shape.CopyFrom(shape_to_proto(declared.shape))
