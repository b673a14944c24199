"""Tracing of the bodies of control flow, and what their records share."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors, nest
from graphwright.base.forks import renewed_after_fork
from graphwright.base.size_arithmetic import unknown_integer
from graphwright.core.array_likes import is_array_like
from graphwright.core.context import as_default_graph, state
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tape import watch_on_tapes
from graphwright.core.tensor import Tensor
from graphwright.core.tracing import TracingGraph
from graphwright.ir.funcgraph import FuncGraph, next_function_name
from graphwright.ir.graph import Graph, Operation, called_functions
from graphwright.ir.lowering import Structural
from graphwright.ir.record import OpRecord, op
from graphwright.ir.types import Dims, TensorType

_LEAF_TYPES = (int, float, bool, complex, str, bytes)


def trace_body(
    prefix: str, fn: Callable[..., Any], arguments: Sequence[tuple[TensorType, str]] = (), chosen_by: Any = None
) -> tuple[TracingGraph, Any]:
    """Trace `fn` into a graph inside the current one, or into one of its own.

    The graph's outputs are the tensors in what `fn` returned, flattened with composites expanded; the second
    result is that structure, None where nothing was returned. Tapes of the outside do not see the body.
    An operation that a branch returns, such as that of `tf.print`, stands for `chosen_by`, the tensor that chose it.
    """
    outer: Any = state.graph
    graph = TracingGraph(next_function_name(prefix), outer, is_body=True)
    if outer is not None:
        graph.seed = outer.seed
    tapes = state.tapes
    with as_default_graph(graph):
        state.tapes = ()
        inputs = [graph.placeholder(type_, name) for type_, name in arguments]
        structure = fn(*inputs)
        structure = nest.map_structure(lambda v: _leaf_tensor(v, chosen_by), structure, expand_composites=True)
        leaves = [v for v in nest.flatten(structure, expand_composites=True) if v is not None]
        graph.outputs = [
            v if v.__class__ is graph.value_class and v.op.graph is graph else graph.capture(v) for v in leaves
        ]
    watch_on_tapes([v for v in graph.variables_met.values() if v.trainable], tapes)  # a read in a body counts
    _record_in_outer(outer, graph)
    return graph, structure


def _leaf_tensor(value: Any, chosen_by: Any) -> Any:
    if value is None:
        return None
    if isinstance(value, Operation) and chosen_by is not None:
        return chosen_by
    if is_tensor_like(value) or isinstance(value, _LEAF_TYPES) or is_array_like(value):
        return to_tensor(value)
    raise TypeError(
        f"A branch or loop body must return tensors, numbers or None; it returned {value!r} of type "
        f"{type(value).__name__}."
    )


def _record_in_outer(outer: Graph, graph: TracingGraph) -> None:
    found = getattr(outer, "variables_met", None)
    if found is not None:
        found.update(graph.variables_met)


def share_captures(graphs: Sequence[TracingGraph]) -> list[Any]:
    """Give all graphs the same captures in the same order; returns the outer tensors."""
    outer: dict[int, Any] = {}
    for graph in graphs:
        for tensor in graph.captures:
            outer.setdefault(id(tensor), tensor)
    tensors = list(outer.values())
    for graph in graphs:
        arguments = graph.arguments
        inner = [
            graph.capture_by_reference(t) if id(t) not in graph._capture_of else graph._capture_of[id(t)]
            for t in tensors
        ]
        graph.captures = list(tensors)
        graph.inputs = [*arguments, *inner]
    return tensors


def same_dims(a: Dims, b: Dims) -> bool:
    """Whether two dims are known to be equal."""
    return a is not None and a == b


def any_stateful(graphs: Sequence[FuncGraph]) -> bool:
    """Whether any of the bodies has effects."""
    return any(g.is_stateful for g in graphs)


def with_bodies(
    name: str,
    args: str,
    attrs: str,
    kernel: Callable[..., Any],
    gradient: Callable[..., Any],
    partial: Callable[..., Any] | None = None,
) -> tuple[OpRecord, OpRecord]:
    """Declare an op whose attributes name its bodies, and its `Stateless` kind, whose bodies have no effects."""
    shared: dict[str, Any] = {"shape": _declared_shapes, "kernel": kernel, "gradient": gradient, "native": Structural()}
    shared["partial"] = partial
    return op(name, args, attrs, effect="host", **shared), op(f"Stateless{name}", args, attrs, stateful=False, **shared)


def agreed_elements(op: Any, known: Callable[[Any], Dims]) -> list[Dims]:
    """The `partial` rule of branches: elements that all of them compute."""
    bodies = called_functions(op)
    return [
        _agreed([known(body.outputs[i]) for body in bodies]) if output.dtype.is_integer else None
        for i, output in enumerate(op.outputs)
    ]


def _agreed(found: Sequence[Dims]) -> Dims:
    first = found[0]
    if first is None or any(other is None or len(other) != len(first) for other in found):
        return None
    columns = zip(*(f for f in found if f is not None), strict=True)
    return tuple(c[0] if c.count(c[0]) == len(c) else unknown_integer() for c in columns)


def kept_elements(op: Any, known: Callable[[Any], Dims]) -> list[Dims]:
    """The `partial` rule of loops: the variables that an iteration returns as they are."""
    body = op.attrs["body"]
    return [
        known(first) if output.dtype.is_integer and body.outputs[i] is body.inputs[i] else None
        for i, (output, first) in enumerate(zip(op.outputs, op.inputs, strict=True))
    ]


def _declared_shapes(ctx: Any) -> list[Dims]:
    """Shape rule of ops with bodies: what `output_shapes` says, or nothing known."""
    shapes = ctx.attrs.get("output_shapes") or []
    counted = len(ctx.attrs.get("Tout", ctx.attrs.get("T", ())))
    if not shapes:
        return [None] * counted
    return [s.symbolic for s in shapes]


_program_lock = renewed_after_fork(threading.Lock())


def reference_program(graph: FuncGraph) -> Any:
    """The body's program for the `numpy` executor, cached with the graph."""
    program = graph.derived.get("reference")
    if program is None:
        from graphwright.runtime.reference import NumpyProgram

        with _program_lock:
            program = graph.derived.get("reference") or NumpyProgram(graph)
            graph.derived["reference"] = program
    return program


def scalar_condition(predicate: Any) -> Any:
    """A predicate of one element as a scalar, as TensorFlow takes it; what has a size of another kind stays as it is.

    Where the size is not known it is checked when the program runs.
    """
    if not isinstance(predicate, Tensor) or predicate.shape.rank == 0:
        return predicate
    dims = predicate.shape.static_dims
    if dims is None or all(dim in (1, None) for dim in dims):
        return apply("Reshape", (predicate, np.zeros(0, np.int32)))
    return predicate


def ensure_scalar(index: Any) -> Any:
    """An index of unknown rank as a scalar, checked when the program runs."""
    if isinstance(index, Tensor) and index.shape.rank is None:
        return apply("EnsureShape", (index,), {"shape": []})
    return index


def check_bool(tensor: Any, what: str) -> None:
    """Raise unless a predicate is a scalar bool."""
    if tensor.dtype.name != "bool":
        raise errors.DTypeMismatchError(f"{what} must be a boolean tensor, got {tensor!r}.")
    if tensor.shape.rank not in (None, 0):
        raise errors.ShapeMismatchError(f"{what} must be a scalar, got {tensor!r}.")


__all__ = [
    "any_stateful",
    "check_bool",
    "ensure_scalar",
    "reference_program",
    "same_dims",
    "scalar_condition",
    "share_captures",
    "trace_body",
    "with_bodies",
]
