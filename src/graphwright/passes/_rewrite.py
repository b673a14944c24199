"""The forward walk that all rewriting passes share: every operation is seen once, after what it uses is final."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.shape import Dim, Symbol
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import infer
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.types import TensorType, tensor_type

Rule = Callable[[Operation, "Rewriter"], "list[Value] | None"]
"""Looks at one operation whose inputs are final. Returns the values that take the place of its outputs, or None to
leave it; it may also give the operation other inputs or attributes."""

Visitor = Callable[[OpRecord], Sequence[Rule]]
"""A pass: the rules that it has for the operations of a record, in their order."""


class Rewriter:
    """One walk over a graph that is being rewritten in place.

    `refined` holds the values of which more is known than when their users' types were inferred, `changes` counts the
    operations that others took the place of. `late` says that something became known of a value behind those that
    may use it: only then may another walk find what this one has not.
    """

    def __init__(self, graph: FuncGraph, visitors: Sequence[Visitor]) -> None:
        self.graph = graph
        self.visitors = visitors
        self.operations: list[Operation] = []
        self.refined: set[Value] = set()
        self.changes = 0
        self.late = False
        self._rules: dict[OpRecord, list[Rule]] = {}
        self._replaced: dict[Value, Value] = {}
        self._symbols: dict[Symbol, Dim] = {}
        self._given_symbols = {d for v in graph.inputs for d in v.type.dims or () if isinstance(d, Symbol)}
        self._names = {op.name for op in graph.operations}

    def run(self) -> bool:
        """Walk; says whether anything changed."""
        graph = self.graph
        given = {v.op for v in graph.inputs}
        for op in graph.operations:
            if op in given:
                self.operations.append(op)
            else:
                self.process(op)
        graph.operations = self.operations
        if self._replaced:
            graph.outputs = [self._replaced.get(v, v) for v in graph.outputs]
        if self._symbols:
            for op in graph.operations:
                if op not in given:
                    self._rename_symbols(op)
        return self.changes > 0

    def process(self, op: Operation) -> list[Value]:
        """Show one operation to the visitors and keep it, or what they put in its place; returns the final values."""
        replaced = self._replaced
        for v in op.inputs:
            if v in replaced:
                op.inputs = [replaced.get(v, v) for v in op.inputs]
                break
        for output in op.outputs:
            if not output.type.is_static:
                self._sharpen(op)
                break
        rules = self._rules.get(op.record)
        if rules is None:
            rules = self._rules[op.record] = [rule for visitor in self.visitors for rule in visitor(op.record)]
        for rule in rules:
            values = rule(op, self)
            if values is not None:
                self._replace(op, values)
                return values
        self.operations.append(op)
        return op.outputs

    # what visitors build with ------------------------------------------------------------------------------

    def apply(
        self,
        name: str,
        inputs: Sequence[Value],
        attrs: Mapping[str, Any],
        like: Operation,
        types: Sequence[TensorType] | None = None,
    ) -> list[Value]:
        """The outputs of a new operation in front of the one being visited, which it takes name and place from."""
        record = lookup(name)
        if record is None:
            raise errors.InternalError(f"A pass made the op {name}, which has no record.")
        complete = complete_attrs(record, inputs, attrs)
        if types is None:
            types, _ = infer(record, inputs, [v.type for v in inputs], complete)
        unique = self.unique_name(f"{like.name}/{name}")
        made = Operation(self.graph, record, unique, inputs, complete, types, like.location, like.origin or like)
        return self.process(made)

    def constant(self, array: Any, dtype: DType, like: Operation, name: str | None = None) -> Value:
        """A new constant; `name` where it takes the name of the operation it stands for."""
        record = lookup("Const")
        if record is None:
            raise errors.InternalError("There is no record of Const.")
        array.flags.writeable = False
        made = Operation(
            self.graph,
            record,
            name or self.unique_name(f"{like.name}/Const"),
            (),
            {"value": array, "dtype": dtype},
            [tensor_type(dtype, array.shape)],
            like.location,
            like.origin or like,
        )
        value: Value = self.process(made)[0]
        self.refined.add(value)
        return value

    def unique_name(self, name: str) -> str:
        """The name, or with a number behind it when an operation has it already."""
        candidate, count = name, 0
        while candidate in self._names:
            count += 1
            candidate = f"{name}_{count}"
        self._names.add(candidate)
        return candidate

    @staticmethod
    def can_stand_for(new: Value, old: Value) -> bool:
        """Whether nothing known of a value is lost with another in its place.

        What is given from outside learns nothing: that a size is known behind one operation says nothing of it.
        """
        if old.type is new.type or new.op.record.name != "Placeholder":
            return True
        mine, theirs = new.type.dims, old.type.dims
        if mine is None or theirs is None:
            return theirs is None
        return all(isinstance(b, Symbol) or a == b for a, b in zip(mine, theirs, strict=False))

    # types -------------------------------------------------------------------------------------------------

    def _replace(self, op: Operation, values: Sequence[Value]) -> None:
        self.changes += 1
        for old, new in zip(op.outputs, values, strict=True):
            self._replaced[old] = new
            if old.type is not new.type and not old.type.is_static:
                self._agree(old.type, new.type)
            if old.type is not new.type and not new.type.is_static and self._learn(new, old.type):
                self.late = True

    def _learn(self, value: Value, other: TensorType) -> bool:
        """Take over what another type says of a value, unless it is given from outside; says whether it is more."""
        if value.type is other or value.op.record.name == "Placeholder" or value.dtype is not other.dtype:
            return False
        mine, theirs = value.type.dims, other.dims
        if theirs is None or (mine is not None and len(mine) != len(theirs)):
            return False
        if mine is None:
            value.type = other
        else:
            pairs = zip(mine, theirs, strict=True)
            dims = tuple(b if isinstance(a, Symbol) and isinstance(b, int) else a for a, b in pairs)
            if dims == mine:
                return False
            value.type = tensor_type(value.dtype, dims)
            self._agree(other, value.type)
        self.refined.add(value)
        return True

    def _agree(self, a: TensorType, b: TensorType) -> None:
        """Remember that two types are of one value: sizes that differ in name are equal."""
        if a.dims is None or b.dims is None or len(a.dims) != len(b.dims):
            return
        for x, y in zip(a.dims, b.dims, strict=True):
            x, y = self._known(x), self._known(y)
            if x is y:
                continue
            if isinstance(x, Symbol) and x not in self._given_symbols:
                self._symbols[x], self.late = y, True
            elif isinstance(y, Symbol) and y not in self._given_symbols:
                self._symbols[y], self.late = x, True

    def _known(self, dim: Dim) -> Dim:
        while isinstance(dim, Symbol) and dim in self._symbols:
            dim = self._symbols[dim]
        return dim

    def _rename_symbols(self, op: Operation) -> None:
        for value in op.outputs:
            type_ = value.type
            if not type_.is_static and type_.dims and any(d in self._symbols for d in type_.dims):
                value.type = tensor_type(type_.dtype, tuple(self._known(d) for d in type_.dims))

    def _sharpen(self, op: Operation) -> None:
        """Infer the types again where more is known of the inputs than before."""
        if self._symbols:
            self._rename_symbols(op)
        if not self.refined or self.refined.isdisjoint(op.inputs):
            return
        try:
            types, _ = infer(op.record, op.inputs, [v.type for v in op.inputs], op.attrs)
        except (errors.OpError, ValueError, TypeError):
            return  # it fails when it runs, if it runs: that is where it is told
        for value, type_ in zip(op.outputs, types, strict=True):
            self._learn(value, type_)


def complete_attrs(record: OpRecord, inputs: Sequence[Value], attrs: Mapping[str, Any]) -> dict[str, Any]:
    """The given attributes with those that follow from the inputs and the defaults."""
    complete = dict(attrs)
    at = 0
    for arg in record.inputs:
        if arg.type_list_attr is not None:
            complete.setdefault(arg.type_list_attr, [v.dtype for v in inputs[at:]])
        elif arg.number_attr is not None:
            complete.setdefault(arg.number_attr, len(inputs) - at - (len(record.inputs) - record.inputs.index(arg) - 1))
        if arg.type_attr is not None and at < len(inputs):
            complete.setdefault(arg.type_attr, inputs[at].dtype)
        at += record.arg_count(arg, complete)
    for name, definition in record.attrs.items():
        if name not in complete:
            complete[name] = definition.default
    return complete


def constant_of(value: Value) -> np.ndarray[Any, Any] | None:
    """The array of a Const's output, None for anything else."""
    op = value.op
    if op.record.name != "Const":
        return None
    array: np.ndarray[Any, Any] = op.attrs["value"]
    return array
