"""The xla executor: a graph becomes programs of XLA for the sizes that it meets."""

from __future__ import annotations

from graphwright.ir.funcgraph import FuncGraph
from graphwright.runtime.executor import Executor, Program


class XlaExecutor(Executor):
    """Compiles graphs with XLA, through jax."""

    name = "xla"
    compiles = True

    def compile(self, graph: FuncGraph) -> Program:
        from graphwright.runtime.xla.program import XlaProgram

        return XlaProgram(graph)
