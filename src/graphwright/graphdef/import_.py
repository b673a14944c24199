"""GraphDef and FunctionDef messages as graphs: the way back from `graphdef.export`.

Nothing that a file says is believed before it is checked. Types come from the records' own shape rules; the shapes
that a file declares are held against them, and where a function takes less than it may be given, an `EnsureShape`
stands before it (`call_types`). Effects happen in program order here, so the nodes are put in an order that data and
control edges allow, the file's own where that is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from graphwright.base import errors
from graphwright.base.dtypes import resource
from graphwright.base.shape import TensorShape
from graphwright.graphdef import messages
from graphwright.graphdef.call_types import CallTypes
from graphwright.graphdef.expansion import Expansion
from graphwright.graphdef.export import SIGNATURE_NAMES
from graphwright.graphdef.foreign_ops import ForeignOps
from graphwright.graphdef.node_order import call_order, called_by, node_order
from graphwright.graphdef.read_attrs import read_attrs, read_dtype, read_free_attr, read_shape
from graphwright.graphdef.reference_variables import has_reference_variables, with_handles
from graphwright.graphdef.structured_import import StructuredImport, flat_reference, is_unstructured, with_indices
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Graph, Operation, Value
from graphwright.ir.handles import DECLARED
from graphwright.ir.infer import infer
from graphwright.ir.record import lookup
from graphwright.ir.types import tensor_type
from graphwright.ir.verify import verify

CONSUMER = 2474
"""The version of the format that is read: files that ask for a later reader are refused."""

MOST_OUTPUTS = 100_000
"""Results that one node may give: their number is an attribute, and takes no more room in a file if it is large."""

_NODE_NAME = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.\\/>-]*\Z")
_FUNCTION_NAME = re.compile(r"[^\s:^\x00-\x1f]{1,1000}\Z")  # functions made of lambdas are called `<lambda>`
_INPUT = re.compile(r"([^:^]+)(?::([a-z][a-z0-9_]*))?(?::(\d{1,6}))?\Z")

# What the exporter writes of itself, and names of functions that another process derived.
_NOT_KEPT = frozenset(
    {
        "_construction_context", "_input_shapes", "forward_function_name", "backward_function_name",
        "structured_inputs", "structured_outputs",
    }
)  # fmt: skip


def check_versions(versions: messages.Message) -> None:
    """Raises InvalidArgumentError for a graph that is written for later readers."""
    if versions.min_consumer > CONSUMER or CONSUMER in versions.bad_consumers:
        raise errors.InvalidArgumentError(
            f"The graph asks for a reader of version {versions.min_consumer} (and none of "
            f"{list(versions.bad_consumers)}); this one has version {CONSUMER}."
        )


def _check_name(name: str, what: str, pattern: re.Pattern[str] = _NODE_NAME) -> str:
    if not pattern.match(name):
        raise errors.InvalidArgumentError(f"{name!r} is not a valid name of a {what}.")
    return name


class FunctionLibrary:
    """The functions of a file, imported when they are asked for.

    Args:
      definitions: the FunctionDefs.
      graph_class: what graphs are made with: `FuncGraph`, or a class that can be traced into.
      ops: the records for the file's ops.
      known: functions by name that definitions may call, which are graphs already.

    Raises InvalidArgumentError for two functions of one name, and for functions that call themselves without end.
    """

    def __init__(
        self,
        definitions: Iterable[messages.Message],
        graph_class: Callable[[str], Any] = FuncGraph,
        ops: ForeignOps | None = None,
        known: Mapping[str, FuncGraph] | None = None,
    ) -> None:
        self.ops = ops or ForeignOps()
        self._make = graph_class
        self._definitions: dict[str, messages.Message] = {}
        self._graphs: dict[str, FuncGraph] = dict(known or {})
        self._done = set(self._graphs)
        for definition in definitions:
            name = _check_name(definition.signature.name, "function", _FUNCTION_NAME)
            if name in self._definitions:
                raise errors.InvalidArgumentError(f"The library has two functions of the name '{name}'.")
            self._definitions[name] = definition
        self.expansion = Expansion(lambda: sum(d.ByteSize() for d in self._definitions.values()))

    def __contains__(self, name: str) -> bool:
        return name in self._definitions

    def definition(self, name: str) -> messages.Message:
        """The FunctionDef of a name; NotFoundError when there is none."""
        found = self._definitions.get(name)
        if found is None:
            raise errors.NotFoundError(f"The graph names a function '{name}', which its library does not have.")
        return found

    def get(self, name: str) -> FuncGraph:
        """The function of a name, with all functions it calls.

        Raises:
          NotFoundError: it, a function it calls, or an op, is not there.
          InvalidArgumentError: it is malformed.
        """
        if name not in self._done:
            self._import({name: self.definition(name).node_def}, [name])
        return self._graphs[name]

    def need(self, nodes: Iterable[messages.Message]) -> None:
        """Import the functions that these nodes name."""
        listed = list(nodes)
        self._import({"": listed}, list(called_by(listed)))

    def _import(self, start: Mapping[str, Any], named: Sequence[str]) -> None:
        before = set(self._done)
        try:
            for name in call_order(start, lambda n: self.definition(n).node_def, before):
                if name:
                    self._import_one(name)
            for name in named:
                _verified(self._graphs[name], f"of function '{name}'")
        except Exception:
            # what was made on the way is not verified
            self._done = before
            self._graphs = {name: graph for name, graph in self._graphs.items() if name in before}
            raise

    def new_graph(self, name: str) -> Any:
        """A graph for a body that is in no file."""
        return self._make(name)

    def graph(self, name: str) -> FuncGraph:
        """The graph of a function that may still be under construction, with its arguments."""
        found = self._graphs.get(name)
        if found is None:
            definition = self.definition(name)
            found = self._make(name)
            try:
                _add_arguments(found, definition)
                found.declared_outputs = [
                    tensor_type(read_dtype(arg.type), None) for arg in definition.signature.output_arg
                ]
            except ValueError as error:
                raise errors.InvalidArgumentError(f"Function '{name}': {error}.") from None
            self._graphs[name] = found
        return found

    def _import_one(self, name: str) -> None:
        definition, graph = self.definition(name), self.graph(name)
        try:
            arguments = {
                arg.name: [value] for arg, value in zip(definition.signature.input_arg, graph.inputs, strict=True)
            }
            nodes = _without_effects_node(definition)
            builder = NodeImporter(graph, self, f"function '{name}'", arguments)
            builder.add(nodes, in_function=True)
            _put_results(graph, definition, builder)
            for key, value in definition.attr.items():
                kept = None if key in _NOT_KEPT else read_free_attr(value)
                if kept is not None:
                    graph.attributes[key] = kept
        except (ValueError, TypeError, OverflowError) as error:
            if isinstance(error, errors.OpError):
                raise
            raise errors.InvalidArgumentError(f"Function '{name}': {error}") from None
        graph.derived[SIGNATURE_NAMES] = (
            [arg.name for arg in definition.signature.output_arg],
            [arg.name for arg in definition.signature.input_arg],
        )
        finish = getattr(graph, "finish", graph.finalize)
        finish()
        self._done.add(name)


def _verified(graph: Graph, what: str) -> None:
    try:
        verify(graph, f"by the import {what}")
    except errors.InternalError as error:
        raise errors.InvalidArgumentError(error.message) from None


# arguments and results --------------------------------------------------------------------------------------


def _add_arguments(graph: FuncGraph, definition: messages.Message) -> None:
    record = lookup("Placeholder")
    assert record is not None
    signature = definition.signature
    declared = definition.attr["_input_shapes"].list.shape if "_input_shapes" in definition.attr else []
    seen: set[str] = set()
    for index, arg in enumerate(signature.input_arg):
        if arg.name in seen or not _NODE_NAME.match(arg.name):
            raise ValueError(f"argument {index} is called {arg.name!r}, which is no name or taken")
        seen.add(arg.name)
        if arg.type_attr or arg.number_attr or arg.type_list_attr or not arg.type:
            raise ValueError(f"argument '{arg.name}' has no fixed dtype")
        dtype = read_dtype(arg.type)
        described = definition.arg_attr[index].attr if index in definition.arg_attr else {}
        if dtype is resource:
            shape = TensorShape([])
        elif "_output_shapes" in described and len(described["_output_shapes"].list.shape) == 1:
            shape = read_shape(described["_output_shapes"].list.shape[0])
        else:
            shape = read_shape(declared[index]) if index < len(declared) else TensorShape(None)
        attrs: dict[str, Any] = {"dtype": dtype, "shape": shape}
        if "_user_specified_name" in described:
            attrs["_user_specified_name"] = described["_user_specified_name"].s.decode(errors="replace")
        if dtype is resource and len(arg.handle_data) == 1:
            stored = arg.handle_data[0]
            attrs[DECLARED] = tensor_type(read_dtype(stored.dtype), read_shape(stored.shape).symbolic)
        name = graph.unique_name(arg.name)
        op = graph.add_op(record, (), attrs, [tensor_type(dtype, shape.symbolic)], name)
        graph.inputs.append(op.outputs[0])


def _put_results(graph: FuncGraph, definition: messages.Message, builder: NodeImporter) -> None:
    signature = definition.signature
    for arg in signature.output_arg:
        reference = definition.ret.get(arg.name)
        if reference is None:
            raise ValueError(f"result '{arg.name}' is not among what the function returns")
        value = builder.result(reference)
        if value.dtype is not read_dtype(arg.type):
            raise ValueError(f"result '{arg.name}' is declared {read_dtype(arg.type).name} and is {value.dtype.name}")
        graph.outputs.append(value)
    for control in signature.control_output:
        name = definition.control_ret.get(control, control)
        op = builder.made.get(name)
        if op is None and name not in builder.dropped:
            raise ValueError(f"control output '{control}' names '{name}', which is no node of it")
        if op is not None and op.record.effect in ("write", "host"):
            graph.control_outputs.append(op)


def _without_effects_node(definition: messages.Message) -> list[messages.Message]:
    """The nodes without the NoOp through which the exporter lets results wait for the effects."""
    effects = sorted(set(definition.control_ret.values()))
    if not effects:
        return list(definition.node_def)
    waiting = [
        n for n in definition.node_def
        if n.op == "NoOp" and sorted(i.removeprefix("^") for i in n.input) == effects and not n.attr
    ]  # fmt: skip
    return [n for n in definition.node_def if n not in waiting[:1]] if waiting else list(definition.node_def)


# nodes ------------------------------------------------------------------------------------------------------


class NodeImporter:
    """Adds the nodes of a message to a graph.

    Args:
      graph: takes the operations.
      functions: those that nodes name.
      where: what is imported, for errors.
      given: values that nodes may name which are no nodes, by name: arguments, or what an `input_map` puts in the
        place of others.
      prefix: stands before the names of the operations.

    Attributes: `made` leads from the names of nodes to operations, `inside` from those of nodes in conditionals and
    loops to the operation of the whole; `dropped` has the nodes left out.
    """

    def __init__(
        self,
        graph: Graph,
        functions: FunctionLibrary,
        where: str,
        given: Mapping[str, Sequence[Value]],
        prefix: str = "",
        replaced: Mapping[tuple[str, int], Value] | None = None,
    ) -> None:
        self.graph = graph
        self.made: dict[str, Operation] = {}
        self.inside: dict[str, Operation] = {}
        self.dropped: set[str] = set()
        self.functions = functions
        self.where = where
        self.replaced: dict[tuple[str, int], Value] = dict(replaced or {})
        self._given = given
        self._prefix = prefix
        self._outputs: dict[str, dict[str, list[Value]]] = {}
        self._by_name: dict[str, messages.Message] = {}  # of a function with control flow of TensorFlow 1
        self.types = CallTypes(self.apply)

    def add(self, nodes: Sequence[messages.Message], in_function: bool = False) -> None:
        """Add all nodes; InvalidArgumentError or NotFoundError naming the first that can't be."""
        names = {n.name for n in nodes}
        everything = self.functions.definition(self.graph.name).node_def if in_function else nodes
        self.dropped = {n.name for n in everything} - names
        if is_unstructured(nodes):
            self._add_structured(nodes, in_function)
            return
        for node in node_order(nodes, self.where, {*self._given, *self.dropped}):
            try:
                self._add(node, in_function)
            except (errors.OpError, ValueError, TypeError) as error:
                raise self.told(error, node) from None

    def _add_structured(self, nodes: Sequence[messages.Message], in_function: bool) -> None:
        """Add nodes with control flow of TensorFlow 1."""
        if in_function:
            self._by_name = {n.name: n for n in nodes}
            nodes = with_indices(nodes, self._given)
            self.replaced.update(((name, 0), values[0]) for name, values in self._given.items())
        given = {*self.replaced, *((name, -1) for name in self.dropped), *((name, -1) for name in self._given)}
        StructuredImport(self, nodes, given)

    def add_one(self, node: messages.Message) -> None:
        """Add a node whose inputs are there."""
        self._add(node, False)

    def operation(self, name: str) -> Operation | None:
        """The operation that a node has become, or has become part of."""
        return self.made.get(name) or self.inside.get(name)

    def told(self, error: Exception, node: messages.Message) -> Exception:
        """The error with the node it is about."""
        if isinstance(error, errors.InternalError):  # a shape rule met what no record allows
            return errors.InvalidArgumentError(f"{self._described(node)}: {error.message}")
        if not isinstance(error, errors.OpError):
            return errors.InvalidArgumentError(f"{self._described(node)}: {error}")
        described = node.name in error.message
        return error if described else errors.with_note(error, f"[{self._described(node)}]")

    def _described(self, node: messages.Message) -> str:
        return f"Node '{node.name}' ({node.op}) of {self.where}"

    def _add(self, node: messages.Message, in_function: bool) -> None:
        _check_name(node.name, "node")
        where = self._described(node)
        record = self.functions.ops.record(node.op, where)
        for attr in node.attr.values():
            self.functions.expansion.take(attr)
        attrs = read_attrs(record, node.attr, self.functions.graph, where)
        inputs, controls = [], []
        for reference in node.input:
            if reference.startswith("^"):
                controls.append(reference[1:])
            elif controls:
                raise ValueError(f"the input '{reference}' stands behind control inputs")
            else:
                inputs.append(self.value(reference, where, in_function))
        self._check_inputs(record, attrs, inputs)
        if record.name == "Placeholder" and in_function:
            raise ValueError("a Placeholder in a function is never given a value")
        if record.name == "Placeholder":  # a shape that was set later; what is fed is checked against it
            for shape in node.attr["_output_shapes"].list.shape if "_output_shapes" in node.attr else ():
                attrs["shape"] = attrs["shape"].merge_with(read_shape(shape))
        if record.name == "Const" and attrs["value"].dtype != attrs["dtype"].numpy:
            raise ValueError(f"its value is {attrs['value'].dtype}, its dtype {attrs['dtype'].name}")
        inputs = self.types.before(record, attrs, inputs, node.name)
        op = self.apply(record, inputs, attrs, node.name)
        op.control_inputs = list(dict.fromkeys(found for c in controls if (found := self.operation(c)) is not None))
        self.made[node.name] = op
        self._check_shapes(node, op)

    def apply(self, record: Any, inputs: Sequence[Any], attrs: dict[str, Any], name: str) -> Operation:
        """Add an operation with complete attributes."""
        types, _ = infer(record, inputs, [v.type for v in inputs], attrs)
        return self.graph.add_op(record, inputs, attrs, types, self.graph.unique_name(self._prefix + name))

    @staticmethod
    def _check_inputs(record: Any, attrs: Mapping[str, Any], inputs: Sequence[Value]) -> None:
        at = 0
        for arg in record.inputs:
            count = record.arg_count(arg, attrs)
            for i, value in enumerate(inputs[at : at + count]):
                wanted = arg.dtype or (attrs[arg.type_list_attr][i] if arg.type_list_attr else attrs[arg.type_attr])
                if value.dtype is not wanted:
                    raise ValueError(f"input '{arg.name}' must be {wanted.name}; '{value.name}' is {value.dtype.name}")
            at += count
        if at != len(inputs):
            raise ValueError(f"it takes {at} inputs by its attributes, and has {len(inputs)}")
        for arg in record.outputs:
            if not 0 <= record.arg_count(arg, attrs) <= MOST_OUTPUTS:
                raise ValueError(f"it gives {record.arg_count(arg, attrs)} results; there may be {MOST_OUTPUTS}")

    @staticmethod
    def _check_shapes(node: messages.Message, op: Operation) -> None:
        if "_output_shapes" not in node.attr:
            return
        shapes = [read_shape(s) for s in node.attr["_output_shapes"].list.shape]
        if len(shapes) != len(op.outputs):
            raise ValueError(f"_output_shapes has {len(shapes)} shapes for {len(op.outputs)} outputs")
        for i, (shape, value) in enumerate(zip(shapes, op.outputs, strict=True)):
            if not shape.is_compatible_with(value.shape):
                raise ValueError(f"output {i} is declared to have the shape {shape}, and has {value.shape}")

    # references --------------------------------------------------------------------------------------------

    def value(self, reference: str, where: str, in_function: bool) -> Value:
        """The value that an input names: `x`, `cond:1`, in functions `node:output:0`."""
        match = _INPUT.match(reference)
        if match is None:
            raise errors.InvalidArgumentError(f"{where} has the input {reference!r}, which names no value.")
        name, output, position = match[1], match[2], int(match[3] or 0)
        replaced = self.replaced.get((name, position))
        if replaced is not None:
            return replaced
        if in_function and output is None and match[3] is None and name in self._given:
            return self._given[name][0]
        op = self.made.get(name)
        if op is None:
            known = f"'{name}', which is no argument and no node before it"
            raise errors.InvalidArgumentError(f"{where} has the input '{reference}': {known}.")
        values = self._outputs_of(op, output) if output is not None else op.outputs
        if (in_function and output is None) or (not in_function and output is not None) or position >= len(values):
            raise errors.InvalidArgumentError(
                f"{where} has the input '{reference}', but '{name}' ({op.type}) has no such output."
            )
        return values[position]

    def result(self, reference: str) -> Value:
        """The value that a function returns by this reference."""
        if self._by_name:
            return self.value(flat_reference(reference, self._by_name, self._given), "its results", False)
        return self.value(reference, "its results", True)

    def _outputs_of(self, op: Operation, output: str) -> Sequence[Value]:
        named = self._outputs.get(op.name)
        if named is None:
            named, at = {}, 0
            for arg in op.record.outputs:
                count = op.record.arg_count(arg, op.attrs)
                named[arg.name] = op.outputs[at : at + count]
                at += count
            self._outputs[op.name] = named
        return named.get(output, ())


def import_graph(
    graph: Graph,
    proto: messages.Message,
    prefix: str = "",
    replaced: Mapping[tuple[str, int], Value] | None = None,
    ops: ForeignOps | None = None,
    graph_class: Callable[[str], Any] = FuncGraph,
) -> dict[str, Operation]:
    """Add the nodes of a GraphDef to a graph; gives the operations by the names of their nodes.

    Args:
      prefix: stands before all names (with its `/`).
      replaced: values that take the place of outputs of nodes, by name and index.

    Raises:
      InvalidArgumentError: the message contradicts itself, or asks for a later reader.
      NotFoundError: an op or a function is not there.
    """
    check_versions(proto.versions)
    functions = FunctionLibrary(proto.library.function, graph_class, ops)
    nodes = with_handles(proto.node) if has_reference_variables(proto.node) else proto.node
    functions.need(nodes)
    names = {name for name, _ in replaced or {}}
    importer = NodeImporter(graph, functions, "the graph", dict.fromkeys(names, ()), prefix, replaced)
    importer.add(nodes)
    return importer.made
