"""Choice among implementations of a function: the one that prefers the device of the program runs.

A library writes a function for several devices, marks each with the same name, and calls one of them; the others it
adds to the graph (`ConcreteFunction.add_to_graph`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, call_instead, called_functions

_NAME: Final = "api_implements"
_DEVICE: Final = "api_preferred_device"
_HOST: Final = "CPU"


def choose_implementation(call: Operation, around: Sequence[FuncGraph]) -> None:
    """Let a call run the implementation for this device, where one of the graphs around it knows one that fits.

    It fits if it takes and gives tensors of the same dtypes: captures count as what is taken.
    """
    (called,) = called_functions(call)
    name = called.attributes.get(_NAME)
    if name is None or called.attributes.get(_DEVICE) == _HOST:
        return
    for graph in reversed(around):
        for other in graph.alternatives:
            attributes = other.attributes
            if (
                attributes[_NAME] == name
                and attributes.get(_DEVICE) == _HOST
                and _signature(other) == _signature(called)
            ):
                call_instead(call, [other])
                return


def _signature(graph: FuncGraph) -> tuple[list[str], list[str]]:
    return [v.dtype.name for v in graph.inputs], [v.dtype.name for v in graph.outputs]


__all__ = ["choose_implementation"]
