"""The gradient of one call of a compiled graph, as a function generated for one gradient request.

It checks that a request is the one it was generated for, and calls the compiled backward function.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from graphwright.autodiff.graphs import GraphGradient
from graphwright.autodiff.values import ones_like, zeros_like
from graphwright.base.dtypes import resource
from graphwright.core.context import outside_graphs
from graphwright.core.tensor import EagerTensor
from graphwright.ir.funcgraph import FuncGraph

_MAX_CONSTANT = 1000  # elements; larger upstream gradients are created for each call

CompiledGradient = Callable[[Sequence[Any], Sequence[Any], Any, Any], Any]
"""`gradient(given, made, target, sources)`: the arguments and results of the call, then the request; the result is None
for any other request."""


class GradientRequest(NamedTuple):
    """A request: the gradient of an output with regard to inputs in a list or tuple, or (`cls` None) to one."""

    output: int
    cls: Any
    inputs: tuple[int, ...]


def no_gradient(given: Sequence[Any], result: Sequence[Any], target: Any, sources: Any) -> None:
    """The function that always returns None."""


def generate_gradient(
    forward: FuncGraph,
    gradient: GraphGradient,
    run: Callable[..., Any],
    request: GradientRequest,
    captures: Sequence[Any],
    sources: Sequence[Any],
) -> CompiledGradient:
    """The function.

    Args:
      forward: the graph that is called.
      gradient: its gradient.
      run: runs the backward function and returns the requested gradients.
      captures: the tensors for the last inputs of the graph.
      sources: what users pass for them: variables, or the tensors themselves.
    """
    passed = [f"given{i}" for i in range(len(forward.inputs) - len(captures))]
    captured = [f"captured{i}" for i in range(len(captures))]
    named = [f"source{i}" for i in range(len(captures))]
    outer = [f"outer{i}" for i in range(len(gradient.sources))]
    names: dict[str, Any] = {"run": run, "ones_like": ones_like, "zeros_like": zeros_like}
    names.update(zip(captured, captures, strict=True))
    names.update(zip(named, sources, strict=True))
    names.update((name, source.tensor) for name, source in zip(outer, gradient.sources, strict=True))
    inputs = [*passed, *captured]
    values = {"input": inputs, "output": [f"made[{i}]" for i in range(len(forward.outputs))]}
    conditions = [
        f"made[{request.output}] is target",
        *_source_conditions([*passed, *named], request),
        *_all_differ([inputs[i] for i in _possible_duplicates(forward, gradient, len(passed))]),
    ]
    selected = [
        *_upstream(forward, gradient.wanted, request.output, names),
        *(values.get(s.kind, outer)[i if s.kind == "outer" else s.index] for i, s in enumerate(gradient.sources)),
    ]
    text = f"""
def gradient(given, made, target, sources):
    [{", ".join(passed)}] = given
    if {" and ".join(conditions)}:
        return run({", ".join(selected)})
    return None
"""
    exec(text, names)
    function: CompiledGradient = names.pop("gradient")  # its globals would keep it alive
    return function


def _source_conditions(inputs: Sequence[str], request: GradientRequest) -> list[str]:
    """Conditions that the sources are the requested inputs."""
    if request.cls is None:
        return [f"sources is {inputs[request.inputs[0]]}"]
    each = [f"sources[{n}] is {inputs[i]}" for n, i in enumerate(request.inputs)]
    return [f"sources.__class__ is {request.cls.__name__}", f"len(sources) == {len(each)}", *each]


def _possible_duplicates(forward: FuncGraph, gradient: GraphGradient, given: int) -> list[int]:
    """The inputs with gradients that may be the same tensor, whose gradient would be a sum."""
    handles = [v.dtype is resource for v in forward.inputs]
    # captured tensors differ from each other, and variables from tensors
    own = [i for i in gradient.produced if i < given]
    rest = [i for i in gradient.produced if i >= given and (not handles[i] or any(handles[:given]))]
    return [*own, *rest] if len(own) > 1 or (own and rest) else []


def _all_differ(tensors: Sequence[str]) -> list[str]:
    if len(tensors) < 2:
        return []
    if len(tensors) == 2:
        return [" is not ".join(tensors)]
    return [f"len({{{', '.join(f'id({t})' for t in tensors)}}}) == {len(tensors)}"]


def _upstream(forward: FuncGraph, wanted: Sequence[int], output: int, names: dict[str, Any]) -> list[str]:
    """The upstream gradients of the outputs: ones for the target, zeros for the others."""
    types = [forward.outputs[k].type for k in wanted]
    if not all(t.is_static and math.prod(t.dims) <= _MAX_CONSTANT for t in types):
        return [f"{'ones' if k == output else 'zeros'}_like(made[{k}])" for k in wanted]
    with outside_graphs():
        for k, type_ in zip(wanted, types, strict=True):
            like = EagerTensor(None, type_)
            names[f"incoming{k}"] = ones_like(like) if k == output else zeros_like(like)
    return [f"incoming{k}" for k in wanted]


__all__ = ["CompiledGradient", "GradientRequest", "generate_gradient", "no_gradient"]
