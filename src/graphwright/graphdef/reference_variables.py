"""Reference variables of TensorFlow 1 (`VariableV2`), rewritten to handles before a graph is imported.

The value of such a variable is read where it is used. The node keeps its name and becomes a read of the variable, whose
handle is a node beside it; each use has a read of its own, in the place where the use was. An op that changes the
variable gives the variable: it becomes the change, and a read after it that has the op's name.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from graphwright.base import errors
from graphwright.base.dtypes import resource
from graphwright.graphdef import messages
from graphwright.graphdef.frames import is_constant
from graphwright.ir.record import OpRecord, lookup

VARIABLES = frozenset({"Variable", "VariableV2"})

_CHANGES: Mapping[str, str] = {
    "Assign": "AssignVariableOp", "AssignAdd": "AssignAddVariableOp", "AssignSub": "AssignSubVariableOp",
    "StridedSliceAssign": "ResourceStridedSliceAssign",
}  # fmt: skip
_PREFIXES = ("Scatter", "Apply", "SparseApply")


def has_reference_variables(nodes: Iterable[messages.Message]) -> bool:
    """Whether nodes of a graph declare such variables."""
    return any(node.op in VARIABLES for node in nodes)


def with_handles(nodes: Sequence[messages.Message]) -> list[messages.Message]:
    """The nodes of a graph with handles in the place of reference variables."""
    return _Rewriting(nodes).result


def changed_op(name: str) -> OpRecord | None:
    """The record of the op that does to a handle what an op does to a reference; None for no such op."""
    if name not in _CHANGES and not (name.startswith(_PREFIXES) and name != "ScatterNd"):
        return None
    found = lookup(_CHANGES.get(name, f"Resource{name}"))
    return found if found is not None and found.inputs and found.inputs[0].dtype is resource else None


class _Rewriting:
    def __init__(self, nodes: Sequence[messages.Message]) -> None:
        self.result: list[messages.Message] = []
        self._taken = {node.name for node in nodes}
        self._attrs = {node.name: node.attr for node in nodes if node.op in VARIABLES}
        self._handles = {name: self._fresh(f"{name}/handle") for name in self._attrs}
        # control flow that leads a variable into a conditional or a loop; it leads the handle there instead
        self._leading = {n.name for n in nodes if n.op == "RefSwitch" or (n.op == "RefEnter" and is_constant(n))}
        # which variable the first output of a node is, besides the variables themselves
        self._variable = {name: name for name in self._attrs}
        self._references = {
            n.name: n.input[0] for n in nodes if n.input and (n.op == "RefIdentity" or changed_op(n.op))
        }
        first = {
            n.name: self._source(n.input[0])
            for n in nodes
            if n.input and (n.name in self._references or n.name in self._leading)
        }
        for name in first:
            self._follow(name, first)
        for node in nodes:
            self._add(node)

    def _follow(self, name: str | None, first: Mapping[str, str | None]) -> None:
        """Find the variable that a change, perhaps of the result of other changes, is of."""
        way: dict[str, None] = {}  # in order
        while name is not None and name in first and name not in self._variable and name not in way:
            way[name] = None
            name = first[name]
        if name is not None and name in self._variable:
            self._variable.update(dict.fromkeys(way, self._variable[name]))

    def _of(self, node: messages.Message, reference: str) -> str:
        """The handle of the variable that an input refers to."""
        found = self._variable.get(self._source(reference) or "")
        if found is None:
            raise errors.InvalidArgumentError(
                f"Node '{node.name}' ({node.op}) of the graph has the input '{reference}', which is no variable."
            )
        return self._handle(found, reference)

    def _handle(self, variable: str, reference: str) -> str:
        """The handle of a variable, as it is led to where a reference names it, or what its changes change."""
        seen: set[str] = set()
        while (name := reference.partition(":")[0]) not in self._leading:
            if name in seen or name not in self._references:
                return self._handles[variable]
            seen.add(name)
            reference = self._references[name]
        return reference

    def _source(self, reference: str) -> str | None:
        """The node whose first output a reference names; None for other outputs. Both sides of a Switch are its."""
        name, _, position = reference.partition(":")
        return name if position in ("", "0") or name in self._leading else None

    def _fresh(self, wanted: str) -> str:
        names = itertools.chain([wanted], (f"{wanted}_{i}" for i in itertools.count(1)))
        name = next(n for n in names if n not in self._taken)
        self._taken.add(name)
        return name

    def _node(self, name: str, op: str, inputs: Iterable[str]) -> messages.Message:
        node = messages.CLASSES["NodeDef"](name=name, op=op)
        node.input.extend(inputs)
        self.result.append(node)
        return node

    def _read(self, name: str, variable: str, controls: Iterable[str], reference: str = "") -> str:
        node = self._node(name, "ReadVariableOp", [self._handle(variable, reference), *controls])
        node.attr["dtype"].CopyFrom(self._attrs[variable]["dtype"])
        return name

    def _add(self, node: messages.Message) -> None:
        if node.op in VARIABLES:
            self._add_variable(node)
            return
        controls = [i for i in node.input if i.startswith("^")]
        record = changed_op(node.op)
        of = self._variable.get(node.name)
        if node.name in self._leading and of is not None:
            handle = self._of(node, node.input[0])
            own = self._node(node.name, node.op.removeprefix("Ref"), [handle, *self._values(node, node.input[1:])])
            for key in node.attr:
                own.attr[key].CopyFrom(node.attr[key])
        elif of is not None and record is not None:
            self._add_change(node, record, of, controls)
        elif node.op == "IsVariableInitialized":
            handle = self._of(node, next(iter(node.input), ""))
            self._node(node.name, "VarIsInitializedOp", [handle, *controls])
        else:
            own = self._node(node.name, "Identity" if of is not None else node.op, ())
            own.input.extend(self._values(node, node.input))
            for key in node.attr:
                own.attr[key].CopyFrom(node.attr[key])

    def _add_variable(self, node: messages.Message) -> None:
        handle = self._node(self._handles[node.name], "VarHandleOp", ())
        for key in ("dtype", "shape", "container"):
            if key in node.attr:
                handle.attr[key].CopyFrom(node.attr[key])
        shared = node.attr["shared_name"].s if "shared_name" in node.attr else b""
        handle.attr["shared_name"].s = shared or node.name.encode()
        self._read(node.name, node.name, [i for i in node.input if i.startswith("^")])

    def _values(self, node: messages.Message, inputs: Iterable[str]) -> list[str]:
        """The inputs, with a read for each that is a variable, which waits for what the node waits for."""
        found = []
        for reference in inputs:
            variable = None if reference.startswith("^") else self._variable.get(self._source(reference) or "")
            if variable is not None:
                source = reference.partition(":")[0]
                waits = [i for i in node.input if i.startswith("^")]
                waits += [f"^{source}"] if self._waited_for(source) else []
                wanted = self._fresh(f"{node.name}/{source.rpartition('/')[2]}")
                reference = self._read(wanted, variable, waits, reference)
            found.append(reference)
        return found

    def _waited_for(self, source: str) -> bool:
        """Whether what uses a variable from this node comes after something that the node does."""
        return source not in self._attrs and source not in self._leading

    def _add_change(self, node: messages.Message, record: OpRecord, of: str, controls: list[str]) -> None:
        data = [i for i in node.input if not i.startswith("^")]
        inputs, waits = [], list(controls)
        if len(data) != len(record.inputs):
            raise errors.InvalidArgumentError(
                f"Node '{node.name}' ({node.op}) of the graph takes {len(record.inputs)} inputs, and has {len(data)}."
            )
        for arg, reference in zip(record.inputs, data, strict=True):
            source = reference.partition(":")[0]
            if arg.dtype is not resource:
                inputs += self._values(node, [reference])
                continue
            inputs.append(self._of(node, reference))
            waits += [f"^{source}"] if self._waited_for(source) else []
        change = self._node(self._fresh(f"{node.name}/update"), record.name, [*inputs, *dict.fromkeys(waits)])
        for key in node.attr:
            name = "dtype" if key == "T" and "T" not in record.attrs else key
            if name in record.attrs:  # what scatters to rows has no use_locking, say
                change.attr[name].CopyFrom(node.attr[key])
        self._read(node.name, of, [f"^{change.name}"], node.name)
