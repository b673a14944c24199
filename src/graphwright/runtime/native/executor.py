"""The native executor: a graph becomes one function of machine code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphwright.base.phases import phase
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation
from graphwright.runtime.calls import Calls
from graphwright.runtime.executor import Executor, Program
from graphwright.runtime.native.machine.decisions import noting
from graphwright.runtime.native.runtime import capi


class NativeExecutor(Executor):
    """Compiles graphs with LLVM."""

    name = "native"
    compiles = True
    specializes = True
    _times_regions = False

    def compile(self, graph: FuncGraph) -> Program:
        return self.compile_or(graph, lambda _: None)

    def compile_or(self, graph: FuncGraph, instead: Callable[[Sequence[Operation]], FuncGraph | None]) -> Program:
        from graphwright.runtime.native.lower.body import write_body
        from graphwright.runtime.native.lower.codegen import Code
        from graphwright.runtime.native.program import NativeProgram

        with phase("code generation", graph.name), noting() as decisions:
            code = write_body(graph, Code.timed() if self._times_regions else None)
        other = instead(code.w.host_ops)
        if other is not None:
            return self.compile(other)
        regions = None if code.laps is None else code.laps.table
        program = NativeProgram(code.w, graph.inputs, graph.outputs, regions)
        program.decisions = decisions
        return program

    def show(self, graph: FuncGraph, stage: str) -> str | None:
        from graphwright.runtime.native import stages

        return stages.show(graph, stage)

    def compile_later(self, graph: FuncGraph) -> Callable[[], Program | None] | None:
        from graphwright.runtime.native.fusion.rule_probe import gives_what_kernels_give
        from graphwright.runtime.native.jit import background_compile

        if not gives_what_kernels_give(graph.outputs[0].op):
            return None
        found: list[Program] = []
        background_compile.begin(lambda: found.append(self.compile(graph)))
        return lambda: found[0] if found else None

    def in_background(self, work: Callable[[], None]) -> bool:
        from graphwright.runtime.native.jit import background_compile

        if background_compile.processors() < 2:
            return False
        background_compile.begin(work)
        return True

    def with_timers(self) -> Executor:
        return _TIMED

    def draw(self, what: str, key: int, counter: tuple[int, int], count: int, stride: int = 1) -> Any:
        from graphwright.runtime.native.kernels import philox as random_kernels

        return random_kernels.draw(what, key, counter, count, stride)

    def routine(self, name: str) -> Callable[..., Any] | None:
        from graphwright.runtime.native.kernels import sampling

        return sampling.routine(name)

    def text_routines(self, wait: bool) -> Mapping[str, Callable[..., Any]] | None:
        from graphwright.runtime.native.kernels import text

        return text.routines(wait)

    def block_memory(self) -> Callable[[], None] | None:
        from graphwright.runtime.native.runtime import block_allocator

        return block_allocator.for_numpy()

    def call_table(self, name: str, miss: Callable[..., Any], due: Callable[..., Any]) -> Calls | None:
        if not capi.layout_ok():
            return None
        from graphwright.runtime.native.entry.call_table import CallTable

        return CallTable(name, miss, due)


class _TimedExecutor(NativeExecutor):
    """The same with timers around the regions of a program, for profiles."""

    _times_regions = True


_TIMED = _TimedExecutor()
