"""`tf.gradients`: symbolic gradients inside a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.autodiff.backprop import backpropagate, collect
from graphwright.autodiff.jacobians import jacobian
from graphwright.autodiff.tape import UnconnectedGradients, source_tensor, wants_zeros
from graphwright.autodiff.values import ones_like, zeros_like
from graphwright.base import nest
from graphwright.base.dtypes import string
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.indexed_slices import dense
from graphwright.core.tape import carries_gradient
from graphwright.core.tensor import SymbolicTensor
from graphwright.core.tracing import TracingGraph


class AggregationMethod:
    """How the gradients of a value that is used several times are summed: all choices give the same result.

    >>> tf.AggregationMethod.DEFAULT == tf.AggregationMethod.ADD_N
    True
    """

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
) -> list[Any]:
    """Derivatives of the sum of `ys` with regard to each of `xs`, for use inside a function.

    Args:
      ys: a tensor or a list of tensors of the function being traced.
      xs: a tensor or variable, or a list of them.
      grad_ys: upstream gradients of the ys, one for each (None: ones).
      aggregation_method: one of `tf.AggregationMethod`; all give the same.
      stop_gradients: tensors that are treated as constants.
      unconnected_gradients: None or zeros for xs that no y depends on.

    Returns: a list with one gradient per x.

    Raises:
      RuntimeError: no function is being traced.
      ValueError: lengths differ, or there is no such aggregation method.
      TypeError: a y is a string.

    >>> @tf.function
    ... def f(x):
    ...     return tf.gradients(x * x * x, x)[0]
    >>> float(f(tf.constant(2.0)))
    12.0
    """
    graph = state.graph
    if not isinstance(graph, TracingGraph):
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead."
        )
    zero = wants_zeros(unconnected_gradients)
    _check_aggregation(aggregation_method)
    targets = [_differentiable(to_tensor(y)) for y in nest.flatten(ys)]
    incoming = [None] * len(targets) if grad_ys is None else nest.flatten(grad_ys)
    if len(incoming) != len(targets):
        raise ValueError(f"Length mismatch. Passed {len(incoming)} grad_ys for {len(targets)} ys")
    here = next((y.op.graph for y in targets if isinstance(y, SymbolicTensor)), graph)
    sources = [source_tensor(_one_tensor(x)) for x in nest.flatten(xs)]
    stops = [] if stop_gradients is None else [source_tensor(s) for s in nest.flatten(stop_gradients)]
    seeds = [
        (_inside(here, y), ones_like(y) if g is None else to_tensor(g, None if hasattr(g, "dtype") else y.dtype))
        for y, g in zip(targets, incoming, strict=True)
        if carries_gradient(y)
    ]
    found = _backpropagate_outward(here, seeds, sources, stops)
    if zero:
        found = [zeros_like(_inside(here, s)) if g is None else g for g, s in zip(found, sources, strict=True)]
    return found


def _backpropagate_outward(
    graph: Any, seeds: Sequence[tuple[Any, Any]], sources: Sequence[Any], stops: Sequence[Any]
) -> list[Any]:
    """Gradients through a graph and, from what it captures, through the graphs around it.

    A body of a loop may differentiate what was computed before the loop.
    """
    own = {id(source): source for source in sources}  # a source may be named twice
    pending: dict[int, list[Any]] = {}
    seeds_of: dict[int, list[tuple[Any, Any]]] = {id(graph): list(seeds)}
    while isinstance(graph, TracingGraph):
        seeds = seeds_of.pop(id(graph), [])
        captures = _outer_values(graph) if graph.outer_graph is not None or seeds_of else []
        carried = {id(inner) for _, inner in captures}
        inside = [_inside(graph, source) for source in own.values()]
        ends = [*inside, *(inner for _, inner in captures)]
        stopped = frozenset(id(_inside(graph, stop)) for stop in stops)
        found = backpropagate(list(graph.operations), seeds, ends, stopped) if seeds else [None] * len(ends)
        for key, inner, gradient in zip(own, inside, found, strict=False):
            if gradient is not None and id(inner) not in carried:
                pending.setdefault(key, []).append(gradient)
        for (outer, inner), gradient in zip(captures, found[len(own) :], strict=True):
            if gradient is not None and id(inner) not in stopped:
                seeds_of.setdefault(id(outer.op.graph), []).append((outer, gradient))
        if not seeds_of:
            break
        graph = graph.outer_graph
    sums = {key: collect(source, pending) for key, source in own.items()}
    return [sums[id(source)] for source in sources]


def _outer_values(graph: TracingGraph) -> list[tuple[Any, Any]]:
    """The captures of values that graphs around this one compute, each with what stands for it inside."""
    inputs = graph.inputs[len(graph.inputs) - len(graph.captures) :]
    pairs = zip(graph.captures, inputs, strict=True)
    return [(outer, inner) for outer, inner in pairs if isinstance(outer, SymbolicTensor)]


def _check_aggregation(method: Any) -> None:
    known = AggregationMethod
    accepted = [known.ADD_N, known.EXPERIMENTAL_TREE, known.EXPERIMENTAL_ACCUMULATE_N]
    if method is not None and method not in accepted:
        raise ValueError(f"Invalid `aggregation_method` specified {method}. Accepted values are {accepted}.")


def _one_tensor(source: Any) -> Any:
    if hasattr(source, "_get_variable_list"):
        raise NotImplementedError(
            f"{type(source).__name__} doesn't support being used as a reference: its parts have gradients, "
            f"tf.gradients(ys, list(x))."
        )
    return source


def _differentiable(target: Any) -> Any:
    if target.dtype is string:
        raise TypeError(f"A string has no gradient: {target!r} is among the ys of tf.gradients.")
    return target


def _inside(graph: Any, tensor: Any) -> Any:
    """The capture of an outer tensor, if the graph uses it; otherwise the tensor itself."""
    if isinstance(tensor, SymbolicTensor) and tensor.op.graph is graph:
        return tensor
    captured = graph._capture_of.get(id(tensor))
    if captured is not None:
        return captured
    constant = graph.constants.get(id(tensor))
    return tensor if constant is None else constant[1]


def hessians(
    ys: Any, xs: Any, gate_gradients: bool = False, aggregation_method: Any = None, name: str = "hessians"
) -> list[Any]:
    """Second derivatives of the sum of `ys` with regard to each of `xs`, for use inside a function.

    Returns: per x a tensor of shape `x.shape + x.shape`.

    Raises what `tf.gradients` raises.

    >>> @tf.function
    ... def f(x):
    ...     return tf.hessians(tf.reduce_sum(x * x * x), x)[0]
    >>> f(tf.constant([1.0, 2.0])).numpy().tolist()
    [[6.0, 0.0], [0.0, 12.0]]
    """
    found: list[Any] = []
    slopes = gradients(ys, xs, name=name, aggregation_method=aggregation_method)
    for x, slope in zip(nest.flatten(xs), slopes, strict=True):
        if slope is None:
            found.append(None)
            continue
        graph: Any = state.graph
        whole = dense(slope)
        sources = [_inside(graph, source_tensor(x))]
        found += jacobian(list(graph.operations), whole, sources, sources, zero=True)
    return found


__all__ = ["AggregationMethod", "gradients", "hessians"]
