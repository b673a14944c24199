"""Custom gradients in SavedModels: the gradient of an operation as a function of the library."""

from __future__ import annotations

from typing import Any

from graphwright.autodiff.custom import GradientName
from graphwright.base.spec import TensorSpec
from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply
from graphwright.core.tape import GRADIENT_NAME
from graphwright.core.tensor import SymbolicTensor
from graphwright.core.tracing import TracingGraph
from graphwright.graphdef.export import signature_names
from graphwright.ir.funcgraph import FuncGraph, next_function_name
from graphwright.ir.graph import Operation
from graphwright.saved_model.function_writer import Captured, FunctionWriter
from graphwright.saved_model.messages import Message
from graphwright.saved_model.structured_values import encode


def write_gradients(meta: Message, writer: FunctionWriter, captured: Captured) -> None:
    """Add the custom gradients of all operations in the functions written so far."""
    written: set[str] = set()
    looked_through: set[int] = set()
    pending: list[FuncGraph] = writer.library.functions
    while pending:
        function = pending.pop()
        if id(function) in looked_through:
            continue
        looked_through.add(id(function))
        for op in function.operations:
            name = op.attrs.get(GRADIENT_NAME)
            if isinstance(name, GradientName) and name not in written:
                written.add(name)
                graph = _write(meta, writer, captured, op, name)
                pending += [graph, *graph.functions()]
        pending += function.functions()


def _write(meta: Message, writer: FunctionWriter, captured: Captured, op: Operation, name: GradientName) -> FuncGraph:
    graph, structure = _traced(op, name)
    library = writer.library.name_of(graph)
    registered = meta.graph_def.library.registered_gradients.add()
    registered.gradient_func, registered.registered_op_type = library, str(name)
    saved = meta.object_graph_def
    numbers = []
    for tensor in graph.captures:
        if isinstance(tensor, SymbolicTensor):
            numbers.append(len(saved.nodes))
            inner = saved.nodes.add().captured_tensor
            around = tensor.op.graph
            assert isinstance(around, FuncGraph)
            inner.name, inner.concrete_function = _file_name(tensor, around), writer.library.name_of(around)
        else:
            numbers.append(captured(tensor, library))
    result = saved.concrete_functions[library]
    result.bound_inputs.extend(numbers)
    arguments = tuple(TensorSpec(v.shape, v.dtype, v.op.name) for v in graph.arguments)
    result.canonicalized_input_signature.CopyFrom(encode((arguments, {})))
    result.output_signature.CopyFrom(
        encode([None if v is None else TensorSpec(v.shape, v.dtype, v.op.name) for v in structure])
    )
    return graph


def _traced(op: Operation, name: GradientName) -> tuple[TracingGraph, list[Any]]:
    """The gradient as a graph inside that of the operation, whose values it may use."""
    graph = TracingGraph(next_function_name("__inference_internal_grad_fn"), op.graph)
    with as_default_graph(graph):
        arguments = [graph.placeholder(v.type, f"result_grads_{i}") for i, v in enumerate(op.outputs)]
        found = name.function(op, arguments)
        structure = [None if g is None else apply("Identity", (g,)) for g in found]
    graph.outputs = [v for v in structure if v is not None]
    graph.finish()
    return graph, structure


def _file_name(tensor: SymbolicTensor, graph: FuncGraph) -> str:
    """The name of a tensor in its library function, where arguments may have other names."""
    for value, name in zip(graph.inputs, signature_names(graph)[1], strict=True):
        if value is tensor:
            return f"{name}:0"
    return tensor.name
