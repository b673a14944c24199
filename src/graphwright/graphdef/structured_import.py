"""Control flow of TensorFlow 1 as If and While: writes the plan of a graph (`branches`) into a graph.

The bodies are made with the types of what enters them, so that what is known of shapes is known inside, too. A loop
whose variables change their shapes is written again with what stays the same of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import as_dtype, resource, variant
from graphwright.base.dtypes import bool as bool_dtype
from graphwright.base.shape import Symbol, TensorShape
from graphwright.graphdef import messages
from graphwright.graphdef.array_states import ARRAY_OPS, CHANGES, Arrays
from graphwright.graphdef.branches import Plan
from graphwright.graphdef.control_plan import HANDLES, Branch, Element, Loop, Region, branches_of, elements_of
from graphwright.graphdef.frames import CONTROL_FLOW, Frames, Node, Ref
from graphwright.ir.funcgraph import FuncGraph, next_function_name
from graphwright.ir.graph import Operation, Value
from graphwright.ir.handles import DECLARED, declared_type
from graphwright.ir.record import lookup
from graphwright.ir.types import TensorType, tensor_type

if TYPE_CHECKING:
    from graphwright.graphdef.import_ import NodeImporter

STRUCTURED = CONTROL_FLOW | ARRAY_OPS
"""The ops that are gone from an imported graph."""

_MOST_WRITTEN = 20
"""How many times the nodes of the graph may be written again for the shapes of loops, on average."""


def is_unstructured(nodes: Sequence[messages.Message]) -> bool:
    """Whether a graph has control flow, or arrays, of TensorFlow 1."""
    return any(node.op in STRUCTURED for node in nodes)


_OUTPUTS = {"Switch": ("output_false", "output_true"), "Merge": ("output", "value_index")}


def with_indices(nodes: Sequence[messages.Message], arguments: Collection[str]) -> list[messages.Message]:
    """The nodes of a function with references as those of graphs: by the index of an output, not by its name."""
    by_name = {node.name: node for node in nodes}
    result = []
    for node in nodes:
        changed = messages.CLASSES["NodeDef"]()
        changed.CopyFrom(node)
        del changed.input[:]
        changed.input.extend(flat_reference(i, by_name, arguments) for i in node.input)
        result.append(changed)
    return result


def flat_reference(reference: str, nodes: Mapping[str, messages.Message], arguments: Collection[str]) -> str:
    """A reference in a function as one in a graph; as it is where it names nothing."""
    name, _, rest = reference.partition(":")
    node = nodes.get(name)
    if reference.startswith("^") or name in arguments or node is None or not rest:
        return reference
    output, _, position = rest.partition(":")
    at = 0
    for arg, count in _outputs_of(node):
        if arg == output:
            return f"{name}:{at + int(position or 0)}" if (position or "0").isdigit() else reference
        at += count
    return reference


def _outputs_of(node: messages.Message) -> Sequence[tuple[str, int]]:
    """The outputs of a node by name, with how many there are of each."""
    named = _OUTPUTS.get(node.op.removeprefix("Ref"))
    if named is not None or node.op in CONTROL_FLOW:
        return [(each, 1) for each in named or ("output",)]
    record = lookup(node.op)
    result = []
    for arg in record.outputs if record is not None else ():
        count = 1
        if arg.number_attr is not None and arg.number_attr in node.attr:
            count = node.attr[arg.number_attr].i
        elif arg.type_list_attr is not None and arg.type_list_attr in node.attr:
            count = len(node.attr[arg.type_list_attr].list.type)
        result.append((arg.name, count))
    return result


class StructuredImport:
    """Adds the nodes of a message with such control flow to a graph.

    Args:
      importer: adds single nodes to the graph.
      nodes: all of them, with references by index.
      given: outputs that stand for themselves.
    """

    def __init__(self, importer: NodeImporter, nodes: Sequence[messages.Message], given: Collection[Ref]) -> None:
        self.where = importer.where
        self.functions = importer.functions
        self.frames = Frames(nodes, importer.where, given)
        self.plan = Plan(self.frames, self._effect, given)
        self.arrays = Arrays(self.plan, self.frames.nodes, importer.where)
        self.budget = _MOST_WRITTEN * len(nodes) + 1000
        self._uses: dict[int, tuple[list[Ref], list[str]]] = {}
        RegionWriter(self, importer).write(self.plan.region)

    def _effect(self, node: Node) -> str:
        """What running a node can be seen to do; "" for nothing."""
        if node.op in ARRAY_OPS:
            return "write" if node.op in CHANGES else ""
        if node.op == "ControlTrigger":
            return ""
        record = self.functions.ops.record(node.op, f"Node '{node.name}' of {self.where}")
        return "" if record.effect in ("none", "read") else record.effect

    def needs(self, region: Region) -> tuple[list[Ref], list[str]]:
        """The values from outside that a region uses, and the arrays."""
        found = self._uses.get(id(region))
        if found is None:
            found = self._uses[id(region)] = self._needs(region)
        return found

    def _needs(self, region: Region) -> tuple[list[Ref], list[str]]:
        refs: dict[Ref, None] = {}
        arrays: dict[str, None] = {}
        own: set[str] = set()
        made: set[str] = set()
        for element in elements_of(region):
            own.update(n.name for n in element.nodes)
            refs.update(dict.fromkeys(self._inputs(element)))
            arrays.update(dict.fromkeys(self.arrays.touched(element)))
            made.update(self.arrays.made(element))
            if element.loop is not None:
                more, keys = self.loop_needs(element.loop)
                refs.update(dict.fromkeys(more))
                arrays.update(dict.fromkeys(keys))
        refs.update(dict.fromkeys(self.plan.source(b.predicate) for b in branches_of(region)))
        return [r for r in refs if r[0] not in own], [a for a in arrays if a not in made]

    def _inputs(self, element: Element) -> Sequence[Ref]:
        """The values that an element uses; handles of arrays are none."""
        if element.loop is not None:
            return [self.plan.source(v.initial) for v in element.loop.frame.variables.values()]
        return [ref for ref in element.inputs if not self._is_handle(ref)]

    def _is_handle(self, ref: Ref) -> bool:
        node = self.frames.nodes.get(ref[0])
        return node is not None and ref[1] == 0 and node.op in HANDLES

    def loop_needs(self, loop: Loop) -> tuple[list[Ref], list[str]]:
        """The values from outside that a loop uses besides its variables, and the arrays."""
        refs: dict[Ref, None] = {}
        arrays: dict[str, None] = {}
        for region in (loop.test, loop.body):
            more, keys = self.needs(region)
            refs.update(dict.fromkeys(more))
            arrays.update(dict.fromkeys(keys))
        inside = {n.name for region in (loop.body, loop.test) for e in elements_of(region) for n in e.nodes}
        ends = [loop.predicate, *(v.following for v in loop.frame.variables.values())]
        refs.update(dict.fromkeys(r for r in ends if r[0] not in inside))
        variables = loop.frame.variables
        return [r for r in refs if r[0] not in variables and not self._is_handle(r)], list(arrays)


class RegionWriter:
    """Writes the items of a region into a graph; `states` has the values of the arrays."""

    def __init__(self, whole: StructuredImport, importer: NodeImporter, deep: int = 0) -> None:
        self._whole = whole
        self._importer = importer
        self.states: dict[str, Value] = {}

    def write(self, region: Region) -> None:
        """Write all items."""
        for item in region.items:
            self._whole.budget -= 1
            first = item if isinstance(item, Element) else [*item.merges, *item.sinks][0]
            try:
                if isinstance(item, Branch):
                    self._write_branch(item, first)
                elif item.loop is not None:
                    self._write_loop(item, item.loop)
                else:
                    self._write_node(item)
            except (errors.OpError, ValueError, TypeError) as error:
                raise self._importer.told(error, first.nodes[0].proto) from None

    # values ------------------------------------------------------------------------------------------------

    def value(self, ref: Ref) -> Value:
        """The value of an output."""
        return self._importer.value(f"{ref[0]}:{ref[1]}", f"A node of {self._whole.where}", False)

    def op(self, name: str, inputs: Sequence[Any], attrs: Mapping[str, Any], wanted: str) -> list[Value]:
        """The results of a new operation; inputs that are no values become constants."""
        record = lookup(name)
        assert record is not None
        values = [v if isinstance(v, Value) else self._constant(v, wanted) for v in inputs]
        complete = {n: as_dtype(v) if record.attrs[n].kind == "type" else v for n, v in attrs.items()}
        for arg, value in zip(record.inputs, values, strict=False):
            if arg.type_attr is not None and arg.type_attr not in complete:
                complete[arg.type_attr] = value.dtype
        for attr, definition in record.attrs.items():
            complete.setdefault(attr, definition.default)
        return self._importer.apply(record, values, complete, wanted).outputs

    def _constant(self, value: Any, wanted: str) -> Value:
        array = np.asarray(value)
        return self.op("Const", [], {"value": array, "dtype": array.dtype}, f"{wanted}/Const")[0]

    def _named(self, name: str, value: Value) -> None:
        """Let a value be the first output of a node of this name."""
        record = lookup("Identity")
        assert record is not None
        self._importer.made[name] = self._importer.apply(record, [value], {"T": value.dtype}, name)

    # single nodes ------------------------------------------------------------------------------------------

    def _write_node(self, element: Element) -> None:
        node = element.nodes[0]
        if node.op in ARRAY_OPS:
            self._write_array_op(element, node)
            return
        handle = next((r for r in element.inputs if self._whole._is_handle(r)), None)
        if handle is not None:
            if node.op == "Identity":
                return  # its users follow the handle themselves
            raise errors.UnimplementedError(
                f"Node '{node.name}' ({node.op}) of {self._whole.where} takes the handle of the array '{handle[0]}', "
                "which arrays that are lists have not."
            )
        self._importer.add_one(self._rewritten(element, node))

    def _rewritten(self, element: Element, node: Node) -> messages.Message:
        """The node with inputs that name what the values come from."""
        if element.inputs == node.inputs and node.op != "ControlTrigger":
            return node.proto
        proto = messages.CLASSES["NodeDef"]()
        proto.CopyFrom(node.proto)
        if node.op == "ControlTrigger":
            proto.op = "NoOp"
        del proto.input[:]
        proto.input.extend(f"{name}:{index}" for name, index in element.inputs)
        proto.input.extend(f"^{name}" for name in node.controls)
        return proto

    def _write_array_op(self, element: Element, node: Node) -> None:
        for key in self._whole.arrays.touched(element):
            if key not in self.states and element.name != key:
                raise errors.UnimplementedError(
                    f"Node '{node.name}' ({node.op}) of {self._whole.where} uses the array '{key}', which is made in "
                    "another conditional or loop."
                )
        results = self._whole.arrays.write(self, element)
        for index, value in enumerate(results):
            if value is not None:
                self._importer.replaced[element.name, index] = value
        last = next((v for v in reversed(results) if v is not None), None)
        if last is not None and last.op.graph is self._importer.graph:
            self._named(element.name, last)

    # conditionals ------------------------------------------------------------------------------------------

    def _inside(self, name: str, inputs: Sequence[tuple[Ref | str, Value, TensorType]]) -> RegionWriter:
        """A writer for a new body that takes these values and arrays."""
        from graphwright.graphdef.import_ import NodeImporter

        graph = self._whole.functions.new_graph(next_function_name(name.replace("/", "_")))
        importer = NodeImporter(graph, self._whole.functions, self._whole.where, {})
        writer = RegionWriter(self._whole, importer)
        for key, outer, type_ in inputs:
            inner = _argument(graph, outer, type_, key if isinstance(key, str) else key[0])
            if isinstance(key, str):
                writer.states[key] = inner
            else:
                importer.replaced[key] = inner
        return writer

    def _finished(self, results: Sequence[Value]) -> FuncGraph:
        graph = cast(FuncGraph, self._importer.graph)
        graph.outputs = list(results)
        graph.control_outputs = [op for op in graph.operations if op.record.effect in ("write", "host")]
        getattr(graph, "finish", graph.finalize)()
        return graph

    def _write_branch(self, branch: Branch, first: Element) -> None:
        name = first.name.rpartition("/")[0] or first.name
        refs: dict[Ref, None] = {}
        arrays: dict[str, None] = {}
        own = {n.name for region in branch.regions for e in elements_of(region) for n in e.nodes}
        for region in branch.regions:
            more, keys = self._whole.needs(region)
            refs.update(dict.fromkeys(more))
            arrays.update(dict.fromkeys(keys))
        for merge in branch.merges:
            refs.update(dict.fromkeys(r for r in merge.sides or () if r[0] not in own))
        inputs: list[tuple[Ref | str, Value, TensorType]] = []
        inputs += [(ref, v, v.type) for ref in refs if ref[0] not in own and (v := self.value(ref)) is not None]
        inputs += [(key, self._state(key), self._state(key).type) for key in arrays]
        predicate = self._scalar(self._whole.plan.source(branch.predicate), "the predicate")
        sides = [self._inside(f"{name}_{which}", inputs) for which in ("false", "true")]
        for writer, region in zip(sides, branch.regions, strict=True):
            writer.write(region)
        results = self._results(branch, sides, list(arrays))
        graphs = [writer._finished([pair[i] for pair in results]) for i, writer in enumerate(sides)]
        op = self._apply_branch(predicate, [v for _, v, _ in inputs], graphs, name)
        op.control_inputs = self._controls(branch)
        self._take_results(branch, op, list(arrays), own)

    def _state(self, key: str) -> Value:
        found = self.states.get(key)
        if found is None:
            raise errors.UnimplementedError(
                f"The array '{key}' of {self._whole.where} is used where it is not made yet, or made in another "
                "conditional or loop."
            )
        return found

    def _results(self, branch: Branch, sides: Sequence[RegionWriter], arrays: Sequence[str]) -> list[Any]:
        """What both sides give: for the Merges, what later conditionals use of one side, and the arrays."""
        results: list[Any] = []
        for merge in branch.merges:
            assert merge.sides is not None
            pair = [writer.value(ref) for writer, ref in zip(sides, merge.sides, strict=True)]
            if pair[0].dtype is not pair[1].dtype:
                raise ValueError(f"'{merge.name}' joins {pair[0].dtype.name} and {pair[1].dtype.name}")
            results.append(pair)
            if (merge.name, 1) in self._whole.plan.used:
                first = self._whole.plan.source(merge.nodes[0].inputs[0]) == merge.sides[0]
                which = (0, 1) if first else (1, 0)
                results.append([w._constant(np.int32(i), merge.name) for w, i in zip(sides, which, strict=True)])
        for ref, side in branch.exports.items():
            if self._whole._is_handle(ref):
                continue
            value = sides[side].value(ref)
            other = sides[1 - side]._nothing(value, ref)
            results.append([other, value] if side else [value, other])
        for key in arrays:
            results.append([writer.states[key] for writer in sides])
        return results

    def _nothing(self, value: Value, ref: Ref) -> Value:
        """A value of the type of one that the other side of a conditional gives."""
        if value.dtype in (resource, variant):
            raise errors.UnimplementedError(
                f"'{ref[0]}' of {self._whole.where} gives {value.dtype.name} in one conditional that another uses."
            )
        shape = [d if isinstance(d, int) else 0 for d in value.type.dims or ()]
        array = np.zeros(shape, value.dtype.numpy)
        if array.dtype == object:
            array.fill(b"")
        return self.op("Const", [], {"value": array, "dtype": value.dtype}, f"{ref[0]}/none")[0]

    def _apply_branch(self, predicate: Value, inputs: list[Value], graphs: Sequence[FuncGraph], name: str) -> Operation:
        record = lookup("If" if any(g.is_stateful for g in graphs) else "StatelessIf")
        assert record is not None
        attrs: dict[str, Any] = {
            "Tcond": predicate.dtype,
            "Tin": [v.dtype for v in inputs],
            "Tout": [v.dtype for v in graphs[0].outputs],
            "then_branch": graphs[1],
            "else_branch": graphs[0],
        }
        fitting = self._importer.types.before(record, attrs, [predicate, *inputs], name)
        return self._importer.apply(record, fitting, attrs, name)

    def _controls(self, item: Branch | Element) -> list[Operation]:
        """The operations here that an item, or anything in it, waits for."""
        elements = [item] if isinstance(item, Element) else [*item.merges]
        if isinstance(item, Branch):
            elements += [e for region in item.regions for e in elements_of(region)]
        found = (self._importer.operation(c) for e in elements for c in e.controls)
        return list(dict.fromkeys(op for op in found if op is not None))

    def _take_results(self, branch: Branch, op: Operation, arrays: Sequence[str], own: set[str]) -> None:
        results = iter(op.outputs)
        for name in own:
            self._importer.inside[name] = op
        for merge in branch.merges:
            self._named(merge.name, next(results))
            if (merge.name, 1) in self._whole.plan.used:
                self._importer.replaced[merge.name, 1] = next(results)
        for ref in branch.exports:
            if not self._whole._is_handle(ref):
                self._importer.replaced[ref] = next(results)
        for key in arrays:
            self.states[key] = next(results)

    # loops -------------------------------------------------------------------------------------------------

    def _write_loop(self, element: Element, loop: Loop) -> None:
        name = loop.frame.name.rpartition("/")[0] or loop.frame.name
        variables = list(loop.frame.variables.values())
        refs, arrays = self._whole.loop_needs(loop)
        initial = [self.value(self._whole.plan.source(v.initial)) for v in variables]
        passed = [self.value(ref) for ref in refs]
        states = [self._state(key) for key in arrays]
        keys: list[Ref | str] = [*((v.merge, 0) for v in variables), *refs, *arrays]
        types = [v.type for v in initial]
        sizes: set[Symbol] = set()  # those that change from round to round
        while True:
            inputs = [*initial, *passed, *states]
            given = list(zip(keys, inputs, [*types, *(v.type for v in (*passed, *states))], strict=True))
            test, body = (self._inside(f"{name}_{which}", given) for which in ("cond", "body"))
            predicate = self._write_test(test, loop, arrays)
            body.write(loop.body)
            following = [body.value(v.following) for v in variables]
            wider = [self._wider(v, t, f, sizes) for v, t, f in zip(variables, types, following, strict=True)]
            if wider == types:
                break
            types = wider
        kept = [body.value(ref) for ref in refs]
        graphs = [
            test._finished([predicate]),
            body._finished([*following, *kept, *(body.states[key] for key in arrays)]),
        ]
        op = self._apply_loop(inputs, graphs, loop, name)
        op.control_inputs = self._controls(element)
        for node in loop.frame.nodes:
            self._importer.inside[node.name] = op
        places = {v.merge: i for i, v in enumerate(variables)}
        for node in element.nodes:
            self._named(node.name, op.outputs[places[self._whole.plan.source(node.inputs[0])[0]]])
        self.states.update(zip(arrays, op.outputs[len(initial) + len(passed) :], strict=True))

    def _write_test(self, test: RegionWriter, loop: Loop, arrays: Sequence[str]) -> Value:
        """Write the condition of a loop."""
        before = dict(test.states)
        test.write(loop.test)
        if any(test.states[key] is not before[key] for key in arrays):
            raise errors.UnimplementedError(f"The condition of the loop '{loop.frame.name}' changes an array.")
        return test._scalar(loop.predicate, f"the condition of the loop '{loop.frame.name}'")

    def _scalar(self, ref: Ref, what: str) -> Value:
        """A predicate, which must be a bool scalar; where its rank is unknown the run looks."""
        value = self.value(ref)
        if value.dtype is not bool_dtype or value.type.shape.rank not in (0, None):
            raise ValueError(f"{what} is {value.type!r}, and must be a scalar bool")
        if value.type.shape.rank is None:
            return self.op("EnsureShape", [value], {"shape": TensorShape([])}, "pred")[0]
        return value

    def _wider(self, variable: Any, declared: TensorType, following: Value, sizes: set[Symbol]) -> TensorType:
        """The type of a variable that a round may have changed."""
        if following.dtype is not declared.dtype:
            raise ValueError(
                f"'{variable.merge}' enters the loop as {declared.dtype.name}, and is {following.dtype.name} after a "
                "round"
            )
        if declared.dims is None or declared.dims == following.type.dims:
            return declared
        if self._whole.budget < 0:
            return tensor_type(declared.dtype, None)
        found = following.type.dims
        if found is None or len(found) != len(declared.dims):
            return tensor_type(declared.dtype, None)
        dims = []
        for own, other in zip(declared.dims, found, strict=True):
            if own != other and own not in sizes:
                own = Symbol()
                sizes.add(own)
            dims.append(own)
        return declared if tuple(dims) == declared.dims else tensor_type(declared.dtype, tuple(dims))

    def _apply_loop(self, inputs: list[Value], graphs: Sequence[FuncGraph], loop: Loop, name: str) -> Operation:
        record = lookup("While" if any(g.is_stateful for g in graphs) else "StatelessWhile")
        assert record is not None
        parallel = 10
        attrs: dict[str, Any] = {
            "T": [v.dtype for v in inputs],
            "cond": graphs[0],
            "body": graphs[1],
            "parallel_iterations": parallel,
        }
        fitting = self._importer.types.before(record, attrs, inputs, name)
        return self._importer.apply(record, fitting, attrs, name)


def _argument(graph: Any, outer: Value, type_: TensorType, name: str) -> Value:
    """A new argument of a body, for an outer value."""
    record = lookup("Placeholder")
    assert record is not None
    attrs: dict[str, Any] = {"dtype": type_.dtype, "shape": type_.shape}
    declared = declared_type(outer) if type_.dtype is resource else None
    if declared is not None:
        attrs[DECLARED] = declared
    wanted = graph.unique_name(name.rpartition("/")[2] or "unknown")
    value: Value = graph.add_op(record, (), attrs, [type_], wanted).outputs[0]
    graph.inputs.append(value)
    return value
