"""The native executor: a graph becomes one function of machine code."""

from __future__ import annotations

from graphwright.ir.funcgraph import FuncGraph
from graphwright.runtime.executor import Executor, Program
from graphwright.runtime.native.body import write_body
from graphwright.runtime.native.program import NativeProgram


class NativeExecutor(Executor):
    """Compiles graphs with LLVM."""

    name = "native"

    def compile(self, graph: FuncGraph) -> Program:
        return NativeProgram(write_body(graph).w, graph.inputs, graph.outputs)
