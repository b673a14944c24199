"""`FuncGraph`: a scratch graph, such as libraries build to infer shapes and dtypes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.core.context import as_default_graph, state
from graphwright.core.tracing import TracingGraph
from graphwright.graphdef.import_ import FunctionLibrary
from graphwright.graphdef.messages import Message
from graphwright.graphdef.node_messages import defined
from graphwright.graphdef.node_order import called_by
from graphwright.graphdef.tensor_proto import shape_to_proto


class FuncGraph(TracingGraph):
    """A graph that is built by hand.

    Args:
      name: its name.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name, state.graph)

    def as_default(self) -> AbstractContextManager[None]:
        """Build into this graph inside the block."""
        return as_default_graph(self)


def function_def_to_graph(
    fdef: Message,
    structured_input_signature: Any = None,
    structured_outputs: Any = None,
    input_shapes: Sequence[Any] | None = None,
    propagate_device_spec: bool = False,
    include_library_functions: bool = False,
) -> FuncGraph:
    """The graph of a FunctionDef that `Graph._functions` has given; it calls the same functions.

    The name of the function stands before all names: readers that put bodies into each other tell values apart by them.

    Args:
      fdef: the message.
      structured_input_signature, structured_outputs: the structure of arguments and results, kept in `attributes`.
      input_shapes: the shapes of the arguments of which the message has none.
      propagate_device_spec, include_library_functions: of no effect.

    Raises InvalidArgumentError where the body does not fit these shapes, NotFoundError for unknown functions.
    """
    definition = type(fdef)()
    definition.CopyFrom(fdef)
    for index, shape in enumerate(input_shapes or ()):
        described = definition.arg_attr[index].attr["_output_shapes"].list
        if not described.shape:
            described.shape.add().CopyFrom(shape_to_proto(TensorShape(shape)))
    _put_in_scope(definition)
    called = {name: body for name in called_by(definition.node_def) if (body := defined(name)) is not None}
    graph: Any = FunctionLibrary([definition], FuncGraph, known=called).get(definition.signature.name)
    for key, value in (
        ("structured_input_signature", structured_input_signature), ("structured_outputs", structured_outputs),
    ):  # fmt: skip
        if value is not None:
            graph.attributes[key] = value
    result: FuncGraph = graph
    return result


def _put_in_scope(definition: Message) -> None:
    """Put the name of the function before the names in it."""
    scope = f"{definition.signature.name}/"

    def scoped(reference: str) -> str:
        return f"^{scope}{reference[1:]}" if reference.startswith("^") else scope + reference

    for arg in definition.signature.input_arg:
        arg.name = scoped(arg.name)
    for node in definition.node_def:
        node.name = scoped(node.name)
        node.input[:] = map(scoped, node.input)
    for references in (definition.ret, definition.control_ret):
        for result, reference in list(references.items()):
            references[result] = scoped(reference)
