"""`XlaProgram`: a graph as segments that XLA compiles, and operations between them that run by their kernels."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from graphwright.base.config import options
from graphwright.base.forks import renewed_after_fork
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.runtime.executor import Program
from graphwright.runtime.reference import run_operation
from graphwright.runtime.xla.block import needed
from graphwright.runtime.xla.buckets import Rows, bucket, rows_of
from graphwright.runtime.xla.memory import HostMemory
from graphwright.runtime.xla.segment import Form, Refusal, Segment, form_of


class XlaProgram(Program):
    """A graph compiled for each set of sizes that it meets.

    Attributes:
      refusals: the operations that ran outside of compiled segments so far, with the reasons.
      regions: the segments compiled so far, one for each set of sizes.
    """

    def __init__(self, graph: FuncGraph, memory: HostMemory) -> None:
        self.memory = memory
        self.inputs, self.outputs = list(graph.inputs), list(graph.outputs)
        self._steps: list[Operation] = []
        self.constants: list[tuple[Value, Any]] = []
        for op in needed(graph):
            if op.type == "Const":
                self.constants.append((op.outputs[0], op.attrs["value"]))
            else:
                self._steps.append(op)
        self.rows = rows_of(graph, self._steps) if options.buckets else Rows()
        """Which arguments and results have rows that can be padded."""
        self._wanted = self._wanted_at()
        self._order = self._available_at()
        self._segments: dict[tuple[Any, ...], Segment] = {}
        self._lock = renewed_after_fork(threading.RLock())

    def _wanted_at(self) -> list[set[Value]]:
        """For each place, what it and those behind it use; the last one is for the results alone."""
        wanted = [set(self.outputs)]
        for op in reversed(self._steps):
            wanted.append(wanted[-1] | set(op.inputs))
        return wanted[::-1]

    def _available_at(self) -> list[list[Value]]:
        """For each place, what it and those behind it use of what was there before, always in the same order."""
        there = [v for v, _ in self.constants] + self.inputs
        found = []
        for op, wanted in zip([*self._steps, None], self._wanted, strict=True):
            found.append([v for v in there if v in wanted])
            there = [*found[-1], *(op.outputs if op is not None else ())]
        return found

    @property
    def length(self) -> int:
        """How many operations the program has."""
        return len(self._steps)

    @property
    def refusals(self) -> list[Refusal]:
        found: dict[Operation, Refusal] = {}
        for segment in list(self._segments.values()):
            if segment.refusal is not None:
                found.setdefault(segment.refusal.op, segment.refusal)
        return list(found.values())

    @property
    def regions(self) -> int:
        return sum(1 for segment in list(self._segments.values()) if segment.end > segment.start)

    @property
    def host_calls(self) -> int:  # type: ignore[override]
        """How many operations ran by their kernels so far."""
        return len(self.refusals)

    @property
    def specialisations(self) -> list[str]:
        """The sizes of the arguments that segments were compiled for so far."""
        return [segment.sizes for segment in list(self._segments.values()) if segment.compiled is not None]

    def padding(self, inputs: Sequence[Any]) -> tuple[int, int]:
        """How many rows the arguments have, and how many they are padded to; the same where they are not."""
        if not (options.buckets and self.rows.inputs):
            return 0, 0
        count = int(inputs[self.rows.inputs[0]].shape[0])
        return count, bucket(count)

    def run(self, inputs: Sequence[Any]) -> list[Any]:
        count, padded = self.padding(inputs)
        if count == padded or any(inputs[i].shape[0] != count for i in self.rows.inputs):
            return self._run(inputs)
        arguments = list(inputs)
        for i in self.rows.inputs:
            arguments[i] = self.memory.padded(arguments[i], padded)
        results = self._run(arguments)
        for i in self.rows.outputs:
            results[i] = results[i][:count]
        return results

    def _run(self, inputs: Sequence[Any]) -> list[Any]:
        payloads: dict[Value, Any] = dict(self.constants)
        payloads.update(zip(self.inputs, inputs, strict=True))
        at = 0
        while at < len(self._steps):
            segment = self.segment(at, payloads)
            if not segment.run(payloads):
                for op in self._steps[at : segment.end]:
                    self._run_outside(op, payloads)
            at = segment.end
            if at < len(self._steps):
                self._run_outside(self._steps[at], payloads)
                at += 1
        return [payloads[v] for v in self.outputs]

    def _run_outside(self, op: Operation, payloads: dict[Value, Any]) -> None:
        """An operation by its kernel."""
        results = run_operation(op, [self.memory.fetch(payloads[v]) for v in op.inputs])
        payloads.update(zip(op.outputs, results, strict=True))

    def segment(self, at: int, payloads: dict[Value, Any]) -> Segment:
        """The segment that begins at a place, for the sizes of what it can use."""
        variables: dict[int, int] = {}
        order = self._order[at]
        found = [form_of(payloads[v], variables) for v in order]
        key = (at, *found)
        segment = self._segments.get(key)
        if segment is None:
            with self._lock:
                segment = self._segments.get(key)
                if segment is None:
                    forms: dict[Value, Form] = dict(zip(order, found, strict=True))
                    segment = Segment(self._steps, at, payloads, forms, self._wanted, self.memory)
                    self._segments[key] = segment
        return segment
