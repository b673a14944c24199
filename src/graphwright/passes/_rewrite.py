"""The forward walk that all rewriting passes share: it visits each operation once, when its inputs are final."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.shape import Dim, Symbol
from graphwright.base.size_arithmetic import substitute, symbols_of
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import infer
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.types import TensorType, tensor_type

Rule = Callable[[Operation, "Rewriter"], "list[Value] | None"]
"""Visits an operation whose inputs are final. Returns the values that replace its outputs, or None to keep it; it may
also change the operation's inputs or attributes."""

Visitor = Callable[[OpRecord], Sequence[Rule]]
"""A pass: from an op record to the rules for operations of that record, in the order in which they apply."""


class Rewriter:
    """One walk over a graph that is being rewritten in place.

    `refined` are the values whose types have become more precise since their users' types were inferred. `changes`
    counts the replaced operations. `late` is set when the type of a value becomes more precise after operations that
    use it were visited: only then can another walk find more.
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
        self._input_symbols = {d for v in graph.inputs for d in v.type.dims or () if isinstance(d, Symbol)}
        self._names = {op.name for op in graph.operations}

    def run(self) -> bool:
        """Walk; returns whether anything changed."""
        graph = self.graph
        placeholders = {v.op for v in graph.inputs}
        for op in graph.operations:
            if op in placeholders:
                self.operations.append(op)
            else:
                self.process(op)
        graph.operations = self.operations
        if self._replaced:
            graph.outputs = [self._replaced.get(v, v) for v in graph.outputs]
        if self._symbols:
            for op in graph.operations:
                if op not in placeholders:
                    self._rename_symbols(op)
        return self.changes > 0

    def process(self, op: Operation) -> list[Value]:
        """Apply the rules to one operation and keep it or its replacement; returns the final values."""
        replaced = self._replaced
        for v in op.inputs:
            if v in replaced:
                op.inputs = [replaced.get(v, v) for v in op.inputs]
                break
        for output in op.outputs:
            if not output.type.is_static:
                self._infer_again(op)
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

    # what rules build with ------------------------------------------------------------------------------

    def apply(
        self,
        name: str,
        inputs: Sequence[Value],
        attrs: Mapping[str, Any],
        like: Operation,
        types: Sequence[TensorType] | None = None,
    ) -> list[Value]:
        """The outputs of a new operation, inserted before `like`, from which it takes its name and location."""
        record = lookup(name)
        if record is None:
            raise errors.InternalError(f"A pass applied the op {name}, which has no record.")
        complete = complete_attrs(record, inputs, attrs)
        if types is None:
            types, _ = infer(record, inputs, [v.type for v in inputs], complete)
        unique = self.unique_name(f"{like.name}/{name}")
        operation = Operation(self.graph, record, unique, inputs, complete, types, like.location, like.origin or like)
        return self.process(operation)

    def constant(self, array: Any, dtype: DType, like: Operation, name: str | None = None) -> Value:
        """A new constant; `name` is set if it takes the name of the operation that it replaces."""
        record = lookup("Const")
        if record is None:
            raise errors.InternalError("There is no record of Const.")
        array.flags.writeable = False
        operation = Operation(
            self.graph,
            record,
            name or self.unique_name(f"{like.name}/Const"),
            (),
            {"value": array, "dtype": dtype},
            [tensor_type(dtype, array.shape)],
            like.location,
            like.origin or like,
        )
        value: Value = self.process(operation)[0]
        self.refined.add(value)
        return value

    def unique_name(self, name: str) -> str:
        """The name, with a number appended if an operation has it already."""
        candidate, count = name, 0
        while candidate in self._names:
            count += 1
            candidate = f"{name}_{count}"
        self._names.add(candidate)
        return candidate

    @staticmethod
    def can_replace(new: Value, old: Value) -> bool:
        """Whether replacing a value with another loses no type information.

        The type of an input is never refined: that a size is known after one operation does not hold for the input.
        """
        if old.type is new.type or new.op.record.name != "Placeholder":
            return True
        new_dims, old_dims = new.type.dims, old.type.dims
        if new_dims is None or old_dims is None:
            return old_dims is None
        return all(isinstance(b, Symbol) or a == b for a, b in zip(new_dims, old_dims, strict=False))

    # types -------------------------------------------------------------------------------------------------

    def _replace(self, op: Operation, values: Sequence[Value]) -> None:
        self.changes += 1
        for old, new in zip(op.outputs, values, strict=True):
            self._replaced[old] = new
            if old.type is not new.type and not old.type.is_static:
                self._unify(old.type, new.type)
                self.refined.add(new)  # users of the old value infer from a type that may say more
            elif old in self.refined:
                self.refined.add(new)  # they have not done so yet
            if old.type is not new.type and not new.type.is_static and self._refine(new, old.type):
                self.late = True

    def _refine(self, value: Value, other: TensorType) -> bool:
        """Refine the type of a value that is not an input by another of its types; returns whether it changed."""
        if value.type is other or value.op.record.name == "Placeholder" or value.dtype is not other.dtype:
            return False
        known, more = value.type.dims, other.dims
        if more is None or (known is not None and len(known) != len(more)):
            return False
        if known is None:
            value.type = other
        else:
            pairs = zip(known, more, strict=True)
            dims = tuple(b if isinstance(a, Symbol) and isinstance(b, int) else a for a, b in pairs)
            if dims == known:
                return False
            value.type = tensor_type(value.dtype, dims)
            self._unify(other, value.type)
        self.refined.add(value)
        return True

    def _unify(self, a: TensorType, b: TensorType) -> None:
        """Record that two types describe one value, so that symbols in the same position are equal."""
        if a.dims is None or b.dims is None or len(a.dims) != len(b.dims):
            return
        for x, y in zip(a.dims, b.dims, strict=True):
            x, y = self._resolve(x), self._resolve(y)
            if x is y:
                continue
            if isinstance(x, Symbol) and x not in self._input_symbols:
                self._symbols[x], self.late = y, True
            elif isinstance(y, Symbol) and y not in self._input_symbols:
                self._symbols[y], self.late = x, True

    def _resolve(self, dim: Dim) -> Dim:
        while isinstance(dim, Symbol) and dim in self._symbols:
            dim = self._symbols[dim]
        if isinstance(dim, Symbol) and dim.formula is not None:
            return substitute(dim, lambda symbol: self._symbols.get(symbol, symbol))
        return dim

    def _rename_symbols(self, op: Operation) -> None:
        for value in op.outputs:
            type_ = value.type
            if not type_.is_static and type_.dims:
                dims = tuple(self._resolve(d) for d in type_.dims)
                if dims != type_.dims:
                    value.type = tensor_type(type_.dtype, dims)

    def _infer_again(self, op: Operation) -> None:
        """Infer the types again if those of the inputs have become more precise."""
        if self._symbols:
            self._rename_symbols(op)
        if not self.refined or self.refined.isdisjoint(op.inputs):
            return
        try:
            types, _ = infer(op.record, op.inputs, [v.type for v in op.inputs], op.attrs)
        except (errors.OpError, ValueError, TypeError):
            return  # the error is reported when the operation runs, if it runs
        for value, type_ in zip(op.outputs, types, strict=True):
            if not self._refine(value, type_):
                self._follow_inputs(op, value.type, type_)

    def _follow_inputs(self, op: Operation, known: TensorType, found: TensorType) -> None:
        """Record which open sizes of a result turn out to follow from those of the operation's inputs."""
        if known is found or known.dims is None or found.dims is None or len(known.dims) != len(found.dims):
            return
        given: set[Symbol] = set()
        for own, size in zip(known.dims, found.dims, strict=True):
            own, size = self._resolve(own), self._resolve(size)
            if own is size or not isinstance(own, Symbol) or own.formula is not None:
                continue
            given = given or self._input_symbols.union(*(symbols_of(d) for v in op.inputs for d in v.type.dims or ()))
            if own not in given and symbols_of(size) <= given:
                self._symbols[own], self.late = size, True


def complete_attrs(record: OpRecord, inputs: Sequence[Value], attrs: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes, completed by those that follow from the inputs and by the defaults."""
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
