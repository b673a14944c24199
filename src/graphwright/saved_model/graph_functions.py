"""Functions that have signatures and graphs but no Python code."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.base import errors
from graphwright.base.spec import TensorSpec, TraceType
from graphwright.core.tracing import TracingGraph
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.tracing.spec import FunctionSpec
from graphwright.functions.tracing.trace_types import trace_type_of

_Kind = inspect.Parameter


class GraphOnlyFunction:
    """Takes the place of the Python function of a graph that has none."""

    def __init__(self, name: str, signature: inspect.Signature) -> None:
        self.__name__ = self.__qualname__ = name
        self.__signature__ = signature

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise errors.UnimplementedError(
            f"{self.__name__} was loaded as a graph: there is no Python function to run or trace."
        )


def spec_of(name: str, parameters: Sequence[inspect.Parameter], input_signature: Any = None) -> FunctionSpec:
    """The function spec that binds calls with these parameters."""
    return FunctionSpec(GraphOnlyFunction(name, inspect.Signature(list(parameters))), input_signature, name)


def positional(names: Sequence[str]) -> list[inspect.Parameter]:
    """Parameters of these names, which must be identifiers and different."""
    return [_Kind(n, _Kind.POSITIONAL_OR_KEYWORD) for n in names]


def concrete_of(
    graph: TracingGraph,
    spec: FunctionSpec,
    types: Mapping[str, TraceType],
    structure: Any,
    variables: Sequence[Any],
) -> ConcreteFunction:
    """A graph as a concrete function: `structure` is that of its results, with outputs as leaves.

    `variables` are those that it uses, so that tapes watch them.
    """
    graph.attributes["structured_outputs"] = structure
    graph.variables_met = {id(v): v for v in variables}
    return ConcreteFunction(graph, spec, dict(types))


def types_of(specs: Mapping[str, Any]) -> dict[str, TraceType]:
    """The trace types of arguments given as structures of specs and Python values."""
    return {name: trace_type_of(value) for name, value in specs.items()}


def spec_of_value(value: Any, name: str | None = None) -> TensorSpec:
    """The spec of a value of a graph."""
    return TensorSpec(value.type.shape, value.dtype, name)
