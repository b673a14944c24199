"""FuncGraph: a graph with inputs, outputs and captured outer values; the body of a function."""

from __future__ import annotations

import itertools
import threading
import weakref
from typing import Any, Final

from graphwright.base.forks import renewed_after_fork
from graphwright.ir.graph import Graph, Operation, Value
from graphwright.ir.types import TensorType

MUST_COMPILE: Final = "_XlaMustCompile"
"""The attribute of the graph of a function with `jit_compile=True`."""

_serial = itertools.count(1)
_serial_lock = renewed_after_fork(threading.Lock())


def next_function_name(prefix: str) -> str:
    """A name no other function of this process has: `prefix_<n>`."""
    with _serial_lock:
        return f"{prefix}_{next(_serial)}"


class Captures:
    """The captured values of a function: outside of it and inside, by the identity of the one outside."""

    def __init__(self, outer: list[Any], inner: list[Any]) -> None:
        self.by_val_external = {id(value): value for value in outer}
        self.by_val_internal = {id(value): own for value, own in zip(outer, inner, strict=True)}


class FuncGraph(Graph):
    """The body of a function.

    `inputs` are outputs of Placeholder operations: the declared ones first, then one per capture, in the order
    of `captures`, which lists the outer values (eager tensors, or values of an outer graph) they stand for.
    `control_outputs` lists effects that must run although no output needs them (for export; executors go by
    program order).
    """

    def __init__(self, name: str, outer: Graph | None = None) -> None:
        super().__init__(name)
        self.outer_graph = outer
        self.inputs: list[Any] = []
        self.outputs: list[Any] = []
        self.captures: list[Any] = []
        # what it is going to give, for calls of itself while it is under construction
        self.declared_outputs: list[TensorType] | None = None
        self.control_outputs: list[Operation] = []
        # id of a value here -> the outer value it equals: captures, also those a copy takes as plain inputs
        self.stands_for: dict[int, Any] = {}
        self.attributes: dict[str, Any] = {}
        # other implementations of functions that this graph calls; see `passes.implementations`
        self.alternatives: list[FuncGraph] = []
        # what later stages derive from this (frozen) graph and want to find again: gradients, compiled forms
        self.derived: weakref.WeakKeyDictionary[Any, Any] | dict[Any, Any] = {}

    @property
    def building_function(self) -> bool:
        """Whether this is the body of a function: yes."""
        return True

    @property
    def arguments(self) -> list[Any]:
        """The declared inputs, without the captures."""
        return self.inputs[: len(self.inputs) - len(self.captures)]

    @property
    def internal_captures(self) -> list[Any]:
        """The inputs that stand for captured values."""
        return self.inputs[len(self.inputs) - len(self.captures) :]

    @property
    def function_captures(self) -> Captures:
        """The captures as libraries read them."""
        return Captures(self.captures, self.internal_captures)

    def outer_value(self, inner: Any) -> Any:
        """The value of an outer graph (or the eager tensor) that a value here equals, or None."""
        found = self.stands_for.get(id(inner))
        if found is not None or inner.op.record.name != "Placeholder":
            return found
        first = len(self.inputs) - len(self.captures)
        for i in range(first, len(self.inputs)):
            if self.inputs[i] is inner:
                return self.captures[i - first]
        return None

    @property
    def must_compile(self) -> bool:
        """Whether this, or a graph around it, is that of a function with `jit_compile=True`."""
        return MUST_COMPILE in self.attributes or getattr(self.outer_graph, "must_compile", False)

    @property
    def is_stateful(self) -> bool:
        """Whether running the body can be seen: it reads or writes state, draws numbers, prints, ..."""
        bodies = (self, *self.functions())
        return any(op.record.effect != "none" for g in bodies for op in g.operations if op.type != "Placeholder")


def copy_graph(source: FuncGraph, name: str | None = None) -> FuncGraph:
    """A copy to work on: plain values, every operation linked to the one it comes from.

    Functions named by attributes are shared, not copied.
    """
    copied = FuncGraph(name or source.name)
    copied.attributes = source.attributes
    # by id: values of a graph under construction are tensors, whose == builds graph nodes
    mapping: dict[int, Value] = {}
    for op in source.operations:
        arguments = [mapping[id(v)] for v in op.inputs]
        result = Operation(copied, op.record, op.name, arguments, op.attrs, (), op.location, op.origin or op)
        for v in op.outputs:
            mapping[id(v)] = output = Value(result, v.index, v.type)
            result.outputs.append(output)
        copied.operations.append(result)
        copied._by_name[op.name] = result
    copied.inputs = [mapping[id(v)] for v in source.inputs]
    copied.outputs = [mapping[id(v)] for v in source.outputs]
    copied.captures = list(source.captures)
    return copied
