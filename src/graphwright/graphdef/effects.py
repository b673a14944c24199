"""Control edges of a function's effects.

Inside this project effects happen in program order. TensorFlow runs what data and control edges leave it
free to run, so an exported function says with edges what must wait for what: operations on one resource
wait for its last write (a write also for the reads since), and prints, asserts and host calls wait for each
other. What must run though no output needs it is listed, and the returned values wait for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from graphwright.base.dtypes import resource, variant
from graphwright.graphdef.attrs import functions_in
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation


@dataclass
class EffectEdges:
    """What `effect_edges` finds out.

    Attributes: before: for each operation, the names of those that must run before it although it uses none
    of their results. must_run: the names of the operations with effects, sorted.
    """

    before: dict[Operation, list[str]]
    must_run: list[str]


@dataclass
class _ResourceUse:
    last_write: Operation | None = None
    reads_since: list[Operation] = field(default_factory=list)


def effect_edges(graph: FuncGraph) -> EffectEdges:
    """The control edges of all operations of a function, the declared ones included."""
    uses: dict[int, _ResourceUse] = {}  # by the id of the value, for tensors are unhashable
    last_ordered: Operation | None = None
    before: dict[Operation, list[str]] = {}
    must_run = {op.name for op in graph.control_outputs}
    for op in graph.operations:
        waits = {earlier.name for earlier in op.control_inputs}
        if _has_effect(op):
            must_run.add(op.name)
            for index, value in enumerate(op.inputs):
                if value.dtype is resource:
                    use = uses.setdefault(id(value), _ResourceUse())
                    waits |= _touch(use, op, reads_only(op, index))
            if _is_ordered(op):
                if last_ordered is not None:
                    waits.add(last_ordered.name)
                last_ordered = op
        waits.discard(op.name)
        if waits:
            before[op] = sorted(waits)
    return EffectEdges(before, sorted(must_run))


def _touch(use: _ResourceUse, op: Operation, reads: bool) -> set[str]:
    """What `op` waits for on one resource; `use` is brought up to date."""
    waits = {use.last_write.name} if use.last_write is not None else set()
    if reads:
        use.reads_since.append(op)
    else:
        waits |= {earlier.name for earlier in use.reads_since}
        use.last_write, use.reads_since = op, []
    return waits


def _has_effect(op: Operation) -> bool:
    """Whether running `op` can be seen, drawing random numbers aside; calls are as their functions.

    What takes a dataset runs more than its functions.
    """
    functions = functions_in(op.attrs)
    if functions and not any(a.dtype is variant for a in op.record.inputs):
        return op.record.stateful and any(f.is_stateful for f in functions)
    return op.record.stateful and op.record.effect not in ("none", "random")


def _is_ordered(op: Operation) -> bool:
    """Whether `op` keeps its place among prints, asserts and host calls.

    Calls that touch resources alone do not, so that independent variables stay independent.
    """
    functions = functions_in(op.attrs)
    if functions:
        has_resource = any(value.dtype is resource for value in op.inputs)
        return not has_resource or any(
            _is_ordered(inner) for f in functions for inner in f.operations if _has_effect(inner)
        )
    return not any(value.dtype is resource for value in op.inputs)


def reads_only(op: Operation, index: int) -> bool:
    """Whether `op` only reads the resource that is its input `index`.

    A call reads it when each of its functions does; returning it unchanged, as loop bodies do, is no write.
    """
    functions = functions_in(op.attrs)
    if not functions:
        return op.record.effect == "read"
    return all(_argument_is_read(f, index - (len(op.inputs) - len(f.inputs))) for f in functions)


def _argument_is_read(graph: FuncGraph, position: int) -> bool:
    if position < 0:
        return False
    argument = graph.inputs[position]
    return all(
        reads_only(op, index) for op in graph.operations for index, value in enumerate(op.inputs) if value is argument
    )


def read_only_resources(op: Operation) -> list[int]:
    """The positions among the inputs of `op` of resources that it only reads."""
    return [i for i, value in enumerate(op.inputs) if value.dtype is resource and reads_only(op, i)]
