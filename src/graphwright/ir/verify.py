"""The verifier: what must hold of every graph, checked after each pass in tests."""

from __future__ import annotations

from operator import is_
from typing import Any, NoReturn

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, resource, variant
from graphwright.base.dtypes import bool as bool_dtype
from graphwright.base.shape import Symbol
from graphwright.base.words import with_article
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Graph, Operation, Value, called_functions
from graphwright.ir.infer import infer, output_dtypes
from graphwright.ir.types import Dims, TensorType

_KEY = "verified"

Verified = dict[Operation, tuple[object, ...]]
"""What operations were made of when they were found right."""


def verify(graph: Graph, when: str = "", earlier: Verified | None = None) -> None:
    """Check a graph and every function it names.

    Every input is defined before it is used, in the same graph; operations have unique names, complete attributes and
    as many inputs and outputs of the dtypes and shapes as their record says; functions fit the operations that name
    them. `when` says in the error what had just been done. `earlier` is what `verify` found right in this graph before,
    and is updated: the signature and the types of an operation are not looked at again while it, and all that it
    follows from, is as it was.

    Raises:
      InternalError: naming the graph, the operation and what is wrong.
    """
    _Verifier(graph, when, {} if earlier is None else earlier).check()
    for function in graph.functions():
        # one that is frozen stays as it was found
        if function.derived.get(_KEY):
            continue
        _Verifier(function, when, {}).check()
        if function.frozen:
            function.derived[_KEY] = True


