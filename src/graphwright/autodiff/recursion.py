"""Gradients of functions that call themselves.

The gradient of such a function is recursive, too: it takes the arguments and the upstream gradients of the results,
runs the body again, and calls itself where the body calls the function. Each level recomputes its part of the call, so
n levels of a recursion with one call cost n^2 / 2 levels of work.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.autodiff.backprop import backpropagate
from graphwright.autodiff.graphs import gradient_lock, inside
from graphwright.autodiff.values import zeros_like
from graphwright.base import errors
from graphwright.base.dtypes import resource
from graphwright.core.context import as_default_graph, state
from graphwright.core.tracing import TracingGraph, thaw
from graphwright.ir.funcgraph import FuncGraph, next_function_name

_KEY = "calls itself"


def calls_itself(graph: FuncGraph) -> bool:
    """Whether a function calls itself, directly or through others."""
    found: bool | None = graph.derived.get(_KEY)
    if found is None and not graph.frozen and graph.declared_outputs is not None:
        return True  # the gradient is computed inside it
    if found is None:
        found = any(g is graph for g in graph.functions())
        if graph.frozen:
            graph.derived[_KEY] = found
    return found


def recursive_gradient(graph: FuncGraph, wanted: Sequence[int], needed: Sequence[int]) -> TracingGraph:
    """The gradient of a function that calls itself, as a function.

    It takes the inputs of the graph, then one gradient for each of the outputs `wanted`; it gives one for each of the
    inputs `needed`. While it is being built, the recursive calls inside find it here, incomplete.
    """
    key = ("recursive gradient", tuple(wanted), tuple(needed))
    with gradient_lock:
        found: TracingGraph | None = graph.derived.get(key)
        if found is None:
            _check(graph)
            found = graph.derived[key] = thaw(graph, next_function_name(f"{graph.name}_gradient"))
            try:
                _complete(found, wanted, needed)
            except BaseException:
                del graph.derived[key]
                raise
        return found


def _complete(result: TracingGraph, wanted: Sequence[int], needed: Sequence[int]) -> None:
    sources = [result.inputs[i] for i in needed]
    result.declared_outputs = [v.type for v in sources]
    with as_default_graph(result):
        state.tapes = ()
        body = list(result.operations)
        seeds = [(result.outputs[k], result.placeholder(result.outputs[k].type, "gradient")) for k in wanted]
        found = backpropagate(body, seeds, sources)
        result.outputs = [
            inside(result, zeros_like(v) if g is None else g) for v, g in zip(sources, found, strict=True)
        ]
    result.finish()


def differentiable_inputs(graph: FuncGraph, needed: Sequence[int]) -> list[int]:
    """Those of the inputs that can have a gradient."""
    return [i for i in needed if graph.inputs[i].dtype is not resource]


def _check(graph: FuncGraph) -> None:
    if not graph.frozen:
        raise errors.UnimplementedError(
            f"The gradient of '{graph.name}', which calls itself, is asked for inside itself, before its body is "
            "complete. Take the gradient outside of the function."
        )
    if graph.is_stateful:
        raise errors.UnimplementedError(
            f"The gradient of '{graph.name}', which calls itself, runs it again, and it reads or changes state. Pass "
            "the values of variables as arguments, and print, draw random numbers and assign outside of it."
        )


__all__ = ["calls_itself", "differentiable_inputs", "recursive_gradient"]
