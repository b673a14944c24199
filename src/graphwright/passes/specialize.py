"""Specialization: a copy of a graph for inputs of more precise types, such as known sizes instead of open ones."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.ir.types import TensorType, tensor_type
from graphwright.passes._rewrite import Rewriter
from graphwright.passes.inline import bind_symbols


def specialize(graph: FuncGraph, types: Sequence[TensorType]) -> FuncGraph:
    """Return a copy of the graph whose inputs have these types; `optimize` carries them through loops and branches.

    Each type is that of the graph's input or a more precise one. The copy has the graph's name, and its operations keep
    their origins, so that errors and profiles name the same places.
    """
    copied = copy_graph(graph)
    sizes: dict[Symbol, Dim] = {}
    for value, type_ in zip(copied.inputs, types, strict=True):
        bind_symbols(value.type, type_, sizes)
        value.type = type_
    _bind(copied, sizes)
    rewriter = Rewriter(copied, [])
    rewriter.refined.update(copied.inputs)
    rewriter.run()
    copied.frozen = True
    return copied


def _bind(graph: FuncGraph, sizes: dict[Symbol, Dim]) -> None:
    for op in graph.operations:
        for value in op.outputs:
            type_ = value.type
            if type_.dims and not type_.is_static:
                dims = tuple(sizes.get(d, d) if isinstance(d, Symbol) else d for d in type_.dims)
                value.type = tensor_type(type_.dtype, dims)


__all__ = ["specialize"]
