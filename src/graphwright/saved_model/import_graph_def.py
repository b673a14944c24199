"""`import_graph_def`: the nodes of a GraphDef in the graph under construction."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import SymbolicTensor
from graphwright.core.tracing import TracingGraph
from graphwright.graphdef import messages
from graphwright.graphdef.foreign_ops import ForeignOps, new_scope
from graphwright.graphdef.import_ import import_graph
from graphwright.graphdef.parsing import parsed_graph_def
from graphwright.ir.graph import Operation


def import_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> list[Any] | None:
    """Add the nodes of a GraphDef to the graph of the function being traced.

    Args:
      graph_def: a GraphDef message, of this package or of TensorFlow, or its bytes.
      input_map: tensors that take the place of those named in the keys: `"x"`, `"split:1"`.
      return_elements: names of operations (`"add"`) and tensors (`"add:0"`) to return.
      name: what the names of the operations begin with, `import` by default; "" for nothing.
      op_dict: of no effect.
      producer_op_list: an OpList with the OpDefs of ops that are not known here; graphs keep them.

    Returns: operations and tensors as `return_elements` asks, None where it is not given.

    Raises:
      TypeError: an argument is of the wrong kind.
      ValueError: no function is being traced; `input_map` or `return_elements` names what is not in the graph.
      InvalidArgumentError, NotFoundError: the message is malformed, or uses ops or functions that are not there.

    >>> graph_def = tf.function(lambda x: x * 2.0).get_concrete_function(tf.TensorSpec([])).graph.as_graph_def()
    >>> @tf.function
    ... def f(y):
    ...     return tf.graph_util.import_graph_def(graph_def, {"x": y}, ["Identity:0"])[0]
    >>> float(f(tf.constant(4.0)))
    8.0
    """
    graph = state.graph
    if not isinstance(graph, TracingGraph):
        raise ValueError(
            "tf.graph_util.import_graph_def adds to the graph of the function being traced, and none is. Call it in a "
            "tf.function, or in the function given to tf.compat.v1.wrap_function."
        )
    proto = parsed_graph_def(graph_def)
    op_defs = () if producer_op_list is None else producer_op_list.op
    return add_graph_def(graph, proto, name, ForeignOps(op_defs, scope=scope_of(graph)), input_map, return_elements)


def scope_of(graph: TracingGraph) -> str:
    """Where the shared resources are of all that is imported into a graph."""
    return _scopes.setdefault(graph, new_scope())


_scopes: weakref.WeakKeyDictionary[TracingGraph, str] = weakref.WeakKeyDictionary()


def add_graph_def(
    graph: TracingGraph,
    proto: messages.Message,
    name: str | None,
    ops: ForeignOps,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
) -> list[Any] | None:
    """`import_graph_def` into the graph under construction, with the records of the ops given."""
    elements = _checked_elements(return_elements)
    prefix = _prefix(graph, name)
    replaced = _replacements(graph, input_map or {})
    _check_used(proto, replaced)
    mark = graph.mark()
    try:
        result = import_graph(graph, proto, prefix, replaced, ops, TracingGraph)
        return None if elements is None else [_element(result, e) for e in elements]
    except Exception:
        graph.roll_back(mark)
        raise


def _prefix(graph: TracingGraph, name: str | None) -> str:
    if name is None:
        name = "import"
    if not isinstance(name, str):
        raise TypeError(f"Argument `name` must be a string, got {name!r}.")
    if name == "":
        return graph.scope
    if name.endswith("/"):
        return name
    return graph.unique_name(graph.scope + name) + "/"


def _checked_elements(elements: Any) -> list[str] | None:
    if elements is None:
        return None
    listed = list(elements) if isinstance(elements, (list, tuple)) else None
    if listed is None or not all(isinstance(e, (str, bytes)) for e in listed):
        raise TypeError(f"Argument `return_elements` must be a list of strings, got {elements!r}.")
    return [e.decode() if isinstance(e, bytes) else e for e in listed]


def _split(name: str) -> tuple[str, int]:
    node, colon, index = name.partition(":")
    if colon and not index.isdigit():
        raise ValueError(f"'{name}' is not a valid tensor name: it must be of the form '<op_name>:<output_index>'.")
    return node, int(index or 0)


def _replacements(graph: TracingGraph, input_map: Mapping[str, Any]) -> dict[tuple[str, int], Any]:
    if not isinstance(input_map, Mapping) or not all(isinstance(k, str) for k in input_map):
        raise TypeError(f"Argument `input_map` must be a dictionary from strings to tensors, got {input_map!r}.")
    replaced = {}
    for name, value in input_map.items():
        if name.startswith("^"):
            raise ValueError(f"`input_map` cannot replace the control input '{name}'.")
        tensor = to_tensor(value)
        own = tensor if isinstance(tensor, SymbolicTensor) and tensor.op.graph is graph else graph.capture(tensor)
        replaced[_split(name)] = own
    return replaced


def _check_used(proto: messages.Message, replaced: Mapping[tuple[str, int], Any]) -> None:
    if not replaced:
        return
    used = {_split(i) for node in proto.node for i in node.input if not i.startswith("^")}
    unused = [f"{name}:{index}" for name, index in replaced if (name, index) not in used]
    if unused:
        raise ValueError(f"Attempted to map inputs that were not found in graph_def: [{', '.join(unused)}]")


def _element(result: Mapping[str, Operation], name: str) -> Any:
    node, index = _split(name)
    op = result.get(node)
    if op is None or (":" in name and index >= len(op.outputs)):
        raise ValueError(f"Requested return_element '{name}' not found in graph_def.")
    return op.outputs[index] if ":" in name else op


__all__ = ["add_graph_def", "import_graph_def"]
