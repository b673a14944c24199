"""The `numpy` executor: runs a graph op by op with the records' kernels.

It is the reference the others are tested against, and what runs where there is no LLVM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.refusals import refusal_of
from graphwright.base.room import lack_of_memory
from graphwright.base.tracebacks import shorten
from graphwright.core.context import state
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.room import check_of
from graphwright.runtime.executor import Executor, Program


class _Step:
    """One operation made ready: its kernel, where its inputs are, where its outputs go, what dies after it."""

    __slots__ = ("check", "dead", "inputs", "kernel", "op", "outputs")

    def __init__(self, op: Operation, slots: dict[int, int], kernel: Callable[..., Any]) -> None:
        self.op = op
        self.kernel = kernel
        self.check = check_of(op)
        self.inputs = [slots[id(v)] for v in op.inputs]
        self.outputs = [slots[id(v)] for v in op.outputs]
        self.dead: list[int] = []


class NumpyProgram(Program):
    """A graph as a list of steps over numbered slots."""

    def __init__(self, graph: FuncGraph) -> None:
        slots = {id(v): i for i, v in enumerate(v for op in graph.operations for v in op.outputs)}
        self._size = len(slots)
        self._inputs = [slots[id(v)] for v in graph.inputs]
        self._outputs = [slots[id(v)] for v in graph.outputs]
        self._constants = [
            (slots[id(op.outputs[0])], op.attrs["value"]) for op in graph.operations if op.type == "Const"
        ]
        arguments = {v.op for v in graph.inputs}
        self._steps = [
            _Step(op, slots, op.record.bound_kernel(op.attrs))
            for op in graph.operations
            if op not in arguments and op.type != "Const"
        ]
        self._mark_last_uses()

    def _mark_last_uses(self) -> None:
        kept = {*self._outputs, *(slot for slot, _ in self._constants)}
        seen: set[int] = set(kept)
        for step in reversed(self._steps):
            for slot in {*step.inputs, *step.outputs}:
                if slot not in seen:
                    seen.add(slot)
                    step.dead.append(slot)

    def run(self, inputs: Sequence[Any]) -> list[Any]:
        slots: list[Any] = [None] * self._size
        for slot, value in self._constants:
            slots[slot] = value
        for slot, value in zip(self._inputs, inputs, strict=True):
            slots[slot] = value
        searching = state.numerics is not None
        for step in self._steps:
            self._run_step(step, slots)
            if searching:
                _search(step.op, [slots[i] for i in step.outputs], [slots[i] for i in step.inputs])
            for slot in step.dead:
                slots[slot] = None
        return [slots[i] for i in self._outputs]

    @staticmethod
    def _run_step(step: _Step, slots: list[Any]) -> None:
        results = _run(step.op, step.kernel, [slots[i] for i in step.inputs], step.check)
        for slot, value, output in zip(step.outputs, results, step.op.outputs, strict=True):
            slots[slot] = as_payload(value, output)


def _run(
    op: Operation, kernel: Callable[..., Any], arrays: list[Any], check: Callable[[Sequence[Any]], None] | None = None
) -> Sequence[Any]:
    """What an operation's kernel gives; errors name the operation and the user's line."""
    record = op.record
    try:
        if check is not None:
            check(arrays)
        if not record.flat_inputs:
            arrays = record.group(arrays, op.attrs)
        # host ops run the user's code, control flow runs graphs: neither may be nested in the quiet context
        result = kernel(*arrays) if record.runs_code else state.quiet(kernel, *arrays)
    except Exception as error:
        lack = lack_of_memory(error)
        if lack is not None:
            raise out_of_memory(lack, op) from None
        refused = None if record.runs_code else refusal_of(op.type, arrays, error)
        locate(refused or error, op)
        if refused is not None:
            raise refused from refused.__cause__
        raise
    if record.single_output:
        return (result,)
    return result if result is not None else ()


def run_operation(op: Operation, inputs: Sequence[Any]) -> list[Any]:
    """The results of one operation by its kernel, for other executors."""
    found = _run(op, op.record.bound_kernel(op.attrs), list(inputs), check_of(op))
    return [as_payload(value, output) for value, output in zip(found, op.outputs, strict=True)]


def _search(op: Operation, results: Sequence[Any], inputs: Sequence[Any]) -> None:
    """Raise, with the op's name and line, where a result is infinite or no number; see `core.numerics`."""
    from graphwright.core.numerics import passes_on, search

    made_by = op.origin or op
    if not passes_on(made_by.record):
        try:
            search(results, made_by.type, inputs, op)
        except errors.InvalidArgumentError as error:
            locate(error, op)
            raise


def as_payload(value: Any, output: Value) -> Any:
    """A kernel's result as an array, or as the object itself for resources and variants."""
    if isinstance(value, np.ndarray) or output.dtype.name in ("resource", "variant"):
        return value
    return np.asarray(value)


def locate(error: Exception, op: Operation) -> None:
    """Add the op's name and the user's line to a caught error of an op, once, and keep our frames out of any."""
    if isinstance(error, errors.OpError) and "_located" not in vars(error):
        origin = op.origin or op
        location, text = origin.location, f"[[{{{{node {op.name}}}}}]] [Op:{origin.type}]"
        errors.with_note(error, f"{text}\n  {location}" if location else text)
        vars(error)["_located"] = error.__suppress_context__ = True
    shorten(error)


def out_of_memory(error: MemoryError, op: Operation) -> errors.OpError:
    """The error of an op that found no memory, with its name, the user's line and the largest arrays of its graph."""
    from graphwright.runtime.largest_arrays import described_largest

    result = errors.out_of_memory((op.origin or op).type, error)
    if "_located" not in vars(result) and (largest := described_largest(op.graph)):
        errors.with_note(result, largest)
    locate(result, op)
    return result


class NumpyExecutor(Executor):
    """Runs graphs op by op in NumPy."""

    name = "numpy"

    def compile(self, graph: FuncGraph) -> Program:
        return NumpyProgram(graph)
