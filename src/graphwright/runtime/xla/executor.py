"""The xla executor: a graph becomes programs of XLA for the sizes that it meets."""

from __future__ import annotations

from typing import Any

from graphwright.ir.funcgraph import FuncGraph
from graphwright.runtime.executor import Executor, Program


class XlaExecutor(Executor):
    """Compiles graphs with XLA, through jax; tensors are NumPy arrays between the compiled segments."""

    name = "xla"
    compiles = True

    def compile(self, graph: FuncGraph) -> Program:
        from graphwright.runtime.xla.memory import HostMemory
        from graphwright.runtime.xla.program import XlaProgram

        return XlaProgram(graph, HostMemory())


class DeviceExecutor(Executor):
    """The same for one device: arguments, variables and results stay in its memory."""

    name = "xla"
    compiles = True

    def __init__(self, device: Any) -> None:
        self.device = device

    def compile(self, graph: FuncGraph) -> Program:
        from graphwright.runtime.xla.device_program import DeviceProgram

        return DeviceProgram(graph, self.device)
