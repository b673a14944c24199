"""Work of eager ops and of kernels that is so much that compiling pays: programs of one op, and random numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, Final

from graphwright.base.config import uses
from graphwright.base.services import EXECUTOR
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.lowering import Contract, Sliding, Window
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.types import TensorType

_LEAST_WORK: Final[Mapping[str, int]] = {
    "convolution": 1 << 28,
    "convolution into input": 1 << 28,
    "convolution into filter": 1 << 26,
}
"""Multiplications from which on the kernel in NumPy takes about as long as compiling one more program."""
_LEAST_OTHER_WORK: Final = 1 << 23
"""The same for pools and depthwise convolutions: how many elements their windows meet."""
_LEAST_PRODUCT: Final = 1 << 33
"""The same for products of matrices: BLAS takes some tenths of a second for these, and nothing can stop it."""
_PRODUCT_DTYPES: Final = frozenset(["float32", "float64"])


def kernel_for(
    record: OpRecord,
    rule: Sliding | Contract,
    inputs: Sequence[TensorType],
    attrs: Mapping[str, Any],
    outputs: Sequence[TensorType],
    kernel: Callable[..., Any],
) -> Callable[..., Any]:
    """What runs this application of an op: its compiled form where there is enough to do, else the kernel.

    Only the types decide, so that the same application always gives the same bits.
    """
    if not uses("eager_jit") or not all(type_.is_static for type_ in (*inputs, *outputs)):
        return kernel
    if isinstance(rule, Contract):
        if not _pays_to_stop(rule, inputs, attrs, outputs):
            return kernel
        return _Compiled(_graph_of(record, inputs, attrs, outputs), kernel)
    graph = _graph_of(record, inputs, attrs, outputs)
    window = rule.window(graph.outputs[0].op)
    if window is None or not _pays(rule, window):
        return kernel
    return _Compiled(graph, kernel)


def _pays(rule: Sliding, window: Window) -> bool:
    assert isinstance(window.batch, int)
    seen = window.batch * prod(window.result) * prod(window.window) * window.result_channels
    least = _LEAST_WORK.get(rule.kernel)
    if least is None:
        return seen >= _LEAST_OTHER_WORK
    return seen * window.channels // window.groups >= least


def _pays_to_stop(
    rule: Contract, inputs: Sequence[TensorType], attrs: Mapping[str, Any], outputs: Sequence[TensorType]
) -> bool:
    """Whether a product takes so long that a user may want to interrupt it, as compiled code can be."""
    left: Any = inputs[0].dims  # all types are static: their dimensions are integers
    result: Any = outputs[0].dims
    seen = prod(result) * left[-2 if attrs[rule.transpose_a] else -1]
    return seen >= _LEAST_PRODUCT and all(t.dtype.name in _PRODUCT_DTYPES for t in (*inputs, *outputs))


def _graph_of(
    record: OpRecord, inputs: Sequence[TensorType], attrs: Mapping[str, Any], outputs: Sequence[TensorType]
) -> FuncGraph:
    graph = FuncGraph(f"eager_{record.name}")
    placeholder = lookup("Placeholder")
    assert placeholder is not None
    for i, type_ in enumerate(inputs):
        arguments = {"dtype": type_.dtype, "shape": type_.shape}
        graph.inputs += graph.add_op(placeholder, (), arguments, [type_], f"input_{i}").outputs
    graph.outputs += graph.add_op(record, graph.inputs, dict(attrs), outputs, record.name).outputs
    return graph


class _Compiled:
    """The op as a program, compiled when it is first called.

    Its kernel runs where the executor compiles nothing, and where compiled code would only call the kernel back.
    """

    __slots__ = ("graph", "kernel", "program")

    def __init__(self, graph: FuncGraph, kernel: Callable[..., Any]) -> None:
        self.graph = graph
        self.kernel = kernel
        self.program: Any = None

    def __call__(self, *arrays: Any) -> Any:
        executor = _executor()
        if executor.name != "native":
            return self.kernel(*arrays)
        if self.program is None:
            self.program = executor.compile(self.graph)
        if self.program.host_calls:
            return self.kernel(*arrays)
        return self.program.run(arrays)[0]


_LEAST_DRAWN: Final = 1 << 15
"""Random numbers that take NumPy about as long as compiling takes: of those drawn so far, and those to be drawn."""
_drawn_slowly = 0


def drawn(what: str, key: int, counter: tuple[int, int], count: int, stride: int = 1) -> Any:
    """So many random numbers from compiled code (see `Executor.draw`); None where NumPy is to draw them."""
    global _drawn_slowly
    if _drawn_slowly + count < _LEAST_DRAWN:
        _drawn_slowly += count
        return None
    return _executor().draw(what, key, counter, count, stride)


_LEAST_PLACES: Final = 1 << 15
"""Elements to shuffle, or numbers to look up, that take NumPy about as long as loading what does it from the disk."""


def routine(name: str, places: int) -> Any:
    """Compiled code for so many places (see `Executor.routine`); None where NumPy is to do it."""
    return _executor().routine(name) if places >= _LEAST_PLACES else None


def _executor() -> Any:
    return EXECUTOR.get()()
