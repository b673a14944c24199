"""`tf.compat.v1.graph_util`: parts of graphs as messages, with the values of variables in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from graphwright.base.shape import TensorShape
from graphwright.graphdef.messages import GraphDef
from graphwright.graphdef.tensor_proto import to_proto

_VARIABLES = ("VarHandleOp", "VariableV2", "Variable")


def _name_of(entry: str) -> str:
    """The name of the node that an input of a node names."""
    return entry.removeprefix("^").partition(":")[0]


def _check_graph_def(graph_def: Any) -> None:
    if getattr(getattr(graph_def, "DESCRIPTOR", None), "full_name", "") != "tensorflow.GraphDef":
        raise TypeError(f"graph_def must be a graph_pb2.GraphDef proto, but got type {type(graph_def)}.")


def extract_sub_graph(graph_def: Any, dest_nodes: Iterable[str]) -> Any:
    """The nodes of a `GraphDef` that some nodes need, with the functions.

    Args:
      graph_def: the graph's message.
      dest_nodes: a list of names.

    Raises TypeError for anything else, AssertionError for a name that is not in the graph.

    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.constant(1, name="x"); y = tf.negative(x, name="y"); z = tf.abs(x, name="z")
    >>> part = tf.compat.v1.graph_util.extract_sub_graph(graph.as_graph_def(), ["y"])
    >>> [node.name for node in part.node]
    ['x', 'y']
    """
    _check_graph_def(graph_def)
    if isinstance(dest_nodes, str):
        raise TypeError(f"dest_nodes must be a list, but got type {type(dest_nodes)}")
    nodes = {node.name: node for node in graph_def.node}
    waiting, needed = list(dest_nodes), set[str]()
    for name in waiting:
        assert name in nodes, f"{name} is not in graph"
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [_name_of(entry) for entry in nodes[name].input]
    result = type(graph_def)()
    result.node.extend(node for node in graph_def.node if node.name in needed)
    result.library.CopyFrom(graph_def.library)
    result.versions.CopyFrom(graph_def.versions)
    return result


def convert_variables_to_constants(
    sess: Any, input_graph_def: Any, output_node_names: Iterable[str], variable_names_whitelist: Any = None,
    variable_names_blacklist: Any = None,
) -> Any:  # fmt: skip
    """The part of a graph that some nodes need, in which variables have become constants of their values in a session.

    Args:
      sess: the session.
      input_graph_def: the graph's message.
      output_node_names: the names of the nodes that are needed.
      variable_names_whitelist, variable_names_blacklist: the variables that become constants, and those that do not.

    >>> with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
    ...     v = tf.compat.v1.get_variable("v", initializer=2.0); y = tf.negative(v, name="y")
    ...     session.run(v.initializer)
    ...     frozen = tf.compat.v1.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])
    >>> sorted({node.op for node in frozen.node})
    ['Const', 'Identity', 'Neg']
    """
    graph_def = extract_sub_graph(input_graph_def, list(output_node_names))
    chosen = {
        node.name
        for node in graph_def.node
        if node.op in _VARIABLES
        and (variable_names_whitelist is None or node.name in variable_names_whitelist)
        and node.name not in (variable_names_blacklist or ())
    }
    values = sess.run({name: _read(sess.graph, name) for name in chosen}) if chosen else {}
    result = type(graph_def)()
    for node in graph_def.node:
        _frozen(node, result.node.add(), values, result)
    result.library.CopyFrom(graph_def.library)
    result.versions.CopyFrom(graph_def.versions)
    return result


def _read(graph: Any, name: str) -> Any:
    """The tensor with the value of a variable."""
    operation = graph.get_operation_by_name(name)
    if operation.type == "VarHandleOp":
        handle = operation.outputs[0]
        for other in graph.get_operations():
            if other.type == "ReadVariableOp" and other.inputs[0] is handle:
                return other.outputs[0]
    return operation.outputs[0]


def _frozen(node: Any, into: Any, values: dict[str, Any], graph_def: Any) -> None:
    """A node of the frozen graph: constants for variables, and other operations where handles were read."""
    if node.name in values:
        into.name, into.op = node.name, "Const"
        into.attr["dtype"].CopyFrom(node.attr["dtype"])
        into.attr["value"].tensor.ParseFromString(to_proto(values[node.name]).SerializeToString())
    elif node.op == "ReadVariableOp" and _name_of(node.input[0]) in values:
        into.name, into.op = node.name, "Identity"
        into.input.extend([_name_of(node.input[0]), *(entry for entry in node.input if entry.startswith("^"))])
        into.attr["T"].CopyFrom(node.attr["dtype"])
    elif node.op == "ResourceGather" and _name_of(node.input[0]) in values:
        axis = graph_def.node.add(name=node.name + "/axis", op="Const")
        axis.attr["value"].tensor.ParseFromString(to_proto(np.array(0, np.int32)).SerializeToString())
        axis.attr["dtype"].type = axis.attr["value"].tensor.dtype
        into.name, into.op = node.name, "GatherV2"
        into.input.extend([_name_of(node.input[0]), node.input[1], axis.name])
        into.attr["Tparams"].CopyFrom(node.attr["dtype"])
        into.attr["Tindices"].CopyFrom(node.attr["Tindices"])
        into.attr["Taxis"].type = axis.attr["dtype"].type
        into.attr["batch_dims"].CopyFrom(node.attr["batch_dims"])
    else:
        into.CopyFrom(node)


def remove_training_nodes(input_graph: Any, protected_nodes: Any = None) -> Any:
    """A `GraphDef` without checks of numbers and without operations that pass their input on.

    Args:
      input_graph: the graph's message.
      protected_nodes: names of nodes that stay.

    >>> with tf.Graph().as_default() as graph:
    ...     y = tf.negative(tf.identity(tf.constant(1.0)), name="y")
    >>> slim = tf.compat.v1.graph_util.remove_training_nodes(graph.as_graph_def())
    >>> [node.op for node in slim.node]
    ['Const', 'Neg']
    """
    kept = set(protected_nodes or ())
    removed: dict[str, str] = {}
    controlled = {_name_of(e) for node in input_graph.node for e in node.input if e.startswith("^")}
    for node in input_graph.node:
        passes = node.op == "CheckNumerics" or (node.op == "Identity" and len(node.input) == 1)
        if passes and node.name not in kept and node.name not in controlled and not node.input[0].startswith("^"):
            removed[node.name] = node.input[0]

    def source(entry: str) -> str:
        while _name_of(entry) in removed and not entry.startswith("^"):
            entry = removed[_name_of(entry)]
        return entry

    result = GraphDef()
    for node in input_graph.node:
        if node.name not in removed:
            copied = result.node.add()
            copied.ParseFromString(node.SerializeToString())
            copied.input[:] = [source(entry) for entry in node.input]
    return result


def must_run_on_cpu(node: Any, pin_variables_on_cpu: bool = False) -> bool:
    """Whether an operation or a node has text for a value, or is a variable and these are to stay on the CPU.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.graph_util.must_run_on_cpu(tf.constant("text").op)
    True
    """
    op = node.type if hasattr(node, "type") else node.op
    if pin_variables_on_cpu and op in _VARIABLES:
        return True
    if op not in ("Const", "StringToHashBucket", "DynamicStitch"):
        return False
    if hasattr(node, "outputs"):
        return any(tensor.dtype.name in ("string", "int32") for tensor in node.outputs)
    return node.attr["dtype"].type in (3, 7)


def tensor_shape_from_node_def_name(graph: Any, input_name: str) -> TensorShape:
    """The shape of a tensor that is named as the input of a node is, with or without the number of the output.

    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.zeros([2, 3], name="x")
    >>> tf.compat.v1.graph_util.tensor_shape_from_node_def_name(graph, "x")
    TensorShape([2, 3])
    """
    name = input_name if ":" in input_name else f"{input_name}:0"
    shape: TensorShape = graph.get_tensor_by_name(name).shape
    return shape


__all__ = [
    "convert_variables_to_constants", "extract_sub_graph", "must_run_on_cpu", "remove_training_nodes",
    "tensor_shape_from_node_def_name",
]  # fmt: skip