class _Verifier:
    def __init__(self, graph: Graph, when: str, earlier: Verified) -> None:
        self.graph = graph
        self.earlier = earlier
        self.unchanged: set[Operation] = set()
        self.when = f" {when}" if when else ""
        self.defined: set[int] = set()
        self.names: set[str] = set()

    def fail(self, message: str, op: Operation | None = None) -> NoReturn:
        where = f"graph '{self.graph.name}'" + (f", operation '{op.name}' ({op.type})" if op is not None else "")
        raise errors.InternalError(f"Malformed graph{self.when}: {where}: {message}")

    def check(self) -> None:
        graph = self.graph
        members = set(graph.operations)
        for op in graph.operations:
            self._check_place(op, members)
            if not self._is_unchanged(op):
                self._check_signature(op)
                self._check_types(op)
            self._check_functions(op)
            self.defined.update(map(id, op.outputs))
        if isinstance(graph, FuncGraph):
            self._check_interface(graph)

    def _is_unchanged(self, op: Operation) -> bool:
        """Whether an operation that was found right, and what it is computed from, are as they were then."""
        earlier = self.earlier.get(op)
        self.earlier[op] = now = _made_of(op)
        if (
            earlier is None
            or len(earlier) != len(now)
            or not all(map(is_, earlier, now))
            or not self.unchanged.issuperset([v.op for v in op.inputs])
            or called_functions(op)
        ):
            return False
        self.unchanged.add(op)
        return True

    # one operation -----------------------------------------------------------------------------------------

    def _check_place(self, op: Operation, members: set[Operation]) -> None:
        if op.graph is not self.graph:
            self.fail("it belongs to another graph.", op)
        if op.name in self.names:
            self.fail("another operation has the same name.", op)
        self.names.add(op.name)
        for i, v in enumerate(op.inputs):
            if not isinstance(v, Value):
                self.fail(f"input {i} is no value of a graph but {v!r}.", op)
            if v.op.graph is not self.graph:
                self.fail(f"input {i} ({v.name}) is a value of graph '{v.op.graph.name}'.", op)
            if id(v) not in self.defined:
                state = "is used before it is defined" if v.op in members else "is not in the graph"
                self.fail(f"input {i} ({v.name}) {state}.", op)
        for i, v in enumerate(op.outputs):
            if v.op is not op or v.index != i:
                self.fail(f"output {i} says it is output {v.index} of '{v.op.name}'.", op)
        for other in op.control_inputs:
            if other not in members:
                self.fail(f"control input '{other.name}' is not in the graph.", op)

    def _check_signature(self, op: Operation) -> None:
        record = op.record
        missing = [n for n in record.attrs if n not in op.attrs]
        if missing:
            self.fail(f"attributes {missing} are missing.", op)
        at = 0
        for arg in record.inputs:
            count = record.arg_count(arg, op.attrs)
            arguments = op.inputs[at : at + count]
            if len(arguments) != count:
                self.fail(f"argument '{arg.name}' stands for {count} inputs, there are {len(arguments)}.", op)
            for i, v in enumerate(arguments):
                wanted = _declared_dtype(arg, op.attrs, i)
                if wanted is not None and v.dtype is not wanted:
                    self.fail(f"argument '{arg.name}' must be {wanted.name}, it is {v.dtype.name} ({v.name}).", op)
            at += count
        if at != len(op.inputs):
            self.fail(f"it has {len(op.inputs)} inputs, its signature {at}.", op)

    def _check_types(self, op: Operation) -> None:
        dtypes = output_dtypes(op.record, op.attrs)
        if len(dtypes) != len(op.outputs):
            self.fail(f"it has {len(op.outputs)} outputs, its signature {len(dtypes)}.", op)
        for v, dtype in zip(op.outputs, dtypes, strict=True):
            if v.dtype is not dtype:
                self.fail(f"output {v.index} is {v.dtype.name}, by its signature {dtype.name}.", op)
        if op.type == "Const":
            self._check_constant(op)
        try:
            types, _ = infer(op.record, op.inputs, [v.type for v in op.inputs], op.attrs)
        except errors.InternalError:
            raise
        except errors.OpError:
            return  # it fails when it runs, with an error for the user
        for v, type_ in zip(op.outputs, types, strict=True):
            if not _compatible(v.type.dims, type_.dims):
                self.fail(f"output {v.index} is {v.type!r}, by its shape rule {type_!r}.", op)

    def _check_constant(self, op: Operation) -> None:
        array: Any = op.attrs["value"]
        type_: TensorType = op.outputs[0].type
        if type_.dtype in (resource, variant):
            return
        if not isinstance(array, np.ndarray) or array.dtype != type_.dtype.numpy or array.shape != type_.dims:
            shown = f"{array.dtype}{list(array.shape)}" if isinstance(array, np.ndarray) else repr(array)
            self.fail(f"its value is {shown}, its type {type_!r}.", op)

    # functions ---------------------------------------------------------------------------------------------

    def _check_functions(self, op: Operation) -> None:
        attrs = op.attrs
        if op.type in ("PartitionedCall", "StatefulPartitionedCall"):
            self._check_call(op, "f", attrs["f"], op.inputs, op.outputs)
        elif op.type in ("If", "StatelessIf"):
            for name in ("then_branch", "else_branch"):
                self._check_call(op, name, attrs[name], op.inputs[1:], op.outputs)
        elif op.type in ("Case", "StatelessCase"):
            if not attrs["branches"]:
                self.fail("it has no branches.", op)
            for i, branch in enumerate(attrs["branches"]):
                self._check_call(op, f"branches[{i}]", branch, op.inputs[1:], op.outputs)
        elif op.type in ("While", "StatelessWhile"):
            self._check_call(op, "cond", attrs["cond"], op.inputs, None)
            self._check_call(op, "body", attrs["body"], op.inputs, op.outputs)
            results = attrs["cond"].outputs
            if len(results) != 1 or results[0].dtype is not bool_dtype:
                self.fail(f"its condition must give one bool, it gives {[v.type for v in results]}.", op)

    def _check_call(self, op: Operation, attr: str, body: Any, inputs: list[Any], outputs: list[Any] | None) -> None:
        if not isinstance(body, FuncGraph):
            self.fail(f"attribute '{attr}' must be a function, it is {body!r}.", op)
        self._check_pairs(op, f"'{attr}' ({body.name}): input", inputs, body.inputs)
        if outputs is not None:
            self._check_pairs(op, f"'{attr}' ({body.name}): output", outputs, body.outputs)

    def _check_pairs(self, op: Operation, what: str, outside: list[Any], inside: list[Any]) -> None:
        if len(outside) != len(inside):
            self.fail(f"{what}s: the function has {len(inside)}, the operation {len(outside)}.", op)
        for i, (a, b) in enumerate(zip(outside, inside, strict=True)):
            if a.dtype is not b.dtype or not _compatible(a.type.dims, b.type.dims):
                self.fail(f"{what} {i} is {b.type!r} in the function and {a.type!r} at the operation.", op)

    # the graph ---------------------------------------------------------------------------------------------

    def _check_interface(self, graph: FuncGraph) -> None:
        for i, v in enumerate(graph.inputs):
            if id(v) not in self.defined:
                self.fail(f"its input {i} ({v.name}) is not in the graph.")
            if v.op.type != "Placeholder":
                self.fail(f"its input {i} ({v.name}) comes from {with_article(v.op.type)}, not from a Placeholder.")
        for i, v in enumerate(graph.outputs):
            if id(v) not in self.defined:
                self.fail(f"its output {i} ({v.name}) is not in the graph.")
        if len(graph.captures) > len(graph.inputs):
            self.fail(f"it has {len(graph.captures)} captures and only {len(graph.inputs)} inputs.")


def _made_of(op: Operation) -> tuple[object, ...]:
    """What the signature and the types of an operation follow from, but for the values of its inputs."""
    inputs, outputs = op.inputs, op.outputs
    return (
        op.record, len(inputs), *inputs, *[v.type for v in inputs], *[v.type for v in outputs], *op.attrs,
        *op.attrs.values(),
    )  # fmt: skip


def _declared_dtype(arg: Any, attrs: Any, i: int) -> DType | None:
    if arg.dtype is not None:
        found: DType | None = arg.dtype
    elif arg.type_list_attr is not None:
        found = attrs[arg.type_list_attr][i]
    else:
        found = attrs.get(arg.type_attr)
    return found


def _compatible(a: Dims, b: Dims) -> bool:
    """Whether two values can have these dims and be one."""
    if a is None or b is None:
        return True
    if len(a) != len(b):
        return False
    return all(isinstance(x, Symbol) or isinstance(y, Symbol) or x == y for x, y in zip(a, b, strict=True))
