"""The native executor: a graph becomes one function of machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.ir.funcgraph import FuncGraph
from graphwright.runtime.calls import Calls
from graphwright.runtime.executor import Executor, Program
from graphwright.runtime.native.runtime import capi


class NativeExecutor(Executor):
    """Compiles graphs with LLVM."""

    name = "native"

    def compile(self, graph: FuncGraph) -> Program:
        from graphwright.runtime.native.lower.body import write_body
        from graphwright.runtime.native.program import NativeProgram

        return NativeProgram(write_body(graph).w, graph.inputs, graph.outputs)

    def draw(self, what: str, key: int, counter: tuple[int, int], count: int, stride: int = 1) -> Any:
        from graphwright.runtime.native.kernels import philox as random_kernels

        return random_kernels.draw(what, key, counter, count, stride)

    def routine(self, name: str) -> Callable[..., Any] | None:
        from graphwright.runtime.native.kernels import sampling

        return sampling.routine(name)

    def call_table(self, name: str, miss: Callable[..., Any], due: Callable[..., Any]) -> Calls | None:
        if not capi.layout_ok():
            return None
        from graphwright.runtime.native.entry.call_table import CallTable

        return CallTable(name, miss, due)
