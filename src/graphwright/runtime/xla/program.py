"""`XlaProgram`: a graph as segments that XLA compiles, and operations between them that run by their kernels."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from graphwright.base.forks import renewed_after_fork
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.runtime.executor import Program
from graphwright.runtime.reference import run_operation
from graphwright.runtime.xla.block import needed
from graphwright.runtime.xla.segment import Form, Refusal, Segment, form_of


class XlaProgram(Program):
    """A graph compiled for each set of sizes that it meets.

    Attributes:
      refusals: the operations that ran outside of compiled segments so far, with the reasons.
      regions: the segments compiled so far, one for each set of sizes.
    """

    def __init__(self, graph: FuncGraph) -> None:
        self._inputs, self._outputs = list(graph.inputs), list(graph.outputs)
        self._steps: list[Operation] = []
        self._constants: list[tuple[Value, Any]] = []
        for op in needed(graph):
            if op.type == "Const":
                self._constants.append((op.outputs[0], op.attrs["value"]))
            else:
                self._steps.append(op)
        self._wanted = self._wanted_at()
        self._order = self._available_at()
        self._segments: dict[tuple[Any, ...], Segment] = {}
        self._lock = renewed_after_fork(threading.RLock())

    def _wanted_at(self) -> list[set[Value]]:
        """For each place, what it and those behind it use; the last one is for the results alone."""
        wanted = [set(self._outputs)]
        for op in reversed(self._steps):
            wanted.append(wanted[-1] | set(op.inputs))
        return wanted[::-1]

    def _available_at(self) -> list[list[Value]]:
        """For each place, what it and those behind it use of what was there before, always in the same order."""
        there = [v for v, _ in self._constants] + self._inputs
        found = []
        for op, wanted in zip([*self._steps, None], self._wanted, strict=True):
            found.append([v for v in there if v in wanted])
            there = [*found[-1], *(op.outputs if op is not None else ())]
        return found

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

    def run(self, inputs: Sequence[Any]) -> list[Any]:
        payloads: dict[Value, Any] = dict(self._constants)
        payloads.update(zip(self._inputs, inputs, strict=True))
        at = 0
        while at < len(self._steps):
            segment = self._segment(at, payloads)
            if not segment.run(payloads):
                for op in self._steps[at : segment.end]:
                    _run_outside(op, payloads)
            at = segment.end
            if at < len(self._steps):
                _run_outside(self._steps[at], payloads)
                at += 1
        return [payloads[v] for v in self._outputs]

    def _segment(self, at: int, payloads: dict[Value, Any]) -> Segment:
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
                    segment = self._segments[key] = Segment(self._steps, at, payloads, forms, self._wanted)
        return segment


def _run_outside(op: Operation, payloads: dict[Value, Any]) -> None:
    """An operation by its kernel."""
    results = run_operation(op, [payloads[v] for v in op.inputs])
    payloads.update(zip(op.outputs, results, strict=True))
