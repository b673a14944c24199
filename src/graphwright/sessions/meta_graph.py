"""MetaGraphs: a graph with its collections and variables, as one message."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from google.protobuf.message import DecodeError

from graphwright.base import errors
from graphwright.checkpoint.messages import printed, read_text
from graphwright.core.variable import Variable
from graphwright.graphdef.foreign_ops import ForeignOps
from graphwright.graphdef.parsing import parsed_graph_def
from graphwright.ir.graph import Operation
from graphwright.saved_model.import_graph_def import add_graph_def, scope_of
from graphwright.saved_model.messages import CLASSES, Message
from graphwright.saved_model.session_graph import SessionGraph
from graphwright.sessions.graph import GraphTensor, get_default_graph
from graphwright.sessions.variables import GraphVariable

OF_VARIABLES = (
    "variables", "trainable_variables", "local_variables", "model_variables", "moving_average_variables",
    "metric_variables", "global_step",
)  # fmt: skip
"""Collections whose values a MetaGraph describes as variables."""


def write_collections(meta: Message, graph: Any) -> None:
    """Write what the collections of a graph hold, as far as a MetaGraph can hold it."""
    for name, values in graph.collections.items():
        if isinstance(name, str) and values:
            _write_collection(meta.collection_def[name], values)
            if not meta.collection_def[name].WhichOneof("kind"):
                del meta.collection_def[name]


def _write_collection(target: Message, values: list[Any]) -> None:
    if all(isinstance(v, GraphVariable) for v in values):
        target.bytes_list.value.extend(v.to_proto().SerializeToString() for v in values)
    elif all(isinstance(v, (GraphTensor, Operation)) for v in values):
        target.node_list.value.extend(v.name for v in values)
    elif all(type(v) is int for v in values):
        target.int64_list.value.extend(values)
    elif all(type(v) is float for v in values):
        target.float_list.value.extend(values)
    elif all(isinstance(v, (str, bytes)) for v in values):
        target.bytes_list.value.extend(v.encode() if isinstance(v, str) else v for v in values)


class SavedSession(SessionGraph):
    """Adds to a MetaGraph of a graph the operations that save and restore variables."""

    def __init__(self, meta: Message, variables: Iterable[GraphVariable]) -> None:
        self._object_graph = None
        self.start(meta, {node.name.lower() for node in meta.graph_def.node})
        for variable in variables:
            self._saved.append((
                [variable._name], [variable._graph_element.op.name], [variable.dtype], self._assigning(variable)
            ))  # fmt: skip

    def _assigning(self, variable: GraphVariable) -> Callable[[Any], str]:
        def assign(tensors: Any) -> str:
            name = self._name("save/AssignVariableOp")
            self._node(name, "AssignVariableOp", [variable.handle.op.name, *tensors], dtype=("type", variable.dtype))
            return name

        return assign


def meta_graph_of(
    graph: Any, variables: Iterable[GraphVariable] | None = None, graph_def: Message | None = None
) -> Message:
    """A MetaGraph of a graph; with `variables`, with the operations that save and restore them.

    A `graph_def` stands in it as it is, in place of the graph's own.
    """
    meta = CLASSES["MetaGraphDef"]()
    meta.meta_info_def.tensorflow_version = "2.21.0"
    meta.graph_def.CopyFrom(graph.as_graph_def(add_shapes=True) if graph_def is None else graph_def)
    write_collections(meta, graph)
    stored = list(variables or ()) if graph_def is None else []
    if stored:
        SavedSession(meta, stored).add_saver()
    return meta


def export_meta_graph(
    filename: Any = None, meta_info_def: Any = None, graph_def: Any = None, saver_def: Any = None,
    collection_list: Any = None, as_text: bool = False, graph: Any = None, export_scope: str | None = None,
    clear_devices: bool = False, clear_extraneous_savers: bool = False, strip_default_attrs: bool = False,
    save_debug_info: bool = False, **kwargs: Any,
) -> Message:  # fmt: skip
    """A graph with its collections as a MetaGraphDef, written to a file where one is named.

    Args:
      filename: the file.
      graph_def: a message that is written in place of the graph's own.
      graph: the graph, the default graph by default.
      collection_list: the names of the collections that are written, all by default.
      as_text: write text.

    Returns: the message.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, name="v")
    ...     meta = tf.compat.v1.train.export_meta_graph()
    ...     sorted(meta.collection_def)
    ['trainable_variables', 'variables']
    """
    if export_scope is not None:
        raise errors.UnimplementedError("export_meta_graph: export_scope is not supported; pass a graph of its own.")
    graph = graph or get_default_graph()
    meta = meta_graph_of(graph, graph.get_collection("variables"), graph_def)
    for name in set(meta.collection_def) - set(collection_list if collection_list is not None else meta.collection_def):
        del meta.collection_def[name]
    if filename is not None:
        data = printed(meta).encode() if as_text else meta.SerializeToString()
        with open(os.fspath(filename), "wb") as file:
            file.write(data)
    return meta


def read_meta_graph(meta_graph_or_file: Any) -> Message:
    """A MetaGraph from a message or a file, in binary or as text."""
    if hasattr(meta_graph_or_file, "SerializeToString"):
        return _parsed("MetaGraphDef", meta_graph_or_file.SerializeToString())
    path = os.fspath(meta_graph_or_file)
    if not os.path.isfile(path):
        raise OSError(f"File does not exist. Received: {path}.")
    with open(path, "rb") as file:
        data = file.read()
    try:
        return _parsed("MetaGraphDef", data)
    except errors.DataLossError:
        meta = CLASSES["MetaGraphDef"]()
        try:
            read_text(data.decode(), meta)
        except ValueError as error:
            raise errors.DataLossError(f"{path} is no MetaGraph: {error}.") from None
        return meta


def _parsed(name: str, data: bytes) -> Message:
    try:
        return CLASSES[name].FromString(data)
    except DecodeError as error:
        raise errors.DataLossError(f"This is no {name}: {error}.") from None


def add_meta_graph(meta: Message, scope: str | None = None, assets: str | None = None) -> None:
    """Add the graph and the collections of a MetaGraph to the graph under construction.

    Files in the folder `assets` may be read by what is added.
    """
    graph, prefix = get_default_graph(), f"{scope}/" if scope else ""
    ops = ForeignOps(meta.meta_info_def.stripped_op_list.op, (), assets, scope_of(graph))
    add_graph_def(graph, parsed_graph_def(meta.graph_def), scope or "", ops)
    variables: dict[str, GraphVariable] = {}
    for name, collection in meta.collection_def.items():
        for value in _collection_values(graph, name, collection, prefix, variables):
            graph.add_to_collection(name, value)


def _collection_values(
    graph: Any, name: str, collection: Message, prefix: str, variables: dict[str, GraphVariable]
) -> Iterable[Any]:
    kind = collection.WhichOneof("kind")
    values = getattr(collection, kind).value if kind else ()
    if kind == "node_list":
        return [e for value in values if (e := _element(graph, prefix + value)) is not None]
    if kind == "bytes_list" and name in OF_VARIABLES:
        return [_variable(graph, _parsed("VariableDef", v), prefix, variables) for v in values]
    return list(values)


def _element(graph: Any, name: str) -> Any:
    """What a collection names; None for what is inside of a loop or a conditional now, as its context is."""
    try:
        return graph.as_graph_element(name)
    except KeyError:
        return None


def _variable(graph: Any, described: Message, prefix: str, variables: dict[str, GraphVariable]) -> Variable:
    """The variable that a message describes, whose operations are in the graph."""
    name = prefix + described.variable_name.partition(":")[0]
    if name not in variables:
        variables[name] = GraphVariable.of_operations(
            name,
            graph.get_tensor_by_name(f"{name}:0"),
            graph.get_operation_by_name(prefix + described.initializer_name),
            graph.get_tensor_by_name(prefix + described.snapshot_name),
            trainable=described.trainable,
        )
    return variables[name]


__all__ = [
    "add_meta_graph", "export_meta_graph", "meta_graph_of", "read_meta_graph",
    "write_collections",
]  # fmt: skip
