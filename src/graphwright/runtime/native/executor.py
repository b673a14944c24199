"""The native executor: a graph becomes one function of machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.ir.funcgraph import FuncGraph
from graphwright.runtime.calls import Calls
from graphwright.runtime.executor import Executor, Program
from graphwright.runtime.native.body import write_body
from graphwright.runtime.native.machine import capi, support
from graphwright.runtime.native.program import NativeProgram


class NativeExecutor(Executor):
    """Compiles graphs with LLVM."""

    name = "native"

    def compile(self, graph: FuncGraph) -> Program:
        return NativeProgram(write_body(graph).w, graph.inputs, graph.outputs)

    def prepare(self) -> bool:
        if capi.layout_ok():
            from graphwright.runtime.native.entry import builtin as entry

            entry.begin()
        support.begin()
        return True

    def draw(self, what: str, key: int, counter: tuple[int, int], count: int, stride: int = 4) -> Any:
        from graphwright.runtime.native.kernels import random as random_kernels

        return random_kernels.draw(what, key, counter, count, stride)

    def call_table(self, name: str, miss: Callable[..., Any], due: Callable[..., Any]) -> Calls | None:
        if not capi.layout_ok():
            return None
        from graphwright.runtime.native.entry.builtin import CallTable

        return CallTable(name, miss, due)
